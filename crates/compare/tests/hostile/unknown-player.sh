#!/bin/sh
# Five in a field of four.
# class: rubbish
# words: wrote rubbish: found '4 5', expected two players
printf '2\n1 3\n4 5\n' > "$2"
