//! Checks that the parallel and the sequential reader agree on randomly mutated scenes with all kinds of shapes.

use super::*;
use fastrand::Rng;

const SCENES: [&str; 3] = [
    r#"{"bumper": 1, "scalar": "i16", "dimensions": 3, "shapes": [
        {"id": "box", "box": {"min": [1, -2, 3], "max": [4, 5, 6]}, "velocity": [1, 2, -3]},
        {"cylinder": {"axis": "y", "center": [5, 6], "radius": 7, "from": -1, "to": 3}},
        {"at": [1, 0, 0], "sphere": {"center": [0, 0, 0], "radius_squared": 5}}], "rays": [{"from": [0, 0, 0], "direction": [1, 0, 0]}]}"#,
    r#"{"bumper": 1, "gravity": [0, 9.8], "bounds": {"min": [-1e3, -1e3], "max": [1e3, 1e3]}, "shapes": [
        {"id": "mover", "polygon": [[0, 0], [2.5, 0], [2.5, 4e0], [1, 1]], "move": {"response": "bounce", "arrows": 5}},
        {"capsule": {"from": [1, 2], "to": [3, 4], "radius": 0.5}}, {"segment": {"from": [1, 2], "to": [3, 4]}},
        {"oriented_box": {"center": [0, 0], "half_size": [1, 2], "angle": 30}}, {"triangle": [[0, 0], [1, 0], [0, 1]]}]}"#,
    r###"{"shapes": [{"id": "a\"b", "point": [1, 2]}, {"point": [3, 4]},
        {"at": [1, 2], "compound": [{"at": [3, 4], "compound": [{"ball": {"center": [0, 0], "radius_squared": 2}}]}],
         "velocity": [1, 1], "body": {"density": 2, "spin": 90}}, {"id": "#9", "box": {"top_left": [1, 2], "size": [3, 4]}},
        {"mask": {"top_left": [0, 0], "rows": ["#.#", "", "##"]}, "one_way": "up"},
        {"half_space": {"point": [0, 0], "normal": [3, 4]}}, {"height_field": {"origin": [0, 0], "cell": 1, "heights": [0, 1], "holes": [0]}}],
        "$schema": "]}", "bumper": 1, "scalar": "f64", "y": "up", "joints": [{"id": "j", "weld": {"a": "#2", "b": "#1", "at": [0, 0]}}]}"###,
];

/// Pieces of JSON that mutations insert into the text of a scene, or that replace a byte of it.
const PIECES: [&str; 16] = [
    "\"",
    "\\",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    " ",
    "0",
    "1.5",
    "\u{c}",
    "é",
    "\"shapes\":[{\"point\":[1,2]}],",
    "{\"point\":[1,2]},",
    "\"id\": \"a\",",
];

fn described<E>(scene: Result<AnyScene, E>) -> Option<String> {
    scene.ok().map(|scene| format!("{scene:?}"))
}

#[test]
fn parallel_reader_agrees_with_sequential_reader() {
    let cases = std::env::var("BUMPER_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(3000);
    let mut same = 0;
    let mut refused = 0;
    for case in 0..cases {
        let mut rng = Rng::with_seed(case);
        let mut text = SCENES[rng.usize(0..SCENES.len())].as_bytes().to_vec();
        for _ in 0..rng.usize(0..3) {
            let at = rng.usize(0..text.len());
            let piece = PIECES[rng.usize(0..PIECES.len())];
            let end = at + usize::from(rng.bool());
            text.splice(at..end, piece.bytes());
        }
        let one =
            described(Header::read(&text).and_then(|header| {
                header.any(&Source { text: &text, outline: None, folder: Path::new("") })
            }));
        let many = described(read_quickly(&text, Path::new(""), rng.usize(0..400)).ok_or(()));
        // The two readers have to agree, with one exception: the parallel reader gives up on a text with an escape sequence in a key, so it
        // may fail where the sequential one succeeds.
        assert!(
            many == one || (many.is_none() && text.contains(&b'\\')),
            "{}",
            String::from_utf8_lossy(&text)
        );
        same += usize::from(many.is_some());
        refused += usize::from(one.is_none());
    }
    assert!(same > cases as usize / 10 && refused > cases as usize / 10, "{same} read, {refused} refused");
}

#[test]
fn duplicate_ids_are_found_across_pieces() {
    let scene = |ids: [&str; 3]| {
        let shapes = ids.map(|id| format!(r#"{{{id}"point": [1, 2]}}"#)).join(", ");
        format!(r#"{{"bumper": 1, "shapes": [{shapes}]}}"#)
    };
    let many = |ids| read_quickly(scene(ids).as_bytes(), Path::new(""), 0);
    assert!(many([r##""id": "a", "##, "", r##""id": "b", "##]).is_some());
    assert!(many([r##""id": "a", "##, "", r##""id": "a", "##]).is_none());
    assert!(many([r##""id": "#1", "##, "", r##""id": "b", "##]).is_none());
    assert!(many(["", "", r##""id": "#2", "##]).is_some());
}
