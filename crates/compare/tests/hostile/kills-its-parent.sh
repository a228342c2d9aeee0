#!/bin/sh
# Its parent is ended, and it is not waited for.
# class: crash
# words: ended with signal: 9
# ends by itself, whenever that is: who would end it is gone
kill -KILL $PPID
