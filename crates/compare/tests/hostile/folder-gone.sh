#!/bin/sh
# The folder of the question is gone.
# class: no-output
# words: ended well and left no output
rm -rf "$(dirname "$1")"
