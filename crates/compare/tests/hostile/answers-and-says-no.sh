#!/bin/sh
# An exit code counts more than what was written before.
# class: they-refuse
# words: no pairing:
printf "2\n1 3\n4 2\n" > "$2"
exit 1
