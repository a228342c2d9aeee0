#!/bin/sh
# A mark nobody sees, which is told by its number.
# class: rubbish
# words: wrote rubbish: found '\u{feff}2'
printf '\357\273\2772\n1 3\n4 2\n' > "$2"
