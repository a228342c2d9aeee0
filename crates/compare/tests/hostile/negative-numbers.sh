#!/bin/sh
# Players below zero.
# class: rubbish
# words: wrote rubbish: found '4 -2', expected two players
printf '2\n1 3\n4 -2\n' > "$2"
