//! Compares all pairs of shapes in a small window, around zero and at the ends of the range, with the oracle. Also compares the oracle with
//! the definition: shapes that overlap still intersect after every small translation, and shapes that only touch do not.

use crate::oracle::{Raw, Whole, relation};
use bumper::{Axis, Relate, Relation, Shape};

/// All shapes with these coordinates and radii.
fn shapes(n: usize, coordinates: &[i128], radii: &[i128], squares: &[i128]) -> Vec<Raw> {
    let depths = if n == 2 { &[0][..] } else { coordinates };
    let mut points = Vec::new();
    for &x in coordinates {
        for &y in coordinates {
            points.extend(depths.iter().map(|&z| [x, y, z]));
        }
    }
    let mut shapes: Vec<Raw> = points.iter().map(|&p| Raw::Point(p)).collect();
    for &a in &points {
        let ordered = points.iter().filter(|b| (0..3).all(|k| a[k] <= b[k]));
        shapes.extend(ordered.map(|&b| Raw::Box(a, b)));
        shapes.extend(radii.iter().map(|&r| Raw::Ball(a, r)));
        shapes.extend(squares.iter().map(|&p| Raw::Squared(a, p)));
        if n == 3 {
            for axis in Axis::ALL {
                for &to in coordinates.iter().filter(|&&to| a[axis.index()] <= to) {
                    shapes.extend(radii.iter().map(|&r| Raw::Cylinder(axis, a, to, r)));
                }
            }
        }
    }
    shapes
}

fn assert_every_pair<S: Whole, const N: usize>(shapes: &[Raw]) {
    let typed: Vec<Shape<S, N>> = shapes.iter().map(Raw::shape).collect();
    let mut seen = [0; 3];
    for (i, a) in shapes.iter().enumerate() {
        for (j, b) in shapes.iter().enumerate().skip(i) {
            let expected = relation(a, b, N);
            assert_eq!(typed[i].relation(&typed[j]), expected, "{a:?} {b:?}");
            assert_eq!(typed[j].relation(&typed[i]), expected, "{b:?} {a:?}");
            seen[expected as usize] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 1000), "{seen:?}");
}

#[test]
fn relations_of_all_small_pairs_agree_with_oracle_in_2d() {
    let window = shapes(2, &[-2, -1, 0, 1, 2], &[0, 1, 2, 3], &[0, 1, 2, 3, 4, 5, 8, 9]);
    assert_every_pair::<i8, 2>(&window);
    assert_every_pair::<i16, 2>(&window);
    assert_every_pair::<f32, 2>(&window);
}

#[test]
fn relations_of_all_small_pairs_agree_with_oracle_in_3d() {
    let window = shapes(3, &[-1, 0, 1], &[0, 1, 2], &[0, 1, 2, 3, 5]);
    assert_every_pair::<i8, 3>(&window);
    assert_every_pair::<f32, 3>(&window);
}

#[test]
fn relations_at_range_limits_agree_with_oracle() {
    let squares = [0, 1, 127 * 127 - 1, 127 * 127];
    assert_every_pair::<i8, 2>(&shapes(2, &[-128, -127, 0, 126, 127], &[0, 1, 126, 127], &squares));
    assert_every_pair::<i8, 3>(&shapes(3, &[-128, 0, 127], &[0, 126, 127], &squares));
    let (low, high) = (i16::MIN.into(), i16::MAX.into());
    let squares = [0, high * high - 1, high * high];
    assert_every_pair::<i16, 2>(&shapes(2, &[low, low + 1, 0, high], &[0, 1, high], &squares));
    assert_every_pair::<i16, 3>(&shapes(3, &[low, 0, high], &[0, high], &squares));
}

/// In the small windows, gaps and depths that are not zero are larger than 10⁻⁵. Therefore translations by 10⁻⁶ distinguish touching from
/// overlapping.
const FINE: i128 = 1_000_000;

fn assert_definition<const N: usize>(shapes: &[Raw]) {
    let pushes: Vec<[i128; 3]> = (0..27)
        .map(|i| [i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1])
        .filter(|push| N == 3 || push[2] == 0)
        .collect();
    let typed: Vec<Shape<i64, N>> = shapes.iter().map(|shape| shape.scaled(FINE).shape()).collect();
    for (i, a) in typed.iter().enumerate() {
        for (j, b) in shapes.iter().enumerate() {
            // A convex set contains a neighbourhood of the origin if it contains all corners of the neighbourhood.
            let within = |push: &[i128; 3]| a.intersects(&b.scaled(FINE).moved(*push).shape::<i64, N>());
            let expected = if !a.intersects(&typed[j]) {
                Relation::Apart
            } else if pushes.iter().all(within) {
                Relation::Overlapping
            } else {
                Relation::Touching
            };
            assert_eq!(relation(&shapes[i], b, N), expected, "{:?} {b:?}", shapes[i]);
        }
    }
}

#[test]
fn oracle_agrees_with_definition_in_2d() {
    assert_definition::<2>(&shapes(2, &[-2, 0, 1], &[0, 1, 2], &[0, 1, 2, 5]));
}

#[test]
fn oracle_agrees_with_definition_in_3d() {
    assert_definition::<3>(&shapes(3, &[-1, 1], &[0, 1, 2], &[0, 2, 3]));
}
