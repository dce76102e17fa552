#!/usr/bin/env bash
# Builds the package into bindings/javascript/dist: the WebAssembly modules, and JavaScript with declarations. Installs missing tools.
# With WASM_DRAFT=1 the build is faster and the modules are larger, for tests.
set -euo pipefail
cd "$(dirname "$0")"
out=${CARGO_TARGET_DIR:-$PWD/target}/javascript
dist=$PWD/dist
# Vector instructions make the modules smaller and steps of bodies faster. Browsers have had them since 2021, Safari since 2023.
export WASM_FEATURES=+simd128
rm -rf "$dist"
mkdir -p "$dist"
bash ../../ci/wasm.sh bindings/javascript/Cargo.toml bumper_javascript "$dist/bumper.wasm" "$out"
bash ../../ci/wasm.sh bindings/javascript/Cargo.toml bumper_javascript "$dist/bumper-queries.wasm" "$out" \
    --no-default-features --features world,movement
bash ../../ci/wasm.sh bindings/javascript/Cargo.toml bumper_javascript "$dist/bumper-3d.wasm" "$out" \
    --no-default-features --features space
[ -d node_modules/typescript ] || npm ci --silent --no-audit --no-fund
node_modules/.bin/tsc
echo "export const base64 = '$(base64 -w 0 "$dist/bumper.wasm")';" > "$dist/inline_module.js"
cp src/inline_module.d.ts "$dist"
for module in "$dist"/*.wasm; do
    echo "$(basename "$module"): $(wc -c < "$module") bytes, $(gzip -9 < "$module" | wc -c) after gzip"
done
