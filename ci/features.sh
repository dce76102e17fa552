#!/usr/bin/env bash
# Every feature of the core alone, none of them, and all together: built, linted and tested.
set -euo pipefail
cd "$(dirname "$0")/.."

for feature in "" alloc std libm fixed serde mint glam rayon; do
    echo "features: ${feature:-none}"
    cargo clippy --quiet -p bumper --lib --no-default-features --features "$feature" -- -D warnings
    cargo test --quiet -p bumper --no-default-features --features "$feature" --test interop --test builds
done
echo "features: none, and all that needs none"
cargo test --quiet -p bumper --no-default-features --lib --test bare
echo "features: all, and what needs several"
cargo test --quiet -p bumper --all-features --test all --test interop --test builds
cargo test --quiet -p bumper --all-features --doc
