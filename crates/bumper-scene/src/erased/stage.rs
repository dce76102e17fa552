//! A running scene of any scalar, with results in `f64`.

use super::DynScene;
use crate::keys::Keys;
use crate::model::Part;
use crate::number::Number;
use crate::sketch::Sketch;
use crate::stage::{BodyState, Stage, Touching};
use crate::world::StageHit;
use bumper::world::Collider;
use bumper::{Aabb, HalfSpace, Relate, Relation, Shape, Vector, debug};

/// The state of a mover after a frame, in `f64`.
///
/// ```
/// use bumper_scene::ByDimension;
/// let scene = bumper_scene::read(br#"{"bumper": 1, "shapes": [{"point": [1, 2], "move": {}}]}"#).unwrap();
/// let ByDimension::In2d(stage) = scene.into_dyn_stage().unwrap() else { panic!() };
/// assert_eq!(stage.mover_state(0).unwrap().moved, [0.0, 0.0].into());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoverState<const N: usize> {
    /// The displacement of the mover from its initial position.
    pub moved: Vector<f64, N>,
    /// The velocity at the end of the frame, in units of length per second.
    pub velocity: Vector<f64, N>,
    /// Whether the mover stands on something.
    pub is_grounded: bool,
}

/// The outline of a part of an object, for a renderer that draws lines.
///
/// ```
/// use bumper_scene::{ByDimension, PartOutline};
/// let scene = bumper_scene::read(br#"{"bumper": 1, "shapes": [{"point": [1, 2]}]}"#).unwrap();
/// let ByDimension::In2d(stage) = scene.into_dyn_stage().unwrap() else { panic!() };
/// stage.each_outline(0, &mut |part| assert_eq!(*part, PartOutline::Point([1.0, 2.0].into())));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum PartOutline<const N: usize> {
    /// A point.
    Point(Vector<f64, N>),
    /// An axis-aligned box in 2D.
    Aabb(Aabb<f64, N>),
    /// The lines from [`bumper::debug::outline`], each given by its two ends. They form closed convex loops. In 2D, each convex part of the
    /// shape has one loop; that of a half-space is a square near the area to show. In 3D, it has three: its outlines as seen along the x, y and z axis. The lines of a loop follow each other, and
    /// each begins where the previous one ends.
    Lines(Vec<[Vector<f64, N>; 2]>),
}

impl<const N: usize> PartOutline<N> {
    /// Calls `each` with the two ends of every line of the outline. A point has no lines, and a box has four.
    ///
    /// ```
    /// let part = bumper_scene::PartOutline::Aabb(bumper::Aabb::new([0.0, 0.0], [4.0, 3.0]));
    /// let mut length = 0.0;
    /// part.each_line(&mut |from, to| length += (to - from).length());
    /// assert_eq!(length, 14.0);
    /// ```
    pub fn each_line(&self, each: &mut dyn FnMut(Vector<f64, N>, Vector<f64, N>)) {
        match self {
            PartOutline::Point(_) => {}
            PartOutline::Aabb(aabb) => debug::outline(*aabb, each),
            PartOutline::Lines(lines) => lines.iter().for_each(|[from, to]| each(*from, *to)),
        }
    }
}

/// A running scene of any scalar, with results in `f64`: see [`Stage`].
pub trait DynStage<const N: usize> {
    /// The scene in its initial state.
    fn scene(&self) -> &dyn DynScene<N>;
    /// A copy of the running scene.
    fn boxed_clone(&self) -> Box<dyn DynStage<N>>;
    /// Runs one frame (time step) while the player holds the keys `keys`.
    fn step(&mut self, keys: Keys);
    /// The number of frames that have been run.
    fn frame(&self) -> u64;
    /// The indices of the movers, in the order of the file.
    fn movers(&self) -> Vec<usize>;
    /// The state of a mover; `None` for objects that are not movers.
    fn mover_state(&self, object: usize) -> Option<MoverState<N>>;
    /// The hits of a mover in the last frame, sorted by their time within the frame. Empty for objects that are not movers.
    fn hits(&self, object: usize) -> &[StageHit<N>];
    /// The indices of the dynamic and kinematic bodies, in the order of the file.
    fn bodies(&self) -> Vec<usize>;
    /// The state of a dynamic or kinematic body; `None` for other objects.
    fn body(&self, object: usize) -> Option<BodyState>;
    /// The contact points of all touching bodies after the last frame.
    fn touching(&self) -> Vec<Touching>;
    /// The AABB of an object at its current position; `None` if it has no AABB.
    fn aabb(&self, object: usize) -> Option<Aabb<f64, N>>;
    /// The center of the AABB of an object at its current position; `None` if it has no AABB.
    fn center(&self, object: usize) -> Option<Vector<f64, N>>;
    /// The area to show: the bounds of the scene, or the AABB of all objects if the scene has no bounds.
    fn extent(&self) -> Aabb<f64, N>;
    /// The parts of an object at its current position, converted to the few kinds of shapes of [`Sketch`], for code that draws them.
    fn sketches(&self, object: usize) -> Vec<Sketch<N>>;
    /// Calls `each` with the outline of each part of an object at its current position.
    fn each_outline(&self, object: usize, each: &mut dyn FnMut(&PartOutline<N>));
    /// Calls `each` with every bounding box in the tree of the broad phase: the boxes of the inner nodes, and one for each part of an
    /// object. The box of a part is slightly larger than the part, because it is rounded outwards.
    fn each_aabb(&self, each: &mut dyn FnMut(Aabb<f64, N>));
    /// Calls `line` with the two ends of an arrow for each contact point of this object with another object. The arrow starts at the
    /// contact point. It has the given length, and points along the contact normal, from the other object to this one.
    fn each_contact(&self, object: usize, length: f64, line: &mut dyn FnMut(Vector<f64, N>, Vector<f64, N>));
    /// Looks for parts of other objects that a part of this object touches or overlaps, all at their current positions. Calls `each` for
    /// every such pair of parts, with the index of the other object and the relation of the two parts.
    fn each_meeting(&self, object: usize, each: &mut dyn FnMut(usize, Relation));
    /// Whether a position lies in this object or on its boundary. The position is first rounded to the scalar of the scene.
    fn is_at(&self, object: usize, at: Vector<f64, N>) -> bool;
    /// Moves an object by an offset and ignores collisions. The offset is first rounded to the scalar of the scene. Returns the rounded
    /// offset, or zero if the object cannot be moved, see [`Stage::drag`].
    fn drag(&mut self, object: usize, by: Vector<f64, N>) -> Vector<f64, N>;
    /// Attaches a mouse joint to a point of a dynamic body. Returns false if the object is not a dynamic body.
    fn grab(&mut self, object: usize, at: [f64; 2]) -> bool;
    /// Sets the position in the scene to which the mouse joint pulls the grabbed body.
    fn pull(&mut self, to: [f64; 2]);
    /// Releases the grabbed body by removing the mouse joint.
    fn let_go(&mut self);
}

impl<S: Number, const N: usize> DynStage<N> for Stage<S, N> {
    fn scene(&self) -> &dyn DynScene<N> {
        Stage::scene(self)
    }

    fn boxed_clone(&self) -> Box<dyn DynStage<N>> {
        Box::new(self.clone())
    }

    fn step(&mut self, keys: Keys) {
        Stage::step(self, keys);
    }

    fn frame(&self) -> u64 {
        Stage::frame(self)
    }

    fn movers(&self) -> Vec<usize> {
        Stage::movers(self).collect()
    }

    fn mover_state(&self, object: usize) -> Option<MoverState<N>> {
        self.mover(object).map(|mover| MoverState {
            moved: mover.position().map(S::to_f64),
            velocity: mover.velocity.map(S::to_f64),
            is_grounded: mover.is_grounded(),
        })
    }

    fn hits(&self, object: usize) -> &[StageHit<N>] {
        Stage::hits(self, object)
    }

    fn bodies(&self) -> Vec<usize> {
        Stage::bodies(self).collect()
    }

    fn body(&self, object: usize) -> Option<BodyState> {
        Stage::body(self, object)
    }

    fn touching(&self) -> Vec<Touching> {
        Stage::touching(self)
    }

    fn aabb(&self, object: usize) -> Option<Aabb<f64, N>> {
        Stage::aabb(self, object)
    }

    fn center(&self, object: usize) -> Option<Vector<f64, N>> {
        Stage::center(self, object)
    }

    fn extent(&self) -> Aabb<f64, N> {
        Stage::extent(self)
    }

    fn sketches(&self, object: usize) -> Vec<Sketch<N>> {
        self.parts(object).flat_map(|part| Sketch::of(&part.shape())).collect()
    }

    fn each_outline(&self, object: usize, each: &mut dyn FnMut(&PartOutline<N>)) {
        for part in self.parts(object) {
            each(&match part.shape() {
                Shape::Point(at) => PartOutline::Point(at.map(S::to_f64)),
                Shape::Aabb(b) if N == 2 => {
                    PartOutline::Aabb(Aabb::new(b.min().map(S::to_f64), b.max().map(S::to_f64)))
                }
                Shape::HalfSpace(half_space) if N == 2 => {
                    PartOutline::Lines(near(half_space, &self.extent()))
                }
                shape => {
                    let mut lines = Vec::new();
                    debug::outline(shape, &mut |from, to| lines.push([from, to]));
                    PartOutline::Lines(lines)
                }
            });
        }
    }

    fn each_aabb(&self, each: &mut dyn FnMut(Aabb<f64, N>)) {
        self.world().each_aabb(|b| each(Aabb::new(b.min().map(f64::from), b.max().map(f64::from))));
    }

    fn each_contact(&self, object: usize, length: f64, line: &mut dyn FnMut(Vector<f64, N>, Vector<f64, N>)) {
        each_intersecting_part(self, object, &mut |part, other, _| {
            debug::contact(other.shape.shape(), part.shape(), length, line);
        });
    }

    fn each_meeting(&self, object: usize, each: &mut dyn FnMut(usize, Relation)) {
        each_intersecting_part(self, object, &mut |_, other, relation| each(other.data as usize, relation));
    }

    fn is_at(&self, object: usize, at: Vector<f64, N>) -> bool {
        let Some(point) = rounded::<S, N>(at) else { return false };
        // The program contains the function `relation` for these types anyway: it tests pairs of parts. So this call adds no code.
        self.parts(object).any(|part| part.shape().relation(&point) != Relation::Apart)
    }

    fn drag(&mut self, object: usize, by: Vector<f64, N>) -> Vector<f64, N> {
        let by = by.map(|c| S::nearest(c).unwrap_or_default());
        if Stage::drag(self, object, by) { by.map(S::to_f64) } else { Vector::ZERO }
    }

    fn grab(&mut self, object: usize, at: [f64; 2]) -> bool {
        Stage::grab(self, object, at)
    }

    fn pull(&mut self, to: [f64; 2]) {
        Stage::pull(self, to);
    }

    fn let_go(&mut self) {
        Stage::let_go(self);
    }
}

/// The outline of the part of a half-space in 2D that is near an area: a square that is four times as large as the area.
fn near<S: Number, const N: usize>(
    half_space: HalfSpace<S, N>,
    area: &Aabb<f64, N>,
) -> Vec<[Vector<f64, N>; 2]> {
    let normal = half_space.normal().map(S::to_f64);
    let normal = normal.scaled(1.0 / normal.length());
    let point = half_space.point().map(S::to_f64);
    let middle = area.min().zip(area.max(), |a, b| a * 0.5 + b * 0.5);
    let foot = middle - normal.scaled((middle - point).dot(normal));
    let reach = 2.0 * ((area.max() - area.min()).length() + (foot - middle).length()).max(1.0);
    let along = Vector::ZERO.with(0, -normal[N - 1] * reach).with(N - 1, normal[0] * reach);
    let down = normal.scaled(-2.0 * reach);
    let corners = [foot - along, foot - along + down, foot + along + down, foot + along];
    (0..4).map(|k| [corners[k], corners[(k + 1) % 4]]).collect()
}

/// A function that is called with a part of an object, a collider that the part touches or overlaps, and the relation of the two.
type IntersectingPartVisitor<'a, S, const N: usize> =
    &'a mut dyn FnMut(&Part<S, N>, &Collider<Part<S, N>>, Relation);

/// Calls `each` for every pair of a part of an object and a part of another object that touch or overlap. The second part is passed as its
/// collider in the world, whose user data is the index of the other object.
fn each_intersecting_part<S: Number, const N: usize>(
    stage: &Stage<S, N>,
    object: usize,
    each: IntersectingPartVisitor<S, N>,
) {
    let world = stage.world();
    for part in stage.parts(object) {
        let is_other = |_, collider: &Collider<_>| collider.data != object as u64;
        world.each_intersecting(part.shape(), is_other, |id, relation| {
            if relation != Relation::Apart
                && let Some(other) = world.get(id)
            {
                each(part, other, relation);
            }
        });
    }
}

/// Rounds a position to the scalar. Returns `None` if it is out of the range of the scalar.
fn rounded<S: Number, const N: usize>(at: Vector<f64, N>) -> Option<Vector<S, N>> {
    let is_in_range = at.0.iter().all(|c| S::nearest(*c).is_some());
    is_in_range.then(|| at.map(|c| S::nearest(c).unwrap_or_default()))
}
