#!/bin/sh
# The question as the answer.
# class: rubbish
# words: wrote rubbish: found '012 four'
ln "$1" "$2"
