#!/bin/sh
# A child survives.
# class: equal
sleep "$3" &
printf "2\n1 3\n4 2\n" > "$2"
