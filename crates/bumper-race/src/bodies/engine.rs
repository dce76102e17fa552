//! The elements of scenes of rigid bodies, and a common interface of physics engines.

/// The duration of a step, in seconds.
pub const STEP: f32 = 1.0 / 60.0;

/// The shape of a body. Its center is the origin of the body.
#[derive(Clone, Copy)]
pub enum Form {
    Box([f32; 2]),
    Ball(f32),
    Triangle,
    /// A hollow square of four bars. The middle lines of the bars form a square, and the number is half of the side of this square. The
    /// bars are a tenth of this number thick.
    Frame(f32),
    /// Twenty squares in four rows, as a compound.
    Cells,
    /// Ground with hills, with a hundred corners and this half-width. It is a region in bumper, and a chain of segments in other engines.
    Hills(f32),
    /// Level ground at the foot of a straight hill on its left, with this slope (height per length). It is a region in bumper, and a
    /// chain of segments in other engines.
    Foot(f32),
}

/// Returns the centers of the squares of [`Form::Cells`]. `CELL` is half of the side of such a square.
pub fn cells() -> impl Iterator<Item = [f32; 2]> {
    (0..20).map(|k| [((k % 5) as f32 - 2.0) * 2.0 * CELL, ((k / 5) as f32 - 1.5) * 2.0 * CELL])
}
pub const CELL: f32 = 0.08;

/// Returns the corners of the surface of the hills, from right to left. `half` is half of their width.
pub fn hills(half: f32) -> Vec<[f32; 2]> {
    let at = |k: i32| half * (1.0 - k as f32 / 49.0);
    (0..99).map(at).map(|x| [x, x * x / half * 0.8 + (1.3 * x).sin() * 0.7]).collect()
}

/// Returns the corners of the surface of [`Form::Foot`], from right to left. The foot of the hill is the origin.
pub fn foot(slope: f32) -> Vec<[f32; 2]> {
    [60.0, 40.0, 0.0, -20.0, -30.0].into_iter().map(|x: f32| [x, -x.min(0.0) * slope]).collect()
}

/// Returns the four bars of a hollow square: the center and the half extents of each.
pub fn bars(half: f32) -> [([f32; 2], [f32; 2]); 4] {
    let thin = half / 20.0;
    [
        ([half, 0.0], [thin, half]),
        ([-half, 0.0], [thin, half]),
        ([0.0, half], [half, thin]),
        ([0.0, -half], [half, thin]),
    ]
}

/// The corners of the shape of [`Form::Triangle`], relative to the origin of the body.
pub const TRIANGLE: [[f32; 2]; 3] = [[-0.4, -0.3], [0.4, -0.3], [0.0, 0.5]];

/// The definition of a body: its position, shape, type, velocity and collision flags.
#[derive(Clone, Copy)]
pub struct BodySpec {
    pub at: [f32; 2],
    pub form: Form,
    pub moves: bool,
    pub velocity: [f32; 2],
    /// The angular velocity, in radians per second. A body that does not move (`moves: false`) but has a spin is kinematic.
    pub spin: f32,
    /// The initial angle, in radians.
    pub angle: f32,
    pub friction: f32,
    pub restitution: f32,
    pub collides: bool,
    /// Whether continuous collision detection also applies to pairs with other moving bodies, in engines that have this option.
    pub bullet: bool,
    pub sensor: bool,
}

pub fn dynamic_body(at: [f32; 2], form: Form) -> BodySpec {
    BodySpec {
        at,
        form,
        moves: true,
        velocity: [0.0; 2],
        spin: 0.0,
        angle: 0.0,
        friction: 0.6,
        restitution: 0.0,
        collides: true,
        bullet: false,
        sensor: false,
    }
}

pub fn static_box(at: [f32; 2], half: [f32; 2]) -> BodySpec {
    BodySpec { moves: false, ..dynamic_body(at, Form::Box(half)) }
}

impl BodySpec {
    pub fn with(self, form: Form) -> Self {
        Self { form, ..self }
    }
}

/// The kind of a joint that connects two bodies at a point.
#[derive(Clone, Copy)]
pub enum JointSpec {
    Hinge,
    /// A joint with limits: a prismatic joint along y if `slides`, else a revolute joint. It also has a motor if `motor`, else a spring.
    Driven {
        slides: bool,
        motor: bool,
    },
    /// A wheel joint: a spring holds the second body, which can move along y, and a motor rotates it.
    Wheel,
    Weld,
    /// A mouse joint: a spring pulls the second body to its initial position.
    Mouse,
}

/// The interface of a physics engine. A body is identified by its number in the order of creation.
pub trait Engine {
    fn new(gravity: f32) -> Self;
    fn add(&mut self, spec: &BodySpec);
    fn join(&mut self, a: usize, b: usize, at: [f32; 2], joint: JointSpec);
    /// Allows bodies to sleep. Has to be called before bodies are added.
    fn let_sleep(&mut self);
    fn remove(&mut self, body: usize);
    /// Sets the velocity of a body, and wakes the body.
    fn push(&mut self, body: usize, velocity: [f32; 2]);
    /// Applies a force to the center of a body during the next step, and wakes the body.
    fn force(&mut self, body: usize, force: [f32; 2]);
    /// Moves the origin of a body to a position without changing its rotation, and wakes the body.
    fn teleport(&mut self, body: usize, at: [f32; 2]);
    fn step(&mut self, time: f32);
    /// For each body, the position of its origin and its angle in radians.
    fn poses(&self) -> Vec<([f32; 2], f32)>;
    /// For each body, the velocity of its center of mass and its angular velocity in radians per second.
    fn velocities(&self) -> Vec<([f32; 2], f32)>;
}
