//! Colours of a graph: what joins two bodies gets one that nothing else has at either, so that all of a colour can be solved side by
//! side.

use super::lanes::WIDE;
use alloc::vec::Vec;
use core::array::from_fn;

/// How many colours there are. Where they run out, things are solved one by one.
pub(super) const COLOURS: usize = 32;

/// The colours of two bodies that both are moved: those above are left to contacts with what stands, which come last, so that
/// what lies on the ground is in it least.
const INNER: u32 = (1 << 24) - 1;

/// Marks a lane that is empty.
pub(super) const NONE: u32 = u32::MAX;

/// Where something is while it is solved. The first list is of what is alone in its block, as there was no colour for it; each colour has two.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seat {
    pub(super) list: usize,
    pub(super) block: usize,
    pub(super) lane: usize,
}

/// What is solved by colours, in blocks of as many as are solved side by side.
#[derive(Debug)]
pub(super) struct Coloured<B> {
    /// Which colours each body has. The first are moved.
    used: Vec<u32>,
    moved: usize,
    lists: [List<B>; 1 + 2 * COLOURS],
}

#[derive(Debug)]
struct List<B> {
    blocks: Vec<B>,
    /// How many lanes are taken.
    taken: usize,
}

impl<B> Default for Coloured<B> {
    fn default() -> Self {
        Self { used: Vec::new(), moved: 0, lists: from_fn(|_| List { blocks: Vec::new(), taken: 0 }) }
    }
}

impl<B> Coloured<B> {
    /// Nothing, of so many bodies of which the first are moved.
    pub(super) fn begin(&mut self, bodies: usize, moved: usize) {
        self.used.clear();
        self.used.resize(bodies, 0);
        self.moved = moved;
        for list in &mut self.lists {
            list.blocks.clear();
            list.taken = 0;
        }
    }

    /// Finds a seat for what joins two bodies, at these places, in one of the two lists that a colour has: the same for the same things in the
    /// same order. A block is made where there is none, of the body that stands for all that do not move.
    pub(super) fn seat(&mut self, places: [u32; 2], sort: usize, empty: impl FnOnce(u32) -> B) -> Seat {
        let bodies = places.map(|place| place as usize).into_iter().filter(|place| *place < self.moved);
        let both = bodies.clone().count() == 2;
        let used = bodies.clone().fold(0, |used, place| used | self.used[place]);
        let free = !used & if both { INNER } else { u32::MAX };
        let (list, lanes) = if free == 0 {
            (0, WIDE)
        } else {
            let colour = if both { free.trailing_zeros() } else { free.ilog2() };
            bodies.for_each(|place| self.used[place] |= 1 << colour);
            (1 + 2 * colour as usize + sort, 1)
        };
        let List { blocks, taken } = &mut self.lists[list];
        let seat = Seat { list, block: *taken / WIDE, lane: *taken % WIDE };
        if seat.lane == 0 {
            blocks.push(empty(self.moved as u32));
        }
        *taken += lanes;
        seat
    }

    /// The block of a seat.
    pub(super) fn at(&mut self, seat: Seat) -> &mut B {
        &mut self.lists[seat.list].blocks[seat.block]
    }

    /// Goes through all blocks: those of one each first and then colour by colour, or the other way round.
    pub(super) fn each(&mut self, back: bool, mut solve: impl FnMut(&mut B)) {
        let lists =
            self.lists.iter_mut().map(|list| &mut list.blocks[..]).filter(|blocks| !blocks.is_empty());
        match back {
            false => lists.for_each(|blocks| all(blocks, &mut solve)),
            true => lists.rev().for_each(|blocks| all(blocks, &mut solve)),
        }
    }
}

/// A function for each pass, so that the compiler keeps in registers what it has.
#[inline(never)]
fn all<B>(blocks: &mut [B], solve: &mut impl FnMut(&mut B)) {
    blocks.iter_mut().for_each(solve);
}
