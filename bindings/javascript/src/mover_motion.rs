//! Motions of a mover among the items of a world, or among a list of shapes.
//!
//! The words in the scratch buffer: the id of the mover's own item or 0; a [`Selection`]; without a world, the number of obstacles, and for
//! each its one-way side and its shape; and then what the motion needs. The answer: whether there was room, the [`state_words`], and seven words for each hit: the
//! id of the item or the index of the shape, or -1 for the bounds; the normal; the time; the response; and the parts of the mover and of
//! the obstacle.

use crate::callback::with_lent;
use crate::mover::{MOVERS, Moving, state_words};
use crate::query::part;
use crate::response::{response, response_number};
use crate::scratch::{self, Reader};
use crate::selection::Selection;
use crate::shape::ShapeInput;
use crate::world::{Items, WORLDS, id, side, whole_number};
use crate::{Status, answer, finite, size};
use engine::motion::{Hit, HitTarget, Movable, Obstacle, Obstacles};
use engine::world::Id;
use engine::{Aabb, AsShape, Shape, ShapeBuf, Side, Vector};

/// The words of a hit.
const HIT_WORDS: usize = 7;

/// The words before the hits: whether there was room, and the state.
const STATE_WORDS: usize = 8;

enum Motion {
    /// A step of the length of time.
    Step(f64),
    /// A displacement.
    Travel(Vector<f64, 2>),
    /// A displacement of a platform: the items and shapes that are its parts.
    Carry { by: Vector<f64, 2>, items: Vec<Id>, shapes: Vec<Part> },
    /// A new shape.
    Reshape(ShapeBuf<f64, 2>),
}

/// The obstacles of a motion. Its ids are those of the items as numbers, or indices of shapes. A single type keeps the module small: each
/// type of obstacles has code of its own for all motions.
enum Among<'a> {
    Items { items: &'a Items, own: Option<Id> },
    Shapes(&'a [ListedShape], &'a [Shape<'a, f64, 2>]),
}

impl Obstacles<f64, 2> for Among<'_> {
    type Id = u64;

    fn each_along<'a>(
        &'a self,
        aabb: &Aabb<f64, 2>,
        step: Vector<f64, 2>,
        each: &mut dyn FnMut(u64, Obstacle<'a, f64, 2>) -> f64,
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
                for (index, (input, inner)) in (0..).zip(inputs.iter().zip(*inner)) {
                    let obstacle = Obstacle::new(input.shape.placed(inner));
                    if each(index, Obstacle { one_way: input.one_way, ..obstacle }) == f64::NEG_INFINITY {
                        return;
                    }
                }
            }
        }
    }
}

/// A shape of a list, with the only side that stops movers.
struct ListedShape {
    shape: ShapeInput,
    one_way: Option<Side>,
}

struct Input {
    own: Option<Id>,
    selection: Selection,
    shapes: Vec<ListedShape>,
    motion: Motion,
}

fn read_shapes(words: &mut Reader<'_>) -> Result<Vec<ListedShape>, Status> {
    let count = words.count()?;
    let mut read = || {
        let one_way = side(words.word()?)?;
        Ok(ListedShape { shape: ShapeInput::read(words)?, one_way })
    };
    (0..count).map(|_| read()).collect()
}

fn read(world: f64, motion: impl FnOnce(&mut Reader<'_>) -> Result<Motion, Status>) -> Result<Input, Status> {
    scratch::read(|words| {
        let own = words.word()?;
        let own = (own != 0.0).then(|| id(own));
        let selection = Selection::read(words)?;
        let shapes = if world == 0.0 { read_shapes(words)? } else { Vec::new() };
        Ok(Input { own, selection, shapes, motion: motion(words)? })
    })
}

/// Moves a mover for a time. Returns the number of hits.
#[unsafe(no_mangle)]
pub extern "C" fn mover_step(mover: f64, world: f64, time: f64) -> i32 {
    answer(read(world, |_| Ok(Motion::Step(size(time)?))).and_then(|input| run(mover, world, input)))
}

/// Moves a mover by a displacement. Returns the number of hits.
#[unsafe(no_mangle)]
pub extern "C" fn mover_travel(mover: f64, world: f64, x: f64, y: f64) -> i32 {
    let motion = |_: &mut Reader<'_>| Ok(Motion::Travel(Vector([finite(x)?, finite(y)?])));
    answer(read(world, motion).and_then(|input| run(mover, world, input)))
}

/// Carries or pushes a mover before a platform moves by a displacement. The platform is the number of items and their ids, and the number
/// of shapes, and for each its one-way side and the shape. Returns the number of hits.
#[unsafe(no_mangle)]
pub extern "C" fn mover_carry(mover: f64, world: f64, x: f64, y: f64) -> i32 {
    let motion = |words: &mut Reader<'_>| {
        let by = Vector([finite(x)?, finite(y)?]);
        let count = words.count()?;
        let items = words.list(count)?.iter().map(|item| id(*item)).collect();
        let shapes = read_shapes(words)?.into_iter();
        let shapes =
            shapes.map(|ListedShape { shape, one_way }| Part { shape: shape.into_buf(), one_way }).collect();
        Ok(Motion::Carry { by, items, shapes })
    };
    answer(read(world, motion).and_then(|input| run(mover, world, input)))
}

/// Replaces the shape of a mover, if the new one has room. Returns the number of hits, which is 0.
#[unsafe(no_mangle)]
pub extern "C" fn mover_reshape(mover: f64, world: f64) -> i32 {
    let motion = |words: &mut Reader<'_>| Ok(Motion::Reshape(ShapeInput::read(words)?.into_buf()));
    answer(read(world, motion).and_then(|input| run(mover, world, input)))
}

/// Moves the item that is in the words as the mover's own item by a displacement, like a mover with the shape of the item. The position of
/// this mover in the answer is the displacement that the item has made. Returns the number of hits.
#[unsafe(no_mangle)]
pub extern "C" fn world_travel(world: f64, x: f64, y: f64, response_number: f64) -> i32 {
    let motion = |_: &mut Reader<'_>| Ok(Motion::Travel(Vector([finite(x)?, finite(y)?])));
    answer(read(world, motion).and_then(|input| {
        let own = input.own.ok_or(Status::Malformed)?;
        let shape = WORLDS.with_borrow(|worlds| {
            worlds.get(world)?.get(own).map(|collider| collider.shape.clone()).ok_or(Status::Gone)
        })?;
        let mut mover = Moving::new(shape);
        mover.response = response(response_number)?;
        run_with(&mut mover, world, &input)
    }))
}

/// Makes a motion, moves the mover's own item with it, and writes the answer. Returns the number of hits.
fn run(mover: f64, world: f64, input: Input) -> Result<u32, Status> {
    with_lent(&MOVERS, mover, |mover| run_with(mover, world, &input))
}

/// As [`run`], with a mover that is lent.
fn run_with(mover: &mut Moving, world: f64, input: &Input) -> Result<u32, Status> {
    let mut words = vec![0.0; STATE_WORDS];
    if world == 0.0 {
        let inner: Vec<_> = input.shapes.iter().map(|listed| listed.shape.inner()).collect();
        advance(mover, &Among::Shapes(&input.shapes, &inner), input, &mut words)?;
    } else {
        with_lent(&WORLDS, world, |items| {
            let own = input.own;
            if own.is_some_and(|own| items.get(own).is_none()) {
                return Err(Status::Gone);
            }
            advance(mover, &Among::Items { items, own }, input, &mut words)?;
            match own {
                Some(own) => Ok(items.set_shape(own, mover.shape().clone())?),
                None => Ok(()),
            }
        })?;
    }
    scratch::write(&words);
    Ok(((words.len() - STATE_WORDS) / HIT_WORDS) as u32)
}

/// Makes a motion, and appends the words of the hits. If a callback throws an error, the mover does not move.
fn advance(mover: &mut Moving, among: &Among<'_>, input: &Input, words: &mut Vec<f64>) -> Result<(), Status> {
    let platform = platform(among, &input.motion)?;
    let has_room = match &input.selection.callback {
        None => make(mover, among, input, &platform, words),
        Some(callback) => {
            let mut moved = mover.clone();
            let has_room = make(&mut moved, among, input, &platform, words);
            if !callback.has_thrown() {
                *mover = moved;
            }
            has_room
        }
    };
    words[0] = f64::from(u8::from(has_room));
    words[1..STATE_WORDS].copy_from_slice(&state_words(mover));
    Ok(())
}

/// A part of a platform.
#[derive(Clone)]
struct Part {
    shape: ShapeBuf<f64, 2>,
    one_way: Option<Side>,
}

/// The parts of a platform at its new position; none for other motions.
fn platform(among: &Among<'_>, motion: &Motion) -> Result<Vec<Part>, Status> {
    let Motion::Carry { by, items, shapes } = motion else { return Ok(Vec::new()) };
    let mut parts = shapes.clone();
    if let Among::Items { items: all, .. } = among {
        for item in items {
            let collider = all.get(*item).ok_or(Status::Gone)?;
            parts.push(Part { shape: collider.shape.clone(), one_way: collider.one_way });
        }
    }
    for part in &mut parts {
        part.shape = part.shape.moved(*by).ok_or(Status::NotFinite)?;
    }
    Ok(parts)
}

fn make(
    mover: &mut Moving,
    among: &Among<'_>,
    input: &Input,
    platform: &[Part],
    words: &mut Vec<f64>,
) -> bool {
    let own_response = mover.response;
    let Input { selection, motion, .. } = input;
    let respond = |obstacle: u64| {
        if let Among::Items { items, .. } = among {
            let item = id(obstacle as f64);
            let is_platform = matches!(motion, Motion::Carry { items, .. } if items.contains(&item));
            if is_platform || !selection.has_id(items, item) {
                return None;
            }
        }
        match &selection.callback {
            None => Some(own_response),
            // 0 passes through the obstacle without a hit; other numbers are those of responses plus 1.
            Some(callback) => callback
                .call(obstacle as f64)?
                .checked_sub(1)
                .and_then(|answer| response(f64::from(answer)).ok()),
        }
    };
    let hit = |hit: Hit<u64, f64, 2>| words.extend(hit_words(&hit));
    match motion {
        Motion::Step(time) => mover.step(*time, among, respond, hit),
        Motion::Travel(by) => mover.travel(*by, among, respond, hit),
        Motion::Carry { by, .. } => {
            let parts: Vec<_> = platform
                .iter()
                .map(|part| Obstacle { one_way: part.one_way, ..Obstacle::new(part.shape.as_shape()) })
                .collect();
            return mover.carry(&parts, *by, among, respond, hit);
        }
        Motion::Reshape(shape) => return mover.set_shape(shape.clone(), among, respond),
    }
    true
}

fn hit_words(hit: &Hit<u64, f64, 2>) -> [f64; HIT_WORDS] {
    let target = match hit.target {
        HitTarget::Obstacle(obstacle) => obstacle as f64,
        HitTarget::Bounds => -1.0,
    };
    let [normal_x, normal_y] = hit.normal.0;
    let [own, other] = hit.parts.map(part);
    [target, normal_x, normal_y, hit.time, response_number(hit.response), own, other]
}
