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
//!
//! A point or a segment that lies on a cut between two parts overlaps neither of them, although it is inside the region. So for shapes that
//! are so thin, quadrilaterals across the cuts ([`Region::bridge`](crate::Region::bridge)) count as further parts.

mod boundary;
mod differences;
mod frame;

use crate::composite::tolerance::PART_SEPARATION_ERROR;
use crate::composite::tolerance::{THIN_SHAPE, TRANSLATION_ERROR};
use crate::composite::{Cost, LeafKind, PartIndices, Search, search, separation_lower_bound};
use crate::narrow::{self, manifold::Contact, rounding_error};
use crate::scalar::{Real, Scalar};
use crate::view::{Convex, Core, Parts, ShapeView};
use crate::{Aabb, Vector};
use alloc::vec::Vec;
use boundary::{Boundary, FEW_SEGMENTS, MAX_SEGMENTS};
use differences::Differences;
use frame::EllipseFrame;

/// The largest number of steps of the search for some separating translation. Each step moves the translation out of one part difference
/// (the Minkowski difference of two convex parts). If this is not enough, the translation that separates the bounding boxes is used.
const STEPS: usize = 8;

type Point = Vector<f64, 2>;

/// The rounding error of the separation of two shapes; zero if one is empty.
pub(super) fn slack<S: Scalar, R: Real, const N: usize>(
    a: &ShapeView<'_, S, R, N>,
    b: &ShapeView<'_, S, R, N>,
) -> R {
    let size = |view: &ShapeView<'_, S, R, N>| {
        view.bounds().map(|bounds| l1_norm_of_aabb(&bounds)).unwrap_or_default()
    };
    rounding_error(size(a) + size(b))
}

/// The contact of two shapes that overlap or touch, at least one of them a region. `deepest` is the contact of the pair of convex parts
/// with the deepest penetration.
pub(super) fn contact<S: Scalar, R: Real, const N: usize>(
    a: &ShapeView<'_, S, R, N>,
    b: &ShapeView<'_, S, R, N>,
    deepest: Contact<R, N>,
) -> Contact<R, N> {
    let (Some(p), Some(q)) = (a.bounds(), b.bounds()) else { return deepest };
    let size = l1_norm_of_aabb(&p) + l1_norm_of_aabb(&q);
    let frame = EllipseFrame::new([a, b]);
    let slack = rounding_error(size);
    let is_thin = is_thin(a, &frame, slack.to_f64()) || is_thin(b, &frame, slack.to_f64());
    if !(deepest.separation < -slack || is_thin) {
        return deepest;
    }
    // The translation that separates the deepest pair of parts is a lower bound: no shorter one separates all parts. So if it separates all
    // parts, it is the shortest one.
    let translation = deepest.normal.scaled(-deepest.separation).map(Scalar::to_f64).resized();
    let tolerance = rounding_error(size.to_f64()) * TRANSLATION_ERROR;
    let bridge_range = is_thin.then(|| slack.to_f64() * THIN_SHAPE / frame.min_scale());
    let mut differences =
        Differences::new(frame, radius(a) + radius(b), tolerance / frame.min_scale(), bridge_range);
    if !differences.find(a, b, frame.local(translation), -slack) {
        return deepest;
    }
    let by_bounds = PlaneBox::of(&p).minkowski_sum(&PlaneBox::of(&q).mirrored(), 0.0).shortest_exit();
    let bound =
        separating_translation(a, b, &mut differences, translation, slack).map(|bound| frame.world(bound));
    let bound = bound.map_or(by_bounds, |bound| shorter(by_bounds, bound));
    let covered = translation.length();
    let mut find = |differences: &mut Differences, point| {
        differences.find(a, b, point, slack * R::from_f64(4.0));
    };
    let nearest = match (outline(a, &frame, 1.0), outline(b, &frame, -1.0)) {
        (Some(p), Some(q)) => shortest_translation([&p, &q], &mut differences, bound, covered, &mut find),
        _ => return deepest,
    };
    contact_after(a, b, nearest, tolerance).unwrap_or(deepest)
}

/// The shortest translation that separates two outlines, in world coordinates. `bound` is some separating translation; longer ones are not
/// searched. The caller guarantees that no translation shorter than `covered` separates the outlines. If there are too many candidates, the
/// result is a separating translation that may not be the shortest one.
fn shortest_translation(
    outlines: [&[Point]; 2],
    differences: &mut Differences,
    mut bound: Point,
    covered: f64,
    find: &mut dyn FnMut(&mut Differences, Point),
) -> Point {
    let frame = differences.frame;
    let mut boundary = Boundary::new(outlines, differences, [covered, bound.length()], FEW_SEGMENTS);
    if boundary.is_none() {
        if let Some(translation) = differences.exit_from_hulls(outlines) {
            bound = shorter(bound, translation);
        }
        let passes = PASSES / (outlines[0].len() + outlines[1].len());
        bound = shortest_exit(differences, bound, covered, passes, find);
        boundary = Boundary::new(outlines, differences, [covered, bound.length()], MAX_SEGMENTS);
    }
    let nearest = boundary.and_then(|boundary| boundary.nearest(differences, find));
    nearest.map_or(bound, |point| frame.world(point))
}

/// The shorter of two vectors; of two equally long ones, the first.
fn shorter(a: Point, b: Point) -> Point {
    if b.length() < a.length() { b } else { a }
}

/// The number of search directions of [`shortest_exit`], and the cosine and sine of the angle between two of them.
const DIRECTIONS: usize = 32;
const TURN: [f64; 2] = [0.980_785_280_403_230_4, 0.195_090_322_016_128_25];

/// The largest number of part differences through which [`shortest_exit`] passes, times the number of corners of both shapes. Finding a
/// difference takes a time that is about proportional to the number of corners.
const PASSES: usize = 200_000;

/// The shortest of the separating translations in a number of directions, in world coordinates: along each direction, the search leaves one
/// part difference after another, at most `passes` in total. `bound` is returned if no translation is shorter. All translations shorter
/// than `covered` overlap.
fn shortest_exit(
    differences: &mut Differences,
    bound: Point,
    covered: f64,
    mut passes: usize,
    find: &mut dyn FnMut(&mut Differences, Point),
) -> Point {
    let frame = differences.frame;
    let mut best = bound;
    let mut direction = bound.scaled(1.0 / bound.length());
    for _ in 0..DIRECTIONS {
        let local = frame.local(direction);
        let mut reach = covered;
        while reach < best.length() && passes > 0 {
            passes -= 1;
            let point = local.scaled(reach);
            let found = differences.containing(point).or_else(|| {
                find(differences, point);
                differences.containing(point)
            });
            let Some(difference) = found else {
                best = direction.scaled(reach);
                break;
            };
            let exit = differences.exit_parameter(&difference, Point::ZERO, local);
            // The search stops if rounding prevents progress.
            reach = if exit > reach { exit } else { f64::INFINITY };
        }
        let [cosine, sine] = TURN;
        direction = direction.scaled(cosine) + Vector([-direction[1], direction[0]]).scaled(sine);
    }
    best
}

/// Whether a shape is so thin that it may overlap a region although it overlaps no convex part of it by more than the rounding error
/// `slack`: if it lies on a cut.
fn is_thin<S: Scalar, R: Real, const N: usize>(
    view: &ShapeView<'_, S, R, N>,
    frame: &EllipseFrame,
    slack: f64,
) -> bool {
    let (ShapeView::Convex(convex), limit) = (view, slack * THIN_SHAPE) else { return false };
    let mut corners = Vec::new();
    radius(view) * frame.min_scale() <= limit
        && differences::read(convex, frame, 1.0, &mut corners)
        && differences::width(&corners) <= limit
}

/// A translation that separates all parts; a shorter one may exist. It is in the local coordinates of [`EllipseFrame`], where an ellipse is
/// the unit circle. Each step takes a part difference (the Minkowski difference of two convex parts) that contains the translation. The
/// nearest edge of this difference gives a constraint: the half-plane beyond the edge. The translation moves to the line of this edge. Of
/// the points of the line that fulfil the constraints of all earlier steps, it takes the one nearest to the origin. `None` if no point of
/// the line fulfils the constraints, or after [`STEPS`] steps.
fn separating_translation<S: Scalar, R: Real, const N: usize>(
    a: &ShapeView<'_, S, R, N>,
    b: &ShapeView<'_, S, R, N>,
    differences: &mut Differences,
    first: Point,
    slack: R,
) -> Option<Point> {
    let frame = differences.frame;
    let mut translation = frame.local(first);
    // Each constraint is a half-plane, given by its unit normal and its distance from the origin.
    let mut constraints = [(Point::ZERO, 0.0); STEPS];
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
        let mut min_shift = f64::NEG_INFINITY;
        let mut max_shift = f64::INFINITY;
        for (constraint, offset) in &constraints[..count] {
            let margin = offset - distance * constraint.dot(normal);
            let speed = constraint.dot(along);
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

/// The contact given by the shortest translation that separates the whole shapes, in world coordinates. `None` if the depth is within the
/// tolerance.
fn contact_after<S: Scalar, R: Real, const N: usize>(
    a: &ShapeView<'_, S, R, N>,
    b: &ShapeView<'_, S, R, N>,
    translation: Point,
    tolerance: f64,
) -> Option<Contact<R, N>> {
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
    let mut found = contact_search.found?;
    super::report_parts(&mut found, [a, b], LeafKind::Convex);
    for point in found.points() {
        contact.push_point(point.point - normal.scaled(depth * R::HALF), -depth, point.feature);
    }
    contact.set_parts(found.parts);
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
    fn cost(&self) -> Cost<R, N> {
        Cost::Separation { offset: self.translation, tolerance: R::ZERO }
    }

    #[inline]
    fn best(&self) -> R {
        self.found.as_ref().map_or(R::INFINITY, |found| found.separation)
    }

    #[inline]
    fn has_found(&self) -> bool {
        self.found.is_some()
    }

    fn visit_pair(&mut self, a: &ShapeView<'_, S, R, N>, b: &ShapeView<'_, S, R, N>, parts: PartIndices) {
        let (ShapeView::Convex(p), ShapeView::Convex(q)) = (a, b) else { return };
        let best = Search::<S, R, N>::best(self);
        let Some(mut next) = narrow::contact(p, &q.moved(self.translation), best) else { return };
        next.set_parts(parts.map(Option::unwrap_or_default));
        if next.is_before(self.found.as_ref()) {
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
    separation_lower_bound(a, &b, R::EPSILON * R::from_f64(PART_SEPARATION_ERROR))
}

/// The sum over the axes of the largest absolute value of a box's coordinates.
fn l1_norm_of_aabb<R: Real, const N: usize>(bounds: &Aabb<R, N>) -> R {
    let ends = bounds.min().zip(bounds.max(), |min, max| {
        let min = min.abs();
        let max = max.abs();
        if min < max { max } else { min }
    });
    ends.0.iter().fold(R::ZERO, |sum, end| sum + *end)
}

/// The corners of a shape in the local coordinates of [`EllipseFrame`] (an ellipse becomes the unit circle), counterclockwise. For an
/// ellipse, only its center. The points are multiplied by `sign`, which is −1 for the second shape of a Minkowski difference. `None` for
/// compounds, groups (compounds that own their parts) and masks.
fn outline<S: Scalar, R: Real, const N: usize>(
    view: &ShapeView<'_, S, R, N>,
    frame: &EllipseFrame,
    sign: f64,
) -> Option<Vec<Point>> {
    let mut corners = Vec::new();
    match view {
        ShapeView::Parts(Parts::Region(region), _) => {
            let corner =
                |corner: &Vector<S, N>| frame.local(corner.map(Scalar::to_f64).resized()).scaled(sign);
            corners.extend(region.corners().iter().map(corner));
            Some(corners)
        }
        ShapeView::Convex(convex) => {
            let is_readable = differences::read(convex, frame, sign, &mut corners);
            differences::tidy(&mut corners);
            is_readable.then_some(corners)
        }
        ShapeView::Parts(Parts::Compound(_) | Parts::Group(_) | Parts::Mask(..), _)
        | ShapeView::Parts(Parts::Mesh(_) | Parts::HeightField(_), _) => None,
    }
}

/// The radius of a shape in the local coordinates of [`EllipseFrame`]; 1 for an ellipse, because in these coordinates it is the unit
/// circle.
fn radius<S: Scalar, R: Real, const N: usize>(view: &ShapeView<'_, S, R, N>) -> f64 {
    match view {
        ShapeView::Convex(Convex { core: Core::Ellipse(_), .. }) => 1.0,
        ShapeView::Convex(convex) => convex.radius.to_f64(),
        ShapeView::Parts(..) => 0.0,
    }
}

/// An axis-aligned box in `f64`.
#[derive(Clone, Copy)]
struct PlaneBox {
    min: Point,
    max: Point,
}

impl PlaneBox {
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
        let zero = Point::ZERO;
        let exits = (0..2).flat_map(|k| [zero.with(k, self.min[k]), zero.with(k, self.max[k])]);
        exits.reduce(|a, b| if b.dot(b) < a.dot(a) { b } else { a }).unwrap_or(zero)
    }

    /// The distance from the origin to a box. The box is in local coordinates, the distance in world coordinates.
    fn distance(&self, frame: &EllipseFrame) -> f64 {
        frame.stretched(self.min.zip(self.max, |min, max| min.max(-max).max(0.0))).length()
    }

    fn contains(&self, point: Point) -> bool {
        (0..2).all(|k| self.min[k] <= point[k] && point[k] <= self.max[k])
    }
}
