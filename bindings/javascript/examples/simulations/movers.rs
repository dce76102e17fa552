//! Simulations with movers that walk and jump among bodies, on a lift and under a press.

use super::{DT, FRAMES, Recorder};
use engine::dynamics::{BodyId, BodyKind, MoverStep};
use engine::motion::{HitTarget, Mover, Response, WalkSettings};
use engine::{Aabb, NO_PART, Pose, Rotation, Shape, ShapeBuf, Vector};

/// The index of the press in the list of bodies.
const PRESS: usize = 3;
const MOVERS: usize = 3;

struct Walker {
    mover: Mover<f64, 2, ShapeBuf<f64, 2>>,
    body: BodyId,
    speed: f64,
}

impl Walker {
    fn insert(recorder: &mut Recorder, number: usize) -> Self {
        let [x, y] = [-100.0 + 80.0 * number as f64, -120.0];
        let size = Vector([recorder.random.number(8.0, 16.0), recorder.random.number(16.0, 30.0)]);
        let shape: ShapeBuf<f64, 2> = Shape::from(Aabb::new([x, y], Vector([x, y]) + size)).into();
        let mut mover = Mover::new(shape);
        mover.gravity = Vector([0.0, 400.0]);
        mover.walk_settings = Some(WalkSettings { stair_height: 4.0, snap_distance: 4.0 });
        let mass = recorder.random.number(100.0, 2000.0);
        let layers = 1 << (number % 2);
        let filter = 3;
        let body = recorder.simulation.insert_mover(&mover, mass).expect("the mover is valid");
        let colliders: Vec<_> = recorder.simulation.colliders_of(body).collect();
        for collider in colliders {
            let set = recorder.simulation.modify_collider(collider, |of| {
                of.layers = layers;
                of.filter = filter;
            });
            set.expect("the collider is there");
        }
        recorder.words.extend([7.0, x, y, size.x(), size.y(), mass, f64::from(layers), f64::from(filter)]);
        recorder.alive.push(recorder.bodies.len());
        recorder.bodies.push(body);
        Self { mover, body, speed: 0.0 }
    }

    /// Sets the velocity of the mover at random, and lets it jump at random.
    fn input(&mut self, recorder: &mut Recorder) {
        if recorder.random.below(60) == 0 {
            self.speed = recorder.random.number(-120.0, 120.0);
        }
        let jump = if recorder.random.below(60) == 0 { recorder.random.number(10.0, 60.0) } else { 0.0 };
        let drops = recorder.random.below(10) == 0;
        self.mover.velocity[0] = self.speed;
        self.mover.drop_through = drops;
        if jump > 0.0 {
            self.mover.jump(jump);
        }
        recorder.words.extend([self.speed, jump, f64::from(u8::from(drops))]);
    }
}

fn record_result(recorder: &mut Recorder, mover: &Mover<f64, 2, ShapeBuf<f64, 2>>, step: &MoverStep<f64>) {
    recorder.words.extend(mover.position().0.into_iter().chain(mover.velocity.0));
    recorder.words.extend([mover.is_grounded(), step.crushed].map(|flag| f64::from(u8::from(flag))));
    recorder.words.push(step.hits.len() as f64);
    for hit in &step.hits {
        let body = match hit.target {
            HitTarget::Obstacle(id) => recorder.simulation.body_of(id),
            HitTarget::Bounds => None,
        };
        let response = match hit.response {
            Response::BackUp => 0.0,
            Response::Stop => 1.0,
            Response::Slide => 2.0,
            Response::Bounce => 3.0,
            Response::Cross => 4.0,
        };
        let [own, other] = hit.parts.map(|part| if part == NO_PART { -1.0 } else { f64::from(part) });
        recorder.words.push(body.map_or(-1.0, |body| recorder.number_of(body)));
        recorder.words.extend([hit.normal.x(), hit.normal.y(), hit.time, response, own, other]);
    }
}

/// Moves the press down to the ground and up again.
fn press(recorder: &mut Recorder, frame: usize) {
    let y = -8.0 - ((frame % 200) as f64 - 100.0).abs();
    let pose = Pose::new(Rotation::identity(), Vector([40.0, y]));
    recorder.simulation.set_target_pose(recorder.bodies[PRESS], &pose, DT).expect("the pose is finite");
    recorder.words.extend([5.0, PRESS as f64, 40.0, y, 0.0]);
}

/// Records a simulation with movers.
pub fn record(mut recorder: Recorder) -> Vec<f64> {
    recorder.insert_level();
    recorder.insert(BodyKind::Kinematic, [40.0, -110.0], |recorder| {
        vec![recorder.rectangle([-30.0, 0.0, 60.0, 6.0])]
    });
    let mut walkers: Vec<Walker> = (0..MOVERS).map(|number| Walker::insert(&mut recorder, number)).collect();
    recorder.kept = recorder.bodies.len();
    (0..10).for_each(|_| recorder.insert_random());
    for frame in 0..FRAMES {
        if recorder.random.below(60) == 0 {
            recorder.remove();
        }
        if recorder.random.below(60) == 0 {
            recorder.insert_random();
        }
        recorder.lift(frame);
        press(&mut recorder, frame);
        recorder.words.extend([8.0, MOVERS as f64]);
        walkers.iter_mut().for_each(|walker| walker.input(&mut recorder));
        let movers = walkers.iter_mut().map(|walker| (&mut walker.mover, walker.body));
        let steps = recorder.simulation.step_with_movers(DT, movers).expect("the bodies are there");
        recorder.record_state(frame);
        for (walker, step) in walkers.iter().zip(&steps) {
            record_result(&mut recorder, &walker.mover, step);
        }
    }
    recorder.words.push(0.0);
    recorder.words
}
