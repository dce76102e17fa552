#!/usr/bin/env bash
# What is asked before a release, and too slow or too far away for the gate: the examples in other engines, known faults of what is
# built on, whether what is packed builds, and whether the interface has kept its word. Needs the network, and
# `cargo install cargo-deny cargo-semver-checks`; what is not installed is told and fails. `--engines` does the first alone.
set -euo pipefail
cd "$(dirname "$0")/.."

echo "engines: Bevy runs, macroquad is built"
(
    cd examples/engines
    cargo run --quiet --bin bevy
    cargo build --quiet --bin macroquad
    cargo fmt -- --check
)
[ "${1:-}" = --engines ] && exit

for tool in deny semver-checks; do
    cargo "$tool" --version >/dev/null || { echo "cargo-$tool is missing: cargo install cargo-$tool" >&2; exit 1; }
done
cargo deny check advisories
bash ci/packages.sh
cargo publish --workspace --dry-run
# Against the last release; before the first there is nothing to keep.
release=$(git tag --list 'v*' --sort=-v:refname | head -n 1)
if [ -n "$release" ]; then
    cargo semver-checks -p bumper --baseline-rev "$release"
fi
