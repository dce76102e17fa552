//! The colliders of bodies by their ids: adding, removing, reading and changing them.

use crate::bumper_status::{self, *};
use crate::material::{bumper_body_collider, bumper_material, collider as collider_of};
use crate::shape::{bumper_shape, keep};
use crate::simulation::bumper_simulation;
use crate::typed::{bumper_box_f32, point};
use crate::{change, give, guard, read, Room};
use engine::dynamics::{BodyId, ColliderId};
use engine::AsShape;

impl bumper_simulation {
    /// Converts an id from C to the id of a collider. BUMPER_GONE if the id belongs to another simulation or world, BUMPER_WRONG_KIND if it
    /// is not the id of a collider.
    pub(crate) fn collider(&self, number: u64) -> Result<ColliderId, bumper_status> {
        self.owner.collider_bits(number).map(ColliderId::from_bits)
    }

    /// Converts the id of a stored collider to an id for C.
    pub(crate) fn collider_number(&self, id: ColliderId) -> u64 {
        // This cannot fail: an id has 24 bits for the index of a collider in the simulation, and a collider with a larger index was
        // rejected when it was added.
        self.owner.collider_number(id.to_bits()).unwrap_or(0)
    }

    /// Converts the id of a stored body to an id for C.
    pub(crate) fn body_number(&self, id: BodyId) -> u64 {
        self.owner.known(id.to_bits())
    }
}

/// Adds a static collider with its own body at the origin, for the ground and for walls. Writes the id of the collider.
/// bumper_simulation_body_of writes the id of its body.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_insert_static(
    simulation: *mut bumper_simulation,
    def: *const bumper_body_collider,
    collider: *mut u64,
) -> bumper_status {
    guard(|| {
        if collider.is_null() {
            return Err(BUMPER_NULL);
        }
        let simulation = change(simulation)?;
        let of = read(def)?;
        let added = simulation.of.insert_static(&collider_of(of, &keep(&of.shape)?)?)?;
        let Some(number) = simulation.owner.collider_number(added.to_bits()) else {
            simulation.of.remove_collider(added);
            return Err(BUMPER_FULL);
        };
        give(collider, number)
    })
}

/// Adds a collider to a body, and writes the id of the collider. The mass properties of the body are computed again. The body and the
/// bodies that touch it wake.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_insert_collider(
    simulation: *mut bumper_simulation,
    body: u64,
    def: *const bumper_body_collider,
    collider: *mut u64,
) -> bumper_status {
    guard(|| {
        if collider.is_null() {
            return Err(BUMPER_NULL);
        }
        let simulation = change(simulation)?;
        let of = read(def)?;
        let body = simulation.body(body)?;
        let added = simulation.of.insert_collider(body, &collider_of(of, &keep(&of.shape)?)?)?;
        let Some(number) = simulation.owner.collider_number(added.to_bits()) else {
            simulation.of.remove_collider(added);
            return Err(BUMPER_FULL);
        };
        give(collider, number)
    })
}

/// Removes a collider. If it is the last collider of its body, the body is also removed. The id of the collider is not reused. The end
/// events of its contacts are reported after the next step. The body and the bodies that touch it wake.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_remove_collider(
    simulation: *mut bumper_simulation,
    collider: u64,
) -> bumper_status {
    guard(|| {
        let simulation = change(simulation)?;
        let id = simulation.collider(collider)?;
        simulation.of.remove_collider(id).then_some(()).ok_or(BUMPER_GONE)
    })
}

/// Lists the ids of the colliders of a body, in the order of their insertion. Writes at most `capacity` ids to `colliders`, which may be
/// null if `capacity` is 0. Sets `count` to the total number of colliders of the body.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_colliders_of(
    simulation: *const bumper_simulation,
    body: u64,
    colliders: *mut u64,
    capacity: usize,
    count: *mut usize,
) -> bumper_status {
    guard(|| {
        let simulation = read(simulation)?;
        let mut room = Room::new(colliders, capacity)?;
        let id = simulation.body(body)?;
        simulation.of.get(id).ok_or(BUMPER_GONE)?;
        simulation.of.colliders_of(id).for_each(|collider| room.put(simulation.collider_number(collider)));
        give(count, room.count)
    })
}

/// Gets the id of the body of a collider.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_body_of(
    simulation: *const bumper_simulation,
    collider: u64,
    body: *mut u64,
) -> bumper_status {
    guard(|| {
        let simulation = read(simulation)?;
        let id = simulation.of.body_of(simulation.collider(collider)?).ok_or(BUMPER_GONE)?;
        give(body, simulation.body_number(id))
    })
}

/// Gets the bounding box of a collider at the current pose of its body. The box may be larger than the shape by rounding errors.
/// BUMPER_OUT_OF_RANGE if the shape is infinitely large: a half-space, or a compound with one.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_aabb_of(
    simulation: *const bumper_simulation,
    collider: u64,
    aabb: *mut bumper_box_f32,
) -> bumper_status {
    guard(|| {
        let simulation = read(simulation)?;
        let id = simulation.collider(collider)?;
        simulation.of.body_of(id).ok_or(BUMPER_GONE)?;
        let of = simulation.of.aabb_of(id).ok_or(BUMPER_OUT_OF_RANGE)?;
        give(aabb, bumper_box_f32 { min: point(of.min()), max: point(of.max()) })
    })
}

/// Gets the material of a collider.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_get_material(
    simulation: *const bumper_simulation,
    collider: u64,
    material: *mut bumper_material,
) -> bumper_status {
    guard(|| {
        let simulation = read(simulation)?;
        let of = simulation.of.get_collider(simulation.collider(collider)?).ok_or(BUMPER_GONE)?;
        give(material, bumper_material::of(&of))
    })
}

/// Replaces the material of a collider. To change one number, get the material with bumper_simulation_get_material first. The body and the
/// bodies that touch it wake, unless only the user data changes. A new density changes the mass properties; a new filter ends the contacts
/// that it excludes.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_set_material(
    simulation: *mut bumper_simulation,
    collider: u64,
    material: *const bumper_material,
) -> bumper_status {
    guard(|| {
        let simulation = change(simulation)?;
        let material = read(material)?;
        let id = simulation.collider(collider)?;
        let settings = material.collider(engine::Vector([0.0; 2]).into())?;
        Ok(simulation
            .of
            .modify_collider(id, |of| *of = engine::dynamics::ColliderDef { shape: of.shape, ..settings })?)
    })
}

/// Gets the shape of a collider in body coordinates, for drawing or for bumper_simulation_set_shape. The pose of the body is not applied
/// to the shape. The shape has the same kind as the shape that the caller has set, but its angles may differ from the angles of that shape
/// by rounding errors. The corners, parts, masks and height fields to which it points belong to the simulation, and are valid until the
/// next call of this function or until the simulation is freed.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_get_shape(
    simulation: *mut bumper_simulation,
    collider: u64,
    shape: *mut bumper_shape,
) -> bumper_status {
    guard(|| {
        if shape.is_null() {
            return Err(BUMPER_NULL);
        }
        let simulation = change(simulation)?;
        let id = simulation.collider(collider)?;
        let bumper_simulation { of, shapes, .. } = simulation;
        let found = of.get_collider(id).ok_or(BUMPER_GONE)?;
        shapes.clear();
        give(shape, shapes.view(&found.shape)?)
    })
}

/// Replaces the shape of a collider, in body coordinates. The collider keeps its id and its material, and its contacts end. The mass
/// properties of the body are computed again. The body and the bodies that touch it wake.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_set_shape(
    simulation: *mut bumper_simulation,
    collider: u64,
    shape: *const bumper_shape,
) -> bumper_status {
    guard(|| {
        let simulation = change(simulation)?;
        let id = simulation.collider(collider)?;
        Ok(simulation.of.set_shape(id, keep(shape)?.as_shape())?)
    })
}
