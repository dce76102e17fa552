//! rapier as an [`Engine`].

use super::engine::{BodySpec, CELL, Engine, Form, JointSpec, TRIANGLE, bars, cells, foot, hills};
use rapier2d::prelude::{
    ColliderBuilder, GenericJoint, GenericJointBuilder, InteractionGroups, JointAxesMask, JointAxis,
    PhysicsWorld, PrismaticJointBuilder, RevoluteJointBuilder, RigidBodyBuilder, RigidBodyHandle,
};

pub struct Rapier(PhysicsWorld, Vec<RigidBodyHandle>, bool);

impl Engine for Rapier {
    fn new(gravity: f32) -> Self {
        let mut world = PhysicsWorld::new();
        world.gravity = [0.0, gravity].into();
        Self(world, Vec::new(), false)
    }

    fn add(&mut self, spec: &BodySpec) {
        let builder = match (spec.moves, spec.spin) {
            (true, _) => RigidBodyBuilder::dynamic(),
            (false, 0.0) => RigidBodyBuilder::fixed(),
            _ => RigidBodyBuilder::kinematic_velocity_based(),
        };
        let builder = builder.translation(spec.at.into()).rotation(spec.angle);
        let builder = builder.linvel(spec.velocity.into()).angvel(spec.spin);
        let body = self.0.insert_body(builder.can_sleep(self.2).ccd_enabled(spec.bullet).build());
        let colliders = match spec.form {
            Form::Box([w, h]) => vec![ColliderBuilder::cuboid(w, h)],
            Form::Ball(radius) => vec![ColliderBuilder::ball(radius)],
            Form::Triangle => {
                let [a, b, c] = TRIANGLE.map(Into::into);
                vec![ColliderBuilder::triangle(a, b, c)]
            }
            Form::Frame(half) => {
                let bar = |([x, y], [w, h]): ([f32; 2], [f32; 2])| {
                    ColliderBuilder::cuboid(w, h).translation([x, y].into())
                };
                bars(half).map(bar).into()
            }
            Form::Cells => {
                cells().map(|at| ColliderBuilder::cuboid(CELL, CELL).translation(at.into())).collect()
            }
            Form::Hills(half) => {
                let corners = hills(half).into_iter().map(Into::into);
                vec![ColliderBuilder::polyline(corners.collect(), None)]
            }
            Form::Foot(slope) => {
                let corners = foot(slope).into_iter().map(Into::into);
                vec![ColliderBuilder::polyline(corners.collect(), None)]
            }
        };
        let groups = if spec.collides { InteractionGroups::all() } else { InteractionGroups::none() };
        for collider in colliders {
            let collider = collider
                .friction(spec.friction)
                .restitution(spec.restitution)
                .density(1.0)
                .collision_groups(groups)
                .sensor(spec.sensor);
            self.0.insert_collider(collider, Some(body));
        }
        self.1.push(body);
    }

    fn join(&mut self, a: usize, b: usize, at: [f32; 2], joint: JointSpec) {
        let a = self.1[a];
        let b = self.1[b];
        let local = |body: RigidBodyHandle| {
            let center = self.0.bodies[body].translation();
            [at[0] - center.x, at[1] - center.y].into()
        };
        // As in the other engines, the springs of joints have a frequency of 2 Hz and a damping ratio of 0.5. `swing` is the angular
        // frequency, ω = 2π · 2. rapier wants the stiffness and the damping for a mass of 1: these are ω² and 2 · 0.5 · ω.
        let swing = 4.0 * std::f32::consts::PI;
        macro_rules! placed {
            ($joint:expr) => {
                $joint.local_anchor1(local(a)).local_anchor2(local(b)).contacts_enabled(false)
            };
        }
        macro_rules! driven {
            ($joint:expr, $motor:expr) => {{
                let joint = placed!($joint).limits([-0.5, 0.5]);
                match $motor {
                    true => joint.motor_velocity(1.0, 10.0).motor_max_force(1.0).build().into(),
                    false => joint.motor_position(0.0, swing * swing, swing).build().into(),
                }
            }};
        }
        let joint: GenericJoint = match joint {
            JointSpec::Hinge => placed!(RevoluteJointBuilder::new()).build().into(),
            JointSpec::Driven { slides: true, motor } => {
                driven!(PrismaticJointBuilder::new([0.0, 1.0].into()), motor)
            }
            JointSpec::Driven { slides: false, motor } => driven!(RevoluteJointBuilder::new(), motor),
            JointSpec::Wheel => placed!(GenericJointBuilder::new(JointAxesMask::LIN_X))
                .limits(JointAxis::LinY, [-0.5, 0.5])
                .motor_position(JointAxis::LinY, 0.0, swing * swing, swing)
                .motor_velocity(JointAxis::AngX, 1.0, 10.0)
                .motor_max_force(JointAxis::AngX, 1.0)
                .build(),
            JointSpec::Weld => placed!(GenericJointBuilder::new(JointAxesMask::LOCKED_FIXED_AXES)).build(),
            // rapier has no mouse joint. The most similar joint has a spring on each axis.
            JointSpec::Mouse => [JointAxis::LinX, JointAxis::LinY]
                .into_iter()
                .fold(placed!(GenericJointBuilder::new(JointAxesMask::empty())), |joint, axis| {
                    joint.motor_position(axis, 0.0, swing * swing, swing).motor_max_force(axis, 100.0)
                })
                .build(),
        };
        self.0.insert_impulse_joint(a, b, joint);
    }

    fn let_sleep(&mut self) {
        self.2 = true;
    }

    fn remove(&mut self, body: usize) {
        self.0.remove_body(self.1[body]);
    }

    fn push(&mut self, body: usize, velocity: [f32; 2]) {
        self.0.bodies[self.1[body]].set_linvel(velocity.into(), true);
    }

    fn force(&mut self, body: usize, force: [f32; 2]) {
        // Reset the force of the previous step, because rapier keeps forces until they are reset.
        self.0.bodies[self.1[body]].reset_forces(false);
        self.0.bodies[self.1[body]].add_force(force.into(), true);
    }

    fn teleport(&mut self, body: usize, at: [f32; 2]) {
        self.0.bodies[self.1[body]].set_translation(at.into(), true);
    }

    fn step(&mut self, time: f32) {
        self.0.integration_parameters.dt = time;
        self.0.step();
    }

    fn poses(&self) -> Vec<([f32; 2], f32)> {
        let place = |body: &RigidBodyHandle| {
            let body = &self.0.bodies[*body];
            ([body.translation().x, body.translation().y], body.rotation().angle())
        };
        self.1.iter().map(place).collect()
    }

    fn velocities(&self) -> Vec<([f32; 2], f32)> {
        let velocity = |body: &RigidBodyHandle| {
            let body = &self.0.bodies[*body];
            ([body.linvel().x, body.linvel().y], body.angvel())
        };
        self.1.iter().map(velocity).collect()
    }
}
