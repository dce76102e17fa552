//! Tests which layers of a map are read, given the properties in the map and a [`Choice`]. Also tests isometric and other layouts of cells,
//! and damaged or malicious files.

use bumper::{Relation, Shape, Vector};
use bumper_scene::{AnyScene, Choice, Fault, Map, MapKind, Scene, read_map_text};
use std::path::Path;

fn read(text: &str, choice: &Choice) -> Result<Map, Fault> {
    let kind = MapKind::of(None, text.as_bytes()).expect("a map");
    read_map_text(text.as_bytes(), kind, Path::new(""), choice)
}

fn scene(map: &Map) -> &Scene<f32, 2> {
    let AnyScene::F32x2(scene) = &map.scene else { panic!() };
    scene
}

fn ids(map: &Map) -> Vec<&str> {
    scene(map).objects.iter().map(|object| object.id.as_str()).collect()
}

fn left_out(map: &Map) -> Vec<(&str, &str)> {
    map.left_out.iter().map(|(name, reason)| (name.as_str(), *reason)).collect()
}

fn solid(names: &[&str]) -> Choice {
    Choice { solid: names.iter().map(|name| name.to_string()).collect(), ..Choice::default() }
}

/// Whether any shape contains a point.
fn holds(map: &Map, at: [f32; 2]) -> bool {
    scene(map).parts.iter().any(|part| part.shape().contains(at))
}

/// A map of 4 x 2 tiles of 10 x 10 pixels, with a tileset without collision shapes, and with these layers.
fn plain(attributes: &str, tiles: &str, layers: &str) -> String {
    format!(
        r#"<map orientation="orthogonal" width="4" height="2" tilewidth="10" tileheight="10">{attributes}
        <tileset firstgid="1" name="set" tilewidth="10" tileheight="10">{tiles}<image source="set.png" width="40"/></tileset>{layers}</map>"#
    )
}

fn layer(name: &str, attributes: &str, properties: &str) -> String {
    format!(
        r#"<layer name="{name}" width="4" height="2" {attributes}>{properties}<data encoding="csv">0,0,2,0,1,1,1,1</data></layer>"#
    )
}

const YES: &str = r#"<properties><property name="solid" type="bool" value="true"/></properties>"#;
const NO: &str = r#"<properties><property name="solid" type="bool" value="false"/></properties>"#;

#[test]
fn layers_without_shapes_are_reported_unless_chosen_as_solid() {
    let land = layer("land", "", "");
    let map = read(&plain("", "", &land), &Choice::default()).unwrap();
    assert_eq!((ids(&map).len(), left_out(&map)), (0, vec![("land", "no tile is solid")]));
    let variants = [
        (plain("", "", &land), solid(&["land"])),
        (plain("", "", &layer("land", "", YES)), Choice::default()),
        (plain("", "", &layer("land", r#"class="Solid""#, "")), Choice::default()),
        (plain("", "", &layer("land", r#"class="collision""#, "")), Choice::default()),
        (plain(YES, "", &land), Choice::default()),
        (plain("", "", &format!(r#"<group name="all" class="solid">{land}</group>"#)), Choice::default()),
        (plain("", "", &format!(r#"<group name="all">{land}</group>"#)), solid(&["all"])),
        (plain("", "", &layer("land", r#"visible="0""#, YES)), Choice::default()),
        (plain("", "", &layer("land", r#"visible="0""#, "")), solid(&["land"])),
    ];
    for (text, choice) in variants {
        let map = read(&text, &choice).unwrap();
        assert_eq!((ids(&map), left_out(&map).len()), (vec!["land"], 0), "{text}");
        for (x, y) in (0..4).flat_map(|x| [(x, 0), (x, 1)]) {
            assert_eq!(
                holds(&map, [x as f32 * 10.0 + 5.0, y as f32 * 10.0 + 5.0]),
                y == 1 || x == 2,
                "{text}"
            );
        }
        assert_eq!(map.tiles[0].tile_at([25.0, 0.0], [0.0, -1.0]).unwrap().to_string(), "set 1 at (2, 0)");
    }
    // Layers that are marked as not solid, excluded by the caller, or empty are not read, and not listed as left out.
    for (text, choice) in [
        (plain(YES, "", &layer("land", "", NO)), Choice::default()),
        (plain("", "", &land), Choice { ignore: vec!["land".into()], ..Choice::default() }),
        (plain("", "", &layer("land", "", YES)), Choice { ignore: vec!["land".into()], ..Choice::default() }),
        (
            plain(
                "",
                "",
                r#"<layer name="empty" width="1" height="1"><data encoding="csv">0</data></layer>"#,
            ),
            Choice::default(),
        ),
    ] {
        let map = read(&text, &choice).unwrap();
        assert_eq!((ids(&map).len(), left_out(&map).len()), (0, 0), "{text}");
    }
    let error = read(&plain("", "", &land), &solid(&["lnad"])).unwrap_err();
    assert_eq!(error.to_string(), r#"there is no layer "lnad"; the layers are "land""#);
}

#[test]
fn layers_are_selected_by_patterns() {
    let layers = ["ground 1", "ground 2", "deco", "a,b"].map(|name| layer(name, "", "")).concat();
    let text = plain("", "", &layers);
    for (solid_names, ignored, expected) in [
        (&["ground*,deco"][..], &[][..], &["ground 1", "ground 2", "deco"][..]),
        (&["ground ?"], &["*2"], &["ground 1"]),
        (&["all"], &["deco"], &["ground 1", "ground 2", "a,b"]),
        (&["a,b"], &[], &["a,b"]),
    ] {
        let choice =
            Choice { ignore: ignored.iter().map(|name| name.to_string()).collect(), ..solid(solid_names) };
        assert_eq!(ids(&read(&text, &choice).unwrap()), expected, "{solid_names:?}");
    }
    for unknown in ["ground*,dceo", "x*", "Deco"] {
        let error = read(&text, &solid(&[unknown])).unwrap_err().to_string();
        let part = unknown.rsplit(',').next().unwrap();
        assert!(error.starts_with(&format!("there is no layer \"{part}\"")), "{error}");
    }
}

#[test]
fn values_of_int_grid_layers_are_selected() {
    let project = |visible: &str| {
        format!(
            r#"{{"defs": {{"layers": [{{"identifier": "Grid", "intGridValues": [{{"value": 1, "identifier": "rock"}}, {{"value": 2, "identifier": null}}]}}]}},
            "levels": [{{"identifier": "Cave", "layerInstances": [{{"__type": "IntGrid", "__identifier": "Grid", "__cWid": 3, "__cHei": 1, "__gridSize": 8,
            "visible": {visible}, "intGridCsv": [1, 2, 3]}}]}}]}}"#
        )
    };
    let ignore = |name: &str| Choice { ignore: vec![name.into()], ..Choice::default() };
    let (rock, second, third) = ("Cave/Grid/rock", "Cave/Grid/2", "Cave/Grid/3");
    for (choice, expected) in [
        (Choice::default(), &[rock, second, third][..]),
        (ignore("Grid/rock"), &[second, third]),
        (ignore("Grid/1,Grid/3"), &[second]),
        (ignore("Cave/Grid/2"), &[rock, third]),
        (ignore("Cave/*"), &[]),
        (ignore("Grid"), &[]),
    ] {
        assert_eq!(ids(&read(&project("true"), &choice).unwrap()), expected, "{choice:?}");
    }
    assert!(ids(&read(&project("false"), &Choice::default()).unwrap()).is_empty());
    assert_eq!(ids(&read(&project("false"), &solid(&["Grid/rock"])).unwrap()), [rock]);
}

#[test]
fn tile_objects_have_the_collision_shapes_of_their_tile() {
    let tile = r#"<tile id="1"><objectgroup><object id="1" x="2" y="4" width="4" height="6"/></objectgroup></tile>
        <tile id="2"><objectgroup><object id="1" x="0" y="0" width="5" height="5"/><object id="2" x="5" y="5"><polygon points="0,0 5,0 0,5"/></object></objectgroup></tile>"#;
    let object = |attributes: &str| {
        let objects =
            format!(r#"<objectgroup name="o"><object id="7" x="100" y="50" {attributes}/></objectgroup>"#);
        read(&plain("", tile, &objects), &Choice::default()).unwrap()
    };
    let bounds = |map: &Map| {
        let parts = scene(map).parts.iter().map(|part| part.shape().bounds().unwrap());
        let all = parts.reduce(|a, b| a.union(&b)).unwrap();
        [all.min().0, all.max().0]
    };
    // The position of a tile object is its lower left corner.
    let size = r#"width="20" height="30""#;
    assert_eq!(bounds(&object(&format!("gid=\"2\" {size}"))), [[104.0, 32.0], [112.0, 50.0]]);
    assert_eq!(bounds(&object("gid=\"2\"")), [[102.0, 44.0], [106.0, 50.0]]);
    // Mirrored left to right, then top to bottom.
    assert_eq!(bounds(&object(&format!("gid=\"2147483650\" {size}"))), [[108.0, 32.0], [116.0, 50.0]]);
    assert_eq!(bounds(&object(&format!("gid=\"1073741826\" {size}"))), [[104.0, 20.0], [112.0, 38.0]]);
    // Rotated by 90 degrees clockwise about the position: right becomes down, and up becomes right.
    assert_eq!(bounds(&object(&format!("gid=\"2\" rotation=\"90\" {size}"))), [[100.0, 54.0], [118.0, 62.0]]);
    // A tile without shapes gives the box of its picture.
    assert_eq!(bounds(&object(&format!("gid=\"1\" {size}"))), [[100.0, 20.0], [120.0, 50.0]]);
    let two = object("gid=\"3\"");
    assert_eq!((scene(&two).objects.len(), scene(&two).parts.len()), (1, 2));
    assert!(holds(&two, [102.0, 42.0]) && holds(&two, [106.0, 46.0]) && !holds(&two, [102.0, 48.0]));
}

#[test]
fn marked_tiles_are_solid() {
    let collides = r#"<tile id="1"><properties><property name="collides" type="bool" value="true"/></properties></tile>"#;
    let class = r#"<tile id="1" type="solid"/>"#;
    for tile in [collides, class] {
        let map = read(&plain("", tile, &layer("land", "", "")), &Choice::default()).unwrap();
        assert_eq!(ids(&map), ["land"]);
        assert!(holds(&map, [25.0, 5.0]) && !holds(&map, [5.0, 15.0]), "{tile}");
    }
    // First, a tile that is marked as not solid in a solid layer. Second, a tile with a collision shape: only the shape is solid, not the
    // whole cell.
    let ghost =
        r#"<tile id="0"><properties><property name="solid" type="bool" value="false"/></properties></tile>"#;
    let low = r#"<tile id="0"><objectgroup><object id="1" x="0" y="6" width="10" height="4"/></objectgroup></tile>"#;
    let map = read(&plain("", ghost, &layer("land", "", YES)), &Choice::default()).unwrap();
    assert!(holds(&map, [25.0, 5.0]) && !holds(&map, [5.0, 15.0]));
    let map = read(&plain("", low, &layer("land", "", YES)), &Choice::default()).unwrap();
    assert!(holds(&map, [25.0, 5.0]) && holds(&map, [5.0, 17.0]) && !holds(&map, [5.0, 15.0]));
}

#[test]
fn invisible_layers_are_read_only_if_chosen() {
    let objects = r#"<objectgroup name="bricks" visible="0"><object id="1" x="0" y="0" width="9" height="9"/></objectgroup>"#;
    let text = plain("", "", &format!("{objects}{}", layer("land", r#"visible="0""#, "")));
    let map = read(&text, &Choice::default()).unwrap();
    assert_eq!(left_out(&map), [("bricks", "invisible"), ("land", "invisible")]);
    assert_eq!(ids(&read(&text, &solid(&["bricks"])).unwrap()), ["#1"]);
    assert_eq!(ids(&read(&text, &solid(&["bricks", "land"])).unwrap()), ["#1", "land"]);
    // A layer is also invisible if the group that contains it is invisible.
    let group = plain("", "", &format!(r#"<group name="old" visible="0">{}</group>"#, layer("land", "", "")));
    assert_eq!(left_out(&read(&group, &Choice::default()).unwrap()), [("land", "invisible")]);
    assert_eq!(ids(&read(&group, &solid(&["old"])).unwrap()), ["land"]);
}

#[test]
fn layer_name_makes_tiles_solid_unless_property_is_false() {
    let no = YES.replace("true", "false");
    let layers = [
        layer("Collisions", r#"visible="0""#, ""),
        layer("collision course", "", ""),
        layer("solid", "", &no),
        format!(r#"<group name="solids">{}</group>"#, layer("rocks", "", "")),
        r#"<objectgroup name="collision" visible="0"><object id="1" name="box" x="1" width="5" height="5"/></objectgroup>"#.into(),
    ];
    let map = read(&plain("", "", &layers.concat()), &Choice::default()).unwrap();
    assert_eq!(ids(&map), ["Collisions", "rocks", "box"]);
    assert_eq!(left_out(&map), [("collision course", "no tile is solid")]);
    assert!(holds(&map, [25.0, 5.0]) && holds(&map, [5.0, 15.0]) && !holds(&map, [15.0, 5.0]));
}

#[test]
fn tiles_and_properties_of_old_versions_are_read() {
    let map = |set: &str, rest: &str| {
        format!(
            r#"{{"orientation": "orthogonal", "tilewidth": 10, "tileheight": 10, {rest} "tilesets": [{{"firstgid": 1, "tilewidth": 10,
            "tileheight": 10, "image": "set.png", "imagewidth": 40, "imageheight": 10, {set}}}],
            "layers": [{{"name": "land", "width": 4, "height": 2, "data": [0, 0, 2, 0, 1, 1, 1, 3]}}]}}"#
        )
    };
    let slope = r#"{"objectgroup": {"objects": [{"id": 1, "x": 0, "y": 5, "width": 10, "height": 5}]}}"#;
    let old = map(
        &format!(
            r#""tileproperties": {{"0": {{"collides": true}}, "2": {{"collides": "true"}}}}, "tiles": {{"1": {slope}, "2": {{}}}}"#
        ),
        r#""properties": {"bumper": "\"scalar\": \"f64\""}, "propertytypes": {"bumper": "string"},"#,
    );
    let properties = r#""properties": [{"name": "collides", "value": true}]"#;
    let new = map(
        &format!(
            r#""tiles": [{{"id": 0, {properties}}}, {{"id": 2, {properties}}}, {{"id": 1, {}]"#,
            &slope[1..]
        ),
        r#""properties": [{"name": "bumper", "value": "\"scalar\": \"f64\""}],"#,
    );
    let [old, new] = [old, new].map(|text| read(&text, &Choice::default()).unwrap());
    let [AnyScene::F64x2(old), AnyScene::F64x2(new)] = [&old.scene, &new.scene] else { panic!() };
    let holds = |scene: &Scene<f64, 2>, at| scene.parts.iter().any(|part| part.shape().contains(at));
    for scene in [old, new] {
        assert!([[5.0, 15.0], [25.0, 7.0], [35.0, 15.0]].into_iter().all(|at| holds(scene, at)));
        assert!(!holds(scene, [25.0, 3.0]) && !holds(scene, [5.0, 5.0]));
    }
}

#[test]
fn isometric_and_hexagonal_tiles_are_solid_at_drawn_position() {
    let map = |attributes: &str| {
        let text = format!(
            r#"<map {attributes} width="3" height="3" tilewidth="64" tileheight="32" hexsidelength="16">
            <tileset firstgid="1" name="set" tilewidth="64" tileheight="64"/>
            <layer name="land" width="3" height="3" class="solid"><data encoding="csv">1,1,0,0,1,1,0,0,1</data></layer></map>"#
        );
        read(&text, &Choice::default()).unwrap()
    };
    let cells = [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)];
    let isometric = |(x, y): (i32, i32)| [96 + (x - y) * 32, (x + y) * 32 / 2 + 16].map(|c| c as f32);
    let staggered = |(x, y): (i32, i32)| [x * 64 + (y & 1) * 32 + 32, y * 16 + 16].map(|c| c as f32);
    let hexagonal = |(x, y): (i32, i32)| [x * 64 + (y & 1) * 32 + 32, y * 24 + 16].map(|c| c as f32);
    type Middle<'m> = &'m dyn Fn((i32, i32)) -> [f32; 2];
    let layouts: [(&str, Middle, usize); 3] = [
        (r#"orientation="isometric""#, &isometric, 3),
        (r#"orientation="staggered" staggeraxis="y" staggerindex="odd""#, &staggered, 5),
        (r#"orientation="hexagonal" staggeraxis="y" staggerindex="odd""#, &hexagonal, 5),
    ];
    for (attributes, middle, most) in layouts {
        let map = map(attributes);
        assert!(scene(&map).parts.len() <= most, "{attributes}: {}", scene(&map).parts.len());
        for cell in (0..3).flat_map(|y| (0..3).map(move |x| (x, y))) {
            let [x, y] = middle(cell);
            let full = cells.contains(&cell);
            for [u, v] in
                [[0.0, 0.0], [28.0, 0.0], [-28.0, 0.0], [0.0, 14.0], [0.0, -14.0], [15.0, 7.0], [-15.0, -7.0]]
            {
                assert_eq!(holds(&map, [x + u, y + v]), full, "{attributes} {cell:?} {u} {v}");
            }
            let tile =
                map.tiles[0].tile_at([x, y].map(f64::from), [0.0; 2]).map(|tile| (tile.column, tile.row));
            assert_eq!(tile, full.then_some(cell), "{attributes}");
        }
    }
}

#[test]
fn odd_cells_of_staggered_and_hexagonal_layers_are_halved_in_whole_pixels() {
    let map = |attributes: &str, [columns, rows]: [usize; 2]| {
        let tiles = vec!["0"; columns * rows - 1].join(",");
        let text = format!(
            r#"<map {attributes} staggeraxis="y" staggerindex="odd" width="{columns}" height="{rows}">
            <tileset firstgid="1" name="set" tilewidth="64" tileheight="64"/>
            <layer name="land" width="{columns}" height="{rows}" class="solid"><data encoding="csv">{tiles},1</data></layer></map>"#
        );
        read(&text, &Choice::default()).unwrap()
    };
    // The rows of the diamonds are 33 / 2 = 16 pixels apart, so row 34 begins at y = 544 and its diamond ends at 576.
    let staggered = map(r#"orientation="staggered" tilewidth="64" tileheight="33""#, [1, 35]);
    assert!(holds(&staggered, [32.0, 545.0]) && holds(&staggered, [32.0, 575.0]));
    assert!(!holds(&staggered, [32.0, 543.0]) && !holds(&staggered, [32.0, 577.0]));
    // The hexagons are 2 * (19 / 2) = 18 pixels wide, so column 39 begins at x = 702 and ends at 720.
    let hexagonal =
        map(r#"orientation="hexagonal" hexsidelength="9" tilewidth="19" tileheight="20""#, [40, 1]);
    assert!(holds(&hexagonal, [703.0, 9.0]) && holds(&hexagonal, [719.0, 9.0]));
    assert!(!holds(&hexagonal, [701.0, 9.0]) && !holds(&hexagonal, [721.0, 9.0]));
}

#[test]
fn isometric_objects_lie_along_diamonds() {
    let text = r#"<map orientation="isometric" width="10" height="10" tilewidth="64" tileheight="32"><objectgroup name="o">
        <object id="1" name="room" x="32" y="64" width="64" height="32"/>
        <object id="2" name="pond" x="0" y="0" width="32" height="32"><ellipse/></object>
        <object id="3" name="post" x="96" y="96"><point/></object></objectgroup></map>"#;
    let map = read(text, &Choice::default()).unwrap();
    let shape = |id: &str| {
        let object = scene(&map).objects.iter().find(|object| object.id == id).unwrap();
        scene(&map).parts_of(object)[0].shape()
    };
    // The position on the screen of a point given in isometric map coordinates, whose unit is the tile height.
    let on_screen = |x: f32, y: f32| Vector([320.0 + (x - y), (x + y) / 2.0]);
    assert_eq!(shape("post"), Shape::Point(on_screen(96.0, 96.0)));
    for (x, y) in [(33.0, 65.0), (95.0, 65.0), (95.0, 95.0), (33.0, 95.0)] {
        assert!(shape("room").contains(on_screen(x, y)));
        let beyond = on_screen(64.0 + (x - 64.0) * 1.1, 80.0 + (y - 80.0) * 1.1);
        assert!(!shape("room").contains(beyond));
    }
    for k in 0..64 {
        let (sine, cosine) = (k as f32 * 0.1).sin_cos();
        let rim_point = |part: f32| on_screen(16.0 + 16.0 * cosine * part, 16.0 + 16.0 * sine * part);
        assert!(shape("pond").contains(rim_point(0.999)) && !shape("pond").contains(rim_point(1.001)), "{k}");
    }
}

#[test]
fn ldtk_entity_fields_and_tile_layers_are_read() {
    let text = |tags: &str, data: &str, filter: &str| {
        format!(
            r#"{{"defs": {{"layers": [{{"identifier": "Rocks", "uiFilterTags": [{filter}]}}],
                "tilesets": [{{"uid": 7, "relPath": "tiles.png", "tileGridSize": 8, "enumTags": [{tags}], "customData": [{data}]}}]}},
            "levels": [{{"identifier": "Cave", "fieldInstances": [{{"__identifier": "bumper", "__value": "\"gravity\": [0, 9]"}}], "layerInstances": [
              {{"__type": "Entities", "__identifier": "Things", "entityInstances": [
                {{"__identifier": "Hero", "px": [0, 0], "width": 8, "height": 8, "fieldInstances": [
                  {{"__identifier": "move", "__value": "{{\"jump\": 9}}"}}, {{"__identifier": "life", "__value": 3}}]}},
                {{"__identifier": "Plank", "px": [20, 20], "width": 8, "height": 2, "fieldInstances": [{{"__identifier": "one_way", "__value": "Up"}}]}}]}},
              {{"__type": "AutoLayer", "__identifier": "Rocks", "__cWid": 4, "__gridSize": 8, "__tilesetDefUid": 7,
                "autoLayerTiles": [{{"px": [8, 8], "src": [8, 0], "f": 1, "t": 1}}, {{"px": [16, 8], "src": [16, 0], "f": 0, "t": 2}}], "gridTiles": []}}]}}]}}"#
        )
    };
    let plain = text("", "", "");
    let map = read(&plain, &Choice::default()).unwrap();
    assert_eq!(
        (ids(&map), left_out(&map)),
        (vec!["Cave/Hero", "Cave/Plank"], vec![("Rocks", "no tile is solid")])
    );
    let objects = &scene(&map).objects;
    assert!(matches!(&objects[0].motion, bumper_scene::Motion::Mover(moves) if moves.jump == Some(9.0)));
    assert!(objects[1].one_way.is_some() && scene(&map).gravity == Vector([0.0, 9.0]));
    let tag = r#"{"enumValueId": "Solid", "tileIds": [2]}"#;
    let data = r#"{"tileId": 2, "data": "{\"collides\": true}"}"#;
    for (text, choice, both) in [
        (plain.clone(), solid(&["Rocks"]), true),
        (plain.clone(), solid(&["Cave/Rocks"]), true),
        (text("", "", "\"solid\""), Choice::default(), true),
        (text(tag, "", ""), Choice::default(), false),
        (text("", data, ""), Choice::default(), false),
    ] {
        let map = read(&text, &choice).unwrap();
        assert_eq!(ids(&map)[2..], ["Cave/Rocks"], "{text}");
        assert!(holds(&map, [20.0, 12.0]) && holds(&map, [12.0, 12.0]) == both && !holds(&map, [28.0, 12.0]));
    }
    let pictures = read(&plain, &Choice { pictures: true, ..Choice::default() }).unwrap().images;
    assert_eq!((pictures.len(), pictures[0].at, pictures[0].part), (2, [8.0, 8.0], Some([8, 0, 8, 8])));
    assert_eq!(pictures[0].turn, [false, true, false]);
}

#[test]
fn map_kind_is_recognized_by_content() {
    for (text, kind) in [
        (" <?xml version=\"1.0\"?><map/>", Some(MapKind::Tiled)),
        ("\u{feff}<map/>", Some(MapKind::Tiled)),
        (r#"{"compressionlevel": -1, "height": 3, "layers": []}"#, Some(MapKind::Tiled)),
        (r#"{"height": 3, "layers": [{"bumper": 1}], "orientation": "x"}"#, Some(MapKind::Tiled)),
        (r#"{"__header__": {"app": "LDtk"}}"#, Some(MapKind::Ldtk)),
        (r#"{"bumper": 1, "levels": 1}"#, None),
        (r#"{"$schema": "x", "shapes": []}"#, None),
        ("[[[[", None),
        ("", None),
    ] {
        assert_eq!(MapKind::of(Some(Path::new("level.json")), text.as_bytes()), kind, "{text}");
    }
    assert_eq!(MapKind::of(None, "[".repeat(1 << 20).as_bytes()), None);
    assert_eq!(MapKind::of(None, (r#"{"a":"#.to_string() + &"[".repeat(1 << 20)).as_bytes()), None);
}

/// These bytes, compressed.
fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    std::io::Write::write_all(&mut zlib, bytes).unwrap();
    zlib.finish().unwrap()
}

/// The XML of a layer of `width` x `height` tiles, with these bytes as its compressed data.
fn packed(width: usize, height: usize, bytes: &[u8]) -> String {
    layer_of_compressed(width, height, &compressed(bytes))
}

/// The XML of a layer of `width` x `height` tiles with this compressed data.
fn layer_of_compressed(width: usize, height: usize, data: &[u8]) -> String {
    use base64::Engine;
    let data = base64::engine::general_purpose::STANDARD.encode(data);
    format!(
        r#"<layer name="land" width="{width}" height="{height}" class="solid"><data encoding="base64" compression="zlib">{data}</data></layer>"#
    )
}

/// The data of some layers is broken at its end. A reader that decompresses more of it than the layer needs reports that instead.
#[test]
fn oversized_compressed_layers_are_refused_early() {
    let reason = |layers: &str| read(&plain("", "", layers), &Choice::default()).unwrap_err().to_string();
    let broken = |length: usize| {
        let mut data = compressed(&vec![0; length]);
        data.truncate(data.len() - 8);
        data
    };
    let zeros = broken(1 << 20);
    let more = r#"layer "land": the layer has 8 tiles, but its data unpacked by "zlib" has more"#;
    assert_eq!(reason(&layer_of_compressed(4, 2, &zeros)), more);
    assert!(
        reason(&layer_of_compressed(512, 512, &zeros)).starts_with(r#"layer "land": the data is broken: "#)
    );
    assert_eq!(reason(&packed(4, 2, &[0; 31])), more.replace("more", "fewer"));
    let many = r#"layer "land": the compressed layers of the map have more than 2^24 tiles"#;
    assert_eq!(reason(&layer_of_compressed(65535, 65535, &zeros)), many);
    // The limit is that of all layers of the map together. The second layer exceeds it, so its data is not decompressed.
    let half = packed(4096, 3000, &vec![0; 4096 * 3000 * 4]);
    assert_eq!(reason(&format!("{half}{}", layer_of_compressed(4096, 3000, &zeros))), many);
    // A checkerboard: no two solid tiles can be merged, so each becomes a box.
    let chess: Vec<u8> = (0..2048 * 2048u32).flat_map(|k| ((k + k / 2048) % 2).to_le_bytes()).collect();
    assert_eq!(
        reason(&packed(2048, 2048, &chess)),
        r#"layer "land": the shapes of the map have more than 2^25 bytes"#
    );
    let entities =
        r#"<!DOCTYPE map [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><map orientation="&b;"/>"#;
    assert_eq!(
        read(entities, &Choice::default()).unwrap_err().to_string(),
        "not a Tiled map: a document type with definitions of its own is not read"
    );
    let old = plain("", "", &layer("land", "", YES));
    let old =
        format!(r#"<?xml version="1.0"?><!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">{old}"#);
    assert_eq!(ids(&read(&old, &Choice::default()).unwrap()), ["land"]);
}

#[test]
fn templates_supply_missing_object_values() {
    let folder = std::env::temp_dir().join(format!("bumper-templates-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let xml = r#"<template><tileset firstgid="1" source="set.tsx"/><object name="crate" gid="2" width="16" height="24">
        <properties><property name="one_way" value="up"/></properties></object></template>"#;
    let json =
        r#"{"type": "template", "object": {"name": "ball", "width": 8, "height": 8, "ellipse": true}}"#;
    let set = r#"<tileset name="set" tilewidth="16" tileheight="16" objectalignment="top" columns="4"><image source="set.png"/></tileset>"#;
    for (name, text) in [("crate.tx", xml), ("ball.tj", json), ("set.tsx", set)] {
        std::fs::write(folder.join(name), text).unwrap();
    }
    let text = r#"<map orientation="orthogonal"><objectgroup name="o"><object id="1" template="crate.tx" x="100" y="50"/>
        <object id="2" template="ball.tj" x="10" y="10" width="6" height="6"/></objectgroup></map>"#;
    let choice = Choice { pictures: true, ..Choice::default() };
    let map = read_map_text(text.as_bytes(), MapKind::Tiled, &folder, &choice).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(ids(&map), ["crate", "ball"]);
    let [first, second] = [0, 1].map(|k| scene(&map).parts[k].shape());
    assert_eq!(first, bumper::Aabb::new([92.0, 50.0], [108.0, 74.0]).into());
    assert_eq!(second, bumper::Ball::new([13.0, 13.0], 3.0).into());
    assert!(scene(&map).objects[0].one_way.is_some());
    let image = &map.images[0];
    assert_eq!((image.part, image.object.as_deref()), (Some([16, 0, 16, 16]), Some("crate")));
    assert!(image.file.ends_with("set.png"));
    assert!(bumper::Relate::relation(&first, &second) == Relation::Apart);
}

#[test]
fn tile_object_inherits_properties_of_its_tile() {
    let text = |tile: &str, object: &str| {
        format!(
            r#"<map orientation="orthogonal" width="1" height="1" tilewidth="16" tileheight="16">
            <tileset firstgid="1" name="t" tilewidth="16" tileheight="16" tilecount="2" columns="2">
            <tile id="1"><properties>{tile}</properties></tile></tileset>
            <objectgroup name="o"><object id="1" name="plain" gid="1" x="64" y="64" width="16" height="16"/>
            <object id="2" name="plank" gid="2147483650" x="0" y="64" width="16" height="16">
            <properties>{object}</properties></object></objectgroup></map>"#
        )
    };
    let property = |name: &str, value: &str| {
        format!(r#"<property name="{name}" value="{}"/>"#, value.replace('"', "&quot;"))
    };
    let side = |tile: &str, object: &str| {
        let map = read(&text(tile, object), &Choice::default()).unwrap();
        let objects = &scene(&map).objects;
        assert!(objects[0].one_way.is_none());
        objects[1].one_way
    };
    let (up, down) = (property("one_way", "up"), property("one_way", "down"));
    let bumper = |keys: &str| property("bumper", keys);
    let right = side("", &up).unwrap();
    assert_eq!(side("", ""), None);
    assert_eq!(side(&up, ""), Some(right));
    assert_eq!(side(&bumper(r#""one_way": "up""#), ""), Some(right));
    // What the object has itself is not inherited, in either form.
    let below = side("", &down).unwrap();
    assert_ne!(below, right);
    assert_eq!(side(&up, &down), Some(below));
    assert_eq!(side(&up, &bumper(r#"{"one_way": "down"}"#)), Some(below));
    assert_eq!(side(&bumper(r#"{"one_way": "up"}"#), &down), Some(below));
}
