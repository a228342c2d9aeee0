#!/bin/sh
# More pairs than any number of ours can count.
# class: rubbish
# words: wrote rubbish: found '99999999999999999999'
printf '99999999999999999999\n' > "$2"
