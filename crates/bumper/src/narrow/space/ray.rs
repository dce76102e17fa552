//! Ray casts against convex shapes in 3D, in closed form for every core except hulls (`hull`). A core is a convex shape without its radius.
//!
//! The ray is extended to a line. Every function finds the parameter at which this line enters the core; it is negative behind the start. A
//! point of the line near the shape is subtracted from all coordinates. So if the start is far away, only the distance loses digits. A ray
//! that passes a shape within a few rounding errors hits it, so that shapes without thickness can be hit.

mod hull;

use crate::Vector;
use crate::narrow::measure::{dot, l1_norm, unit};
use crate::narrow::ray::{
    RawHit, ball, capsule, cast_oriented_box, half_space, max_parallel_squared_sine, segment_entry, slabs,
};
use crate::narrow::rounding_error;
use crate::narrow::space::face::{longest_first, perpendicular_part};
use crate::narrow::tolerance::MAX_PROJECTED_AREA_RATIO;
use crate::scalar::Real;
use crate::view::{Convex, Core, CylinderCore};

/// The hit of a ray on a shape, at a distance of at most `max_distance`.
#[inline(always)]
pub(crate) fn cast<R: Real>(
    shape: &Convex<'_, R, 3>,
    from: &Vector<R, 3>,
    direction: &Vector<R, 3>,
    max_distance: R,
) -> Option<RawHit<R, 3>> {
    let from = *from;
    let direction = *direction;
    let (distance, normal) = first_hit(shape, from, direction)?;
    // If the ray starts on the boundary within rounding, the hit is moved to distance zero. The test `is_rounding` is slow, so the faster
    // test `is_beyond_rounding` excludes most rays first.
    let is_near = distance > R::ZERO && !is_beyond_rounding(shape, from, distance);
    let distance = if is_near && is_rounding(*shape, from, distance) { R::ZERO } else { distance };
    // The comparison is also false if the distance is NaN.
    (distance <= max_distance).then_some((distance, normal))
}

/// Whether the computed `distance` from the point `from` to the shape is no larger than its own rounding error. False for infinite boxes,
/// whose rounding error would be infinite. Takes the shape by value: for a reference, the caller would have to store the shape on the
/// stack.
#[inline(never)]
fn is_rounding<R: Real>(shape: Convex<'_, R, 3>, from: Vector<R, 3>, distance: R) -> bool {
    let tolerance = rounding_error(shape.moved(-from).magnitude());
    tolerance < R::INFINITY && distance <= tolerance
}

/// The distance at which a ray hits a shape, and the outward normal there. For a flat shape, it is the normal of the side that faces the
/// ray. If the ray starts inside, the distance is zero and the normal is the opposite of the direction. `direction` has unit length.
///
/// The error of the distance is a few times epsilon times the distance or the size of the shape, whichever is larger, divided by the cosine
/// of the angle of incidence.
#[inline(always)]
fn first_hit<R: Real>(
    shape: &Convex<'_, R, 3>,
    from: Vector<R, 3>,
    direction: Vector<R, 3>,
) -> Option<RawHit<R, 3>> {
    let relative = |point: &Vector<R, 3>| *point - from;
    let radius = shape.radius;
    match &shape.core {
        Core::Point(center) => ball(relative(center), radius, direction),
        Core::Segment([p, q]) => capsule([relative(p), relative(q)], radius, direction),
        Core::Triangle([a, b, c]) => triangle_from([relative(a), relative(b), relative(c)], direction),
        Core::Aabb([min, max]) => slabs(relative(min), relative(max), direction),
        Core::Box(shape) => cast_oriented_box(shape, from, direction),
        Core::Corners(_) => hull::cast(&shape.core, from, direction),
        Core::Cylinder(cylinder) => ray_cylinder(cylinder, relative(&cylinder.center), direction),
        Core::HalfSpace(shape) => half_space(shape, radius, from, direction),
        // Ellipses exist only in 2D.
        Core::Ellipse(_) => None,
    }
}

/// Whether a hit distance is surely larger than its rounding error, which is estimated from the coordinates of the core. Always false for
/// hulls, because an estimate would have to visit all corners.
#[inline(always)]
fn is_beyond_rounding<R: Real>(shape: &Convex<'_, R, 3>, from: Vector<R, 3>, distance: R) -> bool {
    let sum = |point: &Vector<R, 3>| l1_norm(*point - from);
    // `magnitude` is at least half of the largest coordinate of the shape, relative to the start of the ray.
    let magnitude = match &shape.core {
        Core::Point(p) => sum(p),
        Core::Segment([p, q]) | Core::Aabb([p, q]) => sum(p) + sum(q),
        Core::Triangle([a, b, c]) => sum(a) + sum(b) + sum(c),
        Core::Box(shape) | Core::Ellipse(shape) => sum(&shape.center) + l1_norm(shape.half),
        Core::Cylinder(cylinder) => sum(&cylinder.center) + cylinder.half + cylinder.radius,
        Core::Corners(_) => return false,
        Core::HalfSpace(half_space) => sum(&half_space.point),
    };
    distance > rounding_error(magnitude + magnitude + shape.radius)
}

/// The hit on a triangle whose corners are relative to the start of the ray.
#[inline(always)]
fn triangle_from<R: Real>([a, b, c]: [Vector<R, 3>; 3], direction: Vector<R, 3>) -> Option<RawHit<R, 3>> {
    let offset = dot(a, direction);
    let along = direction.scaled(offset);
    let near = a - along;
    let edges = [b - a, c - a];
    let (t, normal) = match triangle(near, edges, offset.abs(), -offset, direction) {
        TriangleHit::Yes((t, normal)) => (t, normal),
        TriangleHit::No => return None,
        TriangleHit::Undecided => {
            let (t, normal) =
                triangle_robust([near, b - along, c - along], offset.abs(), -offset, direction)?;
            (t, normal)
        }
    };
    let distance = offset + t;
    let size = l1_norm(near);
    let tolerance = rounding_error(offset.abs() + size + size + l1_norm(edges[0]) + l1_norm(edges[1]));
    (distance >= -tolerance).then_some((R::ZERO.max(distance), normal))
}

/// The result of the fast test of a line and a triangle.
enum TriangleHit<R> {
    Yes(RawHit<R, 3>),
    No,
    /// Rounding may change the result: the triangle is thin or seen edge-on, or the line passes close to an edge. The caller then calls
    /// [`triangle_robust`].
    Undecided,
}

/// The fast test of a line and a triangle (T. Möller and B. Trumbore, Fast, Minimum Storage Ray/Triangle Intersection, 1997). There is no
/// hit if the intersection is surely before the parameter `min_t`. The first corner `a` is relative to a point of the line; `magnitude` is
/// the largest coordinate before this point was subtracted. The edges `e` and `f` start at `a`.
#[inline(always)]
fn triangle<R: Real>(
    a: Vector<R, 3>,
    [e, f]: [Vector<R, 3>; 2],
    magnitude: R,
    min_t: R,
    direction: Vector<R, 3>,
) -> TriangleHit<R> {
    let cross = f.cross(e);
    let moment = direction.cross(a);
    let (determinant, numerator, u, v) =
        (dot(direction, cross), dot(a, cross), dot(f, moment), -dot(e, moment));
    // A triangle can be hit from both sides. Multiplication by the sign of the determinant avoids an unpredictable branch.
    let side = R::from_f64(if determinant > R::ZERO { 1.0 } else { -1.0 });
    let t_times_area = numerator * side;
    let u = u * side;
    let v = v * side;
    let area = determinant * side;
    let edges = l1_norm(e) + l1_norm(f);
    let slack = rounding_error(magnitude + l1_norm(a) + edges) * edges;
    let inside = u.min(v).min(area - u - v);
    // The line has to pass inside all edges, at a parameter of at least `min_t`. Both conditions are tested in one comparison, so that
    // there is only one branch.
    if (inside + slack).min(t_times_area - (min_t * area - slack * edges)) < R::ZERO {
        return TriangleHit::No;
    }
    if (inside > slack) & (area * R::from_f64(MAX_PROJECTED_AREA_RATIO) > edges * edges) {
        // The normal is scaled before it is squared, so that nothing overflows.
        let scale = R::ONE / edges;
        let normal = cross.scaled(scale).scaled(scale);
        return TriangleHit::Yes((
            numerator / determinant,
            normal.scaled(-side / dot(normal, normal).sqrt()),
        ));
    }
    TriangleHit::Undecided
}

/// The hit of a line on any triangle, including degenerate ones. The line is intersected with the plane of the triangle and, if necessary,
/// with the edges. Returns the first parameter of at least `min_t` at which the line is on the triangle.
#[inline(never)]
fn triangle_robust<R: Real>(
    corners: [Vector<R, 3>; 3],
    magnitude: R,
    min_t: R,
    direction: Vector<R, 3>,
) -> Option<RawHit<R, 3>> {
    let tolerance = rounding_error(corners.iter().fold(magnitude, |sum, corner| sum + l1_norm(*corner)));
    let [p, q, s] = longest_first(corners);
    let Some(frame) = TriangleFrame::new([p, q, s], tolerance) else {
        let first = segment_entry([p, q], R::ZERO, tolerance, direction)?;
        let last = -segment_entry([p, q], R::ZERO, tolerance, -direction)?.0;
        return Some(clamp_to_min(first, last, min_t, direction));
    };
    let slope = frame.normal.dot(direction);
    let against = if slope > R::ZERO { -frame.normal } else { frame.normal };
    let mut last = frame.intersect(p, direction);
    let mut first = last.map(|at| (at, against));
    // If the triangle is seen edge-on, the intersection with the plane is inaccurate, and an edge may be hit first.
    let edge_on = slope * slope <= R::EPSILON;
    if first.is_none() || edge_on {
        for [p, q, s] in [[p, q, s], [q, s, p], [s, p, q]] {
            let Some((at, normal)) = segment_entry([p, q], R::ZERO, tolerance, direction) else { continue };
            if first.is_none_or(|first| at < first.0) {
                // If the triangle is seen edge-on and the line enters it at an edge, the normal is that of the edge. If the line leaves the
                // triangle at this edge, that normal would point into the triangle, so the normal of the plane is used.
                let outwards = edge_on && normal.dot(s - p) <= R::ZERO;
                first = Some((at, if outwards { normal } else { against }));
            }
            last = last.filter(|last| at <= *last).or(Some(at));
        }
    }
    Some(clamp_to_min(first?, last?, min_t, direction))
}

/// The first hit of a line that is on a triangle from the parameter `first` to the parameter `last`. If `min_t` lies between both, the line
/// is already on the triangle there, and the hit is at `min_t`.
fn clamp_to_min<R: Real>(first: RawHit<R, 3>, last: R, min_t: R, direction: Vector<R, 3>) -> RawHit<R, 3> {
    if first.0 < min_t && last >= min_t { (min_t, -direction) } else { first }
}

/// Coordinates in the plane of a triangle: the origin is its first corner, the first axis runs along its first edge.
#[derive(Clone, Copy)]
struct TriangleFrame<R> {
    axes: [Vector<R, 3>; 2],
    normal: Vector<R, 3>,
    /// The first coordinate of the triangle's second corner. The second coordinate of this corner is zero.
    long: R,
    apex: [R; 2],
}

impl<R: Real> TriangleFrame<R> {
    /// Creates the frame; `None` if the triangle is no wider than a tolerance.
    fn new([p, q, s]: [Vector<R, 3>; 3], tolerance: R) -> Option<Self> {
        let x = unit(q - p)?;
        let up = perpendicular_part(x, s - p);
        let high = up.dot(up).sqrt();
        let y = unit(up).filter(|_| high > tolerance)?;
        let normal = unit(x.cross(y))?;
        Some(Self { axes: [x, y], normal, long: (q - p).dot(x), apex: [(s - p).dot(x), high] })
    }

    /// The parameter at which a line passes through the triangle; `None` if it misses. `corner` is the first corner of the triangle
    /// relative to the start of the line.
    fn intersect(&self, corner: Vector<R, 3>, direction: Vector<R, 3>) -> Option<R> {
        let slope = self.normal.dot(direction);
        if slope == R::ZERO {
            return None;
        }
        let at = corner.dot(self.normal) / slope;
        let point = direction.scaled(at) - corner;
        let (x, y, [u, v]) = (point.dot(self.axes[0]), point.dot(self.axes[1]), self.apex);
        let inside = y >= R::ZERO && x * v >= u * y && (self.long - x) * v >= (self.long - u) * y;
        inside.then_some(at)
    }
}

/// A range of the parameter of a line, from `start` to `end`.
struct ParameterRange<R> {
    start: R,
    end: R,
}

/// A line relative to a cylinder. At the parameter t, its point has the height `t * rise - height` above the center, and the vector
/// `step * t - radial` perpendicular to the axis.
struct AxialLine<R> {
    height: R,
    rise: R,
    radial: Vector<R, 3>,
    step: Vector<R, 3>,
}

impl<R: Real> AxialLine<R> {
    /// The interval in which the line is inside the infinite cylinder; `None` if it misses. Seen along the axis, the cylinder is a disc.
    /// The line is inside this disc from half a chord before to half a chord after its point closest to the axis.
    #[inline(always)]
    fn inside_side(&self, radius: R, tolerance: R) -> Option<ParameterRange<R>> {
        let speed = self.step.dot(self.step);
        let is_slanted = speed > max_parallel_squared_sine();
        let middle = if is_slanted { self.radial.dot(self.step) / speed } else { R::ZERO };
        let closest = self.radial - self.step.scaled(middle);
        let squared = closest.dot(closest);
        let limit = radius + tolerance;
        if squared > limit * limit {
            return None;
        }
        let chord = radius * radius - squared;
        let chord = R::ZERO.max(chord);
        if !is_slanted {
            return Some(ParameterRange { start: R::NEG_INFINITY, end: R::INFINITY });
        }
        let half_chord = (chord / speed).sqrt();
        Some(ParameterRange { start: middle - half_chord, end: middle + half_chord })
    }

    /// The interval in which the line is between the planes of the two ends of the cylinder; `None` if it runs beside them.
    #[inline(always)]
    fn between_ends(&self, half: R, tolerance: R) -> Option<ParameterRange<R>> {
        if self.rise == R::ZERO {
            let is_between = !(self.height.abs() > half + tolerance);
            return is_between.then_some(ParameterRange { start: R::NEG_INFINITY, end: R::INFINITY });
        }
        let middle = self.height / self.rise;
        let half_chord = half / self.rise.abs();
        Some(ParameterRange { start: middle - half_chord, end: middle + half_chord })
    }

    /// The parameter at which the line passes the rim of a cylinder within the tolerance; `None` if it passes farther away. `on_side` is
    /// the parameter at which the line meets the side, at a point which may be slightly beyond the end of the cylinder. `on_end` is the
    /// parameter at which it meets the plane of the end, at a point which may be slightly outside the side.
    #[inline(always)]
    fn graze_rim(&self, cylinder: &CylinderCore<R, 3>, on_side: R, on_end: R, tolerance: R) -> Option<R> {
        let axial_excess = (on_side * self.rise - self.height).abs() - cylinder.half;
        let radial_excess = (self.step.scaled(on_end) - self.radial).length() - cylinder.radius;
        if axial_excess > tolerance && radial_excess > tolerance {
            return None;
        }
        Some(if axial_excess <= tolerance { on_side } else { on_end })
    }
}

/// The hit on a cylinder whose center is relative to the start of the ray. The line is inside the infinite cylinder for one interval of
/// parameters, and between the planes of the two ends for another. It is inside the cylinder where both intervals overlap.
#[inline(always)]
fn ray_cylinder<R: Real>(
    cylinder: &CylinderCore<R, 3>,
    center: Vector<R, 3>,
    direction: Vector<R, 3>,
) -> Option<RawHit<R, 3>> {
    let axis = cylinder.axis;
    let offset = center.dot(direction);
    let near = center - direction.scaled(offset);
    let height = near.dot(axis);
    let rise = direction.dot(axis);
    let line =
        AxialLine { height, rise, radial: near - axis.scaled(height), step: direction - axis.scaled(rise) };
    let tolerance = rounding_error(offset.abs() + cylinder.radius + cylinder.half);
    let side = line.inside_side(cylinder.radius, tolerance)?;
    let ends = line.between_ends(cylinder.half, tolerance)?;
    let through_side = side.start > ends.start;
    let mut entry = if through_side { side.start } else { ends.start };
    if entry > ends.end.min(side.end) {
        // The two intervals are disjoint, so the line passes beside the rim. It still counts as a hit if it passes within the tolerance.
        let (on_side, on_end) = if through_side { (side.start, ends.end) } else { (side.end, ends.start) };
        entry = line.graze_rim(cylinder, on_side, on_end, tolerance)?;
    }
    let t = offset + entry;
    // The condition is also true if `t` is NaN.
    if !(t > R::ZERO) {
        return cylinder_at_start(cylinder, center, direction, through_side, tolerance);
    }
    if !through_side {
        return Some((t, if rise > R::ZERO { -axis } else { axis }));
    }
    let outwards = line.step.scaled(entry) - line.radial;
    // Rounding leaves a component of `outwards` along the axis, which may be large compared to a small radius. It is removed.
    let outwards = outwards - axis.scaled(outwards.dot(axis));
    Some((t, unit(outwards).or(unit(-line.step)).unwrap_or(-direction)))
}

/// The hit at distance zero of a ray that starts inside a cylinder or on its surface; `None` if it starts outside, which means that the
/// cylinder is behind the start. `through_side` says that the line of the ray enters the cylinder through its side.
fn cylinder_at_start<R: Real>(
    cylinder: &CylinderCore<R, 3>,
    center: Vector<R, 3>,
    direction: Vector<R, 3>,
    through_side: bool,
    tolerance: R,
) -> Option<RawHit<R, 3>> {
    let axis = cylinder.axis;
    let height = center.dot(axis);
    let rise = direction.dot(axis);
    let outwards = axis.scaled(height) - center;
    let axial_excess = height.abs() - cylinder.half;
    let radial_excess = outwards.length() - cylinder.radius;
    let is_inside = axial_excess <= tolerance && radial_excess <= tolerance;
    let normal = match through_side {
        true if radial_excess >= -tolerance && outwards.dot(direction) < R::ZERO => {
            outwards.scaled(R::ONE / outwards.length())
        }
        false if axial_excess >= -tolerance && height * rise > R::ZERO => {
            if rise > R::ZERO {
                -axis
            } else {
                axis
            }
        }
        _ => -direction,
    };
    is_inside.then_some((R::ZERO, normal))
}

#[cfg(all(test, feature = "std"))]
mod tests;
