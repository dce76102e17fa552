//! The best result of a search in a tree.

/// The best result of a search so far: the one with the least distance or time; among equal ones, the one with the least key. A key is for
/// example the id of the object that was found.
pub(crate) struct Best<K, A> {
    /// The distance or time of the best result; infinite if there is none. A search can skip everything farther away.
    pub(crate) limit: f64,
    best: Option<(K, A)>,
}

impl<K: PartialOrd + Copy, A> Best<K, A> {
    pub(crate) fn new() -> Self {
        Self { limit: f64::INFINITY, best: None }
    }

    /// Replaces the best result by `answer` if `answer` is better. `cost` is the distance or time of `answer`.
    #[inline]
    pub(crate) fn update(&mut self, cost: f64, key: K, answer: A) {
        if self.best.as_ref().is_none_or(|best| (cost, key) < (self.limit, best.0)) {
            (self.limit, self.best) = (cost, Some((key, answer)));
        }
    }

    /// The best result with its key; `None` if there is none.
    pub(crate) fn into_best(self) -> Option<(K, A)> {
        self.best
    }
}
