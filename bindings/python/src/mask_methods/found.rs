//! Converts results of mask methods to the forms that pygame uses.

use crate::guarded::Read;
use crate::mask::Mask;
use crate::mask::reading::{MaskRef, Whole};
use engine::MaskBuf;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;

pub fn outline<'py>(py: Python<'py>, mask: &engine::Mask<'_>, every: usize) -> PyResult<Bound<'py, PyList>> {
    let mut rim = mask.boundary_pixels();
    // The first point is repeated at the end, unless the outline is a single pixel.
    if rim.len() > 1 {
        rim.push(rim[0]);
    }
    // Adjacent points often have a coordinate in common. Use its Python object again, instead of creating a new one.
    let mut last = [0u16; 2].map(|c| (c, c.into_pyobject(py)));
    let points = (0..rim.len()).step_by(every).map(|k| {
        for (last, c) in last.iter_mut().zip(rim[k]) {
            if last.0 != c {
                *last = (c, c.into_pyobject(py));
            }
        }
        let [Ok(x), Ok(y)] = last.each_ref().map(|(_, number)| number.clone());
        (x, y)
    });
    PyList::new(py, points)
}

/// Returns the shortest displacement of the mask `b` that separates it from the mask `a`. `b` is at the given offset in `a`. `None` if the
/// masks do not overlap.
///
/// The displacements on the edges of growing squares around zero are tested. All displacements on the edges of a square with half the side
/// `reach` are at least `reach` long. So when a displacement of at most that length has been found, the larger squares cannot contain a
/// shorter one.
pub fn push(a: &engine::Mask<'_>, b: &engine::Mask<'_>, Whole([x, y]): Whole) -> Option<(i32, i32)> {
    if !a.overlaps(b, [x, y]) {
        return None;
    }
    let mut best = i64::MAX;
    let mut displacement = [0; 2];
    // The sums of coordinates and displacements cannot overflow. The masks overlap at the start, so all of these numbers are small compared
    // to the range of `i32`.
    for reach in 1i32.. {
        let most = i64::from(reach) * i64::from(reach);
        if best <= most {
            break;
        }
        for side in -reach..=reach {
            for [i, j] in [[side, -reach], [side, reach], [-reach, side], [reach, side]] {
                let far = i64::from(i) * i64::from(i) + i64::from(j) * i64::from(j);
                if far < best && !a.overlaps(b, [x + i, y + j]) {
                    best = far;
                    displacement = [i, j];
                }
            }
        }
    }
    Some(displacement.into())
}

/// The error for a result that would have more than 65535 columns or rows. `argument` is the argument that makes it so large.
pub fn too_large(argument: &str) -> PyErr {
    PyValueError::new_err(format!("{argument}: the result would exceed the largest size of a mask"))
}

/// If two masks have at least this many rows together, they are copied, and convolved without the GIL. For smaller masks, releasing the GIL
/// takes longer than it saves.
const TALL: u16 = 64;

pub fn convolved(py: Python<'_>, a: Read<'_, MaskBuf>, b: MaskRef<'_>) -> PyResult<MaskBuf> {
    let beyond = || too_large("other");
    let p = a.as_mask().size();
    let q = b.as_mask().size();
    if p.contains(&0) || q.contains(&0) {
        let sum = |k: usize| u16::try_from((u32::from(p[k]) + u32::from(q[k])).saturating_sub(1));
        return Ok(MaskBuf::new([sum(0).map_err(|_| beyond())?, sum(1).map_err(|_| beyond())?]));
    }
    let found = if p[1].saturating_add(q[1]) < TALL {
        a.as_mask().convolved(&b.as_mask())
    } else {
        let copies = (a.clone(), b.clone());
        drop((a, b));
        py.detach(|| copies.0.as_mask().convolved(&copies.1.as_mask()))
    };
    found.ok_or_else(beyond)
}

/// Draws the mask `found` at an offset on the mask `output`, or on a new mask of the size of `found` if there is none.
pub fn drawn<'py>(
    py: Python<'py>,
    found: MaskBuf,
    output: Option<Bound<'py, Mask>>,
    Whole(offset): Whole,
) -> PyResult<Bound<'py, Mask>> {
    match output {
        Some(output) => {
            output.get().0.write(py)?.draw(&found.as_mask(), offset);
            Ok(output)
        }
        None if offset == [0, 0] => Bound::new(py, Mask::new_of(found)),
        None => {
            let mut moved = MaskBuf::new(found.as_mask().size());
            moved.draw(&found.as_mask(), offset);
            Bound::new(py, Mask::new_of(moved))
        }
    }
}
