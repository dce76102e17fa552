//! Joints of all kinds that are saved with `serde` and loaded. A joint whose fields do not fit its kind is refused.

use bumper::dynamics::{
    BodyDef, ColliderDef, JointAxis, JointDef, JointKind, Motor, Simulation, Spring, SpringForce,
};
use bumper::{Ball, Vector};
use serde_json::{Value, json};

const STEP: f64 = 1.0 / 60.0;
const SPRING: Spring<f64> = Spring { hertz: 3.0, damping_ratio: 0.5 };

/// The names of the kinds of joints in the serialized form.
const NAMES: [&str; 6] = ["distance", "revolute", "prismatic", "weld", "wheel", "mouse"];

/// Joints of each kind, in the order of [`NAMES`]: the first without limits, motor and springs, the second with all that it can have.
fn kinds() -> [[JointKind<f64>; 2]; 6] {
    let (anchor, axis) = (Vector([1.5, 0.25]), Vector([0.6, 0.8]));
    let (anchor_a, anchor_b) = (Vector([0.0, 0.5]), Vector([3.0, 0.5]));
    let motor = Some(Motor { speed: 2.0, max_force: 5.0 });
    let full = JointAxis {
        limits: Some([0.25, 3.5]),
        motor,
        spring: Some(SPRING),
        spring_target: 0.125,
        spring_force: SpringForce::Pull,
    };
    let none = JointAxis::default();
    let distance = |length, translation| JointKind::Distance { anchor_a, anchor_b, length, translation };
    let prismatic = |translation| JointKind::Prismatic { anchor, axis, translation };
    let weld = |linear_spring, angular_spring| JointKind::Weld { anchor, linear_spring, angular_spring };
    let wheel = |translation, motor| JointKind::Wheel { anchor, axis, translation, motor };
    let mouse = |spring, max_force| JointKind::Mouse { anchor, spring, max_force };
    let soft = Spring { hertz: 0.0, damping_ratio: 0.0 };
    [
        [distance(None, none), distance(Some(2.5), full)],
        [none, full].map(|rotation| JointKind::Revolute { anchor, rotation }),
        [none, full].map(prismatic),
        [weld(None, None), weld(Some(SPRING), Some(SPRING))],
        [wheel(none, None), wheel(JointAxis { motor: None, ..full }, motor)],
        [mouse(soft, 0.0), mouse(SPRING, 30.0)],
    ]
}

/// A joint of the given kind between two bodies, after some steps.
fn joined(kind: JointKind<f64>) -> Simulation<f64> {
    let mut simulation = Simulation::new([0.0, -10.0]);
    let [a, b] = [0.0, 3.0].map(|x| {
        simulation.insert(&BodyDef::default(), &[ColliderDef::new(Ball::new([x, 0.0], 1.0))]).unwrap()
    });
    simulation.insert_joint(&JointDef { a, b, kind, collide_connected: false }).unwrap();
    (0..20).for_each(|_| simulation.step(STEP));
    simulation
}

/// The serialized form of a simulation with a single joint.
fn saved(kind: JointKind<f64>) -> Value {
    serde_json::to_value(joined(kind)).unwrap()
}

/// The serialized form with a field of the joint replaced.
fn with(saved: &Value, field: &str, value: Value) -> Value {
    let mut changed = saved.clone();
    let joint = changed["joints"][0][1].as_object_mut().unwrap();
    assert!(joint.insert(field.into(), value).is_some(), "{field}");
    changed
}

fn loads(saved: Value) -> bool {
    serde_json::from_value::<Simulation<f64>>(saved).is_ok()
}

#[test]
fn loaded_joint_of_each_kind_continues_with_same_bits() {
    for (kind, name) in
        kinds().into_iter().zip(NAMES).flat_map(|(kinds, name)| kinds.map(|kind| (kind, name)))
    {
        let mut simulation = joined(kind);
        let text = serde_json::to_string(&simulation).unwrap();
        assert!(text.contains(&format!("\"kind\":\"{name}\"")), "{text}");
        // `serde_json` does not keep the last bit of all numbers.
        let bytes = postcard::to_stdvec(&simulation).unwrap();
        let mut loaded: Simulation<f64> = postcard::from_bytes(&bytes).unwrap();
        let (id, _) = simulation.joints().next().unwrap();
        assert_eq!(loaded.joint_definition(id), simulation.joint_definition(id));
        assert_eq!(loaded.state_hash(), simulation.state_hash(), "{name}");
        (0..20).for_each(|_| [&mut simulation, &mut loaded].into_iter().for_each(|all| all.step(STEP)));
        assert_eq!(loaded.state_hash(), simulation.state_hash(), "{name}");
    }
}

/// Two checks refuse such a joint: its other fields do not fit, and the identity of the snapshot contains the kinds of all joints.
#[test]
fn joint_is_refused_under_name_of_other_kind() {
    for (kinds, name) in kinds().into_iter().zip(NAMES) {
        for saved in kinds.map(saved) {
            for other in NAMES {
                assert_eq!(loads(with(&saved, "kind", other.into())), other == name, "{name} as {other}");
            }
            for unknown in [json!("gear"), json!(1), Value::Null] {
                assert!(!loads(with(&saved, "kind", unknown)));
            }
        }
    }
}

#[test]
fn joint_is_refused_if_field_does_not_fit_its_kind() {
    let axis = json!([null, null, null, 0.0, "Both"]);
    for (kinds, name) in kinds().into_iter().zip(NAMES) {
        for (saved, is_full) in kinds.map(saved).into_iter().zip([false, true]) {
            // Each case has a field, a value, and the kinds of joints that may have this value.
            let cases: [(&str, Value, &[&str]); 18] = [
                ("translation", Value::Null, &["revolute", "weld", "mouse"]),
                (
                    "translation",
                    axis.clone(),
                    if is_full { &[] } else { &["distance", "prismatic", "wheel"] },
                ),
                ("rotation", Value::Null, &["distance", "prismatic", "weld", "mouse"]),
                ("rotation", axis.clone(), if is_full { &["wheel"] } else { &["revolute", "wheel"] }),
                (
                    "rotation",
                    json!([[0.0, 1.0], null, null, 0.0, "Both"]),
                    if is_full { &[] } else { &["revolute"] },
                ),
                ("target", Value::Null, &["distance", "revolute", "prismatic", "weld", "wheel"]),
                ("target", json!([5.0, 6.0]), &["mouse"]),
                ("target", json!([5.0, 1e300]), &[]),
                ("rest_length", json!(1.5), &["distance"]),
                ("rest_length", json!(-1.5), &[]),
                ("max_force", json!(7.0), &["mouse"]),
                ("max_force", json!(-7.0), &[]),
                ("axis", json!([0.0, -1.0]), &["prismatic", "wheel"]),
                ("axis", json!([0.0, 0.5]), &[]),
                ("axis", json!([0.0, 0.0]), &["distance", "revolute", "weld", "mouse"]),
                ("springs", json!([[1.0, 0.5], [2.0, 0.5]]), &["weld"]),
                ("sub_dt", json!(-1.0), &[]),
                ("break_limits", json!([null, -1.0]), &[]),
            ];
            for (field, value, accepted) in cases {
                let case = format!("{name} {is_full}: {field} {value}");
                assert_eq!(loads(with(&saved, field, value)), accepted.contains(&name), "{case}");
            }
            for (field, value) in [("collide", json!(name == "mouse")), ("enabled", json!(false))] {
                assert!(loads(with(&saved, field, value)), "{name} {field}");
            }
            assert_eq!(loads(with(&saved, "collide", json!(false))), name != "mouse");
        }
    }
}

#[test]
fn loaded_limits_of_distance_joint_must_not_be_negative() {
    let [[_, distance], _, [_, prismatic], ..] = kinds();
    for (kind, accepts_negative) in [(distance, false), (prismatic, true)] {
        for (low, is_valid) in [(0.0, true), (-0.5, accepts_negative)] {
            let saved = saved(kind);
            let mut axis = saved["joints"][0][1]["translation"].clone();
            axis["limits"] = json!([low, 3.5]);
            assert_eq!(loads(with(&saved, "translation", axis)), is_valid, "{kind:?} {low}");
        }
    }
}

/// The error when a changed simulation is loaded.
fn load_error(mut saved: Value, pointer: &str, value: Value) -> String {
    *saved.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}")) = value;
    serde_json::from_value::<Simulation<f64>>(saved).err().map_or_else(String::new, |error| error.to_string())
}

#[test]
fn errors_of_loading_name_the_body_or_joint_and_the_reason() {
    let [_, [_, revolute], ..] = kinds();
    let saved = saved(revolute);
    let cases = [
        ("/version", json!(7), ["version 7", "only version 1"]),
        ("/state/version", json!(0), ["version 0", "only version 1"]),
        ("/bodies/1/1/rotation", json!([0.6, 0.9]), ["body 1:", "not a unit vector"]),
        ("/bodies/0/1/center", json!([0.0, 1e300]), ["body 0:", "out of range"]),
        ("/bodies/1/1/torque", json!(1e300), ["body 1:", "out of range"]),
        ("/bodies/1/1/settings/linear_damping", json!(-1.0), ["body 1:", "damping"]),
        ("/bodies/1/1/colliders", json!([0]), ["body 1:", "collider 0"]),
        ("/bodies/1/1/colliders", json!([]), ["body 1:", "area"]),
        ("/colliders/1/1/density", json!(0.0), ["body 1:", "density"]),
        ("/colliders/1/1/parts", json!([]), ["body 1:", "collider 1 has too few parts"]),
        ("/joints/0/1/bodies", json!([0, 9]), ["joint 0:", "does not exist"]),
        ("/joints/0/1/rotation/motor/max_force", json!(-1.0), ["joint 0:", "largest force is negative"]),
        ("/state/identity", json!(0), ["the state:", ""]),
    ];
    for (pointer, value, parts) in cases {
        let error = load_error(saved.clone(), pointer, value);
        assert!(!error.is_empty() && parts.iter().all(|part| error.contains(part)), "{pointer}: {error:?}");
    }
    assert_eq!(load_error(saved, "/version", json!(1)), "");
}
