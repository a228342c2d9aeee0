#!/bin/sh
# Two million pairs.
# class: rubbish
# words: wrote rubbish: found more than 2 pairs, expected 2
{ echo 2; yes '1 3' | head -c 8000000; } > "$2"
