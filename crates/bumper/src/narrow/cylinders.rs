//! Two cylinders in any direction, where it is plain whether they touch.

use super::measure::{larger, norm, smaller};
use crate::scalar::{Real, Scalar};
use crate::vector::Mapped;
use crate::view::CylinderCore;
use crate::{OrientedCylinder, Vector, Verdict};

/// How often a point is brought into one cylinder and the other. More find little more.
const TURNS: usize = 4;

/// How much farther than to the nearest point of the other it goes: on the rim itself it would only come nearer to what both have.
const BEYOND: f64 = 2.0;

/// The relation of two cylinders, where that is plain. It saves nearly all pairs the general search.
#[inline]
pub(super) fn relate<S: Scalar, const N: usize, V: Verdict>(
    a: &OrientedCylinder<S, N>,
    b: &OrientedCylinder<S, N>,
) -> Option<V> {
    // Of pairs that are nearer to a tie the general search says whether they touch.
    let doubt = (S::Real::EPSILON.to_f64() * 16.0).max(1e-9);
    let [p, q] = [a, b].mapped(|cylinder| {
        let axis = cylinder.direction().map(S::to_f64);
        // Of length 1 in the wider float, too.
        let axis = axis.scaled(1.5 - 0.5 * axis.dot(axis));
        let (half, radius) = (cylinder.half_height().to_f64(), cylinder.radius().to_f64());
        CylinderCore { center: cylinder.center().map(S::to_f64), axis, half, radius }
    });
    let margin = (p.half + q.half + p.radius + q.radius) * doubt;
    overlap(&p, &q, margin).map(|overlap| if overlap { V::OVERLAPPING } else { V::APART })
}

/// Whether two cylinders overlap or are apart, each by more than a margin, where that is plain: where a direction keeps them apart, or a
/// point is found in both.
///
/// Method: the directions are the axes, the way between the nearest points of the spines (as in Ericson, section 5.1.9), and those along which
/// a point between the spines goes to the nearest of each cylinder in turn (L. Bregman, The method of successive projection for finding a
/// common point of convex sets, Soviet Mathematics 6, 1965).
fn overlap<const N: usize>(a: &CylinderCore<f64, N>, b: &CylinderCore<f64, N>, margin: f64) -> Option<bool> {
    let way = b.center - a.center;
    let (cosine, along_a, along_b) = (a.axis.dot(b.axis), way.dot(a.axis), way.dot(b.axis));
    let across = b.axis - a.axis.scaled(cosine);
    let sine_squared = across.dot(across);
    let (sine, slope) = (Real::sqrt(sine_squared), cosine.abs());
    if along_a.abs() > a.half + b.half * slope + b.radius * sine + margin
        || along_b.abs() > b.half + a.half * slope + a.radius * sine + margin
    {
        return Some(false);
    }
    // The nearest point on the first line, brought onto the spine, then that on the second, and back.
    let first = if sine_squared > 1e-12 { (along_a - cosine * along_b) / sine_squared } else { 0.0 };
    let second = kept(kept(first, a.half) * cosine - along_b, b.half);
    let first = kept(second * cosine + along_a, a.half);
    let mut gap = way + b.axis.scaled(second) - a.axis.scaled(first);
    let radii = a.radius + b.radius;
    // Each lies in a capsule around its spine, which needs no root.
    if gap.dot(gap) > (radii + margin) * (radii + margin) {
        return Some(false);
    }
    // A point that divides the gap as the radii do, seen from the first centre.
    let mut point = a.axis.scaled(first) + gap.scaled(if radii > 0.0 { a.radius / radii } else { 0.5 });
    for _ in 0..TURNS {
        if way.dot(gap) > reach(a, gap) + reach(b, gap) + margin * norm(gap) {
            return Some(false);
        }
        point += way_into(a, point, margin).unwrap_or_default();
        let Some(to_second) = way_into(b, point - way, margin) else { return Some(true) };
        gap = to_second;
        point += to_second.scaled(BEYOND);
    }
    None
}

/// Brought between a number and its opposite.
#[inline]
fn kept(c: f64, most: f64) -> f64 {
    smaller(larger(c, -most), most)
}

/// How far a cylinder reaches from its centre along a direction, times the length of that.
#[inline]
fn reach<const N: usize>(rod: &CylinderCore<f64, N>, direction: Vector<f64, N>) -> f64 {
    let along = direction.dot(rod.axis);
    rod.half * along.abs() + rod.radius * norm(direction - rod.axis.scaled(along))
}

/// The way from a point, seen from the centre of a cylinder, to the nearest that is within it by a margin. None where the point is.
#[inline]
fn way_into<const N: usize>(
    rod: &CylinderCore<f64, N>,
    point: Vector<f64, N>,
    margin: f64,
) -> Option<Vector<f64, N>> {
    let (half, radius) = (rod.half - margin, rod.radius - margin);
    let along = point.dot(rod.axis);
    let side = point - rod.axis.scaled(along);
    let squared = side.dot(side);
    let up = rod.axis.scaled(kept(along, half) - along);
    if radius > 0.0 && squared < radius * radius {
        return (along.abs() >= half).then_some(up);
    }
    Some(up + side.scaled(radius / Real::sqrt(squared) - 1.0))
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;
    use crate::{Relation, Vector, contact_within};

    /// What is called plain is what the search says, of thin and flat ones, too, of which most are.
    #[test]
    fn what_is_plain_is_right() {
        let mut rng = fastrand::Rng::with_seed(7);
        let (mut apart, mut overlapping) = (0, 0);
        for _ in 0..20_000 {
            let mut number = |least: f32, most: f32| least + (most - least) * rng.f32();
            let mut cylinder = |reach: f32| {
                let [center, axis] = [reach, 1.0].map(|c| Vector([(); 3].map(|()| number(-c, c))));
                let [half, radius] = [(); 2].map(|()| 2.0 * number(0.1, 1.0).powi(3));
                OrientedCylinder::new(center, axis, half, radius).unwrap()
            };
            let (p, q) = (cylinder(0.0), cylinder(1.2));
            match relate::<_, 3, Relation>(&p, &q) {
                None | Some(Relation::Touching) => {}
                Some(Relation::Apart) => {
                    apart += 1;
                    assert!(contact_within(p, q, 0.0).is_none(), "{p:?} {q:?}");
                }
                Some(Relation::Overlapping) => {
                    overlapping += 1;
                    assert!(contact_within(p, q, 0.0).is_some_and(|c| c.separation < 0.0), "{p:?} {q:?}");
                }
            }
        }
        assert!(apart > 5_000 && overlapping > 5_000, "{apart} {overlapping}");
    }
}
