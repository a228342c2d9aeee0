#!/bin/sh
# No UTF-8.
# class: rubbish
# words: wrote rubbish: found '4 ��'
printf '2\n1 3\n4 \377\376\n' > "$2"
