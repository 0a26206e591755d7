#!/bin/sh
# Swaps a list, one line after another, and never a line twice.
#
#   swap-list.sh <name> <file> [options of swapline swap]
#
# A line of the file is `amount sell buy`, such as `1500 USDT ETH`; empty lines and comments (#) are skipped. Every line
# is swapped under an id of its own, `<name>/<line number>`: run the same command again after a failure, a crash or a
# power cut, and lines that are done or on their way are only looked up. So keep the name and the numbers: append lines,
# do not insert or delete any. A line that was changed after its swap was signed is refused, not swapped again.
#
# stdout gets a JSON document for every attempt, stderr what a person wants to know. The script stops at the first line
# that does not end well, with swapline's exit code, because later lines may need the tokens of this one.
set -u

fail() {
  echo "$1" >&2
  exit 2
}

[ $# -ge 2 ] || fail "usage: $0 <name> <file> [options of swapline swap]"
name=$1
file=$2
shift 2
case $name in *[!A-Za-z0-9._-]* | '') fail 'the name may have letters, digits and . _ - only' ;; esac
[ -f "$file" ] && [ -r "$file" ] || fail "$file is not a file that can be read"
command -v swapline >/dev/null || fail 'swapline is not in the PATH'

# Without comments and carriage returns; the last line may lack its newline.
lines() { awk '{ sub(/#.*/, ""); gsub(/\r/, ""); print }' "$file"; }

# The whole list is checked before anything is swapped.
lines | awk '
  NF > 0 && (NF != 3 || $1 !~ /^[0-9]+(\.[0-9]+)?%?$/ || $2 ~ /^-/ || $3 ~ /^-/) {
    print "line " NR " is not `amount sell buy`: " $0
    bad = 1
  }
  END { exit bad }
' >&2 || exit 2

# 5 means that the network did not answer and nothing was sent: the same id may try again.
swap_line() {
  id=$1 amount=$2 sell=$3 buy=$4
  shift 4
  for pause in 2 5 10 0; do
    code=0
    swapline swap "$amount" "$sell" "$buy" --id "$id" -y --no-input -q -o jsonl "$@" </dev/null || code=$?
    if [ $code -ne 5 ] || [ $pause -eq 0 ]; then return $code; fi
    echo "$id: the network does not answer, trying again in $pause s" >&2
    sleep $pause
  done
}

explain() {
  case $1 in
    2 | 3 | 4 | 5 | 6 | 7 | 9 | 10 | 11 | 130 | 143)
      echo 'nothing was sent: remove the cause, which the JSON document names, and run this script again' ;;
    8 | 12 | 14)
      echo "this line is over: see 'swapline status $2', and append a new line if you still want the swap" ;;
    *)
      echo "it may have been sent: 'swapline status $2' says so; to follow it, run this script again" ;;
  esac
}

number=0
lines | while read -r amount sell buy; do
  number=$((number + 1))
  [ -n "$amount" ] || continue
  id=$name/$number
  code=0
  swap_line "$id" "$amount" "$sell" "$buy" "$@" || code=$?
  if [ $code -ne 0 ]; then
    echo "$id: $amount $sell for $buy ended with $code; $(explain $code "$id")" >&2
    exit $code
  fi
  echo "$id: $amount $sell for $buy is done" >&2
done
