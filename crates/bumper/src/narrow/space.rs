//! Convex shapes in space.
