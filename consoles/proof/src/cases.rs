//! The library's answers to the cases of the console header, with the kinds of cases in the order of `cases.h`.

use crate::number::{Number, Random};
use bumper::{Aabb, Axis, Ball, Compound, Cylinder, MaskBuf, Relate, Relation, SquaredBall, Vector, YAxis};

/// The number of answers to a case. Unused answers are zero.
pub const ANSWERS: usize = 8;

/// The number of inputs of each kind of case.
pub const NUMBERS: [usize; 43] = [
    8, 6, 6, 5, 7, 7, 8, 6, 8, 12, 9, 8, 7, 10, 9, 10, 8, 11, 12, 9, 12, 10, 11, 4, 4, 4, 6, 6, 8, 18, 20, 9,
    8, 24, 9, 12, 6, 9, 21, 30, 6, 6, 36,
];

/// The inputs of a case that have not been read yet.
struct Row<'a, S>(&'a [S]);

impl<S: Number> Row<'_, S> {
    fn one(&mut self) -> S {
        let (first, rest) = self.0.split_first().expect("a case has the numbers that its kind takes");
        self.0 = rest;
        *first
    }
    fn point<const N: usize>(&mut self) -> Vector<S, N> {
        Vector([(); N].map(|()| self.one()))
    }
    fn aabb<const N: usize>(&mut self) -> Aabb<S, N> {
        Aabb::new(self.point(), self.point())
    }
    fn ball<const N: usize>(&mut self) -> Ball<S, N> {
        Ball::new(self.point(), self.one())
    }
    fn squared<const N: usize>(&mut self) -> SquaredBall<S, N> {
        SquaredBall::new(self.point(), S::area(self.one(), self.one()))
    }
    fn cylinder(&mut self) -> Cylinder<S, 3> {
        let number: i64 = self.one().into();
        let axis = [Axis::X, Axis::Y, Axis::Z, Axis::X][(number & 3) as usize];
        Cylinder::new(axis, self.point(), self.one(), self.one())
    }
    fn mask(&mut self) -> MaskBuf {
        let [width, height, seed] = [(); 3].map(|()| -> i64 { self.one().into() });
        let (width, height) = ((width & 15) as u16 + 4, (height & 15) as u16 + 1);
        let mut random = Random((seed as u32 & 0xffff) | 65536);
        let mut mask = MaskBuf::new([width, height]);
        for j in 0..height {
            for byte in 0..width.div_ceil(8) {
                let mut bits = (random.next() >> 8) as u8;
                if random.0 & 1 == 1 {
                    bits &= (random.next() >> 16) as u8 & 0x55;
                }
                for bit in (0..8).filter(|bit| bits >> bit & 1 == 1) {
                    mask.set(byte * 8 + bit, j, true);
                }
            }
        }
        mask
    }
}

/// Returns the relation of a pair in the low bits, then whether the shapes intersect, and whether they overlap. Each of the three comes
/// from a separate query.
fn pair<A: Relate<B>, B>(a: A, b: B) -> Vec<i64> {
    vec![a.relation(&b) as i64 | i64::from(a.intersects(&b)) << 4 | i64::from(a.overlaps(&b)) << 5]
}

fn corners<S: Number, const N: usize>(aabb: Aabb<S, N>) -> Vec<i64> {
    aabb.min().0.into_iter().chain(aabb.max().0).map(Into::into).collect()
}

fn push<S: Number, const N: usize>(a: Aabb<S, N>, b: Aabb<S, N>) -> Vec<i64> {
    a.minimum_translation(&b).map_or(vec![], |push| {
        let length: u64 = push.length.into();
        vec![1, push.axis as i64, i64::from(push.negative), length as i64]
    })
}

/// Moves a box along one axis after the other, on each axis up to the first wall. Walls that overlap the box before the motion along an
/// axis are ignored on this axis. Returns the final box, and the stopped axes as bits.
fn step<S: Number, const N: usize>(
    mover: Aabb<S, N>,
    by: Vector<S, N>,
    walls: &[Aabb<S, N>],
) -> (Aabb<S, N>, i64) {
    let (mut at, mut stopped) = (mover, 0);
    for axis in 0..N {
        // The sum saturates at the ends of the number range.
        let moved = at.translated(Vector::default().with(axis, by[axis]));
        let (ahead, from) =
            if by[axis] > S::default() { (moved.max(), at.max()) } else { (moved.min(), at.min()) };
        let way = ahead[axis].minus(from[axis]);
        let walls: Vec<_> = walls.iter().filter(|wall| !wall.overlaps(&at)).copied().collect();
        let free = free(at, axis, way, &walls);
        stopped |= i64::from(free != way) << axis;
        at = at.translated(Vector::default().with(axis, free));
    }
    (at, stopped)
}

/// Returns the part of the motion `way` along an axis that a box covers before it would overlap a wall.
///
/// Uses bisection over the length for which the swept box overlaps no wall. If the box and a wall are both flat on the axis, they can only
/// touch. Such a wall is ignored, because the swept box is not flat and could overlap it.
#[cfg(not(feature = "movers"))]
fn free<S: Number, const N: usize>(at: Aabb<S, N>, axis: usize, way: S, walls: &[Aabb<S, N>]) -> S {
    let flat = |aabb: &Aabb<S, N>| aabb.min()[axis] == aabb.max()[axis];
    let clear = |length: i64| {
        let way = S::cut(if way < S::default() { -length } else { length });
        let swept = at.union(&at.translated(Vector::default().with(axis, way)));
        walls.iter().all(|wall| (flat(&at) && flat(wall)) || !wall.overlaps(&swept))
    };
    let (mut free, mut most) = (0, Into::<i64>::into(way).abs());
    while free < most {
        let middle = most - (most - free) / 2;
        if clear(middle) {
            free = middle;
        } else {
            most = middle - 1;
        }
    }
    S::cut(if way < S::default() { -free } else { free })
}

/// Returns the part of the motion `way` along an axis that a box covers before it would overlap a wall. A mover of the library computes it.
#[cfg(feature = "movers")]
fn free<S: Number, const N: usize>(at: Aabb<S, N>, axis: usize, way: S, walls: &[Aabb<S, N>]) -> S {
    let mut mover = bumper::motion::Mover::new(at);
    let stop = |_| Some(bumper::motion::Response::Stop);
    mover.travel(Vector::default().with(axis, way), walls, stop, |_| ());
    mover.position()[axis]
}

fn lists<S: Number, const N: usize>(row: &mut Row<S>) -> Vec<i64> {
    let (a, b): ([Aabb<S, N>; 2], [Aabb<S, N>; 2]) = ([row.aabb(), row.aabb()], [row.aabb(), row.aabb()]);
    let (first, second): (Vector<S, N>, Vector<S, N>) = (row.point(), row.point());
    let (a, moved) = (a.map(|part| part.translated(first)), b.map(|part| part.translated(second)));
    [pair(Compound(&a), Compound(&moved)), pair(Compound(&a), b[0])].concat()
}

/// Returns the box of an entry of a table of `bumper trace`: optionally mirrored, and moved by an offset.
fn table<S: Number>(row: &mut Row<S>) -> Vec<i64> {
    let numbers = [(); 4].map(|()| -> i64 { row.one().into() });
    let small = Into::<i64>::into(row.one()) & 1 == 1;
    let fraction = if S::BITS == 16 { 0 } else { 8 };
    let [x, y, width, height] =
        numbers.map(|n| S::cut(if small { i64::from(n as i8) } else { i64::from(n as i16) } << fraction));
    let aabb = Aabb::from_top_left([x, y], [width, height], YAxis::Down);
    let (mut min, mut max) = (aabb.min(), aabb.max());
    for axis in 0..2 {
        let mirror = row.one();
        if mirror != S::default() {
            let flipped =
                Aabb::new(min.with(axis, mirror.minus(max[axis])), max.with(axis, mirror.minus(min[axis])));
            (min, max) = (flipped.min(), flipped.max());
        }
    }
    corners(Aabb::new(min, max).translated(row.point()))
}

fn pixels<S: Number>(row: &mut Row<S>) -> Vec<i64> {
    let (a, b) = (row.mask(), row.mask());
    let [x, y] = [(); 2].map(|()| Into::<i64>::into(row.one()) as i16);
    let offset = [i32::from(x), i32::from(y)];
    let mut filled = MaskBuf::new(b.as_mask().size());
    let [width, height] = filled.as_mask().size().map(i32::from);
    filled.fill(&Aabb::new([0, 0], [width, height]), true);
    let pixel = u16::try_from(x).ok().zip(u16::try_from(y).ok()).is_some_and(|(x, y)| a.as_mask().get(x, y));
    let (mask, other) = (a.as_mask(), b.as_mask());
    [mask.overlaps(&other, offset), mask.overlaps(&filled.as_mask(), offset), pixel].map(i64::from).to_vec()
}

/// Returns the 3D box with this top left corner, which has the smallest z.
fn top_left_in_space<S: Number>(row: &mut Row<S>, y: YAxis) -> Vec<i64> {
    let (corner, size): (Vector<S, 3>, Vector<S, 3>) = (row.point(), row.point());
    let front = Aabb::from_top_left([corner[0], corner[1]], [size[0], size[1]], y);
    let side = Aabb::from_top_left([corner[2], corner[1]], [size[2], size[1]], y);
    let at = |front: Vector<S, 2>, side: Vector<S, 2>| Vector([front[0], front[1], side[0]]);
    corners(Aabb::new(at(front.min(), side.min()), at(front.max(), side.max())))
}

fn pairs<S: Number, const N: usize>(row: &mut Row<S>) -> Vec<i64> {
    let boxes = [(); 6].map(|()| row.aabb::<N>());
    let mut answers = vec![0; ANSWERS];
    for (a, first) in boxes.iter().enumerate() {
        for (b, second) in boxes.iter().enumerate().skip(a + 1) {
            if first.relation(second) != Relation::Apart {
                answers[0] += 1;
                answers[1 + a] |= 1 << b;
            }
        }
        answers[7] |= i64::from(first.intersects(&boxes[0])) << a;
    }
    answers
}

/// Returns the library's answers to a case.
pub fn answer<S: Number>(kind: usize, numbers: &[S]) -> [u32; ANSWERS] {
    let mut row = Row(numbers);
    let r = &mut row;
    let found = match kind {
        0 => pair(r.aabb::<2>(), r.aabb()),
        1 => pair(r.aabb::<2>(), r.point()),
        2 => pair(r.ball::<2>(), r.ball()),
        3 => pair(r.ball::<2>(), r.point()),
        4 => pair(r.ball::<2>(), r.aabb()),
        5 => pair(r.ball::<2>(), r.squared()),
        6 => pair(r.squared::<2>(), r.squared()),
        7 => pair(r.squared::<2>(), r.point()),
        8 => pair(r.squared::<2>(), r.aabb()),
        9 => pair(r.aabb::<3>(), r.aabb()),
        10 => pair(r.aabb::<3>(), r.point()),
        11 => pair(r.ball::<3>(), r.ball()),
        12 => pair(r.ball::<3>(), r.point()),
        13 => pair(r.ball::<3>(), r.aabb()),
        14 => pair(r.ball::<3>(), r.squared()),
        15 => pair(r.squared::<3>(), r.squared()),
        16 => pair(r.squared::<3>(), r.point()),
        17 => pair(r.squared::<3>(), r.aabb()),
        18 => pair(r.cylinder(), r.cylinder()),
        19 => pair(r.cylinder(), r.point()),
        20 => pair(r.cylinder(), r.aabb()),
        21 => pair(r.cylinder(), r.ball()),
        22 => pair(r.cylinder(), r.squared()),
        23 => corners(Aabb::from_top_left(r.point(), r.point(), YAxis::Down)),
        24 => corners(Aabb::from_top_left(r.point(), r.point(), YAxis::Up)),
        25 => corners(Aabb::<S, 2>::centered(r.point(), r.point())),
        26 => corners(r.aabb::<2>().translated(r.point())),
        27 => r.aabb::<2>().closest_point(r.point()).0.map(Into::into).to_vec(),
        28 => push::<S, 2>(r.aabb(), r.aabb()),
        29 => {
            let (at, stopped) = step::<S, 2>(r.aabb(), r.point(), &[r.aabb(), r.aabb(), r.aabb()]);
            [corners(at), vec![stopped]].concat()
        }
        30 => lists::<S, 2>(r),
        31 => table(r),
        32 => pixels(r),
        33 => pairs::<S, 2>(r),
        34 => r.aabb::<3>().closest_point(r.point()).0.map(Into::into).to_vec(),
        35 => push::<S, 3>(r.aabb(), r.aabb()),
        36 => corners(Aabb::<S, 3>::centered(r.point(), r.point())),
        37 => corners(r.aabb::<3>().translated(r.point())),
        38 => {
            let (at, stopped) = step::<S, 3>(r.aabb(), r.point(), &[r.aabb(), r.aabb()]);
            [corners(at), vec![stopped]].concat()
        }
        39 => lists::<S, 3>(r),
        40 => top_left_in_space(r, YAxis::Down),
        41 => top_left_in_space(r, YAxis::Up),
        42 => pairs::<S, 3>(r),
        _ => unreachable!("there are {} kinds", NUMBERS.len()),
    };
    let width = if S::BITS == 16 { 0xffff } else { u32::MAX };
    let mut answers = [0; ANSWERS];
    answers.iter_mut().zip(found).for_each(|(to, from)| *to = from as u32 & width);
    answers
}
