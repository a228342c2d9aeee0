#!/bin/sh
# No answer.
# class: no-output
# words: ended well and left no output
exit 0
