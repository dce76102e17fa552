//! The rigid bodies of a scene that runs, among its movers.

use super::{Part, Stage};
use crate::fields::{Fault, Read, fault, quoted};
use crate::model::{Object, Scene};
use crate::moves::Motion;
use crate::number::Number;
use bumper::dynamics::{
    Bodies, Body, BodyId, Drive, Hold, Joint, JointId, Kind, Motor, Solid, Spring, State,
};
use bumper::motion::Response;
use bumper::scalar::{Real, Scalar};
use bumper::{Aabb, OrientedBox, Pose, Region, Rotation, Shape, Sprite, Vector, YAxis};
use std::any::Any;

/// A rigid body of a scene in a frame.
///
/// ```
/// use bumper_scene::{AnyScene, Keys, Stage};
/// let text = br#"{"bumper": 1, "scalar": "f64", "shapes": [
///     {"ball": {"center": [0, 8], "radius": 1}, "body": {"spin": 90}}
/// ]}"#;
/// let Ok(AnyScene::F64x2(scene)) = bumper_scene::read(text) else { panic!() };
/// let mut stage = Stage::new(scene).unwrap();
/// (0..300).for_each(|_| stage.step(Keys::default()));
/// assert!((stage.body(0).unwrap().angle - 450.0).abs() < 0.001);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyState {
    /// How far its centre of mass is from where it was at the start.
    pub moved: [f64; 2],
    /// The whole turn since then, in degrees.
    pub angle: f64,
    /// The velocity of the centre of mass.
    pub velocity: [f64; 2],
    /// Degrees in each second.
    pub spin: f64,
    /// Whether it rests.
    pub asleep: bool,
}

/// A point where two bodies touch.
///
/// ```
/// use bumper_scene::Touching;
/// let touch = Touching { point: [0.0, 0.0], normal: [0.0, 1.0], impulse: 2.0 };
/// assert!(touch.impulse > 0.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touching {
    /// Where.
    pub point: [f64; 2],
    /// From the first to the second.
    pub normal: [f64; 2],
    /// Of the last frame.
    pub impulse: f64,
}

/// The bodies in the float of the scene.
#[derive(Clone, Debug)]
pub(super) enum Physics {
    #[cfg(feature = "single")]
    Single(Box<Set<f32>>),
    #[cfg(any(feature = "double", not(feature = "single")))]
    Double(Box<Set<f64>>),
}

/// Runs an expression with the bodies, whatever their float.
macro_rules! with_set {
    ($physics:expr, $set:ident => $body:expr) => {
        match $physics {
            #[cfg(feature = "single")]
            Physics::Single($set) => $body,
            #[cfg(any(feature = "double", not(feature = "single")))]
            Physics::Double($set) => $body,
        }
    };
}

#[derive(Clone, Debug)]
pub(super) struct Set<R: Real + Number> {
    bodies: Bodies<R>,
    /// The bodies that objects are, and how those that are drawn where they move were at the start.
    ids: Vec<Option<BodyId>>,
    moved: Vec<Option<Start<R>>>,
    /// Where the movers were before the frame.
    before: Vec<(usize, Vector<f64, 2>)>,
    step: R,
    /// What a hand holds.
    hand: Option<JointId>,
    /// The first body of all: what a hand is joined to.
    anchor: BodyId,
}

#[derive(Clone, Debug)]
struct Start<R: Number> {
    center: Vector<R, 2>,
    parts: Vec<Part<R, 2>>,
}

impl Physics {
    /// The bodies of a scene; `None` where it has none.
    pub(super) fn new<S: Number, const N: usize>(scene: &Scene<S, N>) -> Read<Option<Self>> {
        if !scene.objects.iter().any(|object| matches!(object.motion, Motion::Body(_))) {
            return Ok(None);
        }
        let scene: &dyn Any = scene;
        #[cfg(feature = "single")]
        if let Some(scene) = scene.downcast_ref::<Scene<f32, 2>>() {
            return Set::new(scene).map(|set| Some(Self::Single(Box::new(set))));
        }
        #[cfg(any(feature = "double", not(feature = "single")))]
        if let Some(scene) = scene.downcast_ref::<Scene<f64, 2>>() {
            return Set::new(scene).map(|set| Some(Self::Double(Box::new(set))));
        }
        fault("bodies are for 2 dimensions and the scalars f32 and f64")
    }
}

impl<R: Real + Number> Set<R> {
    fn new(scene: &Scene<R, 2>) -> Read<Self> {
        let mut bodies = Bodies::new(scene.gravity);
        // A hand is joined to something that is not in the way of anything.
        let far =
            Solid { layers: 0, filter: 0, ..Solid::new(Aabb::new([R::default(); 2], [R::from_f64(1.0); 2])) };
        let anchor = Body { kind: Kind::Static, ..Body::default() };
        let anchor = bodies
            .add(&anchor, &[far])
            .map_err(|refusal| Fault { place: String::new(), reason: refusal.to_string() })?;
        let count = scene.objects.len();
        let mut set = Self {
            bodies,
            ids: vec![None; count],
            moved: vec![None; count],
            before: Vec::new(),
            step: R::from_f64(scene.time_step),
            hand: None,
            anchor,
        };
        if let Some(bounds) = scene.bounds {
            set.wall_in(&bounds);
        }
        for (place, object) in scene.objects.iter().enumerate() {
            set.add(scene, place, object).or_else(|reason| super::at(place, &object.id, &reason))?;
        }
        for (place, joint) in scene.joints.iter().enumerate() {
            let ids = [joint.a, joint.b].map(|object| set.ids[object]);
            let joined = match ids {
                [Some(a), Some(b)] => {
                    let joint = Joint { a, b, hold: hold_of(&joint.hold), collide: joint.collide };
                    set.bodies.join(&joint).map_err(|refusal| refusal.to_string())
                }
                _ => Err("a shape that it joins passes through all others".into()),
            };
            joined.map_err(|reason| Fault {
                place: format!("joints[{place}] {}", quoted(&joint.id)),
                reason,
            })?;
        }
        Ok(set)
    }

    /// Puts walls around bounds, as thick as these are long.
    fn wall_in(&mut self, bounds: &Aabb<R, 2>) {
        let (low, high) = (bounds.min(), bounds.max());
        let size = high - low;
        let thick = Vector::splat(if size[0] < size[1] { size[1] } else { size[0] });
        let (far, end) = (low - thick, high + thick);
        let walls = [
            Aabb::new([far[0], far[1]], [end[0], low[1]]),
            Aabb::new([far[0], high[1]], [end[0], end[1]]),
            Aabb::new([far[0], low[1]], [low[0], high[1]]),
            Aabb::new([high[0], low[1]], [end[0], high[1]]),
        ];
        let still = Body { kind: Kind::Static, data: u64::MAX, ..Body::default() };
        // Bounds without an inside hold nothing.
        let _ = self.bodies.add(&still, &walls.map(Solid::new));
    }

    /// Makes a body of an object, and keeps its parts as they are at the start.
    fn add(&mut self, scene: &Scene<R, 2>, place: usize, object: &Object<R, 2>) -> Result<(), String> {
        let degree = R::from_f64(std::f64::consts::PI / 180.0);
        let parts = scene.parts_of(object);
        let shapes: Vec<_> = parts.iter().map(Part::shape).collect();
        let mut solids: Vec<_> = shapes.iter().map(|shape| Solid::new(*shape)).collect();
        let mut body = Body { data: place as u64, ..Body::default() };
        match &object.motion {
            Motion::Still => body.kind = Kind::Static,
            Motion::Mover(moves) => {
                if moves.response == Response::Cross {
                    return Ok(());
                }
                body.kind = Kind::Kinematic;
            }
            Motion::Body(rigid) => {
                body = Body {
                    kind: rigid.kind,
                    velocity: if rigid.kind == Kind::Static { Vector::default() } else { object.velocity },
                    spin: rigid.spin * degree,
                    gravity_scale: rigid.gravity_scale,
                    linear_damping: rigid.linear_damping,
                    angular_damping: rigid.angular_damping,
                    fixed_rotation: rigid.fixed_rotation,
                    ..body
                };
                for solid in &mut solids {
                    solid.density = rigid.density;
                    solid.friction = rigid.friction;
                    solid.restitution = rigid.restitution;
                }
            }
        }
        let id = match self.bodies.add(&body, &solids) {
            Ok(id) => id,
            // A mover without an area pushes nothing.
            Err(_) if matches!(object.motion, Motion::Mover(_)) => return Ok(()),
            Err(refusal) => return Err(refusal.to_string()),
        };
        self.ids[place] = Some(id);
        if matches!(object.motion, Motion::Body(_)) && body.kind != Kind::Static {
            let center = self.bodies.state(id).map(|state| state.center).unwrap_or_default();
            self.moved[place] = Some(Start { center, parts: parts.to_vec() });
        }
        Ok(())
    }

    fn state(&self, object: usize) -> Option<(State<R>, &Start<R>)> {
        let start = self.moved.get(object)?.as_ref()?;
        Some((self.bodies.state(self.ids[object]?)?, start))
    }

    fn told(&self, object: usize) -> Option<BodyState> {
        let (state, start) = self.state(object)?;
        let degrees = R::from_f64(180.0 / std::f64::consts::PI);
        Some(BodyState {
            moved: (state.center - start.center).map(Scalar::to_f64).0,
            angle: Scalar::to_f64(state.angle * degrees),
            velocity: state.velocity.map(Scalar::to_f64).0,
            spin: Scalar::to_f64(state.spin * degrees),
            asleep: state.asleep,
        })
    }

    /// Gives what a mover runs into, against its normal, at least the speed of the mover.
    fn push(&mut self, object: usize, normal: Vector<f64, 2>, velocity: Vector<f64, 2>) {
        let Some(id) = self.ids[object] else { return };
        let Some(state) = self.bodies.state(id).filter(|state| state.kind == Kind::Dynamic) else { return };
        let real = |v: Vector<f64, 2>| v.map(R::from_f64);
        let (way, wanted) = (real(normal).map(|c| -c), real(velocity));
        let gravity = self.bodies.gravity;
        // What it stands on bears it as the ground does.
        let up = -way.dot(gravity);
        if up < R::default() && up * up * R::from_f64(2.0) > gravity.dot(gravity) {
            return;
        }
        let more = wanted.dot(way) - state.velocity.dot(way);
        if more > R::default() {
            // Numbers that can be taken: they come from others that were.
            let _ = self.bodies.set_velocity(id, state.velocity + way.scaled(more), state.spin);
        }
    }

    /// Lets the bodies that movers are go their ways, and all others with them.
    fn step(&mut self, now: impl Fn(usize) -> Option<Vector<f64, 2>>) {
        let real = |v: Vector<f64, 2>| v.map(R::from_f64);
        for (object, was) in core::mem::take(&mut self.before) {
            let (Some(id), Some(now)) = (self.ids[object], now(object)) else { continue };
            let Some(state) = self.bodies.state(id) else { continue };
            let velocity = real(now - was).map(|c| c / self.step);
            if velocity != state.velocity || velocity != Vector::default() {
                let pose = Pose::new(Rotation::identity(), real(was));
                let zero = R::default();
                let put = self.bodies.set_pose(id, &pose);
                let _ = put.and_then(|()| self.bodies.set_velocity(id, velocity, zero));
            }
        }
        self.bodies.step(self.step);
    }

    /// The parts of an object where they are now; `None` where it rests or does not move.
    fn parts_of(&self, object: usize) -> Option<Vec<Part<R, 2>>> {
        let (state, start) = self.state(object)?;
        (!state.asleep).then(|| start.parts.iter().map(|part| placed(part, &state.pose)).collect())
    }

    fn touching(&self) -> Vec<Touching> {
        let touch = |event: bumper::dynamics::Event<R>| {
            let normal = event.normal.map(Scalar::to_f64).0;
            let touch = move |touch: bumper::dynamics::Touch<R>| Touching {
                point: touch.point.map(Scalar::to_f64).0,
                normal,
                impulse: Scalar::to_f64(touch.impulse),
            };
            event.points().map(touch).collect::<Vec<_>>()
        };
        self.bodies.events().flat_map(touch).collect()
    }

    fn grab(&mut self, object: usize, at: [f64; 2]) -> bool {
        self.let_go();
        let at: Vector<R, 2> = Vector(at).map(R::from_f64);
        let Some((state, _)) = self.state(object).filter(|(state, _)| state.kind == Kind::Dynamic) else {
            return false;
        };
        let Some(b) = self.ids[object] else { return false };
        let gravity = self.bodies.gravity;
        // Strong enough for what is a hundred times as heavy, and for where nothing falls.
        let weight = Real::sqrt(gravity.dot(gravity))
            + Real::sqrt(state.inertia / state.mass) / (self.step * self.step);
        let spring = Spring { hertz: R::from_f64(0.08) / self.step, damping: R::from_f64(0.7) };
        let max_force = state.mass * weight * R::from_f64(100.0);
        let hold = Hold::Mouse { at, spring, max_force };
        self.hand = self.bodies.join(&Joint { a: self.anchor, b, hold, collide: true }).ok();
        self.hand.is_some()
    }

    fn pull(&mut self, to: [f64; 2]) {
        if let Some(hand) = self.hand {
            let _ = self.bodies.set_target(hand, Vector(to).map(R::from_f64));
        }
    }

    fn let_go(&mut self) {
        if let Some(hand) = self.hand.take() {
            self.bodies.unjoin(hand);
        }
    }
}

/// A part of a body that has moved from where it was at the start.
fn placed<R: Real + Number>(part: &Part<R, 2>, pose: &Pose<R, 2>) -> Part<R, 2> {
    match part {
        Part::Polygon(region) => {
            let corners = region.corners().iter().map(|corner| pose.apply(*corner));
            // One that rounding has folded stays as it was: it is smaller than what can be seen.
            Region::new(corners).map_or_else(|_| part.clone(), |region| Part::Polygon(Box::new(region)))
        }
        // Masks have been cut into boxes; there are no hulls on a plane.
        other => other.plain().map_or_else(|| part.clone(), |shape| turned(shape, pose).into()),
    }
}

fn turned<R: Real + Number>(shape: Shape<'static, R, 2>, pose: &Pose<R, 2>) -> Shape<'static, R, 2> {
    use bumper::{Ball, Capsule, Ellipse, Segment, SquaredBall, Triangle};
    let at = |point: Vector<R, 2>| pose.apply(point);
    match shape {
        Shape::Point(point) => Shape::Point(at(point)),
        Shape::Ball(ball) => Ball::new(at(ball.center()), ball.radius()).into(),
        Shape::SquaredBall(ball) => SquaredBall::new(at(ball.center()), ball.radius_squared()).into(),
        Shape::Segment(segment) => Segment::new(at(segment.from()), at(segment.to())).into(),
        Shape::Triangle(triangle) => {
            let [a, b, c] = triangle.corners().map(at);
            Triangle::new(a, b, c).into()
        }
        Shape::Capsule(capsule) => {
            let spine = capsule.spine();
            Capsule::new(at(spine.from()), at(spine.to()), capsule.radius()).into()
        }
        Shape::Aabb(aabb) => {
            let half = (aabb.max() - aabb.min()).map(|c| c * R::from_f64(0.5));
            OrientedBox::new(at(aabb.min() + half), half, pose.rotation).into()
        }
        Shape::OrientedBox(shape) => {
            OrientedBox::new(at(shape.center()), shape.half_size(), shape.rotation().then(&pose.rotation))
                .into()
        }
        Shape::Ellipse(shape) => {
            Ellipse::new(at(shape.center()), shape.half_size(), shape.rotation().then(&pose.rotation)).into()
        }
        // What borrows is a part of its own kind, and the others are in space.
        other => other,
    }
}

/// A joint with its numbers in the float of the scene: angles in radians.
fn hold_of<R: Real>(hold: &Hold<f64>) -> Hold<R> {
    const DEGREE: f64 = std::f64::consts::PI / 180.0;
    let number = R::from_f64;
    let vector = |v: Vector<f64, 2>| v.map(number);
    let spring = |spring: Option<Spring<f64>>| {
        spring.map(|spring| Spring { hertz: number(spring.hertz), damping: number(spring.damping) })
    };
    let motor = |motor: Option<Motor<f64>>, unit: f64| {
        motor.map(|motor| Motor { speed: number(motor.speed * unit), max: number(motor.max) })
    };
    let drive = |drive: Drive<f64>, unit: f64| Drive {
        limits: drive.limits.map(|limits| limits.map(|limit| number(limit * unit))),
        motor: motor(drive.motor, unit),
        spring: spring(drive.spring),
    };
    match *hold {
        Hold::Distance { from, to, length, along } => Hold::Distance {
            from: vector(from),
            to: vector(to),
            length: length.map(number),
            along: drive(along, 1.0),
        },
        Hold::Revolute { at, turn } => Hold::Revolute { at: vector(at), turn: drive(turn, DEGREE) },
        Hold::Prismatic { at, axis, along } => {
            Hold::Prismatic { at: vector(at), axis: vector(axis), along: drive(along, 1.0) }
        }
        Hold::Weld { at, spring: place, turn } => {
            Hold::Weld { at: vector(at), spring: spring(place), turn: spring(turn) }
        }
        Hold::Wheel { at, axis, along, motor: turning } => Hold::Wheel {
            at: vector(at),
            axis: vector(axis),
            along: drive(along, 1.0),
            motor: motor(turning, DEGREE),
        },
        Hold::Mouse { at, spring: pull, max_force } => Hold::Mouse {
            at: vector(at),
            spring: Spring { hertz: number(pull.hertz), damping: number(pull.damping) },
            max_force: number(max_force),
        },
    }
}

/// Puts boxes in the place of the masks of bodies: they turn.
pub(super) fn unmask<S: Number, const N: usize>(scene: &mut Scene<S, N>) {
    let is_masked = |object: &Object<S, N>, parts: &[Part<S, N>]| {
        matches!(object.motion, Motion::Body(_))
            && parts[object.parts.clone()].iter().any(|part| matches!(part, Part::Mask(_)))
    };
    if !scene.objects.iter().any(|object| is_masked(object, &scene.parts)) {
        return;
    }
    let old = core::mem::take(&mut scene.parts);
    for object in &mut scene.objects {
        let first = scene.parts.len();
        let cut = is_masked(object, &old);
        for part in &old[object.parts.clone()] {
            match part {
                Part::Mask(pixels) if cut => {
                    let sprite = Sprite::try_new(pixels.mask.as_mask(), pixels.min, pixels.pixel);
                    let flip = pixels.y == YAxis::Up;
                    scene.parts.extend(sprite.iter().flat_map(|sprite| boxes(sprite, flip)));
                }
                part => scene.parts.push(part.clone()),
            }
        }
        object.parts = first..scene.parts.len();
    }
}

/// The boxes of a mask.
fn boxes<S: Number, const N: usize>(sprite: &Sprite<'_, S, N>, flip: bool) -> Vec<Part<S, N>> {
    let height = i32::from(sprite.mask().size()[1]);
    let corner = |[x, y]: [i32; 2]| {
        let mut at = sprite.area().min();
        for (axis, steps) in [x, y].into_iter().enumerate().take(N) {
            at[axis] = at[axis].stepped(sprite.pixel(), steps);
        }
        at
    };
    let strips = sprite.mask().strips().into_iter().map(|strip| {
        let (mut low, mut high) = (strip.min().0, strip.max().0);
        if flip {
            (low[1], high[1]) = (height - high[1], height - low[1]);
        }
        Part::Aabb(Aabb::new(corner(low), corner(high)))
    });
    strips.collect()
}

impl<S: Number, const N: usize> Stage<S, N> {
    /// The places of the objects that are bodies and can move, in the order of the file.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Stage};
    /// let text = br#"{"bumper": 1, "shapes": [
    ///     {"box": {"min": [0, 9], "max": [9, 10]}}, {"ball": {"center": [5, 5], "radius": 1}, "body": {}}
    /// ]}"#;
    /// let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
    /// assert_eq!(Stage::new(scene).unwrap().bodies().collect::<Vec<_>>(), [1]);
    /// ```
    pub fn bodies(&self) -> impl Iterator<Item = usize> {
        let moves =
            |object: &Object<S, N>| matches!(&object.motion, Motion::Body(body) if body.kind != Kind::Static);
        self.scene.objects.iter().enumerate().filter(move |(_, object)| moves(object)).map(|(place, _)| place)
    }

    /// How the body that an object is moves; `None` for others.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Keys, Stage};
    /// let text = br#"{"bumper": 1, "gravity": [0, 10], "time_step": 0.5, "shapes": [
    ///     {"ball": {"center": [5, 5], "radius": 1}, "body": {}}
    /// ]}"#;
    /// let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
    /// let mut stage = Stage::new(scene).unwrap();
    /// stage.step(Keys::default());
    /// assert_eq!(stage.body(0).unwrap().velocity, [0.0, 5.0]);
    /// ```
    pub fn body(&self, object: usize) -> Option<BodyState> {
        with_set!(self.physics.as_ref()?, set => set.told(object))
    }

    /// Where bodies touch, and how hard.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Stage};
    /// # let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(br#"{"bumper": 1, "shapes": []}"#) else { panic!() };
    /// assert!(Stage::new(scene).unwrap().touching().is_empty());
    /// ```
    pub fn touching(&self) -> Vec<Touching> {
        self.physics.as_ref().map_or(Vec::new(), |physics| with_set!(physics, set => set.touching()))
    }

    /// Takes hold of a body at a place, as a hand does. False for what is none, or is not moved by forces.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Keys, Stage};
    /// # let text = br#"{"bumper": 1, "shapes": [{"ball": {"center": [5, 5], "radius": 1}, "body": {}}]}"#;
    /// # let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
    /// # let mut stage = Stage::new(scene).unwrap();
    /// assert!(stage.grab(0, [5.0, 5.0]));
    /// stage.pull([9.0, 5.0]);
    /// (0..120).for_each(|_| stage.step(Keys::default()));
    /// assert!((stage.body(0).unwrap().moved[0] - 4.0).abs() < 0.1);
    /// stage.let_go();
    /// ```
    pub fn grab(&mut self, object: usize, at: [f64; 2]) -> bool {
        self.physics.as_mut().is_some_and(|physics| with_set!(physics, set => set.grab(object, at)))
    }

    /// Pulls what is held to a place.
    pub fn pull(&mut self, to: [f64; 2]) {
        if let Some(physics) = &mut self.physics {
            with_set!(physics, set => set.pull(to));
        }
    }

    /// Lets go what is held.
    pub fn let_go(&mut self) {
        if let Some(physics) = &mut self.physics {
            with_set!(physics, set => set.let_go());
        }
    }

    /// Whether an object is a body that movers push.
    pub(super) fn is_pushed(&self, object: usize) -> bool {
        let motion = self.scene.objects.get(object).map(|object| &object.motion);
        matches!(motion, Some(Motion::Body(body)) if body.kind == Kind::Dynamic)
    }

    /// Notes where the movers are before a frame.
    pub(super) fn note_movers(&mut self) {
        let flat = |v: Vector<S, N>| Vector([v[0].to_f64(), v[N - 1].to_f64()]);
        let at = self.actors.iter().map(|actor| (actor.object, flat(actor.mover.position())));
        if let Some(physics) = &mut self.physics {
            with_set!(physics, set => set.before = at.collect());
        }
    }

    /// Steps the bodies: what movers have run into gets their speed, and what they are in the way of comes to them.
    pub(super) fn step_bodies(&mut self) {
        let Some(mut physics) = self.physics.take() else { return };
        let flat = |v: Vector<S, N>| Vector([v[0].to_f64(), v[N - 1].to_f64()]);
        for actor in &self.actors {
            for hit in &actor.hits {
                let normal = Vector([hit.normal[0], hit.normal[N - 1]]);
                if let Some(object) = hit.with {
                    with_set!(&mut physics, set => set.push(object, normal, flat(actor.wanted)));
                }
            }
        }
        let at = |object: usize| self.mover(object).map(|mover| flat(mover.position()));
        with_set!(&mut physics, set => set.step(at));
        for object in self.bodies().collect::<Vec<_>>() {
            with_set!(&physics, set => {
                for (part, place) in set.parts_of(object).into_iter().flatten().zip(self.scene.objects[object].parts.clone()) {
                    // It is of the same float and dimension: the bodies were made of this scene.
                    let part: Box<dyn Any> = Box::new(part);
                    if let Ok(part) = part.downcast::<Part<S, N>>() {
                        let _ = self.world.set_shape(self.ids[place], *part);
                    }
                }
            });
        }
        self.physics = Some(physics);
    }
}
