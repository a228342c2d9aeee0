//! Man pages and completions, from the grammar that the program reads its arguments by.

use std::fs;
use std::path::Path;

use clap_complete::Shell;

use crate::TaskResult;

/// The shells that completions are for.
const SHELLS: [Shell; 4] = [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell];

/// Writes a page for the program and one for each subcommand; says how many.
///
/// # Errors
/// Those of the folder.
pub(crate) fn man_pages(folder: &Path) -> TaskResult<usize> {
    fs::create_dir_all(folder)?;
    clap_mangen::generate_to(edelweiss_cli::command(), folder)?;
    Ok(fs::read_dir(folder)?.count())
}

/// Writes a file for each shell, under the name that the shell looks for.
///
/// # Errors
/// Those of the folder.
pub(crate) fn completions(folder: &Path) -> TaskResult<usize> {
    fs::create_dir_all(folder)?;
    for shell in SHELLS {
        let mut command = edelweiss_cli::command();
        clap_complete::generate_to(shell, &mut command, "edelweiss", folder)?;
    }
    Ok(SHELLS.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_subcommand_has_a_page_and_is_completed_in_every_shell() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (man, completed) = (folder.path().join("man"), folder.path().join("completions"));
        let pages = man_pages(&man).expect("pages");
        let shells = completions(&completed).expect("completions");
        let scripts: Vec<String> = (fs::read_dir(&completed).expect("a folder"))
            .map(|entry| fs::read_to_string(entry.expect("an entry").path()).expect("a script"))
            .collect();
        assert_eq!(scripts.len(), shells);
        let command = edelweiss_cli::command();
        assert_eq!(pages, command.get_subcommands().count() + 1);
        assert!(pages > 10, "{pages}");
        for subcommand in command.get_subcommands() {
            let name = subcommand.get_name();
            let page = man.join(format!("edelweiss-{name}.1"));
            let page = fs::read_to_string(&page).expect("a page of each subcommand");
            assert!(page.contains(".SH SYNOPSIS"), "{name}");
            assert!(scripts.iter().all(|script| script.contains(name)), "{name}");
        }
    }
}
