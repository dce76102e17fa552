//! Reads the rigid bodies and joints of a scene: the keys `body`, `sleep` and `joints`.

use crate::fields::{At, Fields, Read, fault, list, quoted, text, vector};
use crate::model::Object;
use crate::moves::Motion;
use crate::node::Node;
use crate::number::{Given, Number};
use bumper::Vector;
use bumper::dynamics::{BodyKind, JointAxis, JointKind, Motor, SleepSettings, Spring};
use std::collections::{HashMap, HashSet};

/// The definition of a rigid body: its kind, material and damping.
///
/// ```
/// # use bumper_scene::*;
/// let text = br#"{"bumper": 1, "shapes": [{"ball": {"center": [0, 0], "radius": 1}, "body": {"density": 2}}]}"#;
/// let Ok(AnyScene::F32x2(scene)) = read(text) else { panic!() };
/// assert!(matches!(&scene.objects[0].motion, Motion::Body(body) if body.density == 2.0 && body.friction == 0.6));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Rigid<S> {
    /// Whether it is dynamic, kinematic or static.
    pub kind: BodyKind,
    /// The mass per unit of area; above zero.
    pub density: S,
    /// The coefficient of friction; not negative.
    pub friction: S,
    /// The coefficient of restitution, from 0 to 1.
    pub restitution: S,
    /// The coefficient of rolling resistance, as a fraction of the radius of the ball that touches, or of the size of the smaller body.
    pub rolling_resistance: S,
    /// The angular velocity at the start, in degrees per second.
    pub spin: S,
    /// The factor that gravity is multiplied by.
    pub gravity_scale: S,
    /// The linear damping: the fraction of the velocity that is lost per second, approximately.
    pub linear_damping: S,
    /// The angular damping: the fraction of the angular velocity that is lost per second, approximately.
    pub angular_damping: S,
    /// Whether it never rotates.
    pub fixed_rotation: bool,
    /// Whether it may fall asleep.
    pub sleeps: bool,
    /// Whether continuous collision is exact for it, so that it also hits bodies that it only grazes within a step.
    pub bullet: bool,
}

/// A joint between two objects. Its points are positions at the start of the scene; angles are in degrees.
///
/// ```
/// # use bumper_scene::*;
/// let text = br#"{"bumper": 1, "shapes": [
///     {"id": "a", "box": {"min": [0, 0], "max": [1, 1]}},
///     {"id": "b", "box": {"min": [2, 0], "max": [3, 1]}, "body": {}}
/// ], "joints": [{"revolute": {"a": "a", "b": "b", "at": [1, 1]}}]}"#;
/// let Ok(AnyScene::F32x2(scene)) = read(text) else { panic!() };
/// assert_eq!((scene.joints[0].a, scene.joints[0].b, scene.joints[0].id.as_str()), (0, 1, "#0"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Joined {
    /// The id, unique among the joints: `#` and the index if the file gives none.
    pub id: String,
    /// The index of the first object in [`Scene::objects`](crate::Scene::objects).
    pub a: usize,
    /// The index of the second object.
    pub b: usize,
    /// The kind of joint with its settings: angles in degrees, angular velocities in degrees per second.
    pub kind: JointKind<f64>,
    /// Whether the two objects collide with each other.
    pub collide: bool,
}

/// Whether scenes of this scalar and dimension can have bodies: 2D and floats. A `const fn`, so that the compiler drops the code that reads
/// bodies for other scenes.
const fn has_bodies<S: Number, const N: usize>() -> bool {
    N == 2 && S::IS_FLOAT
}

fn no_bodies<T>(key: &str) -> Read<T> {
    let verb = if key == "joints" { "are" } else { "is" };
    fault(format!("{key} {verb} for 2 dimensions and the scalars f32 and f64"))
}

pub(crate) fn body<S: Number, const N: usize>(node: &Node) -> Read<Motion<S, N>> {
    if !has_bodies::<S, N>() {
        return no_bodies("body");
    }
    let known = ["kind", "density", "friction", "restitution", "rolling_resistance", "spin", "gravity_scale"];
    let more = ["linear_damping", "angular_damping", "fixed_rotation", "sleeps", "bullet"];
    let fields = Fields::new("body", node, &[&known, &more])?;
    let given = |number| S::read(Given::Real(number)).or_else(fault);
    let kind = match fields.get("kind").map_or(Ok("dynamic"), |node| text(node, "body kind"))? {
        "dynamic" => BodyKind::Dynamic,
        "kinematic" => BodyKind::Kinematic,
        "static" => BodyKind::Static,
        other => return fault(format!("body kind {} is not dynamic, kinematic or static", quoted(other))),
    };
    let density: S = fields.length("density", Some(given(1.0)?))?;
    if density == S::default() {
        return fault("body density is not above zero");
    }
    let restitution: S = fields.length("restitution", Some(S::default()))?;
    if restitution > given(1.0)? {
        return fault(format!("body restitution {restitution} is above 1"));
    }
    let number = |key: &str, default: f64| -> Read<S> {
        if fields.get(key).is_some() { fields.scalar(key) } else { given(default) }
    };
    Ok(Motion::Body(Box::new(Rigid {
        kind,
        density,
        friction: fields.length("friction", Some(given(0.6)?))?,
        restitution,
        rolling_resistance: fields.length("rolling_resistance", Some(S::default()))?,
        spin: number("spin", 0.0)?,
        gravity_scale: number("gravity_scale", 1.0)?,
        linear_damping: fields.length("linear_damping", Some(S::default()))?,
        angular_damping: fields.length("angular_damping", Some(S::default()))?,
        fixed_rotation: flag(&fields, "fixed_rotation", false)?,
        sleeps: flag(&fields, "sleeps", true)?,
        bullet: flag(&fields, "bullet", false)?,
    })))
}

/// Reads the settings of sleeping: the key `sleep`.
pub(crate) fn sleep<S: Number, const N: usize>(node: &Node) -> Read<SleepSettings<f64>> {
    if !has_bodies::<S, N>() {
        return no_bodies("sleep");
    }
    let fields = Fields::new("sleep", node, &[&["speed", "time"]])?;
    let length = |key: &str| -> Read<Option<f64>> {
        let given = fields.get(key).map(|_| fields.length::<S>(key, None)).transpose()?;
        Ok(given.map(S::to_f64))
    };
    let default = SleepSettings::default();
    Ok(SleepSettings { speed: length("speed")?, time: length("time")?.unwrap_or(default.time) })
}

fn flag(fields: &Fields, key: &str, default: bool) -> Read<bool> {
    match fields.get(key) {
        None => Ok(default),
        Some(Node::Bool(flag)) => Ok(*flag),
        Some(other) => fault(format!("{} is {}, not true or false", fields.name(key), other.kind())),
    }
}

/// The keys that name a kind of joint.
const KINDS: [&str; 5] = ["revolute", "distance", "prismatic", "weld", "wheel"];

pub(crate) fn joints<S: Number, const N: usize>(node: &Node, objects: &[Object<S, N>]) -> Read<Vec<Joined>> {
    if !has_bodies::<S, N>() {
        return no_bodies("joints");
    }
    let mut ids = HashSet::new();
    let indices: HashMap<&str, usize> =
        objects.iter().enumerate().map(|(place, object)| (object.id.as_str(), place)).collect();
    let read = |(index, node): (usize, &Node)| {
        let joint = joint::<S, N>(index, node, &indices, objects).and_then(|joint| {
            match ids.insert(joint.id.clone()) {
                true => Ok(joint),
                false => fault(format!("the id {} is taken by an earlier joint", quoted(&joint.id))),
            }
        });
        joint.at(|| format!("joints[{index}]"))
    };
    list(node, "joints")?.iter().enumerate().map(read).collect()
}

fn joint<S: Number, const N: usize>(
    index: usize,
    node: &Node,
    indices: &HashMap<&str, usize>,
    objects: &[Object<S, N>],
) -> Read<Joined> {
    let outer = Fields::new("the joint", node, &[&KINDS, &["id", "collide"]])?;
    let mut kinds = outer.keys().filter(|key| KINDS.contains(key));
    let kind = match (kinds.next(), kinds.next()) {
        (Some(kind), None) => kind,
        (Some(first), Some(second)) => {
            return fault(format!("the joint has two joint keys, \"{first}\" and \"{second}\""));
        }
        (None, _) => return fault("the joint has no joint key (such as \"revolute\" or \"distance\")"),
    };
    let id = outer.get("id").map_or(Ok(format!("#{index}")), |node| text(node, "id").map(String::from))?;
    let known: &[&str] = match kind {
        "revolute" => &["at", "limits", "motor"],
        "distance" => &["from", "to", "length", "limits", "spring"],
        "prismatic" => &["at", "axis", "limits", "motor", "spring"],
        "weld" => &["at", "spring"],
        _ => &["at", "axis", "spring", "limits", "motor"],
    };
    let fields = Fields::new(kind, outer.need(kind)?, &[&["a", "b"], known])?;
    let object = |key: &str| -> Read<usize> {
        let name = text(fields.need(key)?, &fields.name(key))?;
        let place = indices.get(name).copied();
        place.map_or_else(|| fault(format!("{kind} {key}: there is no shape {}", quoted(name))), Ok)
    };
    let (a, b) = (object("a")?, object("b")?);
    if a == b {
        return fault(format!("{kind} joins {} to itself", quoted(&objects[a].id)));
    }
    let moves = |object: &Object<S, N>| matches!(&object.motion, Motion::Body(body) if body.kind == BodyKind::Dynamic);
    if !moves(&objects[a]) && !moves(&objects[b]) {
        return fault(format!("{kind} joins two shapes of which no force moves either"));
    }
    let place = |key: &str| -> Read<Vector<f64, 2>> {
        let vector: Vector<S, 2> = fields.vector(key)?;
        Ok(vector.map(S::to_f64))
    };
    let axis = || -> Read<Vector<f64, 2>> {
        let axis = place("axis")?;
        if axis == Vector([0.0; 2]) { fault(format!("{kind} axis is zero")) } else { Ok(axis) }
    };
    let joint_kind = match kind {
        "revolute" => JointKind::Revolute {
            anchor: place("at")?,
            rotation: joint_axis::<S>(&fields, Some("max_torque"))?,
        },
        "distance" => {
            let length: Option<S> =
                fields.get("length").map(|_| fields.length("length", None)).transpose()?;
            let translation = joint_axis::<S>(&fields, None)?;
            if translation.limits.is_some_and(|[low, _]| low < 0.0) {
                return fault("distance limits.0 is negative");
            }
            JointKind::Distance {
                anchor_a: place("from")?,
                anchor_b: place("to")?,
                length: length.map(S::to_f64),
                translation,
            }
        }
        "prismatic" => JointKind::Prismatic {
            anchor: place("at")?,
            axis: axis()?,
            translation: joint_axis::<S>(&fields, Some("max_force"))?,
        },
        "weld" => {
            let spring = spring::<S>(&fields)?;
            JointKind::Weld { anchor: place("at")?, linear_spring: spring, angular_spring: spring }
        }
        _ => {
            let JointAxis { limits, motor, spring } = joint_axis::<S>(&fields, Some("max_torque"))?;
            JointKind::Wheel {
                anchor: place("at")?,
                axis: axis()?,
                translation: JointAxis { limits, spring, motor: None },
                motor,
            }
        }
    };
    Ok(Joined { id, a, b, kind: joint_kind, collide: flag(&outer, "collide", false)? })
}

/// Reads the limits, the motor and the spring of a degree of freedom. `most` is the key of the largest force or torque of the motor; `None`
/// if the joint has no motor.
fn joint_axis<S: Number>(fields: &Fields, most: Option<&str>) -> Read<JointAxis<f64>> {
    let limits = match fields.get("limits") {
        None => None,
        Some(node) => {
            let limits: Vector<S, 2> = vector(node, || fields.name("limits"))?;
            let [low, high] = limits.0;
            if low > high {
                return fault(format!("{} {low} is greater than {high}", fields.name("limits")));
            }
            Some([low.to_f64(), high.to_f64()])
        }
    };
    let motor = match (fields.get("motor"), most) {
        (Some(node), Some(most)) => {
            let name = fields.name("motor");
            let motor = Fields::new(&name, node, &[&["speed", most]])?;
            let (speed, max): (S, S) = (motor.scalar("speed")?, motor.length(most, None)?);
            Some(Motor { speed: speed.to_f64(), max_force: max.to_f64() })
        }
        _ => None,
    };
    Ok(JointAxis { limits, motor, spring: spring::<S>(fields)? })
}

fn spring<S: Number>(fields: &Fields) -> Read<Option<Spring<f64>>> {
    let Some(node) = fields.get("spring") else { return Ok(None) };
    let name = fields.name("spring");
    let spring = Fields::new(&name, node, &[&["hertz", "damping"]])?;
    let (hertz, damping): (S, S) =
        (spring.length("hertz", None)?, spring.length("damping", Some(S::default()))?);
    Ok(Some(Spring { hertz: hertz.to_f64(), damping_ratio: damping.to_f64() }))
}
