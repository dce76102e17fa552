//! Contact points of the end of a cylinder, which is a disc, with a face or with another disc. They are exact, except for two discs that
//! are tilted against each other.

use super::polygon::{FacePolygon, MAX_POINTS, Plane, PointList};
use super::{ContactFrame, FeaturePair, perpendicular_to};
use crate::Vector;
use crate::narrow::manifold::Contact;
use crate::narrow::measure::unit;
use crate::narrow::space::face::{Disc, Face, FaceKind, max_squared_tilt};
use crate::scalar::Real;
use crate::vector::Mapped;

/// Contact points on the rim of a disc have feature ids from this number on.
const RIM_ID: u16 = 0x4000;

/// Contact points at which a rim crosses a side of a polygon have feature ids from this number on. Each side of the polygon has two ids.
const SIDE_ID: u16 = 0x2000;

/// The corners of an octagon inscribed in the unit circle.
const OCTAGON: [(f64, f64); 8] = {
    const H: f64 = core::f64::consts::FRAC_1_SQRT_2;
    [(1.0, 0.0), (H, H), (0.0, 1.0), (-H, H), (-1.0, 0.0), (-H, -H), (0.0, -1.0), (H, -H)]
};

impl<R: Real> FeaturePair<'_, R> {
    /// The coordinate frame of the plane of a disc. The first coordinate runs from the center to the support point of the rim along the
    /// contact normal.
    fn frame_of(&self, shape: usize, disc: Disc<R>) -> ContactFrame<R> {
        let direction = if shape == 0 { self.normal } else { -self.normal };
        ContactFrame::on_plane(disc.axis, self.unit_toward(disc, direction), self.normal)
    }

    /// The unit vector in the plane of a disc that is closest to a direction; an arbitrary one if the direction is parallel to the axis.
    fn unit_toward(&self, disc: Disc<R>, direction: Vector<R, 3>) -> Vector<R, 3> {
        let flat = |v: Vector<R, 3>| v - disc.axis.scaled(disc.axis.dot(v));
        let side = flat(direction);
        if side.dot(side) * disc.radius * disc.radius <= self.tolerance * self.tolerance {
            return perpendicular_to(disc.axis);
        }
        // The vector is projected twice: if the direction is close to the axis, rounding leaves a component along the axis.
        unit(side).and_then(|side| unit(flat(side))).unwrap_or_else(|| perpendicular_to(disc.axis))
    }

    /// Adds the contact points of a disc of the shape `shape` and a face or edge of the other shape. Returns whether there are any.
    pub(super) fn disc_and_polygon(
        &self,
        shape: usize,
        disc: Disc<R>,
        face: &Face<R>,
        contact: &mut Contact<R, 3>,
    ) -> bool {
        let frame = self.frame_of(shape, disc);
        let [x, y, height] = frame.coordinates(self.faces[shape].corners[0]);
        let base = Plane::level(height);
        let mut polygon = FacePolygon::of(face, &frame);
        polygon.measure_from(&base, shape == 1);
        // `plane` returns, for a point of the disc's plane, the separation of the face from the disc there.
        let plane = Plane::of(face, &polygon, &frame).map(|plane| plane.measured(shape == 1));
        polygon.clip_below(self.max_separation());
        let mut points = PointList::<R, MAX_POINTS>::empty();
        let rim = PlaneCircle { x, y, radius: disc.radius };
        for (point, id) in
            polygon.corners().filter(|(point, _)| rim.contains(point[0], point[1], self.tolerance))
        {
            points.push(point, id);
        }
        for side in 0..if polygon.len > 2 { polygon.len } else { polygon.len / 2 } {
            let from = polygon.points[side];
            let to = polygon.points[polygon.next(side)];
            for (which, t) in
                rim.intersect_segment(from, to, self.tolerance).into_iter().flatten().enumerate()
            {
                let point = crate::vector::from_fn(|k| from[k] + (to[k] - from[k]) * t);
                points.push(point, SIDE_ID + 2 * side as u16 + which as u16);
            }
        }
        if let (Some(plane), Some(orientation)) = (plane, polygon.orientation(self.tolerance)) {
            for (id, [x, y]) in rim.diameter_ends([R::ONE, R::ZERO]).into_iter().enumerate() {
                let core_separation = plane.height(x, y);
                if core_separation <= self.max_separation() && polygon.contains(x, y, orientation) {
                    points.push([x, y, core_separation], RIM_ID + id as u16);
                }
            }
        }
        self.add_patch(&frame, &points.patch(shape, base), contact)
    }

    /// Adds the contact points of two discs. The reference disc is perpendicular to the contact normal; the incident disc may be tilted.
    /// Returns whether there are any contact points.
    pub(super) fn discs(
        &self,
        reference: usize,
        reference_disc: Disc<R>,
        incident_disc: Disc<R>,
        contact: &mut Contact<R, 3>,
    ) -> bool {
        let incident = 1 - reference;
        let sine = reference_disc.axis.cross(incident_disc.axis);
        if sine.dot(sine) > max_squared_tilt() {
            let octagon = self.octagon(reference, reference_disc, incident, incident_disc);
            return self.disc_and_polygon(incident, incident_disc, &octagon, contact);
        }
        let frame = self.frame_of(incident, incident_disc);
        let [x, y, height] = frame.coordinates(self.faces[incident].corners[0]);
        let [u, v, reference_center_height] = frame.coordinates(self.faces[reference].corners[0]);
        let incident_circle = PlaneCircle { x, y, radius: incident_disc.radius };
        let reference_circle = PlaneCircle { x: u, y: v, radius: reference_disc.radius };
        let cosine = reference_disc.axis.dot(self.normal);
        let rise = [frame.x, frame.y].mapped(|axis| -reference_disc.axis.dot(axis) / cosine);
        let core_separation = |x: R, y: R| {
            let reference_height = reference_center_height + rise[0] * (x - u) + rise[1] * (y - v);
            if incident == 1 { height - reference_height } else { reference_height - height }
        };
        let mut points = PointList::<R, MAX_POINTS>::empty();
        let delta = [u - x, v - y];
        let length = (delta[0] * delta[0] + delta[1] * delta[1]).sqrt();
        let toward = match length > self.tolerance {
            true => delta.map(|c| c / length),
            false => [R::ONE, R::ZERO],
        };
        let diameter_ends =
            incident_circle.diameter_ends(toward).into_iter().chain(reference_circle.diameter_ends(toward));
        let all = diameter_ends
            .chain(incident_circle.intersect_circle(&reference_circle, toward, length).into_iter().flatten());
        for (id, [x, y]) in (RIM_ID..).zip(all) {
            let core_separation = core_separation(x, y);
            if core_separation <= self.max_separation()
                && incident_circle.contains(x, y, self.tolerance)
                && reference_circle.contains(x, y, self.tolerance)
            {
                points.push([x, y, core_separation], id);
            }
        }
        self.add_patch(&frame, &points.patch(incident, Plane::level(height)), contact)
    }

    /// An octagon that replaces a disc: it is inscribed in the disc, and one of its corners points towards the support point of the other
    /// disc's rim.
    fn octagon(&self, shape: usize, disc: Disc<R>, incident: usize, incident_disc: Disc<R>) -> Face<R> {
        let center = self.faces[shape].corners[0];
        let frame = self.frame_of(incident, incident_disc);
        let farthest = self.faces[incident].corners[0] + frame.x.scaled(incident_disc.radius) - center;
        let x = self.unit_toward(disc, unit(farthest).unwrap_or(disc.axis));
        let y = disc.axis.cross(x);
        let kind = FaceKind::Polygon { normal: disc.axis, is_perpendicular: false };
        let mut face = Face { len: 0, kind, ..self.faces[shape] };
        for (id, (c, s)) in OCTAGON.into_iter().enumerate() {
            let c = R::from_f64(c) * disc.radius;
            let s = R::from_f64(s) * disc.radius;
            face.push(center + x.scaled(c) + y.scaled(s), id as u16);
        }
        face
    }
}

/// A circle in the coordinates of the plane of a disc.
struct PlaneCircle<R> {
    x: R,
    y: R,
    radius: R,
}

impl<R: Real> PlaneCircle<R> {
    fn contains(&self, x: R, y: R, tolerance: R) -> bool {
        let dx = x - self.x;
        let dy = y - self.y;
        let limit = self.radius + tolerance;
        dx * dx + dy * dy <= limit * limit
    }

    /// The ends of two diameters: along a unit vector, and perpendicular to it.
    fn diameter_ends(&self, [x, y]: [R; 2]) -> [[R; 2]; 4] {
        let x = x * self.radius;
        let y = y * self.radius;
        [[x, y], [-x, -y], [-y, x], [y, -x]].mapped(|[dx, dy]| [self.x + dx, self.y + dy])
    }

    /// The intersections of the circle with a segment, as fractions of the segment. If the circle and the segment touch within rounding,
    /// both fractions are equal.
    fn intersect_segment(&self, from: [R; 3], to: [R; 3], tolerance: R) -> [Option<R>; 2] {
        let x = from[0] - self.x;
        let y = from[1] - self.y;
        let dx = to[0] - from[0];
        let dy = to[1] - from[1];
        let squared = dx * dx + dy * dy;
        if squared <= R::ZERO {
            return [None; 2];
        }
        // The line enters and leaves the circle half a chord before and after its point nearest to the center. `middle` is the parameter of
        // that point.
        let middle = -(x * dx + y * dy) / squared;
        let nx = x + dx * middle;
        let ny = y + dy * middle;
        let distance = (nx * nx + ny * ny).sqrt();
        if distance > self.radius + tolerance {
            return [None; 2];
        }
        let chord = (self.radius - distance) * (self.radius + distance) / squared;
        let half = if chord > R::ZERO { chord.sqrt() } else { R::ZERO };
        [middle - half, middle + half].mapped(|t| Some(t).filter(|c| *c >= R::ZERO && *c <= R::ONE))
    }

    /// The intersections with another circle, given the unit vector towards the center of the other circle and the distance of the centers.
    fn intersect_circle(&self, other: &Self, [x, y]: [R; 2], distance: R) -> [Option<[R; 2]>; 2] {
        if distance <= R::ZERO {
            return [None; 2];
        }
        let r = self.radius;
        let s = other.radius;
        let axial = ((r - s) * (r + s) / distance + distance) * R::HALF;
        let chord = (r - axial) * (r + axial);
        if chord <= R::ZERO {
            return [None; 2];
        }
        let half = chord.sqrt();
        [half, -half].mapped(|side| Some([self.x + axial * x - side * y, self.y + axial * y + side * x]))
    }
}
