//! The corners of polygons and hulls, whose scalar may differ from the float type of the query: they are converted when they are read.

use super::reals;
use crate::scalar::Holds;
use crate::scalar::{Real, Scalar};
use crate::shape::polygon::xy;
use crate::vector::from_fn;
use crate::{Hull, Polygon, Pose, Vector};

/// Maps a scalar to the type of a slice of vectors with this scalar. [`Real::same`] uses this map to find out whether the points of a
/// polygon or hull are already stored in the float type of the query.
struct Slice<const N: usize>;

impl<const N: usize> Holds for Slice<N> {
    type Of<S: Scalar> = [Vector<S, N>];
}

/// The points of a polygon or hull, with any scalar, converted to the float type `R` of a query when they are read. Queries use this trait
/// as a trait object, so they are compiled only for the two float types and not for every scalar.
pub(crate) trait Points<R, const N: usize> {
    /// The number of points.
    fn len(&self) -> usize;

    /// The point at an index. In 2D, the points are in counter-clockwise order.
    fn at(&self, index: usize) -> Vector<R, N>;

    /// The points as they are stored. `None` if they are not stored as `R`, or if they are clockwise.
    fn raw(&self) -> Option<&[Vector<R, N>]>;

    /// Copies points into `buffer`, beginning with the index `first`, as many as fit.
    fn read(&self, first: usize, buffer: &mut [Vector<R, N>]);

    /// The index of the point that is farthest in a direction. If several points are equally far, the first of them.
    fn farthest(&self, direction: Vector<R, N>) -> usize;

    /// The points, converted to `f64` when they are read.
    fn wide(&self) -> &dyn Points<f64, N>;
}

/// Implements [`Points`] for a polygon or a hull. Takes expressions for the slice of its points and for whether they are clockwise;
/// clockwise points are read in reverse order.
macro_rules! points {
    ($kind:ident: $self:ident => $points:expr, $clockwise:expr) => {
        impl<S: Scalar, R: Real, const N: usize> Points<R, N> for $kind<'_, S, N> {
            fn len(&$self) -> usize {
                $points.len()
            }
            fn at(&$self, index: usize) -> Vector<R, N> {
                let points = $points;
                reals(points[if $clockwise { points.len() - 1 - index } else { index }])
            }
            fn raw(&$self) -> Option<&[Vector<R, N>]> {
                if $clockwise { None } else { R::same::<S, Slice<N>>($points) }
            }
            fn read(&$self, first: usize, buffer: &mut [Vector<R, N>]) {
                let points = $points;
                let stored = |index: usize| if $clockwise { points.len() - 1 - index } else { index };
                for (index, place) in (first..points.len()).zip(buffer) {
                    *place = reals(points[stored(index)]);
                }
            }
            fn farthest(&$self, direction: Vector<R, N>) -> usize {
                let points = $points;
                let best = farthest(points, direction);
                if $clockwise { points.len() - 1 - best } else { best }
            }
            fn wide(&self) -> &dyn Points<f64, N> {
                self
            }
        }
    };
}

points!(Polygon: self => self.raw().0, self.raw().1);
points!(Hull: self => self.points(), false);

/// The index of the point that is farthest in a direction. If several points are equally far, the first of them.
fn farthest<S: Scalar, R: Real, const N: usize>(points: &[Vector<S, N>], direction: Vector<R, N>) -> usize {
    let mut best = 0;
    let mut max = R::NEG_INFINITY;
    // Points are projected relative to the first point. Otherwise, far from the origin, the projections of points close to each other would
    // round to the same number.
    let first: Vector<R, N> = points.first().copied().map_or(Vector::ZERO, reals);
    let mut projections = [max; BLOCK];
    // A block of points is projected before its projections are compared with the best one. If each projection were compared immediately,
    // it would have to wait for the previous comparison.
    for (block, start) in points.chunks(BLOCK).zip((0..).step_by(BLOCK)) {
        for (projection, point) in projections.iter_mut().zip(block) {
            *projection = (reals::<S, R, N>(*point) - first).dot(direction);
        }
        if projections.iter().fold(false, |any, projection| any | (*projection > max)) {
            for (index, projection) in projections.iter().take(block.len()).enumerate() {
                if *projection > max {
                    best = start + index;
                    max = *projection;
                }
            }
        }
    }
    best
}

/// The number of points that `farthest` projects at a time, before it compares them with the best point so far.
const BLOCK: usize = 8;

/// The number of points of a hull that queries read at a time. Most hulls have no more points.
pub(crate) const HULL_BUFFER: usize = 16;

/// The largest number of corners of a polygon that is processed in SIMD lanes, one lane per corner. Most polygons have no more corners.
pub(crate) const SMALL_POLYGON: usize = 8;

/// A polygon in 2D as a structure of arrays: `x` and `y` are the coordinates of the corners, `u` and `v` the edge vectors from each corner
/// to the next, and `len` is the number of corners.
pub(crate) struct SmallPolygon<R, const W: usize> {
    pub(crate) x: [R; W],
    pub(crate) y: [R; W],
    pub(crate) u: [R; W],
    pub(crate) v: [R; W],
    pub(crate) len: usize,
}

impl<R: Real, const W: usize> SmallPolygon<R, W> {
    #[inline]
    fn moved<const N: usize>(self, by: Vector<R, N>) -> Self {
        let [x, y] = xy(by);
        Self { x: from_fn(|k| self.x[k] + x), y: from_fn(|k| self.y[k] + y), ..self }
    }
}

/// The corners of a polygon or hull, placed by a pose or, without a pose, translated by an offset.
#[derive(Clone, Copy)]
pub(crate) struct Corners<'a, R, const N: usize> {
    points: &'a dyn Points<R, N>,
    pose: Option<Pose<R, N>>,
    /// The translation of the points if there is no pose. With a pose, it is zero, because the pose has its own translation.
    shift: Vector<R, N>,
}

impl<'a, R: Real, const N: usize> Corners<'a, R, N> {
    #[inline]
    pub(crate) fn new(points: &'a dyn Points<R, N>, pose: Option<&Pose<R, N>>) -> Self {
        Self { points, pose: pose.copied(), shift: Vector::ZERO }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.points.len()
    }

    /// The corner at an index, after the pose and the offset are applied. In 2D, the corners are in counter-clockwise order.
    #[inline]
    pub(crate) fn at(&self, index: usize) -> Vector<R, N> {
        self.place(self.points.at(index))
    }

    /// A point inside the polygon or hull: the middle of two corners. After the corners are moved by the opposite of this point, it is
    /// exactly zero. Otherwise, far from the origin, a second move to the middle would round the offset to the precision of coordinates
    /// there.
    #[inline]
    pub(crate) fn middle(&self) -> Vector<R, N> {
        let half = |first: Vector<R, N>, other: Vector<R, N>| first + (other - first).scaled(R::HALF);
        let opposite = self.len() / 2;
        match self.pose {
            Some(_) => half(self.at(0), self.at(opposite)),
            None => half(self.points.at(0), self.points.at(opposite)) + self.shift,
        }
    }

    /// The corners, after the pose and the offset are applied.
    #[inline]
    pub(crate) fn iter(&self) -> CornerIter<'_, R, N> {
        let mut block = [Vector::ZERO; HULL_BUFFER];
        self.read(0, &mut block);
        CornerIter { corners: self, block, next: 0, len: self.len() }
    }

    /// Folds the corners, after the pose and the offset are applied. Faster than [`iter`](Self::iter) if they are visited once.
    #[inline]
    pub(crate) fn fold<T>(&self, init: T, mut f: impl FnMut(T, Vector<R, N>) -> T) -> T {
        if self.is_as_given()
            && let Some(points) = self.points.raw()
        {
            return points.iter().copied().fold(init, f);
        }
        let mut block = [Vector::ZERO; HULL_BUFFER];
        (0..self.len()).step_by(HULL_BUFFER).fold(init, |value, first| {
            self.read(first, &mut block);
            block.iter().take(self.len() - first).copied().fold(value, &mut f)
        })
    }

    /// All corners relative to `origin`, and the edges that begin at them. Unused lanes after the last corner repeat the first corner.
    /// `None` if there are more than `W` corners.
    ///
    /// The edges are computed from the stored corners and then rotated. If they were computed as differences of transformed corners,
    /// rounding would give short edges a wrong direction.
    #[inline]
    pub(crate) fn small_polygon<const W: usize>(&self, origin: Vector<R, N>) -> Option<SmallPolygon<R, W>> {
        let mut buffer = [Vector::ZERO; W];
        let len = self.len();
        if len > W {
            return None;
        }
        let given = self.given(&mut buffer)?;
        // Reading two coordinates of `buffer` at once would cause a store-forwarding stall, because they have just been written one by one:
        // the processor would wait until both are stored in memory. So they are also read one by one, and arranged by axis afterwards.
        let corners: [[R; 2]; W] = from_fn(|k| xy(given[if k < len { k } else { 0 }]));
        let x: [R; W] = from_fn(|k| corners[k][0]);
        let y: [R; W] = from_fn(|k| corners[k][1]);
        let next = |k: usize| (k + 1) & (W - 1);
        let u: [R; W] = from_fn(|k| x[next(k)] - x[k]);
        let v: [R; W] = from_fn(|k| y[next(k)] - y[k]);
        let polygon = SmallPolygon { x, y, u, v, len };
        Some(if self.is_as_given() {
            polygon.moved(-origin)
        } else {
            self.transformed_polygon(polygon, origin)
        })
    }

    /// Applies the pose or the offset to the corners and edges of a polygon. The resulting corners are relative to `origin`.
    #[inline]
    fn transformed_polygon<const W: usize>(
        &self,
        polygon: SmallPolygon<R, W>,
        origin: Vector<R, N>,
    ) -> SmallPolygon<R, W> {
        let Some(pose) = &self.pose else { return polygon.moved(self.shift - origin) };
        let axes = pose.rotation.axes();
        let ([i, j], [s, t]) = (xy(axes[0]), xy(axes[N - 1]));
        let SmallPolygon { x, y, u, v, len } = polygon;
        let turned = SmallPolygon {
            x: from_fn(|k| x[k] * i + y[k] * s),
            y: from_fn(|k| x[k] * j + y[k] * t),
            u: from_fn(|k| u[k] * i + v[k] * s),
            v: from_fn(|k| u[k] * j + v[k] * t),
            len,
        };
        turned.moved(pose.translation - origin)
    }

    /// Four successive corners, beginning with the index `first`, and the edges that begin at them. The corners are relative to `origin`.
    /// The first corner of the polygon replaces corners after the last one.
    #[inline]
    pub(crate) fn four(&self, first: usize, origin: Vector<R, N>) -> ([Vector<R, N>; 4], [Vector<R, N>; 4]) {
        let given: [Vector<R, N>; 5] =
            from_fn(|k| self.points.at(if first + k < self.len() { first + k } else { 0 }));
        let edges = from_fn(|k| self.turn(given[k + 1] - given[k]));
        (from_fn(|k| self.relative_corner(given[k], origin)), edges)
    }

    /// Applies the pose or the offset to the stored corner `given`. The result is relative to `origin`. `origin` is subtracted from the
    /// translation first, and the rotated corner is added then. If both are far from the origin of the world, but close to each other, this
    /// keeps the precision.
    #[inline]
    fn relative_corner(&self, given: Vector<R, N>, origin: Vector<R, N>) -> Vector<R, N> {
        match &self.pose {
            Some(pose) => pose.rotation.apply(given) + (pose.translation - origin),
            None => given + self.shift - origin,
        }
    }

    /// The corner at an index, relative to `origin`, after the pose and the offset are applied.
    #[inline]
    pub(crate) fn relative_at(&self, index: usize, origin: Vector<R, N>) -> Vector<R, N> {
        self.relative_corner(self.points.at(index), origin)
    }

    /// Whether the corners have neither a pose nor an offset.
    #[inline]
    pub(crate) fn is_as_given(&self) -> bool {
        self.pose.is_none() && self.shift == Vector::ZERO
    }

    /// Whether a pose is applied to the stored corners.
    #[inline]
    pub(crate) fn has_pose(&self) -> bool {
        self.pose.is_some()
    }

    /// The stored corners, without the pose and offset. They are borrowed if they need no conversion, otherwise copied into `buffer`.
    /// `None` if `buffer` is too small.
    #[inline]
    pub(crate) fn given<'r>(&'r self, buffer: &'r mut [Vector<R, N>]) -> Option<&'r [Vector<R, N>]> {
        if let Some(points) = self.points.raw() {
            return Some(points);
        }
        let buffer = buffer.get_mut(..self.len())?;
        self.points.read(0, buffer);
        Some(buffer)
    }

    /// The stored corner at an index, without the pose and offset.
    #[inline]
    pub(crate) fn given_at(&self, index: usize) -> Vector<R, N> {
        self.points.at(index)
    }

    /// Transforms a point from world space to the local space of the stored corners.
    #[inline]
    pub(crate) fn local(&self, point: Vector<R, N>) -> Vector<R, N> {
        match &self.pose {
            Some(pose) => pose.apply_inverse(point),
            None => point - self.shift,
        }
    }

    /// The L1 distance of a point from the origin of the space in which the corners are stored. It is at least the Euclidean distance, and
    /// exceeds it by a small factor at most.
    #[inline]
    pub(crate) fn distance_from_origin(&self, point: Vector<R, N>) -> R {
        let point = point - self.pose.as_ref().map_or(self.shift, |pose| pose.translation);
        point.0.into_iter().fold(R::ZERO, |sum, c| sum + c.abs())
    }

    /// Rotates a direction from world space to the local space of the stored corners.
    #[inline]
    pub(crate) fn local_direction(&self, direction: Vector<R, N>) -> Vector<R, N> {
        self.pose.as_ref().map_or(direction, |pose| pose.rotation.apply_inverse(direction))
    }

    /// Rotates a direction from the local space of the stored corners to world space.
    #[inline]
    pub(crate) fn turn(&self, direction: Vector<R, N>) -> Vector<R, N> {
        self.pose.as_ref().map_or(direction, |pose| pose.rotation.apply(direction))
    }

    /// Copies corners, after the pose and the offset are applied, into `buffer`: beginning with the index `first`, as many as fit.
    #[inline]
    fn read(&self, first: usize, buffer: &mut [Vector<R, N>]) {
        let count = buffer.len().min(self.len() - first);
        let buffer = &mut buffer[..count];
        self.points.read(first, buffer);
        if self.pose.is_some() || self.shift != Vector::ZERO {
            buffer.iter_mut().for_each(|corner| *corner = self.place(*corner));
        }
    }

    /// Transforms a point from the local space of the stored corners to world space, by the pose or the offset.
    #[inline]
    pub(crate) fn place(&self, point: Vector<R, N>) -> Vector<R, N> {
        match &self.pose {
            Some(pose) => pose.apply(point),
            None => point + self.shift,
        }
    }

    /// The index of the corner that is farthest in a direction. If several corners are equally far, the first of them.
    #[inline]
    pub(crate) fn farthest(&self, direction: Vector<R, N>) -> usize {
        let local = self.pose.as_ref().map_or(direction, |pose| pose.rotation.apply_inverse(direction));
        self.points.farthest(local)
    }

    #[inline]
    pub(super) fn moved(&self, offset: Vector<R, N>) -> Self {
        match self.pose {
            // The offset is added to the translation of the pose. If the transformed corners were translated instead, the rounding error of
            // their original position would remain.
            Some(Pose { rotation, translation }) => {
                Self { pose: Some(Pose { rotation, translation: translation + offset }), ..*self }
            }
            None => Self { shift: self.shift + offset, ..*self },
        }
    }

    pub(super) fn placed(&self, pose: &Pose<R, N>) -> Self {
        let own = self.pose.unwrap_or(Pose::at(self.shift));
        Self { pose: Some(own.then_unnormalized(pose)), shift: Vector::ZERO, ..*self }
    }

    /// The corners, converted to `f64` when they are read.
    pub(super) fn wide(&self) -> Corners<'a, f64, N> {
        let pose = self.pose.map(Pose::cast);
        Corners { points: self.points.wide(), pose, shift: self.shift.map(Scalar::to_f64) }
    }
}

/// An iterator over the corners of a polygon or hull. It reads them in blocks, because each read calls a trait object.
#[derive(Clone)]
pub(crate) struct CornerIter<'c, R, const N: usize> {
    corners: &'c Corners<'c, R, N>,
    /// The block that contains the corner `next`.
    block: [Vector<R, N>; HULL_BUFFER],
    next: usize,
    len: usize,
}

impl<R: Real, const N: usize> Iterator for CornerIter<'_, R, N> {
    type Item = Vector<R, N>;

    #[inline]
    fn next(&mut self) -> Option<Vector<R, N>> {
        if self.next == self.len {
            return None;
        }
        let place = self.next % HULL_BUFFER;
        if place == 0 && self.next > 0 {
            self.corners.read(self.next, &mut self.block);
        }
        self.next += 1;
        Some(self.block[place])
    }
}
