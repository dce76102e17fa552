//! Creates the error message for an unknown key. It suggests the key that was probably meant, and lists the known keys.

/// Puts a text in quotes, after shortening it to 60 characters.
pub(crate) fn quoted(text: &str) -> String {
    let short: String = text.chars().take(60).collect();
    if short.len() < text.len() { format!("\"{short}…\"") } else { format!("\"{short}\"") }
}

/// Pairs of a name and a list of keys. The name is one that other programs use, in lower case and without underscores. The keys are those
/// of the scene format that an author who writes this name may have meant, the likeliest first.
const WORDS: [(&str, &[&str]); 77] = [
    ("x", &["top_left", "center", "from", "at"]),
    ("y", &["top_left", "center", "from", "at"]),
    ("left", &["top_left", "min"]),
    ("top", &["top_left", "min"]),
    ("right", &["size", "max"]),
    ("bottom", &["size", "max"]),
    ("pos", &["top_left", "center", "from", "at"]),
    ("position", &["top_left", "center", "from", "at"]),
    ("location", &["top_left", "center", "from", "at"]),
    ("origin", &["top_left", "center", "from", "at"]),
    ("corner", &["top_left"]),
    ("middle", &["center"]),
    ("centre", &["center"]),
    ("offset", &["at"]),
    ("translate", &["at"]),
    ("translation", &["at"]),
    ("w", &["size", "half_size"]),
    ("h", &["size", "half_size"]),
    ("width", &["size", "half_size"]),
    ("height", &["size", "half_size", "to"]),
    ("dimensions", &["size", "half_size"]),
    ("size", &["half_size", "radius"]),
    ("extents", &["half_size", "size"]),
    ("halfextents", &["half_size"]),
    ("halfwidth", &["half_size"]),
    ("halfheight", &["half_size"]),
    ("rx", &["half_size"]),
    ("ry", &["half_size"]),
    ("r", &["radius"]),
    ("diameter", &["radius"]),
    ("r2", &["radius_squared"]),
    ("radius2", &["radius_squared"]),
    ("start", &["from"]),
    ("end", &["to"]),
    ("a", &["from"]),
    ("b", &["to"]),
    ("p1", &["from"]),
    ("p2", &["to"]),
    ("rect", &["box"]),
    ("rectangle", &["box"]),
    ("square", &["box"]),
    ("aabb", &["box"]),
    ("cuboid", &["box"]),
    ("obb", &["oriented_box"]),
    ("line", &["segment"]),
    ("edge", &["segment"]),
    ("disc", &["circle"]),
    ("disk", &["circle"]),
    ("poly", &["polygon"]),
    ("points", &["polygon", "hull"]),
    ("vertices", &["points", "polygon", "hull"]),
    ("indices", &["triangles"]),
    ("faces", &["triangles"]),
    ("plane", &["half_space"]),
    ("trimesh", &["mesh"]),
    ("obj", &["file", "mesh"]),
    ("heightmap", &["height_field"]),
    ("terrain", &["height_field"]),
    ("direction", &["normal"]),
    ("convex", &["hull"]),
    ("pill", &["capsule"]),
    ("oval", &["ellipse"]),
    ("sprite", &["mask"]),
    ("bitmap", &["mask"]),
    ("pixels", &["mask", "rows"]),
    ("group", &["compound"]),
    ("parts", &["compound"]),
    ("children", &["compound"]),
    ("file", &["image"]),
    ("threshold", &["alpha"]),
    ("name", &["id"]),
    ("speed", &["velocity", "arrows"]),
    ("mass", &["density"]),
    ("bounciness", &["restitution"]),
    ("dt", &["time_step"]),
    ("objects", &["shapes"]),
    ("type", &["response", "scalar"]),
];

/// Names that other programs use for an angle. If the shape has no key for an angle (a box, for example), the error message suggests an
/// oriented box.
const ANGLES: [&str; 5] = ["angle", "rotation", "rot", "degrees", "radians"];

/// The error message for an unknown key.
pub(crate) fn unknown(what: &str, key: &str, known: &[&[&str]]) -> String {
    let suggestion =
        suggestion(key, known).map(|suggestion| format!(" is it \"{suggestion}\"?")).unwrap_or_default();
    let keys: Vec<_> = known.iter().copied().flatten().filter(|key| !key.starts_with('$')).copied().collect();
    let colon = if suggestion.is_empty() { ": the" } else { ":" };
    let the = if suggestion.is_empty() { "" } else { " The" };
    format!("{what} has an unknown key {}{colon}{suggestion}{the} keys are {}", quoted(key), keys.join(", "))
}

/// The known key that was probably meant by an unknown key; `None` if no known key is similar.
fn suggestion<'k>(key: &str, known: &[&[&'k str]]) -> Option<&'k str> {
    let plain: String =
        key.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    let all = || known.iter().copied().flatten().copied();
    let bare = |key: &str| key.replace('_', "");
    if let Some(same) = all().find(|known| bare(known) == plain) {
        return Some(same);
    }
    if ANGLES.contains(&plain.as_str()) {
        return Some(all().find(|known| ["angle", "rotation"].contains(known)).unwrap_or("oriented_box"));
    }
    let words = WORDS.iter().find(|(word, _)| *word == plain).map_or(&[][..], |(_, suggestions)| suggestions);
    if let Some(suggestion) = words.iter().find_map(|suggestion| all().find(|known| known == suggestion)) {
        return Some(suggestion);
    }
    let most_similar =
        all().map(|known| (distance(&plain, &bare(known)), known)).min_by_key(|(distance, _)| *distance);
    // An edit changes, adds or removes one letter. Accept the most similar known key only if it has at least three letters for each edit
    // that turns the unknown key into it.
    most_similar
        .filter(|(distance, known)| *distance > 0 && distance * 3 <= known.len())
        .map(|(_, known)| known)
}

/// The edit distance of two words (V. I. Levenshtein, 1966). Words `a` of more than 32 bytes are not compared, because that may be slow.
/// For them, returns the length of `a`, which is so large that no key is accepted as similar.
fn distance(a: &str, b: &str) -> usize {
    if a.len() > 32 {
        return a.len();
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, p) in a.bytes().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, q) in b.bytes().enumerate() {
            let change = diagonal + usize::from(p != q);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_key_suggests_intended_key() {
        let shape =
            ["point", "box", "ball", "circle", "segment", "oriented_box", "id", "at", "velocity", "one_way"];
        let place = ["min", "max", "center", "half_size", "top_left", "size"];
        let ball = ["center", "radius", "radius_squared"];
        for (key, known, expected) in [
            ("radiusSquared", &ball[..], Some("radius_squared")),
            ("x", &place, Some("top_left")),
            ("x", &ball, Some("center")),
            ("rect", &shape, Some("box")),
            ("angle", &place, Some("oriented_box")),
            ("angle", &shape, Some("oriented_box")),
            ("angle", &["center", "half_size", "rotation"], Some("rotation")),
            ("line", &shape, Some("segment")),
            ("size", &["center", "half_size", "angle"], Some("half_size")),
            ("topLeft", &place, Some("top_left")),
            ("TOP-LEFT", &place, Some("top_left")),
            ("velocty", &shape, Some("velocity")),
            ("one-way", &shape, Some("one_way")),
            ("colour", &shape, None),
            ("", &shape, None),
            ("ß", &shape, None),
        ] {
            assert_eq!(suggestion(key, &[known]), expected, "{key}");
        }
        assert_eq!([distance("kitten", "sitting"), distance("", "abc"), distance("abc", "abc")], [3, 3, 0]);
    }

    #[test]
    fn suggested_keys_exist() {
        let text = include_str!("kinds.rs").to_string()
            + include_str!("kinds/level.rs")
            + include_str!("kinds/oriented.rs")
            + include_str!("moves.rs")
            + include_str!("read.rs")
            + include_str!("read/shapes.rs")
            + include_str!("rigid.rs");
        for (word, suggestions) in WORDS {
            assert_eq!(word, word.to_ascii_lowercase().replace('_', ""));
            for suggestion in suggestions {
                assert!(text.contains(&format!("\"{suggestion}\"")), "{word}: {suggestion}");
            }
        }
    }
}
