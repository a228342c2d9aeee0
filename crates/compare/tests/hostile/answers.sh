#!/bin/sh
# The right answer: the suite asks the right question.
# class: equal
printf "2\n1 3\n4 2\n" > "$2"
