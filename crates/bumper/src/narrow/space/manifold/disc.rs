//! Contacts of the end of a cylinder with a face or another end: exact, except for two ends that are tilted against each other.

use super::polygon::{OFFERED, Places, Plane, Polygon};
use super::{Frame, Meeting, across};
use crate::Vector;
use crate::narrow::manifold::Contact;
use crate::narrow::measure::unit;
use crate::narrow::space::face::{Disc, Face, tilt};
use crate::scalar::Real;
use crate::vector::Mapped;

/// The first feature name of points on a rim.
const ON_RIM: u16 = 0x4000;

/// The first feature name of points at which a rim crosses a side of a polygon, two for each side.
const ON_SIDE: u16 = 0x2000;

/// The corners of an octagon inscribed in the unit circle.
const RIM: [(f64, f64); 8] = {
    const H: f64 = core::f64::consts::FRAC_1_SQRT_2;
    [(1.0, 0.0), (H, H), (0.0, 1.0), (-H, H), (-1.0, 0.0), (-H, -H), (0.0, -1.0), (H, -H)]
};

impl<R: Real, const N: usize> Meeting<'_, R, N> {
    /// The frame of a disc's plane. The first coordinate points to the rim's support point along the contact normal.
    fn frame_of(&self, shape: usize, disc: Disc<R>) -> Frame<R> {
        let direction = if shape == 0 { self.normal } else { -self.normal };
        Frame::on_plane(disc.axis, self.toward(disc, direction), self.normal)
    }

    /// The unit vector on a disc's plane that is closest to a direction; an arbitrary one if the direction is along the axis.
    fn toward(&self, disc: Disc<R>, direction: Vector<R, 3>) -> Vector<R, 3> {
        let flat = |v: Vector<R, 3>| v - disc.axis.scaled(disc.axis.dot(v));
        let side = flat(direction);
        if side.dot(side) * disc.radius * disc.radius <= self.slack * self.slack {
            return across(disc.axis);
        }
        // Projected twice: if the direction is close to the axis, rounding leaves a component along it.
        unit(side).and_then(|side| unit(flat(side))).unwrap_or_else(|| across(disc.axis))
    }

    /// Adds the contact points of a disc that shape `shape` presents and a face or edge of the other shape. Returns whether there are any.
    pub(super) fn disc_and_polygon(
        &self,
        shape: usize,
        disc: Disc<R>,
        face: &Face<R>,
        contact: &mut Contact<R, N>,
    ) -> bool {
        let frame = self.frame_of(shape, disc);
        let [x, y, height] = frame.coordinates(self.faces[shape].corners[0]);
        let base = Plane::level(height);
        let mut polygon = Polygon::of(face, &frame);
        polygon.measure_from(&base, shape == 1);
        // The plane of the face, with separations from the disc as heights.
        let plane = Plane::of(face, &polygon, &frame).map(|plane| plane.measured(shape == 1));
        polygon.keep_below(self.most());
        let mut places = Places::<R, OFFERED>::empty();
        let rim = Circle { x, y, radius: disc.radius };
        for (at, name) in polygon.corners().filter(|(at, _)| rim.holds(at[0], at[1], self.slack)) {
            places.push(at, name);
        }
        for side in 0..if polygon.len > 2 { polygon.len } else { polygon.len / 2 } {
            let (from, to) = (polygon.at[side], polygon.at[polygon.next(side)]);
            for (which, share) in rim.passes(from, to, self.slack).into_iter().flatten().enumerate() {
                let at = crate::vector::from_fn(|k| from[k] + (to[k] - from[k]) * share);
                places.push(at, ON_SIDE + 2 * side as u16 + which as u16);
            }
        }
        if let (Some(plane), Some(turn)) = (plane, polygon.turn(self.slack)) {
            for (name, [x, y]) in rim.ends([R::from_f64(1.0), R::default()]).into_iter().enumerate() {
                let core = plane.height(x, y);
                if core <= self.most() && polygon.holds(x, y, turn) {
                    places.push([x, y, core], ON_RIM + name as u16);
                }
            }
        }
        self.tell_patch(&frame, &places.patch(shape, base), contact)
    }

    /// Adds the contact points of two discs, the reference being perpendicular to the normal. Returns whether there are any.
    pub(super) fn discs(
        &self,
        reference: usize,
        own: Disc<R>,
        other: Disc<R>,
        contact: &mut Contact<R, N>,
    ) -> bool {
        let incident = 1 - reference;
        let lean = own.axis.cross(other.axis);
        if lean.dot(lean) > tilt() {
            let octagon = self.octagon(reference, own, incident, other);
            return self.disc_and_polygon(incident, other, &octagon, contact);
        }
        let frame = self.frame_of(incident, other);
        let [x, y, height] = frame.coordinates(self.faces[incident].corners[0]);
        let [u, v, high] = frame.coordinates(self.faces[reference].corners[0]);
        let (circle, round) =
            (Circle { x, y, radius: other.radius }, Circle { x: u, y: v, radius: own.radius });
        let steep = own.axis.dot(self.normal);
        let rise = [frame.x, frame.y].mapped(|axis| -own.axis.dot(axis) / steep);
        let core = |x: R, y: R| {
            let there = high + rise[0] * (x - u) + rise[1] * (y - v);
            if incident == 1 { height - there } else { there - height }
        };
        let mut places = Places::<R, OFFERED>::empty();
        let way = [u - x, v - y];
        let length = Real::sqrt(way[0] * way[0] + way[1] * way[1]);
        let toward = match length > self.slack {
            true => way.map(|c| c / length),
            false => [R::from_f64(1.0), R::default()],
        };
        let ends = circle.ends(toward).into_iter().chain(round.ends(toward));
        let all = ends.chain(circle.meets(&round, toward, length).into_iter().flatten());
        for (name, [x, y]) in (ON_RIM..).zip(all) {
            let core = core(x, y);
            if core <= self.most() && circle.holds(x, y, self.slack) && round.holds(x, y, self.slack) {
                places.push([x, y, core], name);
            }
        }
        self.tell_patch(&frame, &places.patch(incident, Plane::level(height)), contact)
    }

    /// The octagon inscribed in a disc, with a corner towards the support point of the other rim.
    fn octagon(&self, shape: usize, disc: Disc<R>, incident: usize, other: Disc<R>) -> Face<R> {
        let center = self.faces[shape].corners[0];
        let frame = self.frame_of(incident, other);
        let farthest = self.faces[incident].corners[0] + frame.x.scaled(other.radius) - center;
        let x = self.toward(disc, unit(farthest).unwrap_or(disc.axis));
        let y = disc.axis.cross(x);
        let mut face = Face { disc: None, len: 0, normal: Some(disc.axis), ..self.faces[shape] };
        for (name, (c, s)) in RIM.into_iter().enumerate() {
            let (c, s) = (R::from_f64(c) * disc.radius, R::from_f64(s) * disc.radius);
            face.push(center + x.scaled(c) + y.scaled(s), name as u16);
        }
        face
    }
}

/// A circle in the frame of a disc.
struct Circle<R> {
    x: R,
    y: R,
    radius: R,
}

impl<R: Real> Circle<R> {
    fn holds(&self, x: R, y: R, slack: R) -> bool {
        let (dx, dy, most) = (x - self.x, y - self.y, self.radius + slack);
        dx * dx + dy * dy <= most * most
    }

    /// The ends of the diameters along a unit vector and perpendicular to it.
    fn ends(&self, [x, y]: [R; 2]) -> [[R; 2]; 4] {
        let (x, y) = (x * self.radius, y * self.radius);
        [[x, y], [-x, -y], [-y, x], [y, -x]].mapped(|[dx, dy]| [self.x + dx, self.y + dy])
    }

    /// The intersections with a segment, as fractions of it. A circle that touches the segment within rounding has two equal ones.
    fn passes(&self, from: [R; 3], to: [R; 3], slack: R) -> [Option<R>; 2] {
        let (zero, one) = (R::default(), R::from_f64(1.0));
        let (x, y, dx, dy) = (from[0] - self.x, from[1] - self.y, to[0] - from[0], to[1] - from[1]);
        let squared = dx * dx + dy * dy;
        if squared <= zero {
            return [None; 2];
        }
        // Half a chord on both sides of the point nearest to the center.
        let middle = -(x * dx + y * dy) / squared;
        let (nx, ny) = (x + dx * middle, y + dy * middle);
        let near = Real::sqrt(nx * nx + ny * ny);
        if near > self.radius + slack {
            return [None; 2];
        }
        let chord = (self.radius - near) * (self.radius + near) / squared;
        let half = if chord > zero { Real::sqrt(chord) } else { zero };
        [middle - half, middle + half].mapped(|share| Some(share).filter(|c| *c >= zero && *c <= one))
    }

    /// The intersections with another circle, given the unit vector and the distance to its center.
    fn meets(&self, other: &Self, [x, y]: [R; 2], distance: R) -> [Option<[R; 2]>; 2] {
        let zero = R::default();
        if distance <= zero {
            return [None; 2];
        }
        let (r, s) = (self.radius, other.radius);
        let along = ((r - s) * (r + s) / distance + distance) * R::from_f64(0.5);
        let chord = (r - along) * (r + along);
        if chord <= zero {
            return [None; 2];
        }
        let half = Real::sqrt(chord);
        [half, -half].mapped(|side| Some([self.x + along * x - side * y, self.y + along * y + side * x]))
    }
}
