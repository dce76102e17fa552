//! Contacts of convex shapes in space.
//!
//! The separation of two cores that meet comes from the expanding polytope, that of others is their distance. Each
//! shape then shows the face, edge or corner that it has in the direction of the normal; the face that lies across is the reference, and
//! what the other shows is cut to its outline (I. Sutherland and G. Hodgman, Reentrant Polygon Clipping, 1974).

use super::patch::Spread;
use super::{Contact, Gap};
use crate::Vector;
use crate::gap::epa::penetration;
use crate::gap::gjk::{Nearest, cross, from_space, nearest, rounding, space};
use crate::gap::solid::{Core, Solid};
use crate::scalar::{Real, Scalar};

/// The most corners that a face shows. One with more is cut down, as a disc is.
const MOST: usize = 16;

/// Where a direction is still taken to lie across or along another: the sine of the angle, in roundings.
const ACROSS: f64 = 256.0;

/// The same where there is a curved rim: the normal is known no better.
const CURVED: f64 = 1e-4;

/// The separation of the cores, its normal, and the nearest points where they are apart.
pub(super) fn separation<S: Scalar, const N: usize>(
    a: &Solid<S, N>,
    b: &Solid<S, N>,
) -> (Gap<f64, N>, Option<[Vector<f64, N>; 2]>) {
    // Where they all but touch, the way between two points says little about the normal; a face does.
    let near = rounding(a.largest() + b.largest()) * 16.0;
    match nearest(a, b, f64::INFINITY) {
        Nearest::Apart { distance, normal, on, sure }
            if distance > if sure { near } else { near * 1e9 } || (a.len(), b.len()) == (1, 1) =>
        {
            ((distance, normal), Some(on))
        }
        _ => {
            let (separation, normal, on) = penetration(a, b);
            ((separation, normal), on)
        }
    }
}

/// What a shape shows in a direction: corners in order, each with the place that a solver may know it by.
struct Face {
    corners: [(Vector<f64, 3>, u32); MOST],
    len: usize,
}

impl Face {
    fn corners(&self) -> &[(Vector<f64, 3>, u32)] {
        &self.corners[..self.len]
    }

    fn middle(&self) -> Vector<f64, 3> {
        let part = 1.0 / self.len.max(1) as f64;
        self.corners().iter().fold(Vector::default(), |sum, corner| sum + corner.0.scaled(part))
    }

    fn push(&mut self, corner: Vector<f64, 3>, id: u32) {
        if let Some(place) = self.corners.get_mut(self.len) {
            *place = (corner, id);
            self.len += 1;
        }
    }

    /// What lies within `slack` of the farthest. A box and a triangle show their whole face, however slanted, where
    /// `loose` is asked.
    fn new<S: Scalar, const N: usize>(
        solid: &Solid<S, N>,
        direction: Vector<f64, 3>,
        across: f64,
        loose: bool,
    ) -> Self {
        let mut face = Self { corners: [(Vector::default(), 0); MOST], len: 0 };
        let way = from_space::<N>(direction);
        let farthest = space(solid.support(way));
        match &solid.core {
            Core::Box { half, axes, .. } => {
                let middle = space(solid.middle());
                let slope = |k: usize| axes[k].dot(way);
                let most =
                    (1..N).fold(0, |best, k| if slope(k).abs() > slope(best).abs() { k } else { best });
                let lies_across =
                    |k: usize| slope(k).abs() <= across || loose && k != most && slope(most).abs() > 0.9;
                // Without thickness both sides are one.
                let shown = |k: usize| half[k] > 0.0 && lies_across(k);
                // Its corners round the face: in the order of a Gray code.
                for corner in [0usize, 1, 3, 2, 6, 7, 5, 4] {
                    let side = |k: usize| if corner >> k & 1 == 1 { 1.0 } else { -1.0 };
                    let there = |k: usize| shown(k) || side(k) == if slope(k) < 0.0 { -1.0 } else { 1.0 };
                    if (0..N).all(there) {
                        let offset =
                            (0..N).fold(Vector::default(), |sum, k| sum + axes[k].scaled(side(k) * half[k]));
                        face.push(middle + space(offset), corner as u32);
                    }
                }
            }
            Core::Cylinder { axis, half, radius, .. } => {
                let (middle, axis) = (space(solid.middle()), space(*axis));
                let along = axis.dot(direction);
                let side = direction - axis.scaled(along);
                let length = side.length();
                if length <= across || loose && length < 0.2 {
                    // The end, as a polygon of points on its rim: the farthest is one of them.
                    let least =
                        (0..3).fold(0, |best, k| if axis[k].abs() < axis[best].abs() { k } else { best });
                    let any = cross(axis, Vector::default().with(least, 1.0));
                    let u = if length > across * 1e-3 { side } else { any };
                    let u = u - axis.scaled(axis.dot(u));
                    let u = u.scaled(1.0 / u.length());
                    let v = cross(axis, u);
                    let end = middle + axis.scaled(if along < 0.0 { -*half } else { *half });
                    for (index, (x, y)) in RIM.into_iter().enumerate() {
                        face.push(end + (u.scaled(x) + v.scaled(y)).scaled(*radius), index as u32);
                    }
                } else if along.abs() <= across || loose && along.abs() < 0.2 {
                    let rim = middle + side.scaled(radius / length);
                    face.push(rim + axis.scaled(*half), 8);
                    if *half > 0.0 {
                        face.push(rim - axis.scaled(*half), 9);
                    }
                } else {
                    face.push(farthest, 10);
                }
            }
            _ => {
                let reach = solid.reach();
                let slack = if loose && solid.len() == 3 { f64::INFINITY } else { reach * across };
                let most = farthest.dot(direction);
                let near = (0..solid.len()).map(|index| (space(solid.point(index)), index as u32));
                hull_of_face(
                    near.filter(|(p, _)| most - p.dot(direction) <= slack),
                    direction,
                    reach,
                    &mut face,
                );
            }
        }
        face
    }
}

/// Points on a unit circle.
const RIM: [(f64, f64); 8] = {
    const H: f64 = core::f64::consts::FRAC_1_SQRT_2;
    [(1.0, 0.0), (H, H), (0.0, 1.0), (-H, H), (-1.0, 0.0), (-H, -H), (0.0, -1.0), (H, -H)]
};

/// The corners of points that lie across a direction, in order, by gift wrapping (R. A. Jarvis, 1973).
fn hull_of_face(
    points: impl Iterator<Item = (Vector<f64, 3>, u32)> + Clone,
    normal: Vector<f64, 3>,
    reach: f64,
    face: &mut Face,
) {
    let least = (0..3).fold(0, |best, k| if normal[k].abs() < normal[best].abs() { k } else { best });
    let way = cross(normal, Vector::default().with(least, 1.0));
    let lower = |best: (Vector<f64, 3>, u32), next: (Vector<f64, 3>, u32)| {
        if next.0.dot(way) < best.0.dot(way) { next } else { best }
    };
    let Some(start) = points.clone().reduce(lower) else { return };
    face.push(start.0, start.1);
    let tiny = rounding(reach);
    let mut last = start.0;
    while face.len < MOST {
        let mut next: Option<(Vector<f64, 3>, u32)> = None;
        for point in points.clone() {
            if (point.0 - last).length() <= tiny {
                continue;
            }
            let better = next.is_none_or(|best| {
                let (u, v) = (best.0 - last, point.0 - last);
                let turn = cross(u, v).dot(normal);
                // To the right of the best so far; on the same line, the farther.
                turn < -tiny * v.length() || turn <= tiny * v.length() && v.dot(u) > u.dot(u)
            });
            if better {
                next = Some(point);
            }
        }
        match next {
            Some(point) if (point.0 - start.0).length() > tiny => {
                face.push(point.0, point.1);
                last = point.0;
            }
            _ => return,
        }
    }
}

/// The whole contact, from the separation of the cores, its normal, and their nearest points where they are apart.
pub(super) fn contact<S: Scalar, const N: usize>(
    a: &Solid<S, N>,
    b: &Solid<S, N>,
    (core, normal): Gap<f64, N>,
    on: Option<[Vector<f64, N>; 2]>,
) -> Contact<f64, N> {
    let epsilon = Scalar::to_f64(S::Real::EPSILON);
    let mut contact = Contact::new(core - a.radius - b.radius, normal);
    let way = space(normal);
    let radii = a.radius + b.radius;
    let across = if a.is_curved() || b.is_curved() { CURVED } else { epsilon * ACROSS };
    let exact = [Face::new(a, way, across, false), Face::new(b, way.scaled(-1.0), across, false)];
    let loose = [Face::new(a, way, across, true), Face::new(b, way.scaled(-1.0), across, true)];
    let slack = (core.abs() + radii + a.reach() + b.reach()) * epsilon * 16.0;
    let mut found: Spread<f64, 3> = Spread::default();
    let mut ids = [(0.0, 0u32); MOST * 2];
    let mut offer = |point: Vector<f64, 3>, height: f64, id: u32, shift: f64, outwards: Vector<f64, 3>| {
        if let Some(place) = ids.get_mut(found.len()) {
            *place = (height - radii, id);
            found.offer(point + outwards.scaled(shift));
        }
    };
    // What is one of a solver's names: 16 bits of each shape's own.
    let name = |swap: bool, of_reference: u32, of_incident: u32| match swap {
        false => of_reference << 16 | of_incident & 0xffff,
        true => of_incident << 16 | of_reference & 0xffff,
    };
    let swap = exact[0].len < 3 && exact[1].len >= 3;
    let (reference, incident) = if swap { (&exact[1], &loose[0]) } else { (&exact[0], &loose[1]) };
    let (own, other) = if swap { (b.radius, a.radius) } else { (a.radius, b.radius) };
    let outwards = if swap { way.scaled(-1.0) } else { way };
    // What the normal may be wrong by, a tilted face may rise.
    let most = core.max(radii) + slack + across * (a.reach() + b.reach());
    if reference.len >= 3 {
        let mut cut = clip(reference, incident, outwards, slack);
        let origin = reference.corners[0].0;
        if cut.len == 0 && on.is_none() {
            // A disc reaches a little beyond its polygon: where the other face is nearest to its middle.
            let disc_is_incident = if swap { a.is_curved() } else { b.is_curved() };
            let nearest =
                if disc_is_incident { toward(incident, reference) } else { toward(reference, incident) };
            cut.push(nearest, incident.corners[0].1);
        }
        for (point, id) in cut.corners() {
            let height = (*point - origin).dot(outwards);
            if height <= most {
                offer(*point, height, name(swap, 0, *id), (own - other - height) * 0.5, outwards);
            }
        }
    } else if let ([(p, i), (q, _)], [(r, j), (s, _)]) = (exact[0].corners(), exact[1].corners()) {
        // Two edges: what they share where they are parallel.
        let (d, e) = (*q - *p, *s - *r);
        let (length, turn) = (d.length(), cross(d, e));
        if turn.length() <= across * length * e.length() {
            let tangent = d.scaled(1.0 / length);
            let along = |v: Vector<f64, 3>| (v - *p).dot(tangent);
            let (low, high) = (along(*r).min(along(*s)).max(0.0), along(*r).max(along(*s)).min(length));
            if low <= high {
                for (index, place) in [low, high].into_iter().enumerate() {
                    let id = name(false, *i, *j) + index as u32;
                    offer(*p + tangent.scaled(place), core, id, (core + a.radius - b.radius) * 0.5, way);
                }
            }
        } else {
            // Crossing: the nearest points of the two lines (Ericson, section 5.1.8), if they are on both edges.
            let (own, other) = (cross(e, turn), cross(d, turn));
            let (place, there) = ((*r - *p).dot(own) / d.dot(own), (*p - *r).dot(other) / e.dot(other));
            let slack = across * 16.0 + 1e-9;
            let on_edge = |place: f64| (-slack..=1.0 + slack).contains(&place);
            if on_edge(place) && on_edge(there) {
                let id = name(false, *i, *j);
                offer(
                    *p + d.scaled(place.clamp(0.0, 1.0)),
                    core,
                    id,
                    (core + a.radius - b.radius) * 0.5,
                    way,
                );
            }
        }
    }
    if found.len() == 0 {
        // One of them shows a corner, and that is where they meet.
        // A rim has one point there, and shows it best.
        let rims = [a.is_curved() && exact[0].len == 1, b.is_curved() && exact[1].len == 1];
        let [p, q] = match (on, exact[0].len, exact[1].len) {
            (Some(on), ..) => on,
            _ if rims[0] => [a.support(normal), a.support(normal) + normal.scaled(core)],
            _ if rims[1] => {
                [b.support(normal.scaled(-1.0)) - normal.scaled(core), b.support(normal.scaled(-1.0))]
            }
            (None, 1, _) => [a.support(normal), a.support(normal) + normal.scaled(core)],
            (None, _, 1) => {
                [b.support(normal.scaled(-1.0)) - normal.scaled(core), b.support(normal.scaled(-1.0))]
            }
            _ => [a.support(normal), b.support(normal.scaled(-1.0))],
        };
        let (p, q) = (p + normal.scaled(a.radius), q - normal.scaled(b.radius));
        let point = space(p + (q - p).scaled(0.5));
        let id = |face: &Face| face.corners().first().map_or(0, |corner| corner.1);
        contact.offer(from_space(point), contact.separation, name(false, id(&exact[0]), id(&exact[1])));
        return contact;
    }
    found.picked(|index, point| {
        let (separation, id) = ids[index];
        contact.offer(from_space(point), separation, id);
    });
    contact
}

/// The point on the outline of a face, edge or corner that is nearest to the middle of the reference.
fn toward(reference: &Face, incident: &Face) -> Vector<f64, 3> {
    let middle = reference.middle();
    let corner = |index: usize| incident.corners[index % incident.len.max(1)].0;
    let on_edge = |index: usize| {
        let (from, way) = (corner(index), corner(index + 1) - corner(index));
        let length = way.dot(way);
        let place = if length > 0.0 { ((middle - from).dot(way) / length).clamp(0.0, 1.0) } else { 0.0 };
        from + way.scaled(place)
    };
    let nearer = |a: Vector<f64, 3>, b: Vector<f64, 3>| {
        if (b - middle).length() < (a - middle).length() { b } else { a }
    };
    (1..incident.len).map(on_edge).fold(on_edge(0), nearer)
}

/// What of a face, edge or corner lies over the reference.
fn clip(reference: &Face, incident: &Face, outwards: Vector<f64, 3>, slack: f64) -> Face {
    let mut cut = Face { corners: incident.corners, len: incident.len };
    let n = reference.len;
    // The corners may run either way round.
    let middle =
        reference.corners().iter().fold(Vector::default(), |sum, c| sum + c.0.scaled(1.0 / n as f64));
    for index in 0..n {
        let (from, to) = (reference.corners[index].0, reference.corners[(index + 1) % n].0);
        let side = cross(to - from, outwards);
        let length = side.length();
        if length <= 0.0 {
            continue;
        }
        let side = side.scaled(1.0 / length);
        let side = if (middle - from).dot(side) > 0.0 { side.scaled(-1.0) } else { side };
        let beyond = |point: Vector<f64, 3>| (point - from).dot(side);
        let before = Face { corners: cut.corners, len: cut.len };
        cut.len = 0;
        for (place, &(point, id)) in before.corners().iter().enumerate() {
            let (here, next) = (beyond(point), before.corners[(place + 1) % before.len]);
            let there = beyond(next.0);
            if here <= slack {
                cut.push(point, id);
            }
            // An edge has two sides but is there once.
            let once = before.len > 2 || place == 0;
            if once && (here > slack && there < -slack || here < -slack && there > slack) {
                let meets = point + (next.0 - point).scaled(here / (here - there));
                cut.push(meets, 0x8000 | (index as u32) << 8 | id & 0xff);
            }
        }
    }
    cut
}
