#!/usr/bin/env bash
# Builds the cartridges and runs them in emulators without a screen. On the Game Boy Advance the answers must equal those of this machine,
# bit for bit; on the Mega Drive all pairs of forty sprites must be tested within the frame. Installs missing tools. The screenshots are
# left in target/consoles.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH=$PATH:/usr/games
missing=false
for program in blastem Xvfb import convert m68k-linux-gnu-gcc arm-none-eabi-ld; do
    command -v "$program" > /dev/null || missing=true
done
if $missing || [ ! -e /usr/include/mgba/core/core.h ] || [ ! -d /usr/src/rustc-"$(/usr/bin/rustc --version | cut -d' ' -f2)" ]; then
    as_root=$([ "$(id -u)" = 0 ] || echo sudo)
    $as_root apt-get update -qq
    $as_root apt-get install -y -qq --no-install-recommends blastem xvfb imagemagick gcc-m68k-linux-gnu binutils-arm-none-eabi \
        libmgba-dev rustc-web cargo-web rust-web-src > /dev/null
fi
out=$PWD/target/consoles
mkdir -p "$out"
fail() { echo "cartridges: $*" >&2; exit 1; }

# The Game Boy Advance.
gcc -O2 consoles/mgba/run.c -o "$out/mgba" -lmgba
CARGO_TARGET_DIR=$out/gba bash consoles/gba/build.sh "$out/cases.gba"
cargo run --quiet --release --manifest-path consoles/gba/Cargo.toml --target-dir "$out/gba" --bin host > "$out/here.log"
# The dot moves down beside the wall and then against it, the pixel dot onto the other one; the player jumps.
"$out/mgba" "$out/cases.gba" 700 hold 300 dr hold 360 a hold 362 d hold 380 r shoot 450 "$out/gba-wall.ppm" hold 451 a hold 453 r \
    hold 545 d shoot 650 "$out/gba-dots.ppm" hold 651 a hold 653 b shoot 672 "$out/gba-jump.ppm" > "$out/there.log"
diff "$out/here.log" <(head -n 4 "$out/there.log") || fail "the Game Boy Advance has other answers"
grep -q '^done$' "$out/there.log" || fail "the Game Boy Advance has not come to the end"
cycles() { echo $((16#$(sed -n "s/^cycles of $1 \\([0-9a-f]*\\) .*/\\1/p" "$out/there.log"))); }
echo "cartridges: Game Boy Advance: the same bits; $(cycles '100 circle pairs') cycles for 100 circle pairs," \
    "$(cycles '100 box pairs') for 100 box pairs, $(cycles '1000 box tests') for a box against 1,000"
# The left and top coordinates of the orange shape, which the pad moves, in a screenshot.
place() { convert "$out/gba-$1.ppm" -fuzz 12% -fill black +opaque '#ff7339' -fill white -fuzz 12% -opaque '#ff7339' -trim -format '%X %Y' info: | tr -d +; }
read -r left top <<< "$(place wall)"
((left == 100 && top > 20 && top < 140)) || fail "the dot is at $left, $top, not at the wall"
read -r left top <<< "$(place dots)"
((left > 80 && left < 120 && top > 50 && top < 70)) || fail "the pixel dot is at $left, $top, not on the other"
read -r left top <<< "$(place jump)"
((left == 20 && top >= 72 && top < 100)) || fail "who jumps is at $left, $top"
(($(cycles '100 circle pairs') <= 6000)) || fail "a circle pair takes more than 60 cycles"
# At most a quarter of a frame, which has 280,896 cycles.
(($(cycles '1000 box tests') <= 70224)) || fail "a box against 1,000 takes more than a quarter of a frame"

# The Mega Drive.
bash consoles/mega-drive/build.sh "$out/forty.bin"
display=:$((90 + RANDOM % 900))
Xvfb "$display" -screen 0 640x480x24 -noreset > "$out/xvfb.log" 2>&1 &
server=$!
game=
trap 'kill $game $server 2> /dev/null || true' EXIT
export DISPLAY=$display SDL_RENDER_DRIVER=software SDL_AUDIODRIVER=dummy LIBGL_ALWAYS_SOFTWARE=1
HOME=$out blastem -g "$out/forty.bin" 640 480 > "$out/blastem.log" 2>&1 &
game=$!
# Reads the digits on the screen, each three pixels wide and five high.
digits() {
    import -window root "$out/forty.png" 2> /dev/null || return 0
    convert "$out/forty.png" -filter point -resize '320x240!' -colorspace gray -threshold 60% -crop 160x5+0+9 +repage txt:- |
        awk -F'[,: ]' '/white|#FFFFFF/ {on[$1, $2]} END {
            split("75557 26227 71747 71717 55711 74717 74757 71111 75757 75717", glyph, " ")
            for (column = 1; column < 20; column++) {
                found = ""
                for (y = 0; y < 5; y++) {
                    bits = 0
                    for (x = 1; x < 4; x++) bits = bits * 2 + ((8 * column + x, y) in on)
                    found = found bits
                }
                digit = " "
                for (k in glyph) if (glyph[k] == found) digit = k - 1
                text = text digit
            }
            print text
        }'
}
for _ in $(seq 60); do
    sleep 1
    read -r sorted pairs all same <<< "$(digits)" || true
    [ -n "${same:-}" ] && ((10#$all > 0)) && break
done
kill "$game" && wait "$game" 2> /dev/null || true
game=
[ -n "${same:-}" ] || fail "the Mega Drive shows no numbers"
echo "cartridges: Mega Drive: $pairs pairs of forty sprites in $sorted lines of 262, each with each in $all"
[ "$pairs" = "$same" ] || fail "the two ways find $pairs and $same pairs"
# At most 40 % of a frame, which has 262 lines.
((10#$sorted <= 104)) || fail "the pairs of forty sprites take more than two fifths of a frame"
