#!/usr/bin/env bash
# Counts the instructions that each layer and each question of the program takes, of 20, 500 and 9,999 players,
# and compares them with `benches/instructions.csv`: more than 3 % up fails. `budgets.sh --bless` writes that
# record anew; the commit that changes it says why.
# Exit code 77: skipped, for want of what the first lines look for; with CI=true nothing is skipped.
set -euo pipefail
cd "$(dirname "$0")/.."

. .ci/skip.sh

for tool in cargo valgrind gungraun-runner python3; do
    command -v "$tool" >/dev/null || skip "budgets" "there is no $tool"
done
# Where the questions look for their files; made anew, from a seed.
folder=target/budgets
rm -rf $folder
mkdir -p $folder
cargo build --quiet --profile quick --locked --package edelweiss-cli
cp "${CARGO_TARGET_DIR:-target}/quick/edelweiss" $folder/edelweiss
for players in 20 500 9999; do
    # As in the middle of an event: the record of rounds counts those that are played.
    $folder/edelweiss generate --players $players --rounds 9 --seed 1 --format trf16 -o - |
        sed 's/^XXR 9$/XXR 12/' >$folder/$players.trf
    grep -q '^XXR 12$' $folder/$players.trf
done
for players in 20 500; do
    $folder/edelweiss pair $folder/$players.trf --proof $folder/$players.proof >/dev/null
done
# Instructions only, which takes a third of the time.
export GUNGRAUN_HOME=$PWD/$folder/gungraun GUNGRAUN_CALLGRIND_ARGS=--cache-sim=no
for question in how_many_instructions how_many_instructions_of_the_program; do
    cargo bench --quiet --profile quick --locked \
        --package edelweiss-benches --bench $question -- --output-format=json >>$folder/counts.json
done
# What counts depend on beside the code.
made_by="$(rustc --version), $(valgrind --version), $(ldd --version | sed -n 1p)"
python3 benches/budgets.py $folder/counts.json "$made_by" "$@"
