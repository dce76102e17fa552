//! Converts Tiled and LDtk maps to scenes. A map is first converted to the text of a scene. The reader of scenes then reads this text, and
//! checks it like any other scene.

mod affine;
mod file;
mod grid;
mod image;
mod keyed_list;
mod kind;
mod ldtk;
mod numbers;
mod object;
mod placed;
mod properties;
mod selection;
mod sets;
mod tiled;
mod tiles;
mod write;
mod xml;

pub use image::Image;
pub use kind::MapKind;
pub use tiles::{Tile, TileLayer};

use crate::fields::{At, Fault, Read, fault, quoted};
use crate::files::{load, utf8};
use crate::model::AnyScene;
use kind::is_xml;
use object::{Linear, Object};
use properties::is_candidate_layer_name;
use std::collections::BTreeSet;
use std::path::Path;
use tiles::Tiles;

/// A map that was converted to a scene, with the tiles that its shapes are made of.
///
/// ```
/// let map = bumper_scene::read_map("../../examples/maps/garden.tmx".as_ref()).unwrap();
/// assert!(map.tiles.is_empty() && map.left_out.is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Map {
    /// The scene that the map was converted to.
    pub scene: AnyScene,
    /// For each shape of the scene that was made from tiles, the layer of these tiles.
    pub tiles: Vec<TileLayer>,
    /// The layers from which no shape was made, and the worlds and levels of an LDtk project that could lie over those that were read, each
    /// with the reason. Layers, worlds and levels that are left out on purpose, by the map or by the caller, are not listed.
    pub left_out: LeftOut,
    /// The names of tile layers that are probably solid, if nothing in the map marks a tile or a layer as solid; otherwise empty. They can be
    /// listed in [`Choice::solid`].
    pub candidates: Vec<String>,
    /// The objects and tile collision shapes that are left out because they cannot be read, and the tilesets whose file does not exist. Each
    /// warning has the location and the reason.
    /// The text objects of a layer share one warning. At most 1000 warnings.
    pub warnings: Vec<Fault>,
    /// The pictures of the map, from back to front, if they were [requested](Choice::pictures).
    pub images: Vec<Image>,
}

/// Options for reading a map: which layers, worlds and levels to use. They override the properties in the map.
///
/// ```
/// use bumper_scene::{Choice, MapKind, read_map_text};
/// let text = br#"{"orientation": "orthogonal", "tilewidth": 16, "tileheight": 16, "tilesets": [{"firstgid": 1}],
///     "layers": [{"name": "land", "width": 3, "data": [0, 1, 1]}, {"name": "sky", "width": 3, "data": [1, 0, 0]}]}"#;
/// let solid = Choice { solid: vec!["land".into()], ..Choice::default() };
/// let map = read_map_text(text, MapKind::Tiled, "".as_ref(), &solid).unwrap();
/// assert_eq!((map.tiles[0].object.as_str(), map.left_out[0].0.as_str()), ("land", "sky"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// The layers that are made solid: all their tiles count as solid. Such layers are included even if they are invisible. Each entry is the
    /// name of a layer, or a list of patterns with commas between them, such as `ground*,walls`: `*` stands for any text, `?` for any
    /// character, and the pattern `all` selects all layers. A layer of LDtk can also be named `level/layer`. A value of an IntGrid layer is
    /// selected by `layer/value` or `level/layer/value`, where the value is its name or its number.
    pub solid: Vec<String>,
    /// The layers that are left out, and the values of IntGrid layers, selected as by `solid`. They take precedence over `solid`.
    pub ignore: Vec<String>,
    /// The world of an LDtk project that is read; `None` for the first one.
    pub world: Option<String>,
    /// The names of the levels of an LDtk project that are read. If empty, all levels of the world at the depth of its first level.
    pub levels: Vec<String>,
    /// Whether to return the pictures of the map.
    pub pictures: bool,
}

/// Reads a Tiled or LDtk map as a 2D scene in `f32`, with y pointing down. The extension of the file, or else its content, determines
/// whether it is a Tiled or an LDtk map.
///
/// Objects of Tiled maps: a rectangle becomes a box, or an oriented box if it is rotated. A point, a polygon (which may be concave), a
/// polyline (segments), a capsule and an ellipse keep their kind; a circle becomes a ball. A tile object gets the
/// collision shapes of its tile, scaled, mirrored and rotated like its picture. If the tile has none, the object becomes the box in which the
/// picture is drawn, including the drawing offset of the tileset. If a tile object has no size, its picture has the size of the tile. Texts are
/// left out, with one warning for each layer. The offsets of layers and groups are added to all positions. Tile layers are also shifted by
/// their position `x`, `y`, which is in tiles. The id of a shape is the name of the object. If the object has no name, or if the name was
/// used before, `#` and the number of the object are appended. On isometric and oblique maps, shapes are as they appear on the screen:
/// rectangles become polygons.
///
/// A tile layer becomes one shape with the name of the layer. It consists of the collision shapes of its tiles, transformed like the tiles,
/// and of the whole cells of solid tiles without collision shapes. These cells are merged into few boxes, which avoids ghost collisions at
/// seams. On isometric and staggered maps, cells are diamonds; on oblique maps, they are parallelograms. These cells are merged, too. On
/// hexagonal maps, each cell becomes a hexagonal polygon. [`TileLayer::tile_at`] returns the tile at a point.
///
/// Tiles, layers, groups and the map are marked as solid by the words `solid`, `collide`, `collision`, `collidable`, `blocked`, `obstacle`
/// and `wall`, in upper or lower case, also with a final `s`. A tile is solid if its class is one of these words, or if it has a property
/// whose name is one of these words and whose value is `true`, `yes`, a number other than zero or an empty text, or a property `walkable`
/// that is `false`, `no` or zero. The properties in the value of a property of a class count as well. All tiles of a layer, a group or the
/// map are solid if it has such a class or property; for a layer or a group, its name can also be one of the words, `platform` or `block`,
/// apart from numbers and the words `layer`, `tile` and `map` (`Walls 2`, `blockedLayer`). A tile, layer or group is left out if it has a
/// property with one of these names and the value `false`, `no` or zero. A layer called `ground` may be the floor of a game that is seen
/// from above, so its name does not make it solid; [`Map::candidates`] lists such layers if nothing in the map is marked.
///
/// Invisible layers are left out, unless they are marked as solid themselves or are listed in [`Choice::solid`]; hidden objects are
/// included. [`Map::left_out`] lists the layers that contribute nothing to the scene. [`Map::warnings`] lists single objects that cannot be
/// read; the rest of the map is read without them.
///
/// A custom property `bumper` contains additional keys of the scene format, in JSON. On an object or a layer they apply to its shapes, such
/// as `"move": {"arrows": [120, 0], "jump": 40}` or `"one_way": "up"`; on the map they apply to the scene, such as `"gravity": [0, 900]`.
/// The keys `move`, `body` and `one_way` can also be properties of their own: the values of `move` and `body` are JSON objects, that of
/// `one_way` is a side such as `up`. An object that shows a tile inherits the properties of the tile that it does not have itself.
///
/// LDtk projects are read from version 0.5 on, with the levels of one world and one depth at their positions in the world, because those of
/// another world or depth could lie at the same place: the first world and the depth of its first level, unless [`Choice::world`] or
/// [`Choice::levels`] names others. Linear worlds store no positions since
/// version 0.10; their levels are placed one after the other. Each value of an IntGrid layer becomes one shape made of few boxes, with the
/// id `level/layer/value`, where the last part is the name of the value, or its number if it has no name. Each entity becomes a box
/// `level/entity`, whose fields are read like properties. Tile layers and auto-layers are read like tile layers of Tiled: a tile is solid
/// if an enum tag or the custom data of the tileset marks it as solid, and a layer is solid if a tag of its definition or its name marks it
/// as above. A tile covers the rectangle of its own size at its own position, even if this rectangle is not aligned to the grid.
///
/// Files are UTF-8 or UTF-16.
///
/// # Errors
///
/// Returns a [`Fault`] that says where the error is if a file cannot be read, is not a regular file or is not a map, if the number of tiles
/// of a layer does not match its size, if compressed layers have more than 2²⁴ tiles in total, or if the text of the shapes is longer than
/// 2²⁵ bytes.
///
/// ```no_run
/// let map = bumper_scene::read_map("examples/maps/garden.tmx".as_ref());
/// ```
pub fn read_map(path: &Path) -> Result<Map, Fault> {
    let text = load(path)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    read_map_text(&text, MapKind::of(Some(path), &text).unwrap_or(MapKind::Tiled), folder, &Choice::default())
}

/// Reads the text of a map like [`read_map`], with a choice of layers. Paths of tilesets are relative to `folder`.
///
/// # Errors
///
/// Returns the errors of [`read_map`], and an error if a chosen layer, world or level does not exist.
///
/// ```
/// use bumper_scene::{Choice, MapKind, read_map_text};
/// let text = br#"<map orientation="orthogonal"><objectgroup name="walls"><object id="1" x="4" y="3"/></objectgroup></map>"#;
/// assert_eq!(MapKind::of(None, text), Some(MapKind::Tiled));
/// assert!(read_map_text(text, MapKind::Tiled, "".as_ref(), &Choice::default()).is_ok());
/// ```
pub fn read_map_text(text: &[u8], kind: MapKind, folder: &Path, choice: &Choice) -> Result<Map, Fault> {
    let mut content = MapContent::read(text, kind, folder, choice, "f32")?;
    let candidates = content.candidates();
    let left_out = std::mem::take(&mut content.left_out);
    let mut images = std::mem::take(&mut content.images);
    let written = content.scene(&mut images)?;
    let scene = crate::read(written.text.as_bytes()).map_err(|fault| written.with_location(fault))?;
    Ok(Map { scene, tiles: written.tiles, left_out, candidates, warnings: written.warnings, images })
}

/// The names of layers of a map from which no shape was made, and of worlds and levels that were not read, each with the reason.
pub type LeftOut = Vec<(String, &'static str)>;

/// Converts a map to the text of a scene, for example for [`read_as`](crate::read_as). The numbers of the map are written exactly, as
/// `f64`. Also returns the layers that are left out, as in [`Map::left_out`], and the objects that cannot be read, as in [`Map::warnings`].
///
/// # Errors
///
/// Returns the errors of [`read_map_text`], except those of reading the resulting scene.
///
/// ```
/// use bumper_scene::{Choice, MapKind, map_as_scene, read_as};
/// let text = br#"<map orientation="orthogonal"><objectgroup name="walls"><object id="1" x="4.1" y="3"/></objectgroup></map>"#;
/// let (scene, _, _) = map_as_scene(text, MapKind::Tiled, "".as_ref(), &Choice::default()).unwrap();
/// let scene = read_as::<f64, 2>(scene.as_bytes()).unwrap();
/// assert_eq!(scene.parts[0].shape().bounds().unwrap().min().x(), 4.1);
/// ```
pub fn map_as_scene(
    text: &[u8],
    kind: MapKind,
    folder: &Path,
    choice: &Choice,
) -> Result<(String, LeftOut, Vec<Fault>), Fault> {
    let mut content = MapContent::read(text, kind, folder, choice, "f64")?;
    let left_out = std::mem::take(&mut content.left_out);
    let written = content.scene(&mut Vec::new())?;
    Ok((written.text, left_out, written.warnings))
}

/// The folder of a map file, and the options of the caller.
struct Source<'s> {
    folder: &'s Path,
    choice: &'s Choice,
}

/// The layers, pictures and warnings of a map, collected while the map is read.
#[derive(Default)]
struct MapContent {
    layers: Vec<Layer>,
    /// Keys that the map adds to the scene, such as `gravity`, as text in the scene format.
    keys: Option<String>,
    /// The scalar type of the scene. If `keys` contains the key `scalar`, that is used instead.
    scalar: &'static str,
    left_out: LeftOut,
    warnings: Vec<Fault>,
    images: Vec<Image>,
    /// Whether a layer is marked as solid.
    is_marked: bool,
    /// The names of all layers. After reading, the names of layers in [`Choice`] are compared with them, to find misspelled ones.
    names: BTreeSet<String>,
}

/// The largest number of pictures that are collected from a map. Further pictures are dropped.
const MAX_IMAGES: usize = 1 << 20;

/// The largest number of warnings about a map. Further warnings are dropped.
const MAX_WARNINGS: usize = 1000;

impl MapContent {
    fn read(text: &[u8], kind: MapKind, folder: &Path, choice: &Choice, scalar: &'static str) -> Read<Self> {
        let source = Source { folder, choice };
        let mut content = Self { scalar, ..Self::default() };
        let text = utf8(text)?;
        match kind {
            MapKind::Tiled => tiled::read(&source, &text, &mut content)?,
            MapKind::Ldtk => ldtk::read(&source, &text, &mut content)?,
        }
        selection::check(choice, &content.names)?;
        if kind == MapKind::Tiled && (choice.world.is_some() || !choice.levels.is_empty()) {
            return fault("a Tiled map has no worlds and levels to choose from");
        }
        Ok(content)
    }

    /// Whether the caller has listed a layer as solid (true) or to be left out (false); `None` if it is in neither list. `names` are all
    /// names by which the caller may list the layer. They are remembered for [`selection::check`].
    fn is_selected(&mut self, choice: &Choice, names: &[&str]) -> Option<bool> {
        self.names.extend(names.iter().map(|name| name.to_string()));
        selection::selected(choice, names)
    }

    fn leave_out(&mut self, name: &str, reason: &'static str) {
        if !self.left_out.iter().any(|known| *known == (name.to_string(), reason)) {
            self.left_out.push((name.into(), reason));
        }
    }

    /// Adds a warning that the thing at `place` has been left out because of a fault.
    fn warn(&mut self, place: String, fault: Fault) {
        if self.warnings.len() < MAX_WARNINGS {
            self.warnings.extend(Err::<(), _>(fault).at(|| place).err());
        }
    }

    /// Checks that a shape can be read in the scalar of the scene. The shape is given as text in the scene format, without the braces
    /// around it.
    fn check_shape(&self, shape: &str) -> Read<()> {
        let keys = self.keys.as_deref().filter(|keys| keys.contains("scalar")).and_then(|keys| {
            serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(&format!("{{{keys}}}")).ok()
        });
        let scalar = keys.as_ref().and_then(|keys| keys.get("scalar")?.as_str());
        crate::read::check_shape(scalar.unwrap_or(self.scalar), shape)
    }

    fn add_image(&mut self, image: Image) {
        if self.images.len() < MAX_IMAGES {
            self.images.push(image);
        }
    }

    /// The layers that are probably solid, although nothing in the map marks a tile or a layer as solid: those whose names suggest it, or
    /// else all tile layers. Empty if anything is marked.
    fn candidates(&self) -> Vec<String> {
        if self.is_marked || self.layers.iter().any(|layer| layer.tiles.is_some()) {
            return Vec::new();
        }
        let layers =
            self.left_out.iter().filter(|(_, reason)| *reason == NO_SOLID_TILE).map(|(name, _)| name);
        let (candidates, others): (Vec<String>, Vec<String>) =
            layers.cloned().partition(|name| is_candidate_layer_name(name));
        if candidates.is_empty() { others } else { candidates }
    }
}

/// The reason why a tile layer without solid tiles is left out.
const NO_SOLID_TILE: &str = "no tile is solid";

/// A layer of objects, or (if `tiles` is `Some`) of tiles.
struct Layer {
    name: String,
    offset: [f64; 2],
    objects: Vec<Object>,
    /// The picture of each object; `None` for objects without a picture.
    images: Vec<Option<Image>>,
    tiles: Option<Tiles>,
    /// The text of additional keys of the scene format, for all shapes of the layer.
    keys: Option<String>,
    /// The transform from the map to the screen, on isometric and oblique maps.
    linear: Option<Linear>,
}

impl Layer {
    fn of_tiles(name: String, offset: [f64; 2], tiles: Tiles) -> Self {
        Self {
            name,
            offset,
            objects: Vec::new(),
            images: Vec::new(),
            tiles: Some(tiles),
            keys: None,
            linear: None,
        }
    }
}

/// The name of an object in messages: its number, followed by its name if it has one.
fn object_name(id: u64, name: &str) -> String {
    if name.is_empty() { format!("object {id}") } else { format!("object {id} {}", quoted(name)) }
}

/// The name of the custom property that contains additional keys of the scene or of a shape.
const PROPERTY: &str = "bumper";

/// The reason why a JSON file cannot be read. Files that end too early are common, so they have their own message.
fn json_fault(error: &serde_json::Error) -> String {
    if error.is_eof() {
        return format!("line {} column {}: the file ends too early", error.line(), error.column());
    }
    error.to_string()
}

/// Removes white space and one pair of braces around a text. If the text has no braces, removes only the white space.
fn inner(text: &str) -> &str {
    let text = text.trim();
    text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap_or(text)
}

/// Checks the syntax of the text of JSON entries (`"key": value, …`). Returns the text in a form that can be appended to the entries of a
/// JSON object.
fn checked_keys(keys: Option<&str>) -> Read<String> {
    let Some(keys) = keys else { return Ok(String::new()) };
    // Check only the syntax. The reader of scenes rejects unknown keys later.
    if let Err(error) =
        serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(&format!("{{{keys}}}"))
    {
        return fault(format!("the property \"{PROPERTY}\" is not a JSON object: {error}"));
    }
    Ok(if keys.trim().is_empty() { String::new() } else { format!(", {keys}") })
}
