#!/bin/sh
# A link that leads nowhere.
# class: rubbish
# words: wrote rubbish: a link where the answer belongs
ln -s "$2" "$2"
