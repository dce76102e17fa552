//! Queries on worlds. The words in the scratch buffer begin with a [`Selection`].

use crate::callback::with_lent;
use crate::query::{self, contact_words, ray, ray_words, sweep_words};
use crate::scratch::{self, Reader};
use crate::selection::Selection;
use crate::shape::ShapeInput;
use crate::world::{Items, WORLDS, id, number};
use crate::{Status, answer};
use engine::world::{Collider, Id};
use engine::{AsShape, Relate, Relation, Shape, ShapeBuf, Vector};

type Filter<'a> = dyn FnMut(Id, &Collider<ShapeBuf<f64, 2>>) -> bool + 'a;

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

/// Finds the items that touch or overlap a shape, and writes their ids. If `touching` is 0, without those that only touch. Returns their
/// number.
#[unsafe(no_mangle)]
pub extern "C" fn world_intersecting(handle: f64, touching: i32) -> i32 {
    answer(scratch::read(selection_and_shape).and_then(|(selection, shape)| {
        let inner = shape.inner();
        let shape: Shape<'_, f64, 2> = shape.placed(&inner);
        query(handle, &selection, 1, |items, filter, words| {
            for found in items.intersecting(shape, filter) {
                if touching != 0 || found.hit == Relation::Overlapping {
                    words.push(number(found.collider));
                }
            }
        })
    }))
}

/// Casts a ray: x, y, the direction or the end, whether it is the end, and the largest distance. Writes for each hit the id of the item and
/// its [`ray_words`]. If `all` is 0, only the first hit. Returns the number of hits.
#[unsafe(no_mangle)]
pub extern "C" fn world_cast(handle: f64, all: i32) -> i32 {
    let read = |words: &mut Reader<'_>| {
        let selection = Selection::read(words)?;
        let &[x, y, towards_x, towards_y, to_point, max] = words.words()?;
        Ok((selection, ray([x, y], [towards_x, towards_y], to_point != 0.0, max)?))
    };
    answer(scratch::read(read).and_then(|(selection, ray)| {
        query(handle, &selection, 7, |items, filter, words| {
            let hits = if all != 0 {
                items.cast_all(&ray, filter)
            } else {
                items.cast(&ray, filter).into_iter().collect()
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
pub extern "C" fn world_sweep(handle: f64, all: i32) -> i32 {
    let read = |words: &mut Reader<'_>| {
        let selection = Selection::read(words)?;
        let displacement = Vector(*words.finite()?);
        Ok((selection, displacement, ShapeInput::read(words)?))
    };
    answer(scratch::read(read).and_then(|(selection, displacement, shape)| {
        let inner = shape.inner();
        let shape: Shape<'_, f64, 2> = shape.placed(&inner);
        query(handle, &selection, 9, |items, filter, words| {
            let hits = if all != 0 {
                items.sweep_all(shape, displacement, filter)
            } else {
                items.sweep(shape, displacement, filter).into_iter().collect()
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
pub extern "C" fn world_nearest(handle: f64, max: f64) -> i32 {
    answer(scratch::read(selection_and_shape).and_then(|(selection, shape)| {
        if max.is_nan() {
            return Err(Status::NotFinite);
        }
        let inner = shape.inner();
        let shape: Shape<'_, f64, 2> = shape.placed(&inner);
        query(handle, &selection, 19, |items, filter, words| {
            if let Some(found) = items.nearest(shape, max, filter) {
                words.push(number(found.collider));
                words.extend(contact_words(&found.hit));
            }
        })
    }))
}

/// The relation of two items: 0 apart, 1 touching, 2 overlapping.
#[unsafe(no_mangle)]
pub extern "C" fn world_relation(world: f64, a: f64, b: f64) -> i32 {
    answer(with_lent(&WORLDS, world, |items| {
        let [a, b] = [a, b].map(|item| items.get(id(item)).ok_or(Status::Gone));
        Ok(query::number(a?.shape.as_shape().relation(&b?.shape.as_shape())))
    }))
}
