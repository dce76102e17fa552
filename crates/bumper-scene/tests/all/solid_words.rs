//! Tests of the words that make tiles and layers solid: where they may be written, and how they may be spelled.

use bumper_scene::{AnyScene, Choice, Map, MapKind, read_map_text};
use std::path::Path;

fn read(text: &str) -> Map {
    let kind = MapKind::of(None, text.as_bytes()).expect("a map");
    read_map_text(text.as_bytes(), kind, Path::new(""), &Choice::default())
        .unwrap_or_else(|fault| panic!("{fault}: {text}"))
}

fn is_solid(text: &str) -> bool {
    let map = read(text);
    let AnyScene::F32x2(scene) = &map.scene else { panic!() };
    assert_eq!(scene.objects.is_empty(), map.tiles.is_empty());
    !scene.objects.is_empty()
}

const WORDS: [&str; 19] = [
    "solid",
    "Solid",
    "SOLID",
    "solids",
    "collides",
    "Collides",
    "collide",
    "collision",
    "Collision",
    "collisions",
    "COLLISIONS",
    "Solids",
    "collidable",
    "Blocked",
    "obstacle",
    "Obstacles",
    "wall",
    "Walls",
    "WALLS",
];

/// A Tiled map in XML. The arguments are attributes of the map, the tile and the layer, followed by elements inside them.
fn xml(map: &str, tile: &str, layer: &str) -> String {
    let split = |text: &str| match text.find('<') {
        Some(at) => (text[..at].to_string(), text[at..].to_string()),
        None => (text.to_string(), String::new()),
    };
    let ((map, inner), (tile, tile_inner), (layer, layer_inner)) = (split(map), split(tile), split(layer));
    format!(
        r#"<map orientation="orthogonal" tilewidth="8" tileheight="8" {map}>{inner}<tileset firstgid="1" name="t" tilewidth="8" tileheight="8">
        <tile id="0" {tile}>{tile_inner}</tile></tileset><layer width="2" height="1" {layer}>{layer_inner}<data encoding="csv">1,1</data></layer></map>"#
    )
}

fn property(name: &str, value: &str) -> String {
    format!(r#"<properties><property name="{name}" {value}/></properties>"#)
}

#[test]
fn every_solid_word_works_as_class_property_and_name() {
    assert!(!is_solid(&xml("", "", "")));
    for word in WORDS {
        let (property_text, class) =
            (property(word, r#"type="bool" value="true""#), format!(r#"class="{word}""#));
        let texts = [
            xml("", &property_text, ""),
            xml("", "", &property_text),
            xml(&property_text, "", ""),
            xml("", &class, ""),
            xml("", &class.replace("class", "type"), ""),
            xml("", "", &class),
            xml(&class, "", ""),
            xml("", "", &class.replace("class", "name")),
            xml("", "", "")
                .replace("<layer", &format!("<group {class}><layer"))
                .replace("</layer>", "</layer></group>"),
            xml("", "", "")
                .replace("<layer", &format!("<group name=\"{word}\"><layer"))
                .replace("</layer>", "</layer></group>"),
        ];
        for text in texts {
            assert!(is_solid(&text), "{text}");
        }
    }
    for word in ["sol", "solidity", "no collision", "colliding", "ground"] {
        assert!(!is_solid(&xml("", &property(word, r#"type="bool" value="true""#), "")), "{word}");
        assert!(!is_solid(&xml("", &format!(r#"class="{word}""#), &format!(r#"name="{word}""#))), "{word}");
    }
}

#[test]
fn flags_may_be_words_and_numbers() {
    for value in [
        r#"value="1""#,
        r#"value="true""#,
        r#"value="True""#,
        r#"value="yes""#,
        r#"type="int" value="1""#,
        r#"type="bool" value="1""#,
        r#"type="float" value="1.5""#,
        r#"type="string" value=" TRUE ""#,
    ] {
        assert!(is_solid(&xml("", &property("solid", value), "")), "{value}");
    }
    // A flag that is off overrides the class and the name.
    for value in [
        r#"value="0""#,
        r#"value="false""#,
        r#"value="No""#,
        r#"type="int" value="0""#,
        r#"type="bool" value="false""#,
    ] {
        let tile = property("Collision", value);
        assert!(!is_solid(&xml("", &format!("class=\"solid\" {tile}"), r#"name="solid""#)), "{value}");
        assert!(!is_solid(&xml("", "", &format!("class=\"solid\" {tile}"))), "{value}");
    }
    // Values that are not flags are ignored.
    assert!(is_solid(&xml("", &format!("class=\"solid\" {}", property("solid", r#"value="rock""#)), "")));
    assert!(!is_solid(&xml("", &property("solid", r#"value="rock""#), "")));
}

#[test]
fn names_of_layers_may_be_further_words_and_have_numbers() {
    for name in
        ["platforms", "Platform", "blocks", "blockedLayer", "Collision Layer", "walls_2", "Wall Tiles"]
    {
        assert!(is_solid(&xml("", "", &format!("name=\"{name}\""))), "{name}");
        assert!(!is_solid(&xml("", &format!("class=\"{name}\""), "")), "{name}");
    }
    for name in ["ground", "Background", "wall shadows", "no collision", "noncollidable", "Tile Layer 1"] {
        assert!(!is_solid(&xml("", "", &format!("name=\"{name}\""))), "{name}");
    }
}

#[test]
fn flags_may_be_empty_inside_classes_or_opposite() {
    let inside = |name: &str, value: &str| {
        format!(
            r#"<properties><property name="physics" type="class" propertytype="P"><properties><property name="{name}" {value}/></properties></property></properties>"#
        )
    };
    for solid in [
        property("walkable", r#"type="bool" value="false""#),
        property("Walkable", r#"value="0""#),
        property("blocked", r#"value="""#),
        inside("solid", r#"type="bool" value="true""#),
        inside("walkable", r#"type="bool" value="false""#),
    ] {
        assert!(is_solid(&xml("", &solid, "")), "{solid}");
        assert!(is_solid(&xml("", "", &solid)), "{solid}");
    }
    for open in
        [property("walkable", r#"type="bool" value="true""#), inside("solid", r#"type="bool" value="false""#)]
    {
        assert!(!is_solid(&xml("", &open, r#"name="walls""#)), "{open}");
    }
}

#[test]
fn layers_are_suggested_only_if_nothing_is_marked() {
    let layers = |names: &[&str]| {
        let layer = |name: &&str| {
            format!(r#"<layer name="{name}" width="1" height="1"><data encoding="csv">1</data></layer>"#)
        };
        let layers: String = names.iter().map(layer).collect();
        let text = xml("", "", "");
        let at = text.find("<layer").unwrap();
        read(&format!("{}{layers}</map>", &text[..at])).candidates
    };
    assert_eq!(layers(&["sky", "Ground 1", "trees"]), ["Ground 1", "trees"]);
    assert_eq!(layers(&["Tile Layer 1", "Tile Layer 2"]), ["Tile Layer 1", "Tile Layer 2"]);
    assert!(layers(&["ground", "walls"]).is_empty());
}

#[test]
fn solid_words_are_read_in_json_of_all_versions_and_in_ldtk() {
    let json = |tiles: &str| {
        format!(
            r#"{{"orientation": "orthogonal", "tilewidth": 8, "tileheight": 8, "tilesets": [{{"firstgid": 1, "tilewidth": 8, "tileheight": 8, {tiles}}}],
            "layers": [{{"name": "a", "width": 2, "height": 1, "data": [1, 1]}}]}}"#
        )
    };
    let ldtk = |tags: &str, data: &str, layer: &str| {
        format!(
            r#"{{"defs": {{"layers": [{{"identifier": "W", "uiFilterTags": [{layer}]}}], "tilesets": [{{"uid": 7, "tileGridSize": 8, "enumTags": [{tags}],
            "customData": [{data}]}}]}}, "levels": [{{"identifier": "L", "layerInstances": [{{"__type": "Tiles", "__identifier": "W", "__cWid": 2,
            "__cHei": 1, "__gridSize": 8, "__tilesetDefUid": 7, "gridTiles": [{{"px": [0, 0], "src": [0, 0], "t": 0}}]}}]}}]}}"#
        )
    };
    assert!(!is_solid(&ldtk("", "", "")));
    for word in WORDS {
        for value in ["true", "1", "\"true\"", "\"1\"", "1.0"] {
            assert!(is_solid(&json(&format!(
                r#""tiles": [{{"id": 0, "properties": [{{"name": "{word}", "value": {value}}}]}}]"#
            ))));
            assert!(is_solid(&json(&format!(r#""tileproperties": {{"0": {{"{word}": {value}}}}}"#))));
            let data = format!(r#"{{\"{word}\": {}}}"#, value.replace('"', "\\\""));
            assert!(is_solid(&ldtk("", &format!(r#"{{"tileId": 0, "data": "{data}"}}"#), "")), "{data}");
        }
        assert!(is_solid(&json(&format!(r#""tiles": [{{"id": 0, "type": "{word}"}}]"#))));
        assert!(is_solid(&ldtk(&format!(r#"{{"enumValueId": "{word}", "tileIds": [0]}}"#), "", "")));
        assert!(is_solid(&ldtk("", &format!(r#"{{"tileId": 0, "data": " {word}\n"}}"#), "")));
        assert!(is_solid(&ldtk("", "", &format!("\"{word}\""))));
        assert!(is_solid(&ldtk("", "", "").replace("\"W\"", &format!("\"{word}\""))));
    }
}
