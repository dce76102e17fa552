//! The obstacles of movers: the trait [`Obstacles`], and AABBs of obstacles.

pub(super) use crate::composite::extent as shape_aabb;
use crate::scalar::Scalar;
pub use crate::shape::movable::Movable;
use crate::{Aabb, AsShape, Shape, Side, Vector};

/// An obstacle of movers: a shape and its collision options.
///
/// ```
/// use bumper::{Aabb, motion::Obstacle};
/// let wall = Obstacle::new(Aabb::new([0, 0], [10, 400]));
/// assert!(wall.one_way.is_none() && !wall.sensor);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Obstacle<'a, S: Scalar, const N: usize> {
    /// The shape of the obstacle at its current position.
    pub shape: Shape<'a, S, N>,
    /// The only side of a one-way platform that stops movers. A mover that comes from outside against this side is stopped. Movers from
    /// other sides pass through. `None` for an obstacle that stops movers on all sides.
    pub one_way: Option<Side>,
    /// Whether the obstacle is a sensor: movers pass through it, but hits with it are still reported.
    pub sensor: bool,
    /// The rank of the obstacle among obstacles that are hit at the same time. Hits with a smaller number are reported first.
    pub order: u64,
}

impl<'a, S: Scalar, const N: usize> Obstacle<'a, S, N> {
    /// Creates an obstacle that stops movers on all sides and has the order 0.
    ///
    /// ```
    /// use bumper::{Ball, motion::Obstacle};
    /// assert_eq!(Obstacle::new(Ball::new([0, 0], 3)).order, 0);
    /// ```
    #[must_use]
    pub fn new(shape: impl Into<Shape<'a, S, N>>) -> Self {
        Self { shape: shape.into(), one_way: None, sensor: false, order: 0 }
    }

    /// Whether a mover may be inside the obstacle without being stopped: whether the obstacle is one-way, or has faces of a one-sided mesh.
    pub(super) fn admits_movers(&self) -> bool {
        self.one_way.is_some() || self.shape.has_one_sided_faces()
    }

    /// The obstacle that represents a collider of a world.
    #[cfg(feature = "alloc")]
    pub(super) fn of_collider<T: AsShape<S, N>>(collider: &'a crate::world::Collider<T>) -> Self {
        let shape = collider.shape.as_shape();
        Self { shape, one_way: collider.one_way, sensor: collider.sensor, order: collider.data }
    }
}

/// A collection of obstacles among which a mover moves: a [`World`](crate::world::World), a slice of shapes, or any type that finds the
/// obstacles near a path.
///
/// ```
/// use bumper::motion::{Mover, Obstacle, Obstacles, Response};
/// use bumper::{Aabb, Vector};
///
/// /// An endless floor of tiles.
/// struct Floor;
///
/// impl Obstacles<i32, 2> for Floor {
///     type Id = i32;
///     fn each_along<'a>(
///         &'a self,
///         aabb: &Aabb<f64, 2>,
///         step: Vector<f64, 2>,
///         each: &mut dyn FnMut(i32, Obstacle<'a, i32, 2>) -> f64,
///     ) {
///         let swept = aabb.union(&aabb.translated(step));
///         for tile in swept.min().x() as i32 / 16 - 1..=swept.max().x() as i32 / 16 + 1 {
///             each(tile, Obstacle::new(Aabb::new([tile * 16, 100], [tile * 16 + 16, 116])));
///         }
///     }
/// }
///
/// let mut dot = Mover::new(Aabb::new([0, 0], [20, 20]));
/// dot.travel([500, 300], &Floor, |_| Some(Response::Slide), |_| ());
/// assert_eq!(dot.position(), Vector([500, 80]));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not what a mover with coordinates of `{S}` moves among",
    note = "obstacles are a `World`, a slice, `Vec` or array of shapes, or `world.except(id)`, all with the scalar of the mover"
)]
pub trait Obstacles<S: Scalar, const N: usize> {
    /// The type of the ids of the obstacles.
    type Id: Copy + PartialOrd;

    /// Calls `each` with every obstacle that the box `aabb` may touch while it moves by `step`, including obstacles that it touches at the
    /// start. `each` may also be called with obstacles that the box does not touch. `each` returns a time, as a fraction of `step`:
    /// obstacles that are reached later may be skipped. After `each` has returned negative infinity, no more calls are needed.
    ///
    /// ```
    /// use bumper::motion::Obstacles;
    /// use bumper::{Aabb, Shape, Vector};
    /// let walls: [Shape<f32, 2>; 1] = [Aabb::new([9.0, 0.0], [10.0, 9.0]).into()];
    /// let aabb = Aabb::new([0.0, 0.0], [1.0, 1.0]);
    /// walls[..].each_along(&aabb, Vector([20.0, 0.0]), &mut |id, _| { assert_eq!(id, 0); 1.0 });
    /// ```
    fn each_along<'a>(
        &'a self,
        aabb: &Aabb<f64, N>,
        step: Vector<f64, N>,
        each: &mut dyn FnMut(Self::Id, Obstacle<'a, S, N>) -> f64,
    );
}

/// A slice of shapes as obstacles. The id of an obstacle is its index, and all obstacles stop movers on all sides.
impl<S: Scalar, const N: usize, T: AsShape<S, N>> Obstacles<S, N> for [T] {
    type Id = usize;

    fn each_along<'a>(
        &'a self,
        aabb: &Aabb<f64, N>,
        step: Vector<f64, N>,
        each: &mut dyn FnMut(usize, Obstacle<'a, S, N>) -> f64,
    ) {
        let swept = swept_aabb(aabb, step);
        for (id, obstacle) in self.iter().enumerate() {
            // Early out for boxes that are far from the path, because most obstacles are.
            if matches!(obstacle.as_shape(), Shape::Aabb(aabb) if is_outside(&aabb, &swept)) {
                continue;
            }
            // The shape is copied only if the early out did not skip it.
            if each(id, Obstacle::new(obstacle.as_shape())) == f64::NEG_INFINITY {
                return;
            }
        }
    }
}

/// All colliders of a world as obstacles, regardless of their layers. Their options `one_way` and `sensor` apply. The user data of a
/// collider is its [`Obstacle::order`].
#[cfg(feature = "alloc")]
impl<S: Scalar, const N: usize, T: AsShape<S, N>> Obstacles<S, N> for crate::world::World<S, N, T> {
    type Id = crate::world::Id;

    fn each_along<'a>(
        &'a self,
        aabb: &Aabb<f64, N>,
        step: Vector<f64, N>,
        each: &mut dyn FnMut(Self::Id, Obstacle<'a, S, N>) -> f64,
    ) {
        self.each_along(aabb, step, |id, collider| each(id, Obstacle::of_collider(collider)));
    }
}

/// An array of shapes as obstacles, like a slice: the id of an obstacle is its index.
impl<S: Scalar, const N: usize, T: AsShape<S, N>, const K: usize> Obstacles<S, N> for [T; K] {
    type Id = usize;

    fn each_along<'a>(
        &'a self,
        aabb: &Aabb<f64, N>,
        step: Vector<f64, N>,
        each: &mut dyn FnMut(usize, Obstacle<'a, S, N>) -> f64,
    ) {
        self[..].each_along(aabb, step, each);
    }
}

/// A vector of shapes as obstacles, like a slice: the id of an obstacle is its index.
#[cfg(feature = "alloc")]
impl<S: Scalar, const N: usize, T: AsShape<S, N>> Obstacles<S, N> for alloc::vec::Vec<T> {
    type Id = usize;

    fn each_along<'a>(
        &'a self,
        aabb: &Aabb<f64, N>,
        step: Vector<f64, N>,
        each: &mut dyn FnMut(usize, Obstacle<'a, S, N>) -> f64,
    ) {
        self[..].each_along(aabb, step, each);
    }
}

/// The AABB of all parts of a movable shape; `None` if a part is empty or has a NaN.
pub(super) fn aabb_of<S: Scalar, const N: usize>(shape: &impl Movable<S, N>) -> Option<Aabb<f64, N>> {
    let mut all: Option<Aabb<f64, N>> = None;
    let mut known = true;
    shape.each_part(&mut |part| match shape_aabb(&part) {
        Some(extent) => all = Some(all.map_or(extent, |all| all.union(&extent))),
        None => known = false,
    });
    all.filter(|_| known)
}

/// The largest absolute value among the finite coordinates of a box; zero if there are none.
pub(super) fn largest_coordinate<const N: usize>(region: &Aabb<f64, N>) -> f64 {
    let ends = region.min().0.into_iter().chain(region.max().0).filter(|c| c.is_finite());
    ends.fold(0.0, |most: f64, c| most.max(c.abs()))
}

/// Whether a box is apart from a region.
#[inline]
pub(super) fn is_outside<S: Scalar, const N: usize>(aabb: &Aabb<S, N>, region: &Aabb<f64, N>) -> bool {
    let min = aabb.min();
    let max = aabb.max();
    // The comparisons on all axes are combined without branches, because that is faster.
    let apart = |any: bool, axis: usize| {
        any | (min[axis].to_f64() > region.max()[axis]) | (max[axis].to_f64() < region.min()[axis])
    };
    (0..N).fold(false, apart)
}

/// The AABB that a box sweeps while it moves by `step`.
pub(super) fn swept_aabb<const N: usize>(aabb: &Aabb<f64, N>, step: Vector<f64, N>) -> Aabb<f64, N> {
    aabb.union(&aabb.translated(step))
}

pub(super) fn longest_side<const N: usize>(region: &Aabb<f64, N>) -> f64 {
    (region.max() - region.min()).0.into_iter().fold(0.0, f64::max)
}

/// A box with all sides moved outwards by a length.
pub(super) fn inflated<const N: usize>(region: &Aabb<f64, N>, by: f64) -> Aabb<f64, N> {
    Aabb::ordered(region.min().map(|c| c - by).0, region.max().map(|c| c + by).0)
}
