//! The convex parts of a body, relative to its center of mass, and their geometry in the float type of the step.

use super::mass::Moments;
use super::turn::{Turn, V, cross, num, quarter};
use crate::narrow::measure::{abs, larger, smaller};
use crate::scalar::Real;
use crate::view::{Convex, Core, Corners, OrientedCore, Parts, ShapeView};
use crate::{Aabb, AsShape, Polygon, Pose, Shape, Sprite, Vector};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// A convex core, rounded by a radius.
#[derive(Clone, Debug)]
pub(super) struct Figure<R> {
    pub(super) kind: Kind<R>,
    pub(super) radius: R,
}

#[derive(Clone, Debug)]
pub(super) enum Kind<R> {
    Point(V<R>),
    Segment([V<R>; 2]),
    Triangle([V<R>; 3]),
    Box {
        center: V<R>,
        half: V<R>,
        turn: Turn<R>,
    },
    Ellipse {
        center: V<R>,
        half: V<R>,
        turn: Turn<R>,
    },
    /// Counterclockwise.
    Corners(Box<[V<R>]>),
}

/// The reason why a shape cannot be part of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unfit {
    NotFinite,
    NoArea,
}

/// Appends the convex parts of a shape: those of compounds, groups and regions, and the boxes of a mask. Shapes without an area are
/// accepted only with `flat`.
pub(super) fn take<R: Real>(
    shape: &Shape<'_, R, 2>,
    pose: Option<&Pose<R, 2>>,
    flat: bool,
    out: &mut Vec<Figure<R>>,
) -> Result<(), Unfit> {
    match shape.view(pose) {
        ShapeView::Convex(convex) => out.push(Figure::new(&convex, flat)?),
        ShapeView::Parts(Parts::Compound(shapes), pose) => {
            shapes.iter().try_for_each(|shape| take(shape, pose.as_ref(), flat, out))?;
        }
        ShapeView::Parts(Parts::Group(group), pose) => {
            group.parts().iter().try_for_each(|shape| take(&shape.as_shape(), pose.as_ref(), flat, out))?;
        }
        ShapeView::Parts(Parts::Region(region), pose) => {
            region.parts().try_for_each(|part| take(&Shape::Polygon(part), pose.as_ref(), flat, out))?;
        }
        ShapeView::Parts(Parts::Mask(sprite), pose) => {
            boxes(&sprite)
                .into_iter()
                .try_for_each(|part| take(&Shape::Aabb(part), pose.as_ref(), flat, out))?;
        }
    }
    Ok(())
}

/// Disjoint boxes that cover the solid pixels of a mask.
fn boxes<R: Real>(sprite: &Sprite<'_, R, 2>) -> Vec<Aabb<R, 2>> {
    let [width, height] = sprite.mask().size().map(i32::from);
    let flip = sprite.flip();
    let (min, pixel) = (sprite.aabb().min(), sprite.pixel());
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
        let turned = |shape: &OrientedCore<R, 2>| {
            let turn = Turn { cos: shape.axes[0][0], sin: shape.axes[0][1] };
            (shape.center, shape.half, turn)
        };
        let kind = match &convex.core {
            Core::Point(point) => Kind::Point(*point),
            Core::Segment(ends) => Kind::Segment(*ends),
            Core::Triangle(corners) => Kind::Triangle(*corners),
            Core::Upright([min, max]) => {
                let half = (*max - *min).scaled(num(0.5));
                Kind::Box { center: *min + half, half, turn: Turn::none() }
            }
            Core::Box(shape) => {
                let (center, half, turn) = turned(shape);
                Kind::Box { center, half, turn }
            }
            Core::Ellipse(shape) => {
                let (center, half, turn) = turned(shape);
                Kind::Ellipse { center, half, turn }
            }
            Core::Corners(corners) => Kind::Corners((0..corners.len()).map(|k| corners.at(k)).collect()),
            // There are no cylinders in 2D.
            Core::Cylinder(_) => return Err(Unfit::NoArea),
        };
        let figure = Self { kind, radius: convex.radius };
        let moments = figure.moments();
        let has_area = moments.mass > zero;
        if moments.mass <= zero && !flat {
            return Err(Unfit::NoArea);
        }
        // Also false for NaN.
        let inertia = if has_area { moments.inertia() } else { moments.mass };
        let known = abs(inertia) < num(f64::INFINITY) && figure.reach() < R::MAX_RADIUS;
        if known { Ok(figure) } else { Err(Unfit::NotFinite) }
    }

    /// The corners of the core; none for boxes and ellipses. Functions that run often match each kind instead, which is faster than slices.
    pub(super) fn corners(&self) -> &[V<R>] {
        match &self.kind {
            Kind::Point(point) => core::slice::from_ref(point),
            Kind::Segment(ends) => ends,
            Kind::Triangle(corners) => corners,
            Kind::Corners(corners) => corners,
            Kind::Box { .. } | Kind::Ellipse { .. } => &[],
        }
    }

    /// Whether it is a ball.
    pub(super) fn is_round(&self) -> bool {
        matches!(self.kind, Kind::Point(_))
    }

    pub(super) fn moments(&self) -> Moments<R> {
        match &self.kind {
            Kind::Box { center, half, turn } => {
                Moments::rounded(&rectangle(*center, *half, *turn), self.radius)
            }
            Kind::Ellipse { center, half, .. } => Moments::ellipse(*center, *half),
            _ => Moments::rounded(self.corners(), self.radius),
        }
    }

    /// The part translated by a vector.
    pub(super) fn moved(mut self, by: V<R>) -> Self {
        match &mut self.kind {
            Kind::Point(point) => *point += by,
            Kind::Segment(ends) => ends.iter_mut().for_each(|end| *end += by),
            Kind::Triangle(corners) => corners.iter_mut().for_each(|corner| *corner += by),
            Kind::Box { center, .. } | Kind::Ellipse { center, .. } => *center += by,
            Kind::Corners(corners) => corners.iter_mut().for_each(|corner| *corner += by),
        }
        self
    }

    /// Shrinks the part by a distance: first its radius, then its core. The edges of a polygon move less if an edge would lose more than
    /// half of its length. The inset of an ellipse is another ellipse, which is slightly larger than the exact inset.
    pub(super) fn inset(&self, depth: R) -> Self {
        let zero = R::default();
        if self.radius >= depth {
            return Self { kind: self.kind.clone(), radius: self.radius - depth };
        }
        let left = depth - self.radius;
        let less = |half: V<R>| half.map(|half| larger(half - left, zero));
        let kind = match &self.kind {
            Kind::Point(_) | Kind::Segment(_) => self.kind.clone(),
            Kind::Triangle(corners) => {
                let inner = inset_corners(corners, left);
                Kind::Triangle([inner[0], inner[1], inner[2]])
            }
            Kind::Box { center, half, turn } => Kind::Box { center: *center, half: less(*half), turn: *turn },
            Kind::Ellipse { center, half, turn } => {
                Kind::Ellipse { center: *center, half: less(*half), turn: *turn }
            }
            Kind::Corners(corners) => Kind::Corners(inset_corners(corners, left)),
        };
        Self { kind, radius: zero }
    }

    /// The part as an operand of queries, with its body at this pose. `room` is a buffer for the corners.
    #[inline]
    pub(super) fn at<'r>(&'r self, place: V<R>, turn: Turn<R>, room: &'r mut Vec<V<R>>) -> Shown<'r, R> {
        let put = |point: V<R>| turn.apply(point) + place;
        let turned = |center: V<R>, half: V<R>, own: Turn<R>| OrientedCore {
            center: put(center),
            half,
            axes: own.then(turn).axes(),
        };
        let core = match &self.kind {
            Kind::Point(point) => Core::Point(put(*point)),
            Kind::Segment(ends) => Core::Segment(ends.map(put)),
            Kind::Triangle(corners) => Core::Triangle(corners.map(put)),
            Kind::Box { center, half, turn } => Core::Box(turned(*center, *half, *turn)),
            Kind::Ellipse { center, half, turn } => Core::Ellipse(turned(*center, *half, *turn)),
            Kind::Corners(corners) => {
                room.clear();
                room.extend(corners.iter().map(|corner| put(*corner)));
                return Shown::Polygon(Polygon::known(room), self.radius);
            }
        };
        Shown::Core(Convex { core, radius: self.radius })
    }

    /// The AABB of the part, with its body at this pose.
    pub(super) fn bounds(&self, place: V<R>, turn: Turn<R>) -> Aabb<R, 2> {
        let put = |point: V<R>| turn.apply(point) + place;
        let around = |points: &[V<R>]| {
            let first = put(points[0]);
            points[1..].iter().fold([first, first], |[low, high], point| {
                let point = put(*point);
                [low.zip(point, smaller), high.zip(point, larger)]
            })
        };
        let [low, high] = match &self.kind {
            Kind::Point(point) => around(&[*point]),
            Kind::Segment(ends) => around(ends),
            Kind::Triangle(corners) => around(corners),
            Kind::Corners(corners) => around(corners),
            Kind::Box { center, half, turn: own } => {
                let Turn { cos, sin } = own.then(turn);
                let reach = Vector([
                    abs(cos) * half[0] + abs(sin) * half[1],
                    abs(sin) * half[0] + abs(cos) * half[1],
                ]);
                [put(*center) - reach, put(*center) + reach]
            }
            Kind::Ellipse { center, half, turn: own } => {
                let [x, y] = own.then(turn).axes().map(|axis| Vector([axis[0], axis[1]]));
                let [u, v] = [x.scaled(half[0]), y.scaled(half[1])];
                let reach = u.zip(v, |a, b| Real::sqrt(a * a + b * b));
                [put(*center) - reach, put(*center) + reach]
            }
        };
        let radius = Vector::splat(self.radius);
        Aabb::new(low - radius, high + radius)
    }

    /// The support function: the largest coordinate of the part along a unit vector, relative to the center of the body.
    pub(super) fn support(&self, way: V<R>) -> R {
        let most = |points: &[V<R>]| {
            points.iter().fold(num(f64::NEG_INFINITY), |most, point| larger(most, point.dot(way)))
        };
        let core = match &self.kind {
            Kind::Point(point) => point.dot(way),
            Kind::Segment(ends) => most(ends),
            Kind::Triangle(corners) => most(corners),
            Kind::Corners(corners) => most(corners),
            Kind::Box { center, half, turn } => {
                let own = turn.apply_inverse(way);
                center.dot(way) + abs(own[0]) * half[0] + abs(own[1]) * half[1]
            }
            Kind::Ellipse { center, half, turn } => {
                let own = turn.apply_inverse(way).zip(*half, |a, b| a * b);
                center.dot(way) + Real::sqrt(own.dot(own))
            }
        };
        core + self.radius
    }

    /// The bounding radius about the center of the body; an upper bound for ellipses.
    pub(super) fn reach(&self) -> R {
        let most = |points: &[V<R>]| {
            points.iter().fold(R::default(), |most, point| larger(most, Real::sqrt(point.dot(*point))))
        };
        let core = match &self.kind {
            Kind::Box { center, half, turn } => most(&rectangle(*center, *half, *turn)),
            Kind::Ellipse { center, half, .. } => most(&[*center]) + larger(half[0], half[1]),
            _ => most(self.corners()),
        };
        core + self.radius
    }

    /// The thickness: the smallest width over all directions.
    pub(super) fn thickness(&self) -> R {
        let corners = self.corners();
        let across = |k: usize| {
            let (from, way) = (corners[k], corners[(k + 1) % corners.len()] - corners[k]);
            // A triangle may have either orientation.
            let far = corners.iter().map(|corner| abs(cross(way, *corner - from)));
            far.fold(R::default(), larger) / Real::sqrt(way.dot(way))
        };
        let core = match &self.kind {
            Kind::Box { half, .. } | Kind::Ellipse { half, .. } => smaller(half[0], half[1]) * num(2.0),
            _ if corners.len() < 3 => R::default(),
            _ => (0..corners.len()).map(across).fold(num(f64::INFINITY), smaller),
        };
        core + self.radius + self.radius
    }
}

/// The corners of an oriented box, counterclockwise.
fn rectangle<R: Real>(center: V<R>, half: V<R>, turn: Turn<R>) -> [V<R>; 4] {
    let [u, v] = turn.axes();
    let (u, v) = (u.scaled(half[0]), v.scaled(half[1]));
    [center - u - v, center + u - v, center + u + v, center - u + v]
}

/// The corners of a convex polygon after its edges are moved inwards by a distance, or by less if an edge would lose more than half of its
/// length.
fn inset_corners<R: Real>(corners: &[V<R>], depth: R) -> Box<[V<R>]> {
    let (one, n) = (num::<R>(1.0), corners.len());
    let unit = |k: usize| {
        let edge = corners[(k + 1) % n] - corners[k % n];
        let length = Real::sqrt(edge.dot(edge));
        (edge.scaled(one / length), length)
    };
    // A triangle may have either orientation.
    let clockwise = cross(unit(0).0, unit(1).0) < R::default();
    let inwards = |edge: V<R>| if clockwise { -quarter(edge) } else { quarter(edge) };
    // The displacement of each corner for a distance of 1.
    let moves = |k: usize| {
        let [p, q] = [unit(k + n - 1), unit(k)].map(|(edge, _)| inwards(edge));
        (p + q).scaled(one / (one + p.dot(q)))
    };
    let depth = (0..n).fold(depth, |depth, k| {
        let (edge, length) = unit(k);
        let lost = (moves(k) - moves((k + 1) % n)).dot(edge);
        if lost * depth > length * num(0.5) { length * num(0.5) / lost } else { depth }
    });
    (0..n).map(|k| corners[k] + moves(k).scaled(depth)).collect()
}

/// A part at a pose, ready for queries. Polygons borrow their corners from a buffer.
pub(super) enum Shown<'r, R: Real> {
    Core(Convex<'r, R, 2>),
    Polygon(Polygon<'r, R, 2>, R),
}

impl<R: Real> Shown<'_, R> {
    /// The operand of queries.
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
