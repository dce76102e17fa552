#!/usr/bin/env bash
# Builds the WebAssembly module of the figures, target/handbook-build/bumper.wasm. With HANDBOOK_DRAFT=1 the build is faster and the module
# larger, for tests.
set -euo pipefail
cd "$(dirname "$0")/.."
WASM_DRAFT=${HANDBOOK_DRAFT:-} bash ci/wasm.sh handbook/figure/Cargo.toml figure target/handbook-build/bumper.wasm
