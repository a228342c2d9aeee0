#!/bin/sh
# Player 1 has two games, player 4 none.
# class: illegal-theirs
printf '2\n1 3\n1 2\n' > "$2"
