#!/usr/bin/env bash
# Checks that all crates can be packaged, that the packages contain the licences and the README, and that the documents show no command that
# needs a release while there is none.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo publish --quiet --workspace --dry-run --no-verify --allow-dirty
for package in bumper bumper-scene bumper-cli; do
    files=$(cargo package --quiet --package "$package" --list --allow-dirty)
    for file in LICENSE-MIT LICENSE-APACHE README.md; do
        grep -qx "$file" <<< "$files" || { echo "$package: the package has no $file" >&2; exit 1; }
    done
    for file in LICENSE-MIT LICENSE-APACHE; do cmp "$file" "crates/$package/$file"; done
done

if [ -z "$(git tag --list 'v*')" ]; then
    commands='(cargo (add|install)|pip3? install|npm (install|i)|npx) +bumper'
    if git grep -nE "$commands" -- '*.md' '*.rs' '*.toml' '*.html' | grep -vE -- '--(path|git) |\.whl'; then
        echo "nothing is published yet, so these commands fail" >&2
        exit 1
    fi
fi
