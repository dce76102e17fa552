//! Platforms of worlds, which carry and push movers.
//!
//! The words in the scratch buffer: what the platform needs, and then the number of movers, and for each its handle and the id of its item.
//! The answer: the [`state_words`] of each mover, and then the ids of the items of the movers that are crushed.

use crate::callback::with_lent;
use crate::mover::{MOVERS, Moving, read_list, state_words};
use crate::scratch::{self, Reader};
use crate::shape::ShapeInput;
use crate::world::{Items, WORLDS, id, number};
use crate::{Status, answer, finite};
use engine::motion::{PushRule, Response, WorldMover};
use engine::world::{Collider, ColliderError, Id};
use engine::{ShapeBuf, Vector};

/// A mover that is lent, and the id of its item.
struct Rider {
    handle: f64,
    mover: Box<Moving>,
    item: Id,
}

impl WorldMover<f64, 2, ShapeBuf<f64, 2>> for Rider {
    type Shape = ShapeBuf<f64, 2>;

    fn mover(&mut self) -> &mut Moving {
        &mut self.mover
    }

    fn colliders(&self) -> &[Id] {
        std::slice::from_ref(&self.item)
    }

    fn collider_shape(&mut self, _index: usize) -> Option<ShapeBuf<f64, 2>> {
        Some(self.mover.shape().clone())
    }

    fn response(&self) -> Response {
        self.mover.response
    }
}

/// Calls `run` with the items of a world and movers, and writes the answer. Returns the number of crushed movers.
fn carry(
    world: f64,
    list: &[[f64; 2]],
    run: impl FnOnce(&mut Items, &mut [Rider]) -> Result<Vec<Id>, ColliderError>,
) -> Result<u32, Status> {
    with_lent(&WORLDS, world, |items| {
        let mut riders = Vec::with_capacity(list.len());
        let mut lent = Ok(());
        for &[handle, item] in list {
            match MOVERS.with_borrow_mut(|movers| movers.lend(handle)) {
                Ok(mover) => riders.push(Rider { handle, mover, item: id(item) }),
                Err(status) => lent = Err(status),
            }
        }
        let result = lent.and_then(|()| Ok(run(items, &mut riders)?));
        let mut words = Vec::with_capacity(8 * riders.len());
        for Rider { handle, mover, .. } in riders {
            words.extend(state_words(&mover));
            MOVERS.with_borrow_mut(|movers| movers.give_back(handle, mover));
        }
        let crushed = result?;
        words.extend(crushed.iter().map(|id| number(*id)));
        scratch::write(&words);
        Ok(crushed.len() as u32)
    })
}

fn read_ids(words: &mut Reader<'_>) -> Result<Vec<Id>, Status> {
    let count = words.count()?;
    Ok(words.list(count)?.iter().map(|item| id(*item)).collect())
}

/// Moves a platform by a displacement: the number of its items and their ids. If `crush` is 0, nothing moves if a mover has no room.
/// Returns the number of crushed movers.
#[unsafe(no_mangle)]
pub extern "C" fn world_carry(world: f64, x: f64, y: f64, crush: i32) -> i32 {
    let read = |words: &mut Reader<'_>| Ok((read_ids(words)?, read_list(words)?));
    answer(scratch::read(read).and_then(|(platform, movers)| {
        let by = Vector([finite(x)?, finite(y)?]);
        carry(world, &movers, |items, riders| {
            if crush != 0 {
                return items.carry_and_crush(platform, by, riders);
            }
            Ok(items.carry(platform, by, riders)?.into_iter().collect())
        })
    }))
}

/// Moves a platform to new shapes: the number of its items, and for each its id and its new shape; and after the movers, for each mover the
/// displacement of the platform at its center. `rule` is 0 to stop, 1 to crush, or 2 to push nobody. Returns the number of crushed movers.
#[unsafe(no_mangle)]
pub extern "C" fn world_carry_to(world: f64, rule: i32) -> i32 {
    let read = |words: &mut Reader<'_>| {
        let count = words.count()?;
        let parts = (0..count).map(|_| Ok((id(words.word()?), ShapeInput::read(words)?.into_buf())));
        let parts: Vec<(Id, ShapeBuf<f64, 2>)> = parts.collect::<Result<_, Status>>()?;
        // The library finds an empty shape only after some movers have moved.
        parts
            .iter()
            .try_for_each(|(_, shape)| Items::new().insert(Collider::new(shape.clone())).map(|_| ()))?;
        let movers = read_list(words)?;
        let steps = movers.iter().map(|_| Ok(Vector(*words.finite()?)));
        let steps: Vec<Vector<f64, 2>> = steps.collect::<Result<_, Status>>()?;
        Ok((parts, movers, steps))
    };
    let rule = match rule {
        0 => PushRule::Stop,
        1 => PushRule::Crush,
        _ => PushRule::Never,
    };
    answer(scratch::read(read).and_then(|(parts, movers, steps)| {
        let mut steps = steps.into_iter();
        carry(world, &movers, |items, riders| {
            items.carry_to(parts, |_| steps.next().unwrap_or_default(), rule, riders)
        })
    }))
}

/// Carries movers on belts: the number of belts, and for each the id of its item and the displacement of its surface. Returns 0.
#[unsafe(no_mangle)]
pub extern "C" fn world_carry_on_belts(world: f64) -> i32 {
    let read = |words: &mut Reader<'_>| {
        let count = words.count()?;
        let belts = (0..count).map(|_| Ok((id(words.word()?), Vector(*words.finite()?))));
        let belts: Vec<(Id, Vector<f64, 2>)> = belts.collect::<Result<_, Status>>()?;
        Ok((belts, read_list(words)?))
    };
    answer(scratch::read(read).and_then(|(belts, movers)| {
        carry(world, &movers, |items, riders| items.carry_on_belts(belts, riders).map(|()| Vec::new()))
    }))
}
