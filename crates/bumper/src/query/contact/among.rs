//! A ball or a point among parts that are placed, or of which boxes are kept: it is seen from where these lie before they are placed, what is near is asked
//! first, and boxes are compared by squares.

use super::{ERROR, Least, Nearest};
use crate::form::{Convex, Core, Parts, reals};
use crate::narrow::manifold::Contact;
use crate::narrow::measure::{extent, larger};
use crate::pieces::{self, Kind, Leaf, Search};
use crate::scalar::{Real, Scalar};
use crate::shape::boxes::{Boxes, Look};
use crate::{Aabb, Pose, Shape, Vector, narrow};

/// A ball by its middle and radius, as the parts see it.
type Ball<R, const N: usize> = (Vector<R, N>, R);

/// The distance of a ball or a point from a list; `None` for others.
pub(super) fn distance<S: Scalar, const N: usize>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
) -> Option<S::Real> {
    let (ball, list, second) = if b.is_round() { (b, a, true) } else { (a, b, false) };
    let (parts, pose) = list.listed()?;
    let look = |_, part: &Shape<'_, S, N>, ball, least| {
        let next = narrow::distance_from(ball, part, second).unwrap_or_else(|| {
            let mut nearest = Nearest(least);
            each(part, ball, second, Leaf::Convex, &mut nearest);
            nearest.0
        });
        if next < least { next } else { least }
    };
    search(ball, parts, pose.as_ref(), S::Real::from_f64(f64::INFINITY), look)
}

/// The contact of the same, and in it `None` where they are more than `limit` apart: of equals, that of the first part. A region that is not
/// placed is no list here.
pub(super) fn contact<S: Scalar, R: Real, const N: usize>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
    limit: R,
) -> Option<Option<Contact<R, N>>> {
    let (ball, list, second) = if b.is_round() { (b, a, true) } else { (a, b, false) };
    let (parts, pose) = list.listed()?;
    let leaf = if pose.is_some() { Leaf::Convex } else { Leaf::Region };
    if leaf == Leaf::Region && matches!(parts, Parts::Region(_)) {
        return None;
    }
    let mut found: Option<(Contact<R, N>, usize)> = None;
    search(ball, parts, pose.as_ref(), limit, |index, part, ball, limit| {
        let next = narrow::contact_from(ball, part, limit, second).unwrap_or_else(|| {
            let mut least = Least { found: None, limit };
            each(part, ball, second, leaf, &mut least);
            least.found
        });
        let is_first = |next: &Contact<R, N>| {
            found.as_ref().is_none_or(|(found, first)| (next.separation, index) < (found.separation, *first))
        };
        match next.filter(is_first) {
            Some(next) => found.insert((next, index)).0.separation,
            None => limit,
        }
    })?;
    Some(found.map(|(contact, _)| pose.map_or(contact, |pose| contact.placed(&pose))))
}

/// Asks for a ball and a part without a closed form.
fn each<S: Scalar, R: Real, const N: usize>(
    part: &Shape<'_, S, N>,
    (center, radius): Ball<R, N>,
    second: bool,
    leaf: Leaf,
    asked: &mut dyn Search<S, R, N>,
) {
    let ball = Kind::Convex(Convex { core: Core::Point(center), radius });
    if let Some(part) = Kind::new(part, None) {
        let pair = if second { [&part, &ball] } else { [&ball, &part] };
        pieces::search(pair[0], pair[1], leaf, asked);
    }
}

/// Goes through parts for the least that `look` makes of each, from its number, the ball as it sees that, and the least so far. `None`
/// where the list is lent and not placed, or the other is no ball.
fn search<S: Scalar, R: Real, const N: usize>(
    ball: &Shape<'_, S, N>,
    parts: Parts<'_, S, N>,
    pose: Option<&Pose<R, N>>,
    least: R,
    mut look: impl FnMut(usize, &Shape<'_, S, N>, Ball<R, N>, R) -> R,
) -> Option<R> {
    let (center, radius) = ball.as_ball()?;
    let center = pose.map_or(center, |pose| pose.apply_inverse(center));
    let Some((boxes, all)) = parts.tree().and_then(|boxes| Some((boxes, boxes.all()?))) else {
        // To place the parts of a list that is lent takes longer than to ask them all.
        pose?;
        let all = (0..).map_while(|index| Some((index, parts.part(index)?)));
        return Some(all.fold(least, |least, (index, part)| look(index, &part, (center, radius), least)));
    };
    let size = extent(center) + radius + extent(reals(all.min())) + extent(reals(all.max()));
    let reach = radius + size * R::EPSILON * R::from_f64(ERROR);
    let mut among = Among { parts, boxes, center, radius, reach, least, look };
    boxes.nearest_first(&mut among);
    Some(among.least)
}

struct Among<'a, S: Scalar, R: Real, F, const N: usize> {
    parts: Parts<'a, S, N>,
    boxes: &'a Boxes<S::Real, N>,
    center: Vector<R, N>,
    radius: R,
    /// The radius, and what rounding may add to it.
    reach: R,
    least: R,
    look: F,
}

impl<S: Scalar, R: Real, F, const N: usize> Look<S::Real, R, N> for Among<'_, S, R, F, N>
where
    F: FnMut(usize, &Shape<'_, S, N>, Ball<R, N>, R) -> R,
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
            let ball = (self.center, self.radius);
            self.least = (self.look)(self.boxes.part(place), &part, ball, self.least);
        }
    }
}
