#!/usr/bin/env bash
# Lints the core with each feature alone, and the command without its window. Tests the core without features (the square root is then
# computed in integers) and the conversions with all of them. `cargo test --workspace` tests the features that the command uses.
set -euo pipefail
cd "$(dirname "$0")/.."

for feature in "" alloc std libm fixed serde mint glam rayon simd compact; do
    echo "lint: features: ${feature:-none}"
    cargo clippy --quiet -p bumper --lib --no-default-features --features "$feature" -- -D warnings
done
echo "lint: the command without a window"
cargo clippy --quiet -p bumper-cli --no-default-features --all-targets -- -D warnings
# These tests are short, so most of the time goes into compiling them.
export CARGO_PROFILE_DEV_OPT_LEVEL=0 CARGO_PROFILE_DEV_DEBUG=false
echo "test: no features"
cargo test --quiet -p bumper --no-default-features --test bare --test builds
echo "test: compact code"
cargo test --quiet -p bumper --no-default-features --features compact --test builds
echo "test: all features"
cargo test --quiet -p bumper --all-features --test interop
