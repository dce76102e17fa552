//! Platforms of worlds in 3D, which carry and push movers.

use super::mover::{MOVERS, Moving, state_words};
use super::vector;
use super::world::WORLDS;
use crate::callback::with_lent;
use crate::ids::{id, number};
use crate::scratch::{self, Reader};
use crate::{Status, answer};
use engine::motion::{Response, WorldMover};
use engine::world::Id;
use engine::{ShapeBuf, Vector};

/// A mover that is lent, and the id of its item.
struct Rider {
    handle: f64,
    mover: Box<Moving>,
    item: Id,
}

impl WorldMover<f64, 3, ShapeBuf<f64, 3>> for Rider {
    type Shape = ShapeBuf<f64, 3>;

    fn mover(&mut self) -> &mut Moving {
        &mut self.mover
    }

    fn colliders(&self) -> &[Id] {
        std::slice::from_ref(&self.item)
    }

    fn collider_shape(&mut self, _index: usize) -> Option<ShapeBuf<f64, 3>> {
        Some(self.mover.shape().clone())
    }

    fn response(&self) -> Response {
        self.mover.response
    }
}

struct Input {
    by: Vector<f64, 3>,
    platform: Vec<Id>,
    /// The handle of each mover, and the number of its item.
    movers: Vec<[f64; 2]>,
}

fn read(words: &mut Reader<'_>) -> Result<Input, Status> {
    let by = vector(words)?;
    let count = words.count()?;
    let platform = words.list(count)?.iter().map(|item| id(*item)).collect();
    let count = words.count()?;
    let (movers, _) = words.list(2 * count)?.as_chunks();
    Ok(Input { by, platform, movers: movers.to_vec() })
}

/// Moves a platform: the displacement, the number of its items and their ids, and the number of movers, and for each its handle and the id
/// of its item. If `crush` is 0, nothing moves if a mover has no room. The answer: the [`state_words`] of each mover, and then the ids of
/// the items of the movers without room. Returns their number.
#[unsafe(no_mangle)]
pub extern "C" fn space_world_carry(world: f64, crush: i32) -> i32 {
    answer(scratch::read(read).and_then(|input| carry(world, input, crush != 0)))
}

fn carry(world: f64, input: Input, crush: bool) -> Result<u32, Status> {
    let Input { by, platform, movers } = input;
    with_lent(&WORLDS, world, |items| {
        let mut riders = Vec::with_capacity(movers.len());
        let mut lent = Ok(());
        for [handle, item] in movers {
            match MOVERS.with_borrow_mut(|movers| movers.lend(handle)) {
                Ok(mover) => riders.push(Rider { handle, mover, item: id(item) }),
                Err(status) => lent = Err(status),
            }
        }
        let result = lent.and_then(|()| match crush {
            true => Ok(items.carry_and_crush(platform, by, &mut riders)?),
            false => Ok(items.carry(platform, by, &mut riders)?.into_iter().collect()),
        });
        let mut words = Vec::new();
        for Rider { handle, mover, .. } in riders {
            words.extend(state_words(&mover));
            MOVERS.with_borrow_mut(|movers| movers.give_back(handle, mover));
        }
        let without_room = result?;
        words.extend(without_room.iter().map(|id| number(*id)));
        scratch::write(&words);
        Ok(without_room.len() as u32)
    })
}
