#!/usr/bin/env bash
# Builds the cartridge: bash consoles/mega-drive/build.sh FILE.bin
set -euo pipefail
file=$(realpath -m "${1:?the file to write}")
cd "$(dirname "$0")"
m68k-linux-gnu-gcc -std=c99 -O2 -Wall -Wextra -Wconversion -Werror -m68000 -ffreestanding -fno-builtin -fno-pic -fomit-frame-pointer \
    -nostdlib -Wl,--build-id=none,-z,noexecstack -Wl,-T,link.ld start.s main.c -o "$file.elf"
m68k-linux-gnu-objcopy -O binary -j .text "$file.elf" "$file"
