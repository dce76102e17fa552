//! Compares the tree of boxes with tests of all boxes, after random sequences of operations.

use bumper::broad_phase::Tree;
use bumper::scalar::Scalar;
use bumper::{Aabb, Relate, Vector};

/// The distribution of boxes.
#[derive(Clone, Copy, Debug)]
enum Spread {
    Uniform,
    Clustered,
    Equal,
    Line,
    /// Some huge boxes among tiny ones.
    Mixed,
    /// Coordinates up to the ends of the scalar's range.
    Extreme,
}

const SPREADS: [Spread; 6] =
    [Spread::Uniform, Spread::Clustered, Spread::Equal, Spread::Line, Spread::Mixed, Spread::Extreme];

fn a_box<S: Scalar, const N: usize>(
    random: &mut fastrand::Rng,
    spread: Spread,
    number: fn(i32) -> S,
) -> Aabb<S, N> {
    let mut ends = |k: usize| {
        let (at, size) = match spread {
            Spread::Uniform => (random.i32(0..1000), random.i32(0..40)),
            Spread::Clustered => (random.i32(0..5) * 200 + random.i32(0..20), random.i32(0..4)),
            Spread::Equal => (500, 10),
            Spread::Line if k == 0 => (random.i32(0..1000), random.i32(0..5)),
            Spread::Line => (7, 0),
            Spread::Mixed if random.bool() => (random.i32(0..500), random.i32(0..500)),
            Spread::Mixed => (random.i32(0..1000), 0),
            Spread::Extreme => {
                return [i32::MIN, i32::MAX]
                    .map(|end| number(if random.bool() { end } else { random.i32(-9..9) }));
            }
        };
        [at, at + size].map(number)
    };
    let ends: [[S; 2]; N] = std::array::from_fn(&mut ends);
    Aabb::new(ends.map(|ends| ends[0]), ends.map(|ends| ends[1]))
}

fn cases(least: usize) -> usize {
    std::env::var("BUMPER_CASES")
        .ok()
        .and_then(|cases| cases.parse().ok())
        .map_or(least, |cases: usize| cases.max(least))
}

/// Performs random operations on a tree and on a list, and compares the results of all queries in between.
fn operations<S: Scalar, const N: usize>(number: fn(i32) -> S, seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    for spread in SPREADS {
        let mut list: Vec<Option<Aabb<S, N>>> = vec![None; 300];
        let start = random.usize(0..300);
        for place in &mut list[..start] {
            *place = Some(a_box(&mut random, spread, number));
        }
        let mut tree: Tree<S, N> = list.iter().flatten().copied().collect();
        let (mut hits, mut misses) = (0, 0);
        for step in 0..cases(1500) {
            let key = random.usize(0..list.len());
            // Phases in which the tree grows alternate with phases in which it shrinks.
            let growing = step / 400 % 2 == 0;
            if random.u8(0..3) == 0 && (!growing || random.u8(0..4) == 0) {
                assert_eq!(tree.remove(key), list[key].take());
            } else {
                let bounds = match list[key] {
                    Some(old) if random.bool() => old.translated(Vector([number(random.i32(-3..4)); N])),
                    _ => a_box(&mut random, spread, number),
                };
                tree.set(key, bounds).unwrap();
                list[key] = Some(bounds);
            }
            assert_eq!((tree.get(key), tree.len()), (list[key], list.iter().flatten().count()));
            if step % 10 == 0 {
                let region = a_box(&mut random, spread, number);
                let mut found = Vec::new();
                tree.each_intersecting(&region, |key| found.push(key));
                found.sort();
                let near = |key: &usize| list[*key].is_some_and(|bounds| bounds.intersects(&region));
                let expected: Vec<_> = (0..list.len()).filter(near).collect();
                assert_eq!(found, expected);
                let mut seen = Vec::new();
                tree.visit(|bounds| bounds.intersects(&region), |key| seen.push(key));
                seen.sort();
                assert_eq!(seen, found);
                hits += found.len();
                misses += list.len() - found.len();
                let all = list.iter().flatten().copied().reduce(|a, b| a.union(&b));
                assert_eq!(all.map(|all| all.union(&tree.bounds().unwrap())), tree.bounds());
            }
            if step % 100 == 0 {
                let mut pairs = Vec::new();
                tree.pairs(|a, b| pairs.push((a, b)));
                pairs.sort();
                let all = (0..list.len()).flat_map(|a| (a + 1..list.len()).map(move |b| (a, b)));
                let meets = |(a, b): &(usize, usize)| {
                    list[*a].is_some_and(|a| list[*b].is_some_and(|b| a.intersects(&b)))
                };
                assert_eq!(pairs, all.filter(meets).collect::<Vec<_>>());
                nearest(&tree, &list, a_box(&mut random, spread, number).min().map(S::to_f64));
            }
        }
        assert!(hits > 0 && (misses > 0 || matches!(spread, Spread::Equal)), "{spread:?}");
    }
}

/// Asserts that the nearest box to a point, found in the tree, is the box that a search of the list finds.
fn nearest<S: Scalar, const N: usize>(tree: &Tree<S, N>, list: &[Option<Aabb<S, N>>], point: Vector<f64, N>) {
    let distance = |bounds: &Aabb<S, N>| {
        let axis = |k: usize| {
            (bounds.min()[k].to_f64() - point[k]).max(point[k] - bounds.max()[k].to_f64()).max(0.0)
        };
        (0..N).map(|k| axis(k) * axis(k)).sum::<f64>()
    };
    let mut best = (f64::INFINITY, usize::MAX);
    tree.search(distance, |key| {
        let found = (distance(&list[key].unwrap()), key);
        if found < best {
            best = found;
        }
        best.0
    });
    let all = list.iter().enumerate().filter_map(|(key, bounds)| Some((distance(&(*bounds)?), key)));
    let least = all.fold((f64::INFINITY, usize::MAX), |a, b| if b < a { b } else { a });
    assert_eq!(best, least);
}

#[test]
fn tree_queries_agree_with_brute_force() {
    operations::<i8, 2>(|c| (c / 8).clamp(-128, 127) as i8, 1);
    operations::<i16, 2>(|c| c.clamp(-32768, 32767) as i16, 2);
    operations::<i16, 3>(|c| c.clamp(-32768, 32767) as i16, 3);
    operations::<i32, 2>(|c| c, 4);
    operations::<i32, 3>(|c| c, 5);
    operations::<i64, 2>(|c| i64::from(c) << 31, 6);
    operations::<f32, 2>(|c| c as f32, 7);
    operations::<f32, 3>(|c| c as f32, 8);
    operations::<f64, 3>(f64::from, 9);
    #[cfg(feature = "fixed")]
    operations::<fixed::types::I16F16, 2>(fixed::types::I16F16::from_bits, 10);
}

#[test]
fn search_visits_bounds_beyond_f32_range_but_not_infinite() {
    for count in [1, 8, 9, 16, 40, 500] {
        let tree: Tree<f64, 2> = (0..count).map(|x| Aabb::point([f64::from(x), 0.0])).collect();
        let half = f64::from(count / 2);
        let bound = |bounds: &Aabb<f64, 2>| if bounds.min().x() > half { f64::INFINITY } else { 1e300 };
        for limit in [f64::INFINITY, 1e300] {
            let mut found = Vec::new();
            tree.search(bound, |key| {
                found.push(key);
                limit
            });
            found.sort();
            assert_eq!(
                found,
                (0..=count as usize / 2).filter(|key| *key < count as usize).collect::<Vec<_>>()
            );
        }
    }
}

#[test]
fn infinite_boxes_are_found() {
    let (low, high) = (f32::NEG_INFINITY, f32::INFINITY);
    let mut tree: Tree<f32, 2> = (0..100).map(|x| Aabb::new([x as f32, 0.0], [x as f32, high])).collect();
    tree.set(100, Aabb::new([low, -2.0], [high, -1.0])).unwrap();
    tree.set(101, Aabb::new([low, low], [high, high])).unwrap();
    let count = |region: Aabb<f32, 2>| {
        let mut found = 0;
        tree.each_intersecting(&region, |_| found += 1);
        found
    };
    assert_eq!(count(Aabb::new([4.5, 7.0], [6.5, 8.0])), 3);
    assert_eq!(count(Aabb::new([1e9, -1.5], [1e9, -1.5])), 2);
}

#[test]
fn nan_box_is_refused_without_change() {
    let nan = Aabb::point([f32::NAN, 0.0]);
    let mut tree = Tree::from_iter([nan, Aabb::point([1.0, 0.0])]);
    assert_eq!((tree.len(), tree.get(0)), (1, None));
    assert!(tree.set(0, nan).is_err() && tree.set(1, nan).is_err());
    assert_eq!((tree.len(), tree.get(1)), (1, Some(Aabb::point([1.0, 0.0]))));
}

#[test]
fn memory_stays_within_documented_limit() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut at = || [(); 3].map(|()| random.f32());
    let boxes: Vec<_> = (0..100_000).map(|_| Aabb::point(at())).collect();
    let plane = |b: &Aabb<f32, 3>| Aabb::point([b.min()[0], b.min()[1]]);
    let whole: Tree<f32, 2> = boxes.iter().map(plane).collect();
    let whole_space: Tree<f32, 3> = boxes.iter().copied().collect();
    let (mut grown, mut grown_space) = (Tree::new(), Tree::new());
    for (key, bounds) in boxes.iter().enumerate() {
        grown.set(key, plane(bounds)).unwrap();
        grown_space.set(key, *bounds).unwrap();
    }
    let each = |memory: usize| memory as f64 / boxes.len() as f64;
    let all = [whole.memory(), whole_space.memory(), grown.memory(), grown_space.memory()].map(each);
    println!("bytes a box: {all:?}");
    assert!(all.iter().all(|bytes| *bytes <= 64.0), "{all:?}");
}

/// The number of boxes that the tree visits in queries of 100 regions.
fn looks(tree: &Tree<f32, 2>) -> usize {
    let mut looks = 0;
    for place in 0..100 {
        let corner = [(place % 10 * 10) as f32, (place / 10 * 10) as f32];
        let region = Aabb::new(corner, [corner[0] + 3.0, corner[1] + 3.0]);
        let wanted = |bounds: &Aabb<f32, 2>| {
            looks += 1;
            bounds.intersects(&region)
        };
        tree.visit(wanted, |_| ());
    }
    looks
}

#[test]
fn tree_quality_stays_near_fresh_tree_while_boxes_move() {
    let mut random = fastrand::Rng::with_seed(3);
    for count in [40, 1000] {
        let mut boxes: Vec<_> =
            (0..count).map(|_| Aabb::point([random.f32() * 100.0, random.f32() * 100.0])).collect();
        let ways: Vec<_> = (0..count).map(|_| [random.f32() - 0.5, random.f32() - 0.5]).collect();
        let mut tree: Tree<f32, 2> = boxes.iter().copied().collect();
        for frame in 0..300 {
            for (key, (place, way)) in boxes.iter_mut().zip(&ways).enumerate() {
                // Boxes that leave the area on one side enter it on the opposite side.
                let around = |c: f32| if (0.0..100.0).contains(&c) { c } else { 100.0 - c.clamp(0.0, 100.0) };
                *place = Aabb::point((place.min() + Vector(*way)).map(around));
                tree.set(key, *place).unwrap();
            }
            let fresh = looks(&boxes.iter().copied().collect());
            assert!(looks(&tree) < fresh * 2, "{count}, frame {frame}: {} {fresh}", looks(&tree));
        }
    }
}

#[test]
fn searches_and_sweeps_stop_at_negative_limits() {
    let tree = Tree::from_iter((0..200i16).map(|x| Aabb::new([x, 0], [x + 2, 2])));
    for limit in [-1e-6, -1.0, f64::NEG_INFINITY] {
        for wanted in [1, 5, 200] {
            let mut visits = [0; 2];
            let visit = |count: &mut i32| {
                *count += 1;
                if *count < wanted { f64::INFINITY } else { limit }
            };
            tree.search(|_| 0.0, |_| visit(&mut visits[0]));
            let (all, east) = (Aabb::new([0, 0], [200, 2]), Vector([9.0, 0.0]));
            tree.sweep(&all, east, 1.0, |_| visit(&mut visits[1]));
            assert_eq!(visits, [wanted; 2], "{limit}");
        }
    }
}

#[test]
fn sweeps_that_end_before_they_begin_visit_nothing() {
    let tree = Tree::from_iter((0..200i16).map(|x| Aabb::new([x, 0], [x + 2, 2])));
    for end in [-1e-6, -1e300, f64::NEG_INFINITY] {
        for step in [Vector([9.0, 0.0]), Vector([0.0, 0.0])] {
            tree.sweep(&Aabb::new([0, 0], [200, 2]), step, end, |key| panic!("{key} {end} {step:?}"));
        }
    }
}
