//! Colliders of bodies: shapes with a material.

use super::{StoredSimulation, change, ids, with};
use crate::scratch::{self, Reader};
use crate::shape::ShapeInput;
use crate::{Status, answer, answer_f64, integer, shape_words};
use engine::dynamics::{BodyId, ColliderDef, CombineRule, Simulation};
use engine::{AsShape, Axis, ShapeBuf, Side, Vector};

/// The bits of the fields of a material. The list is repeated in `src/simulation/options.ts`.
mod field {
    pub const DENSITY: u32 = 1;
    pub const FRICTION: u32 = 1 << 1;
    pub const RESTITUTION: u32 = 1 << 2;
    pub const ROLLING_RESISTANCE: u32 = 1 << 3;
    pub const FRICTION_RULE: u32 = 1 << 4;
    pub const RESTITUTION_RULE: u32 = 1 << 5;
    pub const SURFACE_VELOCITY: u32 = 1 << 6;
    pub const ONE_WAY: u32 = 1 << 7;
    pub const LAYERS: u32 = 1 << 8;
    pub const FILTER: u32 = 1 << 9;
    pub const SENSOR: u32 = 1 << 10;
}

/// Fields of a material that JavaScript has passed: a mask, and then a word for each bit of the mask, but two for the surface velocity.
struct MaterialFields {
    mask: u32,
    words: [f64; 12],
}

impl MaterialFields {
    fn read(words: &mut Reader<'_>) -> Result<Self, Status> {
        let &[mask, ref fields @ ..] = words.words::<13>()?;
        Ok(Self { mask: mask as u32, words: *fields })
    }

    /// Replaces these fields of a collider.
    fn apply(&self, def: &mut ColliderDef<'_, f64>) -> Result<(), Status> {
        let has = |field: u32| self.mask & field != 0;
        let number = |field: u32, word: usize, old: f64| if has(field) { self.words[word] } else { old };
        def.density = number(field::DENSITY, 0, def.density);
        def.friction = number(field::FRICTION, 1, def.friction);
        def.restitution = number(field::RESTITUTION, 2, def.restitution);
        def.rolling_resistance = number(field::ROLLING_RESISTANCE, 3, def.rolling_resistance);
        if has(field::FRICTION_RULE) {
            def.friction_rule = rule(self.words[4])?;
        }
        if has(field::RESTITUTION_RULE) {
            def.restitution_rule = rule(self.words[5])?;
        }
        if has(field::SURFACE_VELOCITY) {
            def.surface_velocity = Vector([self.words[6], self.words[7]]);
        }
        if has(field::ONE_WAY) {
            def.one_way = side(self.words[8])?;
        }
        if has(field::LAYERS) {
            def.layers = integer(self.words[9])?;
        }
        if has(field::FILTER) {
            def.filter = integer(self.words[10])?;
        }
        if has(field::SENSOR) {
            def.sensor = self.words[11] != 0.0;
        }
        Ok(())
    }
}

const RULES: [Option<CombineRule>; 6] = [
    None,
    Some(CombineRule::GeometricMean),
    Some(CombineRule::Average),
    Some(CombineRule::Minimum),
    Some(CombineRule::Product),
    Some(CombineRule::Maximum),
];

fn rule(number: f64) -> Result<Option<CombineRule>, Status> {
    RULES.get(number as usize).copied().ok_or(Status::Malformed)
}

const SIDES: [Option<Side>; 5] = [
    None,
    Some(Side { axis: Axis::X, negative: true }),
    Some(Side { axis: Axis::X, negative: false }),
    Some(Side { axis: Axis::Y, negative: true }),
    Some(Side { axis: Axis::Y, negative: false }),
];

fn side(number: f64) -> Result<Option<Side>, Status> {
    SIDES.get(number as usize).copied().ok_or(Status::Malformed)
}

/// A collider that JavaScript has passed: the fields of its material, and its shape in body coordinates.
pub struct ColliderInput {
    fields: MaterialFields,
    shape: ShapeBuf<f64, 2>,
}

impl ColliderInput {
    pub fn read(words: &mut Reader<'_>) -> Result<Self, Status> {
        Ok(Self { fields: MaterialFields::read(words)?, shape: ShapeInput::read(words)?.into_buf() })
    }

    pub fn def(&self) -> Result<ColliderDef<'_, f64>, Status> {
        let mut def = ColliderDef::new(self.shape.as_shape());
        self.fields.apply(&mut def)?;
        Ok(def)
    }
}

/// The ids of the colliders of a body.
pub fn collider_numbers(simulation: &Simulation<f64>, body: BodyId) -> Result<Vec<f64>, Status> {
    simulation.colliders_of(body).map(ids::collider_number).collect()
}

/// Adds the collider in the scratch buffer to a body, and returns its id.
#[unsafe(no_mangle)]
pub extern "C" fn body_insert_collider(handle: f64, body: f64) -> f64 {
    answer_f64(change(handle, |simulation: &mut StoredSimulation| {
        let input = scratch::read(ColliderInput::read)?;
        let id = simulation.of.insert_collider(ids::body_id(body), &input.def()?)?;
        ids::collider_number(id).inspect_err(|_| {
            simulation.of.remove_collider(id);
        })
    }))
}

/// Removes a collider. Returns 1 if its body is removed too, because it was the last collider, otherwise 0. `index` is the index of the
/// body in the order of insertion.
#[unsafe(no_mangle)]
pub extern "C" fn collider_remove(handle: f64, collider: f64, index: u32) -> i32 {
    answer(change(handle, |simulation| {
        let id = ids::collider_id(collider);
        let body = simulation.of.body_of(id).ok_or(Status::Gone)?;
        simulation.of.remove_collider(id);
        if simulation.of.get(body).is_some() {
            return Ok(0);
        }
        if simulation.order.get(index as usize) == Some(&body) {
            simulation.order.remove(index as usize);
        }
        Ok(1)
    }))
}

/// Writes the ids of the colliders of a body, and returns their number.
#[unsafe(no_mangle)]
pub extern "C" fn body_colliders(handle: f64, body: f64) -> i32 {
    answer(with(handle, |simulation| {
        Ok(scratch::write(&collider_numbers(&simulation.of, ids::body_id(body))?))
    }))
}

/// Writes the material of a collider: the words of the fields of a material.
#[unsafe(no_mangle)]
pub extern "C" fn collider_get(handle: f64, collider: f64) -> i32 {
    answer(with(handle, |simulation| {
        let def = simulation.of.get_collider(ids::collider_id(collider)).ok_or(Status::Gone)?;
        let rule = |of| RULES.iter().position(|rule| *rule == of).unwrap_or(0) as f64;
        let side = SIDES.iter().position(|side| *side == def.one_way).unwrap_or(0) as f64;
        Ok(scratch::write(&[
            def.density,
            def.friction,
            def.restitution,
            def.rolling_resistance,
            rule(def.friction_rule),
            rule(def.restitution_rule),
            def.surface_velocity.x(),
            def.surface_velocity.y(),
            side,
            f64::from(def.layers),
            f64::from(def.filter),
            f64::from(u8::from(def.sensor)),
        ]))
    }))
}

/// Changes the fields of a collider that are in the scratch buffer.
#[unsafe(no_mangle)]
pub extern "C" fn collider_set(handle: f64, collider: f64) -> i32 {
    answer(change(handle, |simulation| {
        let fields = scratch::read(MaterialFields::read)?;
        let mut applied = Ok(());
        let id = ids::collider_id(collider);
        simulation.of.modify_collider(id, |def| {
            let old = *def;
            applied = fields.apply(def);
            if applied.is_err() {
                *def = old;
            }
        })?;
        applied.map(|()| 0)
    }))
}

/// Writes the shape of a collider in body coordinates, and returns the number of words.
#[unsafe(no_mangle)]
pub extern "C" fn collider_shape(handle: f64, collider: f64) -> i32 {
    answer(with(handle, |simulation| {
        let shape = simulation.of.get_collider(ids::collider_id(collider)).ok_or(Status::Gone)?.shape;
        shape_words::write(&shape)
    }))
}

/// Replaces the shape of a collider by that in the scratch buffer.
#[unsafe(no_mangle)]
pub extern "C" fn collider_set_shape(handle: f64, collider: f64) -> i32 {
    answer(change(handle, |simulation| {
        let shape = scratch::read(ShapeInput::read)?.into_buf();
        simulation.of.set_shape(ids::collider_id(collider), shape)?;
        Ok(0)
    }))
}

/// Writes the bounding box of a collider in the world: its smallest and its largest coordinates.
#[unsafe(no_mangle)]
pub extern "C" fn collider_bounds(handle: f64, collider: f64) -> i32 {
    answer(with(handle, |simulation| {
        let bounds = simulation.of.aabb_of(ids::collider_id(collider)).ok_or(Status::Gone)?;
        let [[x, y], [right, bottom]] = [bounds.min().0, bounds.max().0];
        Ok(scratch::write(&[x, y, right, bottom]))
    }))
}
