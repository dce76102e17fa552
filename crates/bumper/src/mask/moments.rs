//! The centroid and the principal axis of a mask.

use super::Mask;
use crate::Vector;
use crate::scalar::Real;

/// Sums over the centers (x, y) of the solid pixels of a mask.
struct PixelMoments {
    /// The number of solid pixels.
    count: f64,
    /// The sum of the centers.
    sum: Vector<f64, 2>,
    /// The sums of x · x, x · y and y · y.
    products: [f64; 3],
}

impl Mask<'_> {
    /// The centroid of the solid pixels, in pixels from the top left corner of the mask, with y down. `None` if no pixel is solid.
    ///
    /// ```
    /// use bumper::{MaskBuf, Vector};
    /// let l = MaskBuf::from_rows(["#..", "#..", "###"]).unwrap();
    /// assert_eq!(l.as_mask().centroid(), Some(Vector([1.1, 1.9])));
    /// ```
    #[doc(alias("center_of_mass"))]
    #[must_use]
    pub fn centroid(&self) -> Option<Vector<f64, 2>> {
        let PixelMoments { count, sum, .. } = self.moments();
        // The sums are exact integers for a mask of any size, so only the following division by the number of pixels rounds.
        (count > 0.0).then(|| sum.map(|c| c / count))
    }

    /// The principal axis of the solid pixels: the direction of their largest spread, as a unit vector with x ≥ 0. `None` if the spread is
    /// the same in all directions, as for a square, or if no pixel is solid. The computation uses no trigonometric functions, so the result
    /// is the same on every machine, to the last bit.
    ///
    /// The axis is the eigenvector of the larger eigenvalue of the matrix of second moments of area.
    ///
    /// ```
    /// use bumper::{MaskBuf, Vector};
    /// let bar = MaskBuf::from_rows(["####", "####"]).unwrap();
    /// assert_eq!(bar.as_mask().principal_axis(), Some(Vector([1.0, 0.0])));
    /// assert_eq!(MaskBuf::from_rows(["##", "##"]).unwrap().as_mask().principal_axis(), None);
    /// ```
    #[doc(alias("angle", "orientation"))]
    #[inline]
    #[must_use]
    pub fn principal_axis(&self) -> Option<Vector<f64, 2>> {
        // A single pixel has no principal axis.
        if self.solid().width() > 1 || self.solid().height() > 1 { self.axis_of_spread() } else { None }
    }

    /// The principal axis, computed from the second moments of area. `None` if the spread is the same in all directions.
    fn axis_of_spread(&self) -> Option<Vector<f64, 2>> {
        let PixelMoments { count, sum, products: [xx, xy, yy] } = self.moments();
        // The second moments of the pixel centers about the centroid, times the square of the number of pixels. The factor does not change
        // the axis. Without it, each moment would need a division, which rounds.
        let xx = xx * count - sum.x() * sum.x();
        let yy = yy * count - sum.y() * sum.y();
        let xy = xy * count - sum.x() * sum.y();
        let half = (xx - yy) * 0.5;
        let across = xy;
        if half == 0.0 && across == 0.0 {
            return None;
        }
        let length = Real::sqrt(half * half + across * across);
        // There are two equivalent formulas for the eigenvector. For each sign of `half`, one of them adds two numbers of the same sign and
        // the other subtracts them. The formula that adds is used, because a subtraction of similar numbers loses digits.
        let axis = if half >= 0.0 { [half + length, across] } else { [across, length - half] };
        let axis = Vector(axis).normalized()?;
        Some(if axis.x() < 0.0 || axis.x() == 0.0 && axis.y() < 0.0 { -axis } else { axis })
    }

    /// The moments of the solid pixels.
    fn moments(&self) -> PixelMoments {
        // The sums are computed in integers that are large enough for the largest mask.
        let mut count = 0;
        let mut sum = [0; 2];
        let mut products = [0; 3];
        let rows = self.solid().min[1]..self.solid().max[1];
        for k in self.solid().stripes() {
            let mut n = 0;
            let [mut x, mut y] = [0; 2];
            let [mut xx, mut xy, mut yy] = [0; 3];
            let words = &self.stripe(k)[usize::from(rows.start)..];
            for (j, word) in rows.clone().map(u64::from).zip(words) {
                let [ones, places, squares] = bit_moments(*word);
                n += ones;
                x += places;
                y += j * ones;
                xx += squares;
                xy += j * places;
                yy += j * j * ones;
            }
            let first = k as u64 * 64;
            count += n;
            sum = [sum[0] + x + first * n, sum[1] + y];
            let xx = xx + 2 * first * x + first * first * n;
            products = [products[0] + xx, products[1] + xy + first * y, products[2] + yy];
        }
        let [x, y] = sum;
        let [xx, xy, yy] = products;
        let n = count as f64;
        // The sums so far are over the top left corners (x, y) of the pixels. The centers are half a pixel farther on both axes: for
        // example, (x + 1/2) (y + 1/2) = x y + (x + y) / 2 + 1/4.
        let middles = Vector([x as f64 + 0.5 * n, y as f64 + 0.5 * n]);
        let across = xy as f64 + 0.5 * (x + y) as f64 + 0.25 * n;
        let products = [(xx + x) as f64 + 0.25 * n, across, (yy + y) as f64 + 0.25 * n];
        PixelMoments { count: n, sum: middles, products }
    }
}

/// The number of bits that are set in a word, the sum of their positions (0 to 63), and the sum of the squares of their positions. Computed
/// byte by byte from a table.
fn bit_moments(mut word: u64) -> [u64; 3] {
    let mut all = 0;
    let mut by_place = 0;
    let mut by_square = 0;
    let mut byte = 0;
    while word != 0 {
        let of = u64::from(BYTE_MOMENTS[(word & 255) as usize]);
        all += of;
        by_place += byte * of;
        by_square += byte * byte * of;
        word >>= 8;
        byte += 1;
    }
    // Bit q of byte b has the position p = 8 b + q in the word, so p² = 64 b² + 16 b q + q². The table contains, for each value of a byte,
    // the number of set bits and the sums of their q and q².
    let part = |sum: u64, k: u32| sum >> (k * SUM_BITS) & ((1 << SUM_BITS) - 1);
    let places = part(all, 1) + 8 * part(by_place, 0);
    let squares = (all >> (2 * SUM_BITS)) + 16 * part(by_place, 1) + 64 * part(by_square, 0);
    [part(all, 0), places, squares]
}

/// The number of bits for each of the three sums that are packed into an element of [`BYTE_MOMENTS`]. The sum of squares is in the highest
/// bits, so it may need more.
const SUM_BITS: u32 = 12;

/// For each value of a byte, the number of set bits, the sum of their positions and the sum of the squares, packed into one number.
const BYTE_MOMENTS: [u32; 256] = {
    let mut list = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut k = 0;
        while k < 8 {
            list[byte] += (byte as u32 >> k & 1) * (1 + (k << SUM_BITS) + ((k * k) << (2 * SUM_BITS)));
            k += 1;
        }
        byte += 1;
    }
    list
};
