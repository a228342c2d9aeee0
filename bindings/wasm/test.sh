#!/usr/bin/env bash
# Builds the npm package and runs its tests in Node. Exit code 77: skipped, for want of what the first
# lines look for.
set -euo pipefail
cd "$(dirname "$0")"

skip() {
    echo "npm package: SKIPPED, $1"
    exit 77
}

node -e 'process.exit(process.versions.node.split(".")[0] >= 20 ? 0 : 1)' 2>/dev/null \
    || skip "there is no node of version 20 or later"
./build.sh
node --test "$@" tests/*.test.js
# The types, where their compiler can be had.
if tools=$(mktemp -d) && trap 'rm -rf "$tools"' EXIT && command -v npm >/dev/null \
    && npm install --prefix "$tools" --silent --no-fund --no-audit typescript@7.0.2; then
    "$tools/node_modules/.bin/tsc" --noEmit --strict --target es2022 --module nodenext \
        --lib es2022,dom --types '' tests/types.mts
    echo "types: checked"
else
    echo "types: SKIPPED, npm cannot install typescript"
fi
