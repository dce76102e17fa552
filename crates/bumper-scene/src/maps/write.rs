//! Writes the scene into which a map is converted, as text in the scene format.

use super::affine::Affine;
use super::object::{Frame, Object, TileShapes};
use super::tiles::{MAX_TEXT, TileLayer, too_many};
use super::{Image, Layer, MapContent, checked_keys, object_name};
use crate::fields::{At, Fault, Read, quoted};
use std::collections::HashMap;
use std::fmt::Write;

/// The text of a scene as it is written, and information about its shapes.
#[derive(Default)]
pub(super) struct Written {
    pub(super) text: String,
    pub(super) tiles: Vec<TileLayer>,
    pub(super) warnings: Vec<Fault>,
    /// The ids that are in use. If a number was appended to an id to make further ids (`id#2`), the value is the last such number.
    ids: HashMap<String, u64>,
    /// For each shape of the scene, its location in the map, for error messages.
    locations: Vec<String>,
}

impl Written {
    /// Returns an id that no other shape has: the first unused one of `id`, `id#number` (if a number is given), `id#2`, `id#3` and so on.
    fn unique(&mut self, id: &str, number: Option<u64>) -> String {
        let numbered = number.map(|number| format!("{id}#{number}"));
        let mut candidates = [Some(id.to_string()), numbered].into_iter().flatten();
        let unique = candidates.find(|candidate| !self.ids.contains_key(candidate)).unwrap_or_else(|| {
            // Many shapes may have the same name. So do not try all numbers from 2 on again, but continue after the last one that was
            // appended to `id`.
            let mut count = self.ids.get(id).copied().unwrap_or(1);
            let found = loop {
                count += 1;
                let candidate = format!("{id}#{count}");
                if !self.ids.contains_key(&candidate) {
                    break candidate;
                }
            };
            self.ids.insert(id.into(), count);
            found
        });
        self.ids.insert(unique.clone(), 1);
        unique
    }

    fn add(&mut self, id: &str, place: String, shape: &str, keys: &str) -> Read<()> {
        let id = serde_json::Value::from(id);
        let comma = if self.locations.is_empty() { "" } else { "," };
        self.locations.push(place);
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{comma}\n  {{\"id\": {id}, {shape}{keys}}}");
        if self.text.len() > MAX_TEXT { too_many() } else { Ok(()) }
    }

    /// Replaces the location in an error of the scene reader, such as `shapes[3] "wall"`, by the location of this shape in the map. The
    /// user knows the map, but not the text of the scene.
    pub(super) fn with_location(&self, fault: Fault) -> Fault {
        let index = fault.place.strip_prefix("shapes[").and_then(|rest| rest.split(']').next()?.parse().ok());
        let place = index.and_then(|index: usize| self.locations.get(index).cloned());
        Fault { place: place.unwrap_or_else(|| "the map".into()), ..fault }
    }
}

impl MapContent {
    /// Writes the scene of the map. Also appends the pictures of objects to `images`.
    pub(super) fn scene(mut self, images: &mut Vec<Image>) -> Read<Written> {
        let keys = checked_keys(self.keys.as_deref()).at(|| "the map".into())?;
        let mut written =
            Written { text: format!("{{\"bumper\": 1{keys}, \"shapes\": ["), ..Written::default() };
        for mut layer in std::mem::take(&mut self.layers) {
            let mut object_images = std::mem::take(&mut layer.images).into_iter();
            for object in &layer.objects {
                let id = layer.object(object, &mut written, &mut self)?;
                let image = object_images.next().flatten();
                images.extend(image.map(|image| Image { object: id, ..image }));
            }
            layer.tiles(&mut written, &mut self)?;
        }
        written.text.push_str("\n]}\n");
        written.warnings = self.warnings;
        Ok(written)
    }
}

impl MapContent {
    /// The shape of an object, as the text of a key and a value; `None` for text objects. Returns a fault if the shape is not valid for the
    /// scalar of the scene.
    pub(super) fn shape_text(&self, object: &Object, frame: &Frame) -> Read<Option<String>> {
        let Some(shape) = object.shape(frame)? else { return Ok(None) };
        if let Some(TileShapes { shapes, linear, tile }) = &object.tile_shapes {
            let frame = Frame { linear: *linear, tile: *tile, offset: object.place(frame) };
            let parts = shapes.iter().map(|shape| self.shape_text(shape, &frame));
            let parts: Vec<String> = parts.filter_map(Result::transpose).collect::<Read<_>>()?;
            match parts.as_slice() {
                [] => {}
                [part] => return Ok(Some(part.clone())),
                parts => return Ok(Some(format!("\"compound\": [{{{}}}]", parts.join("}, {")))),
            }
        }
        let text = shape.text()?;
        self.check_shape(&text)?;
        Ok(Some(text))
    }
}

impl Layer {
    /// Writes the shape of an object, and returns the id of the shape. An object that is not valid is left out with a warning; text objects
    /// have no shape.
    fn object(&self, object: &Object, written: &mut Written, found: &mut MapContent) -> Read<Option<String>> {
        let place = || format!("layer {}: {}", quoted(&self.name), object_name(object.id, &object.name));
        let frame = Frame { linear: self.linear, tile: Affine::IDENTITY, offset: self.offset };
        let shape = match found.shape_text(object, &frame) {
            Ok(Some(shape)) => shape,
            Ok(None) => return Ok(None),
            Err(fault) => {
                found.warn(place(), fault);
                return Ok(None);
            }
        };
        let keys = checked_keys(object.keys.as_deref().or(self.keys.as_deref())).at(place)?;
        let id = match object.name.as_str() {
            "" => written.unique(&format!("#{}", object.id), Some(object.id)),
            name => written.unique(name, Some(object.id)),
        };
        written.add(&id, place(), &shape, &keys)?;
        Ok(Some(id))
    }

    /// Writes the solid tiles of the layer as one shape with the name of the layer.
    fn tiles(self, written: &mut Written, found: &mut MapContent) -> Read<()> {
        let Some(tiles) = self.tiles else { return Ok(()) };
        let place = || format!("layer {}", quoted(&self.name));
        let Some(shape) = tiles.shape(self.offset, &self.name, found).at(place)? else { return Ok(()) };
        let id = written.unique(&self.name, None);
        let keys = checked_keys(self.keys.as_deref()).at(place)?;
        written.add(&id, place(), &shape, &keys)?;
        written.tiles.push(tiles.into_layer(id, self.offset));
        Ok(())
    }
}
