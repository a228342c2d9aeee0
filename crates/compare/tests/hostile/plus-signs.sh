#!/bin/sh
# Numbers with a sign.
# class: rubbish
# words: wrote rubbish: found '+1 3'
printf '2\n+1 3\n4 2\n' > "$2"
