//! Rigid bodies on the plane: what falls, stacks, rolls and hangs together. Needs the feature `alloc`; for `f32` and `f64`.
//!
//! ```
//! use bumper::{Aabb, Ball};
//! use bumper::dynamics::{Bodies, Body, Kind, Solid};
//!
//! let mut bodies = Bodies::<f32>::new([0.0, -10.0]);
//! let ground = Body { kind: Kind::Static, ..Body::default() };
//! bodies.add(&ground, &[Solid::new(Aabb::new([-50.0, -1.0], [50.0, 0.0]))]).unwrap();
//! let ball = bodies.add(&Body::default(), &[Solid::new(Ball::new([0.0, 4.0], 0.5))]).unwrap();
//! for _ in 0..120 {
//!     bodies.step(1.0 / 60.0);
//! }
//! assert!((bodies.state(ball).unwrap().center.y() - 0.5).abs() < 0.01);
//! ```
//!
//! # The step
//!
//! [`Bodies::step`] is a loop that can be read from top to bottom: which pairs are near, where they touch, and then, in four
//! sub-steps, forces change velocities, contacts and joints correct them, positions follow, and what the correction put too much is
//! taken back. Contacts are *soft*: springs that are damped so well that they never swing, which push what overlaps apart without
//! giving it speed (E. Catto, Solver2D, 2024, under "soft step"; Soft Constraints, Game Developers Conference 2011). Both points of a
//! contact are solved at once, and what lies face on face keeps its points while it hardly moves: a tower of a hundred boxes stands.
//! Impulses are kept by the features of the contact from step to step.
//!
//! Shapes that touch at a single point resist rolling a little, so that an ellipse which rocks comes to rest: by a torque of at most the
//! normal force times a 256th of the size of the smaller body. Balls roll on for ever, unless [`Solid::rolling_resistance`] slows them,
//! or they roll on a dynamic body by less than a 64th of their size in a step, as balls in a heap do.
//!
//! # No unit to set
//!
//! A scene in pixels is as good as one in metres, and time may be in seconds or frames: every tolerance is a part of the sizes
//! of the bodies, and every rate a part of the step, but for the time after which bodies sleep, which can be set. All lengths, velocities and accelerations times a power of two give all results
//! times that power, to the bit, as long as no number leaves the normal range of the float.
//!
//! # Sleep
//!
//! Bodies that touch or are joined form an island. An island falls asleep when all its bodies have been slow for half a unit of time and something static,
//! or kinematic and at rest, bears it. It costs nothing then, until a body that moves touches it, or one of its bodies is changed. [`SleepSettings`] say how
//! slow and for how long; a body that falls, drifts, is driven by a motor or rides on a kinematic body stays awake. Another gravity wakes nothing.
//!
//! # The same bits
//!
//! Nothing but + − × ÷, roots and comparisons is computed, in an order that depends on nothing but the bodies: results are the same on
//! every machine, in debug and release, with any features. [`Bodies::save`] keeps what changes in few bytes, and what is restored goes
//! on to the same bits.
//!
//! # Continuous collision
//!
//! Bodies do not pass each other, however fast they move and turn: where two could within a step, the time of impact gives a contact
//! that the solver satisfies, and what it still lets through is stopped, or slides on, where it meets the other body. That is so
//! for all kinds of bodies, of any thickness, without a flag; [`Body::bullet`] makes it exact for corners that are only grazed. What is squeezed
//! between bodies that nothing stops has no way out, and passes one of them.
//!
//! # Limits
//!
//! A body turns at most a radian in a sub-step. Coordinates stay within [`MAX_RADIUS`](crate::scalar::Scalar::MAX_RADIUS), and velocities
//! within that in a step: beyond that they stop there, and never become NaN.

// What there is: bodies of convex parts, which weigh something, and joints; how they come and go, what is done to them between steps, and how
// all of it is gone back to.
mod body;
mod drive;
mod joined;
mod joint;
mod mass;
mod part;
mod saved;
mod turn;

// The step from top to bottom, and what it does before anything is solved: the lists of what is awake (`awake`), which pairs are near (`pairs`),
// where they touch (`touch`, of which `contact` is kept), and what lies behind a face (`seam`). Bodies fall asleep by islands (`island`) when they are slow
// (`sleep`), with their contacts (`sleeping_contacts`).
mod awake;
mod contact;
mod island;
mod pairs;
mod seam;
mod sleep;
mod sleeping_contacts;
mod step;
mod touch;

// How it is solved: in passes (`solve`) through contacts (`constraint`) and joints (`link`, solved as `rods`, which are made of `row`s; plain hinges are `pins`).
// `moving` is what bodies do meanwhile, `seats` are the colours by which several are solved side by side, in `lanes`, four in a register.
mod constraint;
mod four;
mod lanes;
mod link;
mod moving;
mod pins;
mod rods;
mod row;
mod seats;
mod solve;

// And after that, what moves far stops where it would go through something (`continuous`), at the `time_of_impact`; and what crosses a `sensor` is noted.
mod continuous;
mod sensor;
mod time_of_impact;

pub use body::{Body, BodyId, JointId, Kind, Refusal, Solid};
pub use contact::{Event, Touch};
pub use joint::{Drive, Hold, Joint, JointState, Motor, Spring};
pub use saved::Saved;
pub use sleep::SleepSettings;

use crate::broad_phase::Tree;
use crate::scalar::Real;
use crate::{Aabb, Pose, Rotation, Vector};
use alloc::vec::Vec;
use body::Held;
use contact::Contact;
use link::Link;
use part::Figure;
use sleeping_contacts::SleepingContacts;
use solve::Solver;
use turn::num;

/// Into how many a step is cut: more of them, and fewer passes in each, is what makes stacks and chains stiff.
const SUB_STEPS: u32 = 4;

/// Rigid bodies and joints, and the step that moves them.
///
/// A clone is a snapshot that goes on to the same bits.
///
/// ```
/// use bumper::{Aabb, dynamics::{Bodies, Body, Solid}};
/// let mut bodies = Bodies::<f64>::new([0.0, 10.0]);
/// let crate_ = bodies.add(&Body::default(), &[Solid::new(Aabb::new([0.0, 0.0], [1.0, 1.0]))]).unwrap();
/// bodies.step(0.5);
/// assert_eq!(bodies.state(crate_).unwrap().velocity, [0.0, 5.0].into());
/// ```
#[derive(Clone, Debug)]
pub struct Bodies<R: Real> {
    /// The acceleration that all bodies feel, each by its scale.
    pub gravity: Vector<R, 2>,
    /// Whether islands of bodies that are slow for long fall asleep, and cost nothing then.
    pub sleeping: bool,
    /// How slow and for how long they have to be for that. A change wakes nothing.
    pub sleep: SleepSettings<R>,
    held: Vec<Held<R>>,
    free: Vec<u32>,
    parts: Vec<Part<R>>,
    free_parts: Vec<u32>,
    /// The boxes of the parts, somewhat larger than they are.
    tree: Tree<R, 2>,
    /// The bodies that are stepped and the joints of them, in the order of their slots; those that are to be added to them; and whether any has woken,
    /// fallen asleep, come or gone since they were listed.
    awake: Vec<u32>,
    awake_links: Vec<u32>,
    woken: Vec<u32>,
    stirred: bool,
    /// Pairs of parts that are near, in the order of their places: those of which a body is stepped, and all others.
    contacts: Vec<Contact<R>>,
    resting: SleepingContacts<R>,
    /// Room for the next list of them.
    before: Vec<Contact<R>>,
    /// What had touched, and whose bodies are gone or far: what the last step told of, and what the next one will.
    gone: Vec<Event<R>>,
    told: usize,
    /// The parts that have left their boxes since pairs were looked for, and those that have come.
    left: Vec<u32>,
    /// Pairs of bodies that do not meet because of a joint, in order; and whether joints have come or gone since they were listed.
    apart: Vec<(u32, u32)>,
    relink: bool,
    links: Vec<Link<R>>,
    free_links: Vec<u32>,
    /// Whether any joint is awake.
    linked: bool,
    solver: Solver<R>,
    pairs: Vec<(u64, u32)>,
    spare: Vec<(u64, u32)>,
}

/// A convex part of a body, as it is kept.
#[derive(Clone, Debug)]
struct Part<R> {
    body: u32,
    /// Which of the solids it is of.
    solid: u32,
    alive: bool,
    figure: Figure<R>,
    /// Its own centre, seen from that of the body.
    middle: Vector<R, 2>,
    /// The box that it may reach in a step, and one with more room, which it leaves seldom.
    reach: Aabb<R, 2>,
    room: Aabb<R, 2>,
    friction: R,
    restitution: R,
    rolling_resistance: R,
    layers: u32,
    filter: u32,
    sensor: bool,
}

/// Where a body is, and how it moves.
///
/// ```
/// use bumper::{Ball, dynamics::{Bodies, Body, Solid}};
/// let mut bodies = Bodies::new([0.0f32, 0.0]);
/// let ball = bodies.add(&Body { spin: 1.0, ..Body::default() }, &[Solid::new(Ball::new([2.0, 3.0], 1.0))]).unwrap();
/// let state = bodies.state(ball).unwrap();
/// assert_eq!((state.center, state.spin, state.angle), ([2.0, 3.0].into(), 1.0, 0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State<R> {
    /// The centre of mass.
    pub center: Vector<R, 2>,
    /// Where the shapes of its solids are placed.
    pub pose: Pose<R, 2>,
    /// The whole turn in radians, beyond a full one where it turned more.
    pub angle: R,
    /// The velocity of the centre of mass.
    pub velocity: Vector<R, 2>,
    /// The angular velocity in radians.
    pub spin: R,
    /// Its mass.
    pub mass: R,
    /// Its inertia about the centre of mass.
    pub inertia: R,
    /// Whether it rests, and is not stepped until something wakes it.
    pub asleep: bool,
    /// What moves it.
    pub kind: Kind,
    /// What was given with it.
    pub data: u64,
}

impl<R: Real> Bodies<R> {
    /// No bodies, and a gravity for those to come.
    pub fn new(gravity: impl Into<Vector<R, 2>>) -> Self {
        Self {
            gravity: gravity.into(),
            sleeping: true,
            sleep: SleepSettings::default(),
            held: Vec::new(),
            free: Vec::new(),
            parts: Vec::new(),
            free_parts: Vec::new(),
            tree: Tree::new(),
            awake: Vec::new(),
            awake_links: Vec::new(),
            woken: Vec::new(),
            stirred: false,
            contacts: Vec::new(),
            resting: SleepingContacts::new(),
            before: Vec::new(),
            gone: Vec::new(),
            told: 0,
            left: Vec::new(),
            apart: Vec::new(),
            relink: false,
            links: Vec::new(),
            free_links: Vec::new(),
            linked: false,
            solver: Solver::default(),
            pairs: Vec::new(),
            spare: Vec::new(),
        }
    }

    /// Adds a body of these solids. Its mass, centre and inertia follow from their areas, in closed form; areas that overlap count
    /// twice. Costs O(log n) a part.
    ///
    /// # Errors
    ///
    /// [`Refusal`], where a number is out of order or a shape has no area.
    pub fn add(&mut self, body: &Body<R>, solids: &[Solid<'_, R>]) -> Result<BodyId, Refusal> {
        let (mut held, figures) = Held::new(body, solids)?;
        if self.held.len().max(self.parts.len() + figures.len()) >= i32::MAX as usize {
            return Err(Refusal::Full);
        }
        let slot = self.free.pop().unwrap_or(self.held.len() as u32);
        if let Some(old) = self.held.get(slot as usize) {
            (held.generation, held.listed) = (old.generation, old.listed);
        }
        for (figure, place) in figures {
            let (solid, reach) = (&solids[place], figure.bounds(held.center, held.turn));
            let part = Part {
                body: slot,
                solid: place as u32,
                alive: true,
                middle: figure.moments().center(),
                figure,
                reach,
                room: reach,
                friction: solid.friction,
                restitution: solid.restitution,
                rolling_resistance: solid.rolling_resistance,
                layers: solid.layers,
                filter: solid.filter,
                sensor: solid.sensor,
            };
            let key = self.free_parts.pop().unwrap_or(self.parts.len() as u32);
            self.tree.set(key as usize, part.reach).map_err(|_| Refusal::NotFinite)?;
            put(&mut self.parts, key, part);
            held.parts.push(key);
        }
        let id = BodyId { slot, generation: held.generation };
        put(&mut self.held, slot, held);
        self.fit(slot, R::default(), 0.0);
        self.stir(slot);
        Ok(id)
    }

    /// Takes a body away, with its joints; what lay on it wakes. The next step tells of what it touched. Returns whether it was
    /// there. Costs O(n) for what is awake, and O(log n) for each of its contacts and of the bodies that wake.
    pub fn remove(&mut self, id: BodyId) -> bool {
        let Some(place) = self.place(id) else { return false };
        let slot = id.slot;
        self.wake_slot(slot);
        self.wake_touching(slot);
        self.drop_pairs(|_, contact| contact.is_of(slot));
        self.drop_sleeping_pairs(slot);
        self.unjoin_all(slot);
        self.stirred = true;
        let held = &mut self.held[place];
        for key in core::mem::take(&mut held.parts) {
            self.tree.remove(key as usize);
            self.parts[key as usize].alive = false;
            self.free_parts.push(key);
        }
        held.alive = false;
        // A slot that has had all its generations is left empty for good.
        if held.generation < u32::MAX {
            held.generation += 1;
            self.free.push(slot);
        }
        true
    }

    /// How many bodies there are.
    pub fn len(&self) -> usize {
        self.held.iter().filter(|held| held.alive).count()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All bodies, in the order of their slots.
    pub fn iter(&self) -> impl Iterator<Item = (BodyId, State<R>)> {
        let alive = (0..).zip(&self.held).filter(|(_, held)| held.alive);
        alive.map(|(slot, held)| (BodyId { slot, generation: held.generation }, state_of(held)))
    }

    /// Where a body is, and how it moves; `None` for one that is gone.
    pub fn state(&self, id: BodyId) -> Option<State<R>> {
        self.place(id).map(|place| state_of(&self.held[place]))
    }

    /// The place of a body.
    fn place(&self, id: BodyId) -> Option<usize> {
        let held = self.held.get(id.slot as usize)?;
        (held.alive && held.generation == id.generation).then_some(id.slot as usize)
    }
}

fn state_of<R: Real>(held: &Held<R>) -> State<R> {
    let rotation = Rotation::from_complex(held.turn.cos, held.turn.sin).unwrap_or(Rotation::identity());
    State {
        center: held.center,
        pose: Pose::new(rotation, held.center + held.turn.apply(held.origin)),
        angle: held.turn.angle() + num::<R>(f64::from(held.turns) * core::f64::consts::TAU),
        velocity: held.velocity,
        spin: held.spin,
        mass: held.mass,
        inertia: held.inertia,
        asleep: held.asleep.is_some(),
        kind: held.kind,
        data: held.data,
    }
}

/// Puts something at a place of a list, or at its end.
fn put<T>(list: &mut Vec<T>, place: u32, item: T) {
    match list.get_mut(place as usize) {
        Some(old) => *old = item,
        None => list.push(item),
    }
}
