//! Sorts of integer keys: radix sort and counting sort.

use alloc::vec::Vec;

/// Sorts 64-bit numbers. Long lists are sorted by a radix sort from the least significant digit; digits that are equal in all numbers are
/// skipped. `spare` is a buffer.
pub(crate) fn sort(keys: &mut Vec<u64>, spare: &mut Vec<u64>) {
    const DIGIT: u32 = 11;
    if keys.len() < 400 {
        return keys.sort_unstable();
    }
    let used = keys.iter().fold(0, |used, key| used | key ^ keys[0]);
    spare.clear();
    spare.resize(keys.len(), 0);
    let digit = |key: u64, shift: u32| (key >> shift) as usize & ((1 << DIGIT) - 1);
    for shift in (0..64).step_by(DIGIT as usize).filter(|shift| digit(used, *shift) != 0) {
        let mut starts = [0u32; 1 << DIGIT];
        keys.iter().for_each(|key| starts[digit(*key, shift)] += 1);
        let mut sum = 0;
        for start in &mut starts {
            sum += core::mem::replace(start, sum);
        }
        for key in keys.iter() {
            let end = &mut starts[digit(*key, shift)];
            spare[*end as usize] = *key;
            *end += 1;
        }
        core::mem::swap(keys, spare);
    }
}

/// Sorts 64-bit numbers whose upper 32 bits are below `count`. A counting sort sorts them by these upper bits; then a comparison sort sorts
/// each group with equal upper bits. `spare` and `starts` are buffers.
pub(crate) fn sort_by_upper(keys: &mut Vec<u64>, spare: &mut Vec<u64>, starts: &mut Vec<u32>, count: usize) {
    let upper = |key: u64| (key >> 32) as usize;
    starts.clear();
    starts.resize(count, 0);
    keys.iter().for_each(|key| starts[upper(*key)] += 1);
    let mut sum = 0;
    for start in starts.iter_mut() {
        sum += core::mem::replace(start, sum);
    }
    spare.clear();
    spare.resize(keys.len(), 0);
    for key in keys.iter() {
        let end = &mut starts[upper(*key)];
        spare[*end as usize] = *key;
        *end += 1;
    }
    // Each element of `starts` was the start of its group. The loop above has advanced it to the end of the group.
    let mut start = 0;
    for &end in starts.iter() {
        spare[start..end as usize].sort_unstable();
        start = end as usize;
    }
    core::mem::swap(keys, spare);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn radix_sort_agrees_with_comparison_sort() {
        let mut rng = fastrand::Rng::with_seed(1);
        for length in [0, 1, 399, 400, 2000] {
            for bits in [3, 11, 12, 40, 64] {
                let mut keys: Vec<u64> = (0..length).map(|_| rng.u64(..) >> (64 - bits)).collect();
                let mut sorted = keys.clone();
                sorted.sort_unstable();
                sort(&mut keys, &mut Vec::new());
                assert_eq!(keys, sorted, "{length} numbers of {bits} bits");
            }
        }
    }
}
