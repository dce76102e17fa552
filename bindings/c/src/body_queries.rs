//! Spatial queries on the colliders of a simulation, and their filter.

use crate::bumper_status;
use crate::query::{bumper_contact, bumper_ray};
use crate::shape::{bumper_shape, with};
use crate::simulation::bumper_simulation;
use crate::typed::{bumper_point_f32, point, Shaped};
use crate::{bumper_relation, finite_vector, give, guard, list, not_negative, read, Room};
use engine::dynamics::{BodyHit, BodyId, ColliderId, QueryFilter};
use engine::{Contact, RayHit, Relation, SweepHit};

/// Selects the colliders that a query considers. Start from bumper_query_filter_default. The arrays of ids belong to the caller.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_query_filter {
    /// `layers` are the layers of the query, and `filter` the layers that it accepts; one bit each. A collider is considered if `filter`
    /// contains a layer of the collider, and the filter of the collider contains one of `layers`.
    pub layers: u32,
    pub filter: u32,
    /// Whether the query considers sensors, and colliders of static, of kinematic and of dynamic bodies; 0 or 1 each.
    pub sensors: u32,
    pub static_bodies: u32,
    pub kinematic_bodies: u32,
    pub dynamic_bodies: u32,
    /// The ids of bodies whose colliders are ignored. May be null if the count is 0.
    pub exclude_bodies: *const u64,
    pub exclude_body_count: usize,
    /// The ids of colliders that are ignored. May be null if the count is 0.
    pub exclude_colliders: *const u64,
    pub exclude_collider_count: usize,
}

/// A collider that a ray hits, and its body. `distance` is the distance from the start of the ray to the hit `point`, and `normal` the unit
/// normal of the surface at this point. `part` is the part of the collider that was hit, as in bumper_ray_hit.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_simulation_ray_hit {
    pub collider: u64,
    pub body: u64,
    pub distance: f32,
    pub point: bumper_point_f32,
    pub normal: bumper_point_f32,
    pub part: u32,
}

/// A collider that a moving shape touches, and its body. `time` is the time of impact, as a fraction of the motion, from 0 to 1; it is 0 if
/// the shapes overlap at the start. `normal` is the unit normal from the moving shape to the collider, and `point` the contact point. `parts`
/// are the parts of the moving shape and of the collider that meet.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_simulation_sweep_hit {
    pub collider: u64,
    pub body: u64,
    pub time: f32,
    pub normal: bumper_point_f32,
    pub point: bumper_point_f32,
    pub starts_overlapping: bool,
    pub parts: [u32; 2],
}

/// A collider that touches or overlaps a shape, and its body.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_simulation_overlap {
    pub collider: u64,
    pub body: u64,
    /// The relation of the shape and the collider: BUMPER_TOUCHING or BUMPER_OVERLAPPING.
    pub relation: bumper_relation,
}

/// The collider that is nearest to a given shape, its body, and the contact manifold of the two. Its normal points from the given shape to
/// the collider.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_simulation_nearest_hit {
    pub collider: u64,
    pub body: u64,
    pub contact: bumper_contact,
}

/// Returns the filter that considers all colliders except sensors.
#[no_mangle]
pub extern "C" fn bumper_query_filter_default() -> bumper_query_filter {
    bumper_query_filter {
        layers: u32::MAX,
        filter: u32::MAX,
        sensors: 0,
        static_bodies: 1,
        kinematic_bodies: 1,
        dynamic_bodies: 1,
        exclude_bodies: std::ptr::null(),
        exclude_body_count: 0,
        exclude_colliders: std::ptr::null(),
        exclude_collider_count: 0,
    }
}

/// Converts the filter from C, calls `call` with the simulation and this filter, and returns its result. If `filter` is null, uses
/// bumper_query_filter_default. Ids of removed bodies and colliders in the filter have no effect. Returns BUMPER_GONE if an id in the
/// filter belongs to another simulation.
///
/// # Safety
/// `simulation`, `filter` and the pointers in the filter are null or valid.
unsafe fn query<T>(
    simulation: *const bumper_simulation,
    filter: *const bumper_query_filter,
    call: impl FnOnce(&bumper_simulation, &QueryFilter<'_, f32>) -> Result<T, bumper_status>,
) -> Result<T, bumper_status> {
    let simulation = read(simulation)?;
    let of = filter.as_ref().copied().unwrap_or(bumper_query_filter_default());
    let bodies = list(of.exclude_bodies, of.exclude_body_count)?.iter().map(|id| simulation.body(*id));
    let colliders =
        list(of.exclude_colliders, of.exclude_collider_count)?.iter().map(|id| simulation.collider(*id));
    let bodies = bodies.collect::<Result<Vec<BodyId>, _>>()?;
    let colliders = colliders.collect::<Result<Vec<ColliderId>, _>>()?;
    let filter = QueryFilter {
        layers: of.layers,
        filter: of.filter,
        sensors: of.sensors != 0,
        static_bodies: of.static_bodies != 0,
        kinematic_bodies: of.kinematic_bodies != 0,
        dynamic_bodies: of.dynamic_bodies != 0,
        exclude_bodies: &bodies,
        exclude_colliders: &colliders,
        predicate: None,
    };
    call(simulation, &filter)
}

impl bumper_simulation {
    fn ray_hit(&self, found: &BodyHit<RayHit<f32, 2>>) -> bumper_simulation_ray_hit {
        let hit = found.hit;
        bumper_simulation_ray_hit {
            collider: self.collider_number(found.collider),
            body: self.body_number(found.body),
            distance: hit.distance,
            point: point(hit.point),
            normal: point(hit.normal),
            part: hit.part,
        }
    }

    fn sweep_hit(&self, found: &BodyHit<SweepHit<f32, 2>>) -> bumper_simulation_sweep_hit {
        let hit = found.hit;
        bumper_simulation_sweep_hit {
            collider: self.collider_number(found.collider),
            body: self.body_number(found.body),
            time: hit.time,
            normal: point(hit.normal),
            point: point(hit.point),
            starts_overlapping: hit.starts_overlapping,
            parts: hit.parts,
        }
    }

    fn overlap(&self, found: &BodyHit<Relation>) -> bumper_simulation_overlap {
        bumper_simulation_overlap {
            collider: self.collider_number(found.collider),
            body: self.body_number(found.body),
            relation: found.hit.into(),
        }
    }

    fn nearest_hit(&self, found: &BodyHit<Contact<f32, 2>>) -> bumper_simulation_nearest_hit {
        bumper_simulation_nearest_hit {
            collider: self.collider_number(found.collider),
            body: self.body_number(found.body),
            contact: found.hit.into(),
        }
    }
}

/// Casts a ray, and finds the first collider that it hits. Considers only colliders that the filter accepts. `filter` may be null, which
/// means bumper_query_filter_default. Sets `found` to whether the ray hits a collider. Writes `hit` only if it does.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_cast(
    simulation: *const bumper_simulation,
    ray: bumper_ray,
    filter: *const bumper_query_filter,
    found: *mut bool,
    hit: *mut bumper_simulation_ray_hit,
) -> bumper_status {
    guard(|| {
        query(simulation, filter, |simulation, filter| {
            let first = simulation.of.cast(&ray.ray()?, filter);
            if let Some(first) = &first {
                give(hit, simulation.ray_hit(first))?;
            }
            give(found, first.is_some())
        })
    })
}

/// Finds all colliders that a ray hits and that the filter accepts, each with its first hit, sorted by distance. `filter` may be null,
/// which means bumper_query_filter_default. Writes at most `capacity` hits to `hits`, which may be null if `capacity` is 0. Sets `count` to
/// the total number of hits.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_cast_all(
    simulation: *const bumper_simulation,
    ray: bumper_ray,
    filter: *const bumper_query_filter,
    hits: *mut bumper_simulation_ray_hit,
    capacity: usize,
    count: *mut usize,
) -> bumper_status {
    guard(|| {
        query(simulation, filter, |simulation, filter| {
            let mut room = Room::new(hits, capacity)?;
            let all = simulation.of.cast_all(&ray.ray()?, filter);
            all.iter().for_each(|found| room.put(simulation.ray_hit(found)));
            give(count, room.count)
        })
    })
}

/// Sweeps a shape by `moves`, and finds the first collider that it touches. Considers only colliders that the filter accepts. `filter` may
/// be null, which means bumper_query_filter_default. Sets `found` to whether the shape touches a collider. Writes `hit` only if it does.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_sweep(
    simulation: *const bumper_simulation,
    shape: *const bumper_shape,
    moves: bumper_point_f32,
    filter: *const bumper_query_filter,
    found: *mut bool,
    hit: *mut bumper_simulation_sweep_hit,
) -> bumper_status {
    guard(|| {
        query(simulation, filter, |simulation, filter| {
            let moves = finite_vector(moves.shape())?;
            let first = with(shape, |shape| simulation.of.sweep(shape, moves, filter))?;
            if let Some(first) = &first {
                give(hit, simulation.sweep_hit(first))?;
            }
            give(found, first.is_some())
        })
    })
}

/// Finds all colliders that a shape touches while it moves by `moves` and that the filter accepts, each with its first hit, sorted by time.
/// `filter` may be null, which means bumper_query_filter_default. Writes at most `capacity` hits to `hits`, which may be null if `capacity`
/// is 0. Sets `count` to the total number of hits.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_sweep_all(
    simulation: *const bumper_simulation,
    shape: *const bumper_shape,
    moves: bumper_point_f32,
    filter: *const bumper_query_filter,
    hits: *mut bumper_simulation_sweep_hit,
    capacity: usize,
    count: *mut usize,
) -> bumper_status {
    guard(|| {
        query(simulation, filter, |simulation, filter| {
            let mut room = Room::new(hits, capacity)?;
            let moves = finite_vector(moves.shape())?;
            let all = with(shape, |shape| simulation.of.sweep_all(shape, moves, filter))?;
            all.iter().for_each(|found| room.put(simulation.sweep_hit(found)));
            give(count, room.count)
        })
    })
}

/// Finds all colliders that touch or overlap a shape and that the filter accepts, sorted by id. A shape of kind BUMPER_POINT finds the
/// colliders under a cursor. `filter` may be null, which means bumper_query_filter_default. Writes at most `capacity` colliders to `found`,
/// which may be null if `capacity` is 0. Sets `count` to the total number of these colliders.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_intersecting(
    simulation: *const bumper_simulation,
    shape: *const bumper_shape,
    filter: *const bumper_query_filter,
    found: *mut bumper_simulation_overlap,
    capacity: usize,
    count: *mut usize,
) -> bumper_status {
    guard(|| {
        query(simulation, filter, |simulation, filter| {
            let mut room = Room::new(found, capacity)?;
            let all = with(shape, |shape| simulation.of.intersecting(shape, filter))?;
            all.iter().for_each(|found| room.put(simulation.overlap(found)));
            give(count, room.count)
        })
    })
}

/// Finds the collider with the smallest separation from a shape. Considers only colliders that the filter accepts and whose separation is
/// at most `max_distance`. The separation of overlapping shapes is negative: minus the penetration depth. `filter` may be null, which means
/// bumper_query_filter_default. Sets `found` to whether there is such a collider. Writes `hit` only if there is one.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_nearest(
    simulation: *const bumper_simulation,
    shape: *const bumper_shape,
    max_distance: f32,
    filter: *const bumper_query_filter,
    found: *mut bool,
    hit: *mut bumper_simulation_nearest_hit,
) -> bumper_status {
    guard(|| {
        query(simulation, filter, |simulation, filter| {
            let max_distance = not_negative(max_distance)?;
            let nearest = with(shape, |shape| simulation.of.nearest(shape, max_distance, filter))?;
            if let Some(nearest) = &nearest {
                give(hit, simulation.nearest_hit(nearest))?;
            }
            give(found, nearest.is_some())
        })
    })
}
