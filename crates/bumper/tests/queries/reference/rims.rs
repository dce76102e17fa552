//! The separation of shapes with a rim: a search over directions for the penetration depth, and nested golden-section searches over the
//! features of one shape for the distance from a cylinder. The search over directions gives a lower bound, the golden-section searches give
//! an upper bound.

use super::body::{Body, Round, core_gap};
use super::corners::{self, across_edges};
use super::number::{Double, Number, V, add, cross, dot, length, scale, sub, unit, wide};
use super::{Bounds, extent};

/// The golden ratio: the fraction of an interval that a golden-section step keeps.
pub const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// The number of golden-section steps. They reduce the interval to 2 · 10⁻¹⁶ of its length.
const SECTIONS: usize = 75;

/// The minimum of a convex function between 0 and 1, and its position.
pub fn least(mut of: impl FnMut(f64) -> f64) -> (f64, f64) {
    let (mut low, mut high) = (0.0, 1.0);
    let mut best = (of(0.0), 0.0);
    let mut offer = |at: f64| {
        let value = of(at);
        if value < best.0 {
            best = (value, at);
        }
        value
    };
    offer(1.0);
    let (mut left, mut right) = (1.0 - GOLDEN, GOLDEN);
    let (mut at_left, mut at_right) = (offer(left), offer(right));
    for _ in 0..SECTIONS {
        if at_left <= at_right {
            (high, right, at_right) = (right, left, at_left);
            left = high - (high - low) * GOLDEN;
            at_left = offer(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + (high - low) * GOLDEN;
            at_right = offer(right);
        }
    }
    best
}

/// A cylinder. The distance of a point from it has a closed form.
struct Cylinder<T> {
    center: V<T>,
    axis: V<T>,
    half: T,
    radius: T,
}

impl<T: Number> Cylinder<T> {
    fn new(body: &Body<T>) -> Option<Self> {
        let Round { p, q } = body.round?;
        let (from, to) = (body.points[0], *body.points.last()?);
        let (axis, half) = (unit(cross(p, q))?, T::from(0.5));
        let center = scale(add(from, to), half);
        Some(Self { center, axis, half: length(sub(to, from)) * half, radius: length(p) })
    }

    /// The position of a point along the axis, relative to the center, and the vector to it from the axis.
    fn parts(&self, point: V<T>) -> (T, V<T>) {
        let from = sub(point, self.center);
        let along = dot(from, self.axis);
        let across = sub(from, scale(self.axis, along));
        (along, sub(across, scale(self.axis, dot(across, self.axis))))
    }

    /// The vector from the nearest point of the cylinder to a point.
    fn way(&self, point: V<T>) -> V<T> {
        let (along, across) = self.parts(point);
        let (zero, far) = (T::from(0.0), length(across));
        let beyond = (along.abs() - self.half).most(zero);
        let outside = (far - self.radius).most(zero);
        let outward = if far > zero { scale(across, outside / far) } else { [zero; 3] };
        add(scale(self.axis, if along < zero { -beyond } else { beyond }), outward)
    }

    /// The signed distance of a point from the cylinder, and the direction in which the cylinder is left.
    fn separation(&self, point: V<T>) -> (T, V<T>) {
        if let Some(outward) = unit(self.way(point)) {
            return (length(self.way(point)), outward);
        }
        let (along, across) = self.parts(point);
        let (end, side) = (along.abs() - self.half, length(across) - self.radius);
        let axis = scale(self.axis, T::from(if along < T::from(0.0) { -1.0 } else { 1.0 }));
        match unit(across) {
            Some(outward) if side > end => (side, outward),
            _ => (end, axis),
        }
    }
}

/// The shortest vector from a cylinder to another shape, by golden-section searches over the points of that shape.
fn shortest(cylinder: &Cylinder<f64>, other: &Body<f64>) -> V<f64> {
    let mut best = (f64::INFINITY, [0.0; 3]);
    let mut at = |point: V<f64>| {
        let way = cylinder.way(point);
        let far = length(way);
        if far < best.0 {
            best = (far, way);
        }
        far
    };
    let between = |a: V<f64>, b: V<f64>, part: f64| add(a, scale(sub(b, a), part));
    for &point in &other.points {
        at(point);
    }
    if let Some(Round { p, q }) = other.round {
        let (from, to) = (other.points[0], other.points[other.points.len() - 1]);
        let mut slice = |part: f64| {
            let center = between(from, to, part);
            let far = least(|part| {
                let cosine = 2.0 * part - 1.0;
                let sine = (1.0 - cosine * cosine).max(0.0).sqrt();
                let middle = add(center, scale(p, cosine));
                least(|part| at(add(middle, scale(q, (2.0 * part - 1.0) * sine)))).0
            });
            far.0
        };
        if from == to {
            slice(0.0);
        } else {
            least(slice);
        }
        return best.1;
    }
    for &[i, j] in &other.edges {
        least(|part| at(between(other.points[i], other.points[j], part)));
    }
    for &face in &other.faces {
        let [a, b, c] = face.map(|i| other.points[i]);
        let middle = scale(add(add(a, b), c), 1.0 / 3.0);
        let reach = [a, b, c].map(|corner| length(sub(corner, middle))).into_iter().fold(0.0, f64::max);
        // The face is too far away to contain the nearest point.
        if length(cylinder.way(middle)) - reach > at(a).min(at(b)).min(at(c)) {
            continue;
        }
        least(|part| {
            let (left, right) = (between(a, b, part), between(a, c, part));
            least(|part| at(between(left, right, part))).0
        });
    }
    best.1
}

/// The directions that have been tried as axes of minimum penetration.
struct Directions<'a> {
    a: &'a Body<f64>,
    b: &'a Body<f64>,
    space: bool,
    found: Vec<(f64, V<f64>)>,
}

impl Directions<'_> {
    fn gap(&self, u: V<f64>) -> f64 {
        core_gap(self.a, self.b, u)
    }

    fn offer(&mut self, u: V<f64>) {
        if let Some(u) = unit(u) {
            self.found.push((self.gap(u), u));
        }
    }

    /// Climbs from a direction to better directions near it. Tries steps to all sides, and halves the step if no step helps.
    fn climb(&mut self, start: V<f64>, first_step: f64) {
        /// The largest number of steps of the same length.
        const MOVES: usize = 30;
        let Some(mut u) = unit(start) else { return };
        let mut gap = self.gap(u);
        let mut step = first_step;
        let mut moves = 0;
        while step > f64::EPSILON {
            let across = if u[0].abs() < 0.7 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
            let sides: Vec<V<f64>> = if self.space {
                let Some(v) = unit(cross(u, across)) else { return };
                let w = cross(u, v);
                (0..8)
                    .map(|k| {
                        let (sine, cosine) = (f64::from(k) * std::f64::consts::FRAC_PI_4).sin_cos();
                        add(scale(v, cosine), scale(w, sine))
                    })
                    .collect()
            } else {
                vec![[-u[1], u[0], 0.0], [u[1], -u[0], 0.0]]
            };
            let tried = sides.into_iter().filter_map(move |side| unit(add(u, scale(side, step))));
            let better = |a: (f64, V<f64>), b: (f64, V<f64>)| if b.0 > a.0 { b } else { a };
            let mut best = tried.clone().map(|v| (self.gap(v), v)).fold((gap, u), better);
            if best.0 <= gap && self.space && self.a.round.is_some() && self.b.round.is_some() {
                let ridge = self
                    .along_ridge(u, tried)
                    .map(|way| [1.0, 0.25, 0.06].map(|part| scale(way, step * part)));
                let tried = ridge.into_iter().flatten().filter_map(|way| unit(add(u, way)));
                best = tried.map(|v| (self.gap(v), v)).fold(best, better);
            }
            moves += 1;
            if best.0 > gap && moves < MOVES {
                (gap, u) = best;
            } else {
                (step, moves) = (step * 0.5, 0);
            }
        }
        self.found.push((gap, u));
    }

    /// The direction in which the gap rises along a ridge, for a place where no step to a side climbs. It is the direction of the shortest
    /// vector among the gradients at the directions `around` and the weighted means of two gradients.
    fn along_ridge(&self, u: V<f64>, around: impl Iterator<Item = V<f64>>) -> Option<V<f64>> {
        let gradient = |v: V<f64>| {
            let way = sub(self.b.core_support(scale(v, -1.0)), self.a.core_support(v));
            sub(way, scale(u, dot(way, u)))
        };
        let gradients: Vec<V<f64>> = around.map(gradient).collect();
        let mut shortest: Option<V<f64>> = None;
        for (k, &p) in gradients.iter().enumerate() {
            for &q in &gradients[k..] {
                let between = sub(q, p);
                let squared = dot(between, between);
                let part = if squared > 0.0 { (-dot(p, between) / squared).clamp(0.0, 1.0) } else { 0.0 };
                let mean = add(p, scale(between, part));
                if shortest.is_none_or(|shortest| dot(mean, mean) < dot(shortest, shortest)) {
                    shortest = Some(mean);
                }
            }
        }
        unit(shortest?)
    }

    /// The best directions perpendicular to an edge. They lie on a ridge, on which [`climb`](Self::climb) gets stuck.
    fn around(&mut self, edge: V<f64>, near: V<f64>) {
        /// The number of directions on the circle.
        const PARTS: usize = 48;
        let Some(e) = unit(edge) else { return };
        let across = if e[0].abs() < 0.7 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
        let first = unit(sub(near, scale(e, dot(near, e)))).or(unit(cross(e, across)));
        let Some(v) = first else { return };
        let w = cross(e, v);
        let at = |angle: f64| add(scale(v, angle.cos()), scale(w, angle.sin()));
        let part = std::f64::consts::TAU / PARTS as f64;
        let gaps: Vec<f64> = (0..PARTS).map(|k| self.gap(at(k as f64 * part))).collect();
        for k in 0..PARTS {
            if gaps[k] >= gaps[(k + 1) % PARTS] && gaps[k] >= gaps[(k + PARTS - 1) % PARTS] {
                let angle = |t: f64| (k as f64 + 2.0 * t - 1.0) * part;
                let (_, t) = least(|t| -self.gap(at(angle(t))));
                self.offer(at(angle(t)));
                self.offer(at(k as f64 * part));
            }
        }
    }
}

/// Directions that are evenly distributed on a sphere (a golden-angle spiral), or on a circle in 2D.
fn spread(count: usize, space: bool) -> impl Iterator<Item = V<f64>> {
    (0..count).map(move |k| {
        let part = (k as f64 + 0.5) / count as f64;
        let height = if space { 1.0 - 2.0 * part } else { 0.0 };
        let turn = if space { k as f64 * GOLDEN } else { part };
        let (sine, cosine) = (turn * std::f64::consts::TAU).sin_cos();
        let across = (1.0 - height * height).sqrt();
        [across * cosine, across * sine, height]
    })
}

/// The best directions for the penetration depth of the cores, each with the gap along it.
fn deepest(a: &Body<f64>, b: &Body<f64>, space: bool, way: V<f64>) -> Vec<(f64, V<f64>)> {
    /// The number of start directions, and the number of the best of them from which the search climbs.
    const STARTS: usize = 300;
    const FOLLOWED: usize = 10;
    let mut directions = Directions { a, b, space, found: vec![] };
    let mut exact: Vec<V<f64>> = across_edges(a, b, space, 1e-12).into_iter().flatten().collect();
    for body in [a, b] {
        if let Some(Round { p, q }) = body.round {
            exact.extend([cross(p, q), p, q, [-p[1], p[0], 0.0], [-q[1], q[0], 0.0]]);
            for other in [a, b] {
                let edges = other.directions.iter().map(|&edge| cross(cross(p, q), edge));
                exact.extend(edges);
            }
        }
    }
    if !space {
        exact.retain(|u| u[2] == 0.0);
    }
    for u in exact {
        directions.offer(u);
        directions.offer(scale(u, -1.0));
    }
    directions.offer(way);
    for u in spread(STARTS, space) {
        directions.offer(u);
    }
    if space {
        let edges: Vec<V<f64>> = a.directions.iter().chain(&b.directions).copied().collect();
        for edge in edges {
            directions.around(edge, way);
        }
    }
    directions.found.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut followed: Vec<V<f64>> = vec![];
    for (_, u) in directions.found.clone() {
        // Skip directions near one that has been used already.
        if followed.iter().all(|v| length(sub(u, *v)) > 0.05) {
            followed.push(u);
            directions.climb(u, 0.1);
            directions.climb(u, 1e-4);
            if followed.len() == FOLLOWED {
                break;
            }
        }
    }
    directions.found.sort_by(|a, b| b.0.total_cmp(&a.0));
    directions.found.truncate(4);
    directions.found
}

/// The vector from one body to the other, if one of them is a cylinder and they are apart.
fn apart(a: &Body<Double>, b: &Body<Double>) -> Option<V<f64>> {
    let (p, q) = (a.short(), b.short());
    let way = match (Cylinder::new(&p), Cylinder::new(&q)) {
        (Some(cylinder), _) => shortest(&cylinder, &q),
        (None, Some(cylinder)) => scale(shortest(&cylinder, &p), -1.0),
        _ => return None,
    };
    // The distance is known within a few rounding errors of the sizes.
    let far = length(way) > extent(&p, &q) * SURELY_APART;
    (far && !holds(a, b) && !holds(b, a)).then_some(way)
}

/// If the shortest vector is below this fraction of the sizes, the shapes do not count as apart.
const SURELY_APART: f64 = 1e-12;

/// Whether a polyhedral shape contains a point of another shape. The distance to its faces is then meaningless.
fn holds(a: &Body<Double>, b: &Body<Double>) -> bool {
    let inside = Body { round: None, ..Body::ring(vec![b.points[0]]) };
    a.round.is_none() && corners::separation(a, &inside, true).low.value() < 0.0
}

/// An upper bound on the separation of the cores of two shapes, one of which has a rim.
pub fn at_most(a: &Body<Double>, b: &Body<Double>, space: bool) -> Double {
    let way = if space { apart(a, b) } else { None };
    way.map_or_else(|| separation(a, b, space).high, |way| length(way).into())
}

/// The separation of the cores of two shapes, one of which has a rim.
pub fn separation(a: &Body<Double>, b: &Body<Double>, space: bool) -> Bounds {
    for (cylinder, other, sign) in [(a, b, 1.0), (b, a, -1.0)] {
        let found = if space { Cylinder::new(cylinder) } else { None };
        if let (Some(cylinder), [point], None) = (found, &other.points[..], other.round) {
            let (gap, outward) = cylinder.separation(*point);
            return Bounds { low: gap, high: gap, normal: scale(outward, Double::from(sign)) };
        }
    }
    let way = if space { apart(a, b) } else { None };
    let mut best: Option<(Double, V<Double>)> = None;
    for (_, u) in deepest(&a.short(), &b.short(), space, way.unwrap_or_default()) {
        let Some(u) = unit(wide(u)) else { continue };
        let gap = core_gap(a, b, u);
        if best.is_none_or(|best| gap > best.0) {
            best = Some((gap, u));
        }
    }
    let (low, normal) = best.expect("some direction is tried");
    let high = way.map_or(low, |way| length(way).into());
    Bounds { low, high: if high < low { low } else { high }, normal }
}
