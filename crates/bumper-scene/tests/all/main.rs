//! The integration tests in one program, so that the code that they share, for ten kinds of scene, is compiled once.

mod body_rules;
mod drawn_tiles;
mod frames;
mod games;
mod layers;
mod ldtk;
mod levels;
mod lifts;
mod map_files;
mod maps;
mod mutations;
mod riders;
mod solid_words;
mod stage;
