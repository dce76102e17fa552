//! What scenes of rigid bodies are made of, and what an engine does with them.

/// A step, in seconds.
pub const STEP: f32 = 1.0 / 60.0;

/// What a body is made of, about its centre.
#[derive(Clone, Copy)]
pub enum Form {
    Box([f32; 2]),
    Ball(f32),
    Triangle,
    /// Four bars around a square of this half edge, each of the thickness of a twentieth of it.
    Frame(f32),
    /// Twenty squares in four rows: a compound.
    Cells,
    /// Ground of a hundred corners, this far to each side: a region of ours, a chain of segments with others.
    Hills(f32),
}

/// The middles of the cells, and half an edge of each.
pub fn cells() -> impl Iterator<Item = [f32; 2]> {
    (0..20).map(|k| [((k % 5) as f32 - 2.0) * 2.0 * CELL, ((k / 5) as f32 - 1.5) * 2.0 * CELL])
}
pub const CELL: f32 = 0.08;

/// The top of the hills, from right to left.
pub fn hills(half: f32) -> Vec<[f32; 2]> {
    let at = |k: i32| half * (1.0 - k as f32 / 49.0);
    (0..99).map(at).map(|x| [x, x * x / half * 0.8 + (1.3 * x).sin() * 0.7]).collect()
}

/// The bars of a frame: their middles and halves.
pub fn bars(half: f32) -> [([f32; 2], [f32; 2]); 4] {
    let thin = half / 20.0;
    [
        ([half, 0.0], [thin, half]),
        ([-half, 0.0], [thin, half]),
        ([0.0, half], [half, thin]),
        ([0.0, -half], [half, thin]),
    ]
}

/// The corners of the triangle.
pub const TRIANGLE: [[f32; 2]; 3] = [[-0.4, -0.3], [0.4, -0.3], [0.0, 0.5]];

/// A body: where it is, whether it moves, how fast, and whether it meets others.
#[derive(Clone, Copy)]
pub struct Given {
    pub at: [f32; 2],
    pub form: Form,
    pub moves: bool,
    pub velocity: [f32; 2],
    /// In radians: what does not move turns by itself, if at all.
    pub spin: f32,
    /// How far it is turned, in radians.
    pub angle: f32,
    pub friction: f32,
    pub meets: bool,
    /// Whether it is not to go through what moves, either, where the engine asks for that.
    pub bullet: bool,
    pub sensor: bool,
}

pub fn moving(at: [f32; 2], form: Form) -> Given {
    Given {
        at,
        form,
        moves: true,
        velocity: [0.0; 2],
        spin: 0.0,
        angle: 0.0,
        friction: 0.6,
        meets: true,
        bullet: false,
        sensor: false,
    }
}

pub fn standing(at: [f32; 2], half: [f32; 2]) -> Given {
    Given { moves: false, ..moving(at, Form::Box(half)) }
}

impl Given {
    pub fn with(self, form: Form) -> Self {
        Self { form, ..self }
    }
}

/// How two bodies are joined at a place.
#[derive(Clone, Copy)]
pub enum Joined {
    Hinge,
    /// A hinge, or a line along y, with limits, and a spring or a motor.
    Driven {
        slides: bool,
        motor: bool,
    },
    /// A line along y on which the second is sprung, and a motor that turns it.
    Wheel,
    Weld,
    /// The second is drawn to where it is.
    Mouse,
}

/// An engine, which names bodies by their order.
pub trait Engine {
    fn new(gravity: f32) -> Self;
    fn add(&mut self, given: &Given);
    fn join(&mut self, a: usize, b: usize, at: [f32; 2], joint: Joined);
    /// What rests may sleep: asked for before anything is added.
    fn let_sleep(&mut self);
    fn remove(&mut self, body: usize);
    /// Gives a body a velocity, and wakes it.
    fn push(&mut self, body: usize, velocity: [f32; 2]);
    fn step(&mut self, time: f32);
    /// Where each body is, and how far it is turned.
    fn places(&self) -> Vec<([f32; 2], f32)>;
}
