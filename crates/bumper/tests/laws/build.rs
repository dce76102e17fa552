//! Builds simulations and worlds from scenes, and records their motion.

use crate::ground::{Role, fixtures};
use crate::scene::{Body, Number, Scene, Walker};
use crate::solid::{Point, number, point, vector};
use bumper::dynamics::{BodyDef, BodyId, BodyKind, ColliderDef, MoverStep, Simulation};
use bumper::motion::{Hit, Mover, WalkSettings};
use bumper::scalar::{Real, Scalar};
use bumper::world::{self, World};
use bumper::{AsShape, Pose, Relate, Rotation, ShapeBuf, Side};

/// The mover of a walker.
pub type WalkingMover<S> = Mover<S, 2, ShapeBuf<S, 2>>;

/// A scene in a simulation.
#[derive(Clone, Debug)]
pub struct Stage<R: Real> {
    pub scene: Scene,
    pub simulation: Simulation<R>,
    pub bodies: Vec<BodyId>,
    pub movers: Vec<(WalkingMover<R>, BodyId)>,
    pub frame: usize,
}

/// The state of a body after a frame.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    pub center: Point,
    pub angle: f64,
    pub velocity: Point,
    pub spin: f64,
    pub asleep: bool,
}

/// The state of a mover after a frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Walk {
    pub position: Point,
    pub velocity: Point,
    pub grounded: bool,
    /// The normals of the hits of the step.
    pub hits: Vec<Point>,
}

/// The states of all bodies and movers in each frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Track {
    pub bodies: Vec<Vec<State>>,
    pub walks: Vec<Vec<Walk>>,
}

/// The definition and the collider of a body, as far as they do not depend on its shape.
pub fn body_def<R: Real>(body: &Body) -> BodyDef<R> {
    BodyDef {
        pose: Pose::new(Rotation::from_radians(number(body.angle)), vector(body.at)),
        velocity: vector(body.velocity),
        angular_velocity: number(body.spin),
        ..BodyDef::default()
    }
}

/// The mover of a walker.
fn mover<S: Scalar>(walker: &Walker, gravity: Point) -> WalkingMover<S> {
    let mut mover = Mover::new(walker.solid.shape::<S>());
    mover.gravity = vector(gravity);
    mover.floor_angle = S::Real::from_f64(walker.floor_angle.to_radians());
    let step = number(walker.step);
    mover.walk_settings =
        (walker.step > 0.0).then_some(WalkSettings { stair_height: step, snap_distance: step });
    mover
}

/// Sets the speed of a mover and requests its jumps, as a player does before a frame.
fn control<S: Scalar>(mover: &mut WalkingMover<S>, walker: &Walker, frame: usize) {
    *mover.velocity.x_mut() = number(walker.speed);
    if walker.jumps.contains(&frame) {
        mover.jump(number(walker.jump_height));
    }
}

/// The state of a mover after a frame with the given hits.
fn walk<S: Scalar, I>(mover: &WalkingMover<S>, hits: &[Hit<I, S::Real, 2>]) -> Walk {
    Walk {
        position: point(mover.position()),
        velocity: point(mover.velocity),
        grounded: mover.is_grounded(),
        hits: hits.iter().map(|hit| point(hit.normal)).collect(),
    }
}

impl<R: Real> Stage<R> {
    /// Builds a scene: the ground first, then the bodies in their order, then the movers.
    pub fn new(scene: &Scene) -> Self {
        let mut simulation = Simulation::new(vector(scene.gravity));
        let fixed = BodyDef { kind: BodyKind::Static, ..BodyDef::default() };
        for fixture in fixtures(scene) {
            let shapes: Vec<ShapeBuf<R, 2>> = fixture.solids.iter().map(|solid| solid.shape()).collect();
            let colliders: Vec<_> =
                shapes.iter().map(|shape| ground_collider(shape, fixture.role, scene)).collect();
            simulation.insert(&fixed, &colliders).expect("a valid ground");
        }
        let bodies = scene.bodies.iter().map(|body| {
            let shape: ShapeBuf<R, 2> = body.solid.shape();
            let collider = ColliderDef {
                friction: number(body.material.friction),
                restitution: number(body.material.restitution),
                ..collider(&shape)
            };
            simulation.insert(&body_def(body), &[collider]).expect("a valid body")
        });
        let bodies = bodies.collect();
        let movers = scene.walkers.iter().map(|walker| {
            let mover = mover(walker, scene.gravity);
            let body = simulation.insert_mover(&mover, number(1.0)).expect("a valid mover");
            (mover, body)
        });
        let movers = movers.collect();
        Self { scene: scene.clone(), simulation, bodies, movers, frame: 0 }
    }

    /// Makes the step of the next frame.
    pub fn step(&mut self) -> Vec<MoverStep<R>> {
        let dt = number(self.scene.step(self.frame));
        for ((mover, _), walker) in self.movers.iter_mut().zip(&self.scene.walkers) {
            control(mover, walker, self.frame);
        }
        self.frame += 1;
        if self.movers.is_empty() {
            self.simulation.step(dt);
            return Vec::new();
        }
        let movers = self.movers.iter_mut().map(|(mover, body)| (mover, *body));
        self.simulation.step_with_movers(dt, movers).expect("the bodies exist")
    }

    /// The states of the bodies.
    pub fn states(&self) -> Vec<State> {
        let state = |id: &BodyId| {
            let body = self.simulation.get(*id).expect("the body exists");
            State {
                center: point(body.center),
                angle: body.angle.to_f64(),
                velocity: point(body.velocity),
                spin: body.angular_velocity.to_f64(),
                asleep: body.asleep,
            }
        };
        self.bodies.iter().map(state).collect()
    }
}

/// A collider of the shape with the default material.
fn collider<R: Real>(shape: &ShapeBuf<R, 2>) -> ColliderDef<'_, R> {
    ColliderDef::new(shape.as_shape())
}

/// A collider of the ground of a scene.
fn ground_collider<'a, R: Real>(shape: &'a ShapeBuf<R, 2>, role: Role, scene: &Scene) -> ColliderDef<'a, R> {
    ColliderDef {
        friction: number(scene.material.friction),
        restitution: number(scene.material.restitution),
        surface_velocity: vector([scene.material.belt, 0.0]),
        one_way: (role == Role::OneWay).then_some(Side::MAX_Y),
        sensor: role == Role::Sensor,
        ..collider(shape)
    }
}

/// Runs a scene in a simulation.
pub fn run_in_simulation<R: Real>(scene: &Scene) -> Track {
    let mut stage = Stage::<R>::new(scene);
    let mut track = Track::default();
    for _ in 0..scene.frames {
        let steps = stage.step();
        track.bodies.push(stage.states());
        let walks = stage.movers.iter().zip(&steps).map(|((mover, _), step)| walk(mover, &step.hits));
        track.walks.push(walks.collect());
    }
    track
}

/// Runs the movers of a scene in a world.
pub fn run_in_world<S: Scalar>(scene: &Scene) -> Track {
    let mut world = World::<S, 2>::new();
    for fixture in fixtures(scene) {
        for solid in &fixture.solids {
            let collider = world::Collider {
                one_way: (fixture.role == Role::OneWay).then_some(Side::MAX_Y),
                sensor: fixture.role == Role::Sensor,
                ..world::Collider::new(solid.shape::<S>())
            };
            world.insert(collider).expect("a valid ground");
        }
    }
    let mut movers = Vec::new();
    for walker in &scene.walkers {
        let mover: WalkingMover<S> = mover(walker, scene.gravity);
        let id = world.insert(world::Collider::new(mover.shape().clone())).expect("a valid mover");
        movers.push((mover, id));
    }
    let mut track = Track::default();
    for frame in 0..scene.frames {
        let mut walks = Vec::new();
        for ((mover, id), walker) in movers.iter_mut().zip(&scene.walkers) {
            control(mover, walker, frame);
            let hits = mover.slide(number(scene.step(frame)), &mut world, *id).expect("the mover exists");
            walks.push(walk(mover, &hits));
        }
        track.walks.push(walks);
    }
    track
}

/// Runs a scene in a simulation with its number type.
pub fn run(scene: &Scene) -> Track {
    match scene.number {
        Number::F32 => run_in_simulation::<f32>(scene),
        Number::F64 => run_in_simulation::<f64>(scene),
        Number::I32 | Number::I16 => unreachable!("bodies have floats"),
    }
}

/// Runs the movers of a scene in a world with its number type.
pub fn run_movers(scene: &Scene) -> Track {
    match scene.number {
        Number::F32 => run_in_world::<f32>(scene),
        Number::F64 => run_in_world::<f64>(scene),
        Number::I32 => run_in_world::<i32>(scene),
        Number::I16 => run_in_world::<i16>(scene),
    }
}

/// Whether a body or a mover of a scene overlaps the ground or another one at the start.
pub fn overlaps_ground(scene: &Scene) -> bool {
    let mut shapes: Vec<ShapeBuf<f64, 2>> = Vec::new();
    for fixture in fixtures(scene).iter().filter(|fixture| fixture.role == Role::Solid) {
        shapes.extend(fixture.solids.iter().map(|solid| solid.shape()));
    }
    let first = shapes.len();
    let placed = scene.bodies.iter().map(|body| body.solid.shape().placed(&body_def(body).pose));
    shapes.extend(placed);
    shapes.extend(scene.walkers.iter().map(|walker| walker.solid.shape()));
    (first..shapes.len())
        .any(|k| shapes[..k].iter().any(|other| other.as_shape().overlaps(&shapes[k].as_shape())))
}
