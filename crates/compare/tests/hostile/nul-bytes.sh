#!/bin/sh
# A byte that ends texts in C.
# class: rubbish
# words: wrote rubbish: found '2\0'
printf '2\0\n1 3\n4 2\n' > "$2"
