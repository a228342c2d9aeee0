//! What is handed out for this machine's target: one archive, and its checksum.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::TaskResult;
use crate::archive::{checksum, pack};
use crate::bill::bill_of_materials;
use crate::notices::{metadata, third_parties};
use crate::paths;
use crate::reference::{completions, man_pages};
use crate::tools::{cargo, host, output, output_where_present, root};

/// The program's file name.
const PROGRAM: &str = if cfg!(windows) {
    "edelweiss.exe"
} else {
    "edelweiss"
};

/// Files that are handed out as they are: where they are, and what they are called in the archive.
const FILES: &[(&str, &str)] = &[
    ("crates/cli/README.md", "README.md"),
    ("CHANGELOG.md", "CHANGELOG.md"),
    ("LICENSE-MIT", "LICENSE-MIT"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("examples/open.trf", "examples/open.trf"),
];

/// Builds the program, gathers what belongs to it, packs it, and says what came out.
///
/// # Errors
/// Whatever fails; programs that are missing make a piece less, and are named.
pub(crate) fn dist() -> TaskResult<()> {
    let target = host()?;
    let metadata = metadata(&target)?;
    let program = build(&target, &metadata)?;
    let version = String::from_utf8(output(Command::new(&program).arg("--version"))?)?;
    print!("{version}");

    let name = format!("edelweiss-{}-{target}", env!("CARGO_PKG_VERSION"));
    let folder = root().join("out/dist").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    fs::copy(&program, folder.join(PROGRAM))?;
    println!(
        "{PROGRAM}: {} bytes, {}",
        fs::metadata(&program)?.len(),
        linkage()
    );
    for (from, to) in FILES {
        let to = folder.join(to);
        fs::create_dir_all(to.parent().ok_or("a file is in a folder")?)?;
        fs::copy(root().join(from), to)?;
    }
    println!("man pages: {}", man_pages(&folder.join("man/man1"))?);
    println!("completions: {}", completions(&folder.join("completions"))?);
    let (text, count) = third_parties(&metadata, &target)?;
    fs::write(folder.join("THIRD-PARTY.txt"), text)?;
    println!("licences of others: {count} packages");
    book(&folder)?;
    let bill = bill_of_materials(&metadata, &target)?;
    fs::write(folder.join("edelweiss.cdx.json"), &bill)?;
    println!("bill of materials: {} bytes", bill.len());
    paths::check(&folder)?;

    let archive = pack(&folder, PROGRAM, commit_time())?;
    let bytes = fs::read(&archive)?;
    let shown = archive.strip_prefix(root())?.display().to_string();
    println!(
        "{shown}: {} bytes, SHA-256 {}",
        bytes.len(),
        checksum(&bytes)
    );
    Ok(())
}

/// The program in the profile of what is handed out, without symbols. The C library is linked into it
/// where that can be done: on Linux glibc, whose allocator is quicker than musl's.
fn build(target: &str, metadata: &Value) -> TaskResult<PathBuf> {
    let mut command = cargo();
    command.args([
        "build",
        "--profile",
        "dist",
        "--locked",
        "--package",
        "edelweiss-cli",
    ]);
    command.args(["--target", target]);
    command.args(["--config", "profile.dist.strip=\"symbols\""]);
    command.args(["--config", "profile.dist.debug=false"]);
    let mut flags = paths::other_names()?;
    if cfg!(any(target_os = "linux", target_env = "msvc")) {
        flags.push("-Ctarget-feature=+crt-static".to_owned());
    }
    // One after the other, as paths may have spaces.
    command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    output(&mut command)?;
    let folder = metadata["target_directory"]
        .as_str()
        .ok_or("cargo names no target folder")?;
    Ok(Path::new(folder).join(target).join("dist").join(PROGRAM))
}

/// What the program needs on the machine where it runs.
fn linkage() -> &'static str {
    if cfg!(target_os = "linux") {
        "links nothing"
    } else if cfg!(target_env = "msvc") {
        "links the system's libraries only"
    } else {
        "links the system's C library"
    }
}

/// The book as HTML, and the schemas that it leads to.
fn book(folder: &Path) -> TaskResult<()> {
    let into = folder.join("book");
    let mut command = Command::new("mdbook");
    command
        .current_dir(root())
        .args(["build", "docs", "--dest-dir"])
        .arg(&into);
    let made = output_where_present(Command::new("mdbook").arg("--version"), &mut command)?;
    if made.is_none() {
        println!("book: SKIPPED, mdbook is not there (cargo install mdbook)");
        return Ok(());
    }
    let schemas = folder.join("schema");
    fs::create_dir_all(&schemas)?;
    for entry in fs::read_dir(root().join("docs/schema"))? {
        let entry = entry?;
        fs::copy(entry.path(), schemas.join(entry.file_name()))?;
    }
    println!("book: {} parts", fs::read_dir(&into)?.count());
    Ok(())
}

/// Seconds since 1970 of the commit, so that the same commit makes the same archive; 0 without git.
fn commit_time() -> u64 {
    let mut git = Command::new("git");
    git.current_dir(root()).args(["log", "-1", "--format=%ct"]);
    let text = git
        .output()
        .ok()
        .and_then(|done| String::from_utf8(done.stdout).ok());
    text.and_then(|text| text.trim().parse().ok()).unwrap_or(0)
}
