//! Queries on the shapes in the scratch buffer. Those with two shapes read `a` and then `b`.

use crate::scratch::{self, Reader};
use crate::shape::{ShapeInput, read_plain};
use crate::{Status, answer, answer_f64, finite};
use engine::{Contact, NO_PART, Ray, RayHit, Relate, Relation, Shape, SweepHit, Vector, debug};

/// Calls `query` with the two shapes in the scratch buffer.
fn pair<T>(query: impl FnOnce(Shape<'_, f64, 2>, Shape<'_, f64, 2>) -> T) -> Result<T, Status> {
    let [a, b];
    let [a_inner, b_inner];
    let shapes = match scratch::read(|words| Ok([read_plain(words), read_plain(words)]))? {
        [Some(a), Some(b)] => [a, b],
        [None, _] | [_, None] => {
            [a, b] = two()?;
            [a_inner, b_inner] = [a.inner(), b.inner()];
            [a.placed(&a_inner), b.placed(&b_inner)]
        }
    };
    let [a, b] = shapes;
    Ok(query(a, b))
}

#[inline(never)]
fn two() -> Result<[ShapeInput; 2], Status> {
    scratch::read(|words| Ok([ShapeInput::read(words)?, ShapeInput::read(words)?]))
}

/// Calls `query` with the shape in the scratch buffer.
fn single<T>(query: impl FnOnce(Shape<'_, f64, 2>) -> T) -> Result<T, Status> {
    let shape = scratch::read(|words: &mut Reader<'_>| ShapeInput::read(words))?;
    let inner = shape.inner();
    Ok(query(shape.placed(&inner)))
}

/// The number of a relation.
pub fn number(relation: Relation) -> u32 {
    match relation {
        Relation::Apart => 0,
        Relation::Touching => 1,
        Relation::Overlapping => 2,
    }
}

/// The relation of two shapes: 0 apart, 1 touching, 2 overlapping.
#[unsafe(no_mangle)]
pub extern "C" fn relation() -> i32 {
    answer(pair(|a, b| number(a.relation(&b))))
}

/// The distance of two shapes.
#[unsafe(no_mangle)]
pub extern "C" fn distance() -> f64 {
    answer_f64(pair(|a, b| engine::distance(a, b)))
}

/// The contact of two shapes whose separation is at most `margin`. Returns whether there is one, and writes it: see [`contact_words`].
#[unsafe(no_mangle)]
pub extern "C" fn contact(margin: f64) -> i32 {
    answer(pair(|a, b| {
        let found = if margin == f64::INFINITY {
            Some(engine::contact(a, b))
        } else {
            engine::contact_within(a, b, margin)
        };
        found.map_or(0, |contact| {
            scratch::write(&contact_words(&contact));
            1
        })
    }))
}

/// The words of a contact: separation, normal, the parts of both shapes, the number of points, and for each of two points its position,
/// separation, feature and parts.
pub fn contact_words(contact: &Contact<f64, 2>) -> [f64; 18] {
    let mut words = [0.0; 18];
    let [a, b] = contact.parts.map(part);
    let [normal_x, normal_y] = contact.normal.0;
    let count = contact.points().len() as f64;
    words[..6].copy_from_slice(&[contact.separation, normal_x, normal_y, a, b, count]);
    for (words, point) in words[6..].chunks_exact_mut(6).zip(contact.points()) {
        let [a, b] = point.parts.map(part);
        let [x, y] = point.point.0;
        words.copy_from_slice(&[x, y, point.separation, f64::from(point.feature), a, b]);
    }
    words
}

/// The number of a part; -1 for no part.
pub fn part(part: u32) -> f64 {
    if part == NO_PART { -1.0 } else { f64::from(part) }
}

/// Casts a ray at the shape in the scratch buffer. If `to_point` is not 0, `towards_x` and `towards_y` are its end, otherwise its
/// direction. Returns whether it hits, and writes the hit: see [`ray_words`].
#[unsafe(no_mangle)]
pub extern "C" fn raycast(x: f64, y: f64, towards_x: f64, towards_y: f64, to_point: i32, max: f64) -> i32 {
    let ray = ray([x, y], [towards_x, towards_y], to_point != 0, max);
    answer(ray.and_then(|ray| single(|shape| engine::cast(&ray, shape))).map(|hit| {
        hit.map_or(0, |hit| {
            scratch::write(&ray_words(&hit));
            1
        })
    }))
}

/// The ray from a point, in a direction or to another point.
pub fn ray(from: [f64; 2], towards: [f64; 2], to_point: bool, max: f64) -> Result<Ray<f64, 2>, Status> {
    for coordinate in from.into_iter().chain(towards) {
        finite(coordinate)?;
    }
    if max.is_nan() {
        return Err(Status::NotFinite);
    }
    let ray = if to_point { Ray::between(from, towards) } else { Ray::new(from, towards) };
    let ray = ray.ok_or(Status::ZeroDirection)?;
    Ok(ray.with_max_distance(ray.max_distance().min(max)))
}

/// The words of a ray hit: distance, point, normal and part.
pub fn ray_words(hit: &RayHit<f64, 2>) -> [f64; 6] {
    let [x, y] = hit.point.0;
    let [normal_x, normal_y] = hit.normal.0;
    [hit.distance, x, y, normal_x, normal_y, part(hit.part)]
}

/// Sweeps shape `a`, which moves by `x, y`, against shape `b`, which moves by `b_x, b_y` in the same time. Returns whether they hit, and
/// writes the hit: see [`sweep_words`].
#[unsafe(no_mangle)]
pub extern "C" fn sweep(x: f64, y: f64, b_x: f64, b_y: f64) -> i32 {
    let displacements =
        [x, y, b_x, b_y].into_iter().try_for_each(|coordinate| finite(coordinate).map(|_| ()));
    let first =
        displacements.and_then(|()| pair(|a, b| engine::sweep(a, Vector([x, y]), b, Vector([b_x, b_y]))));
    answer(first.map(|hit| {
        hit.map_or(0, |hit| {
            scratch::write(&sweep_words(&hit));
            1
        })
    }))
}

/// The words of a sweep hit: time, point, normal, whether the shapes overlap at the start, and the parts of both shapes.
pub fn sweep_words(hit: &SweepHit<f64, 2>) -> [f64; 8] {
    let [x, y] = hit.point.0;
    let [normal_x, normal_y] = hit.normal.0;
    let [a, b] = hit.parts.map(part);
    [hit.time, x, y, normal_x, normal_y, f64::from(u8::from(hit.starts_overlapping)), a, b]
}

/// The bounding box of the shape in the scratch buffer. Returns whether there is one, and writes its smallest and its largest coordinates.
#[unsafe(no_mangle)]
pub extern "C" fn bounds() -> i32 {
    answer(single(|shape| {
        shape.bounds().map_or(0, |bounds| {
            let [[x, y], [right, bottom]] = [bounds.min().0, bounds.max().0];
            scratch::write(&[x, y, right, bottom]);
            1
        })
    }))
}

/// Writes the outline of the shape in the scratch buffer as segments of four coordinates each, and returns the number of words.
#[unsafe(no_mangle)]
pub extern "C" fn outline() -> i32 {
    answer(single(|shape| {
        let mut words = Vec::new();
        debug::outline(shape, &mut |from, to| words.extend(from.0.into_iter().chain(to.0)));
        scratch::write(&words)
    }))
}
