//! Pictures of shapes that collide, or do not.

#![forbid(unsafe_code)]

use bumper::{Relation, Shape, Vector, YAxis};

/// What to draw.
#[derive(Clone, Debug)]
pub struct Picture<'a, const N: usize> {
    /// Which way the second axis goes.
    pub y: YAxis,
    /// The shapes, in drawing order.
    pub figures: Vec<Figure<'a, N>>,
    /// Where shapes meet.
    pub marks: Vec<Mark<N>>,
}

/// One shape.
#[derive(Clone, Debug)]
pub struct Figure<'a, const N: usize> {
    /// Its name.
    pub id: &'a str,
    /// Its parts, one or more.
    pub parts: Vec<Shape<'static, f64, N>>,
    /// Its strongest relation to any other shape.
    pub relation: Relation,
}

/// One contact.
#[derive(Clone, Debug)]
pub struct Mark<const N: usize> {
    /// Touching or overlapping.
    pub relation: Relation,
    /// Where they meet: up to 2 points in 2D, 4 in 3D.
    pub points: Vec<Vector<f64, N>>,
    /// The unit direction from the first shape to the second.
    pub normal: Vector<f64, N>,
    /// How far the second shape must move along it to touch only.
    pub depth: f64,
}
