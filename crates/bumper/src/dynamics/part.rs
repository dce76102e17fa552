//! The convex parts of a body, seen from its centre of mass: what queries take, in the float of the step.

use super::mass::Moments;
use super::turn::{Turn, V, cross, num};
use crate::form::{Convex, Core, Corners, Form, Parts, Turned};
use crate::narrow::measure::{larger, size, smaller};
use crate::scalar::Real;
use crate::{Aabb, AsShape, Polygon, Pose, Shape, Sprite, Vector};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// A convex outline, and what is rounded around it.
#[derive(Clone, Debug)]
pub(super) struct Figure<R> {
    pub(super) kind: Kind<R>,
    pub(super) radius: R,
}

#[derive(Clone, Debug)]
pub(super) enum Kind<R> {
    /// A point, a segment or a triangle: so many corners.
    Few([V<R>; 3], u8),
    /// Counterclockwise.
    Many(Box<[V<R>]>),
    Box(Frame<R>),
    Ellipse(Frame<R>),
}

/// The middle of a box or an ellipse, half its lengths, and how it is turned.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<R> {
    center: V<R>,
    half: V<R>,
    turn: Turn<R>,
}

/// Why a shape cannot be part of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unfit {
    NotFinite,
    NoArea,
}

/// The convex parts of a shape: those of a compound and of a region, the boxes of a mask. What has no area is let through if it may
/// be flat.
pub(super) fn take<R: Real>(
    shape: &Shape<'_, R, 2>,
    pose: Option<&Pose<R, 2>>,
    flat: bool,
    out: &mut Vec<Figure<R>>,
) -> Result<(), Unfit> {
    match shape.form(pose) {
        Form::Convex(convex) => out.push(Figure::new(&convex, flat)?),
        Form::Parts(Parts::Compound(shapes), pose) => {
            shapes.iter().try_for_each(|shape| take(shape, pose.as_ref(), flat, out))?;
        }
        Form::Parts(Parts::Group(group), pose) => {
            group.parts().iter().try_for_each(|shape| take(&shape.as_shape(), pose.as_ref(), flat, out))?;
        }
        Form::Parts(Parts::Region(region), pose) => {
            region.parts().try_for_each(|part| take(&Shape::Polygon(part), pose.as_ref(), flat, out))?;
        }
        Form::Parts(Parts::Mask(sprite), pose) => {
            boxes(&sprite)
                .into_iter()
                .try_for_each(|part| take(&Shape::Aabb(part), pose.as_ref(), flat, out))?;
        }
    }
    Ok(())
}

/// Boxes side by side that are the solid pixels of a mask.
fn boxes<R: Real>(sprite: &Sprite<'_, R, 2>) -> Vec<Aabb<R, 2>> {
    let [width, height] = sprite.mask().size().map(i32::from);
    let flip = sprite.flip();
    let (min, pixel) = (sprite.area().min(), sprite.pixel());
    let strips = sprite.mask().strips();
    let place = |strip: Aabb<i32, 2>| {
        let mut ends = [strip.min().0, strip.max().0];
        for (axis, length) in [width, height].into_iter().enumerate() {
            if flip[axis] {
                (ends[0][axis], ends[1][axis]) = (length - ends[1][axis], length - ends[0][axis]);
            }
        }
        let at = |end: [i32; 2]| min + Vector(end).map(|k| pixel * num(k.into()));
        Aabb::new(at(ends[0]), at(ends[1]))
    };
    strips.into_iter().map(place).collect()
}

impl<R: Real> Figure<R> {
    fn new(convex: &Convex<'_, R, 2>, flat: bool) -> Result<Self, Unfit> {
        let zero = R::default();
        let turned = |shape: &Turned<R, 2>| {
            let turn = Turn { cos: shape.axes[0][0], sin: shape.axes[0][1] };
            Frame { center: shape.center, half: shape.half, turn }
        };
        let kind = match &convex.core {
            Core::Point(point) => Kind::Few([*point; 3], 1),
            Core::Segment([from, to]) => Kind::Few([*from, *to, *to], 2),
            Core::Triangle(corners) => Kind::Few(*corners, 3),
            Core::Upright([min, max]) => {
                let half = (*max - *min).scaled(num(0.5));
                Kind::Box(Frame { center: *min + half, half, turn: Turn::none() })
            }
            Core::Box(shape) => Kind::Box(turned(shape)),
            Core::Ellipse(shape) => Kind::Ellipse(turned(shape)),
            Core::Corners(corners) => Kind::Many((0..corners.len()).map(|k| corners.at(k)).collect()),
            // There are none on a plane.
            Core::Cylinder(_) => return Err(Unfit::NoArea),
        };
        let figure = Self { kind, radius: convex.radius };
        let moments = figure.moments();
        let has_area = moments.mass > zero;
        if moments.mass <= zero && !flat {
            return Err(Unfit::NoArea);
        }
        // False for NaN, too.
        let inertia = if has_area { moments.inertia() } else { moments.mass };
        let known = size(inertia) < num(f64::INFINITY) && figure.reach() < R::MAX_RADIUS;
        if known { Ok(figure) } else { Err(Unfit::NotFinite) }
    }

    /// The corners of what is given by them.
    pub(super) fn corners(&self) -> &[V<R>] {
        match &self.kind {
            Kind::Few(corners, count) => &corners[..usize::from(*count)],
            Kind::Many(corners) => corners,
            Kind::Box(_) | Kind::Ellipse(_) => &[],
        }
    }

    pub(super) fn moments(&self) -> Moments<R> {
        match &self.kind {
            Kind::Box(frame) => Moments::rounded(&frame.corners(), self.radius),
            Kind::Ellipse(frame) => Moments::ellipse(frame.center, frame.half),
            _ => Moments::rounded(self.corners(), self.radius),
        }
    }

    /// The same figure elsewhere.
    pub(super) fn moved(&self, by: V<R>) -> Self {
        let frame = |frame: &Frame<R>| Frame { center: frame.center + by, ..*frame };
        Self { kind: self.kind.with(|point| point + by, frame), radius: self.radius }
    }

    /// The same figure, smaller or larger about its middle.
    pub(super) fn scaled(&self, middle: V<R>, factor: R) -> Self {
        let near = |point: V<R>| middle + (point - middle).scaled(factor);
        let frame = |frame: &Frame<R>| Frame { half: frame.half.scaled(factor), ..*frame };
        Self { kind: self.kind.with(near, frame), radius: self.radius * factor }
    }

    /// What queries see, where the body is at a place: its corners are put into the room.
    #[inline]
    pub(super) fn at<'r>(&'r self, place: V<R>, turn: Turn<R>, room: &'r mut Vec<V<R>>) -> Shown<'r, R> {
        let put = |point: V<R>| turn.apply(point) + place;
        let turned = |frame: &Frame<R>| Turned {
            center: put(frame.center),
            half: frame.half,
            axes: frame.turn.then(turn).axes(),
        };
        let core = match &self.kind {
            Kind::Few([point, ..], 1) => Core::Point(put(*point)),
            Kind::Few([from, to, _], 2) => Core::Segment([put(*from), put(*to)]),
            Kind::Few(corners, _) => Core::Triangle(corners.map(put)),
            Kind::Box(frame) => Core::Box(turned(frame)),
            Kind::Ellipse(frame) => Core::Ellipse(turned(frame)),
            Kind::Many(corners) => {
                room.clear();
                room.extend(corners.iter().map(|corner| put(*corner)));
                return Shown::Polygon(Polygon::known(room), self.radius);
            }
        };
        Shown::Core(Convex { core, radius: self.radius })
    }

    /// The box around it, where the body is at a place.
    pub(super) fn bounds(&self, place: V<R>, turn: Turn<R>) -> Aabb<R, 2> {
        let put = |point: V<R>| turn.apply(point) + place;
        let around = |center: V<R>, reach: V<R>| [put(center) - reach, put(center) + reach];
        let [low, high] = match &self.kind {
            Kind::Few([point, ..], 1) => [put(*point); 2],
            Kind::Box(frame) => {
                let Turn { cos, sin } = frame.turn.then(turn);
                let [w, h] = frame.half.0;
                around(frame.center, Vector([size(cos) * w + size(sin) * h, size(sin) * w + size(cos) * h]))
            }
            Kind::Ellipse(frame) => {
                let [x, y] = frame.turn.then(turn).axes();
                let [u, v] = [x.scaled(frame.half[0]), y.scaled(frame.half[1])];
                around(frame.center, u.zip(v, |a, b| Real::sqrt(a * a + b * b)))
            }
            _ => {
                let (first, others) = (put(self.corners()[0]), &self.corners()[1..]);
                others.iter().map(|point| put(*point)).fold([first, first], |[low, high], point| {
                    [low.zip(point, smaller), high.zip(point, larger)]
                })
            }
        };
        let radius = Vector::splat(self.radius);
        Aabb::new(low - radius, high + radius)
    }

    /// The farthest that it reaches in a direction of length 1, seen from the centre of the body.
    pub(super) fn support(&self, way: V<R>) -> R {
        let core = match &self.kind {
            Kind::Few([point, ..], 1) => point.dot(way),
            Kind::Box(Frame { center, half, turn }) => {
                let own = turn.apply_inverse(way);
                center.dot(way) + size(own[0]) * half[0] + size(own[1]) * half[1]
            }
            Kind::Ellipse(Frame { center, half, turn }) => {
                let own = turn.apply_inverse(way).zip(*half, |a, b| a * b);
                center.dot(way) + Real::sqrt(own.dot(own))
            }
            _ => self.farthest(num(f64::NEG_INFINITY), |corner| corner.dot(way)),
        };
        core + self.radius
    }

    /// How far from the centre of the body it reaches.
    pub(super) fn reach(&self) -> R {
        let length = |v: V<R>| Real::sqrt(v.dot(v));
        let core = match &self.kind {
            Kind::Box(frame) => frame.corners().map(length).into_iter().fold(R::default(), larger),
            Kind::Ellipse(frame) => length(frame.center) + larger(frame.half[0], frame.half[1]),
            _ => self.farthest(R::default(), length),
        };
        core + self.radius
    }

    /// Its least width: of the strips that hold it the thinnest.
    pub(super) fn thickness(&self) -> R {
        let corners = self.corners();
        let core = match &self.kind {
            Kind::Box(frame) | Kind::Ellipse(frame) => smaller(frame.half[0], frame.half[1]) * num(2.0),
            _ if corners.len() < 3 => R::default(),
            _ => (0..corners.len()).fold(num(f64::INFINITY), |least, k| {
                let (from, way) = (corners[k], corners[(k + 1) % corners.len()] - corners[k]);
                let most = self.farthest(R::default(), |corner| cross(way, corner - from));
                smaller(least, most / Real::sqrt(way.dot(way)))
            }),
        };
        core + self.radius + self.radius
    }

    /// The largest that a corner makes of this.
    #[inline]
    fn farthest(&self, least: R, far: impl Fn(V<R>) -> R) -> R {
        self.corners().iter().fold(least, |most, corner| larger(most, far(*corner)))
    }
}

impl<R: Real> Kind<R> {
    /// The same, of other corners or in another frame.
    fn with(&self, put: impl Fn(V<R>) -> V<R>, frame: impl Fn(&Frame<R>) -> Frame<R>) -> Self {
        match self {
            Self::Few(corners, count) => Self::Few(corners.map(put), *count),
            Self::Many(corners) => Self::Many(corners.iter().map(|corner| put(*corner)).collect()),
            Self::Box(shape) => Self::Box(frame(shape)),
            Self::Ellipse(shape) => Self::Ellipse(frame(shape)),
        }
    }
}

impl<R: Real> Frame<R> {
    /// The corners of a box, counterclockwise.
    fn corners(&self) -> [V<R>; 4] {
        let ([u, v], center) = (self.turn.axes(), self.center);
        let (u, v) = (u.scaled(self.half[0]), v.scaled(self.half[1]));
        [center - u - v, center + u - v, center + u + v, center - u + v]
    }
}

/// A figure as it is placed, ready for queries.
pub(super) enum Shown<'r, R: Real> {
    Core(Convex<'r, R, 2>),
    Polygon(Polygon<'r, R, 2>, R),
}

impl<R: Real> Shown<'_, R> {
    /// What queries take.
    #[inline]
    pub(super) fn convex(&self) -> Convex<'_, R, 2> {
        match self {
            Self::Core(convex) => *convex,
            Self::Polygon(polygon, radius) => {
                Convex { core: Core::Corners(Corners::new(polygon, None)), radius: *radius }
            }
        }
    }
}
