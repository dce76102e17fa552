//! Shapes that JavaScript writes to the scratch buffer, and prepared shapes, which JavaScript holds by handle.

use crate::handles::Slots;
use crate::height_field::HEIGHT_FIELDS;
use crate::mask::MASKS;
use crate::scratch::{self, Reader};
use crate::{Status, answer, answer_f64, finite, integer, kind, shape_words, size};
use bumper_javascript_speed::FEW_CORNERS;
use engine::motion::Movable;
use engine::{
    Aabb, AsShape, Ball, Capsule, Ellipse, HalfSpace, HeightField, MaskBuf, OrientedBox, Polygon, PolygonBuf,
    PolygonError, Pose, Region, Rotation, Segment, Shape, ShapeBuf, Sprite, SquaredBall, Triangle, Vector,
};
use std::cell::RefCell;
use std::rc::Rc;

/// The largest depth of nested compounds and placed shapes.
pub const MAX_DEPTH: usize = 16;

/// A shape that JavaScript has passed.
#[derive(Clone, Debug)]
pub struct ShapeInput {
    store: Store,
    /// The pose of the stored shape; `None` if it is in its place.
    pose: Option<Pose<f64, 2>>,
}

#[derive(Clone, Debug)]
enum Store {
    Plain(Shape<'static, f64, 2>),
    Polygon(PolygonBuf<f64, FEW_CORNERS>),
    Sprite(SpriteInput),
    HeightField(Rc<HeightField<f64, 2>>),
    Prepared(Rc<PreparedShape>),
    Owned(ShapeBuf<f64, 2>),
}

#[derive(Clone, Debug)]
struct SpriteInput {
    mask: Rc<MaskBuf>,
    at: Vector<f64, 2>,
    pixel: f64,
    flip: [bool; 2],
}

impl ShapeInput {
    /// Reads a shape from the scratch buffer.
    pub fn read(words: &mut Reader<'_>) -> Result<Self, Status> {
        read(words, 0)
    }

    /// The shape without its pose. Usage: `let inner = input.inner(); let shape = input.placed(&inner);`
    pub fn inner(&self) -> Shape<'_, f64, 2> {
        match &self.store {
            Store::Plain(shape) => *shape,
            Store::Polygon(polygon) => polygon.as_polygon().into(),
            Store::Sprite(sprite) => sprite.sprite().into(),
            Store::HeightField(field) => Shape::HeightField(field),
            Store::Prepared(prepared) => prepared.shape.as_shape(),
            Store::Owned(shape) => shape.as_shape(),
        }
    }

    /// The shape at its pose. `inner` is the result of [`inner`](Self::inner).
    pub fn placed<'a>(&self, inner: &'a Shape<'a, f64, 2>) -> Shape<'a, f64, 2> {
        match &self.pose {
            Some(pose) => inner.placed(pose),
            None => *inner,
        }
    }

    /// A copy of the shape that a world, a mover or a body can keep.
    pub fn into_buf(self) -> ShapeBuf<f64, 2> {
        let shape = match self.store {
            Store::Owned(shape) => shape,
            Store::Prepared(prepared) => prepared.shape.clone(),
            Store::Plain(_) | Store::Polygon(_) | Store::Sprite(_) | Store::HeightField(_) => {
                ShapeBuf::from(self.inner())
            }
        };
        match &self.pose {
            Some(pose) if pose.rotation == Rotation::identity() => {
                shape.translated(pose.translation).unwrap_or(shape)
            }
            Some(pose) => shape.placed(pose),
            None => shape,
        }
    }

    /// The shape rotated and then translated.
    fn at(self, pose: Pose<f64, 2>) -> Result<Self, Status> {
        if let Some(own) = self.pose {
            return Ok(Self { pose: Some(own.then(&pose)), ..self });
        }
        // Shapes of a few numbers are transformed, which keeps boxes axis-aligned if they are only moved. Others keep their pose. Concave
        // polygons are copied if they are only moved, because with a pose they count as a compound of their convex parts.
        let plain = match &self.store {
            Store::Plain(shape) => Some(*shape),
            Store::Prepared(prepared) => plain(&prepared.shape.as_shape()),
            Store::Owned(shape) => plain(&shape.as_shape()),
            Store::Polygon(_) | Store::Sprite(_) | Store::HeightField(_) => None,
        };
        let is_moved = pose.rotation == Rotation::identity();
        let by = pose.translation;
        let moved = match (plain, &self.store) {
            (Some(shape), _) if is_moved => shape.moved(by).map(Store::Plain),
            (Some(shape), _) => Some(Store::Owned(ShapeBuf::from(shape).placed(&pose))),
            (None, Store::Polygon(polygon)) if is_moved => polygon.translated(by).map(Store::Polygon),
            (None, Store::Sprite(sprite)) if is_moved => sprite.moved(by).map(Store::Sprite),
            (None, Store::Prepared(prepared)) if is_moved && prepared.polygon.is_some() => {
                prepared.polygon.and_then(|polygon| polygon.translated(by)).map(Store::Polygon)
            }
            (None, Store::Prepared(prepared)) if is_moved && is_region(&prepared.shape) => {
                prepared.shape.translated(by).map(Store::Owned)
            }
            (None, Store::Owned(shape)) if is_moved && is_region(shape) => {
                shape.translated(by).map(Store::Owned)
            }
            (None, _) => return Ok(Self { pose: Some(pose), ..self }),
        };
        Ok(Self { store: moved.ok_or(Status::NotFinite)?, pose: None })
    }
}

impl SpriteInput {
    fn sprite(&self) -> Sprite<'_, f64, 2> {
        let flips = self.flip.into_iter().enumerate().filter(|(_, flip)| *flip);
        let sprite = Sprite::new(self.mask.as_mask(), self.at, self.pixel);
        flips.fold(sprite, |sprite, (axis, _)| sprite.flipped(axis))
    }

    fn moved(&self, by: Vector<f64, 2>) -> Option<Self> {
        Some(Self { at: self.at.checked_add(by)?, ..self.clone() })
    }
}

/// Whether a shape is a concave polygon without a pose.
fn is_region(shape: &ShapeBuf<f64, 2>) -> bool {
    matches!(shape.as_shape(), Shape::Region(_))
}

/// The shape, if it is of a kind that borrows nothing.
fn plain(shape: &Shape<'_, f64, 2>) -> Option<Shape<'static, f64, 2>> {
    match *shape {
        Shape::Point(point) => Some(Shape::Point(point)),
        Shape::Aabb(aabb) => Some(Shape::Aabb(aabb)),
        Shape::Ball(ball) => Some(Shape::Ball(ball)),
        Shape::SquaredBall(ball) => Some(Shape::SquaredBall(ball)),
        Shape::Segment(segment) => Some(Shape::Segment(segment)),
        Shape::Triangle(triangle) => Some(Shape::Triangle(triangle)),
        Shape::Capsule(capsule) => Some(Shape::Capsule(capsule)),
        Shape::OrientedBox(oriented) => Some(Shape::OrientedBox(oriented)),
        Shape::Ellipse(ellipse) => Some(Shape::Ellipse(ellipse)),
        Shape::HalfSpace(half_space) => Some(Shape::HalfSpace(half_space)),
        Shape::Cylinder(_) | Shape::OrientedCylinder(_) | Shape::Hull(_) | Shape::Mesh(_) => None,
        Shape::Polygon(_) | Shape::Region(_) | Shape::HeightField(_) | Shape::Mask(_) => None,
        Shape::Compound(_) | Shape::Group(_) | Shape::Placed(..) => None,
    }
}

/// Reads a shape that is in `depth` other shapes.
fn read(words: &mut Reader<'_>, depth: usize) -> Result<ShapeInput, Status> {
    if depth > MAX_DEPTH {
        return Err(Status::TooDeep);
    }
    let store = match words.word()? as u32 {
        kind::POLYGON => polygon(words)?,
        kind::SPRITE => Store::Sprite(sprite(words)?),
        kind::COMPOUND => {
            let count = words.count()?;
            let parts = (0..count).map(|_| Ok(read(words, depth + 1)?.into_buf()));
            Store::Owned(ShapeBuf::compound(parts.collect::<Result<Vec<_>, Status>>()?))
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
            let &[x, y, angle, pivot_x, pivot_y] = words.finite()?;
            let rotation = Rotation::from_radians(angle);
            let pivot = Vector([pivot_x, pivot_y]);
            let pose = Pose::new(rotation, Vector([x, y]) + (pivot - rotation.apply(pivot)));
            return read(words, depth + 1)?.at(pose);
        }
        of => Store::Plain(numbers(of, words)?),
    };
    Ok(ShapeInput { store, pose: None })
}

/// Reads a shape of a kind that has a fixed number of words. `None` if it is of another kind or not valid. A [`ShapeInput`] has room for the
/// corners of a polygon, which takes longer to move than a query on two circles.
pub fn read_plain(words: &mut Reader<'_>) -> Option<Shape<'static, f64, 2>> {
    let kind = words.word().ok()?;
    numbers(kind as u32, words).ok()
}

/// Reads a shape of a kind that has a fixed number of words.
fn numbers(of: u32, words: &mut Reader<'_>) -> Result<Shape<'static, f64, 2>, Status> {
    Ok(match of {
        kind::POINT => Vector(*words.finite()?).into(),
        kind::BOX => {
            let &[x, y, width, height] = words.finite()?;
            Aabb::new([x, y], [finite(x + size(width)?)?, finite(y + size(height)?)?]).into()
        }
        kind::CIRCLE => {
            let &[x, y, radius] = words.finite()?;
            Ball::new([x, y], size(radius)?).into()
        }
        kind::SEGMENT => {
            let &[x1, y1, x2, y2] = words.finite()?;
            Segment::new([x1, y1], [x2, y2]).into()
        }
        kind::TRIANGLE => {
            let &[x1, y1, x2, y2, x3, y3] = words.finite()?;
            Triangle::new([x1, y1], [x2, y2], [x3, y3]).into()
        }
        kind::CAPSULE => {
            let &[x1, y1, x2, y2, radius] = words.finite()?;
            Capsule::new([x1, y1], [x2, y2], size(radius)?).into()
        }
        kind::ORIENTED_BOX => {
            let &[x, y, width, height, angle] = words.finite()?;
            let half = [size(width)? / 2.0, size(height)? / 2.0];
            let center = [finite(x + half[0])?, finite(y + half[1])?];
            OrientedBox::new(center, half, Rotation::from_radians(angle)).into()
        }
        kind::ELLIPSE => {
            let &[x, y, radius_x, radius_y, angle] = words.finite()?;
            Ellipse::new([x, y], [size(radius_x)?, size(radius_y)?], Rotation::from_radians(angle)).into()
        }
        kind::SQUARED_CIRCLE => {
            let &[x, y, radius_squared] = words.finite()?;
            SquaredBall::new([x, y], size(radius_squared)?).into()
        }
        kind::HALF_SPACE => {
            let &[x, y, normal_x, normal_y] = words.finite()?;
            HalfSpace::new([x, y], [normal_x, normal_y]).ok_or(Status::ZeroDirection)?.into()
        }
        _ => return Err(Status::Malformed),
    })
}

fn sprite(words: &mut Reader<'_>) -> Result<SpriteInput, Status> {
    let &[mask, x, y, pixel, flips] = words.finite()?;
    let mask = MASKS.with_borrow(|masks| masks.get(mask).cloned())?;
    let flips: u8 = integer(flips)?;
    Ok(SpriteInput { mask, at: Vector([x, y]), pixel: size(pixel)?, flip: [flips & 1 != 0, flips & 2 != 0] })
}

/// Reads a polygon: a convex one with or without a radius, or a concave one.
fn polygon(words: &mut Reader<'_>) -> Result<Store, Status> {
    let count = words.count()?;
    let radius = size(words.word()?)?;
    let (corners, _) = words.list(2 * count)?.as_chunks();
    match bumper_javascript_speed::polygon(corners) {
        Ok(convex) if radius > 0.0 => return Ok(Store::Polygon(convex.rounded(radius))),
        Ok(convex) => return Ok(Store::Polygon(convex)),
        Err(PolygonError::TooMany | PolygonError::NotConvex) => {}
        Err(error) => return Err(error.into()),
    }
    let corners: Vec<_> = corners.iter().map(|corner| Vector(*corner)).collect();
    match Polygon::new(&corners) {
        Ok(convex) if radius > 0.0 => Ok(Store::Owned(Shape::from(convex.rounded(radius)).into())),
        Ok(convex) => Ok(Store::Owned(Shape::from(convex).into())),
        Err(PolygonError::NotConvex) => {
            let region = Region::new(corners)?;
            if radius > 0.0 { Err(Status::RoundedConcave) } else { Ok(Store::Owned(region.into())) }
        }
        Err(error) => Err(error.into()),
    }
}

impl From<PolygonError> for Status {
    fn from(error: PolygonError) -> Self {
        match error {
            PolygonError::TooFew => Status::TooFewCorners,
            PolygonError::Flat => Status::FlatPolygon,
            PolygonError::NotConvex => Status::RoundedConcave,
            PolygonError::Crossing | PolygonError::Touching => Status::CrossingEdges,
            PolygonError::NotFinite => Status::NotFinite,
            // Nothing here has a capacity that a caller could exceed; and errors that later versions may add.
            _ => Status::Malformed,
        }
    }
}

/// A prepared shape.
#[derive(Debug)]
pub struct PreparedShape {
    shape: ShapeBuf<f64, 2>,
    /// The shape, if it is a convex polygon with few corners: a copy that can be moved without the heap.
    polygon: Option<PolygonBuf<f64, FEW_CORNERS>>,
}

thread_local! {
    /// The prepared shapes.
    static SHAPES: RefCell<Slots<Rc<PreparedShape>>> = const { RefCell::new(Slots::new()) };
}

/// Prepares the shape in the scratch buffer, and returns its handle.
#[unsafe(no_mangle)]
pub extern "C" fn shape_new() -> f64 {
    answer_f64(scratch::read(ShapeInput::read).and_then(|input| {
        let polygon = match &input.store {
            Store::Polygon(polygon) if input.pose.is_none() => Some(*polygon),
            _ => None,
        };
        let prepared = PreparedShape { shape: input.into_buf(), polygon };
        SHAPES.with_borrow_mut(|shapes| shapes.insert(Rc::new(prepared)))
    }))
}

/// Frees a prepared shape.
#[unsafe(no_mangle)]
pub extern "C" fn shape_free(handle: f64) -> i32 {
    answer(SHAPES.with_borrow_mut(|shapes| shapes.remove(handle)).map(|_| 0))
}

/// Writes a prepared shape to the scratch buffer, and returns the number of words.
#[unsafe(no_mangle)]
pub extern "C" fn shape_get(handle: f64) -> i32 {
    let shape = SHAPES.with_borrow(|shapes| shapes.get(handle).cloned());
    answer(shape.and_then(|prepared| shape_words::write(&prepared.shape.as_shape())))
}
