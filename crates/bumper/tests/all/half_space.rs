//! Half-spaces: every query against the heights of corners, computed in big integers or in `f64`.

mod answers;
mod bodies;
mod exact;
mod floats;
mod movers;
mod rays;
mod shapes;
mod worlds;

/// The number of random cases.
const CASES: usize = 1500;
