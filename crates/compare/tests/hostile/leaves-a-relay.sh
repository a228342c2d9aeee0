#!/bin/sh
# Each child starts the next one in a new session, and ends.
# class: equal
[ "$4" ] || printf "2\n1 3\n4 2\n" > "$2"
sleep 0.02
setsid sh "$0" "$1" "$2" "$3" again &
