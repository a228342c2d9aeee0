#!/bin/sh
# A child in a session of its own.
# class: equal
setsid sleep "$3" &
printf "2\n1 3\n4 2\n" > "$2"
