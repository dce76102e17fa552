//! Reads a scene in two passes. The type of the scalar is needed to read shapes, but it may come after the shapes in the file. So the first
//! pass reads everything except the shapes, and the second pass reads the shapes.
//!
//! Two readers can do this. The parallel one is faster: it splits the list of shapes into pieces, and reads the pieces in parallel. It
//! gives up if it finds an error or anything unusual. Then the sequential one reads the shapes one after the other, and reports the error.

mod joints;
mod outline;
mod parallel;
mod shapes;
mod walk;

#[cfg(test)]
mod tests;

use crate::fields::{At, Fault, Fields, Read, fault, list, number, quoted, text, vector};
use crate::files::utf8;
use crate::kinds::aabb;
use crate::model::{AnyScene, Ray, Scene};
use crate::node::{Key, Node, ReadNode};
use crate::number::Number;
use crate::rigid;
use bumper::dynamics::SleepSettings;
use bumper::{Vector, YAxis};
use outline::Outline;
use serde::de::{IgnoredAny, MapAccess};
use shapes::ObjectsAndParts;
use std::borrow::Cow;
use std::collections::HashSet;
use std::path::Path;
use walk::{WalkVisitor, walk};

/// The keys that a scene file may have. The first two are required.
const KEYS: [&str; 12] = [
    "bumper",
    "shapes",
    "scalar",
    "dimensions",
    "y",
    "rays",
    "bounds",
    "gravity",
    "time_step",
    "joints",
    "sleep",
    SCHEMA,
];

/// The key that names a JSON schema, which editors use. The reader of scenes ignores this key.
const SCHEMA: &str = "$schema";

/// Reads the text of a scene file. Paths of images and meshes are relative to the current folder.
///
/// Time and memory are proportional to the size of the file and, for each shape, of the image or the mesh that it names. Nesting that is deeper than the format allows
/// is an error, so no file can overflow the stack.
///
/// Fails with a [`Fault`], which has the location and the reason, if the text is not valid JSON, not a valid scene, or names an image or a mesh
/// that cannot be read.
///
/// ```
/// let scene = bumper_scene::read(br#"{"bumper": 1, "shapes": [{"point": [1, 2]}]}"#).unwrap();
/// assert!(matches!(scene, bumper_scene::AnyScene::F32x2(_)));
/// ```
pub fn read(text: &[u8]) -> Result<AnyScene, Fault> {
    read_in(text, Path::new(""))
}

/// Reads the text of a scene file as [`read`] does, with paths of images and meshes relative to a folder.
///
/// ```
/// let text = br#"{"bumper": 1, "shapes": [{"mask": {"image": "none.png", "top_left": [0, 0]}}]}"#;
/// let fault = bumper_scene::read_in(text, "levels".as_ref()).unwrap_err();
/// assert!(fault.to_string().starts_with(r#"shapes[0]: mask image "none.png": "#));
/// ```
pub fn read_in(text: &[u8], folder: &Path) -> Result<AnyScene, Fault> {
    let text = &*utf8(text)?;
    if let Some(scene) = read_quickly(text, folder, PIECE) {
        return Ok(scene);
    }
    let header = Header::read(text)?;
    header.any(&Source { text, outline: None, folder })
}

/// The smallest size in bytes of a piece of text that is read in parallel with others. It is large compared with the work for starting a
/// piece.
const PIECE: usize = 1 << 16;

/// Reads a scene in parallel. Returns `None` if the scene has an error, or if [`Outline`] does not find its list of shapes. The caller then
/// reads the scene sequentially, which reports the error if there is one.
fn read_quickly(text: &[u8], folder: &Path, piece: usize) -> Option<AnyScene> {
    let outline = Outline::of(text, piece)?;
    let header = Header::read(&outline.remainder).ok()?;
    header.any(&Source { text, outline: Some(&outline), folder }).ok()
}

/// The text with the shapes of a scene, and the data that is needed to read it.
struct Source<'a> {
    text: &'a [u8],
    /// The positions of the shapes in the text. `None` for the sequential reader.
    outline: Option<&'a Outline>,
    /// The folder to which paths of images and meshes are relative.
    folder: &'a Path,
}

/// Reads the name of the scalar and the number of dimensions (2 or 3) of a scene, without building its shapes.
///
/// Fails if the text is not valid JSON, if one of the keys of the scene is unknown, repeated or missing, or if the version or the number of
/// dimensions is invalid. Does not check the name of the scalar type: any string is accepted.
///
/// ```
/// assert_eq!(bumper_scene::kind_of(br#"{"bumper": 1, "scalar": "i16", "shapes": []}"#), Ok(("i16".into(), 2)));
/// ```
pub fn kind_of(text: &[u8]) -> Result<(String, usize), Fault> {
    let text = &*utf8(text)?;
    let header = Header::read(text)?;
    header.kind().map(|(scalar, three)| (scalar.into(), if three { 3 } else { 2 }))
}

/// Reads the text of a scene as a scene of the scalar `S` in `N` dimensions, and ignores the scalar and the dimensions that the file names.
/// For programs that support only one type of scene.
///
/// Fails like [`read`]. Also fails if a kind of shape does not exist in this dimension or for this scalar, or if a number is out of range.
///
/// ```
/// let text = br#"{"bumper": 1, "scalar": "i16", "shapes": [{"point": [1, 2]}]}"#;
/// assert_eq!(bumper_scene::read_as::<f64, 2>(text).unwrap().objects.len(), 1);
/// assert!(bumper_scene::read_as::<f64, 3>(text).is_err());
/// ```
pub fn read_as<S: Number, const N: usize>(text: &[u8]) -> Result<Scene<S, N>, Fault> {
    read_as_in(text, Path::new(""))
}

/// Reads a scene as [`read_as`] does, with paths of images and meshes relative to a folder.
///
/// ```
/// let text = br#"{"bumper": 1, "shapes": [{"mask": {"image": "none.png", "top_left": [0, 0]}}]}"#;
/// assert!(bumper_scene::read_as_in::<f64, 2>(text, "levels".as_ref()).is_err());
/// ```
pub fn read_as_in<S: Number, const N: usize>(text: &[u8], folder: &Path) -> Result<Scene<S, N>, Fault> {
    let text = &*utf8(text)?;
    Header::read(text)?.scene(text, folder)
}

/// Checks that a 2D shape is valid for the scalar with the given name. The shape is given as the text of its key and value.
///
/// # Errors
///
/// Returns the error that reading a scene with this shape would return. The name of an unknown scalar is not reported here, because the
/// reader of the scene does that.
pub(crate) fn check_shape(scalar: &str, shape: &str) -> Result<(), Fault> {
    match scalar {
        "i16" => shapes::check::<i16>(shape),
        "i32" => shapes::check::<i32>(shape),
        "fixed" => shapes::check::<fixed::types::I16F16>(shape),
        "f32" => shapes::check::<f32>(shape),
        "f64" => shapes::check::<f64>(shape),
        _ => Ok(()),
    }
}

/// The entries of a scene file, except the list of shapes.
struct Header<'t> {
    entries: Vec<(Cow<'t, str>, Node<'t>)>,
}

impl<'t> Header<'t> {
    fn read(text: &'t [u8]) -> Read<Self> {
        let header = Header { entries: walk(text, HeaderVisitor)? };
        let version = header.entries.iter().find(|(key, _)| key == "bumper").map(|(_, node)| node);
        match version {
            None => return fault("the scene has no \"bumper\" (the format version, 1)"),
            Some(node) => {
                let version = number(node, || "bumper".into())?;
                if version.to_f64() != 1.0 {
                    return fault(format!("bumper is {version}: only version 1 of the format is supported"));
                }
            }
        }
        Ok(header)
    }

    fn get(&self, key: &str) -> Option<&Node<'t>> {
        self.entries.iter().find(|(name, _)| name == key).map(|(_, node)| node)
    }

    /// The name of the scalar of the scene, and whether the scene is in 3D.
    fn kind(&self) -> Read<(&str, bool)> {
        let three = match self.get("dimensions") {
            None => false,
            Some(node) => match number(node, || "dimensions".into())?.to_f64() {
                2.0 => false,
                3.0 => true,
                other => return fault(format!("dimensions is {other}, not 2 or 3")),
            },
        };
        Ok((self.get("scalar").map_or(Ok("f32"), |node| self::text(node, "scalar"))?, three))
    }

    /// Reads the scene with the scalar and the dimension that the file names.
    fn any(&self, source: &Source) -> Read<AnyScene> {
        let (scalar, three) = self.kind()?;
        Ok(match (scalar, three) {
            ("i16", false) => AnyScene::I16x2(self.scene_of(source)?),
            ("i16", true) => AnyScene::I16x3(self.scene_of(source)?),
            ("i32", false) => AnyScene::I32x2(self.scene_of(source)?),
            ("i32", true) => AnyScene::I32x3(self.scene_of(source)?),
            ("fixed", false) => AnyScene::Fixedx2(self.scene_of(source)?),
            ("fixed", true) => AnyScene::Fixedx3(self.scene_of(source)?),
            ("f32", false) => AnyScene::F32x2(self.scene_of(source)?),
            ("f32", true) => AnyScene::F32x3(self.scene_of(source)?),
            ("f64", false) => AnyScene::F64x2(self.scene_of(source)?),
            ("f64", true) => AnyScene::F64x3(self.scene_of(source)?),
            (other, _) => {
                return fault(format!("scalar {} is not i16, i32, fixed, f32 or f64", quoted(other)));
            }
        })
    }

    fn scene_of<S: Number, const N: usize>(&self, source: &Source) -> Read<Scene<S, N>> {
        match source.outline {
            None => self.scene(source.text, source.folder),
            Some(outline) => {
                let y = self.y()?;
                let shapes = parallel::shapes(source.text, outline, y, source.folder);
                shapes.map_or_else(|| fault("a shape"), |shapes| self.build_scene(y, shapes))
            }
        }
    }

    fn y(&self) -> Read<YAxis> {
        match self.get("y").map_or(Ok("down"), |node| self::text(node, "y"))? {
            "down" => Ok(YAxis::Down),
            "up" => Ok(YAxis::Up),
            other => fault(format!("y {} is not \"down\" or \"up\"", quoted(other))),
        }
    }

    /// Reads the shapes of the text one after the other and builds the scene.
    fn scene<S: Number, const N: usize>(&self, text: &[u8], folder: &Path) -> Read<Scene<S, N>> {
        let y = self.y()?;
        self.build_scene(y, shapes::read_sequentially(text, y, folder)?)
    }

    /// Builds the scene from its objects with their parts, and the other entries of the file.
    fn build_scene<S: Number, const N: usize>(
        &self,
        y: YAxis,
        (objects, parts): ObjectsAndParts<S, N>,
    ) -> Read<Scene<S, N>> {
        let time_step = match self.get("time_step") {
            None => 1.0 / 60.0,
            Some(node) => number(node, || "time_step".into())?.to_f64(),
        };
        if time_step <= 0.0 {
            return fault(format!("time_step {time_step} is not above zero"));
        }
        let gravity = self.get("gravity").map(|node| vector(node, || "gravity".into())).transpose()?;
        Ok(Scene {
            y,
            joints: self.get("joints").map_or(Ok(Vec::new()), |node| joints::joints(node, &objects))?,
            objects,
            parts,
            rays: self.get("rays").map_or(Ok(Vec::new()), rays)?,
            bounds: self.get("bounds").map(|node| aabb("bounds", node, y, &[])).transpose()?,
            gravity: gravity.unwrap_or_default(),
            time_step,
            sleep: self.get("sleep").map_or(Ok(SleepSettings::default()), rigid::sleep::<S, N>)?,
        })
    }
}

fn rays<S: Number, const N: usize>(node: &Node) -> Read<Vec<Ray<S, N>>> {
    let mut ids = HashSet::new();
    let read = |(index, node)| {
        let ray = ray(index, node).and_then(|ray: Ray<S, N>| {
            if ids.insert(ray.id.clone()) {
                Ok(ray)
            } else {
                fault(format!("the id {} is taken", quoted(&ray.id)))
            }
        });
        ray.at(|| format!("rays[{index}]"))
    };
    list(node, "rays")?.iter().enumerate().map(read).collect()
}

fn ray<S: Number, const N: usize>(index: usize, node: &Node) -> Read<Ray<S, N>> {
    let fields = Fields::new("the ray", node, &[&["id", "from", "direction", "max"]])?;
    let id = fields.get("id").map_or(Ok(format!("#{index}")), |node| text(node, "id").map(String::from))?;
    let from: Vector<S, N> = fields.vector("from")?;
    let Some(unit) = bumper::Ray::new([0.0; N], fields.vector::<f64, N>("direction")?) else {
        return fault("direction is zero");
    };
    let max = fields.get("max").map(|_| fields.length("max", None)).transpose()?;
    Ok(Ray { id, from, direction: unit.direction(), max })
}

/// A JSON visitor that collects the entries of the outermost object of a scene and skips its list of shapes.
struct HeaderVisitor;

impl<'de> WalkVisitor<'de> for HeaderVisitor {
    type Value = Vec<(Cow<'de, str>, Node<'de>)>;

    fn entries<A: MapAccess<'de>>(self, mut map: A) -> Result<Read<Self::Value>, A::Error> {
        let mut entries: Self::Value = Vec::new();
        while let Some(Key(key)) = map.next_key()? {
            if !KEYS.contains(&&*key) {
                return Ok(fault(crate::hints::unknown("the scene", &key, &[&KEYS])));
            }
            if entries.iter().any(|(earlier, _)| *earlier == key) {
                return Ok(fault(format!("the scene has the key \"{key}\" twice")));
            }
            let node = if key == "shapes" || key == SCHEMA {
                map.next_value::<IgnoredAny>()?;
                Node::Null
            } else {
                map.next_value_seed(ReadNode::default())?
            };
            entries.push((key, node));
        }
        if !entries.iter().any(|(key, _)| key == "shapes") {
            return Ok(fault("the scene has no \"shapes\""));
        }
        Ok(Ok(entries))
    }
}
