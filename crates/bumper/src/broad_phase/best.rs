//! The best result of a search in a tree.

/// The best result of a search so far: the one at the smallest distance or the earliest time. Of several such results, it is the one with
/// the lowest key, for example the lowest id, so that the result does not depend on the order of the search.
pub(crate) struct Best<K, A> {
    /// The distance or time of the best result; infinite if there is none. The search can skip everything that is farther away or later.
    pub(crate) limit: f64,
    best: Option<(K, A)>,
}

impl<K: PartialOrd + Copy, A> Best<K, A> {
    pub(crate) fn new() -> Self {
        Self { limit: f64::INFINITY, best: None }
    }

    /// Replaces the best result by `answer` if that is better. `cost` is the distance or time of `answer`.
    #[inline]
    pub(crate) fn update(&mut self, cost: f64, key: K, answer: A) {
        if self.best.as_ref().is_none_or(|best| (cost, key) < (self.limit, best.0)) {
            self.limit = cost;
            self.best = Some((key, answer));
        }
    }

    /// The best result with its key; `None` if there is none.
    pub(crate) fn into_best(self) -> Option<(K, A)> {
        self.best
    }
}
