//! Sprites: masks that are placed, scaled and mirrored, so that they can be used as shapes.

use super::{Frame, Mask};
use crate::scalar::{Real, Scalar, real};
use crate::{Aabb, Relate, Vector, Verdict, YAxis};

/// A pixel mask as a shape in 2D: a [`Mask`] with a position, the size of a pixel, and whether it is mirrored. Geometrically it is the
/// union of its solid pixels, which are closed squares. It overlaps another shape if one of its solid pixels overlaps that shape.
/// Otherwise, it touches the shape if one of its solid pixels touches it. All queries are exact for sprites: at any offset, including
/// fractions of a pixel, with different pixel sizes, and (as a [`Shape`](crate::Shape)) [placed](crate::Shape::placed) by a pose.
///
/// Two sprites of the same pixel size and the same mirroring are compared 64 pixels at a time. For other sprites and other shapes, the mask
/// is halved recursively. A half is skipped if it has no solid pixel or is apart from the other shape. This takes a few dozen tests if the
/// shapes overlap, and more if they are close but do not overlap.
///
/// ```
/// use bumper::{Ball, MaskBuf, Relate, Relation, Sprite};
/// let ring = MaskBuf::from_rows([".##.", "#..#", "#..#", ".##."]).unwrap();
/// let ring = Sprite::new(ring.as_mask(), [10, 10], 1);
/// assert_eq!(ring.relation(&Ball::new([12i16, 12], 1)), Relation::Touching);
/// assert_eq!(ring.relation(&ring.translated([2, 2])), Relation::Overlapping);
/// assert_eq!(ring.relation(&ring.translated([3, 3])), Relation::Touching);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprite<'a, S: Scalar, const N: usize = 2> {
    mask: Mask<'a>,
    min: Vector<S, N>,
    pixel: S,
    /// For each axis, 1 if the sprite is mirrored on it, else 0. It is not a `bool`, because the compiler would then store the variant of a
    /// `Shape` in the unused bit patterns of the `bool`, which makes a `Shape` slower to read.
    flip: [u8; 2],
}

impl<'a, S: Scalar> Sprite<'a, S, 2> {
    /// Creates a sprite that extends from the corner `min` towards larger x and y; the first pixel of the mask is at `min`. `pixel` is the
    /// side of a pixel: 1 for pictures drawn as they are, 2 for twice the size. A negative size or NaN is replaced by zero.
    ///
    /// ```
    /// use bumper::{Mask, Sprite};
    /// let mask = Mask::new([2, 1], &[0b10]).unwrap();
    /// let large = Sprite::new(mask, [5.0, 5.0], 4.0);
    /// assert!(large.contains([9.0, 9.0]) && !large.contains([8.0, 9.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn new(mask: Mask<'a>, min: impl Into<Vector<S, 2>>, pixel: S) -> Self {
        Self::placed_at(mask, min.into(), pixel)
    }

    /// Creates a sprite with its top left corner at `top_left`. `y` is the direction of the y axis. The first row of the mask is the top
    /// row on the screen in both cases. If y points up and the last row would leave the range of the scalar, the sprite is moved up so that
    /// it fits.
    ///
    /// ```
    /// use bumper::{Aabb, Mask, Sprite, YAxis};
    /// let mask = Mask::new([2, 2], &[0b01, 0b11]).unwrap();
    /// let sprite = Sprite::from_top_left(mask, [0, 10], 1, YAxis::Up);
    /// assert_eq!(sprite.aabb(), Aabb::new([0, 8], [2, 10]));
    /// assert!(sprite.contains([2, 8]) && !sprite.contains([2, 10]));
    /// ```
    #[inline]
    #[must_use]
    pub fn from_top_left(mask: Mask<'a>, top_left: impl Into<Vector<S, 2>>, pixel: S, y: YAxis) -> Self {
        let sprite = Self::placed_at(mask, top_left.into(), pixel);
        match y {
            YAxis::Down => sprite,
            YAxis::Up => {
                let [x, top] = sprite.min.0;
                let min = Vector([x, top.stepped(sprite.pixel, -i32::from(mask.size()[1]))]);
                Self { min, ..sprite }.flipped(1)
            }
        }
    }
}

impl<'a, S: Scalar, const N: usize> Sprite<'a, S, N> {
    /// Creates a sprite that is not mirrored, without checking the pixel size. The caller guarantees that it is neither negative nor NaN.
    #[cfg(feature = "alloc")]
    pub(crate) fn known(mask: Mask<'a>, min: Vector<S, N>, pixel: S) -> Self {
        Self::placed_at(mask, min, pixel)
    }

    /// The corner with the smallest coordinates.
    pub(crate) fn corner(&self) -> Vector<S, N> {
        self.min
    }

    /// Creates a sprite that is not mirrored. A negative pixel size or NaN is replaced by zero.
    fn placed_at(mask: Mask<'a>, min: Vector<S, N>, pixel: S) -> Self {
        Self { mask, min, pixel: if pixel > S::ZERO { pixel } else { S::ZERO }, flip: [0; 2] }
    }

    /// Like [`new`](Sprite::new), but available for every dimension `N`, for generic code. `None` if `N` is not 2.
    ///
    /// ```
    /// use bumper::{Mask, Sprite, Vector};
    /// let mask = Mask::new([1, 1], &[1]).unwrap();
    /// assert!(Sprite::try_new(mask, Vector([0, 0]), 1).is_some());
    /// assert!(Sprite::try_new(mask, Vector([0, 0, 0]), 1).is_none());
    /// ```
    #[must_use]
    pub fn try_new(mask: Mask<'a>, min: Vector<S, N>, pixel: S) -> Option<Self> {
        (N == 2).then(|| Self::placed_at(mask, min, pixel))
    }

    /// Mirrors the sprite within its box, horizontally (axis 0) or vertically (axis 1). Other axes change nothing.
    ///
    /// ```
    /// use bumper::{Mask, Sprite};
    /// let sprite = Sprite::new(Mask::new([3, 1], &[0b001]).unwrap(), [0, 0], 1);
    /// assert!(sprite.contains([1, 0]) && !sprite.contains([2, 0]));
    /// assert!(sprite.flipped(0).contains([2, 0]) && !sprite.flipped(0).contains([1, 0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn flipped(mut self, axis: usize) -> Self {
        if let Some(flip) = self.flip.get_mut(axis) {
            *flip ^= 1;
        }
        self
    }

    /// The mask of the sprite, not mirrored.
    ///
    /// ```
    /// use bumper::{Mask, Sprite};
    /// let mask = Mask::new([3, 1], &[0b001]).unwrap();
    /// assert_eq!(Sprite::new(mask, [0, 0], 1).mask(), mask);
    /// ```
    #[inline]
    #[must_use]
    pub fn mask(&self) -> Mask<'a> {
        self.mask
    }

    /// The side of a pixel of the sprite.
    ///
    /// ```
    /// use bumper::{Mask, Sprite};
    /// assert_eq!(Sprite::new(Mask::new([1, 1], &[1]).unwrap(), [0, 0], 3).pixel(), 3);
    /// ```
    #[inline]
    #[must_use]
    pub fn pixel(&self) -> S {
        self.pixel
    }

    /// Whether the sprite is mirrored horizontally, and whether vertically.
    ///
    /// ```
    /// use bumper::{Mask, Sprite};
    /// assert_eq!(Sprite::new(Mask::new([1, 1], &[1]).unwrap(), [0, 0], 1).flipped(1).flip(), [false, true]);
    /// ```
    #[inline]
    #[must_use]
    pub fn flip(&self) -> [bool; 2] {
        self.flip.map(|flip| flip != 0)
    }

    /// The box of all pixels of the mask, solid or not.
    ///
    /// ```
    /// use bumper::{Aabb, Mask, Sprite};
    /// assert_eq!(Sprite::new(Mask::new([3, 1], &[0]).unwrap(), [5, 5], 2).aabb(), Aabb::new([5, 5], [11, 7]));
    /// ```
    #[must_use]
    pub fn aabb(&self) -> Aabb<S, N> {
        self.box_of(Frame { min: [0; 2], max: self.mask.size() })
    }

    /// The box that the pixel in column `i` and row `j` of the mask covers after mirroring.
    ///
    /// ```
    /// use bumper::{Aabb, Mask, Sprite};
    /// let sprite = Sprite::new(Mask::new([3, 1], &[0b001]).unwrap(), [5, 5], 1);
    /// assert_eq!(sprite.pixel_box(2, 0), Aabb::new([7, 5], [8, 6]));
    /// ```
    #[must_use]
    pub fn pixel_box(&self, i: u16, j: u16) -> Aabb<S, N> {
        self.box_of(Frame::of_pixel([i, j]))
    }

    /// The sprite moved by an offset. Integers and fixed point saturate at the ends of their range, as [`Vector`] addition does.
    ///
    /// ```
    /// use bumper::{Aabb, Mask, Sprite};
    /// let sprite = Sprite::new(Mask::new([1, 1], &[1]).unwrap(), [5, 5], 1);
    /// assert_eq!(sprite.translated([2, 0]).aabb(), Aabb::new([7, 5], [8, 6]));
    /// ```
    #[must_use]
    pub fn translated(&self, offset: impl Into<Vector<S, N>>) -> Self {
        Self { min: self.min + offset.into(), ..*self }
    }

    /// Whether a point is in a solid pixel or on its boundary. False for NaN.
    ///
    /// ```
    /// use bumper::{Mask, Sprite};
    /// assert!(Sprite::new(Mask::new([1, 1], &[1]).unwrap(), [5, 5], 1).contains([6, 6]));
    /// ```
    #[must_use]
    pub fn contains(&self, point: impl Into<Vector<S, N>>) -> bool {
        self.intersects(&point.into())
    }

    /// The coordinate, on an axis, of the grid line between pixels that is `count` pixels from the corner `min` of the sprite.
    #[inline]
    fn line(&self, axis: usize, count: u16) -> S {
        self.min[axis].stepped(self.pixel, count.into())
    }

    /// Converts a range of columns or rows of the mask to a range counted from the corner `min` of the sprite, or the reverse: the formula
    /// is the same. On a mirrored axis, it counts from the other end.
    #[inline]
    fn mirrored(&self, axis: usize, [from, to]: [u16; 2]) -> [u16; 2] {
        let size = self.mask.size()[axis];
        if self.flip[axis] != 0 { [size.saturating_sub(to), size.saturating_sub(from)] } else { [from, to] }
    }

    /// The box that a rectangle of pixels of the mask covers after mirroring.
    #[inline]
    pub(crate) fn box_of(&self, frame: Frame) -> Aabb<S, N> {
        let mut min = Vector::ZERO;
        let mut max = Vector::ZERO;
        for axis in 0..N.min(2) {
            let [from, to] = self.mirrored(axis, [frame.min[axis], frame.max[axis]]);
            (min[axis], max[axis]) = (self.line(axis, from), self.line(axis, to));
        }
        Aabb::new(min, max)
    }

    /// The rectangle of pixels, in columns and rows of the mask, that overlap the box `shape` (if `open` is true), or that touch or overlap
    /// it (if false). It is clipped to the rectangle of the solid pixels.
    fn frame_of(&self, shape: &Aabb<S, N>, open: bool) -> Frame {
        let mut frame = Frame { min: [0; 2], max: self.mask.size() };
        for axis in 0..N.min(2) {
            let from = shape.min()[axis];
            let to = shape.max()[axis];
            let size = self.mask.size()[axis];
            let first = partition_point(size, |c| {
                let end = self.line(axis, c + 1);
                if open { end <= from } else { end < from }
            });
            let last = partition_point(size, |c| {
                let start = self.line(axis, c);
                if open { start < to } else { start <= to }
            });
            let solid = self.mask.solid();
            let [first, last] = self.mirrored(axis, [first, last.max(first)]);
            frame.min[axis] = first.max(solid.min[axis]);
            frame.max[axis] = last.min(solid.max[axis]).max(frame.min[axis]);
        }
        frame
    }

    /// The part of the rectangle `frame` whose pixels may touch the box `area`. The result may be rounded, so it has at least one more
    /// column or row on each side than necessary, unless it ends at the edge of `frame`.
    pub(crate) fn part_in<R: Real>(&self, frame: Frame, area: &Aabb<R, N>) -> Frame {
        let mut part = frame;
        for axis in 0..N.min(2) {
            let min: R = real(self.min[axis]);
            let edge: R = real(self.pixel);
            let size = self.mask.size()[axis];
            // The casts to integers clamp line numbers that are out of range. A line number is NaN only if the pixels have size zero or a
            // coordinate is infinite; then no columns (or rows) are excluded.
            let lines = |from: R| ((from - min) / edge).to_f64();
            let first = lines(area.min()[axis]);
            let last = lines(area.max()[axis]);
            if first.is_nan() || last.is_nan() {
                continue;
            }
            let first = (first as i32).saturating_sub(2).clamp(0, size.into()) as u16;
            let last = (last as i32).saturating_add(3).clamp(0, size.into()) as u16;
            let [first, last] = self.mirrored(axis, [first, last]);
            part.min[axis] = part.min[axis].max(first);
            part.max[axis] = part.max[axis].min(last).max(part.min[axis]);
        }
        part
    }

    /// Calls `each` with pairs of overlapping pixels of this sprite and of a sprite that [`matches`](Self::matches), which has the same
    /// grid up to an offset. If the offset is not a whole number of pixels, a pixel overlaps up to four pixels of the other grid, so there
    /// are up to four relative positions. All pairs in the same relative position have the same contact depth. So `each` is called only
    /// with the first pair of each, in reading order.
    pub(crate) fn each_overlap(&self, other: &Self, mut each: impl FnMut([u16; 2], [u16; 2])) {
        let (Some(x), Some(y)) = (self.offset(other, 0), self.offset(other, 1)) else { return };
        for corner_bits in 0..4 {
            let steps = [corner_bits & 1, corner_bits >> 1];
            if steps[0] == 1 && !x.1 || steps[1] == 1 && !y.1 {
                continue;
            }
            let between = self.mask_offset(other, [x.0 + steps[0], y.0 + steps[1]]);
            if let Some([i, j]) = self.mask.first_overlap(&other.mask, between) {
                each([i, j], [(i32::from(i) - between[0]) as u16, (i32::from(j) - between[1]) as u16]);
            }
        }
    }

    /// The relation of the sprite to a box. A box with a NaN is apart from the sprite.
    pub(crate) fn relate_box<V: Verdict>(&self, shape: &Aabb<S, N>) -> V {
        let numbers = (0..N).all(|axis| shape.min()[axis] <= shape.max()[axis]);
        if !numbers {
            return V::APART;
        }
        verdict_of(|open| self.mask.any_in(self.frame_of(shape, open)))
    }

    /// The offset, on an axis, from the corner `min` of this sprite to that of `other`, in pixels and rounded towards negative infinity,
    /// and whether it had to be rounded. `None` if no pixels of the two sprites can touch.
    pub(crate) fn offset(&self, other: &Self, axis: usize) -> Option<(i32, bool)> {
        let p = self.min[axis];
        let q = other.min[axis];
        let (first, start) = if q >= p { (self, q) } else { (other, p) };
        let size = first.mask.size()[axis];
        // Of the sprite that begins first, the number of whole pixels before the beginning of the other sprite.
        let whole = partition_point(size, |c| first.line(axis, c + 1) <= start);
        let is_partial = first.line(axis, whole) < start;
        if is_partial && whole == size || start.partial_cmp(&first.min[axis]).is_none() {
            return None;
        }
        let whole = i32::from(whole);
        Some(if q >= p { (whole, is_partial) } else { (-whole - i32::from(is_partial), is_partial) })
    }

    /// Whether both sprites have the same pixel size and the same mirroring, and all pixels are whole squares (see
    /// [`is_whole`](Self::is_whole)). Then their grids differ only by an offset.
    pub(crate) fn matches(&self, other: &Self) -> bool {
        let same_grid = self.pixel == other.pixel && self.pixel > S::ZERO && self.flip == other.flip;
        same_grid && self.is_whole() && other.is_whole()
    }

    /// Whether all pixels are whole squares. Near the end of the range of an integer or fixed-point scalar, coordinates saturate, so
    /// pixels may be cut off.
    fn is_whole(&self) -> bool {
        let ends = |axis: usize| {
            let size = self.mask.size()[axis];
            self.line(axis, size).checked_minus(self.pixel) == Some(self.line(axis, size.saturating_sub(1)))
        };
        S::IS_FLOAT || (0..N.min(2)).all(ends)
    }

    /// Converts the offset between the corners `min` of two matching sprites to the offset between the top left corners of their masks,
    /// both in pixels. On a mirrored axis, the first column or row of a mask is at the far end of its sprite, so the two offsets differ.
    pub(crate) fn mask_offset(&self, other: &Self, offset: [i32; 2]) -> [i32; 2] {
        crate::vector::from_fn(|axis| {
            let [p, q] = [self, other].map(|sprite| i32::from(sprite.mask.size()[axis]));
            if self.flip[axis] != 0 { p - q - offset[axis] } else { offset[axis] }
        })
    }

    /// The relation of the sprite to a sprite that [`matches`](Self::matches).
    pub(crate) fn relate_matching<V: Verdict>(&self, other: &Self) -> V {
        let (Some(x), Some(y)) = (self.offset(other, 0), self.offset(other, 1)) else { return V::APART };
        verdict_of(|open| {
            let steps = |(whole, is_partial): (i32, bool)| match (is_partial, open) {
                (true, _) => whole..=whole + 1,
                (false, true) => whole..=whole,
                (false, false) => whole - 1..=whole + 1,
            };
            steps(y)
                .any(|y| steps(x).any(|x| self.mask.overlaps(&other.mask, self.mask_offset(other, [x, y]))))
        })
    }
}

/// The relation that two tests give: `any(true)` returns whether any pixels overlap, `any(false)` whether any pixels touch or overlap. The
/// result is a [`Relation`](crate::Relation) or a boolean (see [`Verdict`]), and a test that cannot change it is not made.
fn verdict_of<V: Verdict>(any: impl Fn(bool) -> bool) -> V {
    let touching = V::within(0u8, 0);
    if !touching.is_final() && any(true) {
        V::OVERLAPPING
    } else if !touching.is_weakest() && any(false) {
        touching
    } else {
        V::APART
    }
}

/// The first number below `size` for which the condition `holds` is false, or `size` if there is none, found by binary search. If the
/// condition is false for a number, it must be false for all larger numbers.
fn partition_point(size: u16, holds: impl Fn(u16) -> bool) -> u16 {
    let mut from = 0;
    let mut to = size;
    while from < to {
        let middle = from + (to - from) / 2;
        if holds(middle) { from = middle + 1 } else { to = middle }
    }
    from
}
