#!/bin/sh
# A folder of the name of the answer.
# class: rubbish
# words: wrote rubbish: a folder where the answer belongs
mkdir -p "$2/a/b"
