//! What wakes sleeping bodies: every edit that could move them, and nothing else. A simulation that is cloned, restored or loaded after an
//! edit continues with the same bits.

use bumper::dynamics::{
    BodyDef, BodyId, BodyKind, ColliderDef, ColliderId, JointAxis, JointDef, JointFrame, JointId, JointKind,
    Motor, QueryFilter, Simulation, Spring,
};
use bumper::motion::Mover;
use bumper::world::Change;
use bumper::{
    Aabb, AsShape, Axis, Ball, Capsule, Ellipse, Pose, Ray, Rotation, Segment, Shape, Side, Triangle, Vector,
};

const STEP: f64 = 1.0 / 60.0;

const UP: Side = Side { axis: Axis::Y, negative: false };

fn of(kind: BodyKind, at: [f64; 2]) -> BodyDef<f64> {
    BodyDef { kind, pose: Pose::new(Rotation::identity(), at), ..BodyDef::default() }
}

fn square(half: f64) -> Aabb<f64, 2> {
    Aabb::new([-half, -half], [half, half])
}

fn run(simulation: &mut Simulation<f64>, steps: usize) {
    (0..steps).for_each(|_| simulation.step(STEP));
}

fn sleeps(simulation: &Simulation<f64>, id: BodyId) -> bool {
    simulation.get(id).unwrap().asleep
}

fn collider(simulation: &Simulation<f64>, id: BodyId) -> ColliderId {
    simulation.colliders_of(id).next().unwrap()
}

/// A crate that sleeps on a floor at x = 0, a door of kind `kind` at x = 20, and a joint between them that does not act yet.
struct Doorway {
    simulation: Simulation<f64>,
    crate_: BodyId,
    door: BodyId,
    joint: Option<JointId>,
}

/// The place of the door in which its shape overlaps the crate.
const DOORWAY: [f64; 2] = [0.7, 0.5];

fn doorway(shape: &Shape<'_, f64, 2>, door: &BodyDef<f64>, panel: &ColliderDef<'_, f64>) -> Doorway {
    let mut simulation = Simulation::new([0.0, -10.0]);
    simulation.insert_static(&ColliderDef::new(Aabb::new([-50.0, -1.0], [50.0, 0.0]))).unwrap();
    let crate_ = simulation.insert(&of(BodyKind::Dynamic, [0.0, 0.5]), &[ColliderDef::new(*shape)]).unwrap();
    run(&mut simulation, 150);
    let door = simulation.insert(door, &[*panel]).unwrap();
    run(&mut simulation, 5);
    assert!(sleeps(&simulation, crate_), "{shape:?}");
    Doorway { simulation, crate_, door, joint: None }
}

type Edit<T> = (&'static str, fn(&mut T));
type EditDoorway = fn(&mut Doorway);
type PreparePanel = fn(&mut ColliderDef<'_, f64>);
type EditBody = fn(&mut Simulation<f64>, BodyId);

/// The ways in which the door that is at `DOORWAY` becomes solid for the crate. Each starts with a panel that does not collide with it.
const APPEARANCES: [(&str, PreparePanel, EditDoorway); 9] = [
    ("sensor", |panel| panel.sensor = true, |it| edit_panel(it, |panel| panel.sensor = false)),
    ("filter", |panel| panel.filter = 0, |it| edit_panel(it, |panel| panel.filter = u32::MAX)),
    ("layers", |panel| panel.layers = 0, |it| edit_panel(it, |panel| panel.layers = 1)),
    ("one-way", |panel| panel.one_way = Some(UP), |it| edit_panel(it, |panel| panel.one_way = None)),
    (
        "grown",
        |panel| panel.shape = square(0.05).into(),
        |it| edit_panel(it, |panel| panel.shape = square(0.5).into()),
    ),
    (
        "shape",
        |panel| panel.shape = square(0.05).into(),
        |it| {
            let id = collider(&it.simulation, it.door);
            it.simulation.set_shape(id, square(0.5)).unwrap();
        },
    ),
    (
        "added",
        |panel| panel.shape = square(0.05).into(),
        |it| {
            it.simulation.insert_collider(it.door, &ColliderDef::new(square(0.5))).unwrap();
        },
    ),
    (
        "density",
        |panel| panel.filter = 0,
        |it| {
            edit_panel(it, |panel| (panel.density, panel.filter) = (3.0, u32::MAX));
        },
    ),
    ("removed joint", |_| (), |it| assert!(it.simulation.remove_joint(it.joint.unwrap()))),
];

fn edit_panel(it: &mut Doorway, change: fn(&mut ColliderDef<'_, f64>)) {
    let id = collider(&it.simulation, it.door);
    it.simulation.modify_collider(id, change).unwrap();
}

/// The ways in which a door at another place comes to `DOORWAY`.
const ARRIVALS: [Edit<Doorway>; 5] = [
    ("set_pose", |it| {
        it.simulation.set_pose(it.door, &Pose::new(Rotation::identity(), DOORWAY)).unwrap();
    }),
    ("modify", |it| {
        it.simulation.modify(it.door, |def| def.pose.translation = DOORWAY.into()).unwrap();
    }),
    ("insert static", |it| {
        it.door =
            it.simulation.insert(&of(BodyKind::Static, DOORWAY), &[ColliderDef::new(square(0.5))]).unwrap();
    }),
    ("insert kinematic", |it| {
        let def = of(BodyKind::Kinematic, DOORWAY);
        it.door = it.simulation.insert(&def, &[ColliderDef::new(square(0.5))]).unwrap();
    }),
    ("moving, then at rest", |it| {
        it.simulation.set_velocity(it.door, [1.0, 0.0], 0.0).unwrap();
        it.simulation.set_pose(it.door, &Pose::new(Rotation::identity(), DOORWAY)).unwrap();
        it.simulation.set_velocity(it.door, [0.0, 0.0], 0.0).unwrap();
    }),
];

/// Checks that an edit has pushed the crate out of the door, with an event.
fn check_pushed_out(it: &mut Doorway, name: &str) {
    assert!(!sleeps(&it.simulation, it.crate_), "{name}: the crate sleeps on");
    let mut enters = 0;
    for _ in 0..90 {
        it.simulation.step(STEP);
        let is_pair = |a: BodyId, b: BodyId| [a, b].contains(&it.door) && [a, b].contains(&it.crate_);
        let begins = it.simulation.events().filter(|event| event.change == Change::Enter);
        enters += begins.filter(|event| is_pair(event.a, event.b)).count();
    }
    let [a, b] = [it.crate_, it.door].map(|id| it.simulation.shape_of(collider(&it.simulation, id)).unwrap());
    let depth = -bumper::contact(a.as_shape(), b.as_shape()).separation;
    assert!(enters > 0 && depth < 0.05, "{name}: {enters} enters, depth {depth}");
}

fn crates() -> [Shape<'static, f64, 2>; 5] {
    [
        square(0.5).into(),
        Ball::new([0.0, 0.0], 0.5).into(),
        Capsule::new([-0.25, -0.25], [0.25, -0.25], 0.25).into(),
        Triangle::new([-0.5, -0.5], [0.5, -0.5], [0.4, 0.5]).into(),
        Ellipse::new([0.0, 0.0], [0.5, 0.5], Rotation::identity()).into(),
    ]
}

#[test]
fn solid_that_appears_in_sleeping_body_wakes_it_and_pushes_it_out() {
    for shape in crates() {
        for kind in [BodyKind::Static, BodyKind::Kinematic] {
            for (name, prepare, appear) in APPEARANCES {
                let mut panel = ColliderDef::new(square(0.5));
                prepare(&mut panel);
                let mut it = doorway(
                    &shape,
                    &of(kind, if name == "removed joint" { [20.0, 0.5] } else { DOORWAY }),
                    &panel,
                );
                if name == "removed joint" {
                    // The joint disables the collision, and is so loose that it does not act.
                    let translation = JointAxis { limits: Some([0.0, 99.0]), ..JointAxis::default() };
                    let anchors = [0.0, 20.0].map(|x| Vector([x, 0.5]));
                    let kind = JointKind::Distance {
                        anchor_a: anchors[1],
                        anchor_b: anchors[0],
                        length: None,
                        translation,
                    };
                    let def = JointDef { a: it.door, b: it.crate_, kind, collide_connected: false };
                    it.joint = Some(it.simulation.insert_joint(&def).unwrap());
                    it.simulation.set_pose(it.door, &Pose::new(Rotation::identity(), DOORWAY)).unwrap();
                    run(&mut it.simulation, 150);
                }
                assert!(sleeps(&it.simulation, it.crate_), "{name}");
                appear(&mut it);
                check_pushed_out(&mut it, &format!("{name}, {kind:?}, {shape:?}"));
            }
            for (name, arrive) in ARRIVALS {
                let mut it = doorway(&shape, &of(kind, [20.0, 0.5]), &ColliderDef::new(square(0.5)));
                arrive(&mut it);
                check_pushed_out(&mut it, &format!("{name}, {kind:?}, {shape:?}"));
            }
        }
    }
}

#[test]
fn sleeping_body_wakes_for_nothing_that_cannot_move_it() {
    let edits: [Edit<Doorway>; 14] = [
        ("read", |it| {
            let simulation = &it.simulation;
            _ = (simulation.definition(it.crate_), simulation.events().count(), simulation.state_hash());
            _ = (simulation.save(), simulation.contacts_of(it.crate_).count(), simulation.clone());
            _ = simulation.cast(&Ray::new([-5.0, 0.5], [9.0, 0.0]).unwrap(), &QueryFilter::default());
        }),
        ("door far away", |it| {
            it.simulation.set_pose(it.door, &Pose::new(Rotation::identity(), [-8.0, 3.0])).unwrap();
        }),
        ("door beside it", |it| {
            it.simulation.set_pose(it.door, &Pose::new(Rotation::identity(), [1.2, 0.5])).unwrap();
        }),
        ("sensor", |it| {
            let sensor = ColliderDef { sensor: true, ..ColliderDef::new(square(0.5)) };
            it.simulation.insert(&of(BodyKind::Static, DOORWAY), &[sensor]).unwrap();
        }),
        ("sensor of the floor", |it| {
            let floor = it.simulation.iter().next().unwrap().0;
            let sensor = ColliderDef { sensor: true, ..ColliderDef::new(square(0.5)) };
            let id = it.simulation.insert_collider(floor, &sensor).unwrap();
            it.simulation.step(STEP);
            it.simulation.modify_collider(id, |sensor| (sensor.filter, sensor.friction) = (7, 0.1)).unwrap();
            it.simulation.set_shape(id, square(0.7)).unwrap();
            it.simulation.remove_collider(id);
        }),
        ("density of the floor", |it| {
            let floor = it.simulation.iter().next().unwrap().0;
            let id = collider(&it.simulation, floor);
            it.simulation.modify_collider(id, |floor| floor.density = 3.0).unwrap();
        }),
        ("same pose of the floor", |it| {
            let floor = it.simulation.iter().next().unwrap().0;
            let pose = it.simulation.get(floor).unwrap().pose;
            it.simulation.set_pose(floor, &pose).unwrap();
        }),
        ("other layer", |it| {
            let other = ColliderDef { layers: 2, filter: 2, ..ColliderDef::new(square(0.5)) };
            it.simulation.insert(&of(BodyKind::Static, DOORWAY), &[other]).unwrap();
        }),
        ("one-way inside", |it| {
            let plank = ColliderDef { one_way: Some(UP), ..ColliderDef::new(square(0.5)) };
            it.simulation.insert(&of(BodyKind::Static, DOORWAY), &[plank]).unwrap();
        }),
        ("user data", |it| {
            it.simulation.modify(it.crate_, |def| (def.data, def.bullet) = (7, true)).unwrap();
            it.simulation.modify_collider(collider(&it.simulation, it.crate_), |it| it.data = 7).unwrap();
            it.simulation.set_bullet(it.crate_, false).unwrap();
            it.simulation.set_can_sleep(it.crate_, true).unwrap();
        }),
        ("settings of sleep", |it| {
            it.simulation.sleep_settings.speed = Some(1e-9);
            it.simulation.sleep_enabled = false;
        }),
        ("door removed", |it| assert!(it.simulation.remove(it.door))),
        ("body elsewhere", |it| {
            _ = it
                .simulation
                .insert(&of(BodyKind::Dynamic, [-9.0, 5.0]), &[ColliderDef::new(square(0.5))])
                .unwrap();
        }),
        ("refused edits", |it| {
            let (crate_, nan) = (it.crate_, f64::NAN);
            assert!(it.simulation.set_velocity(crate_, [nan, 0.0], 0.0).is_err());
            assert!(it.simulation.modify(crate_, |def| def.gravity_scale = nan).is_err());
            let id = collider(&it.simulation, crate_);
            assert!(it.simulation.modify_collider(id, |it| it.friction = -1.0).is_err());
            assert!(it.simulation.set_shape(id, Segment::new([0.0, 0.0], [1.0, 0.0])).is_err());
        }),
    ];
    for shape in crates() {
        for (name, edit) in edits {
            let mut it =
                doorway(&shape, &of(BodyKind::Kinematic, [20.0, 0.5]), &ColliderDef::new(square(0.5)));
            edit(&mut it);
            run(&mut it.simulation, 30);
            assert!(sleeps(&it.simulation, it.crate_), "{name}, {shape:?}");
        }
    }
}

/// The kinds of joints from a hook at (0, 5) to a lamp at (0, 3), which hangs at rest.
fn joints() -> [JointKind<f64>; 5] {
    let [top, bottom] = [5.0, 3.5].map(|y| Vector([0.0, y]));
    let spring = Spring { hertz: 4.0, damping_ratio: 1.0 };
    let free = JointAxis::default();
    let stop = JointAxis { limits: Some([-0.1, 0.1]), ..free };
    [
        JointKind::Distance { anchor_a: top, anchor_b: bottom, length: None, translation: free },
        JointKind::Revolute { anchor: top, rotation: free },
        JointKind::Prismatic { anchor: top, axis: Vector([0.0, 1.0]), translation: stop },
        JointKind::Weld { anchor: top, linear_spring: None, angular_spring: Some(spring) },
        JointKind::Wheel { anchor: top, axis: Vector([0.0, 1.0]), translation: stop, motor: None },
    ]
}

/// A lamp that sleeps on a hook.
struct Hanging {
    simulation: Simulation<f64>,
    hook: BodyId,
    lamp: BodyId,
    joint: JointId,
}

fn hanging(kind: BodyKind, joint: JointKind<f64>) -> Hanging {
    let mut simulation = Simulation::new([0.0, -10.0]);
    let hook = simulation.insert(&of(kind, [0.0, 5.0]), &[ColliderDef::new(square(0.2))]).unwrap();
    let lamp = of(BodyKind::Dynamic, [0.0, 3.0]);
    let lamp = simulation.insert(&lamp, &[ColliderDef::new(square(0.3))]).unwrap();
    let def = JointDef { a: hook, b: lamp, kind: joint, collide_connected: false };
    let joint = simulation.insert_joint(&def).unwrap();
    run(&mut simulation, 400);
    assert!(sleeps(&simulation, lamp), "{kind:?} {joint:?}");
    Hanging { simulation, hook, lamp, joint }
}

#[test]
fn sleeping_body_follows_each_change_of_its_joint_and_of_the_other_body() {
    let edits: [Edit<Hanging>; 11] = [
        ("set_pose", |it| {
            it.simulation.set_pose(it.hook, &Pose::new(Rotation::identity(), [1.0, 5.0])).unwrap();
        }),
        ("rotated", |it| {
            it.simulation.set_pose(it.hook, &Pose::new(Rotation::from_degrees(40.0), [0.5, 5.0])).unwrap();
        }),
        ("modify", |it| {
            it.simulation.modify(it.hook, |def| def.pose.translation = [0.0, 6.0].into()).unwrap()
        }),
        ("set_joint_frames", |it| {
            let frames = [JointFrame { anchor: [0.5, 0.0].into(), angle: 0.0 }, JointFrame::default()];
            it.simulation.set_joint_frames(it.joint, frames).unwrap();
        }),
        ("set_motor", |it| {
            it.simulation.set_motor(it.joint, Some(Motor { speed: 1.0, max_force: 1.0 })).unwrap();
        }),
        ("disabled", |it| it.simulation.set_joint_enabled(it.joint, false).unwrap()),
        ("removed joint", |it| assert!(it.simulation.remove_joint(it.joint))),
        ("removed hook", |it| assert!(it.simulation.remove(it.hook))),
        ("break limits", |it| it.simulation.set_break_limits(it.joint, 0.1, f64::INFINITY).unwrap()),
        ("collide", |it| it.simulation.set_collide_connected(it.joint, true).unwrap()),
        ("modify_joint", |it| {
            let change = |kind: &mut JointKind<f64>| match kind {
                JointKind::Distance { length, .. } => *length = Some(3.0),
                JointKind::Revolute { anchor, .. }
                | JointKind::Prismatic { anchor, .. }
                | JointKind::Weld { anchor, .. }
                | JointKind::Wheel { anchor, .. }
                | JointKind::Mouse { anchor, .. } => *anchor = Vector([1.0, 5.0]),
            };
            it.simulation.modify_joint(it.joint, change).unwrap();
        }),
    ];
    for kind in [BodyKind::Static, BodyKind::Kinematic] {
        for joint in joints() {
            for (name, edit) in edits {
                let mut it = hanging(kind, joint);
                edit(&mut it);
                assert!(!sleeps(&it.simulation, it.lamp), "{name}, {kind:?}, {joint:?}");
            }
            let mut it = hanging(kind, joint);
            it.simulation.set_pose(it.hook, &Pose::new(Rotation::identity(), [1.0, 5.0])).unwrap();
            run(&mut it.simulation, 240);
            let anchors = it.simulation.get_joint(it.joint).unwrap().anchors;
            let reach = if matches!(joint, JointKind::Distance { .. }) { 1.5 } else { 0.0 };
            let error = (anchors[0] - anchors[1]).length() - reach;
            assert!(error.abs() < 0.15, "{kind:?}, {joint:?}: {error}");
        }
    }
    for joint in joints() {
        let mut it = hanging(BodyKind::Kinematic, joint);
        it.simulation.set_velocity(it.hook, [0.5, 0.0], 0.0).unwrap();
        it.simulation.step(STEP);
        assert!(!sleeps(&it.simulation, it.lamp), "{joint:?}");
    }
}

/// The edits of a sleeping body itself, of its floor, and of the simulation.
const EDITS_OF_SLEEPER: [Edit<Doorway>; 26] = [
    ("wake", |it| assert!(it.simulation.wake(it.crate_))),
    ("set_velocity", |it| it.simulation.set_velocity(it.crate_, [0.1, 0.0], 0.0).unwrap()),
    ("set_pose", |it| {
        it.simulation.set_pose(it.crate_, &Pose::new(Rotation::identity(), [0.0, 0.6])).unwrap();
    }),
    ("apply_force", |it| it.simulation.apply_force(it.crate_, [0.1, 0.0], [0.0, 0.5]).unwrap()),
    ("apply_torque", |it| it.simulation.apply_torque(it.crate_, 0.1).unwrap()),
    ("apply_impulse", |it| it.simulation.apply_impulse(it.crate_, [0.1, 0.0], [0.0, 0.5]).unwrap()),
    ("apply_angular_impulse", |it| it.simulation.apply_angular_impulse(it.crate_, 0.1).unwrap()),
    ("set_target_pose", |it| {
        let pose = Pose::new(Rotation::identity(), [0.0, 0.6]);
        it.simulation.set_target_pose(it.crate_, &pose, STEP).unwrap();
    }),
    ("set_can_sleep", |it| it.simulation.set_can_sleep(it.crate_, false).unwrap()),
    ("can_sleep", |it| it.simulation.modify(it.crate_, |def| def.can_sleep = false).unwrap()),
    ("gravity_scale", |it| it.simulation.modify(it.crate_, |def| def.gravity_scale = -1.0).unwrap()),
    ("damping", |it| it.simulation.modify(it.crate_, |def| def.linear_damping = 1.0).unwrap()),
    ("mass", |it| it.simulation.modify(it.crate_, |def| def.mass = Some(3.0)).unwrap()),
    ("locked_axes", |it| it.simulation.modify(it.crate_, |def| def.locked_axes = [true, false]).unwrap()),
    ("fixed_rotation", |it| it.simulation.modify(it.crate_, |def| def.fixed_rotation = true).unwrap()),
    ("density", |it| edit_crate(it, |collider| collider.density = 3.0)),
    ("friction", |it| edit_crate(it, |collider| collider.friction = 0.0)),
    ("restitution", |it| edit_crate(it, |collider| collider.restitution = 1.0)),
    ("rolling", |it| edit_crate(it, |collider| collider.rolling_resistance = 1.0)),
    ("belt of crate", |it| edit_crate(it, |collider| collider.surface_velocity = [1.0, 0.0].into())),
    ("filter", |it| edit_crate(it, |collider| collider.filter = 0)),
    ("sensor", |it| edit_crate(it, |collider| collider.sensor = true)),
    ("added collider", |it| {
        it.simulation.insert_collider(it.crate_, &ColliderDef::new(square(0.1))).unwrap();
    }),
    ("joint", |it| {
        let spring = Spring { hertz: 1.0, damping_ratio: 1.0 };
        let kind = JointKind::Mouse { anchor: Vector([0.0, 0.5]), spring, max_force: 9.0 };
        it.simulation
            .insert_joint(&JointDef { a: it.door, b: it.crate_, kind, collide_connected: true })
            .unwrap();
    }),
    ("gravity", |it| {
        it.simulation.gravity = Vector([1.0, -10.0]);
        it.simulation.step(STEP);
    }),
    ("mover", |it| {
        let mover = Mover::new(Aabb::new([0.3, 0.1], [0.8, 1.8]));
        it.simulation.insert_mover(&mover, 1.0).unwrap();
    }),
];

fn edit_crate(it: &mut Doorway, change: fn(&mut ColliderDef<'_, f64>)) {
    let id = collider(&it.simulation, it.crate_);
    it.simulation.modify_collider(id, change).unwrap();
}

/// The edits of the floor under a sleeping body.
const EDITS_OF_SUPPORT: [(&str, EditBody); 14] = [
    ("removed", |simulation, floor| assert!(simulation.remove(floor))),
    ("removed collider", |simulation, floor| {
        assert!(simulation.remove_collider(collider(simulation, floor)))
    }),
    ("lowered", |simulation, floor| {
        simulation.set_pose(floor, &Pose::new(Rotation::identity(), [0.0, -0.5])).unwrap();
    }),
    ("raised", |simulation, floor| {
        simulation.set_pose(floor, &Pose::new(Rotation::identity(), [0.0, 0.5])).unwrap();
    }),
    ("tilted", |simulation, floor| {
        simulation.set_pose(floor, &Pose::new(Rotation::from_degrees(30.0), [0.0, 0.0])).unwrap();
    }),
    ("dynamic", |simulation, floor| simulation.modify(floor, |def| def.kind = BodyKind::Dynamic).unwrap()),
    ("moving", |simulation, floor| {
        simulation
            .modify(floor, |def| (def.kind, def.velocity) = (BodyKind::Kinematic, [0.0, 1.0].into()))
            .unwrap();
    }),
    ("shape", |simulation, floor| simulation.set_shape(collider(simulation, floor), square(0.2)).unwrap()),
    ("sensor", |simulation, floor| edit_floor(simulation, floor, |floor| floor.sensor = true)),
    ("filter", |simulation, floor| edit_floor(simulation, floor, |floor| floor.filter = 0)),
    ("layers", |simulation, floor| edit_floor(simulation, floor, |floor| floor.layers = 0)),
    ("friction", |simulation, floor| edit_floor(simulation, floor, |floor| floor.friction = 0.0)),
    ("belt", |simulation, floor| {
        edit_floor(simulation, floor, |floor| floor.surface_velocity = [1.0, 0.0].into())
    }),
    ("one-way", |simulation, floor| {
        edit_floor(simulation, floor, |floor| floor.one_way = Some(Side { axis: Axis::Y, negative: true }));
    }),
];

fn edit_floor(simulation: &mut Simulation<f64>, floor: BodyId, change: fn(&mut ColliderDef<'_, f64>)) {
    simulation.modify_collider(collider(simulation, floor), change).unwrap();
}

#[test]
fn sleeping_body_wakes_for_each_edit_of_itself_and_of_its_support() {
    for shape in crates() {
        for (name, edit) in EDITS_OF_SLEEPER {
            let mut it = doorway(&shape, &of(BodyKind::Static, [20.0, 0.5]), &ColliderDef::new(square(0.5)));
            edit(&mut it);
            assert!(!sleeps(&it.simulation, it.crate_), "{name}, {shape:?}");
        }
        for (name, edit) in EDITS_OF_SUPPORT {
            let mut it = doorway(&shape, &of(BodyKind::Static, [20.0, 0.5]), &ColliderDef::new(square(0.5)));
            let floor = it.simulation.iter().next().unwrap().0;
            edit(&mut it.simulation, floor);
            it.simulation.step(STEP);
            assert!(!sleeps(&it.simulation, it.crate_), "{name}, {shape:?}");
        }
    }
}

/// The states and the events after each of some steps.
fn history(simulation: &mut Simulation<f64>) -> [Vec<String>; 2] {
    let mut lines = [Vec::new(), Vec::new()];
    for _ in 0..40 {
        simulation.step(STEP);
        lines[0].push(format!("{:?}", simulation.iter().collect::<Vec<_>>()));
        lines[1].push(format!("{:?}", simulation.events().collect::<Vec<_>>()));
    }
    lines
}

/// Checks that a clone, the restored simulation, and with `serde` a loaded one continue with the same bits.
fn check_continues(mut simulation: Simulation<f64>, name: &str) {
    let mut clone = simulation.clone();
    let saved = simulation.save();
    #[cfg(feature = "serde")]
    let bytes = postcard::to_stdvec(&simulation).unwrap();
    let expected = history(&mut simulation);
    assert!(history(&mut clone) == expected, "{name}: the clone differs");
    #[cfg(feature = "serde")]
    {
        let mut loaded: Simulation<f64> = postcard::from_bytes(&bytes).unwrap();
        assert!(history(&mut loaded) == expected, "{name}: the loaded simulation differs");
    }
    // Snapshots do not contain forces and the end events of removed contacts.
    if !name.contains("force") && !name.contains("torque") {
        simulation.restore(&saved).unwrap();
        assert!(history(&mut simulation)[0] == expected[0], "{name}: the restored simulation differs");
    }
}

#[test]
fn edited_simulation_continues_with_same_bits_after_cloning_and_restoring() {
    for shape in &crates()[..2] {
        for (name, edit) in EDITS_OF_SLEEPER.into_iter().chain(ARRIVALS) {
            let mut it =
                doorway(shape, &of(BodyKind::Kinematic, [20.0, 0.5]), &ColliderDef::new(square(0.5)));
            edit(&mut it);
            check_continues(it.simulation, name);
        }
        for (name, prepare, appear) in &APPEARANCES[..8] {
            let mut panel = ColliderDef::new(square(0.5));
            prepare(&mut panel);
            let mut it = doorway(shape, &of(BodyKind::Static, DOORWAY), &panel);
            appear(&mut it);
            check_continues(it.simulation, name);
        }
        for (name, edit) in EDITS_OF_SUPPORT {
            let mut it = doorway(shape, &of(BodyKind::Static, [20.0, 0.5]), &ColliderDef::new(square(0.5)));
            let floor = it.simulation.iter().next().unwrap().0;
            edit(&mut it.simulation, floor);
            check_continues(it.simulation, name);
        }
    }
}

#[test]
fn bodies_held_at_rest_by_springs_sleep() {
    for rate in [30.0, 60.0, 240.0] {
        for hertz in [3.0, 5.0, 8.0] {
            // A bar that an angular spring holds against gravity, and a chain of three such bars.
            let mut simulation = Simulation::<f64>::new([0.0, -10.0]);
            let wall = simulation
                .insert(&of(BodyKind::Static, [-0.5, 0.0]), &[ColliderDef::new(square(0.5))])
                .unwrap();
            let spring = Some(Spring { hertz, damping_ratio: 1.0 });
            let mut last = wall;
            for k in 0..3 {
                let bar = ColliderDef::new(Aabb::new([-0.5, -0.1], [0.5, 0.1]));
                let id =
                    simulation.insert(&of(BodyKind::Dynamic, [f64::from(k) + 0.5, 0.0]), &[bar]).unwrap();
                let rotation = JointAxis { spring, ..JointAxis::default() };
                let kind = JointKind::Revolute { anchor: Vector([f64::from(k), 0.0]), rotation };
                simulation
                    .insert_joint(&JointDef { a: last, b: id, kind, collide_connected: false })
                    .unwrap();
                last = id;
            }
            (0..(20.0 * rate) as usize).for_each(|_| simulation.step(1.0 / rate));
            let angle = simulation.get(last).unwrap().angle;
            let awake = simulation
                .iter()
                .filter(|(_, state)| state.kind == BodyKind::Dynamic && !state.asleep)
                .count();
            assert_eq!(awake, 0, "{rate} steps a second, {hertz} Hz, at {angle}");
        }
    }
}
