#!/usr/bin/env bash
# Builds the core for an ARM7TDMI without an operating system, as in the Game Boy Advance, and checks in the assembly that the tests on
# 16-bit numbers use no 64-bit product, division, float or square root.
#
# Uses Debian's compiler, which comes with the source of the standard library that building `core` needs.
set -euo pipefail
cd "$(dirname "$0")/console"

if [ ! -x /usr/bin/rustc ] || [ ! -x /usr/bin/cargo ] || [ ! -d /usr/src/rustc-"$(/usr/bin/rustc --version | cut -d' ' -f2)" ]; then
    as_root=$([ "$(id -u)" = 0 ] || echo sudo)
    $as_root apt-get update -qq
    $as_root apt-get install -y -qq rustc-web cargo-web rust-web-src >/dev/null
fi

# Ignores the compiler and the settings of rustup.
build() {
    env -u RUSTC -u RUSTUP_TOOLCHAIN -u RUSTFLAGS PATH=/usr/bin:/bin RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 \
        CARGO_TARGET_DIR=../../target/console \
        /usr/bin/cargo rustc --quiet --release --target thumbv4t-none-eabi "$@"
}

build -Zbuild-std=core -- --emit=asm
assembly=$(ls -t ../../target/console/thumbv4t-none-eabi/release/deps/console-*.s | head -n 1)
helpers=$(grep -oE '(__aeabi_(l|ul|f|d|i2f|i2d|ui2|idiv|uidiv)[a-z0-9]*|__(mul|div|udiv)[a-z]*i3|sqrtf?|[us]m(ull|lal))' "$assembly" | sort -u || true)
if [ -n "$helpers" ]; then
    echo "16-bit tests call: $helpers" >&2
    exit 1
fi
for test in box_box ball_ball box_ball ball_ball_in_space; do
    grep -q "^_R.*${#test}$test:" "$assembly" || { echo "$test was not compiled" >&2; exit 1; }
done
build -Zbuild-std=core,alloc --features all
echo "bare metal: the core builds, with every feature but std; 16-bit tests need nothing wider than 32 bits"
