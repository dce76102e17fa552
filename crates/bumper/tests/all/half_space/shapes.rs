//! Random shapes of floats, with their support functions.

use bumper::scalar::{Real, Scalar};
use bumper::{
    Aabb, Axis, Ball, Capsule, Cylinder, Ellipse, HalfSpace, Hull, OrientedBox, OrientedCylinder, Polygon,
    Pose, Rotation, Segment, ShapeBuf, SquaredBall, Triangle, Vector,
};
use fastrand::Rng;

pub fn box_corners<S: Scalar, const N: usize>(aabb: &Aabb<S, N>) -> Vec<Vector<S, N>> {
    let corner = |bits: usize| {
        let mut corner = aabb.min();
        (0..N).filter(|k| bits >> k & 1 == 1).for_each(|k| corner[k] = aabb.max()[k]);
        corner
    };
    (0..1 << N).map(corner).collect()
}

/// A shape of floats as its support function needs it: corners with a radius, and up to two vectors whose lengths along a direction add up
/// as in an ellipse.
pub struct Support<const N: usize> {
    pub corners: Vec<[f64; N]>,
    pub radius: f64,
    pub curve: Vec<[f64; N]>,
}

pub fn dot<const N: usize>(u: [f64; N], v: [f64; N]) -> f64 {
    (0..N).map(|k| u[k] * v[k]).sum()
}

impl<const N: usize> Support<N> {
    pub fn placed<R: Real>(&self, pose: Option<Pose<R, N>>) -> Self {
        let Some(pose) = pose else {
            return Self { curve: self.curve.clone(), corners: self.corners.clone(), ..*self };
        };
        let axes = pose.rotation.axes().map(wide);
        let turn = |v: &[f64; N]| std::array::from_fn(|k| (0..N).map(|j| axes[j][k] * v[j]).sum::<f64>());
        let at = |point: &[f64; N]| {
            let mut at: [f64; N] = turn(point);
            (0..N).for_each(|k| at[k] += pose.translation[k].to_f64());
            at
        };
        let corners = self.corners.iter().map(at).collect();
        Self { corners, radius: self.radius, curve: self.curve.iter().map(turn).collect() }
    }

    /// The smallest height above the plane through `point`.
    pub fn height(&self, point: [f64; N], normal: [f64; N]) -> f64 {
        let rim = self.curve.iter().map(|v| dot(*v, normal).powi(2)).sum::<f64>().sqrt();
        let height = |corner: &[f64; N]| {
            let mut delta = *corner;
            (0..N).for_each(|k| delta[k] -= point[k]);
            dot(delta, normal)
        };
        self.corners.iter().map(height).fold(f64::INFINITY, f64::min) - rim - self.radius
    }
}

pub fn real<R: Real>(rng: &mut Rng) -> R {
    // Sums of few powers of two, so that shapes touch exactly now and then.
    R::from_f64(if rng.u8(..8) > 0 { rng.i32(-20..=20).into() } else { rng.f64() * 80.0 - 40.0 } / 4.0)
}

pub fn real_vector<R: Real, const N: usize>(rng: &mut Rng) -> Vector<R, N> {
    Vector([(); N].map(|()| real(rng)))
}

pub fn rotation<R: Real>(rng: &mut Rng) -> Rotation<R, 2> {
    Rotation::from_radians(R::from_f64(rng.f64() * 7.0))
}

/// What differs between two and three dimensions: rotations, and the kinds of shapes.
pub trait Space<R: Real, const N: usize> {
    fn rotation(rng: &mut Rng) -> Rotation<R, N>;
}

pub struct Plain;

impl<R: Real> Space<R, 2> for Plain {
    fn rotation(rng: &mut Rng) -> Rotation<R, 2> {
        rotation(rng)
    }
}

impl<R: Real> Space<R, 3> for Plain {
    fn rotation(rng: &mut Rng) -> Rotation<R, 3> {
        let axis = loop {
            if let Some(axis) = real_vector::<R, 3>(rng).normalized() {
                break axis;
            }
        };
        Rotation::from_axis_radians(axis, R::from_f64(rng.f64() * 7.0)).unwrap()
    }
}

pub fn wide<R: Real, const N: usize>(v: Vector<R, N>) -> [f64; N] {
    v.0.map(Scalar::to_f64)
}

/// A random shape of any kind of floats, with its support function. The first kinds have no curved rim.
pub fn float_shape<R: Real, const N: usize>(rng: &mut Rng) -> Option<(ShapeBuf<R, N>, Support<N>)>
where
    Plain: Space<R, N>,
{
    let points = [(); 6].map(|()| real_vector::<R, N>(rng));
    let radius = R::from_f64(f64::from(rng.i32(0..12)) / 4.0);
    let size = real_vector::<R, N>(rng).map(|c| c.abs());
    let turn = Plain::rotation(rng);
    let round = |count: usize| Support {
        corners: points[..count].iter().map(|p| wide(*p)).collect(),
        radius: radius.to_f64(),
        curve: Vec::new(),
    };
    let sharp = |corners: &[Vector<R, N>]| Support {
        corners: corners.iter().map(|p| wide(*p)).collect(),
        radius: 0.0,
        curve: Vec::new(),
    };
    let axes = || turn.axes().map(wide);
    Some(match rng.u8(..12) {
        0 => (points[0].into(), sharp(&points[..1])),
        1 => {
            let aabb = Aabb::new(points[0], points[1]);
            (aabb.into(), sharp(&box_corners(&aabb)))
        }
        2 => (Ball::new(points[0], radius).into(), round(1)),
        3 => (SquaredBall::new(points[0], radius * radius).into(), round(1)),
        4 => (Segment::try_new(points[0], points[1])?.into(), sharp(&points[..2])),
        5 => (Triangle::try_new([points[0], points[1], points[2]])?.into(), sharp(&points[..3])),
        6 => (Capsule::try_new(points[0], points[1], radius)?.into(), round(2)),
        7 if N == 2 => {
            let corners = [[0.0, 0.0], [3.0, 0.0], [4.0, 2.0], [1.0, 5.0]]
                .map(|c| Vector(std::array::from_fn(|k| R::from_f64(c[k.min(1)]))) + points[0]);
            let polygon = Polygon::try_new(&corners)?.rounded(radius);
            let support = Support { radius: radius.to_f64(), ..sharp(&corners) };
            (polygon.into(), support)
        }
        7 => (Hull::new(&points)?.into(), sharp(&points)),
        8 => {
            let shape = OrientedBox::try_new(points[0], size, &turn)?;
            let corners = box_corners(&Aabb::new(-size, size));
            let (center, axes) = (wide(points[0]), axes());
            let at = |corner: &Vector<R, N>| {
                let corner = wide(*corner);
                std::array::from_fn(|k| center[k] + (0..N).map(|j| axes[j][k] * corner[j]).sum::<f64>())
            };
            (
                shape.into(),
                Support { corners: corners.iter().map(at).collect(), radius: 0.0, curve: Vec::new() },
            )
        }
        9 if N == 2 => {
            let shape = Ellipse::try_new(points[0], size, &turn)?;
            let axes = axes();
            let curve = (0..N).map(|j| axes[j].map(|c| c * size[j].to_f64())).collect();
            (shape.into(), Support { curve, ..sharp(&points[..1]) })
        }
        9 => {
            let axis = [Axis::X, Axis::Y, Axis::Z][rng.usize(..3)];
            let to = real::<R>(rng);
            let end = points[0].with(axis.index(), to);
            let unit = |k: usize| std::array::from_fn(|j| if j == k { radius.to_f64() } else { 0.0 });
            let curve = (0..N).filter(|&k| k != axis.index()).map(unit).collect();
            (
                Cylinder::try_new(axis, points[0], to, radius)?.into(),
                Support { curve, ..sharp(&[points[0], end]) },
            )
        }
        10 => {
            let (half, axes) = (size[0], axes());
            let shape = OrientedCylinder::try_new(points[0], Vector(turn.axes()[0].0), half, radius)?;
            let (center, half) = (wide(points[0]), half.to_f64());
            let end = |sign: f64| std::array::from_fn(|k| center[k] + axes[0][k] * half * sign);
            let curve = axes[1..].iter().map(|axis| axis.map(|c| c * radius.to_f64())).collect();
            (shape.into(), Support { corners: vec![end(-1.0), end(1.0)], radius: 0.0, curve })
        }
        _ => {
            let parts = [ShapeBuf::from(points[0]), Segment::try_new(points[1], points[2])?.into()];
            (ShapeBuf::compound(parts), sharp(&points[..3]))
        }
    })
}

/// A half-space of floats; often perpendicular to an axis.
pub fn float_half_space<R: Real, const N: usize>(rng: &mut Rng) -> HalfSpace<R, N> {
    let normal = match rng.bool() {
        true => Vector([R::from_f64(0.0); N])
            .with(rng.usize(..N), R::from_f64(if rng.bool() { 2.0 } else { -1.0 })),
        false => real_vector(rng),
    };
    HalfSpace::new(real_vector(rng), normal).unwrap_or_else(|| float_half_space(rng))
}
