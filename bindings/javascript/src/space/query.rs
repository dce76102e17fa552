//! Queries on the 3D shapes in the scratch buffer. Those with two shapes read `a` and then `b`.

use super::shape::ShapeInput;
use super::vector;
use crate::scratch::{self, Reader};
use crate::{Status, answer, answer_f64};
use engine::{Contact, NO_PART, Ray, RayHit, Relate, Relation, Shape, SweepHit};

/// The words of a contact before its points, and of a point.
const CONTACT_WORDS: [usize; 2] = [7, 7];

/// The largest number of contact points.
const POINTS: usize = 4;

#[inline(never)]
fn two(words: &mut Reader<'_>) -> Result<[ShapeInput; 2], Status> {
    Ok([ShapeInput::read(words)?, ShapeInput::read(words)?])
}

/// Calls `query` with the two shapes in the scratch buffer.
fn pair<T>(query: impl FnOnce(Shape<'_, f64, 3>, Shape<'_, f64, 3>) -> T) -> Result<T, Status> {
    let [a, b] = scratch::read(two)?;
    let a_inner = a.inner();
    let b_inner = b.inner();
    Ok(query(a.placed(&a_inner), b.placed(&b_inner)))
}

/// Writes the words of an answer, if there is one, and returns whether there is.
fn written<const N: usize>(words: Option<[f64; N]>) -> u32 {
    if let Some(words) = &words {
        scratch::write(words);
    }
    u32::from(words.is_some())
}

/// The relation of two shapes: 0 apart, 1 touching, 2 overlapping.
#[unsafe(no_mangle)]
pub extern "C" fn space_relation() -> i32 {
    answer(pair(|a, b| number(a.relation(&b))))
}

/// The number of a relation.
pub fn number(relation: Relation) -> u32 {
    match relation {
        Relation::Apart => 0,
        Relation::Touching => 1,
        Relation::Overlapping => 2,
    }
}

/// The distance of two shapes.
#[unsafe(no_mangle)]
pub extern "C" fn space_distance() -> f64 {
    answer_f64(pair(|a, b| engine::distance(a, b)))
}

/// The contact of two shapes whose separation is at most `margin`. Returns whether there is one, and writes it: see [`contact_words`].
#[unsafe(no_mangle)]
pub extern "C" fn space_contact(margin: f64) -> i32 {
    answer(pair(|a, b| {
        let found = match margin == f64::INFINITY {
            true => Some(engine::contact(a, b)),
            false => engine::contact_within(a, b, margin),
        };
        written(found.map(|contact| contact_words(&contact)))
    }))
}

/// The words of a contact: separation, normal, the parts of both shapes, the number of points, and for each of four points its position,
/// separation, feature and parts.
pub fn contact_words(contact: &Contact<f64, 3>) -> [f64; 35] {
    let mut words = [0.0; CONTACT_WORDS[0] + POINTS * CONTACT_WORDS[1]];
    let [a, b] = contact.parts.map(part);
    let [normal_x, normal_y, normal_z] = contact.normal.0;
    let count = contact.points().len() as f64;
    let (first, rest) = words.split_at_mut(CONTACT_WORDS[0]);
    first.copy_from_slice(&[contact.separation, normal_x, normal_y, normal_z, a, b, count]);
    for (words, point) in rest.chunks_exact_mut(CONTACT_WORDS[1]).zip(contact.points()) {
        let [a, b] = point.parts.map(part);
        let [x, y, z] = point.point.0;
        words.copy_from_slice(&[x, y, z, point.separation, f64::from(point.feature), a, b]);
    }
    words
}

/// The number of a part; -1 for no part.
pub fn part(part: u32) -> f64 {
    if part == NO_PART { -1.0 } else { f64::from(part) }
}

/// Casts a ray at a shape. The words: origin, direction or end, whether it is the end, the largest distance, and the shape. Returns whether
/// it hits, and writes the hit: see [`ray_words`].
#[unsafe(no_mangle)]
pub extern "C" fn space_raycast() -> i32 {
    let input = scratch::read(|words| Ok((ray(words)?, ShapeInput::read(words)?)));
    answer(input.map(|(ray, shape)| {
        let inner = shape.inner();
        written(engine::cast(&ray, shape.placed(&inner)).map(|hit| ray_words(&hit)))
    }))
}

/// Reads a ray.
pub fn ray(words: &mut Reader<'_>) -> Result<Ray<f64, 3>, Status> {
    let from = vector(words)?;
    let towards = vector(words)?;
    let &[to_point, max] = words.words()?;
    if max.is_nan() {
        return Err(Status::NotFinite);
    }
    let ray = if to_point == 0.0 { Ray::new(from, towards) } else { Ray::between(from, towards) };
    let ray = ray.ok_or(Status::ZeroDirection)?;
    Ok(ray.with_max_distance(ray.max_distance().min(max)))
}

/// The words of a ray hit: distance, point, normal and part.
pub fn ray_words(hit: &RayHit<f64, 3>) -> [f64; 8] {
    let [x, y, z] = hit.point.0;
    let [normal_x, normal_y, normal_z] = hit.normal.0;
    [hit.distance, x, y, z, normal_x, normal_y, normal_z, part(hit.part)]
}

/// Sweeps shape `a` against shape `b`. The words: the displacements of both, and the shapes. Returns whether they hit, and writes the hit:
/// see [`sweep_words`].
#[unsafe(no_mangle)]
pub extern "C" fn space_sweep() -> i32 {
    let input = scratch::read(|words| Ok(([vector(words)?, vector(words)?], two(words)?)));
    answer(input.map(|([a_by, b_by], [a, b])| {
        let a_inner = a.inner();
        let b_inner = b.inner();
        let hit = engine::sweep(a.placed(&a_inner), a_by, b.placed(&b_inner), b_by);
        written(hit.map(|hit| sweep_words(&hit)))
    }))
}

/// The words of a sweep hit: time, point, normal, whether the shapes overlap at the start, and the parts of both shapes.
pub fn sweep_words(hit: &SweepHit<f64, 3>) -> [f64; 10] {
    let [x, y, z] = hit.point.0;
    let [normal_x, normal_y, normal_z] = hit.normal.0;
    let [a, b] = hit.parts.map(part);
    let starts_overlapping = f64::from(u8::from(hit.starts_overlapping));
    [hit.time, x, y, z, normal_x, normal_y, normal_z, starts_overlapping, a, b]
}

/// The bounding box of the shape in the scratch buffer. Returns whether there is one, and writes its smallest and its largest coordinates.
#[unsafe(no_mangle)]
pub extern "C" fn space_bounds() -> i32 {
    let shape = scratch::read(ShapeInput::read);
    answer(shape.map(|shape| {
        let inner = shape.inner();
        let bounds = shape.placed(&inner).bounds();
        written(bounds.map(|bounds| {
            let [[x, y, z], [right, top, back]] = [bounds.min().0, bounds.max().0];
            [x, y, z, right, top, back]
        }))
    }))
}
