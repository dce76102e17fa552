//! Random masks for tests.

use bumper::MaskBuf;
use fastrand::Rng;

pub fn cases(usual: usize) -> usize {
    std::env::var("BUMPER_CASES").map_or(usual, |cases| cases.parse().expect("BUMPER_CASES is a number"))
}

/// A random mask: noise, from nearly empty to nearly full; or a disc, which resembles a sprite.
pub fn mask(rng: &mut Rng, size: [u16; 2]) -> MaskBuf {
    if rng.u8(..4) == 0 {
        let [w, h] = size.map(f64::from);
        return MaskBuf::from_fn(size, |i, j| {
            let [x, y] = [(f64::from(i) + 0.5) / w - 0.5, (f64::from(j) + 0.5) / h - 0.5];
            x * x + y * y <= 0.25
        });
    }
    let share = *rng.choice(&[0.002, 0.02, 0.5, 0.98]).unwrap();
    MaskBuf::from_fn(size, |_, _| rng.f64() < share)
}

/// Returns the result of `work`. Fails if `work` takes longer than a limit that is far above the time any machine needs.
pub fn in_time<T: Send + 'static>(seconds: u64, work: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, receiver) = std::sync::mpsc::channel();
    let thread = std::thread::spawn(move || sender.send(work()));
    match receiver.recv_timeout(std::time::Duration::from_secs(seconds)) {
        Ok(found) => found,
        Err(std::sync::mpsc::RecvTimeoutError::Timeout) => panic!("not done after {seconds} seconds"),
        // The thread has panicked.
        Err(_) => std::panic::resume_unwind(thread.join().unwrap_err()),
    }
}
