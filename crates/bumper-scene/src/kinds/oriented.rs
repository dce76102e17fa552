//! Reads the shapes that can have any direction: segments, capsules, triangles, polygons, hulls, oriented boxes and ellipses.

use super::{Offsets, OwnedShape, place};
use crate::fields::{Fields, Read, axis_name, fault, list, vector};
use crate::node::Node;
use crate::number::{Number, formatted};
use bumper::scalar::Scalar;
use bumper::{
    Capsule, Ellipse, HullBuf, OrientedBox, PolygonError, Region, Rotation, Segment, Triangle, Vector,
};

/// The error for a kind of shape that does not exist for integers and fixed point, in a scene of such a scalar. `where_` follows the kind
/// in the message, for example " in 3 dimensions".
pub(super) fn needs_floats<S: Number, T>(kind: &str, where_: &str) -> Read<T> {
    fault(format!("{kind}{where_} is for the scalars f32 and f64, not for {}", S::NAME))
}

fn ends<S: Number, const N: usize>(
    fields: &Fields,
    offsets: Offsets<S, N>,
) -> Read<(Vector<S, N>, Vector<S, N>)> {
    let end = |key: &str| place(fields.vector(key)?, offsets, &|| fields.name(key));
    Ok((end("from")?, end("to")?))
}

pub(super) fn segment<S: Number, const N: usize>(
    node: &Node,
    offsets: Offsets<S, N>,
) -> Read<OwnedShape<S, N>> {
    let fields = Fields::new("segment", node, &[&["from", "to"]])?;
    let (from, to) = ends(&fields, offsets)?;
    Segment::try_new(from, to)
        .map_or_else(|| needs_floats::<S, _>("segment", " in 3 dimensions"), |s| Ok(s.into()))
}

pub(super) fn capsule<S: Number, const N: usize>(
    node: &Node,
    offsets: Offsets<S, N>,
) -> Read<OwnedShape<S, N>> {
    let fields = Fields::new("capsule", node, &[&["from", "to", "radius"]])?;
    let (from, to) = ends(&fields, offsets)?;
    let capsule = Capsule::try_new(from, to, fields.radius("radius")?);
    capsule.map_or_else(|| needs_floats::<S, _>("capsule", ""), |capsule| Ok(capsule.into()))
}

pub(super) fn triangle<S: Number, const N: usize>(
    node: &Node,
    offsets: Offsets<S, N>,
) -> Read<OwnedShape<S, N>> {
    let points = points(node, "triangle", offsets)?;
    let Ok(corners) = <[Vector<S, N>; 3]>::try_from(points) else {
        return fault("triangle needs three points");
    };
    let triangle = Triangle::try_new(corners);
    triangle.map_or_else(|| needs_floats::<S, _>("triangle", " in 3 dimensions"), |t| Ok(t.into()))
}

pub(super) fn polygon<S: Number, const N: usize>(node: &Node, offsets: Offsets<S, N>) -> Read<Region<S, N>> {
    if N != 2 {
        return fault("polygon is for 2 dimensions");
    }
    Region::try_new(points(node, "polygon", offsets)?).or_else(|error| {
        fault(match error {
            PolygonError::TooFew => "polygon needs three or more different points",
            PolygonError::Flat => "polygon has no area",
            PolygonError::Crossing => "polygon has edges that cross",
            PolygonError::Touching => {
                "polygon has edges that touch or overlap, as at the slit of a hole; split it there"
            }
            _ => "polygon has a coordinate that is not finite",
        })
    })
}

pub(super) fn hull<S: Number, const N: usize>(node: &Node, offsets: Offsets<S, N>) -> Read<HullBuf<S, N>> {
    if N != 3 {
        return fault("hull is for 3 dimensions");
    }
    if !S::IS_FLOAT {
        return needs_floats::<S, _>("hull", "");
    }
    HullBuf::new(points(node, "hull", offsets)?).map_or_else(|| fault("hull has no points"), Ok)
}

pub(super) fn oriented_box<S: Number, const N: usize>(
    node: &Node,
    offsets: Offsets<S, N>,
) -> Read<OwnedShape<S, N>> {
    let turn = if N == 2 { "angle" } else { "rotation" };
    let fields = Fields::new("oriented_box", node, &[&["center", "half_size", turn]])?;
    if !S::IS_FLOAT {
        return needs_floats::<S, _>("oriented_box", "");
    }
    let (center, half_size) = middle(&fields, offsets)?;
    let rotation = if N == 2 {
        Rotation::try_from_degrees(fields.scalar::<S>(turn)?.to_real())
    } else {
        Rotation::try_from_quaternion(fields.vector::<S, 4>(turn)?.map(S::to_real).0)
    };
    let Some(rotation) = rotation else {
        return fault(format!("{} is zero", fields.name(turn)));
    };
    let shape = OrientedBox::try_new(center, half_size, &rotation);
    shape.map_or_else(
        || needs_floats::<S, _>("oriented_box", ""),
        |shape| checked("oriented_box", shape.into()),
    )
}

pub(super) fn ellipse<S: Number, const N: usize>(
    node: &Node,
    offsets: Offsets<S, N>,
) -> Read<OwnedShape<S, N>> {
    if N != 2 {
        return fault("ellipse is for 2 dimensions");
    }
    let fields = Fields::new("ellipse", node, &[&["center", "half_size", "angle"]])?;
    if !S::IS_FLOAT {
        return needs_floats::<S, _>("ellipse", "");
    }
    let (center, half_size) = middle(&fields, offsets)?;
    let angle = fields.get("angle").map_or(Ok(S::ZERO), |_| fields.scalar("angle"))?;
    let shape = Rotation::try_from_degrees(angle.to_real())
        .and_then(|rotation| Ellipse::try_new(center, half_size, &rotation));
    shape.map_or_else(|| needs_floats::<S, _>("ellipse", ""), |shape| checked("ellipse", shape.into()))
}

/// Reads the center and the half extents of a shape. Fails if a half extent is negative.
fn middle<S: Number, const N: usize>(
    fields: &Fields,
    offsets: Offsets<S, N>,
) -> Read<(Vector<S, N>, Vector<S, N>)> {
    let center = place(fields.vector("center")?, offsets, &|| fields.name("center"))?;
    let half_size: Vector<S, N> = fields.vector("half_size")?;
    match (0..N).find(|&axis| half_size[axis] < S::ZERO) {
        Some(axis) => {
            let name = fields.name("half_size");
            let value = formatted(half_size[axis]);
            fault(format!("{name}.{} {value} is negative", axis_name(axis)))
        }
        None => Ok((center, half_size)),
    }
}

/// Checks that the AABB of a shape has finite coordinates within the range of the scalar, because sums of valid coordinates may lie
/// outside. Returns the shape unchanged, or a fault.
fn checked<S: Number, const N: usize>(kind: &str, shape: OwnedShape<S, N>) -> Read<OwnedShape<S, N>> {
    let finite = |v: Vector<S::Real, N>| v.0.into_iter().all(|c| c.to_f64().is_finite());
    match shape.bounds().filter(|aabb| finite(aabb.min()) && finite(aabb.max())) {
        Some(_) => Ok(shape),
        None => {
            let part = if kind == "ellipse" { "an end" } else { "a corner" };
            fault(format!("{kind} has {part} that is out of range for {}", S::NAME))
        }
    }
}

/// Reads a list of points. Adds all offsets of the shape (its own `at` and those of the enclosing compounds) to each point.
fn points<S: Number, const N: usize>(
    node: &Node,
    kind: &str,
    offsets: Offsets<S, N>,
) -> Read<Vec<Vector<S, N>>> {
    let read = |(index, node)| {
        let name = || format!("{kind}[{index}]");
        vector(node, name).and_then(|point| place(point, offsets, &name))
    };
    list(node, kind)?.iter().enumerate().map(read).collect()
}
