//! Polygons projected along the contact normal, and their clipping.

use super::{Frame, abs};
use crate::narrow::measure::{clamped, larger};
use crate::narrow::space::face::{CORNERS, Face};
use crate::scalar::Real;
use crate::vector::Mapped;

/// The capacity of a polygon: a face that is clipped against another has at most the corners of both.
const MOST: usize = 2 * CORNERS;

/// The capacity for candidate points of a disc and a polygon: the corners, two points on each side and four on the rim.
pub(super) const OFFERED: usize = 3 * MOST + 4;

/// The squared cosine of the angle between a plane's normal and the contact normal below which the plane is too steep.
const STEEP: f64 = 0.25;

/// The ratio of length and width from which on a polygon counts as thin.
const THIN: f64 = 32.0;

/// The bit that marks the feature name of a corner created by clipping.
const CUT: u16 = 0x8000;

/// The number of the clip at the height of the contact in feature names, above those of sides.
const LEVEL: u16 = 0x7f;

/// The number of the first of two clips at the ends of a thin polygon in feature names.
const END: u16 = 0x7d;

/// Points with two coordinates on a plane and a height, or a separation, along the normal; and their feature names.
#[derive(Clone, Copy)]
pub(super) struct Places<R, const ROOM: usize> {
    pub(super) at: [[R; 3]; ROOM],
    pub(super) names: [u16; ROOM],
    pub(super) len: usize,
}

/// The corners of a polygon, in order.
pub(super) type Polygon<R> = Places<R, MOST>;

impl<R: Real, const ROOM: usize> Places<R, ROOM> {
    #[inline]
    pub(super) fn empty() -> Self {
        Self { at: [[R::default(); 3]; ROOM], names: [0; ROOM], len: 0 }
    }

    #[inline]
    pub(super) fn push(&mut self, at: [R; 3], name: u16) {
        if let (Some(place), Some(known)) = (self.at.get_mut(self.len), self.names.get_mut(self.len)) {
            (*place, *known) = (at, name);
            self.len += 1;
        }
    }

    pub(super) fn corners(&self) -> impl Iterator<Item = ([R; 3], u16)> {
        self.at.into_iter().zip(self.names).take(self.len)
    }

    /// The points as candidate contact points on a plane of the shape `base`.
    pub(super) fn patch(&self, base: usize, plane: Plane<R>) -> Patch<'_, R> {
        Patch { at: &self.at[..self.len], names: &self.names[..self.len], base, plane }
    }
}

impl<R: Real> Polygon<R> {
    #[inline]
    pub(super) fn of(face: &Face<R>, frame: &Frame<R>) -> Self {
        let mut polygon = Self::empty();
        for index in 0..face.len.min(CORNERS) {
            polygon.push(frame.coordinates(face.corners[index]), face.names[index]);
        }
        polygon
    }

    /// The index of the next corner.
    #[inline]
    pub(super) fn next(&self, index: usize) -> usize {
        if index + 1 < self.len { index + 1 } else { 0 }
    }

    /// Replaces heights by separations from a plane, which is above the polygon if that belongs to the first shape.
    #[inline]
    pub(super) fn measure_from(&mut self, plane: &Plane<R>, above: bool) {
        for [x, y, height] in self.at.iter_mut().take(self.len) {
            let base = plane.height(*x, *y);
            *height = if above { base - *height } else { *height - base };
        }
    }

    /// The orientation: 1 if counterclockwise, −1 if clockwise; `None` if the polygon is no wider than rounding.
    pub(super) fn turn(&self, slack: R) -> Option<R> {
        let zero = R::default();
        let [from_x, from_y, _] = self.at[0];
        let (mut twice, mut round) = (zero, zero);
        for index in 1..self.len.max(1) {
            let (p, q) = (self.at[index], self.at[self.next(index)]);
            twice = twice + ((p[0] - from_x) * (q[1] - from_y) - (p[1] - from_y) * (q[0] - from_x));
            round = round + abs(p[0] - from_x) + abs(p[1] - from_y);
        }
        (abs(twice) > slack * round).then(|| R::from_f64(if twice > zero { 1.0 } else { -1.0 }))
    }

    /// Clips against a side of another polygon, whose orientation is `turn`.
    #[inline]
    pub(super) fn keep_within_side(&mut self, outline: &Self, side: usize, turn: R, slack: R) {
        let (from, to) = (outline.at[side], outline.at[outline.next(side)]);
        let (dx, dy) = ((to[0] - from[0]) * turn, (to[1] - from[1]) * turn);
        self.cut(slack * (abs(dx) + abs(dy)), side as u16, |[x, y, _]| {
            (x - from[0]) * dy - (y - from[1]) * dx
        });
    }

    /// Clips against the ends of another polygon, if that is thin: at a narrow corner, rounding alone keeps points far beyond the corner
    /// within the two sides.
    pub(super) fn keep_within_ends(&mut self, outline: &Self, slack: R) {
        let way = |from: usize, to: usize| {
            let (from, to) = (outline.at[from], outline.at[to]);
            [to[0] - from[0], to[1] - from[1]]
        };
        let squared = |[x, y]: [R; 2]| x * x + y * y;
        let farthest = |from: usize| {
            let farther = |best: usize, k: usize| {
                if squared(way(from, k)) > squared(way(from, best)) { k } else { best }
            };
            (0..outline.len).fold(from, farther)
        };
        let end = farthest(0);
        let long = way(end, farthest(end));
        let wide = |k: usize| {
            let [x, y] = way(end, k);
            abs(x * long[1] - y * long[0])
        };
        let width = (0..outline.len).map(wide).fold(R::default(), |most, c| if c > most { c } else { most });
        if self.len == 0 || width * R::from_f64(THIN) > squared(long) {
            return;
        }
        let slack = slack * (abs(long[0]) + abs(long[1]));
        let origin = outline.at[end];
        let along = |[x, y, _]: [R; 3]| (x - origin[0]) * long[0] + (y - origin[1]) * long[1];
        self.cut(slack, END, |at| -along(at));
        self.cut(slack, END + 1, |at| along(at) - squared(long));
    }

    /// Keeps the corners that are within a distance of a side of another polygon. The caller has clipped away those that are beyond its
    /// sides by more than rounding, and none is inside.
    pub(super) fn keep_near(&mut self, outline: &Self, most: R) {
        let all = core::mem::take(&mut self.len);
        for index in 0..all {
            let at = self.at[index];
            let is_near = |side: usize| {
                let (from, to) = (outline.at[side], outline.at[outline.next(side)]);
                let (x, y, dx, dy) = (at[0] - from[0], at[1] - from[1], to[0] - from[0], to[1] - from[1]);
                // NaN for a side without length, which becomes zero.
                let share = larger(R::default(), clamped((x * dx + y * dy) / (dx * dx + dy * dy)));
                let (x, y) = (x - dx * share, y - dy * share);
                x * x + y * y <= most * most
            };
            if (0..outline.len).any(is_near) {
                self.push(at, self.names[index]);
            }
        }
    }

    /// Clips against a height.
    pub(super) fn keep_below(&mut self, most: R) {
        self.cut(R::default(), LEVEL, |[_, _, height]| height - most);
    }

    /// Keeps the corners that are not above a height.
    pub(super) fn keep_low_corners(&mut self, most: R) {
        let all = core::mem::take(&mut self.len);
        for index in 0..all {
            if self.at[index][2] <= most {
                self.push(self.at[index], self.names[index]);
            }
        }
    }

    /// Clips against a line. A corner within `slack` of the line stays unchanged, so that new corners are well between existing ones.
    #[inline]
    fn cut(&mut self, slack: R, by: u16, beyond: impl Fn([R; 3]) -> R) {
        let mut far = [R::default(); MOST];
        let mut any = false;
        for (far, at) in far.iter_mut().zip(&self.at).take(self.len) {
            *far = beyond(*at);
            any |= *far > slack;
        }
        if !any {
            return;
        }
        let whole = *self;
        self.len = 0;
        for index in 0..whole.len {
            let next = whole.next(index);
            let (here, there) = (far[index], far[next]);
            if here <= slack {
                self.push(whole.at[index], whole.names[index]);
            }
            // A polygon of two corners has only one edge.
            let once = whole.len > 2 || index == 0 && whole.len == 2;
            if once && (here > slack && there < -slack || here < -slack && there > slack) {
                let share = here / (here - there);
                let (from, to) = (whole.at[index], whole.at[next]);
                let at = crate::vector::from_fn(|k| from[k] + (to[k] - from[k]) * share);
                self.push(at, CUT | by << 8 | whole.names[index] & 0xff);
            }
        }
    }

    /// Whether a point is inside the polygon, whose orientation is `turn`.
    pub(super) fn holds(&self, x: R, y: R, turn: R) -> bool {
        (0..self.len).all(|side| {
            let (from, to) = (self.at[side], self.at[self.next(side)]);
            let (dx, dy) = ((to[0] - from[0]) * turn, (to[1] - from[1]) * turn);
            (x - from[0]) * dy - (y - from[1]) * dx <= R::default()
        })
    }
}

/// A plane, by its height at a point and its slope.
#[derive(Clone, Copy)]
pub(super) struct Plane<R> {
    place: [R; 3],
    rise: [R; 2],
}

impl<R: Real> Plane<R> {
    /// A plane of constant height.
    pub(super) fn level(height: R) -> Self {
        Self { place: [R::default(), R::default(), height], rise: [R::default(); 2] }
    }

    #[inline]
    pub(super) fn height(&self, x: R, y: R) -> R {
        self.place[2] + self.rise[0] * (x - self.place[0]) + self.rise[1] * (y - self.place[1])
    }

    /// The plane of a face, given its outline; `None` for an edge, or if it is too steep for accurate heights.
    pub(super) fn of(face: &Face<R>, outline: &Polygon<R>, frame: &Frame<R>) -> Option<Self> {
        let normal = face.normal.filter(|_| outline.len > 2)?;
        let steep = normal.dot(frame.normal);
        let rise = [frame.x, frame.y].mapped(|axis| -normal.dot(axis) / steep);
        (steep * steep > R::from_f64(STEEP)).then_some(Self { place: outline.at[0], rise })
    }

    /// The plane for an outline whose heights are separations from a level plane: `above` says that the level plane is above it.
    pub(super) fn measured(self, above: bool) -> Self {
        Self { rise: if above { self.rise.map(|c| -c) } else { self.rise }, ..self }
    }
}

/// Candidate contact points, with the separation of the cores at each.
pub(super) struct Patch<'p, R> {
    pub(super) at: &'p [[R; 3]],
    pub(super) names: &'p [u16],
    /// The shape to which the plane belongs.
    pub(super) base: usize,
    plane: Plane<R>,
}

impl<R: Real> Patch<'_, R> {
    pub(super) fn height(&self, x: R, y: R) -> R {
        self.plane.height(x, y)
    }

    /// The index of the point with the least separation; the first of equals.
    pub(super) fn deepest(&self) -> usize {
        (1..self.at.len()).fold(0, |best, k| if self.at[k][2] < self.at[best][2] { k } else { best })
    }

    /// Calls `each` with up to four points: the first one, and then repeatedly the one farthest from those already chosen. Stops if all
    /// others are within rounding of these.
    pub(super) fn spread(&self, first: usize, slack: R, mut each: impl FnMut(usize)) {
        let mut apart = [R::from_f64(f64::INFINITY); OFFERED];
        let mut taken = first;
        for _ in 0..4 {
            each(taken);
            let [x, y, _] = self.at[taken];
            let (mut farthest, mut most) = (taken, slack * slack);
            for (index, (at, apart)) in self.at.iter().zip(&mut apart).enumerate() {
                let (dx, dy) = (at[0] - x, at[1] - y);
                let squared = dx * dx + dy * dy;
                *apart = if squared < *apart { squared } else { *apart };
                (farthest, most) = if *apart > most { (index, *apart) } else { (farthest, most) };
            }
            if farthest == taken {
                return;
            }
            taken = farthest;
        }
    }
}
