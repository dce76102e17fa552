#!/usr/bin/env bash
# Builds the handbook and tests it in a browser, then the programs that its figures' buttons copy. HANDBOOK_DRAFT=1 builds its module
# in less time, and larger than readers get it.
set -euo pipefail
cd "$(dirname "$0")/.."
bash handbook/build.sh
bash handbook/test.sh
node handbook/test/programs.mjs "$(realpath "${BUMPER:-${CARGO_TARGET_DIR:-target}/release/bumper}")"
