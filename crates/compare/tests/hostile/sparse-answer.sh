#!/bin/sh
# A hundred gigabytes that take no room.
# class: rubbish
# words: wrote rubbish: more than 8 MiB where the answer belongs
truncate -s 100G "$2"
