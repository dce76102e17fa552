#!/usr/bin/env bash
# Builds the handbook, tests it in a browser, and runs the programs that the buttons below its figures copy. The WebAssembly module is a
# draft, which takes minutes less to build. With HANDBOOK_DRAFT= it is the published one, whose size is checked, too.
set -euo pipefail
cd "$(dirname "$0")/.."
export HANDBOOK_DRAFT=${HANDBOOK_DRAFT-1}
bash handbook/build.sh
bash handbook/test.sh
node handbook/test/programs.mjs "$(realpath "${BUMPER:-${CARGO_TARGET_DIR:-target}/release/bumper}")"
