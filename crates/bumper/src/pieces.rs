//! Shapes taken apart: what several shapes, or thousands of pixels, ask of a query that is written for two convex ones.
//!
//! A search looks at pairs of parts that may be better than the best so far. Of a list the parts are kept whose boxes say that
//! they may be; of a mask, halves are looked into ([`pixels`]). Nothing is kept beyond a call, and nothing on a heap.

mod bounds;
mod grid;
mod measure;
mod pixels;
mod slabs;

#[cfg(feature = "alloc")]
use crate::AsShape;
#[cfg(feature = "alloc")]
use crate::form::reals;
use crate::form::{Convex, Form, Parts};
use crate::mask::Frame;
use crate::scalar::{Real, Scalar};
use crate::{Aabb, Pose, Shape, Sprite, Vector};
pub(crate) use bounds::{are_far, around, extent, least_separation, stay_apart};

/// A shape or a part of one, in the float of a query, and a box around it.
#[derive(Clone, Copy)]
pub(crate) struct Piece<'a, S: Scalar, R: Real, const N: usize> {
    pub(crate) kind: Kind<'a, S, R, N>,
    /// Everything, where there is a NaN.
    pub(crate) bounds: Aabb<R, N>,
}

#[derive(Clone, Copy)]
pub(crate) enum Kind<'a, S: Scalar, R: Real, const N: usize> {
    Convex(Convex<'a, R, N>),
    Compound(&'a [Shape<'a, S, N>], Option<Pose<R, N>>),
    #[cfg(feature = "alloc")]
    Group(&'a [crate::ShapeBuf<S, N>], Option<Pose<R, N>>),
    #[cfg(feature = "alloc")]
    Region(&'a crate::Region<S, N>, Option<Pose<R, N>>),
    /// Those pixels of a mask that are in a frame.
    Mask(Sprite<'a, S, N>, Frame, Option<Pose<R, N>>),
}

/// What of a shape is not taken apart.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Leaf {
    Convex,
    /// Also a region that is not placed.
    Region,
}

/// A search among pairs of parts for the one with the least of something. What takes shapes apart sees it as an object, so that
/// it is compiled once for all queries.
pub(crate) trait Search<S: Scalar, R: Real, const N: usize> {
    /// Whether it is the separation, or something that grows with it.
    fn by_gap(&self) -> bool;

    /// What no two parts within these boxes can be below.
    fn bound(&self, a: &Aabb<R, N>, b: &Aabb<R, N>) -> R;

    /// The same for parts with at least this separation, where it goes by that.
    #[inline]
    fn bound_of_gap(&self, gap: R) -> R {
        gap
    }

    /// The least so far: parts with a bound that is not below it are not looked at.
    fn best(&self) -> R;

    /// Whether two parts within these boxes are to be looked at: both of the above in one call.
    #[inline]
    fn wants(&self, a: &Aabb<R, N>, b: &Aabb<R, N>) -> bool {
        may_be_best(self.best(), self.bound(a, b))
    }

    /// Whether the best is that of two parts, no limit that was set.
    #[inline]
    fn has_found(&self) -> bool {
        false
    }

    /// Looks at two parts.
    fn look(&mut self, a: &Kind<'_, S, R, N>, b: &Kind<'_, S, R, N>);

    /// Looks at two parts before their turn, because they seem to be near: they will be looked at again.
    #[inline]
    fn hint(&mut self, a: &Kind<'_, S, R, N>, b: &Kind<'_, S, R, N>) {
        self.look(a, b);
    }
}

/// Whether parts with a bound are to be looked at. Nothing is left out before something is found: not even what is
/// infinitely far.
#[inline]
fn may_be_best<R: Real>(best: R, bound: R) -> bool {
    // Also true for NaN.
    !(bound >= best && best < R::from_f64(f64::INFINITY))
}

impl<'a, S: Scalar, R: Real, const N: usize> Kind<'a, S, R, N> {
    /// `None` where there is nothing: for an empty mask.
    #[inline]
    pub(crate) fn new(shape: &'a Shape<'a, S, N>, pose: Option<&Pose<R, N>>) -> Option<Self> {
        Self::of(shape.form(pose))
    }

    /// The same of a form.
    #[inline]
    pub(crate) fn of(form: Form<'a, S, R, N>) -> Option<Self> {
        Some(match form {
            Form::Convex(convex) => Kind::Convex(convex),
            Form::Parts(Parts::Compound(shapes), pose) => Kind::Compound(shapes, pose),
            #[cfg(feature = "alloc")]
            Form::Parts(Parts::Group(shapes), pose) => Kind::Group(shapes, pose),
            #[cfg(feature = "alloc")]
            Form::Parts(Parts::Region(region), pose) => Kind::Region(region, pose),
            Form::Parts(Parts::Mask(sprite), pose) => {
                let solid = sprite.mask().solid();
                let is_empty = solid.width() == 0 || solid.height() == 0;
                (!is_empty).then_some(Kind::Mask(sprite, solid, pose))?
            }
        })
    }

    /// How many parts a list has; `None` for what is no list.
    #[inline]
    #[cfg_attr(not(feature = "alloc"), expect(unused_variables, reason = "there are no regions"))]
    pub(crate) fn count(&self, leaf: Leaf) -> Option<usize> {
        match self {
            Kind::Convex(_) | Kind::Mask(..) => None,
            Kind::Compound(shapes, _) => Some(shapes.len()),
            #[cfg(feature = "alloc")]
            Kind::Group(shapes, _) => Some(shapes.len()),
            #[cfg(feature = "alloc")]
            Kind::Region(_, None) if leaf == Leaf::Region => None,
            #[cfg(feature = "alloc")]
            Kind::Region(region, _) => Some(region.count()),
        }
    }

    /// A part of a list by its place, as a shape before the list is placed.
    #[inline]
    pub(crate) fn shape_at(&self, place: usize) -> Option<Shape<'a, S, N>> {
        match self {
            Kind::Convex(_) | Kind::Mask(..) => None,
            Kind::Compound(shapes, _) => shapes.get(place).copied(),
            #[cfg(feature = "alloc")]
            Kind::Group(shapes, _) => shapes.get(place).map(AsShape::as_shape),
            #[cfg(feature = "alloc")]
            Kind::Region(region, _) => Some(Shape::Polygon(region.part(place))),
        }
    }

    /// A part of a list that [`Kind::shape_at`] gives.
    #[inline]
    pub(crate) fn part<'s>(&self, shape: &'s Shape<'s, S, N>) -> Option<Kind<'s, S, R, N>> {
        Kind::new(shape, self.pose())
    }

    /// Where it is placed, if what it consists of is not.
    #[inline]
    fn pose(&self) -> Option<&Pose<R, N>> {
        match self {
            Kind::Convex(_) => None,
            Kind::Compound(_, pose) | Kind::Mask(_, _, pose) => pose.as_ref(),
            #[cfg(feature = "alloc")]
            Kind::Region(_, pose) | Kind::Group(_, pose) => pose.as_ref(),
        }
    }

    /// A box around a part of a list.
    #[inline]
    pub(crate) fn bounds_at(&self, place: usize) -> Option<Aabb<R, N>> {
        match self {
            Kind::Compound(shapes, None) => {
                let shape = shapes.get(place)?;
                bounds::directly(shape).or_else(|| Kind::new(shape, None)?.bounds())
            }
            #[cfg(feature = "alloc")]
            Kind::Region(region, None) => {
                let bounds = region.bounds_of(place);
                Some(Aabb::ordered(reals(bounds.min()).0, reals(bounds.max()).0))
            }
            _ => self.part(&self.shape_at(place)?)?.bounds(),
        }
    }

    /// Calls `each` with every convex part.
    pub(crate) fn each_convex(&self, each: &mut dyn FnMut(&Convex<'_, R, N>)) {
        match self {
            Kind::Convex(convex) => each(convex),
            Kind::Mask(sprite, frame, pose) => {
                for j in frame.min[1]..frame.max[1] {
                    for i in (frame.min[0]..frame.max[0]).filter(|&i| sprite.mask().get(i, j)) {
                        each(&Convex::of_box(&sprite.pixel_box(i, j), pose.as_ref()));
                    }
                }
            }
            _ => {
                let count = self.count(Leaf::Convex).unwrap_or(0);
                for shape in (0..count).filter_map(|place| self.shape_at(place)) {
                    self.part(&shape).into_iter().for_each(|part| part.each_convex(each));
                }
            }
        }
    }

    /// What no search takes apart.
    #[inline]
    fn is_leaf(&self, leaf: Leaf) -> bool {
        self.count(leaf).is_none() && !matches!(self, Kind::Mask(..))
    }
}

impl<'a, S: Scalar, R: Real, const N: usize> Piece<'a, S, R, N> {
    /// `None` where there is nothing: for an empty compound or mask.
    pub(crate) fn new(shape: &'a Shape<'a, S, N>) -> Option<Self> {
        let kind = match Kind::new(shape, None)? {
            Kind::Mask(sprite, _, pose) => Kind::Mask(sprite, sprite.mask().tight()?, pose),
            kind => kind,
        };
        Some(Self { kind, bounds: kind.bounds()? })
    }

    /// Of a list the box is not asked for.
    #[inline]
    fn of(kind: &Kind<'a, S, R, N>, leaf: Leaf) -> Option<Self> {
        let bounds = if kind.count(leaf).is_some() { bounds::everything() } else { kind.bounds()? };
        Some(Self { kind: *kind, bounds })
    }
}

/// Looks at the pairs of parts of two shapes that may be better than the best so far.
#[inline]
pub(crate) fn search<S: Scalar, R: Real, const N: usize>(
    a: &Kind<'_, S, R, N>,
    b: &Kind<'_, S, R, N>,
    leaf: Leaf,
    search: &mut dyn Search<S, R, N>,
) {
    // What is not taken apart needs no boxes.
    if a.is_leaf(leaf) && b.is_leaf(leaf) {
        return search.look(a, b);
    }
    if let (Some(p), Some(q)) = (Piece::of(a, leaf), Piece::of(b, leaf)) {
        descend(&p, &q, leaf, search);
    }
}

fn descend<S: Scalar, R: Real, const N: usize>(
    a: &Piece<'_, S, R, N>,
    b: &Piece<'_, S, R, N>,
    leaf: Leaf,
    search: &mut dyn Search<S, R, N>,
) {
    match (a.kind.count(leaf), b.kind.count(leaf)) {
        (Some(_), Some(_)) => lists(&a.kind, &b.kind, leaf, search),
        (Some(_), None) => list(&a.kind, b, true, leaf, search),
        (None, Some(_)) => list(&b.kind, a, false, leaf, search),
        (None, None) => pixels::descend(a, b, search),
    }
}

/// How many parts of a list are held at once, by their places and boxes: as many as the stack of a small machine has room for.
const HELD: usize = 32;

/// Some parts of a list.
pub(crate) struct Near<R, const N: usize> {
    held: [(u32, Aabb<R, N>); HELD],
    count: usize,
    /// Where to go on in the list.
    next: usize,
}

impl<R: Real, const N: usize> Near<R, N> {
    #[inline]
    pub(crate) fn new() -> Self {
        Self { held: [(0, Aabb::point(Vector::default())); HELD], count: 0, next: 0 }
    }

    /// Holds the next parts of a list that are to be kept, as many as there is room for. Whether there are any.
    #[inline]
    pub(crate) fn fill<S: Scalar>(
        &mut self,
        list: &Kind<'_, S, R, N>,
        keep: impl Fn(&Aabb<R, N>) -> bool,
    ) -> bool {
        let end = list.count(Leaf::Convex).unwrap_or(0);
        self.count = 0;
        while self.next < end && self.count < HELD {
            if let Some(bounds) = list.bounds_at(self.next).filter(&keep) {
                self.held[self.count] = (self.next as u32, bounds);
                self.count += 1;
            }
            self.next += 1;
        }
        self.count > 0
    }

    /// The places and boxes of those that are held.
    #[inline]
    pub(crate) fn held(&self) -> impl Iterator<Item = (usize, &Aabb<R, N>)> + Clone {
        self.held[..self.count].iter().map(|(place, bounds)| (*place as usize, bounds))
    }

    /// The box around those that are held.
    #[inline]
    pub(crate) fn around(&self) -> Option<Aabb<R, N>> {
        self.held().map(|(_, bounds)| *bounds).reduce(|all, next| all.union(&next))
    }

    /// The place of the one with the least of something.
    fn least(&self, of: impl Fn(&Aabb<R, N>) -> R) -> Option<usize> {
        let bounds = self.held().map(|(place, bounds)| (of(bounds), place));
        bounds.reduce(|best, next| if next.0 < best.0 { next } else { best }).map(|(_, place)| place)
    }
}

/// The parts of a list against something that is none.
fn list<S: Scalar, R: Real, const N: usize>(
    list: &Kind<'_, S, R, N>,
    other: &Piece<'_, S, R, N>,
    first: bool,
    leaf: Leaf,
    search: &mut dyn Search<S, R, N>,
) {
    let mut near = Near::new();
    loop {
        if !near.fill(list, |part| wants(search, first, part, &other.bounds)) {
            return;
        }
        if knows_nothing(search)
            && near.count > 1
            && let Some(place) = near.least(|part| in_order(search, first, part, &other.bounds))
            && let Some(shape) = list.shape_at(place)
            && let Some(part) = list.part(&shape)
            && part.is_leaf(leaf)
            && other.kind.is_leaf(leaf)
        {
            if first { search.hint(&part, &other.kind) } else { search.hint(&other.kind, &part) }
        }
        for (place, bounds) in near.held() {
            if wants(search, first, bounds, &other.bounds)
                && let Some(shape) = list.shape_at(place)
                && let Some(kind) = list.part(&shape)
            {
                let part = Piece { kind, bounds: *bounds };
                if first { descend(&part, other, leaf, search) } else { descend(other, &part, leaf, search) }
            }
        }
    }
}

/// The parts of two lists: those of each that may be near the other's, then those pairs that may be near each other.
fn lists<S: Scalar, R: Real, const N: usize>(
    a: &Kind<'_, S, R, N>,
    b: &Kind<'_, S, R, N>,
    leaf: Leaf,
    search: &mut dyn Search<S, R, N>,
) {
    let mut all: Option<Aabb<R, N>> = None;
    let mut those = Near::new();
    while those.fill(b, |_| true) {
        let around = those.around();
        all = all.map_or(around, |all| around.map(|around| all.union(&around)));
    }
    let Some(all) = all else { return };
    let mut these = Near::new();
    while these.fill(a, |part| search.wants(part, &all)) {
        let Some(around) = these.around() else { return };
        those.next = 0;
        while those.fill(b, |part| search.wants(&around, part)) {
            if knows_nothing(search) {
                nearest_first(a, b, &these, &those, leaf, search);
            }
            for (i, p) in these.held() {
                let Some(shape) = a.shape_at(i) else { continue };
                let mut kind = None;
                for (j, q) in those.held() {
                    if !search.wants(p, q) {
                        continue;
                    }
                    kind = kind.or_else(|| a.part(&shape));
                    let Some(other) = b.shape_at(j) else { continue };
                    if let (Some(kind), Some(other)) = (kind, b.part(&other)) {
                        let (p, q) = (Piece { kind, bounds: *p }, Piece { kind: other, bounds: *q });
                        descend(&p, &q, leaf, search);
                    }
                }
            }
        }
    }
}

/// Hints at two parts that seem near, so that what is far is left out from the start.
fn nearest_first<S: Scalar, R: Real, const N: usize>(
    a: &Kind<'_, S, R, N>,
    b: &Kind<'_, S, R, N>,
    these: &Near<R, N>,
    those: &Near<R, N>,
    leaf: Leaf,
    search: &mut dyn Search<S, R, N>,
) {
    let Some(around) = these.around() else { return };
    let Some(j) = those.least(|part| search.bound(&around, part)) else { return };
    let Some((_, next)) = those.held().find(|(place, _)| *place == j) else { return };
    let Some(i) = these.least(|part| search.bound(part, next)) else { return };
    if let (Some(p), Some(q)) = (a.shape_at(i), b.shape_at(j))
        && let (Some(p), Some(q)) = (a.part(&p), b.part(&q))
        && p.is_leaf(leaf)
        && q.is_leaf(leaf)
    {
        search.hint(&p, &q);
    }
}

/// A best from here on means that nothing is found, and that there is no limit.
#[inline]
fn knows_nothing<S: Scalar, R: Real, const N: usize>(search: &dyn Search<S, R, N>) -> bool {
    search.best() >= R::from_f64(f32::MAX.into())
}

#[inline]
fn in_order<S: Scalar, R: Real, const N: usize>(
    search: &dyn Search<S, R, N>,
    first: bool,
    part: &Aabb<R, N>,
    other: &Aabb<R, N>,
) -> R {
    if first { search.bound(part, other) } else { search.bound(other, part) }
}

#[inline]
fn wants<S: Scalar, R: Real, const N: usize>(
    search: &dyn Search<S, R, N>,
    first: bool,
    part: &Aabb<R, N>,
    other: &Aabb<R, N>,
) -> bool {
    if first { search.wants(part, other) } else { search.wants(other, part) }
}
