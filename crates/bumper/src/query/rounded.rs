//! Shapes as cores and radii, for queries on floats; see the module `gap`.

use super::contact::Placed;
use crate::scalar::{Real, Scalar, Span};
use crate::{Aabb, Shape, Vector};

/// How a core is rounded.
#[derive(Clone, Copy)]
pub(crate) enum Round {
    /// On all axes: a ball's radius, or zero.
    Ball,
    /// On all axes but this one.
    Disc(usize),
}

/// A convex shape as a core and a radius.
#[derive(Clone, Copy)]
pub(crate) struct Rounded<R, const N: usize> {
    pub(crate) core: Aabb<R, N>,
    pub(crate) radius: R,
    pub(crate) round: Round,
}

impl<R: Real, const N: usize> Rounded<R, N> {
    /// `None` for other kinds, for those that are placed, and where there is a NaN.
    pub(crate) fn placed<S: Scalar<Real = R>>((shape, pose): Placed<S, N>) -> Option<Self> {
        if pose.is_some() {
            return None;
        }
        let zero = R::default();
        let vector = |v: Vector<S, N>| v.map(S::to_real);
        let aabb = |a: &Aabb<S, N>| Aabb::new(vector(a.min()), vector(a.max()));
        let (core, radius, round) = match shape {
            Shape::Point(point) => (Aabb::point(vector(*point)), zero, Round::Ball),
            Shape::Aabb(shape) => (aabb(shape), zero, Round::Ball),
            Shape::Ball(ball) => (Aabb::point(vector(ball.center())), ball.radius().to_real(), Round::Ball),
            Shape::SquaredBall(ball) => {
                let squared = R::from_f64(S::Span::area_to_f64(ball.radius_squared()));
                (Aabb::point(vector(ball.center())), Real::sqrt(squared), Round::Ball)
            }
            Shape::Cylinder(cylinder) => {
                let round = Round::Disc(cylinder.axis().index());
                (aabb(&cylinder.spine()), cylinder.radius().to_real(), round)
            }
            _ => return None,
        };
        let numbers = core.min().0.into_iter().chain(core.max().0).chain([radius]);
        numbers.map(Scalar::to_f64).all(|c| !c.is_nan()).then_some(Self { core, radius, round })
    }

    /// The same shape, larger or smaller, seen from the origin.
    pub(crate) fn scaled(&self, factor: R) -> Self {
        let core = Aabb::new(self.core.min().scaled(factor), self.core.max().scaled(factor));
        Self { core, radius: self.radius * factor, ..*self }
    }

    /// The same shape in another float.
    pub(crate) fn to_f64(self) -> Rounded<f64, N> {
        let wide = |v: Vector<R, N>| v.map(Scalar::to_f64);
        let core = Aabb::new(wide(self.core.min()), wide(self.core.max()));
        Rounded { core, radius: Scalar::to_f64(self.radius), round: self.round }
    }

    /// The largest coordinate of it, without its sign.
    pub(crate) fn largest(&self) -> R {
        let larger = |a: R, b: R| if a < b { b } else { a };
        let ends = self.core.min().0.into_iter().chain(self.core.max().0);
        ends.map(|c| c.distance(R::default())).fold(R::default(), larger) + self.radius
    }

    /// The same shape elsewhere.
    pub(crate) fn moved(&self, offset: Vector<R, N>) -> Self {
        Self { core: self.core.translated(offset), ..*self }
    }
}
