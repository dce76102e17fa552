//! Finds all pairs of objects whose AABBs intersect, in a single pass.

use bumper::Aabb;
use bumper::broad_phase::AllPairs;

/// The pairs of objects whose AABBs intersect. Each pair is stored once, with the object that has the smaller index.
pub(super) struct AabbPairs {
    /// For each object, the end of its range of indices in `partners`. The range starts where that of the previous object ends. It contains
    /// the objects with larger indices whose AABBs intersect the AABB of this object.
    ends: Vec<u32>,
    partners: Vec<u32>,
}

/// The largest average number of stored pairs per object. This many pairs take about as much memory as the tree of the AABBs that is used
/// otherwise.
const MAX_PAIRS_PER_OBJECT: usize = 4;

impl AabbPairs {
    /// Finds all pairs of intersecting AABBs. Returns `None` if there are more than [`MAX_PAIRS_PER_OBJECT`] per object on average. The
    /// caller then queries a tree of the AABBs for one object after the other, which needs less memory.
    pub(super) fn of<const N: usize>(boxes: &[Aabb<f32, N>]) -> Option<Self> {
        let max_pairs = MAX_PAIRS_PER_OBJECT * boxes.len();
        let mut pairs = Vec::new();
        let mut count = 0;
        AllPairs::new().find(boxes, |a, b| {
            if count < max_pairs {
                pairs.push([a as u32, b as u32]);
            }
            count += 1;
        });
        if count > max_pairs || u32::try_from(max_pairs).is_err() {
            return None;
        }
        let mut ends = vec![0; boxes.len()];
        pairs.iter().for_each(|[a, _]| ends[*a as usize] += 1);
        let mut sum = 0;
        for end in &mut ends {
            sum += std::mem::replace(end, sum);
        }
        let mut partners = vec![0; pairs.len()];
        for [a, b] in pairs {
            let place = &mut ends[a as usize];
            partners[*place as usize] = b;
            *place += 1;
        }
        Some(Self { ends, partners })
    }

    /// The objects with larger indices whose AABBs intersect the AABB of this object, in any order.
    pub(super) fn partners(&self, object: usize) -> &[u32] {
        let start = object.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.partners[start as usize..self.ends[object] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bumper::Relate;

    #[test]
    fn pairs_agree_with_brute_force_unless_too_many() {
        let mut few = 0;
        let mut many = 0;
        for count in [0, 1, 2, 30, 300] {
            for side in [1.0, 3.0, 5.0, 90.0] {
                let place = |k: usize| [(k * 37 % 101) as f32, (k * 53 % 97) as f32];
                let boxes: Vec<_> = (0..count)
                    .map(|k| Aabb::new(place(k), place(k).map(|c| c + side * (k % 3) as f32)))
                    .collect();
                let meeting = |a: usize| -> Vec<u32> {
                    let others = (a + 1..count).filter(|b| boxes[a].intersects(&boxes[*b]));
                    others.map(|b| b as u32).collect()
                };
                let pairs: usize = (0..count).map(|a| meeting(a).len()).sum();
                let found_pairs = AabbPairs::of(&boxes);
                assert_eq!(
                    found_pairs.is_some(),
                    pairs <= MAX_PAIRS_PER_OBJECT * count,
                    "{count} boxes, {pairs} pairs"
                );
                let Some(found_pairs) = found_pairs else {
                    many += pairs;
                    continue;
                };
                for a in 0..count {
                    let mut found = found_pairs.partners(a).to_vec();
                    found.sort_unstable();
                    assert_eq!(found, meeting(a), "{a} of {count}");
                }
                few += pairs;
            }
        }
        assert!(few > 100 && many > 1000, "only {few} and {many} pairs");
    }
}
