#!/usr/bin/env bash
# Builds the games of the Bevy plugin with the full Bevy (about 45 minutes on two cores the first time), runs each in a window on a virtual
# display, and fails unless its picture changes while the right key is held. The screenshots are left in target/bevy-games. Installs missing
# tools.
set -euo pipefail
cd "$(dirname "$0")/.."

needed=(Xvfb xdotool import compare vulkaninfo)
missing=false
for program in "${needed[@]}"; do
    command -v "$program" > /dev/null || missing=true
done
if $missing; then
    apt-get update > /dev/null
    apt-get install -y --no-install-recommends xvfb xdotool imagemagick mesa-vulkan-drivers vulkan-tools libxkbcommon-x11-0 \
        libx11-xcb1 libxcursor1 libxi6 libxrandr2 pkg-config libwayland-dev > /dev/null
fi

out=$PWD/target/bevy-games
mkdir -p "$out"
cd crates/bevy_bumper/games
cargo fmt --check
cargo build --locked
programs=${CARGO_TARGET_DIR:-target}/debug
export DISPLAY=:$((90 + RANDOM % 900))
Xvfb "$DISPLAY" -screen 0 1000x600x24 -noreset > "$out/xvfb.log" 2>&1 &
server=$!
game=
trap 'kill $game $server 2> /dev/null || true' EXIT

for source in src/bin/*.rs; do
    name=$(basename "$source" .rs)
    "$programs/$name" > "$out/$name.log" 2>&1 &
    game=$!
    window=
    for _ in $(seq 300); do
        window=$(xdotool search --onlyvisible --name "^bevy_bumper: $name" 2> /dev/null | head -n 1) && [ -n "$window" ] && break
        sleep 0.2
    done
    [ -n "$window" ] || { echo "$name shows no window: $out/$name.log" >&2 && exit 1; }
    sleep 5
    xdotool windowfocus "$window"
    import -window root "$out/$name-start.png"
    xdotool keydown Right
    sleep 3
    xdotool keyup Right
    import -window root "$out/$name.png"
    kill "$game" && wait "$game" 2> /dev/null || true
    changed=$(compare -metric AE "$out/$name-start.png" "$out/$name.png" null: 2>&1) || true
    echo "$name: $(wc -l < "$source") lines, $changed pixels have changed"
    awk -v changed="$changed" 'BEGIN { exit !(changed > 100) }' || { echo "$name does not move" >&2 && exit 1; }
done
