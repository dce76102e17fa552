//! The choice of items of a world for a query or a motion.

use crate::callback::Callback;
use crate::ids::{id, number};
use crate::scratch::Reader;
use crate::{Status, integer};
use engine::AsShape;
use engine::world::{Collider, Id, World};

/// Items on some layers, without those that are ignored, and a callback.
#[derive(Debug)]
pub struct Selection {
    layers: u32,
    ignored: Vec<Id>,
    /// The callback of JavaScript, if it wants to be asked.
    pub callback: Option<Callback>,
}

impl Selection {
    /// Reads `layers`, whether to call back, the number of items to ignore, and their ids.
    pub fn read(words: &mut Reader<'_>) -> Result<Self, Status> {
        let layers = integer(words.word()?)?;
        let calls_back = words.word()? != 0.0;
        let count = words.count()?;
        let ignored = words.list(count)?.iter().map(|number| id(*number)).collect();
        Ok(Self { layers, ignored, callback: calls_back.then(Callback::default) })
    }

    /// Whether the item is on one of the layers, and is not ignored.
    pub fn has<T>(&self, id: Id, collider: &Collider<T>) -> bool {
        collider.layers & self.layers != 0 && !self.ignored.contains(&id)
    }

    /// Whether a query is to report the item.
    pub fn accepts<T>(&self, id: Id, collider: &Collider<T>) -> bool {
        self.has(id, collider)
            && self.callback.as_ref().is_none_or(|callback| callback.call(number(id)) == Some(1))
    }

    /// As [`has`](Self::has), for an id.
    pub fn has_id<const N: usize, T: AsShape<f64, N>>(&self, items: &World<f64, N, T>, id: Id) -> bool {
        items.get(id).is_some_and(|collider| self.has(id, collider))
    }
}
