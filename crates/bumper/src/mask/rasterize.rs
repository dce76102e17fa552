//! Rasterization: finds the pixels whose centers are in a shape. The shape is divided into convex parts, and a rectangle of pixels is
//! tested against them. If the centers of its four corner pixels are in one part, all of its pixel centers are. If it does not touch any
//! part, none is. Otherwise the rectangle is halved, and both halves are tested. So the cost grows with the length of the outline, not with
//! the area.

use super::{Frame, Mask, MaskBuf};
use crate::scalar::round::floor;
use crate::{Aabb, AsShape, Pose, Relate, Shape, Vector};
use alloc::vec::Vec;

/// The smallest column or row of a pixel that is tested. The parts of a shape beyond it are ignored.
const MIN_PIXEL: f64 = -65_536.0;
/// The largest column or row of a pixel that is tested. A mask ends at 65,535; the range extends that far again on both sides, because
/// [`errors`](Mask::errors) also counts pixels of the shape beyond the mask.
const MAX_PIXEL: f64 = 131_072.0;

/// The largest area of a rectangle whose pixels are tested one by one. Larger rectangles are halved.
const SMALL_AREA: i64 = 8;

impl Mask<'_> {
    /// How far a shape differs from the mask. The first number is that of solid pixels whose centers are outside the shape. The second one
    /// is that of empty pixels whose centers are inside; pixels beyond the edges of the mask count as empty, but only those in columns and
    /// rows from −65,536 to 131,072 are counted. The numbers saturate at `u32::MAX`.
    ///
    /// Costs a few tests per pixel along the outline of the shape.
    ///
    /// ```
    /// use bumper::{Aabb, MaskBuf};
    /// let mask = MaskBuf::from_rows(["###", "..#"]).unwrap();
    /// assert_eq!(mask.as_mask().errors(Aabb::new([0.0, 0.0], [2.0, 2.0])), [2, 2]);
    /// ```
    #[must_use]
    pub fn errors<'s>(&self, shape: impl Into<Shape<'s, f64, 2>>) -> [u32; 2] {
        let shape = shape.into();
        let mut common = 0u32;
        let mut others = 0u64;
        let all = Aabb::new([0, 0], self.size().map(i32::from));
        each_inside(&shape, &covered_pixels(&shape), |inside| {
            let size = inside.max() - inside.min();
            let mut count = i64::from(size[0]) * i64::from(size[1]);
            if let Some(part) = inside.intersection(&all) {
                let solid = self.count_in(Frame::of_box(&part));
                common += solid;
                count -= i64::from(solid);
            }
            others += count as u64;
        });
        [self.count() - common, u32::try_from(others).unwrap_or(u32::MAX)]
    }
}

impl MaskBuf {
    /// Creates a mask of a width and height from a shape. A pixel is solid if its center is in the shape or on its boundary. The
    /// coordinates of the shape are in pixels from the top left corner, with y down. Costs a few tests per pixel along the outline of the
    /// shape.
    ///
    /// ```
    /// use bumper::{Ball, MaskBuf};
    /// let dot = MaskBuf::from_shape([4, 4], Ball::new([2.0, 2.0], 1.6));
    /// assert_eq!(dot.to_rows(), [".##.", "####", "####", ".##."]);
    /// ```
    #[must_use]
    pub fn from_shape<'s>(size: [u16; 2], shape: impl Into<Shape<'s, f64, 2>>) -> Self {
        let mut mask = Self::new(size);
        mask.draw_shape(shape);
        mask
    }

    /// Makes every pixel solid whose center is in a shape or on its boundary. Costs a few tests per pixel along the part of the outline
    /// inside the mask.
    ///
    /// ```
    /// use bumper::{Aabb, Ball, MaskBuf};
    /// let mut mask = MaskBuf::from_shape([6, 4], Ball::new([2.0, 2.0], 1.6));
    /// mask.draw_shape(Aabb::new([3.0, 1.0], [9.0, 2.0]));
    /// assert_eq!(mask.to_rows(), [".##...", "######", "####..", ".##..."]);
    /// ```
    pub fn draw_shape<'s>(&mut self, shape: impl Into<Shape<'s, f64, 2>>) {
        let shape = shape.into();
        let all = Aabb::new([0, 0], self.as_mask().size().map(i32::from));
        if let Some(area) = covered_pixels(&shape).intersection(&all) {
            each_inside(&shape, &area, |inside| self.fill(&inside, true));
        }
    }
}

/// The rectangle of pixels that a shape may cover, clamped to the range from [`MIN_PIXEL`] to [`MAX_PIXEL`].
fn covered_pixels(shape: &Shape<'_, f64, 2>) -> Aabb<i32, 2> {
    let line = |end: f64| floor(end.clamp(MIN_PIXEL, MAX_PIXEL)) as i32;
    let all = || Aabb::new([MIN_PIXEL; 2], [MAX_PIXEL; 2]);
    let bounds = shape.bounds().unwrap_or_else(all);
    Aabb::new(bounds.min().map(line), bounds.max().map(|end| line(end) + 1))
}

/// A convex part of a shape, and the poses that place it, the innermost pose first.
struct PosedPart<'s> {
    shape: Shape<'s, f64, 2>,
    poses: Vec<Pose<f64, 2>>,
}

impl<'s> PosedPart<'s> {
    /// Appends the convex parts of a shape to `parts`. `outer` are the nested poses that place the shape, the outermost pose first.
    fn each(shape: &Shape<'s, f64, 2>, outer: &[Pose<f64, 2>], parts: &mut Vec<Self>) {
        let mut add = |shape| parts.push(Self { shape, poses: outer.iter().rev().copied().collect() });
        match *shape {
            Shape::Compound(all) => all.iter().for_each(|part| Self::each(part, outer, parts)),
            Shape::Group(group) => {
                let poses: Vec<_> = outer.iter().copied().chain(group.pose().copied()).collect();
                group.parts().iter().for_each(|part| Self::each(&part.as_shape(), &poses, parts));
            }
            Shape::Region(region) => region.parts().map(Shape::Polygon).for_each(add),
            Shape::HeightField(field) => {
                (0..field.face_count()).filter_map(|position| field.face(position)).for_each(add);
            }
            // In 2D, there are no meshes.
            Shape::Mesh(_) => {}
            Shape::Mask(sprite) => {
                let strips = sprite.mask().strips();
                strips.iter().for_each(|strip| add(Shape::Aabb(sprite.box_of(Frame::of_box(strip)))));
            }
            Shape::Placed(inner, pose) => {
                let poses: Vec<_> = outer.iter().copied().chain([pose]).collect();
                Self::each(inner, &poses, parts);
            }
            Shape::Point(_)
            | Shape::Aabb(_)
            | Shape::Ball(_)
            | Shape::SquaredBall(_)
            | Shape::Cylinder(_) => {
                add(*shape);
            }
            Shape::Segment(_) | Shape::Triangle(_) | Shape::Capsule(_) | Shape::OrientedBox(_) => add(*shape),
            Shape::OrientedCylinder(_) | Shape::Ellipse(_) | Shape::Polygon(_) | Shape::Hull(_) => {
                add(*shape)
            }
            Shape::HalfSpace(_) => add(*shape),
        }
    }

    /// Whether the part, placed by its poses, touches or overlaps `other`, which is in the coordinates of the mask.
    fn intersects<'o>(&self, other: impl Into<Shape<'o, f64, 2>>) -> bool {
        fn placed(shape: &Shape<f64, 2>, poses: &[Pose<f64, 2>], other: &Shape<f64, 2>) -> bool {
            match poses {
                [] => shape.intersects(other),
                [first, rest @ ..] => placed(&Shape::Placed(shape, *first), rest, other),
            }
        }
        placed(&self.shape, &self.poses, &other.into())
    }
}

/// Calls `each` with disjoint rectangles that together contain exactly the pixels of `area` whose centers are in the shape.
fn each_inside(shape: &Shape<'_, f64, 2>, area: &Aabb<i32, 2>, mut each: impl FnMut(Aabb<i32, 2>)) {
    let mut parts = Vec::new();
    PosedPart::each(shape, &[], &mut parts);
    let mut nearby: Vec<usize> = (0..parts.len()).collect();
    subdivide(&parts, &mut nearby, 0, area, &mut each);
}

/// Does what [`each_inside`] does for a rectangle of pixels `area`, by halving it recursively. The elements of `nearby` from the index
/// `from` on are the indices of the parts of the shape that may touch the area.
fn subdivide(
    parts: &[PosedPart<'_>],
    nearby: &mut Vec<usize>,
    from: usize,
    area: &Aabb<i32, 2>,
    each: &mut impl FnMut(Aabb<i32, 2>),
) {
    let min = area.min();
    let max = area.max();
    let size = max - min;
    let middle = |x: i32, y: i32| Vector([f64::from(x) + 0.5, f64::from(y) + 0.5]);
    let pixel = |x: i32, y: i32| Aabb::new([x, y], [x + 1, y + 1]);
    let end = nearby.len();
    if i64::from(size[0]) * i64::from(size[1]) <= SMALL_AREA {
        for (x, y) in (min[1]..max[1]).flat_map(|y| (min[0]..max[0]).map(move |x| (x, y))) {
            if nearby[from..].iter().any(|&part| parts[part].intersects(middle(x, y))) {
                each(pixel(x, y));
            }
        }
        return;
    }
    let corners = [min[0], max[0] - 1].map(|x| [min[1], max[1] - 1].map(|y| middle(x, y)));
    // The tested box covers the whole pixels and not only their centers. So it has a margin of half a pixel, and rounding cannot lose a
    // pixel whose center lies exactly on the boundary of the part.
    let whole_pixels = Aabb::new(min.map(f64::from), max.map(f64::from));
    for place in from..end {
        let part = &parts[nearby[place]];
        if corners.as_flattened().iter().all(|&corner| part.intersects(corner)) {
            nearby.truncate(end);
            each(*area);
            return;
        }
        if part.intersects(whole_pixels) {
            nearby.push(nearby[place]);
        }
    }
    if nearby.len() > end {
        let axis = usize::from(size[1] > size[0]);
        let mut low = max;
        let mut high = min;
        low[axis] = min[axis].midpoint(max[axis]);
        high[axis] = low[axis];
        subdivide(parts, nearby, end, &Aabb::new(min, low), each);
        subdivide(parts, nearby, end, &Aabb::new(high, max), each);
    }
    nearby.truncate(end);
}
