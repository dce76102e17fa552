use super::{Cost, LeafKind, PartIndices, Search, search, separation_lower_bound};
use crate::narrow::{self, Accuracy};
use crate::view::ShapeView;
use crate::{Aabb, AsShape, MaskBuf, Pose, Relate, Rotation, Shape, ShapeBuf, Sprite, Vector};
use core::cell::Cell;
use fastrand::Rng;

/// The search for the smallest separation of two parts. It counts the pairs that it visits, and the lower bounds that it computes.
struct Counted {
    least: f64,
    visits: usize,
    bounds: Cell<usize>,
}

impl Search<f64, f64, 2> for Counted {
    fn orders_by_separation(&self) -> bool {
        true
    }
    fn bound(&self, a: &Aabb<f64, 2>, b: &Aabb<f64, 2>) -> f64 {
        self.bounds.set(self.bounds.get() + 1);
        separation_lower_bound(a, b, 32.0 * f64::EPSILON)
    }
    fn cost(&self) -> Cost<f64, 2> {
        Cost::SEPARATION
    }
    fn best(&self) -> f64 {
        self.least
    }
    fn has_found(&self) -> bool {
        self.least < f64::INFINITY
    }
    fn visit_pair(&mut self, a: &ShapeView<'_, f64, f64, 2>, b: &ShapeView<'_, f64, f64, 2>, _: PartIndices) {
        let (ShapeView::Convex(p), ShapeView::Convex(q)) = (a, b) else { return };
        self.visits += 1;
        if let Some(found) = narrow::separation(p, q, f64::INFINITY, Accuracy::Length) {
            self.least = self.least.min(found.length);
        }
    }
}

fn least_separation(a: &Shape<'_, f64, 2>, b: &Shape<'_, f64, 2>) -> Counted {
    let mut counted = Counted { least: f64::INFINITY, visits: 0, bounds: Cell::new(0) };
    let [p, q] = [a, b].map(|shape| ShapeView::new(shape, None).unwrap());
    search(&p, &q, LeafKind::Convex, &mut counted);
    counted
}

#[test]
fn equal_parts_are_compared_once() {
    let equal = |min: [f64; 2]| [Shape::from(Aabb::new(min, [min[0] + 10.0, min[1] + 10.0])); 300];
    let pose = Pose::new(Rotation::from_degrees(20.0), Vector([1.0, 2.0]));
    for place in [[0.0, 0.0], [10.0, 0.0], [30.0, 5.0]] {
        let (here, there) = (equal([0.0, 0.0]), equal(place));
        let (a, b) = (Shape::Compound(&here), Shape::Compound(&there));
        let (owned, other) = (ShapeBuf::from(a), ShapeBuf::from(b));
        let single = least_separation(&here[0], &there[0]).least;
        for (a, b) in [(a, b), (owned.as_shape(), other.as_shape()), (a, other.as_shape())] {
            let found = least_separation(&a, &b);
            assert_eq!(found.least, single);
            assert!(found.visits < 100, "{} visits of 90,000 pairs", found.visits);
        }
        let found = least_separation(&a, &Shape::Placed(&b, pose));
        assert!(found.visits < 100, "{} visits of 90,000 pairs", found.visits);
    }
}

/// The smallest separation of two pixels, by comparing all of them.
fn least_by_all_pixels(a: &Shape<'_, f64, 2>, b: &Shape<'_, f64, 2>) -> f64 {
    let mut least = f64::INFINITY;
    let [p, q] = [a, b].map(|shape| ShapeView::<f64, f64, 2>::new(shape, None).unwrap());
    p.each_convex(&mut |p| {
        q.each_convex(&mut |q| {
            let found = narrow::separation(p, q, f64::INFINITY, Accuracy::Length).unwrap();
            least = least.min(found.length);
        })
    });
    least
}

fn random_mask(rng: &mut Rng, size: u16, density: f64) -> MaskBuf {
    let mut mask = MaskBuf::from_fn([size, size + 3], |_, _| rng.f64() < density);
    mask.set(size / 2, size / 2, true);
    mask
}

#[test]
fn deepest_pixels_of_rotated_masks_are_found_without_visiting_all() {
    let mut rng = Rng::with_seed(1);
    let (mut overlaps, mut contacts) = (0, 0);
    for case in 0..400 {
        let masks = [0.15, 0.9].map(|density| random_mask(&mut rng, 8, density));
        let edges = [1.0, [1.0, 0.5, 1.7][case % 3]];
        let [p, q] = [0, 1].map(|k| {
            let sprite = Sprite::new(masks[k].as_mask(), [-4.0 * edges[k], -3.0 * edges[k]], edges[k]);
            Shape::from(if rng.bool() { sprite.flipped(0) } else { sprite })
        });
        let angle = if case % 4 == 0 { 90.0 } else { rng.f64() * 360.0 };
        let place = Vector([0, 1].map(|_| 14.0 * (rng.f64() - 0.5)));
        let pose = Pose::new(Rotation::from_degrees(angle), place);
        let other = Pose::new(Rotation::from_degrees(rng.f64() * 360.0), Vector([3.0, -2.0]));
        let (first, second) = (Shape::Placed(&p, other), Shape::Placed(&q, pose));
        for (a, b) in [(p, second), (second, p), (first, second)] {
            let (found, right) = (least_separation(&a, &b).least, least_by_all_pixels(&a, &b));
            assert!((found - right).abs() < 1e-9, "{found} {right} {a:?} {b:?}");
            overlaps += usize::from(a.overlaps(&b));
            contacts += usize::from(right > 0.0);
        }
    }
    assert!(overlaps > 300 && contacts > 100, "{overlaps} {contacts}");
    let full = MaskBuf::from_fn([300, 300], |_, _| true);
    let sprite = Shape::from(Sprite::new(full.as_mask(), [0.0, 0.0], 1.0));
    let pose = Pose::new(Rotation::from_degrees(25.0), Vector([40.0, 10.0]));
    let found = least_separation(&sprite, &Shape::Placed(&sprite, pose));
    let bounds = found.bounds.get();
    assert!(bounds < 5000, "{bounds} frames and pixels of 90,000 pixels");
}
