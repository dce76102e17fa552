//! Shapes of a map in scene coordinates, and their text in the scene format.

use crate::fields::{Read, fault};

/// A shape of a map in the coordinates of its scene. Angles are in degrees, clockwise on the screen.
#[derive(Clone, Debug)]
pub(super) enum PlacedShape {
    Point([f64; 2]),
    Segment([[f64; 2]; 2]),
    /// Several segments. Each begins at the end of the previous one.
    Polyline(Vec<[f64; 2]>),
    Box {
        min: [f64; 2],
        max: [f64; 2],
    },
    OrientedBox {
        center: [f64; 2],
        half_size: [f64; 2],
        angle: f64,
    },
    Polygon(Vec<[f64; 2]>),
    Ball {
        center: [f64; 2],
        radius: f64,
    },
    Ellipse {
        center: [f64; 2],
        half_size: [f64; 2],
        angle: f64,
    },
    Capsule {
        from: [f64; 2],
        to: [f64; 2],
        radius: f64,
    },
}

impl PlacedShape {
    /// The box that has these two points as opposite corners.
    pub(super) fn between(p: [f64; 2], q: [f64; 2]) -> Self {
        let ends = |pick: fn(f64, f64) -> f64| [pick(p[0], q[0]), pick(p[1], q[1])];
        Self::Box { min: ends(f64::min), max: ends(f64::max) }
    }

    /// The shape as text in the scene format, without the braces around it: the key that names its kind, and the value of this key.
    ///
    /// # Errors
    ///
    /// Returns a fault if a coordinate is infinite or NaN, which is possible because sums and products of finite numbers may overflow.
    pub(super) fn text(&self) -> Read<String> {
        if !self.is_finite() {
            return fault("its coordinates are too large");
        }
        Ok(match self {
            Self::Point(at) => format!("\"point\": {at:?}"),
            Self::Segment([from, to]) => segment(*from, *to),
            Self::Polyline(points) => {
                let parts = points.windows(2).map(|ends| format!("{{{}}}", segment(ends[0], ends[1])));
                format!("\"compound\": [{}]", parts.collect::<Vec<_>>().join(", "))
            }
            Self::Box { min, max } => format!("\"box\": {{\"min\": {min:?}, \"max\": {max:?}}}"),
            Self::OrientedBox { center, half_size, angle } => format!(
                "\"oriented_box\": {{\"center\": {center:?}, \"half_size\": {half_size:?}, \"angle\": {angle:?}}}"
            ),
            Self::Polygon(corners) => format!("\"polygon\": {corners:?}"),
            Self::Ball { center, radius } => {
                format!("\"ball\": {{\"center\": {center:?}, \"radius\": {radius:?}}}")
            }
            Self::Ellipse { center, half_size, angle } => {
                let angle = if *angle == 0.0 { String::new() } else { format!(", \"angle\": {angle:?}") };
                format!("\"ellipse\": {{\"center\": {center:?}, \"half_size\": {half_size:?}{angle}}}")
            }
            Self::Capsule { from, to, radius } => {
                format!("\"capsule\": {{\"from\": {from:?}, \"to\": {to:?}, \"radius\": {radius:?}}}")
            }
        })
    }

    fn is_finite(&self) -> bool {
        let all = |numbers: &[f64]| numbers.iter().all(|c| c.is_finite());
        match self {
            Self::Point(at) => all(at),
            Self::Segment(ends) => all(ends.as_flattened()),
            Self::Polyline(points) | Self::Polygon(points) => all(points.as_flattened()),
            Self::Box { min, max } => all(min) && all(max),
            Self::OrientedBox { center, half_size, angle } | Self::Ellipse { center, half_size, angle } => {
                all(center) && all(half_size) && angle.is_finite()
            }
            Self::Ball { center, radius } => all(center) && radius.is_finite(),
            Self::Capsule { from, to, radius } => all(from) && all(to) && radius.is_finite(),
        }
    }
}

fn segment(from: [f64; 2], to: [f64; 2]) -> String {
    format!("\"segment\": {{\"from\": {from:?}, \"to\": {to:?}}}")
}
