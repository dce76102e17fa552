//! The clock of the benchmarks.

/// Returns the processor time of this thread, in seconds. It excludes the time of other programs, but not their effect on the caches.
pub fn seconds() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer refers to a valid value, which the call overwrites.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
