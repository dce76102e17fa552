//! What bodies do during a step, and the springs that act on them.

use super::turn::{Turn, V, cross, num, quarter};
use crate::scalar::Real;

/// How fast a body moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace<R> {
    pub(super) velocity: V<R>,
    pub(super) spin: R,
}

/// What a body does during a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moving<R> {
    pub(super) velocity: V<R>,
    pub(super) spin: R,
    /// How far the centre has moved, and the body has turned, since the step began.
    pub(super) shift: V<R>,
    pub(super) turn: Turn<R>,
    pub(super) angle: R,
    /// Whether nothing but forces moves it: then it goes by the mean of the velocities before and after.
    pub(super) free: bool,
}

impl<R: Real> Moving<R> {
    /// The velocity of a point of the body, by its arm.
    #[inline]
    pub(super) fn at(&self, arm: V<R>) -> V<R> {
        self.velocity + quarter(arm).scaled(self.spin)
    }

    #[inline]
    pub(super) fn push(&mut self, impulse: V<R>, arm: V<R>, [lightness, nimbleness]: [R; 2]) {
        self.velocity += impulse.scaled(lightness);
        self.spin = self.spin + cross(arm, impulse) * nimbleness;
    }
}

/// A spring with a damper, as the correction that it is in a step: what part of an error is taken back in a unit of time, and
/// how much the impulses of before and of now count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Soft<R> {
    pub(super) bias: R,
    pub(super) mass: R,
    pub(super) impulse: R,
    /// The second over the first: how far it gives way, as a part of what an impulse does.
    pub(super) give: R,
}

impl<R: Real> Soft<R> {
    /// A spring by its angular frequency times the time of a sub-step, and its damping ratio.
    pub(super) fn new(swing: R, damping: R, per_step: R) -> Self {
        let one = num::<R>(1.0);
        // Without frequency it is no spring at all.
        if !(swing > R::default()) {
            return Self { bias: R::default(), mass: R::default(), impulse: one, give: R::default() };
        }
        let first = damping + damping + swing;
        let second = swing * first;
        let third = one / (one + second);
        Self { bias: swing / first * per_step, mass: second * third, impulse: third, give: one / second }
    }

    /// No spring: what is solved leaves no error of the velocity.
    #[inline]
    pub(super) fn rigid() -> Self {
        Self { bias: R::default(), mass: num(1.0), impulse: R::default(), give: R::default() }
    }
}
