#!/usr/bin/env bash
# run.sh FOLDER: builds the site from a copy of docs/ in FOLDER and clicks through it in Chromium. Writes nothing
# elsewhere. Exit 77, which ctest reads as skipped, where something is missing; where CI=true has Node, npm and
# Chromium, nothing is skipped.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$1

skip() {
  echo "skipped: $*"
  exit 77
}

for tool in node npm; do
  command -v "$tool" >/dev/null || skip "no $tool here (Debian: nodejs npm)"
done
version=$(node -p process.versions.node)
((${version%%.*} >= 18)) || skip "Node $version is older than 18"
for CHROMIUM in "${CHROMIUM:-}" chromium chromium-browser google-chrome; do
  CHROMIUM=$(command -v "$CHROMIUM") && break
done
[[ -n $CHROMIUM ]] || skip "no chromium here (Debian: chromium fonts-noto-cjk)"
export CHROMIUM

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

# The packages, once for each lock file.
wanted=$(cat package.json package-lock.json | cksum)-$version
if [[ $(cat node_modules/.for 2>/dev/null) != "$wanted" ]]; then
  if ! npm ci --prefer-offline --fetch-retries 1 >npm.log 2>&1; then
    cat npm.log
    [[ ${CI:-} == true ]] || skip "npm ci could not get the packages (its messages are above)"
    exit 1
  fi
  echo "$wanted" >node_modules/.for
fi

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
