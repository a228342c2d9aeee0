#!/usr/bin/env bash
# Builds the page and tries it in headless Chromium. Exit code 77: skipped, for want of what the first
# lines look for.
set -euo pipefail
cd "$(dirname "$0")"

skip() {
    echo "page: SKIPPED, $1"
    exit 77
}

node -e 'process.exit(process.versions.node.split(".")[0] >= 20 ? 0 : 1)' 2>/dev/null \
    || skip "there is no node of version 20 or later"
npm ci --silent --no-fund --no-audit || skip "npm cannot install esbuild, puppeteer-core and axe-core"
../bindings/wasm/build.sh
node build.js
node --input-type=module -e 'process.exit((await import("./tests/browser.js")).chromium() ? 0 : 1)' \
    || skip "there is no Chromium (Debian: chromium; elsewhere CHROMIUM names it)"
node --test "$@" tests/*.test.js
