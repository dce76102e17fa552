//! Debug drawing: outlines of shapes and contact normals as line segments for any renderer. Needs the feature `std` or `libm`.
//!
//! The end points of the lines are in `f64`, whatever the number type of the shape. `point.map(|c| c as f32)` converts a point for an
//! engine.
//!
//! ```
//! use bumper::{Aabb, Ball, Vector, debug};
//!
//! // A game would draw the lines; here they are counted and measured.
//! let (mut lines, mut length) = (0, 0.0);
//! debug::outline(Aabb::new([0i16, 0], [30, 40]), &mut |from: Vector<f64, 2>, to: Vector<f64, 2>| {
//!     lines += 1;
//!     length += (to - from).length();
//! });
//! assert_eq!((lines, length), (4, 140.0));
//! debug::contact(Aabb::new([0, 0], [30, 40]), Ball::new([35, 20], 8), 5.0, &mut |from, to| {
//!     assert_eq!(to - from, Vector([5.0, 0.0]));
//! });
//!
//! // All bodies of a simulation. A window would draw the lines with its own function.
//! use bumper::{AsShape, dynamics::{BodyDef, ColliderDef, Simulation}};
//! let mut simulation = Simulation::new([0.0f32, 9.8]);
//! simulation.insert(&BodyDef::default(), &[ColliderDef::new(Ball::new([0.0, 0.0], 1.0))]).unwrap();
//! let draw_line = |[x0, y0]: [f32; 2], [x1, y1]: [f32; 2]| assert!(x0.hypot(y0).max(x1.hypot(y1)) < 1.01);
//! for (body, _) in simulation.iter() {
//!     for shape in simulation.colliders_of(body).filter_map(|id| simulation.shape_of(id)) {
//!         debug::outline(shape.as_shape(), &mut |from: Vector<f64, 2>, to: Vector<f64, 2>| {
//!             draw_line(from.map(|c| c as f32).0, to.map(|c| c as f32).0);
//!         });
//!     }
//! }
//! ```

use crate::scalar::Scalar;
use crate::view::{Convex, Core, ShapeView};
use crate::{Relation, Shape, Vector};

/// The number of line segments of a round outline. Outlines with corners get fewer segments, because equal points are merged.
const SIDES: u32 = 48;

/// The side of the square or cube that is drawn for a half-space, in the units of the coordinates. One of its faces is in the plane, around
/// the point with which the half-space was made. With half of it, a level may be wider than the floor that is drawn; with twice as much, the
/// lines are longer.
const HALF_SPACE_SIDE: f64 = 1024.0;

/// Calls `line(start, end)` for each segment of the outlines of a shape's convex parts, one closed outline after the other. In 2D, each
/// part has one outline, also each part of a concave polygon. In 3D, each part has three outlines: the points that form its silhouette when
/// it is seen along the x, y and z axis. Round outlines are polygons with 48 corners. Draws nothing for a point.
/// Of a half-space, it draws a square (in 3D a cube) with a side of 1024 units, behind the point with which the half-space was made.
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
    let Some(view) = ShapeView::<S, f64, N>::new(&shape, None) else { return };
    view.each_convex(&mut |part| {
        let near = drawn_part(part);
        let part = near.as_ref().unwrap_or(part);
        for plane in 0..if N == 2 { 1 } else { N } {
            silhouette(part, [plane % N, (plane + 1) % N], line);
        }
    });
}

/// The part of a half-space that is drawn; `None` for other shapes.
fn drawn_part<const N: usize>(shape: &Convex<'_, f64, N>) -> Option<Convex<'static, f64, N>> {
    let Core::HalfSpace(half_space) = &shape.core else { return None };
    // The box is twice as large as its reach on each side of the point.
    let part = half_space.near(half_space.point, HALF_SPACE_SIDE * 0.25);
    Some(Convex { core: Core::Box(part), radius: shape.radius })
}

/// Draws the outline of a convex shape, projected onto the plane of two axes. It connects the shape's support points for 48 directions in
/// this plane, and leaves out repeated points.
fn silhouette<const N: usize>(
    shape: &Convex<'_, f64, N>,
    [u, v]: [usize; 2],
    line: &mut dyn FnMut(Vector<f64, N>, Vector<f64, N>),
) {
    let point = |k: u32| {
        // Directions are offset by half a step, so that none is parallel to a coordinate axis. In a direction parallel to an axis, two
        // corners of a box are equally far, and rounding would decide which of them is drawn.
        let turn = (f64::from(k) + 0.5) * (2.0 * core::f64::consts::PI / f64::from(SIDES));
        let cosine = libm::cos(turn);
        let sine = libm::sin(turn);
        // An ellipse is a scaled circle, and is drawn through the images of equally spaced points of this circle. Support points for
        // equally spaced directions would, for a thin ellipse, all lie near its two ends.
        if let Core::Ellipse(ellipse) = &shape.core {
            return ellipse.at_circle_point(Vector([cosine, sine]));
        }
        let direction = Vector::ZERO.with(u, cosine).with(v, sine);
        shape.core.support(direction) + direction.scaled(shape.radius)
    };
    let mut from = point(0);
    let first = point(0);
    for to in (1..SIDES).map(point).chain([first]) {
        if to != from {
            line(from, to);
        }
        from = to;
    }
}

/// Calls `line(start, end)` for each contact point of two shapes that touch or overlap. The line starts at the contact point and extends by
/// `length` along the contact normal, which points from `a` to `b`. Draws nothing if the shapes are apart.
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
    let a = a.into();
    let b = b.into();
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
