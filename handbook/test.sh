#!/usr/bin/env bash
# Tests the handbook that build.sh has built, in headless Chromium. Installs missing tools. Screenshots are left in
# target/handbook-pictures. With names of pages as arguments, tests only these pages.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! command -v chromium > /dev/null; then
    as_root=$([ "$(id -u)" = 0 ] || echo sudo)
    $as_root apt-get update -qq
    $as_root apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core > /dev/null
fi
[ -d handbook/node_modules/playwright-core ] || npm ci --prefix handbook --silent --no-audit --no-fund
bumper=$(realpath "${BUMPER:-${CARGO_TARGET_DIR:-target}/release/bumper}")
python3 handbook/listings/check.py "$bumper" | grep -qx "wall dot overlapping 1.*"
node handbook/test/test.mjs "$bumper" target/handbook "$@"
