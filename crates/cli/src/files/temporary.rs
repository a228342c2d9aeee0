//! Files on their way: written beside their final names, and gone if the program is stopped.
//!
//! A signal that ends the program (a hangup, Ctrl-C, `kill`) would leave the file behind that is
//! being written. So the names of all of them are kept, and a thread that waits for such a signal
//! removes them before the program ends by that signal as it would have. `SIGKILL` cannot be waited
//! for. Where there are no such signals, nothing is watched.

use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
#[cfg(unix)]
use std::{fs, sync::Once};

use edelweiss_compare::faults;
use tempfile::{Builder, NamedTempFile};

#[cfg(unix)]
use crate::signals;

/// The files that exist now under temporary names. Whoever makes, renames or removes one holds the
/// lock meanwhile, so the set is right whenever the lock is free.
static OPEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn open() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file under a temporary name, removed unless it is [kept](Temporary::keep).
#[derive(Debug)]
pub(super) struct Temporary {
    /// `None` only once it has been kept or removed.
    file: Option<NamedTempFile>,
    name: PathBuf,
}

impl Temporary {
    /// A new file in `folder`.
    pub(super) fn in_folder(folder: &Path) -> io::Result<Self> {
        #[cfg(unix)]
        watch();
        let mut builder = Builder::new();
        builder.prefix(".edelweiss-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // What any new file gets; the umask takes away from it.
            builder.permissions(std::fs::Permissions::from_mode(0o666));
        }
        let mut open = open();
        faults::point("output: temporary")?;
        let file = builder.tempfile_in(folder)?;
        let name = file.path().to_path_buf();
        open.insert(name.clone());
        Ok(Self {
            file: Some(file),
            name,
        })
    }

    /// The file, to be written to.
    pub(super) fn file(&mut self) -> &mut File {
        (self.file.as_mut())
            .expect("it is here until it is kept")
            .as_file_mut()
    }

    /// Gives the file its final name, in place of what has it.
    pub(super) fn keep(mut self, target: &Path) -> io::Result<()> {
        let mut open = open();
        let file = self.file.take().expect("it is here until it is kept");
        // Where this fails, the file is removed.
        let kept = faults::point("output: rename")
            .and_then(|()| file.persist(target).map_err(|error| error.error));
        open.remove(&self.name);
        kept.map(drop)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if let Some(file) = self.file.take() {
            let mut open = open();
            drop(file);
            open.remove(&self.name);
        }
    }
}

/// From the first call on, a signal that ends the program removes the files first.
#[cfg(unix)]
fn watch() {
    use signal_hook::low_level::emulate_default_handler;
    static WATCH: Once = Once::new();
    // Without a watch the file is written all the same.
    WATCH.call_once(|| {
        signals::wait_for_each(|signal| {
            let open = open();
            for name in open.iter() {
                let _ = fs::remove_file(name);
            }
            let _ = emulate_default_handler(signal);
        });
    });
}
