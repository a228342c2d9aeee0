//! The name under which programs look for the shared library, another one for each version that may
//! change the interface, and the same name on every symbol. cargo-c gives the library its name by itself.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if !std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        return;
    }
    // The compiler hands the linker a list of symbols without versions, beside which no version script may
    // stand. The GNU linker, and no other, gives all of them the name of the library as their version.
    for argument in ["-fuse-ld=bfd", "-Wl,--default-symver"] {
        println!("cargo:rustc-cdylib-link-arg={argument}");
    }
    if std::env::var_os("CARGO_FEATURE_CAPI").is_none() {
        let [major, minor] = ["MAJOR", "MINOR"].map(|part| {
            std::env::var(format!("CARGO_PKG_VERSION_{part}")).expect("cargo tells the version")
        });
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libedelweiss.so.{major}.{minor}");
    }
}
