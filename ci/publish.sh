#!/usr/bin/env bash
# Checks before a release that are too slow for the gate or need a network: examples in other engines, licences and security
# advisories of dependencies, the documentation's examples with all features, the packages, and whether the public interface is compatible with the last release.
# Needs `cargo install cargo-deny cargo-semver-checks`. `--engines` runs only the examples in other engines.
set -euo pipefail
cd "$(dirname "$0")/.."

echo "engines: run the Bevy example, build the macroquad examples"
(
    cd examples/engines
    cargo run --quiet --bin bevy
    cargo build --quiet --bin macroquad --bin level3d
    cargo fmt -- --check
)
[ "${1:-}" = --engines ] && exit

for tool in deny semver-checks; do
    cargo "$tool" --version >/dev/null || { echo "cargo-$tool is missing: cargo install cargo-$tool" >&2; exit 1; }
done
for workspace in . bindings/c bindings/python handbook/figure; do
    echo "dependencies: $workspace"
    cargo deny --manifest-path $workspace/Cargo.toml --config deny.toml --log-level error check advisories licenses bans sources
done
cargo test --quiet -p bumper --all-features --doc
bash ci/python.sh --all
# The package of the command contains the handbook, which is not in Git.
bash handbook/embed.sh
cargo publish --workspace --dry-run --allow-dirty
# Before the first release there is nothing to compare with.
release=$(git tag --list 'v*' --sort=-v:refname | head -n 1)
if [ -n "$release" ]; then
    cargo semver-checks -p bumper --baseline-rev "$release"
fi
