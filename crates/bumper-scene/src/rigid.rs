//! Rigid bodies and joints of a scene. Reads the keys `body` and `sleep`.

use crate::fields::{Fields, Read, fault, flag, list, number, quoted, text, vector};
use crate::node::Node;
use crate::number::{Number, ParsedNumber};
use bumper::Vector;
use bumper::dynamics::{BodyKind, JointKind, SleepSettings};

/// The definition of a rigid body: its kind, material, damping and collision filter.
///
/// ```
/// # use bumper_scene::*;
/// let text = br#"{"bumper": 1, "shapes": [{"ball": {"center": [0, 0], "radius": 1}, "body": {"density": 2}}]}"#;
/// let Ok(AnyScene::F32x2(scene)) = read(text) else { panic!() };
/// assert!(matches!(&scene.objects[0].motion, Motion::Body(body) if body.density == 2.0 && body.friction == 0.6));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Rigid<S> {
    /// Whether the body is dynamic, kinematic or static.
    pub kind: BodyKind,
    /// The mass per unit of area; above zero.
    pub density: S,
    /// The coefficient of friction; not negative.
    pub friction: S,
    /// The coefficient of restitution, from 0 to 1.
    pub restitution: S,
    /// The coefficient of rolling resistance, which brakes rolling. At a contact with a single point, it allows a torque of at most this
    /// coefficient times the normal force times a length. For a ball, this length is its radius; for two balls, it is the smaller radius.
    /// If neither shape is a ball, it is the thickness of the thinner dynamic body. The thickness of a body is its area divided by twice
    /// its bounding radius.
    pub rolling_resistance: S,
    /// The initial angular velocity, in degrees per second.
    pub spin: S,
    /// The factor that gravity is multiplied by.
    pub gravity_scale: S,
    /// The linear damping: a velocity decreases by approximately this fraction of itself per second, if the fraction is small.
    pub linear_damping: S,
    /// The angular damping: the same for the angular velocity.
    pub angular_damping: S,
    /// Whether the rotation of the body is locked.
    pub fixed_rotation: bool,
    /// Whether the body may fall asleep.
    pub sleeps: bool,
    /// Whether continuous collision also finds grazing collisions of the body within a time step. Without this setting, the body does not
    /// pass through others either, but may overlap them by up to an eighth of its thickness; see [`bumper::dynamics::BodyDef::bullet`].
    pub bullet: bool,
    /// Whether the body is a sensor: it reports which bodies touch it, but does not stop bodies or movers.
    pub sensor: bool,
    /// The layers to which the body belongs, one bit each.
    pub layers: u32,
    /// The layers that the body collides with, one bit each. Two objects collide only if each accepts the other: the `layers` of each must
    /// have a bit in common with the `filter` of the other.
    pub filter: u32,
    /// The velocity of the body's surface relative to the body, as of a conveyor belt.
    pub surface_velocity: Vector<S, 2>,
}

/// A joint between two objects. Its anchors are positions at the start of the run; its angles are in degrees.
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
    /// The id, unique among the joints. If the file gives no id, the id is `#` followed by the index of the joint.
    pub id: String,
    /// The index of the first object in [`Scene::objects`](crate::Scene::objects).
    pub a: usize,
    /// The index of the second object.
    pub b: usize,
    /// The kind of joint, with its settings. Angles are in degrees, angular velocities in degrees per second.
    pub kind: JointKind<f64>,
    /// Whether the two connected objects collide with each other.
    pub collide: bool,
}

/// Whether scenes of this scalar and dimension can have bodies: only 2D scenes of floats can. It is a `const fn`, so the compiler knows the
/// result, and removes the code for bodies from the other types of scenes.
pub(crate) const fn has_bodies<S: Number, const N: usize>() -> bool {
    N == 2 && S::IS_FLOAT
}

pub(crate) fn no_bodies<T>(key: &str) -> Read<T> {
    let verb = if key == "joints" { "are" } else { "is" };
    fault(format!("{key} {verb} for 2 dimensions and the scalars f32 and f64"))
}

pub(crate) fn body<S: Number, const N: usize>(node: &Node) -> Read<Rigid<S>> {
    if !has_bodies::<S, N>() {
        return no_bodies("body");
    }
    let known = ["kind", "density", "friction", "restitution", "rolling_resistance", "spin", "gravity_scale"];
    let more = ["linear_damping", "angular_damping", "fixed_rotation", "sleeps", "bullet"];
    let rules = ["sensor", "layers", "filter", "surface_velocity"];
    let fields = Fields::new("body", node, &[&known, &more, &rules])?;
    let default = |number| S::read(ParsedNumber::Float(number)).or_else(fault);
    let kind = match fields.get("kind").map_or(Ok("dynamic"), |node| text(node, "body kind"))? {
        "dynamic" => BodyKind::Dynamic,
        "kinematic" => BodyKind::Kinematic,
        "static" => BodyKind::Static,
        other => return fault(format!("body kind {} is not dynamic, kinematic or static", quoted(other))),
    };
    let density: S = fields.length("density", Some(default(1.0)?))?;
    if density == S::ZERO {
        return fault("body density is not above zero");
    }
    let restitution: S = fields.length("restitution", Some(S::ZERO))?;
    if restitution > default(1.0)? {
        return fault(format!("body restitution {restitution} is above 1"));
    }
    let number = |key: &str, value: f64| -> Read<S> {
        if fields.get(key).is_some() { fields.scalar(key) } else { default(value) }
    };
    Ok(Rigid {
        kind,
        density,
        friction: fields.length("friction", Some(default(0.6)?))?,
        restitution,
        rolling_resistance: fields.length("rolling_resistance", Some(S::ZERO))?,
        spin: number("spin", 0.0)?,
        gravity_scale: number("gravity_scale", 1.0)?,
        linear_damping: fields.length("linear_damping", Some(S::ZERO))?,
        angular_damping: fields.length("angular_damping", Some(S::ZERO))?,
        fixed_rotation: flag(&fields, "fixed_rotation", false)?,
        sleeps: flag(&fields, "sleeps", true)?,
        bullet: flag(&fields, "bullet", false)?,
        sensor: flag(&fields, "sensor", false)?,
        layers: layers(&fields, "layers", 1)?,
        filter: layers(&fields, "filter", u32::MAX)?,
        surface_velocity: fields
            .get("surface_velocity")
            .map_or(Ok(Vector::ZERO), |node| vector(node, || "body surface_velocity".into()))?,
    })
}

/// Reads a set of collision layers, which is given as a list of numbers from 0 to 31. Returns a bit for each layer.
fn layers(fields: &Fields, key: &str, default: u32) -> Read<u32> {
    let Some(node) = fields.get(key) else { return Ok(default) };
    let name = fields.name(key);
    let layer = |node: &Node| match number(node, || name.clone())? {
        ParsedNumber::Integer(layer @ 0..=31) => Ok(1 << layer),
        ParsedNumber::Integer(_) | ParsedNumber::Float(_) => {
            fault(format!("{name} has a layer that is not a whole number from 0 to 31"))
        }
    };
    list(node, &name)?.iter().try_fold(0, |layers, node| Ok(layers | layer(node)?))
}

/// Reads the settings for sleeping bodies: the key `sleep`.
pub(crate) fn sleep<S: Number, const N: usize>(node: &Node) -> Read<SleepSettings<f64>> {
    if !has_bodies::<S, N>() {
        return no_bodies("sleep");
    }
    let fields = Fields::new("sleep", node, &[&["speed", "time"]])?;
    let length = |key: &str| -> Read<Option<f64>> {
        let value = fields.get(key).map(|_| fields.length::<S>(key, None)).transpose()?;
        Ok(value.map(S::to_f64))
    };
    let default = SleepSettings::default();
    Ok(SleepSettings { speed: length("speed")?, time: length("time")?.unwrap_or(default.time) })
}
