#!/usr/bin/env bash
# Builds the npm package and runs its tests in Node. Exit code 77: skipped, for want of what the first
# lines look for; with CI=true nothing is skipped.
set -euo pipefail
cd "$(dirname "$0")"

. ../../.ci/skip.sh

node -e 'process.exit(process.versions.node.split(".")[0] >= 20 ? 0 : 1)' 2>/dev/null \
    || skip "npm package" "there is no node of version 20 or later"
./build.sh
# The program, whose answers are compared.
cargo build --manifest-path ../../Cargo.toml --profile quick --package edelweiss-cli --locked --quiet
export EDELWEISS=${EDELWEISS:-$PWD/../../target/quick/edelweiss}
node --test "$@" tests/*.test.js
# The types, where their compiler can be had.
if tools=$(mktemp -d) && trap 'rm -rf "$tools"' EXIT && command -v npm >/dev/null \
    && npm install --prefix "$tools" --silent --no-fund --no-audit typescript@7.0.2; then
    "$tools/node_modules/.bin/tsc" --noEmit --strict --target es2022 --module nodenext \
        --lib es2022,dom --types '' tests/types.mts
    echo "types: checked"
else
    partly "types" "npm cannot install typescript"
fi
