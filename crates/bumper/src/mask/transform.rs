//! Transformed copies of a mask: mirrored, rotated, scaled, trimmed.

use super::{Frame, Mask, MaskBuf};
use crate::Aabb;

impl Mask<'_> {
    /// The mask mirrored horizontally (axis 0) or vertically (axis 1). For other axes, returns a copy.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let mask = MaskBuf::from_rows(["##.", "#.."]).unwrap();
    /// assert_eq!(mask.as_mask().flipped(0).to_rows(), [".##", "..#"]);
    /// assert_eq!(mask.as_mask().flipped(1).to_rows(), ["#..", "##."]);
    /// ```
    #[must_use]
    pub fn flipped(&self, axis: usize) -> MaskBuf {
        let [width, height] = self.size();
        match axis {
            0 => self.by_runs([width, height], |[from, to], j| {
                Aabb::new([i32::from(width) - to, j], [i32::from(width) - from, j + 1])
            }),
            1 => self.by_runs([width, height], |[from, to], j| {
                Aabb::new([from, i32::from(height) - 1 - j], [to, i32::from(height) - j])
            }),
            _ => self.to_buf(),
        }
    }

    /// The mask rotated by a number of quarter turns from +x towards +y, which is clockwise on the screen because rows go down.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let mask = MaskBuf::from_rows(["##.", "#.."]).unwrap();
    /// assert_eq!(mask.as_mask().rotated_quarters(1).to_rows(), ["##", ".#", ".."]);
    /// assert_eq!(mask.as_mask().rotated_quarters(-1).turned_back(), mask);
    /// # trait Back { fn turned_back(&self) -> MaskBuf; }
    /// # impl Back for MaskBuf { fn turned_back(&self) -> MaskBuf { self.as_mask().rotated_quarters(1) } }
    /// ```
    #[must_use]
    pub fn rotated_quarters(&self, quarters: i32) -> MaskBuf {
        let [width, height] = self.size().map(i32::from);
        let [w, h] = self.size();
        match quarters.rem_euclid(4) {
            0 => self.to_buf(),
            1 => self.by_runs([h, w], |[from, to], j| Aabb::new([height - 1 - j, from], [height - j, to])),
            2 => self.by_runs([w, h], |[from, to], j| {
                Aabb::new([width - to, height - 1 - j], [width - from, height - j])
            }),
            _ => self.by_runs([h, w], |[from, to], j| Aabb::new([j, width - to], [j + 1, width - from])),
        }
    }

    /// The mask with every pixel enlarged to `factor` by `factor` pixels. `None` if the result would have more than 65535 columns or rows.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let mask = MaskBuf::from_rows(["#."]).unwrap();
    /// assert_eq!(mask.as_mask().scaled(2).unwrap().to_rows(), ["##..", "##.."]);
    /// ```
    #[must_use]
    pub fn scaled(&self, factor: u16) -> Option<MaskBuf> {
        let [width, height] = self.size().map(|size| size.checked_mul(factor));
        let factor = i32::from(factor);
        let size = [width?, height?];
        Some(self.by_runs(size, |[from, to], j| {
            Aabb::new([from * factor, j * factor], [to * factor, (j + 1) * factor])
        }))
    }

    /// The mask cropped to the bounding box of its solid pixels, and the column and the row of the top left corner of that box. If no pixel
    /// is solid, an empty mask of size zero.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let (small, at) = MaskBuf::from_rows(["...", ".#."]).unwrap().as_mask().trimmed();
    /// assert_eq!((small.to_rows(), at), (vec!["#".to_string()], [1, 1]));
    /// ```
    #[must_use]
    pub fn trimmed(&self) -> (MaskBuf, [u16; 2]) {
        let frame = self.tight().unwrap_or(Frame::EMPTY);
        let mut mask = MaskBuf::new([frame.width(), frame.height()]);
        mask.draw(self, frame.min.map(|c| -i32::from(c)));
        (mask, frame.min)
    }

    /// The solid pixels that have a neighbour above, below, left or right that is not solid or is outside the mask.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let block = MaskBuf::from_rows(["####", "####", "####"]).unwrap();
    /// assert_eq!(block.as_mask().boundary().to_rows(), ["####", "#..#", "####"]);
    /// ```
    #[must_use]
    pub fn boundary(&self) -> MaskBuf {
        let mut boundary = self.to_buf();
        let mut inner = self.to_buf();
        let outside = self.to_buf().inverted();
        for at in [[1, 0], [-1, 0], [0, 1], [0, -1]] {
            inner.erase(&outside.as_mask(), at);
        }
        // The loop above does not see the pixels at the edges of the mask, because there is no pixel beyond them. They belong to the
        // boundary.
        let [width, height] = self.size().map(i32::from);
        for edge in [
            [0, 0, 1, height],
            [width - 1, 0, width, height],
            [0, 0, width, 1],
            [0, height - 1, width, height],
        ] {
            inner.fill(&Aabb::new([edge[0], edge[1]], [edge[2], edge[3]]), false);
        }
        boundary.erase(&inner.as_mask(), [0, 0]);
        boundary
    }

    /// Creates a mask of the given size and fills one box in it for each run of solid pixels in a row of this mask. `map_run` returns the
    /// box, in pixels of the new mask. Its first argument is the run in this mask (its first column, and the column after its last one),
    /// its second one the row of the run.
    fn by_runs(&self, size: [u16; 2], map_run: impl Fn([i32; 2], i32) -> Aabb<i32, 2>) -> MaskBuf {
        let mut mask = MaskBuf::new(size);
        for j in self.solid().min[1]..self.solid().max[1] {
            for run in self.runs(j) {
                mask.fill(&map_run(run.map(i32::from), j.into()), true);
            }
        }
        mask
    }

    /// The mask rotated about its center by an angle in degrees, from +x towards +y, and the position of that center in the new mask. The
    /// new mask is just large enough for the whole rotated rectangle of this mask; nothing is trimmed, and its center is the center of this
    /// mask. `None` if the result would have more than 65535 columns or rows. An infinite angle or NaN does not rotate.
    ///
    /// A pixel of the result is solid if its center, rotated back, lies in a solid pixel. So the outline is wrong by at most half the
    /// diagonal of a pixel (0.71 pixels). Use this function if the picture is also rotated by taking the nearest pixel. To rotate the
    /// pixels exactly, [place](crate::Shape::placed) a sprite.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let bar = MaskBuf::from_rows(["#####"]).unwrap();
    /// let (turned, middle) = bar.as_mask().rotated(45.0).unwrap();
    /// assert_eq!(turned.as_mask().count(), 3);
    /// assert!(turned.as_mask().get(middle[0] as u16, middle[1] as u16));
    /// ```
    #[cfg(any(feature = "std", feature = "libm"))]
    #[must_use]
    pub fn rotated(&self, degrees: f64) -> Option<(MaskBuf, [f64; 2])> {
        use crate::{Rotation, Vector};
        let rotation = Rotation::<f64, 2>::from_degrees(degrees);
        let half = Vector(self.size().map(|c| f64::from(c) / 2.0));
        let corner = |sign: f64| rotation.apply(Vector([half[0], half[1] * sign])).map(f64::abs);
        let half_extent = corner(1.0).zip(corner(-1.0), f64::max);
        // Half of the width and height of the new mask. The full size is rounded up to whole pixels, so after a rotation by quarter turns,
        // the pixels of both masks coincide. A small tolerance keeps a rounding error from adding a column or row.
        let half_extent = half_extent
            .zip(half, |half_extent, _| crate::scalar::round::ceil(half_extent * 2.0 - 1e-9) / 2.0);
        let size = half_extent.map(|c| c * 2.0);
        if size.0.iter().any(|c| *c > f64::from(u16::MAX)) {
            return None;
        }
        let mask = MaskBuf::from_fn(size.map(|c| c as u16).0, |i, j| {
            let point = Vector([f64::from(i) + 0.5, f64::from(j) + 0.5]) - half_extent;
            let [x, y] = (rotation.apply_inverse(point) + half).0;
            x >= 0.0 && y >= 0.0 && self.get(x as u16, y as u16)
        });
        Some((mask, half_extent.0))
    }
}
