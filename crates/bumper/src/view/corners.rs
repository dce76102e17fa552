//! Corners of polygons and hulls, read through one interface for all scalars.

use super::reals;
use crate::Rotation;
use crate::scalar::Holds;
use crate::scalar::{Real, Scalar};
use crate::shape::polygon::flat;
use crate::vector::from_fn;
use crate::{Hull, Polygon, Pose, Vector};

/// The type-level map from a scalar to a slice of its vectors.
struct Slice<const N: usize>;

impl<const N: usize> Holds for Slice<N> {
    type Of<S: Scalar> = [Vector<S, N>];
}

/// Points of a shape's scalar, converted to the float of a query when they are read. So queries are compiled for two floats, not for every
/// scalar.
pub(crate) trait Points<R, const N: usize> {
    fn len(&self) -> usize;

    /// The point of an index. In 2D, points run counterclockwise.
    fn at(&self, index: usize) -> Vector<R, N>;

    /// The points in memory, if they need neither conversion nor reversal.
    fn raw(&self) -> Option<&[Vector<R, N>]>;

    /// Reads the first points, up to the length of `room`.
    fn read(&self, room: &mut [Vector<R, N>]);

    /// The index of the support point in a direction; the first of equals.
    fn farthest(&self, direction: Vector<R, N>) -> usize;

    /// The points, read in `f64`.
    fn wide(&self) -> &dyn Points<f64, N>;
}

/// Implements [`Points`] by a slice, which may run clockwise.
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
            fn read(&$self, room: &mut [Vector<R, N>]) {
                let points = $points;
                let place = |index: usize| if $clockwise { points.len() - 1 - index } else { index };
                for (index, room) in room.iter_mut().take(points.len()).enumerate() {
                    *room = reals(points[place(index)]);
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

fn farthest<S: Scalar, R: Real, const N: usize>(points: &[Vector<S, N>], direction: Vector<R, N>) -> usize {
    let (mut best, mut most) = (0, R::from_f64(f64::NEG_INFINITY));
    // Relative to the first point: far from the origin, the products of coordinates of near points could not be told apart.
    let first: Vector<R, N> = points.first().copied().map_or(Vector::default(), reals);
    let mut reaches = [most; BLOCK];
    // In blocks: comparing each product at once would make it wait for the comparison before.
    for (block, start) in points.chunks(BLOCK).zip((0..).step_by(BLOCK)) {
        for (reach, point) in reaches.iter_mut().zip(block) {
            *reach = (reals::<S, R, N>(*point) - first).dot(direction);
        }
        if reaches.iter().fold(false, |any, reach| any | (*reach > most)) {
            for (index, reach) in reaches.iter().take(block.len()).enumerate() {
                if *reach > most {
                    (best, most) = (start + index, *reach);
                }
            }
        }
    }
    best
}

/// The number of points that are projected before they are compared with the best so far.
const BLOCK: usize = 8;

/// The buffer size that holds the points of most hulls.
pub(crate) const ROOM: usize = 16;

/// The number of polygon corners that are processed side by side in SIMD lanes; most polygons have no more.
pub(crate) const FEW: usize = 8;

/// Corners in 2D as a structure of arrays: coordinates `x` and `y`, the vectors `u` and `v` along the edges that begin there, and the
/// number of corners.
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
        let [x, y] = flat(by);
        Self { x: from_fn(|k| self.x[k] + x), y: from_fn(|k| self.y[k] + y), ..self }
    }
}

/// Corners with a pose and an offset.
#[derive(Clone, Copy)]
pub(crate) struct Corners<'a, R, const N: usize> {
    points: &'a dyn Points<R, N>,
    pose: Option<Pose<R, N>>,
    shift: Vector<R, N>,
}

impl<'a, R: Real, const N: usize> Corners<'a, R, N> {
    #[inline]
    pub(crate) fn new(points: &'a dyn Points<R, N>, pose: Option<&Pose<R, N>>) -> Self {
        Self { points, pose: pose.copied(), shift: Vector::default() }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.points.len()
    }

    /// The corner of an index. In 2D, corners run counterclockwise.
    #[inline]
    pub(crate) fn at(&self, index: usize) -> Vector<R, N> {
        self.place(self.points.at(index))
    }

    /// All corners: borrowed if they need no change, else copied into `room`. `None` if they do not fit.
    #[inline]
    pub(crate) fn all<'r>(&'r self, room: &'r mut [Vector<R, N>]) -> Option<&'r [Vector<R, N>]> {
        if self.is_as_given()
            && let Some(points) = self.points.raw()
        {
            return Some(points);
        }
        let room = room.get_mut(..self.len())?;
        self.read(room);
        Some(room)
    }

    /// Up to `W` corners relative to an origin, the edges that begin at them, and their number. Unused lanes repeat the first corner.
    /// `None` if there are more corners.
    ///
    /// Edges are differences of the corners before they are placed: placed corners are rounded, which would rotate short edges.
    #[inline]
    pub(crate) fn few<const W: usize>(&self, origin: Vector<R, N>) -> Option<SmallPolygon<R, W>> {
        let mut room = [Vector::default(); W];
        let len = self.len();
        if len > W {
            return None;
        }
        let given = self.given(&mut room)?;
        // Read as single numbers, as they were written: a wider load of two separate stores would be a store-forwarding stall. Then
        // rearranged into lanes.
        let corners: [[R; 2]; W] = from_fn(|k| flat(given[if k < len { k } else { 0 }]));
        let (x, y): ([R; W], [R; W]) = (from_fn(|k| corners[k][0]), from_fn(|k| corners[k][1]));
        let next = |k: usize| (k + 1) & (W - 1);
        let (u, v): ([R; W], [R; W]) = (from_fn(|k| x[next(k)] - x[k]), from_fn(|k| y[next(k)] - y[k]));
        let few = SmallPolygon { x, y, u, v, len };
        Some(if self.is_as_given() { few.moved(-origin) } else { self.few_placed(few, origin) })
    }

    /// Applies the pose and the offset to corners and edges, relative to an origin.
    #[inline]
    fn few_placed<const W: usize>(
        &self,
        few: SmallPolygon<R, W>,
        origin: Vector<R, N>,
    ) -> SmallPolygon<R, W> {
        let Some(pose) = &self.pose else { return few.moved(self.shift - origin) };
        let axes = pose.rotation.axes();
        let ([i, j], [s, t]) = (flat(axes[0]), flat(axes[N - 1]));
        let SmallPolygon { x, y, u, v, len } = few;
        let turned = SmallPolygon {
            x: from_fn(|k| x[k] * i + y[k] * s),
            y: from_fn(|k| x[k] * j + y[k] * t),
            u: from_fn(|k| u[k] * i + v[k] * s),
            v: from_fn(|k| u[k] * j + v[k] * t),
            len,
        };
        turned.moved(pose.translation - origin + self.shift)
    }

    /// Four corners from an index on, relative to an origin, and the edges that begin at them. Unused lanes repeat the first corner.
    #[inline]
    pub(crate) fn four(&self, first: usize, origin: Vector<R, N>) -> ([Vector<R, N>; 4], [Vector<R, N>; 4]) {
        let given: [Vector<R, N>; 5] =
            from_fn(|k| self.points.at(if first + k < self.len() { first + k } else { 0 }));
        let edges = from_fn(|k| self.turn(given[k + 1] - given[k]));
        (from_fn(|k| self.seen(given[k], origin)), edges)
    }

    /// A corner with the pose and offset applied, relative to an origin. The offset from the origin is subtracted before the corner is
    /// added, so that a shape far away from the world's origin but near this one loses no digits.
    #[inline]
    fn seen(&self, given: Vector<R, N>, origin: Vector<R, N>) -> Vector<R, N> {
        match &self.pose {
            Some(pose) => pose.rotation.apply(given) + (pose.translation - origin + self.shift),
            None => given + self.shift - origin,
        }
    }

    /// The corner of an index, relative to an origin.
    #[inline]
    pub(crate) fn seen_at(&self, index: usize, origin: Vector<R, N>) -> Vector<R, N> {
        self.seen(self.points.at(index), origin)
    }

    /// Whether there is neither a pose nor an offset.
    #[inline]
    pub(crate) fn is_as_given(&self) -> bool {
        self.pose.is_none() && self.shift == Vector::default()
    }

    /// The corners before the pose and offset: borrowed if possible, else copied into `room`. `None` if they do not fit.
    #[inline]
    pub(crate) fn given<'r>(&'r self, room: &'r mut [Vector<R, N>]) -> Option<&'r [Vector<R, N>]> {
        if let Some(points) = self.points.raw() {
            return Some(points);
        }
        let room = room.get_mut(..self.len())?;
        self.points.read(room);
        Some(room)
    }

    /// A corner before the pose and offset.
    #[inline]
    pub(crate) fn given_at(&self, index: usize) -> Vector<R, N> {
        self.points.at(index)
    }

    /// A point in the local space of the corners.
    #[inline]
    pub(crate) fn local(&self, point: Vector<R, N>) -> Vector<R, N> {
        let point = point - self.shift;
        self.pose.as_ref().map_or(point, |pose| pose.apply_inverse(point))
    }

    /// A direction in the local space of the corners.
    #[inline]
    pub(crate) fn local_direction(&self, direction: Vector<R, N>) -> Vector<R, N> {
        self.pose.as_ref().map_or(direction, |pose| pose.rotation.apply_inverse(direction))
    }

    /// A local direction rotated by the pose.
    #[inline]
    pub(crate) fn turn(&self, direction: Vector<R, N>) -> Vector<R, N> {
        self.pose.as_ref().map_or(direction, |pose| pose.rotation.apply(direction))
    }

    /// Reads the first corners, up to the length of `room`.
    #[inline]
    fn read(&self, room: &mut [Vector<R, N>]) {
        self.points.read(room);
        if self.pose.is_some() || self.shift != Vector::default() {
            room.iter_mut().for_each(|corner| *corner = self.place(*corner));
        }
    }

    /// Applies the pose and the offset to a point.
    #[inline]
    pub(crate) fn place(&self, point: Vector<R, N>) -> Vector<R, N> {
        self.pose.as_ref().map_or(point, |pose| pose.apply(point)) + self.shift
    }

    /// The index of the support point in a direction; the first of equals.
    #[inline]
    pub(crate) fn farthest(&self, direction: Vector<R, N>) -> usize {
        let local = self.pose.as_ref().map_or(direction, |pose| pose.rotation.apply_inverse(direction));
        self.points.farthest(local)
    }

    #[inline]
    pub(super) fn moved(&self, offset: Vector<R, N>) -> Self {
        Self { shift: self.shift + offset, ..*self }
    }

    pub(super) fn placed(&self, pose: &Pose<R, N>) -> Self {
        let own = self.pose.unwrap_or(Pose::new(Rotation::identity(), Vector::default()));
        let own = Pose { translation: own.translation + self.shift, ..own };
        Self { pose: Some(own.before(pose)), shift: Vector::default(), ..*self }
    }

    /// The corners, read in `f64`.
    pub(super) fn wide(&self) -> Corners<'a, f64, N> {
        let pose = self.pose.map(Pose::cast);
        Corners { points: self.points.wide(), pose, shift: self.shift.map(Scalar::to_f64) }
    }
}
