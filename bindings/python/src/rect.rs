//! Rects like pygame's: a corner and a size, which may be negative, in integers or floats. They follow pygame's rules, which differ from
//! those of shapes: the right and the lower edge do not belong to a rect, and a rect without an area collides with nothing.

mod borrowed;
pub mod class;
mod items;
mod line;
mod lists;
mod methods;
mod number;
pub mod reader;
pub mod reading;

use crate::pygame;
use class::Rect;
use engine::Vector;
pub use number::Number;
use pyo3::prelude::*;

/// A position on an axis of a rect: its start, middle or end.
#[derive(Clone, Copy)]
pub enum At {
    Start,
    Middle,
    End,
}

/// The interval of a rect on one axis: its start and its size, which may be negative.
#[derive(Clone, Copy, Default, PartialEq, PartialOrd)]
struct Span<N> {
    from: N,
    size: N,
}

fn min<N: Number>(a: N, b: N) -> N {
    if b < a { b } else { a }
}

fn max<N: Number>(a: N, b: N) -> N {
    if a < b { b } else { a }
}

impl<N: Number> Span<N> {
    fn end(self) -> N {
        self.from.plus(self.size)
    }

    fn at(self, at: At) -> N {
        match at {
            At::Start => self.from,
            At::Middle => self.from.plus(self.size.half()),
            At::End => self.end(),
        }
    }

    /// Moves the interval so that its start, middle or end is at a coordinate.
    fn put(&mut self, at: At, place: N) {
        self.from = self.from.plus(place.minus(self.at(at)));
    }

    /// Returns the same interval with a size that is not negative.
    fn normal(self) -> Self {
        if self.size < N::default() {
            Self { from: self.end(), size: N::default().minus(self.size) }
        } else {
            self
        }
    }

    /// Returns the lower and the upper end. The size of the interval may be negative.
    fn ends(self) -> [N; 2] {
        [min(self.from, self.end()), max(self.from, self.end())]
    }

    fn contains(self, other: Self) -> bool {
        self.from <= other.from && self.end() >= other.end() && self.end() > other.from
    }

    fn union(self, other: Self) -> Self {
        let from = min(self.from, other.from);
        Self { from, size: max(self.end(), other.end()).minus(from) }
    }

    /// Returns the intersection of two intervals. `None` if the intersection has no length, or if either size is negative.
    fn common(self, other: Self) -> Option<Self> {
        let from = max(self.from, other.from);
        let end = min(self.end(), other.end());
        (end > from).then(|| Self { from, size: end.minus(from) })
    }

    fn clamped(self, into: Self) -> Self {
        let from = if self.size >= into.size {
            into.at(At::Middle).minus(self.size.half())
        } else if self.from < into.from {
            into.from
        } else if self.end() > into.end() {
            into.end().minus(self.size)
        } else {
            self.from
        };
        Self { from, ..self }
    }

    fn inflated(self, by: N) -> Self {
        Self { from: self.from.minus(by.half()), size: self.size.plus(by) }
    }

    fn scaled(self, factor: f64) -> Self {
        let [from, size] = N::scaled(self.from, self.size, factor.abs());
        Self { from, size }
    }
}

/// A rect: its intervals on both axes.
#[derive(Clone, Copy, Default, PartialEq)]
pub struct Area<N>([Span<N>; 2]);

/// A rect, with its lower and upper ends computed in advance for tests against many other rects.
#[derive(Clone, Copy)]
pub struct Against<N> {
    ends: [[N; 2]; 2],
    is_solid: bool,
}

impl<N: Number> Against<N> {
    /// Whether the two rects have an area in common. Avoids branches, which the processor would often mispredict.
    #[inline(always)]
    pub fn collides(self, other: Area<N>) -> bool {
        let ([own_x, own_y], [x, y]) = (self.ends, other.0);
        let common = |[low, high]: [N; 2], [from, end]: [N; 2]| (low < end) & (from < high);
        // The usual case: the other rect has an area, and no negative size.
        if (x.from < x.end()) & (y.from < y.end()) {
            return self.is_solid & common(own_x, [x.from, x.end()]) & common(own_y, [y.from, y.end()]);
        }
        self.is_solid && other.is_solid() && common(own_x, x.ends()) && common(own_y, y.ends())
    }
}

/// Two opposite corners of a rect: on each axis, the coordinates of the start and the end. If the size of the rect is negative, the end has
/// the smaller coordinate.
#[derive(Clone, Copy)]
pub struct Corners<N>([[N; 2]; 2]);

impl<N: Number> Corners<N> {
    #[inline(always)]
    pub fn add(&mut self, other: Self) {
        for (own, other) in self.0.iter_mut().zip(other.0) {
            *own = [min(own[0], other[0]), max(own[1], other[1])];
        }
    }

    pub fn area(self) -> Area<N> {
        Area(self.0.map(|[from, end]| Span { from, size: end.minus(from) }))
    }
}

impl<N: Number> Area<N> {
    pub fn new([x, y, w, h]: [N; 4]) -> Self {
        Self([Span { from: x, size: w }, Span { from: y, size: h }])
    }

    pub fn numbers(self) -> [N; 4] {
        let [x, y] = self.0;
        [x.from, y.from, x.size, y.size]
    }

    fn both(self, other: Self, each: impl Fn(Span<N>, Span<N>) -> Span<N>) -> Self {
        Self([0, 1].map(|k| each(self.0[k], other.0[k])))
    }

    /// The coordinate of the start, the middle or the end of the rect on an axis.
    pub fn one(self, axis: usize, at: At) -> N {
        self.0[axis].at(at)
    }

    pub fn put_one(&mut self, axis: usize, at: At, place: N) {
        self.0[axis].put(at, place);
    }

    pub fn point(self, at: [At; 2]) -> (N, N) {
        (self.one(0, at[0]), self.one(1, at[1]))
    }

    pub fn put(&mut self, at: [At; 2], (x, y): (N, N)) {
        self.put_one(0, at[0], x);
        self.put_one(1, at[1], y);
    }

    pub fn size(self) -> (N, N) {
        (self.0[0].size, self.0[1].size)
    }

    pub fn set_size(&mut self, axis: usize, size: N) {
        self.0[axis].size = size;
    }

    pub fn set_sizes(&mut self, (w, h): (N, N)) {
        self.set_size(0, w);
        self.set_size(1, h);
    }

    pub fn is_solid(self) -> bool {
        self.0.iter().all(|span| span.size != N::default())
    }

    /// Whether the rect contains a point. The left and the top edge belong to the rect; the right and the lower edge do not.
    pub fn has(self, (x, y): (N, N)) -> bool {
        [(self.0[0], x), (self.0[1], y)].iter().all(|(span, c)| *c >= span.from && *c < span.end())
    }

    #[inline]
    pub fn collides(self, other: Self) -> bool {
        self.against().collides(other)
    }

    /// Computes the ends of the rect in advance, for tests against many other rects.
    pub fn against(self) -> Against<N> {
        Against { ends: self.0.map(Span::ends), is_solid: self.is_solid() }
    }

    /// The coordinates of the start and the end of the rect on each axis. If its size is negative, the end has the smaller coordinate.
    pub fn corners(self) -> Corners<N> {
        Corners(self.0.map(|span| [span.from, span.end()]))
    }

    pub fn contains(self, other: Self) -> bool {
        (0..2).all(|k| self.0[k].contains(other.0[k]))
    }

    /// Returns the intersection of two rects. If the rects do not overlap, the result has size zero and is at the top left corner of this
    /// rect.
    pub fn clip(self, other: Self) -> Self {
        match (self.0[0].common(other.0[0]), self.0[1].common(other.0[1])) {
            (Some(x), Some(y)) => Self([x, y]),
            _ => Self(self.0.map(|span| Span { size: N::default(), ..span })),
        }
    }

    pub fn union(self, other: Self) -> Self {
        self.both(other, Span::union)
    }

    pub fn clamp(self, other: Self) -> Self {
        self.both(other, Span::clamped)
    }

    /// Returns the largest rect with the aspect ratio of this rect that fits into another rect. It is centered in the other rect.
    pub fn fit(self, other: Self) -> Self {
        let [across, down] = [0, 1].map(|k| self.0[k].size.over(other.0[k].size));
        let ratio = if across > down { across } else { down };
        self.both(other, |own, other| {
            let size = own.size.by(ratio);
            Span { from: other.from.plus(other.size.minus(size).half()), size }
        })
    }

    pub fn normalized(self) -> Self {
        Self(self.0.map(Span::normal))
    }

    pub fn moved(self, (x, y): (N, N)) -> Self {
        let [a, b] = self.0;
        Self([Span { from: a.from.plus(x), ..a }, Span { from: b.from.plus(y), ..b }])
    }

    pub fn inflated(self, (x, y): (N, N)) -> Self {
        Self([self.0[0].inflated(x), self.0[1].inflated(y)])
    }

    pub fn scaled(self, [x, y]: [f64; 2]) -> Self {
        Self([self.0[0].scaled(x), self.0[1].scaled(y)])
    }

    /// Returns the part of a line that lies in the rect, or `None` if the line misses the rect or the rect has no area.
    pub fn clip_line(self, line: [Vector<N, 2>; 2]) -> Option<[Vector<N, 2>; 2]> {
        let area = self.normalized();
        let sides = area.0.map(|span| {
            let end = span.end();
            line::Side { from: span.from, end, last: end.minus(N::PIXEL) }
        });
        if area.is_solid() { line::clipped(sides, line) } else { None }
    }
}

/// Creates a pygame rect, or a rect of this package if pygame is not installed.
pub fn new_rect(py: Python<'_>, numbers: [u16; 4]) -> PyResult<Bound<'_, PyAny>> {
    match pygame::new_rect(py, numbers)? {
        Some(rect) => Ok(rect),
        None => Ok(Bound::new(py, Rect::of(Area::new(numbers.map(i32::from))))?.into_any()),
    }
}
