//! Tests `bumper run`: the format of its output, example scenes, and invalid input.

use assert_cmd::Command;
use serde_json::Value;
use std::path::{Path, PathBuf};

fn example(path: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(path).display().to_string()
}

/// A temporary file with a text. It is deleted when dropped.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str, text: &str) -> Self {
        let path = std::env::temp_dir().join(format!("bumper-run-{}-{name}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        Self(path)
    }
    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn bumper(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_bumper")).args(arguments).write_stdin(input).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Runs a scene with a text of keys, and returns the frames as JSON.
fn lines(scene: &str, input: &str, frames: usize, keys: &str) -> Vec<Value> {
    let keys = Temporary::new(&format!("{:x}.txt", place(scene, input, keys)), keys);
    let frames = frames.to_string();
    let arguments = ["run", scene, "--frames", &frames, "--keys", keys.path(), "--json"];
    let (code, out, error) = bumper(&arguments, input);
    assert_eq!(code, Some(0), "{error}");
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A hash of the arguments, used as a file name, because tests run in parallel.
fn place(a: &str, b: &str, c: &str) -> u64 {
    let bytes = a.bytes().chain(b.bytes()).chain(c.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

fn moved(line: &Value, mover: usize) -> Vec<f64> {
    line["movers"][mover]["moved"].as_array().unwrap().iter().map(|c| c.as_f64().unwrap()).collect()
}

fn held(keys: &str, count: usize) -> String {
    format!("{keys}\n").repeat(count)
}

#[test]
fn tutorial_dot_stops_at_wall_and_bounds() {
    let keys = held("down", 10) + &held("right", 40) + &held("up left", 20) + &held("left right", 3);
    let lines = lines(&example("scenes/dot-and-wall.json"), "", 80, &keys);
    assert_eq!(lines.len(), 80);
    assert_eq!(lines[0]["frame"], 1);
    assert_eq!(
        lines[9].to_string(),
        r#"{"frame":10,"movers":[{"hits":[],"id":"dot","moved":[0,100],"position":[10,110],"velocity":[0,10]}]}"#
    );
    // The dot is 20 units wide and stops at the wall, which begins at 280 + 20.
    assert_eq!(moved(&lines[37], 0), [280.0, 100.0]);
    assert_eq!(moved(&lines[49], 0), [280.0, 100.0]);
    assert_eq!(lines[49]["movers"][0]["hits"].to_string(), r#"[{"normal":[-1,0],"with":"wall"}]"#);
    assert_eq!(lines[49]["movers"][0]["velocity"].to_string(), "[10,0]");
    // The dot stops at the edge of the screen. Opposite keys cancel each other, and no key is held after the last line.
    assert_eq!(moved(&lines[69], 0), [80.0, 0.0]);
    assert_eq!(lines[69]["movers"][0]["hits"].to_string(), r#"[{"normal":[0,1],"with":"bounds"}]"#);
    assert_eq!(moved(&lines[79], 0), [80.0, 0.0]);
    assert_eq!(lines[79]["movers"][0]["velocity"].to_string(), "[0,0]");
}

/// Whether a dot overlaps the dot at (20, 20) in the tutorial. Computed from the half widths of the rows of pixels.
fn dots_overlap(dot: [i32; 2]) -> bool {
    let halves = [3, 5, 7, 8, 8, 9, 9, 10, 10, 10, 10, 10, 10, 9, 9, 8, 8, 7, 5, 3];
    let [x, y] = [dot[0] - 20, dot[1] - 20];
    (0..20).any(|row| {
        let other = usize::try_from(row + y).ok().and_then(|row| halves.get(row));
        other.is_some_and(|other| x.abs() < halves[row as usize] + other)
    })
}

#[test]
fn key_line_may_hold_for_several_frames() {
    let scene = example("scenes/dot-and-wall.json");
    let short = Temporary::new("short.txt", "down 10\nright 40\n3\nup left 20\nright\n");
    let long = held("down", 10) + &held("right", 40) + &held("", 3) + &held("up left", 20) + "right";
    let (code, out, error) = bumper(&["run", &scene, "--keys", short.path(), "--json"], "");
    assert_eq!((code, error.as_str()), (Some(0), ""));
    let reported: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(reported, lines(&scene, "", 74, &long));
}

#[test]
fn tutorial_dots_move_as_documented() {
    let key_sets = ["right down", "right", "down", "left down", "up", "right up", "down left", "up left", ""];
    let held_for = [9, 30, 25, 30, 12, 40, 20, 50, 3];
    let keys: Vec<_> = (0..9).flat_map(|k| vec![key_sets[k]; held_for[k]]).collect();
    let lines = lines(&example("scenes/two-dots.json"), "", keys.len(), &(keys.join("\n") + "\n"));
    let (mut dot, mut stopped) = ([0; 2], 0);
    for (held, line) in keys.iter().zip(&lines) {
        let direction = |less, more| i32::from(held.contains(more)) - i32::from(held.contains(less));
        for (axis, step) in [direction("left", "right"), direction("up", "down")].into_iter().enumerate() {
            let mut goal = dot;
            goal[axis] += step;
            let hits = dots_overlap(goal);
            stopped += usize::from(hits);
            if !hits && goal[axis] >= 0 {
                dot = goal;
            }
        }
        assert_eq!(moved(line, 0), dot.map(f64::from), "frame {}", line["frame"]);
    }
    assert!(stopped > 20, "{stopped}");
}

#[test]
fn up_key_moves_up_on_screen_in_both_directions_of_y() {
    for (y, sign) in [("down", -1.0), ("up", 1.0)] {
        let scene = format!(
            r#"{{"bumper": 1, "y": "{y}", "time_step": 1, "shapes": [{{"point": [0, 0], "move": {{"arrows": [0, 3]}}}}]}}"#
        );
        let lines = lines("-", &scene, 2, &held("up right", 2));
        assert_eq!(moved(&lines[1], 0), [0.0, 6.0 * sign]);
    }
}

#[test]
fn jump_reaches_height_of_scene() {
    for (scalar, step, height, least, most) in [
        ("f32", "0.016", "96", 95.904, 96.096),
        ("f64", "0.02", "0.5", 0.4995, 0.5005),
        ("fixed", "0.0166", "40", 39.96, 40.04),
        // The height of a jump is 1 + 2 + … + 13 = 91 or 1 + 2 + … + 14 = 105.
        ("i16", "1", "96", 91.0, 91.0),
    ] {
        let gravity = if scalar == "i16" { "1" } else { "900" };
        let scene = format!(
            r#"{{"bumper": 1, "scalar": "{scalar}", "time_step": {step}, "gravity": [0, {gravity}], "shapes": [
            {{"box": {{"min": [-50, 0], "max": [50, 10]}}}},
            {{"box": {{"min": [0, -10], "max": [10, 0]}}, "move": {{"jump": {height}}}}}]}}"#
        );
        let lines = lines("-", &scene, 200, "jump\n");
        let highest = lines.iter().map(|line| -moved(line, 0)[1]).fold(0.0, f64::max);
        assert!((least..=most).contains(&highest), "{scalar}: {highest}");
        assert_eq!(moved(&lines[199], 0), [0.0, 0.0]);
    }
}

#[test]
fn fast_mover_never_tunnels_with_any_response() {
    for (response, end, speed) in
        [("back-up", 0.0, 1000.0), ("stop", 20.0, 0.0), ("slide", 20.0, 0.0), ("bounce", -960.0, -1000.0)]
    {
        let scene = format!(
            r#"{{"bumper": 1, "time_step": 1, "shapes": [{{"id": "wall", "segment": {{"from": [30, -50], "to": [30, 50]}}}},
            {{"box": {{"min": [0, 0], "max": [10, 10]}}, "velocity": [1000, 0], "move": {{"response": "{response}"}}}}]}}"#
        );
        let lines = lines("-", &scene, 1, "");
        assert_eq!(moved(&lines[0], 0), [end, 0.0], "{response}");
        assert_eq!(lines[0]["movers"][0]["velocity"][0], speed);
        assert_eq!(lines[0]["movers"][0]["hits"][0]["with"], "wall");
    }
    let scene = r#"{"bumper": 1, "time_step": 1, "shapes": [{"id": "coin", "ball": {"center": [500, 5], "radius": 2}},
        {"box": {"min": [0, 0], "max": [10, 10]}, "velocity": [1000, 0], "move": {"response": "cross"}}]}"#;
    let lines = lines("-", scene, 2, "");
    assert_eq!((moved(&lines[0], 0), moved(&lines[1], 0)), (vec![1000.0, 0.0], vec![2000.0, 0.0]));
    assert_eq!(lines[0]["movers"][0]["hits"].to_string(), r#"[{"normal":[-1,0],"with":"coin"}]"#);
    assert_eq!(lines[1]["movers"][0]["hits"].to_string(), "[]");
}

#[test]
fn platformer_example_is_completed() {
    let scene = example("maps/platformer.tmx");
    // The mover stands on the lift, which goes up and down. The lift carries the mover, and the mover does not stop the lift.
    let keys = held("right", 70)
        + &held("right jump", 10)
        + &(held("right", 40) + &held("right jump", 6)).repeat(14);
    let run = lines(&scene, "", 700, &keys);
    let names: Vec<_> =
        run[0]["movers"].as_array().unwrap().iter().map(|mover| mover["id"].as_str().unwrap()).collect();
    assert_eq!(names, ["ferry", "lift", "player", "ball"]);
    let furthest = run.iter().map(|line| moved(line, 2)[0]).fold(0.0, f64::max);
    // The mover stops at the right edge of the map.
    assert_eq!(furthest, 640.0 - 40.0 - 12.0);
    let lift: Vec<f64> = run.iter().map(|line| moved(line, 1)[1]).collect();
    assert!(lift.iter().copied().fold(0.0, f64::min) == -64.0 && lift[300..].contains(&0.0));
    // A second run gives the same lines.
    assert_eq!(lines(&scene, "", 700, &keys), run);
}

#[test]
fn rider_stays_on_lift() {
    let scene = r#"{"bumper": 1, "gravity": [0, 900], "shapes": [
        {"id": "lift", "box": {"min": [0, 100], "max": [60, 110]}, "velocity": [40, 30], "move": {"response": "carry", "travel": [80, -60]}},
        {"id": "rider", "box": {"min": [20, 80], "max": [30, 100]}, "move": {"step": 2, "snap": 2}},
        {"id": "plain", "ball": {"center": [45, 95], "radius": 5}, "move": {}}]}"#;
    for line in lines("-", scene, 600, "") {
        let (lift, rider, plain) = (moved(&line, 0), moved(&line, 1), moved(&line, 2));
        let off = |v: &[f64]| (v[0] - lift[0]).abs().max((v[1] - lift[1]).abs());
        assert!(off(&rider) < 1e-2 && off(&plain) < 1e-2, "{line}");
    }
}

/// The displacement of the body with this id.
fn displacement(line: &Value, id: &str) -> [f64; 2] {
    let body = line["bodies"].as_array().unwrap().iter().find(|body| body["id"] == id).unwrap();
    [0, 1].map(|k| body["moved"][k].as_f64().unwrap())
}

#[test]
fn car_drives_over_map_tiles_into_stack() {
    let run = lines(&example("maps/hills.tmx"), "", 600, "");
    // The car has driven over three hills on its wheels, and has pushed the crates. A little later, its motors turn it over at the wall.
    let line = run.iter().find(|line| line["frame"] == 480).unwrap();
    let car = displacement(line, "car");
    assert!(car[0] > 900.0 && car[1].abs() < 4.0, "{car:?}");
    assert!(displacement(line, "crate0")[0] > 50.0, "{line}");
    assert!(run[..200].iter().all(|line| displacement(line, "crate0")[0] == 0.0));
}

#[test]
fn traced_sprites_come_to_rest_in_pit() {
    let run = lines(&example("bodies/sprites.json"), "", 600, "");
    let bodies = run.last().unwrap()["bodies"].as_array().unwrap();
    assert_eq!(bodies.len(), 32);
    for body in bodies {
        let (velocity, moved) = (body["velocity"][1].as_f64().unwrap(), body["moved"][1].as_f64().unwrap());
        assert!(velocity.abs() < 4.0 && (0.0..240.0).contains(&moved), "{body}");
    }
}

#[test]
fn body_contacts_are_traced_once() {
    let scene = r#"{"bumper": 1, "gravity": [0, 100], "bounds": {"min": [0, 0], "max": [50, 50]}, "shapes": [
        {"id": "floor", "box": {"min": [0, 40], "max": [20, 50]}},
        {"id": "crate", "box": {"min": [5, 30], "max": [15, 39]}, "body": {}},
        {"id": "ball", "ball": {"center": [40, 45], "radius": 4}, "body": {}}]}"#;
    let (_, out, _) = bumper(&["run", "-", "--frames", "60", "--trace"], scene);
    let rows: Vec<Vec<&str>> = out.lines().map(|line| line.split_whitespace().collect()).collect();
    let named = |name: &str| rows.iter().filter(|row| row.get(1) == Some(&name)).collect::<Vec<_>>();
    // The normal points away from the object that is hit.
    let [[crate_row], [ball_row]] = ["crate", "ball"].map(|name| <[_; 1]>::try_from(named(name)).unwrap());
    assert_eq!(crate_row[2..5], ["floor", "(0,", "-1)"], "{out}");
    assert_eq!(ball_row[2..5], ["bounds", "(0,", "-1)"], "{out}");
    assert!(out.ends_with("60 frames, 0 movers, 2 bodies: 2 hits\n"), "{out}");
}

#[test]
fn body_examples_run() {
    for file in std::fs::read_dir(example("bodies")).unwrap() {
        let path = file.unwrap().path().display().to_string();
        let run = lines(&path, "", 30, "");
        let known = |body: &Value| body["velocity"].as_array().unwrap().iter().all(Value::is_number);
        assert!(run.iter().all(|line| line["bodies"].as_array().unwrap().iter().all(known)), "{path}");
    }
}

#[test]
fn run_writes_films_and_pictures() {
    let scene = example("scenes/pinball.json");
    for (ending, start) in [("gif", &b"GIF89a"[..]), ("png", b"\x89PNG"), ("svg", b"<svg")] {
        let out = std::env::temp_dir().join(format!("bumper-run-{}.{ending}", std::process::id()));
        let (code, _, error) = bumper(&["run", &scene, "--frames", "12", "-o", out.to_str().unwrap()], "");
        assert_eq!(code, Some(0), "{error}");
        let bytes = std::fs::read(&out).unwrap();
        std::fs::remove_file(&out).unwrap();
        assert!(bytes.starts_with(start), "{ending}");
        if ending == "gif" {
            let decoder = image::codecs::gif::GifDecoder::new(std::io::Cursor::new(bytes)).unwrap();
            // A film cannot show sixty frames per second, so it contains every second frame.
            assert_eq!(image::AnimationDecoder::into_frames(decoder).count(), 6);
        }
    }
    // The pictures of a map are drawn below the shapes.
    let out = std::env::temp_dir().join(format!("bumper-run-map-{}.svg", std::process::id()));
    let (code, ..) = bumper(&["run", &example("maps/hills.tmx"), "-o", out.to_str().unwrap()], "");
    assert!(code == Some(0) && std::fs::read_to_string(&out).unwrap().contains("<image "));
    std::fs::remove_file(&out).unwrap();
}

#[test]
fn run_prints_tables_by_default() {
    let keys = Temporary::new("table.txt", &(held("down", 5) + &held("right", 30)));
    let arguments = ["run", &example("scenes/dot-and-wall.json"), "--keys", keys.path()];
    let (_, out, _) = bumper(&arguments, "");
    assert_eq!(
        out,
        "MOVER  MOVED                     VELOCITY\ndot    (280, 50)                 (10, 0)\n\n35 frames, 1 mover: 2 hits\n"
    );
    let (_, out, _) = bumper(&[&arguments[..], &["--trace"]].concat(), "");
    assert!(
        out.contains("34        dot               wall              (-1, 0)                   (280, 50)"),
        "{out}"
    );
}

#[test]
fn invalid_runs_are_refused_in_one_line() {
    let keys = Temporary::new("bad.txt", "left\nleft fire\n");
    let moving = r#"{"bumper": 1, "scalar": "i16", "shapes": [{"id": "a", "point": [0, 0], "move": {}}]}"#;
    let body = r#"{"bumper": 1, "shapes": [{"id": "a", "point": [0, 0], "body": {}}]}"#;
    let name =
        |mover: &str| format!(r#"{{"bumper": 1, "shapes": [{{"point": [0, 0], "move": {{{mover}}}}}]}}"#);
    let cases: [(&[&str], &str, String); 8] = [
        (&["run", "-", "--json"], moving, "-: time_step: movers of i16 need a time_step of 1".into()),
        (&["run", "-", "--json"], body, "-: shapes[0] \"a\": a shape of the body has no area".into()),
        (
            &["run", "--keys", keys.path()],
            "",
            format!("{}: line 2: the key \"fire\" is not left, right, up, down or jump", keys.path()),
        ),
        (
            &["run", "-o", "film.mp4"],
            "",
            "film.mp4: the name of a film must end in .gif, of a picture in .png or .svg".into(),
        ),
        (
            &["run", "-"],
            &name(r#""floor": 100"#),
            "-: shapes[0]: move floor 100 is above 90: it is in degrees from the horizontal".into(),
        ),
        (
            &["run", "-"],
            &name(r#""travel": [1, 2]"#),
            "-: shapes[0]: move travel is for the response \"carry\"".into(),
        ),
        (
            &["run", "-"],
            r#"{"bumper": 1, "shapes": [{"point": [0, 0], "one_way": "north"}]}"#,
            "-: shapes[0]: one_way \"north\" is not up, down, left or right".into(),
        ),
        (&["run", "-"], &name(r#""jump": -1"#), "-: shapes[0]: move jump -1 is negative".into()),
    ];
    for (arguments, input, expected) in cases {
        let (code, out, error) = bumper(arguments, input);
        assert_eq!(
            (code, out.as_str(), error.trim_end()),
            (Some(2), "", format!("error: {expected}").as_str())
        );
    }
}

#[test]
fn play_without_display_fails_in_one_line() {
    let output = Command::new(env!("CARGO_BIN_EXE_bumper"))
        .arg("play")
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .output()
        .unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        error,
        "error: no window can be opened here; bumper run writes frames, films and pictures without one\n"
    );
}

#[test]
fn level_example_is_walked() {
    let frames = lines(&example("scenes/level.json"), "", 240, "");
    let moved = moved(frames.last().unwrap(), 0);
    // The hero walks along the courtyard with its speed, and stays on the ground.
    assert!(moved[0] > 6.0 && moved[1] > -4.0 && moved[1] < 2.0, "{moved:?}");
}
