//! Where a test has something fail: the disk is full, memory runs out, the program is killed.
//!
//! Everything in `cli` and here that writes, syncs, renames, or reads what may be large asks at a
//! [`point`] of its own name first. Only a build with the feature `failpoints`, which the tests of
//! `edelweiss-cli` ask for, has an answer; in any other build a point is nothing.
//!
//! Two variables of the environment speak to such a build: `EDELWEISS_FAULT` is `POINT/N/error` or
//! `POINT/N/kill`, and has the N-th time fail, or be the last thing the program does;
//! `EDELWEISS_POINTS` names a file that gets a line for every point that is reached. The crate
//! `fail` has the former and not the latter, by which a test finds every point of a command.

use std::io::{self, Write};

/// Fails where a test wants it.
///
/// # Errors
/// The fault that the test wants.
#[inline]
pub fn point(name: &'static str) -> io::Result<()> {
    #[cfg(feature = "failpoints")]
    if let Some(fault) = injected::fault(name) {
        return Err(fault.strike());
    }
    let _ = name;
    Ok(())
}

/// Writes all of `bytes`; where a test wants it, half of them before it fails.
///
/// # Errors
/// Those of the writer, and the fault that the test wants.
#[inline]
pub fn write_all(name: &'static str, writer: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    #[cfg(feature = "failpoints")]
    if let Some(fault) = injected::fault(name) {
        writer.write_all(&bytes[..bytes.len() / 2])?;
        writer.flush()?;
        return Err(fault.strike());
    }
    let _ = name;
    writer.write_all(bytes)
}

#[cfg(feature = "failpoints")]
mod injected {
    use std::collections::BTreeMap;
    use std::env;
    use std::fs::File;
    use std::io::{self, Write};
    use std::sync::{Mutex, PoisonError};

    /// What a test wants at a point.
    pub(super) struct InjectedFault {
        name: &'static str,
        is_end: bool,
    }

    impl InjectedFault {
        pub(super) fn strike(self) -> io::Error {
            if self.is_end {
                // As a kill does: nobody tidies up.
                std::process::exit(86);
            }
            io::Error::new(
                io::ErrorKind::StorageFull,
                format!("a fault at {}", self.name),
            )
        }
    }

    /// Notes that a point is reached; the fault that is wanted there.
    pub(super) fn fault(name: &'static str) -> Option<InjectedFault> {
        static REACHED: Mutex<BTreeMap<&'static str, usize>> = Mutex::new(BTreeMap::new());
        let mut reached = REACHED.lock().unwrap_or_else(PoisonError::into_inner);
        let times = reached.entry(name).or_default();
        *times += 1;
        if let Some(path) = env::var_os("EDELWEISS_POINTS") {
            let file = File::options().create(true).append(true).open(path);
            let noted = file.and_then(|mut file| file.write_all(format!("{name}\n").as_bytes()));
            noted.expect("the test has a folder for it");
        }
        let wanted = env::var("EDELWEISS_FAULT").ok()?;
        let (place, how) = wanted.rsplit_once('/')?;
        (place == format!("{name}/{times}")).then(|| InjectedFault {
            name,
            is_end: how == "kill",
        })
    }
}
