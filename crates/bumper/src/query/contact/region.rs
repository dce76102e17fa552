//! The penetration depth of a shape in a polygon that may be concave. It is the depth in the whole polygon and does not depend on the
//! convex decomposition.
//!
//! Consider translations of the second shape. Two convex parts, one of each shape, overlap for all translations in the interior of their
//! Minkowski difference, which is a convex polygon with a radius. The whole shapes overlap for all translations in the union of these part
//! differences. The shortest separating translation leads from the origin to the nearest boundary point of that union.
//!
//! Usually the deepest pair of parts determines the shortest separating translation. Otherwise, some separating translation is found first,
//! by leaving one part difference after another. Its length bounds the search for the nearest boundary point ([`boundary`]). Candidates are
//! tested in the order of their distance from the origin until no part difference ([`differences`]) contains one.

mod boundary;
mod differences;
mod frame;

use super::ERROR;
use crate::composite::{LeafKind, Operand, Search, search, separation_lower_bound};
use crate::narrow::{self, manifold::Contact, rounding_error};
use crate::scalar::{Real, Scalar};
use crate::view::{Convex, Core};
use crate::{Aabb, Vector};
use alloc::vec::Vec;
use boundary::Boundary;
use differences::Differences;
use frame::Frame;

/// The largest number of steps of the search for some separating translation. Each step moves the translation out of one part difference
/// (the Minkowski difference of two convex parts). If this is not enough, the translation that separates the bounding boxes is used.
const STEPS: usize = 8;

type Point = Vector<f64, 2>;

/// The error of a separating translation, as a multiple of the rounding error of coordinates. It is large because the translation may end
/// at an intersection of two boundaries that cross at a small angle.
const TRANSLATION_ERROR: f64 = 1e3;

/// The contact of two overlapping shapes, at least one of them a region. `deepest` is the contact of the pair of convex parts with the
/// deepest penetration.
pub(super) fn contact<S: Scalar, R: Real, const N: usize>(
    a: &Operand<'_, S, R, N>,
    b: &Operand<'_, S, R, N>,
    deepest: Contact<R, N>,
) -> Contact<R, N> {
    let (Some(p), Some(q)) = (a.bounds(), b.bounds()) else { return deepest };
    let (size, frame) = (l1_norm_of_aabb(&p) + l1_norm_of_aabb(&q), Frame::new([a, b]));
    let slack = rounding_error(size);
    // The translation that separates the deepest pair of parts is a lower bound: no shorter one separates all parts. So if it separates all
    // parts, it is the shortest one.
    let translation = deepest.normal.scaled(-deepest.separation).map(Scalar::to_f64).resized();
    let tolerance = rounding_error(size.to_f64()) * TRANSLATION_ERROR;
    let mut differences = Differences::new(frame, radius(a) + radius(b), tolerance / frame.min_scale());
    if !(deepest.separation < -slack) || !differences.find(a, b, frame.local(translation), -slack) {
        return deepest;
    }
    let by_bounds = Area::of(&p).minkowski_sum(&Area::of(&q).mirrored(), 0.0).shortest_exit();
    let bound =
        separating_translation(a, b, &mut differences, translation, slack).map(|bound| frame.world(bound));
    let bound = bound.filter(|bound| bound.length() < by_bounds.length()).unwrap_or(by_bounds);
    whole(a, b, &mut differences, bound, (size, tolerance)).unwrap_or(deepest)
}

/// A translation that separates all parts; a shorter one may exist. It is in the local coordinates of [`Frame`], in which an ellipse is the
/// unit circle. Each step takes a part difference (the Minkowski difference of two convex parts) that contains the translation. The nearest
/// edge of this difference gives a constraint: the half-plane beyond the edge. The translation moves to the line of this edge. Of the
/// points of the line that fulfil the constraints of all earlier steps, it takes the one nearest to the origin. `None` if no point of the
/// line fulfils the constraints, or after [`STEPS`] steps.
fn separating_translation<S: Scalar, R: Real, const N: usize>(
    a: &Operand<'_, S, R, N>,
    b: &Operand<'_, S, R, N>,
    differences: &mut Differences,
    first: Point,
    slack: R,
) -> Option<Point> {
    let frame = differences.frame;
    let mut translation = frame.local(first);
    // Each constraint is a half-plane, given by its unit normal and its distance from the origin.
    let mut constraints = [(Point::default(), 0.0); STEPS];
    let normal = frame.local_normal(first);
    let normal = normal.scaled(1.0 / normal.length());
    constraints[0] = (normal, normal.dot(translation));
    for count in 1..STEPS {
        if differences.containing(translation).is_none() && !differences.find(a, b, translation, -slack) {
            return Some(translation);
        }
        let difference = differences.containing(translation)?;
        let (normal, depth) = differences.exit(&difference, translation)?;
        // The translation is made slightly longer than `depth`, because rounding may have made `depth` too small.
        let distance = normal.dot(translation) + depth + slack.to_f64() / frame.min_scale();
        let along = Vector([-normal[1], normal[0]]);
        let (mut min_shift, mut max_shift) = (f64::NEG_INFINITY, f64::INFINITY);
        for (constraint, offset) in &constraints[..count] {
            let (margin, speed) = (offset - distance * constraint.dot(normal), constraint.dot(along));
            if speed > 0.0 {
                min_shift = min_shift.max(margin / speed);
            } else if speed < 0.0 {
                max_shift = max_shift.min(margin / speed);
            } else if margin > 0.0 {
                return None;
            }
        }
        if min_shift > max_shift {
            return None;
        }
        translation = normal.scaled(distance) + along.scaled(0f64.clamp(min_shift, max_shift));
        constraints[count] = (normal, distance);
    }
    None
}

/// The contact given by the shortest translation that separates the whole shapes. `bound` is some separating translation in world
/// coordinates; longer ones are not searched. `None` if the search would take too long, or if the depth is within the tolerance.
fn whole<S: Scalar, R: Real, const N: usize>(
    a: &Operand<'_, S, R, N>,
    b: &Operand<'_, S, R, N>,
    differences: &mut Differences,
    bound: Point,
    (size, tolerance): (R, f64),
) -> Option<Contact<R, N>> {
    let frame = differences.frame;
    let (p, q) = (outline(a, &frame, 1.0)?, outline(b, &frame, -1.0)?);
    let boundary = Boundary::new(&p, &q, frame, radius(a) + radius(b), bound.length())?;
    let slack = rounding_error(size) * R::from_f64(4.0);
    let point = boundary.nearest(differences, &mut |differences, point| {
        differences.find(a, b, point, slack);
    });
    let translation = point.map_or(bound, |point| frame.world(point));
    let depth = translation.length();
    if depth <= tolerance {
        return None;
    }
    let normal: Vector<R, N> = translation.scaled(1.0 / depth).resized().map(R::from_f64);
    let depth = R::from_f64(depth);
    // After the translation, the shapes only touch. The contact points are computed there, and then moved back by half of the translation.
    let mut contact_search = ContactAfterTranslation { translation: normal.scaled(depth), found: None };
    search(a, b, LeafKind::Convex, &mut contact_search);
    let mut contact = Contact::new(-depth, normal);
    for point in contact_search.found?.points() {
        contact.push_point(point.point - normal.scaled(depth * R::from_f64(0.5)), -depth, point.feature);
    }
    Some(contact)
}

/// The search for the contact of the pair of convex parts with the smallest separation, after the second shape is moved by `translation`.
struct ContactAfterTranslation<R, const N: usize> {
    translation: Vector<R, N>,
    found: Option<Contact<R, N>>,
}

impl<S: Scalar, R: Real, const N: usize> Search<S, R, N> for ContactAfterTranslation<R, N> {
    fn orders_by_separation(&self) -> bool {
        false
    }

    #[inline]
    fn bound(&self, a: &Aabb<R, N>, b: &Aabb<R, N>) -> R {
        least_separation_after(self.translation, a, b)
    }

    #[inline]
    fn best(&self) -> R {
        self.found.as_ref().map_or(R::from_f64(f64::INFINITY), |found| found.separation)
    }

    #[inline]
    fn has_found(&self) -> bool {
        self.found.is_some()
    }

    fn visit_pair(&mut self, a: &Operand<'_, S, R, N>, b: &Operand<'_, S, R, N>) {
        let (Operand::Convex(p), Operand::Convex(q)) = (a, b) else { return };
        let next = narrow::contact(p, &q.moved(self.translation), Search::<S, R, N>::best(self));
        if let Some(next) = next.filter(|next| next.is_before(self.found.as_ref())) {
            self.found = Some(next);
        }
    }
}

/// A lower bound of the separation of two parts with the given bounding boxes, after the second part is translated.
fn least_separation_after<R: Real, const N: usize>(
    translation: Vector<R, N>,
    a: &Aabb<R, N>,
    b: &Aabb<R, N>,
) -> R {
    let b = Aabb::ordered((b.min() + translation).0, (b.max() + translation).0);
    separation_lower_bound(a, &b, R::EPSILON * R::from_f64(ERROR))
}

/// The sum over the axes of the largest absolute value of a box's coordinates.
fn l1_norm_of_aabb<R: Real, const N: usize>(bounds: &Aabb<R, N>) -> R {
    let zero = R::default();
    let ends = bounds.min().zip(bounds.max(), |min, max| {
        let (min, max) = (min.distance(zero), max.distance(zero));
        if min < max { max } else { min }
    });
    ends.0.iter().fold(zero, |sum, end| sum + *end)
}

/// The corners of a shape in the local coordinates of [`Frame`] (in which an ellipse is the unit circle), counterclockwise. For an ellipse,
/// only its center. The points are multiplied by `sign`, which is −1 for the second shape of a Minkowski difference. `None` for compounds,
/// groups (compounds that own their parts) and masks.
fn outline<S: Scalar, R: Real, const N: usize>(
    kind: &Operand<'_, S, R, N>,
    frame: &Frame,
    sign: f64,
) -> Option<Vec<Point>> {
    let mut corners = Vec::new();
    match kind {
        Operand::Region(region, _) => {
            let corner =
                |corner: &Vector<S, N>| frame.local(corner.map(Scalar::to_f64).resized()).scaled(sign);
            corners.extend(region.corners().iter().map(corner));
            Some(corners)
        }
        Operand::Convex(convex) => {
            let is_readable = differences::read(convex, frame, sign, &mut corners);
            differences::tidy(&mut corners);
            is_readable.then_some(corners)
        }
        Operand::Compound(..) | Operand::Group(..) | Operand::Mask(..) => None,
    }
}

/// The radius of a shape in the local coordinates of [`Frame`]; 1 for an ellipse, because in these coordinates it is the unit circle.
fn radius<S: Scalar, R: Real, const N: usize>(kind: &Operand<'_, S, R, N>) -> f64 {
    match kind {
        Operand::Convex(Convex { core: Core::Ellipse(_), .. }) => 1.0,
        Operand::Convex(convex) => convex.radius.to_f64(),
        Operand::Region(..) | Operand::Compound(..) | Operand::Group(..) | Operand::Mask(..) => 0.0,
    }
}

/// An axis-aligned box in `f64`.
#[derive(Clone, Copy)]
struct Area {
    min: Point,
    max: Point,
}

impl Area {
    fn of<R: Real, const N: usize>(bounds: &Aabb<R, N>) -> Self {
        let wide = |end: Vector<R, N>| end.map(Scalar::to_f64).resized();
        Self { min: wide(bounds.min()), max: wide(bounds.max()) }
    }

    /// The box reflected through the origin.
    fn mirrored(&self) -> Self {
        Self { min: -self.max, max: -self.min }
    }

    fn of_two(p: Point, q: Point) -> Self {
        Self { min: p.zip(q, f64::min), max: p.zip(q, f64::max) }
    }

    fn of_points(points: &[Point]) -> Option<Self> {
        points.iter().map(|&point| Self { min: point, max: point }).reduce(Self::union)
    }

    fn union(self, other: Self) -> Self {
        Self { min: self.min.zip(other.min, f64::min), max: self.max.zip(other.max, f64::max) }
    }

    /// The bounding box of the Minkowski sum with another box and a disc with a radius. If the other box is reflected through the origin,
    /// the result bounds a Minkowski difference.
    fn minkowski_sum(&self, other: &Self, radius: f64) -> Self {
        let radius = Vector::splat(radius);
        Self { min: self.min + other.min - radius, max: self.max + other.max + radius }
    }

    /// The shortest vector from the origin to the boundary of the box. The box has to contain the origin.
    fn shortest_exit(&self) -> Point {
        let zero = Point::default();
        let exits = (0..2).flat_map(|k| [zero.with(k, self.min[k]), zero.with(k, self.max[k])]);
        exits.reduce(|a, b| if b.dot(b) < a.dot(a) { b } else { a }).unwrap_or(zero)
    }

    /// The distance from the origin to a box. The box is in local coordinates, the distance in world coordinates.
    fn distance(&self, frame: &Frame) -> f64 {
        frame.stretched(self.min.zip(self.max, |min, max| min.max(-max).max(0.0))).length()
    }

    fn contains(&self, point: Point) -> bool {
        (0..2).all(|k| self.min[k] <= point[k] && point[k] <= self.max[k])
    }
}
