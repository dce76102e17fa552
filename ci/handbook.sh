#!/usr/bin/env bash
# Builds the handbook, tests it in a browser, and runs the programs that the buttons below its figures copy. HANDBOOK_DRAFT=1 builds the
# WebAssembly module faster, but larger than the published one.
set -euo pipefail
cd "$(dirname "$0")/.."
bash handbook/build.sh
bash handbook/test.sh
node handbook/test/programs.mjs "$(realpath "${BUMPER:-${CARGO_TARGET_DIR:-target}/release/bumper}")"
