//! What a run tells of rigid bodies.

use crate::text::{self, Table};
use anyhow::Result;
use bumper_scene::{Number, Stage};
use serde::Serialize;
use std::io::Write;

/// A body in a frame, as JSON.
#[derive(Serialize)]
pub struct BodyLine<'a> {
    id: &'a str,
    moved: [f64; 2],
    angle: f64,
    velocity: [f64; 2],
    spin: f64,
}

/// The bodies that are not static, in the order of the file.
pub fn lines<S: Number, const N: usize>(stage: &Stage<S, N>) -> Vec<BodyLine<'_>> {
    let line = |object: usize| {
        let state = stage.body(object)?;
        let id = stage.scene().objects[object].id.as_str();
        Some(BodyLine {
            id,
            moved: state.moved,
            angle: state.angle,
            velocity: state.velocity,
            spin: state.spin,
        })
    };
    stage.bodies().filter_map(line).collect()
}

/// How many there are, in words.
pub fn count(bodies: usize) -> String {
    format!("{bodies} {}", if bodies == 1 { "body" } else { "bodies" })
}

/// Where the bodies have got to.
pub fn summary<S: Number, const N: usize>(out: &mut impl Write, stage: &Stage<S, N>) -> Result<()> {
    let names = stage.bodies().map(|object| stage.scene().objects[object].id.as_str());
    let table = Table([text::names_width(names).max(5) as isize, 24, 24, 12, 0]);
    table.row(out, ["BODY", "MOVED", "VELOCITY", "ANGLE", ""].map(String::from))?;
    for object in stage.bodies() {
        let Some(state) = stage.body(object) else { continue };
        let name = text::name(&stage.scene().objects[object].id);
        let rests = if state.asleep { "resting" } else { "" };
        let vector = |v: [f64; 2]| text::vector(&v);
        let angle = text::number(state.angle);
        table.row(out, [name, vector(state.moved), vector(state.velocity), angle, rests.into()])?;
    }
    Ok(())
}
