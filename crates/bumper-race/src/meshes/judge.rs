//! Decides which answer about a surface is right if two libraries disagree: a slow reference in `f64` that visits all triangles.
//!
//! The reference of a cast is conservative advancement: the shape moves on by its distance from the surface until it touches. A cast is
//! computed with a radius that is larger by the tolerance, and with one that is smaller; the right answer is between the two.

use super::input::Surface;
use super::probes::{NOTHING, Probe, Query};
use bumper::Vector;

type Exact = Vector<f64, 3>;
type Corners = [Exact; 3];

/// The largest error of an answer that counts as right, as a length. For answers above 1, it is relative to the answer.
pub const TOLERANCE: f64 = 1e-3;

/// The distance at which conservative advancement ends, and its largest number of steps.
const TOUCHING: f64 = 1e-5;
const STEPS: usize = 10_000;

/// All triangles of a surface.
pub struct Judge {
    triangles: Vec<Corners>,
}

/// The spine of a capsule; both ends are equal for a ball.
#[derive(Clone, Copy)]
struct Spine {
    ends: [Exact; 2],
}

impl Spine {
    fn moved(&self, by: Exact) -> Self {
        Self { ends: self.ends.map(|end| end + by) }
    }
}

impl Judge {
    pub fn new(surface: &Surface) -> Self {
        let corner = |index: u32| exact(surface.points[index as usize]);
        Self { triangles: surface.triangles.iter().map(|triangle| triangle.map(corner)).collect() }
    }

    /// Whether the answer to a query is right.
    pub fn is_right(&self, query: Query, probe: &Probe, answer: f32) -> bool {
        let radius = f64::from(probe.radius);
        let half = if matches!(query, Query::CapsuleCast | Query::Overlap) {
            exact(probe.half_spine())
        } else {
            Vector::ZERO
        };
        let from = exact(probe.from);
        let spine = Spine { ends: [from - half, from + half] };
        let range = match query {
            Query::Distance => {
                let far = least(&self.triangles, &spine);
                return (far - f64::from(answer)).abs() <= TOLERANCE * far.max(1.0);
            }
            Query::Overlap => {
                let gap = least(&self.triangles, &spine) - radius;
                return if answer == 1.0 { gap <= TOLERANCE } else { gap >= -TOLERANCE };
            }
            Query::Ray => [self.travel(probe, &spine, TOLERANCE), self.ray(probe)],
            Query::BallCast | Query::CapsuleCast => {
                [radius + TOLERANCE, radius - TOLERANCE].map(|radius| self.travel(probe, &spine, radius))
            }
        };
        let answer = if answer == NOTHING { f64::INFINITY } else { f64::from(answer) };
        let slack = if answer == f64::INFINITY { 0.0 } else { TOLERANCE * answer.max(1.0) };
        range[0] - slack <= answer && answer <= range[1] + slack
    }

    /// How far a ray goes before it hits a triangle; infinite if it hits none.
    fn ray(&self, probe: &Probe) -> f64 {
        let ends = [exact(probe.from), exact(probe.to)];
        let length = (ends[1] - ends[0]).length();
        let hits = self.triangles.iter().filter_map(|triangle| crossing(triangle, &ends));
        hits.fold(f64::INFINITY, f64::min) * length
    }

    /// How far a capsule of the given radius moves before it touches a triangle; infinite if it touches none.
    fn travel(&self, probe: &Probe, spine: &Spine, radius: f64) -> f64 {
        let way = exact(probe.to) - exact(probe.from);
        let length = way.length();
        let reach = (spine.ends[1] - spine.ends[0]).length() * 0.5 + radius + TOUCHING;
        let ends = [exact(probe.from), exact(probe.to)];
        let is_near = |triangle: &&Corners| {
            (0..3).all(|axis| {
                let [a, b, c] = triangle.map(|corner| corner[axis]);
                let [from, to] = ends.map(|end| end[axis]);
                a.min(b).min(c) <= from.max(to) + reach && a.max(b).max(c) >= from.min(to) - reach
            })
        };
        let near: Vec<Corners> = self.triangles.iter().filter(is_near).copied().collect();
        let mut travelled = 0.0;
        for _ in 0..STEPS {
            let gap = least(&near, &spine.moved(way.scaled(travelled / length))) - radius;
            if gap <= TOUCHING {
                break;
            }
            travelled += gap;
            if travelled > length {
                return f64::INFINITY;
            }
        }
        travelled
    }
}

fn exact(point: Vector<f32, 3>) -> Exact {
    point.map(f64::from)
}

/// The least distance of a spine from triangles; infinite if there are none.
fn least(triangles: &[Corners], spine: &Spine) -> f64 {
    triangles.iter().map(|triangle| separation(triangle, spine)).fold(f64::INFINITY, f64::min)
}

/// The distance of a spine from a triangle: from its edges, from its plane at the ends of the spine, or zero if the spine crosses it.
fn separation(triangle: &Corners, spine: &Spine) -> f64 {
    if crossing(triangle, &spine.ends).is_some() {
        return 0.0;
    }
    let [a, b, c] = *triangle;
    let edges = [[a, b], [b, c], [c, a]].map(|edge| between(&edge, &spine.ends));
    let ends = spine.ends.map(|end| above(triangle, end));
    edges.into_iter().chain(ends).fold(f64::INFINITY, f64::min)
}

/// The distance of a point from the plane of a triangle if the nearest point of the plane is inside the triangle, else infinite.
fn above(triangle: &Corners, point: Exact) -> f64 {
    let normal = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]);
    if !is_inside(triangle, normal, point) {
        return f64::INFINITY;
    }
    (point - triangle[0]).dot(normal).abs() / normal.length()
}

/// Whether the projection of a point along the normal is inside a triangle.
fn is_inside(triangle: &Corners, normal: Exact, point: Exact) -> bool {
    let [a, b, c] = *triangle;
    [[a, b], [b, c], [c, a]].iter().all(|[from, to]| (*to - *from).cross(point - *from).dot(normal) >= 0.0)
}

/// The fraction of a segment at which it crosses a triangle; `None` if it does not, or if it is parallel to the triangle.
fn crossing(triangle: &Corners, segment: &[Exact; 2]) -> Option<f64> {
    let normal = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]);
    let [start, end] = segment.map(|point| (point - triangle[0]).dot(normal));
    if start * end > 0.0 || start == end {
        return None;
    }
    let part = start / (start - end);
    let point = segment[0] + (segment[1] - segment[0]).scaled(part);
    is_inside(triangle, normal, point).then_some(part)
}

/// The distance of two segments (C. Ericson, Real-Time Collision Detection, section 5.1.9). A segment may be a point.
fn between(first: &[Exact; 2], second: &[Exact; 2]) -> f64 {
    let [d, e] = [first[1] - first[0], second[1] - second[0]];
    let offset = first[0] - second[0];
    let [dd, ee, de] = [d.dot(d), e.dot(e), d.dot(e)];
    let [d_offset, e_offset] = [d.dot(offset), e.dot(offset)];
    let determinant = dd * ee - de * de;
    let clamp = |part: f64| if part.is_nan() { 0.0 } else { part.clamp(0.0, 1.0) };
    let mut s = if determinant > 0.0 { clamp((de * e_offset - d_offset * ee) / determinant) } else { 0.0 };
    let mut t = if ee > 0.0 { (de * s + e_offset) / ee } else { 0.0 };
    if ee <= 0.0 {
        s = clamp(-d_offset / dd);
    } else if !(0.0..=1.0).contains(&t) {
        t = clamp(t);
        s = clamp((de * t - d_offset) / dd);
    }
    (first[0] + d.scaled(s) - second[0] - e.scaled(t)).length()
}
