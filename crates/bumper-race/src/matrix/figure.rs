//! The shapes of the matrix of benchmarks. Each library builds its own shapes from them.

use crate::unit;
use bumper::{
    Ball, Capsule, Hull, OrientedBox, OrientedCylinder, Polygon, Rotation, Segment, Shape, Triangle, Vector,
};
use bumper_bench::input::Random;

/// The length of a ray in a ray cast.
pub const RANGE: f32 = 100.0;

/// The largest displacement of a shape on each axis in a sweep. It is about the size of a shape.
const STEP: f32 = 3.0;

#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    Ball,
    Box,
    Capsule,
    Segment,
    Triangle,
    Hexagon,
    Hull,
    Cylinder,
    /// A ray: a point that moves by a vector of the length [`RANGE`]. Only the first shape of a pair can be a ray.
    Ray,
}

impl Kind {
    /// The kinds of shapes in a dimension, in the order of the tables.
    pub fn all(dimension: usize) -> &'static [Kind] {
        use Kind::*;
        match dimension {
            2 => &[Ball, Box, Capsule, Segment, Triangle, Hexagon],
            _ => &[Ball, Box, Capsule, Segment, Triangle, Hull, Cylinder],
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Kind::Ball => "ball",
            Kind::Box => "box",
            Kind::Capsule => "capsule",
            Kind::Segment => "segment",
            Kind::Triangle => "triangle",
            Kind::Hexagon => "hexagon",
            Kind::Hull => "hull",
            Kind::Cylinder => "cylinder",
            Kind::Ray => "ray",
        }
    }
}

/// A shape with a random position and rotation. It consists of all points whose distance from the convex hull of the points `corners` is at
/// most `radius`, except cylinders. `corners` are in world coordinates; `local` are the same points before the rotation and translation.
pub struct Figure<const N: usize> {
    pub kind: Kind,
    pub center: Vector<f32, N>,
    /// The size: half of the extent of the shape on each of its own axes. Round shapes use only some of the numbers: the first one is the
    /// radius, and for capsules and cylinders, the second one is half of the height.
    pub half: Vector<f32, N>,
    /// The rotation, as a unit quaternion (x, y, z, w). In 2D it is a rotation about z.
    pub turn: [f32; 4],
    pub axes: [Vector<f32, N>; N],
    pub local: Vec<Vector<f32, N>>,
    pub corners: Vec<Vector<f32, N>>,
    pub radius: f32,
    /// The displacement of the shape during a sweep, or of the ray during a ray cast.
    pub step: Vector<f32, N>,
}

impl<const N: usize> Figure<N> {
    /// Creates a shape whose center is random, between 0 and `reach` on each axis.
    pub fn random(kind: Kind, reach: f32, random: &mut Random) -> Self {
        let center = Vector::from(core::array::from_fn(|_| reach * unit(random)));
        Self::at(kind, center, 1.0, random)
    }

    /// Creates a shape with a given center. The other properties are random; the size is scaled by a factor.
    pub fn at(kind: Kind, center: Vector<f32, N>, scale: f32, random: &mut Random) -> Self {
        let mut number = |least: f32, most: f32| least + (most - least) * unit(random);
        let half: Vector<f32, N> = Vector::from(core::array::from_fn(|_| scale * number(0.5, 2.5)));
        let step: Vector<f32, N> = Vector::from(core::array::from_fn(|_| number(-STEP, STEP)));
        let length = step.length();
        let step = match kind {
            Kind::Ray if length > 0.1 * STEP => step.scaled(RANGE / length),
            // A very short step has no reliable direction. Replace it by a ray along x.
            Kind::Ray => Vector::default().with(0, RANGE),
            _ => step,
        };
        let turn = turn::<N>(&mut number);
        let axes = axes::<N>(turn);
        let (local, radius) = points(kind, half, &mut number);
        let place = |p: &Vector<f32, N>| (0..N).fold(center, |sum, k| sum + axes[k].scaled(p[k]));
        let corners = local.iter().map(place).collect();
        Self { kind, center, half, turn, axes, local, corners, radius, step }
    }

    /// Returns the shape as a shape of bumper.
    pub fn shape(&self) -> Shape<'_, f32, N> {
        let at = &self.corners;
        let known = "the figure is in order";
        match self.kind {
            Kind::Ball => Ball::new(self.center, self.radius).into(),
            Kind::Box => {
                OrientedBox::new(self.center, self.half, Rotation::from_axes(self.axes).expect(known)).into()
            }
            Kind::Capsule => Capsule::new(at[0], at[1], self.radius).into(),
            Kind::Segment => Segment::new(at[0], at[1]).into(),
            Kind::Triangle => Triangle::new(at[0], at[1], at[2]).into(),
            Kind::Hexagon => Polygon::try_new(at).expect(known).into(),
            Kind::Hull => Hull::new(at).expect(known).into(),
            Kind::Cylinder => {
                let [radius, height] = [self.half[0], self.half[1]];
                OrientedCylinder::try_new(self.center, self.axes[1], height, radius).expect(known).into()
            }
            Kind::Ray => self.center.into(),
        }
    }
}

/// A random rotation.
fn turn<const N: usize>(number: &mut impl FnMut(f32, f32) -> f32) -> [f32; 4] {
    let q: [f32; 4] = core::array::from_fn(|k| if N == 2 && k < 2 { 0.0 } else { number(-1.0, 1.0) });
    let length = q.iter().map(|c| c * c).sum::<f32>().sqrt();
    // A very short quaternion has no reliable direction. Replace it by the identity.
    if length > 0.1 { q.map(|c| c / length) } else { [0.0, 0.0, 0.0, 1.0] }
}

/// Returns the coordinate axes after a rotation by a quaternion.
fn axes<const N: usize>([x, y, z, w]: [f32; 4]) -> [Vector<f32, N>; N] {
    let columns = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w)],
        [2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w)],
        [2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y)],
    ];
    core::array::from_fn(|axis| Vector::from(core::array::from_fn(|k| columns[axis][k])))
}

/// Returns the points that span a shape in local coordinates, and the rounding radius around them. For a cylinder, these are the ends of
/// its axis and the radius 0.
fn points<const N: usize>(
    kind: Kind,
    half: Vector<f32, N>,
    number: &mut impl FnMut(f32, f32) -> f32,
) -> (Vec<Vector<f32, N>>, f32) {
    let w = half[0];
    let h = half[1];
    let point = |c: [f32; 3]| Vector::from(core::array::from_fn(|k| c[k]));
    let spine = || vec![point([0.0, -h, 0.0]), point([0.0, h, 0.0])];
    match kind {
        Kind::Ball => (vec![point([0.0; 3])], w),
        Kind::Ray => (vec![point([0.0; 3])], 0.0),
        Kind::Box => {
            let sign = |corner: usize, k: usize| if corner >> k & 1 == 0 { -half[k] } else { half[k] };
            ((0..1 << N).map(|c| Vector::from(core::array::from_fn(|k| sign(c, k)))).collect(), 0.0)
        }
        Kind::Capsule => (spine(), 0.5 * w),
        Kind::Segment | Kind::Cylinder => (spine(), 0.0),
        Kind::Triangle => {
            let top = number(-w, w);
            ([[-w, -h, 0.0], [w, -0.8 * h, 0.0], [top, h, 0.0]].map(point).into(), 0.0)
        }
        Kind::Hexagon => {
            let corner = |k: usize| {
                let (sine, cosine) = (k as f32 * std::f32::consts::FRAC_PI_3).sin_cos();
                point([w * cosine, h * sine, 0.0])
            };
            ((0..6).map(corner).collect(), 0.0)
        }
        Kind::Hull => {
            // Approximately evenly distributed points on an ellipsoid, along a golden-angle spiral.
            let corner = |k: usize| {
                let up = (k as f32 + 0.5) / 8.0 - 1.0;
                let (sine, cosine) = (k as f32 * 2.399_963).sin_cos();
                let across = (1.0 - up * up).sqrt();
                point([w * across * cosine, h * up, half[N - 1] * across * sine])
            };
            ((0..16).map(corner).collect(), 0.0)
        }
    }
}
