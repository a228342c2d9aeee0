#!/bin/sh
# An answer without end.
# class: rubbish
# words: wrote rubbish: more than 8 MiB where the answer belongs
exec tr '\0' 'a' < /dev/zero > "$2"
