//! Movers among one-sided meshes: they pass the backs of faces, and fronts stop them.

use crate::cases;
use crate::surfaces::{self, Point, Surface};
use bumper::motion::{Mover, Obstacle, Response};
use bumper::scalar::{Real, Scalar};
use bumper::world::{Collider, World};
use bumper::{
    Aabb, AsShape, Axis, Ball, Capsule, Cylinder, Mesh, Pose, Relate, Rotation, Shape, ShapeBuf, Vector,
    contact,
};
use fastrand::Rng;

/// A mover around the origin, with a radius or half width of 0.5, and 1 to 2 high.
fn shape<R: Real>(kind: usize) -> Shape<'static, R, 3> {
    let half = R::from_f64(0.5);
    let [zero, one] = [R::ZERO, R::ONE];
    match kind {
        0 => Ball::new([zero; 3], half).into(),
        1 => Capsule::new([zero, -half, zero], [zero, half, zero], half).into(),
        2 => Aabb::new([-half, -one, -half], [half, one, half]).into(),
        _ => Cylinder::new(Axis::Y, [zero, -one, zero], one, half).into(),
    }
}

const KINDS: usize = 4;

/// A wall in the plane x = 0, whose front faces +x: a grid of `size` x `size` cells, `2 half` wide, with jittered points.
fn wall(rng: &mut Rng, size: u32, half: f64) -> Surface {
    let mut points = Vec::new();
    let mut triangles = Vec::new();
    let corner = |row: u32, column: u32| row * (size + 1) + column;
    for row in 0..=size {
        for column in 0..=size {
            let mut at = |index: u32| {
                let jitter = if index > 0 && index < size { 0.6 * (rng.f64() - 0.5) } else { 0.0 };
                half * (2.0 * (f64::from(index) + jitter) / f64::from(size) - 1.0)
            };
            points.push(Vector([0.0, at(row), at(column)]));
        }
    }
    for row in 0..size {
        for column in 0..size {
            let [a, b] = [corner(row, column), corner(row + 1, column)];
            let [c, d] = [corner(row, column + 1), corner(row + 1, column + 1)];
            triangles.extend([[a, b, c], [b, d, c]]);
        }
    }
    Surface { name: "wall", points, triangles }
}

/// A one-sided mesh as an obstacle in different forms: alone, with a pose, in a group, and in a group with a pose.
fn form<R: Real>(mesh: Mesh<R, 3>, form: usize) -> ShapeBuf<R, 3> {
    let by = [R::ONE, R::ZERO, R::ZERO];
    let [there, back] = [by, [-R::ONE, R::ZERO, R::ZERO]].map(|by| Pose::new(Rotation::identity(), by));
    let far = ShapeBuf::from(Ball::new([R::from_f64(1e3); 3], R::ONE));
    match form {
        0 => mesh.into(),
        1 => ShapeBuf::from(mesh.translated(by).expect("the mesh is small")).placed(&back),
        2 => ShapeBuf::compound([ShapeBuf::from(mesh), far]),
        _ => ShapeBuf::compound([ShapeBuf::from(mesh.translated(by).expect("the mesh is small")), far])
            .placed(&back)
            .placed(&there)
            .placed(&back),
    }
}

const FORMS: usize = 3;

fn travel<R: Real>(
    mover: &mut Mover<R, 3, Shape<'static, R, 3>>,
    step: Point,
    level: &[Shape<'_, R, 3>],
) -> usize {
    let mut hits = 0;
    mover.travel(step.map(R::from_f64), level, |_| Some(Response::Slide), |_| hits += 1);
    hits
}

fn check_wall<R: Real>(rng: &mut Rng, kind: usize, tolerance: f64) {
    let size = [1, 1, 4, 9][rng.usize(..4)];
    let mesh = wall(rng, size, 20.0).mesh::<R>().one_sided();
    let other = form(mesh.clone(), rng.usize(..FORMS));
    let list = [other.as_shape(), Ball::new([R::from_f64(99.0); 3], R::ONE).into()];
    // A compound that borrows its parts, and one with more obstacles than the cache of a mover holds.
    let far = Shape::from(Ball::new([R::from_f64(-300.0), R::ZERO, R::ZERO], R::ONE));
    let level: Vec<Shape<'_, R, 3>> = match rng.u32(..3) {
        0 => vec![Shape::Compound(&list)],
        1 => list.to_vec(),
        _ => [vec![far; 14], list.to_vec()].concat(),
    };
    let start = Vector([-3.0, 4.0 * (rng.f64() - 0.5), 4.0 * (rng.f64() - 0.5)]);
    let mut mover = Mover::new(shape::<R>(kind));
    mover.set_position(start.map(R::from_f64));
    let speed = [0.07, 0.3, 0.9, 6.0, 40.0][rng.usize(..5)];
    let side = [0.1 * (rng.f64() - 0.5), 0.1 * (rng.f64() - 0.5)];
    let ahead = Vector([speed, side[0], side[1]]);
    let at = |mover: &Mover<R, 3, Shape<'static, R, 3>>| mover.position().map(Scalar::to_f64);
    // Through the back.
    for _ in 0..100 {
        let before = at(&mover);
        assert_eq!(travel(&mut mover, ahead, &level), 0, "kind {kind}, at {before:?}, by {ahead:?}");
        let error = (at(&mover) - before - ahead).length();
        assert!(error < tolerance, "kind {kind}: {error} at {before:?}");
        if at(&mover).x() > 0.6 {
            break;
        }
        // A step aside, and a turn back and forth while the wall cuts the mover. Rounding may leave less than the tolerance behind the
        // wall.
        if rng.u32(..4) == 0 && (at(&mover).x() - 0.5).abs() > 0.01 {
            let before = at(&mover);
            let by = Vector([-0.02, 0.3 * (rng.f64() - 0.5), 0.3 * (rng.f64() - 0.5)]);
            for by in [by, -by] {
                assert_eq!(travel(&mut mover, by, &level), 0, "kind {kind}, at {before:?}, by {by:?}");
            }
            assert!((at(&mover) - before).length() < tolerance, "kind {kind} at {before:?}");
        }
    }
    assert!(at(&mover).x() > 0.6);
    // And not back through the front.
    let mut hits = 0;
    mover.set_position(at(&mover).with(0, 1.5).map(R::from_f64));
    for _ in 0..60 {
        let by = Vector([-speed * rng.f64(), 0.3 * (rng.f64() - 0.5), 0.3 * (rng.f64() - 0.5)]);
        hits += travel(&mut mover, by, &level);
        assert!(at(&mover).x() > 0.5 - tolerance, "kind {kind} at {:?} after {by:?}", at(&mover));
    }
    assert!(hits > 0 && at(&mover).x() < 0.5 + 0.01, "kind {kind} at {:?}, {hits} hits", at(&mover));
}

#[test]
fn movers_walk_through_the_back_of_a_wall_and_not_back() {
    let (cases, mut rng) = cases(60, 73);
    for case in 0..cases {
        check_wall::<f32>(&mut rng, case % KINDS, 1e-4);
        check_wall::<f64>(&mut rng, case % KINDS, 1e-4);
    }
}

#[test]
fn movers_jump_through_a_one_sided_floor_and_land_on_it() {
    let (cases, mut rng) = cases(40, 74);
    let turned = |point: Point| Vector([point.y(), point.x(), point.z()]);
    for case in 0..cases {
        // The wall, turned so that its front faces up.
        let mut surface = wall(&mut rng, 1 + case as u32 % 5, 20.0);
        surface.points.iter_mut().for_each(|point| *point = turned(*point));
        surface.triangles.iter_mut().for_each(|triangle| triangle.swap(1, 2));
        let floor = surface.mesh::<f32>().one_sided();
        let ground = Aabb::new([-20.0, -9.0, -20.0], [20.0, -4.0, 20.0]);
        let mut world = World::new();
        world.insert(Collider::new(form(floor, case % FORMS))).unwrap();
        world.insert(Collider::new(ShapeBuf::from(ground))).unwrap();
        let kind = case % KINDS;
        let mut mover = Mover::new(shape::<f32>(kind));
        mover.gravity = Vector([0.0, -20.0, 0.0]);
        mover.set_position(Vector([rng.f32(), -3.0, rng.f32()]));
        let frame = 1.0 / (20.0 + 100.0 * rng.f32());
        let step =
            |mover: &mut Mover<f32, 3, _>| mover.step(frame, &world, |_| Some(Response::Slide), |_| ());
        (0..60).for_each(|_| step(&mut mover));
        assert!(mover.is_grounded(), "kind {kind}");
        let bottom = [0.5, 1.0, 1.0, 1.0][kind];
        // A jump that is too low ends on the ground again: the floor does not catch a mover that it still cuts.
        for (speed, height) in [(11.0, -4.0), (24.0, 0.0)] {
            mover.velocity = Vector([rng.f32(), speed, rng.f32()]);
            let mut highest = f32::NEG_INFINITY;
            for _ in 0..(4.0 / frame) as usize {
                step(&mut mover);
                highest = highest.max(mover.position().y());
                let sideways = if mover.is_grounded() { 0.0 } else { 0.5 };
                mover.velocity = mover.velocity.with(0, sideways);
            }
            let feet = mover.position().y() - bottom;
            assert!(mover.is_grounded(), "kind {kind}, speed {speed} at {feet}");
            assert!((feet - height).abs() < 1e-3, "kind {kind}: {feet} instead of {height} after {highest}");
        }
    }
}

/// A sphere with its fronts outwards.
fn sphere(size: u32) -> Surface {
    let mut surface = surfaces::sphere(size);
    let corner = |index: u32| surface.points[index as usize];
    let volume: f64 =
        surface.triangles.iter().map(|&[a, b, c]| corner(a).dot(corner(b).cross(corner(c)))).sum();
    if volume < 0.0 {
        surface.triangles.iter_mut().for_each(|triangle| triangle.swap(1, 2));
    }
    surface
}

fn check_sphere<R: Real>(rng: &mut Rng, kind: usize, tolerance: f64) {
    let mesh = form(sphere(6 + 4 * rng.u32(..4)).mesh::<R>().one_sided(), rng.usize(..FORMS));
    let level = [mesh.as_shape()];
    let mut mover = Mover::new(shape::<R>(kind));
    let mut random = |reach: f64| Vector([0; 3].map(|_| 2.0 * reach * (rng.f64() - 0.5)));
    let at = |mover: &Mover<R, 3, Shape<'static, R, 3>>| mover.position().map(Scalar::to_f64);
    let separation =
        |mover: &Mover<R, 3, Shape<'static, R, 3>>| contact(*mover.shape(), &mesh).separation.to_f64();
    // From inside, no step is ever stopped until the mover is out. Only a mover that has left may be stopped.
    let way = random(1.0).normalized().unwrap();
    for _ in 0..400 {
        let by = way.scaled(0.1) + random(0.2);
        let before = at(&mover);
        let hits = travel(&mut mover, by, &level);
        let is_inside = before.length() < 6.0;
        assert!(
            !is_inside || hits == 0 && (at(&mover) - before - by).length() < tolerance,
            "kind {kind} at {before:?}"
        );
        if at(&mover).length() > 11.5 {
            break;
        }
    }
    if at(&mover).length() <= 11.5 {
        mover.set_position(way.scaled(12.0).map(R::from_f64));
    }
    assert!(separation(&mover) > 0.0, "kind {kind}: {} at {:?}", separation(&mover), at(&mover));
    let mut hits = 0;
    for _ in 0..200 {
        let by = at(&mover).scaled(-0.1) + random(1.5);
        hits += travel(&mut mover, by, &level);
        let gap = separation(&mover);
        assert!(
            gap > -tolerance && at(&mover).length() > 5.0,
            "kind {kind}: {gap} at {:?} after {by:?}",
            at(&mover)
        );
    }
    assert!(hits > 20, "kind {kind}: {hits} hits");
}

#[test]
fn movers_get_out_of_a_closed_one_sided_mesh_and_never_in() {
    let (cases, mut rng) = cases(24, 75);
    for case in 0..cases {
        check_sphere::<f32>(&mut rng, case % KINDS, 1e-3);
        check_sphere::<f64>(&mut rng, case % KINDS, 1e-3);
    }
}

/// Outside of a closed mesh, one-sided and two-sided faces stop movers in the same places.
#[test]
fn movers_in_front_move_as_among_two_sided_faces() {
    let (cases, mut rng) = cases(24, 76);
    for case in 0..cases {
        let both = sphere(10).mesh::<f64>();
        let one = both.clone().one_sided();
        let start = Vector([0; 3].map(|_| rng.f64() - 0.5)).normalized().unwrap().scaled(12.0);
        let mut movers = [both, one].map(|mesh| {
            let mut mover = Mover::new(shape::<f64>(case % KINDS));
            mover.set_position(start);
            (mesh, mover)
        });
        for frame in 0..40 {
            let random = Vector([0; 3].map(|_| rng.f64() - 0.5));
            for (mesh, mover) in &mut movers {
                let by = start.scaled(-0.02) + random.scaled(0.3);
                travel(mover, by, &[Shape::Mesh(mesh)]);
            }
            let [first, second] = movers.each_ref().map(|(_, mover)| mover.position());
            // The contacts of a cylinder are accurate to 1e-6 of the size of the mesh.
            assert!((first - second).length() < 1e-3, "case {case}, frame {frame}: {first:?} {second:?}");
        }
    }
}

/// A mover that a wall cuts is not pushed out when it steps, and an ordinary obstacle pushes it through the back but not into a front.
#[test]
fn depenetration_ignores_backs_and_respects_fronts() {
    let mesh = wall(&mut Rng::with_seed(77), 3, 20.0).mesh::<f64>().one_sided();
    for x in [-0.4, -0.1, 0.0, 0.2, 0.45] {
        let mut mover = Mover::new(shape::<f64>(2));
        mover.set_position([x, 0.0, 0.0]);
        assert_eq!(travel(&mut mover, Vector([0.0, 0.0, 0.1]), &[Shape::Mesh(&mesh)]), 0);
        assert_eq!(mover.position(), Vector([x, 0.0, 0.1]));
        // The block overlaps the mover by 0.1 from behind, as seen from the wall.
        let block = Aabb::new([x - 5.0, -3.0, -3.0], [x - 0.4, 3.0, 3.0]);
        travel(&mut mover, Vector([0.0, 0.0, 0.1]), &[Shape::Mesh(&mesh), block.into()]);
        assert!((mover.position() - Vector([x + 0.1, 0.0, 0.2])).length() < 1e-9, "{:?}", mover.position());
    }
    // Between the front of the wall and a block that overlaps the mover: the wall stops the push.
    let mut mover = Mover::new(shape::<f64>(2));
    mover.set_position([0.52, 0.0, 0.0]);
    let block = Aabb::new([0.92, -30.0, -30.0], [9.0, 30.0, 30.0]);
    travel(&mut mover, Vector([0.0, 0.0, 0.1]), &[Shape::Mesh(&mesh), block.into()]);
    assert!(mover.position().x() >= 0.5, "{:?}", mover.position());
}

/// A mover that has almost passed a wall, up to rounding, reports no hit.
#[test]
fn mover_that_has_almost_passed_is_not_pushed() {
    let mesh = wall(&mut Rng::with_seed(78), 1, 20.0).mesh::<f64>().one_sided();
    let mut mover = Mover::new(shape::<f64>(2));
    mover.set_position([0.5 - 1e-9, 0.0, 0.0]);
    assert_eq!(travel(&mut mover, Vector([0.1, 0.0, 0.0]), &[Shape::Mesh(&mesh)]), 0);
}

/// A mover that is a one-sided mesh is stopped where its fronts meet an obstacle.
#[test]
fn one_sided_mesh_as_a_mover_stops_with_its_fronts() {
    let mesh = wall(&mut Rng::with_seed(79), 2, 2.0).mesh::<f64>().one_sided();
    let ball = [Shape::from(Ball::new([0.0; 3], 0.5))];
    for (start, end) in [(-3.0, -0.5), (3.0, -3.0)] {
        let mut mover = Mover::new(mesh.clone());
        mover.set_position([start, 0.0, 0.0]);
        for _ in 0..20 {
            mover.travel([-0.3 * f64::signum(start), 0.0, 0.0], &ball[..], |_| Some(Response::Slide), |_| ());
        }
        assert!((mover.position().x() - end).abs() < 1e-6, "{start}: {:?}", mover.position());
    }
}

/// A mover under a ceiling cannot stand up into its front, but may do so through a back.
#[test]
fn shapes_grow_through_backs_and_not_into_fronts() {
    for (is_front, may_grow) in [(true, false), (false, true)] {
        let corners = [[-9.0, 2.0, -9.0], [-9.0, 2.0, 9.0], [9.0, 2.0, -9.0], [9.0, 2.0, 9.0]];
        // With this order, the fronts face up.
        let triangles = [[0, 1, 2], [2, 1, 3]].map(|[a, b, c]| if is_front { [a, c, b] } else { [a, b, c] });
        let mesh = Mesh::new(corners, triangles).unwrap().one_sided();
        let mut mover = Mover::new(Aabb::new([0.0, 0.0, 0.0], [1.0, 1.5, 1.0]));
        let tall = Aabb::new([0.0, 0.0, 0.0], [1.0, 3.0, 1.0]);
        assert_eq!(mover.set_shape(tall, &[Shape::Mesh(&mesh)], |_| Some(Response::Slide)), may_grow);
    }
}

/// A lift with a one-sided floor lifts the movers on it, and passes those that it cuts and those above which it comes down.
#[test]
fn one_sided_lifts_push_with_their_fronts() {
    let corners = [[-9.0, 0.0, -9.0], [-9.0, 0.0, 9.0], [9.0, 0.0, -9.0], [9.0, 0.0, 9.0]];
    let floor = Mesh::new(corners, [[0, 1, 2], [2, 1, 3]]).unwrap().one_sided();
    let nothing: [Shape<'_, f64, 3>; 0] = [];
    let ride = |height: f64, by: f64| {
        let mut mover = Mover::new(Ball::new([0.0, height, 0.0], 0.5));
        let moved = floor.translated([0.0, by, 0.0]).unwrap();
        assert!(mover.carry(
            &[Obstacle::new(&moved)],
            [0.0, by, 0.0],
            &nothing[..],
            |_| Some(Response::Slide),
            |_| ()
        ));
        mover.position().y()
    };
    // From below, against the mover above it.
    assert!((ride(0.8, 1.0) - 0.7).abs() < 1e-6);
    // In a world, the back of a lift that comes down does not crush the mover.
    let mut world = World::<f64, 3>::new();
    let lift = world.insert(Collider::new(ShapeBuf::from(floor.clone()))).unwrap();
    let mut mover = Mover::new(Ball::new([0.0, -0.8, 0.0], 0.5));
    let own = world.insert(Collider::new(*mover.shape())).unwrap();
    let crushed = world.carry(lift, [0.0, -0.7, 0.0], [(&mut mover, own)]).unwrap();
    assert_eq!((crushed, mover.position().y()), (None, 0.0));
    assert!(world.get(lift).unwrap().shape.overlaps(mover.shape()));
    // The lift cuts the mover, or meets it with its back.
    assert_eq!(ride(0.2, 0.3), 0.0);
    assert_eq!(ride(-0.8, -1.0), 0.0);
}
