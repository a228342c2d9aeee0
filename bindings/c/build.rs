//! The name under which programs look for the shared library: another one for each version that may
//! change the interface. cargo-c gives it by itself.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let is_linux = std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux");
    if is_linux && std::env::var_os("CARGO_FEATURE_CAPI").is_none() {
        let [major, minor] = ["MAJOR", "MINOR"].map(|part| {
            std::env::var(format!("CARGO_PKG_VERSION_{part}")).expect("cargo tells the version")
        });
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libedelweiss.so.{major}.{minor}");
    }
}
