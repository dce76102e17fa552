#!/usr/bin/env bash
# Packs the package that build.sh has built, installs it into a new project, and uses it there: in Node, with TypeScript, and in headless
# Chromium after Vite and esbuild have bundled it. Then checks its form by publint and "Are the types wrong?", and runs the tests in Chromium,
# with the answers of the native library that test.sh has written. The tools are installed once, into the directory BUMPER_TOOLS.
set -euo pipefail
cd "$(dirname "$0")"
here=$PWD
data=${CARGO_TARGET_DIR:-$here/../target}/javascript
tools=${BUMPER_TOOLS:-$data/tools}
[ -f "$data/scenes.bin" ] || { echo "packed.sh: run test.sh first, which writes $data/scenes.bin" >&2; exit 1; }
project=$(mktemp -d)
trap 'rm -rf "$project"' EXIT

if ! cmp -s packed/package.json "$tools/installed.json"; then
    rm -rf "$tools"
    mkdir -p "$tools"
    cp packed/package.json "$tools"
    npm install --prefix "$tools" --loglevel=error --no-audit --no-fund > /dev/null
    cp packed/package.json "$tools/installed.json"
fi
bin=$tools/node_modules/.bin
open() { node "$here/browser.mjs" "$@" --tools "$tools"; }

tarball=$project/$(npm pack .. --silent --pack-destination "$project")
cd "$project"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts "$tarball"
cp "$here"/packed/*.js "$here"/packed/*.ts .

echo "packed: Node"
node entries.js

echo "packed: TypeScript"
for resolution in node16 bundler; do
    module=$([ $resolution = node16 ] && echo node16 || echo es2022)
    "$bin/tsc" --noEmit --strict --target es2022 --lib es2022,dom --module $module --moduleResolution $resolution game.ts bundled.ts
done
"$bin/tsc" --outDir compiled --target es2022 --lib es2022,dom --module node16 --moduleResolution node16 game.ts
[ "$(node compiled/game.js)" = passed ]

page() { echo "<!doctype html><link rel=icon href=data:,><title></title><script type=module src=$1></script>"; }

echo "packed: Vite"
page ./game.ts > index.html
"$bin/vite" build --base ./ --logLevel error --outDir vite --configLoader native
open vite index.html

echo "packed: esbuild"
"$bin/esbuild" bundled.ts inline.js --bundle --minify --format=esm --loader:.wasm=file --outdir=esbuild --log-level=error
page ./bundled.js > esbuild/index.html
page ./inline.js > esbuild/inline.html
open esbuild index.html
open esbuild inline.html

echo "packed: the pages of the README"
awk '/^```html/ { n++; page = "readme-" n ".html"; print "<!doctype html><meta charset=utf-8><link rel=icon href=data:,>" > page; next }
    /^```/ { page = ""; next } page { print > page }' "$here/../README.md"
for readme in readme-*.html; do open . "$readme" --seconds 1; done

echo "packed: the page of the handbook"
open "$here/.." examples/dot_and_wall.html --seconds 1 --keys ArrowRight

echo "packed: publint and attw"
"$bin/publint" "$tarball" --strict
"$bin/attw" "$tarball" --profile esm-only --no-emoji --quiet

echo "packed: the tests in Chromium"
open "$here/../../.." bindings/javascript/test/browser/index.html --data "$data"
