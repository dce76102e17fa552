//! Decides which answer is right if two libraries disagree. Computes a slow reference solution in `f64` that follows the definition of the
//! query.
//!
//! The separation of two convex shapes is the largest gap between them along any direction. (The gap along a direction is the distance
//! between the shapes in their projection onto the direction, negative if the projections overlap.) The search tries many directions:
//! random ones, and candidates that are derived from edges and corners. It improves the best of them with random steps that become smaller.
//! Half of the steps stay perpendicular to an edge, because the largest gap is often along such a direction. The search does not prove that
//! no direction has a larger gap, but so many starts make it unlikely.

use super::Query;
use super::figure::{Figure, Kind};

/// The number of random directions at which the search starts.
const STARTS: usize = 64;
/// The number of times that the search asks `Edges::candidates` for further directions. A call returns at most four.
const CANDIDATES: usize = 160;
/// Of all these directions, the number of those with the largest gaps that the search then improves.
const REFINED: usize = 6;
/// The number of random steps that are tried before the size of the steps may shrink.
const TRIES: usize = 24;
/// The first size of the steps. A step changes a direction, which is a unit vector.
const FIRST_STEP: f64 = 0.3;
/// The size of the steps at which the search ends.
const LAST_STEP: f64 = 1e-6;
/// The factor for the size of the steps if none of `TRIES` steps has found a larger gap.
const SHRINK: f64 = 0.6;

/// A vector that is shorter than this has no reliable direction.
const MIN_LENGTH: f64 = 1e-9;

/// How the time of the least separation of two moving shapes is found: first at this number of equally distant times (`TIMES`), then by
/// this number of steps of a ternary search near the best of them.
const TIMES: usize = 16;
const TERNARY_STEPS: usize = 40;

/// Whether an answer to a query for the figures `a` and `b` is right. `tolerance` is the largest permitted error, as a length.
pub fn is_right<const N: usize>(
    query: Query,
    answer: Option<f32>,
    a: &Figure<N>,
    b: &Figure<N>,
    tolerance: f64,
) -> bool {
    let separation_at_start = || separation(a, b, 0.0);
    // For lengths above 1, the tolerance is relative to the length, because rounding errors grow with it.
    let nearly_equal = |x: f64, y: f64| (x - y).abs() <= tolerance * y.abs().max(1.0);
    let answer = answer.map(f64::from);
    match (query, answer) {
        (Query::Touch, Some(_)) => separation_at_start() <= tolerance,
        (Query::Touch | Query::Contact, None) => separation_at_start() >= -tolerance,
        (Query::Distance, Some(distance)) => nearly_equal(distance, separation_at_start().max(0.0)),
        (Query::Distance, None) => false,
        (Query::Contact, Some(found)) => nearly_equal(found, separation_at_start()),
        (Query::Sweep | Query::Ray, None) => min_distance_before(a, b, 1.0) >= -tolerance,
        (Query::Sweep | Query::Ray, Some(time)) => {
            let separation_then = separation(a, b, time);
            separation_then <= tolerance && (time == 0.0 || min_distance_before(a, b, time) >= -tolerance)
        }
    }
}

/// Returns the least separation of two moving shapes from time 0 to `end`. As long as the shapes are apart, their separation is a convex
/// function of time, so a ternary search finds its minimum.
fn min_distance_before<const N: usize>(a: &Figure<N>, b: &Figure<N>, end: f64) -> f64 {
    let at = |k: usize| end * k as f64 / TIMES as f64;
    let found: Vec<f64> = (0..=TIMES).map(|k| separation(a, b, at(k))).collect();
    let best = (0..=TIMES).fold(0, |best, k| if found[k] < found[best] { k } else { best });
    let mut low = at(best.saturating_sub(1));
    let mut high = at((best + 1).min(TIMES));
    let mut least = found[best];
    for _ in 0..TERNARY_STEPS {
        let times = [low + (high - low) / 3.0, high - (high - low) / 3.0];
        let [first, second] = times.map(|time| separation(a, b, time));
        least = least.min(first).min(second);
        if first < second { high = times[1] } else { low = times[0] }
    }
    least
}

/// Returns the separation of two moving shapes after the fraction `time` of their motion.
fn separation<const N: usize>(a: &Figure<N>, b: &Figure<N>, time: f64) -> f64 {
    let moved: [f64; N] = core::array::from_fn(|k| time * (f64::from(b.step[k]) - f64::from(a.step[k])));
    let gap = |direction: &[f64; N]| {
        let moved: f64 = (0..N).map(|k| moved[k] * direction[k]).sum();
        -farthest(b, &direction.map(|c| -c)) + moved - farthest(a, direction)
    };
    let mut random = Noise(1);
    let edges = Edges { a, b, moved: &moved };
    let mut directions: Vec<_> = (0..STARTS).map(|_| random.direction([0.0; N], 1.0)).collect();
    for _ in 0..CANDIDATES {
        directions.extend(edges.candidates(&mut random));
    }
    let mut starts: Vec<_> = directions.into_iter().map(|direction| (gap(&direction), direction)).collect();
    starts.sort_by(|a, b| b.0.total_cmp(&a.0));
    let climb = |(mut best, mut direction): (f64, [f64; N])| {
        let mut step = FIRST_STEP;
        while step > LAST_STEP {
            let before = best;
            for k in 0..TRIES {
                let neighbour = random.direction(direction, step);
                let next =
                    if k % 2 == 0 { Some(neighbour) } else { edges.orthogonal(neighbour, &mut random) };
                if let Some((value, next)) =
                    next.map(|direction| (gap(&direction), direction)).filter(|next| next.0 > best)
                {
                    best = value;
                    direction = next;
                }
            }
            if best <= before {
                step *= SHRINK;
            }
        }
        best
    };
    starts.into_iter().take(REFINED).map(climb).fold(f64::NEG_INFINITY, f64::max)
}

/// A source of directions for the search: differences of two random corners of the figures. Such a difference is an edge or a diagonal of
/// one figure, or a vector from one to the other. `moved` is the displacement of `b`.
struct Edges<'f, const N: usize> {
    a: &'f Figure<N>,
    b: &'f Figure<N>,
    moved: &'f [f64; N],
}

impl<const N: usize> Edges<'_, N> {
    fn random_edge(&self, random: &mut Noise) -> [f64; N] {
        let [from, to] = [(); 2].map(|()| {
            let second = random.number() < 0.0;
            let points = if second { &self.b.corners } else { &self.a.corners };
            let place = ((random.number() * 0.5 + 0.5) * points.len() as f64) as usize;
            let point = points[place.min(points.len() - 1)];
            core::array::from_fn::<f64, N, _>(|k| {
                f64::from(point[k]) + if second { self.moved[k] } else { 0.0 }
            })
        });
        core::array::from_fn(|k| to[k] - from[k])
    }

    /// Returns random candidates for the direction with the largest gap: a direction along a random edge, and one that is perpendicular to
    /// two random edges (in 2D, to one). Each is returned with both signs.
    fn candidates(&self, random: &mut Noise) -> Vec<[f64; N]> {
        let d = self.random_edge(random);
        let e = self.random_edge(random);
        let across: [f64; N] = match N {
            2 => core::array::from_fn(|k| if k == 0 { -d[1] } else { d[0] }),
            _ => core::array::from_fn(|k| d[(k + 1) % 3] * e[(k + 2) % 3] - d[(k + 2) % 3] * e[(k + 1) % 3]),
        };
        [unit(across), unit(d)]
            .into_iter()
            .flatten()
            .flat_map(|direction| [direction, direction.map(|c| -c)])
            .collect()
    }

    /// Projects a direction onto the plane perpendicular to a random edge, and normalizes it. `None` if the result is not reliable.
    fn orthogonal(&self, direction: [f64; N], random: &mut Noise) -> Option<[f64; N]> {
        let edge = unit(self.random_edge(random))?;
        let along: f64 = (0..N).map(|k| direction[k] * edge[k]).sum();
        unit(core::array::from_fn(|k| direction[k] - along * edge[k]))
    }
}

fn unit<const N: usize>(direction: [f64; N]) -> Option<[f64; N]> {
    let length = direction.iter().map(|c| c * c).sum::<f64>().sqrt();
    (length > MIN_LENGTH).then(|| direction.map(|c| c / length))
}

/// The largest coordinate of any point of a figure along a unit direction (its support value).
fn farthest<const N: usize>(figure: &Figure<N>, direction: &[f64; N]) -> f64 {
    let along = |p: &bumper::Vector<f32, N>| (0..N).map(|k| f64::from(p[k]) * direction[k]).sum::<f64>();
    let support =
        figure.corners.iter().map(along).fold(f64::NEG_INFINITY, f64::max) + f64::from(figure.radius);
    if figure.kind != Kind::Cylinder {
        return support;
    }
    let cosine = along(&figure.axes[1]);
    support + f64::from(figure.half[0]) * (1.0 - cosine * cosine).max(0.0).sqrt()
}

/// A source of pseudorandom directions, which are the same in every run.
struct Noise(u64);

impl Noise {
    /// Returns a random unit vector near `from`. If `from` is zero, it has any direction.
    fn direction<const N: usize>(&mut self, from: [f64; N], step: f64) -> [f64; N] {
        loop {
            let direction = from.map(|c| c + step * self.number());
            if let Some(direction) = unit(direction) {
                return direction;
            }
        }
    }

    /// A pseudorandom number from −1 to 1.
    fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}
