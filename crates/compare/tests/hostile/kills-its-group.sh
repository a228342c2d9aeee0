#!/bin/sh
# It takes everything it has started with it, and nothing else.
# class: crash
# words: ended with signal: 9
kill -KILL 0
