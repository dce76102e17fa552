//! The classes for the kinds of 3D shapes, with their constructors.

use super::half_space::HalfSpace3;
use super::height_field::{self, HeightField3};
use super::initializer::{Initializer, initializer};
use super::mesh::{self, Mesh};
use super::triangle::Triangle3;
use super::{Given3, RotationArgument3, Shape3, cuboid, sphere};
use crate::answer::triple;
use crate::reading::{Each, Numbers, Triple, length};
use crate::shape::kinds::{flat, in_range, of_class};
use engine::{AsShape, Axis, OrientedCylinder, Pose, Rotation, ShapeBuf, Vector};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

macro_rules! kinds {
    ($($(#[doc = $doc:literal])* $name:ident,)*) => {
        $(
            $(#[doc = $doc])*
            #[pyclass(module = "bumper", extends = Shape3, subclass, frozen)]
            pub struct $name;
        )*
    };
}

kinds! {
    /// A 3D point: Point3(x, y, z) or Point3((x, y, z)).
    ///
    /// >>> import bumper
    /// >>> bumper.Point3(2, 3, 6).distance((0, 0, 0))
    /// 7.0
    Point3,
    /// An axis-aligned box: Box3(x, y, z, width, height, depth), or Box3(corner, size). All six faces belong to the box.
    ///
    /// >>> import bumper
    /// >>> bumper.Box3((0, 0, 0), (10, 10, 10)).contains((10, 10, 10))
    /// True
    Box3,
    /// A sphere: Sphere(x, y, z, radius) or Sphere((x, y, z), radius).
    ///
    /// >>> import bumper
    /// >>> print(bumper.Sphere((0, 0, 0), 3).relation(bumper.Sphere(0, 0, 5, 2)))
    /// touching
    Sphere,
    /// A cylinder: Cylinder(a, b, radius), where a and b are the centers of its ends. A cylinder that is parallel to a coordinate axis is
    /// stored without rounding.
    ///
    /// >>> import bumper
    /// >>> bumper.Cylinder((0, 0, 0), (0, 10, 0), 2).overlaps((3, 5, 0, 1)), bumper.Cylinder((0, 0, 0), (6, 8, 0), 2).distance((0, 0, 5))
    /// (False, 3.0)
    Cylinder,
    /// A line segment from one point to another: Segment3(a, b).
    ///
    /// >>> import bumper
    /// >>> bumper.Segment3((0, 0, 0), (10, 0, 0)).distance((5, 3, 4))
    /// 5.0
    Segment3,
    /// A capsule: Capsule3(a, b, radius). It contains all points whose distance from the line segment from a to b is at most the radius.
    ///
    /// >>> import bumper
    /// >>> bumper.Capsule3((0, 0, 0), (10, 0, 0), 2).distance((5, 0, 5))
    /// 3.0
    Capsule3,
    /// A rotated box: OrientedBox3(center, size, rotation). `size` is the full width, height and depth. The rotation is a quaternion (x, y,
    /// z, w), or an angle about an axis ((x, y, z), degrees).
    ///
    /// >>> import bumper
    /// >>> bumper.OrientedBox3((0, 0, 0), (20, 2, 2), ((0, 0, 1), 90)).contains((0, 9, 0))
    /// True
    OrientedBox3,
    /// The convex hull of points: Hull(points).
    ///
    /// >>> import bumper
    /// >>> roof = bumper.Hull([(0, 0, 0), (4, 0, 0), (0, 4, 0), (4, 4, 0), (2, 2, 3)])
    /// >>> roof.contains((2, 2, 2)), roof.contains((0, 0, 1))
    /// (True, False)
    Hull,
    /// A compound of several shapes that act as one shape: Compound3(shapes, rotation, translation). The shapes are rotated about the
    /// origin, then translated by `translation`.
    ///
    /// >>> import bumper
    /// >>> snowman = bumper.Compound3([(0, 0, 0, 10), (0, 0, 14, 6)])
    /// >>> snowman.contains((0, 0, 20)), snowman.contains((8, 0, 14))
    /// (True, False)
    Compound3,
}

#[pymethods]
impl Point3 {
    #[new]
    #[pyo3(signature = (*args))]
    fn new(args: &Bound<'_, PyTuple>) -> Initializer<Self> {
        initializer(Self, Numbers(flat(args, "Point3(x, y, z)")?).finite("x, y, z")?)
    }
}

#[pymethods]
impl Box3 {
    #[new]
    #[pyo3(signature = (*args))]
    fn new(args: &Bound<'_, PyTuple>) -> Initializer<Self> {
        if args.len() == 1
            && let Ok(shape) = args.get_item(0)?.cast::<Shape3>()
            && let engine::Shape::Aabb(area) = shape.get().0.as_shape()
        {
            return initializer(Self, area);
        }
        initializer(Self, cuboid(flat(args, "Box3(x, y, z, width, height, depth)")?)?)
    }

    /// Creates the box between two opposite corners.
    #[classmethod]
    fn between<'py>(cls: &Bound<'py, PyType>, a: Triple, b: Triple) -> PyResult<Bound<'py, PyAny>> {
        let area = engine::Aabb::new(a.finite("a")?, b.finite("b")?);
        of_class(cls, Bound::new(cls.py(), initializer(Self, area)?)?.into_any())
    }
}

#[pymethods]
impl Sphere {
    #[new]
    #[pyo3(signature = (*args))]
    fn new(args: &Bound<'_, PyTuple>) -> Initializer<Self> {
        initializer(Self, sphere(flat(args, "Sphere(x, y, z, radius)")?)?)
    }
}

#[pymethods]
impl Cylinder {
    /// Creates a cylinder from the centers of its ends, or as a copy of another cylinder.
    #[new]
    #[pyo3(signature = (a, b=None, radius=None))]
    fn new(a: &Bound<'_, PyAny>, b: Option<Triple>, radius: Option<f64>) -> Initializer<Self> {
        if let Ok(shape) = a.cast::<Shape3>()
            && let (None, None, Some(_)) = (&b, &radius, ends(&shape.get().0))
        {
            return initializer(Self, shape.get().0.clone());
        }
        let (Some(b), Some(radius)) = (b, radius) else {
            return Err(PyTypeError::new_err("two points and a radius are needed: Cylinder(a, b, radius)"));
        };
        let a = a.extract::<Triple>()?.finite("a")?;
        let b = b.finite("b")?;
        let radius = length(radius, "radius")?;
        for axis in [Axis::X, Axis::Y, Axis::Z] {
            if a.with(axis.index(), b[axis.index()]) == b {
                return initializer(
                    Self,
                    engine::Shape::from(engine::Cylinder::new(axis, a, b[axis.index()], radius)),
                );
            }
        }
        let half_axis = (b - a).scaled(0.5);
        let cylinder = OrientedCylinder::new(a + half_axis, half_axis, half_axis.length(), radius);
        let fault = || PyValueError::new_err("a, b: too far apart");
        initializer(Self, engine::Shape::from(cylinder.ok_or_else(fault)?))
    }

    /// Creates a cylinder from its center, the direction of its axis, its height and its radius.
    #[classmethod]
    fn along<'py>(
        cls: &Bound<'py, PyType>,
        center: Triple,
        direction: Triple,
        height: f64,
        radius: f64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let center = center.finite("center")?;
        let direction = direction.finite("direction")?;
        let half = length(height, "height")? * 0.5;
        let radius = length(radius, "radius")?;
        let fault = || PyValueError::new_err("direction: its length is zero");
        let exact = postcard::to_stdvec(&(center.0, direction.0, half, radius));
        let shape =
            match exact.ok().and_then(|bytes| postcard::from_bytes::<OrientedCylinder<f64>>(&bytes).ok()) {
                // If the direction has length 1, keep it bit for bit, so that a cylinder that is recreated from a `repr` is equal to the
                // original cylinder.
                Some(shape) if shape.direction() == direction => shape,
                _ => OrientedCylinder::new(center, direction, half, radius).ok_or_else(fault)?,
            };
        of_class(cls, Bound::new(cls.py(), initializer(Self, engine::Shape::from(shape))?)?.into_any())
    }
}

#[pymethods]
impl Segment3 {
    #[new]
    fn new(a: Triple, b: Triple) -> Initializer<Self> {
        initializer(Self, engine::Segment::new(a.finite("a")?, b.finite("b")?))
    }
}

#[pymethods]
impl Capsule3 {
    #[new]
    fn new(a: Triple, b: Triple, radius: f64) -> Initializer<Self> {
        initializer(Self, engine::Capsule::new(a.finite("a")?, b.finite("b")?, length(radius, "radius")?))
    }
}

#[pymethods]
impl OrientedBox3 {
    #[new]
    #[pyo3(signature = (center, size, rotation=RotationArgument3::Quaternion((0.0, 0.0, 0.0, 1.0))), text_signature = "(center, size, rotation=(0, 0, 0, 1))")]
    fn new(center: Triple, size: Triple, rotation: RotationArgument3) -> Initializer<Self> {
        size.0.iter().try_for_each(|&side| length(side, "size").map(|_| ()))?;
        let half = Vector(size.0).scaled(0.5);
        initializer(Self, engine::OrientedBox::new(center.finite("center")?, half, rotation.rotation()?))
    }
}

#[pymethods]
impl Hull {
    #[new]
    fn new(points: Each<Triple>) -> Initializer<Self> {
        initializer(
            Self,
            hull(points.0.into_iter().map(|point| point.finite("points")).collect::<PyResult<Vec<_>>>()?)?,
        )
    }

    /// The points that were passed to the constructor, moved and rotated with the hull.
    #[getter]
    fn points(slf: PyRef<'_, Self>) -> Vec<(f64, f64, f64)> {
        points(&slf.as_super().0)
    }
}

fn hull(points: Vec<Vector<f64, 3>>) -> PyResult<ShapeBuf<f64, 3>> {
    let hull =
        engine::Hull::new(&points).ok_or_else(|| PyValueError::new_err("points: the list is empty"))?;
    Ok(engine::Shape::from(hull).into())
}

#[pymethods]
impl Compound3 {
    #[new]
    #[pyo3(signature = (shapes, rotation=RotationArgument3::Quaternion((0.0, 0.0, 0.0, 1.0)), translation=Numbers([0.0; 3])), text_signature = "(shapes, rotation=(0, 0, 0, 1), translation=(0, 0, 0))")]
    fn new(shapes: Each<Given3>, rotation: RotationArgument3, translation: Triple) -> Initializer<Self> {
        let parts = ShapeBuf::compound(shapes.0.into_iter().map(Given3::into_owned));
        let rotation = rotation.rotation()?;
        let translation = translation.finite("translation")?;
        let placed = match rotation == Rotation::identity() {
            true => parts.translated(translation),
            false => Some(parts.placed(&Pose::new(rotation, translation))),
        };
        initializer(Self, in_range(&parts, placed)?)
    }
}

fn points(shape: &ShapeBuf<f64, 3>) -> Vec<(f64, f64, f64)> {
    match shape.as_shape() {
        engine::Shape::Hull(hull) => hull.points().iter().copied().map(triple).collect(),
        _ => Vec::new(),
    }
}

/// Moves a shape to a pose. A cylinder stays a cylinder, a hull a hull, and a mesh a mesh.
pub fn placed(shape: &ShapeBuf<f64, 3>, pose: &Pose<f64, 3>) -> ShapeBuf<f64, 3> {
    let placed = match shape.as_shape() {
        engine::Shape::Hull(of) => hull(of.points().iter().map(|&point| pose.apply(point)).collect()).ok(),
        engine::Shape::Mesh(of) => mesh::placed(of, pose),
        engine::Shape::Cylinder(_) | engine::Shape::OrientedCylinder(_) => {
            ends(shape).and_then(|(a, b, radius)| {
                let a = pose.apply(a);
                let b = pose.apply(b);
                let half_axis = (b - a).scaled(0.5);
                OrientedCylinder::new(a + half_axis, half_axis, half_axis.length(), radius)
                    .map(|made| engine::Shape::from(made).into())
            })
        }
        _ => None,
    };
    placed.unwrap_or_else(|| shape.placed(pose))
}

/// Returns the centers of the ends of a cylinder, and its radius.
fn ends(shape: &ShapeBuf<f64, 3>) -> Option<(Vector<f64, 3>, Vector<f64, 3>, f64)> {
    match shape.as_shape() {
        engine::Shape::Cylinder(of) => Some((of.spine().min(), of.spine().max(), of.radius())),
        engine::Shape::OrientedCylinder(of) => {
            let half_axis = of.direction().scaled(of.half_height());
            Some((of.center() - half_axis, of.center() + half_axis, of.radius()))
        }
        _ => None,
    }
}

/// Creates the Python object for a shape. The class of the object follows from the kind of the shape.
pub fn wrap(py: Python<'_>, shape: ShapeBuf<f64, 3>) -> PyResult<Bound<'_, PyAny>> {
    use engine::Shape as S;
    macro_rules! object {
        ($($pattern:pat => $class:expr,)*) => {
            match shape.as_shape() {
                $($pattern => |py, shape| Ok(Bound::new(py, initializer($class, shape)?)?.into_any()),)*
            }
        };
    }
    let make: for<'py> fn(Python<'py>, ShapeBuf<f64, 3>) -> PyResult<Bound<'py, PyAny>> = object! {
        S::Point(_) => Point3,
        S::Aabb(_) => Box3,
        S::Ball(_) => Sphere,
        S::Cylinder(_) | S::OrientedCylinder(_) => Cylinder,
        S::Segment(_) => Segment3,
        S::Triangle(_) => Triangle3,
        S::Capsule(_) => Capsule3,
        S::OrientedBox(_) => OrientedBox3,
        S::Hull(_) => Hull,
        S::HalfSpace(_) => HalfSpace3,
        S::Mesh(_) => Mesh,
        S::HeightField(_) => HeightField3,
        S::Group(_) | S::Compound(_) | S::Placed(..) => Compound3,
        // No constructor of this package makes these kinds.
        S::SquaredBall(_) | S::Ellipse(_) | S::Polygon(_) | S::Region(_) | S::Mask(_) => Compound3,
    };
    make(py, shape)
}

/// Returns the constructor and the arguments that recreate the shape exactly. The constructor is the name of a class method, or `""` for
/// `__init__`.
pub fn arguments<'py>(
    py: Python<'py>,
    shape: &ShapeBuf<f64, 3>,
) -> PyResult<(&'static str, Bound<'py, PyTuple>)> {
    use engine::Shape as S;
    let rotation = |rotation| RotationArgument3::of(py, rotation);
    let made = match shape.as_shape() {
        S::Point(at) => triple(at).into_pyobject(py),
        S::Aabb(area) => {
            let min = area.min();
            let size = area.max() - area.min();
            let [[x, y, z], [w, h, d]] = [min.0, size.0];
            if cuboid([x, y, z, w, h, d]).is_ok_and(|made| made == area) {
                return Ok(("", (triple(min), triple(size)).into_pyobject(py)?));
            }
            // Use `between`, because here the upper corner is not exactly the sum of the lower corner and the size.
            return Ok(("between", (triple(min), triple(area.max())).into_pyobject(py)?));
        }
        S::Ball(ball) => (triple(ball.center()), ball.radius()).into_pyobject(py),
        S::Cylinder(of) => {
            (triple(of.spine().min()), triple(of.spine().max()), of.radius()).into_pyobject(py)
        }
        S::OrientedCylinder(of) => {
            let height = of.half_height() * 2.0;
            let radius = of.radius();
            let made = (triple(of.center()), triple(of.direction()), height, radius);
            return Ok(("along", made.into_pyobject(py)?));
        }
        S::Segment(segment) => (triple(segment.from()), triple(segment.to())).into_pyobject(py),
        S::Triangle(triangle) => PyTuple::new(py, triangle.corners().map(triple)),
        S::Capsule(capsule) => {
            let spine = capsule.spine();
            (triple(spine.from()), triple(spine.to()), capsule.radius()).into_pyobject(py)
        }
        S::OrientedBox(area) => {
            (triple(area.center()), triple(area.half_size().scaled(2.0)), rotation(area.rotation())?)
                .into_pyobject(py)
        }
        S::Hull(_) => (points(shape),).into_pyobject(py),
        S::HalfSpace(of) => (triple(of.point()), triple(of.normal())).into_pyobject(py),
        S::Mesh(of) => return Ok(("", mesh::arguments(py, of)?)),
        S::HeightField(field) => return Ok(("", height_field::arguments(py, field)?)),
        S::Group(group) => {
            let parts: PyResult<Vec<_>> = group.parts().iter().map(|part| wrap(py, part.clone())).collect();
            match group.pose() {
                None => (parts?,).into_pyobject(py),
                Some(pose) => (parts?, rotation(pose.rotation)?, triple(pose.translation)).into_pyobject(py),
            }
        }
        _ => Ok(PyTuple::empty(py)),
    };
    Ok(("", made?))
}
