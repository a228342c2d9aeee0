#!/bin/sh
# Too many messages, already over when they are noticed.
# class: rubbish
# words: wrote rubbish: more than 64 MiB of messages
head -c 70000000 /dev/zero
printf "2\n1 3\n4 2\n" > "$2"
