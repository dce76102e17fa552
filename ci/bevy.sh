#!/usr/bin/env bash
# Checks the Bevy plugin: formatting, lints, the headless tests of the 2D plugin and the examples in its documentation. Builds only the small
# crates of Bevy, by the committed lock file. With --all also the 3D plugin, and the time of a frame.
set -euo pipefail
cd "$(dirname "$0")/../crates/bevy_bumper"

cargo fmt --check
cargo clippy --locked --all-targets -- -D warnings
cargo test --locked --test plugin
cargo test --locked --doc
if [ "${1:-}" = --all ]; then
    cargo clippy --locked --all-targets --all-features -- -D warnings
    cargo test --locked --all-features
    cargo run --locked --release --example frame
fi
