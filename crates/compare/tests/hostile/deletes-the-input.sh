#!/bin/sh
# The question is gone.
# class: equal
printf "2\n1 3\n4 2\n" > "$2"
rm "$1"
