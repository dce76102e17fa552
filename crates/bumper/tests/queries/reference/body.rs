//! A convex shape in the form that the reference uses: the hull of points, perhaps summed with a flat ellipse, and a radius.

use super::number::{Double, Number, V, add, cross, dot, length, rounded, scale, sub, unit};

/// A flat ellipse: the set of all points p cos φ + q sin φ, and its inside.
#[derive(Clone, Copy, Debug)]
pub struct Round<T> {
    pub p: V<T>,
    pub q: V<T>,
}

#[derive(Clone, Debug)]
pub struct Body<T> {
    pub points: Vec<V<T>>,
    /// Segments between the points, which include all edges of their hull. In 3D, `faces` are triangles that include all faces.
    pub edges: Vec<[usize; 2]>,
    pub faces: Vec<[usize; 3]>,
    /// The directions of the edges.
    pub directions: Vec<V<T>>,
    pub round: Option<Round<T>>,
    pub radius: T,
    /// The largest absolute value of the numbers that define the shape.
    pub largest: f64,
}

impl Body<Double> {
    pub fn new(points: Vec<V<Double>>, edges: Vec<[usize; 2]>, faces: Vec<[usize; 3]>) -> Self {
        let zero = Double::from(0.0);
        let directions = edges.iter().map(|&[i, j]| sub(points[j], points[i])).collect();
        let largest = points.iter().flatten().map(|c| c.value().abs()).fold(0.0, f64::max);
        Self { points, edges, faces, directions, round: None, radius: zero, largest }
    }

    /// A body whose points form a closed ring, each connected to the next.
    pub fn ring(points: Vec<V<Double>>) -> Self {
        let n = points.len();
        let edges = (0..n).map(|k| [k, (k + 1) % n]).filter(|[i, j]| i != j).collect();
        let faces = if n == 3 { vec![[0, 1, 2]] } else { vec![] };
        Self::new(points, edges, faces)
    }

    /// A box, given by its center and its half edges: four corners in 2D, eight in 3D.
    pub fn boxed(center: V<Double>, halves: &[V<Double>]) -> Self {
        let n = halves.len();
        let corner = |bits: usize| {
            halves.iter().enumerate().fold(center, |sum, (k, &half)| {
                std::array::from_fn(|i| if bits >> k & 1 == 1 { sum[i] + half[i] } else { sum[i] - half[i] })
            })
        };
        let (mut edges, mut faces) = (vec![], vec![]);
        for bits in 0..1usize << n {
            for k in (0..n).filter(|k| bits >> k & 1 == 0) {
                edges.push([bits, bits | 1 << k]);
                for l in (k + 1..n).filter(|l| bits >> l & 1 == 0) {
                    faces.push([bits, bits | 1 << k, bits | 1 << l]);
                    faces.push([bits | 1 << k | 1 << l, bits | 1 << k, bits | 1 << l]);
                }
            }
        }
        let directions = halves.to_vec();
        Self { directions, ..Self::new((0..1 << n).map(corner).collect(), edges, faces) }
    }

    /// The hull of points in 3D. Its faces are all triangles that have, within rounding, no points on one side.
    pub fn hull(points: Vec<V<Double>>) -> Self {
        let local: Vec<V<f64>> = points.iter().map(|&p| rounded(sub(p, points[0]))).collect();
        let size = local.iter().map(|&p| length(p)).fold(0.0, f64::max);
        // The tolerance is sixty rounding errors of the volumes that are compared. An additional triangle does no harm.
        let close = size * size * size * f64::EPSILON * 60.0;
        let (mut edges, mut faces) = (vec![], vec![]);
        let n = points.len();
        for i in 0..n {
            for j in i + 1..n {
                let mut is_edge = n == 2;
                for k in (0..n).filter(|&k| k != i && k != j) {
                    let normal = cross(sub(local[j], local[i]), sub(local[k], local[i]));
                    let sides = local.iter().map(|&p| dot(normal, sub(p, local[i])));
                    let (low, high) =
                        sides.fold((0.0, 0.0), |(low, high): (f64, f64), s| (low.min(s), high.max(s)));
                    if low >= -close || high <= close {
                        is_edge = true;
                        if k > j {
                            faces.push([i, j, k]);
                        }
                    }
                }
                if is_edge {
                    edges.push([i, j]);
                }
            }
        }
        Self::new(points, edges, faces)
    }

    pub fn with_radius(mut self, radius: Double) -> Self {
        self.radius = radius;
        self.largest = self.largest.max(radius.value());
        self
    }

    pub fn with_round(mut self, p: V<Double>, q: V<Double>) -> Self {
        let reach = length(p).value().max(length(q).value());
        self.round = (reach > 0.0).then_some(Round { p, q });
        self.largest = self.largest.max(reach);
        self
    }

    /// Raises `largest`, from which the rounding error is computed, to at least `number`: a number of this size was used to compute the
    /// body.
    pub fn at_least_as_large(mut self, number: f64) -> Self {
        self.largest = self.largest.max(number);
        self
    }

    pub fn moved(&self, offset: V<Double>) -> Self {
        let points = self.points.iter().map(|&p| super::number::add(p, offset)).collect();
        Self { points, ..self.clone() }
    }

    /// Converts the body to `f64`.
    pub fn short(&self) -> Body<f64> {
        Body {
            points: self.points.iter().copied().map(rounded).collect(),
            edges: self.edges.clone(),
            faces: self.faces.clone(),
            directions: self.directions.iter().copied().map(rounded).collect(),
            round: self.round.map(|round| Round { p: rounded(round.p), q: rounded(round.q) }),
            radius: self.radius.value(),
            largest: self.largest,
        }
    }
}

impl<T: Number> Body<T> {
    /// The support function of the shape without its radius. The value is multiplied by the length of the direction.
    pub fn core_reach(&self, u: V<T>) -> T {
        let mut most = dot(self.points[0], u);
        for &point in &self.points[1..] {
            most = most.most(dot(point, u));
        }
        match self.round {
            Some(Round { p, q }) => most + length([dot(p, u), dot(q, u), T::from(0.0)]),
            None => most,
        }
    }

    /// A point of the shape without its radius that is farthest in a direction.
    pub fn core_support(&self, u: V<T>) -> V<T> {
        let higher = |best: V<T>, next: &V<T>| if dot(*next, u) > dot(best, u) { *next } else { best };
        let corner = self.points.iter().fold(self.points[0], higher);
        let Some(Round { p, q }) = self.round else { return corner };
        let (x, y) = (dot(p, u), dot(q, u));
        match unit([x, y, T::from(0.0)]) {
            Some([x, y, _]) => add(corner, add(scale(p, x), scale(q, y))),
            None => corner,
        }
    }

    /// The support function of the shape. The value is multiplied by the length of the direction.
    pub fn reach(&self, u: V<T>) -> T {
        self.core_reach(u) + self.radius * length(u)
    }
}

/// The gap between the two cores (without radii) along a unit direction from the first to the second. If the gap is negative, the cores
/// overlap along this direction.
pub fn core_gap<T: Number>(a: &Body<T>, b: &Body<T>, u: V<T>) -> T {
    -b.core_reach(scale(u, T::from(-1.0))) - a.core_reach(u)
}
