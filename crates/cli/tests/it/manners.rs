//! What the program says to people: colours, suggestions, help that fits.

use std::path::Path;

use crate::common::{folder_with, run};

#[test]
fn a_file_in_the_place_of_a_command_names_the_command() {
    let folder = folder_with(&["examples/open.trf"]);
    let found = run(folder.path(), "open.trf");
    assert_eq!((found.exit, found.out.as_str()), (3, ""));
    assert!(
        found.err.contains("hint: `edelweiss pair open.trf`"),
        "{}",
        found.err
    );
    let unknown = run(folder.path(), "opn.trf");
    assert!(
        unknown.err.contains("unrecognized subcommand 'opn.trf'"),
        "{}",
        unknown.err
    );
    let close = run(folder.path(), "standing open.trf");
    assert!(
        close.err.contains("similar subcommand exists: 'standings'"),
        "{}",
        close.err
    );
}

#[test]
fn colours_are_for_terminals_and_for_whoever_asks() {
    let folder = folder_with(&["examples/open.trf"]);
    let red = "\u{1b}[1;31merror:\u{1b}[0m";
    for (options, is_coloured) in [
        ("", false),
        ("--color always ", true),
        ("--color=never ", false),
    ] {
        let missing = run(folder.path(), &format!("{options}pair none.trf"));
        assert_eq!(
            missing.err.contains(red),
            is_coloured,
            "{options}: {}",
            missing.err
        );
        assert_eq!(missing.err.contains('\u{1b}'), is_coloured);
        let help = run(folder.path(), &format!("pair {options}-h"));
        assert_eq!((help.exit, help.err.as_str()), (0, ""));
        assert_eq!(help.out.contains('\u{1b}'), is_coloured, "{options}");
        let wrong = run(folder.path(), &format!("pair {options}--nothing"));
        assert_eq!(wrong.err.contains('\u{1b}'), is_coloured, "{options}");
        let answer = run(folder.path(), &format!("{options}standings open.trf"));
        assert!(
            !answer.out.contains('\u{1b}'),
            "an answer is the same everywhere"
        );
    }
    let wrong = run(Path::new("."), "pair x.trf --color pink");
    assert!(wrong.err.contains("invalid value 'pink'"), "{}", wrong.err);
}
