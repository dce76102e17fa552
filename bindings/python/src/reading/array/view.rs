//! Reads arrays through copies made by Python's memoryview: arrays that are not contiguous, and all arrays if the limited API does not
//! offer buffers.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView, PySlice};

/// The number of blocks that one call of the memoryview copies. It is small, so that the copies fit into the cache, but large enough for
/// the cost of the Python call to be negligible.
const BLOCKS_PER_COPY: usize = 4;

fn view<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    object.py().get_type::<PyMemoryView>().call1((object,))
}

#[cfg(Py_LIMITED_API)]
pub fn numbers(object: &Bound<'_, PyAny>) -> PyResult<Option<super::Numbers>> {
    let (py, Ok(view)) = (object.py(), view(object)) else { return Ok(None) };
    Ok(Some(super::Numbers {
        shape: view.getattr(intern!(py, "shape"))?.extract()?,
        format: view.getattr(intern!(py, "format"))?.extract()?,
        size: view.getattr(intern!(py, "itemsize"))?.extract()?,
    }))
}

pub fn pieces(object: &Bound<'_, PyAny>, of: usize, each: &mut (impl FnMut(&[u8]) + Send)) -> PyResult<()> {
    let py = object.py();
    let view = view(object)?;
    let mut read = |view: &Bound<'_, PyAny>| -> PyResult<()> {
        let bytes = view.call_method0(intern!(py, "tobytes"))?;
        let bytes = bytes.cast::<PyBytes>()?.as_bytes();
        py.detach(|| bytes.chunks(of).for_each(&mut *each));
        Ok(())
    };
    let (whole, step): (usize, usize) =
        (view.getattr(intern!(py, "nbytes"))?.extract()?, BLOCKS_PER_COPY * of);
    if whole <= step || !view.getattr(intern!(py, "c_contiguous"))?.is_truthy()? {
        return read(&view);
    }
    let flat = view.call_method1("cast", ("B",))?;
    for start in (0..whole).step_by(step) {
        read(&flat.get_item(PySlice::new(py, start as isize, whole.min(start + step) as isize, 1))?)?;
    }
    Ok(())
}
