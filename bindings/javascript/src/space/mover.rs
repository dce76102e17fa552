//! Movers in 3D, which move among a list of shapes or in a world.

use super::query::part;
use super::shape::ShapeInput;
use super::world::{Items, WORLDS};
use super::{finite_vector, vector};
use crate::callback::with_lent;
use crate::handles::Slots;
use crate::ids::{id, whole_number};
use crate::response::{response, response_number};
use crate::scratch::{self, Reader};
use crate::selection::Selection;
use crate::{Status, answer, answer_f64, size};
use engine::motion::{Hit, HitTarget, Mover, Obstacle, Obstacles, WalkSettings};
use engine::world::Id;
use engine::{Aabb, Shape, ShapeBuf, Vector};
use std::cell::RefCell;
use std::f64::consts::PI;

/// A mover of the library.
pub type Moving = Mover<f64, 3, ShapeBuf<f64, 3>>;

thread_local! {
    /// The movers.
    pub static MOVERS: RefCell<Slots<Box<Moving>>> = const { RefCell::new(Slots::new()) };
}

/// The words of a hit.
const HIT_WORDS: usize = 8;

/// The words before the hits: whether there was room, and the state.
const STATE_WORDS: usize = 11;

/// The obstacles of a motion. Its ids are those of the items as numbers, or indices of shapes. A single type keeps the module small: each
/// type of obstacles has code of its own for all motions.
enum Among<'a> {
    Items { items: &'a Items, own: Option<Id> },
    Shapes(&'a [ShapeInput], &'a [Shape<'a, f64, 3>]),
}

impl Obstacles<f64, 3> for Among<'_> {
    type Id = u64;

    fn each_along<'a>(
        &'a self,
        aabb: &Aabb<f64, 3>,
        step: Vector<f64, 3>,
        each: &mut dyn FnMut(u64, Obstacle<'a, f64, 3>) -> f64,
    ) {
        match self {
            Among::Items { items, own } => {
                let own_collider = own.and_then(|own| items.get(own));
                let mut limit = f64::INFINITY;
                Obstacles::each_along(*items, aabb, step, &mut |id, obstacle| {
                    let collides = own_collider
                        .is_none_or(|own| items.get(id).is_some_and(|other| own.collides_with(other)));
                    if collides && Some(id) != *own {
                        limit = each(whole_number(id), obstacle);
                    }
                    limit
                });
            }
            Among::Shapes(inputs, inner) => {
                let shapes = inputs.iter().zip(*inner).map(|(input, inner)| input.placed(inner));
                for (index, shape) in (0..).zip(shapes) {
                    if each(index, Obstacle::new(shape)) == f64::NEG_INFINITY {
                        return;
                    }
                }
            }
        }
    }
}

/// Makes a mover with the shape in the scratch buffer, and returns its handle.
#[unsafe(no_mangle)]
pub extern "C" fn space_mover_new() -> f64 {
    answer_f64(scratch::read(ShapeInput::read).and_then(|shape| {
        let mover = Moving::new(shape.into_buf());
        mover.center().ok_or(Status::Empty)?;
        MOVERS.with_borrow_mut(|movers| movers.insert(Box::new(mover)))
    }))
}

/// Frees a mover.
#[unsafe(no_mangle)]
pub extern "C" fn space_mover_free(handle: f64) -> i32 {
    answer(MOVERS.with_borrow_mut(|movers| movers.remove(handle)).map(|_| 0))
}

fn change(handle: f64, change: impl FnOnce(&mut Moving) -> Result<(), Status>) -> i32 {
    answer(MOVERS.with_borrow_mut(|movers| change(movers.get_mut(handle)?)).map(|()| 0))
}

/// Sets the position.
#[unsafe(no_mangle)]
pub extern "C" fn space_mover_place(handle: f64, x: f64, y: f64, z: f64) -> i32 {
    change(handle, |mover| {
        mover.set_position(finite_vector([x, y, z])?).then_some(()).ok_or(Status::NotFinite)
    })
}

/// Sets the velocity.
#[unsafe(no_mangle)]
pub extern "C" fn space_mover_accelerate(handle: f64, x: f64, y: f64, z: f64) -> i32 {
    change(handle, |mover| {
        mover.velocity = finite_vector([x, y, z])?;
        Ok(())
    })
}

/// Sets the settings in the scratch buffer: gravity, response, whether it walks, stair height, snap distance, floor angle, coyote time,
/// buffer time, whether it reports all hits, and whether it has bounds, which follow.
#[unsafe(no_mangle)]
pub extern "C" fn space_mover_set(handle: f64) -> i32 {
    change(handle, |mover| scratch::read(|words| set(mover, words)))
}

fn set(mover: &mut Moving, words: &mut Reader<'_>) -> Result<(), Status> {
    let gravity = vector(words)?;
    let &[number, walks, stair_height, snap_distance, floor_angle] = words.finite()?;
    let &[coyote_time, buffer_time, report_all, has_bounds] = words.words()?;
    let response = response(number)?;
    let walk = WalkSettings { stair_height: size(stair_height)?, snap_distance: size(snap_distance)? };
    if size(floor_angle)? > PI || !(coyote_time >= 0.0 && buffer_time >= 0.0) {
        return Err(Status::OutOfRange);
    }
    mover.bounds = match has_bounds == 0.0 {
        true => None,
        false => Some(Aabb::new(vector(words)?, vector(words)?)),
    };
    mover.gravity = gravity;
    mover.response = response;
    mover.walk_settings = (walks != 0.0).then_some(walk);
    mover.floor_angle = floor_angle;
    mover.coyote_time = coyote_time;
    mover.buffer_time = buffer_time;
    mover.report_all = report_all != 0.0;
    Ok(())
}

/// The words of the state of a mover: its position, its velocity, whether it is grounded, and the normal of the ground.
pub fn state_words(mover: &Moving) -> [f64; 10] {
    let [x, y, z] = mover.position().0;
    let [velocity_x, velocity_y, velocity_z] = mover.velocity.0;
    let [normal_x, normal_y, normal_z] = mover.ground_normal().unwrap_or_default().0;
    let is_grounded = f64::from(u8::from(mover.is_grounded()));
    [x, y, z, velocity_x, velocity_y, velocity_z, is_grounded, normal_x, normal_y, normal_z]
}

/// Writes the [`state_words`] of a mover.
#[unsafe(no_mangle)]
pub extern "C" fn space_mover_state(handle: f64) -> i32 {
    answer(with_lent(&MOVERS, handle, |mover| Ok(scratch::write(&state_words(mover)))))
}

/// Requests a jump.
#[unsafe(no_mangle)]
pub extern "C" fn space_mover_jump(handle: f64, height: f64) -> i32 {
    change(handle, |mover| {
        mover.jump(size(height)?);
        Ok(())
    })
}

enum Motion {
    /// A step of the length of time.
    Step(f64),
    /// A displacement.
    Travel(Vector<f64, 3>),
    /// A new shape.
    Reshape(ShapeBuf<f64, 3>),
}

struct Input {
    own: Option<Id>,
    selection: Selection,
    shapes: Vec<ShapeInput>,
    motion: Motion,
}

/// Makes a motion in a world, or among a list of shapes if `world` is 0. The words: the id of the mover's own item or 0; a [`Selection`];
/// without a world, the number of obstacles and their shapes; and what the motion needs. The answer: whether there was room, the
/// [`state_words`], and eight words for each hit: the id of the item or the index of the shape, or -1 for the bounds; the normal; the time;
/// the response; and the parts of the mover and of the obstacle. Returns the number of hits.
fn run(
    handle: f64,
    world: f64,
    motion: impl FnOnce(&mut Reader<'_>) -> Result<Motion, Status>,
) -> Result<u32, Status> {
    let input = scratch::read(|words| {
        let own = words.word()?;
        let own = (own != 0.0).then(|| id(own));
        let selection = Selection::read(words)?;
        let count = if world == 0.0 { words.count()? } else { 0 };
        let shapes = (0..count).map(|_| ShapeInput::read(words)).collect::<Result<Vec<_>, _>>()?;
        Ok(Input { own, selection, shapes, motion: motion(words)? })
    })?;
    let mut words = vec![0.0; STATE_WORDS];
    with_lent(&MOVERS, handle, |mover| {
        if world == 0.0 {
            let inner: Vec<_> = input.shapes.iter().map(ShapeInput::inner).collect();
            advance(mover, &Among::Shapes(&input.shapes, &inner), &input, &mut words);
            return Ok(());
        }
        with_lent(&WORLDS, world, |items| {
            let own = input.own;
            if own.is_some_and(|own| items.get(own).is_none()) {
                return Err(Status::Gone);
            }
            advance(mover, &Among::Items { items, own }, &input, &mut words);
            match own {
                Some(own) => Ok(items.set_shape(own, mover.shape().clone())?),
                None => Ok(()),
            }
        })
    })?;
    scratch::write(&words);
    Ok(((words.len() - STATE_WORDS) / HIT_WORDS) as u32)
}

/// Makes a motion, and appends the words of the hits. If a callback throws an error, the mover does not move.
fn advance(mover: &mut Moving, among: &Among<'_>, input: &Input, words: &mut Vec<f64>) {
    let mut moved = mover.clone();
    words[0] = f64::from(u8::from(make(&mut moved, among, input, words)));
    if !input.selection.callback.as_ref().is_some_and(|callback| callback.has_thrown()) {
        *mover = moved;
    }
    words[1..STATE_WORDS].copy_from_slice(&state_words(mover));
}

fn make(mover: &mut Moving, among: &Among<'_>, input: &Input, words: &mut Vec<f64>) -> bool {
    let own_response = mover.response;
    let Input { selection, motion, .. } = input;
    let respond = |obstacle: u64| {
        if let Among::Items { items, .. } = among
            && !selection.has_id(items, id(obstacle as f64))
        {
            return None;
        }
        match &selection.callback {
            None => Some(own_response),
            // 0 passes through the obstacle without a hit; other numbers are those of responses plus 1.
            Some(callback) => {
                let answer = callback.call(obstacle as f64)?.checked_sub(1)?;
                response(f64::from(answer)).ok()
            }
        }
    };
    let hit = |hit: Hit<u64, f64, 3>| words.extend(hit_words(&hit));
    match motion {
        Motion::Step(time) => mover.step(*time, among, respond, hit),
        Motion::Travel(by) => mover.travel(*by, among, respond, hit),
        Motion::Reshape(shape) => return mover.set_shape(shape.clone(), among, respond),
    }
    true
}

fn hit_words(hit: &Hit<u64, f64, 3>) -> [f64; HIT_WORDS] {
    let target = match hit.target {
        HitTarget::Obstacle(obstacle) => obstacle as f64,
        HitTarget::Bounds => -1.0,
    };
    let [normal_x, normal_y, normal_z] = hit.normal.0;
    let [own, other] = hit.parts.map(part);
    [target, normal_x, normal_y, normal_z, hit.time, response_number(hit.response), own, other]
}

/// Moves a mover for a time.
#[unsafe(no_mangle)]
pub extern "C" fn space_mover_step(handle: f64, world: f64, time: f64) -> i32 {
    answer(run(handle, world, |_| Ok(Motion::Step(size(time)?))))
}

/// Moves a mover by a displacement.
#[unsafe(no_mangle)]
pub extern "C" fn space_mover_travel(handle: f64, world: f64) -> i32 {
    answer(run(handle, world, |words| Ok(Motion::Travel(vector(words)?))))
}

/// Replaces the shape of a mover, if the new one has room.
#[unsafe(no_mangle)]
pub extern "C" fn space_mover_reshape(handle: f64, world: f64) -> i32 {
    answer(run(handle, world, |words| Ok(Motion::Reshape(ShapeInput::read(words)?.into_buf()))))
}
