//! Maps as scenes: those of Tiled, whose objects and solid tiles become shapes, and those of LDtk. The text of a scene is what
//! comes out, so that one reader judges all.

mod affine;
mod file;
mod grid;
mod image;
mod kind;
mod ldtk;
mod load;
mod numbers;
mod object;
mod placed;
mod properties;
mod sets;
mod tiled;
mod tiles;
mod write;
mod xml;

pub use image::Image;
pub use kind::MapKind;
pub use tiles::{Tile, TileLayer};

use crate::fields::{At, Fault, Read, fault, quoted};
use crate::model::AnyScene;
use kind::is_xml;
pub(crate) use load::{check_regular, utf8};

use load::load;
use object::{Linear, Object};
use std::collections::BTreeSet;
use std::path::Path;
use tiles::Tiles;

/// A map as a scene, and which tiles its shapes are made of.
///
/// ```
/// let map = bumper_scene::read_map("../../examples/maps/garden.tmx".as_ref()).unwrap();
/// assert!(map.tiles.is_empty() && map.left_out.is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Map {
    /// The shapes.
    pub scene: AnyScene,
    /// The layers of tiles that have a shape in the scene.
    pub tiles: Vec<TileLayer>,
    /// The layers that are not in the scene and did not ask for that, each with the reason.
    pub left_out: LeftOut,
    /// The objects and the collision shapes of tiles that cannot be read and are left out, each with its place and the reason.
    /// At most 1000.
    pub warnings: Vec<Fault>,
    /// What the map looks like, from the back to the front, if that was [asked for](Choice::pictures).
    pub images: Vec<Image>,
}

/// Which layers of a map count, beside what the map says itself.
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
    /// Layers all of whose tiles are solid, and which count even where they are invisible.
    pub solid: Vec<String>,
    /// Layers that do not count.
    pub ignore: Vec<String>,
    /// Whether to tell what the map looks like.
    pub pictures: bool,
}

/// Reads a map as a scene on a plane, in `f32`, with y going down. Its content tells which program it is of.
///
/// Of Tiled: a rectangle becomes a box, turned where it is; a point, a polygon (which may be concave), a
/// polyline (segments) and a capsule become themselves; an ellipse too, but for one that is round: a ball; a tile object
/// becomes the box of its picture, moved by the offset of its tileset, and has the size of its tile if it has none of its own. Texts
/// are left out. The offsets of layers and groups are added. A
/// shape's id is the object's name, or `#` and its number where it has none; a name that comes again is followed by `#` and the
/// number. On isometric and oblique maps all this is as it is seen: rectangles become polygons.
///
/// A layer of tiles becomes one shape of the layer's name: of the collision shapes of its tiles, scaled and turned as the tiles
/// are drawn, and of the whole cells of solid tiles without such shapes, joined to few boxes, so that nothing catches on the
/// seams. A tile is solid if a property or its class is one of the words `solid`, `collide`, `collides` and `collision`, with or
/// without an `s` at the end and whatever the capitals; a property must be `true`, `yes` or a number other than zero. A property or
/// the class of a layer, a group or the map makes all its tiles solid, and so does the name of a layer or a group. What is `false`,
/// `no` or zero there is left out. On isometric
/// and staggered maps cells are diamonds, on oblique ones parallelograms, joined to larger ones, on hexagonal maps hexagons, as
/// polygons. [`TileLayer::tile_at`] tells which tile is where.
///
/// Invisible layers do not count, unless they say `solid` themselves or are [chosen](Choice); hidden objects do.
/// [`Map::left_out`] names the layers of which nothing is in the scene, [`Map::warnings`] the single objects that cannot be read:
/// the rest of the map is read without them.
///
/// A custom property `bumper` holds more keys: of an object, or of a layer for all in it, for the shape
/// (`"move": {"arrows": [120, 0], "jump": 40}` or `"one_way": "up"`), of the map for the scene (`"gravity": [0, 900]`).
/// Properties `move`, `body` (in JSON) and `one_way` are such keys as well.
///
/// Of LDtk, from 0.5 on, all levels where they lie in the world: each value of an IntGrid layer becomes one shape of few boxes, with
/// the id `level/layer/value` (the value's name, or its number), each entity a box `level/entity`, whose fields are read as
/// properties are. Layers of tiles, placed or by rules, count as those of Tiled do: a tile is solid by an enum tag or data of its
/// tileset, a layer by a tag of its definition or its name. A tile covers its own size from its own place, also where that is not the
/// grid's.
///
/// Files are UTF-8 or UTF-16.
///
/// # Errors
///
/// A [`Fault`] that says where: a file cannot be read or is no regular file, is no map, has a layer with more or fewer tiles than it
/// says, unpacks to more than it says or than 2²⁴ tiles, or makes more than 2²⁵ bytes of shapes.
///
/// ```no_run
/// let map = bumper_scene::read_map("examples/maps/garden.tmx".as_ref());
/// ```
pub fn read_map(path: &Path) -> Result<Map, Fault> {
    let text = load(path)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    read_map_text(&text, MapKind::of(Some(path), &text).unwrap_or(MapKind::Tiled), folder, &Choice::default())
}

/// Reads the text of a map that lies in a folder, where the paths of its tilesets begin: as [`read_map`], with a choice of
/// layers.
///
/// # Errors
///
/// As of [`read_map`], and for a chosen layer that there is not.
///
/// ```
/// use bumper_scene::{Choice, MapKind, read_map_text};
/// let text = br#"<map orientation="orthogonal"><objectgroup name="walls"><object id="1" x="4" y="3"/></objectgroup></map>"#;
/// assert_eq!(MapKind::of(None, text), Some(MapKind::Tiled));
/// assert!(read_map_text(text, MapKind::Tiled, "".as_ref(), &Choice::default()).is_ok());
/// ```
pub fn read_map_text(text: &[u8], kind: MapKind, folder: &Path, choice: &Choice) -> Result<Map, Fault> {
    let mut found = Found::read(text, kind, folder, choice, "f32")?;
    let (left_out, mut images) = (std::mem::take(&mut found.left_out), std::mem::take(&mut found.images));
    let written = found.scene(&mut images)?;
    let scene = crate::read(written.text.as_bytes()).map_err(|fault| written.at_place(fault))?;
    Ok(Map { scene, tiles: written.tiles, left_out, warnings: written.warnings, images })
}

/// The layers of a map that are not in its scene, and why each.
pub type LeftOut = Vec<(String, &'static str)>;

/// The text of the scene that a map is, for [`read_as`](crate::read_as), with the numbers of the map as they are there; the
/// layers that are not in it, as in [`Map::left_out`]; and the objects that cannot be read, as in [`Map::warnings`].
///
/// # Errors
///
/// As of [`read_map_text`].
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
    let mut found = Found::read(text, kind, folder, choice, "f64")?;
    let left_out = std::mem::take(&mut found.left_out);
    let written = found.scene(&mut Vec::new())?;
    Ok((written.text, left_out, written.warnings))
}

/// Where a map comes from, and which of its layers are asked for.
struct Source<'s> {
    folder: &'s Path,
    choice: &'s Choice,
}

/// What has been found in a map.
#[derive(Default)]
struct Found {
    layers: Vec<Layer>,
    /// More keys for the scene.
    keys: Option<String>,
    /// The scalar of the scene, unless the keys say another.
    scalar: &'static str,
    left_out: LeftOut,
    warnings: Vec<Fault>,
    images: Vec<Image>,
    /// The names of all layers.
    names: BTreeSet<String>,
}

/// More pictures than this are not told: a map so large is not looked at.
const MOST_IMAGES: usize = 1 << 20;

/// More warnings than this are not kept.
const MOST_WARNINGS: usize = 1000;

impl Found {
    fn read(text: &[u8], kind: MapKind, folder: &Path, choice: &Choice, scalar: &'static str) -> Read<Self> {
        let source = Source { folder, choice };
        let mut found = Self { scalar, ..Self::default() };
        let text = utf8(text)?;
        match kind {
            MapKind::Tiled => tiled::read(&source, &text, &mut found)?,
            MapKind::Ldtk => ldtk::read(&source, &text, &mut found)?,
        }
        found.check(choice)?;
        Ok(found)
    }

    /// Whether a layer is chosen as solid or to be ignored, by any of its names; all are noted.
    fn asked(&mut self, choice: &Choice, names: &[&str]) -> Option<bool> {
        self.names.extend(names.iter().map(|name| name.to_string()));
        let among = |list: &[String]| list.iter().any(|asked| names.contains(&asked.as_str()));
        if among(&choice.ignore) { Some(false) } else { among(&choice.solid).then_some(true) }
    }

    fn leave(&mut self, name: &str, reason: &'static str) {
        if !self.left_out.iter().any(|known| *known == (name.to_string(), reason)) {
            self.left_out.push((name.into(), reason));
        }
    }

    /// Notes that something at a place is left out because of a fault.
    fn warn(&mut self, place: String, fault: Fault) {
        if self.warnings.len() < MOST_WARNINGS {
            self.warnings.extend(Err::<(), _>(fault).at(|| place).err());
        }
    }

    /// Whether a shape, as a key and a value, can be read in the scalar of the scene.
    fn check_shape(&self, shape: &str) -> Read<()> {
        let keys = self.keys.as_deref().filter(|keys| keys.contains("scalar")).and_then(|keys| {
            serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(&format!("{{{keys}}}")).ok()
        });
        let scalar = keys.as_ref().and_then(|keys| keys.get("scalar")?.as_str());
        crate::read::check_shape(scalar.unwrap_or(self.scalar), shape)
    }

    fn image(&mut self, image: Image) {
        if self.images.len() < MOST_IMAGES {
            self.images.push(image);
        }
    }

    /// Whether the map has all layers that are chosen.
    fn check(&self, choice: &Choice) -> Read<()> {
        let Some(unknown) =
            choice.solid.iter().chain(&choice.ignore).find(|name| !self.names.contains(*name))
        else {
            return Ok(());
        };
        let names: Vec<_> =
            self.names.iter().filter(|name| !name.is_empty()).map(|name| quoted(name)).collect();
        fault(format!("no layer is called {}: there are {}", quoted(unknown), names.join(", ")))
    }
}

/// A layer of objects or of tiles.
struct Layer {
    name: String,
    offset: [f64; 2],
    objects: Vec<Object>,
    /// What its objects look like.
    images: Vec<Option<Image>>,
    tiles: Option<Tiles>,
    /// More keys for its shapes.
    keys: Option<String>,
    /// Where places are measured along diamonds.
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

/// An object by its number and its name, for messages.
fn object_name(id: u64, name: &str) -> String {
    if name.is_empty() { format!("object {id}") } else { format!("object {id} {}", quoted(name)) }
}

/// The property of maps, layers and objects whose text is more keys for the scene or the shapes.
const PROPERTY: &str = "bumper";

/// What stands between the braces of an object.
fn inner(text: &str) -> &str {
    let text = text.trim();
    text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap_or(text)
}

/// Keys and values as they stand between the braces of an object, to be written after others.
fn more(keys: Option<&str>) -> Read<String> {
    let Some(keys) = keys else { return Ok(String::new()) };
    // What has another key than the file's is found by the reader of scenes; what is no object, here.
    if let Err(error) =
        serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(&format!("{{{keys}}}"))
    {
        return fault(format!("the property \"{PROPERTY}\" is not keys and values in JSON: {error}"));
    }
    Ok(if keys.trim().is_empty() { String::new() } else { format!(", {keys}") })
}
