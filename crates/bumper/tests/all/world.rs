//! Compares a world with a list that is searched linearly, after random sequences of operations.

use bumper::scalar::Scalar;
use bumper::world::{Change, Collider, ColliderError, ColliderHit, Id, IntersectionEvent, World};
use bumper::{
    Aabb, Axis, Ball, Capsule, Cylinder, OrientedBox, Ray, Relate, Relation, Rotation, Segment, Shape,
    Triangle, Vector, cast, contact, sweep,
};
use std::collections::{BTreeMap, HashMap};

pub fn cases(least: usize) -> usize {
    std::env::var("BUMPER_CASES")
        .ok()
        .and_then(|cases| cases.parse().ok())
        .map_or(least, |cases: usize| cases.max(least))
}

/// The distributions of positions: dense, in clusters, all equal, on a line, tiny shapes among huge ones, and up to the ends of the range.
const SPREADS: [&str; 6] = ["uniform", "clustered", "equal", "line", "mixed", "extreme"];

pub fn place<S: Scalar, const N: usize>(
    random: &mut fastrand::Rng,
    spread: &str,
    number: fn(i32) -> S,
) -> Vector<S, N> {
    Vector(std::array::from_fn(|k| {
        number(match spread {
            "clustered" => random.i32(0..4) * 100 + random.i32(0..8),
            "equal" => 10,
            "line" if k > 0 => 5,
            "extreme" => return number([i32::MIN, i32::MAX, random.i32(-20..20)][random.usize(0..3)]),
            _ => random.i32(0..120),
        })
    }))
}

fn size(random: &mut fastrand::Rng, spread: &str) -> i32 {
    match spread {
        "mixed" if random.u8(0..8) == 0 => random.i32(0..100),
        "mixed" => 0,
        _ => random.i32(0..12),
    }
}

/// A random shape of any kind that the scalar supports.
fn any_shape<S: Scalar, const N: usize>(
    random: &mut fastrand::Rng,
    spread: &str,
    number: fn(i32) -> S,
    slanted: fn(&mut fastrand::Rng, Vector<S, N>, S) -> Shape<'static, S, N>,
) -> Shape<'static, S, N> {
    let at = place(random, spread, number);
    let size = number(size(random, spread));
    match random.u8(0..4) {
        0 => at.into(),
        1 => Ball::new(at, size).into(),
        2 => Aabb::new(at, at + Vector::splat(size)).into(),
        _ => slanted(random, at, size),
    }
}

/// A naive implementation of a world.
struct Plain<'a, S: Scalar, const N: usize> {
    shapes: BTreeMap<Id, Collider<Shape<'a, S, N>>>,
    met: HashMap<(Id, Id), Relation>,
}

impl<S: Scalar, const N: usize> Plain<'_, S, N> {
    fn update(&mut self) -> Vec<(Id, Id, Relation, Relation)> {
        let mut now = HashMap::new();
        for (a, p) in &self.shapes {
            for (b, q) in self.shapes.range(a..).skip(1) {
                let relation = p.shape.relation(&q.shape);
                if relation != Relation::Apart && p.collides_with(q) {
                    now.insert((*a, *b), relation);
                }
            }
        }
        let before = std::mem::replace(&mut self.met, now);
        let was = |pair: &(Id, Id)| before.get(pair).copied().unwrap_or(Relation::Apart);
        let mut events: Vec<_> =
            self.met.iter().map(|(pair, now)| (pair.0, pair.1, was(pair), *now)).collect();
        let gone = before.iter().filter(|(pair, _)| !self.met.contains_key(*pair));
        events.extend(gone.map(|(pair, was)| (pair.0, pair.1, *was, Relation::Apart)));
        let slot = |id: Id| id.to_bits() >> 32;
        events.sort_by_key(|event| (slot(event.0), slot(event.1), event.0, event.1));
        events
    }
}

fn plain(event: &IntersectionEvent) -> (Id, Id, Relation, Relation) {
    (event.a, event.b, event.was, event.now)
}

fn operations<S: Scalar, const N: usize>(
    seed: u64,
    number: fn(i32) -> S,
    slanted: fn(&mut fastrand::Rng, Vector<S, N>, S) -> Shape<'static, S, N>,
) {
    let mut random = fastrand::Rng::with_seed(seed);
    let real = |c: i32| <S::Real as bumper::scalar::Real>::from_f64(f64::from(c));
    for spread in SPREADS {
        let mut world = World::<S, N, Shape<'static, S, N>>::default();
        let mut list = Plain { shapes: BTreeMap::new(), met: HashMap::new() };
        let mut gone: Vec<Id> = Vec::new();
        let mut seen = [0; 6];
        for step in 0..cases(120) {
            for _ in 0..random.usize(0..25) {
                let ids: Vec<_> = list.shapes.keys().copied().collect();
                let shape = any_shape(&mut random, spread, number, slanted);
                let collider = Collider {
                    layers: random.u32(0..8),
                    filter: random.u32(0..8),
                    data: random.u64(0..5),
                    ..Collider::new(shape)
                };
                match random.u8(0..if ids.len() < 60 { 4 } else { 8 }) {
                    0 | 1 => {
                        let id = world.insert(collider).unwrap();
                        assert!(!gone.contains(&id) && list.shapes.insert(id, collider).is_none());
                    }
                    2 if !ids.is_empty() => {
                        let id = ids[random.usize(0..ids.len())];
                        world.set_shape(id, shape).unwrap();
                        list.shapes.get_mut(&id).unwrap().shape = shape;
                    }
                    3 if !ids.is_empty() => {
                        let id = ids[random.usize(0..ids.len())];
                        world.modify(id, |old| *old = collider).unwrap();
                        list.shapes.insert(id, collider);
                    }
                    _ if !ids.is_empty() => {
                        let id = ids[random.usize(0..ids.len())];
                        assert_eq!(world.remove(id), list.shapes.remove(&id));
                        gone.push(id);
                    }
                    _ => {}
                }
            }
            if step % 10 == 9 {
                world = world.clone();
            }
            assert_eq!(world.len(), list.shapes.len());
            assert!(world.iter().eq(list.shapes.iter().map(|(id, collider)| (*id, collider))));
            assert!(
                gone.iter().all(|id| world.get(*id).is_none()
                    && world.clone().set_shape(*id, any_shape(&mut random, spread, number, slanted))
                        == Err(ColliderError::NotFound))
                    || gone.len() > 50
            );
            // Update zero or one times, or several times without a change in between.
            for _ in 0..random.usize(0..4) {
                let events: Vec<_> = world.update().iter().map(plain).collect();
                assert_eq!(events, list.update(), "{spread}");
                world.events().iter().for_each(|event| match event.intersection() {
                    Change::Enter => seen[0] += 1,
                    Change::Stay => seen[1] += 1,
                    Change::Leave => seen[2] += 1,
                });
            }
            let shape = any_shape(&mut random, spread, number, slanted);
            let layers = random.u32(1..8);
            let wanted = |collider: &Collider<Shape<S, N>>| collider.layers & layers != 0;
            let filter = |_, collider: &Collider<_>| wanted(collider);
            let all = || list.shapes.iter().filter(|(_, collider)| wanted(collider));

            let here = world.intersecting(shape, filter);
            let mut expected: Vec<_> = all()
                .map(|(id, c)| (c.data, *id, shape.relation(&c.shape)))
                .filter(|(_, _, relation)| *relation != Relation::Apart)
                .collect();
            expected.sort_by_key(|(data, id, _)| (*data, *id));
            let expected: Vec<_> = expected
                .iter()
                .map(|(_, collider, hit)| ColliderHit { collider: *collider, hit: *hit })
                .collect();
            assert_eq!(here, expected, "{spread}");
            seen[3] += here.len();

            let from = place(&mut random, spread, number).map(S::to_real);
            let direction = Vector(std::array::from_fn(|_| real(random.i32(-3..4))));
            if let Some(ray) = Ray::new(from, direction) {
                let ray = if random.bool() { ray.with_max_distance(real(random.i32(0..90))) } else { ray };
                let hits = all().filter_map(|(id, c)| Some((cast(&ray, c.shape)?, c.data, *id)));
                let order =
                    |hit: &(bumper::RayHit<S::Real, N>, u64, Id)| (hit.0.distance.to_f64(), hit.1, hit.2);
                let mut hits: Vec<_> = hits.collect();
                hits.sort_by(|a, b| order(a).partial_cmp(&order(b)).unwrap());
                let hits: Vec<_> =
                    hits.into_iter().map(|(hit, _, collider)| ColliderHit { collider, hit }).collect();
                let found = world.cast(&ray, filter);
                assert_eq!(found, hits.first().copied(), "{spread}");
                assert_eq!(world.cast_all(&ray, filter), hits, "{spread}");
                seen[4] += usize::from(found.is_some());
            }

            let moves = Vector(std::array::from_fn(|_| real(random.i32(-60..60))));
            let still = Vector::default();
            let hits = all().filter_map(|(id, c)| Some((sweep(shape, moves, c.shape, still)?, c.data, *id)));
            let order = |hit: &(bumper::SweepHit<S::Real, N>, u64, Id)| (hit.0.time.to_f64(), hit.1, hit.2);
            let mut hits: Vec<_> = hits.collect();
            hits.sort_by(|a, b| order(a).partial_cmp(&order(b)).unwrap());
            let hits: Vec<_> =
                hits.into_iter().map(|(hit, _, collider)| ColliderHit { collider, hit }).collect();
            let found = world.sweep(shape, moves, filter);
            assert_eq!(found, hits.first().copied(), "{spread} {shape:?} {moves:?}");
            assert_eq!(world.sweep_all(shape, moves, filter), hits, "{spread} {shape:?} {moves:?}");
            seen[5] += usize::from(found.is_some());

            let reach = if random.bool() { real(random.i32(0..40)) } else { real(i32::MAX) };
            let near = all().map(|(id, c)| (contact(shape, c.shape), c.data, *id));
            let near = near.filter(|near| near.0.separation.to_f64() <= reach.to_f64());
            let order =
                |near: &(bumper::Contact<S::Real, N>, u64, Id)| (near.0.separation.to_f64(), near.1, near.2);
            let first = near.min_by(|a, b| order(a).partial_cmp(&order(b)).unwrap());
            let found = world.nearest(shape, reach, filter);
            assert_eq!(found.map(|found| found.collider), first.map(|(_, _, id)| id), "{spread} {shape:?}");
        }
        assert!(seen.iter().all(|count| *count > 0), "{spread}: {seen:?}");
    }
}

fn segment<S: Scalar>(random: &mut fastrand::Rng, at: Vector<S, 2>, size: S) -> Shape<'static, S, 2> {
    let other = at + Vector([size, S::default()]);
    match random.bool() {
        true => Segment::new(at, other).into(),
        false => Triangle::new(at, other, at + Vector([S::default(), size])).into(),
    }
}

fn upright<S: Scalar>(random: &mut fastrand::Rng, at: Vector<S, 3>, size: S) -> Shape<'static, S, 3> {
    let axis = [Axis::X, Axis::Y, Axis::Z][random.usize(0..3)];
    let end = at[axis.index()].plus(size);
    Cylinder::new(axis, at, end, size).into()
}

pub fn turned(random: &mut fastrand::Rng, at: Vector<f32, 2>, size: f32) -> Shape<'static, f32, 2> {
    let rotation = Rotation::from_degrees(random.f32() * 360.0);
    match random.bool() {
        true => OrientedBox::new(at, [size, size * 0.5], rotation).into(),
        false => Capsule::new(at, at + Vector([size, size]), size * 0.3).into(),
    }
}

#[test]
fn world_queries_agree_with_brute_force_in_2d() {
    operations::<i16, 2>(1, |c| c.clamp(-32768, 32767) as i16, segment);
    operations::<i32, 2>(2, |c| c, segment);
    operations::<f32, 2>(3, |c| c as f32, turned);
    operations::<f64, 2>(4, f64::from, segment);
    #[cfg(feature = "fixed")]
    operations::<fixed::types::I16F16, 2>(5, fixed::types::I16F16::saturating_from_num, segment);
}

#[test]
fn world_queries_agree_with_brute_force_in_3d() {
    operations::<i16, 3>(6, |c| c.clamp(-32768, 32767) as i16, upright);
    operations::<f32, 3>(7, |c| c as f32, upright);
    operations::<f64, 3>(8, f64::from, upright);
}

/// Shapes whose sides differ from the sides of the query shape only by a few rounding errors or margins.
fn near_ties<S: Scalar>(seed: u64, number: fn(f64) -> S, middle: f64, sizes: [f64; 4]) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut seen = [0; 3];
    for _ in 0..cases(400) {
        let (low, high) = (middle - middle.abs() / 4.0, middle + middle.abs() / 4.0);
        let mut near = || {
            let by = sizes[random.usize(0..4)] * f64::from(random.i32(-3..=3));
            number(by + [low, high, middle, -middle][random.usize(0..4)])
        };
        let mut corner = || Vector([near(), near()]);
        let mut world = World::<S, 2, Shape<'static, S, 2>>::default();
        for place in 0..40 {
            let (a, b) = (corner(), corner());
            let shape: Shape<S, 2> = match place % 4 {
                0 => a.into(),
                1 => Segment::new(a, b).into(),
                2 => Ball::new(a, number(sizes[3])).into(),
                _ => Aabb::new(a, b).into(),
            };
            world.insert(Collider::new(shape)).unwrap();
        }
        let asked: [Shape<S, 2>; 3] = [
            Aabb::new([number(low); 2], [number(high); 2]).into(),
            Aabb::new(corner(), corner()).into(),
            corner().into(),
        ];
        for asked in asked {
            let mut found = HashMap::new();
            world.each_intersecting(
                asked,
                |_, _| true,
                |id, relation| assert!(found.insert(id, relation).is_none()),
            );
            for (id, held) in world.iter() {
                let found_relation = found.remove(&id).unwrap_or(Relation::Apart);
                assert_eq!(found_relation, asked.relation(&held.shape), "{asked:?} {:?}", held.shape);
                seen[found_relation as usize] += 1;
            }
        }
    }
    assert!(seen.iter().all(|count| *count > 500), "{seen:?}");
}

#[test]
fn near_ties_agree_with_queries_without_world() {
    for middle in [1.0, 1e4, -3e7] {
        near_ties(31, |c| c as f32, middle, [6e-8, 1e-6, 5e-6, 1e-4].map(|part: f64| part * middle.abs()));
        near_ties(32, |c| c, middle, [2e-16, 6e-8, 5e-6, 1e-4].map(|part: f64| part * middle.abs()));
    }
    near_ties(33, |c| c as i32, 3e8, [1.0, 30.0, 300.0, 30_000.0]);
    near_ties(34, |c| c as i16, 1000.0, [1.0, 2.0, 3.0, 40.0]);
}

#[test]
fn events_of_few_movers_among_many_agree_with_brute_force() {
    let mut random = fastrand::Rng::with_seed(12);
    let mut world = World::<i16, 2, Shape<'static, i16, 2>>::default();
    let mut list = Plain { shapes: BTreeMap::new(), met: HashMap::new() };
    let put = |at: [i16; 2], size: i16| Collider::<Shape<i16, 2>>::new(Aabb::from_center_size(at, [size; 2]));
    for k in 0..300 {
        let tile = put([k % 20 * 10, k / 20 * 10], 10);
        list.shapes.insert(world.insert(tile).unwrap(), tile);
    }
    let tiles: Vec<_> = list.shapes.keys().copied().collect();
    let mut movers = Vec::new();
    let mut seen = [0; 3];
    for step in 0..cases(200) {
        if movers.len() < 12 {
            let mover = put([0, 0], 12);
            movers.push(world.insert(mover).unwrap());
            list.shapes.insert(movers[movers.len() - 1], mover);
        }
        // Move all movers, then some, then none. In some steps also move one tile or many.
        let (part, many) = (step / 10 % 4, if step % 50 == 49 { 40 } else { usize::from(step % 9 == 8) });
        let others: Vec<_> = (0..many).map(|_| tiles[random.usize(0..tiles.len())]).collect();
        let some: Vec<_> =
            movers.iter().filter(|_| random.usize(0..3) >= part).chain(&others).copied().collect();
        for id in some {
            let shape = put([random.i16(0..200), random.i16(0..150)], 12).shape;
            world.set_shape(id, shape).unwrap();
            list.shapes.get_mut(&id).unwrap().shape = shape;
        }
        if step % 7 == 6 {
            let id = movers.swap_remove(random.usize(0..movers.len()));
            assert_eq!(world.remove(id), list.shapes.remove(&id));
        }
        let events: Vec<_> = world.update().iter().map(plain).collect();
        assert_eq!(events, list.update(), "{step}");
        for event in world.events() {
            seen[event.intersection() as usize] += 1;
        }
    }
    assert!(seen.iter().all(|seen| *seen > 1000), "{seen:?}");
}
