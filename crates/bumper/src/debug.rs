//! Debug drawing: shapes, contacts and the broad phase as line segments for any renderer. Needs the feature `std` or `libm`.
//!
//! ```
//! use bumper::{Aabb, Ball, Vector, debug};
//!
//! // Into whatever draws lines; here they are counted, and measured.
//! let (mut lines, mut length) = (0, 0.0);
//! debug::outline(Aabb::new([0i16, 0], [30, 40]), &mut |from: Vector<f64, 2>, to| {
//!     lines += 1;
//!     length += (to - from).length();
//! });
//! assert_eq!((lines, length), (4, 140.0));
//! debug::contact(Aabb::new([0, 0], [30, 40]), Ball::new([35, 20], 8), 5.0, &mut |from, to| {
//!     assert_eq!(to - from, Vector([5.0, 0.0]));
//! });
//! ```

use crate::composite::Operand;
use crate::scalar::Scalar;
use crate::view::{Convex, Core};
use crate::{Relation, Shape, Vector};

/// The number of line segments of a round outline.
const SIDES: u32 = 48;

/// Calls `line` with the outline of each convex part of a shape, in order: in 2D the outline, in 3D the silhouettes along each axis. Round
/// shapes have 48 sides. Costs one support point per side.
///
/// ```
/// use bumper::{Ball, Vector, debug};
/// let mut around = 0.0;
/// debug::outline(Ball::new([0.0f32, 0.0], 1.0), &mut |from: Vector<f64, 2>, to| around += (to - from).length());
/// assert!((6.27..6.29).contains(&around));
/// ```
pub fn outline<'a, S: Scalar, const N: usize>(
    shape: impl Into<Shape<'a, S, N>>,
    line: &mut dyn FnMut(Vector<f64, N>, Vector<f64, N>),
) {
    let shape = shape.into();
    let Some(kind) = Operand::<S, f64, N>::new(&shape, None) else { return };
    kind.each_convex(&mut |part| {
        for plane in 0..if N == 2 { 1 } else { N } {
            silhouette(part, [plane % N, (plane + 1) % N], line);
        }
    });
}

/// The distinct support points in all directions of a plane of two axes.
fn silhouette<const N: usize>(
    shape: &Convex<'_, f64, N>,
    [u, v]: [usize; 2],
    line: &mut dyn FnMut(Vector<f64, N>, Vector<f64, N>),
) {
    let point = |k: u32| {
        // Avoids the axes, along which two corners of a box are tied.
        let turn = (f64::from(k) + 0.5) * (2.0 * core::f64::consts::PI / f64::from(SIDES));
        let (cosine, sine) = (libm::cos(turn), libm::sin(turn));
        // For equally spaced directions, all support points of a thin ellipse would lie at its ends.
        if let Core::Ellipse(ellipse) = &shape.core {
            return ellipse.at_circle_point(Vector([cosine, sine]));
        }
        let direction = Vector::default().with(u, cosine).with(v, sine);
        shape.core.support(direction) + direction.scaled(shape.radius)
    };
    let (mut from, first) = (point(0), point(0));
    for to in (1..SIDES).map(point).chain([first]) {
        if to != from {
            line(from, to);
        }
        from = to;
    }
}

/// Calls `line(start, end)` for each contact point of two shapes that touch or overlap. The line starts at the point and extends by `length`
/// along the contact normal, which points from `a` to `b`. Draws nothing for shapes that are apart.
///
/// ```
/// use bumper::{Ball, Vector, debug};
/// let mut lines = Vec::new();
/// debug::contact(Ball::new([0, 0], 5), Ball::new([10, 0], 5), 2.0, &mut |start, end| lines.push((start, end)));
/// assert_eq!(lines, [(Vector([5.0, 0.0]), Vector([7.0, 0.0]))]);
/// ```
pub fn contact<'a, 'b, S: Scalar, const N: usize>(
    a: impl Into<Shape<'a, S, N>>,
    b: impl Into<Shape<'b, S, N>>,
    length: f64,
    line: &mut dyn FnMut(Vector<f64, N>, Vector<f64, N>),
) {
    let (a, b) = (a.into(), b.into());
    if crate::Relate::relation(&a, &b) == Relation::Apart {
        return;
    }
    let found = crate::contact(a, b);
    let arrow = found.normal.map(Scalar::to_f64).scaled(length);
    for point in found.points() {
        let at = point.point.map(Scalar::to_f64);
        line(at, at + arrow);
    }
}
