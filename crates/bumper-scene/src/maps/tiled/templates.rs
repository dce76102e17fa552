//! Templates: files with an object that supplies missing values of other objects.

use super::{json, load_external};
use crate::fields::{At, Read, fault, quoted};
use crate::files::file_size;
use crate::maps::file::{Object, Template, Tileset};
use crate::maps::xml;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The limit for the total size in bytes of the templates of all objects. A template counts once for each object that uses it.
const MAX_COPIED: usize = 1 << 26;

/// The largest length of a chain of templates, in which each is the template of the previous one.
const LONGEST_CHAIN: usize = 64;

/// The templates that have been read.
#[derive(Default)]
pub(super) struct Templates {
    known: BTreeMap<PathBuf, Known>,
    /// The total size of the templates in bytes, counted once for each use.
    copied: usize,
}

/// The object of a template file, after the values of its own templates have been filled in.
#[derive(Clone)]
struct Known {
    object: Object,
    /// The tileset of the object's tile.
    tileset: Option<OwnTileset>,
    /// The number of that tileset's first tile in the map, once it has been assigned.
    first: Option<u32>,
    size: usize,
}

/// A tileset that a template refers to, and the folder that its paths are relative to.
pub(super) type OwnTileset = (Tileset, PathBuf);

/// A function that adds the tileset of a template to the map, and returns the number of its first tile there.
pub(super) type LocateTileset<'p> = dyn FnMut(&mut Templates, OwnTileset) -> Read<u32> + 'p;

impl Templates {
    /// The object of a template, whose path is relative to `folder`.
    ///
    /// `place` adds the tileset of the template to the map, and returns the number of its first tile. It is `None` for collision shapes of
    /// tiles, which cannot show tiles: the object then has no tile.
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

/// Reads a template, and recursively the template of its object. `chain` contains the files that are being read, to detect cycles.
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
