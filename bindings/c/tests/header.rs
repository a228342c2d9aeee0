//! The header is the one that the sources ask for.

use std::fs;
use std::path::Path;

#[test]
fn the_header_is_made_from_the_sources() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut made = Vec::new();
    cbindgen::generate(folder)
        .expect("a header")
        .write(&mut made);
    let made = String::from_utf8(made).expect("text");
    let header = folder.join("include/edelweiss.h");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&header, &made).expect("a writable folder");
    }
    let committed = fs::read_to_string(&header).expect("part of the repository");
    assert!(
        committed == made,
        "include/edelweiss.h is stale: BLESS=1 cargo test writes it anew"
    );
}
