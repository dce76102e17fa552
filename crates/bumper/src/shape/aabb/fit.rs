//! Boxes derived from boxes (inflated, clamped, scaled, fitted), and clipping of segments.

use super::Aabb;
use crate::Vector;
use crate::scalar::{Real, Scalar, Zero};
use crate::vector::Mapped;

impl<S: Scalar, const N: usize> Aabb<S, N> {
    /// The box with both sides on each axis moved outwards by `by`, or inwards if `by` is negative. If the two sides would pass each other,
    /// both move to the middle. Coordinates saturate at the ends of the scalar's range.
    ///
    /// ```
    /// use bumper::Aabb;
    /// let box_ = Aabb::new([0i16, 0], [10, 4]);
    /// assert_eq!(box_.inflated([2, 1]), Aabb::new([-2, -1], [12, 5]));
    /// assert_eq!(box_.inflated([-3, -3]), Aabb::new([3, 2], [7, 2]));
    /// ```
    #[doc(alias("inflate", "inflate_ip", "loosened", "tightened", "expand", "grow"))]
    #[must_use]
    pub fn inflated(&self, by: impl Into<Vector<S, N>>) -> Self {
        let by = by.into();
        let mut min = self.min - by;
        let mut max = self.max + by;
        for axis in 0..N {
            if max[axis] < min[axis] {
                min[axis] = S::midpoint(self.min[axis], self.max[axis]);
                max[axis] = min[axis];
            }
        }
        Self::between(min, max)
    }

    /// Whether this box contains `other`, boundaries included. False if a coordinate is NaN.
    ///
    /// ```
    /// use bumper::Aabb;
    /// let room = Aabb::new([0i16, 0], [10, 10]);
    /// assert!(room.contains_box(&Aabb::new([0, 4], [3, 10])) && !room.contains_box(&Aabb::new([8, 8], [11, 9])));
    /// ```
    #[doc(alias("contain", "b2AABB_Contains"))]
    #[inline]
    #[must_use]
    pub fn contains_box(&self, other: &Self) -> bool {
        (0..N).all(|axis| self.min[axis] <= other.min[axis] && other.max[axis] <= self.max[axis])
    }

    /// This box moved by the smallest offset that puts it inside `room`. On an axis on which the box is larger than `room`, it is centered
    /// in `room`. Integers and fixed point keep the size of the box, unless a side would leave the range of the scalar; with floats, the
    /// size may change by rounding.
    ///
    /// ```
    /// use bumper::Aabb;
    /// let screen = Aabb::new([0i16, 0], [640, 480]);
    /// let label = Aabb::new([630, -8], [660, 12]);
    /// assert_eq!(label.clamped_into(&screen), Aabb::new([610, 0], [640, 20]));
    /// ```
    #[doc(alias("clamp", "clamp_ip"))]
    #[must_use]
    pub fn clamped_into(&self, room: &Self) -> Self {
        let mut moved = *self;
        let size = self.size();
        let space = room.size();
        for axis in 0..N {
            let ends = [moved.min[axis], moved.max[axis]];
            let within = [room.min[axis], room.max[axis]];
            [moved.min[axis], moved.max[axis]] = if size[axis] > space[axis] {
                towards(ends, S::midpoint(within[0], within[1]), |[from, to]| S::midpoint(from, to))
            } else if ends[0] < within[0] {
                let [_, to] = towards(ends, within[0], |[from, _]| from);
                [within[0], if to > within[1] { within[1] } else { to }]
            } else if ends[1] > within[1] {
                let [from, _] = towards(ends, within[1], |[_, to]| to);
                [if from < within[0] { within[0] } else { from }, within[1]]
            } else {
                ends
            };
        }
        moved
    }
}

/// The interval `ends`, translated so that its reference point is at `place`. The closure `point` computes the reference point from the two
/// ends, for example their middle.
fn towards<S: Scalar>(mut ends: [S; 2], place: S, point: impl Fn([S; 2]) -> S) -> [S; 2] {
    // The offset may be too large for the scalar. Then it saturates, the interval moves only by a part of the distance, and the next round
    // moves it by the rest. Three rounds suffice for any values: for example, the longest offset of `i8`, which is 255, is the sum of 127,
    // 127 and 1.
    for _ in 0..3 {
        let offset = place.minus(point(ends));
        ends = ends.mapped(|end| end.plus(offset));
    }
    ends
}

impl<R: Real, const N: usize> Aabb<R, N> {
    /// The box with the same center and the extent on each axis multiplied by a factor. A negative factor counts as positive.
    ///
    /// ```
    /// use bumper::Aabb;
    /// assert_eq!(Aabb::new([0.0, 0.0], [4.0, 2.0]).scaled([0.5, 2.0]), Aabb::new([1.0, -1.0], [3.0, 3.0]));
    /// ```
    #[doc(alias("scale_by"))]
    #[must_use]
    pub fn scaled(&self, factors: impl Into<Vector<R, N>>) -> Self {
        Self::centered(self.center(), self.half_size().zip(factors.into(), |half, factor| half * factor))
    }

    /// This box, scaled by the largest factor that lets it fit into the box `into`, and centered in `into`. The aspect ratio is preserved.
    /// A box of zero size becomes the center of `into`.
    ///
    /// ```
    /// use bumper::Aabb;
    /// let window = Aabb::new([0.0, 0.0], [100.0, 50.0]);
    /// let picture = Aabb::new([7.0, 7.0], [23.0, 23.0]);
    /// assert_eq!(picture.fitted(&window), Aabb::new([25.0, 0.0], [75.0, 50.0]));
    /// ```
    #[doc(alias("fit"))]
    #[must_use]
    pub fn fitted(&self, into: &Self) -> Self {
        let half_size = self.half_size();
        let available = into.half_size();
        let mut factor: Option<R> = None;
        for axis in (0..N).filter(|&axis| half_size[axis] > R::ZERO) {
            let axis_factor = available[axis] / half_size[axis];
            if factor.is_none_or(|factor| axis_factor < factor) {
                factor = Some(axis_factor);
            }
        }
        Self::centered(into.center(), half_size.scaled(factor.unwrap_or_default()))
    }
}

impl<S: Scalar, const N: usize> Aabb<S, N> {
    /// The part of the segment between two points that is inside the box, as its two ends in the order from `from` to `to`. An end of the
    /// segment that is inside the box is returned unchanged. `None` if the segment misses the box or if a coordinate is NaN. For float
    /// scalars, the result is accurate to a few ulps of the coordinates; integer coordinates are clipped in `f64`.
    ///
    /// Each point of the segment has a parameter, from 0 at `from` to 1 at `to`. On each axis, the segment enters the interval of the box
    /// at one parameter and leaves it at another. It is inside the box while it is inside the intervals on all axes: from the largest of
    /// the entry parameters to the smallest of the exit parameters (Y.-D. Liang and B. A. Barsky, A New Concept and Method for Line
    /// Clipping, 1984).
    ///
    /// ```
    /// use bumper::{Aabb, Vector};
    /// let window = Aabb::new([0i16, 0], [10, 10]);
    /// assert_eq!(window.clip([-5, 5], [5, 15]), Some([Vector([0.0, 10.0]); 2])); // the segment touches the corner
    /// assert_eq!(window.clip([-5, 5], [20, 5]), Some([Vector([0.0, 5.0]), Vector([10.0, 5.0])]));
    /// ```
    #[doc(alias("clipline", "SDL_IntersectRectAndLine", "SDL_GetRectAndLineIntersection"))]
    #[must_use]
    pub fn clip(
        &self,
        from: impl Into<Vector<S, N>>,
        to: impl Into<Vector<S, N>>,
    ) -> Option<[Vector<S::Real, N>; 2]> {
        let real = |v: Vector<S, N>| v.map(S::to_real);
        let from = real(from.into());
        let to = real(to.into());
        let min = real(self.min);
        let max = real(self.max);
        let direction = to - from;
        // The parameters at which the segment enters and leaves the box. Each comes with the side that the segment crosses there, as an
        // axis and a coordinate; `None` stands for an end of the segment.
        let mut enter = (S::Real::ZERO, None);
        let mut leave = (S::Real::ONE, None);
        for axis in 0..N {
            let inside = from[axis] >= min[axis] && from[axis] <= max[axis];
            if direction[axis] == S::Real::ZERO {
                inside.then_some(())?;
                continue;
            }
            let (entry_side, exit_side) =
                if direction[axis] > S::Real::ZERO { (min, max) } else { (max, min) };
            let [first, last] =
                [entry_side, exit_side].mapped(|side| (side[axis] - from[axis]) / direction[axis]);
            // If a parameter is NaN, the comparisons fail, and the result is `None`.
            (first <= S::Real::ONE && last >= S::Real::ZERO).then_some(())?;
            if first > enter.0 {
                enter = (first, Some((axis, entry_side[axis])));
            }
            if last < leave.0 {
                leave = (last, Some((axis, exit_side[axis])));
            }
        }
        let clipped = |(time, side): (S::Real, Option<(usize, S::Real)>), end: Vector<S::Real, N>| {
            let Some((axis, at)) = side else { return end };
            (from + direction.scaled(time))
                .zip(min, |c, min| if c < min { min } else { c })
                .zip(max, |c, max| if c > max { max } else { c })
                .with(axis, at)
        };
        (enter.0 <= leave.0).then(|| [clipped(enter, from), clipped(leave, to)])
    }
}
