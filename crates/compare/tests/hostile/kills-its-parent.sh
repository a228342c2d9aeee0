#!/bin/sh
# Its parent is ended, and it is not waited for.
# class: crash
# words: ended with signal: 9
kill -KILL $PPID
