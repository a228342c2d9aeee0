# Read by the test scripts of the packages: what happens where a tool is not there.

# Ends a script that cannot begin: `skip WHAT WHY`. Exit code 77 is a skip; in CI there is none.
skip() {
    partly "$@"
    exit 77
}

# The same for a part of a script, which goes on.
partly() {
    if [ "${CI:-}" = true ]; then
        echo "$1: FAILED, $2; nothing is skipped in CI" >&2
        exit 1
    fi
    echo "$1: SKIPPED, $2; .ci/install gets what is missing"
}
