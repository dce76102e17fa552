//! A ray and the hull of points.
//!
//! Seen along the ray, three points of the hull whose triangle the ray passes through are a portal: where the ray meets their
//! plane it is within the hull, and the first point of the hull lies before it. The point that reaches farthest beyond that
//! plane makes a portal farther out, until there is none (after G. Snethen, XenoCollide: Complex Collision Made Simple, in Game
//! Programming Gems 7, 2008, with the ray's line in the place of the one to the origin). Each portal is met before the last one,
//! so none comes again; rounding is stopped by a count.

use super::{Frame, Hit, Met, slanted, triangle};
use crate::Vector;
use crate::narrow::measure::{abs, extent, unit};
use crate::narrow::rounding_error;
use crate::narrow::space::face::{across, longest_first};
use crate::scalar::Real;
use crate::vector::Mapped;
use crate::view::Core;

/// More steps than any hull needs: those of a ball of ten thousand points end within twenty.
const STEPS: usize = 64;

/// A hull as seen from a point of a ray's line near it.
struct Seen<'a, 'c, R, const N: usize> {
    core: &'a Core<'c, R, N>,
    from: Vector<R, N>,
    way: Vector<R, 3>,
    /// How far that point is from the start.
    before: R,
    /// The largest magnitude that was seen.
    magnitude: R,
}

/// The first point of a hull on a ray.
pub(super) fn cast<R: Real, const N: usize>(
    core: &Core<'_, R, N>,
    from: Vector<R, N>,
    way: Vector<R, 3>,
) -> Option<Hit<R>> {
    let zero = R::default();
    let middle = (core.middle() - from).resized::<3>();
    let before = middle.dot(way);
    let mut seen = Seen { core, from, way, before, magnitude: abs(before) };
    let middle = seen.relative(core.middle());
    let found = seen.portal(middle)?;
    let hit = seen.enter(&found, way)?;
    if hit.0 > zero {
        return Some(hit);
    }
    // It starts within, or behind.
    let exit = seen.enter(&found, -way)?.0;
    let tolerance = rounding_error(seen.magnitude);
    let on_surface = hit.0 * hit.1.dot(way) <= tolerance;
    (exit >= -tolerance).then_some((zero, if on_surface { hit.1 } else { -way }))
}

enum Found<R> {
    /// Three points around the ray, counterclockwise.
    Portal([Vector<R, 3>; 3]),
    /// The ray passes the hull on a side with this normal, within rounding.
    Edge(Vector<R, 3>),
}

impl<R: Real, const N: usize> Seen<'_, '_, R, N> {
    #[inline]
    fn relative(&self, point: Vector<R, N>) -> Vector<R, 3> {
        (point - self.from).resized::<3>() - self.way.scaled(self.before)
    }

    #[inline]
    fn support(&mut self, direction: Vector<R, 3>) -> Vector<R, 3> {
        let point = self.relative(self.core.support(direction.resized()));
        let magnitude = abs(self.before) + extent(point);
        if magnitude > self.magnitude {
            self.magnitude = magnitude;
        }
        point
    }

    /// On which side of the edge between two points, seen along the ray, the ray passes.
    #[inline]
    fn side(&self, p: Vector<R, 3>, q: Vector<R, 3>) -> R {
        self.way.dot(p.cross(q))
    }

    /// Three points around the ray, or none where the ray misses: the algorithm of E. Gilbert, D. Johnson and S. Keerthi on the
    /// plane across the ray, from a point within.
    fn portal(&mut self, middle: Vector<R, 3>) -> Option<Found<R>> {
        let (zero, way) = (R::default(), self.way);
        let flat = middle - way.scaled(middle.dot(way));
        let far = flat.dot(flat);
        let tiny = rounding_error(self.magnitude);
        let toward = if far > tiny * tiny { -flat } else { across(way) };
        let (mut p, mut q) = (middle, self.support(toward));
        let reach = q.dot(toward);
        if reach < zero {
            let least = rounding_error(self.magnitude);
            if reach * reach > least * least * toward.dot(toward) {
                return None;
            }
        }
        for _ in 0..STEPS {
            let normal = way.cross(q - p);
            let length = normal.dot(normal);
            let slack = rounding_error(self.magnitude);
            let tolerance = slack * slack * length;
            if length <= slack * slack {
                return unit(toward).map(Found::Edge);
            }
            let normal = if normal.dot(p) > zero { -normal } else { normal };
            let next = self.support(normal);
            let (reach, gain) = (next.dot(normal), (next - p).dot(normal));
            if reach < zero && reach * reach > tolerance {
                return None;
            }
            if gain <= zero || gain * gain <= tolerance {
                return unit(normal).map(Found::Edge);
            }
            let (pq, qn, np) = (self.side(p, q), self.side(q, next), self.side(next, p));
            let ahead = pq + qn + np > zero;
            // By more than rounding: else the portal will do, and no edge comes twice.
            let outside = |side: R, from: Vector<R, 3>, to: Vector<R, 3>| {
                (if ahead { -side } else { side }) > slack * extent(to - from)
            };
            if outside(qn, q, next) {
                p = next;
            } else if outside(np, next, p) {
                q = next;
            } else {
                return Some(Found::Portal(if ahead { [p, q, next] } else { [q, p, next] }));
            }
        }
        None
    }

    /// Where the line enters the hull, coming the given way; `-way` tells where it leaves.
    #[inline]
    fn enter(&mut self, found: &Found<R>, way: Vector<R, 3>) -> Option<Hit<R>> {
        let ahead = way.dot(self.way) > R::default();
        let (place, normal) = match *found {
            Found::Portal(portal) => self.through(portal, way),
            Found::Edge(outwards) => self.graze(outwards, way)?,
        };
        Some((self.before + if ahead { place } else { -place }, normal))
    }

    /// Where the line enters the hull that a portal leads to.
    fn through(&mut self, [mut a, mut b, mut c]: [Vector<R, 3>; 3], way: Vector<R, 3>) -> Hit<R> {
        let zero = R::default();
        for _ in 0..STEPS {
            let normal = (b - a).cross(c - a);
            let normal = if normal.dot(way) > zero { -normal } else { normal };
            let next = self.support(normal);
            let gain = (next - a).dot(normal);
            let tolerance = rounding_error(self.magnitude);
            let known = next == a || next == b || next == c;
            if known || gain <= zero || gain * gain <= tolerance * tolerance * normal.dot(normal) {
                break;
            }
            // The one of the three new triangles that the ray passes through.
            let sides = [a, b, c].mapped(|corner| self.side(next, corner));
            let mut right = sides.mapped(|side| side >= zero);
            if right == [right[0]; 3] {
                // Rounding alone: it passes through a corner.
                let nearer = |best: usize, k: usize| if abs(sides[k]) < abs(sides[best]) { k } else { best };
                let nearest = (1..3).fold(0, nearer);
                right[nearest] = !right[nearest];
            }
            match right {
                [true, false, _] => c = next,
                [_, true, false] => a = next,
                _ => b = next,
            }
        }
        let everywhere = R::from_f64(f64::NEG_INFINITY);
        if let Met::Yes(hit) = triangle(a, [b - a, c - a], self.magnitude, everywhere, way) {
            return hit;
        }
        let flat = Frame::new(longest_first([a, b, c]), zero).map_or(-way, |frame| frame.normal);
        let flat = if flat.dot(way) > zero { -flat } else { flat };
        let slope = flat.dot(way);
        let (place, edge) = slanted([a, b, c], self.magnitude, everywhere, way)
            .unwrap_or_else(|| (if slope == zero { zero } else { a.dot(flat) / slope }, flat));
        // The portal may stand on edge, and its edges need not be the hull's.
        let outwards = [edge, flat].into_iter().find(|normal| self.is_outwards(*normal, way.scaled(place)));
        (place, outwards.or_else(|| self.silhouette()).unwrap_or(flat))
    }

    /// Whether nothing of the hull lies beyond a point in a direction.
    fn is_outwards(&mut self, normal: Vector<R, 3>, point: Vector<R, 3>) -> bool {
        let beyond = (self.support(normal) - point).dot(normal);
        beyond <= rounding_error(self.magnitude + self.magnitude)
    }

    /// A direction across the ray in which nothing of the hull lies beyond it, for a ray that passes a corner: between the
    /// outermost points on both sides, away from them.
    fn silhouette(&mut self) -> Option<Vector<R, 3>> {
        let Core::Corners(corners) = self.core else { return None };
        let (mut left, mut right) = (None, None);
        let tolerance = rounding_error(self.magnitude);
        for point in (0..corners.len()).map(|index| self.relative(corners.at(index))) {
            let flat = point - self.way.scaled(point.dot(self.way));
            let Some(toward) = unit(flat).filter(|_| flat.dot(flat) > tolerance * tolerance) else {
                continue;
            };
            if left.is_none_or(|left| self.side(left, toward) > R::default()) {
                left = Some(toward);
            }
            if right.is_none_or(|right| self.side(right, toward) < R::default()) {
                right = Some(toward);
            }
        }
        let (left, right) = (left?, right?);
        // Across both: for two that are opposite, their sum would be rounding.
        let normal = unit(self.way.cross(right - left)).unwrap_or(-left);
        [normal, -normal, -left].into_iter().find(|normal| self.is_outwards(*normal, Vector::default()))
    }

    /// The first point on a side of the hull along which the line passes, within rounding. On the plane of that side a portal
    /// is two points.
    #[inline(never)]
    fn graze(&mut self, outwards: Vector<R, 3>, way: Vector<R, 3>) -> Option<Hit<R>> {
        let Core::Corners(corners) = self.core else { return None };
        let zero = R::default();
        let along = way.cross(outwards);
        let tolerance = rounding_error(self.magnitude);
        let least = -(tolerance + tolerance);
        let points = |seen: &Self, each: &mut dyn FnMut(R, R)| {
            for index in 0..corners.len() {
                let point = seen.relative(corners.at(index));
                if point.dot(outwards) >= least {
                    each(point.dot(along), point.dot(way));
                }
            }
        };
        // The first on either side of the ray; those on it are on both.
        let mut left: Option<(R, R)> = None;
        let mut right: Option<(R, R)> = None;
        points(self, &mut |place, depth| {
            let first = |found: Option<(R, R)>| found.is_none_or(|found| depth < found.1);
            if place <= tolerance && first(left) {
                left = Some((place, depth));
            }
            if place >= -tolerance && first(right) {
                right = Some((place, depth));
            }
        });
        let (mut left, mut right) = (left?, right?);
        for _ in 0..STEPS {
            let (run, rise) = (right.0 - left.0, right.1 - left.1);
            // Before the line through both, times its length.
            let gain = |place: R, depth: R| (place - left.0) * rise - (depth - left.1) * run;
            let mut best = (zero, left);
            points(self, &mut |place, depth| {
                let gain = gain(place, depth);
                best = if gain > best.0 { (gain, (place, depth)) } else { best };
            });
            if best.0 <= tolerance * (abs(run) + abs(rise)) {
                break;
            }
            if best.1.0 < zero { left = best.1 } else { right = best.1 }
        }
        let (run, rise) = (right.0 - left.0, right.1 - left.1);
        let depth = match run > tolerance {
            true => {
                let share = -left.0 / run;
                left.1 + rise * if share < zero { zero } else { share }
            }
            false if right.1 < left.1 => right.1,
            false => left.1,
        };
        // Across the edge that is met, where nothing of the hull lies beyond; else it is a corner of the side.
        let normal = unit(along.scaled(rise) - way.scaled(run)).unwrap_or(outwards);
        let across = normal.dot(way) < zero && self.is_outwards(normal, way.scaled(depth));
        Some((depth, if across { normal } else { outwards }))
    }
}
