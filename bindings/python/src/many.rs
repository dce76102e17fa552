//! Many shapes against many at once, in from arrays and out to one.

use crate::reading::Given;
use engine::broad::{AllPairs, Tree};
use engine::{Aabb, AsShape, Ball, Relate, ShapeBuf};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyMemoryView, PyTuple};

/// A list of shapes, as simple as it can be.
enum Many {
    Boxes(Vec<Aabb<f64, 2>>),
    Balls(Vec<Ball<f64, 2>>),
    Shapes(Vec<ShapeBuf<f64, 2>>),
}

/// So many numbers are read at a time: whole rows of 2, 3 and 4, and not so many that they leave the cache.
const BLOCK: usize = 1536;

/// The numbers of a view, whatever their type, block by block; `None` for types that are not known.
fn blocks(bytes: &[u8], format: &str, size: usize, each: &mut dyn FnMut(&[f64])) -> Option<()> {
    macro_rules! as_floats {
        ($number:ty) => {{
            let mut block = [0.0; BLOCK];
            for numbers in bytes.as_chunks::<{ size_of::<$number>() }>().0.chunks(BLOCK) {
                for (place, number) in block.iter_mut().zip(numbers) {
                    *place = <$number>::from_ne_bytes(*number) as f64;
                }
                each(&block[..numbers.len()]);
            }
            Some(())
        }};
    }
    let foreign = if cfg!(target_endian = "little") { ['>', '!'] } else { ['<', '<'] };
    let kind = format.chars().next_back().filter(|_| !format.starts_with(foreign))?;
    match (kind, size) {
        ('d', 8) => as_floats!(f64),
        ('f', 4) => as_floats!(f32),
        ('b' | 'h' | 'i' | 'l' | 'q', 1) => as_floats!(i8),
        ('b' | 'h' | 'i' | 'l' | 'q', 2) => as_floats!(i16),
        ('b' | 'h' | 'i' | 'l' | 'q', 4) => as_floats!(i32),
        ('b' | 'h' | 'i' | 'l' | 'q', 8) => as_floats!(i64),
        ('B' | 'H' | 'I' | 'L' | 'Q', 1) => as_floats!(u8),
        ('B' | 'H' | 'I' | 'L' | 'Q', 2) => as_floats!(u16),
        ('B' | 'H' | 'I' | 'L' | 'Q', 4) => as_floats!(u32),
        ('B' | 'H' | 'I' | 'L' | 'Q', 8) => as_floats!(u64),
        _ => None,
    }
}

impl Many {
    /// From an array of rows of 4 numbers (boxes), 3 (circles) or 2 (points), or from a sequence of shapes.
    fn read(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        let py = object.py();
        if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
            return Self::of_list(object.extract()?);
        }
        match py.get_type::<PyMemoryView>().call1((object,)) {
            Ok(view) => Self::of_view(&view, name),
            Err(_) => Self::of_list(object.try_iter()?.map(|item| item?.extract()).collect::<PyResult<_>>()?),
        }
    }

    fn of_view(view: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        let shape: Vec<usize> = view.getattr("shape")?.extract()?;
        let &[count, columns] = &shape[..] else {
            return Err(PyValueError::new_err(format!(
                "{name}: an array of rows is needed, not of {shape:?}"
            )));
        };
        let mut found = match columns {
            3 => Self::Balls(Vec::with_capacity(count)),
            2 | 4 => Self::Boxes(Vec::with_capacity(count)),
            _ => {
                let text =
                    format!("{name}: rows have 2, 3 or 4 numbers (points, circles, boxes), not {columns}");
                return Err(PyValueError::new_err(text));
            }
        };
        let (mut wrong, bytes) = (None, view.call_method0("tobytes")?);
        let (format, size): (String, usize) =
            (view.getattr("format")?.extract()?, view.getattr("itemsize")?.extract()?);
        let known = blocks(bytes.cast::<PyBytes>()?.as_bytes(), &format, size, &mut |block| {
            found.add(columns, block, &mut wrong);
        });
        match (known, wrong) {
            (None, _) => {
                Err(PyTypeError::new_err(format!("{name}: numbers of the type {format:?} are not known")))
            }
            (_, Some(number)) => Err(PyValueError::new_err(format!(
                "{name}: {number} is not a finite number, or a radius below zero"
            ))),
            _ => Ok(found),
        }
    }

    /// Takes in rows of numbers, and remembers one that is wrong.
    fn add(&mut self, columns: usize, block: &[f64], wrong: &mut Option<f64>) {
        // Sums of such are finite, too. All are looked at, as many at a time as there is room for.
        let sound = |number: &f64| number.abs() <= f64::MAX / 2.0;
        if !block.iter().fold(true, |all, number| all & sound(number)) {
            *wrong = wrong.or(block.iter().copied().find(|number| !sound(number)));
            return;
        }
        match self {
            Self::Boxes(of) if columns == 2 => {
                of.extend(block.as_chunks().0.iter().map(|&[x, y]| Aabb::new([x, y], [x, y])));
            }
            Self::Boxes(of) => {
                of.extend(block.as_chunks().0.iter().map(|&[x, y, w, h]| Aabb::new([x, y], [x + w, y + h])));
            }
            Self::Balls(of) => {
                let rows = block.as_chunks().0;
                *wrong = wrong.or(rows.iter().map(|&[_, _, r]| r).find(|r| *r < 0.0));
                of.extend(rows.iter().map(|&[x, y, r]| Ball::new([x, y], r)));
            }
            Self::Shapes(_) => {}
        }
    }

    fn of_list(list: Vec<Given>) -> PyResult<Self> {
        let area = |given: &Given| match given.shape() {
            engine::Shape::Aabb(area) => Some(area),
            _ => None,
        };
        Ok(match list.iter().map(area).collect() {
            Some(boxes) => Self::Boxes(boxes),
            None => Self::Shapes(list.into_iter().map(Given::into_owned).collect()),
        })
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

    /// Boxes around all; those of what is empty are apart from everything.
    fn bounds(&self) -> Vec<Aabb<f64, 2>> {
        match self {
            Self::Boxes(of) => of.clone(),
            _ => (0..self.len()).map(|k| grown(self.shape(k).bounds())).collect(),
        }
    }
}

/// As much larger as the relation of floats may be wrong: sixteen roundings of the largest coordinate.
const SLACK: f64 = 16.0 * f64::EPSILON;

fn grown(area: Option<Aabb<f64, 2>>) -> Aabb<f64, 2> {
    let Some(area) = area else { return Aabb::new([f64::MAX; 2], [f64::MAX; 2]) };
    let (min, max) = (area.min(), area.max());
    let largest = min.0.into_iter().chain(max.0).fold(0.0, |a: f64, c| a.max(c.abs()));
    let more = engine::Vector([largest * SLACK; 2]);
    Aabb::new(min - more, max + more)
}

/// What one shape of a few is tested against one by one; a tree pays beyond that.
const FEW: usize = 8;

/// All pairs of one list (`others` is none) or of two, as indices.
fn pairs(own: &Many, others: Option<&Many>, touching: bool) -> Vec<[u32; 2]> {
    let mut found = Vec::new();
    let judged = |a: usize, b: usize| {
        let (p, q) = (own.shape(a), others.unwrap_or(own).shape(b));
        if touching { p.intersects(&q) } else { p.overlaps(&q) }
    };
    let mut keep = |a: usize, b: usize| {
        if judged(a, b) {
            found.push([a as u32, b as u32]);
        }
    };
    let Some(others) = others else {
        let each = |a: usize, b: usize| keep(a.min(b), a.max(b));
        AllPairs::new().find(&own.bounds(), each);
        return found;
    };
    if own.len().min(others.len()) <= FEW {
        if let (Many::Boxes(p), Many::Boxes(q)) = (own, others) {
            return few_boxes(p, q, touching);
        }
        (0..own.len()).for_each(|a| (0..others.len()).for_each(|b| keep(a, b)));
        return found;
    }
    let mut tree = Tree::new();
    for (k, area) in others.bounds().into_iter().enumerate() {
        // None is NaN: all have been read as finite.
        let _ = tree.set(k, area);
    }
    for (a, area) in own.bounds().iter().enumerate() {
        tree.intersect_all(area, |b| keep(a, b));
    }
    found
}

fn few_boxes(own: &[Aabb<f64, 2>], others: &[Aabb<f64, 2>], touching: bool) -> Vec<[u32; 2]> {
    let mut found = Vec::new();
    for (a, p) in own.iter().enumerate() {
        let meeting = |(b, q): (u32, &Aabb<f64, 2>)| {
            let meets = if touching { p.intersects(q) } else { p.overlaps(q) };
            meets.then_some([a as u32, b])
        };
        found.extend((0..).zip(others).filter_map(meeting));
    }
    found
}

/// Pairs of indices: a sequence of tuples, and an array of unsigned 32-bit numbers for numpy (`numpy.asarray(pairs)`) and others
/// (`pairs.buffer`).
#[pyclass(module = "bumper", frozen, sequence)]
pub struct Pairs {
    bytes: Py<PyBytes>,
}

/// The bytes of a pair.
const PAIR: usize = 8;

impl Pairs {
    fn each<'a>(&self, py: Python<'a>) -> impl Iterator<Item = (u32, u32)> + use<'a, '_> {
        let half = |pair: &[u8], from: usize| {
            u32::from_ne_bytes([pair[from], pair[from + 1], pair[from + 2], pair[from + 3]])
        };
        self.bytes.as_bytes(py).chunks_exact(PAIR).map(move |pair| (half(pair, 0), half(pair, 4)))
    }
}

#[pymethods]
impl Pairs {
    fn __len__(&self, py: Python<'_>) -> usize {
        self.bytes.as_bytes(py).len() / PAIR
    }

    fn __getitem__(&self, py: Python<'_>, index: isize) -> PyResult<(u32, u32)> {
        let count = self.__len__(py) as isize;
        let place = if index < 0 { index + count } else { index };
        let found = usize::try_from(place).ok().and_then(|place| self.each(py).nth(place));
        found.ok_or_else(|| PyIndexError::new_err(format!("index: {index} of {count} pairs")))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.tolist(py)?.try_iter()?.into_any())
    }

    /// All pairs as a list of tuples.
    fn tolist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.each(py).collect::<Vec<_>>())
    }

    /// The numbers one after the other, a memoryview.
    #[getter]
    fn buffer<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.get_type::<PyMemoryView>().call1((&self.bytes,))?.call_method1("cast", ("I",))
    }

    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("version", 3)?;
        dict.set_item("shape", (self.__len__(py), 2))?;
        dict.set_item("typestr", if cfg!(target_endian = "little") { "<u4" } else { ">u4" })?;
        dict.set_item("data", &self.bytes)?;
        Ok(dict)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<{} pairs>", self.__len__(py))
    }
}

/// All pairs that overlap: of one list, the lower index first, or of two. Lists are arrays whose rows are boxes (x, y, width, height),
/// circles (x, y, radius) or points, or sequences of any shapes. As for pygame's rects what only touches does not count, unless
/// it is told to.
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
    let (own, others) = (Many::read(a, "a")?, b.map(|b| Many::read(b, "b")).transpose()?);
    if own.len().max(others.as_ref().map_or(0, Many::len)) > u32::MAX as usize {
        return Err(PyValueError::new_err("there are more shapes than an index of 32 bits can tell"));
    }
    let found = py.detach(|| pairs(&own, others.as_ref(), touching));
    let size = found.len() * PAIR;
    let bytes = PyBytes::new_with(py, size, |place| {
        for (place, [a, b]) in place.chunks_exact_mut(PAIR).zip(found) {
            place[..4].copy_from_slice(&a.to_ne_bytes());
            place[4..].copy_from_slice(&b.to_ne_bytes());
        }
        Ok(())
    })?;
    Ok(Pairs { bytes: bytes.unbind() })
}
