#!/usr/bin/env bash
# Opens the examples in headless Chromium for some seconds, with the libraries that they use, and fails if there is an error. The libraries
# are installed once, into the directory BUMPER_LIBRARIES; they take 250 MB. With an argument, writes pictures to this directory.
set -euo pipefail
cd "$(dirname "$0")"
libraries=${BUMPER_LIBRARIES:-${CARGO_TARGET_DIR:-$PWD/../target}/javascript/libraries}
pictures=${1:-}
names=$(grep -ohE "jsdelivr.net/npm/[^/]+" ../examples/*.html | sed "s|.*/npm/||")
if [ "$names" != "$(cat "$libraries/installed" 2> /dev/null)" ]; then
    mkdir -p "$libraries"
    echo '{ "private": true }' > "$libraries/package.json"
    npm install --prefix "$libraries" --loglevel=error --no-audit --no-fund $names playwright-core@1.65.1 > /dev/null
    echo "$names" > "$libraries/installed"
fi
for page in ../examples/*.html; do
    name=$(basename "$page" .html)
    echo "pages: $name"
    node browser.mjs .. "examples/$name.html" --tools "$libraries" --seconds 3 --keys ArrowRight ${pictures:+--picture "$pictures/$name.png"}
done
