//! Tests of movers at walls that are steeper than their floor angle: such a wall never turns sideways speed into height.

use bumper::motion::{Ballistic, Movable, Mover, Response, WalkSettings};
use bumper::scalar::Real;
use bumper::{Aabb, Ball, Capsule, PolygonBuf, Segment, Shape, Triangle, Vector};
#[cfg(feature = "fixed")]
use fixed::types::I16F16;

fn number<S: Ballistic>(number: f64) -> S {
    S::nearest(number).unwrap()
}

fn vector<S: Ballistic, const N: usize>(x: f64, y: f64, z: f64) -> Vector<S, N> {
    let coordinates = [x, y, z];
    Vector(std::array::from_fn(|axis| number(coordinates[axis])))
}

/// The highest wall, and the largest height of a jump.
const HEIGHT: f64 = 2000.0;
const JUMP: f64 = 40.0;

/// A run towards a wall, with one jump on the way and one when the mover is pressed against the wall.
#[derive(Clone, Copy, Debug)]
struct Run {
    wall_degrees: f64,
    floor_degrees: f64,
    speed: f64,
    gravity: f64,
    time: f64,
    frames: usize,
    has_steps: bool,
}

impl Run {
    /// The horizontal distance between the foot and the top of the wall.
    fn lean(&self) -> f64 {
        HEIGHT / self.wall_degrees.to_radians().tan()
    }

    /// The largest height that the mover reaches above its start.
    fn height<S: Ballistic, const N: usize>(
        &self,
        shape: Shape<'static, S, N>,
        level: &[Shape<'_, S, N>],
        sideways: f64,
    ) -> f64
    where
        Shape<'static, S, N>: Movable<S, N>,
    {
        let mut mover = Mover::new(shape);
        mover.gravity = vector(0.0, -self.gravity, 0.0);
        mover.floor_angle = S::Real::from_f64(self.floor_degrees.to_radians());
        if self.has_steps {
            mover.walk_settings =
                Some(WalkSettings { stair_height: number(4.0), snap_distance: number(4.0) });
        }
        let mut top = 0.0f64;
        for frame in 0..self.frames {
            let fall = mover.velocity[1];
            mover.velocity = vector(self.speed, 0.0, sideways);
            mover.velocity[1] = fall;
            if frame == self.frames / 8 || frame == self.frames / 2 {
                mover.jump(number(JUMP));
            }
            mover.step(S::Real::from_f64(self.time), level, |_| Some(Response::Slide), |_| ());
            top = top.max(mover.position().y().to_f64());
        }
        top
    }
}

/// The ground and a wall as a polygon and as a segment.
fn levels<S: Ballistic>(run: &Run, mut check: impl FnMut(&[Shape<'_, S, 2>])) {
    let [foot, top, end] = [60.0, 60.0 + run.lean(), 400.0 + run.lean()];
    let ground = Aabb::new(vector::<S, 2>(-300.0, -30.0, 0.0), vector(400.0, 0.0, 0.0)).into();
    let corners = [[foot, -20.0], [end, -20.0], [end, HEIGHT], [top, HEIGHT]];
    let wall = PolygonBuf::<S, 4>::new(corners.map(|[x, y]| vector::<S, 2>(x, y, 0.0))).unwrap();
    check(&[ground, (&wall).into()]);
    let face = Segment::new(vector::<S, 2>(foot, 0.0, 0.0), vector(top, HEIGHT, 0.0)).into();
    check(&[ground, face]);
    let both = [ground, face];
    check(&[Shape::Compound(&both)]);
}

fn runs(mut check: impl FnMut(Run)) {
    for wall_degrees in [62.0, 70.0, 80.0, 89.0] {
        for floor_degrees in [0.0, 45.0, 60.0] {
            for speed in [40.0, 300.0] {
                for has_steps in [false, true] {
                    let time = if speed == 40.0 { 1.0 / 30.0 } else { 1.0 / 120.0 };
                    let frames = (2.0 / time) as usize;
                    check(Run {
                        wall_degrees,
                        floor_degrees,
                        speed,
                        gravity: 900.0,
                        time,
                        frames,
                        has_steps,
                    });
                }
            }
        }
    }
}

#[test]
fn steep_wall_does_not_lift_mover_above_its_jump() {
    runs(|run| {
        levels::<f32>(&run, |level| {
            let shapes: [Shape<'static, f32, 2>; 3] = [
                Aabb::new([40.0, 0.0], [52.0, 16.0]).into(),
                Ball::new([46.0, 6.0], 6.0).into(),
                Capsule::new([46.0, 6.0], [46.0, 16.0], 6.0).into(),
            ];
            for shape in shapes {
                let top = run.height(shape, level, 0.0);
                assert!(top > JUMP - 5.0 && top < JUMP + 0.05, "{top}: {shape:?} {run:?}");
            }
        });
        levels::<f64>(&run, |level| {
            let top = run.height(Aabb::new([40.0, 0.0], [52.0, 16.0]).into(), level, 0.0);
            assert!(top < JUMP + 0.01, "{top}: {run:?}");
        });
        #[cfg(feature = "fixed")]
        levels::<I16F16>(&run, |level| {
            let shape = Aabb::new(vector::<I16F16, 2>(40.0, 0.0, 0.0), vector(52.0, 16.0, 0.0));
            let top = run.height(shape.into(), level, 0.0);
            assert!(top < JUMP + 0.5, "{top}: {run:?}");
        });
        let run = Run { speed: (run.speed / 40.0).round(), gravity: 1.0, time: 1.0, frames: 160, ..run };
        levels::<i16>(&run, |level| {
            for shape in [Aabb::new([40, 0], [52, 16]).into(), Ball::new([46, 6], 6).into()] {
                let top = run.height::<i16, 2>(shape, level, 0.0);
                assert!(top <= JUMP, "{top}: {shape:?} {run:?}");
            }
        });
    });
}

/// A pit in 3D with a steep wall in front and on one side. The mover runs into the corner of the two walls.
#[test]
fn corner_of_steep_walls_does_not_lift_mover_above_its_jump() {
    runs(|run| {
        let lean = run.lean() as f32;
        let foot = 60.0f32;
        let high = HEIGHT as f32;
        let ground: Shape<'static, f32, 3> = Aabb::new([-300.0, -30.0, -300.0], [400.0, 0.0, 400.0]).into();
        let front = |z: f32, y: f32| [foot + if y > 0.0 { lean } else { 0.0 }, y, z];
        let side = |x: f32, y: f32| [x, y, foot + if y > 0.0 { lean } else { 0.0 }];
        for side_leans in [false, true] {
            let beside: [Shape<'static, f32, 3>; 2] = if side_leans {
                [
                    Triangle::new(side(-3000.0, 0.0), side(3000.0, 0.0), side(3000.0, high)).into(),
                    Triangle::new(side(-3000.0, 0.0), side(3000.0, high), side(-3000.0, high)).into(),
                ]
            } else {
                [Aabb::new([-300.0, 0.0, foot], [3000.0, high, foot + 10.0]).into(); 2]
            };
            let level = [
                ground,
                Triangle::new(front(-3000.0, 0.0), front(3000.0, 0.0), front(3000.0, high)).into(),
                Triangle::new(front(-3000.0, 0.0), front(3000.0, high), front(-3000.0, high)).into(),
                beside[0],
                beside[1],
            ];
            let shapes: [Shape<'static, f32, 3>; 2] = [
                Aabb::new([40.0, 0.0, 40.0], [52.0, 16.0, 52.0]).into(),
                Capsule::new([46.0, 6.0, 46.0], [46.0, 16.0, 46.0], 6.0).into(),
            ];
            let run = Run { frames: run.frames / 2, ..run };
            for shape in shapes {
                let top = run.height(shape, &level, run.speed * 0.8);
                assert!(top > JUMP - 5.0 && top < JUMP + 0.05, "{top}: {shape:?} {side_leans} {run:?}");
            }
        }
    });
}

#[test]
fn mover_without_gravity_slides_along_any_wall() {
    let wall = PolygonBuf::<f64, 3>::new([[10.0, -50.0], [60.0, -50.0], [60.0, 50.0]]).unwrap();
    let level: [Shape<'_, f64, 2>; 1] = [(&wall).into()];
    let mut mover = Mover::new(Ball::new([0.0, 0.0], 1.0));
    for _ in 0..60 {
        mover.velocity = Vector([60.0, 0.0]);
        mover.step(1.0 / 60.0, &level[..], |_| Some(Response::Slide), |_| ());
    }
    assert!(mover.position().y() > 10.0, "{:?}", mover.position());
}
