//! Random shapes in space with small whole coordinates, so that many touch and many are degenerate.

use bumper::{Aabb, Axis, Ball, Cylinder, Shape};
use proptest::prelude::*;

pub fn vector() -> impl Strategy<Value = [f64; 3]> {
    proptest::array::uniform3((-6..=6i8).prop_map(f64::from))
}

pub fn shape() -> impl Strategy<Value = Shape<'static, f64, 3>> {
    let radius = || (0..6i8).prop_map(f64::from);
    let axis = prop_oneof![Just(Axis::X), Just(Axis::Y), Just(Axis::Z)];
    prop_oneof![
        vector().prop_map(|p| Shape::Point(p.into())),
        (vector(), vector()).prop_map(|(a, b)| Aabb::new(a, b).into()),
        (vector(), radius()).prop_map(|(c, r)| Ball::new(c, r).into()),
        (axis, vector(), -6..=6i8, radius()).prop_map(|(axis, from, to, r)| Cylinder::new(
            axis,
            from,
            to.into(),
            r
        )
        .into()),
    ]
}
