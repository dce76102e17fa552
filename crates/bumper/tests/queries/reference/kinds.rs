//! All convex kinds of shapes, both as shapes of the library and as bodies of the reference. To add a kind, add its name to the list; the
//! compiler then reports what else is needed.

use super::body::Body;
use super::number::{Double, Number, V, cross, length, scale, unit, wide};
use bumper::scalar::{Real, Scalar};
use bumper::{
    Aabb, Axis, Ball, Capsule, Cylinder, Hull, OrientedBox, Polygon, Pose, Rotation, Segment, Shape,
    SquaredBall, Triangle, Vector,
};

macro_rules! kinds {
    ($($kind:ident),* $(,)?) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Kind {
            $($kind),*
        }
        impl Kind {
            pub const ALL: &[Kind] = &[$(Kind::$kind),*];
        }
    };
}

kinds! {
    Point, Ball, SquaredBall, Aabb, Segment, Triangle, Capsule, OrientedBox, Polygon, Hull, Cylinder, OrientedCylinder,
}

impl Kind {
    /// Whether the kind exists in this number of dimensions. Cylinders in any direction need a square root.
    pub fn is_in(self, dimensions: usize) -> bool {
        match self {
            Kind::Polygon => dimensions == 2,
            Kind::Hull | Kind::Cylinder => dimensions == 3,
            Kind::OrientedCylinder => dimensions == 3 && cfg!(any(feature = "std", feature = "libm")),
            Kind::Point | Kind::Ball | Kind::SquaredBall | Kind::Aabb | Kind::Segment => true,
            Kind::Triangle | Kind::Capsule | Kind::OrientedBox => true,
        }
    }

    /// Whether shapes of the kind have a rim, which makes the reference slow.
    pub fn has_rim(self) -> bool {
        matches!(self, Kind::Cylinder | Kind::OrientedCylinder)
    }

    pub fn all_in(dimensions: usize) -> Vec<Kind> {
        Kind::ALL.iter().copied().filter(|kind| kind.is_in(dimensions)).collect()
    }
}

/// The numbers that define a shape. Each kind uses some of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec<R, const N: usize> {
    pub kind: Kind,
    /// The corners, the ends, or the center.
    pub points: Vec<Vector<R, N>>,
    pub radius: R,
    /// The half-size of an oriented box. For an oriented cylinder, the first number is the half-height.
    pub half: Vector<R, N>,
    pub rotation: Rotation<R, N>,
    /// The direction of an oriented cylinder.
    pub direction: Vector<R, N>,
    pub axis: usize,
    /// The pose at which the shape is placed, if there is one.
    pub pose: Option<Pose<R, N>>,
}

impl<R: Real, const N: usize> Spec<R, N> {
    /// The shape before it is placed at its pose. `None` if the numbers do not define a valid shape.
    pub fn base(&self) -> Option<Shape<'_, R, N>> {
        let p = &self.points;
        Some(match self.kind {
            Kind::Point => Shape::Point(p[0]),
            Kind::Ball => Ball::new(p[0], self.radius).into(),
            Kind::SquaredBall => Ball::new(p[0], self.radius).squared().into(),
            Kind::Aabb => Aabb::new(p[0], p[1]).into(),
            Kind::Segment => Segment::new(p[0], p[1]).into(),
            Kind::Triangle => Triangle::new(p[0], p[1], p[2]).into(),
            Kind::Capsule => Capsule::new(p[0], p[1], self.radius).into(),
            Kind::OrientedBox => OrientedBox::new(p[0], self.half, self.rotation).into(),
            Kind::Polygon => Polygon::try_new(p)?.rounded(self.radius).into(),
            Kind::Hull => Hull::new(p)?.into(),
            Kind::Cylinder => {
                Cylinder::try_new(Axis::ALL[self.axis], p[0], p[1][self.axis], self.radius)?.into()
            }
            Kind::OrientedCylinder => self.oriented_cylinder()?,
        })
    }

    #[cfg(any(feature = "std", feature = "libm"))]
    fn oriented_cylinder(&self) -> Option<Shape<'_, R, N>> {
        let [center, direction] = [self.points[0], self.direction];
        Some(bumper::OrientedCylinder::try_new(center, direction, self.half[0], self.radius)?.into())
    }

    #[cfg(not(any(feature = "std", feature = "libm")))]
    fn oriented_cylinder(&self) -> Option<Shape<'_, R, N>> {
        None
    }

    /// The shape at its pose. `base` is the result of [`base`](Spec::base).
    pub fn placed<'a>(&self, base: &'a Shape<'a, R, N>) -> Shape<'a, R, N> {
        self.pose.as_ref().map_or(*base, |pose| base.placed(pose))
    }

    /// The shape as a body of the reference, from the definitions of the shapes.
    pub fn body(&self) -> Body<Double> {
        let p: Vec<_> = self.points.iter().map(|&p| self.place(vector(p))).collect();
        let radius = Double::from(Scalar::to_f64(self.radius));
        let body = match self.kind {
            Kind::Point => Body::ring(p),
            Kind::Ball => Body::ring(p).with_radius(radius),
            Kind::SquaredBall => {
                let squared: SquaredBall<R, N> = Ball::new(self.points[0], self.radius).squared();
                let squared = R::Span::area_to_f64(squared.radius_squared());
                Body::ring(p).with_radius(Double::from(squared).sqrt())
            }
            Kind::Aabb => self.upright_box(),
            Kind::Segment | Kind::Triangle => Body::ring(p),
            Kind::Capsule => Body::ring(p).with_radius(radius),
            Kind::OrientedBox => {
                let axes = self.rotation.axes();
                let halves: Vec<_> = (0..N)
                    .map(|k| self.turn(scale(vector(axes[k]), Scalar::to_f64(self.half[k]).into())))
                    .collect();
                Body::boxed(p[0], &halves).at_least_as_large(largest(self.half))
            }
            Kind::Polygon => Body::ring(p).with_radius(radius),
            Kind::Hull => Body::hull(p),
            Kind::Cylinder => {
                let mut ends = self.points.clone();
                ends[1] = ends[0].with(self.axis, ends[1][self.axis]);
                let ends: Vec<_> = ends.into_iter().map(|end| self.place(vector(end))).collect();
                let across = |k: usize| {
                    let mut side = [Double::from(0.0); 3];
                    side[(self.axis + k) % 3] = radius;
                    self.turn(side)
                };
                Body::ring(ends).with_round(across(1), across(2))
            }
            Kind::OrientedCylinder => {
                let half = Double::from(Scalar::to_f64(self.half[0]).abs());
                let axis = unit(self.turn(vector(self.direction))).expect("drawn with a direction");
                let along = scale(axis, half);
                let (from, to) = (super::number::sub(p[0], along), super::number::add(p[0], along));
                let [first, second] = frame(axis).map(|side| scale(side, radius));
                Body::ring(vec![from, to]).with_round(first, second).at_least_as_large(half.value())
            }
        };
        let sizes = self.points.iter().map(|&p| largest(p)).fold(0.0, f64::max);
        let pose = self.pose.map_or(0.0, |pose| largest(pose.translation));
        body.at_least_as_large(sizes.max(pose))
    }

    fn upright_box(&self) -> Body<Double> {
        let (a, b) = (vector(self.points[0]), vector(self.points[1]));
        let half = Double::from(0.5);
        let center = std::array::from_fn(|k| (a[k] + b[k]) * half);
        let halves: Vec<_> = (0..N)
            .map(|k| {
                let mut side = [Double::from(0.0); 3];
                side[k] = ((b[k] - a[k]) * half).abs();
                self.turn(side)
            })
            .collect();
        Body::boxed(self.place(center), &halves)
    }

    fn turn(&self, v: V<Double>) -> V<Double> {
        let Some(pose) = self.pose else { return v };
        let axes = pose.rotation.axes();
        let parts = (0..N).map(|k| scale(vector(axes[k]), v[k]));
        parts.fold([Double::from(0.0); 3], super::number::add)
    }

    fn place(&self, v: V<Double>) -> V<Double> {
        let turned = self.turn(v);
        self.pose.map_or(turned, |pose| super::number::add(turned, vector(pose.translation)))
    }

    /// The shape moved by an offset. Its coordinates are rounded.
    pub fn moved(&self, offset: V<f64>) -> Self {
        let number = |c: R, k: usize| R::from_f64(Scalar::to_f64(c) + offset[k]);
        let there = |v: Vector<R, N>| Vector(std::array::from_fn(|k| number(v[k], k)));
        let mut moved = self.clone();
        match &mut moved.pose {
            Some(pose) => pose.translation = there(pose.translation),
            None => moved.points = moved.points.iter().map(|&p| there(p)).collect(),
        }
        moved
    }
}

/// Two unit vectors that are perpendicular to an axis and to each other.
fn frame(axis: V<Double>) -> [V<Double>; 2] {
    let least = (0..3).fold(0, |best, k| if axis[k].abs() < axis[best].abs() { k } else { best });
    let mut other = [0.0; 3];
    other[least] = 1.0;
    let first = unit(cross(axis, wide(other))).expect("not along the axis");
    [first, cross(axis, first)]
}

pub fn vector<R: Real, const N: usize>(v: Vector<R, N>) -> V<Double> {
    std::array::from_fn(|k| Double::from(if k < N { Scalar::to_f64(v[k.min(N - 1)]) } else { 0.0 }))
}

/// The largest absolute value of the coordinates.
pub fn largest<R: Real, const N: usize>(v: Vector<R, N>) -> f64 {
    v.0.into_iter().map(|c| Scalar::to_f64(c).abs()).fold(0.0, f64::max)
}

/// The size of a body, independent of its position.
pub fn size(body: &Body<Double>) -> f64 {
    let short = body.short();
    let far =
        short.points.iter().map(|&p| length(super::number::sub(p, short.points[0]))).fold(0.0, f64::max);
    far + short.radius + short.round.map_or(0.0, |round| length(round.p).max(length(round.q)))
}
