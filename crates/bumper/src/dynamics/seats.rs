//! Graph colouring of constraints. No two constraints of a colour share a dynamic body, so they can be solved together in SIMD lanes.

use super::lanes::WIDE;
use alloc::vec::Vec;
use core::array::from_fn;

/// The number of colours. Constraints for which no colour is left are solved one by one.
pub(super) const COLOURS: usize = 32;

/// The colours for constraints between two dynamic bodies. The colours above are left to constraints with bodies that are not dynamic.
/// Those are solved last, so that bodies on the ground penetrate it least.
const INNER: u32 = (1 << 24) - 1;

/// Marks an empty lane, or a body that is not in the solver.
pub(super) const NONE: u32 = u32::MAX;

/// The slot of a constraint. List 0 has the constraints without a colour, each alone in its block. Each colour has two lists.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seat {
    pub(super) list: usize,
    pub(super) block: usize,
    pub(super) lane: usize,
}

/// Constraints in blocks, sorted by colour. A block has one constraint per SIMD lane.
#[derive(Debug)]
pub(super) struct Coloured<B> {
    /// The colours that are used at each body, as bits. The first `moved` bodies are dynamic.
    used: Vec<u32>,
    moved: usize,
    lists: [List<B>; 1 + 2 * COLOURS],
}

#[derive(Debug)]
struct List<B> {
    blocks: Vec<B>,
    /// The number of lanes in use.
    taken: usize,
}

impl<B> Default for Coloured<B> {
    fn default() -> Self {
        Self { used: Vec::new(), moved: 0, lists: from_fn(|_| List { blocks: Vec::new(), taken: 0 }) }
    }
}

impl<B> Coloured<B> {
    /// Removes all constraints, for a step with this number of bodies in the solver. The first `moved` of them are dynamic.
    pub(super) fn begin(&mut self, bodies: usize, moved: usize) {
        self.used.clear();
        self.used.resize(bodies, 0);
        self.moved = moved;
        for list in &mut self.lists {
            list.blocks.clear();
            list.taken = 0;
        }
    }

    /// Assigns a slot to a constraint between the bodies at these indices, in one of the two lists of its colour (`sort`). Slots depend
    /// only on the constraints and their order. Creates a block if necessary; its empty lanes refer to the body that stands for all bodies
    /// outside the solver.
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

    /// The block of a slot.
    pub(super) fn at(&mut self, seat: Seat) -> &mut B {
        &mut self.lists[seat.list].blocks[seat.block]
    }

    /// Visits all blocks: those without a colour first and then colour by colour, or in reverse order.
    pub(super) fn each(&mut self, back: bool, mut solve: impl FnMut(&mut B)) {
        let lists =
            self.lists.iter_mut().map(|list| &mut list.blocks[..]).filter(|blocks| !blocks.is_empty());
        match back {
            false => lists.for_each(|blocks| all(blocks, &mut solve)),
            true => lists.rev().for_each(|blocks| all(blocks, &mut solve)),
        }
    }
}

/// Visits the blocks of a list. Kept out of line for each pass, so that the compiler keeps the variables in registers.
#[inline(never)]
fn all<B>(blocks: &mut [B], solve: &mut impl FnMut(&mut B)) {
    blocks.iter_mut().for_each(solve);
}
