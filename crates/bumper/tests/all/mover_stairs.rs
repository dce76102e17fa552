//! Tests of movers on stairs: round movers climb the stairs that boxes climb, and stay grounded on the way down.

use bumper::motion::{Movable, Mover, Response, WalkSettings};
use bumper::scalar::{Real, Scalar};
use bumper::{Aabb, Ball, Capsule, Segment, Shape, Triangle, Vector};
#[cfg(feature = "fixed")]
use fixed::types::I16F16;

fn number<S: Scalar>(number: f64) -> S {
    S::nearest(number).unwrap()
}

fn vector<S: Scalar, const N: usize>(x: f64, y: f64, z: f64) -> Vector<S, N> {
    let coordinates = [x, y, z];
    Vector(std::array::from_fn(|axis| number(coordinates[axis])))
}

/// Ten stairs that begin at the origin, and a walker.
#[derive(Clone, Copy, Debug)]
struct Stairs {
    depth: f64,
    rise: f64,
    stair_height: f64,
    floor_degrees: f64,
    radius: f64,
    speed: f64,
    gravity: f64,
    time: f64,
}

const COUNT: usize = 10;

impl Stairs {
    fn run_up(&self) -> f64 {
        4.0 * self.stair_height + 3.0 * self.radius
    }

    fn boxes<S: Scalar, const N: usize>(&self) -> Vec<Shape<'static, S, N>> {
        let end = COUNT as f64 * self.depth + 4.0 * self.run_up();
        let stair = |k: usize| {
            let x = if k == 0 { -4.0 * self.run_up() } else { k as f64 * self.depth };
            let low = vector::<S, N>(x, -self.stair_height, -4.0 * self.radius);
            Aabb::new(low, vector(end, k as f64 * self.rise, 4.0 * self.radius)).into()
        };
        (0..=COUNT).map(stair).collect()
    }

    /// The outline of the stairs, from left to right.
    fn outline(&self) -> Vec<[f64; 2]> {
        let mut corners = vec![[-4.0 * self.run_up(), 0.0]];
        for k in 0..COUNT {
            let x = (k + 1) as f64 * self.depth;
            corners.push([x, k as f64 * self.rise]);
            corners.push([x, (k + 1) as f64 * self.rise]);
        }
        corners.push([COUNT as f64 * self.depth + 4.0 * self.run_up(), COUNT as f64 * self.rise]);
        corners
    }

    fn segments(&self) -> Vec<Shape<'static, f32, 2>> {
        let edge = |ends: &[[f64; 2]]| {
            Segment::new(vector::<f32, 2>(ends[0][0], ends[0][1], 0.0), vector(ends[1][0], ends[1][1], 0.0))
                .into()
        };
        self.outline().windows(2).map(edge).collect()
    }

    fn triangles(&self) -> Vec<Shape<'static, f32, 3>> {
        let side = 4.0 * self.radius;
        let face = |ends: &[[f64; 2]]| {
            let corner = |k: usize, z: f64| vector::<f32, 3>(ends[k][0], ends[k][1], z);
            let lower = Triangle::new(corner(0, -side), corner(1, -side), corner(1, side)).into();
            [lower, Triangle::new(corner(0, -side), corner(1, side), corner(0, side)).into()]
        };
        self.outline().windows(2).flat_map(face).collect()
    }

    /// A ball that stands on the ground before the stairs.
    fn ball<S: Scalar, const N: usize>(&self) -> Shape<'static, S, N> {
        Ball::new(vector::<S, N>(-self.run_up(), self.radius, 0.0), number(self.radius)).into()
    }

    fn capsule<const N: usize>(&self) -> Shape<'static, f32, N> {
        let low = vector::<f32, N>(-self.run_up(), self.radius, 0.0);
        let high = vector(-self.run_up(), self.radius * 4.0, 0.0);
        Capsule::new(low, high, self.radius as f32).into()
    }

    fn aabb<S: Scalar, const N: usize>(&self) -> Shape<'static, S, N> {
        let low = vector::<S, N>(-self.run_up() - self.radius, 0.0, -self.radius);
        Aabb::new(low, vector(-self.run_up() + self.radius, self.radius * 4.0, self.radius)).into()
    }

    /// Walks up and down. The mover climbs the stairs if they are not higher than its step height. It is grounded in every frame.
    fn check<S: Scalar, const N: usize>(&self, shape: Shape<'static, S, N>, level: &[Shape<'_, S, N>])
    where
        Shape<'static, S, N>: Movable<S, N>,
    {
        let step: S = number(self.stair_height);
        let mut mover = Mover::new(shape);
        mover.gravity = vector(0.0, -self.gravity, 0.0);
        mover.floor_angle = S::Real::from_f64(self.floor_degrees.to_radians());
        mover.walk_settings = Some(WalkSettings { stair_height: step, snap_distance: step });
        let climbs = self.rise <= self.stair_height;
        let length = COUNT as f64 * self.depth + 2.0 * self.run_up();
        let frames = (length / (self.speed * self.time)) as usize;
        // A mover that does not climb the stairs would walk back beyond the end of the ground.
        let directions = if climbs { 2 } else { 1 };
        let tolerance = if S::IS_FLOAT { 1e-3 } else { 2e-3 };
        let ends = [(1.0, if climbs { COUNT as f64 * self.rise } else { 0.0 }), (-1.0, 0.0)];
        for (direction, height) in ends.into_iter().take(directions) {
            for frame in 0..frames {
                mover.velocity[0] = number(self.speed * direction);
                let mut hits = 0;
                let each = |_| hits += 1;
                mover.step(S::Real::from_f64(self.time), level, |_| Some(Response::Slide), each);
                let context = || format!("{:?} {direction} {frame}: {shape:?} {self:?}", mover.position());
                assert!(hits <= 8, "{hits} hits: {}", context());
                assert!(mover.is_grounded(), "in the air: {}", context());
            }
            let error = (mover.position().y().to_f64() - height).abs();
            assert!(error <= tolerance, "{:?} not {height}: {shape:?} {self:?}", mover.position());
        }
    }
}

fn sizes(mut check: impl FnMut(&Stairs)) {
    for floor_degrees in [30.0, 60.0] {
        for radius in [0.1, 0.2, 0.4] {
            for speed in [2.0, 5.0] {
                for [depth, rise] in [[0.5, 0.3], [1.0, 0.39], [0.3, 0.2], [0.5, 0.45]] {
                    let time = if speed == 2.0 { 1.0 / 30.0 } else { 1.0 / 120.0 };
                    check(&Stairs {
                        depth,
                        rise,
                        stair_height: 0.4,
                        floor_degrees,
                        radius,
                        speed,
                        gravity: 20.0,
                        time,
                    });
                }
            }
        }
    }
}

#[test]
fn round_movers_climb_stairs_like_boxes() {
    sizes(|stairs| {
        let level = stairs.boxes::<f32, 2>();
        stairs.check(stairs.aabb(), &level);
        stairs.check(stairs.ball(), &level);
        stairs.check(stairs.capsule(), &level);
        stairs.check(stairs.ball(), &[Shape::Compound(&level)]);
        stairs.check(stairs.ball(), &stairs.segments());
        stairs.check(stairs.ball(), &stairs.boxes::<f64, 2>());
        #[cfg(feature = "fixed")]
        stairs.check(stairs.ball(), &stairs.boxes::<I16F16, 2>());
    });
}

#[test]
fn round_movers_climb_stairs_like_boxes_in_3d() {
    sizes(|stairs| {
        if stairs.speed > 2.0 {
            return;
        }
        let level = stairs.boxes::<f32, 3>();
        stairs.check(stairs.aabb(), &level);
        stairs.check(stairs.ball(), &level);
        stairs.check(stairs.capsule(), &level);
        stairs.check(stairs.capsule(), &[Shape::Compound(&stairs.triangles())]);
    });
}

#[test]
fn round_movers_climb_stairs_of_integers() {
    for floor_degrees in [30.0, 60.0] {
        for radius in [2.0, 4.0, 8.0] {
            for speed in [1.0, 3.0] {
                for [depth, rise] in [[10.0, 6.0], [20.0, 8.0], [10.0, 9.0]] {
                    let stairs = Stairs {
                        depth,
                        rise,
                        stair_height: 8.0,
                        floor_degrees,
                        radius,
                        speed,
                        gravity: 1.0,
                        time: 1.0,
                    };
                    stairs.check(stairs.ball(), &stairs.boxes::<i16, 2>());
                    stairs.check(stairs.ball(), &stairs.boxes::<i32, 3>());
                    stairs.check(stairs.aabb(), &stairs.boxes::<i32, 2>());
                }
            }
        }
    }
}

#[test]
fn large_ball_does_not_roll_over_edge_higher_than_step() {
    for radius in [0.5f32, 1.0, 3.0] {
        let level: [Shape<'static, f32, 2>; 2] =
            [Aabb::new([-50.0, -1.0], [50.0, 0.0]).into(), Aabb::new([0.0, -1.0], [50.0, 0.5]).into()];
        for (stair_height, climbs) in [(0.4f32, false), (0.6, true)] {
            let mut mover = Mover::new(Ball::new([-6.0, radius], radius));
            mover.gravity = Vector([0.0, -20.0]);
            mover.walk_settings = Some(WalkSettings { stair_height, snap_distance: stair_height });
            for _ in 0..240 {
                mover.velocity[0] = 3.0;
                mover.step(1.0 / 60.0, &level[..], |_| Some(Response::Slide), |_| ());
            }
            let height = if climbs { 0.5 } else { 0.0 };
            assert!(
                (mover.position().y() - height).abs() < 1e-3,
                "{radius} {stair_height} {:?}",
                mover.position()
            );
        }
    }
}

#[test]
fn ball_rolls_off_edge_of_cliff() {
    let cliff: [Shape<'static, f64, 2>; 1] = [Aabb::new([-50.0, -50.0], [0.0, 0.0]).into()];
    let mut mover = Mover::new(Ball::new([0.95, 0.4], 1.0));
    mover.set_position([0.0, 0.1]);
    mover.gravity = Vector([0.0, -20.0]);
    mover.walk_settings = Some(WalkSettings { stair_height: 0.4, snap_distance: 0.4 });
    for _ in 0..60 {
        mover.step(1.0 / 60.0, &cliff[..], |_| Some(Response::Slide), |_| ());
    }
    assert!(mover.position().y() < -5.0, "{:?}", mover.position());
}

#[test]
fn snap_distance_of_integers_is_exact() {
    fn drop<S: Scalar>(depth: f64, snap: f64) -> f64
    where
        Aabb<S, 2>: Movable<S, 2>,
    {
        let level: [Shape<'static, S, 2>; 2] = [
            Aabb::new(vector::<S, 2>(-50.0, -10.0, 0.0), vector(10.0, 0.0, 0.0)).into(),
            Aabb::new(vector::<S, 2>(-50.0, -40.0, 0.0), vector(90.0, -depth, 0.0)).into(),
        ];
        let mut mover = Mover::new(Aabb::new(vector::<S, 2>(4.0, 0.0, 0.0), vector(8.0, 4.0, 0.0)));
        mover.gravity = vector(0.0, -1.0, 0.0);
        mover.walk_settings = Some(WalkSettings { stair_height: number(0.0), snap_distance: number(snap) });
        for _ in 0..20 {
            let before = mover.position().y();
            mover.velocity[0] = number(1.0);
            mover.step(S::Real::from_f64(1.0), &level[..], |_| Some(Response::Slide), |_| ());
            if mover.position().y() < before {
                return before.to_f64() - mover.position().y().to_f64();
            }
        }
        0.0
    }
    for snap in [1.0, 2.0, 3.0] {
        for depth in [1.0, 2.0, 3.0, 4.0, 5.0] {
            let expected = if depth <= snap { depth } else { 1.0 };
            assert_eq!(drop::<i16>(depth, snap), expected, "{depth} {snap}");
            assert_eq!(drop::<i32>(depth, snap), expected, "{depth} {snap}");
            #[cfg(feature = "fixed")]
            assert_eq!(drop::<I16F16>(depth, snap), expected, "{depth} {snap}");
            assert_eq!(drop::<f32>(depth, snap), expected, "{depth} {snap}");
        }
    }
}
