//! A check that is skipped is not a check: each script whose tools are hidden says the command that gets
//! them, `.ci/run` names at its end what was not tried, and with CI=true all of this is a failure.
//!
//! The scripts see nothing but a folder of shell tools and of stand-ins, so no test here compiles or
//! installs anything.

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What the scripts use before they look for anything.
const SHELL: [&str; 10] = [
    "bash", "cat", "df", "dirname", "env", "ls", "mktemp", "rm", "sh", "uname",
];
/// The scripts that `.ci/run` asks of packages.
const PACKAGES: [&str; 6] = [
    "bindings/python/test.sh",
    "bindings/c/test.sh",
    "bindings/wasm/test.sh",
    "web/test.sh",
    "formal/test.sh",
    "benches/budgets.sh",
];
/// What `.ci/install` looks for by its name alone.
const INSTALLED: [&str; 16] = [
    "cargo",
    "cc",
    "c++",
    "chromium",
    "coqc",
    "gungraun-runner",
    "make",
    "node",
    "nm",
    "npm",
    "objdump",
    "ocamlfind",
    "ocamlopt",
    "python3",
    "valgrind",
    "veripb",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A machine with nothing but a shell, and with stand-ins.
struct Machine(tempfile::TempDir);

impl Machine {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let paths = std::env::var_os("PATH").expect("a path");
        for tool in SHELL {
            let found = std::env::split_paths(&paths)
                .map(|folder| folder.join(tool))
                .find(|path| path.is_file());
            let found = found.unwrap_or_else(|| panic!("{tool} is a tool of every machine"));
            symlink(found, folder.path().join(tool)).expect("a link");
        }
        // What a real `cargo` would have built.
        std::fs::create_dir(folder.path().join("debug")).expect("a folder");
        Self(folder).with("debug/edelweiss-lab", "exit 0")
    }

    /// With a stand-in for `tool`, which is this script. A shell writes it: a file that this process has
    /// open for writing could not be started while another test starts a program.
    fn with(self, tool: &str, script: &str) -> Self {
        let write = "printf '#!/bin/sh\n%s\n' \"$2\" >\"$1\" && chmod 755 \"$1\"";
        let mut shell = Command::new("sh");
        shell
            .args(["-c", write, "sh"])
            .arg(self.0.path().join(tool));
        let status = shell.arg(script).status().expect("a shell");
        assert!(status.success(), "{tool} cannot be written");
        self
    }

    /// With everything that `.ci/install` looks for, and installers that say what they were asked.
    fn with_everything_but(self, hidden: &[&str]) -> Self {
        let library = self.0.path().join("libstd-of-a-stand-in");
        std::fs::write(library, "").expect("a file");
        let folder = self.0.path().display().to_string();
        let mut machine = self
            .with("rustc", &format!("echo {folder}"))
            .with("rustup", "echo rustup \"$@\"")
            .with("apt-get", "echo apt-get \"$@\"")
            .with("id", "echo 0");
        for tool in INSTALLED {
            if !hidden.contains(&tool) {
                machine = machine.with(tool, "exit 0");
            }
        }
        machine
    }

    fn run(&self, script: &str, is_ci: bool) -> (i32, String) {
        let mut command = Command::new(root().join(script));
        command.env_clear().env("PATH", self.0.path());
        command.env("TMPDIR", self.0.path());
        command.env("CARGO_TARGET_DIR", self.0.path());
        if is_ci {
            command.env("CI", "true");
        }
        let Output {
            status,
            stdout,
            stderr,
        } = command.output().expect("the script starts");
        let said = [stdout, stderr].concat();
        let said = String::from_utf8_lossy(&said).into_owned();
        (status.code().expect("no signal"), said)
    }
}

#[test]
fn a_script_without_its_tools_says_what_gets_them_and_fails_in_ci() {
    let machine = Machine::new();
    for script in PACKAGES.iter().chain(&["bindings/wasm/build.sh"]) {
        let (code, said) = machine.run(script, false);
        assert_eq!(code, 77, "{script}: {said}");
        let is_told = said.contains(": SKIPPED, ") && said.contains("; .ci/install gets");
        assert!(is_told, "{script}: {said}");
        let (code, said) = machine.run(script, true);
        assert_eq!(code, 1, "{script}: {said}");
        assert!(
            said.contains("nothing is skipped in CI"),
            "{script}: {said}"
        );
    }
}

#[test]
fn the_run_names_what_was_not_tried_and_fails_in_ci() {
    let machine = Machine::new().with("cargo", "exit 0");
    let (code, said) = machine.run(".ci/run", false);
    assert_eq!(code, 0, "{said}");
    for script in PACKAGES.iter().chain(&["the proofs of brackets by VeriPB"]) {
        let is_named = said.contains(&format!("\nSKIPPED: {script}\n"));
        assert!(is_named, "{script}: {said}");
    }
    // Everything is installed as it seems, and the first package skips: its virtual environment is empty.
    let machine = Machine::new().with_everything_but(&[]);
    let (code, said) = machine.run(".ci/run", true);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("Python package: FAILED"), "{said}");
    // What a package does not skip but fails, fails everywhere.
    let (code, said) = (machine.with("python3", "[ \"$1\" = -c ]")).run(".ci/run", false);
    assert_eq!(code, 1, "{said}");
}

#[test]
fn what_is_missing_is_installed_by_name_and_nothing_else() {
    let (code, said) = (Machine::new().with_everything_but(&[])).run(".ci/install", true);
    assert_eq!((code, said.as_str()), (0, ""));
    for (tool, package) in [
        ("chromium", "chromium"),
        ("cc", "gcc"),
        ("c++", "g++"),
        ("nm", "binutils"),
        ("valgrind", "valgrind"),
        ("make", "make"),
        ("coqc", "coq"),
        ("ocamlopt", "ocaml-nox"),
        ("node", "nodejs"),
        ("npm", "npm"),
        ("python3", "python3 python3-venv"),
    ] {
        let machine = Machine::new().with_everything_but(&[tool]);
        let (code, said) = machine.run(".ci/install", true);
        let asked = format!("apt-get install --yes --quiet --no-install-recommends {package}\n");
        assert!(
            said.contains("apt-get update") && said.contains(&asked),
            "{said}"
        );
        // These installers bring nothing.
        assert!(
            code == 1 && said.contains("still missing: "),
            "{tool}: {said}"
        );
    }
    for tool in ["veripb", "gungraun-runner"] {
        let machine = Machine::new().with_everything_but(&[tool]);
        let machine = machine.with("cargo", "echo cargo \"$@\"");
        let (code, said) = machine.run(".ci/install", true);
        let asked = format!("cargo install --locked {tool}@");
        assert!(code == 1 && said.contains(&asked), "{said}");
    }
    let machine = Machine::new()
        .with_everything_but(&[])
        .with("rustc", "exit 1");
    let (code, said) = machine.run(".ci/install", true);
    let asked = "rustup target add wasm32-unknown-unknown\n";
    assert!(code == 1 && said.contains(asked), "{said}");
}
