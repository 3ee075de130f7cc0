# For the tests that need npm's packages and Chromium; sourced. Exit 77, which ctest reads as skipped, where something is missing; where
# CI=true has Node, npm and Chromium, nothing is skipped.

skip() {
  echo "skipped: $*"
  exit 77
}

for tool in node npm; do
  command -v "$tool" >/dev/null || skip "no $tool here (Debian: nodejs npm)"
done
node_version=$(node -p process.versions.node)
((${node_version%%.*} >= 18)) || skip "Node $node_version is older than 18"
for CHROMIUM in "${CHROMIUM:-}" chromium chromium-browser google-chrome; do
  CHROMIUM=$(command -v "$CHROMIUM") && break
done
[[ -n $CHROMIUM ]] || skip "no chromium here (Debian: chromium fonts-noto-cjk)"
export CHROMIUM

# Installs what package-lock.json of this folder says, once for each lock file.
install_packages() {
  local wanted
  wanted=$(cat package.json package-lock.json | cksum)-$node_version
  [[ $(cat node_modules/.for 2>/dev/null) != "$wanted" ]] || return 0
  if ! npm ci --prefer-offline --fetch-retries 1 >npm.log 2>&1; then
    cat npm.log
    [[ ${CI:-} == true ]] || skip "npm ci could not get the packages (its messages are above)"
    exit 1
  fi
  echo "$wanted" >node_modules/.for
}
