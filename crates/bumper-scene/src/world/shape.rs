//! How the objects of a scene are stored in a world.

use crate::model::Part;
use crate::number::Number;
use bumper::motion::Movable;
use bumper::{AsShape, ShapeBuf};
use std::fmt::Debug;

/// The type of the shapes in a [`SceneWorld`](crate::SceneWorld). Games use [`ShapeBuf`]: an object is one collider, and a compound is one
/// shape. [`Stage`](crate::Stage) uses [`Part`]: an object has a collider for each of its parts.
pub trait SceneShape<S: Number, const N: usize>: AsShape<S, N> + Movable<S, N> + Clone + Debug {
    /// The type of the shape of a mover.
    type Mover: Movable<S, N> + Clone + Debug;

    /// The shapes of the colliders of an object with these parts.
    fn colliders_of(parts: &[Part<S, N>]) -> Vec<Self>;

    /// The shape of a mover with these colliders.
    fn mover_of(colliders: Vec<Self>) -> Self::Mover;

    /// The shape of a collider of a mover; `index` is the index of the collider. `None` if there is no such collider.
    fn collider_of(mover: &Self::Mover, index: usize) -> Option<Self>;
}

impl<S: Number, const N: usize> SceneShape<S, N> for Part<S, N> {
    type Mover = Vec<Self>;

    fn colliders_of(parts: &[Part<S, N>]) -> Vec<Self> {
        parts.to_vec()
    }
    fn mover_of(colliders: Vec<Self>) -> Vec<Self> {
        colliders
    }
    fn collider_of(mover: &Vec<Self>, index: usize) -> Option<Self> {
        mover.get(index).cloned()
    }
}

impl<S: Number, const N: usize> SceneShape<S, N> for ShapeBuf<S, N> {
    type Mover = Self;

    fn colliders_of(parts: &[Part<S, N>]) -> Vec<Self> {
        let shapes: Vec<Self> = parts.iter().map(|part| part.shape().into()).collect();
        if shapes.len() == 1 { shapes } else { vec![Self::compound(shapes)] }
    }
    fn mover_of(mut colliders: Vec<Self>) -> Self {
        if colliders.len() == 1 { colliders.swap_remove(0) } else { Self::compound(colliders) }
    }
    fn collider_of(mover: &Self, index: usize) -> Option<Self> {
        (index == 0).then(|| mover.clone())
    }
}
