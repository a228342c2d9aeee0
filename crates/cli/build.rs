//! Tells the program its commit: `EDELWEISS_COMMIT`, or `unknown`.
//!
//! A package of a registry has a file that names the commit; in a clone, git does. A debug build does not
//! ask: it would be compiled again after each commit.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let is_release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let commit = of_package().or_else(|| is_release.then(of_clone).flatten());
    let commit = commit.as_deref().unwrap_or("unknown");
    println!("cargo:rustc-env=EDELWEISS_COMMIT={commit}");
}

/// The commit that `cargo package` noted.
fn of_package() -> Option<String> {
    let note = std::fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let digits = note.split("\"sha1\": \"").nth(1)?.get(..SHOWN)?;
    let is_commit = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_commit.then(|| digits.to_owned())
}

/// Digits of a commit that are shown.
const SHOWN: usize = 12;

/// The commit of the clone, unless this is a copy in a repository of somebody else.
fn of_clone() -> Option<String> {
    if git(&["rev-parse", "--show-prefix"])? != "crates/cli/" {
        return None;
    }
    let commit = git(&["rev-parse", &format!("--short={SHOWN}"), "HEAD"])?;
    // Grows with every commit and checkout; without it, what names the branch.
    for file in ["logs/HEAD", "HEAD"] {
        let file = git(&["rev-parse", "--git-path", file])?;
        if Path::new(&file).exists() {
            println!("cargo:rerun-if-changed={file}");
            break;
        }
    }
    Some(commit)
}

fn git(args: &[&str]) -> Option<String> {
    let done = Command::new("git").args(args).output().ok()?;
    let text = String::from_utf8(done.stdout).ok()?;
    done.status.success().then(|| text.trim().to_owned())
}
