//! The classes for the kinds of 2D shapes, with their constructors.

use super::Shape;
use super::given::{Given, circle, rect};
use super::half_space::HalfSpace;
use super::height_field::{self, HeightField};
use super::initializer::{Initializer, initializer};
use super::rotation::RotationArgument;
use crate::answer::{self, pair};
use crate::mask::{self, Mask};
use crate::reading::{Each, Numbers, Pair, argument, is_text, length, number};
use engine::{AsShape, MaskBuf, Pose, Region, ShapeBuf, Vector};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

macro_rules! kinds {
    ($($(#[doc = $doc:literal])* $name:ident,)*) => {
        $(
            $(#[doc = $doc])*
            #[pyclass(module = "bumper", extends = Shape, subclass, frozen)]
            pub struct $name;
        )*
    };
}

kinds! {
    /// A point: Point(x, y) or Point((x, y)).
    ///
    /// >>> import bumper
    /// >>> bumper.Point(3, 4).distance(bumper.Point(0, 0))
    /// 5.0
    Point,
    /// An axis-aligned box: Box(x, y, width, height), or Box(rect). All four edges belong to the box.
    ///
    /// >>> import bumper
    /// >>> bumper.Box(0, 0, 10, 10).contains((10, 10))
    /// True
    Box,
    /// A circle: Circle(x, y, radius), Circle((x, y), radius) or Circle(circle).
    ///
    /// >>> import bumper
    /// >>> print(bumper.Circle((0, 0), 3).relation(bumper.Circle(5, 0, 2)))
    /// touching
    Circle,
    /// A line segment from one point to another: Segment(a, b).
    ///
    /// >>> import bumper
    /// >>> bumper.Segment((0, 0), (10, 0)).distance((5, 3))
    /// 3.0
    Segment,
    /// A triangle: Triangle(a, b, c).
    ///
    /// >>> import bumper
    /// >>> bumper.Triangle((0, 0), (10, 0), (0, 10)).contains((5, 5))
    /// True
    Triangle,
    /// A capsule: Capsule(a, b, radius). It contains all points whose distance from the line segment from a to b is at most the radius.
    ///
    /// >>> import bumper
    /// >>> bumper.Capsule((0, 0), (10, 0), 2).overlaps((5, 3, 1))
    /// False
    Capsule,
    /// A rotated box: OrientedBox(center, size, degrees). `size` is the full width and height. The angle is in degrees, from x towards y.
    ///
    /// >>> import bumper
    /// >>> bumper.OrientedBox((0, 0), (20, 2), 90).contains((0, 9))
    /// True
    OrientedBox,
    /// An ellipse: Ellipse(center, size, degrees). `size` is the full width and height. The angle is in degrees, from x towards y.
    ///
    /// >>> import bumper
    /// >>> bumper.Ellipse((0, 0), (20, 10)).contains((9, 4))
    /// False
    Ellipse,
    /// A polygon, clockwise or counterclockwise, which may be concave but must not cross itself. A convex polygon may have a radius: then
    /// it also contains all points whose distance from the polygon is at most `radius`.
    ///
    /// >>> import bumper
    /// >>> arrow = bumper.Polygon([(0, 0), (10, 5), (0, 10), (4, 5)])
    /// >>> arrow.contains((2, 5)), arrow.contains((6, 5))
    /// (False, True)
    Polygon,
    /// A compound of several shapes that act as one shape: Compound(shapes, degrees, translation). The shapes are rotated by
    /// `degrees` about the origin, then translated by `translation`.
    ///
    /// >>> import bumper
    /// >>> snowman = bumper.Compound([(0, 0, 10), (0, -14, 6)])
    /// >>> snowman.contains((0, -20)), snowman.contains((8, -14))
    /// (True, False)
    Compound,
    /// A mask as a shape: Sprite(mask, topleft). The solid pixels of the mask are squares with side `pixel`. The sprite may be mirrored.
    ///
    /// >>> import bumper
    /// >>> arrow = bumper.Sprite(bumper.Mask.from_rows([".#.", "###"]), (100, 50))
    /// >>> arrow.overlaps((100, 50, 1, 1)), arrow.overlaps((101, 50, 1, 1))
    /// (False, True)
    Sprite,
}

/// Reads numbers that are passed one by one or in sequences, such as `(1, 2, 3)` or `((1, 2), 3)`.
pub fn flat<const COUNT: usize>(arguments: &Bound<'_, PyTuple>, usage: &str) -> PyResult<[f64; COUNT]> {
    let mut numbers = [0.0; COUNT];
    let mut count = 0;
    if gather(arguments.as_any(), 3, &mut numbers, &mut count) && count == COUNT {
        return Ok(numbers);
    }
    Err(PyTypeError::new_err(format!("numbers are needed: {usage}")))
}

/// Appends the numbers in an object to `into`, after its first `count` numbers, and increases `count`. The object may be a number or
/// sequences that are nested up to `depth`. Returns false if an item is not a number, or if there are more numbers than `into` can hold.
fn gather(from: &Bound<'_, PyAny>, depth: u8, into: &mut [f64], count: &mut usize) -> bool {
    // Test for a tuple first, which is the usual case: trying to read a tuple as a number would create an exception, which takes longer
    // than the rest of this function.
    if let Ok(tuple) = from.cast_exact::<PyTuple>() {
        return depth > 0
            && tuple.len() <= into.len()
            && tuple.iter_borrowed().all(|item| gather(&item, depth - 1, into, count));
    }
    if let Ok(number) = number(from) {
        let place = into.get_mut(*count).map(|place| *place = number);
        *count += 1;
        return place.is_some();
    }
    depth > 0
        && !is_text(from)
        && from.len().is_ok_and(|len| len <= into.len())
        && from.try_iter().is_ok_and(|mut items| {
            items.all(|item| item.is_ok_and(|item| gather(&item, depth - 1, into, count)))
        })
}

#[pymethods]
impl Point {
    #[new]
    #[pyo3(signature = (*args))]
    fn new(args: &Bound<'_, PyTuple>) -> Initializer<Self> {
        initializer(Self, Numbers(flat(args, "Point(x, y)")?).finite("x, y")?)
    }
}

#[pymethods]
impl Box {
    #[new]
    #[pyo3(signature = (*args))]
    fn new(args: &Bound<'_, PyTuple>) -> Initializer<Self> {
        if args.len() == 1
            && let Ok(shape) = args.get_item(0)?.cast::<Shape>()
            && let engine::Shape::Aabb(area) = shape.get().0.as_shape()
        {
            return initializer(Self, area);
        }
        initializer(Self, rect(flat(args, "Box(x, y, width, height)")?)?)
    }

    /// Creates the box between two opposite corners.
    #[classmethod]
    fn between<'py>(cls: &Bound<'py, PyType>, a: Pair, b: Pair) -> PyResult<Bound<'py, PyAny>> {
        let area = engine::Aabb::new(a.finite("a")?, b.finite("b")?);
        of_class(cls, Bound::new(cls.py(), initializer(Self, area)?)?.into_any())
    }
}

/// Converts a new shape to the class on which a class method was called. If `class` is a subclass of the shape's own class, it is called
/// with the shape, so that its constructor runs.
pub fn of_class<'py>(class: &Bound<'py, PyType>, shape: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if class.is(shape.get_type()) { Ok(shape) } else { class.call1((shape,)) }
}

#[pymethods]
impl Circle {
    #[new]
    #[pyo3(signature = (*args))]
    fn new(args: &Bound<'_, PyTuple>) -> Initializer<Self> {
        if args.len() == 1
            && let Ok(shape) = args.get_item(0)?.cast::<Shape>()
            && let engine::Shape::Ball(_) | engine::Shape::SquaredBall(_) = shape.get().0.as_shape()
        {
            return initializer(Self, shape.get().0.clone());
        }
        let [x, y, radius] = flat(args, "Circle(x, y, radius)")?;
        initializer(Self, circle([x, y], radius)?)
    }

    /// Creates a circle from the square of its radius, which is stored without rounding. So its relations are exact even if the radius is a
    /// square root.
    #[classmethod]
    fn with_radius_squared<'py>(
        cls: &Bound<'py, PyType>,
        center: Pair,
        radius_squared: f64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let ball =
            engine::SquaredBall::new(center.finite("center")?, length(radius_squared, "radius_squared")?);
        of_class(cls, Bound::new(cls.py(), initializer(Self, engine::Shape::from(ball))?)?.into_any())
    }

    /// The radius of the circle.
    #[getter]
    fn radius(slf: PyRef<'_, Self>) -> f64 {
        match slf.as_super().0.as_shape() {
            engine::Shape::Ball(ball) => ball.radius(),
            engine::Shape::SquaredBall(ball) => ball.radius_squared().sqrt(),
            _ => 0.0,
        }
    }
}

/// Reads the points that were passed to a constructor. If the coordinates were passed as single numbers, the error message shows the right
/// form, `usage`.
fn points<const COUNT: usize>(
    of: [&Bound<'_, PyAny>; COUNT],
    rest: &Bound<'_, PyTuple>,
    usage: &str,
) -> PyResult<[Pair; COUNT]> {
    let mut points = [Numbers([0.0; 2]); COUNT];
    for ((point, object), name) in points.iter_mut().zip(of).zip(["a", "b", "c"]) {
        *point = match rest.is_empty() && number(object).is_err() {
            true => argument(object, name)?,
            false => return Err(PyTypeError::new_err(format!("points are needed: {usage}"))),
        };
    }
    Ok(points)
}

#[pymethods]
impl Segment {
    #[new]
    #[pyo3(signature = (a, b, *rest), text_signature = "(a, b)")]
    fn new(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>, rest: &Bound<'_, PyTuple>) -> Initializer<Self> {
        let [a, b] = points([a, b], rest, "Segment((x1, y1), (x2, y2))")?;
        initializer(Self, engine::Segment::new(a.finite("a")?, b.finite("b")?))
    }
}

#[pymethods]
impl Triangle {
    #[new]
    #[pyo3(signature = (a, b, c, *rest), text_signature = "(a, b, c)")]
    fn new(
        a: &Bound<'_, PyAny>,
        b: &Bound<'_, PyAny>,
        c: &Bound<'_, PyAny>,
        rest: &Bound<'_, PyTuple>,
    ) -> Initializer<Self> {
        let [a, b, c] = points([a, b, c], rest, "Triangle((x1, y1), (x2, y2), (x3, y3))")?;
        initializer(Self, engine::Triangle::new(a.finite("a")?, b.finite("b")?, c.finite("c")?))
    }
}

#[pymethods]
impl Capsule {
    #[new]
    fn new(a: Pair, b: Pair, radius: f64) -> Initializer<Self> {
        initializer(Self, engine::Capsule::new(a.finite("a")?, b.finite("b")?, length(radius, "radius")?))
    }
}

fn half(size: Pair) -> PyResult<Vector<f64, 2>> {
    let size = [length(size.0[0], "size")?, length(size.0[1], "size")?];
    Ok(Vector(size).scaled(0.5))
}

#[pymethods]
impl OrientedBox {
    #[new]
    #[pyo3(signature = (center, size, degrees=RotationArgument::Degrees(0.0)), text_signature = "(center, size, degrees=0.0)")]
    fn new(center: Pair, size: Pair, degrees: RotationArgument) -> Initializer<Self> {
        initializer(
            Self,
            engine::OrientedBox::new(center.finite("center")?, half(size)?, degrees.rotation()?),
        )
    }
}

#[pymethods]
impl Ellipse {
    #[new]
    #[pyo3(signature = (center, size, degrees=RotationArgument::Degrees(0.0)), text_signature = "(center, size, degrees=0.0)")]
    fn new(center: Pair, size: Pair, degrees: RotationArgument) -> Initializer<Self> {
        initializer(Self, engine::Ellipse::new(center.finite("center")?, half(size)?, degrees.rotation()?))
    }
}

/// The constructor copies the mask, so that later changes of the mask do not affect the sprite.
#[pymethods]
impl Sprite {
    #[new]
    #[pyo3(signature = (mask, topleft=Numbers([0.0; 2]), pixel=1.0, flip_x=false, flip_y=false),
        text_signature = "(mask, topleft=(0, 0), pixel=1.0, flip_x=False, flip_y=False)")]
    fn new(mask: mask::Given, topleft: Pair, pixel: f64, flip_x: bool, flip_y: bool) -> Initializer<Self> {
        let at = topleft.finite("topleft")?;
        if length(pixel, "pixel")? == 0.0 {
            return Err(PyValueError::new_err("pixel: its size is zero"));
        }
        let mask = mask.read()?;
        let sprite = engine::Sprite::try_new(mask.as_mask(), at, pixel);
        let sprite = sprite
            .ok_or_else(|| PyValueError::new_err("pixel: the sprite would leave the range of numbers"))?;
        let flips = [flip_x, flip_y].into_iter().enumerate().filter(|(_, flip)| *flip);
        initializer(Self, flips.fold(sprite, |sprite, (axis, _)| sprite.flipped(axis)))
    }

    /// A copy of the mask of the sprite.
    #[getter]
    fn mask(slf: PyRef<'_, Self>) -> Mask {
        match slf.as_super().0.as_shape() {
            engine::Shape::Mask(sprite) => Mask::new_of(sprite.mask().to_buf()),
            _ => Mask::new_of(MaskBuf::new([0; 2])),
        }
    }
}

/// Creates a convex polygon if the corners allow it, and otherwise a region (a concave polygon). A polygon with a radius above zero must be
/// convex.
pub fn polygon(points: &[Pair], radius: f64) -> PyResult<ShapeBuf<f64, 2>> {
    let fault = |error: engine::PolygonError| PyValueError::new_err(format!("points: {error}"));
    let corners: Vec<_> = points.iter().map(|point| point.vector()).collect();
    if length(radius, "radius")? > 0.0 {
        return Ok(engine::Polygon::new(&corners).map_err(fault)?.rounded(radius).into());
    }
    // Try a convex polygon first, because queries are faster for it: a region is split into convex parts.
    match engine::Polygon::new(&corners) {
        Ok(convex) => Ok(convex.into()),
        Err(_) => Ok(Region::new(corners).map_err(fault)?.into()),
    }
}

#[pymethods]
impl Polygon {
    #[new]
    #[pyo3(signature = (points, radius=None, *rest), text_signature = "(points, radius=0.0)")]
    fn new(
        points: &Bound<'_, PyAny>,
        radius: Option<&Bound<'_, PyAny>>,
        rest: &Bound<'_, PyTuple>,
    ) -> Initializer<Self> {
        let radius = radius.map_or(Ok(0.0), number);
        let (Ok(radius), true) = (radius, rest.is_empty()) else {
            return Err(PyTypeError::new_err(
                "a list of points and a radius are needed: Polygon([(x1, y1), (x2, y2), (x3, y3)], radius)",
            ));
        };
        initializer(Self, polygon(&argument::<Each<Pair>>(points, "points")?.0, radius)?)
    }

    /// The corners of the polygon.
    #[getter]
    fn corners(slf: PyRef<'_, Self>) -> Vec<(f64, f64)> {
        corners(&slf.as_super().0)
    }
}

#[pymethods]
impl Compound {
    #[new]
    #[pyo3(signature = (shapes, degrees=RotationArgument::Degrees(0.0), translation=Numbers([0.0; 2])), text_signature = "(shapes, degrees=0.0, translation=(0, 0))")]
    fn new(shapes: Each<Given>, degrees: RotationArgument, translation: Pair) -> Initializer<Self> {
        let parts = ShapeBuf::compound(shapes.0.into_iter().map(Given::into_owned));
        let translation = translation.finite("translation")?;
        let placed = match degrees {
            RotationArgument::Degrees(0.0) => parts.translated(translation),
            rotation => Some(parts.placed(&Pose::new(rotation.rotation()?, translation))),
        };
        initializer(Self, in_range(&parts, placed)?)
    }
}

/// Checks that a compound has not left the range of `f64` when it was rotated and translated. `made` is the shape after the motion, and
/// `of` the shape before it. Returns `made`. Fails if `made` is `None` or has a coordinate that is not finite.
pub fn in_range<const N: usize>(
    of: &ShapeBuf<f64, N>,
    made: Option<ShapeBuf<f64, N>>,
) -> PyResult<ShapeBuf<f64, N>> {
    let finite = |corner: Vector<f64, N>| corner.0.iter().all(|c| c.is_finite());
    // If a coordinate is out of range, the bounding box is infinite or missing. Empty and infinite shapes have no bounding box either, but
    // are allowed.
    let fits = |shape: &ShapeBuf<f64, N>| match shape.as_shape().bounds() {
        Some(area) => finite(area.min()) && finite(area.max()),
        None => of.as_shape().bounds().is_none(),
    };
    made.filter(fits)
        .ok_or_else(|| PyOverflowError::new_err("translation: the shape would leave the range of numbers"))
}

fn corners(shape: &ShapeBuf<f64, 2>) -> Vec<(f64, f64)> {
    match shape.as_shape() {
        engine::Shape::Polygon(polygon) => polygon.corners().map(pair).collect(),
        engine::Shape::Region(region) => region.corners().iter().copied().map(pair).collect(),
        _ => Vec::new(),
    }
}

/// Creates the Python object for a shape. The class of the object follows from the kind of the shape.
pub fn wrap(py: Python<'_>, shape: ShapeBuf<f64, 2>) -> PyResult<Bound<'_, PyAny>> {
    use engine::Shape as S;
    macro_rules! object {
        ($($pattern:pat => $class:expr,)*) => {
            match shape.as_shape() {
                $($pattern => |py, shape| Ok(Bound::new(py, initializer($class, shape)?)?.into_any()),)*
            }
        };
    }
    let make: for<'py> fn(Python<'py>, ShapeBuf<f64, 2>) -> PyResult<Bound<'py, PyAny>> = object! {
        S::Point(_) => Point,
        S::Aabb(_) => Box,
        S::Ball(_) | S::SquaredBall(_) => Circle,
        S::Segment(_) => Segment,
        S::Triangle(_) => Triangle,
        S::Capsule(_) => Capsule,
        S::OrientedBox(_) => OrientedBox,
        S::Ellipse(_) => Ellipse,
        S::Polygon(_) | S::Region(_) => Polygon,
        S::HalfSpace(_) => HalfSpace,
        S::HeightField(_) => HeightField,
        S::Mask(_) => Sprite,
        S::Group(_) | S::Compound(_) | S::Placed(..) => Compound,
        // No constructor of this package makes these kinds.
        S::Cylinder(_) | S::OrientedCylinder(_) | S::Hull(_) | S::Mesh(_) => Compound,
    };
    make(py, shape)
}

/// Returns the constructor and the arguments that recreate the shape exactly. The constructor is the name of a class method, or `""` for
/// `__init__`.
pub fn arguments<'py>(
    py: Python<'py>,
    shape: &ShapeBuf<f64, 2>,
) -> PyResult<(&'static str, Bound<'py, PyTuple>)> {
    use engine::Shape as S;
    let rotation = |rotation| RotationArgument::of(py, rotation);
    let size = |half: Vector<f64, 2>| pair(half.scaled(2.0));
    let made = match shape.as_shape() {
        S::Point(at) => pair(at).into_pyobject(py),
        S::Aabb(area) => {
            let (x, y, w, h) = answer::rect(area);
            if rect([x, y, w, h]).is_ok_and(|made| made == area) {
                return Ok(("", (x, y, w, h).into_pyobject(py)?));
            }
            // Use `between`, because here the upper corner is not exactly the sum of the lower corner and the size.
            return Ok(("between", (pair(area.min()), pair(area.max())).into_pyobject(py)?));
        }
        S::Ball(ball) => (pair(ball.center()), ball.radius()).into_pyobject(py),
        S::SquaredBall(ball) => {
            let made = (pair(ball.center()), ball.radius_squared()).into_pyobject(py)?;
            return Ok(("with_radius_squared", made));
        }
        S::Segment(segment) => (pair(segment.from()), pair(segment.to())).into_pyobject(py),
        S::Triangle(triangle) => PyTuple::new(py, triangle.corners().map(pair)),
        S::Capsule(capsule) => {
            let spine = capsule.spine();
            (pair(spine.from()), pair(spine.to()), capsule.radius()).into_pyobject(py)
        }
        S::OrientedBox(area) => {
            (pair(area.center()), size(area.half_size()), rotation(area.rotation())?).into_pyobject(py)
        }
        S::Ellipse(oval) => {
            (pair(oval.center()), size(oval.half_size()), rotation(oval.rotation())?).into_pyobject(py)
        }
        S::Polygon(polygon) if polygon.radius() > 0.0 => (corners(shape), polygon.radius()).into_pyobject(py),
        S::Polygon(_) | S::Region(_) => (corners(shape),).into_pyobject(py),
        S::HalfSpace(of) => (pair(of.point()), pair(of.normal())).into_pyobject(py),
        S::HeightField(field) => return Ok(("", height_field::arguments(py, field)?)),
        S::Mask(sprite) => {
            let (mask, [x, y]) = (Mask::new_of(sprite.mask().to_buf()), sprite.flip());
            (mask, pair(sprite.aabb().min()), sprite.pixel(), x, y).into_pyobject(py)
        }
        S::Group(group) => {
            let parts: PyResult<Vec<_>> = group.parts().iter().map(|part| wrap(py, part.clone())).collect();
            match group.pose() {
                None => (parts?,).into_pyobject(py),
                Some(pose) => (parts?, rotation(pose.rotation)?, pair(pose.translation)).into_pyobject(py),
            }
        }
        _ => Ok(PyTuple::empty(py)),
    };
    Ok(("", made?))
}
