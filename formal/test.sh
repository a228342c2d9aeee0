#!/usr/bin/env bash
# Checks the proofs, extracts the checker, builds it, and asks it about certificates and forged ones.
# Exit code 77: skipped, for want of what the first lines look for; with CI=true nothing is skipped.
set -euo pipefail
cd "$(dirname "$0")"

. ../.ci/skip.sh

for tool in coqc ocamlfind ocamlopt python3; do
    command -v "$tool" >/dev/null || skip "proved checker" "there is no $tool"
done
ocamlfind query zarith >/dev/null 2>&1 || skip "proved checker" "there is no zarith for OCaml"

if grep -nE '^[[:space:]]*(Axiom|Parameter|Conjecture|Admitted|Abort)|admit\.' matching/*.v; then
    echo "formal: something is assumed" >&2
    exit 1
fi
# What is built lies in a folder of its own.
rm -rf build
mkdir build
cp matching/*.v build
cd build
for file in Matching Optimal Goals Checker Extract; do
    coqc -Q . Edelweiss "$file.v" >"$file.out" 2>&1 || { cat "$file.out"; exit 1; }
done
if [ "$(cat Checker.out)" != "Closed under the global context" ]; then
    echo "formal: the theorem assumes something:" >&2
    cat Checker.out >&2
    exit 1
fi
cp ../certcheck.ml .
ocamlfind ocamlopt -package zarith -linkpkg checker.mli checker.ml certcheck.ml -o edelweiss-certcheck
cd ../..
cargo build --quiet --locked --package edelweiss-cli
python3 formal/try.py target/debug/edelweiss formal/build/edelweiss-certcheck "${1:-40}"
