//! The pixels whose middles are in a shape. What is all inside or all outside is found by its corners and its box, so that the
//! cost grows with the length of the outline and not with the area.

use super::{Frame, Mask, MaskBuf};
use crate::scalar::round::floor;
use crate::{Aabb, AsShape, Pose, Relate, Shape, Vector};
use alloc::vec::Vec;

/// How far pixels are looked at, in columns and rows: as far to each side as the largest mask is wide.
const LEAST: f64 = -65_536.0;
const MOST: f64 = 131_072.0;

/// From so many pixels on a rectangle is halved; each pixel of a smaller one is tested.
const FEW: i64 = 8;

impl Mask<'_> {
    /// How many solid pixels have their middles outside of a shape, and how many others inside, also beyond the edges of the
    /// mask: up to 65,536 columns and rows from its first pixel to the left and up, and twice as many to the right and down.
    /// More than `u32` holds count as `u32::MAX`.
    ///
    /// What is all inside of the shape or outside is counted at once: costs a few tests a pixel along its outline.
    ///
    /// ```
    /// use bumper::{Aabb, MaskBuf};
    /// let mask = MaskBuf::from_rows(["###", "..#"]).unwrap();
    /// assert_eq!(mask.as_mask().errors(Aabb::new([0.0, 0.0], [2.0, 2.0])), [2, 2]);
    /// ```
    pub fn errors<'s>(&self, shape: impl Into<Shape<'s, f64, 2>>) -> [u32; 2] {
        let shape = shape.into();
        let (mut common, mut others) = (0u32, 0u64);
        let all = Aabb::new([0, 0], self.size().map(i32::from));
        each_inside(&shape, &reach(&shape), |inside| {
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
    /// The pixels whose middles are in a shape, its boundary included. Costs a few tests a pixel along its outline.
    ///
    /// ```
    /// use bumper::{Ball, MaskBuf};
    /// let dot = MaskBuf::from_shape([4, 4], Ball::new([2.0, 2.0], 1.6));
    /// assert_eq!(dot.to_rows(), [".##.", "####", "####", ".##."]);
    /// ```
    pub fn from_shape<'s>(size: [u16; 2], shape: impl Into<Shape<'s, f64, 2>>) -> Self {
        let mut mask = Self::new(size);
        mask.draw_shape(shape);
        mask
    }

    /// Makes the pixels whose middles are in a shape, its boundary included, solid too. Costs a few tests a pixel along the
    /// outline of what of the shape is in the mask.
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
        if let Some(area) = reach(&shape).intersection(&all) {
            each_inside(&shape, &area, |inside| self.fill(&inside, true));
        }
    }
}

/// The pixels that a shape reaches, as far as they are looked at: all of them, where it has no bounds.
fn reach(shape: &Shape<'_, f64, 2>) -> Aabb<i32, 2> {
    let line = |end: f64| floor(end.clamp(LEAST, MOST)) as i32;
    let all = || Aabb::new([LEAST; 2], [MOST; 2]);
    let bounds = shape.bounds().unwrap_or_else(all);
    Aabb::new(bounds.min().map(line), bounds.max().map(|end| line(end) + 1))
}

/// A convex part of a shape, and the poses at which it is placed, the innermost first.
struct Part<'s> {
    shape: Shape<'s, f64, 2>,
    poses: Vec<Pose<f64, 2>>,
}

impl<'s> Part<'s> {
    /// Those of a shape that is placed at a pose that is placed at another, and so on, the innermost last.
    fn each(shape: &Shape<'s, f64, 2>, outer: &[Pose<f64, 2>], parts: &mut Vec<Self>) {
        let mut add = |shape| parts.push(Self { shape, poses: outer.iter().rev().copied().collect() });
        match *shape {
            Shape::Compound(all) => all.iter().for_each(|part| Self::each(part, outer, parts)),
            Shape::Group(group) => {
                let poses: Vec<_> = outer.iter().copied().chain(group.pose().copied()).collect();
                group.parts().iter().for_each(|part| Self::each(&part.as_shape(), &poses, parts));
            }
            Shape::Region(region) => region.parts().map(Shape::Polygon).for_each(add),
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
        }
    }

    fn meets<'o>(&self, other: impl Into<Shape<'o, f64, 2>>) -> bool {
        fn placed(shape: &Shape<f64, 2>, poses: &[Pose<f64, 2>], other: &Shape<f64, 2>) -> bool {
            match poses {
                [] => shape.intersects(other),
                [first, rest @ ..] => placed(&Shape::Placed(shape, *first), rest, other),
            }
        }
        placed(&self.shape, &self.poses, &other.into())
    }
}

/// Calls `each` with rectangles side by side that hold those pixels of an area whose middles are in a shape.
fn each_inside(shape: &Shape<'_, f64, 2>, area: &Aabb<i32, 2>, mut each: impl FnMut(Aabb<i32, 2>)) {
    let mut parts = Vec::new();
    Part::each(shape, &[], &mut parts);
    let mut near: Vec<usize> = (0..parts.len()).collect();
    by_halves(&parts, &mut near, 0, area, &mut each);
}

/// `near` are the parts that may reach the area, from one place of that list on.
fn by_halves(
    parts: &[Part<'_>],
    near: &mut Vec<usize>,
    from: usize,
    area: &Aabb<i32, 2>,
    each: &mut impl FnMut(Aabb<i32, 2>),
) {
    let (min, max) = (area.min(), area.max());
    let size = max - min;
    let middle = |x: i32, y: i32| Vector([f64::from(x) + 0.5, f64::from(y) + 0.5]);
    let pixel = |x: i32, y: i32| Aabb::new([x, y], [x + 1, y + 1]);
    let end = near.len();
    if i64::from(size[0]) * i64::from(size[1]) <= FEW {
        for (x, y) in (min[1]..max[1]).flat_map(|y| (min[0]..max[0]).map(move |x| (x, y))) {
            if near[from..].iter().any(|&part| parts[part].meets(middle(x, y))) {
                each(pixel(x, y));
            }
        }
        return;
    }
    let corners = [min[0], max[0] - 1].map(|x| [min[1], max[1] - 1].map(|y| middle(x, y)));
    // The whole pixels, so that no rounding leaves out a middle at the edge.
    let whole = Aabb::new(min.map(f64::from), max.map(f64::from));
    for place in from..end {
        let part = &parts[near[place]];
        if corners.as_flattened().iter().all(|&corner| part.meets(corner)) {
            near.truncate(end);
            each(*area);
            return;
        }
        if part.meets(whole) {
            near.push(near[place]);
        }
    }
    if near.len() > end {
        let axis = usize::from(size[1] > size[0]);
        let (mut low, mut high) = (max, min);
        low[axis] = min[axis].midpoint(max[axis]);
        high[axis] = low[axis];
        by_halves(parts, near, end, &Aabb::new(min, low), each);
        by_halves(parts, near, end, &Aabb::new(high, max), each);
    }
    near.truncate(end);
}
