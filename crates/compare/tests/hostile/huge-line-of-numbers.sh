#!/bin/sh
# One line of four million numbers.
# class: rubbish
# words: wrote rubbish: found 
{ printf '2\n'; yes 1 | head -c 8000000 | tr '\n' ' '; } > "$2"
