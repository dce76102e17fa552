//! Box2D, called through its C interface.

use boxdd_sys::ffi;

pub use ffi::b2Polygon as Polygon;

/// A rotation by 90 degrees.
const UP: ffi::b2Rot = ffi::b2Rot { c: 0.0, s: 1.0 };

const STAY: ffi::b2Transform =
    ffi::b2Transform { p: ffi::b2Vec2 { x: 0.0, y: 0.0 }, q: ffi::b2Rot { c: 1.0, s: 0.0 } };

/// A convex polygon with at most eight corners.
pub fn polygon(corners: &[[f32; 2]]) -> Polygon {
    let points: Vec<_> = corners.iter().map(|&[x, y]| ffi::b2Vec2 { x, y }).collect();
    // SAFETY: the pointer and the count describe the list, which has three to eight points; the hull is only read.
    unsafe {
        let hull = ffi::b2ComputeHull(points.as_ptr(), points.len() as i32);
        assert_eq!(hull.count as usize, points.len());
        ffi::b2MakePolygon(&hull, 0.0)
    }
}

/// The penetration depth of two polygons at the deepest contact point; negative if there is no contact.
pub fn depth(a: &Polygon, b: &Polygon) -> f32 {
    // SAFETY: both pointers refer to valid polygons, which are only read.
    let found = unsafe { ffi::b2CollidePolygons(a, b, STAY) };
    let points = &found.points[..found.pointCount as usize];
    points.iter().map(|point| -point.separation).fold(-1.0, f32::max)
}

/// Whether two polygons touch, by their GJK distance.
pub fn touch(a: &Polygon, b: &Polygon) -> bool {
    // SAFETY: the pointers and counts describe the corners; the cache is empty, and no simplexes are requested.
    unsafe {
        let proxy = |p: &Polygon| ffi::b2MakeProxy(p.vertices.as_ptr(), p.count, 0.0);
        let input =
            ffi::b2DistanceInput { proxyA: proxy(a), proxyB: proxy(b), transform: STAY, useRadii: false };
        let mut cache = std::mem::zeroed();
        ffi::b2ShapeDistance(&input, &mut cache, std::ptr::null_mut(), 0).distance <= 0.0
    }
}

pub use ffi::b2CastOutput as Cast;
pub use ffi::b2LocalManifold as Manifold;

/// A shape, together with its corners and radius, which distance queries and casts take.
pub struct Body {
    form: Form,
    proxy: ffi::b2ShapeProxy,
}

enum Form {
    Circle(ffi::b2Circle),
    Capsule(ffi::b2Capsule),
    Segment(ffi::b2Segment),
    Polygon(Box<Polygon>),
}

fn vector([x, y]: [f32; 2]) -> ffi::b2Vec2 {
    ffi::b2Vec2 { x, y }
}

/// The input of Box2D's ray casts, from a point and a displacement.
pub fn ray(from: [f32; 2], step: [f32; 2]) -> ffi::b2RayCastInput {
    ffi::b2RayCastInput { origin: vector(from), translation: vector(step), maxFraction: 1.0 }
}

impl Body {
    fn new(form: Form, points: &[[f32; 2]], radius: f32) -> Self {
        let points: Vec<_> = points.iter().copied().map(vector).collect();
        // SAFETY: the pointer and the count describe the list, which has at most eight points.
        let proxy = unsafe { ffi::b2MakeProxy(points.as_ptr(), points.len() as i32, radius) };
        Self { form, proxy }
    }

    pub fn circle(center: [f32; 2], radius: f32) -> Self {
        Self::new(Form::Circle(ffi::b2Circle { center: vector(center), radius }), &[center], radius)
    }

    pub fn capsule(ends: [[f32; 2]; 2], radius: f32) -> Self {
        let [center1, center2] = ends.map(vector);
        Self::new(Form::Capsule(ffi::b2Capsule { center1, center2, radius }), &ends, radius)
    }

    pub fn segment(ends: [[f32; 2]; 2]) -> Self {
        let [point1, point2] = ends.map(vector);
        Self::new(Form::Segment(ffi::b2Segment { point1, point2 }), &ends, 0.0)
    }

    pub fn polygon(corners: &[[f32; 2]]) -> Self {
        Self::new(Form::Polygon(Box::new(polygon(corners))), corners, 0.0)
    }

    pub fn distance(&self, other: &Self) -> f32 {
        let input =
            ffi::b2DistanceInput { proxyA: self.proxy, proxyB: other.proxy, transform: STAY, useRadii: true };
        // SAFETY: the cache is empty, and no simplexes are requested.
        unsafe {
            let mut cache = std::mem::zeroed();
            ffi::b2ShapeDistance(&input, &mut cache, std::ptr::null_mut(), 0).distance
        }
    }

    /// The time of impact with another shape, which moves.
    pub fn cast(&self, other: &Self, step: [f32; 2]) -> Cast {
        let input = ffi::b2ShapeCastPairInput {
            proxyA: self.proxy,
            proxyB: other.proxy,
            transform: STAY,
            translationB: vector(step),
            maxFraction: 1.0,
            canEncroach: false,
        };
        // SAFETY: the input is fully initialised and only read.
        unsafe { ffi::b2ShapeCast(&input) }
    }

    pub fn ray(&self, ray: &ffi::b2RayCastInput) -> Cast {
        // SAFETY: both pointers refer to valid values, which are only read.
        unsafe {
            match &self.form {
                Form::Circle(circle) => ffi::b2RayCastCircle(circle, ray),
                Form::Capsule(capsule) => ffi::b2RayCastCapsule(capsule, ray),
                Form::Segment(segment) => ffi::b2RayCastSegment(segment, ray, false),
                Form::Polygon(polygon) => ffi::b2RayCastPolygon(&**polygon, ray),
            }
        }
    }

    /// The contact manifold of two shapes, in the order of types that Box2D requires. Box2D has none for two segments.
    pub fn manifold(&self, other: &Self) -> Manifold {
        use Form::*;
        // SAFETY: all pointers refer to valid shapes, which are only read.
        unsafe {
            match (&self.form, &other.form) {
                (Circle(a), Circle(b)) => ffi::b2CollideCircles(a, b, STAY),
                (Circle(b), Capsule(a)) | (Capsule(a), Circle(b)) => {
                    ffi::b2CollideCapsuleAndCircle(a, b, STAY)
                }
                (Circle(b), Segment(a)) | (Segment(a), Circle(b)) => {
                    ffi::b2CollideSegmentAndCircle(a, b, STAY)
                }
                (Circle(b), Polygon(a)) | (Polygon(a), Circle(b)) => {
                    ffi::b2CollidePolygonAndCircle(&**a, b, STAY)
                }
                (Capsule(a), Capsule(b)) => ffi::b2CollideCapsules(a, b, STAY),
                (Capsule(b), Segment(a)) | (Segment(a), Capsule(b)) => {
                    ffi::b2CollideSegmentAndCapsule(a, b, STAY)
                }
                (Capsule(b), Polygon(a)) | (Polygon(a), Capsule(b)) => {
                    ffi::b2CollidePolygonAndCapsule(&**a, b, STAY)
                }
                (Segment(a), Polygon(b)) | (Polygon(b), Segment(a)) => {
                    ffi::b2CollideSegmentAndPolygon(a, &**b, STAY)
                }
                (Polygon(a), Polygon(b)) => ffi::b2CollidePolygons(&**a, &**b, STAY),
                (Segment(_), Segment(_)) => std::mem::zeroed(),
            }
        }
    }
}

/// A world of rigid bodies, which are identified by the order of their creation.
pub struct World {
    id: ffi::b2WorldId,
    bodies: Vec<ffi::b2BodyId>,
}

impl World {
    /// A snapshot of the world, as bytes.
    pub fn save(&self) -> Vec<u8> {
        // SAFETY: the world is alive; without a buffer the call only returns the required size.
        unsafe {
            let size = ffi::b2World_Snapshot(self.id, std::ptr::null_mut(), 0);
            let mut image = vec![0u8; size as usize];
            ffi::b2World_Snapshot(self.id, image.as_mut_ptr(), size);
            image
        }
    }

    pub fn restore(&mut self, image: &[u8]) {
        // SAFETY: the image is a snapshot of this world.
        assert!(unsafe { ffi::b2World_Restore(self.id, image.as_ptr(), image.len() as i32) });
    }
}

impl Drop for World {
    fn drop(&mut self) {
        // SAFETY: the world was created by `new`, and nothing else destroys it.
        unsafe { ffi::b2DestroyWorld(self.id) }
    }
}

impl crate::bodies::Engine for World {
    fn new(gravity: f32) -> Self {
        // SAFETY: the definition is fully initialised.
        let id = unsafe {
            let mut def = ffi::b2DefaultWorldDef();
            (def.gravity, def.enableSleep, def.workerCount) = (vector([0.0, gravity]), false, 1);
            ffi::b2CreateWorld(&def)
        };
        Self { id, bodies: Vec::new() }
    }

    fn add(&mut self, given: &crate::bodies::Given) {
        use crate::bodies::engine::{CELL, Form, TRIANGLE, bars, cells, hills};
        // SAFETY: the world is alive, the definitions are fully initialised, and the shapes are copied from what the pointers refer to.
        unsafe {
            let mut def = ffi::b2DefaultBodyDef();
            def.type_ = ffi::b2BodyType_b2_staticBody;
            if given.moves {
                def.type_ = ffi::b2BodyType_b2_dynamicBody;
            } else if given.spin != 0.0 {
                def.type_ = ffi::b2BodyType_b2_kinematicBody;
            }
            def.angularVelocity = given.spin;
            (def.position, def.linearVelocity) = (vector(given.at), vector(given.velocity));
            def.isBullet = given.bullet;
            def.rotation = ffi::b2Rot { c: given.angle.cos(), s: given.angle.sin() };
            let body = ffi::b2CreateBody(self.id, &def);
            let mut shape = ffi::b2DefaultShapeDef();
            (shape.density, shape.material.friction) = (1.0, given.friction);
            shape.material.restitution = given.restitution;
            (shape.isSensor, shape.enableSensorEvents) = (given.sensor, true);
            shape.filter.maskBits = if given.collides { u64::MAX } else { 0 };
            match given.form {
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
                Form::Hills(half) => {
                    let corners: Vec<_> = hills(half).into_iter().map(vector).collect();
                    let mut def = ffi::b2DefaultChainDef();
                    (def.points, def.count) = (corners.as_ptr(), corners.len() as i32);
                    ffi::b2CreateChain(body, &def);
                }
            }
            self.bodies.push(body);
        }
    }

    fn join(&mut self, a: usize, b: usize, at: [f32; 2], joint: crate::bodies::Joined) {
        use crate::bodies::Joined;
        let (a, b) = (self.bodies[a], self.bodies[b]);
        macro_rules! placed {
            ($def:expr) => {{
                let mut def = $def;
                (def.base.bodyIdA, def.base.bodyIdB) = (a, b);
                def.base.localFrameA.p = ffi::b2Body_GetLocalPoint(a, vector(at));
                def.base.localFrameB.p = ffi::b2Body_GetLocalPoint(b, vector(at));
                def
            }};
        }
        macro_rules! driven {
            ($def:expr, $spring:expr, $motor:expr, $low:ident, $high:ident, $most:ident) => {{
                let mut def = placed!($def);
                (def.enableLimit, def.$low, def.$high) = (true, -0.5, 0.5);
                (def.enableSpring, def.hertz, def.dampingRatio) = ($spring, 2.0, 0.5);
                (def.enableMotor, def.motorSpeed, def.$most) = ($motor, 1.0, 1.0);
                def
            }};
        }
        // SAFETY: both bodies exist in this world.
        unsafe {
            match joint {
                Joined::Hinge => {
                    ffi::b2CreateRevoluteJoint(self.id, &placed!(ffi::b2DefaultRevoluteJointDef()));
                }
                Joined::Driven { slides: true, motor } => {
                    let def = ffi::b2DefaultPrismaticJointDef();
                    let mut def =
                        driven!(def, !motor, motor, lowerTranslation, upperTranslation, maxMotorForce);
                    (def.base.localFrameA.q, def.base.localFrameB.q) = (UP, UP);
                    ffi::b2CreatePrismaticJoint(self.id, &def);
                }
                Joined::Driven { slides: false, motor } => {
                    let def = ffi::b2DefaultRevoluteJointDef();
                    let def = driven!(def, !motor, motor, lowerAngle, upperAngle, maxMotorTorque);
                    ffi::b2CreateRevoluteJoint(self.id, &def);
                }
                Joined::Wheel => {
                    let def = ffi::b2DefaultWheelJointDef();
                    let mut def =
                        driven!(def, true, true, lowerTranslation, upperTranslation, maxMotorTorque);
                    (def.base.localFrameA.q, def.base.localFrameB.q) = (UP, UP);
                    ffi::b2CreateWheelJoint(self.id, &def);
                }
                Joined::Weld => {
                    ffi::b2CreateWeldJoint(self.id, &placed!(ffi::b2DefaultWeldJointDef()));
                }
                // The mouse joint of Box2D's samples, which drags a body.
                Joined::Mouse => {
                    let mut def = placed!(ffi::b2DefaultMotorJointDef());
                    (def.linearHertz, def.linearDampingRatio, def.maxSpringForce) = (2.0, 0.5, 100.0);
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
            let (at, turn) = (ffi::b2Body_GetPosition(*body), ffi::b2Body_GetRotation(*body));
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
