#!/bin/sh
# Its parent is stopped, and it hangs.
# class: timeout
# seconds: 2
kill -STOP $PPID
exec sleep "$3"
