//! Signals that ask the program to end: a hangup, Ctrl-C, `kill`; Ctrl-C alone where there is no Unix.
//!
//! Those that the caller wants ignored, as `nohup` does with a hangup and a shell with Ctrl-C in what
//! it runs in the background, stay ignored.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[cfg(unix)]
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
#[cfg(not(unix))]
use signal_hook::consts::{SIGINT, SIGTERM};

#[cfg(unix)]
const WANTED: [i32; 3] = [SIGHUP, SIGINT, SIGTERM];
#[cfg(not(unix))]
const WANTED: [i32; 2] = [SIGINT, SIGTERM];

/// Raises `flag` whenever the program is told to end, which then no longer ends it. Where that cannot
/// be arranged it ends at once.
pub(crate) fn raise_when_told_to_end(flag: &Arc<AtomicBool>) {
    for signal in wanted() {
        let _ = signal_hook::flag::register(signal, Arc::clone(flag));
    }
}

/// A thread calls `then` with each such signal from now on.
#[cfg(unix)]
pub(crate) fn wait_for_each(then: impl Fn(i32) + Send + 'static) {
    if let Ok(mut signals) = signal_hook::iterator::Signals::new(wanted()) {
        std::thread::spawn(move || signals.forever().for_each(then));
    }
}

fn wanted() -> impl Iterator<Item = i32> {
    let ignored = ignored();
    (WANTED.into_iter()).filter(move |signal| ignored >> (signal - 1) & 1 == 0)
}

/// The signals the caller wants ignored: bit `n - 1` is signal `n`. None of them where the system
/// does not tell.
fn ignored() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    (status.lines())
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}
