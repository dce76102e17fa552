#!/usr/bin/env bash
# Tests the package that build.sh has built, in Node. Compares it with answers of a native build of the library.
set -euo pipefail
cd "$(dirname "$0")"
target=${CARGO_TARGET_DIR:-$PWD/target}
cargo test --quiet --lib
mkdir -p "$target/javascript"
cargo run --quiet --example vectors "$target/javascript/vectors.bin"
cargo run --quiet --features space --example space_vectors "$target/javascript/space_vectors.bin"
export BUMPER_SPACE_VECTORS=$target/javascript/space_vectors.bin
cargo run --quiet --example scenes "$target/javascript/scenes.bin"
cargo run --quiet --example simulations "$target/javascript/simulations.bin"
export BUMPER_SIMULATIONS=$target/javascript/simulations.bin
node_modules/.bin/tsc --project test/tsconfig.json
BUMPER_VECTORS=$target/javascript/vectors.bin BUMPER_SCENES=$target/javascript/scenes.bin node --test test/*.test.js
