//! Rows of movers that a platform pushes against a wall: the row moves if it has room, except for rounding errors.

use crate::draw::{between, pick};
use bumper::motion::Mover;
use bumper::scalar::{Real, Scalar};
use bumper::world::{Collider, World};
use bumper::{Aabb, Vector};
use fastrand::Rng;

/// A row of boxes between the face of a platform and a wall, along +x or +y, as coordinates on that axis.
struct Row<S> {
    face: S,
    /// The lower and upper sides of the boxes.
    boxes: Vec<[S; 2]>,
    wall: S,
    axis: usize,
    /// The upward direction is along the row: the platform is a lift, and boxes that touch it are riders.
    is_lift: bool,
}

/// The number of type `S` that is nearest to a number.
fn number<S: Scalar>(value: f64) -> S {
    S::nearest(value).expect("a small number")
}

fn sum<S: Scalar>(a: S, b: S) -> S {
    (Vector([a]) + Vector([b]))[0]
}

fn difference<S: Scalar>(a: S, b: S) -> S {
    (Vector([a]) - Vector([b]))[0]
}

impl<S: Scalar> Row<S> {
    /// Draws a row of one to five boxes, with or without gaps. Sizes range from 1e-2 to 1e3, and whole numbers for integers.
    fn draw(rng: &mut Rng, dimensions: usize) -> Self {
        let unit = if S::IS_FLOAT { 10f64.powf(between(rng, -2.0, 3.0)) } else { 100.0 };
        let length = |rng: &mut Rng, most: f64| {
            let length = rng.f64() * most * unit;
            number(if S::IS_FLOAT { length } else { length.ceil() })
        };
        let face = number(pick(rng, &[0.0, -unit, 10.0 * unit]).round());
        let (mut end, mut boxes) = (face, Vec::new());
        for _ in 0..rng.usize(1..6) {
            if rng.bool() {
                end = sum(end, length(rng, 0.3));
            }
            let start = end;
            end = sum(sum(end, length(rng, 1.0)), number(unit / 10.0));
            boxes.push([start, end]);
        }
        let wall = sum(end, length(rng, 0.5));
        Self { face, boxes, wall, axis: rng.usize(0..dimensions), is_lift: rng.bool() }
    }

    /// The distance by which the platform can move until the row touches the wall, computed with rounding.
    fn room(&self) -> S {
        let free = difference(self.wall, self.face);
        self.boxes.iter().fold(free, |free, [low, high]| difference(free, difference(*high, *low)))
    }

    /// The rounding error of the largest coordinate; zero for scalars whose differences are exact.
    fn ulp(&self) -> f64 {
        let largest = self.wall.to_f64().abs().max(self.face.to_f64().abs());
        if S::IS_FLOAT { largest * S::Real::EPSILON.to_f64() } else { 0.0 }
    }

    /// The box with the given sides on the axis of the row.
    fn solid<const N: usize>(&self, low: S, high: S) -> Aabb<S, N> {
        let corner = |side: S, other: f64| Vector([number::<S>(other); N]).with(self.axis, side).0;
        Aabb::new(corner(low, -5.0), corner(high, 5.0))
    }

    /// Moves the platform by `by`. Returns the sides of the platform, the boxes and the wall after that, or `None` if the platform has not
    /// moved.
    fn pushed<const N: usize>(&self, by: S) -> Option<Vec<[f64; 2]>> {
        let mut world = World::<S, N>::new();
        let thickness = number(5.0);
        let platform = self.solid::<N>(difference(self.face, thickness), self.face);
        let wall = self.solid::<N>(self.wall, sum(self.wall, thickness));
        let id = world.insert(Collider::new(platform)).expect("a valid platform");
        world.insert(Collider::new(wall)).expect("a valid wall");
        let mut movers: Vec<_> =
            self.boxes.iter().map(|[low, high]| Mover::new(self.solid::<N>(*low, *high))).collect();
        for mover in movers.iter_mut().filter(|_| self.is_lift) {
            mover.gravity = Vector::default().with(self.axis, number(-5.0));
        }
        let ids: Vec<_> = movers
            .iter()
            .map(|mover| world.insert(Collider::new(*mover.shape())).expect("a valid mover"))
            .collect();
        let step = Vector::default().with(self.axis, by);
        let crushed = world.carry(id, step, movers.iter_mut().zip(ids)).expect("the colliders exist");
        let is_moved = |mover: &Mover<S, N, Aabb<S, N>>| mover.position() != Vector::default();
        assert!(crushed.is_none() || !movers.iter().any(is_moved), "a platform without room moves movers");
        let sides = |shape: &Aabb<S, N>| [shape.min(), shape.max()].map(|end| end[self.axis].to_f64());
        let mut all = vec![sides(&platform.translated(step))];
        all.extend(movers.iter().map(|mover| sides(mover.shape())));
        all.push(sides(&wall));
        crushed.is_none().then_some(all)
    }
}

/// The largest error of a side of a box after a push, in ulps.
const MAX_ERROR: f64 = 32.0;

fn check<S: Scalar, const N: usize>(cases: u64) {
    for case in 0..cases {
        let row = Row::<S>::draw(&mut Rng::with_seed(case), N);
        let room = row.room();
        if !(room > S::default()) {
            continue;
        }
        let ulp = row.ulp();
        let pushed =
            row.pushed::<N>(room).unwrap_or_else(|| panic!("case {case}: no room for a push of {room:?}"));
        for pair in pushed.windows(2) {
            let gap = pair[1][0] - pair[0][1];
            assert!(gap.abs() <= MAX_ERROR * ulp, "case {case}: a gap of {gap} in the pushed row");
        }
        let half = room.to_f64() / 2.0;
        let half = number::<S>(if S::IS_FLOAT { half } else { half.floor() });
        let pushed = row.pushed::<N>(half).unwrap_or_else(|| panic!("case {case}: no room for half a push"));
        for (pair, [low, _]) in pushed.windows(2).zip(&row.boxes) {
            let wanted = pair[0][1].max(low.to_f64());
            let is_right = pair[1][0] >= wanted - MAX_ERROR * ulp
                && (row.is_lift || pair[1][0] <= wanted + MAX_ERROR * ulp);
            assert!(is_right, "case {case}: a box starts at {} instead of {wanted}", pair[1][0]);
        }
        let more =
            number::<S>(room.to_f64() + if S::IS_FLOAT { room.to_f64() / 8.0 + 300.0 * ulp } else { 1.0 });
        assert!(row.pushed::<N>(more).is_none(), "case {case}: a push of {more:?} with a room of {room:?}");
    }
}

#[test]
fn row_of_movers_is_pushed_until_it_touches_a_wall() {
    check::<f32, 2>(1000);
    check::<f32, 3>(200);
    check::<f64, 2>(1000);
    check::<f64, 3>(200);
    check::<i16, 2>(300);
    check::<i32, 3>(300);
}

#[cfg(feature = "fixed")]
#[test]
fn row_of_movers_in_fixed_point_is_pushed_until_it_touches_a_wall() {
    check::<fixed::types::I16F16, 2>(300);
}
