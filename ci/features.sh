#!/usr/bin/env bash
# Every feature of the core alone, and none of them: linted, built and tested. Then all together, with their documentation:
# `cargo test --workspace` has those alone that the command has, so that the two share what is built.
set -euo pipefail
cd "$(dirname "$0")/.."

# Each is built anew and runs for a moment: what optimising takes is more than it gives.
export CARGO_PROFILE_DEV_OPT_LEVEL=0 CARGO_PROFILE_DEV_DEBUG=false
for feature in "" alloc std libm fixed serde mint glam rayon simd; do
    echo "features: ${feature:-none}"
    cargo clippy --quiet -p bumper --lib --no-default-features --features "$feature" -- -D warnings
    cargo test --quiet -p bumper --no-default-features --features "$feature" --test interop --test builds
done
unset CARGO_PROFILE_DEV_OPT_LEVEL CARGO_PROFILE_DEV_DEBUG
echo "features: none, and all that needs none"
cargo test --quiet -p bumper --no-default-features --lib --test bare
echo "features: all"
cargo test --quiet -p bumper --all-features --test interop
cargo test --quiet -p bumper --all-features --doc
