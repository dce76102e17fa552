//! What bodies do during a step, and the springs that act on them.

use super::lanes::{Lanes, WIDE, Wide, columns, rows};
use super::turn::{Turn, V, num};
use crate::Vector;
use crate::scalar::Real;
use crate::vector::from_fn;

/// What a body does during a step, as it is kept: how fast it is (of [`Moving`] velocity, spin and angle), and where it has got to (shift
/// and turn). Four numbers each, which are read and written at once: a processor waits for what was written in other pieces.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(super) struct Kept<R> {
    pub(super) pace: Lanes<R, 4>,
    pub(super) place: Lanes<R, 4>,
}

impl<R: Real> Kept<R> {
    #[inline]
    pub(super) fn get(&self) -> Moving<R> {
        let ([x, y, spin, angle], [right, up, cos, sin]) = (self.pace.0, self.place.0);
        Moving { velocity: Vector([x, y]), spin, angle, shift: Vector([right, up]), turn: Turn { cos, sin } }
    }
}

impl<R: Real> From<Moving<R>> for Kept<R> {
    #[inline]
    fn from(Moving { velocity, spin, angle, shift, turn }: Moving<R>) -> Self {
        let pace = [velocity[0], velocity[1], spin, angle];
        Self { pace: Lanes(pace), place: Lanes([shift[0], shift[1], turn.cos, turn.sin]) }
    }
}

/// What a body does during a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moving<R> {
    pub(super) velocity: V<R>,
    pub(super) spin: R,
    pub(super) angle: R,
    /// How far the centre has moved, and the body has turned, since the step began.
    pub(super) shift: V<R>,
    pub(super) turn: Turn<R>,
}

impl<R: Real> Moving<R> {
    /// At the beginning of a step.
    #[inline]
    pub(super) fn new(velocity: V<R>, spin: R) -> Self {
        Self { velocity, spin, angle: R::default(), shift: V::default(), turn: Turn::none() }
    }
}

/// What makes a body faster by itself, in a sub-step: numbers in the order of [`Kept::pace`], of angles none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Urge<R> {
    /// What forces and gravity, and torques, give.
    pub(super) gain: Lanes<R, 4>,
    /// What damping leaves of the velocity and of the spin.
    pub(super) slower: Lanes<R, 4>,
    /// By how much the way is shorter than the velocity at the end of the sub-step says, of what nothing but forces moves.
    pub(super) lag: Lanes<R, 4>,
    /// The velocity and the spin but for what contacts gave.
    pub(super) pace: Lanes<R, 4>,
}

impl<R: Real> Urge<R> {
    /// Of what stays as it is.
    pub(super) fn none() -> Self {
        Self {
            gain: Lanes::zero(),
            slower: Lanes([num(1.0), num(1.0), num(1.0), R::default()]),
            lag: Lanes::zero(),
            pace: Lanes::zero(),
        }
    }
}

/// How fast several bodies move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paces<R> {
    pub(super) velocity: Wide<R>,
    pub(super) spin: Lanes<R>,
    /// Goes with them, so that a body is written at once.
    pub(super) angle: Lanes<R>,
}

/// Where several bodies have got to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places<R> {
    pub(super) shift: Wide<R>,
    pub(super) cos: Lanes<R>,
    pub(super) sin: Lanes<R>,
}

/// The bodies that are stepped: those that impulses move first.
pub(super) struct Crowd<'r, R> {
    pub(super) all: &'r mut [Kept<R>],
    pub(super) moved: usize,
}

impl<R: Real> Crowd<'_, R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn paces(&self, at: &[u32; WIDE]) -> Paces<R> {
        let [x, y, spin, angle] = columns(&from_fn(|k| self.all[at[k] as usize].pace.0));
        Paces { velocity: Wide([x, y]), spin, angle }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn places(&self, at: &[u32; WIDE]) -> Places<R> {
        let [x, y, cos, sin] = columns(&from_fn(|k| self.all[at[k] as usize].place.0));
        Places { shift: Wide([x, y]), cos, sin }
    }

    /// Puts back how fast they move: of those that impulses move.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn take(&mut self, at: &[u32; WIDE], paces: &Paces<R>) {
        let Paces { velocity: Wide([x, y]), spin, angle } = paces;
        let rows = rows([x, y, spin, angle]);
        let moved = &mut self.all[..self.moved];
        for (place, row) in at.iter().zip(rows) {
            if let Some(body) = moved.get_mut(*place as usize) {
                body.pace = Lanes(row);
            }
        }
    }
}

/// A spring with a damper, as the correction that it is in a step: what part of an error is taken back in a unit of time, and
/// how much the impulses of before and of now count.
#[derive(Clone, Copy, Debug, Default)]
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

/// What impulses along a lever are still worth after a sub-step in which its body turns by a swing, in radians: nothing where that
/// moves its end by more than the radius of gyration of the body. What was pushed then turns the body another way than it was meant to,
/// and so more is pushed the next time: joints with long levers, and those that contradict each other, gain speed without end.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn worth<R: Real>(
    swing: Lanes<R>,
    lever: Wide<R>,
    [lightness, nimbleness]: [Lanes<R>; 2],
) -> Lanes<R> {
    let moves = swing * swing * lever.dot(lever) * nimbleness;
    moves.above(lightness, [Lanes::zero(), Lanes::of(1.0)])
}
