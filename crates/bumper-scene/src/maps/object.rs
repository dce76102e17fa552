//! Objects of maps, and the shapes that they are in a scene.

use crate::fields::{Read, fault};

/// An object of any format.
#[derive(Clone, Debug)]
pub(super) struct Object {
    pub(super) id: u64,
    pub(super) name: String,
    pub(super) at: [f64; 2],
    /// Degrees, clockwise on the screen, about the place.
    pub(super) rotation: f64,
    pub(super) kind: Kind,
    /// More keys for its shape.
    pub(super) keys: Option<String>,
    /// The tile that it shows.
    pub(super) gid: Option<u32>,
}

#[derive(Clone, Debug)]
pub(super) enum Kind {
    Rectangle([f64; 2]),
    Ellipse([f64; 2]),
    Capsule([f64; 2]),
    Point,
    Polygon(Vec<[f64; 2]>),
    Polyline(Vec<[f64; 2]>),
    /// A tile: its size, and which part of it is at the place.
    Tile([f64; 2], [f64; 2]),
    Text,
}

/// How a tile is turned on its place: mirrored along its diagonal first, then left for right, then top for bottom.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    pub(super) diagonal: bool,
    pub(super) flip: [bool; 2],
    pub(super) size: [f64; 2],
}

impl Turn {
    pub(super) const NONE: Self = Self { diagonal: false, flip: [false; 2], size: [0.0; 2] };

    fn is_none(&self) -> bool {
        !self.diagonal && self.flip == [false; 2]
    }

    fn apply(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let [x, y] = if self.diagonal { [y, x] } else { [x, y] };
        let [w, h] = if self.diagonal { [self.size[1], self.size[0]] } else { self.size };
        [if self.flip[0] { w - x } else { x }, if self.flip[1] { h - y } else { y }]
    }

    /// The angle of an axis, turned with it, to whichever of its two ends.
    fn angle(&self, degrees: f64) -> f64 {
        let degrees = if self.diagonal { 90.0 - degrees } else { degrees };
        if self.flip[0] != self.flip[1] { -degrees } else { degrees }
    }
}

/// Places measured along the edges of diamonds, to the screen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Linear {
    pub(super) matrix: [[f64; 2]; 2],
    pub(super) origin: [f64; 2],
}

impl Linear {
    fn apply(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [0, 1].map(|k| self.matrix[k][0] * x + self.matrix[k][1] * y)
    }
}

/// Where objects lie: they are seen as diamonds, perhaps, then turned with their tile, then moved.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub(super) linear: Option<Linear>,
    pub(super) turn: Turn,
    pub(super) offset: [f64; 2],
}

/// In how many corners a capsule is drawn where it is seen as on diamonds, which makes it none.
const CORNERS: u32 = 32;

impl Object {
    /// The place of the object itself on the screen.
    pub(super) fn place(&self, frame: &Frame) -> [f64; 2] {
        self.point(frame, [0.0; 2], false)
    }

    /// The place on the screen of what lies so far from the place of the object. What stands upright is turned, but not laid
    /// down along the diamonds.
    fn point(&self, frame: &Frame, by: [f64; 2], upright: bool) -> [f64; 2] {
        let (mut by, mut at) = (by, self.at);
        if let Some(linear) = frame.linear {
            by = if upright { by } else { linear.apply(by) };
            let seen = linear.apply(at);
            at = [seen[0] + linear.origin[0], seen[1] + linear.origin[1]];
        }
        let (sine, cosine) = turn(self.rotation);
        if self.rotation != 0.0 {
            by = [by[0] * cosine - by[1] * sine, by[0] * sine + by[1] * cosine];
        }
        let [x, y] = frame.turn.apply([at[0] + by[0], at[1] + by[1]]);
        [x + frame.offset[0], y + frame.offset[1]]
    }

    /// The key and the value of the shape; `None` for what is none.
    pub(super) fn shape(&self, frame: &Frame) -> Read<Option<String>> {
        self.check()?;
        let point = |by| self.point(frame, by, false);
        Ok(Some(match &self.kind {
            Kind::Text => return Ok(None),
            Kind::Point
            | Kind::Rectangle([0.0, 0.0])
            | Kind::Ellipse([0.0, 0.0])
            | Kind::Capsule([0.0, 0.0]) => {
                format!("\"point\": {:?}", point([0.0, 0.0]))
            }
            &Kind::Rectangle([w, h]) => self.rectangle([0.0, 0.0], [w, h], frame, false),
            &Kind::Tile([w, h], part) => self.rectangle([-part[0] * w, -part[1] * h], [w, h], frame, true),
            &Kind::Ellipse([w, h]) if w == 0.0 || h == 0.0 => segment(point([0.0, 0.0]), point([w, h])),
            &Kind::Ellipse(size) => self.ellipse(size, frame),
            &Kind::Capsule([w, h]) if frame.linear.is_some() => {
                let (radius, mut corners) = (w.min(h) / 2.0, Vec::new());
                for k in 0..CORNERS {
                    let (sine, cosine) = turn(f64::from(k) * 360.0 / f64::from(CORNERS));
                    let middle = |size: f64, side: f64| if side > 0.0 { size - radius } else { radius };
                    corners
                        .push(point([middle(w, cosine) + radius * cosine, middle(h, sine) + radius * sine]));
                }
                format!("\"polygon\": {corners:?}")
            }
            &Kind::Capsule([w, h]) => {
                let radius = w.min(h) / 2.0;
                let (from, to) = (point([radius, radius]), point([w - radius, h - radius]));
                format!("\"capsule\": {{\"from\": {from:?}, \"to\": {to:?}, \"radius\": {radius:?}}}")
            }
            Kind::Polygon(points) => {
                format!("\"polygon\": {:?}", points.iter().copied().map(point).collect::<Vec<_>>())
            }
            Kind::Polyline(points) => match points.as_slice() {
                [] => return fault("the polyline has no points"),
                [one] => format!("\"point\": {:?}", point(*one)),
                [from, to] => segment(point(*from), point(*to)),
                points => {
                    let parts = points
                        .windows(2)
                        .map(|ends| format!("{{{}}}", segment(point(ends[0]), point(ends[1]))));
                    format!("\"compound\": [{}]", parts.collect::<Vec<_>>().join(", "))
                }
            },
        }))
    }

    fn check(&self) -> Read<()> {
        let sizes: &[f64] = match &self.kind {
            Kind::Rectangle(size) | Kind::Ellipse(size) | Kind::Capsule(size) | Kind::Tile(size, _) => size,
            _ => &[],
        };
        let given = match &self.kind {
            Kind::Polygon(points) | Kind::Polyline(points) => points.as_flattened(),
            _ => sizes,
        };
        if !given.iter().chain(&self.at).chain([&self.rotation]).all(|c| c.is_finite()) {
            return fault("the object has a number that is not finite");
        }
        if sizes.iter().any(|&c| c < 0.0) {
            return fault("the object has a negative size");
        }
        Ok(())
    }

    /// A rectangle by its first corner and its size.
    fn rectangle(&self, [x, y]: [f64; 2], [w, h]: [f64; 2], frame: &Frame, upright: bool) -> String {
        let point = |by| self.point(frame, by, upright);
        let laid = frame.linear.is_some() && !upright;
        if self.rotation == 0.0 && !laid {
            let (p, q) = (point([x, y]), point([x + w, y + h]));
            let (min, max) = ([p[0].min(q[0]), p[1].min(q[1])], [p[0].max(q[0]), p[1].max(q[1])]);
            return format!("\"box\": {{\"min\": {min:?}, \"max\": {max:?}}}");
        }
        if laid || !frame.turn.is_none() {
            if w == 0.0 || h == 0.0 {
                return segment(point([x, y]), point([x + w, y + h]));
            }
            let corners = [[x, y], [x + w, y], [x + w, y + h], [x, y + h]].map(point);
            return format!("\"polygon\": {corners:?}");
        }
        let (half, angle, middle) = ([w / 2.0, h / 2.0], self.rotation, point([x + w / 2.0, y + h / 2.0]));
        format!("\"oriented_box\": {{\"center\": {middle:?}, \"half_size\": {half:?}, \"angle\": {angle:?}}}")
    }

    fn ellipse(&self, [w, h]: [f64; 2], frame: &Frame) -> String {
        let middle = self.point(frame, [w / 2.0, h / 2.0], false);
        if frame.linear.is_some() {
            let half = |by| {
                let end = self.point(frame, by, false);
                [end[0] - middle[0], end[1] - middle[1]]
            };
            let (half, angle) = axes(half([w, h / 2.0]), half([w / 2.0, h]));
            return format!(
                "\"ellipse\": {{\"center\": {middle:?}, \"half_size\": {half:?}, \"angle\": {angle:?}}}"
            );
        }
        if w == h {
            return format!("\"ball\": {{\"center\": {middle:?}, \"radius\": {:?}}}", w / 2.0);
        }
        let (half, angle) = ([w / 2.0, h / 2.0], frame.turn.angle(self.rotation));
        let angle = if angle == 0.0 { String::new() } else { format!(", \"angle\": {angle:?}") };
        format!("\"ellipse\": {{\"center\": {middle:?}, \"half_size\": {half:?}{angle}}}")
    }
}

/// Half the axes and the angle of an ellipse of which two conjugate half diameters are known (Rytz's problem, by doubling the
/// angle).
fn axes(p: [f64; 2], q: [f64; 2]) -> ([f64; 2], f64) {
    let dot = |a: [f64; 2], b: [f64; 2]| a[0] * b[0] + a[1] * b[1];
    let (along, across) = (dot(p, p) - dot(q, q), 2.0 * dot(p, q));
    let length = (along * along + across * across).sqrt();
    // Cosine and sine of half the angle; a circle has no angle.
    let twice = if length > 0.0 { along / length } else { 1.0 };
    let (c, s) = (((1.0 + twice) / 2.0).sqrt(), ((1.0 - twice) / 2.0).max(0.0).sqrt().copysign(across));
    let major = [p[0] * c + q[0] * s, p[1] * c + q[1] * s];
    let minor = [q[0] * c - p[0] * s, q[1] * c - p[1] * s];
    let half = [dot(major, major).sqrt(), dot(minor, minor).sqrt()];
    (half, libm::atan2(major[1], major[0]).to_degrees())
}

fn segment(from: [f64; 2], to: [f64; 2]) -> String {
    format!("\"segment\": {{\"from\": {from:?}, \"to\": {to:?}}}")
}

/// Sine and cosine of degrees, exact for quarter turns.
fn turn(degrees: f64) -> (f64, f64) {
    let (cosine, sine) = bumper::Rotation::<f64, 2>::from_degrees(degrees).complex();
    (sine, cosine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_axes_of_a_circle_that_is_laid_down_are_those_of_its_rim() {
        let mut rng = fastrand::Rng::with_seed(3);
        for _ in 0..1000 {
            let mut any = || rng.f64() * 20.0 - 10.0;
            let (p, q) = ([any(), any()], [any(), any()]);
            let ([a, b], angle) = axes(p, q);
            let (sine, cosine) = turn(angle);
            for k in 0..36 {
                let (s, c) = turn(f64::from(k) * 10.0);
                let rim = [p[0] * c + q[0] * s, p[1] * c + q[1] * s];
                let (u, v) = (rim[0] * cosine + rim[1] * sine, rim[1] * cosine - rim[0] * sine);
                // Multiplied out, so that thin ones count, too.
                let error = u * u * b * b + v * v * a * a - a * a * b * b;
                assert!(error.abs() <= 1e-9 * (a * a + b * b).powi(2), "{p:?} {q:?} {error}");
            }
        }
    }
}
