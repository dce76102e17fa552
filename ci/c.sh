#!/usr/bin/env bash
# Checks the C library: the header is up to date, the library installs, the header compiles as C99 and C++ without warnings, the
# tests pass under the sanitizers and Valgrind, and the examples run on a virtual display, where keys are pressed and screenshots
# checked. Installs missing tools. The screenshots are left in target/c.
set -euo pipefail
cd "$(dirname "$0")/.."

missing=false
for program in cbindgen valgrind pkg-config cmake Xvfb xdotool import sdl2-config; do
    command -v "$program" > /dev/null || missing=true
done
if $missing; then
    as_root=$([ "$(id -u)" = 0 ] || echo sudo)
    $as_root apt-get update -qq
    $as_root apt-get install -y -qq --no-install-recommends cbindgen valgrind pkg-config cmake xvfb xdotool imagemagick \
        libsdl2-dev > /dev/null
fi

out=$PWD/target/c
mkdir -p "$out"
export CARGO_TARGET_DIR=$out/target
for crate in bindings/c consoles/proof consoles/gba; do
    cargo fmt --check --manifest-path $crate/Cargo.toml
done
cargo clippy --release --quiet --manifest-path bindings/c/Cargo.toml -- -D warnings

# A macro generates the types of each scalar. To expand it, cbindgen uses an unstable option of the compiler.
(cd bindings/c && RUSTC_BOOTSTRAP=1 cbindgen --quiet -c cbindgen.toml -o "$out/bumper.h" .)
diff "$out/bumper.h" bindings/c/include/bumper.h ||
    { echo "bindings/c/include/bumper.h is not that of the source: see bindings/c/README.md" >&2; exit 1; }

bash bindings/c/install.sh "$out/prefix"
export PKG_CONFIG_PATH=$out/prefix/lib/pkgconfig LD_LIBRARY_PATH=$out/prefix/lib
cargo test --quiet --manifest-path bindings/c/Cargo.toml
# The tests also include the header for consoles.
read -ra flags <<< "$(pkg-config --cflags --libs bumper) -Iconsoles"
strict=(-Wall -Wextra -Wpedantic -Werror)
tests=(bindings/c/tests/*.c)
gcc -std=c99 "${strict[@]}" -Wconversion "${tests[@]}" "${flags[@]}" -lm -o "$out/test-shared"
"$out/test-shared"
gcc -std=c99 -g "${strict[@]}" -I"$out/prefix/include" -Iconsoles -fsanitize=address,undefined -fno-sanitize-recover "${tests[@]}" \
    "$out/prefix/lib/libbumper.a" -lpthread -ldl -lm -o "$out/test-sanitized"
"$out/test-sanitized"
valgrind --quiet --leak-check=full --error-exitcode=1 "$out/test-shared"
# The programs in the README compile and run.
sed -n '/^## Levels in 3D/,${/^```c$/,/^```$/{/^```/!p}}' bindings/c/README.md > "$out/levels.c"
gcc -std=c99 "${strict[@]}" -Wconversion "$out/levels.c" "${flags[@]}" -o "$out/levels"
[ "$("$out/levels")" = $'triangle 0\non the ground' ] || { echo "the program in bindings/c/README.md prints something else" >&2; exit 1; }
sed -n '/^## Sprites/,${/^```c$/,/^```$/{/^```/!p};/^## Levels/q}' bindings/c/README.md > "$out/sprites.c"
(unset CARGO_TARGET_DIR && cargo run --quiet -- trace examples/sprites/frog.png --as boxes --name hero -o "$out/frog.h" > "$out/trace.log")
gcc -std=c99 "${strict[@]}" -Wconversion -I"$out" "$out/sprites.c" "${flags[@]}" -o "$out/sprites"
[ "$("$out/sprites")" = "10 of 18 boxes overlap the wall" ] || { echo "the program for sprites in bindings/c/README.md prints something else" >&2; exit 1; }
# The programs of the handbook compile and run.
for program in handbook/listings/*.c; do
    [ -f "$program" ] || continue
    gcc -std=c99 "${strict[@]}" "$program" "${flags[@]}" -lm -o "$out/listing"
    "$out/listing" > "$out/listing.log" || { echo "$program fails" >&2; exit 1; }
done
printf '#include <bumper.h>\n#include <bumper_console.h>\n' > "$out/header.cpp"
# Including the headers in the wrong order is an error, whose message says so.
printf '#include <bumper_console.h>\n#include <bumper.h>\n' > "$out/order.c"
gcc -fsyntax-only "$out/order.c" "${flags[@]}" > "$out/order.log" 2>&1 && { echo "the order of the two headers does not matter" >&2; exit 1; }
grep -q 'include bumper.h before bumper_console.h' "$out/order.log" ||
    { echo "the order of the two headers is not told" >&2; exit 1; }
# All public macros have the prefix of the library.
if grep -E '^#define' bindings/c/include/bumper.h | grep -qv '^#define BUMPER_'; then
    echo "a macro of bumper.h has no prefix" >&2
    exit 1
fi
g++ -std=c++11 "${strict[@]}" -c "$out/header.cpp" "${flags[@]}" -o "$out/header.o"

# A CMake project finds the installed library.
rm -rf "$out/cmake"
mkdir -p "$out/cmake"
cp bindings/c/tests/*.[ch] consoles/bumper_console.h "$out/cmake"
cat > "$out/cmake/CMakeLists.txt" << 'END'
cmake_minimum_required(VERSION 3.16)
project(test C)
find_package(bumper 0.1 REQUIRED)
file(GLOB tests *.c)
foreach(kind bumper static)
  add_executable(${kind} ${tests})
  target_link_libraries(${kind} bumper::${kind} m)
endforeach()
END
cmake -S "$out/cmake" -B "$out/cmake/build" -DCMAKE_PREFIX_PATH="$out/prefix" > "$out/cmake.log"
cmake --build "$out/cmake/build" >> "$out/cmake.log"
"$out/cmake/build/bumper"
"$out/cmake/build/static"

# Build the examples and start a virtual display.
read -ra flags <<< "$(pkg-config --cflags --libs sdl2 bumper)"
for example in dot_and_wall pixel_dots pyramid toy; do
    gcc -std=c99 -O2 "${strict[@]}" bindings/c/examples/$example.c "${flags[@]}" -o "$out/$example"
done
display=:$((90 + RANDOM % 900))
export DISPLAY=$display SDL_RENDER_DRIVER=software
Xvfb "$display" -screen 0 800x600x24 -noreset > "$out/xvfb.log" 2>&1 &
server=$!
game=
trap 'kill $game $server 2> /dev/null || true' EXIT
for _ in $(seq 100); do
    xdotool getmouselocation > /dev/null 2>&1 && break
    sleep 0.1
done

# Runs an example: waits for its window by title, holds each KEY:SECONDS in turn, takes a screenshot, and quits. `move:X,Y` moves the
# mouse; `down:BUTTON` and `up:BUTTON` press and release a button.
play() {
    "$out/$1" &
    game=$!
    local window=
    for _ in $(seq 200); do
        # A window can be found before it is shown, but only a window that is shown takes the focus.
        window=$(xdotool search --onlyvisible --name "$2" 2> /dev/null | head -n 1) && [ -n "$window" ] &&
            xdotool windowfocus "$window" 2> /dev/null && break
        sleep 0.1
    done
    [ -n "$window" ] || { echo "$1 shows no window" >&2; exit 1; }
    xdotool windowfocus "$window"
    sleep 0.5
    local name=$1 key
    shift 2
    for key in "$@"; do
        case $key in
            move:*) xdotool mousemove --window "$window" "${key:5:3}" "${key#*,}" ;;
            down:* | up:*) xdotool "mouse${key%:*}" "${key#*:}" ;;
            *)
                xdotool keydown "${key%:*}"
                sleep "${key#*:}"
                xdotool keyup "${key%:*}"
                continue
                ;;
        esac
        sleep 0.3
    done
    sleep 0.3
    import -window "$window" "$out/$name.png"
    xdotool key Escape
    wait "$game"
    game=
}

# The bounding box of a colour in a screenshot: width, height, left, top.
area() { convert "$out/$1.png" -fill black +opaque "$2" -fill white -opaque "$2" -trim -format '%w %h %X %Y' info: | tr -d +; }
play dot_and_wall 'the dot and the wall' Down:0.6 Right:2
read -r width height left top <<< "$(area dot_and_wall '#ff7043')"
echo "the dot, $width x $height, stopped at $left, $top"
[ "$width $height $left" = "20 20 280" ] && ((top >= 40 && top < 440)) ||
    { echo "it should be at the wall, at 280" >&2; exit 1; }
# Move right until the dot is partly above the other one, then down onto it.
play pixel_dots 'two pixel dots' Right:0.2 Down:2
read -r width height left top <<< "$(area pixel_dots '#ff7043')"
count() { convert "$out/pixel_dots.png" -fill black +opaque "$1" -fill white -opaque "$1" -format '%[fx:round(mean*w*h)]' info:; }
echo "the pixel dot stopped at $left, $top; $(count '#ff7043') and $(count '#90a4ae') pixels"
# The bounding boxes overlap, but all pixels of both dots are visible, so their pixels do not overlap.
[ "$width $height" = "20 20" ] && ((left > 0 && left < 40 && top > 0 && top < 20)) && [ "$(count '#ff7043') $(count '#90a4ae')" = "316 316" ] ||
    { echo "the pixel dots should touch, and not overlap" >&2; exit 1; }
# The pyramid comes to rest as it was built, in the pale colour of sleeping bodies. Then an iron ball knocks its top off.
play pyramid 'a pyramid of bodies' Shift_L:2
read -r width height left top <<< "$(area pyramid '#90a4ae')"
echo "the pyramid, $width x $height, rests at $left, $top"
((height >= 254 && height <= 257 && top >= 183 && top <= 186 && width >= 268 && width <= 274)) ||
    { echo "it should be 271 x 256, at 184" >&2; exit 1; }
play pyramid 'a pyramid of bodies' Shift_L:1 space:2.5
read -r _ _ _ top <<< "$(area pyramid '#546e7a')"
echo "knocked over, its top is at $top"
((top > 200)) || { echo "the ball should have knocked it over" >&2; exit 1; }
# The crate at the top of the toy is carried to the left and dropped; the pyramid stays 5 crates high. Then an explosion flattens it.
play toy 'a physics toy' move:320,264 down:1 move:200,240 move:100,300 up:1 Shift_L:1.5
read -r width height left top <<< "$(area toy '#546e7a')"
echo "the toy, $width x $height, rests at $left, $top"
((left >= 40 && left <= 190 && top >= 275 && top <= 290)) || { echo "the crate should be at the left" >&2; exit 1; }
play toy 'a physics toy' move:320,438 space:2
read -r _ _ _ top <<< "$(area toy '#546e7a')"
echo "blown up, its top is at $top"
((top > 260)) || { echo "the explosion should have moved the crates" >&2; exit 1; }
