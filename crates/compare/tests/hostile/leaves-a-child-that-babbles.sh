#!/bin/sh
# A child survives and writes to standard output.
# class: equal
( while :; do echo "$3"; done ) &
printf "2\n1 3\n4 2\n" > "$2"
