#!/usr/bin/env bash
# Checks the package for JavaScript: formatting and lints, its build, its tests, its types, and that the packed package can be installed and
# imported. Installs missing tools.
set -euo pipefail
cd "$(dirname "$0")/../bindings/javascript"
export CARGO_TARGET_DIR=$PWD/../../target/javascript

cargo fmt --check --all
cargo clippy --quiet --workspace --all-targets -- -D warnings
bash build.sh
bash test.sh

# Outside of the checkout, so that the package cannot use other files.
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm pack --silent --pack-destination "$place" > /dev/null
cd "$place"
npm install --silent --no-audit --no-fund ./bumper-collision-*.tgz
for entry in bumper-collision bumper-collision/queries bumper-collision/inline; do
    node --input-type=module -e "import { distance, init } from '$entry'; await init(); console.log('$entry', distance({ x: 0, y: 0 }, { x: 3, y: 4 }));"
done
