#!/usr/bin/env bash
# run.sh STORY FOLDER: talks to the server, the program STORY, with clients that are installed in FOLDER.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
source "$here/../npm-packages.sh"
command -v curl >/dev/null || skip "no curl here (Debian: curl)"
mkdir -p "$2"
cp "$here/package.json" "$here/package-lock.json" "$2"
cd "$2"
install_packages
node "$here/clients.mjs" "$1"
