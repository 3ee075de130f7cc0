#!/usr/bin/env bash
# run.sh FOLDER: builds the site from a copy of docs/ in FOLDER and clicks through it in Chromium. Writes nothing
# elsewhere.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$1

source "$here/../npm-packages.sh"

# The copy: docs/ and the pages that only a test needs. What links may lead to lies beside it, as in the repository.
mkdir -p "$work/docs"
find "$work" -mindepth 1 -maxdepth 1 ! -name docs -exec rm -f {} +
find "$work/docs" -mindepth 1 -maxdepth 1 ! -name node_modules -exec rm -rf {} +
for entry in "$root"/* "$root/.github"; do
  [[ $(basename "$entry") == @(docs|build) ]] || ln -s "$entry" "$work/"
done
tar -C "$root/docs" --exclude=./node_modules --exclude=./.vitepress/cache --exclude=./.vitepress/dist -cf - . |
  tar -C "$work/docs" --mode=u+w -xf -
cp -R "$here/sample/." "$work/docs/"
chmod -R u+w "$work/docs/en" "$work/docs/zh"
cd "$work/docs"

install_packages

# As it is published: in a folder, with an address for the repository.
export TINY_LLM_BASE=/course/ TINY_LLM_REPOSITORY=owner/name
node "$here/refusals.mjs"
start=$SECONDS
npm run build >build.log 2>&1 || {
  cat build.log
  exit 1
}
echo "ok    the site builds: $((SECONDS - start)) s"
node "$here/browser.mjs"
