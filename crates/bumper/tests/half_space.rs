//! Half-spaces: every query against the heights of corners, computed in big integers or in `f64`.

#[path = "all/half_space/answers.rs"]
mod answers;
#[path = "all/half_space/bodies.rs"]
mod bodies;
#[path = "all/half_space/exact.rs"]
mod exact;
#[path = "all/half_space/floats.rs"]
mod floats;
#[path = "all/half_space/movers.rs"]
mod movers;
#[path = "all/half_space/rays.rs"]
mod rays;
#[path = "all/half_space/shapes.rs"]
mod shapes;
#[path = "all/half_space/worlds.rs"]
mod worlds;

/// The number of random cases.
const CASES: usize = 1500;
