#!/usr/bin/env bash
# Builds the handbook and puts it into the command: every later build of the crate bumper-cli contains it, and so does its package, until
# crates/bumper-cli/handbook.json.gz is deleted.
set -euo pipefail
cd "$(dirname "$0")/.."
bash handbook/build.sh
node handbook/build/embed.mjs target/handbook crates/bumper-cli/handbook.json.gz
touch crates/bumper-cli/build.rs
