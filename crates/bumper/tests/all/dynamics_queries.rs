//! Spatial queries on bodies, compared with the same queries on the shapes of all colliders, during random operation sequences.

use bumper::dynamics::{
    BodyDef, BodyHit, BodyId, BodyKind, ColliderDef, ColliderId, QueryFilter, Simulation,
};
use bumper::{
    Aabb, AsShape, Ball, Capsule, MaskBuf, PolygonBuf, Pose, Ray, Region, Relate, Relation, Rotation,
    Segment, Shape, ShapeBuf, Sprite, Triangle, Vector, cast, contact, sweep,
};
use fastrand::Rng;

const STEP: f64 = 1.0 / 60.0;

fn from(rng: &mut Rng, low: f64, high: f64) -> f64 {
    low + (high - low) * rng.f64()
}

fn vector(rng: &mut Rng, size: f64) -> Vector<f64, 2> {
    Vector([from(rng, -size, size), from(rng, -size, size)])
}

/// A shape of any kind that has an area.
pub fn any_shape(rng: &mut Rng, at: Vector<f64, 2>, size: f64) -> ShapeBuf<f64, 2> {
    let half = Vector([size, size * 0.6]);
    let corner = |x: f64, y: f64| [at.x() + x * size, at.y() + y * size];
    match rng.u32(0..8) {
        0 => Ball::new(at, size).into(),
        1 => Aabb::new(at - half, at + half).into(),
        2 => Capsule::new(at, at + half, size * 0.5).into(),
        3 => Triangle::new(at - half, at + half, at + Vector([0.0, size])).into(),
        4 => PolygonBuf::<f64, 8>::new([
            corner(-1.0, 0.0),
            corner(0.0, -1.0),
            corner(1.0, 0.0),
            corner(0.3, 0.9),
        ])
        .unwrap()
        .into(),
        5 => Region::new([
            corner(0.0, 0.0),
            corner(1.0, 0.0),
            corner(1.0, 1.0),
            corner(0.6, 0.3),
            corner(0.0, 1.0),
        ])
        .unwrap()
        .into(),
        6 => {
            let mask = MaskBuf::from_fn([3, 3], |x, y| (x + y) % 2 == 0 || x == 1);
            Sprite::new(mask.as_mask(), at, size * 0.5).into()
        }
        _ => ShapeBuf::compound([
            ShapeBuf::from(Ball::new(at, size * 0.5)),
            Aabb::new(at, at + half).into(),
            Ball::new(at - half, size * 0.3).into(),
        ]),
    }
}

/// A body of a random kind with up to three colliders.
pub fn insert_any(rng: &mut Rng, simulation: &mut Simulation<f64>) -> BodyId {
    let kind = [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic][rng.usize(0..5).min(2)];
    let turn = if rng.bool() { 0.0 } else { from(rng, 0.0, 360.0) };
    let def = BodyDef {
        kind,
        pose: Pose::new(Rotation::from_degrees(turn), vector(rng, 8.0)),
        velocity: vector(rng, 8.0),
        angular_velocity: from(rng, -5.0, 5.0),
        ..BodyDef::default()
    };
    let shapes: Vec<ShapeBuf<f64, 2>> = (0..rng.usize(1..4))
        .map(|_| {
            let (at, size) = (vector(rng, 1.0), from(rng, 0.1, 0.9));
            any_shape(rng, at, size)
        })
        .collect();
    let colliders: Vec<ColliderDef<f64>> = shapes
        .iter()
        .map(|shape| ColliderDef {
            layers: 1 << rng.u32(0..3),
            filter: if rng.u32(0..3) == 0 { rng.u32(0..8) } else { u32::MAX },
            sensor: rng.u32(0..6) == 0,
            ..ColliderDef::new(shape.as_shape())
        })
        .collect();
    simulation.insert(&def, &colliders).unwrap()
}

/// All colliders with their bodies.
pub fn all_colliders(simulation: &Simulation<f64>) -> Vec<(ColliderId, BodyId)> {
    let colliders =
        |body| simulation.colliders_of(body).map(move |collider| (collider, body)).collect::<Vec<_>>();
    simulation.iter().flat_map(|(body, _)| colliders(body)).collect()
}

/// The results of a query on each collider by itself.
fn brute_force<H>(
    simulation: &Simulation<f64>,
    filter: &QueryFilter<'_, f64>,
    query: impl Fn(&Shape<'_, f64, 2>) -> Option<H>,
) -> Vec<BodyHit<H>> {
    let mut found = Vec::new();
    for (id, body) in all_colliders(simulation) {
        let (collider, state) = (simulation.get_collider(id).unwrap(), simulation.get(body).unwrap());
        let kind = match state.kind {
            BodyKind::Static => filter.static_bodies,
            BodyKind::Kinematic => filter.kinematic_bodies,
            BodyKind::Dynamic => filter.dynamic_bodies,
        };
        if !kind
            || collider.sensor && !filter.sensors
            || collider.layers & filter.filter == 0
            || collider.filter & filter.layers == 0
            || filter.exclude_bodies.contains(&body)
            || filter.exclude_colliders.contains(&id)
            || filter.predicate.is_some_and(|predicate| !predicate(id, &collider))
        {
            continue;
        }
        if let Some(hit) = query(&collider.shape.placed(&state.pose)) {
            found.push(BodyHit { collider: id, body, hit });
        }
    }
    found
}

/// Compares the hits of a query that finds all colliders with the hits of the brute-force search. Hits may differ only by rounding.
fn same_all<H: Copy + std::fmt::Debug>(
    found: &[BodyHit<H>],
    expected: &[BodyHit<H>],
    measure: impl Fn(&H) -> f64,
    is_marginal: impl Fn(ColliderId) -> bool,
) {
    assert!(found.windows(2).all(|pair| measure(&pair[0].hit) <= measure(&pair[1].hit)), "out of order");
    for hit in found {
        match expected.iter().find(|other| other.collider == hit.collider) {
            Some(other) => {
                assert_eq!(hit.body, other.body);
                let error = (measure(&hit.hit) - measure(&other.hit)).abs();
                assert!(error < 1e-6 || is_marginal(hit.collider), "{hit:?} {other:?}");
            }
            None => assert!(is_marginal(hit.collider), "unexpected {hit:?}"),
        }
    }
    for other in expected {
        let hits = found.iter().filter(|hit| hit.collider == other.collider).count();
        assert!(hits == 1 || hits == 0 && is_marginal(other.collider), "{hits} hits instead of {other:?}");
    }
}

/// Compares the best hit of a query with the best hit of the brute-force search.
fn same_best<H: Copy + std::fmt::Debug>(
    found: Option<BodyHit<H>>,
    all: &[BodyHit<H>],
    measure: impl Fn(&H) -> f64,
    is_marginal: impl Fn(ColliderId) -> bool,
) {
    let sure = all.iter().filter(|hit| !is_marginal(hit.collider)).map(|hit| measure(&hit.hit));
    let least = all.iter().map(|hit| measure(&hit.hit)).fold(f64::INFINITY, f64::min);
    let sure_least = sure.fold(f64::INFINITY, f64::min);
    match found {
        Some(hit) => {
            let near = measure(&hit.hit);
            assert!(near >= least - 1e-6 || is_marginal(hit.collider), "{hit:?} {least}");
            assert!(near <= sure_least + 1e-6, "{hit:?} {sure_least}");
        }
        None => assert!(sure_least == f64::INFINITY, "nothing instead of {sure_least}"),
    }
}

/// Runs every query with a random filter, and returns the number of hits.
pub fn check_queries(rng: &mut Rng, simulation: &Simulation<f64>) -> usize {
    let colliders = all_colliders(simulation);
    let some = |rng: &mut Rng| rng.usize(0..colliders.len().max(1));
    let excluded: Vec<_> = (0..rng.usize(0..3)).filter_map(|_| colliders.get(some(rng)).copied()).collect();
    let (excluded_colliders, excluded_bodies): (Vec<_>, Vec<_>) = excluded.into_iter().unzip();
    let odd = |id: ColliderId, _: &ColliderDef<'_, f64>| id.to_bits() >> 32 & 1 == 1;
    let filter = QueryFilter {
        layers: if rng.bool() { u32::MAX } else { rng.u32(0..8) },
        filter: if rng.bool() { u32::MAX } else { rng.u32(0..8) },
        sensors: rng.bool(),
        static_bodies: rng.u32(0..4) > 0,
        kinematic_bodies: rng.u32(0..4) > 0,
        dynamic_bodies: rng.u32(0..4) > 0,
        exclude_bodies: if rng.bool() { &excluded_bodies } else { &[] },
        exclude_colliders: &excluded_colliders,
        predicate: if rng.u32(0..4) == 0 { Some(&odd) } else { None },
    };
    let (at, size, moves) = (vector(rng, 10.0), from(rng, 0.1, 2.0), vector(rng, 12.0));
    let shape = if rng.u32(0..4) == 0 { ShapeBuf::from(at) } else { any_shape(rng, at, size) };
    let shape = shape.as_shape();
    let separation = |id: ColliderId| contact(shape, simulation.shape_of(id).unwrap().as_shape()).separation;

    let relation =
        |other: &Shape<'_, f64, 2>| Some(shape.relation(other)).filter(|found| *found != Relation::Apart);
    let found = simulation.intersecting(shape, &filter);
    let mut hits = found.len();
    assert!(found.windows(2).all(|pair| pair[0].collider < pair[1].collider), "not sorted");
    let touches = |id| separation(id).abs() < 1e-6;
    same_all(&found, &brute_force(simulation, &filter, relation), |_| 0.0, touches);

    let ray = Ray::new(at, moves).unwrap().with_max_distance(from(rng, 1.0, 20.0));
    let grazes = |id: ColliderId| {
        let path = Segment::new(at, ray.at(ray.max_distance()));
        let other = simulation.shape_of(id).unwrap();
        contact(path, other.as_shape()).separation.abs() < 1e-6
    };
    let expected = brute_force(simulation, &filter, |other| cast(&ray, *other));
    hits += expected.len();
    same_all(&simulation.cast_all(&ray, &filter), &expected, |hit| hit.distance, grazes);
    same_best(simulation.cast(&ray, &filter), &expected, |hit| hit.distance, grazes);

    let moved = |other: &Shape<'_, f64, 2>| sweep(shape, moves, *other, [0.0, 0.0]);
    let expected = brute_force(simulation, &filter, moved);
    hits += expected.len();
    // A grazing sweep may hit or miss.
    let grazes = |id: ColliderId| {
        let grown = simulation.shape_of(id).unwrap();
        let exact = sweep(shape, moves, grown.as_shape(), [0.0, 0.0]);
        exact.is_none_or(|hit| hit.starts_overlapping || hit.normal.dot(moves).abs() < 1e-3 * moves.length())
            || separation(id).abs() < 1e-6
    };
    same_all(&simulation.sweep_all(shape, moves, &filter), &expected, |hit| hit.time, grazes);
    same_best(simulation.sweep(shape, moves, &filter), &expected, |hit| hit.time, grazes);

    let limit = from(rng, 0.0, 6.0);
    let near =
        |other: &Shape<'_, f64, 2>| Some(contact(shape, *other)).filter(|found| found.separation <= limit);
    let expected = brute_force(simulation, &filter, near);
    same_best(
        simulation.nearest(shape, limit, &filter),
        &expected,
        |hit| hit.separation,
        |id| (separation(id) - limit).abs() < 1e-6,
    );
    hits
}

#[test]
fn queries_of_bodies_match_queries_of_each_collider() {
    let mut hits = 0;
    for seed in 0..30 {
        let rng = &mut Rng::with_seed(seed);
        let mut simulation = Simulation::new([0.0, -10.0]);
        let mut ids: Vec<BodyId> = (0..12).map(|_| insert_any(rng, &mut simulation)).collect();
        for _ in 0..60 {
            let id = ids[rng.usize(0..ids.len())];
            match rng.u32(0..8) {
                0 => ids.push(insert_any(rng, &mut simulation)),
                1 => _ = simulation.remove(id),
                2 => {
                    let pose = Pose::new(Rotation::from_degrees(from(rng, 0.0, 360.0)), vector(rng, 8.0));
                    _ = simulation.set_pose(id, &pose);
                }
                3 => {
                    let shape = any_shape(rng, Vector([0.5, 0.5]), 0.5);
                    let sensor = rng.bool();
                    _ = simulation
                        .insert_collider(id, &ColliderDef { sensor, ..ColliderDef::new(shape.as_shape()) });
                }
                4 => {
                    let colliders = all_colliders(&simulation);
                    if !colliders.is_empty() {
                        simulation.remove_collider(colliders[rng.usize(0..colliders.len())].0);
                    }
                }
                5 => _ = simulation.set_velocity(id, vector(rng, 30.0), from(rng, -9.0, 9.0)),
                _ => simulation.step(STEP),
            }
            hits += check_queries(rng, &simulation);
        }
    }
    assert!(hits > 1000, "{hits}");
}

#[test]
fn removing_last_collider_removes_body() {
    let mut simulation = Simulation::new([0.0, 0.0]);
    let pair = [-1.0, 1.0].map(|x| ColliderDef::new(Ball::new([x, 0.0], 0.5)));
    let body = simulation.insert(&BodyDef { angular_velocity: 2.0, ..BodyDef::default() }, &pair).unwrap();
    let [left, right] = [0, 1].map(|k| simulation.colliders_of(body).nth(k).unwrap());
    let all = QueryFilter::default();
    assert_eq!(simulation.intersecting(Vector([-1.0, 0.0]), &all)[0].collider, left);
    let rim = simulation.get(body).unwrap();
    assert!(simulation.remove_collider(left) && !simulation.remove_collider(left));
    assert!(
        simulation.intersecting(Vector([-1.0, 0.0]), &all).is_empty()
            && simulation.get_collider(left).is_none()
    );
    // The right ball moves on as before: with the velocity that its center had as a part of the rotating body.
    let state = simulation.get(body).unwrap();
    assert_eq!(
        (state.center, state.velocity, state.angular_velocity),
        ([1.0, 0.0].into(), [0.0, 2.0].into(), 2.0)
    );
    assert_eq!((state.pose, state.mass * 2.0), (rim.pose, rim.mass));
    assert!(simulation.remove_collider(right) && simulation.get(body).is_none() && simulation.is_empty());
    assert!(simulation.nearest(Vector([0.0, 0.0]), 1e9, &all).is_none());
}
