#!/bin/sh
# It waits for what nobody says.
# class: equal
cat > /dev/null
printf "2\n1 3\n4 2\n" > "$2"
