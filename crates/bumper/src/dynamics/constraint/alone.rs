//! A contact taken out of its lane, and put back: those that bounce are solved one by one.

use super::{Block, Knot};
use crate::dynamics::lanes::{Lanes, Wide};
use crate::scalar::Real;

impl<R: Real, const W: usize> Block<R, W> {
    /// All numbers.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn numbers(&mut self) -> [&mut Lanes<R, W>; 34] {
        let Self { normal: Wide([x, y]), light: [[a, i], [b, j]], slants: [r, s], .. } = self;
        let [first, second] = &mut self.knots;
        let Knot { levers: [c, d], depths: [e, f], base: g, gap: near, ease: h, hold: k, push: l, most: m } =
            first;
        let Knot { levers: [n, o], depths: [p, q], base: t, gap: far, ease: u, hold: v, push: w, most: z } =
            second;
        let (friction, push_out, across) = (&mut self.friction, &mut self.push_out, &mut self.across);
        let (rub, between, scale) = (&mut self.rub, &mut self.between, &mut self.scale);
        [
            x, y, a, i, b, j, r, s, friction, push_out, across, rub, between, scale, // of the contact
            c, d, e, f, g, near, h, k, l, m, n, o, p, q, t, far, u, v, w, z,
        ]
    }

    /// Puts a contact back in its lane.
    pub(in crate::dynamics) fn put(&mut self, lane: usize, one: &mut Block<R, 1>) {
        self.contacts[lane] = one.contacts[0];
        for side in 0..2 {
            self.bodies[side][lane] = one.bodies[side][0];
        }
        self.alike |= one.alike;
        for (all, one) in self.numbers().into_iter().zip(one.numbers()) {
            all.0[lane] = one.0[0];
        }
    }

    /// The contact of a lane.
    pub(in crate::dynamics) fn lane(&mut self, lane: usize) -> Block<R, 1> {
        let mut one = Block::empty(0);
        one.contacts = [self.contacts[lane]];
        one.bodies = [0, 1].map(|side| [self.bodies[side][lane]]);
        (one.alike, one.single) = (self.alike, self.single);
        for (all, one) in self.numbers().into_iter().zip(one.numbers()) {
            one.0[0] = all.0[lane];
        }
        one
    }
}
