//! Convex shapes on a plane.
