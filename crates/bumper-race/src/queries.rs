//! Benchmarks of single queries with a box, a ray or a point against many static boxes. The results of all libraries are compared.

use crate::bvh::plane;
use crate::clock::seconds;
use crate::entrant::QueryEntrant;
use crate::growth::{COUNTS, Measured, median};
use crate::moving::{Box2, Box2d, box2d_box};
use crate::pairs::{Spread, boxes, unit};
use boxdd_sys::ffi;
use bumper::broad_phase::Tree;
use bumper::world::{Collider, World};
use bumper::{Aabb, Ray, Vector};
use bumper_bench::input::Random;
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, PointDistance, RTree};
use std::ffi::c_void;
use std::hint::black_box;

pub const QUERIES: usize = 1000;

fn world<const N: usize>(boxes: &[Aabb<f32, N>]) -> World<f32, N, Aabb<f32, N>> {
    let mut world = World::default();
    for (data, shape) in (0..).zip(boxes) {
        world.insert(Collider { data, ..Collider::new(*shape) }).unwrap();
    }
    world.update();
    world
}

/// Creates bumper's implementations of box queries. They find the boxes that intersect each box of `asked`, and return the sum of the
/// indices of all boxes found. In the world, a box has an id. Its upper half is the index of the box, because a new world issues ids in
/// order.
pub fn own_regions<const N: usize>(boxes: &[Aabb<f32, N>], asked: &[Aabb<f32, N>]) -> Vec<QueryEntrant> {
    let tree: Tree<f32, N> = boxes.iter().copied().collect();
    let world = world(boxes);
    let own = asked.to_vec();
    let bumper = move || {
        let mut sum = 0;
        own.iter().for_each(|region| tree.each_intersecting(region, |key| sum += key));
        sum as f64
    };
    let own = asked.to_vec();
    let bumper_world = move || {
        let mut sum = 0;
        own.iter().for_each(|region| {
            world.each_intersecting(*region, |_, _| true, |id, _| sum += black_box(id).to_bits() >> 32);
        });
        sum as f64
    };
    vec![("bumper Tree", Box::new(bumper)), ("bumper World", Box::new(bumper_world))]
}

/// Creates bumper's implementation of a query for the distance at which each ray first hits a box.
pub fn own_rays<const N: usize>(boxes: &[Aabb<f32, N>], asked: &[Ray<f32, N>]) -> Vec<QueryEntrant> {
    let world = world(boxes);
    let own = asked.to_vec();
    let far = move |ray: &Ray<f32, N>| {
        world.cast(ray, |_, _| true).map_or(0.0, |found| f64::from(found.hit.distance))
    };
    vec![("bumper World", Box::new(move || own.iter().map(&far).sum()))]
}

/// Creates bumper's implementations of a query for the distance from each point to the nearest box.
pub fn own_nearest<const N: usize>(boxes: &[Aabb<f32, N>], asked: &[Vector<f32, N>]) -> Vec<QueryEntrant> {
    let tree: Tree<f32, N> = boxes.iter().copied().collect();
    let world = world(boxes);
    let all = boxes.to_vec();
    let own = asked.to_vec();
    let bumper = move || {
        let far = |point: &Vector<f32, N>| {
            let distance = |bounds: &Aabb<f32, N>| {
                let away = bounds.closest_point(*point) - *point;
                f64::from(away.dot(away))
            };
            let mut least = f64::INFINITY;
            tree.search(distance, |key| {
                least = least.min(distance(&all[key]));
                least
            });
            least.sqrt()
        };
        own.iter().map(far).sum()
    };
    let own = asked.to_vec();
    let bumper_world = move || {
        let far =
            |point: &Vector<f32, N>| world.nearest(*point, f32::MAX, |_, _| true).unwrap().hit.separation;
        own.iter().map(|point| f64::from(far(point).max(0.0))).sum()
    };
    vec![("bumper Tree", Box::new(bumper)), ("bumper World", Box::new(bumper_world))]
}

fn rtree<const N: usize>(boxes: &[Aabb<f32, N>]) -> RTree<GeomWithData<Rectangle<[f32; N]>, usize>> {
    let rectangle = |b: &Aabb<f32, N>| Rectangle::from_corners(b.min().0, b.max().0);
    RTree::bulk_load(boxes.iter().enumerate().map(|(k, b)| GeomWithData::new(rectangle(b), k)).collect())
}

pub fn rstar_regions<const N: usize>(boxes: &[Aabb<f32, N>], asked: &[Aabb<f32, N>]) -> QueryEntrant {
    let rstar = rtree(boxes);
    let asked = asked.to_vec();
    let found = move |region: &Aabb<f32, N>| {
        let envelope = AABB::from_corners(region.min().0, region.max().0);
        rstar.locate_in_envelope_intersecting(envelope).map(|item| item.data).sum::<usize>()
    };
    ("rstar", Box::new(move || asked.iter().map(&found).sum::<usize>() as f64))
}

pub fn rstar_nearest<const N: usize>(boxes: &[Aabb<f32, N>], asked: &[Vector<f32, N>]) -> QueryEntrant {
    let rstar = rtree(boxes);
    let asked = asked.to_vec();
    let far = move |point: &Vector<f32, N>| {
        let near = rstar.nearest_neighbor(point.0).unwrap();
        f64::from(near.geom().distance_2(&point.0).max(0.0)).sqrt()
    };
    ("rstar", Box::new(move || asked.iter().map(&far).sum()))
}

fn regions(boxes: &[Box2], asked: Vec<Box2>) -> Vec<QueryEntrant> {
    let mut all = own_regions(boxes, &asked);
    all.extend([plane::regions(boxes, &asked), rstar_regions(boxes, &asked)]);
    let box2d = Box2d::new(boxes);
    unsafe extern "C" fn add(_: i32, key: u64, context: *mut c_void) -> bool {
        // SAFETY: the context points to the sum that the query below passes. The sum lives during the call.
        unsafe { *context.cast::<u64>() += key };
        true
    }
    let box2d = move || {
        // Name the whole value `box2d`, so that the closure owns it. If the closure used only its member `tree`, it would capture a copy of
        // this member, and the value would be dropped. That destroys the tree.
        let box2d = &box2d;
        let mut sum = 0u64;
        for region in &asked {
            // SAFETY: the tree is alive, and the callback `add` accesses only `sum`, to which its context points.
            unsafe {
                ffi::b2DynamicTree_Query(&box2d.tree, box2d_box(region), 1, Some(add), (&raw mut sum).cast())
            };
        }
        sum as f64
    };
    all.push(("Box2D", Box::new(box2d)));
    all
}

fn rays(boxes: &[Box2], asked: Vec<Ray<f32, 2>>) -> Vec<QueryEntrant> {
    let mut entrants = own_rays(boxes, &asked);
    entrants.push(plane::rays(boxes, &asked));
    let box2d = Box2d::new(boxes);
    struct Shot<'a> {
        ray: &'a Ray<f32, 2>,
        boxes: &'a [Box2],
        nearest: f32,
    }
    const RANGE: f32 = 10.0;
    unsafe extern "C" fn clip(
        input: *const ffi::b2RayCastInput,
        _: i32,
        key: u64,
        context: *mut c_void,
    ) -> f32 {
        // SAFETY: Box2D passes a valid input. The context points to the `Shot` (the data of this callback) of the ray cast below. The input
        // and the `Shot` live during the call.
        let (input, shot) = unsafe { (&*input, &mut *context.cast::<Shot>()) };
        let hit =
            bumper::cast(&shot.ray.with_max_distance(input.maxFraction * RANGE), shot.boxes[key as usize]);
        hit.map_or(input.maxFraction, |hit| {
            shot.nearest = hit.distance;
            hit.distance / RANGE
        })
    }
    let all = boxes.to_vec();
    let box2d = move || {
        let box2d = &box2d;
        let mut sum = 0.0;
        for ray in &asked {
            let [origin, translation] =
                [ray.from(), ray.direction().scaled(RANGE)].map(|v| ffi::b2Vec2 { x: v[0], y: v[1] });
            let input = ffi::b2RayCastInput { origin, translation, maxFraction: 1.0 };
            let mut shot = Shot { ray, boxes: &all, nearest: 0.0 };
            // SAFETY: the tree is alive, and the callback accesses only the shot.
            unsafe { ffi::b2DynamicTree_RayCast(&box2d.tree, &input, 1, Some(clip), (&raw mut shot).cast()) };
            sum += f64::from(shot.nearest);
        }
        sum
    };
    entrants.push(("Box2D", Box::new(box2d)));
    entrants
}

fn nearest(boxes: &[Box2], asked: &[Vector<f32, 2>]) -> Vec<QueryEntrant> {
    let mut all = own_nearest(boxes, asked);
    all.extend([plane::nearest(boxes, asked), rstar_nearest(boxes, asked)]);
    all
}

/// Measures the same queries with all implementations, which alternate. Panics if the sums of their results differ.
pub fn race(group: String, count: usize, entrants: Vec<QueryEntrant>) -> Measured {
    let sum = (entrants[0].1)();
    timed(group, count, &entrants, |name, found| {
        assert!((found - sum).abs() <= sum.abs() * 1e-4 + 1e-3, "{name}: {found}, not {sum}");
    })
}

/// Measures all implementations, which take turns. After each run, calls `check` with the name and the result of the implementation;
/// `check` panics if the result is wrong. Returns the median time of each implementation.
pub fn timed<T>(
    group: String,
    count: usize,
    entrants: &[QueryEntrant<T>],
    check: impl Fn(&str, &T),
) -> Measured {
    timed_rounds(group, count, 31, entrants, check)
}

/// Like [`timed`], with a given number of rounds.
pub fn timed_rounds<T>(
    group: String,
    count: usize,
    rounds: usize,
    entrants: &[QueryEntrant<T>],
    check: impl Fn(&str, &T),
) -> Measured {
    let mut times = vec![Vec::new(); entrants.len()];
    for _ in 0..rounds {
        for ((name, entrant), times) in entrants.iter().zip(&mut times) {
            let start = seconds();
            let found = entrant();
            times.push(seconds() - start);
            check(name, &found);
        }
    }
    let times = entrants.iter().zip(times).map(|(entrant, times)| (entrant.0, median(times))).collect();
    Measured { group, count, times, unit: "query", units: QUERIES }
}

/// Runs the benchmark cases of this module that the command-line words select.
pub fn run(words: &[String]) -> Vec<Measured> {
    let mut measured = Vec::new();
    for asked in ["box", "ray", "nearest"] {
        for spread in [Spread::Uniform, Spread::Clustered] {
            for count in COUNTS {
                let group = format!("query {asked} {spread:?}").to_lowercase();
                let name = format!("{group} {count}");
                if !words.iter().all(|word| name.contains(word.as_str())) {
                    continue;
                }
                let boxes = boxes(spread, count);
                let mut random = Random(7);
                let mut point = || Vector([unit(&mut random), unit(&mut random)]);
                let points: Vec<_> = (0..QUERIES).map(|_| point()).collect();
                let entrants = match asked {
                    // The query boxes are so large that each intersects about ten boxes, if the boxes are uniformly distributed.
                    "box" => {
                        let side = (10.0 / count as f32).sqrt().min(0.5);
                        regions(
                            &boxes,
                            points.iter().map(|p| Aabb::new(*p, *p + Vector::splat(side))).collect(),
                        )
                    }
                    // Each ray starts to the left of the unit square and passes through a random point in the square.
                    "ray" => {
                        let ray = |p: &Vector<f32, 2>| {
                            Ray::new([-1.0, p[1]], [1.0 + p[0], point()[0] - p[1]]).unwrap()
                        };
                        rays(&boxes, points.iter().map(ray).collect())
                    }
                    _ => nearest(&boxes, &points),
                };
                measured.push(race(group, count, entrants));
            }
        }
    }
    measured
}
