//! Shapes as cores and radii, for queries on floats; see the module `gap`.

use crate::scalar::{Real, Scalar};
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
    /// `None` for compounds, and where there is a NaN.
    pub(crate) fn new(shape: &Shape<'_, R, N>) -> Option<Self> {
        let zero = R::default();
        let (core, radius, round) = match shape {
            Shape::Point(point) => (Aabb::point(*point), zero, Round::Ball),
            Shape::Aabb(shape) => (*shape, zero, Round::Ball),
            Shape::Ball(ball) => (Aabb::point(ball.center()), ball.radius(), Round::Ball),
            Shape::SquaredBall(ball) => {
                (Aabb::point(ball.center()), Real::sqrt(ball.radius_squared()), Round::Ball)
            }
            Shape::Cylinder(cylinder) => {
                (cylinder.spine(), cylinder.radius(), Round::Disc(cylinder.axis().index()))
            }
            Shape::Compound(_) => return None,
        };
        let numbers = core.min().0.into_iter().chain(core.max().0).chain([radius]);
        numbers.map(Scalar::to_f64).all(|c| !c.is_nan()).then_some(Self { core, radius, round })
    }

    /// The same shape, larger or smaller, seen from the origin.
    pub(crate) fn scaled(&self, factor: R) -> Self {
        let core = Aabb::new(self.core.min().scaled(factor), self.core.max().scaled(factor));
        Self { core, radius: self.radius * factor, ..*self }
    }

    /// The same shape elsewhere.
    pub(crate) fn moved(&self, offset: Vector<R, N>) -> Self {
        Self { core: self.core.translated(offset), ..*self }
    }
}
