//! The patch where two shapes meet, as up to four points.
//!
//! In the direction of the normal each shape ends in a feature: a point, an edge along an axis, a rectangle along the
//! axes, or a disc (a cylinder's end). The patch is what the two features share when they are moved together along
//! the normal, half-way each.

use crate::query::rounded::{Round, Rounded};
use crate::scalar::Real;
use crate::{Aabb, Vector};

/// What a shape ends in, in some direction.
struct Feature<R, const N: usize> {
    /// The rectangle, edge or point; a disc's centre.
    flat: Aabb<R, N>,
    /// The disc's radius.
    disc: Option<R>,
}

impl<R: Real, const N: usize> Feature<R, N> {
    fn new(shape: &Rounded<R, N>, direction: Vector<R, N>) -> Self {
        let zero = R::default();
        let (min, max) = (shape.core.min(), shape.core.max());
        let end = |c: R, low: R, high: R| if c > zero { high } else { low };
        // Across the direction the core keeps its extent; along it, its far side.
        let mut low = Vector(core::array::from_fn(|k| {
            if direction[k] == zero { min[k] } else { end(direction[k], min[k], max[k]) }
        }));
        let mut high = Vector(core::array::from_fn(|k| if direction[k] == zero { max[k] } else { low[k] }));
        let rounded = match shape.round {
            Round::Ball => direction,
            Round::Disc(axis) => direction.with(axis, zero),
        };
        let length = rounded.length();
        let disc = length <= zero && matches!(shape.round, Round::Disc(_));
        if length > zero {
            let offset = rounded.scaled(shape.radius / length);
            (low, high) = (low + offset, high + offset);
        }
        Self { flat: Aabb::new(low, high), disc: disc.then_some(shape.radius) }
    }

    /// Whether a point lies in the feature, within a tolerance, looked at along the normal.
    fn holds(
        &self,
        point: Vector<R, N>,
        across: &impl Fn(Vector<R, N>) -> Vector<R, N>,
        tolerance: R,
    ) -> bool {
        let gap = across(self.flat.closest_point(point) - point);
        gap.length() <= self.disc.unwrap_or_default() + tolerance
    }
}

/// Calls `each` with the points where `a` and `b` meet, given the normal from `a` to `b`, and a number for each that
/// stays the same while the features do.
pub(super) fn points<R: Real, const N: usize>(
    a: &Rounded<R, N>,
    b: &Rounded<R, N>,
    normal: Vector<R, N>,
    mut each: impl FnMut(u32, Vector<R, N>),
) {
    let (found, otherwise) = offered(a, b, normal);
    if found.len() == 0 {
        return each(0, otherwise);
    }
    found.picked(|index, point| each(index as u32, point));
}

/// The points that may be where they meet, and one for where there are none.
fn offered<R: Real, const N: usize>(
    a: &Rounded<R, N>,
    b: &Rounded<R, N>,
    normal: Vector<R, N>,
) -> (Spread<R, N>, Vector<R, N>) {
    let (zero, half) = (R::default(), R::from_f64(0.5));
    let ends = [Feature::new(a, normal), Feature::new(b, normal.map(|c| -c))];
    let [p, q] = &ends;
    // Along the normal half-way between the two; across it what both intervals share, or the middle of their gap.
    let middle = |s: R, t: R| s + (t - s) * half;
    let low = p.flat.min().zip(q.flat.min(), |s, t| if s < t { t } else { s });
    let high = p.flat.max().zip(q.flat.max(), |s, t| if t < s { t } else { s });
    let center = low.zip(high, middle);
    let mut found = Spread::default();
    if p.disc.is_none() && q.disc.is_none() {
        let shared = |k: usize| normal[k] == zero && low[k] < high[k];
        corners(low, high, center, shared, |corner| found.offer(corner));
        return (found, center);
    }
    // A disc is met only by something as flat, on the two axes across the normal.
    let mut tangents = (0..N).filter(|&k| normal[k] == zero);
    let (Some(u), Some(v)) = (tangents.next(), tangents.next()) else { return (found, center) };
    let across = |vector: Vector<R, N>| Vector::default().with(u, vector[u]).with(v, vector[v]);
    let level = |x: R, y: R| {
        let along = p.flat.min().zip(q.flat.min(), middle);
        along.with(u, x).with(v, y)
    };
    let size = ends.iter().map(|end| end.disc.unwrap_or_default()).fold(zero, |s, t| s + t)
        + across(p.flat.max() - q.flat.min()).length()
        + across(p.flat.max()).length();
    let tolerance = size * R::EPSILON * R::from_f64(8.0);
    let mut offer = |x: R, y: R| {
        let point = level(x, y);
        if ends.iter().all(|end| end.holds(point, &across, tolerance)) {
            found.offer(point);
        }
    };
    for (this, that) in [(p, q), (q, p)] {
        let Some(radius) = this.disc else {
            corners(
                this.flat.min(),
                this.flat.max(),
                this.flat.min(),
                |k| k == u || k == v,
                |c| offer(c[u], c[v]),
            );
            continue;
        };
        let disc = this.flat.min();
        let (dx, dy) = (that.flat.min()[u] - disc[u], that.flat.min()[v] - disc[v]);
        let distance = Vector([dx, dy]).length();
        match that.disc {
            // Two circles: the ends of this one's diameters along and across the line of centres, and where they meet.
            Some(other) => {
                let (x, y) =
                    if distance > zero { (dx / distance, dy / distance) } else { (R::from_f64(1.0), zero) };
                let mut at =
                    |along: R, side: R| offer(disc[u] + along * x - side * y, disc[v] + along * y + side * x);
                at(radius, zero);
                at(-radius, zero);
                at(zero, radius);
                at(zero, -radius);
                if distance > zero {
                    let along = ((radius - other) * (radius + other) / distance + distance) * half;
                    let side = Real::sqrt((radius - along) * (radius + along));
                    at(along, side);
                    at(along, -side);
                }
            }
            // A circle and a rectangle: the circle's own extremes, and where it meets the edges.
            None => {
                for sign in [radius, -radius] {
                    offer(disc[u] + sign, disc[v]);
                    offer(disc[u], disc[v] + sign);
                    for bound in [that.flat.min(), that.flat.max()] {
                        let chord = |gap: R| Real::sqrt((radius - gap) * (radius + gap));
                        let (across_u, across_v) = (chord(bound[u] - disc[u]), chord(bound[v] - disc[v]));
                        let side = if sign > zero { R::from_f64(1.0) } else { R::from_f64(-1.0) };
                        offer(bound[u], disc[v] + side * across_u);
                        offer(disc[u] + side * across_v, bound[v]);
                    }
                }
            }
        }
    }
    // Where they only graze, rounding may leave none: then between the disc's rim and what is nearest to its centre.
    let (disc, other) = if p.disc.is_some() { (p, q) } else { (q, p) };
    let start = disc.flat.min();
    let way = across(other.flat.closest_point(start) - start);
    let (length, radius) = (way.length(), disc.disc.unwrap_or_default());
    let nearest = length - other.disc.unwrap_or_default();
    let along = if nearest > radius { (radius + nearest) * half } else { nearest };
    let rim = if length > zero { start + way.scaled(along / length) } else { start };
    (found, level(rim[u], rim[v]))
}

/// Calls `each` with the corners of a box: on the axes that `extended` names both ends, on the others the centre.
fn corners<R: Real, const N: usize>(
    low: Vector<R, N>,
    high: Vector<R, N>,
    center: Vector<R, N>,
    extended: impl Fn(usize) -> bool,
    mut each: impl FnMut(Vector<R, N>),
) {
    for corner in 0..1usize << N.min(3) {
        let upper = |k: usize| corner >> k & 1 == 1;
        if (0..N).all(|k| extended(k) || !upper(k)) {
            each(Vector(core::array::from_fn(|k| match (extended(k), upper(k)) {
                (false, _) => center[k],
                (true, false) => low[k],
                (true, true) => high[k],
            })));
        }
    }
}

/// The most points that a patch offers: two discs offer twelve, a disc and a rectangle 24.
const MOST: usize = 32;

/// Picks up to four points that lie far from each other out of those offered.
pub(super) struct Spread<R, const N: usize> {
    offered: [Vector<R, N>; MOST],
    count: usize,
}

impl<R: Real, const N: usize> Default for Spread<R, N> {
    fn default() -> Self {
        Self { offered: [Vector::default(); MOST], count: 0 }
    }
}

impl<R: Real, const N: usize> Spread<R, N> {
    pub(super) fn len(&self) -> usize {
        self.count
    }

    pub(super) fn offer(&mut self, point: Vector<R, N>) {
        if let Some(slot) = self.offered.get_mut(self.count) {
            *slot = point;
            self.count += 1;
        }
    }

    /// Calls `each` with the first offered, then each time with the one farthest from those taken, until four or nothing
    /// new is left, and with their places.
    pub(super) fn picked(&self, mut each: impl FnMut(usize, Vector<R, N>)) {
        let offered = &self.offered[..self.count];
        let Some(&first) = offered.first() else { return };
        let mut points = [first; 4];
        each(0, first);
        for count in 1..4 {
            let gap = |point: &Vector<R, N>| {
                let nearest = |s: R, t: &Vector<R, N>| {
                    let d = (*point - *t).length();
                    if d < s { d } else { s }
                };
                points[..count].iter().fold(R::from_f64(f64::INFINITY), nearest)
            };
            let farther = |s: (R, usize), t: (R, usize)| if t.0 > s.0 { t } else { s };
            let best = offered.iter().enumerate().map(|(index, point)| (gap(point), index)).reduce(farther);
            match best {
                Some((gap, index)) if gap > first.length() * R::EPSILON * R::from_f64(16.0) => {
                    points[count] = offered[index];
                    each(index, offered[index]);
                }
                _ => break,
            }
        }
    }
}
