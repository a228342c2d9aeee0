#!/bin/sh
# One line of eight million letters.
# class: rubbish
# words: wrote rubbish: found 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
head -c 8000000 /dev/zero | tr '\0' 'a' > "$2"
