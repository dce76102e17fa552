//! Reads the settings of movers: the keys `move` and `one_way`.

use crate::fields::{Fields, Read, axis_name, fault, quoted, scalar, text, vector};
use crate::node::Node;
use crate::number::Number;
use crate::rigid::Rigid;
use bumper::motion::{Response, WalkSettings};
use bumper::{Axis, Side, Vector, YAxis};

/// How an object moves: not at all, as a mover, or as a rigid body.
///
/// ```
/// # use bumper_scene::*;
/// # let read = |shape: &str| match read(format!(r#"{{"bumper": 1, "shapes": [{shape}]}}"#).as_bytes()) {
/// #     Ok(AnyScene::F32x2(scene)) => scene,
/// #     other => panic!("{other:?}"),
/// # };
/// let scene = read(r#"{"point": [0, 0], "move": {"arrows": [5, 0]}}"#);
/// assert!(matches!(&scene.objects[0].motion, Motion::Mover(moves) if moves.arrows == [5.0, 0.0].into()));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Motion<S: Number, const N: usize> {
    /// The object does not move: it is an obstacle or the ground.
    Still,
    /// The object is a mover.
    Mover(Box<Moves<S, N>>),
    /// The object is a rigid body.
    Body(Box<Rigid<S>>),
}

/// The settings of a mover.
///
/// ```
/// # use bumper_scene::*;
/// # let read = |shape: &str| match read(format!(r#"{{"bumper": 1, "shapes": [{shape}]}}"#).as_bytes()) {
/// #     Ok(AnyScene::F32x2(scene)) => scene,
/// #     other => panic!("{other:?}"),
/// # };
/// let scene = read(r#"{"point": [0, 0], "move": {"response": "back-up"}}"#);
/// let Motion::Mover(moves) = &scene.objects[0].motion else { panic!() };
/// assert_eq!((moves.response, moves.jump), (bumper::motion::Response::BackUp, None));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Moves<S: Number, const N: usize> {
    /// How the mover responds to an obstacle, for example by stopping or sliding.
    pub response: Response,
    /// Whether the mover is a lift (response `"carry"`). A lift carries movers that stand on it, and pushes movers that are in its way. It
    /// turns, and stays where it is in this frame, if its next step would end in something that it cannot push.
    pub carries: bool,
    /// The path of a lift: the displacement from its initial position to the point at which it turns around. It turns around again at its
    /// initial position. It never leaves the straight line between the two. `None` if the lift turns around only at obstacles.
    pub travel: Option<Vector<S, N>>,
    /// The speed on each axis while an arrow key of this axis is held, in units of length per second. Zero on axes that the arrow keys do
    /// not control.
    pub arrows: Vector<S, N>,
    /// The height of a jump; `None` if the mover cannot jump.
    pub jump: Option<S>,
    /// The settings for walking. `step` is the height of the highest step that the mover climbs. `snap` is the largest drop of the ground
    /// that the mover follows in a time step, without losing contact with the ground. `None` if the file has neither key.
    pub walk_settings: Option<WalkSettings<S>>,
    /// The steepest slope that the mover can stand on, as an angle from the horizontal in degrees, from 0 to 90.
    pub floor_angle: f64,
    /// The time during which the mover can still jump after it has left the ground: in seconds or, if the scene's time step is in another
    /// unit, in that unit.
    pub coyote_time: f64,
    /// The time during which a jump that was requested in the air is still made if the mover lands: in seconds or, if the scene's time step
    /// is in another unit, in that unit.
    pub buffer_time: f64,
}

pub(crate) fn mover<S: Number, const N: usize>(node: &Node) -> Read<Motion<S, N>> {
    let known = ["response", "arrows", "jump", "travel", "step", "snap", "floor", "coyote", "buffer"];
    let fields = Fields::new("move", node, &[&known])?;
    let (response, carries) =
        match fields.get("response").map_or(Ok("slide"), |node| text(node, "move response"))? {
            "back-up" => (Response::BackUp, false),
            "stop" => (Response::Stop, false),
            "slide" => (Response::Slide, false),
            "bounce" => (Response::Bounce, false),
            "cross" => (Response::Cross, false),
            "carry" => (Response::Bounce, true),
            other => {
                let all = "back-up, stop, slide, bounce, cross or carry";
                return fault(format!("move response {} is not {all}", quoted(other)));
            }
        };
    let arrows = match fields.get("arrows") {
        None => Vector::ZERO,
        Some(node @ Node::List(_)) => vector(node, || "move arrows".into())?,
        Some(node) => Vector::splat(scalar(node, || "move arrows".into())?),
    };
    if let Some(axis) = (0..N).find(|&axis| arrows[axis] < S::ZERO) {
        return fault(format!("move arrows.{} is negative", axis_name(axis)));
    }
    let travel = fields.get("travel").map(|node| vector(node, || "move travel".into())).transpose()?;
    if travel.is_some() && !carries {
        return fault("move travel is for the response \"carry\"");
    }
    let walks = fields.get("step").is_some() || fields.get("snap").is_some();
    let walk_settings = WalkSettings {
        stair_height: fields.length("step", Some(S::ZERO))?,
        snap_distance: fields.length("snap", Some(S::ZERO))?,
    };
    let floor_angle = fields.length::<f64>("floor", Some(60.0))?;
    if floor_angle > 90.0 {
        return fault(format!("move floor {floor_angle} is above 90: it is in degrees from the horizontal"));
    }
    Ok(Motion::Mover(Box::new(Moves {
        response,
        carries,
        travel,
        arrows,
        jump: fields.get("jump").map(|_| fields.length("jump", None)).transpose()?,
        walk_settings: walks.then_some(walk_settings),
        floor_angle,
        coyote_time: fields.length("coyote", Some(0.0))?,
        buffer_time: fields.length("buffer", Some(0.0))?,
    })))
}

/// Reads the value of the key `one_way`, the side of a one-way shape: up, down, left or right as seen on the screen.
pub(crate) fn side(node: &Node, y: YAxis) -> Read<Side> {
    let up = y == YAxis::Down;
    Ok(match text(node, "one_way")? {
        "up" => Side { axis: Axis::Y, negative: up },
        "down" => Side { axis: Axis::Y, negative: !up },
        "left" => Side { axis: Axis::X, negative: true },
        "right" => Side { axis: Axis::X, negative: false },
        other => return fault(format!("one_way {} is not up, down, left or right", quoted(other))),
    })
}
