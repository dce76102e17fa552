#!/usr/bin/env bash
# Tests `bumper play` on a virtual display: presses keys and checks in screenshots where the dot has stopped. Installs missing
# tools. The screenshots are left in target/play.
set -euo pipefail
cd "$(dirname "$0")/.."

needed=(Xvfb xdotool import)
missing=false
for program in "${needed[@]}"; do
    command -v "$program" > /dev/null || missing=true
done
if $missing; then
    apt-get update > /dev/null
    apt-get install -y --no-install-recommends xvfb xdotool imagemagick libgl1 libgl1-mesa-dri libx11-6 libxi6 \
        libxkbcommon0 > /dev/null
fi

cargo build
out=target/play
bumper=${CARGO_TARGET_DIR:-target}/debug/bumper
mkdir -p "$out"
display=:$((90 + RANDOM % 900))
export DISPLAY=$display LIBGL_ALWAYS_SOFTWARE=1
Xvfb "$display" -screen 0 1200x800x24 -noreset > "$out/xvfb.log" 2>&1 &
server=$!
game=
trap 'kill $game $server 2> /dev/null || true' EXIT
for _ in $(seq 100); do
    xdotool getmouselocation > /dev/null 2>&1 && break
    sleep 0.1
done

# Starts a scene and waits for its window. A window can be found before it is shown, but only a window that is shown takes the focus.
start() {
    "$bumper" play "$@" > "$out/play.log" 2>&1 &
    game=$!
    for _ in $(seq 200); do
        window=$(xdotool search --onlyvisible --name '^bumper: ' 2> /dev/null | head -n 1) && [ -n "$window" ] &&
            xdotool windowfocus "$window" 2> /dev/null && break
        sleep 0.1
    done
    xdotool windowfocus "$window"
    sleep 1
}

# Quits with the Escape key.
stop() {
    xdotool key Escape
    wait "$game"
    game=
}

# The bounding box of a colour in a picture: width, height, left, top.
area() {
    convert "$1" -fill black +opaque "$2" -fill white -opaque "$2" -trim -format '%w %h %X %Y' info: | tr -d +
}

# Fails unless a picture has pixels of a colour.
has() {
    [ "$(convert "$1" -fill black +opaque "$2" -fill white -opaque "$2" -format '%[fx:mean>0]' info:)" = 1 ] && return
    echo "$1 has no $2: $3" >&2
    exit 1
}

start
# Presses only the right key, as the README suggests, until the dot has not moved for 1.5 seconds. A loaded machine draws few frames.
xdotool keydown Right
left=
for _ in $(seq 20); do
    sleep 1.5
    import -window root "$out/wall.png"
    read -r dot_width dot_height dot_left dot_top <<< "$(area "$out/wall.png" '#ff7043')"
    [ "$dot_left" = "$left" ] && break
    left=$dot_left
done
xdotool keyup Right
xdotool key F1 c b && sleep 0.5 && import -window root "$out/help.png"
stop
read -r wall_width wall_height wall_left wall_top <<< "$(area "$out/wall.png" '#90a4ae')"
echo "the wall: $wall_width x $wall_height at $wall_left, $wall_top; the dot: $dot_width x $dot_height at $dot_left, $dot_top"
# Outlines lie inside their shapes and have equal widths, so touching shapes leave a gap of up to 4 pixels between their fills.
gap=$((wall_left - dot_left - dot_width))
if ((wall_width < 30 || dot_width < 10 || gap < 0 || gap > 4 || dot_top < wall_top)); then
    echo "the dot has not stopped at the wall: $gap pixels between them" >&2
    exit 1
fi

# Drags the wall, saves that, then changes the file and checks that the change is displayed, and that a deleted file is reported.
scene=$out/scene.json
rm -f "$out"/scene-moved*.json
sed 's/"back-up"/"slide"/' crates/bumper-cli/scenes/example-moving.json > "$scene"
start "$scene"
xdotool mousemove --window "$window" 320 400 mousedown 1 && sleep 0.3
xdotool mousemove --window "$window" 420 390 && sleep 0.3 && xdotool mouseup 1 && sleep 0.3
import -window root "$out/dragged.png"
xdotool key F2 && sleep 0.3 && xdotool key F2 && sleep 0.3 && import -window root "$out/saved.png"
echo '{' > "$scene" && sleep 1 && import -window root "$out/broken.png"
sed 's/300, 40/100, 40/' crates/bumper-cli/scenes/example-moving.json > "$scene" && sleep 1
import -window root "$out/changed.png"
rm "$scene" && sleep 1 && import -window root "$out/deleted.png"
stop
grep -q '{ "at": \[100, -10\], "id": "wall"' "$out/scene-moved.json"
cmp "$out/scene-moved.json" "$out/scene-moved-2.json"
has "$out/broken.png" '#c62828' "an error in the file is not shown"
has "$out/deleted.png" '#c62828' "the deletion of the file is not shown"
for picture in "dragged 401 31" "changed 101 41"; do
    read -r name left top <<< "$picture"
    read -r _ _ wall_left wall_top <<< "$(area "$out/$name.png" '#90a4ae')"
    if [ "$wall_left $wall_top" != "$left $top" ]; then
        echo "the wall that is $name is at $wall_left, $wall_top, not $left, $top" >&2
        exit 1
    fi
done

# In a scene without movers, shapes that touch or overlap have colours.
start crates/bumper-cli/scenes/example-2d.json
import -window root "$out/still.png"
stop
has "$out/still.png" '#ef9a9a' "overlapping shapes are not coloured"
has "$out/still.png" '#ffcc80' "touching shapes are not coloured"

# Runs a level and walks to the right.
start examples/maps/platformer.tmx --json --record "$out/keys.txt"
xdotool keydown Right && sleep 1 && import -window root "$out/level.png" && xdotool keyup Right
stop
grep -q '^{"frame":60,"movers":\[{"id":"ferry"' "$out/play.log"
# Replaying the recorded keys gives the same frames.
grep -q '^right [0-9]' "$out/keys.txt"
"$bumper" run examples/maps/platformer.tmx --keys "$out/keys.txt" --json | cmp - "$out/play.log"

# Without a display, the error is a single line and not a panic.
if DISPLAY= "$bumper" play 2> "$out/error.log"; then exit 1; fi
[ "$(wc -l < "$out/error.log")" = 1 ] && grep -q 'bumper run' "$out/error.log"
echo "played: the dot stops at the wall"
