//! Colours of a graph: what joins two bodies gets one that nothing else has at either, so that all of a colour can be solved side by
//! side.

use alloc::vec::Vec;

/// How many contacts are solved side by side: as many floats as the narrowest of wide registers have. One after the other gives the same
/// bits, by half the code.
pub(super) const WIDE: usize = if cfg!(bumper_small) { 1 } else { 4 };

/// How many colours there are. Where they run out, contacts are solved one by one.
pub(super) const COLOURS: usize = 32;

/// The colours of two bodies that both are moved: those above are left to contacts with what stands, which come last, so that
/// what lies on the ground is in it least.
const INNER: u32 = (1 << 24) - 1;

/// Marks a lane that is empty.
pub(super) const NONE: u32 = u32::MAX;

/// Where something is while it is solved: the colour after the last is that of what has none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seat {
    pub(super) colour: usize,
    /// Which of the two lists of the colour.
    pub(super) list: usize,
    pub(super) block: usize,
    pub(super) lane: usize,
}

/// The seats that are taken: which colours each body has, and how many seats of each colour are taken.
#[derive(Debug, Default)]
pub(super) struct Seats {
    used: Vec<u32>,
    moved: usize,
    taken: [[usize; 2]; COLOURS],
    rest: usize,
}

impl Seats {
    /// None is taken, by so many bodies of which the first are moved.
    pub(super) fn begin(&mut self, bodies: usize, moved: usize) {
        self.used.clear();
        self.used.resize(bodies, 0);
        (self.moved, self.taken, self.rest) = (moved, [[0; 2]; COLOURS], 0);
    }

    /// The place of the body that stands for all that do not move.
    pub(super) fn still(&self) -> u32 {
        self.moved as u32
    }

    /// Finds a seat for what joins two bodies, at these places, in one of the two lists that a colour has: the same for the same things in the
    /// same order.
    pub(super) fn seat(&mut self, places: [u32; 2], list: usize) -> Seat {
        let [a, b] = places.map(|place| place as usize);
        let moves = [a < self.moved, b < self.moved];
        let used = |place: usize, moves: bool| if moves { self.used[place] } else { 0 };
        let both = moves[0] && moves[1];
        let free = !(used(a, moves[0]) | used(b, moves[1])) & if both { INNER } else { u32::MAX };
        if free == 0 {
            self.rest += 1;
            return Seat { colour: COLOURS, list, block: self.rest - 1, lane: 0 };
        }
        let colour = if both { free.trailing_zeros() } else { free.ilog2() };
        for (place, _) in [(a, moves[0]), (b, moves[1])].into_iter().filter(|(_, moves)| *moves) {
            self.used[place] |= 1 << colour;
        }
        let taken = &mut self.taken[colour as usize][list];
        *taken += 1;
        Seat { colour: colour as usize, list, block: (*taken - 1) / WIDE, lane: (*taken - 1) % WIDE }
    }
}

/// What is solved by colours: blocks of those that are solved side by side, and those for which there was no colour.
#[derive(Debug)]
pub(super) struct Coloured<F, S> {
    seats: Seats,
    colours: [Vec<F>; COLOURS],
    pub(super) rest: Vec<S>,
}

/// Where there is a place for something: in a lane of a block, or alone.
pub(super) enum Room<'r, F, S> {
    Beside(&'r mut F, usize),
    Alone(&'r mut S),
}

impl<F, S> Default for Coloured<F, S> {
    fn default() -> Self {
        Self { seats: Seats::default(), colours: [const { Vec::new() }; COLOURS], rest: Vec::new() }
    }
}

impl<F, S> Coloured<F, S> {
    /// Nothing, of so many bodies of which the first are moved.
    pub(super) fn begin(&mut self, bodies: usize, moved: usize) {
        self.seats.begin(bodies, moved);
        self.colours.iter_mut().for_each(Vec::clear);
        self.rest.clear();
    }

    /// Finds a place for what joins two bodies, in a block that is made where there is none: of the body that stands for all that do not
    /// move.
    pub(super) fn seat(
        &mut self,
        bodies: [u32; 2],
        several: impl FnOnce(u32) -> F,
        alone: impl FnOnce(u32) -> S,
    ) -> Room<'_, F, S> {
        let (seat, still) = (self.seats.seat(bodies, 0), self.seats.still());
        match self.colours.get_mut(seat.colour) {
            None => {
                self.rest.push(alone(still));
                Room::Alone(&mut self.rest[seat.block])
            }
            Some(blocks) => {
                if seat.lane == 0 {
                    blocks.push(several(still));
                }
                Room::Beside(&mut blocks[seat.block], seat.lane)
            }
        }
    }

    /// The blocks of each colour.
    pub(super) fn beside(&mut self) -> impl Iterator<Item = &mut Vec<F>> {
        self.colours.iter_mut().filter(|blocks| !blocks.is_empty())
    }
}
