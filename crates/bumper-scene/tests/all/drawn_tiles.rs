//! Checks that tiles and tile objects are solid where Tiled draws them: scaled, moved, rotated and sheared.

use bumper::{Aabb, Shape};
use bumper_scene::{AnyScene, Choice, Map, MapKind, Scene, read_map_text};
use std::path::Path;

fn read(text: &str) -> Map {
    let kind = MapKind::of(None, text.as_bytes()).expect("a map");
    let choice = Choice { pictures: true, ..Choice::default() };
    read_map_text(text.as_bytes(), kind, Path::new(""), &choice)
        .unwrap_or_else(|fault| panic!("{fault}\n{text}"))
}

fn scene(map: &Map) -> &Scene<f32, 2> {
    let AnyScene::F32x2(scene) = &map.scene else { panic!() };
    scene
}

fn shape<'m>(map: &'m Map, id: &str) -> Shape<'m, f32, 2> {
    let object = scene(map).objects.iter().find(|object| object.id == id).unwrap();
    scene(map).parts_of(object)[0].shape()
}

fn boxed(min: [f32; 2], max: [f32; 2]) -> Shape<'static, f32, 2> {
    Aabb::new(min, max).into()
}

fn holds(map: &Map, at: [f32; 2]) -> bool {
    scene(map).parts.iter().any(|part| part.shape().contains(at))
}

/// The attributes of an element, as names and values.
type Attributes = Vec<(&'static str, &'static str)>;

/// A map with objects and one tileset of 16 x 16 tiles, as XML and as JSON. `set` has the attributes of the tileset; its x and y are the
/// tile offset. `objects` has the attributes of each object.
fn both(set: &[(&str, &str)], objects: &[&[(&str, &str)]]) -> [String; 2] {
    let xml = |pairs: &[(&str, &str)]| {
        pairs.iter().map(|(key, value)| format!(" {key}=\"{value}\"")).collect::<String>()
    };
    let json = |pairs: &[(&str, &str)]| {
        let pair = |(key, value): &(&str, &str)| match value.parse::<f64>() {
            Ok(_) => format!(", \"{key}\": {value}"),
            Err(_) => format!(", \"{key}\": \"{value}\""),
        };
        pairs.iter().map(pair).collect::<String>()
    };
    let offset: Vec<_> = set.iter().copied().filter(|(key, _)| matches!(*key, "x" | "y")).collect();
    let others: Vec<_> = set.iter().copied().filter(|(key, _)| !matches!(*key, "x" | "y")).collect();
    let tileoffset = match json(&offset) {
        inner if inner.is_empty() => inner,
        inner => format!(", \"tileoffset\": {{{}}}", &inner[1..]),
    };
    let xml_objects: String = objects.iter().map(|pairs| format!("<object{}/>", xml(pairs))).collect();
    let json_objects: Vec<_> =
        objects.iter().map(|pairs| format!("{{\"type\": \"\"{}}}", json(pairs))).collect();
    [
        format!(
            r#"<map orientation="orthogonal" width="2" height="2" tilewidth="16" tileheight="16"><tileset firstgid="1" name="t"
            tilewidth="16" tileheight="16" columns="4"{}><tileoffset{}/><image source="t.png" width="64" height="64"/></tileset>
            <objectgroup name="o">{xml_objects}</objectgroup></map>"#,
            xml(&others),
            xml(&offset)
        ),
        format!(
            r#"{{"orientation": "orthogonal", "width": 2, "height": 2, "tilewidth": 16, "tileheight": 16, "tilesets": [{{"firstgid": 1,
            "name": "t", "tilewidth": 16, "tileheight": 16, "columns": 4, "image": "t.png", "imagewidth": 64{}{}}}],
            "layers": [{{"name": "o", "type": "objectgroup", "objects": [{}]}}]}}"#,
            json(&others),
            tileoffset,
            json_objects.join(", ")
        ),
    ]
}

#[test]
fn tile_object_without_size_has_size_of_its_tile() {
    let place = [("gid", "3"), ("x", "16"), ("y", "32")];
    let with = |more: &[(&'static str, &'static str)]| [&place[..], more].concat();
    let cases: [(Attributes, [f32; 4]); 5] = [
        (with(&[]), [16.0, 16.0, 32.0, 32.0]),
        (with(&[("width", "0"), ("height", "0")]), [16.0, 16.0, 32.0, 32.0]),
        (with(&[("width", "40")]), [16.0, 16.0, 56.0, 32.0]),
        (with(&[("height", "8"), ("width", "0")]), [16.0, 24.0, 32.0, 32.0]),
        // Flipped horizontally and vertically, about the center of the tile.
        (vec![("gid", "3221225475"), ("x", "16"), ("y", "32")], [16.0, 16.0, 32.0, 32.0]),
    ];
    for (object, [left, top, right, bottom]) in cases {
        let named = [&[("name", "crate")], &object[..]].concat();
        for text in both(&[], &[&named]) {
            let map = read(&text);
            assert_eq!(shape(&map, "crate"), boxed([left, top], [right, bottom]), "{text}");
            assert_eq!(map.images[0].size, Some([f64::from(right - left), f64::from(bottom - top)]));
        }
    }
}

#[test]
fn tile_object_from_image_collection_has_size_of_its_picture() {
    let text = r#"<map orientation="orthogonal" tilewidth="16" tileheight="16"><tileset firstgid="1" name="t" tilewidth="64"
        tileheight="64"><tile id="4"><image source="tree.png" width="24" height="40"/></tile></tileset>
        <objectgroup name="o"><object id="1" name="tree" gid="5" x="10" y="50"/></objectgroup></map>"#;
    assert_eq!(shape(&read(text), "tree"), boxed([10.0, 10.0], [34.0, 50.0]));
}

#[test]
fn tileset_offset_is_scaled_with_tile_object() {
    let offset = [("x", "8"), ("y", "24")];
    let crate_of = |more: &[(&'static str, &'static str)]| {
        [&[("name", "crate"), ("gid", "3"), ("x", "16"), ("y", "32")], more].concat()
    };
    let cases = [
        (crate_of(&[("width", "16"), ("height", "16")]), [24.0, 40.0, 40.0, 56.0]),
        (crate_of(&[]), [24.0, 40.0, 40.0, 56.0]),
        // The tile object is twice as wide and half as high as its tile.
        (crate_of(&[("width", "32"), ("height", "8")]), [32.0, 36.0, 64.0, 44.0]),
    ];
    for (object, [left, top, right, bottom]) in cases {
        for text in both(&offset, &[&object]) {
            let map = read(&text);
            assert_eq!(shape(&map, "crate"), boxed([left, top], [right, bottom]), "{text}");
            assert_eq!(map.images[0].at, [left, top].map(f64::from));
        }
    }
    // A rotation by 90 degrees about the position of the object also rotates the offset.
    let turned = crate_of(&[("width", "16"), ("height", "16"), ("rotation", "90")]);
    for text in both(&offset, &[&turned]) {
        let map = read(&text);
        let bounds = shape(&map, "crate").bounds().unwrap();
        // The bounds of a rotated box are rounded outwards.
        let expected = [-8.0, 40.0, 8.0, 56.0];
        let given = [bounds.min().0, bounds.max().0].concat();
        assert!(given.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-3), "{text}");
    }
}

#[test]
fn fill_mode_keeps_proportions_of_resized_tile_objects() {
    let object =
        [("name", "crate"), ("gid", "1"), ("x", "0"), ("y", "32"), ("width", "64"), ("height", "32")];
    for (mode, expected) in
        [("stretch", [0.0, 0.0, 64.0, 32.0]), ("preserve-aspect-fit", [16.0, 0.0, 48.0, 32.0])]
    {
        for text in both(&[("fillmode", mode)], &[&object]) {
            let [left, top, right, bottom] = expected;
            assert_eq!(shape(&read(&text), "crate"), boxed([left, top], [right, bottom]), "{text}");
        }
    }
}

/// A map with one layer that has one tile, at (1, 0). The arguments are the attributes of the map and of the tileset, the collision shapes
/// of tile 0, and the number of the tile with its flags.
fn one_tile(map: &str, set: &str, shapes: &str, number: u32) -> String {
    format!(
        r#"<map {map} width="2" height="1"><tileset firstgid="1" name="t" {set}><image source="t.png" width="64" height="64"/>
        <tile id="0"><objectgroup>{shapes}</objectgroup></tile></tileset>
        <layer name="L" width="2" height="1"><data encoding="csv">0,{number}</data></layer></map>"#
    )
}

#[test]
fn grid_sized_tiles_are_scaled_with_their_collision_shapes() {
    let square = r#"orientation="orthogonal" tilewidth="32" tileheight="32""#;
    let small = r#"tilewidth="16" tileheight="16" columns="4" tilerendersize="grid""#;
    let low = r#"<object id="1" x="0" y="8" width="16" height="8"/>"#;
    let map = read(&one_tile(square, small, low, 1));
    assert_eq!(shape(&map, "L"), boxed([32.0, 16.0], [64.0, 32.0]));
    assert_eq!((map.images[0].at, map.images[0].size), ([32.0, 0.0], Some([32.0, 32.0])));
    // The tile is flipped vertically.
    assert_eq!(
        shape(&read(&one_tile(square, small, low, 1 | 1 << 30)), "L"),
        boxed([32.0, 0.0], [64.0, 16.0])
    );
    // A shape that fills its tile makes the whole cell solid, so it is merged with the neighbouring cell.
    let full = r#"<object id="1" x="0" y="0" width="16" height="16"/>"#;
    let two = one_tile(square, small, full, 1).replace(">0,1<", ">1,1<");
    assert_eq!(shape(&read(&two), "L"), boxed([0.0, 0.0], [64.0, 32.0]));
    // Tiles that are larger than the cell are scaled down with their shapes, including round ones.
    let large = r#"tilewidth="32" tileheight="32" columns="2" tilerendersize="grid""#;
    let grid = r#"orientation="orthogonal" tilewidth="16" tileheight="16""#;
    let slope = r#"<object id="1" x="1" y="2"><polygon points="0,0 24,0 0,12"/></object>"#;
    let map = read(&one_tile(grid, large, slope, 1));
    assert!(holds(&map, [17.0, 2.0]) && holds(&map, [28.0, 1.0]) && holds(&map, [16.5, 6.9]));
    assert!(!holds(&map, [28.6, 1.1]) && !holds(&map, [24.0, 5.0]) && !holds(&map, [16.4, 2.0]));
    let ball = r#"<object id="1" x="4" y="8" width="16" height="16"><ellipse/></object>"#;
    assert_eq!(
        shape(&read(&one_tile(grid, large, ball, 1)), "L"),
        bumper::Ball::new([22.0, 8.0], 4.0).into()
    );
    let oval = r#"orientation="orthogonal" tilewidth="32" tileheight="16""#;
    let map = read(&one_tile(oval, large, ball, 1));
    assert!(holds(&map, [51.9, 8.0]) && !holds(&map, [52.1, 8.0]) && holds(&map, [44.0, 11.9]));
    assert!(!holds(&map, [44.0, 12.1]) && !holds(&map, [50.0, 11.0]));
}

#[test]
fn grid_sized_tiles_with_kept_proportions_are_centered_in_cell() {
    let grid = r#"orientation="orthogonal" tilewidth="64" tileheight="32""#;
    let set =
        r#"tilewidth="16" tileheight="16" columns="4" tilerendersize="grid" fillmode="preserve-aspect-fit""#;
    let low = r#"<object id="1" x="0" y="8" width="16" height="8"/>"#;
    let map = read(&one_tile(grid, set, low, 1));
    assert_eq!(shape(&map, "L"), boxed([80.0, 16.0], [112.0, 32.0]));
    assert_eq!((map.images[0].at, map.images[0].size), ([80.0, 0.0], Some([32.0, 32.0])));
    // Without `tilerendersize`, tiles are not scaled.
    let set = set.replace("tilerendersize=\"grid\"", "");
    assert_eq!(shape(&read(&one_tile(grid, &set, low, 1)), "L"), boxed([64.0, 24.0], [80.0, 32.0]));
}

#[test]
fn hexagonal_tiles_are_rotated_by_60_and_120_degrees() {
    let grid = r#"orientation="hexagonal" tilewidth="16" tileheight="16" hexsidelength="8" staggeraxis="y" staggerindex="odd""#;
    let set = r#"tilewidth="16" tileheight="16" columns="4""#;
    let bar = r#"<object id="1" x="0" y="0" width="8" height="4"/>"#;
    for (bits, degrees) in [(0, 0.0), (1u32 << 29, 60.0), (1 << 28, 120.0), (3 << 28, 180.0)] {
        for flip in [false, true] {
            let map = read(&one_tile(grid, set, bar, 1 | bits | u32::from(flip) << 31));
            let (sine, cosine) = f32::to_radians(degrees).sin_cos();
            for [u, v] in [[0.1, 0.1], [7.9, 0.1], [7.9, 3.9], [0.1, 3.9], [4.0, 2.0]] {
                let at = |u: f32, v: f32| {
                    let (x, y) = (if flip { 16.0 - u } else { u } - 8.0, v - 8.0);
                    [16.0 + 8.0 + x * cosine - y * sine, 8.0 + x * sine + y * cosine]
                };
                assert!(holds(&map, at(u, v)), "{degrees} {flip} {u} {v}");
                let beyond = at(4.0 + (u - 4.0) * 1.1, 2.0 + (v - 2.0) * 1.1);
                assert!((u, v) == (4.0, 2.0) || !holds(&map, beyond), "{degrees} {flip} {u} {v}");
            }
            let image = &map.images[0];
            assert_eq!((image.rotation, image.pivot), (f64::from(degrees), [24.0, 8.0]));
        }
    }
    // In other orientations bit 28 is ignored, and bit 29 is the diagonal flip.
    let square = r#"orientation="orthogonal" tilewidth="16" tileheight="16""#;
    assert_eq!(shape(&read(&one_tile(square, set, bar, 1 | 1 << 28)), "L"), boxed([16.0, 0.0], [24.0, 4.0]));
    assert_eq!(shape(&read(&one_tile(square, set, bar, 1 | 1 << 29)), "L"), boxed([16.0, 0.0], [20.0, 8.0]));
}

#[test]
fn oblique_maps_shear_grid_but_not_tiles() {
    let text = r#"<map orientation="oblique" skewx="8" skewy="4" width="3" height="3" tilewidth="16" tileheight="16">
        <tileset firstgid="1" name="t" tilewidth="16" tileheight="16" columns="4"><image source="t.png" width="64"/>
        <tile id="1"><objectgroup><object id="1" x="0" y="8" width="16" height="8"/></objectgroup></tile></tileset>
        <layer name="land" width="3" height="3" class="solid"><data encoding="csv">1,1,0,0,1,0,0,0,0</data></layer>
        <layer name="planks" width="3" height="3"><data encoding="csv">0,0,0,0,0,2,0,0,0</data></layer>
        <objectgroup name="o"><object id="1" name="room" x="16" y="32" width="16" height="16"/>
        <object id="2" name="post" x="16" y="32"><point/></object>
        <object id="3" name="crate" gid="1" x="16" y="32"/></objectgroup></map>"#;
    for text in [
        text.to_string(),
        text.replace("tilewidth=\"16\" tileheight=\"16\">\n", "tileheight=\"16.0\" tilewidth=\" 16\">\n"),
    ] {
        let map = read(&text);
        let skewed = |x: f32, y: f32| [x + 0.5 * y, y + 0.25 * x];
        let land = |at: [f32; 2]| {
            scene(&map).parts_of(&scene(&map).objects[0]).iter().any(|part| part.shape().contains(at))
        };
        for (x, y) in (0..12).flat_map(|x| (0..12).map(move |y| (x as f32 * 4.0 + 2.0, y as f32 * 4.0 + 2.0)))
        {
            let cell = ((x / 16.0) as i32, (y / 16.0) as i32);
            let full = [(0, 0), (1, 0), (1, 1)].contains(&cell);
            assert_eq!(land(skewed(x, y)), full, "{x} {y}");
            let tile = map.tiles[0].tile_at(skewed(x, y).map(f64::from), [0.0; 2]);
            assert_eq!(tile.map(|tile| (tile.column, tile.row)), full.then_some(cell));
        }
        // The map is sheared, but the tile at (2, 1) is drawn upright. Its lower left corner is the lower left corner of its cell. A tile
        // object is drawn in the same way at its position.
        let [x, y] = skewed(32.0, 32.0);
        assert_eq!(shape(&map, "planks"), boxed([x, y - 8.0], [x + 16.0, y]));
        let [x, y] = skewed(16.0, 32.0);
        assert_eq!(shape(&map, "crate"), boxed([x, y - 16.0], [x + 16.0, y]));
        assert_eq!(shape(&map, "post"), Shape::Point(bumper::Vector([x, y])));
        for (u, v) in [(0.5, 0.5), (15.5, 0.5), (15.5, 15.5), (0.5, 15.5)] {
            assert!(shape(&map, "room").contains(skewed(16.0 + u, 32.0 + v)));
            assert!(!shape(&map, "room").contains(skewed(24.0 + (u - 8.0) * 1.1, 40.0 + (v - 8.0) * 1.1)));
        }
    }
    let flat = r#"<map orientation="oblique" skewx="16" skewy="16" width="3" height="3" tilewidth="16" tileheight="16"/>"#;
    let fault =
        read_map_text(flat.as_bytes(), MapKind::Tiled, Path::new(""), &Choice::default()).unwrap_err();
    assert_eq!(fault.to_string(), "the skew of the map makes its tiles flat");
}

#[test]
fn transparent_colours_of_pictures_are_read() {
    let xml = r##"<map orientation="orthogonal" width="1" height="1" tilewidth="16" tileheight="16"><tileset firstgid="1" name="t" tilewidth="16"
        tileheight="16" columns="1"><image source="a.png" trans="ff00ff" width="16" height="16"/></tileset><tileset firstgid="2" name="c" tilewidth="16"
        tileheight="16"><tile id="0"><image source="b.png" trans="#0080ff"/></tile></tileset>
        <imagelayer name="sky"><image source="c.png" trans="#ff010203"/></imagelayer>
        <layer name="L" width="1" height="1"><data encoding="csv">1</data></layer>
        <objectgroup name="o"><object id="1" gid="2" x="0" y="0" width="16" height="16"/></objectgroup></map>"##;
    let json = r##"{"orientation": "orthogonal", "width": 1, "height": 1, "tilewidth": 16, "tileheight": 16, "tilesets": [
        {"firstgid": 1, "name": "t", "tilewidth": 16, "tileheight": 16, "columns": 1, "image": "a.png", "transparentcolor": "#ff00ff"},
        {"firstgid": 2, "name": "c", "tilewidth": 16, "tileheight": 16, "transparentcolor": "#0080ff", "tiles": [{"id": 0, "image": "b.png"}]}],
        "layers": [{"name": "sky", "type": "imagelayer", "image": "c.png", "transparentcolor": "#010203"},
        {"name": "L", "width": 1, "height": 1, "data": [1]}, {"name": "o", "objects": [{"id": 1, "gid": 2, "x": 0, "y": 0, "width": 16, "height": 16}]}]}"##;
    for text in [xml, json] {
        let colors: Vec<_> = read(text).images.iter().map(|image| image.transparent.unwrap()).collect();
        assert_eq!(colors, [[1, 2, 3], [255, 0, 255], [0, 128, 255]]);
    }
}
