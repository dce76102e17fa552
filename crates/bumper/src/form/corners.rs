//! Corners of polygons and hulls, behind one interface whatever their scalar.

use super::reals;
use crate::Rotation;
#[cfg(not(bumper_small))]
use crate::scalar::Holds;
use crate::scalar::{Real, Scalar};
use crate::shape::polygon::flat;
use crate::vector::from_fn;
use crate::{Hull, Polygon, Pose, Vector};

/// Vectors in a row.
#[cfg(not(bumper_small))]
struct Slice<const N: usize>;

#[cfg(not(bumper_small))]
impl<const N: usize> Holds for Slice<N> {
    type Of<S: Scalar> = [Vector<S, N>];
}

/// Points of a shape's own scalar, read in the float of a query: so queries are compiled for two floats, not for every scalar.
pub(crate) trait Points<R, const N: usize> {
    fn len(&self) -> usize;

    /// On a plane they run counterclockwise.
    fn at(&self, index: usize) -> Vector<R, N>;

    /// The points as they lie, where they need no change.
    #[cfg(not(bumper_small))]
    fn raw(&self) -> Option<&[Vector<R, N>]>;

    /// Reads the first points, as many as there is room for.
    fn read(&self, room: &mut [Vector<R, N>]);

    /// The place of the one that reaches farthest: the first of equals.
    fn farthest(&self, direction: Vector<R, N>) -> usize;

    /// The same points in the wider float.
    fn wide(&self) -> &dyn Points<f64, N>;
}

/// The points of a slice, which may run clockwise.
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
            #[cfg(not(bumper_small))]
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
    // Seen from the first of them: far from the origin, products of coordinates would tell near points apart no more.
    let first: Vector<R, N> = points.first().copied().map_or(Vector::default(), reals);
    let mut reaches = [most; BLOCK];
    // Several at a time: one after the other, each would wait for the comparison of the one before.
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

/// How many points are looked at before the farthest so far is compared with them.
const BLOCK: usize = if cfg!(bumper_small) { 1 } else { 8 };

/// Room for the points of most hulls.
pub(crate) const ROOM: usize = 16;

/// As many corners of a polygon are judged side by side; most have no more.
pub(crate) const FEW: usize = 8;

/// Some corners on a plane and the edges that begin at them, side by side, and how many there are.
pub(crate) struct Few<R, const W: usize> {
    pub(crate) x: [R; W],
    pub(crate) y: [R; W],
    pub(crate) u: [R; W],
    pub(crate) v: [R; W],
    pub(crate) len: usize,
}

impl<R: Real, const W: usize> Few<R, W> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn moved<const N: usize>(self, by: Vector<R, N>) -> Self {
        let [x, y] = flat(by);
        Self { x: from_fn(|k| self.x[k] + x), y: from_fn(|k| self.y[k] + y), ..self }
    }
}

/// Corners as they are placed.
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

    /// On a plane they run counterclockwise.
    #[inline]
    pub(crate) fn at(&self, index: usize) -> Vector<R, N> {
        self.place(self.points.at(index))
    }

    /// All corners: read where they lie, if they need no change, else where there is room for them.
    #[inline]
    pub(crate) fn all<'r>(&'r self, room: &'r mut [Vector<R, N>]) -> Option<&'r [Vector<R, N>]> {
        #[cfg(not(bumper_small))]
        if self.is_as_given()
            && let Some(points) = self.points.raw()
        {
            return Some(points);
        }
        let room = room.get_mut(..self.len())?;
        self.read(room);
        Some(room)
    }

    /// Up to `W` corners seen from an origin, the edges that begin at them, and how many there are; what fills up is the first corner.
    /// `None` where there are more.
    ///
    /// Edges are those between the corners as they were given: corners that are placed are rounded, which would turn short edges.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn few<const W: usize>(&self, origin: Vector<R, N>) -> Option<Few<R, W>> {
        let mut room = [Vector::default(); W];
        let len = self.len();
        if len > W {
            return None;
        }
        let given = self.given(&mut room)?;
        // Each by itself, as it was written: a processor waits for what is read as one and was written as two. Then side by side.
        let corners: [[R; 2]; W] = from_fn(|k| flat(given[if k < len { k } else { 0 }]));
        let (x, y): ([R; W], [R; W]) = (from_fn(|k| corners[k][0]), from_fn(|k| corners[k][1]));
        let next = |k: usize| (k + 1) & (W - 1);
        let (u, v): ([R; W], [R; W]) = (from_fn(|k| x[next(k)] - x[k]), from_fn(|k| y[next(k)] - y[k]));
        let few = Few { x, y, u, v, len };
        Some(if self.is_as_given() { few.moved(-origin) } else { self.few_placed(few, origin) })
    }

    /// The corners as they are placed.
    #[inline]
    fn few_placed<const W: usize>(&self, few: Few<R, W>, origin: Vector<R, N>) -> Few<R, W> {
        let Some(pose) = &self.pose else { return few.moved(self.shift - origin) };
        let axes = pose.rotation.axes();
        let ([i, j], [s, t]) = (flat(axes[0]), flat(axes[N - 1]));
        let Few { x, y, u, v, len } = few;
        let turned = Few {
            x: from_fn(|k| x[k] * i + y[k] * s),
            y: from_fn(|k| x[k] * j + y[k] * t),
            u: from_fn(|k| u[k] * i + v[k] * s),
            v: from_fn(|k| u[k] * j + v[k] * t),
            len,
        };
        turned.moved(pose.translation - origin + self.shift)
    }

    /// Four corners from a place on, seen from an origin, and the edges that begin at them; what fills up is the first corner.
    #[inline]
    pub(crate) fn four(&self, first: usize, origin: Vector<R, N>) -> ([Vector<R, N>; 4], [Vector<R, N>; 4]) {
        let given: [Vector<R, N>; 5] =
            from_fn(|k| self.points.at(if first + k < self.len() { first + k } else { 0 }));
        let edges = from_fn(|k| self.turn(given[k + 1] - given[k]));
        (from_fn(|k| self.seen(given[k], origin)), edges)
    }

    /// A corner as it is placed, seen from an origin: what is placed far away near the origin is not rounded there.
    #[inline]
    fn seen(&self, given: Vector<R, N>, origin: Vector<R, N>) -> Vector<R, N> {
        match &self.pose {
            Some(pose) => pose.rotation.apply(given) + (pose.translation - origin + self.shift),
            None => given + self.shift - origin,
        }
    }

    /// A corner seen from an origin.
    #[inline]
    pub(crate) fn seen_at(&self, index: usize, origin: Vector<R, N>) -> Vector<R, N> {
        self.seen(self.points.at(index), origin)
    }

    /// Whether the corners are where they were given.
    #[inline]
    pub(crate) fn is_as_given(&self) -> bool {
        self.pose.is_none() && self.shift == Vector::default()
    }

    /// The corners before they are placed, read where they lie, or where there is room for them.
    #[inline]
    pub(crate) fn given<'r>(&'r self, room: &'r mut [Vector<R, N>]) -> Option<&'r [Vector<R, N>]> {
        #[cfg(not(bumper_small))]
        if let Some(points) = self.points.raw() {
            return Some(points);
        }
        let room = room.get_mut(..self.len())?;
        self.points.read(room);
        Some(room)
    }

    /// A corner before it is placed.
    #[inline]
    pub(crate) fn given_at(&self, index: usize) -> Vector<R, N> {
        self.points.at(index)
    }

    /// A point as the corners see it before they are placed.
    #[inline]
    pub(crate) fn local(&self, point: Vector<R, N>) -> Vector<R, N> {
        let point = point - self.shift;
        self.pose.as_ref().map_or(point, |pose| pose.apply_inverse(point))
    }

    /// A direction as the corners see it before they are placed.
    #[inline]
    pub(crate) fn local_direction(&self, direction: Vector<R, N>) -> Vector<R, N> {
        self.pose.as_ref().map_or(direction, |pose| pose.rotation.apply_inverse(direction))
    }

    /// A direction turned as the corners are.
    #[inline]
    pub(crate) fn turn(&self, direction: Vector<R, N>) -> Vector<R, N> {
        self.pose.as_ref().map_or(direction, |pose| pose.rotation.apply(direction))
    }

    /// The first corners, as many as there is room for.
    #[inline]
    fn read(&self, room: &mut [Vector<R, N>]) {
        self.points.read(room);
        if self.pose.is_some() || self.shift != Vector::default() {
            room.iter_mut().for_each(|corner| *corner = self.place(*corner));
        }
    }

    /// A point placed as the corners are.
    #[inline]
    pub(crate) fn place(&self, point: Vector<R, N>) -> Vector<R, N> {
        self.pose.as_ref().map_or(point, |pose| pose.apply(point)) + self.shift
    }

    /// The place of the one that reaches farthest: the first of equals.
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

    /// The same corners in the wider float.
    pub(super) fn wide(&self) -> Corners<'a, f64, N> {
        let pose = self.pose.map(Pose::cast);
        Corners { points: self.points.wide(), pose, shift: self.shift.map(Scalar::to_f64) }
    }
}
