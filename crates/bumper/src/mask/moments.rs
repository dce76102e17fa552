//! Where the solid pixels of a mask are, taken together.

use super::Mask;
use crate::Vector;
use crate::scalar::Real;

impl Mask<'_> {
    /// The mean of the middles of all solid pixels, in pixels from the corner; `None` for an empty mask.
    ///
    /// ```
    /// use bumper::{MaskBuf, Vector};
    /// let l = MaskBuf::from_rows(["#..", "#..", "###"]).unwrap();
    /// assert_eq!(l.as_mask().centroid(), Some(Vector([1.1, 1.9])));
    /// ```
    #[doc(alias("center_of_mass"))]
    pub fn centroid(&self) -> Option<Vector<f64, 2>> {
        let (count, sum, _) = self.moments();
        // The sums of halves are exact, and so are those of as many pixels as a mask can have.
        (count > 0.0).then(|| sum.map(|c| c / count))
    }

    /// The way in which the mask is longest, as a vector of length 1 with x not below zero: the axis about which its pixels are
    /// the least spread. `None` where there is none, as for a square. Without sines, the same bits on every machine.
    ///
    /// The axis belongs to the larger eigenvalue of the matrix of second moments.
    ///
    /// ```
    /// use bumper::{MaskBuf, Vector};
    /// let bar = MaskBuf::from_rows(["####", "####"]).unwrap();
    /// assert_eq!(bar.as_mask().axis(), Some(Vector([1.0, 0.0])));
    /// assert_eq!(MaskBuf::from_rows(["##", "##"]).unwrap().as_mask().axis(), None);
    /// ```
    #[doc(alias("angle", "orientation"))]
    pub fn axis(&self) -> Option<Vector<f64, 2>> {
        let (count, sum, [xx, xy, yy]) = self.moments();
        // All times the count, so that whole numbers stay whole.
        let xx = xx * count - sum.x() * sum.x();
        let yy = yy * count - sum.y() * sum.y();
        let xy = xy * count - sum.x() * sum.y();
        let (half, across) = ((xx - yy) * 0.5, xy);
        let length = Real::sqrt(half * half + across * across);
        // Of the two forms the one that does not subtract.
        let axis = if half >= 0.0 { [half + length, across] } else { [across, length - half] };
        let axis = Vector(axis).normalized()?;
        Some(if axis.x() < 0.0 || axis.x() == 0.0 && axis.y() < 0.0 { -axis } else { axis })
    }

    /// How many pixels are solid, the sum of their middles, and of the products of the coordinates of these.
    fn moments(&self) -> (f64, Vector<f64, 2>, [f64; 3]) {
        let (mut count, mut sum, mut products) = (0.0, Vector([0.0; 2]), [0.0; 3]);
        for j in 0..self.size()[1] {
            for run in self.runs(j) {
                for i in run[0]..run[1] {
                    let (x, y) = (f64::from(i) + 0.5, f64::from(j) + 0.5);
                    count += 1.0;
                    sum += Vector([x, y]);
                    products = [products[0] + x * x, products[1] + x * y, products[2] + y * y];
                }
            }
        }
        (count, sum, products)
    }
}
