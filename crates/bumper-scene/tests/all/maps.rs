//! Tests of Tiled maps: objects of each kind are where Tiled shows them, XML and JSON give the same scene, and errors are a single line.

use bumper::{Relate, Relation, Shape, Vector, distance};
use bumper_scene::{AnyScene, Fault, Scene, read_map};
use std::path::{Path, PathBuf};

fn map(path: &str) -> Scene<f32, 2> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    match read_map(&path).map(|map| map.scene) {
        Ok(AnyScene::F32x2(scene)) => scene,
        other => panic!("{other:?}"),
    }
}

/// A temporary map file that is deleted when dropped.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str, text: &[u8]) -> Self {
        let path = std::env::temp_dir().join(format!("bumper-{}-{name}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        Self(path)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn json(name: &str, objects: &str) -> Result<AnyScene, Fault> {
    let text = format!(
        r#"{{"orientation": "orthogonal", "layers": [{{"type": "objectgroup", "name": "walls", "objects": [{objects}]}}]}}"#
    );
    read_map(&Temporary::new(&format!("{name}.tmj"), text.as_bytes()).0).map(|map| map.scene)
}

fn one(name: &str, object: &str) -> Shape<'static, f32, 2> {
    match json(name, object) {
        Ok(AnyScene::F32x2(scene)) => scene.parts[0].plain().unwrap_or_else(|| panic!("{:?}", scene.parts)),
        other => panic!("{other:?}"),
    }
}

fn shape_of<'a>(scene: &'a Scene<f32, 2>, id: &str) -> Shape<'a, f32, 2> {
    let object = scene.objects.iter().find(|object| object.id == id).unwrap();
    scene.parts_of(object)[0].shape()
}

#[test]
fn xml_and_json_maps_give_same_scene() {
    let (xml, json) = (map("../../examples/maps/garden.tmx"), map("tests/maps/garden.tmj"));
    let ids: Vec<_> = xml.objects.iter().map(|object| object.id.as_str()).collect();
    assert_eq!(ids, ["pond", "wall", "plank", "path", "frog", "cloud", "frog#7", "#8"]);
    for (a, b) in xml.objects.iter().zip(&json.objects) {
        assert_eq!(a.id, b.id);
        for (p, q) in xml.parts_of(a).iter().zip(json.parts_of(b)) {
            assert_eq!(format!("{p:?}"), format!("{q:?}"));
        }
    }
}

#[test]
fn shapes_are_where_tiled_shows_them() {
    let scene = map("../../examples/maps/garden.tmx");
    // The concave bay of the pond is not filled, and the pond is one object with one part.
    let pond = shape_of(&scene, "pond");
    assert_eq!(pond.relation(&Vector([160.0 + 58.0, 80.0 + 40.0])), Relation::Apart);
    assert_eq!(pond.relation(&Vector([160.0 + 60.0, 80.0 + 10.0])), Relation::Overlapping);
    // The offsets of the group and of the layer are added.
    let frog = shape_of(&scene, "frog");
    assert_eq!(frog, bumper::Ball::new([186.0 + 12.0 + 10.0, 92.0 + 12.0 + 4.0], 12.0).into());
    assert_eq!(shape_of(&scene, "#8"), Shape::Point(Vector([50.0, 144.0])));
    // The plank is rotated by 30 degrees clockwise on the screen, about its upper left corner.
    let plank = shape_of(&scene, "plank");
    let (sine, cosine) = 30f32.to_radians().sin_cos();
    for (u, v) in [(0.0, 0.0), (90.0, 0.0), (90.0, 12.0), (0.0, 12.0)] {
        let corner = Vector([60.0 + u * cosine - v * sine, 40.0 + u * sine + v * cosine]);
        assert!(distance(plank, corner) < 1e-4, "{corner:?}");
        let beyond = corner + (corner - Vector([60.0, 40.0])).scaled(0.01);
        assert!((u, v) == (0.0, 0.0) || !plank.contains(beyond), "{beyond:?}");
    }
    let path = scene.objects.iter().find(|object| object.id == "path").unwrap();
    assert_eq!(scene.parts_of(path).len(), 3);
}

#[test]
fn ellipse_objects_stay_ellipses() {
    let scene = map("../../examples/maps/garden.tmx");
    let cloud = shape_of(&scene, "cloud");
    assert_eq!(cloud, bumper::Ellipse::new([260.0, 30.0], [30.0, 12.0], bumper::Rotation::identity()).into());
    for k in 0..1000 {
        let (sine, cosine) = (f64::from(k) * 0.006_283).sin_cos();
        let on = |part: f64| {
            let (x, y) = (230.0 + 30.0 + 30.0 * cosine * part, 18.0 + 12.0 + 12.0 * sine * part);
            Vector([x as f32, y as f32])
        };
        assert!(distance(cloud, on(1.0)) < 1e-4, "{k}");
        assert!(!cloud.contains(on(1.0001)) && cloud.contains(on(0.9999)), "{k}");
    }
    let turned =
        one("oval", r#"{"id": 1, "x": 0, "y": 0, "width": 4, "height": 8, "ellipse": true, "rotation": 90}"#);
    let quarter = bumper::Rotation::from_degrees(90.0);
    assert_eq!(turned, bumper::Ellipse::new([-4.0, 2.0], [2.0, 4.0], quarter).into());
}

#[test]
fn each_object_kind_becomes_its_shape() {
    let tile = one("tile", r#"{"id": 1, "gid": 5, "x": 10, "y": 50, "width": 16, "height": 32}"#);
    assert_eq!(tile, bumper::Aabb::new([10.0, 18.0], [26.0, 50.0]).into());
    let point = one("empty", r#"{"id": 1, "x": 3, "y": 4, "width": 0, "height": 0}"#);
    assert_eq!(point, Shape::Point(Vector([3.0, 4.0])));
    let capsule = one("capsule", r#"{"id": 1, "x": 0, "y": 0, "width": 40, "height": 10, "capsule": true}"#);
    assert_eq!(capsule, bumper::Capsule::new([5.0, 5.0], [35.0, 5.0], 5.0).into());
    let slope = one("line", r#"{"id": 1, "x": 1, "y": 1, "polyline": [{"x": 0, "y": 0}, {"x": 9, "y": 5}]}"#);
    assert_eq!(slope, bumper::Segment::new([1.0, 1.0], [10.0, 6.0]).into());
    let turned = one(
        "turned",
        r#"{"id": 1, "x": 0, "y": 0, "width": 4, "height": 4, "ellipse": true, "rotation": 90}"#,
    );
    assert_eq!(turned, bumper::Ball::new([-2.0, 2.0], 2.0).into());
}

#[test]
fn bad_map_error_states_reason() {
    let reason = |name: &str, objects: &str| json(name, objects).unwrap_err().to_string();
    assert_eq!(
        reason("template", r#"{"id": 7, "template": "tree.tx"}"#),
        "layer \"walls\": object 7: template \"tree.tx\": No such file or directory (os error 2)"
    );
    assert!(reason("syntax", r#"{"id": }"#).starts_with("not a Tiled map: expected value at line 1 column"));
    let read_error =
        |name: &str, text: &str| read_map(&Temporary::new(name, text.as_bytes()).0).unwrap_err().to_string();
    assert_eq!(
        read_error("round.tmj", r#"{"orientation": "spherical", "layers": []}"#),
        "maps of the orientation \"spherical\" are not supported"
    );
    assert_eq!(
        read_error("flat.tmj", r#"{"orientation": "isometric", "layers": []}"#),
        "the map's tiles have no size"
    );
    let broken = read_error("broken.tmx", "<map version=\"1.10\"");
    assert!(broken.starts_with("not a Tiled map: ") && !broken.contains('\n'), "{broken}");
    assert!(read_map(Path::new("nowhere.tmx")).unwrap_err().to_string().contains("os error 2"));
}

#[test]
fn mutated_maps_are_read_or_refused_in_one_line() {
    let mut rng = fastrand::Rng::with_seed(1);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let texts = [
        ("changed.tmx", std::fs::read(root.join("../../examples/maps/garden.tmx")).unwrap()),
        ("changed.tmj", std::fs::read(root.join("tests/maps/garden.tmj")).unwrap()),
    ];
    let pieces: [&[u8]; 8] = [b"NaN", b"-1", b"1e999", b"\"", b"<", b"}", b"0", b"99999999999999999999"];
    let (mut read, mut refused) = (0, 0);
    for _ in 0..1500 {
        let (name, mut text) = texts[rng.usize(..2)].clone();
        for _ in 0..rng.usize(1..3) {
            let at = rng.usize(..text.len());
            match rng.u8(..3) {
                0 => drop(text.remove(at)),
                1 => text[at] = rng.u8(32..127),
                _ => drop(text.splice(at..at, pieces[rng.usize(..pieces.len())].iter().copied())),
            }
        }
        match read_map(&Temporary::new(name, &text).0).map(|map| map.scene) {
            Ok(_) => read += 1,
            Err(fault) => {
                refused += 1;
                let line = fault.to_string();
                assert!(!line.is_empty() && !line.contains(char::is_control), "{line:?}");
            }
        }
    }
    assert!(read > 100 && refused > 100, "{read} {refused}");
}

/// A tileset of three tiles: one that is fully solid, one that is solid in the lower right half, and one without collision shapes.
const SET: &str = r#"<tileset firstgid="1" name="ground" tilewidth="16" tileheight="16" tilecount="3" columns="3">
  <image source="ground.png" width="48" height="16"/>
  <tile id="0"><objectgroup><object id="1" x="0" y="0" width="16" height="16"/></objectgroup></tile>
  <tile id="1"><objectgroup><object id="1" x="0" y="16"><polygon points="0,0 16,-16 16,0"/></object></objectgroup></tile>
</tileset>"#;

const SET_JSON: &str = r#"{"firstgid": 1, "name": "ground", "tilewidth": 16, "tileheight": 16, "tiles": [
  {"id": 0, "objectgroup": {"objects": [{"id": 1, "x": 0, "y": 0, "width": 16, "height": 16}]}},
  {"id": 1, "objectgroup": {"objects": [{"id": 1, "x": 0, "y": 16, "polygon": [{"x": 0, "y": 0}, {"x": 16, "y": -16}, {"x": 16, "y": 0}]}]}}]}"#;

/// The tile numbers of a map: a row of slopes in all eight orientations, a row of full tiles, and a row with one more full tile.
fn numbers() -> Vec<u32> {
    let slopes = (0..8u32).map(|turn| 2 | (turn & 1) << 31 | (turn >> 1 & 1) << 30 | (turn >> 2) << 29);
    slopes.chain([1; 8]).chain([3, 0, 1, 0, 0, 0, 0, 0]).collect()
}

fn xml_map() -> String {
    let numbers: Vec<_> = numbers().iter().map(u32::to_string).collect();
    format!(
        r#"<map version="1.10" orientation="orthogonal" width="8" height="3" tilewidth="16" tileheight="16" infinite="0">{SET}
        <layer id="1" name="land" width="8" height="3" offsetx="100"><data encoding="csv">{}</data></layer></map>"#,
        numbers.join(",")
    )
}

fn json_map(data: &str) -> String {
    format!(
        r#"{{"orientation": "orthogonal", "tilewidth": 16, "tileheight": 16, "tilesets": [{SET_JSON}],
        "layers": [{{"type": "tilelayer", "name": "land", "width": 8, "height": 3, "offsetx": 100, {data}}}]}}"#
    )
}

#[test]
fn solid_tiles_merge_and_slopes_rotate_with_their_tiles() {
    let bytes: Vec<u8> = numbers().iter().flat_map(|number| number.to_le_bytes()).collect();
    use base64::Engine;
    let base64 = |bytes: &[u8]| base64::engine::general_purpose::STANDARD.encode(bytes);
    let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut zlib, &bytes).unwrap();
    let halves = numbers().chunks(8).map(<[u32]>::to_vec).collect::<Vec<_>>().concat();
    let texts = [
        ("tiles.tmx", xml_map()),
        ("tiles.tmj", json_map(&format!(r#""data": {:?}"#, numbers()))),
        ("bytes.tmj", json_map(&format!(r#""encoding": "base64", "data": "{}""#, base64(&bytes)))),
        (
            "zlib.tmj",
            json_map(&format!(
                r#""encoding": "base64", "compression": "zlib", "data": "{}""#,
                base64(&zlib.finish().unwrap())
            )),
        ),
        (
            "chunks.tmj",
            json_map(&format!(
                r#""chunks": [{{"x": 0, "y": 0, "width": 8, "height": 2, "data": {:?}}}, {{"x": 0, "y": 2, "width": 8, "height": 1, "data": {:?}}}]"#,
                &halves[..16],
                &halves[16..]
            )),
        ),
    ];
    for (name, text) in texts {
        let file = Temporary::new(name, text.as_bytes());
        let map = bumper_scene::read_map(&file.0).unwrap();
        let AnyScene::F32x2(scene) = map.scene else { panic!() };
        assert_eq!(scene.objects.len(), 1, "{name}");
        assert_eq!(scene.objects[0].id, "land");
        // The nine full tiles become two overlapping boxes, and the eight slopes become triangles.
        assert_eq!(scene.parts.len(), 2 + 8, "{name}");
        let solid = |x: f32, y: f32| scene.parts.iter().any(|part| part.shape().contains([100.0 + x, y]));
        for turn in 0..8u8 {
            let (x, [flip_x, flip_y, diagonal]) =
                (f32::from(turn) * 16.0, [turn & 1 == 1, turn >> 1 & 1 == 1, turn >> 2 == 1]);
            for [u, v] in [[4.0, 8.0], [12.0, 8.0], [8.0, 4.0], [8.0, 12.0], [3.0, 2.0], [13.0, 15.0]] {
                // The position of the point in the tile before it was flipped.
                let [a, b]: [f32; 2] = [if flip_x { 16.0 - u } else { u }, if flip_y { 16.0 - v } else { v }];
                let [a, b] = if diagonal { [b, a] } else { [a, b] };
                assert_eq!(solid(x + u, v), a + b >= 16.0, "{name}: turn {turn} at {u}, {v}");
            }
        }
        let [land] = &map.tiles[..] else { panic!() };
        let tile = |x: f64, y: f64, normal: [f64; 2]| {
            land.tile_at([100.0 + x, y], normal).map(|tile| tile.to_string())
        };
        assert_eq!(tile(40.0, 16.0, [0.0, -1.0]).unwrap(), "ground 0 at (2, 1)");
        assert_eq!(tile(40.0, 48.0, [0.0, 1.0]).unwrap(), "ground 0 at (2, 2)");
        assert_eq!(tile(8.0, 8.0, [0.0, 0.0]).unwrap(), "ground 1 at (0, 0)");
        assert_eq!(tile(8.0, 40.0, [0.0, 0.0]), None);
    }
}

#[test]
fn external_tilesets_are_found_beside_map() {
    let set = Temporary::new("own.tsx", SET.replace(" firstgid=\"1\"", "").as_bytes());
    let set_json = Temporary::new("own.tsj", SET_JSON.as_bytes());
    let data = format!(r#""data": {:?}"#, numbers());
    for source in [&set, &set_json] {
        let name = source.0.file_name().unwrap().to_str().unwrap();
        let text = json_map(&data).replace(SET_JSON, &format!(r#"{{"firstgid": 1, "source": "{name}"}}"#));
        let map = bumper_scene::read_map(&Temporary::new("with-own.tmj", text.as_bytes()).0).unwrap();
        let AnyScene::F32x2(scene) = map.scene else { panic!() };
        assert_eq!(scene.parts.len(), 10, "{name}");
    }
    let text = json_map(&data).replace(SET_JSON, r#"{"firstgid": 1, "source": "none.tsj"}"#);
    for (layer, shapes) in [("land", 0), ("walls", 3)] {
        let text = text.replace("land", layer);
        let map = bumper_scene::read_map(&Temporary::new("without.tmj", text.as_bytes()).0).unwrap();
        let warning = map.warnings[0].to_string();
        assert!(warning.starts_with("tileset \"none.tsj\": the file does not exist"), "{warning}");
        let AnyScene::F32x2(scene) = map.scene else { panic!() };
        // The tiles of a layer of walls are solid, whatever its tileset is: two rows, and a tile below them.
        assert_eq!(scene.parts.len(), shapes, "{layer}");
    }
    let damaged = Temporary::new("damaged.tsj", b"{");
    let text = text.replace("none.tsj", damaged.0.file_name().unwrap().to_str().unwrap());
    let error = bumper_scene::read_map(&Temporary::new("with-damaged.tmj", text.as_bytes()).0).unwrap_err();
    assert!(error.to_string().contains("damaged.tsj"), "{error}");
}

#[test]
fn ldtk_levels_keep_their_world_positions() {
    let layers = r#"[{"__type": "Entities", "__identifier": "Things", "__gridSize": 8, "entityInstances": [
            {"__identifier": "Player", "__pivot": [0.5, 1], "px": [20, 32], "width": 8, "height": 16},
            {"__identifier": "Coin", "px": [0, 0], "width": 4, "height": 4},
            {"__identifier": "Coin", "px": [8, 0], "width": 4, "height": 4}]},
        {"__type": "IntGrid", "__identifier": "Ground", "__cWid": 4, "__gridSize": 8, "intGridCsv": [0,0,0,2, 1,0,0,1, 1,1,1,1]}]"#;
    let level = Temporary::new(
        "Cave.ldtkl",
        format!(r#"{{"identifier": "Cave", "layerInstances": {layers}}}"#).as_bytes(),
    );
    let name = level.0.file_name().unwrap().to_str().unwrap();
    let text = format!(
        r#"{{"defs": {{"layers": [{{"identifier": "Ground", "intGridValues": [{{"value": 1, "identifier": "rock"}}, {{"value": 2, "identifier": null}}]}}]}},
        "levels": [{{"identifier": "Cave", "worldX": 1000, "worldY": -16, "layerInstances": null, "externalRelPath": "{name}"}},
                   {{"identifier": "Hall", "worldX": 0, "worldY": 0, "layerInstances": {layers}}}]}}"#
    );
    let map = bumper_scene::read_map(&Temporary::new("world.ldtk", text.as_bytes()).0).unwrap();
    let AnyScene::F32x2(scene) = map.scene else { panic!() };
    let ids: Vec<_> = scene.objects.iter().map(|object| object.id.as_str()).collect();
    let cave = ["Cave/Player", "Cave/Coin", "Cave/Coin#3", "Cave/Ground/rock", "Cave/Ground/2"];
    assert_eq!(ids[..5], cave);
    assert_eq!(ids[5..8], ["Hall/Player", "Hall/Coin", "Hall/Coin#6"]);
    let bounds = |object: usize| {
        let parts = scene.parts_of(&scene.objects[object]);
        parts.iter().map(|part| part.shape().bounds().unwrap()).reduce(|a, b| a.union(&b)).unwrap()
    };
    assert_eq!(bounds(0), bumper::Aabb::new([1016.0, 0.0], [1024.0, 16.0]));
    assert_eq!(bounds(3), bumper::Aabb::new([1000.0, -8.0], [1032.0, 8.0]));
    assert_eq!(bounds(4), bumper::Aabb::new([1024.0, -16.0], [1032.0, -8.0]));
    // A floor and two walls become only three boxes.
    assert_eq!(scene.objects[3].parts.len(), 3);
    assert_eq!(map.tiles[1].tile_at([1032.0, -12.0], [1.0, 0.0]).unwrap().to_string(), "Ground 2 at (3, 0)");
}

#[test]
fn many_objects_of_one_name_get_ids_in_linear_time() {
    let ids = |objects: &str| match json("same-name", objects) {
        Ok(AnyScene::F32x2(scene)) => {
            scene.objects.iter().map(|object| object.id.clone()).collect::<Vec<_>>()
        }
        other => panic!("{other:?}"),
    };
    let object = |keys: &str| format!(r#"{{{keys} "x": 1, "y": 2, "width": 3, "height": 4}}"#);
    let several: Vec<_> = [r#""name": "a#2","#, r#""name": "a", "id": 7,"#, r#""name": "a", "id": 8,"#]
        .into_iter()
        .chain([r#""name": "a", "id": 8,"#, r#""name": "a", "id": 8,"#, r#""id": 5,"#, r#""id": 5,"#])
        .map(object)
        .collect();
    assert_eq!(ids(&several.join(",")), ["a#2", "a", "a#8", "a#3", "a#4", "#5", "#5#5"]);
    let many = ids(&vec![object(r#""name": "wall","#); 20_000].join(","));
    assert_eq!(many.iter().collect::<std::collections::BTreeSet<_>>().len(), 20_000);
}
