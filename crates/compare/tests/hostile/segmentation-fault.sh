#!/bin/sh
# The end of many programs.
# class: crash
# words: ended with signal: 11
kill -SEGV $$
