//! Benchmark cases for intersection tests of boxes and balls: each pair of kinds alone, and both kinds mixed.

use crate::input::{NEIGHBOURS, Placement, SHAPES, placements};
use crate::{Case, Entrant, hand};
use bumper::scalar::Scalar;
use bumper::{Relate, Relation, Shape};
use std::hint::black_box;

/// All benchmark cases of this module.
///
/// ```
/// assert!(bumper_bench::relation::cases().iter().all(|case| case.hits() < case.pairs));
/// ```
pub fn cases() -> Vec<Case> {
    let plane = [placements::<2>(1, 150), placements::<2>(2, 150)];
    let space = [placements::<3>(1, 110), placements::<3>(2, 110)];
    macro_rules! of_scalar {
        ($s:ident) => {{
            use hand::$s as by;
            [
                pair::<$s, 2, _, _, _, _>(&plane, "box-box", by::rects, Placement::aabb, Placement::aabb),
                pair::<$s, 2, _, _, _, _>(&plane, "ball-ball", by::circles, Placement::ball, Placement::ball),
                pair::<$s, 2, _, _, _, _>(
                    &plane,
                    "box-ball",
                    by::rect_circle,
                    Placement::aabb,
                    Placement::ball,
                ),
                mixed::<$s, 2, _>(&plane, by::flats),
                pair::<$s, 3, _, _, _, _>(&space, "box-box", by::cuboids, Placement::aabb, Placement::aabb),
                pair::<$s, 3, _, _, _, _>(&space, "ball-ball", by::spheres, Placement::ball, Placement::ball),
                pair::<$s, 3, _, _, _, _>(
                    &space,
                    "box-ball",
                    by::cuboid_sphere,
                    Placement::aabb,
                    Placement::ball,
                ),
                mixed::<$s, 3, _>(&space, by::solids),
            ]
        }};
    }
    of_scalar!(f32).into_iter().chain(of_scalar!(i16)).collect()
}

/// Two lists of placements: one for the first shapes of the pairs, one for the second shapes.
type Sides<const N: usize> = [Vec<Placement<N>>; 2];

/// Creates a case with one kind for all first shapes and one kind for all second shapes.
fn pair<S: Scalar, const N: usize, HandA, HandB, A, B>(
    sides: &Sides<N>,
    kinds: &str,
    by_hand: impl Fn(&HandA, &HandB) -> bool + 'static,
    a: impl Fn(Placement<N>) -> A,
    b: impl Fn(Placement<N>) -> B,
) -> Case
where
    HandA: From<Placement<N>> + 'static,
    HandB: From<Placement<N>> + 'static,
    A: Relate<B> + Into<Shape<'static, S, N>> + 'static,
    B: Into<Shape<'static, S, N>> + 'static,
{
    case::<S, N>(
        kinds,
        vec![
            Entrant { name: "hand", count: counter(sides, HandA::from, HandB::from, by_hand) },
            Entrant { name: "typed", count: counter(sides, &a, &b, |a, b| a.intersects(b)) },
            Entrant {
                name: "relation",
                // The function `relation` distinguishes touching from overlapping shapes. Here only the comparison with `Apart` is needed,
                // so the compiler would leave out that work. `black_box` prevents this.
                count: counter(sides, &a, &b, |a, b| black_box(a.relation(b)) != Relation::Apart),
            },
            Entrant {
                name: "dynamic",
                count: counter(sides, |p| a(p).into(), |p| b(p).into(), Shape::<S, N>::intersects),
            },
        ],
    )
}

/// Creates a case with boxes and balls in random order. As in bumper, the handwritten code does not know the kind of a shape at compile
/// time.
fn mixed<S: Scalar + From<i16>, const N: usize, Hand>(
    sides: &Sides<N>,
    by_hand: impl Fn(&Hand, &Hand) -> bool + 'static,
) -> Case
where
    Hand: From<Placement<N>> + 'static,
{
    case::<S, N>(
        "mixed",
        vec![
            Entrant { name: "hand", count: counter(sides, Hand::from, Hand::from, by_hand) },
            Entrant {
                name: "dynamic",
                count: counter(sides, Placement::shape, Placement::shape, Shape::<S, N>::intersects),
            },
        ],
    )
}

fn case<S, const N: usize>(kinds: &str, entrants: Vec<Entrant>) -> Case {
    let scalar = std::any::type_name::<S>();
    Case { name: format!("{kinds} {scalar} {N}D"), pairs: SHAPES * NEIGHBOURS, entrants }
}

/// Creates a closure that runs `test` for pairs of shapes and counts the hits. The pairs are shape k of the first list with the shapes from
/// k to k + `NEIGHBOURS` − 1 of the second list, for each k.
fn counter<const N: usize, A: 'static, B: 'static>(
    [first, second]: &Sides<N>,
    a: impl Fn(Placement<N>) -> A,
    b: impl Fn(Placement<N>) -> B,
    test: impl Fn(&A, &B) -> bool + 'static,
) -> Box<dyn Fn() -> usize> {
    let a: Vec<A> = first.iter().copied().take(SHAPES).map(a).collect();
    let b: Vec<B> = second.iter().copied().map(b).collect();
    Box::new(move || {
        let hits = |(a, neighbours): (&A, &[B])| neighbours.iter().filter(|b| test(a, b)).count();
        a.iter().zip(b.windows(NEIGHBOURS)).map(hits).sum()
    })
}
