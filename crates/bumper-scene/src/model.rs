//! The data of a scene in memory.

use crate::moves::Motion;
use crate::number::Number;
use crate::rigid::Joined;
use bumper::dynamics::SleepSettings;
use bumper::motion::Movable;
use bumper::scalar::AreaOf;
use bumper::{
    Aabb, AsShape, Ball, HeightField, HullBuf, MaskBuf, Mesh, Region, Shape, Side, Sprite, Vector, YAxis,
};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// A scene of one scalar and one dimension.
///
/// ```
/// let text = br#"{"bumper": 1, "shapes": [{"point": [1, 2]}, {"id": "b", "ball": {"center": [0, 0], "radius": 3}}]}"#;
/// let bumper_scene::AnyScene::F32x2(scene) = bumper_scene::read(text).unwrap() else { panic!() };
/// assert_eq!(scene.objects[1].id, "b");
/// ```
#[derive(Clone, Debug)]
pub struct Scene<S: Number, const N: usize> {
    /// Whether y points up or down.
    pub y: YAxis,
    /// The objects, one for each shape of the file, in the order of the file.
    pub objects: Vec<Object<S, N>>,
    /// The parts of all objects: first those of the first object, then those of the second, and so on.
    pub parts: Vec<Part<S, N>>,
    /// The rays, in the order of the file.
    pub rays: Vec<Ray<S, N>>,
    /// The box that movers and bodies do not leave; `None` if they are not confined.
    pub bounds: Option<Aabb<S, N>>,
    /// The acceleration of movers and bodies by gravity, in units of length per second squared.
    pub gravity: Vector<S, N>,
    /// The duration of a frame (one step of the simulation). Usually in seconds, 1/60 by default. If it is 1, all times in the scene are in
    /// frames instead of seconds, and velocities are lengths per frame.
    pub time_step: f64,
    /// The joints between bodies.
    pub joints: Vec<Joined>,
    /// The sleep settings: bodies that stay slower than a speed for some time fall asleep.
    pub sleep: SleepSettings<f64>,
}

/// A part of an object: a shape that owns all its data. A compound has several parts, any other shape has one.
///
/// ```
/// # use bumper_scene::*;
/// # let read = |shape: &str| match read(format!(r#"{{"bumper": 1, "shapes": [{shape}]}}"#).as_bytes()) {
/// #     Ok(AnyScene::F32x2(scene)) => scene,
/// #     other => panic!("{other:?}"),
/// # };
/// let scene = read(r#"{"compound": [{"point": [1, 2]}, {"polygon": [[0, 0], [9, 0], [0, 9]]}]}"#);
/// let part: &Part<f32, 2> = &scene.parts[1];
/// assert!(part.shape().contains([3.0, 4.0]));
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound(
    serialize = "S: Serialize, AreaOf<S>: Serialize",
    deserialize = "S: Deserialize<'de>, AreaOf<S>: Deserialize<'de>"
))]
pub enum Part<S: Number, const N: usize> {
    /// An axis-aligned box.
    Aabb(Aabb<S, N>),
    /// A ball that is given by its radius, not by the square of its radius.
    Ball(Ball<S, N>),
    /// Any other shape that needs no memory outside of itself and is no compound. It is in a `Box` to keep the common variants small.
    Plain(Box<Shape<'static, S, N>>),
    /// A polygon, which may be concave.
    #[serde(with = "region")]
    Polygon(Box<Region<S, N>>),
    /// A convex hull of points (in 3D).
    Hull(Box<HullBuf<S, N>>),
    /// A pixel mask (in 2D).
    Mask(Box<Pixels<S, N>>),
    /// A surface of triangles (in 3D). Copies of the scene share it.
    Mesh(Arc<Mesh<S, N>>),
    /// Terrain. Copies of the scene share it.
    HeightField(Arc<HeightField<S, N>>),
}

/// A pixel mask with its position.
///
/// ```
/// # use bumper_scene::*;
/// let text = br###"{"bumper": 1, "shapes": [{"mask": {"rows": ["..", ".#"], "top_left": [5, 5]}}]}"###;
/// let Ok(AnyScene::F32x2(scene)) = read(text) else { panic!() };
/// let Part::Mask(pixels) = &scene.parts[0] else { panic!() };
/// assert_eq!((pixels.mask.to_rows(), pixels.min), (vec!["#".to_string()], [6.0, 6.0].into()));
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Pixels<S: Number, const N: usize> {
    /// The mask of the solid pixels, without empty rows and columns around them.
    pub mask: Arc<MaskBuf>,
    /// The corner of the mask at which both coordinates are smallest.
    pub min: Vector<S, N>,
    /// The side of a pixel: 1 in all scenes that are read from files.
    pub pixel: S,
    /// Whether y points up or down. Row 0 of the mask is the uppermost row on the screen in both cases.
    pub y: YAxis,
    /// If the mask was made from a picture file: the path of this file, and the column and row of the picture at which the mask begins.
    /// `None` if the scene file contains the pixels as text.
    pub image: Option<(Arc<Path>, [u16; 2])>,
}

impl<S: Number, const N: usize> From<Shape<'static, S, N>> for Part<S, N> {
    fn from(shape: Shape<'static, S, N>) -> Self {
        match shape {
            Shape::Aabb(aabb) => Part::Aabb(aabb),
            Shape::Ball(ball) => Part::Ball(ball),
            other => Part::Plain(Box::new(other)),
        }
    }
}

impl<S: Number, const N: usize> Part<S, N> {
    /// The part as a [`Shape`]. The shape of a polygon, hull, mask, mesh or height field borrows from the
    /// part.
    ///
    /// ```
    /// # use bumper_scene::*;
    /// # let read = |shape: &str| match read(format!(r#"{{"bumper": 1, "shapes": [{shape}]}}"#).as_bytes()) {
    /// #     Ok(AnyScene::F32x2(scene)) => scene,
    /// #     other => panic!("{other:?}"),
    /// # };
    /// let scene = read(r#"{"point": [1, 2]}"#);
    /// assert_eq!(scene.parts[0].shape(), bumper::Shape::Point([1.0, 2.0].into()));
    /// ```
    pub fn shape(&self) -> Shape<'_, S, N> {
        match self {
            Part::Aabb(aabb) => Shape::Aabb(*aabb),
            Part::Ball(ball) => Shape::Ball(*ball),
            Part::Plain(shape) => **shape,
            Part::Polygon(region) => Shape::Region(region),
            Part::Hull(hull) => Shape::Hull(hull.as_hull()),
            Part::Mesh(mesh) => Shape::Mesh(mesh),
            Part::HeightField(field) => Shape::HeightField(field),
            Part::Mask(pixels) => {
                let sprite = Sprite::try_new(pixels.mask.as_mask(), pixels.min, pixels.pixel);
                // `Sprite::try_new` fails only in 3D, where the reader of scenes rejects masks. So the empty compound is never used.
                sprite.map_or(Shape::Compound(&[]), |sprite| match pixels.y {
                    YAxis::Down => Shape::Mask(sprite),
                    YAxis::Up => Shape::Mask(sprite.flipped(1)),
                })
            }
        }
    }
}

impl<S: Number, const N: usize> Part<S, N> {
    /// The part as a [`Shape`] that borrows nothing. `None` for polygons, hulls, masks, meshes and height fields,
    /// whose shapes borrow from the part.
    ///
    /// ```
    /// let text = br#"{"bumper": 1, "shapes": [{"point": [1, 2]}]}"#;
    /// let bumper_scene::AnyScene::F32x2(scene) = bumper_scene::read(text).unwrap() else { panic!() };
    /// assert_eq!(scene.parts[0].plain(), Some(bumper::Shape::Point([1.0, 2.0].into())));
    /// ```
    pub fn plain(&self) -> Option<Shape<'static, S, N>> {
        match self {
            Part::Aabb(aabb) => Some(Shape::Aabb(*aabb)),
            Part::Ball(ball) => Some(Shape::Ball(*ball)),
            Part::Plain(shape) => Some(**shape),
            Part::Polygon(_) | Part::Hull(_) | Part::Mask(_) => None,
            Part::Mesh(_) | Part::HeightField(_) => None,
        }
    }
}

impl<S: Number, const N: usize> AsShape<S, N> for Part<S, N> {
    fn as_shape(&self) -> Shape<'_, S, N> {
        self.shape()
    }
}

impl<S: Number, const N: usize> Movable<S, N> for Part<S, N> {
    fn moved(&self, by: Vector<S, N>) -> Option<Self> {
        Some(match self {
            Part::Aabb(_) | Part::Ball(_) | Part::Plain(_) => self.plain()?.moved(by)?.into(),
            Part::Polygon(region) => Part::Polygon(Box::new(region.translated(by)?)),
            Part::Hull(hull) => Part::Hull(Box::new(hull.translated(by)?)),
            Part::Mesh(mesh) => Part::Mesh(Arc::new(mesh.translated(by)?)),
            Part::HeightField(field) => Part::HeightField(Arc::new(field.translated(by)?)),
            Part::Mask(pixels) => {
                self.shape().moved(by)?;
                Part::Mask(Box::new(Pixels { min: pixels.min + by, ..(**pixels).clone() }))
            }
        })
    }

    fn each_part<'p>(&'p self, each: &mut dyn FnMut(Shape<'p, S, N>)) {
        each(self.shape());
    }
}

/// An object of the scene, with one part, or with all parts of a compound. Nested compounds are flattened.
///
/// ```
/// # use bumper_scene::*;
/// # let read = |shape: &str| match read(format!(r#"{{"bumper": 1, "shapes": [{shape}]}}"#).as_bytes()) {
/// #     Ok(AnyScene::F32x2(scene)) => scene,
/// #     other => panic!("{other:?}"),
/// # };
/// let scene = read(r###"{"id": "door", "compound": [{"point": [0, 0]}, {"point": [4, 4]}]}"###);
/// let door: &Object<f32, 2> = &scene.objects[0];
/// assert_eq!((door.id.as_str(), door.parts.len()), ("door", 2));
/// ```
#[derive(Clone, Debug)]
pub struct Object<S: Number, const N: usize> {
    /// The id, unique in the scene. If the file gives no id, the id is `#` followed by the index of the object.
    pub id: String,
    /// The range of the object's parts in [`Scene::parts`]; not empty.
    pub parts: Range<usize>,
    /// The velocity, in units of length per second. In [`Judge::each_touch`](crate::Judge::each_touch), it is the displacement of the
    /// object during the whole sweep.
    pub velocity: Vector<S, N>,
    /// Whether the object is an obstacle, a mover or a rigid body.
    pub motion: Motion<S, N>,
    /// The side on which a one-way obstacle stops movers; `None` if the object stops movers on all sides.
    pub one_way: Option<Side>,
}

/// A ray to be cast against all objects of the scene.
///
/// ```
/// let text = br#"{"bumper": 1, "shapes": [], "rays": [{"from": [0, 0], "direction": [0, 9]}]}"#;
/// let bumper_scene::AnyScene::F32x2(scene) = bumper_scene::read(text).unwrap() else { panic!() };
/// assert_eq!(scene.rays[0].direction, bumper::Vector([0.0, 1.0]));
/// ```
#[derive(Clone, Debug)]
pub struct Ray<S: Number, const N: usize> {
    /// The id, unique among the rays. If the file gives no id, the id is `#` followed by the index of the ray.
    pub id: String,
    /// The start of the ray.
    pub from: Vector<S, N>,
    /// The direction, as a vector of length 1.
    pub direction: Vector<f64, N>,
    /// The maximum distance; `None` if the ray is unlimited.
    pub max: Option<f64>,
}

impl<S: Number, const N: usize> Scene<S, N> {
    /// The parts of an object of this scene.
    ///
    /// ```
    /// let text = br#"{"bumper": 1, "shapes": [{"point": [1, 2]}]}"#;
    /// let bumper_scene::AnyScene::F32x2(scene) = bumper_scene::read(text).unwrap() else { panic!() };
    /// assert_eq!(scene.parts_of(&scene.objects[0]).len(), 1);
    /// ```
    pub fn parts_of(&self, object: &Object<S, N>) -> &[Part<S, N>] {
        &self.parts[object.parts.clone()]
    }
}

/// A scene of the scalar and the dimension that its file gives. [`with_scene!`](crate::with_scene) accesses the typed scene.
///
/// ```
/// let text = br#"{"bumper": 1, "scalar": "i16", "dimensions": 3, "shapes": []}"#;
/// assert!(matches!(bumper_scene::read(text), Ok(bumper_scene::AnyScene::I16x3(_))));
/// ```
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum AnyScene {
    I16x2(Scene<i16, 2>),
    I16x3(Scene<i16, 3>),
    I32x2(Scene<i32, 2>),
    I32x3(Scene<i32, 3>),
    Fixedx2(Scene<fixed::types::I16F16, 2>),
    Fixedx3(Scene<fixed::types::I16F16, 3>),
    F32x2(Scene<f32, 2>),
    F32x3(Scene<f32, 3>),
    F64x2(Scene<f64, 2>),
    F64x3(Scene<f64, 3>),
}

/// Evaluates an expression with the typed [`Scene`] of an [`AnyScene`] bound to a name.
///
/// ```
/// let any = bumper_scene::read(br#"{"bumper": 1, "shapes": []}"#).unwrap();
/// assert_eq!(bumper_scene::with_scene!(&any, scene => scene.objects.len()), 0);
/// ```
#[macro_export]
macro_rules! with_scene {
    ($any:expr, $scene:ident => $body:expr) => {
        match $any {
            $crate::AnyScene::I16x2($scene) => $body,
            $crate::AnyScene::I16x3($scene) => $body,
            $crate::AnyScene::I32x2($scene) => $body,
            $crate::AnyScene::I32x3($scene) => $body,
            $crate::AnyScene::Fixedx2($scene) => $body,
            $crate::AnyScene::Fixedx3($scene) => $body,
            $crate::AnyScene::F32x2($scene) => $body,
            $crate::AnyScene::F32x3($scene) => $body,
            $crate::AnyScene::F64x2($scene) => $body,
            $crate::AnyScene::F64x3($scene) => $body,
        }
    };
}

/// Serialization of regions in any dimension, as shapes.
mod region {
    use crate::number::Number;
    use bumper::scalar::AreaOf;
    use bumper::{AsShape, Region, Shape, ShapeBuf};
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::{Serialize, Serializer};

    pub(super) fn serialize<S: Number + Serialize, const N: usize, Z: Serializer>(
        region: &Region<S, N>,
        serializer: Z,
    ) -> Result<Z::Ok, Z::Error>
    where
        AreaOf<S>: Serialize,
    {
        Shape::Region(region).serialize(serializer)
    }

    pub(super) fn deserialize<'de, S: Number + Deserialize<'de>, const N: usize, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Box<Region<S, N>>, D::Error>
    where
        AreaOf<S>: Deserialize<'de>,
    {
        match ShapeBuf::<S, N>::deserialize(deserializer)?.as_shape() {
            Shape::Region(region) => Ok(Box::new(region.clone())),
            _ => Err(D::Error::custom("a polygon has the shape of another kind")),
        }
    }
}
