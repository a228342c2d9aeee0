#!/bin/sh
# A link to a file without end.
# class: rubbish
# words: wrote rubbish: a link where the answer belongs
ln -s /dev/zero "$2"
