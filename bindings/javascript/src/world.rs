//! Worlds: their items and events. An item is a collider of the world of the library.

use crate::callback::with_lent;
use crate::handles::Slots;
use crate::ids::{self, MAX_ITEMS};
use crate::query::number as relation_number;
use crate::shape::ShapeInput;
use crate::{Status, answer, answer_f64, finite, saving, scratch, shape_words};
use engine::world::{Collider, IntersectionEvent};
use engine::{AsShape, Axis, Relation, Rotation, ShapeBuf, Side, Vector};
use std::cell::RefCell;

pub use crate::ids::{id, number, whole_number};
pub use bumper_javascript_speed::Items;

thread_local! {
    /// The worlds.
    pub static WORLDS: RefCell<Slots<Box<Items>>> = const { RefCell::new(Slots::new()) };
}

/// The sides of one-way items, by their number.
const SIDES: [Option<Side>; 5] = [
    None,
    Some(Side { axis: Axis::X, negative: true }),
    Some(Side { axis: Axis::X, negative: false }),
    Some(Side { axis: Axis::Y, negative: true }),
    Some(Side { axis: Axis::Y, negative: false }),
];

/// The one-way side with a number.
pub fn side(number: f64) -> Result<Option<Side>, Status> {
    SIDES.get(number as usize).copied().ok_or(Status::Malformed)
}

/// The collider with a shape. Bit 0 of `options` makes it a sensor; the bits above are the number of its one-way side, 0 for none, then left,
/// right, up, down.
fn collider(
    shape: ShapeBuf<f64, 2>,
    layers: u32,
    filter: u32,
    options: u32,
) -> Result<Collider<ShapeBuf<f64, 2>>, Status> {
    let one_way = *SIDES.get((options >> 1) as usize).ok_or(Status::Malformed)?;
    Ok(Collider { shape, layers, filter, sensor: options & 1 != 0, one_way, data: 0 })
}

/// The `options` of a collider: see [`collider`].
fn options(of: &Collider<ShapeBuf<f64, 2>>) -> u32 {
    let side = SIDES.iter().position(|side| *side == of.one_way).unwrap_or(0);
    u32::from(of.sensor) | (side as u32) << 1
}

/// Adds a world to the table, and returns its handle.
fn keep(items: Items) -> Result<f64, Status> {
    WORLDS.with_borrow_mut(|worlds| worlds.insert(Box::new(items)))
}

/// Makes an empty world, and returns its handle.
#[unsafe(no_mangle)]
pub extern "C" fn world_new() -> f64 {
    answer_f64(keep(Items::new()))
}

/// Copies a world, and returns the handle of the copy.
#[unsafe(no_mangle)]
pub extern "C" fn world_clone(handle: f64) -> f64 {
    answer_f64(with_lent(&WORLDS, handle, |items| Ok(items.clone())).and_then(keep))
}

/// Frees a world.
#[unsafe(no_mangle)]
pub extern "C" fn world_free(handle: f64) -> i32 {
    answer(WORLDS.with_borrow_mut(|worlds| worlds.remove(handle)).map(|_| 0))
}

/// Changes the items of a world. Returns 0.
fn change(handle: f64, change: impl FnOnce(&mut Items) -> Result<(), Status>) -> i32 {
    answer(WORLDS.with_borrow_mut(|worlds| change(worlds.get_mut(handle)?)).map(|()| 0))
}

/// The shape in the scratch buffer.
fn read_shape() -> Result<ShapeBuf<f64, 2>, Status> {
    scratch::read(ShapeInput::read).map(ShapeInput::into_buf)
}

/// Inserts the shape in the scratch buffer, and returns the id of the item. For `options` see [`collider`].
#[unsafe(no_mangle)]
pub extern "C" fn world_insert(handle: f64, layers: u32, filter: u32, options: u32) -> f64 {
    let collider = read_shape().and_then(|shape| collider(shape, layers, filter, options));
    answer_f64(
        collider.and_then(|collider| {
            WORLDS.with_borrow_mut(|worlds| ids::insert(worlds.get_mut(handle)?, collider))
        }),
    )
}

/// Removes an item.
#[unsafe(no_mangle)]
pub extern "C" fn world_remove(handle: f64, item: f64) -> i32 {
    change(handle, |items| items.remove(id(item)).map(|_| ()).ok_or(Status::Gone))
}

/// Replaces the shape of an item by the shape in the scratch buffer.
#[unsafe(no_mangle)]
pub extern "C" fn world_set_shape(handle: f64, item: f64) -> i32 {
    change(handle, |items| Ok(bumper_javascript_speed::set_shape(items, id(item), read_shape()?)?))
}

/// Moves an item by an offset.
#[unsafe(no_mangle)]
pub extern "C" fn world_move_by(handle: f64, item: f64, x: f64, y: f64) -> i32 {
    change(handle, |items| Ok(bumper_javascript_speed::move_by(items, id(item), [finite(x)?, finite(y)?])?))
}

/// Moves an item so that the center of its bounding box is at a point.
#[unsafe(no_mangle)]
pub extern "C" fn world_move_to(handle: f64, item: f64, x: f64, y: f64) -> i32 {
    change(handle, |items| Ok(items.move_to(id(item), [finite(x)?, finite(y)?])?))
}

/// Rotates an item by an angle in radians about a point, or about the center of its bounding box if `about_center` is not 0.
#[unsafe(no_mangle)]
pub extern "C" fn world_rotate(handle: f64, item: f64, angle: f64, x: f64, y: f64, about_center: i32) -> i32 {
    change(handle, |items| {
        let mut about = Vector([finite(x)?, finite(y)?]);
        if about_center != 0 {
            let bounds = items.get(id(item)).ok_or(Status::Gone)?.shape.as_shape().bounds();
            about = bounds.ok_or(Status::Empty)?.center();
        }
        Ok(items.rotate(id(item), &Rotation::from_radians(finite(angle)?), about)?)
    })
}

/// Changes the layers and the options of an item. For `options` see [`collider`].
#[unsafe(no_mangle)]
pub extern "C" fn world_set_options(handle: f64, item: f64, layers: u32, filter: u32, options: u32) -> i32 {
    change(handle, |items| {
        let shape = items.get(id(item)).ok_or(Status::Gone)?.shape.clone();
        let new = collider(shape, layers, filter, options)?;
        Ok(items.modify(id(item), |old| *old = new)?)
    })
}

/// Writes the shape of an item to the scratch buffer, and returns the number of words.
#[unsafe(no_mangle)]
pub extern "C" fn world_shape(handle: f64, item: f64) -> i32 {
    answer(with_lent(&WORLDS, handle, |items| {
        let collider = items.get(id(item)).ok_or(Status::Gone)?;
        shape_words::write(&collider.shape.as_shape())
    }))
}

/// Writes four words for each item: its id, layers, filter and options. Returns the number of items.
#[unsafe(no_mangle)]
pub extern "C" fn world_items(handle: f64) -> i32 {
    answer(with_lent(&WORLDS, handle, |items| {
        let words: Vec<f64> = (items.iter())
            .flat_map(|(id, of)| {
                [number(id), f64::from(of.layers), f64::from(of.filter), f64::from(options(of))]
            })
            .collect();
        Ok(scratch::write(&words) / 4)
    }))
}

/// Updates the events, and writes three words for each: the ids of both items, and the relation before plus four times the one now. If
/// `with_stay` is 0, without pairs that touched or overlapped before and still do. Returns the number of events.
#[unsafe(no_mangle)]
pub extern "C" fn world_update(handle: f64, with_stay: i32) -> i32 {
    answer(with_lent(&WORLDS, handle, |items| {
        let is_change =
            |event: &&IntersectionEvent| event.was == Relation::Apart || event.now == Relation::Apart;
        let events =
            bumper_javascript_speed::update(items).iter().filter(|event| with_stay != 0 || is_change(event));
        let words: Vec<f64> = (events)
            .flat_map(|event| {
                let relations = relation_number(event.was) + 4 * relation_number(event.now);
                [number(event.a), number(event.b), f64::from(relations)]
            })
            .collect();
        Ok(scratch::write(&words) / 3)
    }))
}

/// Writes the ids of both items of each pair that touches or overlaps at the last update. If `touching` is 0, without those that only
/// touch. Returns the number of pairs.
#[unsafe(no_mangle)]
pub extern "C" fn world_pairs(handle: f64, touching: i32) -> i32 {
    answer(with_lent(&WORLDS, handle, |items| {
        let is_pair = |event: &&IntersectionEvent| match event.now {
            Relation::Apart => false,
            Relation::Touching => touching != 0,
            Relation::Overlapping => true,
        };
        let pairs = items.events().iter().filter(is_pair);
        let words: Vec<f64> = pairs.flat_map(|event| [number(event.a), number(event.b)]).collect();
        Ok(scratch::write(&words) / 2)
    }))
}

/// Writes the bytes of a world to the scratch buffer, and returns their number.
#[unsafe(no_mangle)]
pub extern "C" fn world_save(handle: f64) -> i32 {
    answer(with_lent(&WORLDS, handle, |items| saving::save(items)))
}

/// Makes a world from the bytes in the scratch buffer, and returns its handle.
#[unsafe(no_mangle)]
pub extern "C" fn world_load(bytes: f64) -> f64 {
    answer_f64(saving::load(bytes).and_then(|items: Items| {
        let is_safe = items.iter().all(|(id, _)| id.to_bits() >> 32 < MAX_ITEMS);
        if is_safe { keep(items) } else { Err(Status::NotSaved) }
    }))
}

/// Writes the hash of a world: see [`saving::hash`].
#[unsafe(no_mangle)]
pub extern "C" fn world_hash(handle: f64) -> i32 {
    answer(with_lent(&WORLDS, handle, |items| saving::hash(items)))
}
