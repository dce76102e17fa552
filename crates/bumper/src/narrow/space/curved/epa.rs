//! How deep two convex cores in space overlap, by the expanding polytope algorithm.
//!
//! A polytope within the difference of the cores grows: its face nearest to the origin is either a face of the
//! difference, and then the depth, or the point that reaches farthest beyond it joins (G. van den Bergen, Collision
//! Detection in Interactive 3D Environments, 2003, section 4.3.8). It begins with any tetrahedron in the difference; one that
//! does not hold the origin has faces that look away from it, which are nearest of all and grow first. So it also
//! answers for cores that only touch. It ends at a face of the difference, or, where that is curved, when the face is
//! within the tolerance.

use super::gjk::{Corner, rounding};
use super::{Wide, largest};
use crate::Vector;
use crate::narrow::measure::is_well_shaped;
use crate::vector::Mapped;

/// Room for the corners and faces: what curved rims need to come within the tolerance, and more than most polytopes do.
const CORNERS: usize = 112;
const FACES: usize = 2 * CORNERS;

/// How near a curved face must be, as a part of the size of the difference.
const PRECISION: f64 = 1e-9;

/// How thin a difference may be, as a part of its length, before it counts as flat: the root of a rounding.
const THIN: f64 = 1.5e-8;

#[derive(Clone, Copy, Default)]
struct Face {
    corners: [u8; 3],
    /// Outwards, of length 1; zero where the face has no area.
    normal: Vector<f64, 3>,
    /// Of the origin behind the face; infinite where it has no area.
    depth: f64,
}

struct Polytope {
    corners: [Vector<f64, 3>; CORNERS],
    count: usize,
    faces: [Face; FACES],
    len: usize,
    /// A point within.
    middle: Vector<f64, 3>,
    tiny: f64,
}

/// The separation of two cores that meet (zero or below, but for rounding), within a length, and its normal from `a` to `b`. It begins
/// with a tetrahedron around the origin, where one is known that is not flat.
pub(crate) fn penetration<const N: usize>(
    a: &Wide<N>,
    b: &Wide<N>,
    within: f64,
    around: Option<[Vector<f64, N>; 4]>,
) -> (f64, Vector<f64, N>) {
    let support = |direction: Vector<f64, 3>| Corner::new(a, b, direction.resized()).w.resized();
    let tiny = rounding(largest(a) + largest(b));
    let around = around.map(|corners| corners.mapped(|corner| corner.resized::<3>()));
    let given = around.filter(|corners| is_well_shaped(*corners));
    let mut polytope = match given.map_or_else(|| start(&support, tiny), Ok) {
        Ok(corners) => Polytope::new(corners, tiny),
        // A difference without volume: the origin is on it.
        Err(normal) => {
            let forwards = support(normal).dot(normal);
            let backwards = support(-normal).dot(normal);
            return if forwards <= -backwards {
                (-forwards, normal.resized())
            } else {
                (backwards, (-normal).resized())
            };
        }
    };
    let extent = polytope.corners[..4].iter().map(|c| (*c - polytope.middle).length()).fold(0.0, f64::max);
    let near = within.max(extent * PRECISION + polytope.tiny);
    // The least depth that any direction gave: along a round side there may be no room for faces enough.
    let (mut least, mut normal) = (f64::INFINITY, Vector::default());
    loop {
        let face = polytope.faces[polytope.lowest()];
        let next = support(face.normal);
        let depth = next.dot(face.normal);
        if depth < least {
            (least, normal) = (depth, face.normal);
        }
        let left = least - face.depth;
        if left <= near || !polytope.grow(next) {
            if left <= within {
                return (-least, normal.resized());
            }
            // A curved face is a chord of the rim: what the push needs along its normal, were it not quite the best.
            let (depth, normal) = settle(&support, normal, least, within);
            return (-depth, normal.resized());
        }
    }
}

/// A direction near a given one in which the difference reaches less far, by going down the slope: where the difference
/// is curved all round, the polytope has too few faces. It ends where a step cannot gain as much as a length.
fn settle(
    support: &impl Fn(Vector<f64, 3>) -> Vector<f64, 3>,
    start: Vector<f64, 3>,
    depth: f64,
    within: f64,
) -> (f64, Vector<f64, 3>) {
    let (mut best, mut normal, mut step) = (depth, start, 0.5);
    for _ in 0..48 {
        let slope = support(normal) - normal.scaled(best);
        let length = slope.length();
        let turn = step / (length + best.abs());
        // Also true where the slope is nothing.
        if length * length * turn <= within {
            break;
        }
        let next = normal - slope.scaled(turn);
        let next = next.scaled(1.0 / next.length());
        let reach = support(next).dot(next);
        if reach < best {
            (best, normal, step) = (reach, next, step * 1.5);
        } else {
            step *= 0.25;
        }
    }
    (best, normal)
}

/// A tetrahedron of the difference; a normal of it where it is flat.
fn start(
    support: &impl Fn(Vector<f64, 3>) -> Vector<f64, 3>,
    tiny: f64,
) -> Result<[Vector<f64, 3>; 4], Vector<f64, 3>> {
    let unit = |k: usize| Vector([0.0; 3]).with(k, 1.0);
    // The two points that are farthest apart along an axis.
    let ends = |direction: Vector<f64, 3>| [support(direction), support(-direction)];
    let apart = |ends: &[Vector<f64, 3>; 2]| (ends[0] - ends[1]).length();
    let [first, second, third] = [0, 1, 2].mapped(|k| ends(unit(k)));
    let farther = if apart(&second) > apart(&first) { second } else { first };
    let [p, q] = if apart(&third) > apart(&farther) { third } else { farther };
    let line = p - q;
    let length = line.length();
    if length <= tiny {
        return Err(unit(0));
    }
    let line = line.scaled(1.0 / length);
    // The normal of something thin is known to a rounding of its length over its width: below this width more would be lost
    // than the width itself is.
    let thin = if length * THIN > tiny { length * THIN } else { tiny };
    // The farthest from their line, looked for across it.
    let least = (0..3).fold(0, |best, k| if line[k].abs() < line[best].abs() { k } else { best });
    let side = line.cross(unit(least));
    let side = side.scaled(1.0 / side.length());
    let other = line.cross(side);
    let off_line = |point: Vector<f64, 3>| {
        let way = point - q;
        (way - line.scaled(way.dot(line))).length()
    };
    let mut r = p;
    for direction in [side, other, side + other, side - other] {
        for point in ends(direction) {
            if off_line(point) > off_line(r) {
                r = point;
            }
        }
    }
    if off_line(r) <= thin {
        // All but a line: of some directions across it the one in which the origin is the least deep.
        let depth = |way: &Vector<f64, 3>| {
            let [forwards, backwards] = ends(*way).map(|end| end.dot(*way));
            if forwards < -backwards { forwards } else { -backwards }
        };
        let mixed = |k: u32| {
            side.scaled(1.0 - f64::from(k) * 0.25) + other.scaled(1.0 - (1.0 - f64::from(k) * 0.25).abs())
        };
        let ways = (0..8).map(mixed).map(|way| way.scaled(1.0 / way.length()));
        let least = |best: Vector<f64, 3>, next: Vector<f64, 3>| {
            if depth(&next) < depth(&best) { next } else { best }
        };
        return Err(ways.reduce(least).unwrap_or(side));
    }
    let normal = line.cross(r - q);
    let normal = normal.scaled(1.0 / normal.length());
    let [above, below] = ends(normal);
    let height = |point: Vector<f64, 3>| (point - q).dot(normal).abs();
    let s = if height(below) > height(above) { below } else { above };
    if height(s) <= thin {
        return Err(normal);
    }
    Ok([p, q, r, s])
}

impl Polytope {
    #[inline]
    fn new(corners: [Vector<f64, 3>; 4], tiny: f64) -> Self {
        let middle = corners.iter().fold(Vector::default(), |sum: Vector<f64, 3>, c| sum + c.scaled(0.25));
        let faces = [Face::default(); FACES];
        let mut polytope = Self { corners: [corners[0]; CORNERS], count: 4, faces, len: 0, middle, tiny };
        polytope.corners[..4].copy_from_slice(&corners);
        for corners in [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]] {
            polytope.face(corners);
        }
        polytope
    }

    /// The face that is nearest to the origin: the first of equals.
    fn lowest(&self) -> usize {
        (1..self.len).fold(0, |best, k| if self.faces[k].depth < self.faces[best].depth { k } else { best })
    }

    /// Adds the face of these corners, for which there is room.
    fn face(&mut self, corners: [u8; 3]) {
        let [a, b, c] = corners.mapped(|index| self.corners[usize::from(index)]);
        let normal = (b - a).cross(c - a);
        let length = normal.length();
        let mut face = Face { corners, normal: Vector::default(), depth: f64::INFINITY };
        if length > 0.0 {
            let normal = normal.scaled(1.0 / length);
            face.normal = if normal.dot(a - self.middle) < 0.0 { -normal } else { normal };
            face.depth = face.normal.dot(a);
        }
        self.faces[self.len] = face;
        self.len += 1;
    }

    /// Takes a point that lies beyond a face into the polytope. False where that cannot be: then nothing is lost.
    fn grow(&mut self, point: Vector<f64, 3>) -> bool {
        if self.count == CORNERS {
            return false;
        }
        // The edges of the faces that see the point, but those between two such.
        let mut rim = [[0u8; 2]; FACES];
        let mut seen = [0u8; FACES];
        let (mut edges, mut count) = (0, 0);
        for (place, face) in self.faces[..self.len].iter().enumerate() {
            if point.dot(face.normal) - face.depth <= self.tiny {
                continue;
            }
            seen[count] = place as u8;
            count += 1;
            let [i, j, k] = face.corners;
            for edge in [[i, j], [j, k], [k, i]] {
                let same = |other: &[u8; 2]| *other == edge || *other == [edge[1], edge[0]];
                if let Some(twin) = rim[..edges].iter().position(same) {
                    edges -= 1;
                    rim[twin] = rim[edges];
                } else if edges == rim.len() {
                    return false;
                } else {
                    rim[edges] = edge;
                    edges += 1;
                }
            }
        }
        if edges < 3 || self.len - count + edges > FACES {
            return false;
        }
        // From the last on: so none that sees the point takes the place of another.
        for place in seen[..count].iter().rev() {
            self.len -= 1;
            self.faces[usize::from(*place)] = self.faces[self.len];
        }
        let apex = self.count as u8;
        self.corners[self.count] = point;
        self.count += 1;
        for [i, j] in &rim[..edges] {
            self.face([*i, *j, apex]);
        }
        true
    }
}
