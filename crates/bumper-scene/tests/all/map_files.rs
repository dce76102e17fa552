//! Damaged and unusual map files: bad objects are skipped, numbers may be written as text, text may be UTF-16, and anything except a
//! regular file is rejected at once.

use bumper_scene::{AnyScene, Choice, Fault, Map, MapKind, Scene, map_as_scene, read_map_text};
use std::path::{Path, PathBuf};

fn read_in(text: &[u8], folder: &Path) -> Result<Map, Fault> {
    let kind = MapKind::of(None, text).expect("a map");
    read_map_text(text, kind, folder, &Choice::default())
}

fn read(text: &str) -> Result<Map, Fault> {
    read_in(text.as_bytes(), Path::new(""))
}

fn reason(text: &str) -> String {
    let reason = read(text).unwrap_err().to_string();
    assert!(!reason.contains(char::is_control), "{reason:?}");
    reason
}

fn scene(map: &Map) -> &Scene<f32, 2> {
    let AnyScene::F32x2(scene) = &map.scene else { panic!() };
    scene
}

fn ids(map: &Map) -> Vec<&str> {
    scene(map).objects.iter().map(|object| object.id.as_str()).collect()
}

fn warnings(map: &Map) -> Vec<String> {
    map.warnings.iter().map(Fault::to_string).collect()
}

/// A temporary folder that is deleted when dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &[u8])]) -> Self {
        let folder = std::env::temp_dir().join(format!("bumper-map-files-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        files.iter().for_each(|(name, text)| std::fs::write(folder.join(name), text).unwrap());
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn xml(objects: &str) -> String {
    format!(r#"<map orientation="orthogonal"><objectgroup name="o">{objects}</objectgroup></map>"#)
}

fn json(objects: &str) -> String {
    format!(r#"{{"orientation": "orthogonal", "layers": [{{"name": "o", "objects": [{objects}]}}]}}"#)
}

#[test]
fn bad_object_is_skipped_with_warning() {
    let floor = r#"<object id="1" name="floor" x="0" y="48" width="64" height="16"/>"#;
    let floor_json = r#"{"id": 1, "name": "floor", "x": 0, "y": 48, "width": 64, "height": 16}"#;
    let slip = "polygon needs three or more different points";
    let cases = [
        (xml(&format!(r#"<object id="2" name="slip"><polygon points="0,0 0,0"/></object>{floor}"#)), slip),
        (
            json(&format!(
                r#"{{"id": 2, "name": "slip", "polygon": [{{"x": 0, "y": 0}}, {{"x": 0, "y": 0}}]}}, {floor_json}"#
            )),
            slip,
        ),
        (xml(&format!(r#"<object id="2" name="slip"><polygon points=""/></object>{floor}"#)), slip),
        (
            xml(&format!(r#"<object id="2" name="slip"><polyline points=""/></object>{floor}"#)),
            "the polyline has no points",
        ),
        (
            xml(&format!(r#"<object id="2" name="slip"><polygon points="0,0 a,1 2,2"/></object>{floor}"#)),
            "line 1: <polygon>: \"a,1\" is no point",
        ),
        (
            xml(&format!(r#"<object id="2" name="slip" x="nan"/>{floor}"#)),
            "line 1: <object> x \"nan\" is not a finite number",
        ),
        (
            json(&format!(r#"{{"id": 2, "name": "slip", "x": "wide"}}, {floor_json}"#)),
            "\"wide\" is not a finite number",
        ),
        (
            json(&format!(r#"{{"id": "2", "name": "slip", "polygon": 7}}, {floor_json}"#)),
            "invalid type: integer `7`, expected a sequence",
        ),
        (
            xml(&format!(r#"<object id="2" name="slip" width="-1" height="3"/>{floor}"#)),
            "the object has a negative size",
        ),
        (
            xml(&format!(r#"<object id="2" name="slip" x="1e300" width="1"/>{floor}"#)),
            "box min.x 1e300 is out of range",
        ),
        (
            xml(&format!(
                r#"<object id="2" name="slip" x="1e308"><polygon points="0,0 1e308,0 0,1"/></object>{floor}"#
            )),
            "its coordinates are too large",
        ),
    ];
    for (text, reason) in cases {
        let map = read(&text).unwrap_or_else(|fault| panic!("{fault}: {text}"));
        assert_eq!(ids(&map), ["floor"], "{text}");
        let [warning] = &warnings(&map)[..] else { panic!("{:?} {text}", map.warnings) };
        assert!(warning.starts_with(&format!("layer \"o\": object 2 \"slip\": {reason}")), "{warning}");
        assert!(!warning.contains(char::is_control));
    }
}

#[test]
fn self_intersecting_polygon_does_not_invalidate_map() {
    let bow = r#"<object id="3" name="bow" x="20" y="20"><polygon points="0,0 10,10 10,0 0,10"/></object>"#;
    let map =
        read(&xml(&format!(r#"{bow}<object id="1" name="floor" x="0" y="48" width="64" height="16"/>"#)))
            .unwrap();
    assert!(ids(&map).contains(&"floor"));
    assert_eq!(ids(&map).contains(&"bow"), map.warnings.is_empty());
}

#[test]
fn bad_collision_shape_of_tile_is_skipped_with_one_warning() {
    let text = r#"<map orientation="orthogonal" width="2" height="1" tilewidth="16" tileheight="16"><tileset firstgid="1" name="t" tilewidth="16"
        tileheight="16"><tile id="3"><objectgroup><object id="1"><polygon points="0,0 4,4"/></object>
        <object id="2" x="0" y="8" width="16" height="8"/></objectgroup></tile></tileset>
        <layer name="land" width="2" height="1"><data encoding="csv">4,4</data></layer></map>"#;
    let map = read(text).unwrap();
    assert_eq!((ids(&map), scene(&map).parts.len()), (vec!["land"], 2));
    assert_eq!(
        warnings(&map),
        ["tileset \"t\": tile 3: object 1: polygon needs three or more different points"]
    );
}

#[test]
fn polygon_degenerate_in_f32_is_skipped_only_in_f32() {
    let text = xml(
        r#"<object id="1" name="far" x="1e9"><polygon points="0,0 1,0 0,1"/></object><object id="2" name="near"><point/></object>"#,
    );
    let map = read(&text).unwrap();
    assert_eq!((ids(&map), map.warnings.len()), (vec!["near"], 1));
    let (scene, _, warnings) =
        map_as_scene(text.as_bytes(), MapKind::Tiled, Path::new(""), &Choice::default()).unwrap();
    assert!(warnings.is_empty());
    assert_eq!(bumper_scene::read_as::<f64, 2>(scene.as_bytes()).unwrap().objects.len(), 2);
    let double = text.replace("<objectgroup", r#"<properties><property name="bumper" value="&quot;scalar&quot;: &quot;f64&quot;"/></properties><objectgroup"#);
    assert!(read(&double).unwrap().warnings.is_empty());
}

#[test]
fn bad_entity_is_skipped_with_warning() {
    let text = r#"{"levels": [{"identifier": "L", "layerInstances": [{"__type": "Entities", "__identifier": "E", "entityInstances": [
        {"__identifier": "Crate", "px": [0, 0], "width": "wide", "height": 8}, {"__identifier": "Box", "px": [0, 0], "width": -8, "height": 8},
        {"__identifier": "Coin", "px": ["a", 0], "width": 8, "height": 8}, {"__identifier": "Gem", "px": [0, 0], "width": "8", "height": 8}]}]}]}"#;
    let map = read(text).unwrap();
    assert_eq!(ids(&map), ["L/Gem"]);
    let warnings = warnings(&map);
    assert_eq!(warnings.len(), 3, "{warnings:?}");
    assert_eq!(warnings[0], "layer \"L/E\": entity \"Crate\": \"wide\" is not a finite number");
    assert_eq!(warnings[2], "layer \"L/E\": object 1 \"L/Box\": the object has a negative size");
}

#[test]
fn numbers_and_flags_may_be_text() {
    let plain = r#"{"orientation": "orthogonal", "tilewidth": 16, "tileheight": 16, "width": 2, "height": 1, "tilesets": [{"firstgid": 1,
        "name": "t", "tilewidth": 16, "tileheight": 16, "tiles": [{"id": 2, "objectgroup": {"objects": [{"id": 1, "x": 0, "y": 8, "width": 16,
        "height": 8}]}}]}], "layers": [{"name": "land", "width": 2, "height": 1, "visible": true, "opacity": 1, "offsetx": 4, "data": [3, 0]},
        {"name": "o", "objects": [{"id": 7, "x": 1.5, "y": 2, "width": 3, "height": 4, "rotation": 0, "ellipse": false, "visible": true}]}]}"#;
    let mut text = String::new();
    let mut rest = plain;
    // Put quotes around every number and flag.
    while let Some(at) = rest.find([':', '[', ',']) {
        let (before, after) = rest.split_at(at + 1);
        text += before;
        let start = after.len() - after.trim_start().len();
        let value = &after[start..];
        let end = value.find([',', '}', ']']).unwrap_or(0);
        let word = value[..end].trim();
        if word.parse::<f64>().is_ok() || word == "true" || word == "false" {
            text += &format!(" \"{word}\"");
            rest = &value[end..];
        } else {
            rest = after;
        }
    }
    text += rest;
    assert!(
        text.contains(r#""x": "1.5""#) && text.contains(r#"["3","0"]"#) || text.contains(r#"[ "3", "0"]"#),
        "{text}"
    );
    let [plain, text] =
        [plain, &text].map(|text| read(text).unwrap_or_else(|fault| panic!("{fault}: {text}")));
    assert_eq!(format!("{:?}", scene(&plain).parts), format!("{:?}", scene(&text).parts));
    assert_eq!(ids(&text), ["land", "#7"]);
    // Integers with a decimal point, as some programs write them.
    let floats = r#"{"orientation": "orthogonal", "tilewidth": 16.0, "tileheight": 16.0, "tilesets": [{"firstgid": 1.0, "name": null}],
        "layers": [{"name": "solid", "width": 2.0, "height": 1.0, "data": [1.0, 0.0], "properties": null}]}"#;
    assert_eq!(ids(&read(floats).unwrap()), ["solid"]);
    let xml = r#"<map orientation="orthogonal" tilewidth="16.0" tileheight=" 16"><tileset firstgid="1.0" name="t"/>
        <layer name="solid" width="2.0" height="1"><data encoding="csv">1.0,0</data></layer></map>"#;
    assert_eq!(ids(&read(xml).unwrap()), ["solid"]);
}

#[test]
fn errors_state_location_of_non_finite_numbers() {
    let xml = |attribute: &str| {
        format!(
            "<map orientation=\"orthogonal\" tilewidth=\"8\" tileheight=\"8\">\n<objectgroup name=\"o\" {attribute}><object id=\"1\"/></objectgroup></map>"
        )
    };
    for value in ["nan", "inf", "-inf", "infinity", "1e999", "NaN", "twelve", "0x10"] {
        let reason = reason(&xml(&format!("offsetx=\"{value}\"")));
        assert_eq!(
            reason,
            format!("not a Tiled map: line 2: <objectgroup> offsetx \"{value}\" is not a finite number")
        );
        let json = format!(
            r#"{{"orientation": "orthogonal", "layers": [{{"name": "o", "offsetx": "{value}", "objects": [{{"id": 1}}]}}]}}"#
        );
        let reason = self::reason(&json);
        assert!(
            reason.starts_with(&format!(
                "not a Tiled map: \"{value}\" is not a finite number at line 1 column"
            )),
            "{reason}"
        );
    }
    // Sums of offsets that overflow, and numbers that are outside the range of the scalar.
    let far = xml(r#"offsetx="1e308""#).replace("<object id", "<object x=\"1e308\" id");
    assert_eq!(warnings(&read(&far).unwrap()), ["layer \"o\": object 1: its coordinates are too large"]);
    let land = r#"<map orientation="orthogonal" tilewidth="8" tileheight="8"><tileset firstgid="1" name="t"/>
        <layer name="solid" offsetx="1e300" width="1" height="1"><data encoding="csv">1</data></layer></map>"#;
    let reason = reason(land);
    assert!(reason.starts_with("layer \"solid\": box min.x 1e300 is out of range"), "{reason}");
}

#[test]
fn errors_in_properties_name_object() {
    let object = r#"<object id="4" name="hero"><properties><property name="bumper" value="&quot;mov&quot;: {}"/></properties></object>"#;
    let text = xml(&format!(r#"<object id="3"/>{object}"#));
    let reason = reason(&text);
    assert!(reason.starts_with("layer \"o\": object 4 \"hero\": ") && reason.contains("mov"), "{reason}");
}

fn utf16(text: &str, little: bool, mark: bool) -> Vec<u8> {
    let mark = if mark { "\u{feff}" } else { "" };
    let units = mark.encode_utf16().chain(text.encode_utf16());
    units.flat_map(|unit| if little { unit.to_le_bytes() } else { unit.to_be_bytes() }).collect()
}

#[test]
fn utf_16_files_are_read() {
    let set = r#"<?xml version="1.0" encoding="UTF-16"?><tileset name="Bäume" tilewidth="8" tileheight="8"><tile id="0" class="solid"/></tileset>"#;
    let level = r#"{"identifier": "Höhle", "layerInstances": [{"__type": "Entities", "__identifier": "E", "entityInstances": [{"__identifier": "Tür", "px": [0, 0], "width": 8, "height": 8}]}]}"#;
    let map = r#"<map orientation="orthogonal" tilewidth="8" tileheight="8"><tileset firstgid="1" source="set.tsx"/>
        <layer name="Böden 🌍" width="1" height="1"><data encoding="csv">1</data></layer></map>"#;
    let project =
        r#"{"levels": [{"identifier": "Höhle", "layerInstances": null, "externalRelPath": "level.ldtkl"}]}"#;
    for (little, mark) in [(true, true), (false, true), (true, false), (false, false)] {
        let bytes = |text| utf16(text, little, mark);
        let name = format!("utf16-{little}-{mark}");
        let folder = Folder::new(&name, &[("set.tsx", &bytes(set)), ("level.ldtkl", &bytes(level))]);
        assert_eq!(ids(&read_in(&bytes(map), &folder.0).unwrap()), ["Böden 🌍"]);
        assert_eq!(ids(&read_in(&bytes(project), &folder.0).unwrap()), ["Höhle/Tür"]);
    }
    let scene = bumper_scene::read(&utf16(r#"{"bumper": 1, "shapes": []}"#, true, true)).unwrap();
    assert!(matches!(scene, AnyScene::F32x2(_)));
    let of = |bytes: &[u8]| {
        read_map_text(bytes, MapKind::Tiled, Path::new(""), &Choice::default()).unwrap_err().to_string()
    };
    let whole = utf16(map, true, true);
    assert_eq!(of(&whole[..whole.len() - 1]), "the file is UTF-16 that ends within a character");
    assert_eq!(of(b"\xFF\xFE<\0\x00\xD8<\0"), "the file is broken UTF-16: save it as UTF-8");
    assert_eq!(of(b"\xFF\xFE\0\0<\0\0\0"), "the file is UTF-32: save it as UTF-8");
    assert_eq!(
        of(b"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><map name=\"\xE4\"/>"),
        "not a Tiled map: the file is not UTF-8 but \"ISO-8859-1\": save it as UTF-8"
    );
}

#[test]
fn templates_of_tile_shapes_are_found_relative_to_tileset() {
    let tri = br#"<template><object name="tri"><polygon points="0,0 12,0 0,6"/></object></template>"#;
    let set = br#"<tileset name="t" tilewidth="16" tileheight="16"><tile id="0"><objectgroup><object id="1" template="tri.tx" x="1" y="2"/></objectgroup></tile></tileset>"#;
    let folder = Folder::new("tile-template", &[("tri.tx", tri)]);
    std::fs::create_dir_all(folder.0.join("sets")).unwrap();
    for (path, bytes) in [("sets/t.tsx", &set[..]), ("sets/tri.tx", tri)] {
        std::fs::write(folder.0.join(path), bytes).unwrap();
    }
    let inner = String::from_utf8_lossy(set).replace("<tileset ", "<tileset firstgid=\"1\" ");
    let json = r#"{"orientation": "orthogonal", "tilewidth": 16, "tileheight": 16, "tilesets": [{"firstgid": 1, "name": "t", "tilewidth": 16,
        "tileheight": 16, "tiles": [{"id": 0, "objectgroup": {"objects": [{"id": 1, "template": "tri.tx", "x": 1, "y": 2}]}}]}],
        "layers": [{"name": "L", "width": 2, "height": 1, "data": [0, 1]}]}"#;
    let map = |set: &str| {
        format!(
            r#"<map orientation="orthogonal" width="2" height="1" tilewidth="16" tileheight="16">{set}
            <layer name="L" width="2" height="1"><data encoding="csv">0,1</data></layer></map>"#
        )
    };
    for text in [map(&inner), map(r#"<tileset firstgid="1" source="sets/t.tsx"/>"#), json.into()] {
        let map = read_in(text.as_bytes(), &folder.0).unwrap();
        let shape = scene(&map).parts[0].shape();
        let bounds = shape.bounds().unwrap();
        assert_eq!(bounds, bumper::Aabb::new([17.0, 2.0], [29.0, 8.0]), "{text}");
        assert!(shape.contains([18.0, 7.0]) && !shape.contains([28.0, 7.0]));
    }
    let missing = map(&inner.replace("tri.tx", "none.tx"));
    let fault = read_in(missing.as_bytes(), &folder.0).unwrap_err().to_string();
    assert!(fault.starts_with("tileset \"t\": tile 0: object 1: template \"none.tx\": "), "{fault}");
}

#[test]
fn nested_templates_are_followed_and_cycles_refused() {
    let set =
        br#"<tileset name="t" tilewidth="16" tileheight="24" columns="1"><image source="t.png"/></tileset>"#;
    let folder = Folder::new(
        "chain",
        &[
            ("a.tx", br#"<template><object template="b.tj" name="big"/></template>"#),
            ("b.tj", br#"{"type": "template", "object": {"template": "c.tx", "width": 32}}"#),
            ("c.tx", br#"<template><tileset firstgid="1" source="t.tsx"/><object name="small" gid="1" width="8" height="8"/></template>"#),
            ("d.tx", br#"<template><object template="e.tx"/></template>"#),
            ("e.tx", br#"<template><object template="d.tx"/></template>"#),
            ("f.tx", br#"<template><object name="bad"><polygon points="0,0 1"/></object></template>"#),
            ("t.tsx", set),
        ],
    );
    let map = read_in(
        xml(r#"<object id="1" template="a.tx" x="10" y="40"/><object id="2" template="c.tx"/>"#).as_bytes(),
        &folder.0,
    );
    let map = map.unwrap();
    assert_eq!(ids(&map), ["big", "small"]);
    assert_eq!(scene(&map).parts[0].shape(), bumper::Aabb::new([10.0, 32.0], [42.0, 40.0]).into());
    let fault =
        read_in(xml(r#"<object id="1" template="d.tx"/>"#).as_bytes(), &folder.0).unwrap_err().to_string();
    assert_eq!(
        fault,
        "layer \"o\": object 1: template \"d.tx\": template \"e.tx\": template \"d.tx\": the template contains itself"
    );
    let map =
        read_in(xml(r#"<object id="1" template="f.tx"/><object id="2"/>"#).as_bytes(), &folder.0).unwrap();
    assert_eq!(ids(&map), ["#2"]);
    assert_eq!(warnings(&map), ["layer \"o\": object 1 \"bad\": line 1: <polygon>: \"1\" is no point"]);
}

#[test]
fn tilesets_of_templates_get_numbers_after_all_tiles_of_map() {
    let small = br#"<tileset name="small" tilewidth="8" tileheight="8" tilecount="1" columns="1"><image source="s.png"/></tileset>"#;
    let template =
        br#"<template><tileset firstgid="1" source="small.tsx"/><object name="small" gid="1"/></template>"#;
    let folder = Folder::new("numbers", &[("small.tsx", small), ("small.tx", template)]);
    // The last tile of the map's only tileset, and the tile of the template, both at the sizes of their tilesets.
    let set = |attributes: &str, tiles: &str| {
        format!(
            r#"<tileset firstgid="1" name="big" tilewidth="16" tileheight="16" columns="1024"{attributes}>{tiles}</tileset>"#
        )
    };
    let map = |set: &str, last: u32| {
        format!(
            r#"<map orientation="orthogonal" tilewidth="16" tileheight="16">{set}<objectgroup name="o">
            <object id="1" name="big" gid="{last}" x="0" y="100"/><object id="2" template="small.tx" x="200" y="100"/></objectgroup></map>"#
        )
    };
    let sizes = |text: &str| {
        let map = read_in(text.as_bytes(), &folder.0).unwrap();
        let width = |k: usize| scene(&map).parts[k].shape().bounds().unwrap().size().x();
        [width(0), width(1)]
    };
    let (million, listed) = (1u32 << 20, r#"<tile id="3000000"/>"#);
    for (set, last) in [
        (set(r#" tilecount="4""#, ""), 4),
        (set(r#" tilecount="4""#, listed), 3_000_001),
        (set("", ""), million),
        (set("", listed), 3_000_001),
        (set(&format!(r#" tilecount="{}""#, million + 9), ""), million + 9),
        (set(&format!(r#" tilecount="{}""#, (1 << 28) - 2), ""), (1 << 28) - 2),
    ] {
        assert_eq!(sizes(&map(&set, last)), [16.0, 8.0], "{set}");
    }
    let full = map(&set(&format!(r#" tilecount="{}""#, (1 << 28) - 1), ""), 1);
    let fault = read_in(full.as_bytes(), &folder.0).unwrap_err().to_string();
    assert_eq!(
        fault,
        "layer \"o\": object 2: template \"small.tx\": tileset \"small\": the map has no room for its tiles below the number 2^28"
    );
    // More templates with their own tilesets than there are numbers for, if each tileset took 2^20 of them.
    let mut objects = String::new();
    for k in 0..300 {
        std::fs::write(folder.0.join(format!("{k}.tx")), template).unwrap();
        objects += &format!(r#"<object id="{k}" template="{k}.tx" x="{}" y="0"/>"#, k * 10);
    }
    let map = read_in(xml(&objects).as_bytes(), &folder.0).unwrap();
    assert!(scene(&map).parts.len() == 300);
    for part in &scene(&map).parts {
        assert_eq!(part.shape().bounds().unwrap().size().x(), 8.0);
    }
}

#[cfg(unix)]
#[test]
fn devices_pipes_and_folders_are_refused_at_once() {
    let folder = Folder::new("pipes", &[]);
    let pipe = folder.0.join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let device = "it is a device or a pipe, not a file";
    let start = std::time::Instant::now();
    for (name, reason) in [("/dev/zero", device), ("pipe", device), (".", "it is a folder, not a file")] {
        let set = format!(r#"<map orientation="orthogonal"><tileset firstgid="1" source="{name}"/></map>"#);
        let template = xml(&format!(r#"<object id="1" template="{name}"/>"#));
        let level = format!(
            r#"{{"levels": [{{"identifier": "L", "layerInstances": null, "externalRelPath": "{name}"}}]}}"#
        );
        for text in [set, template, level] {
            let fault = read_in(text.as_bytes(), &folder.0).unwrap_err().to_string();
            assert!(fault.ends_with(&format!("\"{name}\": {reason}")), "{fault}");
        }
    }
    assert_eq!(bumper_scene::read_map(&pipe).unwrap_err().to_string(), device);
    let picture = bumper_scene::Picture::read(&pipe).unwrap_err().to_string();
    assert_eq!(picture, device);
    assert!(start.elapsed().as_secs() < 5);
}

#[test]
fn layers_with_wrong_number_of_tiles_are_refused() {
    let xml = |width: &str, height: &str, data: &str| {
        format!(
            r#"<map orientation="orthogonal" tilewidth="8" tileheight="8"><tileset firstgid="1" name="t"/>
            <layer name="solid" width="{width}" height="{height}">{data}</layer></map>"#
        )
    };
    let json = |width: &str, height: &str, data: &str| {
        format!(
            r#"{{"orientation": "orthogonal", "tilewidth": 8, "tileheight": 8, "tilesets": [{{"firstgid": 1}}],
            "layers": [{{"name": "solid", "width": {width}, "height": {height}, {data}}}]}}"#
        )
    };
    let csv = r#"<data encoding="csv">1,1,1</data>"#;
    let tiles = r#"<data><tile gid="1"/><tile gid="1"/><tile/></data>"#;
    let chunk = r#"<data encoding="csv"><chunk x="0" y="0" width="2" height="2">1,1,1</chunk></data>"#;
    let chunks = r#""chunks": [{"x": 0, "y": 0, "width": 2, "height": 2, "data": [1, 1, 1]}]"#;
    let large = "2000000000";
    let cases = [
        (xml(large, large, csv), "4000000000000000000"),
        (xml(large, large, tiles), "4000000000000000000"),
        (json(large, large, r#""data": [1, 1, 1]"#), "4000000000000000000"),
        (json(large, large, r#""encoding": "csv", "data": "1,1,1""#), "4000000000000000000"),
        (xml("2", "1", csv), "2"),
        (xml("2", "2", chunk), "4"),
        (json("2", "2", chunks), "4"),
    ];
    for (text, tiles) in cases {
        assert_eq!(
            reason(&text),
            format!("layer \"solid\": the layer has {tiles} tiles, but its data has 3")
        );
    }
    let project = r#"{"levels": [{"identifier": "L", "layerInstances": [{"__type": "IntGrid", "__identifier": "G", "__cWid": 2000000000, "__cHei": 2000000000,
        "__gridSize": 8, "intGridCsv": [1, 1, 1]}]}]}"#;
    assert_eq!(
        reason(project),
        "level \"L\": layer \"G\": the layer has 4000000000000000000 cells, but its data has 3 values"
    );
    for text in [
        xml("3", "1", csv),
        xml("3", "1", tiles),
        json("3", "1", r#""encoding": "csv", "data": "1,1,1""#),
        json("3", "null", r#""data": [1, 1, 1]"#),
    ] {
        assert_eq!(ids(&read(&text).unwrap()), ["solid"], "{text}");
    }
    // Empty layers of infinite maps have a size but no data.
    for encoding in [r#"encoding="csv""#, r#"encoding="base64" compression="zlib""#, r#"encoding="base64""#] {
        assert!(ids(&read(&xml("30", "20", &format!("<data {encoding}>\n</data>"))).unwrap()).is_empty());
    }
}

#[test]
fn zstd_layers_are_read_and_their_number_of_tiles_is_checked() {
    let tiles = [1u32, 0, 0, 1, 1, 1, 0, 1];
    let bytes: Vec<u8> = tiles.iter().flat_map(|tile| tile.to_le_bytes()).collect();
    let packed = ruzstd::encoding::compress_to_vec(&bytes[..], ruzstd::encoding::CompressionLevel::Fastest);
    use base64::Engine;
    let data = base64::engine::general_purpose::STANDARD.encode(packed);
    let map = |width: u32, data: &str| {
        format!(
            r#"<map orientation="orthogonal" tilewidth="8" tileheight="8"><tileset firstgid="1" name="t"/>
            <layer name="solid" width="{width}" height="2"><data encoding="base64" compression="zstd">
            {data}</data></layer></map>"#
        )
    };
    let read_map = read(&map(4, &data)).unwrap();
    let solid = |x: usize, y: usize| {
        let at = [x as f32 * 8.0 + 4.0, y as f32 * 8.0 + 4.0];
        scene(&read_map).parts.iter().any(|part| part.shape().contains(at))
    };
    (0..8).for_each(|k| assert_eq!(solid(k % 4, k / 4), tiles[k] == 1));
    for (width, more) in [(3, "more"), (5, "fewer")] {
        let expected = format!(
            "layer \"solid\": the layer has {} tiles, but its data unpacked by \"zstd\" has {more}",
            width * 2
        );
        assert_eq!(reason(&map(width, &data)), expected);
    }
    let broken = reason(&map(4, "AAAABBBB"));
    assert!(broken.starts_with("layer \"solid\": the data is broken: "), "{broken}");
    assert_eq!(
        reason(&map(4, &data).replace("zstd", "lzma")),
        "layer \"solid\": the compression \"lzma\" is not supported: use zlib, gzip or zstd"
    );
}

#[test]
fn position_of_tile_layer_in_tiles_moves_its_tiles() {
    let xml = |kind: &str| {
        format!(
            r#"<map orientation="{kind}" height="4" tilewidth="16" tileheight="8"><tileset firstgid="1" tilewidth="16" tileheight="8"/>
            <layer name="solid" width="2" height="2" x="3" y="1"><data encoding="csv">1,0,0,0</data></layer></map>"#
        )
    };
    let json = |kind: &str| {
        format!(
            r#"{{"orientation": "{kind}", "height": 4, "tilewidth": 16, "tileheight": 8, "tilesets": [{{"firstgid": 1, "tilewidth": 16, "tileheight": 8}}],
            "layers": [{{"name": "solid", "width": 2, "height": 2, "x": 3, "y": 1, "data": [1, 0, 0, 0]}},
            {{"name": "o", "x": 2.5, "objects": [{{"id": 1, "x": 4, "y": 5}}]}}]}}"#
        )
    };
    // In staggered maps, the first row is not shifted, but the second row is shifted.
    for (kind, corner) in
        [("orthogonal", [48.0, 8.0]), ("isometric", [40.0, 16.0]), ("staggered", [56.0, 4.0])]
    {
        for text in [xml(kind), json(kind)] {
            let map = read(&text).unwrap();
            let bounds = scene(&map).parts[0].shape().bounds().unwrap();
            assert_eq!((bounds.min().0, bounds.size().0), (corner, [16.0, 8.0]), "{text}");
            let middle = [corner[0] + 8.0, corner[1] + 4.0].map(f64::from);
            let tile = map.tiles[0].tile_at(middle, [0.0; 2]).unwrap();
            assert_eq!((tile.column, tile.row), (3, 1), "{text}");
        }
    }
    // The position of an object layer has no effect.
    let map = read(&json("orthogonal")).unwrap();
    assert_eq!(scene(&map).parts[1].shape().bounds().unwrap().min().0, [4.0, 5.0]);
}

#[test]
fn text_objects_give_one_warning_per_layer() {
    let floor = r#"<object id="1" name="floor" width="64" height="16"/>"#;
    let text = r#"<object id="2" width="9" height="9"><text>Hello</text></object>"#;
    let map = read(&xml(&format!("{floor}{text}"))).unwrap();
    assert_eq!((ids(&map), warnings(&map)), (vec!["floor"], vec!["layer \"o\": 1 text object".to_string()]));
    let map = read(&json(r#"{"id": 2, "text": {"text": "a"}}, {"id": 3, "text": {}}"#)).unwrap();
    assert_eq!((ids(&map).len(), warnings(&map)), (0, vec!["layer \"o\": 2 text objects".to_string()]));
}

#[test]
fn faults_of_damaged_maps_have_location() {
    let cases: [(&[u8], &str); 6] = [
        (b"{ \"height\":2,\n \"layers\":[\n  { \"data\":[1, 1, 0\n", "line 4 column 0: the file ends too early"),
        (b"<?xml version='1.0' encoding='UTF-8'?>\n<map orientation='\xff'/>", "line 2 column 19: the file is not UTF-8: save it as UTF-8"),
        (b"<map orientation='orthogonal'>\n<layer name='a'>", "line 2 column 17: the file ends before </map>"),
        (b"<map orientation='orthogonal'>\n<layer name='a", "line 2 column 15: the file ends within a tag"),
        (b"<map>\n<layer>\n<a b=></layer></map>", "expected a quote not '>' at 3:6"),
        (
            b"<map orientation='orthogonal' tilewidth='8' tileheight='8'><layer name='l' width='2' height='2'>\
              <data encoding='csv'>1,2,\n3,NaN</data></layer></map>",
            "layer \"l\": \"NaN\" at (1, 1) is not a tile",
        ),
    ];
    for (text, expected) in cases {
        let fault = read_in(text, Path::new("")).unwrap_err().to_string();
        assert_eq!(fault.strip_prefix("not a Tiled map: ").unwrap_or(&fault), expected);
    }
    let empty = read_map_text(b" \n", MapKind::Tiled, Path::new(""), &Choice::default()).unwrap_err();
    assert_eq!(empty.to_string(), "the file is empty");
}
