#!/bin/sh
# A program error whose exit code says that there is no pairing.
# class: crash
# words: ended with exit code 1: KeyError: 7
{ echo "Traceback (most recent call last):"; echo "  in f"; echo "KeyError: 7"; } >&2
exit 1
