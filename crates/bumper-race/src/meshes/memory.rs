//! Counts the bytes that a value has allocated on the heap.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicIsize, Ordering};

static IS_COUNTING: AtomicBool = AtomicBool::new(false);
static LIVE: AtomicIsize = AtomicIsize::new(0);

/// The allocator of the program: that of the system, with a count of the bytes that are in use. It counts only within [`bytes_of`],
/// because counting takes time.
pub struct Counting;

fn count(change: isize) {
    if IS_COUNTING.load(Ordering::Relaxed) {
        LIVE.fetch_add(change, Ordering::Relaxed);
    }
}

// SAFETY: all calls are passed to the allocator of the system, with the same arguments.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller keeps the rules of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller keeps the rules of `alloc_zeroed`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: the caller keeps the rules of `dealloc`, and `System` has allocated all memory.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size as isize - layout.size() as isize);
        // SAFETY: the caller keeps the rules of `realloc`, and `System` has allocated all memory.
        unsafe { System.realloc(memory, layout, size) }
    }
}

/// The bytes on the heap that a value needs: what `make` has allocated and not freed when it returns.
pub fn bytes_of<T>(make: impl FnOnce() -> T) -> usize {
    IS_COUNTING.store(true, Ordering::Relaxed);
    let before = LIVE.load(Ordering::Relaxed);
    let value = make();
    let bytes = LIVE.load(Ordering::Relaxed) - before;
    IS_COUNTING.store(false, Ordering::Relaxed);
    drop(value);
    usize::try_from(bytes).unwrap_or(0)
}
