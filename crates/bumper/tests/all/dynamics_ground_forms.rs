//! Tests of bodies on the same ground in different forms: one concave polygon, convex polygons, segments, tiles, a compound, a mask.

use bumper::dynamics::{BodyDef, BodyId, BodyKind, ColliderDef, Simulation};
use bumper::{
    Aabb, Ball, Capsule, Ellipse, MaskBuf, PolygonBuf, Pose, Region, Rotation, Segment, Shape, ShapeBuf,
    Sprite, Vector,
};

type Point = [f64; 2];

/// A form of the ground under a profile, a line of points from left to right.
#[derive(Clone, Copy, Debug)]
enum Form {
    Region,
    Polygons,
    Compound,
    Segments,
}

const FORMS: [Form; 4] = [Form::Region, Form::Polygons, Form::Compound, Form::Segments];

fn region(points: &[Point]) -> ShapeBuf<f64, 2> {
    Region::new(points.iter().copied()).unwrap().into()
}

fn pieces(profile: &[Point], form: Form) -> Vec<ShapeBuf<f64, 2>> {
    const BOTTOM: f64 = -4.0;
    let ends = [profile[0][0], profile[profile.len() - 1][0]];
    let column = |pair: &[Point]| region(&[pair[0], pair[1], [pair[1][0], BOTTOM], [pair[0][0], BOTTOM]]);
    match form {
        Form::Region => {
            let corners: Vec<Point> =
                profile.iter().copied().chain([[ends[1], BOTTOM], [ends[0], BOTTOM]]).collect();
            vec![region(&corners)]
        }
        Form::Polygons | Form::Compound => profile.windows(2).map(column).collect(),
        Form::Segments => {
            profile.windows(2).map(|pair| Shape::from(Segment::new(pair[0], pair[1])).into()).collect()
        }
    }
}

/// Adds static shapes without friction, as one body or as a body for each.
fn add_ground(simulation: &mut Simulation<f64>, shapes: &[ShapeBuf<f64, 2>], is_one_body: bool) {
    let def = BodyDef { kind: BodyKind::Static, ..BodyDef::default() };
    let colliders: Vec<_> =
        shapes.iter().map(|shape| ColliderDef { friction: 0.0, ..ColliderDef::new(shape) }).collect();
    let count = if is_one_body { colliders.len() } else { 1 };
    colliders.chunks(count).for_each(|chunk| {
        simulation.insert(&def, chunk).unwrap();
    });
}

/// A body of a kind and size, and its height over the ground when it lies flat.
fn shape_of(kind: usize, size: f64) -> (ShapeBuf<f64, 2>, f64) {
    let pentagon = [[-0.5, -0.4], [0.5, -0.4], [0.6, 0.1], [0.0, 0.5], [-0.6, 0.1]];
    let shape = match kind {
        0 => Shape::from(Aabb::new([-0.5 * size; 2], [0.5 * size; 2])).into(),
        1 => Shape::from(Ball::new([0.0, 0.0], 0.5 * size)).into(),
        2 => Shape::from(Capsule::new([-0.4 * size, 0.0], [0.4 * size, 0.0], 0.3 * size)).into(),
        3 => {
            let corners = pentagon.map(|corner| Vector(corner).scaled(size));
            Shape::from(&PolygonBuf::<f64, 8>::new(corners).unwrap()).into()
        }
        4 => {
            let flat = Rotation::from_degrees(0.0);
            Shape::from(Ellipse::new([0.0, 0.0], [0.6 * size, 0.3 * size], flat)).into()
        }
        _ => Shape::from(Aabb::new([-0.8 * size, -0.2 * size], [0.8 * size, 0.2 * size])).into(),
    };
    (shape, [0.5, 0.5, 0.3, 0.4, 0.3, 0.2][kind] * size)
}

fn launch(
    simulation: &mut Simulation<f64>,
    shape: &ShapeBuf<f64, 2>,
    center: Point,
    degrees: f64,
    velocity: Point,
) -> BodyId {
    let pose = Pose::new(Rotation::from_degrees(degrees), center);
    let def = BodyDef { pose, velocity: velocity.into(), ..BodyDef::default() };
    simulation.insert(&def, &[ColliderDef { friction: 0.0, ..ColliderDef::new(shape) }]).unwrap()
}

/// Whether all contacts of a body have one of the given normals.
fn has_normals(simulation: &Simulation<f64>, body: BodyId, normals: &[Point]) -> bool {
    simulation.contacts_of(body).filter(|contact| contact.points().next().is_some()).all(|contact| {
        let normal = if contact.b == body { contact.normal } else { -contact.normal };
        normals.iter().any(|other| (normal - Vector(*other)).length() < 1e-6)
    })
}

#[test]
fn frictionless_bodies_keep_speed_at_foot_of_hill() {
    for (index, form) in FORMS.into_iter().enumerate() {
        for degrees in [5.0f64, 20.0, 45.0] {
            let (sin, cos) = degrees.to_radians().sin_cos();
            let profile = [[-20.0, 20.0 * sin / cos], [0.0, 0.0], [400.0, 0.0]];
            for kind in 0..6 {
                for (speed, steps, size) in [(0.0, 60, 1.0), (2.0, 60, 0.3), (8.0, 240, 3.0), (20.0, 30, 1.0)]
                {
                    let mut simulation = Simulation::new([0.0, -10.0]);
                    add_ground(&mut simulation, &pieces(&profile, form), index == 2);
                    let (shape, height) = shape_of(kind, size);
                    let along = 4.0 * size.max(1.0);
                    let over = height + 1e-3;
                    let center = [over * sin - along * cos, over * cos + along * sin];
                    let velocity = [speed * cos, -speed * sin];
                    let body = launch(&mut simulation, &shape, center, -degrees, velocity);
                    let mut fastest = velocity[0];
                    for frame in 0..2 * steps {
                        simulation.step(1.0 / f64::from(steps));
                        let now = simulation.get(body).unwrap().velocity.x();
                        let case = format!("{form:?} {degrees} {kind} {speed} {frame}");
                        assert!(now > fastest - 1e-6, "{case}: {now} after {fastest}");
                        assert!(has_normals(&simulation, body, &[[0.0, 1.0], [sin, cos]]), "{case}");
                        fastest = now;
                    }
                }
            }
        }
    }
}

#[test]
fn frictionless_floor_takes_no_speed_in_any_form() {
    let profile: Vec<Point> = (0..80).map(|k| [f64::from(k) - 8.0, 0.0]).collect();
    for (index, form) in FORMS.into_iter().enumerate() {
        for (kind, size, speed) in (0..6).flat_map(|kind| [(kind, 0.4, 1.0), (kind, 1.7, 10.0)]) {
            let mut simulation = Simulation::new([0.0, -10.0]);
            add_ground(&mut simulation, &pieces(&profile, form), index == 2);
            let (shape, height) = shape_of(kind, size);
            let body = launch(&mut simulation, &shape, [-4.0, height], 0.0, [speed, 0.0]);
            let start = simulation.get(body).unwrap().center.y();
            (0..120).for_each(|_| simulation.step(1.0 / 60.0));
            let state = simulation.get(body).unwrap();
            let case = format!("{form:?} {kind} {size}");
            assert!((state.velocity.x() - speed).abs() < 1e-4 * speed, "{case}: {:?}", state.velocity);
            assert!((state.center.y() - start).abs() < 5e-3 * size, "{case}: {:?}", state.center);
        }
    }
}

/// Stairs that rise to the right, two tiles wide and one tile high each, as solid tiles from the bottom row up.
fn stair_rows() -> Vec<String> {
    (0..6).map(|row| (0..20).map(|x| if x / 2 + 1 > row { '#' } else { '.' }).collect()).collect()
}

#[test]
fn bodies_stop_at_stairs_of_tiles_and_of_mask() {
    let rows = stair_rows();
    let mask = MaskBuf::from_rows(rows.iter().map(String::as_str)).unwrap();
    let sprite: ShapeBuf<f64, 2> = Sprite::new(mask.as_mask(), [0.0, 0.0], 1.0).into();
    let mut tiles: Vec<ShapeBuf<f64, 2>> = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for x in (0..20).filter(|x| row.as_bytes()[*x] == b'#') {
            let corner = [x as f64, y as f64];
            tiles.push(Shape::from(Aabb::new(corner, corner.map(|c| c + 1.0))).into());
        }
    }
    for (shapes, is_one_body) in [(&vec![sprite], false), (&tiles, false), (&tiles, true)] {
        for kind in 0..6 {
            let mut simulation = Simulation::new([0.0, -10.0]);
            add_ground(&mut simulation, shapes, is_one_body);
            let (shape, height) = shape_of(kind, 0.5);
            let body = launch(&mut simulation, &shape, [0.6, 1.0 + height], 0.0, [3.0, 0.0]);
            for _ in 0..120 {
                simulation.step(1.0 / 60.0);
                let axes = [[0.0, 1.0], [-1.0, 0.0]];
                assert!(has_normals(&simulation, body, &axes), "{kind}: {:?}", simulation.get(body));
            }
            let state = simulation.get(body).unwrap();
            assert!(state.center.x() < 2.0 && state.center.y() > 1.0 && state.center.y() < 1.5, "{kind}");
        }
    }
}

#[test]
fn bodies_sunk_in_ground_of_parts_are_pushed_out() {
    for form in [Form::Region, Form::Polygons, Form::Compound] {
        let profile: Vec<Point> = (-8..=8).map(|k| [f64::from(k), f64::from(k * k) * 0.02]).collect();
        for kind in 0..6 {
            let mut simulation = Simulation::new([0.0, -10.0]);
            add_ground(&mut simulation, &pieces(&profile, form), matches!(form, Form::Compound));
            let (shape, _) = shape_of(kind, 0.6);
            let body = launch(&mut simulation, &shape, [0.4, 0.1], 0.0, [0.0, 0.0]);
            (0..240).for_each(|_| simulation.step(1.0 / 60.0));
            let center = simulation.get(body).unwrap().center;
            assert!(center.y() > 0.1 && center.x().abs() < 8.0, "{form:?} {kind}: {center:?}");
        }
    }
}

#[test]
fn body_falls_through_gap_where_tile_is_removed() {
    let mut simulation = Simulation::new([0.0, -10.0]);
    let tile = |x: f64| ColliderDef::new(Aabb::new([x, -1.0], [x + 1.0, 0.0]));
    let tiles: Vec<_> = (-5..5).map(|x| simulation.insert_static(&tile(f64::from(x))).unwrap()).collect();
    let (shape, height) = shape_of(0, 0.8);
    let body = launch(&mut simulation, &shape, [0.5, height], 0.0, [0.0, 0.0]);
    (0..30).for_each(|_| simulation.step(1.0 / 60.0));
    assert!(simulation.get(body).unwrap().center.y() > 0.39);
    assert!(simulation.remove_collider(tiles[5]));
    (0..60).for_each(|_| simulation.step(1.0 / 60.0));
    assert!(simulation.get(body).unwrap().center.y() < -1.0);
}

#[test]
fn restored_simulation_continues_with_same_bits_on_ground_of_parts() {
    let profile: Vec<Point> =
        (-16..=16).map(|k| [f64::from(k) * 0.5, f64::from(k * k) * 0.02 + f64::from(k % 2) * 0.05]).collect();
    for form in FORMS {
        let mut simulation = Simulation::new([0.0, -10.0]);
        add_ground(&mut simulation, &pieces(&profile, form), false);
        for kind in 0..6 {
            let (shape, _) = shape_of(kind, 0.7);
            launch(&mut simulation, &shape, [f64::from(kind as i32) - 2.5, 3.0], 20.0, [1.0, 0.0]);
        }
        for _ in 0..12 {
            (0..20).for_each(|_| simulation.step(1.0 / 60.0));
            let mut restored = simulation.clone();
            restored.restore(&simulation.save()).unwrap();
            let mut original = simulation.clone();
            for _ in 0..10 {
                restored.step(1.0 / 60.0);
                original.step(1.0 / 60.0);
                assert_eq!(restored.state_hash(), original.state_hash(), "{form:?}");
            }
        }
    }
}
