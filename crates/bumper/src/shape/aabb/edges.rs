//! The center, size and sides of boxes.

use super::{Aabb, YAxis};
use crate::Vector;
use crate::scalar::{Real, Scalar};

impl<S: Scalar, const N: usize> Aabb<S, N> {
    /// Creates a box from its center and its size on each axis. A negative size counts as positive. With integers and fixed point, an odd
    /// size extends one step farther in the positive direction: a box of size 5 around 10 is from 8 to 13. Coordinates saturate at the ends
    /// of the scalar's range.
    ///
    /// ```
    /// use bumper::Aabb;
    /// assert_eq!(Aabb::from_center_size([10i16, 10], [4, 5]), Aabb::new([8, 8], [12, 13]));
    /// assert_eq!(Aabb::from_center_size([1.0, 2.0], [3.0, 1.0]), Aabb::new([-0.5, 1.5], [2.5, 2.5]));
    /// ```
    #[inline]
    #[must_use]
    pub fn from_center_size(center: impl Into<Vector<S, N>>, size: impl Into<Vector<S, N>>) -> Self {
        let center = center.into();
        let size = size.into();
        let half = size.map(|size| S::midpoint(size, S::ZERO));
        Self::new(center - half, center + (size - half))
    }

    /// The center, as a float: the center of a box with an odd integer size lies between two integers. Exact for integers and fixed point
    /// of up to 32 bits, otherwise rounded. NaN on an axis on which the box is infinite in both directions.
    ///
    /// ```
    /// use bumper::{Aabb, Vector};
    /// assert_eq!(Aabb::new([0i16, 0], [5, 4]).center(), Vector([2.5, 2.0]));
    /// ```
    #[doc(alias("centerx", "centery"))]
    #[inline]
    #[must_use]
    pub fn center(&self) -> Vector<S::Real, N> {
        self.min().zip(self.max(), |min, max| S::Real::midpoint(min.to_real(), max.to_real()))
    }

    /// Half of the extent on each axis, as a float, so that `center() + half_size()` is the corner `max()` up to rounding.
    ///
    /// ```
    /// use bumper::{Aabb, Vector};
    /// assert_eq!(Aabb::new([0i16, 0], [5, 4]).half_size(), Vector([2.5, 2.0]));
    /// ```
    #[doc(alias("extents", "half_extents"))]
    #[inline]
    #[must_use]
    pub fn half_size(&self) -> Vector<S::Real, N> {
        self.min().zip(self.max(), |min, max| max.to_real() * S::Real::HALF - min.to_real() * S::Real::HALF)
    }

    /// The extent on the x axis, as an unsigned number; exact for integers and fixed point.
    ///
    /// ```
    /// assert_eq!(bumper::Aabb::new([-30000i16, 0], [30000, 4]).width(), 60000u16);
    /// ```
    #[inline]
    #[must_use]
    pub fn width(&self) -> S::Span {
        self.size().x()
    }

    /// The extent on the y axis, as an unsigned number; exact for integers and fixed point.
    ///
    /// ```
    /// assert_eq!(bumper::Aabb::new([0i16, 0], [5, 4]).height(), 4);
    /// ```
    #[inline]
    #[must_use]
    pub fn height(&self) -> S::Span {
        self.size().y()
    }

    /// The extent on the z axis, as an unsigned number; exact for integers and fixed point. Does not compile in 2D.
    ///
    /// ```
    /// assert_eq!(bumper::Aabb::new([0i16, 0, 0], [5, 4, 3]).depth(), 3);
    /// ```
    #[inline]
    #[must_use]
    pub fn depth(&self) -> S::Span {
        self.size().z()
    }

    /// The smallest x coordinate of the box.
    ///
    /// ```
    /// assert_eq!(bumper::Aabb::new([1i16, 2], [5, 4]).left(), 1);
    /// ```
    #[inline]
    #[must_use]
    pub fn left(&self) -> S {
        self.min().x()
    }

    /// The largest x coordinate of the box.
    ///
    /// ```
    /// assert_eq!(bumper::Aabb::new([1i16, 2], [5, 4]).right(), 5);
    /// ```
    #[inline]
    #[must_use]
    pub fn right(&self) -> S {
        self.max().x()
    }

    /// The y coordinate of the upper side: the smallest y if y grows downwards, otherwise the largest y. The argument `y` is the direction
    /// of the y axis.
    ///
    /// ```
    /// use bumper::{Aabb, YAxis};
    /// let box_ = Aabb::new([1i16, 2], [5, 4]);
    /// assert_eq!((box_.top(YAxis::Down), box_.top(YAxis::Up)), (2, 4));
    /// ```
    #[inline]
    #[must_use]
    pub fn top(&self, y: YAxis) -> S {
        match y {
            YAxis::Down => self.min().y(),
            YAxis::Up => self.max().y(),
        }
    }

    /// The y coordinate of the lower side: the largest y if y grows downwards, otherwise the smallest y. The argument `y` is the direction
    /// of the y axis.
    ///
    /// ```
    /// use bumper::{Aabb, YAxis};
    /// let box_ = Aabb::new([1i16, 2], [5, 4]);
    /// assert_eq!((box_.bottom(YAxis::Down), box_.bottom(YAxis::Up)), (4, 2));
    /// ```
    #[inline]
    #[must_use]
    pub fn bottom(&self, y: YAxis) -> S {
        match y {
            YAxis::Down => self.max().y(),
            YAxis::Up => self.min().y(),
        }
    }
}
