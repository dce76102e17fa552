//! Movers that walk on meshes: stairs, and flat ground that is divided into many triangles.

use crate::cases;
use bumper::motion::{Mover, Response, WalkSettings};
use bumper::{Aabb, Axis, Ball, Capsule, Cylinder, Mesh, Shape, Vector};
use fastrand::Rng;
use std::f64::consts::{FRAC_PI_2, TAU};

type Point = Vector<f64, 3>;

/// A walker: its kind, radius and gait.
#[derive(Clone, Copy, Debug)]
struct Walker {
    kind: usize,
    radius: f64,
    speed: f64,
    time: f64,
    floor_degrees: f64,
    reach: f64,
}

impl Walker {
    fn random(rng: &mut Rng) -> Self {
        Self {
            kind: rng.usize(..4),
            radius: 0.1 + 0.4 * rng.f64(),
            speed: 1.0 + 9.0 * rng.f64(),
            time: 1.0 / (30.0 + 210.0 * rng.f64()),
            floor_degrees: 45.0 + 15.0 * rng.f64(),
            reach: 0.0,
        }
    }

    /// The shape of the walker, standing on the origin.
    fn shape(&self) -> Shape<'static, f32, 3> {
        let radius = self.radius as f32;
        let top = 4.0 * radius;
        match self.kind {
            0 => Ball::new([0.0, radius, 0.0], radius).into(),
            1 => Capsule::new([0.0, radius, 0.0], [0.0, top, 0.0], radius).into(),
            2 => Aabb::new([-radius, 0.0, -radius], [radius, top, radius]).into(),
            _ => Cylinder::new(Axis::Y, [0.0, 0.0, 0.0], top, radius).into(),
        }
    }

    fn mover(&self, start: Point) -> Mover<f32, 3, Shape<'static, f32, 3>> {
        let mut mover = Mover::new(self.shape());
        mover.set_position(start.map(|c| c as f32));
        mover.gravity = Vector([0.0, -20.0, 0.0]);
        mover.floor_angle = self.floor_degrees.to_radians() as f32;
        let reach = self.reach as f32;
        mover.walk_settings = Some(WalkSettings { stair_height: reach, snap_distance: reach });
        mover
    }
}

/// The direction that is `angle` away from the x axis about the vertical axis.
fn horizontal(angle: f64) -> Point {
    Vector([angle.cos(), 0.0, angle.sin()])
}

/// A strip of triangles: `profile` lists distances along `ahead` and heights. Each face is divided across into `columns` cells, whose inner
/// points are jittered within the face.
fn strip(rng: &mut Rng, ahead: Point, profile: &[[f64; 2]], half_width: f64, columns: usize) -> Mesh<f32, 3> {
    let side = Vector([-ahead.z(), 0.0, ahead.x()]);
    let mut points = Vec::new();
    let mut triangles = Vec::new();
    for ends in profile.windows(2) {
        let first = points.len() as u32;
        let at = |along: f64, across: f64| {
            let [low, high] = [ends[0], ends[1]];
            let mix = |k: usize| low[k] + (high[k] - low[k]) * along;
            ahead.scaled(mix(0)) + side.scaled(across * half_width) + Vector([0.0, mix(1), 0.0])
        };
        let rows = 3;
        for row in 0..=rows {
            for column in 0..=columns {
                let mut jitter = |is_inner: bool| if is_inner { 0.6 * (rng.f64() - 0.5) } else { 0.0 };
                let along = (row as f64 + jitter(row > 0 && row < rows)) / rows as f64;
                let across = (column as f64 + jitter(column > 0 && column < columns)) / columns as f64;
                points.push(at(along, 2.0 * across - 1.0).map(|c| c as f32));
            }
        }
        let corner = |column: usize, row: usize| first + (row * (columns + 1) + column) as u32;
        for row in 0..rows {
            for column in 0..columns {
                let [a, b] = [corner(column, row), corner(column + 1, row)];
                let [c, d] = [corner(column, row + 1), corner(column + 1, row + 1)];
                triangles.extend([[a, b, c], [b, d, c]]);
            }
        }
    }
    Mesh::new(points, triangles).expect("the strip is valid")
}

/// Walkers climb and descend stairs of a mesh, are grounded in every frame, and touch few things in a frame.
#[test]
fn walkers_climb_and_descend_stairs() {
    let (cases, mut rng) = cases(24, 60);
    for case in 0..cases {
        let rise = 0.1 + 0.3 * rng.f64();
        let walker = Walker { reach: rise + 0.05, ..Walker::random(&mut rng) };
        // At most one rise in a step, and treads of at least two radii.
        let tread = (2.0 * walker.radius + 0.3 * rng.f64()).max(1.01 * walker.speed * walker.time);
        let count = 6;
        let run_up = 2.0 + 4.0 * walker.radius;
        let mut profile = vec![[-2.0 * run_up, 0.0], [0.0, 0.0]];
        for k in 0..count {
            let height = f64::from(k + 1) * rise;
            profile.extend([[f64::from(k) * tread, height], [f64::from(k + 1) * tread, height]]);
        }
        let end = f64::from(count) * tread + 2.0 * run_up;
        profile.push([end, f64::from(count) * rise]);
        let ahead = horizontal(TAU * rng.f64());
        let mesh = strip(&mut rng, ahead, &profile, 4.0 * walker.radius, 4);
        let level = [Shape::Mesh(&mesh)];
        let mut mover = walker.mover(ahead.scaled(-run_up));
        let length = f64::from(count) * tread + 2.0 * run_up;
        for (way, height) in [(1.0, f64::from(count) * rise), (-1.0, 0.0)] {
            for frame in 0..(length / (walker.speed * walker.time)) as usize {
                let velocity = ahead.scaled(way * walker.speed).map(|c| c as f32);
                mover.velocity = velocity.with(1, mover.velocity.y());
                let mut hits = 0;
                mover.step(walker.time as f32, &level[..], |_| Some(Response::Slide), |_| hits += 1);
                let at = mover.position();
                let context = || {
                    format!(
                        "case {case}, way {way}, frame {frame}, at {at:?}: {walker:?}, rise {rise}, tread {tread}"
                    )
                };
                assert!(hits <= 8, "{hits} hits: {}", context());
                assert!(mover.is_grounded(), "in the air: {}", context());
            }
            let at = mover.position();
            assert!(
                (f64::from(at.y()) - height).abs() < 2e-3,
                "case {case}: at {at:?} instead of {height}: {walker:?}, rise {rise}, tread {tread}"
            );
        }
    }
}

/// A plane that is divided into many jittered triangles gives the same walk as two triangles.
#[test]
fn divided_ground_gives_the_same_walk() {
    let (cases, mut rng) = cases(24, 61);
    for case in 0..cases {
        let walker = Walker { reach: 0.3, ..Walker::random(&mut rng) };
        let ahead = horizontal(TAU * rng.f64());
        let slope = rng.f64() * (walker.floor_degrees - 3.0).to_radians();
        let end = 12.0;
        let rise = end * slope.tan();
        let jittered = |rng: &mut Rng, faces: usize, columns: usize| {
            let at = |k: usize| 2.0 * k as f64 / faces as f64 - 1.0;
            let profile: Vec<_> = (0..=faces).map(|k| [end * at(k), rise * at(k)]).collect();
            strip(rng, ahead, &profile, end, columns)
        };
        let meshes = [jittered(&mut rng, 20, 20), jittered(&mut rng, 1, 1)];
        let walk = horizontal(FRAC_PI_2 * rng.f64() * 4.0);
        let frames = (8.0 / (walker.speed * walker.time)) as usize;
        // A round walker touches a slope beside its lowest point.
        let start = Vector([0.0, 0.1 + walker.radius * (1.0 / slope.cos() + slope.tan()), 0.0]);
        let ways = meshes.each_ref().map(|mesh| {
            let level = [Shape::Mesh(mesh)];
            let mut mover = walker.mover(start);
            for _ in 0..30 {
                mover.step(walker.time as f32, &level[..], |_| Some(Response::Slide), |_| ());
            }
            let mut steps = Vec::new();
            for _ in 0..frames {
                let velocity = walk.scaled(walker.speed).map(|c| c as f32);
                mover.velocity = velocity.with(1, mover.velocity.y());
                let before = mover.position();
                let mut hits = 0;
                mover.step(walker.time as f32, &level[..], |_| Some(Response::Slide), |_| hits += 1);
                assert!(hits <= 8, "case {case}: {hits} hits: {walker:?}");
                steps.push((mover.position() - before).map(f64::from));
            }
            steps
        });
        let step = walker.speed * walker.time;
        for (frame, (many, few)) in ways[0].iter().zip(&ways[1]).enumerate() {
            // The corners are rounded to `f32`, so the divided plane is not quite flat.
            let error = (*many - *few).length();
            assert!(
                error < 1e-3 * step + 1e-4,
                "case {case}, frame {frame}: {many:?} instead of {few:?}: {walker:?}, slope {slope}, walk {walk:?}"
            );
        }
        let [many, few] = ways.map(|steps| steps.into_iter().fold(Vector::ZERO, |sum, step| sum + step));
        let error = (many - few).length();
        assert!(
            error < 1e-3 * few.length(),
            "case {case}: {many:?} instead of {few:?}: {walker:?}, slope {slope}"
        );
    }
}

/// A cylinder falls past the corner of a triangle that is inside its rim by less than the tolerance. The search for the hit then ends at the
/// side of the cylinder, along which the motion leads; the hit is still below the start.
#[test]
fn cylinder_falls_to_the_corner_of_a_triangle_at_its_rim() {
    let corners = [
        [5.612_097_7, -1.103_734_9, 1.392_506_7],
        [5.196_553_7, -1.022_563_8, 1.163_498],
        [5.307_166, -1.038_853_5, 2.431_974_4],
    ];
    let ground = Mesh::<f32, 3>::new(corners, [[0, 1, 2]]).unwrap();
    let start = Vector([5.911_223_4, -1.099_837_3, 1.415_814_3]);
    let mut mover = Mover::new(Cylinder::new(Axis::Y, [0.0, 0.0, 0.0], 1.200_147_2, 0.300_036_8));
    mover.set_position(start);
    let mut times = Vec::new();
    let level = [Shape::Mesh(&ground)];
    mover.travel([0.0, -0.3, 0.0], &level[..], |_| Some(Response::Stop), |hit| times.push(hit.time));
    let fallen = start.y() - mover.position().y();
    assert!(times.iter().all(|time| *time > 0.01) && fallen > 0.0035, "hits at {times:?}, fallen {fallen}");
}

/// A ball that a step has brought against the edge of a stair follows the slanted normal of the edge in the next step, and ends above the
/// stair. It still lands on it. The walks begin at many places, so that some of them end a step at the edge.
#[test]
fn ball_that_rolls_over_the_edge_of_a_stair_stays_grounded() {
    let rise = 0.11;
    let walker =
        Walker { kind: 0, radius: 0.224, speed: 9.6, time: 0.0237, floor_degrees: 51.6, reach: 0.16 };
    let profile = [[-3.0, 0.0], [0.0, 0.0], [0.0, rise], [3.0, rise]];
    let mesh = strip(&mut Rng::with_seed(1), horizontal(0.0), &profile, 1.0, 1);
    let level = [Shape::Mesh(&mesh)];
    let starts = 400;
    for start in 0..starts {
        let way = walker.speed * walker.time * f64::from(start) / f64::from(starts);
        let mut mover = walker.mover(Vector([-1.5 + way, 0.0, 0.0]));
        for frame in 0..12 {
            mover.velocity = Vector([walker.speed as f32, mover.velocity.y(), 0.0]);
            mover.step(walker.time as f32, &level[..], |_| Some(Response::Slide), |_| ());
            assert!(
                mover.is_grounded(),
                "start {start}, frame {frame}: in the air at {:?}",
                mover.position()
            );
        }
        assert!(
            (f64::from(mover.position().y()) - rise).abs() < 1e-3,
            "start {start}: at {:?}",
            mover.position()
        );
    }
}
