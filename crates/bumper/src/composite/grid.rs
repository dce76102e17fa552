//! Converts columns and rows of a mask to coordinates.

use crate::Sprite;
use crate::mask::Frame;
use crate::scalar::real;
use crate::scalar::{Real, Scalar};
use crate::vector::Mapped;

/// The pixel grid of a mask: converts columns and rows to coordinates in the local space of the mask, in the float type of a query. The
/// coordinates are rounded. A `Frame` is a rectangle of pixels: the columns and rows from `min` up to, but not including, `max`.
#[derive(Clone, Copy)]
pub(super) struct PixelGrid<R> {
    /// Two coefficients for each axis. The center of a frame is at the coordinate `base + slope * (min + max)`, where `min` and `max` are
    /// the frame's columns (or rows). `slope` is half a pixel, negative if the mask is flipped on this axis.
    base: [R; 2],
    slope: [R; 2],
    /// The edge length of a pixel.
    pub(super) edge: R,
    /// The number of columns or the number of rows of the mask, whichever is larger.
    lines: u16,
}

impl<R: Real> PixelGrid<R> {
    pub(super) fn new<S: Scalar, const N: usize>(sprite: &Sprite<'_, S, N>) -> Self {
        let area = sprite.aabb();
        let flip = sprite.flip();
        let size = sprite.mask().size();
        let edge: R = real(sprite.pixel());
        let half = edge * R::HALF;
        let end = |k: usize| if flip[k] { area.max()[k.min(N - 1)] } else { area.min()[k.min(N - 1)] };
        let base = [0, 1].mapped(|k| real(end(k)));
        let slope = [0, 1].mapped(|k| if flip[k] { -half } else { half });
        Self { base, slope, edge, lines: size[0].max(size[1]) }
    }

    /// An upper bound of the absolute coordinates of all pixels.
    pub(super) fn size(&self) -> R {
        self.base[0].abs() + self.base[1].abs() + self.edge * R::from_f64(self.lines.into())
    }

    /// A corner of the mask.
    pub(super) fn origin(&self) -> [R; 2] {
        self.base
    }

    /// An upper bound of the distance of a point of the mask from [`origin`](Self::origin).
    pub(super) fn reach(&self) -> R {
        self.edge * R::from_f64(self.lines.into()) * R::TWO
    }

    /// The length of the longer side of a rectangle of pixels.
    #[inline]
    pub(super) fn longer_side(&self, frame: Frame) -> R {
        self.edge * R::from_f64(frame.width().max(frame.height()).into())
    }

    /// The center of a rectangle of pixels.
    #[inline]
    pub(super) fn center(&self, frame: Frame) -> [R; 2] {
        let ends = |k: usize| R::from_f64((u32::from(frame.min[k]) + u32::from(frame.max[k])).into());
        [0, 1].mapped(|k| self.base[k] + self.slope[k] * ends(k))
    }

    /// The column and the row at a point, as numbers with fractions: the pixel with number `k` covers the numbers from `k` to `k + 1`.
    pub(super) fn position(&self, point: [f64; 2]) -> [f64; 2] {
        [0, 1].mapped(|k| (point[k] - self.base[k].to_f64()) / (2.0 * self.slope[k].to_f64()))
    }

    /// Half the size of a rectangle of pixels, measured between the centers of its outermost pixels, on each axis.
    #[inline]
    pub(super) fn half_extent(&self, frame: Frame) -> [R; 2] {
        let half = self.edge * R::HALF;
        [frame.width(), frame.height()].mapped(|lines| half * (R::from_f64(lines.into()) - R::ONE))
    }
}
