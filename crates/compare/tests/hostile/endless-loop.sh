#!/bin/sh
# Busy until it is ended.
# class: timeout
# words: gave no answer within 1 s
# seconds: 1
while :; do :; done
