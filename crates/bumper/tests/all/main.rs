//! The integration tests in one program, so that code that they share is compiled only once. Tests that need no feature are in
//! `tests/bare/`, which is a separate program in builds without a heap.
#![cfg(all(feature = "alloc", any(feature = "std", feature = "libm")))]

mod batch;
mod boxes;
mod broad_phase;
mod compound_parts;
mod compounds;
#[path = "../bare/contact.rs"]
mod contact;
mod containment;
mod convex;
mod dynamics;
mod dynamics_changes;
mod dynamics_conserved;
mod dynamics_continuous;
mod dynamics_events;
mod dynamics_fast;
mod dynamics_ground_forms;
mod dynamics_hostile;
mod dynamics_impacts;
mod dynamics_joint_changes;
mod dynamics_joint_frames;
mod dynamics_joint_levers;
#[cfg(feature = "serde")]
mod dynamics_joint_saves;
mod dynamics_joints;
mod dynamics_limits;
mod dynamics_lives;
#[cfg(feature = "serde")]
mod dynamics_lockstep;
mod dynamics_mass_center;
mod dynamics_movers;
mod dynamics_piles;
mod dynamics_planks;
mod dynamics_queries;
mod dynamics_reference;
mod dynamics_rooms;
mod dynamics_rules;
mod dynamics_saves;
mod dynamics_scenes;
mod dynamics_sleep;
mod dynamics_springs;
mod dynamics_stand;
mod dynamics_toy;
mod dynamics_turns;
mod dynamics_waking;
mod ellipse;
#[path = "../bare/exact.rs"]
mod exact;
#[path = "../bare/exhaustive.rs"]
mod exhaustive;
mod fitting;
#[path = "../bare/floats.rs"]
mod floats;
mod half_space;
mod handbook;
#[path = "../bare/invariants.rs"]
mod invariants;
mod jump;
mod mask_range_limits;
mod masks;
mod measures;
mod motion;
mod mover_belts;
mod mover_bodies;
mod mover_changes;
mod mover_ground;
mod mover_simulation;
mod mover_slopes;
mod mover_stairs;
mod mover_steep_walls;
#[path = "../bare/oracle.rs"]
mod oracle;
mod owned_shapes;
mod part_trees;
mod parts;
mod peer_regressions;
mod pixels;
mod platform_order;
#[cfg(feature = "serde")]
mod platformer;
mod platforms;
mod pygame;
#[path = "../bare/ray.rs"]
mod ray;
mod ray_edges;
mod ray_edges_3d;
mod region_cuts;
mod region_laws;
mod relations_2d;
mod relations_3d;
#[path = "../bare/solids.rs"]
mod solids;
mod splitting;
#[cfg(feature = "serde")]
mod state_hashes;
#[path = "../bare/sweep.rs"]
mod sweep;
mod tracing;
mod tree;
mod tutorials;
mod walking;
mod world;
mod world_cases;
mod world_mover;
