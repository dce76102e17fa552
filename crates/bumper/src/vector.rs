//! Vectors of any dimension: points, offsets and sizes. Most loops over axes are in this module.
//!
//! ```
//! use bumper::Vector;
//!
//! let corner: Vector<i16, 2> = [30, 40].into();
//! assert_eq!(corner + Vector([1, 1]), Vector([31, 41]));
//! assert_eq!(corner.x(), 30);
//! ```

mod axis;
mod ops;

use crate::scalar::{Area, AreaOf, Scalar, Span, Zero};
pub use axis::{Axis, Side};
use core::ops::{Add, Index, IndexMut, Sub};

/// A point, an offset or a size: `N` coordinates, one per axis. Queries accept a vector wherever they accept a shape; it then stands for
/// a point.
///
/// ```
/// use bumper::Vector;
/// let v = Vector([3.0f32, 4.0]);
/// assert_eq!(v[1], 4.0);
/// ```
#[doc(alias("Vec2", "Vec3", "Point", "SDL_Point", "SDL_FPoint", "Vector2", "b2Vec2"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Vector<T, const N: usize>(pub [T; N]);

/// A vector in 2D.
///
/// ```
/// let v: bumper::Vector2<i16> = [1, 2].into();
/// ```
pub type Vector2<T> = Vector<T, 2>;

/// A vector in 3D.
///
/// ```
/// let v: bumper::Vector3<i16> = [1, 2, 3].into();
/// ```
pub type Vector3<T> = Vector<T, 3>;

/// The array of `f(0)`, `f(1)` and so on, filled by a plain loop, which compiles fast. The standard library's `from_fn`, `map` and array
/// iterators consist of many small generic functions. The compiler would compile these again for every closure, scalar and dimension, which
/// took a fifth of the compile time. This function is always inlined. That does not increase the code size, because each closure has one
/// caller.
#[inline(always)]
pub(crate) fn from_fn<T: Copy, const N: usize>(mut f: impl FnMut(usize) -> T) -> [T; N] {
    const { assert!(N > 0, "a vector has axes") };
    let mut all = [f(0); N];
    let mut place = 1;
    while place < N {
        all[place] = f(place);
        place += 1;
    }
    all
}

/// The array method `map`, implemented with [`from_fn`].
pub(crate) trait Mapped<T, const N: usize> {
    /// Applies `f` to each element.
    fn mapped<U: Copy>(self, f: impl FnMut(T) -> U) -> [U; N];
}

impl<T: Copy, const N: usize> Mapped<T, N> for [T; N] {
    #[inline(always)]
    fn mapped<U: Copy>(self, mut f: impl FnMut(T) -> U) -> [U; N] {
        from_fn(|place| f(self[place]))
    }
}

impl<T: Zero + Copy, const N: usize> Vector<T, N> {
    /// The vector whose coordinates are zero: the origin.
    ///
    /// ```
    /// use bumper::Vector;
    /// assert_eq!(Vector::<f32, 2>::ZERO, Vector([0.0, 0.0]));
    /// ```
    pub const ZERO: Self = Self([T::ZERO; N]);
}

impl<T: Copy, const N: usize> Vector<T, N> {
    /// Creates a vector with the same number on every axis.
    ///
    /// ```
    /// use bumper::Vector;
    /// assert_eq!(Vector::splat(7i16), Vector([7, 7]));
    /// ```
    #[inline]
    #[must_use]
    pub fn splat(value: T) -> Self {
        Self([value; N])
    }

    /// Applies `f` to each coordinate and returns the vector of the results.
    ///
    /// ```
    /// use bumper::Vector;
    /// assert_eq!(Vector([1i16, 2]).map(f32::from), Vector([1.0, 2.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn map<U: Copy>(self, mut f: impl FnMut(T) -> U) -> Vector<U, N> {
        Vector(from_fn(|axis| f(self.0[axis])))
    }

    /// Applies `f` to the coordinates of two vectors axis by axis and returns the vector of the results.
    ///
    /// ```
    /// use bumper::Vector;
    /// assert_eq!(Vector([1, 5]).zip(Vector([4, 2]), i16::max), Vector([4, 5]));
    /// ```
    #[inline]
    #[must_use]
    pub fn zip<U: Copy, V: Copy>(self, other: Vector<U, N>, mut f: impl FnMut(T, U) -> V) -> Vector<V, N> {
        Vector(from_fn(|axis| f(self.0[axis], other.0[axis])))
    }

    /// The vector with the coordinate on `axis` replaced by `value`; axis 0 is x. If there is no such axis, the vector is unchanged.
    ///
    /// ```
    /// use bumper::Vector;
    /// assert_eq!(Vector([1, 5]).with(1, 0), Vector([1, 0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn with(mut self, axis: usize, value: T) -> Self {
        if let Some(coordinate) = self.0.get_mut(axis) {
            *coordinate = value;
        }
        self
    }

    /// The x coordinate. Like [`y`](Vector::y) and [`z`](Vector::z), it does not compile for vectors with too few axes.
    ///
    /// ```
    /// assert_eq!(bumper::Vector([3, 4]).x(), 3);
    /// ```
    #[inline]
    #[must_use]
    pub fn x(self) -> T {
        const { assert!(N > 0, "a vector without axes has no x") };
        self.0[0]
    }

    /// The y coordinate. Does not compile for vectors of one axis.
    ///
    /// ```
    /// assert_eq!(bumper::Vector([3, 4]).y(), 4);
    /// ```
    #[inline]
    #[must_use]
    pub fn y(self) -> T {
        const { assert!(N > 1, "a vector of one axis has no y") };
        self.0[1]
    }

    /// The z coordinate of a 3D vector.
    ///
    /// ```
    /// assert_eq!(bumper::Vector([3, 4, 5]).z(), 5);
    /// ```
    ///
    /// A 2D vector has no z, so this does not compile:
    ///
    /// ```compile_fail
    /// assert_eq!(bumper::Vector([3, 4]).z(), 5);
    /// ```
    #[inline]
    #[must_use]
    pub fn z(self) -> T {
        const { assert!(N > 2, "a vector of two axes has no z") };
        self.0[2]
    }
}

impl<S: Scalar, const N: usize> Vector<S, N> {
    /// The sum of two vectors. `None` if a coordinate leaves the range of the scalar (for floats: if it is infinite or NaN).
    ///
    /// ```
    /// use bumper::Vector;
    /// assert_eq!(Vector([1i8, 2]).checked_add(Vector([3, 4])), Some(Vector([4, 6])));
    /// assert_eq!(Vector([1i8, 2]).checked_add(Vector([127, 4])), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.zip(other, S::checked_plus).all_some()
    }

    /// The difference of two vectors. `None` if a coordinate leaves the range of the scalar (for floats: if it is infinite or NaN).
    ///
    /// ```
    /// use bumper::Vector;
    /// assert_eq!(Vector([1i8, 2]).checked_sub(Vector([-128, 4])), None);
    /// ```
    #[must_use]
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.zip(other, S::checked_minus).all_some()
    }

    /// The squared distance between two points. With integers and fixed point, it saturates at the largest number of its type.
    ///
    /// ```
    /// use bumper::Vector;
    /// assert_eq!(Vector([0i16, 0]).distance_squared(Vector([3, 4])), 25u32);
    /// ```
    #[inline]
    #[must_use]
    pub fn distance_squared(self, other: Self) -> AreaOf<S> {
        self.zip(other, S::distance).norm_squared()
    }
}

impl<T: Copy, const N: usize> Vector<Option<T>, N> {
    /// Converts a vector of options to a vector. `None` if any coordinate is `None`.
    #[inline]
    pub(crate) fn all_some(self) -> Option<Vector<T, N>> {
        let mut all = [self.0[0]?; N];
        for (place, value) in all.iter_mut().zip(self.0) {
            *place = value?;
        }
        Some(Vector(all))
    }
}

impl<L: Span, const N: usize> Vector<L, N> {
    /// The squared length of a vector of coordinate differences (spans). Integers and fixed point saturate at the largest number of the
    /// result type.
    #[inline]
    pub(crate) fn norm_squared(self) -> L::Area {
        let mut sum = L::Area::ZERO;
        let mut axis = 0;
        while axis < N {
            sum = sum.plus(self.0[axis].square());
            axis += 1;
        }
        sum
    }
}

/// Adds each coordinate. Integers and fixed point saturate at the ends of the scalar's range; see [`Vector::checked_add`].
impl<S: Scalar, const N: usize> Add for Vector<S, N> {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        self.zip(other, S::plus)
    }
}

/// Subtracts each coordinate. Integers and fixed point saturate at the ends of the scalar's range; see [`Vector::checked_sub`].
impl<S: Scalar, const N: usize> Sub for Vector<S, N> {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        self.zip(other, S::minus)
    }
}

impl<T: Default + Copy, const N: usize> Default for Vector<T, N> {
    /// The origin.
    fn default() -> Self {
        Self([T::default(); N])
    }
}

/// The coordinate on an axis; axis 0 is x. Panics if there is no such axis.
impl<T, const N: usize> Index<usize> for Vector<T, N> {
    type Output = T;
    #[inline]
    fn index(&self, axis: usize) -> &T {
        &self.0[axis]
    }
}

impl<T, const N: usize> IndexMut<usize> for Vector<T, N> {
    #[inline]
    fn index_mut(&mut self, axis: usize) -> &mut T {
        &mut self.0[axis]
    }
}

impl<T, const N: usize> From<[T; N]> for Vector<T, N> {
    #[inline]
    fn from(coordinates: [T; N]) -> Self {
        Self(coordinates)
    }
}

impl<T, const N: usize> From<Vector<T, N>> for [T; N] {
    #[inline]
    fn from(vector: Vector<T, N>) -> Self {
        vector.0
    }
}

impl<T> From<(T, T)> for Vector<T, 2> {
    #[inline]
    fn from((x, y): (T, T)) -> Self {
        Self([x, y])
    }
}

impl<T> From<(T, T, T)> for Vector<T, 3> {
    #[inline]
    fn from((x, y, z): (T, T, T)) -> Self {
        Self([x, y, z])
    }
}

pub(crate) use real::is_in_root_range;

/// Vector arithmetic for float scalars.
mod real {
    use super::{Vector, from_fn};
    use crate::scalar::Real;

    /// Whether the square root of a squared length is accurate: whether the squared length is so far from zero and from the largest number
    /// that no product in it has underflowed or overflowed. False for NaN.
    #[inline]
    pub(crate) fn is_in_root_range<R: Real>(squared: R) -> bool {
        squared > R::from_f64(1e-30) && squared < R::from_f64(1e30)
    }

    impl<R: Real, const N: usize> Vector<R, N> {
        /// The dot product of two vectors.
        ///
        /// ```
        /// assert_eq!(bumper::Vector([1.0, 2.0]).dot(bumper::Vector([3.0, 4.0])), 11.0);
        /// ```
        #[inline]
        #[must_use]
        pub fn dot(self, other: Self) -> R {
            let mut sum = R::ZERO;
            let mut axis = 0;
            while axis < N {
                sum = sum + self.0[axis] * other.0[axis];
                axis += 1;
            }
            sum
        }

        /// The length of the vector. It is accurate even if the squares of the coordinates would overflow or underflow.
        ///
        /// ```
        /// assert_eq!(bumper::Vector([3.0f32, 4.0]).length(), 5.0);
        /// assert_eq!(bumper::Vector([3e30f32, 4e30]).length(), 5e30);
        /// ```
        #[inline]
        #[must_use]
        pub fn length(self) -> R {
            // A vector of ordinary length is not scaled, because scaling would round each coordinate.
            let squared = self.dot(self);
            if is_in_root_range(squared) {
                return squared.sqrt();
            }
            self.scaled_length(squared)
        }

        /// The length of a vector whose squared length, `squared`, may have overflowed or underflowed. The coordinates are divided by the
        /// largest one before they are squared, and the result is multiplied by it.
        #[cold]
        fn scaled_length(self, squared: R) -> R {
            let sizes = self.map(|c| c.abs()).0.into_iter();
            let largest = sizes.fold(R::ZERO, |a, b| if a < b { b } else { a });
            if largest <= R::ZERO {
                return squared.sqrt();
            }
            let unit = self.map(|c| c / largest);
            largest * unit.dot(unit).sqrt()
        }

        /// The vector with each coordinate multiplied by a number.
        ///
        /// ```
        /// assert_eq!(bumper::Vector([1.0, 2.0]).scaled(2.0), bumper::Vector([2.0, 4.0]));
        /// ```
        #[inline]
        #[must_use]
        pub fn scaled(self, factor: R) -> Self {
            self.map(|c| c * factor)
        }

        /// The vector extended or shortened to `M` axes. Additional coordinates are zero, surplus coordinates are dropped.
        #[inline]
        pub(crate) fn resized<const M: usize>(self) -> Vector<R, M> {
            Vector(from_fn(|axis| self.0.get(axis).copied().unwrap_or_default()))
        }
    }

    impl<R: Real, const N: usize> core::ops::Neg for Vector<R, N> {
        type Output = Self;
        #[inline]
        fn neg(self) -> Self {
            self.map(|c| -c)
        }
    }
}
