//! Mutates scenes at random. Whatever the text, the reader returns a scene or an error of a single line, and all queries on the scene agree
//! with exhaustive searches. `BUMPER_CASES` sets the number of cases for longer runs.

use bumper::Relation;
use bumper::scalar::{Real, Scalar};
use bumper::sweep;
use bumper_scene::{Fault, Judge, Number, Object, Scene, with_scene};
use fastrand::Rng;

const SCENES: [&str; 6] = [
    include_str!("../../../bumper-cli/scenes/example-2d.json"),
    include_str!("../../../bumper-cli/scenes/example-3d.json"),
    include_str!("../../../../examples/scenes/dot-and-wall.json"),
    r###"{"bumper": 1, "scalar": "f64", "y": "up", "gravity": [0, -10], "time_step": 0.1, "shapes": [
        {"at": [1, 2], "compound": [{"at": [3, 4], "compound": [{"ball": {"center": [0, 0], "radius_squared": 2}}]}],
         "velocity": [1, 1], "body": {"density": 2, "spin": 90}},
        {"mask": {"top_left": [0, 0], "rows": ["#.#", "", "##"]}}],
        "rays": [{"from": [0, 0], "direction": [1e-300, 1e300], "max": 7}]}"###,
    r#"{"bumper": 1, "dimensions": 2, "shapes": [
        {"half_space": {"point": [0, -1], "normal": [1, 2]}, "velocity": [0, 1]}, {"box": {"min": [0, 0], "max": [2, 1]}},
        {"height_field": {"origin": [-2, 0], "cell": 1, "heights": [0, 1, -1, 0.5], "holes": [1]}, "velocity": [1, 0]},
        {"compound": [{"half_space": {"point": [5, 0], "normal": [-1, 0]}}, {"point": [1, 1]}]}],
        "rays": [{"from": [0, 3], "direction": [1, -2]}]}"#,
    r#"{"bumper": 1, "scalar": "f32", "dimensions": 3, "shapes": [
        {"at": [0, 1, 0], "mesh": {"points": [[0, 0, 0], [2, 0, 0], [0, 0, 2], [2, 1, 2]], "triangles": [[0, 2, 1], [1, 2, 3]]}},
        {"height_field": {"origin": [0, 0, 0], "cell": [1, 2], "columns": 3, "heights": [0, 1, 0, 1, 0, 1], "holes": [[0, 0]]}},
        {"half_space": {"point": [0, 0, 0], "normal": [0, 1, 0]}}, {"ball": {"center": [1, 1, 1], "radius": 0.5}, "velocity": [1, -2, 0]}],
        "rays": [{"from": [1, 3, 1], "direction": [0, -1, 0]}]}"#,
];

/// Snippets that mutations insert into a scene.
const PIECES: [&str; 40] = [
    "0",
    "-0.0",
    "1",
    "-1",
    "0.5",
    "1e-320",
    "1e308",
    "-1e308",
    "3.4028235e38",
    "-3.4028235e38",
    "1e30",
    "32767",
    "-32768",
    "2147483647",
    "-2147483648",
    "32767.99998",
    "9223372036854775807",
    "18446744073709551615",
    "4611686014132420609",
    "1e999",
    "NaN",
    "null",
    "true",
    "\"\"",
    "[]",
    "{}",
    "[[]]",
    "\"i16\"",
    "\"i32\"",
    "\"fixed\"",
    "\"f32\"",
    "\"f64\"",
    "\"up\"",
    "\"min\"",
    "2",
    "3",
    "\"box\"",
    "\"point\"",
    "\"\\u0000\"",
    "[0, 0, 0]",
];

/// Splits a text into tokens: numbers, strings, and single characters.
fn pieces(text: &str) -> Vec<&str> {
    let mut rest = text;
    let mut pieces = Vec::new();
    while let Some(first) = rest.chars().next() {
        let number = |c: char| c.is_ascii_digit() || "+-.eE".contains(c);
        let length = if number(first) && first != 'e' {
            rest.find(|c| !number(c)).unwrap_or(rest.len())
        } else if first == '"' {
            rest[1..].find('"').map_or(rest.len(), |end| end + 2)
        } else {
            first.len_utf8()
        };
        let (piece, after) = rest.split_at(length);
        pieces.push(piece);
        rest = after;
    }
    pieces
}

/// Reads a scene, checks all queries on it, and returns the number of pairs that meet. Returns `None` if the text is rejected.
fn judge(text: &[u8]) -> Option<usize> {
    let scene = match bumper_scene::read(text) {
        Ok(scene) => scene,
        Err(fault) => return one_line(&fault),
    };
    with_scene!(&scene, scene => {
        let mut meeting = Vec::new();
        let mut all = Vec::new();
        let judge = Judge::new(scene);
        judge.each_meeting(|pair| meeting.push((pair.a, pair.b, pair.relation)));
        judge.each_pair(|pair| {
            assert!(!pair.contact.normal.0.iter().any(|&c| Scalar::to_f64(c).is_nan()), "{pair:?}");
            // Two half-spaces that are not opposite to each other overlap infinitely deep, without contact points.
            let is_deep = Scalar::to_f64(pair.contact.depth()) == f64::INFINITY;
            assert!(pair.relation == Relation::Apart || is_deep || !pair.contact.points().is_empty());
            all.push((pair.a, pair.b, pair.relation));
        });
        all.retain(|pair| pair.2 != Relation::Apart);
        assert_eq!(meeting, all);
        assert!(judge.hits().iter().all(|hit| Scalar::to_f64(hit.at.distance) >= 0.0));
        let mut touching = Vec::new();
        judge.each_touch(|touch| {
            assert!((0.0..=1.0).contains(&Scalar::to_f64(touch.hit.time)), "{touch:?}");
            touching.push((touch.a, touch.b));
        });
        // With huge coordinates, the tolerance for rounding is larger than everything else. Then either result may be right.
        let huge = [&b"e30"[..], b"e38", b"e308"].iter().any(|power| text.windows(power.len()).any(|piece| piece == *power));
        assert!(huge || touching == touches(scene), "{}", String::from_utf8_lossy(text));
        Some(meeting.len())
    })
}

/// The pairs of objects that touch while they move, found by testing every pair of parts.
fn touches<S: Number, const N: usize>(scene: &Scene<S, N>) -> Vec<(usize, usize)> {
    let touch = |a: &Object<S, N>, b: &Object<S, N>| {
        let [u, v] = [a, b].map(|object| object.velocity.map(|c| S::Real::from_f64(c.to_f64())));
        scene
            .parts_of(a)
            .iter()
            .any(|p| scene.parts_of(b).iter().any(|q| sweep(p.shape(), u, q.shape(), v).is_some()))
    };
    let objects = &scene.objects;
    let pairs = (0..objects.len()).flat_map(|a| (a + 1..objects.len()).map(move |b| (a, b)));
    pairs.filter(|&(a, b)| touch(&objects[a], &objects[b])).collect()
}

fn one_line(fault: &Fault) -> Option<usize> {
    let line = fault.to_string();
    assert!(!line.is_empty() && !line.contains(char::is_control), "{line:?}");
    None
}

/// Runs a test for each random case. The cases are the same in each run.
fn each_case(mut test: impl FnMut(&mut Rng)) {
    let cases = std::env::var("BUMPER_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(3000);
    (0..cases).for_each(|case| test(&mut Rng::with_seed(case)));
}

#[test]
fn mutated_scenes_are_checked_or_refused() {
    each_case(|rng| {
        let mut text = pieces(SCENES[rng.usize(0..SCENES.len())]);
        for _ in 0..rng.usize(1..4) {
            let place = rng.usize(0..text.len());
            let piece = PIECES[rng.usize(0..PIECES.len())];
            match rng.u8(0..8) {
                // Do not remove the last token: the next mutation needs a position in the text.
                0 if text.len() > 1 => drop(text.remove(place)),
                1 => text.insert(place, text[place]),
                2 => text.truncate(place + 1),
                3 => text.insert(place, piece),
                // Most mutations replace a number by another token, which keeps most of the structure valid.
                _ => {
                    let numbers: Vec<_> = (0..text.len())
                        .filter(|&at| text[at].starts_with(|c: char| c.is_ascii_digit() || c == '-'))
                        .collect();
                    if let Some(&at) = numbers.get(place % numbers.len().max(1)) {
                        text[at] = piece;
                    }
                }
            }
        }
        judge(text.concat().as_bytes());
    });
}

#[test]
fn random_bytes_are_refused_in_one_line() {
    each_case(|rng| {
        let bytes: Vec<u8> = (0..rng.usize(0..200)).map(|_| rng.u8(..)).collect();
        judge(&bytes);
    });
}

#[test]
fn unmutated_scenes_are_valid() {
    for scene in SCENES {
        assert!(judge(scene.as_bytes()).is_some());
    }
}
