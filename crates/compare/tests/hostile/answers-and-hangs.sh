#!/bin/sh
# An answer of a program that does not end is none.
# class: timeout
# words: gave no answer within 1 s
# seconds: 1
printf "2\n1 3\n4 2\n" > "$2"
exec sleep "$3"
