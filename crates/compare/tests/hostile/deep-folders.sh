#!/bin/sh
# More folders in each other than a process may open files.
# class: equal
printf "2\n1 3\n4 2\n" > "$2"
cd "$(dirname "$1")" || exit
for i in $(seq 1900); do mkdir d && cd d || exit; done
