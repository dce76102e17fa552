#!/usr/bin/env bash
# What would be published can be packed, and what it is built on has a licence and comes from where it should. Installs what it needs.
set -euo pipefail
cd "$(dirname "$0")/.."

deny=target/tools/bin/cargo-deny
[ -x $deny ] || cargo install --quiet --locked --debug --version '^0.20' cargo-deny --root target/tools
for workspace in . bindings/c bindings/python handbook/figure; do
    echo "licences and sources: $workspace"
    $deny --manifest-path $workspace/Cargo.toml --config deny.toml --log-level error check licenses bans sources
done
cargo publish --quiet --workspace --dry-run --no-verify --allow-dirty
