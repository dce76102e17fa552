//! Templates: files with an object that others take what they do not say from.

use super::{beside, json};
use crate::fields::{At, Read, fault, quoted};
use crate::maps::file::{Object, Template, Tileset};
use crate::maps::load::file_size;
use crate::maps::xml;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// How much objects may take from templates, in bytes of their files.
const MOST_COPIED: usize = 1 << 26;

/// How many templates may follow each other, each the template of the one before.
const LONGEST_CHAIN: usize = 64;

/// The templates that were read so far.
#[derive(Default)]
pub(super) struct Templates {
    known: BTreeMap<PathBuf, Known>,
    /// The bytes of templates, as often as they are used.
    copied: usize,
}

/// An object with all that its templates say.
#[derive(Clone)]
struct Known {
    object: Object,
    /// The tileset of its tile.
    tileset: Option<OwnTileset>,
    /// The number of that tileset's first tile in the map, once it has one.
    first: Option<u32>,
    size: usize,
}

/// A tileset that a template brings, and the folder where its paths begin.
pub(super) type OwnTileset = (Tileset, PathBuf);

/// Adds the tileset of a template to the map, and returns the number of its first tile there.
pub(super) type PlaceTileset<'p> = dyn FnMut(&mut Templates, OwnTileset) -> Read<u32> + 'p;

impl Templates {
    /// The object of a template, by the folder where its path begins.
    ///
    /// `place` gives the tileset of the template numbers that the map does not use, and returns the first. The collision shapes of
    /// tiles show no tiles: without `place`, the object has no tile.
    pub(super) fn object(
        &mut self,
        folder: &Path,
        name: &str,
        place: Option<&mut PlaceTileset>,
    ) -> Read<Object> {
        let path = folder.join(name);
        if !self.known.contains_key(&path) {
            let known = read(folder, name, &mut Vec::new())?;
            self.known.insert(path.clone(), known);
        }
        let Some(known) = self.known.get(&path).cloned() else { return fault("the template is not known") };
        self.copied += known.size;
        if self.copied > MOST_COPIED {
            return fault("the objects have more than 2^26 bytes with their templates");
        }
        let mut object = known.object;
        let Some(place) = place else {
            object.gid = None;
            return Ok(object);
        };
        if let (Some(number), Some((set, folder))) = (object.gid, known.tileset) {
            let own = set.firstgid;
            let first = match known.first {
                Some(first) => first,
                None => place(self, (set, folder))?,
            };
            self.known.entry(path).and_modify(|known| known.first = Some(first));
            object.gid = Some(number.wrapping_sub(own).wrapping_add(first));
        }
        Ok(object)
    }
}

/// Reads a template, and the template of its object if it has one. `chain` holds the files that led to it.
fn read(folder: &Path, name: &str, chain: &mut Vec<PathBuf>) -> Read<Known> {
    let path = folder.join(name);
    if chain.contains(&path) {
        return fault("the template is its own template");
    }
    if chain.len() >= LONGEST_CHAIN {
        return fault(format!("more than {LONGEST_CHAIN} templates follow each other"));
    }
    let Template { mut object, tileset } = beside(folder, name, xml::template, |bytes| json(bytes))?;
    let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
    let mut tileset = tileset.filter(|_| object.gid.is_some()).map(|set| (set, folder.clone()));
    let mut size = file_size(&path);
    if let Some(next) = object.template.take() {
        chain.push(path);
        let outer = read(&folder, &next, chain).at(|| format!("template {}", quoted(&next)))?;
        chain.pop();
        if object.gid.is_none() {
            tileset = outer.tileset;
        }
        size += outer.size;
        object = object.with(outer.object);
    }
    Ok(Known { object, tileset, first: None, size })
}
