//! The step of a rigid-body simulation as a textbook explains it: forces, contacts, velocities, positions. `Simulation::step` computes
//! approximately the same motion in less time. It also needs fewer steps: the example takes 16 small steps of the textbook solver for each
//! step of `Simulation`. The tests check that the two motions stay close.
//! `cargo run --release -p bumper --example reference_step`
use bumper::dynamics::{BodyId, BodyKind, ColliderDef, JointKind, Simulation};
use bumper::query::contact::contact;
use bumper::{Pose, Rotation, ShapeBuf, Vector};

type V = Vector<f64, 2>;

/// The number of times that the solver visits every constraint. Each visit satisfies one constraint and disturbs its neighbours a little.
const ITERATIONS: usize = 60;

/// The fraction of the position error of a constraint that is corrected in a step (Baumgarte stabilization).
const CORRECTION: f64 = 0.1;

/// A body. Static bodies have an inverse mass and an inverse inertia of zero, so that no impulse moves them.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub(crate) id: BodyId,
    pub(crate) center: V,
    pub(crate) angle: f64,
    pub(crate) velocity: V,
    pub(crate) angular_velocity: f64,
    inverse_mass: f64,
    inverse_inertia: f64,
    gravity_scale: f64,
    /// The shapes of the body, relative to the center of mass.
    shapes: Vec<Placed>,
}

/// A shape with its material.
#[derive(Clone, Debug)]
struct Placed {
    shape: ShapeBuf<f64, 2>,
    friction: f64,
    restitution: f64,
}

/// A revolute joint. `anchors` are the hinge point on each body, relative to its center of mass and in its own axes.
#[derive(Clone, Debug)]
struct Hinge {
    bodies: [usize; 2],
    anchors: [V; 2],
}

/// A constraint on the relative velocity of two bodies at a point: the velocity of the second body there minus that of the first. Only the
/// component along `direction` is constrained. Impulses along `direction` change it to `target`.
struct Constraint {
    bodies: [usize; 2],
    /// For each of the two bodies, the vector from its center of mass to the point.
    arms: [V; 2],
    /// The direction of the impulse on the second body.
    direction: V,
    target: f64,
    limit: Limit,
    /// The sum of the impulses that the solver has applied so far in this step.
    impulse: f64,
}

/// The limit of the impulse of a constraint.
enum Limit {
    /// No limit: a joint pushes and pulls.
    None,
    /// The impulse is not negative: a contact only pushes.
    Contact,
    /// The impulse of friction is at most this coefficient times the impulse of its contact, which is the previous constraint in the list.
    Friction(f64),
}

#[derive(Clone, Debug)]
pub(crate) struct Reference {
    gravity: V,
    pub(crate) bodies: Vec<Body>,
    hinges: Vec<Hinge>,
}

impl Reference {
    /// Copies the bodies and the revolute joints of a simulation.
    pub(crate) fn new(simulation: &Simulation<f64>) -> Self {
        let bodies: Vec<_> = simulation.iter().map(|(id, _)| Body::new(simulation, id)).collect();
        let index = |id| bodies.iter().position(|body| body.id == id);
        let hinge = |id| {
            let def = simulation.joint_definition(id)?;
            let JointKind::Revolute { anchor, .. } = def.kind else { return None };
            let ends = [index(def.a)?, index(def.b)?];
            let local = |k: usize| bodies[k].rotation().apply_inverse(anchor - bodies[k].center);
            Some(Hinge { bodies: ends, anchors: ends.map(local) })
        };
        let hinges = simulation.joints().filter_map(|(id, _)| hinge(id)).collect();
        Self { gravity: simulation.gravity, bodies, hinges }
    }

    /// Advances all bodies by a step of length `dt`.
    pub(crate) fn step(&mut self, dt: f64) {
        self.apply_forces(dt);
        let mut constraints = self.contacts(dt);
        constraints.extend(self.hinges.iter().flat_map(|hinge| self.hinge_constraints(hinge, dt)));
        for _ in 0..ITERATIONS {
            for k in 0..constraints.len() {
                self.solve(&mut constraints, k);
            }
        }
        for body in &mut self.bodies {
            body.center += body.velocity.scaled(dt);
            body.angle += body.angular_velocity * dt;
        }
    }

    fn apply_forces(&mut self, dt: f64) {
        for body in self.bodies.iter_mut().filter(|body| body.inverse_mass > 0.0) {
            body.velocity += self.gravity.scaled(body.gravity_scale * dt);
        }
    }

    /// The constraints of all contacts between bodies at their current poses.
    fn contacts(&self, dt: f64) -> Vec<Constraint> {
        let placed: Vec<_> = self.bodies.iter().map(Body::placed_shapes).collect();
        let mut constraints = Vec::new();
        for b in 0..self.bodies.len() {
            for a in (0..b).filter(|&a| self.may_collide(a, b)) {
                for first in &placed[a] {
                    for second in &placed[b] {
                        self.push_contact([a, b], [first, second], dt, &mut constraints);
                    }
                }
            }
        }
        constraints
    }

    /// Adds two constraints for each contact point of two shapes that overlap: one along the normal, and one for friction.
    fn push_contact(
        &self,
        bodies: [usize; 2],
        [a, b]: [&Placed; 2],
        dt: f64,
        constraints: &mut Vec<Constraint>,
    ) {
        let (friction, restitution) = ((a.friction * b.friction).sqrt(), a.restitution.max(b.restitution));
        let found = contact(&a.shape, &b.shape);
        for point in found.points().iter().filter(|point| point.separation < 0.0) {
            let arms = bodies.map(|k| point.point - self.bodies[k].center);
            let constraint =
                |direction, limit| Constraint { bodies, arms, direction, target: 0.0, limit, impulse: 0.0 };
            let mut normal = constraint(found.normal, Limit::Contact);
            let bounce = -restitution * self.relative_velocity(&normal);
            normal.target = bounce.max(-point.separation * CORRECTION / dt);
            let tangent = Vector([-found.normal.y(), found.normal.x()]);
            constraints.extend([normal, constraint(tangent, Limit::Friction(friction))]);
        }
    }

    /// Whether two bodies may collide: at least one of them is dynamic, and no joint connects them.
    fn may_collide(&self, a: usize, b: usize) -> bool {
        let moves = self.bodies[a].inverse_mass + self.bodies[b].inverse_mass > 0.0;
        moves && !self.hinges.iter().any(|hinge| hinge.bodies == [a, b] || hinge.bodies == [b, a])
    }

    /// The two constraints of a hinge, along x and along y. They pull the hinge point of the first body and that of the second body
    /// together.
    fn hinge_constraints(&self, hinge: &Hinge, dt: f64) -> [Constraint; 2] {
        let [a, b] = hinge.bodies;
        let arm = |k: usize| self.bodies[hinge.bodies[k]].rotation().apply(hinge.anchors[k]);
        let arms = [arm(0), arm(1)];
        let error = self.bodies[b].center + arms[1] - self.bodies[a].center - arms[0];
        [Vector([1.0, 0.0]), Vector([0.0, 1.0])].map(|direction| Constraint {
            bodies: hinge.bodies,
            arms,
            direction,
            target: -error.dot(direction) * CORRECTION / dt,
            limit: Limit::None,
            impulse: 0.0,
        })
    }

    /// The velocity of the second body relative to the first at the point of a constraint, along its direction.
    fn relative_velocity(&self, constraint: &Constraint) -> f64 {
        let [a, b] = [0, 1].map(|k| self.bodies[constraint.bodies[k]].velocity_at(constraint.arms[k]));
        (b - a).dot(constraint.direction)
    }

    /// Applies the impulse that satisfies the constraint with the index `k`, within the limit of that constraint.
    fn solve(&mut self, constraints: &mut [Constraint], k: usize) {
        let constraint = &constraints[k];
        let response = |end: usize| {
            let body = &self.bodies[constraint.bodies[end]];
            let lever = constraint.arms[end].cross(constraint.direction);
            body.inverse_mass + lever * lever * body.inverse_inertia
        };
        let inverse_effective_mass = response(0) + response(1);
        let missing = constraint.target - self.relative_velocity(constraint);
        let wanted = constraint.impulse + missing / inverse_effective_mass;
        let total = match constraint.limit {
            Limit::None => wanted,
            Limit::Contact => wanted.max(0.0),
            Limit::Friction(coefficient) => {
                let largest = coefficient * constraints[k - 1].impulse;
                wanted.clamp(-largest, largest)
            }
        };
        let impulse = constraint.direction.scaled(total - constraint.impulse);
        for (end, sign) in [(0, -1.0), (1, 1.0)] {
            self.bodies[constraint.bodies[end]].apply(impulse.scaled(sign), constraint.arms[end]);
        }
        constraints[k].impulse = total;
    }
}

impl Body {
    fn new(simulation: &Simulation<f64>, id: BodyId) -> Self {
        let state = simulation.get(id).expect("a body of the simulation");
        let is_dynamic = state.kind == BodyKind::Dynamic;
        let def = simulation.definition(id).expect("a body of the simulation");
        let inverse = |value: f64, is_free: bool| if is_free { 1.0 / value } else { 0.0 };
        // The shapes of a simulation are relative to the origin of the body. Here they are stored relative to the center of mass, because
        // this solver moves and turns bodies about it.
        let offset = state.pose.apply_inverse(state.center);
        let local = |collider: ColliderDef<f64>| Placed {
            shape: ShapeBuf::from(collider.shape).translated(-offset).expect("a shape near its body"),
            friction: collider.friction,
            restitution: collider.restitution,
        };
        Self {
            id,
            center: state.center,
            angle: state.angle,
            velocity: state.velocity,
            angular_velocity: state.angular_velocity,
            inverse_mass: inverse(state.mass, is_dynamic),
            inverse_inertia: inverse(state.inertia, is_dynamic && !def.fixed_rotation),
            gravity_scale: def.gravity_scale,
            shapes: simulation
                .colliders_of(id)
                .filter_map(|id| simulation.get_collider(id))
                .map(local)
                .collect(),
        }
    }

    fn rotation(&self) -> Rotation<f64, 2> {
        Rotation::from_radians(self.angle)
    }

    /// The shapes at the current pose of the body.
    fn placed_shapes(&self) -> Vec<Placed> {
        let pose = Pose::new(self.rotation(), self.center);
        self.shapes.iter().map(|part| Placed { shape: part.shape.placed(&pose), ..part.clone() }).collect()
    }

    /// The velocity of a point of the body. `arm` is the offset of the point from the center of mass.
    fn velocity_at(&self, arm: V) -> V {
        self.velocity + Vector([-arm.y(), arm.x()]).scaled(self.angular_velocity)
    }

    fn apply(&mut self, impulse: V, arm: V) {
        self.velocity += impulse.scaled(self.inverse_mass);
        self.angular_velocity += arm.cross(impulse) * self.inverse_inertia;
    }
}

/// Drops a crate on the ground and prints its motion in both simulations.
fn main() {
    use bumper::Aabb;
    use bumper::dynamics::BodyDef;
    let mut simulation = Simulation::new([0.0, -10.0]);
    simulation.insert_static(&ColliderDef::new(Aabb::new([-9.0, -1.0], [9.0, 0.0]))).expect("a floor");
    let pose = Pose::new(Rotation::from_degrees(30.0), [0.0, 3.0]);
    let def = BodyDef { pose, velocity: [2.0, 0.0].into(), ..BodyDef::default() };
    let falling =
        simulation.insert(&def, &[ColliderDef::new(Aabb::new([-1.0, -0.5], [1.0, 0.5]))]).expect("a crate");
    let mut reference = Reference::new(&simulation);
    for frame in 1..=120 {
        simulation.step(1.0 / 60.0);
        (0..16).for_each(|_| reference.step(1.0 / 960.0));
        if frame % 10 == 0 {
            let state = simulation.get(falling).expect("the crate");
            let body = reference.bodies.iter().find(|body| body.id == falling).expect("the crate");
            let ([x, y], [rx, ry]) = (state.center.0, body.center.0);
            println!("{frame:3}: ({x:.3}, {y:.3}) {:.3}; ({rx:.3}, {ry:.3}) {:.3}", state.angle, body.angle);
        }
    }
}
