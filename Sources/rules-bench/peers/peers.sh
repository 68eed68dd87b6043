#!/bin/sh
# Compares with peers from PyPI, which are installed in a virtual environment within the folder, and with RE2 where
# its library is installed. usage: peers.sh FOLDER RULES-BENCH [ROUNDS]
set -e
scripts=$(dirname "$0")
[ -d "$1/data" ] || "$scripts/prepare.sh" "$1"
[ -d "$1/venv" ] || {
  python3 -m venv "$1/venv"
  "$1/venv/bin/pip" -q install --only-binary :all: -r "$scripts/requirements.txt"
}
"$1/venv/bin/python" "$scripts/prepare_cel.py" "$1"
"$1/venv/bin/python" "$scripts/compare.py" "$1" "$2" ${3:-3}
if c++ -O2 -std=c++17 "$scripts/re2.cc" -o "$1/re2-matches" -lre2 -lpthread 2> /dev/null; then
  "$1/re2-matches" "$1"
  "$2" "$1" --only matches || true
fi
