#!/usr/bin/env bash
# Tests the package that build.sh has built, in Node. Compares it with answers of a native build of the library.
set -euo pipefail
cd "$(dirname "$0")"
target=${CARGO_TARGET_DIR:-$PWD/target}
# All with the same features, so that the library is compiled once.
cargo test --quiet --lib --features space
mkdir -p "$target/javascript"
cargo run --quiet --features space --example vectors "$target/javascript/vectors.bin"
cargo run --quiet --features space --example space_vectors "$target/javascript/space_vectors.bin"
export BUMPER_SPACE_VECTORS=$target/javascript/space_vectors.bin
cargo run --quiet --features space --example scenes "$target/javascript/scenes.bin"
cargo run --quiet --features space --example simulations "$target/javascript/simulations.bin"
export BUMPER_SIMULATIONS=$target/javascript/simulations.bin
node_modules/.bin/tsc --project test/tsconfig.json
BUMPER_VECTORS=$target/javascript/vectors.bin BUMPER_SCENES=$target/javascript/scenes.bin node --test test/*.test.js
