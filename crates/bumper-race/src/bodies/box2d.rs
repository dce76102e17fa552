//! Rigid bodies in Box2D.

use super::engine::{BodySpec, CELL, Engine, Form, JointSpec, TRIANGLE, bars, cells, foot, hills};
use crate::box2d::{polygon, vector};
use boxdd_sys::ffi;

/// A rotation by 90 degrees.
const UP: ffi::b2Rot = ffi::b2Rot { c: 0.0, s: 1.0 };

/// A world of rigid bodies in Box2D. A body is identified by its number in the order of creation.
pub struct World {
    id: ffi::b2WorldId,
    bodies: Vec<ffi::b2BodyId>,
}

impl World {
    /// Returns a snapshot of the world, as bytes.
    pub fn save(&self) -> Vec<u8> {
        // SAFETY: the world is alive. The first call has no buffer and only returns the required size; the second one gets a buffer of this
        // size.
        unsafe {
            let size = ffi::b2World_Snapshot(self.id, std::ptr::null_mut(), 0);
            let mut image = vec![0u8; size as usize];
            ffi::b2World_Snapshot(self.id, image.as_mut_ptr(), size);
            image
        }
    }

    pub fn restore(&mut self, image: &[u8]) {
        // SAFETY: `image` is a snapshot of this world.
        assert!(unsafe { ffi::b2World_Restore(self.id, image.as_ptr(), image.len() as i32) });
    }
}

impl Drop for World {
    fn drop(&mut self) {
        // SAFETY: the world was created by `new`, and nothing else destroys it.
        unsafe { ffi::b2DestroyWorld(self.id) }
    }
}

/// Adds a chain of segments, whose solid side is below if the corners go from right to left. Its first and last segment are ghosts.
///
/// # Safety
///
/// The body exists.
unsafe fn create_chain(body: ffi::b2BodyId, shape: &ffi::b2ShapeDef, corners: Vec<[f32; 2]>) {
    let corners: Vec<_> = corners.into_iter().map(vector).collect();
    // SAFETY: the body exists, and Box2D copies the corners and the material.
    unsafe {
        let mut def = ffi::b2DefaultChainDef();
        def.points = corners.as_ptr();
        def.count = corners.len() as i32;
        def.materials = &shape.material;
        def.materialCount = 1;
        ffi::b2CreateChain(body, &def);
    }
}

impl Engine for World {
    fn new(gravity: f32) -> Self {
        // SAFETY: the definition is fully initialised.
        let id = unsafe {
            let mut def = ffi::b2DefaultWorldDef();
            def.gravity = vector([0.0, gravity]);
            def.enableSleep = false;
            def.workerCount = 1;
            ffi::b2CreateWorld(&def)
        };
        Self { id, bodies: Vec::new() }
    }

    fn add(&mut self, spec: &BodySpec) {
        // SAFETY: the world is alive, and the definitions are fully initialised. Box2D copies the shapes whose pointers it gets.
        unsafe {
            let mut def = ffi::b2DefaultBodyDef();
            def.type_ = ffi::b2BodyType_b2_staticBody;
            if spec.moves {
                def.type_ = ffi::b2BodyType_b2_dynamicBody;
            } else if spec.spin != 0.0 {
                def.type_ = ffi::b2BodyType_b2_kinematicBody;
            }
            def.angularVelocity = spec.spin;
            def.position = vector(spec.at);
            def.linearVelocity = vector(spec.velocity);
            def.isBullet = spec.bullet;
            def.rotation = ffi::b2Rot { c: spec.angle.cos(), s: spec.angle.sin() };
            let body = ffi::b2CreateBody(self.id, &def);
            let mut shape = ffi::b2DefaultShapeDef();
            shape.density = 1.0;
            shape.material.friction = spec.friction;
            shape.material.restitution = spec.restitution;
            shape.isSensor = spec.sensor;
            shape.enableSensorEvents = true;
            shape.filter.maskBits = if spec.collides { u64::MAX } else { 0 };
            match spec.form {
                Form::Box([w, h]) => {
                    ffi::b2CreatePolygonShape(body, &shape, &ffi::b2MakeBox(w, h));
                }
                Form::Ball(radius) => {
                    let circle = ffi::b2Circle { center: vector([0.0; 2]), radius };
                    ffi::b2CreateCircleShape(body, &shape, &circle);
                }
                Form::Triangle => {
                    ffi::b2CreatePolygonShape(body, &shape, &polygon(&TRIANGLE));
                }
                Form::Frame(half) => {
                    for (middle, [w, h]) in bars(half) {
                        let straight = ffi::b2Rot { c: 1.0, s: 0.0 };
                        let bar = ffi::b2MakeOffsetBox(w, h, vector(middle), straight);
                        ffi::b2CreatePolygonShape(body, &shape, &bar);
                    }
                }
                Form::Cells => {
                    for middle in cells() {
                        let straight = ffi::b2Rot { c: 1.0, s: 0.0 };
                        let cell = ffi::b2MakeOffsetBox(CELL, CELL, vector(middle), straight);
                        ffi::b2CreatePolygonShape(body, &shape, &cell);
                    }
                }
                Form::Hills(half) => create_chain(body, &shape, hills(half)),
                Form::Foot(slope) => create_chain(body, &shape, foot(slope)),
            }
            self.bodies.push(body);
        }
    }

    fn join(&mut self, a: usize, b: usize, at: [f32; 2], joint: JointSpec) {
        let a = self.bodies[a];
        let b = self.bodies[b];
        macro_rules! placed {
            ($def:expr) => {{
                let mut def = $def;
                def.base.bodyIdA = a;
                def.base.bodyIdB = b;
                def.base.localFrameA.p = ffi::b2Body_GetLocalPoint(a, vector(at));
                def.base.localFrameB.p = ffi::b2Body_GetLocalPoint(b, vector(at));
                def
            }};
        }
        macro_rules! driven {
            ($def:expr, $spring:expr, $motor:expr, $low:ident, $high:ident, $most:ident) => {{
                let mut def = placed!($def);
                (def.enableLimit, def.$low, def.$high) = (true, -0.5, 0.5);
                def.enableSpring = $spring;
                def.hertz = 2.0;
                def.dampingRatio = 0.5;
                (def.enableMotor, def.motorSpeed, def.$most) = ($motor, 1.0, 1.0);
                def
            }};
        }
        // SAFETY: both bodies exist in this world.
        unsafe {
            match joint {
                JointSpec::Hinge => {
                    ffi::b2CreateRevoluteJoint(self.id, &placed!(ffi::b2DefaultRevoluteJointDef()));
                }
                JointSpec::Driven { slides: true, motor } => {
                    let def = ffi::b2DefaultPrismaticJointDef();
                    let mut def =
                        driven!(def, !motor, motor, lowerTranslation, upperTranslation, maxMotorForce);
                    def.base.localFrameA.q = UP;
                    def.base.localFrameB.q = UP;
                    ffi::b2CreatePrismaticJoint(self.id, &def);
                }
                JointSpec::Driven { slides: false, motor } => {
                    let def = ffi::b2DefaultRevoluteJointDef();
                    let def = driven!(def, !motor, motor, lowerAngle, upperAngle, maxMotorTorque);
                    ffi::b2CreateRevoluteJoint(self.id, &def);
                }
                JointSpec::Wheel => {
                    let def = ffi::b2DefaultWheelJointDef();
                    let mut def =
                        driven!(def, true, true, lowerTranslation, upperTranslation, maxMotorTorque);
                    def.base.localFrameA.q = UP;
                    def.base.localFrameB.q = UP;
                    ffi::b2CreateWheelJoint(self.id, &def);
                }
                JointSpec::Weld => {
                    ffi::b2CreateWeldJoint(self.id, &placed!(ffi::b2DefaultWeldJointDef()));
                }
                // The joint with which Box2D's samples drag a body with the mouse.
                JointSpec::Mouse => {
                    let mut def = placed!(ffi::b2DefaultMotorJointDef());
                    def.linearHertz = 2.0;
                    def.linearDampingRatio = 0.5;
                    def.maxSpringForce = 100.0;
                    ffi::b2CreateMotorJoint(self.id, &def);
                }
            }
        }
    }

    fn let_sleep(&mut self) {
        // SAFETY: the world is alive.
        unsafe { ffi::b2World_EnableSleeping(self.id, true) }
    }

    fn remove(&mut self, body: usize) {
        // SAFETY: the body exists in this world and is not used again.
        unsafe { ffi::b2DestroyBody(self.bodies[body]) }
    }

    fn push(&mut self, body: usize, velocity: [f32; 2]) {
        // SAFETY: the body exists in this world.
        unsafe {
            ffi::b2Body_SetAwake(self.bodies[body], true);
            ffi::b2Body_SetLinearVelocity(self.bodies[body], vector(velocity));
        }
    }

    fn force(&mut self, body: usize, force: [f32; 2]) {
        // SAFETY: the body exists in this world.
        unsafe { ffi::b2Body_ApplyForceToCenter(self.bodies[body], vector(force), true) }
    }

    fn teleport(&mut self, body: usize, at: [f32; 2]) {
        // SAFETY: the body exists in this world.
        unsafe {
            ffi::b2Body_SetAwake(self.bodies[body], true);
            ffi::b2Body_SetTransform(self.bodies[body], vector(at), ffi::b2Rot { c: 1.0, s: 0.0 });
        }
    }

    fn step(&mut self, time: f32) {
        // SAFETY: the world is alive.
        unsafe { ffi::b2World_Step(self.id, time, 4) }
    }

    fn poses(&self) -> Vec<([f32; 2], f32)> {
        // SAFETY: all bodies exist in this world.
        let place = |body: &ffi::b2BodyId| unsafe {
            let at = ffi::b2Body_GetPosition(*body);
            let turn = ffi::b2Body_GetRotation(*body);
            ([at.x, at.y], turn.s.atan2(turn.c))
        };
        self.bodies.iter().map(place).collect()
    }

    fn velocities(&self) -> Vec<([f32; 2], f32)> {
        // SAFETY: all bodies exist in this world.
        let velocity = |body: &ffi::b2BodyId| unsafe {
            let velocity = ffi::b2Body_GetLinearVelocity(*body);
            ([velocity.x, velocity.y], ffi::b2Body_GetAngularVelocity(*body))
        };
        self.bodies.iter().map(velocity).collect()
    }
}
