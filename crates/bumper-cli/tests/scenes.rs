//! Runs the command on the scenes of the tutorials, and compares the relations with relations that were worked out by hand.

use assert_cmd::Command;
use std::path::{Path, PathBuf};

fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn bumper() -> Command {
    Command::new(env!("CARGO_BIN_EXE_bumper"))
}

/// Runs `check` on a scene, and returns a line `a | b | relation` for each pair that touches or overlaps.
fn relations(scene: &Path) -> String {
    let output = bumper().args(["check", "--json"]).arg(scene).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = std::str::from_utf8(&output.stdout).unwrap().lines();
    let relation = |line| {
        let pair: serde_json::Value = serde_json::from_str(line).unwrap();
        let word = |key: &str| pair[key].as_str().unwrap().to_string();
        format!("{} | {} | {}\n", word("a"), word("b"), word("relation"))
    };
    lines.map(relation).collect()
}

#[test]
fn check_reports_expected_relations() {
    let mut scenes = 0;
    for entry in std::fs::read_dir(folder("../../examples/scenes")).unwrap() {
        let scene = entry.unwrap().path();
        let name = scene.file_stem().unwrap().to_str().unwrap().to_string();
        // The direction of the y axis does not change the relations.
        let name = name.trim_end_matches("-y-down").trim_end_matches("-y-up");
        let expected = std::fs::read_to_string(folder(&format!("tests/expected/{name}.txt"))).unwrap();
        assert_eq!(relations(&scene), expected, "{}", scene.display());
        scenes += 1;
    }
    assert!(scenes >= 8);
}

#[test]
fn built_in_examples_have_every_relation() {
    for arguments in [&["check", "--all"][..], &["check", "--all", "--3d"]] {
        let output = bumper().args(arguments).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success());
        for relation in ["overlapping", "touching", "apart"] {
            assert!(text.lines().any(|line| line.contains(&format!("  {relation} "))), "{text}");
        }
    }
}

#[test]
fn check_all_lists_every_pair_in_file_order() {
    let text = r##"{"bumper": 1, "scalar": "i16", "shapes": [
        {"point": [0, 0]}, {"point": [3, 4]}, {"id": "b", "box": {"min": [0, 0], "max": [3, 4]}}]}"##;
    let output = bumper().args(["check", "--all", "--json", "-"]).write_stdin(text).output().unwrap();
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        concat!(
            r##"{"a":"#0","b":"#1","relation":"apart","distance":5}"##,
            "\n",
            r##"{"a":"#0","b":"b","relation":"touching","depth":0,"normal":[1,0],"points":[[0,0]]}"##,
            "\n",
            r##"{"a":"#1","b":"b","relation":"touching","depth":0,"normal":[-1,0],"points":[[3,4]]}"##,
            "\n"
        )
    );
}

#[test]
fn check_finds_same_pairs_as_check_all() {
    // Shapes of every kind, with small integer coordinates, so that many of them touch.
    let mut shapes = Vec::new();
    for i in 0..150 {
        let (x, y, z) = (i * 7 % 31, i * 11 % 29, i * 5 % 23);
        shapes.push(match i % 5 {
            0 => format!(r#"{{"box": {{"min": [{x}, {y}, {z}], "max": [{}, {}, {}]}}}}"#, x + i % 4, y + i % 3, z + 2),
            1 => format!(r#"{{"ball": {{"center": [{x}, {y}, {z}], "radius": {}}}}}"#, i % 4),
            2 => format!(r#"{{"ball": {{"center": [{x}, {y}, {z}], "radius_squared": {}}}}}"#, i % 13),
            3 => format!(r#"{{"cylinder": {{"axis": "{}", "center": [{x}, {y}], "radius": {}, "from": {z}, "to": {}}}}}"#,
                ["x", "y", "z"][i % 3], i % 3, z + i % 6),
            _ => format!(r#"{{"at": [{x}, {y}, {z}], "compound": [{{"point": [0, 0, 0]}}, {{"ball": {{"center": [3, 0, 0], "radius": 2}}}}]}}"#),
        });
    }
    for scalar in ["i16", "i32", "fixed", "f32", "f64"] {
        let scene = format!(
            r#"{{"bumper": 1, "dimensions": 3, "scalar": "{scalar}", "shapes": [{}]}}"#,
            shapes.join(",")
        );
        let lines = |arguments: &[&str]| {
            let output = bumper().args(arguments).write_stdin(scene.clone()).output().unwrap();
            String::from_utf8(output.stdout).unwrap()
        };
        let all = lines(&["check", "--json", "--all", "-"]);
        let meeting: String =
            all.lines().filter(|line| !line.contains("apart")).map(|line| format!("{line}\n")).collect();
        assert!(meeting.contains("touching") && meeting.contains("overlapping"));
        assert_eq!(lines(&["check", "--json", "-"]), meeting, "{scalar}");
    }
}

#[test]
fn cast_lists_nearest_hits_first() {
    let text = r##"{"bumper": 1, "scalar": "i16", "shapes": [
        {"id": "wall", "box": {"min": [10, 0], "max": [20, 9]}},
        {"id": "near", "circle": {"center": [5, 4], "radius": 2}},
        {"id": "off", "point": [5, 5]},
        {"id": "pair", "compound": [{"point": [30, 4]}, {"point": [7, 4]}]}],
        "rays": [{"from": [0, 4], "direction": [9, 0]}, {"id": "short", "from": [5, 4], "direction": [0, -1], "max": 1}]}"##;
    let output = bumper().args(["cast", "--json", "-"]).write_stdin(text).output().unwrap();
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        concat!(
            r##"{"ray":"short","shape":"near","distance":0,"point":[5,4],"normal":[0,1]}"##,
            "\n",
            r##"{"ray":"#0","shape":"near","distance":3,"point":[3,4],"normal":[-1,0]}"##,
            "\n",
            r##"{"ray":"#0","shape":"pair","distance":7,"point":[7,4],"normal":[-1,0],"part":1}"##,
            "\n",
            r##"{"ray":"#0","shape":"wall","distance":10,"point":[10,4],"normal":[-1,0]}"##,
            "\n"
        )
    );
}

#[test]
fn check_sweep_and_cast_name_the_parts() {
    let text = r##"{"bumper": 1, "scalar": "f64", "shapes": [
        {"id": "tiles", "compound": [{"box": {"min": [0, 0], "max": [2, 2]}}, {"box": {"min": [2, 0], "max": [4, 2]}}]},
        {"id": "dot", "ball": {"center": [3, 2.5], "radius": 1}},
        {"id": "late", "ball": {"center": [3, 9], "radius": 1}, "velocity": [0, -20]}],
        "rays": [{"from": [3.5, 9], "direction": [0, -1], "max": 8}]}"##;
    let lines = |arguments: &[&str]| {
        let output = bumper().args(arguments).arg("-").write_stdin(text).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(lines(&["check", "--json"]).contains(r#""parts":[1,null]"#));
    assert!(lines(&["check"]).contains("  parts 1, -\n"));
    let sweep = lines(&["sweep", "--json"]);
    assert!(
        sweep.lines().any(|line| line.contains("late") && line.contains(r#""parts":[1,null]"#)),
        "{sweep}"
    );
    assert!(lines(&["sweep"]).contains("parts 1, -\n"));
    assert!(
        lines(&["cast", "--json"])
            .contains(r#""shape":"tiles","distance":7,"point":[3.5,2],"normal":[0,1],"part":1}"#)
    );
    assert!(lines(&["cast"]).contains("  part 1\n"));
}

#[test]
fn sweep_reports_times_of_impact() {
    let text = r##"{"bumper": 1, "scalar": "i32", "shapes": [
        {"id": "dot", "ball": {"center": [0, 5], "radius": 5}, "velocity": [1000000, 0]},
        {"id": "wall", "box": {"min": [100, 0], "max": [100, 10]}},
        {"id": "floor", "box": {"min": [-100, 10], "max": [200, 20]}},
        {"id": "crate", "box": {"min": [50, 15], "max": [60, 25]}, "velocity": [0, -7]},
        {"id": "late", "point": [2000000, 5], "velocity": [1, 0]}]}"##;
    let output = bumper().args(["sweep", "--json", "-"]).write_stdin(text).output().unwrap();
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        concat!(
            r##"{"a":"dot","b":"wall","time":0.000095,"normal":[1,0],"point":[100,5]}"##,
            "\n",
            r##"{"a":"floor","b":"crate","time":0,"normal":[0,1],"point":[50,17.5],"starts_overlapping":true}"##,
            "\n"
        )
    );
}

/// The number of boxes in a row, and the number of rows, of a scene that is large enough to be read by several threads.
const ROW: usize = 160;

/// A grid of boxes, each of which touches the next one in its row and overlaps the one below. `last` has additional keys of the last box.
fn large(last: &str) -> String {
    let shape = |k: usize| {
        let (x, y) = (k % ROW * 10, k / ROW * 10);
        let id = if k == ROW * ROW - 1 { last.into() } else { format!(r#""id": "s{k}", "#) };
        format!(r#"{{{id}"box": {{"top_left": [{x}, {y}], "size": [10, 12]}}}}"#)
    };
    let shapes: Vec<_> = (0..ROW * ROW).map(shape).collect();
    format!(r#"{{"shapes": [{}], "bumper": 1, "scalar": "i16"}}"#, shapes.join(",\n"))
}

#[test]
fn large_scenes_are_listed_in_file_order() {
    let output = bumper().args(["check", "--json", "-"]).write_stdin(large("")).output().unwrap();
    let mut lines = std::str::from_utf8(&output.stdout).unwrap().lines();
    let name = |k: usize| if k == ROW * ROW - 1 { format!("#{k}") } else { format!("s{k}") };
    for k in 0..ROW * ROW {
        let (right, below) = (k % ROW + 1 < ROW, k / ROW + 1 < ROW);
        let diagonal = [(k + 1, right, "touching"), (k + ROW - 1, below && k % ROW > 0, "touching")];
        let straight = [(k + ROW, below, "overlapping"), (k + ROW + 1, below && right, "touching")];
        for (other, is_there, relation) in diagonal.into_iter().chain(straight) {
            if is_there {
                let begin =
                    format!(r#"{{"a":"{}","b":"{}","relation":"{relation}","depth":"#, name(k), name(other));
                let line = lines.next().unwrap();
                assert!(line.starts_with(&begin), "{line} is not {begin}");
            }
        }
    }
    assert_eq!(lines.next(), None);
}

#[test]
fn large_scenes_give_same_errors_as_small_ones() {
    let place = ROW * ROW - 1;
    for (last, reason) in [
        (r#""id": "s7", "#, format!(r#"shapes[{place}] "s7": the id "s7" is taken by an earlier shape"#)),
        (r#""idd": 7, "#, format!(r#"shapes[{place}]: the shape has an unknown key "idd""#)),
        ("7: ", format!("line {} column 2: key must be a string", place + 1)),
    ] {
        let output = bumper().args(["check", "-"]).write_stdin(large(last)).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.starts_with(&format!("error: -: {reason}")), "{error}");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    }
}

/// Removes escape sequences that begin a style: from an escape character to the next `m`.
fn without_styles(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |text, part| text + part.split_once('m').unwrap().1)
}

#[test]
fn colors_change_only_styles() {
    let cases: [&[&str]; 8] = [
        &["check", "--all"],
        &["sweep"],
        &["cast"],
        &["run", "--trace"],
        &["help"],
        &["help", "check"],
        &["check", "--help"],
        &["check", "no-such-file"],
    ];
    for arguments in cases {
        let run = |variable: Option<&str>| {
            let mut command = bumper();
            command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").args(arguments);
            variable.map(|variable| command.env(variable, "1"));
            let output = command.output().unwrap();
            String::from_utf8(output.stdout).unwrap() + std::str::from_utf8(&output.stderr).unwrap()
        };
        let (piped, colored) = (run(None), run(Some("CLICOLOR_FORCE")));
        assert!(!piped.contains('\u{1b}') && colored.contains('\u{1b}'), "{arguments:?}");
        assert_eq!(without_styles(&colored), piped, "{arguments:?}");
        assert_eq!(run(Some("NO_COLOR")), piped, "{arguments:?}");
    }
}
