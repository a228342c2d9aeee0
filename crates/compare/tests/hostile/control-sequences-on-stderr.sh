#!/bin/sh
# The same, in a message.
# class: crash
# words: ended with exit code 9: \u{1b}[31mred
printf '\033[31mred\n' >&2
exit 9
