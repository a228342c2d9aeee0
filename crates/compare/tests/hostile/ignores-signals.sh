#!/bin/sh
# What asks it to end is not heard.
# class: timeout
# words: gave no answer within 1 s
# seconds: 1
trap '' TERM INT HUP QUIT
while :; do sleep 1; done
