#!/bin/sh
# Reading it would wait for ever.
# class: rubbish
# words: wrote rubbish: no plain file where the answer belongs
mkfifo "$2"
