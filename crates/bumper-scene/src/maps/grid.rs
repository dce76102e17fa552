//! The geometry of the cells of a map: rectangles, parallelograms, diamonds or hexagons.

use super::object::Linear;
use super::placed::PlacedShape;

/// The grid of cells of a map, in columns and rows.
///
/// Each cell has lattice coordinates: two integers, chosen so that cells whose coordinates differ by one share an edge on the screen. On
/// most maps, these are the column and the row of the cell. Staggered maps are different: neighbours in a row or column do not share an
/// edge there, so the axes of the lattice run along the edges of the diamonds.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    /// The size of a cell in pixels.
    pub(super) size: [f64; 2],
    kind: Kind,
}

/// The arrangement of the cells.
#[derive(Clone, Debug)]
enum Kind {
    Square,
    /// Parallelograms. On the screen, going down by one unit of y shifts a point by `skew[0]` to the right, and going right by one unit of
    /// x shifts it down by `skew[1]`.
    Oblique {
        skew: [f64; 2],
    },
    /// Diamonds of an isometric map. `origin` is the upper corner of the diamond in column 0 and row 0.
    Diamond {
        origin: [f64; 2],
    },
    /// Diamonds of a staggered map. If `across`, every second column is shifted down by half a cell. Otherwise every second row is shifted
    /// right by half a cell. If `even`, the columns or rows with even numbers are shifted, else those with odd numbers.
    Staggered {
        across: bool,
        even: bool,
    },
    /// Hexagons. If `across`, every second column is shifted down by half a cell, and each cell shares edges of length `side` with its
    /// neighbours above and below. Otherwise every second row is shifted right by half a cell, and each cell shares edges of length `side`
    /// with its neighbours on the left and right. If `even`, the columns or rows with even numbers are shifted, else those with odd
    /// numbers.
    Hexagon {
        across: bool,
        even: bool,
        side: f64,
    },
}

/// The size of a cell of a staggered or hexagonal map. `size` is its size in the file. `sides` are the lengths of the straight edges of a
/// hexagon along x and y, zero if it has none along this axis. On each axis, the rest of the size is divided between the two tips of the
/// hexagon or diamond. As in Tiled, a tip has a whole number of pixels, so the result may be smaller by a pixel than `size`.
fn even_size(size: [f64; 2], sides: [f64; 2]) -> [f64; 2] {
    [0, 1].map(|k| {
        let even = ((size[k] - sides[k]) / 2.0).floor() * 2.0 + sides[k];
        if even > 0.0 { even } else { size[k] }
    })
}

impl Grid {
    pub(super) fn square(size: [f64; 2]) -> Self {
        Self { size, kind: Kind::Square }
    }

    /// An isometric grid with this number of rows, whose leftmost corner is at x = 0.
    pub(super) fn isometric(size: [f64; 2], rows: f64) -> Self {
        Self { size, kind: Kind::Diamond { origin: [rows * size[0] / 2.0, 0.0] } }
    }

    /// The grid of a map; `None` if its orientation is unknown.
    pub(super) fn of(map: &super::file::Map) -> Option<Self> {
        let size = [map.tilewidth, map.tileheight];
        let across = map.staggeraxis == "x";
        let even = map.staggerindex == "even";
        Some(match map.orientation.as_str() {
            "orthogonal" => Self::square(size),
            "isometric" => Self::isometric(size, map.height),
            "staggered" => Self { size: even_size(size, [0.0; 2]), kind: Kind::Staggered { across, even } },
            "oblique" => {
                Self { size, kind: Kind::Oblique { skew: [map.skewx / size[1], map.skewy / size[0]] } }
            }
            "hexagonal" => {
                let side = map.hexsidelength;
                let sides = if across { [side, 0.0] } else { [0.0, side] };
                Self { size: even_size(size, sides), kind: Kind::Hexagon { across, even, side } }
            }
            _ => return None,
        })
    }

    pub(super) fn is_square(&self) -> bool {
        matches!(self.kind, Kind::Square)
    }

    pub(super) fn is_isometric(&self) -> bool {
        matches!(self.kind, Kind::Diamond { .. })
    }

    pub(super) fn is_hexagonal(&self) -> bool {
        matches!(self.kind, Kind::Hexagon { .. })
    }

    /// Whether the cells of an oblique map have no area, because the skew makes their edges parallel.
    pub(super) fn is_flat(&self) -> bool {
        matches!(self.kind, Kind::Oblique { skew } if skew[0] * skew[1] == 1.0)
    }

    /// The transform from the coordinates of objects to the screen; `None` if they are the same. On isometric maps, the axes of object
    /// coordinates run along the edges of the diamonds, and an edge is as long as the height of a tile. On oblique maps, object coordinates
    /// are sheared like the cells.
    pub(super) fn linear(&self) -> Option<Linear> {
        match self.kind {
            Kind::Diamond { origin } => {
                let half = self.size[0] / self.size[1] / 2.0;
                Some(Linear { matrix: [[half, -half], [0.5, 0.5]], origin })
            }
            Kind::Oblique { skew } => {
                Some(Linear { matrix: [[1.0, skew[0]], [skew[1], 1.0]], origin: [0.0; 2] })
            }
            Kind::Square | Kind::Staggered { .. } | Kind::Hexagon { .. } => None,
        }
    }

    /// The lattice coordinates of the cell in a column and a row.
    pub(super) fn lattice(&self, [column, row]: [i32; 2]) -> [i32; 2] {
        let Kind::Staggered { across, even } = self.kind else { return [column, row] };
        // The AABB of the cell begins `a` half cells to the right of the map's left edge, and `b` half cells below its top edge.
        let along = if across { column } else { row };
        let shift = (along & 1) ^ i32::from(even);
        let double = |c: i32| c.saturating_mul(2).saturating_add(shift);
        let (a, b) = if across { (column, double(row)) } else { (double(column), row) };
        [a.saturating_add(b) >> 1, b.saturating_sub(a) >> 1]
    }

    /// The column and the row of the cell with these lattice coordinates.
    pub(super) fn cell(&self, [u, v]: [i32; 2]) -> [i32; 2] {
        let Kind::Staggered { across, even } = self.kind else { return [u, v] };
        let a = u.saturating_sub(v);
        let b = u.saturating_add(v).saturating_add(i32::from(even));
        if across {
            [a, b.saturating_sub((a & 1) ^ i32::from(even)) >> 1]
        } else {
            [a.saturating_sub((b & 1) ^ i32::from(even)) >> 1, b]
        }
    }

    /// The position on the screen of a point in lattice coordinates. The point (u, v) is the corner of the cell (u, v) at which both
    /// coordinates are smallest: the upper corner of a diamond, or the upper left one of a parallelogram. Only for maps with diamonds or
    /// parallelograms.
    fn diamond(&self, [u, v]: [f64; 2]) -> [f64; 2] {
        let [width, height] = self.size;
        let origin = match self.kind {
            Kind::Oblique { skew } => {
                let [x, y] = [u * width, v * height];
                return [x + skew[0] * y, y + skew[1] * x];
            }
            Kind::Diamond { origin } => origin,
            // On staggered maps, (0, 0) is the upper corner of the diamond with these lattice coordinates. It lies half a cell to the right
            // of the map's left edge. It lies half a cell below the top edge if `even`, and on the top edge otherwise.
            Kind::Staggered { even, .. } => [width / 2.0, if even { height / 2.0 } else { 0.0 }],
            _ => [0.0; 2],
        };
        [origin[0] + (u - v) * width / 2.0, origin[1] + (u + v) * height / 2.0]
    }

    /// The upper left corner of the rectangle in which a tile of the size of a cell is drawn. `at` are the lattice coordinates of the cell.
    /// On oblique maps, the rectangle has the same lower left corner as the cell, which is a parallelogram. On other maps, it is the AABB
    /// of the cell.
    pub(super) fn corner(&self, at: [i32; 2]) -> [f64; 2] {
        let [x, y] = at.map(f64::from);
        let [width, height] = self.size;
        match self.kind {
            Kind::Square => [x * width, y * height],
            Kind::Oblique { .. } => {
                let [left, bottom] = self.diamond([x, y + 1.0]);
                [left, bottom - height]
            }
            Kind::Diamond { .. } | Kind::Staggered { .. } => {
                let [right, top] = self.diamond([x, y]);
                [right - width / 2.0, top]
            }
            Kind::Hexagon { across, even, side } => {
                let along = if across { at[0] } else { at[1] };
                let shift = f64::from((along & 1) ^ i32::from(even));
                if across {
                    [x * (width + side) / 2.0, (y + shift / 2.0) * height]
                } else {
                    [(x + shift / 2.0) * width, y * (height + side) / 2.0]
                }
            }
        }
    }

    /// The shape of the block of cells with lattice coordinates from `from` to `to` (exclusive). Blocks of hexagons have no simple shape,
    /// so on hexagonal maps it is the shape of the single cell `from`.
    pub(super) fn area(&self, from: [i32; 2], to: [i32; 2], offset: [f64; 2]) -> PlacedShape {
        if self.is_square() {
            let place = |at: [i32; 2]| [0, 1].map(|k| offset[k] + f64::from(at[k]) * self.size[k]);
            return PlacedShape::Box { min: place(from), max: place(to) };
        }
        let corners = self.outline(from, to).into_iter().map(|[x, y]| [x + offset[0], y + offset[1]]);
        PlacedShape::Polygon(corners.collect())
    }

    fn outline(&self, from: [i32; 2], to: [i32; 2]) -> Vec<[f64; 2]> {
        let [width, height] = self.size;
        match self.kind {
            Kind::Hexagon { across, side, .. } => {
                let [x, y] = self.corner(from);
                let corners: [[f64; 2]; 6] = if across {
                    let low = (width - side) / 2.0;
                    let high = (width + side) / 2.0;
                    [
                        [low, 0.0],
                        [high, 0.0],
                        [width, height / 2.0],
                        [high, height],
                        [low, height],
                        [0.0, height / 2.0],
                    ]
                } else {
                    let low = (height - side) / 2.0;
                    let high = (height + side) / 2.0;
                    [
                        [0.0, low],
                        [width / 2.0, 0.0],
                        [width, low],
                        [width, high],
                        [width / 2.0, height],
                        [0.0, high],
                    ]
                };
                corners.map(|[u, v]| [x + u, y + v]).to_vec()
            }
            _ => {
                let ([u, v], [s, t]) = (from.map(f64::from), to.map(f64::from));
                [[u, v], [s, v], [s, t], [u, t]].map(|at| self.diamond(at)).to_vec()
            }
        }
    }

    /// The lattice coordinates of the cell that contains a point.
    pub(super) fn at(&self, [x, y]: [f64; 2]) -> [i32; 2] {
        let [width, height] = self.size;
        match self.kind {
            Kind::Square => [(x / width).floor() as i32, (y / height).floor() as i32],
            Kind::Oblique { skew } => {
                let area = 1.0 - skew[0] * skew[1];
                let u = (x - skew[0] * y) / area / width;
                let v = (y - skew[1] * x) / area / height;
                [u.floor() as i32, v.floor() as i32]
            }
            Kind::Diamond { .. } | Kind::Staggered { .. } => {
                let [ox, oy] = self.diamond([0.0; 2]);
                let a = (x - ox) / width * 2.0;
                let b = (y - oy) / height * 2.0;
                [((a + b) / 2.0).floor() as i32, ((b - a) / 2.0).floor() as i32]
            }
            Kind::Hexagon { across, side, .. } => {
                let steps =
                    if across { [(width + side) / 2.0, height] } else { [width, (height + side) / 2.0] };
                let near = [(x / steps[0]).floor() as i32, (y / steps[1]).floor() as i32];
                let steps = (-1..=1).flat_map(|j| (-1..=1).map(move |i| [i, j]));
                let cells = steps.map(|[i, j]| [near[0].saturating_add(i), near[1].saturating_add(j)]);
                let within = |cell: &[i32; 2]| {
                    let corners = self.outline(*cell, *cell);
                    (0..corners.len()).all(|k| {
                        let ([px, py], [qx, qy]) = (corners[k], corners[(k + 1) % corners.len()]);
                        (qx - px) * (y - py) - (qy - py) * (x - px) >= 0.0
                    })
                };
                cells.into_iter().find(within).unwrap_or(near)
            }
        }
    }

    /// Whether adjacent cells can be merged into one shape.
    pub(super) fn joins(&self) -> bool {
        !matches!(self.kind, Kind::Hexagon { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grids() -> Vec<Grid> {
        let mut grids = vec![Grid::square([16.0, 12.0]), Grid::isometric([64.0, 32.0], 9.0)];
        for skew in [[0.5, 0.0], [0.0, 0.25], [-0.5, 0.75]] {
            grids.push(Grid { size: [16.0, 8.0], kind: Kind::Oblique { skew } });
        }
        for (across, even) in [(false, false), (false, true), (true, false), (true, true)] {
            grids.push(Grid { size: [64.0, 32.0], kind: Kind::Staggered { across, even } });
            grids.push(Grid { size: [14.0, 12.0], kind: Kind::Hexagon { across, even, side: 6.0 } });
        }
        grids
    }

    #[test]
    fn points_near_cell_corners_are_found_in_their_cell() {
        for grid in grids() {
            let cells = || (-4..5).flat_map(|row| (-4..5).map(move |column| [column, row]));
            for cell in cells() {
                let at = grid.lattice(cell);
                assert_eq!(grid.cell(at), cell, "{grid:?}");
                let corners = grid.outline(at, if grid.joins() { [at[0] + 1, at[1] + 1] } else { at });
                let corners = if grid.is_square() {
                    let [x, y] = grid.corner(at);
                    let [w, h] = grid.size;
                    vec![[x, y], [x + w, y], [x + w, y + h], [x, y + h]]
                } else {
                    corners
                };
                let count = corners.len() as f64;
                let middle = [0, 1].map(|k| corners.iter().map(|corner| corner[k]).sum::<f64>() / count);
                assert_eq!(grid.at(middle), at, "{grid:?}");
                for corner in corners {
                    let near = [0, 1].map(|k| corner[k] + (middle[k] - corner[k]) * 0.01);
                    assert_eq!(grid.at(near), at, "{grid:?} {cell:?}");
                    if matches!(grid.kind, Kind::Oblique { .. }) {
                        continue;
                    }
                    // `grid.corner` is the upper left corner of the cell's AABB, and `grid.size` the size of this AABB.
                    let [x, y] = grid.corner(at);
                    assert!(corner[0] >= x && corner[0] <= x + grid.size[0], "{grid:?}");
                    assert!(corner[1] >= y && corner[1] <= y + grid.size[1], "{grid:?}");
                }
            }
        }
    }

    #[test]
    fn points_far_outside_map_do_not_overflow() {
        for grid in grids() {
            for far in [1e9, 1e300, f64::INFINITY, f64::NAN] {
                for point in [[far, 0.0], [-far, 3.0], [1.0, far], [-far, -far]] {
                    let at = grid.at(point);
                    grid.lattice(grid.cell(at));
                }
            }
        }
    }

    #[test]
    fn odd_cells_of_staggered_and_hexagonal_maps_step_by_whole_pixels() {
        // Each of the two tips of a cell has a whole number of pixels, so an odd pixel is lost: a height of 33 becomes 2 · ⌊33 / 2⌋ = 32,
        // and a width of 19 becomes 2 · ⌊19 / 2⌋ = 18. A height of 20 with a straight edge of 9 becomes 2 · ⌊(20 − 9) / 2⌋ + 9 = 19.
        assert_eq!(super::even_size([64.0, 33.0], [0.0; 2]), [64.0, 32.0]);
        assert_eq!(super::even_size([19.0, 20.0], [0.0, 9.0]), [18.0, 19.0]);
        assert_eq!(super::even_size([1.0, 18.0], [0.0, 6.0]), [1.0, 18.0]);
    }

    #[test]
    fn second_row_of_staggered_map_is_shifted_by_half_cell() {
        let grid = |even| Grid { size: [64.0, 32.0], kind: Kind::Staggered { across: false, even } };
        let corner = |even, cell| grid(even).corner(grid(even).lattice(cell));
        assert_eq!([corner(false, [0, 0]), corner(false, [0, 1])], [[0.0, 0.0], [32.0, 16.0]]);
        assert_eq!([corner(true, [0, 0]), corner(true, [0, 1])], [[32.0, 0.0], [0.0, 16.0]]);
        let grid = Grid { size: [60.0, 60.0], kind: Kind::Hexagon { across: true, even: false, side: 30.0 } };
        assert_eq!([grid.corner([0, 0]), grid.corner([1, 0])], [[0.0, 0.0], [45.0, 30.0]]);
    }
}
