//! The tests of the library from outside, in one program: what they share of it, for ten kinds of scene, is compiled once.

mod frames;
mod layers;
mod maps;
mod mutations;
mod stage;
