//! Signals that ask the program to end: a hangup, Ctrl-C, `kill`.
//!
//! Those that the caller wants ignored, as `nohup` does with a hangup and a shell with Ctrl-C in what
//! it runs in the background, stay ignored.

#[cfg(unix)]
pub(crate) use unix::wait_for_each;

/// Calls `then` whenever the program is told to end, which then no longer ends it. Where that cannot
/// be arranged it ends at once.
pub(crate) fn call_when_told_to_end(then: impl Fn() + Send + 'static) {
    #[cfg(unix)]
    wait_for_each(move |_| then());
    #[cfg(not(unix))]
    let _ = ctrlc::set_handler(then);
}

#[cfg(unix)]
mod unix {
    use std::fs;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    /// A thread calls `then` with each such signal from now on.
    pub(crate) fn wait_for_each(then: impl Fn(i32) + Send + 'static) {
        let ignored = ignored();
        let wanted = [SIGHUP, SIGINT, SIGTERM];
        let wanted = (wanted.iter()).filter(|signal| ignored >> (**signal - 1) & 1 == 0);
        if let Ok(mut signals) = Signals::new(wanted) {
            std::thread::spawn(move || signals.forever().for_each(then));
        }
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
}
