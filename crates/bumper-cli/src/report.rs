//! Formats the output of a run for scenes of any dimension.

use crate::json;
use crate::json_vector::JsonVector;
use crate::text::{self, Table};
use anyhow::Result;
use bumper_scene::{BodyState, DynStage};
use std::io::Write;

/// The state of a run after a frame.
pub trait Frame {
    fn frame(&self) -> u64;
    /// Calls `each` with every mover of the scene, in the order of the file.
    fn each_mover(&self, each: &mut dyn FnMut(&Mover));
    /// Calls `each` with the name and the state of every body that is not static.
    fn each_body(&self, each: &mut dyn FnMut(&str, &BodyState));
    /// Calls `each` with every contact of two bodies that began in this frame, once per pair of bodies.
    fn each_body_hit(&self, each: &mut dyn FnMut(&BodyHit));
}

/// The state of a mover after a frame.
pub struct Mover<'a> {
    id: &'a str,
    moved: JsonVector,
    position: Option<JsonVector>,
    velocity: JsonVector,
    grounded: bool,
    /// The names of the obstacles that the mover hit in the frame, each with the normal of the hit.
    hits: Vec<(&'a str, JsonVector)>,
}

/// A contact that began in the frame, between a body and another body or the bounds of the scene.
pub struct BodyHit<'a> {
    id: &'a str,
    with: &'a str,
    /// The contact normal: a unit vector that points from `with` to the body `id`.
    normal: [f64; 2],
    moved: [f64; 2],
}

/// The name that lists of hits and contacts show for the bounds of the scene.
const BOUNDS: &str = "bounds";

/// The state of a running scene after its last frame.
pub struct StageReport<'a, const N: usize>(pub &'a dyn DynStage<N>);

impl<const N: usize> Frame for StageReport<'_, N> {
    fn frame(&self) -> u64 {
        self.0.frame()
    }

    fn each_mover(&self, each: &mut dyn FnMut(&Mover)) {
        let stage = self.0;
        let scene = self.0.scene();
        let name = |object: usize| scene.id(object);
        for object in stage.movers() {
            let Some(mover) = stage.mover_state(object) else { continue };
            let hits = stage.hits(object).iter();
            each(&Mover {
                id: name(object),
                moved: JsonVector::new(mover.moved),
                position: stage.center(object).map(JsonVector::new),
                velocity: JsonVector::new(mover.velocity),
                grounded: mover.is_grounded,
                hits: hits.map(|hit| (hit.with.map_or(BOUNDS, name), JsonVector::new(hit.normal))).collect(),
            });
        }
    }

    fn each_body(&self, each: &mut dyn FnMut(&str, &BodyState)) {
        let stage = self.0;
        for object in stage.bodies() {
            if let Some(state) = stage.body(object) {
                each(stage.scene().id(object), &state);
            }
        }
    }

    fn each_body_hit(&self, each: &mut dyn FnMut(&BodyHit)) {
        let stage = self.0;
        let name = |object: Option<usize>| object.map_or(BOUNDS, |object| stage.scene().id(object));
        let state = |object: Option<usize>| object.and_then(|object| stage.body(object));
        let mut last = None;
        for touch in stage.touching().into_iter().filter(|touch| touch.began) {
            // The contact points of a pair of bodies follow each other in the list. Report only the first.
            if last.replace(touch.objects) == Some(touch.objects) {
                continue;
            }
            let ([a, b], [x, y]) = (touch.objects, touch.normal);
            match (state(a), state(b)) {
                (Some(BodyState { moved, .. }), _) => {
                    each(&BodyHit { id: name(a), with: name(b), normal: [-x, -y], moved });
                }
                (None, Some(BodyState { moved, .. })) => {
                    each(&BodyHit { id: name(b), with: name(a), normal: [x, y], moved });
                }
                (None, None) => {}
            }
        }
    }
}

/// Appends the state after a frame to the output, as a line of JSON.
pub fn line(out: &mut Vec<u8>, stage: &dyn Frame) {
    out.extend_from_slice(b"{\"frame\":");
    out.extend_from_slice(stage.frame().to_string().as_bytes());
    out.extend_from_slice(b",\"movers\":[");
    let mut first = true;
    stage.each_mover(&mut |mover| {
        begin(out, &mut first, mover.id);
        field(out, "moved", mover.moved.numbers());
        match &mover.position {
            Some(position) => field(out, "position", position.numbers()),
            None => out.extend_from_slice(b",\"position\":null"),
        }
        field(out, "velocity", mover.velocity.numbers());
        out.extend_from_slice(b",\"hits\":[");
        for (place, (with, normal)) in mover.hits.iter().enumerate() {
            out.extend_from_slice(if place > 0 { b",{\"with\":" } else { b"{\"with\":" });
            json::push_text(out, with);
            field(out, "normal", normal.numbers());
            out.push(b'}');
        }
        out.extend_from_slice(b"]}");
    });
    let mut first = true;
    stage.each_body(&mut |id, state| {
        if first {
            out.extend_from_slice(b"],\"bodies\":[");
        }
        begin(out, &mut first, id);
        field(out, "moved", &state.moved);
        out.extend_from_slice(b",\"angle\":");
        json::push_number(out, state.angle);
        field(out, "velocity", &state.velocity);
        out.extend_from_slice(b",\"spin\":");
        json::push_number(out, state.spin);
        out.push(b'}');
    });
    out.extend_from_slice(b"]}\n");
}

/// Begins the JSON object of a mover, body or hit in a list, with its `id` as the first field. `first` is true if the list has no other
/// object yet.
fn begin(out: &mut Vec<u8>, first: &mut bool, id: &str) {
    out.extend_from_slice(if std::mem::take(first) { b"{\"id\":" } else { b",{\"id\":" });
    json::push_text(out, id);
}

fn field(out: &mut Vec<u8>, name: &str, numbers: &[f64]) {
    for text in [",\"", name, "\":"] {
        out.extend_from_slice(text.as_bytes());
    }
    json::push_numbers(out, numbers);
}

/// The number of hits of movers and new contacts of bodies in a frame.
pub fn hits(stage: &dyn Frame) -> u64 {
    let mut count = 0;
    stage.each_mover(&mut |mover| count += mover.hits.len() as u64);
    stage.each_body_hit(&mut |_| count += 1);
    count
}

/// Prints the hits of movers and new contacts of bodies in a frame, as rows of a table.
pub fn trace(out: &mut impl Write, table: &Table<5>, stage: &dyn Frame) -> Result<()> {
    let frame = stage.frame().to_string();
    let mut rows = Vec::new();
    stage.each_mover(&mut |mover| {
        for (with, normal) in &mover.hits {
            let [mover_name, with] = [mover.id, with].map(text::name);
            let vectors = [normal, &mover.moved].map(|v| text::vector(v.numbers()));
            let [normal, moved] = vectors;
            rows.push([frame.clone(), mover_name, with, normal, moved]);
        }
    });
    stage.each_body_hit(&mut |hit| {
        let names = [hit.id, hit.with].map(text::name);
        let vectors = [hit.normal, hit.moved].map(|v| text::vector(&v));
        let ([body, with], [normal, moved]) = (names, vectors);
        rows.push([frame.clone(), body, with, normal, moved]);
    });
    rows.into_iter().try_for_each(|row| table.row(out, row))?;
    Ok(())
}

/// Prints the positions of the movers at the end of the run.
pub fn movers(out: &mut impl Write, stage: &dyn Frame) -> Result<()> {
    let mut width = 5;
    let mut rows = Vec::new();
    stage.each_mover(&mut |mover| {
        width = text::names_width([mover.id].into_iter()).max(width);
        let [moved, velocity] = [mover.moved, mover.velocity].map(|v| text::vector(v.numbers()));
        let stands = if mover.grounded { "standing" } else { "" };
        rows.push([text::name(mover.id), moved, velocity, stands.into()]);
    });
    let table = Table([width as isize, 24, 24, 0]);
    table.head(out, ["MOVER", "MOVED", "VELOCITY", ""])?;
    rows.into_iter().try_for_each(|row| table.row(out, row))?;
    Ok(())
}

/// Prints the positions of the bodies at the end of the run.
pub fn bodies(out: &mut impl Write, stage: &dyn Frame) -> Result<()> {
    let mut width = 5;
    let mut rows = Vec::new();
    stage.each_body(&mut |id, state| {
        width = text::names_width([id].into_iter()).max(width);
        let [moved, velocity] = [state.moved, state.velocity].map(|v| text::vector(&v));
        let rests = if state.asleep { "resting" } else { "" };
        rows.push([text::name(id), moved, velocity, text::number(state.angle), rests.into()]);
    });
    let table = Table([width as isize, 24, 24, 12, 0]);
    table.head(out, ["BODY", "MOVED", "VELOCITY", "ANGLE", ""])?;
    rows.into_iter().try_for_each(|row| table.row(out, row))?;
    Ok(())
}

/// A number of bodies with the noun, such as `3 bodies`.
pub fn count(bodies: usize) -> String {
    format!("{bodies} {}", if bodies == 1 { "body" } else { "bodies" })
}

/// The number of frames of a scene per second: `requested`, or else the rate that corresponds to the time step of the scene.
pub fn rate(time_step: f64, requested: Option<u32>) -> f64 {
    match requested {
        Some(rate) => f64::from(rate),
        // Such a long time step is probably not in seconds: in this scene, a frame is the unit of time.
        None if time_step >= 0.1 => 60.0,
        None => (1.0 / time_step).min(1000.0),
    }
}
