#!/bin/sh
# No standard streams at the end.
# class: equal
printf "2\n1 3\n4 2\n" > "$2"
exec <&- >&- 2>&-
