#!/bin/sh
# Lines that end with a carriage return alone.
# class: rubbish
# words: wrote rubbish: found '2\r1 3
printf '2\r1 3\r4 2\r' > "$2"
