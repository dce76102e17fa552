//! Worlds in 3D: their items, events and queries. An item is a collider of the world of the library. The words of a query begin with a
//! [`Selection`].

use super::query::{contact_words, number as relation_number, ray, ray_words, sweep_words};
use super::shape::ShapeInput;
use super::{finite_vector, vector};
use crate::callback::with_lent;
use crate::handles::Slots;
use crate::ids::{self, id, number};
use crate::scratch::{self, Reader};
use crate::selection::Selection;
use crate::{Status, answer, answer_f64};
use engine::world::{Collider, Id, IntersectionEvent, World};
use engine::{Relation, ShapeBuf};
use std::cell::RefCell;

/// The items of a world.
pub type Items = World<f64, 3, ShapeBuf<f64, 3>>;

thread_local! {
    /// The worlds.
    pub static WORLDS: RefCell<Slots<Box<Items>>> = const { RefCell::new(Slots::new()) };
}

/// Makes an empty world, and returns its handle.
#[unsafe(no_mangle)]
pub extern "C" fn space_world_new() -> f64 {
    answer_f64(WORLDS.with_borrow_mut(|worlds| worlds.insert(Box::new(Items::new()))))
}

/// Frees a world.
#[unsafe(no_mangle)]
pub extern "C" fn space_world_free(handle: f64) -> i32 {
    answer(WORLDS.with_borrow_mut(|worlds| worlds.remove(handle)).map(|_| 0))
}

/// Changes the items of a world. Returns 0.
fn change(handle: f64, change: impl FnOnce(&mut Items) -> Result<(), Status>) -> i32 {
    answer(WORLDS.with_borrow_mut(|worlds| change(worlds.get_mut(handle)?)).map(|()| 0))
}

/// The shape in the scratch buffer.
fn read_shape() -> Result<ShapeBuf<f64, 3>, Status> {
    scratch::read(ShapeInput::read).map(ShapeInput::into_buf)
}

/// Inserts the shape in the scratch buffer, and returns the id of the item.
#[unsafe(no_mangle)]
pub extern "C" fn space_world_insert(handle: f64, layers: u32, filter: u32, sensor: i32) -> f64 {
    answer_f64(read_shape().and_then(|shape| {
        let collider = Collider { layers, filter, sensor: sensor != 0, ..Collider::new(shape) };
        WORLDS.with_borrow_mut(|worlds| ids::insert(worlds.get_mut(handle)?, collider))
    }))
}

/// Removes an item.
#[unsafe(no_mangle)]
pub extern "C" fn space_world_remove(handle: f64, item: f64) -> i32 {
    change(handle, |items| items.remove(id(item)).map(|_| ()).ok_or(Status::Gone))
}

/// Replaces the shape of an item by the shape in the scratch buffer.
#[unsafe(no_mangle)]
pub extern "C" fn space_world_set_shape(handle: f64, item: f64) -> i32 {
    change(handle, |items| Ok(items.set_shape(id(item), read_shape()?)?))
}

/// Moves an item by an offset.
#[unsafe(no_mangle)]
pub extern "C" fn space_world_move_by(handle: f64, item: f64, x: f64, y: f64, z: f64) -> i32 {
    change(handle, |items| Ok(items.move_by(id(item), finite_vector([x, y, z])?)?))
}

/// Updates the events, and writes three words for each: the ids of both items, and whether they began to touch. Returns the number of
/// events.
#[unsafe(no_mangle)]
pub extern "C" fn space_world_update(handle: f64) -> i32 {
    answer(with_lent(&WORLDS, handle, |items| {
        let is_change =
            |event: &&IntersectionEvent| event.was == Relation::Apart || event.now == Relation::Apart;
        let words: Vec<f64> = (items.update().iter().filter(is_change))
            .flat_map(|event| {
                let begins = u8::from(event.was == Relation::Apart);
                [number(event.a), number(event.b), f64::from(begins)]
            })
            .collect();
        Ok(scratch::write(&words) / 3)
    }))
}

type Filter<'a> = dyn FnMut(Id, &Collider<ShapeBuf<f64, 3>>) -> bool + 'a;

/// Calls `find` with the items of a world, a filter and a list for the words of the answer. Returns the number of hits, of `size` words
/// each.
fn query(
    handle: f64,
    selection: &Selection,
    size: u32,
    find: impl FnOnce(&Items, &mut Filter<'_>, &mut Vec<f64>),
) -> Result<u32, Status> {
    with_lent(&WORLDS, handle, |items| {
        let mut words = Vec::new();
        find(items, &mut |id, of| selection.accepts(id, of), &mut words);
        Ok(scratch::write(&words) / size)
    })
}

fn selection_and_shape(words: &mut Reader<'_>) -> Result<(Selection, ShapeInput), Status> {
    Ok((Selection::read(words)?, ShapeInput::read(words)?))
}

/// Finds the items that touch or overlap a shape, and writes for each its id and the number of the relation. Returns their number.
#[unsafe(no_mangle)]
pub extern "C" fn space_world_intersecting(handle: f64) -> i32 {
    answer(scratch::read(selection_and_shape).and_then(|(selection, shape)| {
        let inner = shape.inner();
        let shape = shape.placed(&inner);
        query(handle, &selection, 2, |items, filter, words| {
            for found in items.intersecting(shape, filter) {
                words.extend([number(found.collider), f64::from(relation_number(found.hit))]);
            }
        })
    }))
}

/// Casts a ray: see [`ray`]. Writes for each hit the id of the item and its [`ray_words`]. If `all` is 0, only the first hit. Returns the
/// number of hits.
#[unsafe(no_mangle)]
pub extern "C" fn space_world_cast(handle: f64, all: i32) -> i32 {
    let read = |words: &mut Reader<'_>| Ok((Selection::read(words)?, ray(words)?));
    answer(scratch::read(read).and_then(|(selection, ray)| {
        query(handle, &selection, 9, |items, filter, words| {
            let hits = match all != 0 {
                true => items.cast_all(&ray, filter),
                false => items.cast(&ray, filter).into_iter().collect(),
            };
            for found in hits {
                words.push(number(found.collider));
                words.extend(ray_words(&found.hit));
            }
        })
    }))
}

/// Sweeps a shape by a displacement: the displacement, then the shape. Writes for each hit the id of the item and its [`sweep_words`]. If
/// `all` is 0, only the first hit. Returns the number of hits.
#[unsafe(no_mangle)]
pub extern "C" fn space_world_sweep(handle: f64, all: i32) -> i32 {
    let read =
        |words: &mut Reader<'_>| Ok((Selection::read(words)?, vector(words)?, ShapeInput::read(words)?));
    answer(scratch::read(read).and_then(|(selection, displacement, shape)| {
        let inner = shape.inner();
        let shape = shape.placed(&inner);
        query(handle, &selection, 11, |items, filter, words| {
            let hits = match all != 0 {
                true => items.sweep_all(shape, displacement, filter),
                false => items.sweep(shape, displacement, filter).into_iter().collect(),
            };
            for found in hits {
                words.push(number(found.collider));
                words.extend(sweep_words(&found.hit));
            }
        })
    }))
}

/// Finds the item with the smallest separation from a shape, of at most `max`. Writes its id and its [`contact_words`]. Returns the number
/// of items: 0 or 1.
#[unsafe(no_mangle)]
pub extern "C" fn space_world_nearest(handle: f64, max: f64) -> i32 {
    answer(scratch::read(selection_and_shape).and_then(|(selection, shape)| {
        if max.is_nan() {
            return Err(Status::NotFinite);
        }
        let inner = shape.inner();
        let shape = shape.placed(&inner);
        query(handle, &selection, 36, |items, filter, words| {
            if let Some(found) = items.nearest(shape, max, filter) {
                words.push(number(found.collider));
                words.extend(contact_words(&found.hit));
            }
        })
    }))
}
