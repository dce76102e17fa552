#!/usr/bin/env bash
# Builds the handbook in target/handbook, as a site of static files. Installs missing tools. BUMPER is the path of the command, if it is
# already built.
set -euo pipefail
cd "$(dirname "$0")/.."
bash handbook/build-wasm.sh
bumper=${BUMPER:-${CARGO_TARGET_DIR:-target}/release/bumper}
if [ -z "${BUMPER:-}" ]; then cargo build --quiet --release; fi
if ! [ -f bindings/javascript/dist/bumper.wasm ]; then WASM_DRAFT=${HANDBOOK_DRAFT:-} bash bindings/javascript/build.sh; fi
[ -d handbook/node_modules/esbuild ] || npm ci --prefix handbook --silent --no-audit --no-fund
rm -rf target/handbook
node handbook/build/pages.mjs "$bumper" target/handbook
