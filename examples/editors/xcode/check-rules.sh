#!/bin/sh
# A build phase of Xcode that shows what is wrong with rules beside their lines.
#
# Target › Build Phases › New Run Script Phase:
#
#   "$SRCROOT/Scripts/check-rules.sh" "$SRCROOT/Firebase"
#
# with the folder that holds firebase.json. Turn "User Script Sandboxing" off for the target, or name the
# files of the folder as inputs of the phase; and "Based on dependency analysis" off, so that the phase is
# run in each build.

set -u

folder=${1:-${SRCROOT:-.}}
PATH=$PATH:/opt/homebrew/bin:/usr/local/bin

if ! command -v rulescheck >/dev/null; then
  echo "warning: rulescheck is not installed, so the rules are not checked"
  exit 0
fi

# Xcode takes lines that begin with FILE:LINE:COLUMN: error: or warning: for issues, if FILE is absolute.
folder=$(cd "$folder" && pwd) || exit 1
rulescheck check "$folder" || exit 1

# Steps of tests that fail become issues, too.
rulescheck test --quiet "$folder" |
  awk '
    /^ *\// && /:[0-9]+:[0-9]+: (allow|deny|error) / { place = $0; sub(/^ */, "", place); next }
    place != "" { sub(/^ */, ""); step = place; sub(/:[0-9]+:[0-9]+: .*/, "", step)
      numbers = substr(place, length(step) + 1); match(numbers, /^:[0-9]+:[0-9]+:/)
      print step substr(numbers, 1, RLENGTH) " error: " $0 ": " substr(numbers, RLENGTH + 2)
      place = ""; failed = 1; next }
    { print }
    END { exit failed }
  '
