//! Maps as Tiled exports them to JSON.

use super::{Kind, Layer, Object};
use crate::fields::{At, Fault, Read, fault, quoted};
use serde::Deserialize;
use std::path::Path;

#[derive(Deserialize)]
struct Map {
    orientation: String,
    layers: Vec<MapLayer>,
}

#[derive(Deserialize)]
struct MapLayer {
    #[serde(default)]
    name: String,
    #[serde(default)]
    offsetx: f64,
    #[serde(default)]
    offsety: f64,
    /// Of an object layer.
    objects: Option<Vec<MapObject>>,
    /// Of a group.
    layers: Option<Vec<MapLayer>>,
}

#[derive(Deserialize)]
struct MapObject {
    id: u64,
    #[serde(default)]
    name: String,
    #[serde(default)]
    x: f64,
    #[serde(default)]
    y: f64,
    #[serde(default)]
    width: f64,
    #[serde(default)]
    height: f64,
    #[serde(default)]
    rotation: f64,
    #[serde(default)]
    ellipse: bool,
    #[serde(default)]
    capsule: bool,
    #[serde(default)]
    point: bool,
    polygon: Option<Vec<Corner>>,
    polyline: Option<Vec<Corner>>,
    text: Option<serde::de::IgnoredAny>,
    gid: Option<u64>,
    template: Option<String>,
}

#[derive(Deserialize)]
struct Corner {
    x: f64,
    y: f64,
}

/// How deep groups may nest.
const DEEPEST: usize = 64;

pub(super) fn layers(path: &Path) -> Read<Vec<Layer>> {
    let failed = |reason: String| Fault { place: String::new(), reason };
    let text = std::fs::read(path).map_err(|error| failed(error.to_string()))?;
    let map: Map = serde_json::from_slice(&text).map_err(|error| failed(format!("no Tiled map: {error}")))?;
    if map.orientation != "orthogonal" {
        return fault(format!("the map is {}: only orthogonal maps are read", quoted(&map.orientation)));
    }
    let mut found = Vec::new();
    gather(map.layers, [0.0; 2], 0, &mut found)?;
    Ok(found)
}

fn gather(layers: Vec<MapLayer>, offset: [f64; 2], depth: usize, found: &mut Vec<Layer>) -> Read<()> {
    if depth > DEEPEST {
        return fault(format!("groups are nested deeper than {DEEPEST}"));
    }
    for layer in layers {
        let offset = [offset[0] + layer.offsetx, offset[1] + layer.offsety];
        if let Some(layers) = layer.layers {
            gather(layers, offset, depth + 1, found)?;
        }
        if let Some(objects) = layer.objects {
            let read: Read<Vec<Object>> = objects.into_iter().map(object).collect();
            let objects = read.at(|| format!("layer {}", quoted(&layer.name)))?;
            found.push(Layer { name: layer.name, offset, objects });
        }
    }
    Ok(())
}

fn object(object: MapObject) -> Read<Object> {
    if let Some(template) = &object.template {
        let place = || format!("object {}", object.id);
        return fault(format!("templates ({}) are read in .tmx maps only", quoted(template))).at(place);
    }
    let size = [object.width, object.height];
    let points = |points: Vec<Corner>| points.into_iter().map(|corner| [corner.x, corner.y]).collect();
    let kind = if let Some(corners) = object.polygon {
        Kind::Polygon(points(corners))
    } else if let Some(corners) = object.polyline {
        Kind::Polyline(points(corners))
    } else if object.text.is_some() {
        Kind::Text
    } else if object.gid.is_some() {
        Kind::Tile(size)
    } else if object.ellipse {
        Kind::Ellipse(size)
    } else if object.capsule {
        Kind::Capsule(size)
    } else if object.point {
        Kind::Point
    } else {
        Kind::Rectangle(size)
    };
    Ok(Object { id: object.id, name: object.name, at: [object.x, object.y], rotation: object.rotation, kind })
}
