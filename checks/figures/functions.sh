#!/usr/bin/env bash
# functions.sh FIGURES: functions.mjs where there is Node; else exit 77, which ctest reads as skipped.
set -euo pipefail
if ! command -v node >/dev/null; then
  echo "skipped: no node here (Debian: nodejs)"
  exit 77
fi
exec node "$(dirname "$0")/functions.mjs" "$1"
