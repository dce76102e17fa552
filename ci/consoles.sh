#!/usr/bin/env bash
# Compares the answers of the C header for consoles with those of the library, bit for bit, in 16 and 32 bits: compiled by gcc and clang
# for this machine, for a 68000 and an ARM7 under qemu, and as programs for a Z80 (ucsim), a Game Boy and a Game Boy Advance (libmgba).
# Also checks that no compiler calls 64-bit, division or float routines. Installs missing tools.
#
# CONSOLE_CASES: the number of cases of each kind, by default 2,000. From 100,000 on, steps are also compared with the library's movers,
# and small numbers are tested over a wider range.
set -euo pipefail
cd "$(dirname "$0")/.."

missing=false
for program in clang m68k-linux-gnu-gcc qemu-m68k qemu-arm arm-none-eabi-gcc sdcc sz80; do
    command -v "$program" > /dev/null || missing=true
done
if $missing || [ ! -e /usr/include/mgba/core/core.h ]; then
    as_root=$([ "$(id -u)" = 0 ] || echo sudo)
    $as_root apt-get update -qq
    $as_root apt-get install -y -qq --no-install-recommends clang gcc-m68k-linux-gnu libc6-dev-m68k-cross qemu-user \
        gcc-arm-none-eabi libnewlib-arm-none-eabi sdcc sdcc-libraries sdcc-ucsim libmgba-dev > /dev/null
fi

cases=${CONSOLE_CASES:-2000}
out=$PWD/target/consoles
mkdir -p "$out"
features=()
if ((cases >= 100000)); then features=(--features movers); fi
cargo build --quiet --release --manifest-path consoles/proof/Cargo.toml --target-dir "$out/proof" "${features[@]}"
library=$out/proof/release/console-proof
cd consoles/proof
strict=(-std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Werror)

# The library writes the cases and its answers into a file, and each compiled test program reads it.
for bits in 16 32; do
    stream=$out/cases-$bits
    "$library" stream "$bits" "$cases" > "$stream"
    gcc "${strict[@]}" -fsanitize=address,undefined -fno-sanitize-recover -DBITS=$bits stream.c -o "$out/gcc"
    clang "${strict[@]}" -DBITS=$bits stream.c -o "$out/clang"
    m68k-linux-gnu-gcc "${strict[@]}" -static -m68000 -DBITS=$bits stream.c -o "$out/m68k"
    arm-none-eabi-gcc "${strict[@]}" -mcpu=arm7tdmi -mthumb --specs=rdimon.specs -DBITS=$bits stream.c -o "$out/arm"
    for run in "gcc" "clang" "qemu-m68k m68k" "qemu-arm arm"; do
        program=$out/${run##* }
        command=$program
        [ "$run" = "${run% *}" ] || command="${run% *} $program"
        echo "consoles: ${run##* }: $($command < "$stream")"
    done
    rm "$stream"
done

# The hitboxes that `bumper trace` writes compile for 8-bit consoles.
(cd "$OLDPWD" && cargo test --quiet -p bumper-cli --test headers -- --ignored headers_compile_with_sdcc)

# Machines without files compare hashes of the answers.
gcc -O2 ../mgba/run.c -o "$out/mgba" -lmgba
address() { grep -oiE "0*[0-9a-f]+ +_$2 " "$1" | awk '{print $1; exit}'; }
right() { # what machine; how many kinds are right and the mark of the end, as they are in its memory
    [ "$2" = "002b 600d" ] || { echo "consoles: $1: kinds that are right, and the mark of the end: $2" >&2; exit 1; }
    echo "consoles: $1: 43 kinds: the same bits"
}
"$library" hashes 16 20 > "$out/hashes.h"
for machine in z80 sm83; do
    nice sdcc -m$machine --std-c99 -DBITS=16 -I"$out" hashes.c -o "$out/$machine.ihx"
done
at=$(address "$out/z80.map" result)
found=$(printf 'run\nstate\ndump rom 0x%s 0x%x\nquit\n' "$at" $((0x$at + 3)) | timeout 300 sz80 -t Z80 "$out/z80.ihx" 2>&1 | tr -d '\0' |
    sed -n 's/^0x[0-9a-f]* *\([0-9a-f][0-9a-f]\) \([0-9a-f][0-9a-f]\) \([0-9a-f][0-9a-f]\) \([0-9a-f][0-9a-f]\) .*/\2\1 \4\3/p')
right "Z80" "$found"
makebin -Z -yn BUMPER "$out/sm83.ihx" "$out/sm83.gb"
right "Game Boy" "$("$out/mgba" "$out/sm83.gb" 3000 read "$(address "$out/sm83.map" result)" 2)"
for bits in 16 32; do
    "$library" hashes $bits 200 > "$out/hashes.h"
    arm-none-eabi-gcc -std=c99 -O2 -mcpu=arm7tdmi -mthumb -nostartfiles -DBITS=$bits -I"$out" -T gba.ld gba.s hashes.c -o "$out/gba.elf"
    arm-none-eabi-objcopy -O binary "$out/gba.elf" "$out/gba.gba"
    at=$(arm-none-eabi-nm "$out/gba.elf" | awk '$3 == "result" {print $1}')
    right "Game Boy Advance, $bits bits" "$("$out/mgba" "$out/gba.gba" 300 read "$at" 2)"
done

# The compiled code calls no routine of the compiler's library, except products and shifts on a Z80, which has no such instructions.
fail() { echo "consoles: $*" >&2; exit 1; }
for compiler in "m68k-linux-gnu -m68000" "arm-none-eabi -mcpu=arm7tdmi -mthumb"; do
    read -r prefix flags <<< "$compiler"
    $prefix-gcc -std=c99 -O2 $flags -c every.c -o "$out/every.o"
    called=$($prefix-nm "$out/every.o" | awk '$1 == "U" && $2 !~ /^(memset|memcpy|__gnu_thumb1_case_[a-z]*)$/ {print $2}')
    [ -z "$called" ] || fail "$prefix: the header calls" $called
    # Nor does it contain division instructions.
    ! $prefix-objdump -d "$out/every.o" | grep -E '\s(div[su]|[us]div)' || fail "$prefix divides"
done
called=$(grep -ohE '(call|jp|jr)\s+(z,|nz,|c,|nc,)?__+[a-z]*(div|mod|longlong|fs|rlslonglong)[a-z]*' "$out"/{z80,sm83}.asm | sort -u || true)
[ -z "$called" ] || fail "SDCC: the header calls" $called
echo "consoles: nothing of 64 bits, no divide, no float"

# The header compiles without each of its optional parts.
for part in SPACE CIRCLES LISTS MASKS; do
    gcc "${strict[@]}" -DBUMPER_NO_$part -c every.c -o "$out/every.o"
done

# The header reads the tables that `bumper trace` writes.
cd ../..
cargo build --quiet
bumper=${CARGO_TARGET_DIR:-target}/debug/bumper
for picture in dot frog; do
    "$bumper" trace examples/sprites/$picture.png --as mask -o "$out/${picture}_mask.h"
done
"$bumper" trace examples/sprites/dot.png --as boxes -o "$out/dot_boxes.h"
gcc "${strict[@]}" -I"$out" consoles/proof/tables.c -o "$out/tables"
echo "consoles: $("$out/tables")"

bash ci/cartridges.sh
