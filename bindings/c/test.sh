#!/usr/bin/env bash
# Builds the C library, holds its header against the sources, and runs the examples and the wrong calls
# under valgrind, linked with the shared library and with the static one.
# Exit code 77: skipped, for want of what the first lines look for.
set -euo pipefail
cd "$(dirname "$0")"

skip() {
    echo "C library: SKIPPED, $1"
    exit 77
}

[ "$(uname -s)" = Linux ] || skip "its test knows Linux only"
for tool in cc c++ nm objdump valgrind; do
    command -v "$tool" >/dev/null || skip "there is no $tool (Debian: gcc g++ binutils valgrind)"
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
target=${CARGO_TARGET_DIR:-target}/release

# The static library names what it needs from the system; the linker is told the same.
system=(-lpthread -ldl -lm)
c=(cc -std=c11 -Wall -Wextra -Wpedantic -Werror -g -Iinclude)
cpp=(c++ -std=c++17 -Wall -Wextra -Wpedantic -Werror -g -Iinclude)
# What is reachable or possibly lost at the end are the threads of a pool, which stay.
run() {
    LD_LIBRARY_PATH=$scratch valgrind --quiet --error-exitcode=1 --leak-check=full \
        --show-leak-kinds=definite,indirect --errors-for-leak-kinds=definite,indirect "$@"
}
# Words are told by code that the compiler lets compare what an enum holds before it asks whether the enum
# holds it; the answer is not used, and valgrind reports it nevertheless.
run_told() {
    run --undef-value-errors=no "$@"
}
library() {
    cargo build --quiet --release --locked "$@"
    # Under the name that programs look for it by.
    cp "$target/libedelweiss.so" "$scratch/libedelweiss.so.0.1"
    ln -sf libedelweiss.so.0.1 "$scratch/libedelweiss.so"
}

cargo test --quiet --release --locked
library
ls -l "$target/libedelweiss.so" "$target/libedelweiss.a" | awk '{ print $9, $5, "bytes" }'
# What the library shows is what the header says, each with the version that is the library's name.
diff <(nm -D --defined-only "$scratch/libedelweiss.so" | awk '$2 == "T" { print $3 }' | sort) \
    <(grep -o 'edelweiss_[a-z_]*(' include/edelweiss.h | tr -d '(' | grep -v panic_for_tests | sort |
        sed 's/$/@@libedelweiss.so.0.1/')

"${c[@]}" examples/pair.c -o "$scratch/pair" -L"$scratch" -ledelweiss
# A program asks for the version that it was linked with.
objdump -T "$scratch/pair" | grep -q '(libedelweiss.so.0.1) edelweiss_pair$'
"${cpp[@]}" examples/explain.cpp -o "$scratch/explain" -L"$scratch" -ledelweiss
"${c[@]}" examples/pair.c -o "$scratch/pair-static" "$target/libedelweiss.a" "${system[@]}"
open=../../examples/open.trf
run "$scratch/pair" "$open" >"$scratch/paired"
tail -n 3 "$scratch/paired" | diff - <(printf '5 - 1\n3 - 4\nbye: 2\n')
run "$scratch/pair-static" "$open" | diff - "$scratch/paired"
run_told "$scratch/explain" "$open" >"$scratch/told"
grep -q 'S1 meets S2' "$scratch/told"

library --features panic-for-tests
"${c[@]}" -DEDELWEISS_PANIC_FOR_TESTS tests/misuse.c -o "$scratch/misuse" -L"$scratch" -ledelweiss -lpthread
run_told "$scratch/misuse" ../../crates/trf/testdata/bad/*.trf 2>"$scratch/words" || { cat "$scratch/words"; exit 1; }
echo "1 passed, 0 failed"
