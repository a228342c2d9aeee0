#!/bin/sh
# Seven million lines with nothing in them.
# class: no-output
# words: ended well and left no output
head -c 7000000 /dev/zero | tr '\0' '\n' > "$2"
