#!/bin/sh
# Where a link leads is not asked.
# class: rubbish
# words: wrote rubbish: a link where the answer belongs
printf "2\n1 3\n4 2\n" > "$2.x"
ln -s "$2.x" "$2"
