//! `collide_many`: collision of many shapes at once, with arrays as input and output.

use crate::reading::array::{Array, BLOCK};
use crate::reading::{at_index, type_name};
use crate::shape::given::Given;
use engine::broad_phase::{AllPairs, Tree};
use engine::{Aabb, AsShape, Ball, Relate, ShapeBuf};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyMemoryView, PyTuple};
use std::borrow::Cow;

/// A list of shapes. Its variant is the simplest that can contain all shapes of the list.
enum Many {
    Boxes(Vec<Aabb<f64, 2>>),
    Balls(Vec<Ball<f64, 2>>),
    Shapes(Vec<ShapeBuf<f64, 2>>),
}

/// An argument of `collide_many`: an array, whose numbers are read later, or a list of shapes.
enum Source<'py> {
    Array(Array<'py>),
    Made(Many),
}

impl<'py> Source<'py> {
    /// Reads an argument: an array with rows of 4 numbers (boxes), 3 (circles) or 2 (points), or an iterable of shapes. `name` is the name
    /// of the argument.
    fn of(object: &Bound<'py, PyAny>, name: &'static str) -> PyResult<Self> {
        let list = object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>();
        if !list && let Some(array) = Array::of(object, name)? {
            let columns = array.columns;
            if !(2..=4).contains(&columns) {
                let text =
                    format!("{name}: rows have 2, 3 or 4 numbers (points, circles, boxes), not {columns}");
                return Err(PyValueError::new_err(text));
            }
            return Ok(Self::Array(array));
        }
        let fault = |_| {
            let given = type_name(object);
            PyTypeError::new_err(format!("{name}: an array or an iterable of shapes is needed, not {given}"))
        };
        let shapes = object.try_iter().map_err(fault)?.enumerate();
        let read = |(k, item): (usize, PyResult<Bound<'py, PyAny>>)| {
            item?.extract().map_err(|error: PyErr| at_index(object.py(), name, k, error))
        };
        Ok(Self::Made(Many::of_list(shapes.map(read).collect::<PyResult<_>>()?)))
    }

    fn len(&self) -> usize {
        match self {
            Self::Array(array) => array.rows,
            Self::Made(many) => many.len(),
        }
    }

    fn build(self) -> PyResult<Many> {
        match self {
            Self::Array(array) => Many::of_array(&array),
            Self::Made(many) => Ok(many),
        }
    }
}

/// Returns a number that is NaN, or so large that its sum with another number may overflow. `None` if there is no such number. All numbers
/// are first tested without an early exit, so that the compiler vectorizes the test.
fn unsound(numbers: &[f64]) -> Option<f64> {
    let sound = |number: &f64| number.abs() <= f64::MAX / 2.0;
    let all = numbers.iter().fold(true, |all, number| all & sound(number));
    if all { None } else { numbers.iter().copied().find(|number| !sound(number)) }
}

fn rect([x, y, w, h]: [f64; 4]) -> Aabb<f64, 2> {
    Aabb::new([x, y], [x + w, y + h])
}

/// Whether a row (x, y, width, height) of an array is certainly apart from the box `area`. This quick test without branches is enough for
/// most rows. It returns false for rows with a negative size, which need the exact test.
fn beyond(area: &Aabb<f64, 2>, [x, y, w, h]: [f64; 4]) -> bool {
    let min = area.min().0;
    let max = area.max().0;
    ((x > max[0]) | (y > max[1]) | (x + w < min[0]) | (y + h < min[1])) & (w >= 0.0) & (h >= 0.0)
}

impl Many {
    /// Creates an empty list for the rows of an array that has this number of columns. `rows` is the capacity of the list.
    fn room(columns: usize, rows: usize) -> Self {
        match columns {
            3 => Self::Balls(Vec::with_capacity(rows)),
            _ => Self::Boxes(Vec::with_capacity(rows)),
        }
    }

    fn of_array(array: &Array<'_>) -> PyResult<Self> {
        let columns = array.columns;
        let mut found = Self::room(columns, array.rows);
        let mut wrong = None;
        array.each(|block| found.add(columns, block, &mut wrong))?;
        wrong.map_or(Ok(found), |number| Err(array.wrong(number)))
    }

    /// Converts the rows in a block of numbers to shapes, and appends them to the list. Stores the first invalid number in `wrong`: a
    /// number that is too large or NaN, or a negative radius.
    fn add(&mut self, columns: usize, block: &[f64], wrong: &mut Option<f64>) {
        if let Some(number) = unsound(block) {
            *wrong = wrong.or(Some(number));
            return;
        }
        match self {
            Self::Boxes(of) if columns == 2 => {
                of.extend(block.as_chunks().0.iter().map(|&[x, y]| Aabb::new([x, y], [x, y])));
            }
            Self::Boxes(of) => {
                of.extend(block.as_chunks().0.iter().copied().map(rect));
            }
            Self::Balls(of) => {
                let rows = block.as_chunks().0;
                *wrong = wrong.or(rows.iter().map(|&[_, _, r]| r).find(|r| *r < 0.0));
                of.extend(rows.iter().map(|&[x, y, r]| Ball::new([x, y], r)));
            }
            Self::Shapes(_) => {}
        }
    }

    fn of_list(list: Vec<Given>) -> Self {
        let area = |given: &Given| match given.shape() {
            engine::Shape::Aabb(area) => Some(area),
            _ => None,
        };
        match list.iter().map(area).collect() {
            Some(boxes) => Self::Boxes(boxes),
            None => Self::Shapes(list.into_iter().map(Given::into_owned).collect()),
        }
    }

    fn clear(&mut self) {
        match self {
            Self::Boxes(of) => of.clear(),
            Self::Balls(of) => of.clear(),
            Self::Shapes(of) => of.clear(),
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Boxes(of) => of.len(),
            Self::Balls(of) => of.len(),
            Self::Shapes(of) => of.len(),
        }
    }

    fn shape(&self, k: usize) -> engine::Shape<'_, f64, 2> {
        match self {
            Self::Boxes(of) => of[k].into(),
            Self::Balls(of) => of[k].into(),
            Self::Shapes(of) => of[k].as_shape(),
        }
    }

    /// Returns the AABBs of all shapes, slightly enlarged unless the shapes are boxes. An empty shape has no AABB; a point with the largest
    /// coordinates replaces it. It may meet those of other empty shapes, but the exact test then finds that these do not collide. The AABB
    /// of a half-space is infinite.
    fn bounds(&self) -> Cow<'_, [Aabb<f64, 2>]> {
        match self {
            Self::Boxes(of) => Cow::Borrowed(of),
            _ => (0..self.len()).map(|k| aabb_of(&self.shape(k))).collect(),
        }
    }
}

/// The margin of enlarged AABBs, as a factor of the largest coordinate. Because of rounding, the exact test may count two shapes as
/// touching although there is a small gap between them. Their AABBs must overlap nevertheless, so that the pair is not missed.
const SLACK: f64 = 16.0 * f64::EPSILON;

/// Returns an AABB that certainly contains a shape, as [`Many::bounds`] describes.
fn aabb_of(shape: &engine::Shape<'_, f64, 2>) -> Aabb<f64, 2> {
    match shape.bounds() {
        Some(area) => grown(area),
        None if shape.is_infinite() => Aabb::new([f64::NEG_INFINITY; 2], [f64::INFINITY; 2]),
        None => Aabb::new([f64::MAX; 2], [f64::MAX; 2]),
    }
}

fn grown(area: Aabb<f64, 2>) -> Aabb<f64, 2> {
    let min = area.min();
    let max = area.max();
    let largest = min.0.into_iter().chain(max.0).fold(0.0, |a: f64, c| a.max(c.abs()));
    let more = engine::Vector([largest * SLACK; 2]);
    Aabb::new(min - more, max + more)
}

/// If one of two lists has at most this number of shapes, all pairs of shapes are tested. For longer lists, a tree is faster.
const FEW: usize = 8;

/// Returns the indices of all colliding pairs: between two lists, or within the list `own` if `others` is `None`. If `touching` is true,
/// shapes that only touch collide, too.
fn pairs(own: &Many, others: Option<&Many>, touching: bool) -> Vec<[u32; 2]> {
    let mut found = Vec::new();
    let mut keep = |a: usize, b: usize| {
        if collides(&own.shape(a), &others.unwrap_or(own).shape(b), touching) {
            found.push([a as u32, b as u32]);
        }
    };
    let Some(others) = others else {
        let each = |a: usize, b: usize| keep(a.min(b), a.max(b));
        AllPairs::new().find(&own.bounds(), each);
        return found;
    };
    if own.len().min(others.len()) <= FEW {
        (0..own.len()).for_each(|a| meeting(own, a, others, touching, |b| found.push([a as u32, b as u32])));
        return found;
    }
    let mut tree = Tree::new();
    for (k, &area) in others.bounds().iter().enumerate() {
        // This cannot fail: the numbers were checked when they were read, so no coordinate is NaN.
        let _ = tree.set(k, area);
    }
    for (a, area) in own.bounds().iter().enumerate() {
        tree.each_intersecting(area, |b| keep(a, b));
    }
    found
}

fn collides<P: Relate<Q>, Q>(p: &P, q: &Q, touching: bool) -> bool {
    if touching { p.intersects(q) } else { p.overlaps(q) }
}

/// Calls `found` with the index of each shape in `others` that collides with shape `a` of `own`.
fn meeting(own: &Many, a: usize, others: &Many, touching: bool, mut found: impl FnMut(usize)) {
    if let (Many::Boxes(own), Many::Boxes(others)) = (own, others) {
        let area = own[a];
        let meeting = others.iter().enumerate().filter(|(_, other)| collides(&area, *other, touching));
        meeting.for_each(|(b, _)| found(b));
    } else {
        let shape = own.shape(a);
        (0..others.len()).filter(|&b| collides(&shape, &others.shape(b), touching)).for_each(found);
    }
}

/// For each shape of a short list, returns the indices of the rows of an array that collide with the shape. The rows are tested while the
/// array is read, without a copy of the array.
fn among(few: &Many, array: &Array<'_>, touching: bool) -> PyResult<Vec<Vec<u32>>> {
    let mut found = vec![Vec::new(); few.len()];
    let mut wrong = None;
    let mut first = 0;
    let columns = array.columns;
    if let (Many::Boxes(few), 4) = (few, columns) {
        array.each(|numbers| {
            wrong = wrong.or(unsound(numbers));
            let rows = numbers.as_chunks().0;
            for (area, found) in few.iter().zip(&mut found) {
                for (b, &row) in rows.iter().enumerate() {
                    if !beyond(area, row) && collides(area, &rect(row), touching) {
                        found.push((first + b) as u32);
                    }
                }
            }
            first += rows.len();
        })?;
        return wrong.map_or(Ok(found), |number| Err(array.wrong(number)));
    }
    let mut block = Many::room(columns, BLOCK / columns);
    array.each(|numbers| {
        block.clear();
        block.add(columns, numbers, &mut wrong);
        for (a, found) in found.iter_mut().enumerate() {
            meeting(few, a, &block, touching, |b| found.push((first + b) as u32));
        }
        first += block.len();
    })?;
    wrong.map_or(Ok(found), |number| Err(array.wrong(number)))
}

/// A sequence of pairs of indices. It can be used as an array of unsigned 32-bit integers with two columns, by numpy
/// (`numpy.asarray(pairs)`) and by other libraries (`pairs.buffer`).
#[pyclass(module = "bumper", frozen, sequence)]
pub struct Pairs {
    of: Vec<[u32; 2]>,
}

#[pymethods]
impl Pairs {
    fn __len__(&self) -> usize {
        self.of.len()
    }

    fn __getitem__(&self, index: isize) -> PyResult<(u32, u32)> {
        let count = self.of.len();
        let place = if index < 0 { index.checked_add_unsigned(count) } else { Some(index) };
        let found = place.and_then(|place| self.of.get(usize::try_from(place).ok()?));
        let pair = found.ok_or_else(|| PyIndexError::new_err(format!("index: {index} of {count} pairs")))?;
        Ok((*pair).into())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.tolist(py)?.try_iter()?.into_any())
    }

    /// All pairs as a list of tuples.
    fn tolist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.of.iter().map(|&pair| <(u32, u32)>::from(pair)))
    }

    /// The indices of all pairs, one after the other, as a memoryview of a copy.
    #[getter]
    fn buffer<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let bytes: Vec<u8> = self.of.as_flattened().iter().flat_map(|index| index.to_ne_bytes()).collect();
        py.get_type::<PyMemoryView>().call1((PyBytes::new(py, &bytes),))?.call_method1("cast", ("I",))
    }

    /// The address of the indices, for numpy. The array that numpy creates holds a reference to this object, which is immutable.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("version", 3)?;
        dict.set_item("shape", (self.of.len(), 2))?;
        dict.set_item("typestr", if cfg!(target_endian = "little") { "<u4" } else { ">u4" })?;
        let read_only = true;
        dict.set_item("data", (self.of.as_ptr().addr(), read_only))?;
        Ok(dict)
    }

    fn __repr__(&self) -> String {
        format!("<{} pairs>", self.of.len())
    }
}

/// Finds all pairs of shapes that overlap: within one list (with the lower index first), or between two lists. A list is an iterable of any
/// shapes, or an array whose rows are boxes (x, y, width, height), circles (x, y, radius) or points. As with pygame's rects, shapes that
/// only touch do not count, unless `touching` is true.
///
/// >>> import bumper
/// >>> bumper.collide_many([(0, 0, 10, 10), (5, 5, 10, 10), (10, 0, 10, 10)]).tolist()
/// [(0, 1), (1, 2)]
#[pyfunction]
#[pyo3(signature = (a, b=None, /, *, touching=false))]
pub fn collide_many<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    b: Option<&Bound<'py, PyAny>>,
    touching: bool,
) -> PyResult<Pairs> {
    let own = Source::of(a, "a")?;
    let others = b.map(|b| Source::of(b, "b")).transpose()?;
    if own.len().max(others.as_ref().map_or(0, Source::len)) > u32::MAX as usize {
        return Err(PyValueError::new_err("there are more shapes than 32-bit indices"));
    }
    let of = match (own, others) {
        (own, Some(Source::Array(array))) if own.len() <= FEW => {
            let places = among(&own.build()?, &array, touching)?;
            (0..).zip(places).flat_map(|(a, places)| places.into_iter().map(move |b| [a, b])).collect()
        }
        (own, others) => {
            let own = own.build()?;
            let others = others.map(Source::build).transpose()?;
            py.detach(|| pairs(&own, others.as_ref(), touching))
        }
    };
    Ok(Pairs { of })
}
