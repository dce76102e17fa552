//! Tests of LDtk projects of older versions, and of tiles whose size or position differs from the grid.

use bumper::{Aabb, Shape};
use bumper_scene::{AnyScene, Choice, Map, MapKind, Scene, read_map_text};
use std::path::Path;

fn read(text: &str) -> Map {
    let choice = Choice { pictures: true, ..Choice::default() };
    read_map_text(text.as_bytes(), MapKind::Ldtk, Path::new(""), &choice)
        .unwrap_or_else(|fault| panic!("{fault}: {text}"))
}

fn scene(map: &Map) -> &Scene<f32, 2> {
    let AnyScene::F32x2(scene) = &map.scene else { panic!() };
    scene
}

fn boxes(map: &Map, id: &str) -> Vec<Aabb<f32, 2>> {
    let object = scene(map).objects.iter().find(|object| object.id == id).unwrap();
    let boxed = |part: &bumper_scene::Part<f32, 2>| match part.shape() {
        Shape::Aabb(area) => area,
        other => panic!("{other:?}"),
    };
    scene(map).parts_of(object).iter().map(boxed).collect()
}

#[test]
fn entity_tiles_of_all_versions_are_read() {
    let project = |tile: &str| {
        format!(
            r#"{{"defs": {{"tilesets": [{{"uid": 16, "relPath": "t.png", "tileGridSize": 16}}]}}, "levels": [{{"identifier": "L", "layerInstances":
            [{{"__type": "Entities", "__identifier": "E", "entityInstances": [{{"__identifier": "Crate", "px": [4, 4], "width": 16,
            "height": 16, "__tile": {tile}}}]}}]}}]}}"#
        )
    };
    for tile in [
        r#"{"tilesetUid": 16, "srcRect": [16, 32, 16, 8]}"#,
        r#"{"tilesetUid": 16, "x": 16, "y": 32, "w": 16, "h": 8}"#,
    ] {
        let map = read(&project(tile));
        assert_eq!(boxes(&map, "L/Crate"), [Aabb::new([4.0, 4.0], [20.0, 20.0])]);
        assert_eq!(map.images[0].part, Some([16, 32, 16, 8]));
    }
    assert!(read(&project("null")).images.is_empty());
}

#[test]
fn values_and_entities_of_projects_before_0_8_are_read() {
    let level = |name: &str| {
        format!(
            r#"{{"identifier": "{name}", "uid": 1, "pxWid": 48, "pxHei": 32, "layerInstances": [
            {{"__identifier": "E", "__type": "Entities", "__cWid": 3, "__cHei": 2, "__gridSize": 16, "intGrid": [], "entityInstances": [
              {{"__identifier": "Hero", "__grid": [0, 1], "__tile": null, "defUid": 31, "px": [8, 32], "fieldInstances": []}}]}},
            {{"__identifier": "Walls", "__type": "IntGrid", "__cWid": 3, "__cHei": 2, "__gridSize": 16,
              "intGrid": [{{"coordId": 0, "v": 0}}, {{"coordId": 4, "v": 1}}, {{"coordId": 5, "v": 1}}]}}]}}"#
        )
    };
    let project = |version: &str| {
        format!(
            r##"{{"jsonVersion": "{version}", "defs": {{"layers": [{{"identifier": "Walls", "intGridValues": [{{"identifier": "rock", "color": "#000000"}},
            {{"identifier": "ladder", "color": "#ffffff"}}]}}], "entities": [{{"uid": 31, "identifier": "Hero", "width": 12, "height": 20,
            "pivotX": 0.5, "pivotY": 1}}], "tilesets": []}}, "levels": [{}, {}]}}"##,
            level("A"),
            level("B")
        )
    };
    // Before version 0.6 projects had no world layout: their levels are placed in a row.
    for (version, left) in [("0.5.0", 48.0), ("0.6.0", 0.0), ("0.7.2", 0.0)] {
        let map = read(&project(version));
        assert_eq!(boxes(&map, "A/Hero"), [Aabb::new([2.0, 12.0], [14.0, 32.0])]);
        assert_eq!(boxes(&map, "A/Walls/rock"), [Aabb::new([0.0, 0.0], [16.0, 16.0])]);
        assert_eq!(boxes(&map, "A/Walls/ladder"), [Aabb::new([16.0, 16.0], [48.0, 32.0])]);
        assert_eq!(boxes(&map, "B/Walls/rock"), [Aabb::new([left, 0.0], [left + 16.0, 16.0])]);
    }
}

#[test]
fn projects_older_than_version_0_5_are_refused_by_version() {
    for text in [r#"{"jsonVersion": "0.4.0", "levels": []}"#, r#"{"jsonVersion": "0.1.8", "defs": 1}"#] {
        let read = read_map_text(text.as_bytes(), MapKind::Ldtk, Path::new(""), &Choice::default());
        let Err(reason) = read else { panic!("{text}") };
        let reason = reason.to_string();
        assert!(reason.contains("save it with version 0.5 or later"), "{reason}");
    }
}

fn tiles(grid: u32, side: u32, pivot: f64, tiles: &str) -> Map {
    read(&format!(
        r#"{{"levels": [{{"identifier": "A", "worldX": 100, "worldY": -50, "layerInstances": [{{"__type": "Tiles", "__identifier": "T", "__cWid": 4,
        "__cHei": 4, "__gridSize": {grid}, "__tilesetDefUid": 7, "gridTiles": [{tiles}]}}]}}], "defs": {{
        "layers": [{{"identifier": "T", "tilePivotX": {pivot}, "tilePivotY": {pivot}}}],
        "tilesets": [{{"uid": 7, "relPath": "t.png", "tileGridSize": {side}, "enumTags": [{{"enumValueId": "Solid", "tileIds": [0]}}]}}]}}}}"#
    ))
}

#[test]
fn tiles_may_differ_from_grid_in_size_and_position() {
    let at = |x: f64, y: f64| format!(r#"{{"px": [{x}, {y}], "src": [0, 0], "f": 0, "t": 0}}"#);
    let area =
        |x: f32, y: f32, side: f32| Aabb::new([100.0 + x, y - 50.0], [100.0 + x + side, y - 50.0 + side]);
    let cases = [
        (16, 32, 0.0, (32.0, 16.0), area(32.0, 16.0, 32.0)),
        (16, 32, 0.0, (5.0, 16.0), area(5.0, 16.0, 32.0)),
        (16, 16, 0.0, (5.0, 16.0), area(5.0, 16.0, 16.0)),
        (16, 8, 0.0, (16.0, 16.0), area(16.0, 16.0, 8.0)),
        (16, 24, 0.0, (16.0, 0.0), area(16.0, 0.0, 24.0)),
        (16, 32, 0.0, (-16.0, -16.0), area(-16.0, -16.0, 32.0)),
        (16, 32, 0.5, (32.0, 16.0), area(24.0, 8.0, 32.0)),
        (16, 32, 1.0, (32.0, 16.0), area(16.0, 0.0, 32.0)),
        (1, 512, 0.0, (3.0, 4.0), area(3.0, 4.0, 512.0)),
    ];
    for (grid, side, pivot, (x, y), expected) in cases {
        let map = tiles(grid, side, pivot, &at(x, y));
        assert_eq!(boxes(&map, "A/T"), [expected], "{grid} {side} {pivot} {x} {y}");
        let corner = [0, 1].map(|k| f64::from(expected.min()[k]));
        assert_eq!((map.images[0].at, map.images[0].size), (corner, Some([f64::from(side); 2])));
        // A hit from the right finds the tile.
        let (right, middle) = (expected.max().x(), expected.min().y() + side as f32 / 2.0);
        let hit = map.tiles[0].tile_at([f64::from(right), f64::from(middle)], [1.0, 0.0]);
        assert_eq!(hit.unwrap().id, 0);
        assert_eq!(map.tiles[0].tile_at([f64::from(right) + 1.0, f64::from(middle)], [0.0, 0.0]), None);
    }
    // Large tiles side by side are merged into one box, so that nothing catches on the seam.
    let map = tiles(16, 32, 0.0, &format!("{}, {}", at(0.0, 0.0), at(32.0, 0.0)));
    assert_eq!(boxes(&map, "A/T"), [Aabb::new([100.0, -50.0], [164.0, -18.0])]);
    // A tile on the grid and one off the grid, in one layer.
    let map = tiles(16, 32, 0.0, &format!("{}, {}", at(32.0, 16.0), at(5.0, 16.0)));
    assert_eq!(boxes(&map, "A/T"), [area(32.0, 16.0, 32.0), area(5.0, 16.0, 32.0)]);
}

#[test]
fn tiles_without_picture_are_read() {
    let map = tiles(16, 16, 0.0, r#"{"px": [0, 0], "src": [-1, -1], "f": 0, "t": 0}"#);
    assert_eq!((boxes(&map, "A/T").len(), map.images.len()), (1, 0));
}

#[test]
fn levels_of_linear_worlds_are_at_stored_positions() {
    let level = |name: &str, at: &str| {
        format!(
            r#"{{"identifier": "{name}", {at} "pxWid": 64, "pxHei": 48, "layerInstances": [{{"__type": "IntGrid", "__identifier": "W", "__cWid": 1,
            "__gridSize": 16, "intGridCsv": [1]}}]}}"#
        )
    };
    let corner = |layout: &str, at: &str| {
        let (first, second) = (if at.contains("-1") { at } else { "" }, level("B", at));
        let map =
            read(&format!(r#"{{"worldLayout": "{layout}", "levels": [{}, {second}]}}"#, level("A", first)));
        assert_eq!(boxes(&map, "A/W/1")[0].min().0, [0.0, 0.0]);
        boxes(&map, "B/W/1")[0].min().0
    };
    // Before version 0.10, the positions in the editor are stored, with gaps of 32 pixels between the levels.
    assert_eq!(corner("LinearVertical", r#""worldX": 0, "worldY": 80,"#), [0.0, 80.0]);
    assert_eq!(corner("LinearHorizontal", r#""worldX": 96, "worldY": 0,"#), [96.0, 0.0]);
    for none in ["", r#""worldX": -1, "worldY": -1,"#] {
        assert_eq!(corner("LinearVertical", none), [0.0, 48.0]);
        assert_eq!(corner("LinearHorizontal", none), [64.0, 0.0]);
    }
}

/// A project of two worlds. The levels of each world lie at the same place; those of the second one at two depths.
fn two_worlds() -> String {
    let level = |name: &str, depth: i32| {
        format!(
            r#"{{"identifier": "{name}", "worldX": 0, "worldY": 0, "worldDepth": {depth}, "pxWid": 16, "pxHei": 16, "layerInstances": [
            {{"__type": "IntGrid", "__identifier": "G", "__cWid": 1, "__cHei": 1, "__gridSize": 16, "intGridCsv": [1]}}]}}"#
        )
    };
    let world = |name: &str, levels: &[String]| {
        format!(r#"{{"identifier": "{name}", "levels": [{}]}}"#, levels.join(","))
    };
    let worlds = [world("W1", &[level("A", 0)]), world("W2", &[level("B", 1), level("C", 0), level("D", 1)])];
    format!(r#"{{"jsonVersion": "1.5.3", "levels": [], "worlds": [{}]}}"#, worlds.join(","))
}

#[test]
fn levels_of_one_world_and_depth_are_read() {
    let read = |world: Option<&str>, levels: &[&str]| {
        let choice = Choice {
            world: world.map(Into::into),
            levels: levels.iter().map(|level| level.to_string()).collect(),
            ..Choice::default()
        };
        read_map_text(two_worlds().as_bytes(), MapKind::Ldtk, Path::new(""), &choice)
    };
    let ids = |map: &Map| scene(map).objects.iter().map(|object| object.id.clone()).collect::<Vec<_>>();
    let left_out = |map: &Map| map.left_out.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    let map = read(None, &[]).unwrap();
    assert_eq!((ids(&map), left_out(&map)), (vec!["A/G/1".into()], vec!["W2".into()]));
    let map = read(Some("W2"), &[]).unwrap();
    assert_eq!((ids(&map), left_out(&map)), (vec!["B/G/1".into(), "D/G/1".into()], vec!["C".into()]));
    for world in [None, Some("W2")] {
        let map = read(world, &["C", "B"]).unwrap();
        assert_eq!((ids(&map), left_out(&map)), (vec!["B/G/1".into(), "C/G/1".into()], vec![]));
    }
    let error = |world, levels: &[&str]| read(world, levels).unwrap_err().to_string();
    assert_eq!(error(Some("W3"), &[]), "there is no world \"W3\"; the worlds are \"W1\", \"W2\"");
    assert_eq!(error(None, &["E"]), "there is no level \"E\"; the levels are \"A\", \"B\", \"C\", \"D\"");
    assert_eq!(error(Some("W1"), &["B"]), "the level \"B\" is in another world");
    assert_eq!(error(None, &["A", "B"]), "the level \"B\" is in another world");
}
