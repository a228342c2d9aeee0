#!/usr/bin/env bash
# Builds the C library, holds its header against the sources, and runs the examples and the wrong calls
# under valgrind, linked with the shared library and with the static one.
# Exit code 77: skipped, for want of what the first lines look for; with CI=true nothing is skipped.
# `test.sh --installed` tries the installation by cargo-c as well, which must be there then.
set -euo pipefail
cd "$(dirname "$0")"

. ../../.ci/skip.sh

[ "$(uname -s)" = Linux ] || skip "C library" "its test knows Linux only"
for tool in cc c++ nm objdump valgrind; do
    command -v "$tool" >/dev/null || skip "C library" "there is no $tool"
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

# What a library shows is what the header says, each with the version that is the library's name.
symbols() {
    diff <(nm -D --defined-only "$1" | awk '$2 == "T" { print $3 }' | sort) \
        <(grep -o 'edelweiss_[a-z_]*(' include/edelweiss.h | tr -d '(' | grep -v panic_for_tests | sort |
            sed 's/$/@@libedelweiss.so.0.1/')
}
# As a distribution installs it, in a folder of its own: header, pkg-config file, both libraries.
installed() {
    local prefix=/opt/edelweiss root=$scratch/installed
    cargo cinstall --release --locked --prefix "$prefix" --libdir "$prefix/lib" --destdir "$root" \
        >"$scratch/words" 2>&1 || { cat "$scratch/words"; exit 1; }
    local lib=$root$prefix/lib
    # cargo-c puts the version on top.
    diff -B include/edelweiss.h <(grep -vE '^#define EDELWEISS_(MAJOR|MINOR|PATCH) ' "$root$prefix/include/edelweiss.h")
    symbols "$lib/libedelweiss.so.0.1"
    [ "$(readlink -f "$lib/libedelweiss.so")" = "$(readlink -f "$lib/libedelweiss.so.0.1")" ]
    export PKG_CONFIG_LIBDIR=$lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$root
    [ "$(pkg-config --modversion edelweiss)" = 0.1.0 ]
    local compile=(cc -std=c11 -Wall -Wextra -Wpedantic -Werror examples/pair.c -o "$scratch/pair-installed")
    local flags
    read -r -a flags <<<"$(pkg-config --cflags --libs edelweiss)"
    "${compile[@]}" "${flags[@]}"
    objdump -p "$scratch/pair-installed" | grep -q 'NEEDED.*libedelweiss.so.0.1$'
    LD_LIBRARY_PATH=$lib "$scratch/pair-installed" "$open" | diff - "$scratch/paired"
    # Where there is the static library alone, the same file says what it needs from the system.
    rm "$lib"/libedelweiss.so*
    read -r -a flags <<<"$(pkg-config --static --cflags --libs edelweiss)"
    "${compile[@]}" "${flags[@]}"
    "$scratch/pair-installed" "$open" | diff - "$scratch/paired"
}

cargo test --quiet --release --locked
library
ls -l "$target/libedelweiss.so" "$target/libedelweiss.a" | awk '{ print $9, $5, "bytes" }'
symbols "$scratch/libedelweiss.so"

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

if [ "${1:-}" = --installed ]; then
    installed
fi

library --features panic-for-tests
"${c[@]}" -DEDELWEISS_PANIC_FOR_TESTS tests/misuse.c -o "$scratch/misuse" -L"$scratch" -ledelweiss -lpthread
run_told "$scratch/misuse" ../../crates/trf/testdata/bad/*.trf 2>"$scratch/words" || { cat "$scratch/words"; exit 1; }
echo "1 passed, 0 failed"
