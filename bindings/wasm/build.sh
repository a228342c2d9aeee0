#!/usr/bin/env bash
# Builds the npm package into target/package. Exit code 77: not built, for want of what the first lines
# look for; with CI=true that is a failure.
set -euo pipefail
cd "$(dirname "$0")"

. ../../.ci/skip.sh

target=wasm32-unknown-unknown
libdir=$(rustc --print target-libdir --target "$target" 2>/dev/null) && ls "$libdir"/libstd-* >/dev/null 2>&1 \
    || skip "npm package" "Rust has no target $target (rustup target add $target)"

out=target/package
cargo build --release --locked --quiet --package edelweiss-wasm --target "$target"
mkdir -p "$out"
# The tool has the version of the crate wasm-bindgen, by the lock file; nothing is installed.
cargo run --quiet --locked --package edelweiss-bindgen -- "target/$target/release/edelweiss_wasm.wasm" "$out"
cp package/* "$out"
cp ../../LICENSE-MIT ../../LICENSE-APACHE "$out"
wasm=$out/edelweiss_bg.wasm
echo "$wasm: $(stat -c %s "$wasm") bytes, $(gzip -9c "$wasm" | wc -c) gzipped"
