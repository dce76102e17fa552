//! One-sided meshes: what moves passes the back of a face. Casts are compared with those of single triangles, of which only the ones count
//! whose front the motion meets.

use crate::brute_force::Face;
use crate::cases;
use crate::meshes::faces;
use crate::queries::{placed, random_pose};
use crate::surfaces::{self, Point, Surface};
use bumper::query::contact::distance;
use bumper::scalar::{Real, Scalar};
use bumper::{
    Aabb, AsShape, Ball, Capsule, Mesh, Motion, OrientedBox, Pose, Ray, Relate, Shape, ShapeBuf, SweepHit,
    Triangle, Vector, cast, contact, sweep, sweep_deeper, sweep_turning,
};
use fastrand::Rng;

/// The cosine of the angle between a motion and the normal of a face.
fn cosine(motion: Point, [a, b, c]: Face) -> f64 {
    let normal = (b - a).cross(c - a);
    motion.dot(normal) / (motion.length() * normal.length())
}

fn random_point(rng: &mut Rng, reach: f64) -> Point {
    Vector([0; 3].map(|_| 2.0 * reach * (rng.f64() - 0.5)))
}

/// A ball, a capsule or a box near a point.
fn random_shape<R: Real>(rng: &mut Rng, at: Point) -> ShapeBuf<R, 3> {
    let number = |point: Point| point.map(R::from_f64);
    let radius = R::from_f64(0.05 + rng.f64());
    match rng.u32(..4) {
        0 => Ball::new(number(at), radius).into(),
        1 => Capsule::new(number(at), number(at + random_point(rng, 1.0)), radius).into(),
        2 => {
            let half = number(random_point(rng, 1.0)).map(|c| c.abs());
            Aabb::new(number(at) - half, number(at) + half).into()
        }
        _ => {
            let half = number(random_point(rng, 1.0)).map(|c| c.abs());
            OrientedBox::new(number(at), half, random_pose::<R>(rng).rotation).into()
        }
    }
}

/// A surface in all its forms: the mesh with a pose, and its triangles with this pose, in the scalar of the mesh and in `f64`.
struct Level<R: Scalar> {
    name: &'static str,
    mesh: ShapeBuf<R, 3>,
    triangles: Vec<Triangle<R, 3>>,
    pose: Pose<R, 3>,
    faces: Vec<Face>,
    tolerance: f64,
}

impl<R: Real> Level<R> {
    fn new(rng: &mut Rng, surface: &Surface, tolerance: f64) -> Self {
        let mesh = surface.mesh::<R>().one_sided();
        assert!(mesh.is_one_sided());
        let pose = if rng.bool() {
            random_pose::<R>(rng)
        } else {
            Pose::new(bumper::Rotation::identity(), [R::ZERO; 3])
        };
        let faces = placed(&faces(&mesh), &pose);
        let kept = |triangle: &Triangle<R, 3>| {
            let [a, b, c] = triangle.corners().map(|corner| corner.map(Scalar::to_f64));
            (b - a).cross(c - a) != Vector::ZERO
        };
        let triangles = (0..mesh.len()).filter_map(|index| mesh.triangle(index)).filter(kept).collect();
        let placed = match rng.u32(..3) {
            // A mesh in a compound without a hierarchy of its own, and in one with a pose.
            0 => ShapeBuf::from(mesh).placed(&pose),
            1 => ShapeBuf::compound([ShapeBuf::from(mesh).placed(&pose)]),
            _ => ShapeBuf::compound([ShapeBuf::from(mesh)]).placed(&pose),
        };
        Self { name: surface.name, mesh: placed, triangles, pose, faces, tolerance }
    }

    /// A random point on a face.
    fn target(&self, rng: &mut Rng) -> Point {
        let [a, b, c] = self.faces[rng.usize(..self.faces.len())];
        let [u, v] = [rng.f64(), rng.f64()];
        let [u, v] = if u + v > 1.0 { [1.0 - u, 1.0 - v] } else { [u, v] };
        a + (b - a).scaled(u) + (c - a).scaled(v)
    }

    /// Runs a query on the triangles that a motion meets from the front, and on the mesh. `of` returns the time of the first hit on a
    /// shape. A case is left out if a triangle is hit whose plane is almost parallel to the motion: rounding decides whether it counts, and
    /// its time is inaccurate.
    fn check(&self, motion: Point, length: f64, of: &dyn Fn(&Shape<'_, R, 3>) -> Option<f64>) -> bool {
        let answer = of(&self.mesh.as_shape());
        let mut right: Option<f64> = None;
        for (face, triangle) in self.faces.iter().zip(&self.triangles) {
            let cosine = cosine(motion, *face);
            if cosine < self.grazing()
                && let Some(time) = of(&Shape::Placed(&Shape::Triangle(*triangle), self.pose))
            {
                if cosine > -self.grazing() {
                    return false;
                }
                right = Some(right.map_or(time, |right| right.min(time)));
            }
        }
        let difference = answer.unwrap_or(f64::INFINITY) - right.unwrap_or(f64::INFINITY);
        assert!(
            answer.is_none() && right.is_none() || difference.abs() <= self.tolerance / length,
            "{}: {answer:?} instead of {right:?}; motion {motion:?}",
            self.name
        );
        answer.is_some()
    }

    /// The largest absolute value of the cosine of the angle between a motion and the normal of a face along which it runs.
    fn grazing(&self) -> f64 {
        if R::EPSILON.to_f64() < 1e-10 { 1e-5 } else { 0.05 }
    }

    fn check_ray(&self, rng: &mut Rng) -> bool {
        let from = random_point(rng, 14.0).map(R::from_f64);
        let Some(ray) = Ray::between(from, self.target(rng).map(R::from_f64)) else { return false };
        let ray = ray.with_max_distance(R::INFINITY);
        let motion = ray.direction().map(Scalar::to_f64);
        self.check(motion, 1.0, &|shape| ray.entering(*shape).map(|hit| hit.distance.to_f64()));
        self.check(motion, 1.0, &|shape| cast(&ray, *shape).map(|hit| hit.distance.to_f64()))
    }

    /// Casts of shapes, with the mesh as the second and as the first operand. Times of shapes that graze a face are inaccurate, so these
    /// are left out.
    fn check_sweeps(&self, rng: &mut Rng) -> bool {
        let start = random_point(rng, 12.0);
        let shape = random_shape::<R>(rng, start);
        let step = (self.target(rng) - start).scaled(1.5 * rng.f64());
        let length = step.length();
        let step = step.map(R::from_f64);
        let half = R::from_f64(0.5);
        let time = |hit: Option<SweepHit<R, 3>>| hit.map(|hit| hit.time.to_f64());
        let motion = step.map(Scalar::to_f64);
        let length = length * 1e-2;
        self.check(motion, length, &|other| time(sweep(shape.as_shape(), step, *other, Vector::ZERO)));
        self.check(motion, length, &|other| {
            time(sweep(*other, -step.scaled(half), shape.as_shape(), step.scaled(half)))
        });
        let turning =
            Motion::new(step).turning(start.map(R::from_f64), [R::ZERO, R::ONE, R::ZERO], R::from_f64(0.3));
        let still = Motion::new([R::ZERO; 3]);
        let middle = shape.bounds().expect("the shape is not empty");
        let middle = (middle.min() + middle.max()).scaled(half);
        let centre = (turning.pose_at(R::ONE).apply(middle) - middle).map(Scalar::to_f64);
        self.check(centre, length, &|other| time(sweep_turning(shape.as_shape(), &turning, *other, &still)));
        // A single triangle stops a shape that moves deeper into it; a face of a one-sided mesh does not.
        if contact(&self.mesh, &shape).separation <= R::from_f64(self.tolerance) {
            return true;
        }
        self.check(motion, length, &|other| {
            time(sweep_deeper(*other, -step, shape.as_shape(), Vector::ZERO))
        });
        self.check(motion, length, &|other| time(sweep_deeper(shape.as_shape(), step, *other, Vector::ZERO)))
    }
}

#[test]
fn casts_of_one_sided_meshes_are_those_of_the_triangles_met_from_the_front() {
    let (cases, mut rng) = cases(12, 70);
    let mut found = [0; 2];
    let mut all = 0;
    for size in [3, 6, 12] {
        for surface in surfaces::all(&mut rng, size) {
            let wide = Level::<f64>::new(&mut rng, &surface, 1e-6);
            let narrow = Level::<f32>::new(&mut rng, &surface, 1e-3);
            for _ in 0..cases {
                all += 2;
                found[0] += usize::from(wide.check_ray(&mut rng));
                found[1] += usize::from(wide.check_sweeps(&mut rng));
                // In `f32`, a pose rounds away the thickness of a needle.
                if surface.name != "slivers" {
                    found[0] += usize::from(narrow.check_ray(&mut rng));
                    found[1] += usize::from(narrow.check_sweeps(&mut rng));
                }
            }
        }
    }
    assert!(found.iter().all(|found| (all / 5..all).contains(found)), "{found:?} of {all}");
}

/// Whether a shape overlaps, touches or is away from a one-sided mesh does not depend on its sides.
#[test]
fn relations_and_contacts_of_one_sided_meshes_count_both_sides() {
    let (cases, mut rng) = cases(40, 71);
    for surface in surfaces::all(&mut rng, 6) {
        let both = surface.mesh::<f64>();
        let one = both.clone().one_sided();
        assert!(one != both && one.translated([1.0, 0.0, 0.0]).is_some_and(|moved| moved.is_one_sided()));
        for _ in 0..cases {
            let at = random_point(&mut rng, 12.0);
            let shape = random_shape::<f64>(&mut rng, at);
            assert_eq!(one.relation(&shape), both.relation(&shape));
            assert_eq!(distance(&one, &shape), distance(&both, &shape));
            assert_eq!(contact(&one, &shape), contact(&both, &shape));
        }
    }
}

/// A closed mesh with its fronts outwards, and the same with two sides.
fn closed<R: Real>(mut surface: Surface) -> [Mesh<R, 3>; 2] {
    let corner = |index: u32| surface.points[index as usize];
    let volume: f64 =
        surface.triangles.iter().map(|&[a, b, c]| corner(a).dot(corner(b).cross(corner(c)))).sum();
    if volume < 0.0 {
        surface.triangles.iter_mut().for_each(|triangle| triangle.swap(1, 2));
    }
    let both = surface.mesh::<R>();
    [both.clone().one_sided(), both]
}

/// From inside a closed mesh, everything gets out. From outside, nothing gets in.
#[test]
fn closed_one_sided_meshes_let_everything_out_and_nothing_in() {
    let (cases, mut rng) = cases(300, 72);
    for surface in [surfaces::sphere(12), surfaces::torus(12)] {
        let name = surface.name;
        let [one, both] = closed::<f64>(surface);
        let mut met = 0;
        for _ in 0..cases {
            // Inside the sphere, or in the tube of the torus.
            let around = 7.0 * rng.f64();
            let inside = match name {
                "sphere" => random_point(&mut rng, 4.0),
                _ => Vector([7.0 * around.cos(), 0.0, 7.0 * around.sin()]) + random_point(&mut rng, 0.5),
            };
            // On a sphere, no motion from inside meets a front. In the torus, one along the axis meets none.
            let step = match name {
                "sphere" => random_point(&mut rng, 30.0),
                _ => Vector([0.0, 30.0 * (rng.f64() - 0.5), 0.0]),
            };
            if let Some(ray) = Ray::new(inside, step) {
                assert_eq!(cast(&ray, &one), None, "{name}");
                assert_eq!(ray.entering(&one), None, "{name}");
            }
            let shape = random_shape::<f64>(&mut rng, inside);
            let still = Motion::new([0.0; 3]);
            let step = if shape.intersects(&one) { Vector::ZERO } else { step };
            assert_eq!(sweep(&shape, step, &one, Vector::ZERO), None, "{name}: {step:?}");
            assert_eq!(sweep(&one, -step, &shape, Vector::ZERO), None, "{name}: {step:?}");
            assert_eq!(sweep_turning(&shape, &Motion::new(step), &one, &still), None, "{name}: {step:?}");
            assert_eq!(sweep_deeper(&shape, step, &one, Vector::ZERO), None, "{name}: {step:?}");

            let outside = random_point(&mut rng, 1.0).normalized().unwrap().scaled(14.0);
            let step = random_point(&mut rng, 8.0) - outside;
            let ray = Ray::new(outside, step).unwrap();
            assert_eq!(cast(&ray, &one), cast(&ray, &both), "{name}");
            let ball = Ball::new(outside, 0.1 + rng.f64());
            let hit = sweep(ball, step, &one, Vector::ZERO);
            let right = sweep(ball, step, &both, Vector::ZERO);
            assert_eq!(hit.is_some(), right.is_some(), "{name}");
            // An edge belongs to a front and a back, whose times differ by rounding.
            let difference = hit.zip(right).map_or(0.0, |(hit, right)| hit.time - right.time);
            assert!(difference.abs() < 1e-12, "{name}: {hit:?} {right:?}");
            met += usize::from(hit.is_some());
        }
        assert!(met > cases / 2, "{name}: {met}");
    }
}

/// A ray enters a closed mesh at a front and leaves it at a back.
#[test]
fn rays_leave_one_sided_meshes_through_backs() {
    let [ball, _] = closed::<f64>(surfaces::sphere(12));
    let ray = Ray::new([-20.0, 0.1, 0.2], [1.0, 0.0, 0.0]).unwrap();
    let (enter, leave) = ray.through(&ball).unwrap();
    let leave = leave.unwrap();
    assert!(enter.normal.x() < 0.0 && leave.normal.x() > 0.0 && leave.distance > 25.0, "{enter:?} {leave:?}");
}

/// A shape that a face cuts is reported only if it moves against the front of the face.
#[test]
fn shape_in_a_face_is_hit_only_by_the_front() {
    let floor =
        Mesh::new([[0.0, 0.0, 0.0], [0.0, 0.0, 9.0], [9.0, 0.0, 0.0]], [[0, 1, 2]]).unwrap().one_sided();
    let still = Motion::new([0.0; 3]);
    for depth in [0.1, 0.5, 0.9] {
        let ball = Ball::new([2.0, 0.5 - depth, 2.0], 0.5);
        for (rise, is_hit) in [(1.0, false), (-1.0, true)] {
            let step = [0.25, rise, 0.0];
            let starts = |hit: Option<SweepHit<f64, 3>>| {
                hit.is_some_and(|hit| hit.time == 0.0 && hit.starts_overlapping)
            };
            assert_eq!(starts(sweep(ball, step, &floor, [0.0; 3])), is_hit);
            assert_eq!(starts(sweep(&floor, [0.0; 3], ball, step)), is_hit);
            assert_eq!(starts(sweep_turning(ball, &Motion::new(step), &floor, &still)), is_hit);
            assert_eq!(sweep(ball, step, &floor, [0.0; 3]).is_some(), is_hit);
            assert_eq!(sweep_deeper(ball, step, &floor, [0.0; 3]), None);
        }
    }
}

/// A shape that passes a wall reports the floor of the same mesh, although the wall cuts the shape more deeply.
#[test]
fn shape_in_a_wall_is_hit_by_the_floor() {
    let corners = [
        [-9.0, 0.0, -9.0],
        [-9.0, 0.0, 9.0],
        [9.0, 0.0, 0.0],
        [0.0, -9.0, -9.0],
        [0.0, 9.0, 0.0],
        [0.0, -9.0, 9.0],
    ];
    // The floor faces up, the wall +x.
    let mesh = Mesh::new(corners, [[0, 1, 2], [3, 4, 5]]).unwrap().one_sided();
    let step = [0.5, -0.5, 0.0];
    for (height, starts_overlapping) in [(0.5, false), (0.45, true)] {
        let ball = Ball::new([-0.1, height, 0.0], 0.5);
        let hit = sweep(ball, step, &mesh, [0.0; 3]).unwrap();
        let expected = (0.0, starts_overlapping, [0, 0], Vector([0.0, -1.0, 0.0]));
        assert_eq!((hit.time, hit.starts_overlapping, hit.parts, hit.normal), expected);
    }
}
