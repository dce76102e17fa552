//! Direct access to the pixels of pygame's masks. Without direct access, a test of two sprites would have to copy their masks pixel by
//! pixel and would take much longer than in pygame.
//!
//! This code reads the first members of pygame's mask object and of its bitmask. pygame declares them for other modules in its headers
//! `mask.h` and `bitmask.h` (`pgMask_AsBitmap`), and they are the same in all of pygame 2 and pygame-ce. On first use, this code reads a
//! mask with known pixels as a test. If the test fails, or with another version of pygame, masks are copied instead.
#![allow(unsafe_code)]

use engine::{Mask, MaskBuf};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use std::ffi::{c_int, c_ulong, c_void};

#[repr(C)]
struct Object {
    head: ffi::PyObject,
    mask: *const Bitmask,
    buffer: *const c_void,
}

/// The pixels of a mask as words. Each word has consecutive pixels of a row, the first pixel in the lowest bit. The words are stored in
/// stripes, which are columns of words, each from top to bottom.
#[repr(C)]
struct Bitmask {
    size: [c_int; 2],
    words: [c_ulong; 0],
}

/// The flag of classes that are created at run time (`Py_TPFLAGS_HEAPTYPE`).
const HEAP_TYPE: usize = 1 << 9;

/// The class `pygame.Mask`. Its masks have been found to be directly readable.
struct Known(*mut ffi::PyTypeObject);

// SAFETY: the class lives as long as its module, which is never unloaded.
unsafe impl Send for Known {}
unsafe impl Sync for Known {}

impl Known {
    /// Imports pygame, and checks that its masks can be read directly. Returns `None` in a free-threaded Python, because another thread
    /// might change a mask while it is read.
    fn find(py: Python<'_>) -> Option<Self> {
        let version = py.import("pygame.version").ok()?.getattr("vernum").ok()?.get_item(0).ok()?;
        let class = py.import("pygame.mask").ok()?.getattr("Mask").ok()?.cast_into::<PyType>().ok()?;
        let number = |name: &str| class.getattr(name).ok()?.extract::<usize>().ok();
        // Accept only a class that is implemented in C. A class that is written in Python may be a subclass or a replacement of pygame's
        // class.
        let in_c = number("__flags__")? & HEAP_TYPE == 0
            && class.module().ok()?.to_cow().ok()?.starts_with("pygame");
        let alike = in_c && number("__basicsize__")? == size_of::<Object>();
        if cfg!(Py_GIL_DISABLED) || version.extract::<u32>().ok()? != 2 || !alike {
            return None;
        }
        let known = Self(class.as_type_ptr());
        let probe = class.call1(((70, 3),)).ok()?;
        for at in [(1, 0), (63, 2), (69, 2)] {
            probe.call_method1("set_at", (at,)).ok()?;
        }
        let rows = known.with(&probe, |mask| mask.to_buf().to_rows())?;
        let expected = |y: usize| (0..70).map(move |x| [(1, 0), (63, 2), (69, 2)].contains(&(x, y)));
        let right = rows.iter().enumerate().all(|(y, row)| row.chars().map(|c| c == '#').eq(expected(y)));
        (right && rows.len() == 3).then_some(known)
    }

    /// Returns the bitmask and the size of a pygame mask. Returns `None` if the object is not a pygame mask, or is larger than a `Mask` can
    /// be.
    fn bitmask<'a>(&self, object: &'a Bound<'_, PyAny>) -> Option<(&'a Bitmask, [u16; 2])> {
        // SAFETY: an instance of the class or of a subclass begins with these members, and owns its bitmask while it lives.
        let bitmask = unsafe {
            if ffi::PyObject_TypeCheck(object.as_ptr(), self.0) == 0 {
                return None;
            }
            (*object.as_ptr().cast::<Object>()).mask.as_ref()?
        };
        let [width, height] = bitmask.size;
        Some((bitmask, [width.try_into().ok()?, height.try_into().ok()?]))
    }

    /// Calls a function with the pixels of a pygame mask. Returns `None` if the object is not a pygame mask, or is larger than a `Mask` can
    /// be. The function must not run Python code, which could change the mask.
    fn with<R>(&self, object: &Bound<'_, PyAny>, look: impl FnOnce(Mask<'_>) -> R) -> Option<R> {
        let (bitmask, size) = self.bitmask(object)?;
        if size.contains(&0) {
            return Some(look(Mask::new(size, &[])?));
        }
        const COLUMNS: usize = c_ulong::BITS as usize;
        let stripes = usize::from(size[0]).div_ceil(COLUMNS);
        let height = usize::from(size[1]);
        // SAFETY: the bitmask is followed by `stripes * height` words, and no thread writes to them while this one holds the GIL.
        let words = unsafe {
            std::slice::from_raw_parts((&raw const bitmask.words).cast::<c_ulong>(), stripes * height)
        };
        // SAFETY: this cast is used only if a word has 64 bits, and every bit pattern is a valid `u64`.
        if let (64, (&[], words, &[])) = (COLUMNS, unsafe { words.align_to::<u64>() }) {
            return Mask::new(size, words).map(look);
        }
        // Here words have 32 bits, as on Windows. Combine two stripes of 32-bit words into one of 64-bit words.
        #[allow(clippy::unnecessary_cast)]
        let wide = |word: Option<&c_ulong>| word.map_or(0, |&word| word as u64);
        let pairs = words.chunks(2 * height).flat_map(|pair| {
            let (low, high) = pair.split_at(height);
            (0..height).map(move |j| wide(low.get(j)) | wide(high.get(j)) << 32)
        });
        MaskBuf::from_words(size, pairs.collect()).map(|mask| look(mask.as_mask()))
    }
}

fn known(py: Python<'_>) -> Option<&'static Known> {
    static KNOWN: PyOnceLock<Option<Known>> = PyOnceLock::new();
    KNOWN.get_or_init(py, || Known::find(py)).as_ref()
}

/// Calls a function with the pixels of a pygame mask. Returns `None` if the object is not a mask that can be read directly. The function
/// must not run Python code, which could change the mask.
pub fn with<R>(object: &Bound<'_, PyAny>, look: impl FnOnce(Mask<'_>) -> R) -> Option<R> {
    known(object.py())?.with(object, look)
}

/// Returns the size of a pygame mask, or `None` if the object is not a mask that can be read directly.
pub fn size(object: &Bound<'_, PyAny>) -> Option<[u16; 2]> {
    Some(known(object.py())?.bitmask(object)?.1)
}
