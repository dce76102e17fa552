#!/usr/bin/env bash
# Builds the handbook and tests it in a browser. HANDBOOK_DRAFT=1 builds its module in less time, and larger than readers get it.
set -euo pipefail
cd "$(dirname "$0")/.."
bash handbook/build.sh
bash handbook/test.sh
