//! Rotations in 2D and 3D.
//!
//! A rotation is a unit complex number in 2D and a unit quaternion in 3D. It is stored as a rotation matrix, because queries of rotated
//! shapes need the columns of that matrix.

use crate::Vector;
use crate::scalar::{Real, Scalar};
use crate::vector::Mapped;
use crate::vector::from_fn;

/// A rotation about the origin. In 2D, positive angles rotate the x axis towards the y axis.
///
/// ```
/// use bumper::{Rotation, Vector};
/// let half_turn = Rotation::from_degrees(180.0f32);
/// assert_eq!(half_turn.apply(Vector([3.0, 4.0])), Vector([-3.0, -4.0]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("b2Rot", "Rot2", "UnitComplex", "UnitQuaternion", "Quat"))]
pub struct Rotation<S, const N: usize> {
    axes: [Vector<S, N>; N],
}

/// The largest accepted error of the dot products of a rotation's axes, as a multiple of epsilon. (They should be 1 for an axis with
/// itself, and 0 for two axes.) If the error is larger, the axes are orthonormalized.
const ORTHOGONALITY_ERROR: f64 = 16.0;

impl<S: Scalar, const N: usize> Rotation<S, N> {
    /// The images of the coordinate axes: unit vectors, which are the columns of the rotation matrix.
    ///
    /// ```
    /// use bumper::{Rotation, Vector};
    /// assert_eq!(Rotation::from_degrees(90.0).axes(), [Vector([0.0, 1.0]), Vector([-1.0, 0.0])]);
    /// ```
    #[inline]
    #[must_use]
    pub fn axes(&self) -> [Vector<S, N>; N] {
        self.axes
    }

    /// Creates a rotation from the columns of its matrix. `None` if the columns are not orthonormal within 10⁻³, if they are a reflection,
    /// or if the scalar is not a float. If the columns deviate by more than rounding errors, they are orthonormalized.
    ///
    /// ```
    /// use bumper::{Rotation, Vector};
    /// let quarter = Rotation::from_axes([Vector([0.0, 1.0]), Vector([-1.0, 0.0])]);
    /// assert_eq!(quarter, Some(Rotation::from_degrees(90.0)));
    /// assert_eq!(Rotation::from_axes([Vector([0.0, 1.0]), Vector([1.0, 0.0])]), None);
    /// ```
    #[must_use]
    pub fn from_axes(axes: [Vector<S, N>; N]) -> Option<Self> {
        let at = |i: usize, k: usize| axes[i][k].to_f64();
        let dot = |i: usize, j: usize| (0..N).map(|k| at(i, k) * at(j, k)).sum::<f64>();
        let square = |i: usize, j: usize| {
            let gap = dot(i, j) - if i == j { 1.0 } else { 0.0 };
            gap < 1e-3 && gap > -1e-3
        };
        let minor = |i: usize, j: usize| at(i, 0) * at(j, 1) - at(i, 1) * at(j, 0);
        let volume = match N {
            2 => minor(0, 1),
            3 => minor(0, 1) * at(2, 2) + minor(1, 2) * at(0, 2) + minor(2, 0) * at(1, 2),
            _ => 0.0,
        };
        let is_rotation = S::IS_FLOAT && volume > 0.0 && (0..N).all(|i| (0..N).all(|j| square(i, j)));
        let real = Rotation { axes: axes.mapped(|axis| axis.map(|c| S::Real::from_f64(c.to_f64()))) };
        match is_rotation {
            true if real.is_orthonormal() => Some(Self { axes }),
            true => Self::from_real(&real.orthonormalized()),
            false => None,
        }
    }

    /// Converts the rotation to another float type, rounding each number.
    #[inline]
    pub(crate) fn cast<R: Real>(self) -> Rotation<R, N> {
        Rotation { axes: self.axes.mapped(|axis| axis.map(|c| R::from_f64(c.to_f64()))) }
    }

    /// Converts a rotation from the type [`Scalar::Real`] to the scalar `S`; `None` if `S` is not a float.
    pub(crate) fn from_real(real: &Rotation<S::Real, N>) -> Option<Self> {
        let axes = real.axes.mapped(|axis| axis.map(S::from_real).all_some());
        axes.iter().all(Option::is_some).then(|| Self { axes: axes.mapped(Option::unwrap_or_default) })
    }
}

impl<R: Real, const N: usize> Rotation<R, N> {
    /// The identity: the rotation by an angle of zero.
    ///
    /// ```
    /// use bumper::{Rotation, Vector};
    /// assert_eq!(Rotation::identity().apply(Vector([3.0, 4.0])), Vector([3.0, 4.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn identity() -> Self {
        Self { axes: from_fn(|axis| Vector::ZERO.with(axis, R::ONE)) }
    }

    /// Rotates a vector about the origin.
    ///
    /// ```
    /// use bumper::{Rotation, Vector};
    /// assert_eq!(Rotation::from_degrees(-90.0).apply(Vector([1.0, 0.0])), Vector([0.0, -1.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn apply(&self, vector: Vector<R, N>) -> Vector<R, N> {
        Vector(from_fn(|k| (0..N).fold(R::ZERO, |sum, axis| sum + self.axes[axis][k] * vector[axis])))
    }

    /// Rotates a vector by the inverse of this rotation.
    ///
    /// ```
    /// use bumper::{Rotation, Vector};
    /// assert_eq!(Rotation::from_degrees(90.0).apply_inverse(Vector([0.0, 1.0])), Vector([1.0, 0.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn apply_inverse(&self, vector: Vector<R, N>) -> Vector<R, N> {
        Vector(from_fn(|axis| (0..N).fold(R::ZERO, |sum, k| sum + self.axes[axis][k] * vector[k])))
    }

    /// The rotation that applies this rotation first and `next` afterwards. If rounding errors have accumulated, the result is
    /// orthonormalized, so any number of rotations can be combined.
    ///
    /// ```
    /// use bumper::Rotation;
    /// let quarter = Rotation::from_degrees(90.0);
    /// assert_eq!(quarter.then(&quarter), Rotation::from_degrees(180.0));
    /// ```
    #[inline]
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        let both = self.then_unnormalized(next);
        if both.is_orthonormal() { both } else { both.orthonormalized() }
    }

    /// The rotation that applies this rotation first and `next` afterwards, without orthonormalization. For use in queries, which combine
    /// only a few rotations, so that the rounding errors stay small.
    #[inline]
    pub(crate) fn then_unnormalized(&self, next: &Self) -> Self {
        Self { axes: self.axes.mapped(|axis| next.apply(axis)) }
    }

    /// Whether the axes are orthonormal up to rounding errors. Also true if the axes contain a NaN, which orthonormalization cannot repair.
    #[inline]
    fn is_orthonormal(&self) -> bool {
        let most = R::EPSILON * R::from_f64(ORTHOGONALITY_ERROR);
        let mut straight = true;
        for i in 0..N {
            for j in 0..=i {
                let right = R::from_f64(if i == j { 1.0 } else { 0.0 });
                // Written as a negation, so that a NaN is accepted.
                straight &= !(self.axes[i].dot(self.axes[j]).distance(right) > most);
            }
        }
        straight
    }

    /// The rotation matrix nearest to this matrix, which is a rotation up to small errors. Computed by three iterations, each of which
    /// squares the error (A. Björck and C. Bowie, An Iterative Algorithm for Computing the Best Estimate of an Orthogonal Matrix, 1971).
    #[cold]
    fn orthonormalized(&self) -> Self {
        let mut axes = self.axes;
        for _ in 0..3 {
            let bent = axes;
            for i in 0..N {
                axes[i] = bent[i].scaled(R::from_f64(1.5));
                for j in 0..N {
                    axes[i] -= bent[j].scaled(bent[i].dot(bent[j]) * R::HALF);
                }
            }
        }
        Self { axes }
    }

    /// The inverse rotation, by the opposite angle.
    ///
    /// ```
    /// use bumper::Rotation;
    /// assert_eq!(Rotation::from_degrees(90.0).inverse(), Rotation::from_degrees(-90.0));
    /// ```
    #[inline]
    #[must_use]
    pub fn inverse(&self) -> Self {
        Self { axes: from_fn(|axis| Vector(from_fn(|k| self.axes[k][axis]))) }
    }
}

impl<R: Real, const N: usize> Rotation<R, N> {
    #[cfg(any(feature = "std", feature = "libm"))]
    /// Creates a 2D rotation by an angle in degrees, like [`from_degrees`](Rotation::from_degrees), for code that is generic over the
    /// dimension `N`. `None` if `N` is not 2.
    ///
    /// ```
    /// use bumper::Rotation;
    /// assert_eq!(Rotation::try_from_degrees(90.0), Some(Rotation::<f64, 2>::from_degrees(90.0)));
    /// ```
    #[must_use]
    pub fn try_from_degrees(degrees: R) -> Option<Self> {
        (N == 2).then(|| {
            Self::around(Vector([R::ZERO, R::ZERO, R::ONE]), SineCosine::of_degrees(Scalar::to_f64(degrees)))
        })
    }

    /// Creates a 3D rotation from a quaternion x, y, z, w of any length, like [`from_quaternion`](Rotation::from_quaternion), for code that
    /// is generic over the dimension `N`. `None` if `N` is not 3, or if the quaternion is zero, infinite or NaN.
    ///
    /// ```
    /// use bumper::Rotation;
    /// assert_eq!(Rotation::try_from_quaternion([0.0, 0.0, 0.0, 2.0]), Some(Rotation::<f64, 3>::identity()));
    /// ```
    #[must_use]
    pub fn try_from_quaternion(quaternion: [R; 4]) -> Option<Self> {
        let Vector([x, y, z, w]) = Vector(quaternion.map(Scalar::to_f64)).normalized()?;
        let axes = [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
            [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
            [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
        ];
        (N == 3).then(|| Self {
            axes: from_fn(|axis| Vector(from_fn(|k| R::from_f64(axes[axis.min(2)][k.min(2)])))),
        })
    }

    #[cfg(any(feature = "std", feature = "libm"))]
    /// A rotation by an angle in degrees about a unit vector in 3D, for code that is generic over the dimension. In 2D, the vector has to
    /// be the z axis.
    pub(crate) fn around(axis: Vector<R, 3>, angle: SineCosine) -> Self {
        let Vector(u) = axis.map(Scalar::to_f64);
        let SineCosine { sine, cosine } = angle;
        // Rodrigues' formula: a vector is divided into a component along the axis, which stays, and a perpendicular component, which
        // rotates.
        let axes: [Vector<f64, 3>; 3] = from_fn(|k| {
            let i = (k + 1) % 3;
            let j = (k + 2) % 3;
            let along = Vector(u).scaled(u[k] * (1.0 - cosine));
            along + Vector([0.0; 3]).with(k, cosine).with(i, u[j] * sine).with(j, -u[i] * sine)
        });
        let number = |axis: usize, k: usize| axes.get(axis).and_then(|axis| axis.0.get(k)).copied();
        Self { axes: from_fn(|axis| Vector(from_fn(|k| R::from_f64(number(axis, k).unwrap_or_default())))) }
    }
}

impl<R: Real> Rotation<R, 2> {
    #[cfg(any(feature = "std", feature = "libm"))]
    /// Creates a rotation by an angle in degrees; positive angles rotate +x towards +y. Exact for quarter turns; other angles give the same
    /// bits on every machine. Returns the identity if the angle is infinite or NaN.
    ///
    /// ```
    /// use bumper::Rotation;
    /// assert_eq!(Rotation::from_degrees(270.0), Rotation::from_degrees(-90.0));
    /// ```
    #[must_use]
    pub fn from_degrees(degrees: R) -> Self {
        Self::around(Vector([R::ZERO, R::ZERO, R::ONE]), SineCosine::of_degrees(Scalar::to_f64(degrees)))
    }

    #[cfg(any(feature = "std", feature = "libm"))]
    /// Creates a rotation by an angle in radians; positive angles rotate +x towards +y. The result has the same bits on every machine.
    /// Quarter turns are not exact, because no float is a quarter turn in radians: use [`from_degrees`](Rotation::from_degrees) for them.
    /// Returns the identity if the angle is infinite or NaN.
    ///
    /// ```
    /// use bumper::{Rotation, Vector};
    /// let quarter = Rotation::from_radians(std::f64::consts::FRAC_PI_2);
    /// assert!((quarter.apply(Vector([1.0, 0.0])) - Vector([0.0, 1.0])).length() < 1e-15);
    /// ```
    #[must_use]
    pub fn from_radians(radians: R) -> Self {
        let SineCosine { sine, cosine } = SineCosine::of_radians(Scalar::to_f64(radians));
        let axis = Vector([cosine, sine]).map(R::from_f64);
        Self { axes: [axis, Vector([-axis.y(), axis.x()])] }
    }

    /// Creates a rotation from the complex number `cosine` + i `sine`, which may have any length. `None` if the number is zero, infinite or
    /// NaN.
    ///
    /// ```
    /// use bumper::Rotation;
    /// assert_eq!(Rotation::from_complex(0.0, 7.0), Some(Rotation::from_degrees(90.0)));
    /// ```
    #[must_use]
    pub fn from_complex(cosine: R, sine: R) -> Option<Self> {
        let axis = Vector([cosine, sine]).normalized()?;
        Some(Self { axes: [axis, Vector([-axis.y(), axis.x()])] })
    }

    /// The rotation as a unit complex number: the cosine and sine of its angle.
    ///
    /// ```
    /// use bumper::Rotation;
    /// assert_eq!(Rotation::from_degrees(90.0).complex(), (0.0, 1.0));
    /// ```
    #[must_use]
    pub fn complex(&self) -> (R, R) {
        (self.axes[0].x(), self.axes[0].y())
    }
}

impl<R: Real> Rotation<R, 3> {
    /// Creates a rotation from a quaternion x, y, z, w, which may have any length. `None` if the quaternion is zero, infinite or NaN.
    ///
    /// ```
    /// use bumper::{Rotation, Vector};
    /// let quarter = Rotation::from_quaternion([0.0, 0.0, 1.0, 1.0]).unwrap();
    /// let turned = quarter.apply(Vector([1.0, 0.0, 0.0]));
    /// assert!((turned - Vector([0.0, 1.0, 0.0])).length() < 1e-15);
    /// ```
    #[must_use]
    pub fn from_quaternion(quaternion: [R; 4]) -> Option<Self> {
        Self::try_from_quaternion(quaternion)
    }

    #[cfg(any(feature = "std", feature = "libm"))]
    /// Creates a rotation by an angle in degrees about an axis of any length, counter-clockwise as seen from the tip of the axis
    /// (right-hand rule). Exact for quarter turns about coordinate axes. `None` if the axis is zero, infinite or NaN. Returns the identity
    /// if the angle is infinite or NaN.
    ///
    /// ```
    /// use bumper::{Rotation, Vector};
    /// let quarter = Rotation::from_axis_degrees([0.0, 0.0, 2.0], 90.0).unwrap();
    /// assert_eq!(quarter.apply(Vector([1.0, 0.0, 0.0])), Vector([0.0, 1.0, 0.0]));
    /// ```
    #[must_use]
    pub fn from_axis_degrees(axis: impl Into<Vector<R, 3>>, degrees: R) -> Option<Self> {
        Some(Self::around(axis.into().normalized()?, SineCosine::of_degrees(Scalar::to_f64(degrees))))
    }

    #[cfg(any(feature = "std", feature = "libm"))]
    /// Creates a rotation by an angle in radians about an axis, like [`from_axis_degrees`](Rotation::from_axis_degrees). Quarter turns are
    /// not exact.
    ///
    /// ```
    /// use bumper::{Rotation, Vector};
    /// let quarter = Rotation::from_axis_radians([0.0, 0.0, 2.0], std::f64::consts::FRAC_PI_2).unwrap();
    /// assert!((quarter.apply(Vector([1.0, 0.0, 0.0])) - Vector([0.0, 1.0, 0.0])).length() < 1e-15);
    /// ```
    #[must_use]
    #[doc(alias("from_axis_angle"))]
    pub fn from_axis_radians(axis: impl Into<Vector<R, 3>>, radians: R) -> Option<Self> {
        Some(Self::around(axis.into().normalized()?, SineCosine::of_radians(Scalar::to_f64(radians))))
    }

    /// The rotation as a unit quaternion x, y, z, w, with w ≥ 0.
    ///
    /// ```
    /// use bumper::Rotation;
    /// assert_eq!(Rotation::<f64, 3>::identity().quaternion(), [0.0, 0.0, 0.0, 1.0]);
    /// ```
    #[must_use]
    pub fn quaternion(&self) -> [R; 4] {
        let m = self.axes.mapped(|axis| axis.map(Scalar::to_f64));
        // The diagonal of the matrix shows which component of the quaternion is the largest. `q` becomes the quaternion times four times
        // this component, and is then normalized. With a smaller component, this would lose precision (S. W. Shepperd, Quaternion from
        // Rotation Matrix, Journal of Guidance and Control 1, 1978).
        let trace = m[0][0] + m[1][1] + m[2][2];
        let squares = [m[0][0], m[1][1], m[2][2], trace];
        let largest = (0..4).fold(3, |best, k| if squares[k] > squares[best] { k } else { best });
        let mut q = [0.0; 4];
        if largest == 3 {
            q[3] = 1.0 + trace;
            for (k, part) in q[..3].iter_mut().enumerate() {
                let i = (k + 1) % 3;
                let j = (k + 2) % 3;
                *part = m[i][j] - m[j][i];
            }
        } else {
            let k = largest;
            let i = (largest + 1) % 3;
            let j = (largest + 2) % 3;
            q[k] = 1.0 + m[k][k] - m[i][i] - m[j][j];
            q[i] = m[k][i] + m[i][k];
            q[j] = m[k][j] + m[j][k];
            q[3] = m[i][j] - m[j][i];
        }
        let sign = if q[3] < 0.0 { -1.0 } else { 1.0 };
        Vector(q).normalized().unwrap_or(Vector([0.0, 0.0, 0.0, 1.0])).map(|c| R::from_f64(c * sign)).0
    }
}

/// The sine and cosine of an angle.
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) struct SineCosine {
    sine: f64,
    cosine: f64,
}

#[cfg(any(feature = "std", feature = "libm"))]
impl SineCosine {
    /// The sine and cosine of an angle in radians. An infinite angle or NaN is replaced by zero.
    pub(crate) fn of_radians(radians: f64) -> Self {
        let (sine, cosine) = libm::sincos(if radians.is_finite() { radians } else { 0.0 });
        Self { sine, cosine }
    }

    /// The sine and cosine of an angle in degrees, exact for multiples of 90 degrees. An infinite angle or NaN is replaced by zero.
    fn of_degrees(degrees: f64) -> Self {
        if !degrees.is_finite() {
            return Self { sine: 0.0, cosine: 1.0 };
        }
        // The remainder is exact, and so is the subtraction of quarter turns below. Therefore the angle of a multiple of 90 degrees becomes
        // exactly zero, and its sine and cosine are exact.
        let turn = degrees % 360.0;
        let quarters = libm::rint(turn / 90.0);
        let Self { sine, cosine } =
            Self::of_radians((turn - quarters * 90.0) * (core::f64::consts::PI / 180.0));
        match (quarters as i32).rem_euclid(4) {
            0 => Self { sine, cosine },
            1 => Self { sine: cosine, cosine: -sine },
            2 => Self { sine: -sine, cosine: -cosine },
            _ => Self { sine: -cosine, cosine: sine },
        }
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;

    #[test]
    fn quaternion_round_trip_keeps_rotation() {
        for k in 0..2000 {
            let q: [f64; 4] = from_fn(|i| f64::from((k * (17 + 31 * i as i32) + 7 * i as i32) % 101 - 50));
            let Some(rotation) = Rotation::from_quaternion(q) else { continue };
            let again = Rotation::from_quaternion(rotation.quaternion()).unwrap();
            for (a, b) in rotation.axes().iter().zip(again.axes()) {
                assert!((*a - b).length() < 1e-14, "{q:?}");
            }
            let round = rotation.then(&rotation.inverse());
            assert!(round.axes().iter().enumerate().all(|(k, axis)| (axis[k] - 1.0).abs() < 1e-14));
        }
    }

    #[test]
    fn repeated_composition_keeps_rotation_orthonormal() {
        fn turned<R: Real, const N: usize>(step: Rotation<R, N>) {
            let all = (0..100_000).fold(Rotation::identity(), |all: Rotation<R, N>, _| all.then(&step));
            let off =
                |i: usize, j: usize| all.axes[i].dot(all.axes[j]).to_f64() - f64::from(u8::from(i == j));
            let most = R::EPSILON.to_f64() * 20.0;
            assert!((0..N).all(|i| (0..N).all(|j| off(i, j).abs() < most)), "{all:?}");
        }
        turned(Rotation::<f32, 2>::from_degrees(0.7));
        turned(Rotation::<f64, 2>::from_degrees(0.7));
        turned(Rotation::<f32, 3>::from_axis_degrees([1.0, 2.0, -0.3], 0.7).unwrap());
        turned(Rotation::<f64, 3>::from_axis_degrees([1.0, 2.0, -0.3], 0.7).unwrap());
    }

    #[test]
    fn from_axes_orthonormalizes_nearly_orthogonal_axes() {
        let [a, b, c] = Rotation::from_axis_degrees([3.0, 2.0, 1.0], 77.0).unwrap().axes();
        let off = [a.scaled(1.0004) + c.scaled(2e-4), b - a.scaled(4e-4), c];
        let round = Rotation::from_axes(off).unwrap();
        let back = round.then(&round.inverse());
        for (k, axis) in back.axes().into_iter().enumerate() {
            assert!((axis - Vector::ZERO.with(k, 1.0)).length() < 1e-14, "{back:?}");
            assert!((round.axes()[k] - [a, b, c][k]).length() < 1e-3);
        }
        assert_eq!(Rotation::from_axes(round.axes()), Some(round));
    }

    #[test]
    fn axis_angle_agrees_with_half_angle_quaternion() {
        let half = (35.0f64).to_radians() / 2.0;
        let by_axis = Rotation::from_axis_degrees([1.0, 2.0, 2.0], 35.0).unwrap();
        let (s, w) = half.sin_cos();
        let by_quaternion = Rotation::from_quaternion([s / 3.0, 2.0 * s / 3.0, 2.0 * s / 3.0, w]).unwrap();
        for (a, b) in by_axis.axes().iter().zip(by_quaternion.axes()) {
            assert!((*a - b).length() < 1e-15);
        }
    }
}
