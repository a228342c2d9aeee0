#!/bin/sh
# Four byes in a field of four.
# class: illegal-theirs
printf '4\n1 0\n2 0\n3 0\n4 0\n' > "$2"
