//! Do two shapes touch?

use crate::input::{NEIGHBOURS, Placement, SHAPES, placements};
use crate::{Contest, Entrant, hand};
use bumper::{Aabb, Ball, Relate, Relation, Shape};

/// Tests each of the first list with its neighbours in the second.
fn counter<A: 'static, B: 'static>(
    a: Vec<A>,
    b: Vec<B>,
    test: impl Fn(&A, &B) -> bool + 'static,
) -> Box<dyn Fn() -> usize> {
    Box::new(move || {
        let neighbours = b.windows(NEIGHBOURS);
        a.iter()
            .take(SHAPES)
            .zip(neighbours)
            .map(|(a, window)| window.iter().filter(|b| test(a, b)).count())
            .sum()
    })
}

fn made<'a, const N: usize, T: From<&'a Placement<N>>>(placements: &'a [Placement<N>]) -> Vec<T> {
    placements.iter().map(T::from).collect()
}

macro_rules! contests {
    ($list:ident, $number:ident, $n:literal, $reach:expr, $box_:ident, $ball:ident, $boxes:ident, $balls:ident, $box_ball:ident) => {{
        let (p, q) = (placements::<$n>(1, $reach), placements::<$n>(2, $reach));
        let aabb = |(center, half): &Placement<$n>| {
            Aabb::<$number, $n>::centered(center.map(|c| c as $number), half.map(|c| c as $number))
        };
        let ball = |(center, half): &Placement<$n>| {
            Ball::<$number, $n>::new(center.map(|c| c as $number), half[0] as $number)
        };
        let boxes = |p: &[Placement<$n>]| p.iter().map(aabb).collect::<Vec<_>>();
        let balls = |p: &[Placement<$n>]| p.iter().map(ball).collect::<Vec<_>>();
        use hand::$number::{$ball, $balls, $box_, $box_ball, $boxes};
        macro_rules! contest {
            ($pair:literal, $hand:ident, $ha:ident, $hb:ident, $ta:ident, $tb:ident) => {
                $list.push(Contest {
                    name: format!("{} {} {}D", $pair, stringify!($number), $n),
                    pairs: SHAPES * NEIGHBOURS,
                    entrants: vec![
                        Entrant {
                            name: "hand",
                            count: counter(made::<$n, $ha>(&p), made::<$n, $hb>(&q), $hand),
                        },
                        Entrant { name: "typed", count: counter($ta(&p), $tb(&q), |a, b| a.intersects(b)) },
                        Entrant {
                            name: "relation",
                            count: counter($ta(&p), $tb(&q), |a, b| a.relation(b) != Relation::Apart),
                        },
                        Entrant {
                            name: "shape",
                            count: counter(
                                $ta(&p).into_iter().map(Shape::from).collect(),
                                $tb(&q).into_iter().map(Shape::from).collect(),
                                |a, b| a.intersects(b),
                            ),
                        },
                    ],
                });
            };
        }
        contest!("box-box", $boxes, $box_, $box_, boxes, boxes);
        contest!("ball-ball", $balls, $ball, $ball, balls, balls);
        contest!("box-ball", $box_ball, $box_, $ball, boxes, balls);
    }};
}

/// All of them.
///
/// ```
/// assert!(bumper_bench::relation::contests().iter().all(|contest| contest.hits() < contest.pairs));
/// ```
pub fn contests() -> Vec<Contest> {
    let mut list = Vec::new();
    contests!(list, f32, 2, 150.0, Rect, Circle, rects, circles, rect_circle);
    contests!(list, f32, 3, 105.0, Cuboid, Sphere, cuboids, spheres, cuboid_sphere);
    contests!(list, i16, 2, 150.0, Rect, Circle, rects, circles, rect_circle);
    contests!(list, i16, 3, 105.0, Cuboid, Sphere, cuboids, spheres, cuboid_sphere);
    list
}
