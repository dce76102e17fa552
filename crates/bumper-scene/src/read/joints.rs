//! Reads the joints of a scene, which are under the key `joints`.

use crate::fields::{At, Fields, Read, fault, flag, list, quoted, text, vector};
use crate::model::Object;
use crate::moves::Motion;
use crate::node::Node;
use crate::number::Number;
use crate::rigid::{Joined, has_bodies, no_bodies};
use bumper::Vector;
use bumper::dynamics::{BodyKind, JointAxis, JointKind, Motor, Spring, SpringForce};
use std::collections::{HashMap, HashSet};

/// The kinds of joints that scenes can have.
#[derive(Clone, Copy)]
enum Kind {
    Revolute,
    Distance,
    Prismatic,
    Weld,
    Wheel,
}

impl Kind {
    /// The keys that name the kinds of joints.
    const KEYS: [&str; 5] = ["revolute", "distance", "prismatic", "weld", "wheel"];
    /// The kinds of joints, in the same order as their keys in [`KEYS`](Self::KEYS).
    const ALL: [Self; 5] = [Self::Revolute, Self::Distance, Self::Prismatic, Self::Weld, Self::Wheel];

    /// The kind of joint that a key names.
    fn of(key: &str) -> Option<Self> {
        Self::KEYS.iter().zip(Self::ALL).find_map(|(name, kind)| (*name == key).then_some(kind))
    }

    /// The keys that a joint of this kind may have, apart from those that all kinds have.
    fn fields(self) -> &'static [&'static str] {
        match self {
            Self::Revolute => &["at", "limits", "motor"],
            Self::Distance => &["from", "to", "length", "limits", "spring"],
            Self::Prismatic => &["at", "axis", "limits", "motor", "spring"],
            Self::Weld => &["at", "spring"],
            Self::Wheel => &["at", "axis", "spring", "limits", "motor"],
        }
    }
}

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
    let outer = Fields::new("the joint", node, &[&Kind::KEYS, &["id", "collide"]])?;
    let mut kinds = outer.keys().filter_map(|key| Some((key, Kind::of(key)?)));
    let (name, kind) = match (kinds.next(), kinds.next()) {
        (Some(kind), None) => kind,
        (Some((first, _)), Some((second, _))) => {
            return fault(format!("the joint has two joint keys, \"{first}\" and \"{second}\""));
        }
        (None, _) => return fault("the joint has no joint key (such as \"revolute\" or \"distance\")"),
    };
    let id = outer.get("id").map_or(Ok(format!("#{index}")), |node| text(node, "id").map(String::from))?;
    let fields = Fields::new(name, outer.need(name)?, &[&["a", "b"], kind.fields()])?;
    let object = |key: &str| -> Read<usize> {
        let other = text(fields.need(key)?, &fields.name(key))?;
        let place = indices.get(other).copied();
        place.map_or_else(|| fault(format!("{name} {key}: there is no shape {}", quoted(other))), Ok)
    };
    let a = object("a")?;
    let b = object("b")?;
    if a == b {
        return fault(format!("{name} joins {} to itself", quoted(&objects[a].id)));
    }
    let moves = |object: &Object<S, N>| matches!(&object.motion, Motion::Body(body) if body.kind == BodyKind::Dynamic);
    if !moves(&objects[a]) && !moves(&objects[b]) {
        return fault(format!("{name} joins two shapes, neither of which is a dynamic body"));
    }
    let place = |key: &str| -> Read<Vector<f64, 2>> {
        let vector: Vector<S, 2> = fields.vector(key)?;
        Ok(vector.map(S::to_f64))
    };
    let axis = || -> Read<Vector<f64, 2>> {
        let axis = place("axis")?;
        if axis == Vector([0.0; 2]) { fault(format!("{name} axis is zero")) } else { Ok(axis) }
    };
    let joint_kind = match kind {
        Kind::Revolute => JointKind::Revolute {
            anchor: place("at")?,
            rotation: joint_axis::<S>(&fields, Some("max_torque"))?,
        },
        Kind::Distance => {
            let length: Option<S> =
                fields.get("length").map(|_| fields.length("length", None)).transpose()?;
            let translation = joint_axis::<S>(&fields, None)?;
            if let Some([low, _]) = translation.limits.filter(|[low, _]| *low < 0.0) {
                return fault(format!("{}: the lower limit {low} is negative", fields.name("limits")));
            }
            JointKind::Distance {
                anchor_a: place("from")?,
                anchor_b: place("to")?,
                length: length.map(S::to_f64),
                translation,
            }
        }
        Kind::Prismatic => JointKind::Prismatic {
            anchor: place("at")?,
            axis: axis()?,
            translation: joint_axis::<S>(&fields, Some("max_force"))?,
        },
        Kind::Weld => {
            let spring = spring::<S>(&fields, &["hertz", "damping"])?.spring;
            JointKind::Weld { anchor: place("at")?, linear_spring: spring, angular_spring: spring }
        }
        Kind::Wheel => {
            let suspension = joint_axis::<S>(&fields, Some("max_torque"))?;
            JointKind::Wheel {
                anchor: place("at")?,
                axis: axis()?,
                translation: JointAxis { motor: None, ..suspension },
                motor: suspension.motor,
            }
        }
    };
    Ok(Joined { id, a, b, kind: joint_kind, collide: flag(&outer, "collide", false)? })
}

/// Reads the limits, the motor and the spring of a joint for one of its degrees of freedom. `most` is the key in the motor for its largest
/// force or torque. If joints of this kind have no motor, `most` is `None`.
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
            let speed: S = motor.scalar("speed")?;
            let max: S = motor.length(most, None)?;
            Some(Motor { speed: speed.to_f64(), max_force: max.to_f64() })
        }
        _ => None,
    };
    Ok(JointAxis { limits, motor, ..spring::<S>(fields, &["hertz", "damping", "target", "force"])? })
}

/// Reads the spring of a joint, as an axis without limits and motor. `keys` are the keys that the spring of this kind of joint may have.
fn spring<S: Number>(fields: &Fields, keys: &[&str]) -> Read<JointAxis<f64>> {
    let Some(node) = fields.get("spring") else { return Ok(JointAxis::default()) };
    let name = fields.name("spring");
    let spring = Fields::new(&name, node, &[keys])?;
    let hertz: S = spring.length("hertz", None)?;
    let damping: S = spring.length("damping", Some(S::ZERO))?;
    let target = spring.get("target").map(|_| spring.scalar::<S>("target")).transpose()?;
    let force = spring.name("force");
    let spring_force = match spring.get("force").map_or(Ok("both"), |node| text(node, &force))? {
        "both" => SpringForce::Both,
        "pull" => SpringForce::Pull,
        "push" => SpringForce::Push,
        other => return fault(format!("{force} {} is not both, pull or push", quoted(other))),
    };
    Ok(JointAxis {
        spring: Some(Spring { hertz: hertz.to_f64(), damping_ratio: damping.to_f64() }),
        spring_target: target.map_or(0.0, S::to_f64),
        spring_force,
        ..JointAxis::default()
    })
}
