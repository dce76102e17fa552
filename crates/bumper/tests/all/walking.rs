//! Tests of walking, falling and riding on lifts: problems that players of other engines report.

use bumper::motion::{Mover, Obstacle, Response, WalkSettings};
use bumper::scalar::Scalar;
use bumper::world::{Collider, World};
use bumper::{Aabb, Axis, Ball, Capsule, OrientedBox, Relate, Shape, Side, Triangle, Vector};
use fastrand::Rng;

#[test]
fn walk_on_tiles_stays_grounded_at_any_speed_and_size() {
    let mut rng = Rng::with_seed(4);
    for size in [0.01f32, 0.1, 0.3, 1.0, 7.0, 16.0, 100.0, 1000.0] {
        for speed in [0.01f32, 0.1, 0.5, 0.99, 1.0, 3.3, 12.0] {
            for legs in [None, Some(WalkSettings { stair_height: size * 0.25, snap_distance: size * 0.25 })] {
                for round in [false, true] {
                    let mut world = World::<f32, 2>::new();
                    let first = rng.i32(-50..50);
                    // Three rows of tiles. Each tile is defined by its own corner and size, as in maps.
                    for (column, row) in
                        (first..first + 120).flat_map(|column| (0..3).map(move |row| (column, row)))
                    {
                        let corner = [column as f32 * size, (20 + row) as f32 * size];
                        let tile = Aabb::new(corner, [(column + 1) as f32 * size, (21 + row) as f32 * size]);
                        world.insert(Collider::new(tile)).unwrap();
                    }
                    let floor = 20.0 * size;
                    let x = (first as f32 + 1.3) * size;
                    let shape: Shape<f32, 2> = if round {
                        Ball::new([x, floor - size * 0.42], size * 0.4).into()
                    } else {
                        Aabb::new([x, floor - size * 1.7], [x + size * 0.7, floor - size * 0.02]).into()
                    };
                    let mut player = Mover::new(shape);
                    player.gravity = Vector([0.0, size * 60.0]);
                    player.walk_settings = legs;
                    let mut landed = 0;
                    let mut last = player.position().x();
                    for frame in 0..160 {
                        let way = speed * size;
                        if player.position().x() + 3.0 * way > 110.0 * size {
                            break;
                        }
                        *player.velocity.x_mut() = way * 60.0;
                        player.step(
                            1.0 / 60.0,
                            &world,
                            |_| Some(Response::Slide),
                            |hit| {
                                let up = hit.normal.y() < -0.999_99;
                                assert!(up, "size {size} speed {speed} {round} frame {frame}: {hit:?}");
                            },
                        );
                        let gone = player.position().x() - last;
                        last = player.position().x();
                        assert!(
                            (gone - way).abs() < way * 1e-3 + size * 2e-5,
                            "size {size} speed {speed}: {gone}, not {way}"
                        );
                        assert!(
                            player.is_grounded() || landed == 0,
                            "size {size} speed {speed} {round} {legs:?} frame {frame}"
                        );
                        landed += u32::from(player.is_grounded());
                    }
                    assert!(landed > 3, "size {size} speed {speed}: it never landed");
                }
            }
        }
    }
}

#[test]
fn landing_on_tile_seam_keeps_horizontal_motion() {
    // The lower right corner of the mover reaches the upper left corner of the second tile at the moment at which it lands on the first.
    let tiles = [Aabb::new([20, 20], [40, 30]), Aabb::new([0, 20], [20, 30])];
    for order in [[0, 1], [1, 0]] {
        let floor: [Shape<i32, 2>; 2] = order.map(|k: usize| tiles[k].into());
        for step in [[30, 30], [15, 15], [-30, 30]] {
            let mut dot = Mover::new(Aabb::new(
                [if step[0] > 0 { 0 } else { 30 }, 0],
                [if step[0] > 0 { 10 } else { 40 }, 10],
            ));
            dot.travel(
                step,
                &floor[..],
                |_| Some(Response::Slide),
                |hit| {
                    assert_eq!(hit.normal.0, [0.0, -1.0], "{order:?} {step:?}");
                },
            );
            assert_eq!(dot.position(), Vector([step[0], 10]));
        }
    }
}

#[test]
fn fall_along_tile_wall_does_not_catch_on_seams() {
    for size in [0.01f32, 0.3, 1.0, 16.0, 1000.0] {
        let mut world = World::<f32, 2>::new();
        for row in 0..60 {
            let tile = Aabb::new([10.0 * size, row as f32 * size], [11.0 * size, (row + 1) as f32 * size]);
            world.insert(Collider::new(tile)).unwrap();
        }
        for round in [false, true] {
            let shape: Shape<f32, 2> = if round {
                Ball::new([9.0 * size, size], size * 0.4).into()
            } else {
                Aabb::new([9.0 * size, size], [9.6 * size, 2.1 * size]).into()
            };
            let mut stone = Mover::new(shape);
            for _ in 0..50 {
                // The stone presses against the wall during the whole fall.
                stone.velocity = Vector([size * 0.5, size * 0.77]);
                let before = stone.position().y();
                stone.step(
                    1.0,
                    &world,
                    |_| Some(Response::Slide),
                    |hit| {
                        assert!(hit.normal.x() < -0.999_99, "size {size}: {hit:?}");
                    },
                );
                assert!((stone.position().y() - before - size * 0.77).abs() < size * 1e-4);
            }
        }
    }
}

#[test]
fn mover_falls_through_corridor_of_its_own_width() {
    for round in [false, true] {
        let level: [Shape<f32, 2>; 3] = [
            Aabb::new([0.0, 0.0], [10.0, 90.0]).into(),
            Aabb::new([if round { 10.25 } else { 10.3 }, 0.0], [20.0, 90.0]).into(),
            Aabb::new([0.0, 95.0], [20.0, 96.0]).into(),
        ];
        let mut mover = Mover::new(if round {
            Shape::from(Ball::new([10.125f32, -5.0], 0.125))
        } else {
            Aabb::new([10.0f32, -5.0], [10.3, -4.0]).into()
        });
        for _ in 0..300 {
            mover.velocity = Vector([0.0, 0.4]);
            mover.step(1.0, &level[..], |_| Some(Response::Slide), |_| ());
        }
        let bottom = mover.shape().bounds().unwrap().max().y();
        assert!((bottom - 95.0).abs() < 1e-4, "{round}: {bottom}");
    }
}

#[test]
fn walk_on_slopes_keeps_horizontal_speed_and_does_not_slide() {
    // A slope up by 30 degrees, a flat part, a slope down by 45 degrees, and a flat part, with seams between them, as in maps.
    let tan = f64::tan(30f64.to_radians());
    let top = 100.0 - 60.0 * tan;
    let level: [Shape<f64, 2>; 5] = [
        Aabb::new([-100.0, 100.0], [0.0, 200.0]).into(),
        Triangle::new([0.0, 100.0], [60.0, 100.0], [60.0, top]).into(),
        Aabb::new([60.0, top], [90.0, 200.0]).into(),
        Triangle::new([90.0, top], [90.0, top + 20.0], [110.0, top + 20.0]).into(),
        Aabb::new([90.0, top + 20.0], [300.0, 200.0]).into(),
    ];
    for shape in [Shape::from(Aabb::new([-40.0, 80.0], [-30.0, 100.0])), Ball::new([-35.0, 95.0], 5.0).into()]
    {
        let mut player = Mover::new(shape);
        player.gravity = Vector([0.0, 900.0]);
        player.walk_settings = Some(WalkSettings { stair_height: 0.0, snap_distance: 1.0 });
        for frame in 0..120 {
            *player.velocity.x_mut() = 90.0;
            let before = player.position();
            player.step(1.0 / 60.0, &level[..], |_| Some(Response::Slide), |_| ());
            let gone = player.position().x() - before.x();
            assert!((gone - 1.5).abs() < 1e-6, "frame {frame} at {:?}: {gone}", before);
            assert!(player.is_grounded(), "frame {frame} at {:?}", player.position());
        }
        // The player stands on the slope and does not slide.
        player.set_position([60.0, 0.0]);
        player.set_position([60.0, -60.0 * tan - 1.0]);
        player.velocity = Vector([0.0, 0.0]);
        (0..60).for_each(|_| player.step(1.0 / 60.0, &level[..], |_| Some(Response::Slide), |_| ()));
        let stands = player.position();
        (0..600).for_each(|_| player.step(1.0 / 60.0, &level[..], |_| Some(Response::Slide), |_| ()));
        assert!(
            (player.position() - stands).0.iter().all(|c| c.abs() < 1e-9),
            "{:?} {stands:?}",
            player.position()
        );
    }
}

#[test]
fn walker_snaps_down_low_step_and_falls_from_ledge() {
    for (height, snaps) in [(3.0f32, true), (12.0, false)] {
        let level: [Shape<f32, 2>; 2] = [
            Aabb::new([-100.0, 100.0], [0.0, 110.0]).into(),
            Aabb::new([0.0, 100.0 + height], [900.0, 120.0]).into(),
        ];
        let mut walker = Mover::new(Aabb::new([-30.0f32, 80.0], [-20.0, 100.0]));
        walker.gravity = Vector([0.0, 900.0]);
        walker.walk_settings = Some(WalkSettings { stair_height: 4.0, snap_distance: 4.0 });
        let (mut air, mut deepest) = (0, 0.0f32);
        for _ in 0..60 {
            // The walker moves ten pixels per frame. On a slope of 60 degrees it would fall by 17.
            *walker.velocity.x_mut() = 600.0;
            let before = walker.position().y();
            walker.step(1.0 / 60.0, &level[..], |_| Some(Response::Slide), |_| ());
            deepest = deepest.max(walker.position().y() - before);
            air += i32::from(!walker.is_grounded());
        }
        assert_eq!(air == 0, snaps, "{height}");
        assert!(snaps || deepest < 3.0, "{height}: {deepest}");
        assert_eq!(walker.shape().max().y(), 100.0 + height);
    }
}

#[test]
fn steep_slope_blocks_walker_and_plain_mover() {
    let level: [Shape<f32, 2>; 2] = [
        Aabb::new([-100.0, 100.0], [0.0, 110.0]).into(),
        Triangle::new([0.0, 100.0], [30.0, 100.0], [30.0, 0.0]).into(),
    ];
    let mut walker = Mover::new(Aabb::new([-30.0f32, 80.0], [-20.0, 100.0]));
    walker.gravity = Vector([0.0, 900.0]);
    let mut ball = walker.clone();
    walker.walk_settings = Some(WalkSettings { stair_height: 4.0, snap_distance: 4.0 });
    let mut highest = [0.0f32; 2];
    for _ in 0..100 {
        for (k, mover) in [&mut walker, &mut ball].into_iter().enumerate() {
            *mover.velocity.x_mut() = 200.0;
            mover.step(1.0 / 60.0, &level[..], |_| Some(Response::Slide), |_| ());
            highest[k] = highest[k].min(mover.position().y());
        }
    }
    assert!(highest[0] > -1e-4);
    assert!(highest[1] > -1e-4);
    for mover in [walker, ball] {
        assert!(mover.is_grounded() && (mover.position().x() - 20.0).abs() < 1e-3);
    }
}

#[test]
fn overlapping_one_way_tiles_block_only_from_above() {
    let up = Some(Side { axis: Axis::Y, negative: true });
    for size in [0.01f32, 0.7, 16.0] {
        let mut world = World::<f32, 2>::new();
        let mut add = |min: [f32; 2], max: [f32; 2]| {
            let shape = Aabb::new(min.map(|c| c * size), max.map(|c| c * size));
            world.insert(Collider { one_way: up, ..Collider::new(shape) }).unwrap();
        };
        // Two rows of tiles that overlap each other and are at slightly different heights.
        for k in 0..20 {
            add([k as f32, 10.0], [k as f32 + 1.0, 11.0]);
            add([k as f32 + 0.4, 10.3], [k as f32 + 1.4, 11.3]);
        }
        let mut player = Mover::new(Aabb::new([2.1 * size, 12.0 * size], [2.8 * size, 13.5 * size]));
        player.gravity = Vector([0.0, 60.0 * size]);
        // The player jumps up through both rows without touching them.
        player.velocity = Vector([0.0, -30.0 * size]);
        let mut landed = false;
        for frame in 0..240 {
            *player.velocity.x_mut() = 3.0 * size;
            player.step(
                1.0 / 60.0,
                &world,
                |_| Some(Response::Slide),
                |hit| {
                    assert_eq!(hit.normal, Vector([0.0, -1.0]), "size {size} frame {frame}");
                },
            );
            assert!(!landed || player.is_grounded(), "size {size} frame {frame}");
            landed |= player.is_grounded();
        }
        assert!(landed && (player.shape().max().y() - 10.0 * size).abs() < 1e-5 * size);
        assert!((player.position().x() - 12.0 * size).abs() < 0.01 * size);
    }
}

#[test]
fn lift_carries_and_pushes_movers_until_blocked() {
    let tile = |x: f32, y: f32, w: f32, h: f32| Aabb::new([x, y], [x + w, y + h]);
    let mut world = World::<f32, 2>::new();
    let mut lift = tile(0.0, 100.0, 40.0, 5.0);
    let id = world.insert(Collider::new(lift)).unwrap();
    world.insert(Collider::new(tile(-100.0, 20.0, 300.0, 5.0))).unwrap();
    let mut rider = Mover::new(tile(10.0, 80.0, 10.0, 20.0));
    let mut beside = Mover::new(tile(45.0, 90.0, 10.0, 20.0));
    for mover in [&mut rider, &mut beside] {
        mover.gravity = Vector([0.0, 900.0]);
    }
    let respond = |other| (other != id).then_some(Response::Slide);
    let mut blocked = 0;
    for frame in 0..120 {
        let way = if frame < 60 { [0.0f32, -1.0] } else { [0.7, -1.0] };
        let mut room = true;
        for mover in [&mut rider, &mut beside] {
            let there = lift.translated(way);
            room &= mover.carry(&[Obstacle::new(there)], way, &world, respond, |_| ());
        }
        if room {
            lift = lift.translated(way);
            world.set_shape(id, lift).unwrap();
        } else {
            blocked += 1;
        }
        rider.step(1.0 / 60.0, &world, |_| Some(Response::Slide), |_| ());
        assert!(rider.is_grounded() && !rider.shape().overlaps(&lift), "frame {frame}: {rider:?} {lift:?}");
        assert!((rider.shape().max().y() - lift.min().y()).abs() < 1e-3);
    }
    // The ceiling is at 25, and the rider is 20 high. Therefore the lift stops at 45.
    assert!(blocked > 50 && (lift.min().y() - 45.0).abs() < 1.01);
}

#[test]
fn rider_is_not_pushed_through_walls_of_its_lift() {
    // A cage with a floor, a ceiling and two walls, and a rider in it. In each step, the cage moves farther than the rider is from a wall.
    fn ride<S: Scalar>(unit: impl Fn(i32) -> S) {
        let size = |[x, y, right, bottom]: [i32; 4]| Aabb::new([x, y].map(&unit), [right, bottom].map(&unit));
        let cage = [[0, 10, 40, 12], [0, 0, 40, 2], [0, 0, 2, 12], [38, 0, 40, 12]].map(size);
        for way in [[90, 0], [-90, 0], [0, -90], [0, 90], [70, 80], [-70, -80]] {
            let mut rider = Mover::new(size([8, 6, 12, 10]));
            rider.gravity = Vector([unit(0), unit(1)]);
            let step = Vector(way.map(&unit));
            let parts = cage.map(|part| Obstacle::new(part.translated(step)));
            let nothing: [Aabb<S, 2>; 0] = [];
            let is_clear = rider.carry(&parts, step, &nothing, |_: usize| Some(Response::Slide), |_| ());
            assert!(is_clear && rider.position() == step, "{way:?}: {:?}", rider.position());
        }
        // An obstacle stops the rider after 20 units, and the left wall of the cage pushes it against that obstacle.
        let level = [size([32, 0, 34, 12])];
        for (way, is_clear, moved) in [(20, true, 20), (24, true, 20), (28, false, 0), (90, false, 0)] {
            let mut rider = Mover::new(size([8, 6, 12, 10]));
            rider.gravity = Vector([unit(0), unit(1)]);
            let step = Vector([unit(way), unit(0)]);
            let parts = cage.map(|part| Obstacle::new(part.translated(step)));
            let found = rider.carry(&parts, step, &level, |_| Some(Response::Slide), |_| ());
            assert_eq!((found, rider.position()), (is_clear, Vector([unit(moved), unit(0)])), "{way}");
        }
    }
    ride(|units| units as i16);
    ride(|units| units * 1000);
    ride(|units| units as f32);
    ride(|units| f64::from(units) / 8.0);
}

#[test]
fn rising_one_way_lift_carries_rider_and_admits_jumper() {
    let up = Some(Side { axis: Axis::Y, negative: true });
    for tiles in [1, 4] {
        let mut world = World::<f32, 2>::new();
        let part = |k: usize| Aabb::new([k as f32 * 10.0, 100.3], [(k + 1) as f32 * 10.0, 104.3]);
        let mut lift: Vec<Aabb<f32, 2>> = (0..tiles).map(part).collect();
        let add =
            |shape: &Aabb<f32, 2>| world.insert(Collider { one_way: up, ..Collider::new(*shape) }).unwrap();
        let ids: Vec<_> = lift.iter().map(add).collect();
        let mut rider = Mover::new(Aabb::new([4.0, 90.3], [7.0, 100.3]));
        let mut jumper = Mover::new(Ball::new([5.0, 120.0], 2.0));
        jumper.velocity = Vector([0.0, -300.0]);
        let mut landed = None;
        for frame in 0..300 {
            let way = [0.05, -0.7];
            let obstacle =
                |shape: &Aabb<f32, 2>| Obstacle { one_way: up, ..Obstacle::new(shape.translated(way)) };
            let parts: Vec<_> = lift.iter().map(obstacle).collect();
            let others = |id| (!ids.contains(&id)).then_some(Response::Slide);
            rider.gravity = Vector([0.0, 900.0]);
            jumper.gravity = rider.gravity;
            assert!(rider.carry(&parts, way, &world, others, |_| ()));
            assert!(jumper.carry(&parts, way, &world, others, |_| ()));
            for (shape, id) in lift.iter_mut().zip(&ids) {
                *shape = shape.translated(way);
                world.set_shape(*id, *shape).unwrap();
            }
            rider.step(1.0 / 60.0, &world, |_| Some(Response::Slide), |_| ());
            jumper.step(1.0 / 60.0, &world, |_| Some(Response::Slide), |_| ());
            assert!(rider.is_grounded(), "{tiles} frame {frame}");
            assert!((rider.position().x() - way[0] * (frame + 1) as f32).abs() < 1e-3);
            assert!((rider.shape().max().y() - lift[0].min().y()).abs() < 1e-3);
            if jumper.is_grounded() && landed.is_none() {
                landed = Some(frame);
            }
            let bottom = jumper.shape().center().y() + 2.0;
            assert!(
                landed.is_none() || (bottom - lift[0].min().y()).abs() < 1e-2,
                "{tiles} frame {frame}: {bottom}"
            );
        }
        assert!(landed.is_some_and(|frame| frame > 3));
    }
}

#[test]
fn ball_on_rising_one_way_lift_of_world_does_not_sink_in() {
    let up = Some(Side { axis: Axis::Y, negative: true });
    for way in [[0.05, -0.7], [0.3, -0.11], [-0.01, -3.3]] {
        let mut world = World::<f32, 2>::new();
        let floor = Aabb::new([-500.0, 100.3], [500.0, 104.3]);
        let lift = world.insert(Collider { one_way: up, ..Collider::new(floor) }).unwrap();
        let mut rider = Mover::new(Ball::new([4.0, 98.3], 2.0));
        let id = world.insert(Collider::new(*rider.shape())).unwrap();
        rider.gravity = Vector([0.0, 900.0]);
        for frame in 0..1000 {
            assert_eq!(world.carry(lift, way, [(&mut rider, id)]), Ok(None));
            rider.slide(1.0 / 60.0, &mut world, id).unwrap();
            let top = floor.min().y() + way[1] * (frame + 1) as f32;
            let bottom = rider.shape().center().y() + 2.0;
            assert!(
                rider.is_grounded() && (bottom - top).abs() < 0.05,
                "{way:?} frame {frame}: {bottom} {top}"
            );
        }
    }
}

#[test]
fn every_shape_kind_walks_on_tiles_without_hopping() {
    let floor: Vec<Shape<f32, 2>> =
        (0..80).map(|k| Aabb::new([k as f32 * 16.0, 160.0], [(k + 1) as f32 * 16.0, 176.0]).into()).collect();
    let shapes: [Shape<f32, 2>; 4] = [
        Capsule::new([20.0, 140.0], [20.0, 150.0], 6.0).into(),
        Triangle::new([15.0, 150.0], [25.0, 150.0], [20.0, 158.0]).into(),
        OrientedBox::new([20.0, 146.0], [6.0, 6.0], bumper::Rotation::from_degrees(45.0)).into(),
        OrientedBox::new([20.0, 146.0], [6.0, 9.0], bumper::Rotation::from_degrees(90.0)).into(),
    ];
    for shape in shapes {
        let mut player = Mover::new(shape);
        player.gravity = Vector([0.0, 900.0]);
        let mut since = 0;
        for frame in 0..400 {
            *player.velocity.x_mut() = 150.0;
            let before = player.position();
            player.step(
                1.0 / 60.0,
                &floor[..],
                |_| Some(Response::Slide),
                |hit| {
                    assert!(hit.normal.y() < -0.999_9, "{shape:?} frame {frame}: {hit:?}");
                },
            );
            let gone = player.position().x() - before.x();
            assert!((gone - 2.5).abs() < 1e-3, "{shape:?} frame {frame}: {gone}");
            assert!(since == 0 || player.is_grounded(), "{shape:?} frame {frame}");
            since += u32::from(player.is_grounded());
        }
        assert!(since > 300);
    }
}

/// A mover without walk settings stays grounded at a wall that leans away from it, at any speed.
#[test]
fn mover_without_walk_settings_does_not_rise_along_leaning_wall() {
    let (gravity, dt) = (10.0f64, 1.0 / 60.0);
    for degrees in [1e-6f64, 1e-3, 0.05, 0.5, 1.0, 3.0, 10.0, 25.0] {
        for speed in [0.1f64, 1.0, 3.0, 8.0, 50.0] {
            for round in [false, true] {
                let (sine, cosine) = degrees.to_radians().sin_cos();
                let mut world = World::<f64, 2>::new();
                world.insert(Collider::new(Aabb::new([-20.0, -1.0], [20.0, 0.0]))).unwrap();
                let wall = Triangle::new([2.0, 0.0], [2.0 + 10.0 * sine, 10.0 * cosine], [12.0, 0.0]);
                world.insert(Collider::new(wall)).unwrap();
                let shape: Shape<f64, 2> = if round {
                    Ball::new([0.0, 0.5], 0.5).into()
                } else {
                    Aabb::new([0.0, 0.0], [0.8, 1.8]).into()
                };
                let mut hero = Mover::new(shape);
                hero.gravity = Vector([0.0, -gravity]);
                let mut in_air = 0;
                for _ in 0..1200 {
                    hero.velocity[0] = speed;
                    hero.step(dt, &world, |_| Some(Response::Slide), |_| ());
                    in_air += u32::from(!hero.is_grounded());
                }
                assert_eq!(in_air, 0, "{degrees} {speed} {round}");
            }
        }
    }
}
