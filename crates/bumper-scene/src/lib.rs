//! Reads scene files and Tiled and LDtk maps, finds the intersecting pairs of shapes ([`Judge`]) and simulates movers and bodies
//! ([`Stage`]).
//!
//! ```
//! use bumper_scene::{Judge, with_scene};
//!
//! let scene = bumper_scene::read(br#"{
//!     "bumper": 1,
//!     "scalar": "i16",
//!     "shapes": [
//!         { "id": "wall", "box": { "top_left": [300, 40], "size": [40, 400] } },
//!         { "id": "dot",  "ball": { "center": [290, 200], "radius": 10 } }
//!     ]
//! }"#).unwrap();
//! with_scene!(&scene, scene => {
//!     Judge::new(scene).each_meeting(|pair| assert_eq!(pair.relation, bumper::Relation::Touching));
//! });
//! ```

#![forbid(unsafe_code)]

mod any_scene;
mod edit;
#[cfg(feature = "erased")]
mod erased;
mod fields;
mod files;
mod hints;
mod in_order;
mod judge;
mod keys;
mod kinds;
mod maps;
mod model;
mod moves;
mod node;
mod number;
mod obj;
mod picture;
mod read;
mod rigid;
mod simulation;
mod sketch;
mod stage;
mod world;

pub use edit::with_offsets;
#[cfg(feature = "erased")]
pub use erased::{
    AnyStage, ByDimension, DynJudge, DynScene, DynStage, MoverState, PairReport, PartOutline, Role,
};
pub use fields::Fault;
pub use in_order::in_order;
pub use judge::{Hit, Judge, Pair, Touch};
pub use keys::{KeyTrack, Keys};
pub use maps::{
    Choice, Image, LeftOut, Map, MapKind, Tile, TileLayer, map_as_scene, read_map, read_map_text,
};
pub use model::{AnyScene, Object, Part, Pixels, Ray, Scene};
pub use moves::{Motion, Moves};
pub use number::Number;
pub use picture::Picture;
#[cfg(feature = "pictures")]
pub use picture::limits;
pub use read::{kind_of, read, read_as, read_as_in, read_in};
pub use rigid::{Joined, Rigid};
pub use simulation::{SceneSimulation, SimulationState};
pub use sketch::Sketch;
pub use stage::{BodyState, Stage, StageState, Touching};
pub use world::{SceneShape, SceneWorld, StageHit, WorldState};

/// The examples of the page on maps in games, as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/from-a-map-to-your-game.md")]
pub struct MapToGamePage;
