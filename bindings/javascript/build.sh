#!/usr/bin/env bash
# Builds the package into bindings/javascript/dist: the WebAssembly modules, and JavaScript with declarations. Installs missing tools.
# With WASM_DRAFT=1 the build is faster and the modules are larger, for tests.
set -euo pipefail
cd "$(dirname "$0")"
dist=$PWD/dist
# The crate `speed` compiles what the others use from it, so that it is not in the module twice.
export WASM_SHARED=1
rm -rf "$dist"
mkdir -p "$dist"
bash ../../ci/wasm.sh bindings/javascript/Cargo.toml bumper_javascript "$dist/bumper.wasm"
bash ../../ci/wasm.sh bindings/javascript/Cargo.toml bumper_javascript "$dist/bumper-queries.wasm" \
    --no-default-features --features world,movement
bash ../../ci/wasm.sh bindings/javascript/Cargo.toml bumper_javascript "$dist/bumper-3d.wasm" \
    --no-default-features --features space
[ -d node_modules/typescript ] || npm ci --silent --no-audit --no-fund
node_modules/.bin/tsc
echo "export const base64 = '$(base64 -w 0 "$dist/bumper.wasm")';" > "$dist/inline_module.js"
cp src/inline_module.d.ts src/wasm_file.d.ts "$dist"
for module in "$dist"/*.wasm; do
    echo "$(basename "$module"): $(wc -c < "$module") bytes, $(gzip -9 < "$module" | wc -c) after gzip"
done
