#!/bin/sh
# The same, and its environment is gone.
# class: equal
setsid env -i /bin/sh -c "sleep $3" &
printf "2\n1 3\n4 2\n" > "$2"
