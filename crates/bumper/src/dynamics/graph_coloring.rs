//! Graph colouring of constraints: no two constraints of a colour share a dynamic body, so they can be solved together in SIMD lanes.

use super::lanes::LANE_COUNT;
use alloc::vec::Vec;
use core::array::from_fn;

/// The number of colours. If a constraint cannot get any of these colours, it is solved alone, without SIMD lanes.
pub(super) const COLOR_COUNT: usize = 32;

/// The colours for constraints between two dynamic bodies, as a bit mask. Only constraints with a body that is not dynamic may use the
/// higher colours, too. Unless the order is reversed, the highest colours are solved last, and constraints that are solved last have the
/// smallest error. So bodies penetrate the ground least.
const DYNAMIC_COLORS: u32 = (1 << 24) - 1;

/// The index that marks an empty lane, or a body that is not in the solver.
pub(super) const NULL_INDEX: u32 = u32::MAX;

/// The place of a constraint in a [`ColorGraph`]: the index of the list, of the block in the list, and of the SIMD lane in the block. List
/// 0 has the constraints without a colour, each alone in its block. Each colour has two more lists, one for contacts with two points and
/// one for contacts with a single point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ConstraintSlot {
    pub(super) list: usize,
    pub(super) block: usize,
    pub(super) lane: usize,
}

/// Constraints, sorted by colour, in blocks of type `B`. A block has one constraint per SIMD lane.
#[derive(Debug)]
pub(super) struct ColorGraph<B> {
    /// For each body in the solver, the colours that its constraints use, as bits. The first `dynamic_count` bodies are dynamic.
    used_colors: Vec<u32>,
    dynamic_count: usize,
    lists: [List<B>; 1 + 2 * COLOR_COUNT],
}

/// A list of blocks: one of the two lists of a colour, or the list of the constraints without a colour.
#[derive(Debug)]
struct List<B> {
    blocks: Vec<B>,
    /// The number of lanes in use, summed over all blocks.
    lanes_in_use: usize,
}

impl<B> Default for ColorGraph<B> {
    fn default() -> Self {
        Self {
            used_colors: Vec::new(),
            dynamic_count: 0,
            lists: from_fn(|_| List { blocks: Vec::new(), lanes_in_use: 0 }),
        }
    }
}

impl<B> ColorGraph<B> {
    /// Removes all constraints and starts a step with `bodies` bodies in the solver; the first `dynamic_count` of them are dynamic.
    pub(super) fn begin(&mut self, bodies: usize, dynamic_count: usize) {
        self.used_colors.clear();
        self.used_colors.resize(bodies, 0);
        self.dynamic_count = dynamic_count;
        for list in &mut self.lists {
            list.blocks.clear();
            list.lanes_in_use = 0;
        }
    }

    /// Assigns a colour to a constraint between two bodies, given by their indices in the solver, and returns its place in the graph. The
    /// place depends only on the constraints that were added before and their order. `sublist` selects one of the two lists of the colour.
    ///
    /// If a new block is needed, `empty` creates it. Its argument is the index of the dummy body of the solver, which never moves and
    /// stands for all bodies at rest. Lanes without a constraint refer to this body.
    pub(super) fn add(
        &mut self,
        indices: [u32; 2],
        sublist: usize,
        empty: impl FnOnce(u32) -> B,
    ) -> ConstraintSlot {
        let bodies =
            indices.map(|index| index as usize).into_iter().filter(|index| *index < self.dynamic_count);
        let is_dynamic_pair = bodies.clone().count() == 2;
        let used_colors = bodies.clone().fold(0, |used_colors, index| used_colors | self.used_colors[index]);
        let free = !used_colors & if is_dynamic_pair { DYNAMIC_COLORS } else { u32::MAX };
        let (list, lane_step) = if free == 0 {
            (0, LANE_COUNT)
        } else {
            let color = if is_dynamic_pair { free.trailing_zeros() } else { free.ilog2() };
            bodies.for_each(|index| self.used_colors[index] |= 1 << color);
            (1 + 2 * color as usize + sublist, 1)
        };
        let List { blocks, lanes_in_use } = &mut self.lists[list];
        let slot =
            ConstraintSlot { list, block: *lanes_in_use / LANE_COUNT, lane: *lanes_in_use % LANE_COUNT };
        if slot.lane == 0 {
            blocks.push(empty(self.dynamic_count as u32));
        }
        *lanes_in_use += lane_step;
        slot
    }

    /// The block that contains the constraint at a place in the graph, to change it.
    pub(super) fn block_mut(&mut self, slot: ConstraintSlot) -> &mut B {
        &mut self.lists[slot.list].blocks[slot.block]
    }

    /// The blocks, each with the place of its first lane.
    pub(super) fn blocks(&self) -> impl Iterator<Item = (ConstraintSlot, &B)> {
        (0..).zip(&self.lists).flat_map(|(list, blocks)| {
            let place = move |block| ConstraintSlot { list, block, lane: 0 };
            (0..).zip(&blocks.blocks).map(move |(index, block)| (place(index), block))
        })
    }

    /// The block that contains the constraint at a place in the graph.
    pub(super) fn block(&self, slot: ConstraintSlot) -> &B {
        &self.lists[slot.list].blocks[slot.block]
    }

    /// Calls `solve` with each block: first those without a colour, then colour by colour. If `reverse` is true, the order of the colours
    /// is reversed and the blocks without a colour come last.
    pub(super) fn for_each_block(&mut self, reverse: bool, mut solve: impl FnMut(&mut B)) {
        let lists =
            self.lists.iter_mut().map(|list| &mut list.blocks[..]).filter(|blocks| !blocks.is_empty());
        match reverse {
            false => lists.for_each(|blocks| visit_blocks(blocks, &mut solve)),
            true => lists.rev().for_each(|blocks| visit_blocks(blocks, &mut solve)),
        }
    }
}

/// Calls `solve` with the blocks of a list. Not inlined: each loop over blocks then has its own function, and the compiler keeps its
/// variables in registers.
#[inline(never)]
fn visit_blocks<B>(blocks: &mut [B], solve: &mut impl FnMut(&mut B)) {
    blocks.iter_mut().for_each(solve);
}
