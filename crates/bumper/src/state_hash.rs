//! A hash of 64-bit words, for hashes of the state of simulations, worlds and movers.

#[cfg(feature = "serde")]
mod serialized;

#[cfg(feature = "serde")]
pub(crate) use serialized::hash_of;

/// A hash of 64-bit words.
pub(crate) struct StateHash(u64);

impl StateHash {
    pub(crate) fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// The hash of the words that have been added.
    pub(crate) fn value(&self) -> u64 {
        self.0
    }

    pub(crate) fn add(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 29;
    }
}
