//! Objects of maps, and their conversion to shapes of the scene.

use super::affine::{Affine, sine_cosine};
use super::placed::PlacedShape;
use crate::fields::{Read, fault};

/// An object of a Tiled or LDtk map.
#[derive(Clone, Debug)]
pub(super) struct Object {
    pub(super) id: u64,
    pub(super) name: String,
    pub(super) at: [f64; 2],
    /// The rotation about `at` in degrees, clockwise on the screen.
    pub(super) rotation: f64,
    pub(super) kind: Kind,
    /// Additional keys of the object's shape in the scene format, as text.
    pub(super) keys: Option<String>,
    /// For an object that shows a tile: the number of the tile in the map, including transform flags.
    pub(super) gid: Option<u32>,
    /// For an object that shows a tile with collision shapes: these shapes, which are the shape of the object.
    pub(super) tile_shapes: Option<TileShapes>,
}

/// The collision shapes of a tile that an object shows.
#[derive(Clone, Debug)]
pub(super) struct TileShapes {
    pub(super) shapes: Vec<Object>,
    /// For isometric tilesets, the transform from the coordinates of the shapes to the tile.
    pub(super) linear: Option<Linear>,
    /// The transform from the tile to the picture that the object draws, relative to the position of the object.
    pub(super) tile: Affine,
}

/// The shape of an object. Its coordinates are relative to the position of the object.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    Rectangle([f64; 2]),
    Ellipse([f64; 2]),
    Capsule([f64; 2]),
    Point,
    Polygon(Vec<[f64; 2]>),
    Polyline(Vec<[f64; 2]>),
    Tile(TileBox),
    Text,
}

/// The rectangle where an object draws its tile. The position of the object is the origin of its coordinates.
#[derive(Clone, Copy, Debug)]
pub(super) struct TileBox {
    /// The upper left corner.
    pub(super) corner: [f64; 2],
    pub(super) size: [f64; 2],
}

/// The transform from the coordinates of objects on an isometric or oblique map to the screen: a matrix, and the position of the origin on
/// the screen.
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

/// The transforms from the coordinates of an object to the scene. The fields are in the order of application.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// On isometric and oblique maps, the transform from the map to the screen.
    pub(super) linear: Option<Linear>,
    /// The transform of the tile if the object is a collision shape of a tile, else the identity.
    pub(super) tile: Affine,
    pub(super) offset: [f64; 2],
}

/// The number of corners of the polygon that replaces a capsule, if the transform of the object makes its ends elliptic.
const CORNERS: u32 = 32;

impl Object {
    /// The position of the object on the screen.
    pub(super) fn place(&self, frame: &Frame) -> [f64; 2] {
        self.point(frame, [0.0; 2], false)
    }

    /// Converts a point to its position on the screen. `by` is the vector from the position of the object to the point. If `upright`, this
    /// vector is rotated with the object, but not skewed with the map: the pictures of tile objects are drawn in this way.
    fn point(&self, frame: &Frame, by: [f64; 2], upright: bool) -> [f64; 2] {
        let mut by = by;
        let mut at = self.at;
        if let Some(linear) = frame.linear {
            by = if upright { by } else { linear.apply(by) };
            let on_screen = linear.apply(at);
            at = [on_screen[0] + linear.origin[0], on_screen[1] + linear.origin[1]];
        }
        let (sine, cosine) = sine_cosine(self.rotation);
        if self.rotation != 0.0 {
            by = [by[0] * cosine - by[1] * sine, by[0] * sine + by[1] * cosine];
        }
        let [x, y] = frame.tile.apply([at[0] + by[0], at[1] + by[1]]);
        [x + frame.offset[0], y + frame.offset[1]]
    }

    /// The shape of the object in the scene; `None` for text.
    ///
    /// # Errors
    ///
    /// Returns a fault for a negative size or a polyline without points.
    pub(super) fn shape(&self, frame: &Frame) -> Read<Option<PlacedShape>> {
        let sizes: &[f64] = match &self.kind {
            Kind::Rectangle(size) | Kind::Ellipse(size) | Kind::Capsule(size) => size,
            Kind::Tile(tile) => &tile.size,
            Kind::Point | Kind::Polygon(_) | Kind::Polyline(_) | Kind::Text => &[],
        };
        if sizes.iter().any(|&c| c < 0.0) {
            return fault("the object has a negative size");
        }
        let point = |by| self.point(frame, by, false);
        Ok(Some(match &self.kind {
            Kind::Text => return Ok(None),
            Kind::Point
            | Kind::Rectangle([0.0, 0.0])
            | Kind::Ellipse([0.0, 0.0])
            | Kind::Capsule([0.0, 0.0]) => PlacedShape::Point(point([0.0, 0.0])),
            &Kind::Rectangle(size) => self.rectangle([0.0, 0.0], size, frame, false),
            Kind::Tile(tile) => self.rectangle(tile.corner, tile.size, frame, true),
            &Kind::Ellipse([w, h]) if w == 0.0 || h == 0.0 => {
                PlacedShape::Segment([point([0.0, 0.0]), point([w, h])])
            }
            &Kind::Ellipse(size) => self.ellipse(size, frame),
            &Kind::Capsule(size) => self.capsule(size, frame),
            Kind::Polygon(points) => PlacedShape::Polygon(points.iter().copied().map(point).collect()),
            Kind::Polyline(points) => match points.as_slice() {
                [] => return fault("the polyline has no points"),
                [one] => PlacedShape::Point(point(*one)),
                [from, to] => PlacedShape::Segment([point(*from), point(*to)]),
                points => PlacedShape::Polyline(points.iter().copied().map(point).collect()),
            },
        }))
    }

    /// The shape of a rectangle with this upper left corner and size, given relative to the object.
    fn rectangle(&self, [x, y]: [f64; 2], [w, h]: [f64; 2], frame: &Frame, upright: bool) -> PlacedShape {
        let point = |by| self.point(frame, by, upright);
        let skewed = frame.linear.is_some() && !upright;
        if self.rotation == 0.0 && !skewed && frame.tile.keeps_boxes() {
            return PlacedShape::between(point([x, y]), point([x + w, y + h]));
        }
        if skewed || !frame.tile.is_identity() {
            if w == 0.0 || h == 0.0 {
                return PlacedShape::Segment([point([x, y]), point([x + w, y + h])]);
            }
            let corners = [[x, y], [x + w, y], [x + w, y + h], [x, y + h]].map(point);
            return PlacedShape::Polygon(corners.to_vec());
        }
        PlacedShape::OrientedBox {
            center: point([x + w / 2.0, y + h / 2.0]),
            half_size: [w / 2.0, h / 2.0],
            angle: self.rotation,
        }
    }

    /// The scale factor of the transforms of an object for lengths; `None` if the factor depends on the direction.
    fn scale(frame: &Frame) -> Option<f64> {
        if frame.linear.is_some() { None } else { frame.tile.uniform_scale() }
    }

    fn ellipse(&self, [w, h]: [f64; 2], frame: &Frame) -> PlacedShape {
        let center = self.point(frame, [w / 2.0, h / 2.0], false);
        let Some(scale) = Self::scale(frame) else {
            let half = |by| {
                let end = self.point(frame, by, false);
                [end[0] - center[0], end[1] - center[1]]
            };
            let (half_size, angle) = axes(half([w, h / 2.0]), half([w / 2.0, h]));
            return PlacedShape::Ellipse { center, half_size, angle };
        };
        if w == h {
            return PlacedShape::Ball { center, radius: w / 2.0 * scale };
        }
        let half_size = [w / 2.0 * scale, h / 2.0 * scale];
        PlacedShape::Ellipse { center, half_size, angle: frame.tile.angle(self.rotation) }
    }

    fn capsule(&self, [w, h]: [f64; 2], frame: &Frame) -> PlacedShape {
        let point = |by| self.point(frame, by, false);
        let radius = w.min(h) / 2.0;
        if let Some(scale) = Self::scale(frame) {
            let from = point([radius, radius]);
            let to = point([w - radius, h - radius]);
            return PlacedShape::Capsule { from, to, radius: radius * scale };
        }
        let corner = |k| {
            let (sine, cosine) = sine_cosine(f64::from(k) * 360.0 / f64::from(CORNERS));
            let middle = |size: f64, side: f64| if side > 0.0 { size - radius } else { radius };
            point([middle(w, cosine) + radius * cosine, middle(h, sine) + radius * sine])
        };
        PlacedShape::Polygon((0..CORNERS).map(corner).collect())
    }
}

/// The semi-axes of an ellipse, and the angle of the major one in degrees. The ellipse consists of the points p cos t + q sin t, for all
/// angles t. (Finding the axes from `p` and `q` is called Rytz's problem.)
fn axes(p: [f64; 2], q: [f64; 2]) -> ([f64; 2], f64) {
    let dot = |a: [f64; 2], b: [f64; 2]| a[0] * b[0] + a[1] * b[1];
    let along = dot(p, p) - dot(q, q);
    let across = 2.0 * dot(p, q);
    let length = (along * along + across * across).sqrt();
    // At the ends of the major axis, the square of the distance from the center is largest: half of (p² + q² + `along` · cos 2t + `across`
    // · sin 2t). So there, `twice` is cos 2t. The half-angle formulas give `c` = cos t and `s` = sin t. On a circle every t is possible,
    // and t = 0 is chosen.
    let twice = if length > 0.0 { along / length } else { 1.0 };
    let c = ((1.0 + twice) / 2.0).sqrt();
    let s = ((1.0 - twice) / 2.0).max(0.0).sqrt().copysign(across);
    let major = [p[0] * c + q[0] * s, p[1] * c + q[1] * s];
    let minor = [q[0] * c - p[0] * s, q[1] * c - p[1] * s];
    let half = [dot(major, major).sqrt(), dot(minor, minor).sqrt()];
    (half, libm::atan2(major[1], major[0]).to_degrees())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn semi_axes_of_transformed_circle_agree_with_its_rim() {
        let mut rng = fastrand::Rng::with_seed(3);
        for _ in 0..1000 {
            let mut any = || rng.f64() * 20.0 - 10.0;
            let p = [any(), any()];
            let q = [any(), any()];
            let ([a, b], angle) = axes(p, q);
            let (sine, cosine) = sine_cosine(angle);
            for k in 0..36 {
                let (s, c) = sine_cosine(f64::from(k) * 10.0);
                let rim_point = [p[0] * c + q[0] * s, p[1] * c + q[1] * s];
                let u = rim_point[0] * cosine + rim_point[1] * sine;
                let v = rim_point[1] * cosine - rim_point[0] * sine;
                // In the directions of the axes, the point has the coordinates u and v. It lies on the ellipse if u² / a² + v² / b² = 1.
                // Here both sides are multiplied by a² · b², because `a` or `b` may be nearly zero.
                let error = u * u * b * b + v * v * a * a - a * a * b * b;
                assert!(error.abs() <= 1e-9 * (a * a + b * b).powi(2), "{p:?} {q:?} {error}");
            }
        }
    }
}
