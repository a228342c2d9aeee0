//! Standard output that was closed before the program began (`>&-`).
//!
//! The runtime of Rust opens `/dev/null` in its place before `main`, and what is written is lost
//! without an error; so it is looked at before that runtime.

use std::sync::atomic::{AtomicBool, Ordering};

static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Whether whoever started the program has closed its standard output. Never where there are no
/// descriptors of Unix.
pub(super) fn is_standard_output_closed() -> bool {
    IS_CLOSED.load(Ordering::Relaxed)
}

// Runs before `main` and before the runtime: it may use nothing that these set up, and does not.
#[cfg(unix)]
#[ctor::ctor(unsafe)]
fn look() {
    let flags = rustix::io::fcntl_getfd(rustix::stdio::stdout());
    IS_CLOSED.store(flags.is_err(), Ordering::Relaxed);
}
