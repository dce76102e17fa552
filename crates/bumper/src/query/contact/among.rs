//! A ball or a point among parts of which boxes are kept: each part is asked as it lies, what is near first, and boxes are compared by squares.

use super::{ERROR, distance as distance_of, within};
use crate::form::{Parts, reals};
use crate::narrow::manifold::Contact;
use crate::narrow::measure::{extent, larger};
use crate::pieces::Leaf;
use crate::scalar::{Real, Scalar};
use crate::shape::boxes::{Boxes, Look};
use crate::{Aabb, Shape, Vector};

/// The distance of a ball or a point from a list that is not placed; `None` for others.
pub(super) fn distance<S: Scalar, const N: usize>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
) -> Option<S::Real> {
    let (ball, list) = if b.is_round() { (b, a) } else { (a, b) };
    let least = S::Real::from_f64(f64::INFINITY);
    search(ball, list, Leaf::Convex, least, |_, part, least| {
        let next = distance_of(*ball, *part);
        if next < least { next } else { least }
    })
}

/// The contact of the same, and in it `None` where they are more than `limit` apart: of equals, that of the first part. A region is no
/// list here.
pub(super) fn contact<S: Scalar, R: Real, const N: usize>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
    limit: R,
) -> Option<Option<Contact<R, N>>> {
    let (ball, list) = if b.is_round() { (b, a) } else { (a, b) };
    let mut found: Option<(Contact<R, N>, usize)> = None;
    search(ball, list, Leaf::Region, limit, |index, part, least| {
        let next = if b.is_round() { within(part, ball, least) } else { within(ball, part, least) };
        let is_first = |next: &Contact<R, N>| {
            found.as_ref().is_none_or(|(found, first)| (next.separation, index) < (found.separation, *first))
        };
        match next.filter(is_first) {
            Some(next) => found.insert((next, index)).0.separation,
            None => least,
        }
    })?;
    Some(found.map(|(contact, _)| contact))
}

/// Goes through the parts of a list for the least that `look` makes of each, from its number and the least so far. `None` where the list
/// is placed, or no boxes are kept, or the other is no ball.
fn search<S: Scalar, R: Real, const N: usize>(
    ball: &Shape<'_, S, N>,
    list: &Shape<'_, S, N>,
    leaf: Leaf,
    least: R,
    look: impl FnMut(usize, &Shape<'_, S, N>, R) -> R,
) -> Option<R> {
    let parts = match list {
        Shape::Group(group) if group.pose().is_none() => Parts::Group(group),
        Shape::Region(region) if leaf == Leaf::Convex => Parts::Region(region),
        _ => return None,
    };
    let ((center, radius), boxes) = (ball.as_ball()?, parts.boxes()?);
    let all = boxes.all()?;
    let size = extent(center) + radius + extent(reals(all.min())) + extent(reals(all.max()));
    let reach = radius + size * R::EPSILON * R::from_f64(ERROR);
    let mut among = Among { parts, boxes, center, reach, least, look };
    boxes.nearest_first(&mut among);
    Some(among.least)
}

struct Among<'a, S: Scalar, R: Real, F, const N: usize> {
    parts: Parts<'a, S, N>,
    boxes: &'a Boxes<S::Real, N>,
    center: Vector<R, N>,
    /// The radius, and what rounding may add to it.
    reach: R,
    least: R,
    look: F,
}

impl<S: Scalar, R: Real, F, const N: usize> Look<S::Real, R, N> for Among<'_, S, R, F, N>
where
    F: FnMut(usize, &Shape<'_, S, N>, R) -> R,
{
    /// The square of how far the centre is from the box.
    #[inline]
    fn bound(&self, around: &Aabb<S::Real, N>) -> R {
        let zero = R::default();
        let (min, max): (Vector<R, N>, Vector<R, N>) = (reals(around.min()), reals(around.max()));
        (0..N).fold(zero, |squared, axis| {
            let beyond = larger(min[axis] - self.center[axis], self.center[axis] - max[axis]);
            let beyond = larger(beyond, zero);
            squared + beyond * beyond
        })
    }
    #[inline]
    fn wants(&self, squared: R) -> bool {
        let (zero, most) = (R::default(), self.reach + self.least);
        // Whatever the centre is in may be deeper than the radius. Also true for NaN.
        !(squared > zero && (most < zero || squared > most * most))
    }
    fn part(&mut self, place: usize) {
        if let Some(part) = self.parts.part(place) {
            self.least = (self.look)(self.boxes.part(place), &part, self.least);
        }
    }
}
