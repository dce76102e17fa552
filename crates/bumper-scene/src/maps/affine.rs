//! Affine transforms of tiles: scaling, mirroring and rotation of their pictures and collision shapes.

/// An affine transform: it multiplies a point by a matrix (given as two rows), and then adds a translation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Affine {
    matrix: [[f64; 2]; 2],
    translation: [f64; 2],
}

/// How a tile is turned when it is drawn. First, its x and y are exchanged if `diagonal`. Then it is mirrored left to right and top to
/// bottom, as `flip` says. Finally it is rotated clockwise.
#[derive(Clone, Copy, Debug)]
pub(super) struct TileFlags {
    pub(super) diagonal: bool,
    pub(super) flip: [bool; 2],
    pub(super) degrees: f64,
}

impl Affine {
    pub(super) const IDENTITY: Self = Self { matrix: [[1.0, 0.0], [0.0, 1.0]], translation: [0.0; 2] };

    /// The transform from the coordinates of a tile to those of the box where it is drawn. `size` is the size of the tile. The size of the
    /// box is that of the tile times `scale`. If the flags exchange x and y, they also exchange the width and the height of the box.
    pub(super) fn of_tile(flags: TileFlags, size: [f64; 2], scale: [f64; 2]) -> Self {
        let [w, h] = [size[0] * scale[0], size[1] * scale[1]];
        let mut matrix = [[scale[0], 0.0], [0.0, scale[1]]];
        let mut extent = [w, h];
        if flags.diagonal {
            matrix.swap(0, 1);
            extent.swap(0, 1);
        }
        let mut translation = [0.0; 2];
        for k in 0..2 {
            if flags.flip[k] {
                matrix[k] = matrix[k].map(|c| if c == 0.0 { c } else { -c });
                translation[k] = extent[k];
            }
        }
        let flipped = Self { matrix, translation };
        if flags.degrees == 0.0 { flipped } else { flipped.rotated(flags.degrees, [w / 2.0, h / 2.0]) }
    }

    /// This transform, followed by a translation.
    pub(super) fn translated(&self, by: [f64; 2]) -> Self {
        let [x, y] = self.translation;
        Self { translation: [x + by[0], y + by[1]], ..*self }
    }

    /// This transform, followed by a clockwise rotation about a point.
    pub(super) fn rotated(&self, degrees: f64, about: [f64; 2]) -> Self {
        let (sine, cosine) = sine_cosine(degrees);
        let turn = |[x, y]: [f64; 2]| [cosine * x - sine * y, sine * x + cosine * y];
        let columns = [0, 1].map(|k| turn([self.matrix[0][k], self.matrix[1][k]]));
        let [x, y] = turn([self.translation[0] - about[0], self.translation[1] - about[1]]);
        Self {
            matrix: [0, 1].map(|k| [columns[0][k], columns[1][k]]),
            translation: [x + about[0], y + about[1]],
        }
    }

    pub(super) fn apply(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [0, 1].map(|k| self.matrix[k][0] * x + self.matrix[k][1] * y + self.translation[k])
    }

    pub(super) fn is_identity(&self) -> bool {
        self.matrix == Self::IDENTITY.matrix && self.translation == [0.0; 2]
    }

    /// Whether the transform maps axis-aligned rectangles to axis-aligned rectangles.
    pub(super) fn keeps_boxes(&self) -> bool {
        let [[a, b], [c, d]] = self.matrix;
        (b == 0.0 && c == 0.0) || (a == 0.0 && d == 0.0)
    }

    /// The scale factor of the transform for lengths; `None` if the factor depends on the direction.
    pub(super) fn uniform_scale(&self) -> Option<f64> {
        let [[a, b], [c, d]] = self.matrix;
        if self.keeps_boxes() {
            let p = (a + b).abs();
            let q = (c + d).abs();
            return (p == q).then_some(p);
        }
        // Compare with tolerances, because the sines and cosines of rotations are rounded.
        let p = a * a + c * c;
        let q = b * b + d * d;
        let orthogonal = (a * b + c * d).abs() <= 1e-12 * p.max(q);
        (orthogonal && (p - q).abs() <= 1e-12 * p.max(q)).then(|| p.sqrt())
    }

    /// Transforms the direction of a line. `degrees` is the angle from the x axis to the line. Returns the angle of the transformed line in
    /// degrees, up to a multiple of 180°. The transform has to scale all directions by the same factor.
    pub(super) fn angle(&self, degrees: f64) -> f64 {
        let [[a, b], [c, d]] = self.matrix;
        let base = if c == 0.0 { 0.0 } else { libm::atan2(c, a).to_degrees() };
        let base = if base == -90.0 { 90.0 } else { base };
        if a * d < b * c { base - degrees } else { base + degrees }
    }
}

/// The sine and cosine of an angle in degrees, exact for multiples of 90°.
pub(super) fn sine_cosine(degrees: f64) -> (f64, f64) {
    let (cosine, sine) = bumper::Rotation::<f64, 2>::from_degrees(degrees).complex();
    (sine, cosine)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: TileFlags = TileFlags { diagonal: false, flip: [false; 2], degrees: 0.0 };

    #[test]
    fn diagonal_mirror_is_applied_before_flips() {
        let at = |flags| Affine::of_tile(flags, [16.0, 8.0], [1.0; 2]).apply([3.0, 1.0]);
        assert_eq!(at(NONE), [3.0, 1.0]);
        assert_eq!(at(TileFlags { flip: [true, false], ..NONE }), [13.0, 1.0]);
        assert_eq!(at(TileFlags { flip: [false, true], ..NONE }), [3.0, 7.0]);
        assert_eq!(at(TileFlags { diagonal: true, ..NONE }), [1.0, 3.0]);
        assert_eq!(at(TileFlags { diagonal: true, flip: [true, true], ..NONE }), [7.0, 13.0]);
    }

    #[test]
    fn scaled_tile_fills_its_box_in_every_orientation() {
        for turn in 0..8u8 {
            let flags = TileFlags { diagonal: turn & 4 != 0, flip: [turn & 1 != 0, turn & 2 != 0], ..NONE };
            let affine = Affine::of_tile(flags, [16.0, 8.0], [2.0, 3.0]);
            let p = affine.apply([0.0, 0.0]);
            let q = affine.apply([16.0, 8.0]);
            let size = if flags.diagonal { [24.0, 32.0] } else { [32.0, 24.0] };
            assert_eq!([0, 1].map(|k| p[k].min(q[k])), [0.0; 2]);
            assert_eq!([0, 1].map(|k| p[k].max(q[k])), size);
            assert!(affine.keeps_boxes() && affine.uniform_scale().is_none());
        }
    }

    #[test]
    fn rotated_tile_keeps_center_and_lengths() {
        for degrees in [60.0, 120.0, 180.0] {
            let flags = TileFlags { flip: [true, false], degrees, ..NONE };
            let affine = Affine::of_tile(flags, [14.0, 12.0], [2.0; 2]);
            let [x, y] = affine.apply([7.0, 6.0]);
            assert!((x - 14.0).abs() < 1e-12 && (y - 12.0).abs() < 1e-12);
            assert!((affine.uniform_scale().unwrap() - 2.0).abs() < 1e-12);
            // The transform mirrors (0, 6), the middle of the left side of the tile, to the middle of the right side. Then it rotates this
            // point about the center (7, 6). The rotation is clockwise on the screen, so the point moves downwards first.
            let (sine, cosine) = degrees.to_radians().sin_cos();
            let [x, y] = affine.apply([0.0, 6.0]);
            assert!((x - 14.0 - 14.0 * cosine).abs() < 1e-9 && (y - 12.0 - 14.0 * sine).abs() < 1e-9);
        }
    }
}
