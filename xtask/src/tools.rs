//! Other programs: cargo, rustc, git, and those that may be missing.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::TaskResult;

/// The folder of the workspace.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent()
        .expect("xtask/ is in the workspace")
        .to_path_buf()
}

/// The cargo that runs this task.
pub(crate) fn cargo() -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(root());
    command
}

/// What a program writes to standard output; its messages go where ours go.
///
/// # Errors
/// When it cannot be started, or fails.
pub(crate) fn output(command: &mut Command) -> TaskResult<Vec<u8>> {
    let shown = format!("{command:?}");
    let done =
        (command.stderr(Stdio::inherit()).output()).map_err(|error| format!("{shown}: {error}"))?;
    if done.status.success() {
        Ok(done.stdout)
    } else {
        Err(format!("{shown}: {}", done.status).into())
    }
}

/// The same for a program that need not be there; `None` when it is not.
///
/// # Errors
/// When it is there and fails.
pub(crate) fn output_where_present(
    probe: &mut Command,
    command: &mut Command,
) -> TaskResult<Option<Vec<u8>>> {
    let found = (probe.stdout(Stdio::null()).stderr(Stdio::null())).status();
    match found {
        Ok(status) if status.success() => output(command).map(Some),
        // cargo is there, its subcommand is not.
        Ok(_) => Ok(None),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// The target that rustc compiles for when nobody names one.
///
/// # Errors
/// When rustc does not say it.
pub(crate) fn host() -> TaskResult<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let text = String::from_utf8(output(Command::new(rustc).arg("-vV"))?)?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.ok_or("rustc -vV names no host")?.to_owned())
}
