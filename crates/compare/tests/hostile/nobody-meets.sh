#!/bin/sh
# A round without pairs.
# class: they-refuse
echo 0 > "$2"
