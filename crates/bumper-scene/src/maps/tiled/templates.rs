//! Reads templates: files with an object that supplies the values that other objects do not have.

use super::{json, load_external};
use crate::fields::{At, Read, fault, quoted};
use crate::files::file_size;
use crate::maps::file::{Object, Template, Tileset};
use crate::maps::xml;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The limit for the total size in bytes of all templates that are copied into objects. A template counts once for each object that uses
/// it, because each gets a copy.
const MAX_COPIED: usize = 1 << 26;

/// The largest number of templates in a chain: the object in a template can use a template itself, and so on.
const LONGEST_CHAIN: usize = 64;

/// The template files that have been read.
#[derive(Default)]
pub(super) struct Templates {
    loaded: BTreeMap<PathBuf, LoadedTemplate>,
    /// The sum of the sizes of all copies of templates so far, in bytes, see `MAX_COPIED`.
    copied: usize,
}

/// The object of a template file, including the values that it takes from its own template.
#[derive(Clone)]
struct LoadedTemplate {
    object: Object,
    /// The tileset that contains the object's tile.
    tileset: Option<OwnTileset>,
    /// The number that the first tile of `tileset` has in the map. `None` until the tileset has been added to the map.
    first: Option<u32>,
    size: usize,
}

/// A tileset to which a template refers, and the folder to which its paths are relative.
pub(super) type OwnTileset = (Tileset, PathBuf);

/// A function that adds the tileset of a template to the map. Returns the number that its first tile gets there.
pub(super) type LocateTileset<'p> = dyn FnMut(&mut Templates, OwnTileset) -> Read<u32> + 'p;

impl Templates {
    /// The object of the template file `name`, whose path is relative to `folder`.
    ///
    /// If the object shows a tile, calls `add_tileset` to add the tileset of the template to the map, unless that has been done before.
    /// `add_tileset` is `None` for collision shapes of tiles. Collision shapes cannot show tiles, so the returned object has no tile then.
    pub(super) fn object(
        &mut self,
        folder: &Path,
        name: &str,
        add_tileset: Option<&mut LocateTileset>,
    ) -> Read<Object> {
        let path = folder.join(name);
        if !self.loaded.contains_key(&path) {
            let loaded = read(folder, name, &mut Vec::new())?;
            self.loaded.insert(path.clone(), loaded);
        }
        let Some(loaded) = self.loaded.get(&path).cloned() else { return fault("the template is not known") };
        self.copied += loaded.size;
        if self.copied > MAX_COPIED {
            return fault("the objects have more than 2^26 bytes with their templates");
        }
        let mut object = loaded.object;
        let Some(add_tileset) = add_tileset else {
            object.gid = None;
            return Ok(object);
        };
        if let (Some(number), Some((set, folder))) = (object.gid, loaded.tileset) {
            let first_in_template = set.firstgid;
            let first = match loaded.first {
                Some(first) => first,
                None => add_tileset(self, (set, folder))?,
            };
            self.loaded.entry(path).and_modify(|loaded| loaded.first = Some(first));
            object.gid = Some(number.wrapping_sub(first_in_template).wrapping_add(first));
        }
        Ok(object)
    }
}

/// Reads a template, and recursively the template of its object. `chain` contains the files that are being read, to detect cycles.
fn read(folder: &Path, name: &str, chain: &mut Vec<PathBuf>) -> Read<LoadedTemplate> {
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
        let base = read(&folder, &next, chain).at(|| format!("template {}", quoted(&next)))?;
        chain.pop();
        if object.gid.is_none() {
            tileset = base.tileset;
        }
        size += base.size;
        object = object.with(base.object);
    }
    Ok(LoadedTemplate { object, tileset, first: None, size })
}
