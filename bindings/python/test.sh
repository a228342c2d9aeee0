#!/usr/bin/env bash
# Builds the wheel in a fresh virtual environment, installs it there and runs its tests.
# PYTHON names another interpreter than python3, such as a free-threaded one.
# Exit code 77: skipped, for want of what the first lines look for; with CI=true nothing is skipped, here nor in
# the tests.
set -euo pipefail
cd "$(dirname "$0")"

. ../../.ci/skip.sh

python=${PYTHON:-python3}
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null \
    || skip "Python package" "there is no $python of 3.9 or later"
"$python" -c 'import venv, ensurepip' 2>/dev/null \
    || skip "Python package" "$python has no venv with pip"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$python" -m venv "$scratch/venv"
"$scratch/venv/bin/pip" install --quiet --disable-pip-version-check maturin pytest networkx \
    || skip "Python package" "pip cannot install maturin, pytest and networkx"
# What answers can become, graphs can come from, and types are checked by; tests of what is not to be had are
# skipped, each by itself.
extras=(numpy scipy pandas pyarrow polars mypy matplotlib distributed ray)
"$scratch/venv/bin/pip" install --quiet --disable-pip-version-check "${extras[@]}" \
    || for extra in "${extras[@]}"; do
        "$scratch/venv/bin/pip" install --quiet --disable-pip-version-check "$extra" \
            || partly "Python package" "pip cannot install $extra"
    done
"$scratch/venv/bin/maturin" build --release --locked --quiet \
    --interpreter "$scratch/venv/bin/python" --out "$scratch/wheels"
ls -l "$scratch/wheels" | awk 'NR > 1 { print "wheel:", $9, $5, "bytes" }'
"$scratch/venv/bin/pip" install --quiet --disable-pip-version-check --no-index "$scratch"/wheels/*.whl
"$scratch/venv/bin/python" -m pytest -q -p no:cacheprovider "$@"
