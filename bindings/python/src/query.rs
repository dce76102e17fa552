//! The questions of two shapes, as functions: they take shapes in whatever form a game has them.

use crate::answer::{Contact, RayHit, Relation, SweepHit};
use crate::reading::{Given, Numbers, Pair};
use engine::Relate;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// How two shapes lie to each other: apart, touching or overlapping.
///
/// >>> import bumper
/// >>> print(bumper.relation((0, 0, 10, 10), (15, 5, 5)))
/// touching
#[pyfunction]
#[pyo3(signature = (a, b, /))]
pub fn relation(a: Given, b: Given) -> Relation {
    a.shape().relation(&b.shape()).into()
}

/// Whether two shapes share a point: touching counts.
///
/// >>> import bumper
/// >>> bumper.intersects((0, 0, 10, 10), (10, 0, 10, 10))
/// True
#[pyfunction]
#[pyo3(signature = (a, b, /))]
pub fn intersects(a: Given, b: Given) -> bool {
    a.shape().intersects(&b.shape())
}

/// Whether two shapes share more than their boundaries: touching does not count.
///
/// >>> import bumper
/// >>> bumper.overlaps((0, 0, 10, 10), (10, 0, 10, 10))
/// False
#[pyfunction]
#[pyo3(signature = (a, b, /))]
pub fn overlaps(a: Given, b: Given) -> bool {
    a.shape().overlaps(&b.shape())
}

/// The length of the shortest gap between two shapes; zero where they touch or overlap.
///
/// >>> import bumper
/// >>> bumper.distance((0, 0), (3, 4))
/// 5.0
#[pyfunction]
#[pyo3(signature = (a, b, /))]
pub fn distance(a: Given, b: Given) -> f64 {
    engine::distance(a.shape(), b.shape())
}

/// How two shapes meet: None where they are farther apart than `within`.
///
/// >>> import bumper
/// >>> found = bumper.contact((0, 0, 10, 10), (8, 0, 10, 10))
/// >>> found.depth, found.normal, found.push
/// (2.0, (1.0, 0.0), (2.0, 0.0))
/// >>> bumper.contact((0, 0, 1, 1), (5, 0, 1, 1)) is None
/// True
#[pyfunction]
#[pyo3(signature = (a, b, /, within=0.0))]
pub fn contact(a: Given, b: Given, within: f64) -> PyResult<Option<Contact>> {
    Ok(meeting(a.shape(), b.shape(), within)?.map(Contact))
}

pub fn meeting<const N: usize>(
    a: engine::Shape<'_, f64, N>,
    b: engine::Shape<'_, f64, N>,
    within: f64,
) -> PyResult<Option<engine::Contact<f64, N>>> {
    if within.is_nan() {
        return Err(PyValueError::new_err("within: not a number"));
    }
    let always = within == f64::INFINITY;
    Ok(if always { Some(engine::contact(a, b)) } else { engine::contact_within(a, b, within) })
}

/// The first touch of two shapes that move by these ways in the same time, or None.
///
/// >>> import bumper
/// >>> hit = bumper.sweep((0, 0, 10, 10), (100, 0), (60, 0, 10, 10))
/// >>> hit.time, hit.normal
/// (0.5, (1.0, 0.0))
#[pyfunction]
#[pyo3(signature = (a, a_moves, b, b_moves=Numbers([0.0; 2]), /), text_signature = "(a, a_moves, b, b_moves=(0, 0), /)")]
pub fn sweep(a: Given, a_moves: Pair, b: Given, b_moves: Pair) -> PyResult<Option<SweepHit>> {
    let (a_moves, b_moves) = (a_moves.finite("a_moves")?, b_moves.finite("b_moves")?);
    Ok(engine::sweep(a.shape(), a_moves, b.shape(), b_moves).map(Into::into))
}

pub fn ray<const N: usize>(
    origin: Numbers<N>,
    direction: Numbers<N>,
    reach: f64,
) -> PyResult<engine::Ray<f64, N>> {
    if reach.is_nan() {
        return Err(PyValueError::new_err("reach: not a number"));
    }
    let (origin, direction) = (origin.finite("origin")?, direction.finite("direction")?);
    let ray = engine::Ray::new(origin, direction);
    Ok(ray.ok_or_else(|| PyValueError::new_err("direction: of no length"))?.with_reach(reach))
}

/// Where a ray from a point into a direction first hits a shape, or None.
///
/// >>> import bumper
/// >>> hit = bumper.cast((0, 0), (1, 0), (10, 0, 4))
/// >>> hit.distance, hit.point, hit.normal[0]
/// (6.0, (6.0, 0.0), -1.0)
#[pyfunction]
#[pyo3(signature = (origin, direction, shape, /, reach=f64::INFINITY))]
pub fn cast(origin: Pair, direction: Pair, shape: Given, reach: f64) -> PyResult<Option<RayHit>> {
    Ok(engine::cast(&ray(origin, direction, reach)?, shape.shape()).map(Into::into))
}
