//! The tests of the library from outside, in one program: what they share of it, for ten kinds of scene, is compiled once.

mod drawn_tiles;
mod frames;
mod layers;
mod ldtk;
mod map_files;
mod maps;
mod mutations;
mod solid_words;
mod stage;
