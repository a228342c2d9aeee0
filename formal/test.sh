#!/usr/bin/env bash
# Checks the proofs and the statement of the rules, extracts the programs, builds them, and asks them: the checkers about
# certificates and rounds, and forged ones, the rules about rounds.
# Exit code 77: skipped, for want of what the first lines look for; with CI=true nothing is skipped.
set -euo pipefail
cd "$(dirname "$0")"

. ../.ci/skip.sh

for tool in coqc make ocamlfind ocamlopt python3; do
    command -v "$tool" >/dev/null || skip "proved checker" "there is no $tool"
done
for library in zarith yojson sha; do
    ocamlfind query "$library" >/dev/null 2>&1 || skip "proved checker" "there is no $library for OCaml"
done

if grep -nE '^[[:space:]]*(Axiom|Parameter|Conjecture|Admitted|Abort)|admit\.' matching/*.v rules/*.v bridge/*.v; then
    echo "formal: something is assumed" >&2
    exit 1
fi
# What is built lies in a folder of its own.
rm -rf build
mkdir build
# The checker of matchings is a package of its own: it is built from nothing but that.
make --silent -C matching dist
mv matching/edelweiss-certcheck-*.tar.gz build
tar -xzf build/edelweiss-certcheck-*.tar.gz --strip-components=1 -C build
make --silent -C build install PREFIX="$PWD/build/installed" >build/Checker.made 2>&1 || { cat build/Checker.made; exit 1; }
cp rules/*.v bridge/*.v ./*.ml build
cd build
for file in Rules2026 Right2026 Rules2017 Right2017 \
    Lists Sequence Levels Moves Criteria Front Homogeneous Place Joint Facts Round2026 \
    Priced Criteria2017 Place2017 Joint2017 Complete2017 Bracket2017 Round2017 ExtractRules; do
    coqc -Q . Edelweiss "$file.v" >"$file.out" 2>&1 || { cat "$file.out"; exit 1; }
done
for file in Right2026 Right2017 Round2026 Round2017; do
    if [ "$(sort -u "$file.out")" != "Closed under the global context" ]; then
        echo "formal: a theorem of $file.v assumes something:" >&2
        cat "$file.out" >&2
        exit 1
    fi
done
ocamlfind ocamlopt -package zarith,yojson -linkpkg rules.mli rules.ml document.ml tournament.ml rulesjudge.ml -o edelweiss-rulesjudge
ocamlfind ocamlopt -package zarith,unix,yojson,sha -linkpkg rules.mli rules.ml document.ml tournament.ml position.ml \
    proof_document.ml rounds.ml edition2017.ml roundcheck.ml -o edelweiss-roundcheck
cd ../..
cargo build --quiet --profile quick --locked --package edelweiss-cli
python3 formal/matching/try.py target/quick/edelweiss formal/build/installed/bin/edelweiss-certcheck "${1:-40}"
for rules in 2026 2017; do
    python3 formal/judge.py target/quick/edelweiss formal/build/edelweiss-rulesjudge --rules "$rules" \
        --count "${2:-40}" --histories "${3:-300}"
done
for rules in 2026 2017; do
    python3 formal/bridge.py target/quick/edelweiss formal/build/edelweiss-roundcheck --rules "$rules" --count "${4:-2}" \
        --least 100
    python3 formal/others.py target/quick/edelweiss formal/build/edelweiss-roundcheck --rules "$rules" --count 0 \
        --histories "${5:-10}"
done
for rules in 2026 2017; do
    python3 formal/proofs.py target/quick/edelweiss formal/build/edelweiss-roundcheck --rules "$rules" --corpus testdata/disputes
done
