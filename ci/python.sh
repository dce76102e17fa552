#!/usr/bin/env bash
# Checks the Python package: formatting and lints; that the source distribution is complete and builds in an empty environment; that
# the wheel works in an environment without other packages; and the tests, type hints and stubs, including pygame's tests of masks.
# With --all the tests also run with a wheel for a single Python version. Screenshots of the examples are left in target/python/pictures.
set -euo pipefail
cd "$(dirname "$0")/.."
package=$PWD/bindings/python
out=$PWD/target/python
mkdir -p "$out/pictures"
export CARGO_TARGET_DIR=$out/target PIP_DISABLE_PIP_VERSION_CHECK=1 PATH=$out/tools/bin:$PATH

cargo fmt --check --manifest-path bindings/python/Cargo.toml
[ -x "$out/tools/bin/pip" ] || python3 -m venv "$out/tools"
"$out/tools/bin/pip" install --quiet 'maturin>=1.8,<2' pytest hypothesis pygame-ce numpy mypy typing_extensions pyright

# Unpacks the source distribution outside of the checkout, so that the build cannot use other files of the checkout.
rm -rf "$out/source" "$out/wheel" "$out/empty" "$out/single"
mkdir -p "$out/source/whole"
"$out/tools/bin/maturin" sdist --manifest-path "$package/Cargo.toml" --out "$out/source" > "$out/sdist.log" 2>&1 ||
    { cat "$out/sdist.log" >&2; exit 1; }
tar xf "$out/source"/*.tar.gz -C "$out/source/whole" --strip-components 1
# All files in the archive are dated 2006. They get new dates, because cargo would otherwise reuse earlier builds.
find "$out/source/whole" -type f -exec touch {} +
# Builds in an empty environment. pip installs only the build requirements there.
python3 -m venv "$out/empty"
"$out/empty/bin/pip" wheel --quiet --no-deps --wheel-dir "$out/wheel" "$out/source/whole"
if [ "${1:-}" = --all ]; then
    "$out/tools/bin/pip" wheel --quiet --no-deps --no-build-isolation --wheel-dir "$out/single" \
        --config-settings build-args="--no-default-features" "$out/source/whole"
    "$out/tools/bin/pip" install --quiet --no-deps --target "$out/single/installed" "$out/single"/*.whl
fi
# The default wheel must work with all Python versions, and contain the licenses and authors.
for file in "$out/wheel"/*-cp39-abi3-*.whl; do
    "$out/tools/bin/python" -c '
import sys, zipfile
names = zipfile.ZipFile(sys.argv[1]).namelist()
assert {"LICENSE-MIT", "LICENSE-APACHE"} <= {name.rpartition("/")[2] for name in names}, names
data = zipfile.ZipFile(sys.argv[1]).read(next(name for name in names if name.endswith("/METADATA"))).decode()
assert all(f"\n{key}: " in data for key in ("Author", "Project-URL", "License-Expression", "License-File")), data
links = [line.rpartition(" ")[2] for line in data.splitlines() if line.startswith("Project-URL: ")]
assert links and all(link.startswith("https://pypi.org/project/bumper-collision/") for link in links), links
' "$file"
done
cmp LICENSE-MIT "$package/LICENSE-MIT"
cmp LICENSE-APACHE "$package/LICENSE-APACHE"
"$out/empty/bin/pip" install --quiet "$out/wheel"/*.whl
(cd "$out" && "$out/empty/bin/python" -I -c '
import bumper
assert bumper.Circle(0, 0, 5).intersects((5, 0, 9, 9))
mask = bumper.Mask((3, 2), fill=True)
assert mask.get_rect(x=4) == bumper.Rect(4, 0, 3, 2) and mask.get_bounding_rects() == [bumper.Rect(0, 0, 3, 2)]
assert mask.get_rect() == mask.get_rect() == bumper.Rect(0, 0, 3, 2) != bumper.Mask((0, 2)).get_rect()
')
(cd "$out" && "$out/empty/bin/python" -I -m doctest "$package/README.md")
"$out/tools/bin/pip" install --quiet --force-reinstall --no-deps "$out/wheel"/*.whl

cargo clippy --release --quiet --manifest-path bindings/python/Cargo.toml --all-targets -- -D warnings
cargo clippy --release --quiet --manifest-path bindings/python/Cargo.toml --no-default-features -- -D warnings

# Copies the tests, because in the folder of the package Python would import its `python` folder instead of the installed package.
rm -rf "$out/check"
mkdir "$out/check"
cp -r "$package/tests" "$package/examples" "$package/README.md" "$package/pyproject.toml" "$out/check"
cd "$out/check"
export BUMPER_CHECKOUT=$OLDPWD
BUMPER_PICTURES=$out/pictures "$out/tools/bin/python" -m pytest -q --no-header
for listing in "$BUMPER_CHECKOUT"/handbook/listings/*.js; do
    program=${listing%.js}.py
    if [ -f "$program" ]; then "$out/tools/bin/python" "$program" > /dev/null || { echo "$program fails" >&2; exit 1; }; fi
done
if [ -d "$out/single/installed" ]; then PYTHONPATH=$out/single/installed "$out/tools/bin/python" -m pytest -q --no-header; fi
"$out/tools/bin/python" -m mypy.stubtest bumper
"$out/tools/bin/python" -m mypy --strict -p bumper
"$out/tools/bin/python" -m mypy --strict tests/typed.py
"$out/tools/bin/pyright" --pythonpath "$out/tools/bin/python" tests/typed.py

# Compares the masks of the library with those of pygame-ce; the tests of the workspace skip this.
cd "$BUMPER_CHECKOUT"
(unset CARGO_TARGET_DIR && cargo test --quiet --workspace --test all -- --ignored masks_agree_with_pygame)
