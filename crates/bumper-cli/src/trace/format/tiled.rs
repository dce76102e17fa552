//! Writes frames as a Tiled tileset in JSON (.tsj). The tileset has a tile for each frame, with the hitboxes as collision shapes.

use super::super::{Shape, Source, Traced};
use anyhow::{Result, bail};
use serde_json::{Value, json};
use std::path::Path;

pub fn write(frames: &[Traced], out: Option<&Path>, name: Option<&str>) -> Result<String> {
    let mut tiles = Vec::new();
    let mut width = 0;
    let mut height = 0;
    for (id, frame) in frames.iter().enumerate() {
        let Some(source) = &frame.source else {
            bail!(
                "{}: a Tiled tileset needs frames that are complete, unrotated parts of a picture file",
                frame.name
            );
        };
        let [w, h] = source.size;
        width = w.max(width);
        height = h.max(height);
        let mut objects = Vec::new();
        for hitbox in &frame.hitboxes {
            for shape in &hitbox.shapes {
                objects.push(object(objects.len() + 1, &hitbox.kind, shape, &frame.name)?);
            }
        }
        let mut tile = json!({
            "id": id,
            "image": relative(source, out),
            "imagewidth": source.sheet[0],
            "imageheight": source.sheet[1],
            "objectgroup": {"type": "objectgroup", "name": "", "draworder": "index", "x": 0, "y": 0, "opacity": 1, "visible": true, "objects": objects}
        });
        if source.size != source.sheet {
            for (key, value) in
                [("x", source.at[0]), ("y", source.at[1]), ("width", w.into()), ("height", h.into())]
            {
                tile[key] = value.into();
            }
        }
        tiles.push(tile);
    }
    let stem = out.and_then(Path::file_stem).map_or("sprites".into(), |stem| stem.to_string_lossy());
    let name = name.unwrap_or(&stem);
    let tileset = json!({
        "type": "tileset", "version": "1.10", "name": name, "columns": 0, "margin": 0, "spacing": 0,
        "tilecount": tiles.len(), "tilewidth": width, "tileheight": height, "tiles": tiles,
        "grid": {"orientation": "orthogonal", "width": 1, "height": 1}
    });
    Ok(serde_json::to_string_pretty(&tileset)? + "\n")
}

/// The path of a frame's picture, relative to the folder of the tileset file `out`. The path is absolute if no relative path exists, as for
/// a picture on another drive under Windows.
fn relative(source: &Source, out: Option<&Path>) -> String {
    let folder = out.and_then(Path::parent).unwrap_or(Path::new(""));
    let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    // An empty path cannot be made absolute, so begin it with `./`.
    let folder = absolute(&Path::new(".").join(folder));
    let picture = absolute(&source.path);
    let path = pathdiff::diff_paths(&picture, folder).unwrap_or(picture);
    path.to_string_lossy().replace('\\', "/")
}

fn object(id: usize, kind: &str, shape: &Shape, frame: &str) -> Result<Value> {
    let mut object = json!({"id": id, "name": kind, "type": "", "rotation": 0, "visible": true});
    let place = |object: &mut Value, [x, y]: [f64; 2], [w, h]: [f64; 2]| {
        for (key, value) in [("x", x), ("y", y), ("width", w), ("height", h)] {
            object[key] = json!(value);
        }
    };
    match shape {
        Shape::Box(area) => {
            let size = area.size().map(f64::from).0;
            place(&mut object, area.min().map(f64::from).0, size);
        }
        Shape::Circle { center, radius } => {
            place(&mut object, center.map(|c| c - radius), [radius * 2.0; 2]);
            object["ellipse"] = true.into();
        }
        Shape::Polygon(corners) => {
            place(&mut object, [0.0; 2], [0.0; 2]);
            object["polygon"] = corners.iter().map(|[x, y]| json!({"x": x, "y": y})).collect();
        }
        Shape::Capsule { .. } | Shape::Mask(_) => {
            bail!("{frame}: Tiled has no rotated capsules and no masks: use boxes, polygons or circles");
        }
    }
    Ok(object)
}
