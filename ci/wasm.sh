#!/usr/bin/env bash
# Builds a WebAssembly module: ci/wasm.sh MANIFEST LIBRARY OUTPUT [cargo arguments ...]. LIBRARY is the name of the library in the manifest.
# Uses the toolchain's own wasm target if it is installed, otherwise Debian's compiler and the source of the standard library. Installs
# missing tools. With WASM_DRAFT=1 the build is faster and the module larger, for tests. With WASM_SHARED=1, crates share their generic
# code: with crates of different levels of optimization, the module is smaller, and otherwise larger.
set -euo pipefail
cd "$(dirname "$0")/.."
manifest=$1
library=$2
output=$3
shift 3
out=$PWD/target/wasm
# Vector instructions make modules smaller and steps of bodies faster. Browsers have had them since 2021, Safari since 2023.
features=-Ctarget-feature=+simd128
target=wasm32-unknown-unknown
install() {
    local as_root
    as_root=$([ "$(id -u)" = 0 ] || echo sudo)
    $as_root apt-get update -qq
    $as_root apt-get install -y -qq --no-install-recommends "$@" > /dev/null
}
mkdir -p "$out" "$(dirname "$output")"
draft=${WASM_DRAFT:-}
if [ -n "$draft" ]; then export CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16; fi
if rustup target list --installed 2> /dev/null | grep -q "^$target$"; then
    RUSTFLAGS="${RUSTFLAGS:-} $features" cargo build --quiet --release --lib --manifest-path "$manifest" --target $target --target-dir "$out" "$@"
else
    if ! [ -d /usr/lib/rustlib/src/rust/library ] || ! command -v wasm-ld > /dev/null; then
        install rustc-web cargo-web rust-web-src lld
    fi
    # A panic aborts the module at once, without a message: panic messages would take a third of its size. `optimize_for_size` selects
    # small sorts in the standard library.
    sharing=${WASM_SHARED:+-Zshare-generics=y}
    export RUSTFLAGS="-Zunstable-options $sharing $features -Cpanic=immediate-abort -Zlocation-detail=none -Zfmt-debug=none -Zub-checks=no"
    RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld \
        /usr/bin/cargo build --quiet --release --lib --manifest-path "$manifest" --target $target --target-dir "$out" \
        -Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size "$@"
fi
if [ -n "$draft" ]; then
    cp "$out/$target/release/$library.wasm" "$output"
    exit
fi
# With these passes, the compressed module is smaller than with the compiler's own optimization for size.
if ! command -v wasm-opt > /dev/null; then install binaryen; fi
wasm-opt -O1 --rse --pick-load-signs --memory-packing --dae-optimizing --rse --code-folding --pick-load-signs \
    --ssa-nomerge --code-pushing --remove-unused-module-elements --const-hoisting --remove-unused-names \
    --remove-unused-module-elements --reorder-functions --dae-optimizing --duplicate-import-elimination \
    --remove-unused-module-elements --reorder-locals --duplicate-function-elimination --precompute-propagate \
    --reorder-locals --reorder-locals --memory-packing --duplicate-function-elimination --duplicate-function-elimination \
    --pick-load-signs --coalesce-locals --rse --remove-unused-brs --vacuum --merge-blocks --vacuum \
    --simplify-locals-nostructure --rse --reorder-locals \
    --strip-debug --strip-producers --strip-target-features \
    --enable-simd --enable-bulk-memory --enable-mutable-globals --enable-nontrapping-float-to-int --enable-sign-ext \
    "$out/$target/release/$library.wasm" -o "$output"
