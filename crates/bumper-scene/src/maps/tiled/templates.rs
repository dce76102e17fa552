//! Templates: files with an object that provides the values that other objects do not have.

use super::{json, load_external};
use crate::fields::{At, Read, fault, quoted};
use crate::files::file_size;
use crate::maps::file::{Object, Template, Tileset};
use crate::maps::xml;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The largest total size in bytes of the template files of all objects, counted once for each use.
const MAX_COPIED: usize = 1 << 26;

/// The largest length of a chain of templates, each the template of the one before.
const LONGEST_CHAIN: usize = 64;

/// The templates that have been read.
#[derive(Default)]
pub(super) struct Templates {
    known: BTreeMap<PathBuf, Known>,
    /// The size of the templates in bytes, counted once for each use.
    copied: usize,
}

/// An object with the values of all its templates.
#[derive(Clone)]
struct Known {
    object: Object,
    /// The tileset of its tile.
    tileset: Option<OwnTileset>,
    /// The number of that tileset's first tile in the map, once it is assigned.
    first: Option<u32>,
    size: usize,
}

/// A tileset of a template, and the folder that its paths are relative to.
pub(super) type OwnTileset = (Tileset, PathBuf);

/// Adds the tileset of a template to the map, and returns the number of its first tile there.
pub(super) type LocateTileset<'p> = dyn FnMut(&mut Templates, OwnTileset) -> Read<u32> + 'p;

impl Templates {
    /// The object of a template, whose path is relative to `folder`.
    ///
    /// `place` assigns unused tile numbers to the tileset of the template and returns the first one. Collision shapes of tiles do not show
    /// tiles: without `place`, the object has no tile.
    pub(super) fn object(
        &mut self,
        folder: &Path,
        name: &str,
        place: Option<&mut LocateTileset>,
    ) -> Read<Object> {
        let path = folder.join(name);
        if !self.known.contains_key(&path) {
            let known = read(folder, name, &mut Vec::new())?;
            self.known.insert(path.clone(), known);
        }
        let Some(known) = self.known.get(&path).cloned() else { return fault("the template is not known") };
        self.copied += known.size;
        if self.copied > MAX_COPIED {
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

/// Reads a template, and the template of its object if it has one. `chain` contains the files that led to it.
fn read(folder: &Path, name: &str, chain: &mut Vec<PathBuf>) -> Read<Known> {
    let path = folder.join(name);
    if chain.contains(&path) {
        return fault("the template contains itself");
    }
    if chain.len() >= LONGEST_CHAIN {
        return fault(format!("templates are nested deeper than {LONGEST_CHAIN}"));
    }
    let Template { mut object, tileset } = load_external(folder, name, xml::template, |bytes| json(bytes))?;
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
