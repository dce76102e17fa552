//! Benchmarks of worlds like those of games: queries against static shapes of one kind, and a level of tiles with a few moving boxes.
//! Results and times are compared with rapier's queries and its collision pipeline.

use crate::clock::seconds;
use crate::entrant::QueryEntrant;
use crate::growth::{Measured, median};
use crate::queries::{QUERIES, timed};
use crate::sensors::Rapier;
use crate::unit;
use bumper::world::{Collider, Id, World};
use bumper::{Aabb, Ball, Capsule, OrientedBox, Polygon, Ray, Relation, Rotation, ShapeBuf, Vector};
use bumper_bench::input::Random;
use rapier2d::math::Pose;
use rapier2d::parry::query::ShapeCastOptions;
use rapier2d::prelude::{ColliderBuilder, PhysicsWorld, QueryFilter, QueryPipeline, SharedShape};
use std::f32::consts::TAU;
use std::rc::Rc;

const COUNTS: [usize; 4] = [10, 100, 1000, 10_000];

/// The side of the square that contains the shapes.
const SIDE: f32 = 1000.0;

const KINDS: [&str; 5] = ["boxes", "balls", "capsules", "turned", "polygons"];

/// The random placement of a shape: its center, its radius and its angle.
struct Placement([f32; 2], f32, f32);

impl Placement {
    fn ours(&self, kind: &str) -> ShapeBuf<f32, 2> {
        let &Self(at, radius, angle) = self;
        let end = |angle: f32| Vector([at[0] + radius * angle.cos(), at[1] + radius * angle.sin()]);
        let half = [radius, radius * 0.7];
        match kind {
            "boxes" => Aabb::from_center_size(at, half.map(|c| c * 2.0)).into(),
            "balls" => Ball::new(at, radius).into(),
            "capsules" => Capsule::new(end(angle), end(angle + TAU / 2.0), radius * 0.5).into(),
            "turned" => OrientedBox::new(at, half, Rotation::from_radians(angle)).into(),
            _ => Polygon::new(&[0, 1, 2, 3, 4, 5].map(|k| end(angle + k as f32 * TAU / 6.0))).unwrap().into(),
        }
    }

    fn rapier(&self, kind: &str) -> ColliderBuilder {
        let &Self(at, radius, angle) = self;
        let corner = |k: i32| [k as f32 * TAU / 6.0].map(|a| [radius * a.cos(), radius * a.sin()].into())[0];
        let shape = match kind {
            "boxes" => return ColliderBuilder::cuboid(radius, radius * 0.7).translation(at.into()),
            "balls" => ColliderBuilder::ball(radius),
            "capsules" => ColliderBuilder::capsule_x(radius, radius * 0.5),
            "turned" => ColliderBuilder::cuboid(radius, radius * 0.7),
            _ => ColliderBuilder::convex_polyline((0..6).map(corner).collect()).unwrap(),
        };
        shape.position(Pose::new(at.into(), angle))
    }
}

fn queries(world: &PhysicsWorld) -> QueryPipeline<'_> {
    let dispatcher = world.narrow_phase.query_dispatcher();
    world.broad_phase.as_query_pipeline(dispatcher, &world.bodies, &world.colliders, QueryFilter::default())
}

/// The queries: overlaps with a box or a ball, ray casts, sweeps, and the nearest shape to a point. Rays and sweeps go from one random
/// position to the next. The sizes depend on the number of shapes. If the square is divided into as many equal cells, the box and the ball
/// of an overlap query are two cells wide, and those of a sweep are two fifths of a cell wide.
const QUERY_NAMES: [&str; 6] =
    ["a box", "a ball", "a ray", "a sweep of a box", "a sweep of a ball", "the nearest"];

fn entrants(kind: &str, query: &'static str, count: usize) -> Vec<QueryEntrant<Vec<f32>>> {
    let mut random = Random(count as u64);
    let cell = SIDE / (count as f32).sqrt();
    let mut place = || [unit(&mut random) * SIDE, unit(&mut random) * SIDE];
    let at: Vec<_> = (0..=QUERIES).map(|_| place()).collect();
    let middles: Vec<_> = (0..count).map(|_| place()).collect();
    let mut shape = |at| Placement(at, cell * (0.15 + 0.3 * unit(&mut random)), TAU * unit(&mut random));
    let shapes: Vec<_> = middles.into_iter().map(&mut shape).collect();
    let mut world = World::<f32, 2>::new();
    let mut peer = PhysicsWorld::new();
    for shape in &shapes {
        world.insert(Collider::new(shape.ours(kind))).unwrap();
        peer.insert_collider(shape.rapier(kind), None);
    }
    world.update();
    peer.step();
    let at = Rc::new(at);
    let ours = {
        let at = at.clone();
        let about = |p: &[f32; 2], half: f32| Aabb::from_center_size(*p, [half * 2.0; 2]);
        let each = move |a: &[f32; 2], b: &[f32; 2]| {
            let displacement = Vector(*b) - Vector(*a);
            let mut found = 0;
            match query {
                "a box" => world.each_intersecting(about(a, cell), |_, _| true, |_, _| found += 1),
                "a ball" => world.each_intersecting(Ball::new(*a, cell), |_, _| true, |_, _| found += 1),
                "a ray" => {
                    let ray = Ray::new(*a, displacement).unwrap();
                    return world.cast(&ray, |_, _| true).map_or(0.0, |found| found.hit.distance);
                }
                "a sweep of a box" => {
                    return world
                        .sweep(about(a, cell * 0.2), displacement, |_, _| true)
                        .map_or(2.0, |found| found.hit.time);
                }
                "a sweep of a ball" => {
                    let ball = Ball::new(*a, cell * 0.2);
                    return world.sweep(ball, displacement, |_, _| true).map_or(2.0, |found| found.hit.time);
                }
                _ => {
                    return world.nearest(Vector(*a), f32::MAX, |_, _| true).unwrap().hit.separation.max(0.0);
                }
            }
            found as f32
        };
        move || at.windows(2).map(|pair| each(&pair[0], &pair[1])).collect()
    };
    let square = SharedShape::cuboid(cell, cell);
    let disc = SharedShape::ball(cell);
    let small = SharedShape::cuboid(cell * 0.2, cell * 0.2);
    let dot = SharedShape::ball(cell * 0.2);
    let options = ShapeCastOptions { max_time_of_impact: 1.0, ..Default::default() };
    let rapier = move || {
        let peer = queries(&peer);
        let each = |a: [f32; 2], b: [f32; 2]| {
            let displacement = [b[0] - a[0], b[1] - a[1]];
            let pose = Pose::translation(a[0], a[1]);
            let time = |shape: &SharedShape| {
                peer.cast_shape(&pose, displacement.into(), &**shape, options)
                    .map_or(2.0, |found| found.1.time_of_impact)
            };
            match query {
                "a box" => peer.intersect_shape(pose, &*square).count() as f32,
                "a ball" => peer.intersect_shape(pose, &*disc).count() as f32,
                "a ray" => {
                    let displacement: rapier2d::math::Vector = displacement.into();
                    let ray = rapier2d::prelude::Ray::new(a.into(), displacement.normalize());
                    let hit = peer.cast_ray_and_get_normal(&ray, f32::MAX, true);
                    hit.map_or(0.0, |found| found.1.time_of_impact)
                }
                "a sweep of a box" => time(&small),
                "a sweep of a ball" => time(&dot),
                _ => {
                    let at: rapier2d::math::Vector = a.into();
                    (peer.project_point(at, f32::MAX, true).unwrap().1.point - at).length()
                }
            }
        };
        at.windows(2).map(|pair| each(pair[0], pair[1])).collect()
    };
    vec![("bumper World", Box::new(ours)), ("rapier", Box::new(rapier))]
}

/// The largest difference of two answers, which are lengths or times, that is attributed to rounding. For answers above 1, it is relative
/// to the answer.
const TOLERANCE: f32 = 1e-3;

/// The largest number of answers that may differ by more than `TOLERANCE`. If a ray or a sweep almost touches a shape, rounding decides
/// whether it hits, which changes the whole answer.
const HANDFUL: usize = 5;

/// Compares the answers of bumper and rapier one by one, prints how many differ, and measures both.
fn race(kind: &str, query: &'static str, count: usize) -> Measured {
    let group = format!("worlds of {kind}: {query}");
    let entrants = entrants(kind, query, count);
    let ours = (entrants[0].1)();
    let differ = |found: &Vec<f32>| {
        let same = |(x, y): &(&f32, &f32)| (*x - *y).abs() <= TOLERANCE * x.abs().max(1.0);
        QUERIES - ours.iter().zip(found).filter(same).count()
    };
    let (name, peer) = &entrants[1];
    match differ(&peer()) {
        0 => {}
        few => println!("{group} {count}: {few} of {QUERIES} answers of {name} differ from ours"),
    }
    timed(group, count, &entrants, |name, found| {
        let some = differ(found);
        assert!(some <= HANDFUL, "{name}: {some} of {QUERIES} answers differ");
    })
}

/// The number of tiles, the size of a tile, and the number of tiles per row.
const TILES: usize = 10_000;
const TILE: f32 = 16.0;
const ROW: usize = 142;

/// The number of moving boxes among the tiles, and their size.
const MOVERS: usize = 50;
const SIZE: [f32; 2] = [12.0, 20.0];

const FRAMES: usize = 100;

/// The two variants of a level. In the first one, the world also reports pairs of touching tiles. In the second one, tiles collide only
/// with the layer of the moving boxes, so the world does not report pairs of tiles.
const LEVELS: [&str; 2] = ["level, tiles reported", "level with layers"];

/// The tiles of the level. Two rows with tiles alternate with two empty rows.
fn tiles() -> impl Iterator<Item = Aabb<f32, 2>> {
    let tile = |k: usize| {
        Aabb::new([0.0; 2], [TILE; 2]).translated([(k % ROW) as f32 * TILE, (k / ROW) as f32 * TILE])
    };
    (0..).filter(|k| k / ROW % 4 < 2).take(TILES).map(tile)
}

struct Ours(World<f32, 2>, Vec<Id>);

impl Ours {
    /// Creates the level in bumper's world. If `layers` is true, layers exclude pairs of tiles, so that the world never reports them.
    fn new(movers: &[Aabb<f32, 2>], layers: bool) -> Self {
        let mut world = World::new();
        for tile in tiles() {
            let filter = if layers { 2 } else { u32::MAX };
            world.insert(Collider { filter, ..Collider::new(tile) }).unwrap();
        }
        let insert =
            |mover: &Aabb<f32, 2>| world.insert(Collider { layers: 2, ..Collider::new(*mover) }).unwrap();
        let ids = movers.iter().map(insert).collect();
        Self(world, ids)
    }

    /// Runs a frame: sets the shapes of the moving boxes and updates the world.
    fn frame(&mut self, movers: &[Aabb<f32, 2>]) {
        for (id, mover) in self.1.iter().zip(movers) {
            self.0.set_shape(*id, *mover).unwrap();
        }
        self.0.update();
    }

    fn met(&self) -> usize {
        let met = self.0.events().iter().filter(|event| event.now != Relation::Apart);
        met.filter(|event| event.b >= self.1[0]).count()
    }
}

fn rapier(movers: &[Aabb<f32, 2>]) -> Rapier {
    let mut all = Rapier::default();
    for tile in tiles() {
        let half = TILE / 2.0;
        let at = (tile.min() + Vector([half; 2])).0;
        all.colliders.insert(ColliderBuilder::cuboid(half, half).translation(at.into()));
    }
    for mover in movers {
        all.add(ColliderBuilder::cuboid(SIZE[0] / 2.0, SIZE[1] / 2.0), pose(mover));
    }
    all
}

fn pose(mover: &Aabb<f32, 2>) -> Pose {
    let [x, y] = mover.min().0;
    Pose::translation(x + SIZE[0] / 2.0, y + SIZE[1] / 2.0)
}

/// Measures a frame of a level. The moving boxes start at positions between two whole pixels, and move by whole pixels. So no pair almost
/// touches, and rounding does not affect the answers.
fn level(layers: bool) -> Measured {
    let mut random = Random(5);
    let mut place = || [unit(&mut random) * TILE * ROW as f32, unit(&mut random) * 2000.0];
    let at: Vec<_> = (0..MOVERS).map(|_| place().map(|c| c.floor() + 0.5)).collect();
    let movers = |frame: usize| -> Vec<_> {
        let go = |p: &[f32; 2]| {
            Aabb::new([0.0; 2], SIZE).translated([p[0] + (frame % 9) as f32, p[1] + (frame % 5) as f32])
        };
        at.iter().map(go).collect()
    };
    let mut ours = Ours::new(&movers(0), layers);
    let mut rapier = rapier(&movers(0));
    let mut times = [const { Vec::new() }; 2];
    for frame in 0..FRAMES {
        let movers = movers(frame);
        let start = seconds();
        ours.frame(&movers);
        let middle = seconds();
        rapier.frame(movers.iter().map(pose));
        times[1].push(seconds() - middle);
        times[0].push(middle - start);
        assert_eq!(ours.met(), rapier.narrow.intersection_pairs().filter(|pair| pair.2).count());
    }
    let [ours, rapier] = times.map(median);
    let times = vec![("bumper World", ours), ("rapier", rapier)];
    Measured { group: LEVELS[usize::from(layers)].into(), count: TILES, times, unit: "frame", units: 1 }
}

/// Runs the benchmark cases of this module that the command-line words select.
pub fn run(words: &[String]) -> Vec<Measured> {
    let wanted = |name: &str| words.iter().all(|word| name.contains(word.as_str()));
    let mut measured = Vec::new();
    for kind in KINDS {
        for query in QUERY_NAMES {
            for count in COUNTS {
                if wanted(&format!("worlds of {kind}: {query} {count}")) {
                    measured.push(race(kind, query, count));
                }
            }
        }
    }
    measured
        .extend([false, true].into_iter().filter(|&layers| wanted(LEVELS[usize::from(layers)])).map(level));
    measured
}
