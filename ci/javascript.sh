#!/usr/bin/env bash
# Checks the package for JavaScript: formatting and lints, its build, its tests, its types, and that the packed package works in Node, with
# bundlers and in Chromium. Installs missing tools.
set -euo pipefail
cd "$(dirname "$0")/../bindings/javascript"
export CARGO_TARGET_DIR=$PWD/../../target/javascript

cargo fmt --check --all
cargo clippy --quiet --workspace --all-targets --features space -- -D warnings
bash build.sh
bash test.sh

if ! command -v chromium > /dev/null; then
    as_root=$([ "$(id -u)" = 0 ] || echo sudo)
    $as_root apt-get update -qq
    $as_root apt-get install -y -qq --no-install-recommends chromium > /dev/null
fi
bash test/packed.sh
