#!/usr/bin/env bash
# Builds the page and tries it in headless Chromium. Exit code 77: skipped, for want of what the first
# lines look for; with CI=true nothing is skipped.
set -euo pipefail
cd "$(dirname "$0")"

. ../.ci/skip.sh

node -e 'process.exit(process.versions.node.split(".")[0] >= 20 ? 0 : 1)' 2>/dev/null \
    || skip "page" "there is no node of version 20 or later"
npm ci --silent --no-fund --no-audit || skip "page" "npm cannot install esbuild, puppeteer-core and axe-core"
../bindings/wasm/build.sh
node build.js
# The program, whose answers are compared.
cargo build --manifest-path ../Cargo.toml --profile quick --package edelweiss-cli --locked --quiet
export EDELWEISS=${EDELWEISS:-$PWD/../target/quick/edelweiss}
node --input-type=module -e 'process.exit((await import("./tests/browser.js")).chromium() ? 0 : 1)' \
    || skip "page" "there is no Chromium (CHROMIUM names one elsewhere)"
node --test "$@" tests/*.test.js
