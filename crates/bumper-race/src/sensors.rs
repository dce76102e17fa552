//! Benchmarks of a world of moving shapes. Each frame sets the poses of all shapes, updates the world, and maintains the set of touching
//! pairs. bumper is compared with rapier's collision pipeline, which has a kinematic body and a sensor for each shape. The pairs of every
//! frame are compared.

use crate::clock::seconds;
use crate::growth::{Measured, median};
use crate::moving::{Box2, Flock};
use crate::pairs::Spread;
use bumper::world::{Collider, Id, World};
use bumper::{Ball, Capsule, OrientedBox, Relation, Rotation, ShapeBuf, Vector};
use rapier2d::math::Pose;
use rapier2d::prelude::{
    ActiveCollisionTypes, BroadPhaseBvh, ColliderBuilder, ColliderSet, CollisionPipeline, IslandManager,
    NarrowPhase, RigidBodyBuilder, RigidBodyHandle, RigidBodySet,
};

const COUNTS: [usize; 3] = [100, 1000, 10_000];
const FRAMES: usize = 100;

/// The side of the square that contains the moving shapes.
const SIDE: f32 = 1000.0;

/// Rounding decides about pairs of shapes that just touch. So for n touching pairs, the answers of the libraries may differ in 1 + n /
/// `EXACT` pairs.
const EXACT: usize = 1000;

#[derive(Clone, Copy, Debug)]
enum Kind {
    Balls,
    Capsules,
    Boxes,
}

/// Returns the angle of the shape with the index `key`. Each shape has another angle, which does not change.
fn angle(key: usize) -> f32 {
    key as f32 * 2.399_963
}

fn middle(b: &Box2) -> [f32; 2] {
    [0, 1].map(|axis| 0.5 * SIDE * (b.min()[axis] + b.max()[axis]))
}

fn half(b: &Box2) -> [f32; 2] {
    [0, 1].map(|axis| 0.5 * SIDE * (b.max()[axis] - b.min()[axis]))
}

impl Kind {
    fn ours(self, key: usize, b: &Box2) -> ShapeBuf<f32, 2> {
        let at = Vector(middle(b));
        let half = half(b);
        let radius = half[0].min(half[1]);
        match self {
            Kind::Balls => Ball::new(at, radius).into(),
            Kind::Capsules => {
                let (sine, cosine) = angle(key).sin_cos();
                let reach = Vector([cosine * radius, sine * radius]);
                Capsule::new(at - reach, at + reach, radius * 0.5).into()
            }
            Kind::Boxes => OrientedBox::new(at, half, Rotation::from_radians(angle(key))).into(),
        }
    }

    fn rapier(self, b: &Box2) -> ColliderBuilder {
        let half = half(b);
        let radius = half[0].min(half[1]);
        match self {
            Kind::Balls => ColliderBuilder::ball(radius),
            Kind::Capsules => ColliderBuilder::capsule_x(radius, radius * 0.5),
            Kind::Boxes => ColliderBuilder::cuboid(half[0], half[1]),
        }
    }
}

struct Ours(World<f32, 2>, Vec<Id>, Kind);

impl Ours {
    fn new(kind: Kind, boxes: &[Box2]) -> Self {
        let mut world = World::new();
        let collider = |(key, b)| Collider::new(kind.ours(key, b));
        let ids = boxes.iter().enumerate().map(|each| world.insert(collider(each)).unwrap()).collect();
        Self(world, ids, kind)
    }

    fn frame(&mut self, boxes: &[Box2]) {
        for (key, b) in boxes.iter().enumerate() {
            self.0.set_shape(self.1[key], self.2.ours(key, b)).unwrap();
        }
        self.0.update();
    }

    fn pairs(&self) -> Vec<(u32, u32)> {
        let met = self.0.events().iter().filter(|event| event.now != Relation::Apart);
        met.map(|event| ((event.a.to_bits() >> 32) as u32, (event.b.to_bits() >> 32) as u32)).collect()
    }
}

/// The implementation with rapier's collision pipeline. It has a kinematic body and a sensor for each moving shape.
#[derive(Default)]
pub struct Rapier {
    pipeline: CollisionPipeline,
    islands: IslandManager,
    broad: BroadPhaseBvh,
    pub narrow: NarrowPhase,
    bodies: RigidBodySet,
    pub colliders: ColliderSet,
    handles: Vec<RigidBodyHandle>,
}

impl Rapier {
    pub fn add(&mut self, shape: ColliderBuilder, pose: Pose) {
        let body = self.bodies.insert(RigidBodyBuilder::kinematic_position_based().pose(pose));
        let sensor = shape.sensor(true).active_collision_types(ActiveCollisionTypes::all());
        self.colliders.insert_with_parent(sensor, body, &mut self.bodies);
        self.handles.push(body);
    }

    /// Sets the poses of the shapes in rapier, and finds the touching pairs.
    pub fn frame(&mut self, poses: impl Iterator<Item = Pose>) {
        for (handle, pose) in self.handles.iter().zip(poses) {
            self.bodies[*handle].set_position(pose, false);
        }
        let bodies = &mut self.bodies;
        let colliders = &mut self.colliders;
        let broad = &mut self.broad;
        let narrow = &mut self.narrow;
        self.pipeline.step(0.0, &mut self.islands, broad, narrow, bodies, colliders, &(), &());
    }

    fn pairs(&self) -> Vec<(u32, u32)> {
        let met = self.narrow.intersection_pairs().filter(|pair| pair.2);
        let mut pairs: Vec<_> = met
            .map(|(a, b, _)| (a.into_raw_parts().0, b.into_raw_parts().0))
            .map(|(a, b)| (a.min(b), a.max(b)))
            .collect();
        pairs.sort_unstable();
        pairs
    }
}

fn pose(key: usize, b: &Box2) -> Pose {
    let [x, y] = middle(b);
    Pose::new(rapier2d::math::Vector::new(x, y), angle(key))
}

/// Compares the touching pairs that the two libraries found. Panics if they differ by more than pairs that just touch can explain.
fn compare(ours: &[(u32, u32)], rapier: &[(u32, u32)]) {
    let only = |a: &[(u32, u32)], b: &[(u32, u32)]| a.iter().filter(|p| b.binary_search(p).is_err()).count();
    let differ = only(ours, rapier) + only(rapier, ours);
    assert!(differ <= 1 + ours.len() / EXACT, "{differ} pairs of {} differ", ours.len());
}

/// Runs the benchmark cases of this module that the command-line words select.
pub fn run(words: &[String]) -> Vec<Measured> {
    let mut measured = Vec::new();
    for kind in [Kind::Balls, Kind::Capsules, Kind::Boxes] {
        for count in COUNTS {
            let group = format!("sensors {kind:?}").to_lowercase();
            let name = format!("{group} {count}");
            if !words.iter().all(|word| name.contains(word.as_str())) {
                continue;
            }
            let mut flock = Flock::new(Spread::Uniform, count);
            let all: Vec<_> = (0..count).collect();
            let mut ours = Ours::new(kind, &flock.boxes);
            let mut rapier = Rapier::default();
            flock.boxes.iter().enumerate().for_each(|(key, b)| rapier.add(kind.rapier(b), pose(key, b)));
            let mut times = [const { Vec::new() }; 2];
            for _ in 0..FRAMES {
                flock.step(&all);
                let start = seconds();
                ours.frame(&flock.boxes);
                let middle = seconds();
                rapier.frame(flock.boxes.iter().enumerate().map(|(key, b)| pose(key, b)));
                times[1].push(seconds() - middle);
                times[0].push(middle - start);
                compare(&ours.pairs(), &rapier.pairs());
            }
            let [ours, rapier] = times.map(median);
            let times = vec![("bumper World", ours), ("rapier", rapier)];
            measured.push(Measured { group, count, times, unit: "shape", units: count });
        }
    }
    measured
}
