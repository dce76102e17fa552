//! 3D shapes that JavaScript writes to the scratch buffer, and prepared shapes, which JavaScript holds by handle.

use super::height_field::HEIGHT_FIELDS;
use super::kind;
use super::mesh::MESHES;
use super::vector;
use crate::handles::Slots;
use crate::scratch::{self, Reader};
use crate::{Status, answer, answer_f64, finite, size};
use engine::{
    Aabb, AsShape, Axis, Ball, Capsule, Cylinder, HalfSpace, HeightField, Hull, Mesh, OrientedBox,
    OrientedCylinder, Pose, Rotation, Segment, Shape, ShapeBuf, SquaredBall, Triangle, Vector,
};
use std::cell::RefCell;
use std::rc::Rc;

/// The largest depth of nested compounds and placed shapes.
pub const MAX_DEPTH: usize = 16;

/// A shape that JavaScript has passed. It shares meshes and height fields, because copies of large ones take long.
#[derive(Clone, Debug)]
pub struct ShapeInput {
    store: Store,
    /// The pose of the stored shape; `None` if it is in its place.
    pose: Option<Pose<f64, 3>>,
}

#[derive(Clone, Debug)]
enum Store {
    Plain(Shape<'static, f64, 3>),
    Mesh(Rc<Mesh<f64, 3>>),
    HeightField(Rc<HeightField<f64, 3>>),
    Prepared(Rc<ShapeBuf<f64, 3>>),
    Owned(ShapeBuf<f64, 3>),
}

impl ShapeInput {
    /// Reads a shape from the scratch buffer.
    pub fn read(words: &mut Reader<'_>) -> Result<Self, Status> {
        read(words, 0)
    }

    /// The shape without its pose. Usage: `let inner = input.inner(); let shape = input.placed(&inner);`
    pub fn inner(&self) -> Shape<'_, f64, 3> {
        match &self.store {
            Store::Plain(shape) => *shape,
            Store::Mesh(mesh) => Shape::Mesh(mesh),
            Store::HeightField(field) => Shape::HeightField(field),
            Store::Prepared(shape) => shape.as_shape(),
            Store::Owned(shape) => shape.as_shape(),
        }
    }

    /// The shape at its pose. `inner` is the result of [`inner`](Self::inner).
    pub fn placed<'a>(&self, inner: &'a Shape<'a, f64, 3>) -> Shape<'a, f64, 3> {
        match &self.pose {
            Some(pose) => inner.placed(pose),
            None => *inner,
        }
    }

    /// A copy of the shape that a mover or a compound can keep.
    pub fn into_buf(self) -> ShapeBuf<f64, 3> {
        let shape = match self.store {
            Store::Owned(shape) => shape,
            Store::Prepared(shape) => (*shape).clone(),
            Store::Plain(_) | Store::Mesh(_) | Store::HeightField(_) => ShapeBuf::from(self.inner()),
        };
        match &self.pose {
            Some(pose) if pose.rotation == Rotation::identity() => {
                shape.translated(pose.translation).unwrap_or(shape)
            }
            Some(pose) => shape.placed(pose),
            None => shape,
        }
    }

    /// The shape rotated and then translated. Shapes of a few numbers are transformed, which keeps boxes axis-aligned if they are only
    /// moved. Others keep their pose.
    fn at(self, pose: Pose<f64, 3>) -> Result<Self, Status> {
        if let Some(own) = self.pose {
            return Ok(Self { pose: Some(own.then(&pose)), ..self });
        }
        let Store::Plain(shape) = self.store else { return Ok(Self { pose: Some(pose), ..self }) };
        let shape = ShapeBuf::from(shape);
        let moved = match pose.rotation == Rotation::identity() {
            true => shape.translated(pose.translation).ok_or(Status::NotFinite)?,
            false => shape.placed(&pose),
        };
        Ok(Self { store: Store::Owned(moved), pose: None })
    }
}

/// Reads a shape that is in `depth` other shapes.
fn read(words: &mut Reader<'_>, depth: usize) -> Result<ShapeInput, Status> {
    if depth > MAX_DEPTH {
        return Err(Status::TooDeep);
    }
    let store = match words.word()? as u32 {
        kind::HULL => {
            let count = words.count()?;
            let (points, _) = words.list(3 * count)?.as_chunks();
            let points: Vec<_> = points.iter().map(|point| Vector(*point)).collect();
            if points.is_empty() {
                return Err(Status::Empty);
            }
            Store::Owned(Shape::from(Hull::new(&points).ok_or(Status::NotFinite)?).into())
        }
        kind::COMPOUND => {
            let count = words.count()?;
            let parts = (0..count).map(|_| Ok(read(words, depth + 1)?.into_buf()));
            Store::Owned(ShapeBuf::compound(parts.collect::<Result<Vec<_>, Status>>()?))
        }
        kind::MESH => {
            let handle = words.word()?;
            Store::Mesh(MESHES.with_borrow(|meshes| meshes.get(handle).cloned())?)
        }
        kind::HEIGHT_FIELD => {
            let handle = words.word()?;
            Store::HeightField(HEIGHT_FIELDS.with_borrow(|fields| fields.get(handle).cloned())?)
        }
        kind::PREPARED => {
            let handle = words.word()?;
            Store::Prepared(SHAPES.with_borrow(|shapes| shapes.get(handle).cloned())?)
        }
        kind::PLACED => {
            let translation = vector(words)?;
            let pose = Pose::new(rotation(words)?, translation);
            return read(words, depth + 1)?.at(pose);
        }
        of => Store::Plain(numbers(of, words)?),
    };
    Ok(ShapeInput { store, pose: None })
}

fn rotation(words: &mut Reader<'_>) -> Result<Rotation<f64, 3>, Status> {
    Rotation::from_quaternion(*words.finite()?).ok_or(Status::ZeroDirection)
}

/// Reads a shape of a kind that has a fixed number of words.
fn numbers(of: u32, words: &mut Reader<'_>) -> Result<Shape<'static, f64, 3>, Status> {
    Ok(match of {
        kind::POINT => vector(words)?.into(),
        kind::BOX => Aabb::new(vector(words)?, vector(words)?).into(),
        kind::SPHERE => Ball::new(vector(words)?, size(words.word()?)?).into(),
        kind::SQUARED_SPHERE => SquaredBall::new(vector(words)?, size(words.word()?)?).into(),
        kind::SEGMENT => Segment::new(vector(words)?, vector(words)?).into(),
        kind::CAPSULE => Capsule::new(vector(words)?, vector(words)?, size(words.word()?)?).into(),
        kind::TRIANGLE => Triangle::new(vector(words)?, vector(words)?, vector(words)?).into(),
        kind::ORIENTED_BOX => {
            let center = vector(words)?;
            let half = vector(words)?;
            half.0.into_iter().try_for_each(|side| size(side).map(|_| ()))?;
            OrientedBox::new(center, half, rotation(words)?).into()
        }
        kind::CYLINDER => {
            let center = vector(words)?;
            let half = size(words.word()?)?;
            let radius = size(words.word()?)?;
            let axis = axis(words.word()?)?;
            let along = center[axis.index()];
            let from = center.with(axis.index(), finite(along - half)?);
            Cylinder::new(axis, from, finite(along + half)?, radius).into()
        }
        kind::ORIENTED_CYLINDER => {
            let center = vector(words)?;
            let half = size(words.word()?)?;
            let radius = size(words.word()?)?;
            let made = OrientedCylinder::new(center, vector(words)?, half, radius);
            made.ok_or(Status::ZeroDirection)?.into()
        }
        kind::HALF_SPACE => {
            let point = vector(words)?;
            HalfSpace::new(point, vector(words)?).ok_or(Status::ZeroDirection)?.into()
        }
        _ => return Err(Status::Malformed),
    })
}

fn axis(number: f64) -> Result<Axis, Status> {
    [Axis::X, Axis::Y, Axis::Z].get(number as usize).copied().ok_or(Status::Malformed)
}

thread_local! {
    /// The prepared shapes.
    static SHAPES: RefCell<Slots<Rc<ShapeBuf<f64, 3>>>> = const { RefCell::new(Slots::new()) };
}

/// Prepares the shape in the scratch buffer, and returns its handle.
#[unsafe(no_mangle)]
pub extern "C" fn space_shape_new() -> f64 {
    answer_f64(scratch::read(ShapeInput::read).and_then(|input| {
        let shape = input.into_buf();
        SHAPES.with_borrow_mut(|shapes| shapes.insert(Rc::new(shape)))
    }))
}

/// Frees a prepared shape.
#[unsafe(no_mangle)]
pub extern "C" fn space_shape_free(handle: f64) -> i32 {
    answer(SHAPES.with_borrow_mut(|shapes| shapes.remove(handle)).map(|_| 0))
}
