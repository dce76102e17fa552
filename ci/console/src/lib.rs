//! Intersection tests as a console game would call them. `ci/bare-metal.sh` inspects their assembly.

#![no_std]

use bumper::{Aabb, Ball, Relate, Relation};

#[inline(never)]
pub fn box_box(a: &Aabb<i16, 2>, b: &Aabb<i16, 2>) -> bool {
    a.intersects(b)
}

#[inline(never)]
pub fn ball_ball(a: &Ball<i16, 2>, b: &Ball<i16, 2>) -> Relation {
    a.relation(b)
}

#[inline(never)]
pub fn box_ball(a: &Aabb<i16, 2>, b: &Ball<i16, 2>) -> Relation {
    a.relation(b)
}

#[inline(never)]
pub fn ball_ball_in_space(a: &Ball<i16, 3>, b: &Ball<i16, 3>) -> Relation {
    a.relation(b)
}
