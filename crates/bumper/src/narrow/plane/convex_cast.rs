//! Sweeps in 2D: a ray cast against the Minkowski difference of the two shapes.
//!
//! The ray enters that polygon through the edge that it reaches last, with all edges offset outwards by the radii (M. Cyrus and J. Beck,
//! Generalized Two- and Three-Dimensional Clipping, Computers and Graphics 3, 1978). If it passes beyond an end of that edge, it approaches
//! the corner there, around which the boundary is a circle. It hits that circle or, because the polygon is convex, nothing.

use super::outline::{Outline, Point, lanes, largest};
use super::polygon_view::{PolygonView, outlines};
use super::{Edge, nearest_by_edge, separation};
use crate::Vector;
use crate::narrow::measure::{larger, smaller};
use crate::narrow::rounding_error;
use crate::scalar::Real;
use crate::vector::from_fn;
use crate::view::Convex;

/// The result of a sweep of one shape against another.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Meeting<R, const N: usize> {
    /// The shapes overlap at the start, by more than rounding.
    Inside,
    /// The shapes touch at the start, within rounding. `closes` says whether the motion leads into the first shape; `normal` is from the
    /// first to the second shape, `point` is the contact point.
    Touching {
        closes: bool,
        normal: Vector<R, N>,
        point: Vector<R, N>,
    },
    /// The shapes are apart and first touch after this fraction of the motion.
    At {
        time: R,
        normal: Vector<R, N>,
        point: Vector<R, N>,
    },
    Never,
}

impl<R: Real, const N: usize> Meeting<R, N> {
    /// Maps the normal and the point.
    #[inline]
    pub(crate) fn map<const M: usize>(
        self,
        change: impl Fn(Vector<R, N>, Vector<R, N>) -> (Vector<R, M>, Vector<R, M>),
    ) -> Meeting<R, M> {
        match self {
            Meeting::Touching { closes, normal, point } => {
                let (normal, point) = change(normal, point);
                Meeting::Touching { closes, normal, point }
            }
            Meeting::At { time, normal, point } => {
                let (normal, point) = change(normal, point);
                Meeting::At { time, normal, point }
            }
            Meeting::Inside => Meeting::Inside,
            Meeting::Never => Meeting::Never,
        }
    }
}

/// Sweeps the second shape by up to `most` times `step` against the first. `None` for cores without corners.
pub(crate) fn meeting<R: Real, const N: usize>(
    a: &Convex<'_, R, N>,
    b: &Convex<'_, R, N>,
    step: Vector<R, N>,
    most: R,
) -> Option<Meeting<R, N>> {
    let middle = a.core.middle();
    let (p, q) = (PolygonView::new(&a.core, middle), PolygonView::new(&b.core, middle));
    let (radii, way) = ([a.radius, b.radius], Vector([step[0], step[1]]));
    let found = outlines!(p, q, a, b => of_outlines(a, b, radii, way, most), return None);
    Some(found.map_or(Meeting::Never, |found| {
        found.map(|normal, point| (normal.resized(), point.resized() + middle))
    }))
}

/// The interval of time in which the ray is behind all edges tested so far.
struct Clip<R> {
    enter: R,
    leave: R,
    /// The edge that the ray enters last.
    edge: Edge<R>,
    /// The largest separation along an edge normal at the start.
    start: R,
    /// Whether the motion leads behind all edges that touch at the start.
    closes: bool,
}

/// The speed along a normal up to which the motion counts as parallel to the edge, in rounding errors of the whole step.
const ALONG: f64 = 8.0;

#[inline]
fn of_outlines<R: Real>(
    a: &impl Outline<R>,
    b: &impl Outline<R>,
    radii: [R; 2],
    step: Point<R>,
    most: R,
) -> Option<Meeting<R, 2>> {
    let (zero, infinity) = (R::default(), R::from_f64(f64::INFINITY));
    let sum = radii[0] + radii[1];
    let tolerance = rounding_error(a.magnitude() + b.magnitude() + sum);
    let slow = step.length() * R::EPSILON * R::from_f64(ALONG);
    if !(tolerance < infinity && slow < infinity) {
        return None;
    }
    let edge = Edge { gap: -infinity, normal: Vector::default(), index: 0, second: false };
    let mut clip = Clip { enter: -infinity, leave: infinity, edge, start: -infinity, closes: true };
    clip.edges(a, b, step, (sum, tolerance, slow), false)?;
    clip.edges(b, a, -step, (sum, tolerance, slow), true)?;
    if !(clip.enter <= most && clip.enter <= clip.leave) {
        return None;
    }
    // If the start is behind all edges even without the radii, by more than rounding, the shapes overlap.
    if clip.start + sum < -(tolerance + tolerance) && clip.start > -infinity {
        return Some(Meeting::Inside);
    }
    if clip.start <= tolerance {
        return start(a, b, radii, (step, slow), (tolerance, most), &clip);
    }
    let time = if clip.enter > zero { clip.enter } else { zero };
    let (squared, [p, q], other) = clip.nearest(a, b, step.scaled(time), tolerance);
    if let Some(index) = other
        && let Some((time, normal, point)) = clip.continued(a, b, radii, (step, tolerance), index)
    {
        return (time <= most).then_some(Meeting::At { time, normal, point });
    }
    let reach = sum + tolerance + tolerance;
    let normal = if clip.edge.second { -clip.edge.normal } else { clip.edge.normal };
    if squared <= reach * reach {
        // Between the nearest points. Where the edge ends, they are farther beside each other than rounding, and the normal is not along them.
        let share = if sum > zero { radii[0] / sum } else { zero };
        return Some(Meeting::At { time, normal, point: p + (q - p).scaled(share) });
    }
    let (more, rim) = around(q - p, radii, step, (tolerance, normal))?;
    // Beyond that end of the edge, the normal leans to the same side.
    let normal = if cross(normal, q - p) * cross(normal, rim) < zero { normal } else { rim };
    let time = time + more;
    (time <= most).then(|| Meeting::At { time, normal, point: p + normal.scaled(radii[0]) })
}

fn cross<R: Real>(a: Point<R>, b: Point<R>) -> R {
    a[0] * b[1] - a[1] * b[0]
}

/// The result if the start is behind all edges, offset outwards by the radii: the shapes overlap, touch, or the second one is in front of a
/// rounded corner.
#[inline(never)]
fn start<R: Real>(
    a: &impl Outline<R>,
    b: &impl Outline<R>,
    radii: [R; 2],
    (step, slow): (Point<R>, R),
    (tolerance, most): (R, R),
    clip: &Clip<R>,
) -> Option<Meeting<R, 2>> {
    let sum = radii[0] + radii[1];
    let (core, normal, on) = separation(a, b, R::from_f64(f64::INFINITY))?;
    let length = core - sum;
    let [p, q] = on.unwrap_or([a.at(a.farthest(normal)), b.at(b.farthest(-normal))]);
    if length < -tolerance {
        return Some(Meeting::Inside);
    }
    if length <= tolerance {
        let sharp = sum <= tolerance && clip.start > R::from_f64(f64::NEG_INFINITY);
        let closes = if sharp { clip.closes } else { -normal.dot(step) > slow };
        return Some(Meeting::Touching { closes, normal, point: p + normal.scaled(radii[0]) });
    }
    let (time, normal) = around(q - p, radii, step, (tolerance, normal))?;
    (time <= most).then(|| Meeting::At { time, normal, point: p + normal.scaled(radii[0]) })
}

/// The time at which a moving circle, which starts at `from`, hits a circle around the origin, and the normal there: the given one, which
/// separates what has these corners, if the radii are within rounding of zero.
#[inline]
fn around<R: Real>(
    from: Point<R>,
    radii: [R; 2],
    step: Point<R>,
    (tolerance, sharp): (R, Point<R>),
) -> Option<(R, Point<R>)> {
    let (zero, one) = (R::default(), R::from_f64(1.0));
    let (sum, speed) = (radii[0] + radii[1], step.length());
    // Also true for NaN.
    if !(speed > zero) {
        return None;
    }
    // Relative to the point of the path nearest to the center, so that no squares of large numbers are subtracted.
    let unit = step.scaled(one / speed);
    let middle = -from.dot(unit);
    let near = (from + unit.scaled(middle)).length();
    if near > sum + tolerance || middle < zero {
        return None;
    }
    let chord = (sum - near) * (sum + near);
    let half = if chord > zero { Real::sqrt(chord) } else { zero };
    let way = middle - half;
    let rim = from + unit.scaled(way);
    let length = rim.length();
    let normal = if sum > tolerance && length > zero { rim.scaled(one / length) } else { sharp };
    let way = if way > zero { way } else { zero };
    Some((way / speed, normal))
}

impl<R: Real> Clip<R> {
    /// Clips the ray against the edges of `a`, offset outwards. `None` if it misses.
    #[inline]
    fn edges(
        &mut self,
        a: &impl Outline<R>,
        b: &impl Outline<R>,
        step: Point<R>,
        (sum, tolerance, slow): (R, R, R),
        second: bool,
    ) -> Option<()> {
        let (zero, infinity) = (R::default(), R::from_f64(f64::INFINITY));
        for first in (0..a.fours()).map(|four| 4 * four) {
            let edges = a.edges(first);
            let gaps: [R; 4] = edges.gaps(b).map(|gap| gap - sum);
            let speeds: [R; 4] = from_fn(|k| -(edges.u[k] * step[0] + edges.v[k] * step[1]));
            let times: [R; 4] = from_fn(|k| gaps[k] / speeds[k]);
            // Grazing within rounding counts as a hit.
            let ends: [R; 4] = from_fn(|k| (gaps[k] - tolerance) / speeds[k]);
            // Selects and a single branch: which edge is entered last, and which one is missed, is unpredictable.
            let enters: [R; 4] = from_fn(|k| if speeds[k] > zero { times[k] } else { -infinity });
            let leaves: [R; 4] = from_fn(|k| if speeds[k] < zero { ends[k] } else { infinity });
            self.leave = smaller(self.leave, lanes(&leaves, smaller));
            self.start = larger(self.start, lanes(&gaps, larger));
            let mut misses = false;
            for k in 0..4 {
                self.closes &= (gaps[k] < -tolerance) | (speeds[k] > slow);
                misses |= (gaps[k] > tolerance) & !(speeds[k] > zero);
            }
            let (enter, lane) = largest(enters);
            if enter > self.enter {
                self.enter = enter;
                self.edge = Edge { gap: gaps[lane], normal: edges.normal(lane), index: first + lane, second };
            }
            if misses {
                return None;
            }
        }
        Some(())
    }

    /// The squared distance of the two outlines after the second has moved, their closest points, and the index of the edge on which these
    /// are, if it continues the one by which the ray enters.
    #[inline]
    fn nearest(
        &self,
        a: &impl Outline<R>,
        b: &impl Outline<R>,
        offset: Point<R>,
        tolerance: R,
    ) -> (R, [Point<R>; 2], Option<usize>) {
        let b = Moved { outline: b, offset };
        if self.edge.second {
            let (squared, [q, p], other) = nearest_by_edge(&b, a, &self.edge, tolerance);
            (squared, [p, q], other)
        } else {
            nearest_by_edge(a, &b, &self.edge, tolerance)
        }
    }

    /// The time, the normal and the point of the hit on an edge that continues the one by which the ray enters. Rounding turns a short
    /// edge, so that the ray seems to enter by it instead of by a long one in line with it. `None` if they do not touch at that edge.
    #[cold]
    fn continued(
        &self,
        a: &dyn Outline<R>,
        b: &dyn Outline<R>,
        radii: [R; 2],
        (step, tolerance): (Point<R>, R),
        index: usize,
    ) -> Option<(R, Point<R>, Point<R>)> {
        let (zero, sum) = (R::default(), radii[0] + radii[1]);
        let (own, other, step) = if self.edge.second { (b, a, -step) } else { (a, b, step) };
        let from = own.at(index);
        let along = own.at(own.next(index)) - from;
        let length = along.length();
        let normal = Vector([along[1] / length, -along[0] / length]);
        let gap = (other.at(other.farthest(-normal)) - from).dot(normal) - sum;
        let speed = -normal.dot(step);
        // Also true for NaN.
        if !(speed > zero && gap >= -tolerance) {
            return None;
        }
        let time = larger(gap / speed, zero);
        let edge = Edge { gap, normal, index, second: false };
        let moved = Moved { outline: other, offset: step.scaled(time) };
        let (squared, [p, q], _) = nearest_by_edge(own, &moved, &edge, tolerance);
        let reach = sum + tolerance + tolerance;
        if !(squared <= reach * reach) {
            return None;
        }
        // The point of the first shape, which does not move.
        let (normal, p) = if self.edge.second { (-normal, q - moved.offset) } else { (normal, p) };
        Some((time, normal, p + normal.scaled(radii[0])))
    }
}

/// A translated outline.
struct Moved<'o, O: ?Sized, R> {
    outline: &'o O,
    offset: Point<R>,
}

impl<R: Real, O: Outline<R> + ?Sized> Outline<R> for Moved<'_, O, R> {
    #[inline]
    fn len(&self) -> usize {
        self.outline.len()
    }
    #[inline]
    fn width(&self) -> usize {
        self.outline.width()
    }
    #[inline]
    fn at(&self, index: usize) -> Point<R> {
        self.outline.at(index) + self.offset
    }
}
