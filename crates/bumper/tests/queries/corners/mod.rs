//! Regression tests of wrong results in degenerate cases of the general algorithms. Each test is named after the symptom, and contains the
//! case that was found as well as random similar cases. `BUMPER_CASES` sets the number of random cases.

mod compounds;
mod contacts;
mod deepening;
mod edges;
mod end_to_end;
mod flat_hulls;
mod numbers;
mod plates;
mod redundant;
mod regions;
mod slivers;
mod sweeps;
mod symmetry;
mod tiny_edges;
mod unbounded;
mod ways;

use crate::reference::body::Body;
use crate::reference::kinds::{Kind, Spec, vector};
use crate::reference::number::Double;
use crate::reference::{self, separation, tolerance};
use bumper::scalar::{Real, Scalar};
use bumper::world::{Collider, World};
use bumper::{AsShape, Contact, Relation, Rotation, Shape, Vector, contact};
use fastrand::Rng;

/// The number of random cases of a test.
const CASES: usize = 2_000;

/// The number of random cases if the reference is slow for them.
const SLOW_CASES: usize = 100;

fn numbers<const N: usize>(rng: &mut Rng, reach: f64) -> [f64; N] {
    std::array::from_fn(|_| (rng.f64() * 2.0 - 1.0) * reach)
}

/// A shape that is defined by its kind, points and radius. All other fields are zero.
fn spec<R: Real, const N: usize>(kind: Kind, points: Vec<Vector<R, N>>, radius: R) -> Spec<R, N> {
    let (half, direction) = (Vector::default(), Vector::default());
    Spec { kind, points, radius, half, rotation: Rotation::identity(), direction, axis: 0, pose: None }
}

fn epsilon<R: Real>() -> f64 {
    Scalar::to_f64(R::EPSILON)
}

/// Asserts that the separation is correct in either order, and that some contact point has that separation.
fn assert_contact<R: Real, const N: usize>(a: &Spec<R, N>, b: &Spec<R, N>) -> Contact<R, N> {
    let bodies = [a.body(), b.body()];
    let (Some(p), Some(q)) = (a.base(), b.base()) else { panic!("no shape: {a:?} {b:?}") };
    let (p, q) = (a.placed(&p), b.placed(&q));
    let near = tolerance::<N>(&bodies[0], &bodies[1], epsilon::<R>());
    let expected = separation::<N>(&bodies[0], &bodies[1]);
    let (found, back) = (contact(p, q), contact(q, p));
    let context = || format!("{p:?}\n{q:?}\n{:e}\n{found:?}\n{back:?}", expected.low());
    assert!(expected.miss(Scalar::to_f64(found.separation)) <= near, "{}", context());
    assert!(expected.miss(Scalar::to_f64(back.separation)) <= near, "the other way round: {}", context());
    let deepest = found.points().iter().map(|point| Scalar::to_f64(point.separation));
    let deepest = deepest.fold(f64::INFINITY, f64::min);
    assert!((deepest - Scalar::to_f64(found.separation)).abs() <= near, "no point is as deep: {}", context());
    for point in found.points() {
        let half = Double::from(Scalar::to_f64(point.separation) / 2.0);
        for (body, side) in bodies.iter().zip([-1.0, 1.0]) {
            let to = reference::number::scale(vector(found.normal), half * Double::from(side));
            let surface = Body::ring(vec![reference::number::add(vector(point.point), to)]);
            let off = separation::<N>(&surface, body).low();
            assert!(off <= near, "{off:e} off, {near:e} is allowed: {point:?} {}", context());
        }
    }
    found
}

fn oriented_cylinder(rng: &mut Rng) -> Spec<f32, 3> {
    let center = Vector(numbers(rng, 10.0).map(|c| c as f32));
    let mut made = spec(Kind::OrientedCylinder, vec![center], rng.f32() * 4.0 + 0.1);
    made.direction = Vector(numbers(rng, 1.0).map(|c| c as f32));
    made.half = Vector([rng.f32() * 3.0, 0.0, 0.0]);
    made
}

/// The relation that a world with the first shape reports for the second; `None` if it reports none.
fn met<'a, const N: usize, R: Real>(first: &'a Shape<'a, R, N>, second: Shape<'_, R, N>) -> Option<Relation> {
    #[derive(Clone)]
    struct Held<'a, R: Real, const N: usize>(&'a Shape<'a, R, N>);
    impl<R: Real, const N: usize> AsShape<R, N> for Held<'_, R, N> {
        fn as_shape(&self) -> Shape<'_, R, N> {
            *self.0
        }
    }
    let mut world = World::<R, N, Held<'_, R, N>>::default();
    world.insert(Collider::new(Held(first))).expect("a shape that a world takes");
    world.update();
    let mut found = None;
    world.each_intersecting(second, |_, _| true, |_, relation| found = Some(relation));
    found
}
