//! A scene of any scalar, with its contents in `f64`.

use super::DynJudge;
use crate::judge::Judge;
use crate::model::{Ray, Scene};
use crate::moves::Motion;
use crate::number::Number;
use crate::sketch::Sketch;
use bumper::{Aabb, Vector, YAxis};

/// What an object does while the scene runs.
///
/// ```
/// use bumper_scene::{ByDimension, Role};
/// let scene = bumper_scene::read(br#"{"bumper": 1, "shapes": [{"point": [1, 2], "move": {"jump": 40}}]}"#).unwrap();
/// let ByDimension::In2d(scene) = scene.as_dyn() else { panic!() };
/// assert_eq!(scene.role(0), Role::Player);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A shape that does not move and stops movers and bodies.
    Obstacle,
    /// An obstacle that stops movers only on one of its sides.
    OneWay,
    /// A mover that carries other movers, such as a lift.
    Carrier,
    /// A mover that the player controls with keys of the keyboard.
    Player,
    /// A mover that is neither a [`Carrier`](Self::Carrier) nor a [`Player`](Self::Player).
    Mover,
    /// A rigid body: dynamic, kinematic or static.
    Body,
}

/// A scene of any scalar, with its contents in `f64`. Objects are given by their indices, which must be less than [`len`](Self::len).
pub trait DynScene<const N: usize>: Sync {
    /// The queries on all pairs of objects, see [`Judge`].
    fn judge(&self) -> Box<dyn DynJudge<N> + '_>;
    /// The number of objects.
    fn len(&self) -> usize;
    /// Whether the scene has no objects.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Whether y points up or down.
    fn y(&self) -> YAxis;
    /// The box that movers and bodies do not leave; `None` if they are not confined.
    fn bounds(&self) -> Option<Aabb<f64, N>>;
    /// The duration of a frame (one step of the simulation), in seconds. A scene may choose another unit of time, see [`Scene::time_step`].
    fn time_step(&self) -> f64;
    /// The id of an object.
    fn id(&self, object: usize) -> &str;
    /// The velocity of an object in its initial state.
    fn velocity(&self, object: usize) -> Vector<f64, N>;
    /// What an object does while the scene runs.
    fn role(&self, object: usize) -> Role;
    /// The number of parts of an object.
    fn part_count(&self, object: usize) -> usize;
    /// The parts of an object in its initial state, for drawing. A [`Sketch`] has fewer kinds of shapes than a scene, so the parts are
    /// converted.
    fn sketches(&self, object: usize) -> Vec<Sketch<N>>;
    /// The rays of the scene.
    fn rays(&self) -> Vec<Ray<f64, N>>;
    /// For each joint, the indices of the two objects that it connects.
    fn joined(&self) -> Vec<[usize; 2]>;
}

impl<S: Number, const N: usize> DynScene<N> for Scene<S, N> {
    fn judge(&self) -> Box<dyn DynJudge<N> + '_> {
        Box::new(Judge::new(self))
    }

    fn len(&self) -> usize {
        self.objects.len()
    }

    fn y(&self) -> YAxis {
        self.y
    }

    fn bounds(&self) -> Option<Aabb<f64, N>> {
        self.bounds.map(|b| Aabb::new(b.min().map(S::to_f64), b.max().map(S::to_f64)))
    }

    fn time_step(&self) -> f64 {
        self.time_step
    }

    fn id(&self, object: usize) -> &str {
        &self.objects[object].id
    }

    fn velocity(&self, object: usize) -> Vector<f64, N> {
        self.objects[object].velocity.map(S::to_f64)
    }

    fn role(&self, object: usize) -> Role {
        let object = &self.objects[object];
        match &object.motion {
            Motion::Mover(moves) if moves.carries => Role::Carrier,
            Motion::Mover(moves) if moves.arrows != Vector::ZERO || moves.jump.is_some() => Role::Player,
            Motion::Mover(_) => Role::Mover,
            Motion::Body(_) => Role::Body,
            Motion::Still if object.one_way.is_some() => Role::OneWay,
            Motion::Still => Role::Obstacle,
        }
    }

    fn part_count(&self, object: usize) -> usize {
        self.objects[object].parts.len()
    }

    fn sketches(&self, object: usize) -> Vec<Sketch<N>> {
        self.parts_of(&self.objects[object]).iter().flat_map(|part| Sketch::of(&part.shape())).collect()
    }

    fn rays(&self) -> Vec<Ray<f64, N>> {
        let plain = |ray: &Ray<S, N>| Ray {
            id: ray.id.clone(),
            from: ray.from.map(S::to_f64),
            direction: ray.direction,
            max: ray.max,
        };
        self.rays.iter().map(plain).collect()
    }

    fn joined(&self) -> Vec<[usize; 2]> {
        self.joints.iter().map(|joint| [joint.a, joint.b]).collect()
    }
}
