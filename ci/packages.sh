#!/usr/bin/env bash
# Checks that all crates can be packaged.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo publish --quiet --workspace --dry-run --no-verify --allow-dirty
