//! Contact manifolds of convex shapes in 3D, given their separation and its normal.
//!
//! Each shape has a feature in the direction of the normal: a face, an edge or a corner ([`Face`]). If a feature is a face perpendicular to
//! the normal, it is the reference face. Both features are projected along the normal, and the feature of the other shape is clipped
//! against the sides of the reference face (I. Sutherland and G. Hodgman, Reentrant Polygon Clipping, 1974). What is left of it may still
//! be too far from the reference face for a contact; such parts are cut off too. The end of a cylinder is clipped as an exact disc
//! ([`disc`]). Without a reference face, two edges meet along a line or at a point, or a corner meets another feature. At most four of the
//! resulting points are kept: the deepest one, and then repeatedly the one farthest from the points already chosen.

mod disc;
mod edge;
mod polygon;
mod witness;

use super::face::{Face, perpendicular_to};
use crate::Vector;
use crate::narrow::manifold::Contact;
use crate::narrow::tolerance::{CURVED_WITNESS_ERROR, MAX_DEEPEST_POINT_ERROR};
use crate::narrow::{Separation, rounding_error};
use crate::scalar::Real;
use crate::vector::Mapped;
use crate::view::{Convex, Core};
use polygon::{FacePolygon, Patch, Plane};

/// The contact manifold of two shapes, given their separation. The error of the points is a few times epsilon times the largest coordinate.
#[inline]
pub(crate) fn manifold<R: Real>(
    a: &Convex<'_, R, 3>,
    b: &Convex<'_, R, 3>,
    separation: &Separation<R, 3>,
) -> Contact<R, 3> {
    let mut contact = Contact::new(separation.length, separation.normal);
    let half = separation.length * R::HALF;
    match (&a.core, &b.core) {
        (Core::Point(p), _) => {
            contact.push_point(*p + separation.normal.scaled(a.radius + half), separation.length, 0)
        }
        (_, Core::Point(q)) => {
            contact.push_point(*q - separation.normal.scaled(b.radius + half), separation.length, 0)
        }
        (Core::Aabb(p), Core::Aabb(q)) => {
            let offset = separation.normal.scaled((a.radius - b.radius) * R::HALF);
            aabbs(*p, *q, separation.normal, |id, point| {
                contact.push_point(point + offset, separation.length, id)
            });
        }
        _ => FeaturePair::new(a, b, separation).add_to(&mut contact),
    }
    contact
}

/// Calls `each` with the contact points of two axis-aligned boxes and their feature ids. The points are the corners of the rectangle in
/// which the projections of the two facing faces overlap. They lie halfway between the faces.
fn aabbs<R: Real>(
    [a_min, a_max]: [Vector<R, 3>; 2],
    [b_min, b_max]: [Vector<R, 3>; 2],
    normal: Vector<R, 3>,
    mut each: impl FnMut(u32, Vector<R, 3>),
) {
    let middle = |s: R, t: R| s + (t - s) * R::HALF;
    let low = a_min.zip(b_min, R::max);
    let high = a_max.zip(b_max, R::min);
    let shared = |k: usize| normal[k] == R::ZERO && low[k] < high[k];
    // `center` is used on axes along which the rectangle has no extent. Along the normal, it is halfway between the two faces. On other
    // axes on which the boxes do not overlap, it is in the middle of the gap.
    let center: Vector<R, 3> = Vector(crate::vector::from_fn(|k| {
        if normal[k] > R::ZERO {
            middle(a_max[k], b_min[k])
        } else if normal[k] < R::ZERO {
            middle(a_min[k], b_max[k])
        } else {
            middle(low[k], high[k])
        }
    }));
    for corner in 0..8 {
        let upper = |k: usize| corner >> k & 1 == 1;
        if (0..3).all(|k| shared(k) || !upper(k)) {
            let end = |k: usize| if upper(k) { high[k] } else { low[k] };
            each(
                corner as u32,
                Vector(crate::vector::from_fn(|k| if shared(k) { end(k) } else { center[k] })),
            );
        }
    }
}

/// The facing features of two shapes, in coordinates relative to a point near the shapes.
struct FeaturePair<'s, R> {
    cores: [&'s Core<'s, R, 3>; 2],
    origin: Vector<R, 3>,
    faces: [Face<R>; 2],
    radii: [R; 2],
    normal: Vector<R, 3>,
    /// The separation of the cores: the separation of the shapes plus both radii.
    core_separation: R,
    witnesses: Option<[Vector<R, 3>; 2]>,
    /// The rounding error of lengths such as `core_separation`.
    tolerance: R,
    /// The permitted error of witness points: their distance from the cores, and the offset of one from the other perpendicular to the
    /// normal. For curved rims it is larger than `tolerance`.
    witness_tolerance: R,
}

impl<'s, R: Real> FeaturePair<'s, R> {
    #[inline]
    fn new(a: &'s Convex<'s, R, 3>, b: &'s Convex<'s, R, 3>, separation: &Separation<R, 3>) -> Self {
        let p = bounded(a, b, separation.length);
        let q = bounded(b, a, separation.length);
        let origin = p.middle();
        let normal = separation.normal;
        let faces = [Face::new(&p, origin, normal), Face::new(&q, origin, -normal)];
        let radii = [a.radius, b.radius];
        let magnitude =
            faces[0].magnitude + faces[1].magnitude + radii[0] + radii[1] + separation.length.abs();
        let (core_separation, tolerance) =
            (separation.length + radii[0] + radii[1], rounding_error(magnitude));
        // If the cores touch, the separation's own witness points are inaccurate. They are then computed from the features.
        let witnesses = separation.witnesses.filter(|_| core_separation.abs() > tolerance);
        let is_curved = a.core.is_curved() || b.core.is_curved();
        let witness_tolerance =
            if is_curved { tolerance.max(magnitude * R::from_f64(CURVED_WITNESS_ERROR)) } else { tolerance };
        let are_along_normal = witnesses.is_none_or(|[p, q]| {
            let offset = q - p - separation.normal.scaled(core_separation);
            offset.dot(offset) <= witness_tolerance * witness_tolerance
        });
        let witnesses = witnesses.map(|witnesses| witnesses.mapped(|point| point - origin));
        let cores = [&a.core, &b.core];
        let mut pair = Self {
            cores,
            origin,
            faces,
            radii,
            normal,
            core_separation,
            witnesses,
            tolerance,
            witness_tolerance,
        };
        if !are_along_normal {
            pair.witnesses = witnesses.map(|witnesses| pair.best_witnesses(witnesses));
        }
        pair
    }

    /// A contact point is only added if the separation of the cores there is at most this number.
    fn max_separation(&self) -> R {
        let radii = self.radii[0] + self.radii[1];
        radii.max(self.core_separation) + self.tolerance
    }

    fn add_to(&self, contact: &mut Contact<R, 3>) {
        let discs = [0, 1].mapped(|shape| self.faces[shape].disc().is_some());
        let added = match (self.faces[0].is_perpendicular(), self.faces[1].is_perpendicular()) {
            // Both faces are tried as the reference face. A corner of one face may lie, within rounding, just outside a side of the other
            // face. Clipping then drops it, and it is found only if its own face is the reference face.
            (true, true) => match self.add_face_points(0, contact) {
                Some(true) => Some(true),
                Some(false) | None => self.add_face_points(1, contact),
            },
            (true, false) => self.add_face_points(0, contact),
            (false, true) => self.add_face_points(1, contact),
            // Neither feature is perpendicular to the normal, and only one of them is a disc. Its rim meets the other feature.
            (false, false) if discs[0] != discs[1] => self.add_face_points(usize::from(discs[1]), contact),
            (false, false) => None,
        };
        if added != Some(true) {
            self.edges(contact);
        }
    }

    /// Adds the contact points of both features, with the face of the shape `reference` as the reference face. Returns whether there are
    /// any; `None` if that face has no plane.
    fn add_face_points(&self, reference: usize, contact: &mut Contact<R, 3>) -> Option<bool> {
        let incident = 1 - reference;
        match [self.faces[reference].disc(), self.faces[incident].disc()] {
            [None, None] => self.polygons(reference, contact),
            [Some(disc), None] => {
                Some(self.disc_and_polygon(reference, disc, &self.faces[incident], contact))
            }
            [None, Some(disc)] => {
                Some(self.disc_and_polygon(incident, disc, &self.faces[reference], contact))
            }
            [Some(own), Some(other)] => Some(self.discs(reference, own, other, contact)),
        }
    }

    /// Adds the contact points of two polygons by clipping the incident face against the reference face.
    fn polygons(&self, reference: usize, contact: &mut Contact<R, 3>) -> Option<bool> {
        let frame = ContactFrame::of_normal(self.normal);
        let own = &self.faces[reference];
        let other = &self.faces[1 - reference];
        let outline = FacePolygon::of(own, &frame);
        let plane = Plane::of(own, &outline, &frame)?;
        let orientation = outline.orientation(self.tolerance)?;
        let mut incident_polygon = FacePolygon::of(other, &frame);
        incident_polygon.measure_from(&plane, reference == 1);
        let clipped_within = |tolerance: R| {
            let mut clipped = incident_polygon;
            (0..outline.len).for_each(|side| clipped.clip_to_side(&outline, side, orientation, tolerance));
            clipped.clip_to_ends(&outline, tolerance);
            self.clip_height(&mut clipped);
            clipped
        };
        // Clipping with a tolerance keeps points far beyond a narrow corner. So a tolerance is used only if clipping without one leaves
        // nothing.
        let mut clipped = clipped_within(R::ZERO);
        if clipped.len == 0 {
            clipped = clipped_within(self.tolerance);
            clipped.retain_near(&outline, self.tolerance + self.tolerance);
        }
        Some(self.add_patch(&frame, &clipped.patch(reference, plane), contact))
    }

    /// Removes the part of a polygon at which the separation exceeds the largest permitted separation. If the shapes overlap, the polygon
    /// is clipped there. Otherwise they touch only at their closest points, so only corners are kept and no corners are created.
    fn clip_height(&self, polygon: &mut FacePolygon<R>) {
        let max_separation = self.max_separation();
        let overlaps = self.core_separation < self.radii[0] + self.radii[1] - self.tolerance;
        if overlaps { polygon.clip_below(max_separation) } else { polygon.retain_below(max_separation) }
    }

    /// A correction that the caller adds to the separations of all contact points. It makes the smallest of them, `least`, equal to the
    /// separation of the cores. If the correction is larger than rounding and witness points are known, the contact points miss the deepest
    /// place. Then the middle between the witness points is added to `contact` as the first point, with the separation of the cores, and
    /// zero is returned.
    fn separation_correction(&self, least: R, contact: &mut Contact<R, 3>) -> R {
        let error = self.core_separation - least;
        if error.abs() <= self.tolerance * R::from_f64(MAX_DEEPEST_POINT_ERROR) || self.witnesses.is_none() {
            return error;
        }
        self.add_witness_point(contact);
        R::ZERO
    }

    /// Adds at most four points of a contact patch (candidate contact points on one plane). Returns whether there are any.
    fn add_patch(&self, frame: &ContactFrame<R>, patch: &Patch<'_, R>, contact: &mut Contact<R, 3>) -> bool {
        if patch.points.is_empty() {
            return false;
        }
        let radii = self.radii[0] + self.radii[1];
        let deepest = patch.deepest();
        let shift = self.separation_correction(patch.points[deepest][2], contact);
        patch.spread(deepest, self.tolerance, |index| {
            let [x, y, core_separation] = patch.points[index];
            let height = patch.height(x, y);
            // The heights, along the normal, at which the surfaces of the two cores are at this point.
            let (low, high) = if patch.base == 0 {
                (height, height + core_separation)
            } else {
                (height - core_separation, height)
            };
            let middle = (low + self.radii[0] + (high - self.radii[1])) * R::HALF;
            let point = self.origin + frame.point(x, y, middle);
            contact.push_point(
                point,
                core_separation + shift - radii,
                u32::from(patch.ids[index]) << (16 * (1 - patch.base)),
            );
        });
        true
    }
}

/// The core of a shape. If it is an infinite axis-aligned box, its infinite sides are replaced by sides near the other shape. A half-space is
/// replaced by a box near the other shape.
#[inline]
fn bounded<'a, R: Real>(shape: &Convex<'a, R, 3>, other: &Convex<'_, R, 3>, separation: R) -> Core<'a, R, 3> {
    if let Core::HalfSpace(half_space) = &shape.core {
        let reach = other.core.bounding_radius() + other.radius + shape.radius;
        return Core::Box(half_space.near(other.core.middle(), reach));
    }
    let Core::Aabb([min, max]) = shape.core else { return shape.core };
    if (0..3).all(|k| max[k] - min[k] < R::INFINITY) {
        return shape.core;
    }
    let middle = other.core.middle();
    let margin = (other.core.bounding_radius() + other.radius + separation.abs()) * R::TWO;
    let low = min.zip(middle, |end, c| if end > R::NEG_INFINITY { end } else { c - margin });
    let high = max.zip(middle, |end, c| if end < R::INFINITY { end } else { c + margin });
    Core::Aabb([low.zip(high, R::min), high.zip(low, R::max)])
}

/// A coordinate frame of a plane: two coordinates on the plane, and the height above it along the contact normal.
struct ContactFrame<R> {
    x: Vector<R, 3>,
    y: Vector<R, 3>,
    normal: Vector<R, 3>,
    /// The dual basis: the dot products of a point with these vectors are its two coordinates and its height.
    dual: [Vector<R, 3>; 3],
}

impl<R: Real> ContactFrame<R> {
    /// The frame of the plane perpendicular to the contact normal.
    fn of_normal(normal: Vector<R, 3>) -> Self {
        let x = perpendicular_to(normal);
        let y = normal.cross(x);
        Self { x, y, normal, dual: [x, y, normal] }
    }

    /// The frame of a plane with the normal `axis`. The first coordinate runs along `x`, a unit vector in the plane.
    fn on_plane(axis: Vector<R, 3>, x: Vector<R, 3>, normal: Vector<R, 3>) -> Self {
        let y = axis.cross(x);
        let height = axis.scaled(R::ONE / axis.dot(normal));
        let dual = |v: Vector<R, 3>| v - height.scaled(v.dot(normal));
        Self { x, y, normal, dual: [dual(x), dual(y), height] }
    }

    #[inline]
    fn coordinates(&self, point: Vector<R, 3>) -> [R; 3] {
        self.dual.map(|axis| axis.dot(point))
    }

    #[inline]
    fn point(&self, x: R, y: R, height: R) -> Vector<R, 3> {
        self.x.scaled(x) + self.y.scaled(y) + self.normal.scaled(height)
    }
}

#[cfg(all(test, feature = "std"))]
mod tests;
