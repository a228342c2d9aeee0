#!/bin/sh
# Folders that forbid to be emptied.
# class: equal
printf "2\n1 3\n4 2\n" > "$2"
mkdir -p "$2.d/e"
chmod 000 "$2.d/e" "$2.d" "$(dirname "$1")"
