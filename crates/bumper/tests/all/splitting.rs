//! Compares the decomposition of concave polygons into convex parts with a plain form of the algorithm. Also limits its time.

use crate::pixels::{cases, in_time};
use bumper::scalar::Scalar;
use bumper::{Ball, MaskBuf, Polygon, Region, Vector};
use fastrand::Rng;
use std::cmp::Ordering;

type Corners<S> = Vec<Vector<S, 2>>;

/// The parts of a polygon by the plain form of the algorithm, which tests all remaining corners for each ear.
fn plainly<S: Scalar>(corners: &[Vector<S, 2>]) -> Vec<Corners<S>> {
    let turns = |a: usize, b: usize, c: usize| S::orient2d(corners[a].0, corners[b].0, corners[c].0);
    let is_left = |turn: Option<Ordering>| turn == Some(Ordering::Greater);
    let mut rest: Vec<usize> = (0..corners.len()).collect();
    let (mut parts, mut cuts): (Vec<Vec<usize>>, Vec<[usize; 2]>) = Default::default();
    let mut place = 0;
    while rest.len() > 3 {
        let n = rest.len();
        let ear = |k: usize| [rest[(k + n - 1) % n], rest[k % n], rest[(k + 1) % n]];
        let reflex: Vec<usize> =
            (0..n).map(ear).filter(|&[a, b, c]| !is_left(turns(a, b, c))).map(|[_, b, _]| b).collect();
        if reflex.is_empty() {
            break;
        }
        let is_ear = |k: usize| {
            let [a, b, c] = ear(k);
            let inside = |&p: &usize| {
                let sides = [turns(a, b, p), turns(b, c, p), turns(c, a, p)];
                ![a, b, c].contains(&p) && sides.iter().all(|side| side.is_some_and(Ordering::is_ge))
            };
            is_left(turns(a, b, c)) && !reflex.iter().any(inside)
        };
        let k = (place..place + n).find(|&k| is_ear(k)).unwrap_or(place) % n;
        let [a, b, c] = ear(k);
        parts.push(vec![a, b, c]);
        cuts.push([a, c]);
        rest.remove(k);
        place = k.min(rest.len() - 1);
    }
    parts.push(rest);
    for [a, c] in cuts {
        let owner = |from: usize, to: usize| {
            let has = |part: &Vec<usize>| {
                (0..part.len()).find(|&k| part[k] == from && part[(k + 1) % part.len()] == to)
            };
            parts.iter().enumerate().find_map(|(index, part)| Some((index, has(part)?)))
        };
        let (Some((p, i)), Some((q, j))) = (owner(a, c), owner(c, a)) else { continue };
        let around = (1..=parts[p].len()).map(|k| parts[p][(i + k) % parts[p].len()]);
        let joined: Vec<usize> =
            around.chain((2..parts[q].len()).map(|k| parts[q][(j + k) % parts[q].len()])).collect();
        let n = joined.len();
        if (0..n).all(|k| is_left(turns(joined[(k + n - 1) % n], joined[k], joined[(k + 1) % n]))) {
            parts[p] = joined;
            parts[q].clear();
        }
    }
    parts.retain(|part| !part.is_empty());
    parts.into_iter().map(|part| part.into_iter().map(|k| corners[k]).collect()).collect()
}

fn parts<S: Scalar>(region: &Region<S, 2>) -> Vec<Corners<S>> {
    region.parts().map(|part| part.corners().collect()).collect()
}

/// A square with a ragged outline. It has about eight corners for each pixel of its side length.
fn ragged(side: u16, deep: u16) -> MaskBuf {
    let mut rng = Rng::with_seed(4);
    let mut depths = || -> Vec<u16> { (0..side).map(|_| rng.u16(..deep)).collect() };
    let [top, bottom, left, right] = [depths(), depths(), depths(), depths()];
    MaskBuf::from_fn([side, side], |i, j| {
        let (x, y) = (usize::from(i), usize::from(j));
        j >= top[x] && j < side - bottom[x] && i >= left[y] && i < side - right[y]
    })
}

fn doubled_area(corners: &[Vector<f64, 2>]) -> f64 {
    let edges = (0..corners.len()).map(|k| (corners[k], corners[(k + 1) % corners.len()]));
    edges.map(|(p, q)| p[0] * q[1] - p[1] * q[0]).sum::<f64>().abs()
}

#[test]
fn convex_parts_agree_with_plain_algorithm() {
    let mut rng = Rng::with_seed(41);
    let (mut many, mut compared) = (0, 0);
    for case in 0..cases(200) {
        let side = rng.u16(4..40);
        let mask = match case % 3 {
            0 => ragged(side + 8, side / 4 + 2),
            1 => MaskBuf::from_fn([side, side], |_, _| rng.f64() < 0.6),
            _ => {
                let mut mask = MaskBuf::from_shape(
                    [side, side],
                    Ball::new([f64::from(side) / 2.0; 2], f64::from(side) / 2.2),
                );
                let hole =
                    Ball::new([rng.f64(), rng.f64()].map(|c| c * f64::from(side)), f64::from(side) / 3.0);
                mask.erase(&MaskBuf::from_shape([side, side], hole).as_mask(), [0, 0]);
                mask
            }
        };
        for line in mask.as_mask().polygons(*rng.choice(&[0.0, 0.6, 1.0, 2.5]).unwrap()) {
            let region = Region::new(line.iter().copied()).unwrap();
            let found = parts(&region);
            assert_eq!(found, plainly(region.corners()), "{line:?}");
            // The coordinates are multiples of a half. Doubled, they are integers.
            let whole =
                Region::new(region.corners().iter().map(|corner| corner.map(|c| (c * 2.0) as i16))).unwrap();
            assert_eq!(parts(&whole), plainly(whole.corners()), "{line:?}");
            many += usize::from(found.len() > 10);
            compared += 1;
        }
    }
    assert!(compared > 300 && many > 50, "{compared} {many}");
    // Stars with rounded float coordinates. At first, most of their corners are reflex, and there are long ears.
    for _ in 0..cases(300) {
        let n = rng.usize(4..60);
        let star = (0..n).map(|k| {
            let (sin, cos) = (k as f64 / n as f64 * std::f64::consts::TAU).sin_cos();
            let radius = rng.f64() * 100.0 + 1.0;
            Vector([(sin * radius) as f32, (cos * radius) as f32])
        });
        let Ok(region) = Region::new(star) else { continue };
        assert_eq!(parts(&region), plainly(region.corners()));
    }
}

#[test]
fn outline_of_20000_corners_is_split_within_time_limit() {
    let mask = ragged(2700, 40);
    let mask = mask.as_mask();
    let corners = mask.outlines().iter().map(|outline| outline.corners.len()).max().unwrap();
    assert!(corners > 20_000, "{corners}");
    let traced = mask.to_buf();
    let trace = move || (traced.as_mask().polygons(1.0), traced.as_mask().convex_polygons(1.0, 8));
    let (whole, split) = in_time(60, trace);
    assert!(split.iter().all(|part| part.len() <= 8 && Polygon::new(part).is_ok()));
    let sum = |all: &[Corners<f64>]| all.iter().map(|corners| doubled_area(corners)).sum::<f64>();
    assert_eq!(sum(&split), sum(&whole));
    // A part has at least three corners, all of which are corners of the whole polygon.
    assert!(split.len() < whole.iter().map(Vec::len).sum::<usize>());
}

/// Both algorithms run in one process, so that a busy machine slows both down. For 10,000 corners the factor is about forty; it grows with
/// the number of corners.
#[test]
fn splitting_10000_corners_is_faster_than_plain_algorithm() {
    let outline = ragged(1400, 40).as_mask().polygons(0.0).into_iter().max_by_key(Vec::len).unwrap();
    assert!(outline.len() > 9000);
    let timed = |work: &dyn Fn() -> Vec<Corners<f64>>| {
        let start = std::time::Instant::now();
        (work(), start.elapsed())
    };
    let region = Region::new(outline.iter().copied()).unwrap();
    let (wanted, plain) = timed(&|| plainly(region.corners()));
    let split = || timed(&|| parts(&Region::new(outline.iter().copied()).unwrap()));
    let (found, took) = (0..5).map(|_| split()).min_by_key(|(_, took)| *took).unwrap();
    assert_eq!(found, wanted);
    assert!(took * 6 < plain, "{took:?}, but the plain algorithm took {plain:?}");
}

#[test]
fn polygons_of_mask_agree_with_polygons_of_its_parts() {
    let mut rng = Rng::with_seed(42);
    let mut seen = 0;
    for _ in 0..cases(60) {
        let mask = MaskBuf::from_fn([rng.u16(8..60), rng.u16(8..60)], |i, j| {
            (i / 3 * 7 + j / 4 * 5) % 11 < 7 && rng.u8(..30) > 0
        });
        let tolerance = *rng.choice(&[0.0, 0.6, 1.0, 2.0]).unwrap();
        let parts = mask.as_mask().filled(2.0 * tolerance).as_mask().parts(false);
        let alone = parts.iter().flat_map(|(part, at)| {
            let moved = Vector(at.map(f64::from));
            let polygons = part.as_mask().polygons(tolerance).into_iter();
            polygons.map(move |line| line.into_iter().map(|corner| corner + moved).collect::<Corners<f64>>())
        });
        assert_eq!(alone.collect::<Vec<_>>(), mask.as_mask().polygons(tolerance));
        seen += parts.len();
    }
    assert!(seen > 200, "{seen}");
}
