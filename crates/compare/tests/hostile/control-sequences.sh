#!/bin/sh
# Words that would clear a terminal and name its window.
# class: rubbish
# words: wrote rubbish: found '\u{1b}[2J\u{1b}]0;hello\u{7}'
printf '\033[2J\033]0;hello\007\n' > "$2"
