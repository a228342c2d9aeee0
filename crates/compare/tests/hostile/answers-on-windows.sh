#!/bin/sh
# Carriage returns are no offence.
# class: equal
printf '2\r\n1 3\r\n4 2\r\n' > "$2"
