//! Bodies that move far in a step: they stop where they would go through what stands.
//!
//! A contact is found at the beginning of a step, and only for what is near. What moves by more than part of its own thickness is
//! swept on its way, somewhat smaller than it is, so that it may slide along what it touches; where it meets something, it stops for
//! this step, with its velocity, and the contact is there in the next.

use super::moving::Moving;
use super::touch::overlap;
use super::turn::{Turn, V, num};
use super::{Bodies, Figure};
use crate::form::Convex;
use crate::narrow::measure::{larger, size, smaller};
use crate::narrow::{self, plane::Meeting};
use crate::query::sweep::way;
use crate::scalar::Real;
use crate::{Aabb, Vector};
use alloc::vec::Vec;

/// What moves less than this part of half its thickness cannot pass what stands, unless it is sunk in it.
const FAST: f64 = 0.5;

/// How large the swept shape is: what is left around it is as deep as a body that stops may be in something.
const SWEPT: f64 = 0.75;

/// And how large its middle is, which is never let through.
const CORE: f64 = 1.0 / 16.0;

/// How deep a body of this half thickness is in something when it is sunk in it: deeper than where it is stopped.
pub(super) fn sunk<R: Real>(inner: R) -> R {
    inner * num(1.0 - SWEPT)
}

impl<R: Real> Bodies<R> {
    /// The part of its way that a body can go, which may be sunk in something.
    pub(super) fn free_way(&self, slot: usize, moved: &Moving<R>, sunk: bool) -> R {
        let one = num::<R>(1.0);
        let held = &self.held[slot];
        let swing = (Vector([moved.turn.cos, moved.turn.sin]) - Vector([one, R::default()])).map(size);
        let far = Real::sqrt(moved.shift.dot(moved.shift)) + (swing[0] + swing[1]) * held.reach;
        let fast = far > held.inner * num(FAST) || sunk && far > R::default();
        if !held.is_dynamic() || !fast {
            return one;
        }
        let mut part = one;
        for &key in &held.parts {
            if !self.parts[key as usize].sensor {
                part = smaller(part, self.free_part(key, moved));
            }
        }
        part
    }

    /// The part of its way that a part of a body can go.
    fn free_part(&self, key: u32, moved: &Moving<R>) -> R {
        let own = &self.parts[key as usize];
        let held = &self.held[own.body as usize];
        let [figure, core] = [SWEPT, CORE].map(|size| own.figure.scaled(own.middle, num(size)));
        // The middle goes from where it is to where it comes: turning takes it along.
        let middle = held.turn.apply(own.middle);
        let step = moved.shift + moved.turn.apply(middle) - middle;
        let tight = figure.bounds(held.center, held.turn);
        let ends = [tight.min() + step, tight.max() + step];
        let swept = Aabb::new(tight.min().zip(ends[0], smaller), tight.max().zip(ends[1], larger));
        let mut part = num(1.0);
        self.tree.intersect_all(&swept, |other| {
            let (met, other) = (&self.parts[other], other as u32);
            let stands = !self.held[met.body as usize].is_dynamic() && !met.sensor;
            // Most that is near is not in the way.
            if !stands
                || !overlap(&met.reach, &swept)
                || !self.reaches(met, &swept)
                || !self.may_meet(key.min(other) as usize, key.max(other) as usize)
            {
                return;
            }
            let from = (held.center, held.turn);
            // What it has turned into already is met by its middle, and that goes no deeper.
            let met = self.meets(other, &figure, from, step).or_else(|| self.meets(other, &core, from, step));
            part = smaller(part, met.unwrap_or_else(|| self.goes_out(other, &core, from, step)));
        });
        part
    }

    /// The part of a way after which a figure meets a part that stands: one where it does not, none where it is in it.
    fn meets(&self, other: u32, figure: &Figure<R>, from: (V<R>, Turn<R>), step: V<R>) -> Option<R> {
        self.beside(other, figure, from, |still, moves| match way(still, moves, step) {
            Meeting::At { time, .. } => Some(time),
            Meeting::Touching { closes: true, .. } => Some(R::default()),
            Meeting::Touching { .. } | Meeting::Never => Some(num(1.0)),
            Meeting::Inside => None,
        })
    }

    /// The part of a way that a figure may go which is in a part that stands: all of it unless it leads deeper.
    fn goes_out(&self, other: u32, figure: &Figure<R>, from: (V<R>, Turn<R>), step: V<R>) -> R {
        let found =
            self.beside(other, figure, from, |still, moves| narrow::contact(still, moves, R::default()));
        let deeper = found.is_some_and(|found| found.normal.dot(step) < R::default());
        if deeper { R::default() } else { num(1.0) }
    }

    /// Asks something of a part that stands, and of a figure at its place, seen from that.
    fn beside<T>(
        &self,
        other: u32,
        figure: &Figure<R>,
        (center, turn): (V<R>, Turn<R>),
        ask: impl FnOnce(&Convex<'_, R, 2>, &Convex<'_, R, 2>) -> T,
    ) -> T {
        let met = &self.parts[other as usize];
        let body = &self.held[met.body as usize];
        let (mut first, mut second) = (Vec::new(), Vec::new());
        let still = met.figure.at(Vector::default(), body.turn, &mut first);
        let moves = figure.at(center - body.center, turn, &mut second);
        ask(&still.convex(), &moves.convex())
    }
}
