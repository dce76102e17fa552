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
    /// Outwards, of length 1.
    normal: Vector<f64, 3>,
    /// Of the origin behind the face.
    depth: f64,
}

struct Polytope {
    corners: [Vector<f64, 3>; CORNERS],
    /// The point of the first core that each comes from.
    first: [Vector<f64, 3>; CORNERS],
    count: usize,
    faces: [Face; FACES],
    len: usize,
    /// A point within.
    middle: Vector<f64, 3>,
    tiny: f64,
}

/// The separation of two cores that meet (zero or below, but for rounding), its normal from `a` to `b`, and the points of
/// the two that the push would bring together, where they are known.
pub(crate) fn penetration<const N: usize>(a: &Wide<N>, b: &Wide<N>) -> Meeting<N> {
    let support = |direction: Vector<f64, 3>| {
        let corner = Corner::new(a, b, direction.resized());
        (corner.w.resized(), corner.a.resized())
    };
    let size = largest(a) + largest(b);
    let mut polytope = match start(&support, rounding(size)) {
        Ok(polytope) => polytope,
        // A difference without volume: the origin is on it.
        Err(normal) => {
            let forwards = support(normal).0.dot(normal);
            let backwards = support(normal.scaled(-1.0)).0.dot(normal);
            return if forwards <= -backwards {
                (-forwards, normal.resized(), None)
            } else {
                (backwards, normal.scaled(-1.0).resized(), None)
            };
        }
    };
    let extent = polytope.corners[..4].iter().map(|c| (*c - polytope.middle).length()).fold(0.0, f64::max);
    loop {
        let nearest = |best: Face, face: &Face| if face.depth < best.depth { *face } else { best };
        let face = polytope.faces[1..polytope.len].iter().fold(polytope.faces[0], nearest);
        let next = support(face.normal);
        let beyond = next.0.dot(face.normal) - face.depth;
        if beyond <= extent * PRECISION + polytope.tiny || !polytope.grow(next) {
            // What the push needs along this normal, were it not quite the best.
            let (mut depth, mut normal) = (next.0.dot(face.normal), face.normal);
            if a.is_curved() || b.is_curved() {
                // A curved face is a chord of the rim, which says little about points on it.
                (depth, normal) = settle(&|direction| support(direction).0, normal, depth);
                return (-depth, normal.resized(), None);
            }
            return (-depth, normal.resized(), Some(polytope.nearest_on(&face).map(Vector::resized)));
        }
    }
}

/// A direction near a given one in which the difference reaches less far, by going down the slope: where the difference
/// is curved all round, the polytope has too few faces.
fn settle(
    support: &impl Fn(Vector<f64, 3>) -> Vector<f64, 3>,
    start: Vector<f64, 3>,
    depth: f64,
) -> (f64, Vector<f64, 3>) {
    let (mut best, mut normal, mut step) = (depth, start, 0.5);
    for _ in 0..48 {
        let slope = support(normal) - normal.scaled(best);
        let length = slope.length();
        if length <= 0.0 {
            break;
        }
        let next = normal - slope.scaled(step / (length + best.abs()));
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

/// A separation, its normal, and a point of each shape.
pub(crate) type Meeting<const N: usize> = (f64, Vector<f64, N>, Option<[Vector<f64, N>; 2]>);

/// A tetrahedron of the difference; a normal of it where it is flat.
fn start(
    support: &impl Fn(Vector<f64, 3>) -> (Vector<f64, 3>, Vector<f64, 3>),
    tiny: f64,
) -> Result<Polytope, Vector<f64, 3>> {
    let unit = |k: usize| Vector([0.0; 3]).with(k, 1.0);
    // The two points that are farthest apart along an axis.
    let ends = |direction: Vector<f64, 3>| [support(direction), support(direction.scaled(-1.0))];
    let apart = |ends: &[(Vector<f64, 3>, Vector<f64, 3>); 2]| (ends[0].0 - ends[1].0).length();
    let [first, second, third] = [0, 1, 2].map(|k| ends(unit(k)));
    let farther = if apart(&second) > apart(&first) { second } else { first };
    let [p, q] = if apart(&third) > apart(&farther) { third } else { farther };
    let line = p.0 - q.0;
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
        let way = point - q.0;
        (way - line.scaled(way.dot(line))).length()
    };
    let mut r = p;
    for direction in [side, other, side + other, side - other] {
        for point in [support(direction), support(direction.scaled(-1.0))] {
            if off_line(point.0) > off_line(r.0) {
                r = point;
            }
        }
    }
    if off_line(r.0) <= thin {
        // All but a line: of some directions across it the one in which the origin is the least deep.
        let depth = |way: &Vector<f64, 3>| {
            let [forwards, backwards] = ends(*way).map(|end| end.0.dot(*way));
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
    let normal = line.cross(r.0 - q.0);
    let normal = normal.scaled(1.0 / normal.length());
    let [above, below] = ends(normal);
    let height = |point: Vector<f64, 3>| (point - q.0).dot(normal).abs();
    let s = if height(below.0) > height(above.0) { below } else { above };
    if height(s.0) <= thin {
        return Err(normal);
    }
    let mut polytope = Polytope {
        corners: [p.0; CORNERS],
        first: [p.1; CORNERS],
        count: 4,
        faces: [Face::default(); FACES],
        len: 0,
        middle: (p.0 + q.0 + r.0 + s.0).scaled(0.25),
        tiny,
    };
    for (index, point) in [p, q, r, s].into_iter().enumerate() {
        (polytope.corners[index], polytope.first[index]) = point;
    }
    for corners in [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]] {
        if !polytope.face(corners) {
            return Err(normal);
        }
    }
    Ok(polytope)
}

impl Polytope {
    /// The points of the two cores whose difference is the point of a face that is nearest to the origin.
    fn nearest_on(&self, face: &Face) -> [Vector<f64, 3>; 2] {
        let corner = |index: usize| self.corners[usize::from(face.corners[index])];
        let at = face.normal.scaled(face.depth);
        // The areas across each corner.
        let area = |i: usize, j: usize| (corner(i) - at).cross(corner(j) - at).dot(face.normal).abs();
        let areas = [area(1, 2), area(2, 0), area(0, 1)];
        let whole = areas[0] + areas[1] + areas[2];
        let a = (0..3).fold(Vector::default(), |sum: Vector<f64, 3>, index| {
            sum + self.first[usize::from(face.corners[index])].scaled(areas[index] / whole)
        });
        [a, a - at]
    }

    /// Adds the face of these corners. False where it has no area, or there is no room.
    fn face(&mut self, corners: [u8; 3]) -> bool {
        let [a, b, c] = corners.map(|index| self.corners[usize::from(index)]);
        let normal = (b - a).cross(c - a);
        let length = normal.length();
        let Some(place) = self.faces.get_mut(self.len).filter(|_| length > 0.0) else { return false };
        let normal = normal.scaled(1.0 / length);
        let outwards = if normal.dot(a - self.middle) < 0.0 { normal.scaled(-1.0) } else { normal };
        *place = Face { corners, normal: outwards, depth: outwards.dot(a) };
        self.len += 1;
        true
    }

    /// Takes a point that lies beyond a face into the polytope. False where that cannot be: then nothing is lost.
    fn grow(&mut self, (point, first): (Vector<f64, 3>, Vector<f64, 3>)) -> bool {
        if self.count == CORNERS || self.len + 2 > FACES {
            return false;
        }
        // The edges of the faces that see the point, but those between two such.
        let mut rim = [[0u8; 2]; FACES];
        let mut edges = 0;
        let mut seen = [false; FACES];
        for (index, face) in self.faces[..self.len].iter().enumerate() {
            if point.dot(face.normal) - face.depth <= self.tiny {
                continue;
            }
            seen[index] = true;
            let [i, j, k] = face.corners;
            for edge in [[i, j], [j, k], [k, i]] {
                let same = |other: &[u8; 2]| *other == edge || *other == [edge[1], edge[0]];
                if let Some(twin) = rim[..edges].iter().position(same) {
                    edges -= 1;
                    rim[twin] = rim[edges];
                } else if edges == FACES {
                    return false;
                } else {
                    rim[edges] = edge;
                    edges += 1;
                }
            }
        }
        let kept = self.len - seen[..self.len].iter().filter(|seen| **seen).count();
        if edges < 3 || kept + edges > FACES {
            return false;
        }
        let (faces, len) = (self.faces, self.len);
        self.len = 0;
        for (face, _) in faces[..len].iter().zip(seen).filter(|(_, seen)| !seen) {
            self.faces[self.len] = *face;
            self.len += 1;
        }
        let apex = self.count as u8;
        (self.corners[self.count], self.first[self.count]) = (point, first);
        self.count += 1;
        if rim[..edges].iter().all(|[i, j]| self.face([*i, *j, apex])) {
            return true;
        }
        (self.faces, self.len) = (faces, len);
        false
    }
}
