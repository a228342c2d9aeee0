#!/bin/sh
# Messages without end.
# class: rubbish
# words: wrote rubbish: more than 64 MiB of messages
exec cat /dev/zero >&2
