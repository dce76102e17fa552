//! The deepest pair of pixels of two masks that are rotated relative to each other.
//!
//! While the masks overlap, every overlapping pixel has a partner that is almost as deep as the deepest pair, so no bound prunes whole
//! frames. But in the grid of one mask, the nearest pixel to a point is known without a search.

use super::Pixels;
use crate::composite::bounds;
use crate::mask::Frame;
use crate::scalar::{Real, Scalar};
use crate::vector::Mapped;
use crate::{Pose, Vector};

/// Two masks whose pixels are compared, and the map from the pixels of the first one to the grid of the second one.
pub(super) struct RotatedGrids {
    /// The position of the center of the first mask's pixel in column and row zero, in columns and rows of the second mask. The pixel with
    /// number `k` covers the positions from `k` to `k + 1`.
    origin: [f64; 2],
    /// The difference of the positions of two successive columns, and of two successive rows of the first mask.
    steps: [[f64; 2]; 2],
    /// The lengths of the edges of the pixels of both masks.
    edges: [f64; 2],
}

impl RotatedGrids {
    pub(super) fn new<S: Scalar, R: Real, const N: usize>([p, q]: [&Pixels<'_, '_, S, R, N>; 2]) -> Self {
        let wide = |pose: Option<&Pose<R, N>>| {
            let identity = Pose::at(Vector::ZERO);
            let pose = pose.copied().unwrap_or(identity);
            (
                pose.rotation.axes().mapped(|axis| axis.map(Scalar::to_f64)),
                pose.translation.map(Scalar::to_f64),
            )
        };
        let ((p_axes, p_origin), (q_axes, q_origin)) = (wide(p.pose), wide(q.pose));
        let position = |column: u16, row: u16| {
            let [x, y] = p.grid.center(Frame::of_pixel([column, row])).mapped(Scalar::to_f64);
            let offset = p_axes[0].scaled(x) + p_axes[N - 1].scaled(y) + p_origin - q_origin;
            q.grid.position([q_axes[0].dot(offset), q_axes[N - 1].dot(offset)])
        };
        let origin = position(0, 0);
        let column = position(1, 0);
        let row = position(0, 1);
        let step = |to: [f64; 2]| [to[0] - origin[0], to[1] - origin[1]];
        Self {
            origin,
            steps: [step(column), step(row)],
            edges: [p, q].mapped(|mask| mask.grid.edge.to_f64()),
        }
    }

    /// The distance of the centers of two pixels, one of each mask, at which the pixels just touch along an axis: half of the extents of
    /// both pixels. The first number is for the axes of the first mask, the second number for those of the second mask.
    fn reaches(&self) -> [f64; 2] {
        let [p, q] = self.edges;
        // The factor is |cos α| + |sin α| for the angle α between the masks. `steps` are unit vectors times the ratio of the pixel sizes,
        // `p / q`.
        let turn = if p > 0.0 { (self.steps[0][0].abs() + self.steps[0][1].abs()) * q / p } else { 1.0 };
        [(p + q * turn) * 0.5, (q + p * turn) * 0.5]
    }

    /// The separation below which a pair of pixels always has this form: the pixel of the second mask contains the center of the pixel of
    /// the first mask.
    pub(super) fn limit(&self) -> f64 {
        self.edges[1] * 0.5 - self.reaches()[1]
    }

    /// The pair of solid pixels with the smallest separation, of all pairs of a pixel of the first mask in `frame` and the pixel of the
    /// second mask that contains its center. `None` if there is no such pair.
    pub(super) fn deepest<S: Scalar, R: Real, const N: usize>(
        &self,
        [p, q]: [&Pixels<'_, '_, S, R, N>; 2],
        frame: Frame,
    ) -> Option<[Frame; 2]> {
        let ([p_edge, q_edge], [p_reach, q_reach]) = (self.edges, self.reaches());
        let [column, row] = self.steps;
        let size = q.sprite.mask().size();
        // Converts an offset of two pixel centers from the second mask's axes and pixels to a length along an axis of the first mask, whose
        // direction is `step`.
        let along = |step: [f64; 2], [x, y]: [f64; 2]| (step[0] * x + step[1] * y) * q_edge * q_edge / p_edge;
        let mut least = f64::INFINITY;
        let mut found = None;
        for j in frame.min[1]..frame.max[1] {
            for i in (frame.min[0]..frame.max[0]).filter(|&i| p.sprite.mask().get(i, j)) {
                let position =
                    [0, 1].mapped(|k| self.origin[k] + column[k] * f64::from(i) + row[k] * f64::from(j));
                if !(0..2).all(|k| position[k] >= 0.0 && position[k] < f64::from(size[k])) {
                    continue;
                }
                let pixel = position.mapped(|position| position as u16);
                if !q.sprite.mask().get(pixel[0], pixel[1]) {
                    continue;
                }
                let offset = [0, 1].mapped(|k| position[k] - f64::from(pixel[k]) - 0.5);
                let in_second = offset[0].abs().max(offset[1].abs()) * q_edge - q_reach;
                let in_first = along(column, offset).abs().max(along(row, offset).abs()) - p_reach;
                let separation = in_first.max(in_second);
                if separation < least {
                    least = separation;
                    found = Some([Frame::of_pixel([i, j]), Frame::of_pixel(pixel)]);
                }
            }
        }
        found
    }
}

/// The part of a frame of the first mask that may touch a frame of the second one.
pub(super) fn part_near<S: Scalar, R: Real, const N: usize>(
    [p, q]: [&Pixels<'_, '_, S, R, N>; 2],
    [frame, other]: [Frame; 2],
) -> Frame {
    let identity = Pose::at(Vector::ZERO);
    let pose = q.pose.copied().unwrap_or(identity).relative_to(p.pose.unwrap_or(&identity));
    p.sprite.part_in(frame, &bounds::box_aabb(&q.sprite.box_of(other), Some(&pose)))
}
