//! Shapes as plain data, which can be transformed, printed and converted to any scalar.

use bumper::scalar::{Real, Scalar};
use bumper::{
    Aabb, Ball, Capsule, Ellipse, MaskBuf, Polygon, Region, Rotation, Segment, ShapeBuf, Sprite, Vector,
};

/// A point or a vector.
pub type Point = [f64; 2];

/// A shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Solid {
    Box {
        min: Point,
        max: Point,
    },
    Ball {
        center: Point,
        radius: f64,
    },
    Capsule {
        from: Point,
        to: Point,
        radius: f64,
    },
    Ellipse {
        center: Point,
        half: Point,
    },
    Polygon(Vec<Point>),
    Segment {
        from: Point,
        to: Point,
    },
    Region(Vec<Point>),
    /// Square pixels. The first row is at `min`; `#` is solid.
    Mask {
        min: Point,
        pixel: f64,
        rows: Vec<String>,
    },
    Compound(Vec<Solid>),
}

/// A change of all coordinates: a reflection of x, then a scaling, then a translation.
#[derive(Clone, Copy, Debug)]
pub struct Transform {
    pub mirror: bool,
    pub scale: f64,
    pub offset: Point,
}

impl Transform {
    /// A reflection of x.
    pub const MIRROR: Self = Self { mirror: true, scale: 1.0, offset: [0.0; 2] };

    /// A multiplication of all lengths.
    pub fn scale(scale: f64) -> Self {
        Self { mirror: false, scale, offset: [0.0; 2] }
    }

    /// The image of a velocity or another vector.
    pub fn vector(&self, [x, y]: Point) -> Point {
        let sign = if self.mirror { -1.0 } else { 1.0 };
        [sign * x * self.scale, y * self.scale]
    }

    /// The image of a point.
    pub fn point(&self, point: Point) -> Point {
        let [x, y] = self.vector(point);
        [x + self.offset[0], y + self.offset[1]]
    }

    /// The image of an angle or an angular velocity.
    pub fn angle(&self, angle: f64) -> f64 {
        if self.mirror { -angle } else { angle }
    }
}

impl Solid {
    /// The box of the given size around the origin.
    pub fn square(half: Point) -> Self {
        Self::Box { min: half.map(|c| -c), max: half }
    }

    /// The name of the kind of the shape.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Box { .. } => "box",
            Self::Ball { .. } => "ball",
            Self::Capsule { .. } => "capsule",
            Self::Ellipse { .. } => "ellipse",
            Self::Polygon(_) => "polygon",
            Self::Segment { .. } => "segment",
            Self::Region(_) => "region",
            Self::Mask { .. } => "mask",
            Self::Compound(_) => "compound",
        }
    }

    /// The image of the shape under a transform.
    pub fn transformed(&self, by: &Transform) -> Self {
        let points = |points: &[Point]| points.iter().map(|&point| by.point(point)).collect();
        match self {
            Self::Box { min, max } => {
                let corners = [by.point(*min), by.point(*max)];
                let [a, b] = corners;
                Self::Box { min: [a[0].min(b[0]), a[1].min(b[1])], max: [a[0].max(b[0]), a[1].max(b[1])] }
            }
            Self::Ball { center, radius } => {
                Self::Ball { center: by.point(*center), radius: radius * by.scale }
            }
            Self::Capsule { from, to, radius } => {
                Self::Capsule { from: by.point(*from), to: by.point(*to), radius: radius * by.scale }
            }
            Self::Ellipse { center, half } => {
                Self::Ellipse { center: by.point(*center), half: half.map(|c| c * by.scale) }
            }
            Self::Polygon(corners) => Self::Polygon(points(corners)),
            Self::Segment { from, to } => Self::Segment { from: by.point(*from), to: by.point(*to) },
            Self::Region(corners) => Self::Region(points(corners)),
            Self::Mask { min, pixel, rows } => {
                let width = rows.first().map_or(0.0, |row| row.len() as f64) * pixel;
                let corner = if by.mirror { [min[0] + width, min[1]] } else { *min };
                let rows = rows.iter().map(|row| match by.mirror {
                    true => row.chars().rev().collect(),
                    false => row.clone(),
                });
                Self::Mask { min: by.point(corner), pixel: pixel * by.scale, rows: rows.collect() }
            }
            Self::Compound(parts) => Self::Compound(parts.iter().map(|part| part.transformed(by)).collect()),
        }
    }

    /// The shape with coordinates of type `S`, each rounded to the nearest number. Integers have boxes, balls, polygons, regions, masks
    /// and compounds; other shapes become points.
    pub fn shape<S: Scalar>(&self) -> ShapeBuf<S, 2> {
        match self {
            Self::Box { min, max } => Aabb::new(vector::<S>(*min), vector(*max)).into(),
            Self::Ball { center, radius } => Ball::new(vector::<S>(*center), number(*radius)).into(),
            Self::Capsule { from, to, radius } => {
                let capsule = Capsule::try_new(vector::<S>(*from), vector(*to), number(*radius));
                capsule.map_or(vector::<S>(*from).into(), ShapeBuf::from)
            }
            Self::Ellipse { center, half } => {
                let rotation = Rotation::from_axes(
                    [[1.0, 0.0], [0.0, 1.0]].map(|axis| Vector(axis.map(S::Real::from_f64))),
                );
                let ellipse = rotation
                    .and_then(|rotation| Ellipse::try_new(vector::<S>(*center), vector(*half), &rotation));
                ellipse.map_or(vector::<S>(*center).into(), ShapeBuf::from)
            }
            Self::Polygon(corners) => {
                let corners: Vec<Vector<S, 2>> = corners.iter().map(|&corner| vector(corner)).collect();
                Polygon::new(&corners).expect("a convex polygon").into()
            }
            Self::Segment { from, to } => {
                let segment = Segment::try_new(vector::<S>(*from), vector(*to));
                segment.map_or(vector::<S>(*from).into(), ShapeBuf::from)
            }
            Self::Region(corners) => Region::new(corners.iter().map(|&corner| vector::<S>(corner)))
                .expect("a simple polygon")
                .into(),
            Self::Mask { min, pixel, rows } => {
                let mask = MaskBuf::from_rows(rows.iter().map(String::as_str)).expect("a small mask");
                Sprite::new(mask.as_mask(), vector::<S>(*min), number(*pixel)).into()
            }
            Self::Compound(parts) => ShapeBuf::compound(parts.iter().map(Self::shape::<S>)),
        }
    }

    /// The size of the shape: the larger side of its bounding box.
    pub fn size(&self) -> f64 {
        let aabb = self.shape::<f64>().bounds().expect("bounds");
        (aabb.max() - aabb.min()).0.into_iter().fold(0.0, f64::max)
    }
}

/// The number of type `S` that is nearest to `value`.
pub fn number<S: Scalar>(value: f64) -> S {
    S::nearest(value).unwrap_or_default()
}

/// The vector of type `S` that is nearest to `value`.
pub fn vector<S: Scalar>(value: Point) -> Vector<S, 2> {
    Vector(value.map(number))
}

/// A vector of type `S` as a point.
pub fn point<S: Scalar>(value: Vector<S, 2>) -> Point {
    value.0.map(S::to_f64)
}
