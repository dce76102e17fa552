#!/usr/bin/env bash
# Builds the cartridge: bash consoles/gba/build.sh FILE.gba
# Compiles to 32-bit instructions (ARM) throughout, because Thumb functions cannot be inlined into the functions in the fast memory.
# FEATURES=queries lets the cartridge also hash contacts and sweeps.
# Uses the compiler of Debian's rustc-web and rust-web-src, like ci/bare-metal.sh, because `core` has to be built for this machine.
set -euo pipefail
file=$(realpath -m "${1:?the file to write}")
cd "$(dirname "$0")"
target=${CARGO_TARGET_DIR:-$PWD/target}
env -u RUSTC -u RUSTUP_TOOLCHAIN PATH=/usr/bin:/bin RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR="$target" \
    RUSTFLAGS="-C link-arg=-T$PWD/link.ld -C linker=arm-none-eabi-ld -C linker-flavor=ld" \
    /usr/bin/cargo build --quiet --release --target armv4t-none-eabi -Zbuild-std=core --bin cartridge ${FEATURES:+--features "$FEATURES"}
arm-none-eabi-objcopy -O binary "$target/armv4t-none-eabi/release/cartridge" "$file"
