#!/usr/bin/env bash
# Builds the handbook and tests it in a browser.
set -euo pipefail
cd "$(dirname "$0")/.."
bash handbook/build.sh
bash handbook/test.sh
