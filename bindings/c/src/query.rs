//! What two shapes are asked.

use crate::bumper_status::{self, *};
use crate::shape::{bumper_shape, with};
use crate::typed::{bumper_point_f32, Shaped};
use crate::{bumper_relation, give, guard};
use engine::{Contact, Ray, RayHit, Relate, SweepHit, Vector};

pub fn point(of: Vector<f32, 2>) -> bumper_point_f32 {
    bumper_point_f32 { x: of.x(), y: of.y() }
}

/// A point where two shapes meet, half-way between their surfaces; the separation there, below zero how deep; and a number that
/// stays the same as long as the same corners and edges meet.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_contact_point {
    pub point: bumper_point_f32,
    pub separation: f32,
    pub feature: u32,
}

/// How two shapes meet: the separation (below zero the depth), the unit normal from the first to the second, and one or two
/// points. Moving the second along the normal by the depth leaves them touching.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_contact {
    pub separation: f32,
    pub normal: bumper_point_f32,
    pub count: u32,
    pub points: [bumper_contact_point; 2],
}

impl From<Contact<f32, 2>> for bumper_contact {
    fn from(contact: Contact<f32, 2>) -> Self {
        let at = |k: usize| {
            contact.points().get(k).map_or(
                bumper_contact_point { point: point(Vector([0.0; 2])), separation: 0.0, feature: 0 },
                |found| bumper_contact_point {
                    point: point(found.point),
                    separation: found.separation,
                    feature: found.feature,
                },
            )
        };
        let count = contact.points().len().min(2) as u32;
        Self { separation: contact.separation, normal: point(contact.normal), count, points: [at(0), at(1)] }
    }
}

/// The first touch of a sweep: when, in parts of the way from 0 to 1; the unit normal from the first shape to the second; where.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_sweep_hit {
    /// Whose shape was hit; 0 where no world was asked.
    pub id: u64,
    pub time: f32,
    pub normal: bumper_point_f32,
    pub point: bumper_point_f32,
    pub starts_overlapping: bool,
}

impl bumper_sweep_hit {
    pub fn new(id: u64, hit: SweepHit<f32, 2>) -> Self {
        let (normal, at) = (point(hit.normal), point(hit.point));
        Self { id, time: hit.time, normal, point: at, starts_overlapping: hit.starts_overlapping }
    }
}

/// A ray: from a point into a direction of any length but zero, as far as `reach`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_ray {
    pub from: bumper_point_f32,
    pub direction: bumper_point_f32,
    pub reach: f32,
}

impl bumper_ray {
    pub fn ray(&self) -> Result<Ray<f32, 2>, bumper_status> {
        let ray = Ray::new(self.from.shape(), self.direction.shape()).ok_or(BUMPER_NOT_A_NUMBER)?;
        if self.reach.is_nan() {
            return Err(BUMPER_NOT_A_NUMBER);
        }
        Ok(ray.with_reach(self.reach))
    }
}

/// What a ray hits: how far away, where, and the unit normal of the surface there.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_ray_hit {
    /// Whose shape was hit; 0 where no world was asked.
    pub id: u64,
    pub distance: f32,
    pub point: bumper_point_f32,
    pub normal: bumper_point_f32,
}

impl bumper_ray_hit {
    pub fn new(id: u64, hit: RayHit<f32, 2>) -> Self {
        Self { id, distance: hit.distance, point: point(hit.point), normal: point(hit.normal) }
    }
}

/// How two shapes lie to each other.
#[no_mangle]
pub unsafe extern "C" fn bumper_shape_relation(
    a: *const bumper_shape,
    b: *const bumper_shape,
    relation: *mut bumper_relation,
) -> bumper_status {
    guard(|| give(relation, with(a, |a| with(b, |b| a.relation(&b)))??.into()))
}

/// Whether two shapes share a point: touching counts.
#[no_mangle]
pub unsafe extern "C" fn bumper_shape_intersects(
    a: *const bumper_shape,
    b: *const bumper_shape,
    yes: *mut bool,
) -> bumper_status {
    guard(|| give(yes, with(a, |a| with(b, |b| a.intersects(&b)))??))
}

/// Whether two shapes share more than their boundaries: touching does not count.
#[no_mangle]
pub unsafe extern "C" fn bumper_shape_overlaps(
    a: *const bumper_shape,
    b: *const bumper_shape,
    yes: *mut bool,
) -> bumper_status {
    guard(|| give(yes, with(a, |a| with(b, |b| a.overlaps(&b)))??))
}

/// The length of the shortest gap between two shapes; zero where they touch or overlap.
#[no_mangle]
pub unsafe extern "C" fn bumper_shape_distance(
    a: *const bumper_shape,
    b: *const bumper_shape,
    distance: *mut f32,
) -> bumper_status {
    guard(|| give(distance, with(a, |a| with(b, |b| engine::distance(a, b)))??))
}

/// How two shapes meet, or how far they are apart.
#[no_mangle]
pub unsafe extern "C" fn bumper_shape_contact(
    a: *const bumper_shape,
    b: *const bumper_shape,
    contact: *mut bumper_contact,
) -> bumper_status {
    guard(|| give(contact, with(a, |a| with(b, |b| engine::contact(a, b)))??.into()))
}

/// The first touch of two shapes that move by these ways in the same time. `found` tells whether there is one; only then `hit`
/// is written.
#[no_mangle]
pub unsafe extern "C" fn bumper_shape_sweep(
    a: *const bumper_shape,
    a_moves: bumper_point_f32,
    b: *const bumper_shape,
    b_moves: bumper_point_f32,
    found: *mut bool,
    hit: *mut bumper_sweep_hit,
) -> bumper_status {
    guard(|| {
        let first = with(a, |a| with(b, |b| engine::sweep(a, a_moves.shape(), b, b_moves.shape())))??;
        if let Some(first) = first {
            give(hit, bumper_sweep_hit::new(0, first))?;
        }
        give(found, first.is_some())
    })
}

/// Where a ray hits a shape. `found` tells whether it does; only then `hit` is written.
#[no_mangle]
pub unsafe extern "C" fn bumper_shape_cast(
    ray: bumper_ray,
    shape: *const bumper_shape,
    found: *mut bool,
    hit: *mut bumper_ray_hit,
) -> bumper_status {
    guard(|| {
        let ray = ray.ray()?;
        let first = with(shape, |shape| engine::cast(&ray, shape))?;
        if let Some(first) = first {
            give(hit, bumper_ray_hit::new(0, first))?;
        }
        give(found, first.is_some())
    })
}
