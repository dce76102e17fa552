//! Queries on two shapes, in 2D and in 3D: relation, distance, contact, sweep and ray cast.

use crate::bumper_status::{self, *};
use crate::shape::{bumper_shape, with};
use crate::space::{bumper_shape3, with as with3};
use crate::typed::{bumper_point3_f32, bumper_point_f32, point, point3, Shaped};
use crate::{bumper_relation, finite_vector, give, guard};
use engine::{Contact, Ray, RayHit, Relate, SweepHit, Vector};

/// Defines the queries on two shapes and their results, for one number of dimensions. In 3D, the names contain a 3.
macro_rules! queries {
    ($d:literal, $n:literal, most $most:literal, $give:ident, $with:ident) => {pastey::paste! {
        /// A contact point, halfway between the two surfaces. `separation` is the distance of the surfaces at this point; if negative, its
        /// magnitude is the penetration depth. `feature` is a number for the touching corners and edges: as long as the same corners and
        /// edges touch, it stays the same. `parts` are the parts of the two shapes that meet at the point, as in the contact.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct [<bumper_contact $d _point>] {
            pub point: [<bumper_point $d _f32>],
            pub separation: f32,
            pub feature: u32,
            pub parts: [u32; 2],
        }

        /// The contact manifold of two shapes. `separation` is their distance; if negative, its magnitude is the penetration depth.
        /// `normal` is the unit normal from the first shape to the second. `count` is the number of contact points. If the shapes overlap,
        /// a motion of the second shape along the normal by the penetration depth makes them touch. `parts` are the parts of the two shapes
        /// that the contact belongs to; 0 for shapes without parts. The part of a compound is an index in the list of its parts. The part of
        /// a concave polygon is an edge, given by the index of its first corner, or BUMPER_NO_PART if the normal belongs to no edge. The
        /// part of a mask is a pixel: its row times the width of the mask plus its column. The part of a mesh is the index of a triangle.
        /// The part of a height field is a cell: in 2D its index, in 3D its row times the number of cells in a row plus its column.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct [<bumper_contact $d>] {
            pub separation: f32,
            pub normal: [<bumper_point $d _f32>],
            pub count: u32,
            pub points: [[<bumper_contact $d _point>]; $most],
            pub parts: [u32; 2],
        }

        impl From<Contact<f32, $n>> for [<bumper_contact $d>] {
            fn from(contact: Contact<f32, $n>) -> Self {
                let found = contact.points();
                let at = |k: usize| {
                    let none = [<bumper_contact $d _point>] { point: $give(Vector::default()), separation: 0.0, feature: 0, parts: [0; 2] };
                    found.get(k).map_or(none, |at| [<bumper_contact $d _point>] {
                        point: $give(at.point),
                        separation: at.separation,
                        feature: at.feature,
                        parts: at.parts,
                    })
                };
                let count = found.len().min($most) as u32;
                let points = std::array::from_fn(at);
                let Contact { separation, normal, parts, .. } = contact;
                Self { separation, normal: $give(normal), count, points, parts }
            }
        }

        /// The hit of a sweep (shape cast). `time` is the time of impact, as a fraction of the motion, from 0 to 1; it is 0 if the shapes
        /// overlap at the start. `normal` is the unit normal from the first shape to the second, and `point` the contact point. In a world,
        /// `id` is the shape that was hit; in a query on two shapes, it is 0. `parts` are the parts of the two shapes that meet, as in a
        /// contact.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct [<bumper_sweep $d _hit>] {
            pub id: u64,
            pub time: f32,
            pub normal: [<bumper_point $d _f32>],
            pub point: [<bumper_point $d _f32>],
            pub starts_overlapping: bool,
            pub parts: [u32; 2],
        }

        impl [<bumper_sweep $d _hit>] {
            pub fn new(id: u64, hit: SweepHit<f32, $n>) -> Self {
                let normal = $give(hit.normal);
                let at = $give(hit.point);
                let SweepHit { time, starts_overlapping, parts, .. } = hit;
                Self { id, time, normal, point: at, starts_overlapping, parts }
            }
        }

        /// A ray: a start point, a direction of any length except zero, and the length `max_distance`, which may be infinite. If it is
        /// negative, the ray hits nothing.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct [<bumper_ray $d>] {
            pub from: [<bumper_point $d _f32>],
            pub direction: [<bumper_point $d _f32>],
            pub max_distance: f32,
        }

        impl [<bumper_ray $d>] {
            pub fn ray(&self) -> Result<Ray<f32, $n>, bumper_status> {
                let ray = Ray::new(self.from.shape(), self.direction.shape()).ok_or(BUMPER_NOT_A_NUMBER)?;
                if self.max_distance.is_nan() {
                    return Err(BUMPER_NOT_A_NUMBER);
                }
                Ok(ray.with_max_distance(self.max_distance))
            }
        }

        /// The hit of a ray: the distance from the start of the ray, the hit point, and the unit normal of the surface at this point. In a
        /// world, `id` is the shape that was hit; in a query on one shape, it is 0. `part` is the part of the shape that was hit, as in a
        /// contact; BUMPER_NO_PART if the ray starts inside a concave polygon.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct [<bumper_ray $d _hit>] {
            pub id: u64,
            pub distance: f32,
            pub point: [<bumper_point $d _f32>],
            pub normal: [<bumper_point $d _f32>],
            pub part: u32,
        }

        impl [<bumper_ray $d _hit>] {
            pub fn new(id: u64, hit: RayHit<f32, $n>) -> Self {
                let RayHit { distance, point, normal, part } = hit;
                Self { id, distance, point: $give(point), normal: $give(normal), part }
            }
        }

        /// The relation of two shapes.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_shape $d _relation>](
            a: *const [<bumper_shape $d>],
            b: *const [<bumper_shape $d>],
            relation: *mut bumper_relation,
        ) -> bumper_status {
            guard(|| give(relation, $with(a, |a| $with(b, |b| a.relation(&b)))??.into()))
        }

        /// Writes whether two shapes have a point in common: whether they touch or overlap.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_shape $d _intersects>](
            a: *const [<bumper_shape $d>],
            b: *const [<bumper_shape $d>],
            yes: *mut bool,
        ) -> bumper_status {
            guard(|| give(yes, $with(a, |a| $with(b, |b| a.intersects(&b)))??))
        }

        /// Writes whether two shapes overlap. It is false if they only touch.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_shape $d _overlaps>](
            a: *const [<bumper_shape $d>],
            b: *const [<bumper_shape $d>],
            yes: *mut bool,
        ) -> bumper_status {
            guard(|| give(yes, $with(a, |a| $with(b, |b| a.overlaps(&b)))??))
        }

        /// The distance between two shapes; zero if they touch or overlap.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_shape $d _distance>](
            a: *const [<bumper_shape $d>],
            b: *const [<bumper_shape $d>],
            distance: *mut f32,
        ) -> bumper_status {
            guard(|| give(distance, $with(a, |a| $with(b, |b| engine::distance(a, b)))??))
        }

        /// The contact manifold of two shapes. If they are apart, the separation is their distance.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_shape $d _contact>](
            a: *const [<bumper_shape $d>],
            b: *const [<bumper_shape $d>],
            contact: *mut [<bumper_contact $d>],
        ) -> bumper_status {
            guard(|| give(contact, $with(a, |a| $with(b, |b| engine::contact(a, b)))??.into()))
        }

        /// Sweeps two shapes that move by `a_moves` and `b_moves` in the same time, and computes the time of impact and the contact. Sets
        /// `found` to whether the shapes touch during the motion. Writes `hit` only if they do. Shapes that already touch at the start are
        /// a hit only if they move closer to each other.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_shape $d _sweep>](
            a: *const [<bumper_shape $d>],
            a_moves: [<bumper_point $d _f32>],
            b: *const [<bumper_shape $d>],
            b_moves: [<bumper_point $d _f32>],
            found: *mut bool,
            hit: *mut [<bumper_sweep $d _hit>],
        ) -> bumper_status {
            guard(|| {
                let a_moves = finite_vector(a_moves.shape())?;
                let b_moves = finite_vector(b_moves.shape())?;
                let first = $with(a, |a| $with(b, |b| engine::sweep(a, a_moves, b, b_moves)))??;
                if let Some(first) = first {
                    give(hit, [<bumper_sweep $d _hit>]::new(0, first))?;
                }
                give(found, first.is_some())
            })
        }

        /// Casts a ray against a shape. Sets `found` to whether the ray hits the shape. Writes `hit` only if it does.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_shape $d _cast>](
            ray: [<bumper_ray $d>],
            shape: *const [<bumper_shape $d>],
            found: *mut bool,
            hit: *mut [<bumper_ray $d _hit>],
        ) -> bumper_status {
            guard(|| {
                let ray = ray.ray()?;
                let first = $with(shape, |shape| engine::cast(&ray, shape))?;
                if let Some(first) = first {
                    give(hit, [<bumper_ray $d _hit>]::new(0, first))?;
                }
                give(found, first.is_some())
            })
        }
    }};
}

queries!("", 2, most 2, point, with);
queries!("3", 3, most 4, point3, with3);
