//! Maps as Tiled keeps them, in XML, by the crate `tiled`.

use super::{Kind, Layer, Object};
use crate::fields::{Fault, Read, fault};
use std::path::Path;
use tiled::{LayerType, Loader, ObjectShape, Orientation};

pub(super) fn layers(path: &Path) -> Read<Vec<Layer>> {
    let map = Loader::new().load_tmx_map(path).map_err(|error| {
        // One line, whatever the parser says.
        let reason = error.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
        Fault { place: String::new(), reason: format!("no Tiled map: {reason}") }
    })?;
    if map.orientation != Orientation::Orthogonal {
        let name = map.orientation.to_string();
        return fault(format!("the map is \"{name}\": only orthogonal maps are read"));
    }
    let mut found = Vec::new();
    map.layers().for_each(|layer| gather(&layer, [0.0; 2], &mut found));
    Ok(found)
}

fn gather(layer: &tiled::Layer, offset: [f64; 2], found: &mut Vec<Layer>) {
    let offset = [offset[0] + number(layer.offset_x), offset[1] + number(layer.offset_y)];
    match layer.layer_type() {
        LayerType::Group(group) => group.layers().for_each(|layer| gather(&layer, offset, found)),
        LayerType::Objects(objects) => {
            let objects = objects.object_data().iter().map(object).collect();
            found.push(Layer { name: layer.name.clone(), offset, objects });
        }
        LayerType::Tiles(_) | LayerType::Image(_) => {}
    }
}

fn object(object: &tiled::ObjectData) -> Object {
    let points = |points: &[(f32, f32)]| points.iter().map(|&(x, y)| [number(x), number(y)]).collect();
    let kind = match &object.shape {
        &ObjectShape::Rect { width, height } if object.tile_data().is_some() => {
            Kind::Tile([number(width), number(height)])
        }
        &ObjectShape::Rect { width, height } => Kind::Rectangle([number(width), number(height)]),
        &ObjectShape::Ellipse { width, height } => Kind::Ellipse([number(width), number(height)]),
        &ObjectShape::Capsule { width, height } => Kind::Capsule([number(width), number(height)]),
        ObjectShape::Polygon { points: corners } => Kind::Polygon(points(corners)),
        ObjectShape::Polyline { points: corners } => Kind::Polyline(points(corners)),
        ObjectShape::Point(..) => Kind::Point,
        ObjectShape::Text { .. } => Kind::Text,
    };
    Object {
        id: object.id().into(),
        name: object.name.clone(),
        at: [number(object.x), number(object.y)],
        rotation: number(object.rotation),
        kind,
    }
}

/// The number that the file gives, which the crate rounds to `f32`: the shortest that rounds so.
fn number(c: f32) -> f64 {
    c.to_string().parse().unwrap_or(f64::NAN)
}
