#!/bin/sh
# Five thousand files beside the answer.
# class: equal
cd "$(dirname "$1")" && seq 5000 | xargs touch
printf "2\n1 3\n4 2\n" > "$2"
