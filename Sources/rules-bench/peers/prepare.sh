#!/bin/sh
# Makes the folder of workloads that rules-bench and its peers measure. Needs Python 3 and nothing else.
# usage: prepare.sh FOLDER
set -e
scripts=$(dirname "$0")
mkdir -p "$1/policies"
python3 "$scripts/workloads.py" "$1"
python3 "$scripts/patterns.py" "$1"
python3 "$scripts/tests.py" "$1"
cp "$scripts/w1.rules" "$scripts/w2.rules" "$1/policies/"
