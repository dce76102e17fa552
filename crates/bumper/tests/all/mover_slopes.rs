//! Tests of movers on slopes that consist of many coplanar faces, whose normals differ by rounding.

use bumper::motion::{Mover, Response, WalkSettings};
use bumper::{Aabb, Ball, Capsule, Segment, Shape, Triangle, Vector};
use fastrand::Rng;

const SPEED: f32 = 3.0;

/// A coordinate with a random error of at most 1e-6.
fn jittered(rng: &mut Rng, coordinate: f32) -> f32 {
    coordinate + (rng.f32() - 0.5) * 2e-6
}

/// A slope of 30 degrees in 3D, made of triangles.
fn triangles(rng: &mut Rng, cell: f32) -> Vec<Shape<'static, f32, 3>> {
    let columns = (20.0 / cell) as usize;
    let rows = (4.0 / cell) as usize;
    let slope = 30f32.to_radians().tan();
    let mut corner = |i: usize, j: usize| {
        let x = i as f32 * cell;
        Vector([x, jittered(rng, x * slope), j as f32 * cell - 2.0])
    };
    let corners: Vec<Vec<Vector<f32, 3>>> =
        (0..=columns).map(|i| (0..=rows).map(|j| corner(i, j)).collect()).collect();
    let cells = (0..columns).flat_map(|i| (0..rows).map(move |j| (i, j)));
    cells
        .flat_map(|(i, j)| {
            let lower = Triangle::new(corners[i][j], corners[i + 1][j], corners[i + 1][j + 1]).into();
            [lower, Triangle::new(corners[i][j], corners[i + 1][j + 1], corners[i][j + 1]).into()]
        })
        .collect()
}

#[test]
fn mover_keeps_its_speed_on_slope_of_jittered_triangles() {
    let mut rng = Rng::with_seed(7);
    for cell in [0.25, 0.5, 2.0] {
        let slope = triangles(&mut rng, cell);
        for has_steps in [true, false] {
            let shapes: [Shape<'static, f32, 3>; 3] = [
                Aabb::new([9.6, 6.2, -0.4], [10.4, 7.8, 0.4]).into(),
                Ball::new([10.0, 6.6, 0.0], 0.4).into(),
                Capsule::new([10.0, 6.6, 0.0], [10.0, 7.6, 0.0], 0.4).into(),
            ];
            for shape in shapes {
                for [x, z] in [[SPEED, 0.0], [SPEED, 1.0], [-SPEED, 0.0], [-SPEED, 1.0]] {
                    let mut mover = Mover::new(shape);
                    mover.gravity = Vector([0.0, -20.0, 0.0]);
                    mover.walk_settings =
                        has_steps.then_some(WalkSettings { stair_height: 0.3, snap_distance: 0.3 });
                    for frame in 0..80 {
                        let before = mover.position().x();
                        mover.velocity = Vector([x, mover.velocity.y(), z]);
                        let mut hits = 0;
                        let level = [Shape::Compound(&slope)];
                        mover.step(1.0 / 60.0, &level[..], |_| Some(Response::Slide), |_| hits += 1);
                        let context = || format!("{frame} {cell} {has_steps} {x} {z} {shape:?}");
                        assert!(hits <= 8, "{hits} hits: {}", context());
                        if has_steps && frame > 30 {
                            let speed = (mover.position().x() - before) * 60.0;
                            assert!((speed - x).abs() < 0.05, "{speed}: {}", context());
                            assert!(mover.is_grounded(), "{}", context());
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn mover_keeps_its_speed_on_slope_of_jittered_segments() {
    let mut rng = Rng::with_seed(9);
    for cell in [0.1f32, 0.5] {
        let slope = 30f32.to_radians().tan();
        let corners: Vec<[f32; 2]> = (0..(30.0 / cell) as usize)
            .map(|i| [i as f32 * cell, jittered(&mut rng, i as f32 * cell * slope)])
            .collect();
        let level: Vec<Shape<'static, f32, 2>> =
            corners.windows(2).map(|ends| Segment::new(ends[0], ends[1]).into()).collect();
        let shapes: [Shape<'static, f32, 2>; 3] = [
            Aabb::new([9.6, 6.2], [10.4, 7.8]).into(),
            Ball::new([10.0, 6.6], 0.4).into(),
            Capsule::new([10.0, 6.6], [10.0, 7.6], 0.4).into(),
        ];
        for shape in shapes {
            for x in [SPEED, -SPEED] {
                let mut mover = Mover::new(shape);
                mover.gravity = Vector([0.0, -20.0]);
                mover.walk_settings = Some(WalkSettings { stair_height: 0.3, snap_distance: 0.3 });
                for frame in 0..80 {
                    let before = mover.position().x();
                    mover.velocity[0] = x;
                    let mut hits = 0;
                    mover.step(1.0 / 60.0, &level[..], |_| Some(Response::Slide), |_| hits += 1);
                    assert!(hits <= 8, "{hits} hits in frame {frame}");
                    let speed = (mover.position().x() - before) * 60.0;
                    assert!(
                        frame < 30 || (speed - x).abs() < 0.05,
                        "{speed} in frame {frame} {cell} {shape:?}"
                    );
                }
            }
        }
    }
}
