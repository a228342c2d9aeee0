//! No path of the machine that builds is handed out: the compiler is told other names for the folders that
//! it reads, and what is handed out is searched for those folders all the same.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::TaskResult;
use crate::archive::files;
use crate::tools::{output, root};

/// Where cargo keeps what it has fetched.
fn cargo_home() -> TaskResult<PathBuf> {
    match (env::var_os("CARGO_HOME"), env::home_dir()) {
        (Some(folder), _) => Ok(folder.into()),
        (None, Some(home)) => Ok(home.join(".cargo")),
        (None, None) => Err("neither CARGO_HOME nor a home folder is known".into()),
    }
}

/// Where the compiler is.
fn sysroot() -> TaskResult<PathBuf> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let text = String::from_utf8(output(Command::new(rustc).args(["--print", "sysroot"]))?)?;
    Ok(text.trim_end().into())
}

/// Arguments that give the compiler other names: packages of others are below `crates`, the standard
/// library below `rust`, and ours, which cargo names from the root, below nothing.
///
/// # Errors
/// Folders that cannot be listed.
pub(crate) fn other_names() -> TaskResult<Vec<String>> {
    let mut names = vec![(root(), "edelweiss"), (sysroot()?, "rust")];
    // Of the same length of name each: later ones win.
    names.push((cargo_home()?, "cargo"));
    let sources = cargo_home()?.join("registry/src");
    if sources.is_dir() {
        for entry in fs::read_dir(sources)? {
            names.push((entry?.path(), "crates"));
        }
    }
    let arguments = names
        .into_iter()
        .map(|(folder, name)| format!("--remap-path-prefix={}={name}", folder.display()));
    Ok(arguments.collect())
}

/// That no file below a folder speaks of a folder of this machine.
///
/// # Errors
/// The first that does, and what it says.
pub(crate) fn check(folder: &Path) -> TaskResult<()> {
    let mut private = vec![root(), cargo_home()?, sysroot()?];
    private.extend(env::home_dir());
    for (_, path) in files(folder)? {
        let bytes = fs::read(&path)?;
        for place in &private {
            // A folder at the top is no name to look for without what follows it.
            let place = format!("{}{}", place.display(), std::path::MAIN_SEPARATOR);
            if let Some(at) = find(&bytes, place.as_bytes()) {
                let shown = &bytes[at..bytes.len().min(at + 100)];
                return Err(format!(
                    "{}: found a path of this machine, {:?}",
                    path.display(),
                    String::from_utf8_lossy(shown)
                )
                .into());
            }
        }
    }
    Ok(())
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    let first = *wanted.first()?;
    let starts = bytes.iter().enumerate();
    let mut starts = starts.filter(|(_, byte)| **byte == first);
    starts.find_map(|(at, _)| bytes[at..].starts_with(wanted).then_some(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_of_this_machine_is_found_wherever_it_is() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let inner = folder.path().join("man");
        fs::create_dir(&inner).expect("a folder");
        fs::write(folder.path().join("clean"), "crates/clap/src/lib.rs").expect("a file");
        check(folder.path()).expect("nothing to find");
        let place = root().join("crates/cli/src/main.rs");
        let mut bytes = b"\0\xff".to_vec();
        bytes.extend(place.display().to_string().bytes());
        fs::write(inner.join("program"), bytes).expect("a file");
        let error = check(folder.path()).expect_err("a path").to_string();
        assert!(
            error.contains("program: found a path of this machine"),
            "{error}"
        );
    }

    #[test]
    fn every_folder_of_sources_has_another_name() {
        let names = other_names().expect("names");
        let of = |name: &str| names.iter().filter(|each| each.ends_with(name)).count();
        assert_eq!((of("=edelweiss"), of("=rust"), of("=cargo")), (1, 1, 1));
        assert!(of("=crates") > 0, "the packages of others");
    }
}
