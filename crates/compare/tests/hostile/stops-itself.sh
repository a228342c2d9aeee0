#!/bin/sh
# It sleeps until somebody wakes it.
# class: timeout
# words: gave no answer within 1 s
# seconds: 1
kill -STOP $$
