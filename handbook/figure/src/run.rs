//! Runs scenes for figures. A page runs several scenes at once; each is stored in a slot, and the page names it by the number of its slot.
//! All scenes use `f32`, so that the WebAssembly module contains the code of movers and bodies only once.

use crate::json::{Json, row, rows};
use crate::{Answer, number, wrong};
use bumper::motion::{Ballistic, Integrator};
use bumper::{AsShape, Rotation, Shape, Vector};
use bumper_scene::{Keys, Stage, read_as};
use std::cell::RefCell;

thread_local! {
    static SLOTS: RefCell<Vec<Option<Stage<f32, 2>>>> = const { RefCell::new(Vec::new()) };
}

/// The number of slots, which is the largest number of scenes that can run at the same time. It is far above the number of figures on a
/// page, which is about sixty.
const MAX_SLOTS: usize = 256;

pub fn dispatch(verb: &str, slot: usize, words: &[&str], body: &str) -> Answer {
    SLOTS.with_borrow_mut(|slots| {
        if slot >= MAX_SLOTS {
            return wrong(crate::UNKNOWN);
        }
        if slots.len() <= slot {
            slots.resize_with(slot + 1, || None);
        }
        if verb == "start" {
            let scene = read_as::<f32, 2>(body.as_bytes())?;
            return Ok(report(slots[slot].insert(Stage::new(scene)?)));
        }
        if verb == "stop" {
            slots[slot] = None;
            return Ok(Json::object());
        }
        let Some(stage) = &mut slots[slot] else { return wrong(crate::UNKNOWN) };
        act(stage, verb, words)
    })
}

fn act(stage: &mut Stage<f32, 2>, verb: &str, words: &[&str]) -> Answer {
    match (verb, words) {
        ("step", [frames, keys @ ..]) => {
            let keys = Keys::read(&keys.join(" ")).or_else(|reason| wrong(&reason))?;
            for _ in 0..number(frames)? as u32 {
                stage.step(keys);
            }
        }
        ("move", [place, x, y]) => {
            stage.drag(number(place)? as usize, Vector([number(x)? as f32, number(y)? as f32]));
        }
        ("grab", [place, x, y]) => {
            stage.grab(number(place)? as usize, [number(x)?, number(y)?]);
        }
        ("pull", [x, y]) => stage.pull([number(x)?, number(y)?]),
        ("drop", []) => stage.let_go(),
        ("boxes", []) => return Ok(boxes(stage)),
        _ => return wrong(crate::UNKNOWN),
    }
    Ok(report(stage))
}

/// Returns the boxes of the broad phase, each as two opposite corners.
fn boxes(stage: &Stage<f32, 2>) -> Json {
    let mut list = Json::list();
    stage.world().each_aabb(|area| {
        let [low, high] = [area.min(), area.max()].map(|corner| corner.map(f64::from));
        list.push(row(&[low[0], low[1], high[0], high[1]]));
    });
    Json::object().json("boxes", list)
}

/// Returns the state of a running scene after a frame, as `bumper run --json` prints it. Adds the shapes of bodies, whether movers are
/// grounded, and the contact points.
fn report(stage: &Stage<f32, 2>) -> Json {
    let id = |object: usize| stage.scene().objects[object].id.as_str();
    let (mut movers, mut bodies, mut shapes, mut grounded) =
        (Json::list(), Json::list(), Json::list(), Json::list());
    for object in stage.movers() {
        let mut hits = Json::list();
        for hit in stage.hits(object) {
            let with = hit.with.map_or("bounds", id);
            hits.push(Json::object().text("with", with).numbers("normal", &hit.normal.0));
        }
        let line = Json::object().text("id", id(object));
        let line = line.numbers("moved", &wide(stage.moved(object).unwrap_or_default()));
        let line = line.numbers("position", &stage.center(object).unwrap_or_default().0);
        let mover = stage.mover(object);
        let line = line.numbers("velocity", &wide(mover.map(|mover| mover.velocity).unwrap_or_default()));
        movers.push(line.json("hits", hits));
        let stands = mover.is_some_and(|mover| mover.is_grounded());
        grounded.push(row(&[object as f64, f64::from(u8::from(stands))]));
    }
    for object in stage.bodies() {
        let Some(state) = stage.body(object) else { continue };
        let line = Json::object().text("id", id(object)).numbers("moved", &state.moved);
        let line = line.number("angle", state.angle).numbers("velocity", &state.velocity);
        bodies.push(line.number("spin", state.spin));
        let mut parts = Json::list();
        stage.parts(object).for_each(|part| parts.push(shape(&part.as_shape())));
        shapes.push(Json::object().number("object", object as f64).json("parts", parts));
    }
    let mut marks = Json::list();
    for touch in stage.touching() {
        let [x, y] = touch.point;
        marks.push(row(&[x, y, touch.normal[0], touch.normal[1], touch.impulse]));
    }
    let frame = Json::object().number("frame", stage.frame() as f64).json("movers", movers);
    let frame = frame.json("bodies", bodies).json("stand", grounded);
    frame.json("shapes", shapes).json("marks", marks)
}

fn wide(v: Vector<f32, 2>) -> [f64; 2] {
    v.0.map(f64::from)
}

/// Returns a part of a body as JSON in the scene format. If the format has no such shape, returns its AABB as a box.
fn shape(shape: &Shape<'_, f32, 2>) -> Json {
    let corners = |points: Vec<Vector<f32, 2>>| {
        let points: Vec<[f64; 2]> = points.into_iter().map(wide).collect();
        rows(points.iter().map(<[f64; 2]>::as_slice))
    };
    let (kind, value) = match shape {
        Shape::Aabb(area) => {
            let min = wide(area.min());
            let max = wide(area.max());
            ("box", Json::object().numbers("min", &min).numbers("max", &max))
        }
        Shape::Ball(ball) => {
            let value = Json::object().numbers("center", &wide(ball.center()));
            ("ball", value.number("radius", ball.radius().into()))
        }
        Shape::Capsule(capsule) => {
            let spine = capsule.spine();
            let value = Json::object().numbers("from", &wide(spine.from())).numbers("to", &wide(spine.to()));
            ("capsule", value.number("radius", capsule.radius().into()))
        }
        Shape::OrientedBox(turned) => {
            let value = Json::object().numbers("center", &wide(turned.center()));
            let value = value.numbers("half_size", &wide(turned.half_size()));
            ("oriented_box", value.number("angle", degrees(&turned.rotation())))
        }
        Shape::Ellipse(turned) => {
            let value = Json::object().numbers("center", &wide(turned.center()));
            let value = value.numbers("half_size", &wide(turned.half_size()));
            ("ellipse", value.number("angle", degrees(&turned.rotation())))
        }
        Shape::Triangle(triangle) => ("triangle", corners(triangle.corners().to_vec())),
        Shape::Polygon(polygon) => ("polygon", corners(polygon.corners().collect())),
        Shape::Region(region) => ("polygon", corners(region.corners().to_vec())),
        other => {
            let area = other.bounds().map(|area| [wide(area.min()), wide(area.max())]);
            let [min, max] = area.unwrap_or_default();
            ("box", Json::object().numbers("min", &min).numbers("max", &max))
        }
    };
    Json::object().json(kind, value)
}

/// The angle of a rotation in degrees, from +x towards +y.
fn degrees(rotation: &Rotation<f32, 2>) -> f64 {
    let [x, _] = rotation.axes();
    f64::from(x[1]).atan2(f64::from(x[0])).to_degrees()
}

/// Computes jumps to the height `height`, in integers, with each integrator: explicit Euler, semi-implicit Euler and Verlet. For each, two
/// launch speeds are compared. One is √(2 g h), the formula for continuous motion. The other one is computed for the steps of this
/// integrator, so that they reach the height. For both, the answer contains the height that is reached, and the heights after each step.
pub fn jump(height: i16, gravity: i16) -> Answer {
    let formula = height.launch_continuous(gravity);
    let mut integrators = Json::list();
    for (name, integrator) in [
        ("explicit", Integrator::Explicit),
        ("semi-implicit", Integrator::SemiImplicit),
        ("verlet", Integrator::Verlet),
    ] {
        let speed = height.launch(gravity, integrator);
        let line =
            Json::object().text("way", name).number("formula_rise", formula.rise(gravity, integrator).into());
        let line = line.number("speed", speed.into()).number("rise", speed.rise(gravity, integrator).into());
        integrators.push(
            line.json("formula_steps", steps(formula, gravity, integrator))
                .json("steps", steps(speed, gravity, integrator)),
        );
    }
    Ok(Json::object().number("formula", formula.into()).json("ways", integrators))
}

/// The largest number of steps of a jump.
const MAX_STEPS: usize = 200;

/// The heights after each step of a jump, until it has returned to the ground.
fn steps(speed: i16, gravity: i16, integrator: Integrator) -> Json {
    let mut place = 0i16;
    let mut velocity = speed;
    let mut heights = vec![0.0];
    let down = if gravity < 0 { gravity } else { -gravity };
    while heights.len() < MAX_STEPS {
        (place, velocity) = integrator.step(place, velocity, down);
        heights.push(f64::from(place));
        if place <= 0 {
            break;
        }
    }
    row(&heights)
}
