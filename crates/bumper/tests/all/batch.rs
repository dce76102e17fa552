//! Compares queries of batches with tests of single shapes, and the cost of these queries with the cost of reading the shapes from memory.

use bumper::broad_phase::{Batch, BatchShape};
use bumper::scalar::Scalar;
use bumper::{Aabb, Ball, Relate, Segment, Vector};
use std::fmt::Debug;

fn assert_query<T: BatchShape + PartialEq + Debug, Q: Relate<T>>(shapes: &[T], query: &Q) -> usize {
    let batch: Batch<T> = shapes.iter().copied().collect();
    let mut found = Vec::new();
    batch.each_intersecting(query, |index| found.push(index));
    let expected: Vec<_> = (0..shapes.len()).filter(|index| query.intersects(&shapes[*index])).collect();
    assert_eq!(found, expected);
    let mut bits = vec![7; 3];
    batch.mask(query, &mut bits);
    assert_eq!(bits.len(), shapes.len().div_ceil(64));
    let set = |index: &usize| bits[index / 64] >> (index % 64) & 1 == 1;
    assert_eq!((0..bits.len() * 64).filter(set).collect::<Vec<_>>(), expected);
    found.len()
}

fn every_pair<S: Scalar, const N: usize>(seed: u64, number: fn(i32) -> S) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut hits = 0;
    for count in (0..200).step_by(7) {
        let mut end = || match random.u8(0..20) {
            0 => number([i32::MIN, i32::MAX][random.usize(0..2)]),
            _ => number(random.i32(-20..20)),
        };
        let mut place = || Vector::<S, N>(std::array::from_fn(|_| end()));
        let boxes: Vec<_> = (0..count).map(|_| Aabb::new(place(), place())).collect();
        let balls: Vec<_> = boxes.iter().map(|b| Ball::new(b.min(), number(count % 9))).collect();
        let (a_box, point) = (Aabb::new(place(), place()), place());
        let ball = Ball::new(point, number(5));
        hits += assert_query(&boxes, &a_box) + assert_query(&boxes, &ball) + assert_query(&boxes, &point);
        hits += assert_query(&balls, &a_box) + assert_query(&balls, &ball) + assert_query(&balls, &point);
        hits += assert_query(&balls, &Segment::new(point, place()));
    }
    assert!(hits > 500, "{hits}");
}

#[test]
fn batch_queries_agree_with_single_queries() {
    every_pair::<i8, 2>(1, |c| c.clamp(-128, 127) as i8);
    every_pair::<i16, 2>(2, |c| c.clamp(-32768, 32767) as i16);
    every_pair::<i32, 2>(4, |c| c);
    every_pair::<f32, 2>(5, |c| c as f32);
    every_pair::<f32, 3>(6, |c| c as f32);
    every_pair::<f64, 3>(7, f64::from);
    #[cfg(feature = "fixed")]
    every_pair::<fixed::types::I16F16, 2>(8, fixed::types::I16F16::saturating_from_num);
}

#[test]
fn batch_push_set_and_swap_remove_agree_with_vec() {
    let mut random = fastrand::Rng::with_seed(1);
    let (mut batch, mut list) = (Batch::new(), Vec::new());
    for step in 0..2000 {
        let shape = Ball::new([random.i16(..), random.i16(..)], 3);
        match random.u8(0..if step < 1000 { 4 } else { 8 }) {
            0 | 1 => {
                batch.push(shape);
                list.push(shape);
            }
            2 if !list.is_empty() => {
                let index = random.usize(0..list.len());
                batch.set(index, shape);
                list[index] = shape;
            }
            _ if !list.is_empty() => {
                let index = random.usize(0..list.len());
                assert_eq!(batch.swap_remove(index), Some(list.swap_remove(index)));
            }
            _ => {}
        }
        assert_eq!(batch.len(), list.len());
        assert!((0..list.len()).all(|index| batch.get(index) == Some(list[index])));
    }
    assert_eq!((batch.get(list.len()), batch.swap_remove(list.len())), (None, None));
}
