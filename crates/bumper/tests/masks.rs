//! Masks against loops over their pixels, and sprites against compounds of as many boxes.

use bumper::{
    Aabb, Ball, Capsule, Mask, MaskBuf, OrientedBox, Polygon, Pose, Ray, Region, Relate, Relation, Rotation,
    Segment, Shape, Sprite, Triangle, Vector, cast, contact, sweep,
};
use fastrand::Rng;

fn cases(usual: usize) -> usize {
    std::env::var("BUMPER_CASES").map_or(usual, |cases| cases.parse().expect("BUMPER_CASES is a number"))
}

/// Sizes around the ends of words.
fn size(rng: &mut Rng) -> u16 {
    *rng.choice(&[1, 2, 3, 7, 31, 63, 64, 65, 66, 100, 127, 128, 129, 130]).unwrap()
}

/// Noise, from nearly empty to nearly full; or a disc, as sprites are.
fn mask(rng: &mut Rng, size: [u16; 2]) -> MaskBuf {
    if rng.u8(..4) == 0 {
        let [w, h] = size.map(f64::from);
        return MaskBuf::from_fn(size, |i, j| {
            let [x, y] = [(f64::from(i) + 0.5) / w - 0.5, (f64::from(j) + 0.5) / h - 0.5];
            x * x + y * y <= 0.25
        });
    }
    let share = *rng.choice(&[0.002, 0.02, 0.5, 0.98]).unwrap();
    MaskBuf::from_fn(size, |_, _| rng.f64() < share)
}

fn naive(a: &Mask, b: &Mask, offset: [i32; 2]) -> Vec<[u16; 2]> {
    let [w, h] = a.size();
    let solid = |i: u16, j: u16| {
        let [x, y] = [i32::from(i) - offset[0], i32::from(j) - offset[1]];
        let other = u16::try_from(x).ok().zip(u16::try_from(y).ok());
        a.get(i, j) && other.is_some_and(|(x, y)| b.get(x, y))
    };
    (0..h)
        .flat_map(|j| (0..w).map(move |i| (i, j)))
        .filter(|&(i, j)| solid(i, j))
        .map(|(i, j)| [i, j])
        .collect()
}

fn compare(a: &Mask, b: &Mask, offset: [i32; 2]) -> bool {
    let common = naive(a, b, offset);
    assert_eq!(a.overlaps(b, offset), !common.is_empty(), "{offset:?}");
    assert_eq!(a.overlap_area(b, offset) as usize, common.len(), "{offset:?}");
    assert_eq!(a.first_overlap(b, offset), common.first().copied(), "{offset:?}");
    let around = common.iter().map(|at| {
        let [x, y] = at.map(i32::from);
        Aabb::new([x, y], [x + 1, y + 1])
    });
    assert_eq!(a.overlap_bounds(b, offset), around.reduce(|p, q| p.union(&q)), "{offset:?}");
    !common.is_empty()
}

#[test]
fn small_masks_are_right_at_every_offset() {
    let mut rng = Rng::with_seed(1);
    let mut met = [0; 2];
    for _ in 0..30 {
        let sizes = [rng.u16(1..6), rng.u16(1..6), rng.u16(1..6), rng.u16(1..6)];
        let (a, b) = (mask(&mut rng, [sizes[0], sizes[1]]), mask(&mut rng, [sizes[2], sizes[3]]));
        for y in -7..=7 {
            for x in -7..=7 {
                met[usize::from(compare(&a.as_mask(), &b.as_mask(), [x, y]))] += 1;
            }
        }
    }
    assert!(met.iter().all(|count| *count > 200), "{met:?}");
}

#[test]
fn masks_are_right_around_the_ends_of_words() {
    let mut rng = Rng::with_seed(2);
    let mut met = [0; 2];
    for _ in 0..cases(400) {
        let (p, q) = ([size(&mut rng), rng.u16(1..9)], [size(&mut rng), rng.u16(1..9)]);
        let (a, b) = (mask(&mut rng, p), mask(&mut rng, q));
        let mut offsets = vec![-i32::from(q[0]), 1 - i32::from(q[0]), -1, 0, 1, 63, 64, 65, i32::from(p[0])];
        offsets.extend((0..4).map(|_| rng.i32(-140..140)));
        for x in offsets {
            met[usize::from(compare(&a.as_mask(), &b.as_mask(), [x, rng.i32(-9..9)]))] += 1;
        }
    }
    assert!(met.iter().all(|count| *count > 400), "{met:?}");
}

#[test]
fn offsets_at_the_ends_of_the_range_meet_nothing() {
    let full = MaskBuf::from_fn([70, 3], |_, _| true);
    let full = full.as_mask();
    for x in [i32::MIN, i32::MIN + 1, -70, 70, i32::MAX] {
        for y in [i32::MIN, -3, 0, 3, i32::MAX] {
            assert!(!full.overlaps(&full, [x, y]));
            assert_eq!(
                full.overlap_gradient(&full, [x, y]),
                if (x, y) == (-70, 0) {
                    [3, 0]
                } else if (x, y) == (70, 0) {
                    [-3, 0]
                } else {
                    [0, 0]
                }
            );
        }
    }
}

#[test]
fn changed_masks_hold_the_pixels_that_they_should() {
    let mut rng = Rng::with_seed(3);
    for _ in 0..cases(200) {
        let p = [size(&mut rng), rng.u16(1..70)];
        let a = mask(&mut rng, p);
        let m = a.as_mask();
        let [w, h] = p;
        let is = |found: MaskBuf, size: [u16; 2], solid: &dyn Fn(u16, u16) -> bool| {
            assert_eq!(found.as_mask().size(), size);
            let wanted = MaskBuf::from_fn(size, solid);
            assert_eq!(found, wanted);
            // What a frame around the solid pixels is for: tests look nowhere else.
            assert_eq!(found.as_mask().count(), Mask::new(size, wanted.as_mask().words()).unwrap().count());
            assert_eq!(found.as_mask().bounds(), wanted.as_mask().bounds());
        };
        is(m.flipped(0), p, &|i, j| m.get(w - 1 - i, j));
        is(m.flipped(1), p, &|i, j| m.get(i, h - 1 - j));
        is(m.turned(1), [h, w], &|i, j| m.get(j, h - 1 - i));
        is(m.turned(-2), p, &|i, j| m.get(w - 1 - i, h - 1 - j));
        is(m.turned(3), [h, w], &|i, j| m.get(w - 1 - j, i));
        is(m.scaled(3).unwrap(), [w * 3, h * 3], &|i, j| m.get(i / 3, j / 3));
        is(a.inverted(), p, &|i, j| !m.get(i, j));
        is(m.rim(), p, &|i, j| {
            let beside =
                [[1, 0], [-1, 0], [0, 1], [0, -1]].map(|[x, y]| [i32::from(i) + x, i32::from(j) + y]);
            m.get(i, j)
                && beside.iter().any(|at| !matches!(at.map(u16::try_from), [Ok(i), Ok(j)] if m.get(i, j)))
        });
        for quarters in -4..4 {
            let (turned, middle) = m.rotated(f64::from(quarters) * 90.0);
            assert_eq!(turned, m.turned(quarters));
            assert_eq!(middle.map(|c| c * 2.0), turned.as_mask().size().map(f64::from));
        }
        let (trimmed, [x, y]) = m.trimmed();
        let mut back = MaskBuf::new(p);
        back.draw(&trimmed.as_mask(), [x.into(), y.into()]);
        assert_eq!(back, a);

        let q = [size(&mut rng), rng.u16(1..70)];
        let b = mask(&mut rng, q);
        let at = [rng.i32(-140..140), rng.i32(-70..70)];
        let other = |i: u16, j: u16| {
            let [x, y] = [i32::from(i) - at[0], i32::from(j) - at[1]].map(u16::try_from);
            x.ok().zip(y.ok()).is_some_and(|(x, y)| b.as_mask().get(x, y))
        };
        let (mut drawn, mut erased) = (a.clone(), a.clone());
        drawn.draw(&b.as_mask(), at);
        erased.erase(&b.as_mask(), at);
        is(drawn, p, &|i, j| m.get(i, j) || other(i, j));
        is(erased, p, &|i, j| m.get(i, j) && !other(i, j));
        is(m.overlap_mask(&b.as_mask(), at), p, &|i, j| m.get(i, j) && other(i, j));

        for diagonal in [false, true] {
            let parts = m.parts(diagonal);
            let mut all = MaskBuf::new(p);
            for (part, at) in &parts {
                let at = at.map(i32::from);
                assert!(!all.as_mask().overlaps(&part.as_mask(), at));
                all.draw(&part.as_mask(), at);
                assert_eq!(part.as_mask().parts(diagonal).len(), 1);
            }
            assert_eq!(all, a);
            // No two of them touch.
            for (k, (part, at)) in parts.iter().enumerate().take(20) {
                for (next, there) in parts.iter().skip(k + 1).take(20) {
                    let between = [0, 1].map(|axis| i32::from(there[axis]) - i32::from(at[axis]));
                    let near = |x: i32, y: i32| {
                        part.as_mask().overlaps(&next.as_mask(), [between[0] + x, between[1] + y])
                    };
                    assert!(![[1, 0], [-1, 0], [0, 1], [0, -1]].iter().any(|[x, y]| near(*x, *y)));
                    assert!(
                        !diagonal || ![[1, 1], [-1, 1], [1, -1], [-1, -1]].iter().any(|[x, y]| near(*x, *y))
                    );
                }
            }
        }
    }
}

#[test]
fn nothing_is_travelled_through() {
    let mut rng = Rng::with_seed(4);
    let mut ended = [0; 2];
    for _ in 0..cases(500) {
        let (a, b) = (mask(&mut rng, [30, 30]), mask(&mut rng, [4, 5]));
        let (a, b) = (a.as_mask(), b.as_mask());
        let [from, to] = [(); 2].map(|()| [rng.i32(-20..50), rng.i32(-20..50)]);
        let Some((free, hit)) = a.travel(&b, from, to) else {
            assert!(a.overlaps(&b, from));
            continue;
        };
        ended[usize::from(hit.is_some())] += 1;
        assert!(!a.overlaps(&b, free));
        match hit {
            None => assert_eq!(free, to),
            Some(hit) => {
                assert!(a.overlaps(&b, hit));
                assert_eq!((free[0] - hit[0]).abs() + (free[1] - hit[1]).abs(), 1);
            }
        }
        // Each place on the way is within a pixel of the straight line.
        let way = [0, 1].map(|k| f64::from(to[k] - from[k]));
        let off = [0, 1].map(|k| f64::from(free[k] - from[k]));
        let length = way[0].hypot(way[1]);
        assert!(length == 0.0 || (way[0] * off[1] - way[1] * off[0]).abs() / length <= 1.0);
    }
    assert!(ended.iter().all(|count| *count > 20), "{ended:?}");
}

/// A sprite as the boxes of its pixels.
fn boxes<'a>(sprite: &Sprite<'_, f32>) -> Vec<Shape<'a, f32, 2>> {
    let [w, h] = sprite.mask().size();
    let pixels = (0..h).flat_map(|j| (0..w).map(move |i| (i, j)));
    pixels.filter(|&(i, j)| sprite.mask().get(i, j)).map(|(i, j)| sprite.pixel_box(i, j).into()).collect()
}

/// A quarter of a unit, in the range of what sprites reach.
fn place(rng: &mut Rng) -> Vector<f32, 2> {
    let parts = *rng.choice(&[1, 1, 2, 4]).unwrap();
    Vector([(); 2].map(|()| rng.i32(-8 * parts..16 * parts) as f32 / parts as f32))
}

fn sprite<'a>(rng: &mut Rng, mask: &'a MaskBuf) -> Sprite<'a, f32> {
    let sprite = Sprite::new(mask.as_mask(), place(rng), *rng.choice(&[1.0, 1.0, 1.0, 2.0, 0.5]).unwrap());
    let sprite = if rng.u8(..4) == 0 { sprite.flipped(0) } else { sprite };
    if rng.u8(..4) == 0 { sprite.flipped(1) } else { sprite }
}

fn shapes_against_sprites(
    cases: usize,
    mut check: impl FnMut(&Shape<f32, 2>, &Shape<f32, 2>, &Shape<f32, 2>, &mut Rng),
) {
    let mut rng = Rng::with_seed(5);
    for _ in 0..cases {
        let (p, q) = ([rng.u16(1..13), rng.u16(1..13)], [rng.u16(1..13), rng.u16(1..13)]);
        let (a, b) = (mask(&mut rng, p), mask(&mut rng, q));
        let (a, b) = (sprite(&mut rng, &a), sprite(&mut rng, &b));
        let (whole, parts) = (Shape::Mask(a), boxes(&a));
        let others = boxes(&b);
        let turned = Pose::new(Rotation::from_degrees(rng.u16(..24) as f32 * 15.0), place(&mut rng));
        let inner = Shape::Mask(b);
        let region = Region::new(
            [[0.0, 0.0], [9.0, 0.0], [9.0, 6.0], [5.0, 2.0], [0.0, 6.0]]
                .map(|corner| Vector(corner) + place(&mut Rng::with_seed(p[0].into()))),
        )
        .unwrap();
        let corners = [[0.0, 0.0], [5.0, 1.0], [4.0, 6.0], [1.0, 4.0]]
            .map(|corner| Vector(corner) + turned.translation);
        let two = [Shape::Mask(b), Ball::new(place(&mut rng), 2.0).into()];
        let more = |rng: &mut Rng| -> Shape<f32, 2> {
            match rng.u8(..13) {
                0 => Shape::Point(place(rng)),
                1 => Aabb::new(place(rng), place(rng)).into(),
                2 => Ball::new(place(rng), rng.u8(..12) as f32 / 2.0).into(),
                3 => Segment::new(place(rng), place(rng)).into(),
                4 => Triangle::new(place(rng), place(rng), place(rng)).into(),
                5 => Capsule::new(place(rng), place(rng), rng.u8(..8) as f32 / 4.0).into(),
                6 => OrientedBox::new(place(rng), [3.0, 1.5], turned.rotation).into(),
                7 => Polygon::new(&corners).unwrap().into(),
                8 => Shape::Region(&region),
                9 => inner.placed(&turned),
                10 => Shape::Compound(&two),
                _ => Shape::Mask(b),
            }
        };
        let other = more(&mut rng);
        check(&whole, &Shape::Compound(&parts), &other, &mut rng);
        check(&Shape::Mask(b), &Shape::Compound(&others), &whole, &mut rng);
    }
}

#[test]
fn a_sprite_is_what_its_pixels_are() {
    let mut seen = [0; 3];
    shapes_against_sprites(cases(20_000), |sprite, parts, other, _| {
        let found = sprite.relation(other);
        assert_eq!(found, parts.relation(other), "{sprite:?} {other:?}");
        assert_eq!(found, other.relation(sprite));
        assert_eq!(sprite.intersects(other), found != Relation::Apart);
        assert_eq!(sprite.overlaps(other), found == Relation::Overlapping);
        seen[found as usize] += 1;
    });
    assert!(seen.iter().all(|count| *count > 500), "{seen:?}");
}

#[test]
fn contacts_of_sprites_are_those_of_their_pixels() {
    shapes_against_sprites(cases(6000), |sprite, parts, other, _| {
        let (found, wanted) = (contact(*sprite, *other), contact(*parts, *other));
        let same =
            (found.separation - wanted.separation).abs() < 1e-4 || found.separation == wanted.separation;
        assert!(same, "{found:?} {wanted:?} {sprite:?} {other:?}");
        assert_eq!(found.points().is_empty(), wanted.points().is_empty());
    });
}

#[test]
fn sweeps_and_rays_meet_sprites_where_they_meet_their_pixels() {
    let mut seen = [0; 2];
    shapes_against_sprites(cases(3000), |sprite, parts, other, rng| {
        let step = place(rng);
        let [found, wanted] = [sprite, parts].map(|shape| sweep(*shape, [0.0, 0.0], *other, step));
        seen[0] += usize::from(found.is_some_and(|hit| hit.time > 0.0));
        match (found, wanted) {
            (Some(found), Some(wanted)) => {
                assert!((found.time - wanted.time).abs() < 1e-4, "{found:?} {wanted:?} {sprite:?} {other:?}");
                assert_eq!(found.starts_overlapping, wanted.starts_overlapping);
            }
            (found, wanted) => assert_eq!(found, wanted, "{sprite:?} {other:?} {step:?}"),
        }
        let Some(ray) = Ray::new(place(rng), step) else { return };
        let [found, wanted] = [sprite, parts].map(|shape| cast(&ray, *shape));
        seen[1] += usize::from(found.is_some_and(|hit| hit.distance > 0.0));
        match (found, wanted) {
            (Some(found), Some(wanted)) => assert!((found.distance - wanted.distance).abs() < 1e-4),
            (found, wanted) => assert_eq!(found, wanted),
        }
    });
    assert!(seen.iter().all(|count| *count > 100), "{seen:?}");
}

#[test]
fn whole_numbers_are_exact_to_the_ends_of_their_range() {
    let ring = MaskBuf::from_rows(["###", "#.#", "###"]).unwrap();
    for (low, high) in [(i16::MIN, i16::MAX), (-9, 9)] {
        let first = Sprite::new(ring.as_mask(), [low, low], 1);
        let last = Sprite::new(ring.as_mask(), [high - 3, high - 3], 1);
        assert_eq!(first.relation(&last), Relation::Apart);
        assert_eq!(first.relation(&first), Relation::Overlapping);
        let all = Aabb::new([low, low], [high, high]);
        assert!(first.overlaps(&all) && last.overlaps(&all));
        assert_eq!(last.relation(&Vector([high, high])), Relation::Touching);
        let far = Sprite::new(ring.as_mask(), [low, low], high / 3 * 2);
        assert_eq!(far.area().min(), Vector([low, low]));
        assert!(far.overlaps(&first));
    }
    let wide = MaskBuf::from_fn([65535, 1], |i, _| i % 2 == 0);
    let wide = Sprite::new(wide.as_mask(), [i16::MIN, 0], 1);
    assert_eq!(wide.area(), Aabb::new([i16::MIN, 0], [i16::MAX, 1]));
    let dot = MaskBuf::from_rows(["#"]).unwrap();
    let dot = Sprite::new(dot.as_mask(), [0, 0], 1);
    assert_eq!(wide.relation(&dot), Relation::Overlapping);
    assert_eq!(wide.relation(&dot.translated([1, 0])), Relation::Touching);
    assert_eq!(wide.relation(&dot.translated([1, 2])), Relation::Apart);
}

#[cfg(feature = "fixed")]
#[test]
fn sprites_at_parts_of_a_pixel_are_exact_in_fixed_point() {
    use fixed::types::I16F16;
    let (plus, n) = (MaskBuf::from_rows([".#.", "###", ".#."]).unwrap(), I16F16::from_num::<f64>);
    let at = |x: f64, y: f64| Sprite::new(plus.as_mask(), [n(x), n(y)], n(1.0));
    let plus = at(0.0, 0.0);
    assert_eq!(plus.relation(&at(2.0, 1.0)), Relation::Touching);
    assert_eq!(plus.relation(&at(2.0 - 1.0 / 65536.0, 1.0)), Relation::Overlapping);
    assert_eq!(plus.relation(&at(3.0, 0.0)), Relation::Touching);
    assert_eq!(plus.relation(&at(3.0 + 1.0 / 65536.0, 0.0)), Relation::Apart);
}

/// The fewest boxes that cover a mask exactly, by trying all sets of so many of its largest boxes.
fn fewest(mask: &Mask) -> usize {
    let [w, h] = mask.size();
    let full = |a: [u16; 4]| (a[1]..a[3]).all(|j| (a[0]..a[2]).all(|i| mask.get(i, j)));
    let bit = |i: u16, j: u16| 1u64 << (j * w + i);
    let mut all = Vec::new();
    for y in 0..h {
        for x in 0..w {
            for v in y + 1..=h {
                for u in x + 1..=w {
                    let larger = [
                        [x.wrapping_sub(1), y, u, v],
                        [x, y.wrapping_sub(1), u, v],
                        [x, y, u + 1, v],
                        [x, y, u, v + 1],
                    ];
                    let inside = |a: &[u16; 4]| a[0] <= w && a[1] <= h && a[2] <= w && a[3] <= h;
                    if full([x, y, u, v]) && !larger.into_iter().filter(inside).any(full) {
                        all.push(
                            (y..v)
                                .flat_map(|j| (x..u).map(move |i| (i, j)))
                                .fold(0, |set, (i, j)| set | bit(i, j)),
                        );
                    }
                }
            }
        }
    }
    let solid = (0..h).flat_map(|j| (0..w).map(move |i| (i, j))).filter(|&(i, j)| mask.get(i, j));
    let solid = solid.fold(0, |set, (i, j)| set | bit(i, j));
    fn covers(all: &[u64], left: u64, count: usize) -> bool {
        // Some box covers the first pixel that is left.
        left == 0
            || count > 0
                && all
                    .iter()
                    .filter(|set| **set >> left.trailing_zeros() & 1 == 1)
                    .any(|set| covers(all, left & !set, count - 1))
    }
    (0..).find(|count| covers(&all, solid, *count)).unwrap()
}

#[test]
fn boxes_cover_exactly_and_are_few() {
    let mut rng = Rng::with_seed(6);
    let (mut more, mut most) = (0, 0);
    let count = cases(3000);
    for case in 0..count {
        let share = *rng.choice(&[0.3, 0.6, 0.9]).unwrap();
        let size = if case % 2 == 0 { [5, 5] } else { [rng.u16(1..90), rng.u16(1..20)] };
        let mask = MaskBuf::from_fn(size, |_, _| rng.f64() < share);
        for boxes in [mask.as_mask().boxes(), mask.as_mask().strips()] {
            let mut drawn = MaskBuf::new(size);
            boxes.iter().for_each(|area| drawn.fill(area, true));
            assert_eq!(drawn, mask);
        }
        let boxes = mask.as_mask().boxes();
        assert!(boxes.len() <= mask.as_mask().strips().len());
        if case % 2 == 0 {
            let fewest = fewest(&mask.as_mask());
            more += usize::from(boxes.len() > fewest);
            most = most.max(boxes.len() - fewest);
        }
    }
    println!("{more} of {} have more boxes than needed, at most {most} more", count / 2);
    assert!(more * 50 < count / 2 && most <= 1);
}

/// The tutorial's dot: a disc of 20 pixels, which it builds from 11 rectangles by hand.
#[test]
fn the_dot_of_the_tutorial_takes_no_more_boxes_than_there() {
    // x offset, y offset, width, height.
    let by_hand = [
        [7, 0, 6, 1],
        [5, 1, 10, 1],
        [4, 2, 12, 1],
        [3, 3, 14, 1],
        [2, 4, 16, 2],
        [1, 6, 18, 8],
        [2, 14, 16, 2],
        [3, 16, 14, 1],
        [4, 17, 12, 1],
        [5, 18, 10, 1],
        [7, 19, 6, 1],
    ];
    let mut dot = MaskBuf::new([20, 20]);
    for [x, y, w, h] in by_hand {
        dot.fill(&Aabb::new([x, y], [x + w, y + h]), true);
    }
    assert_eq!(dot.as_mask().strips().len(), 11);
    assert_eq!(dot.as_mask().boxes().len(), 6);
}

#[test]
fn boxes_within_a_tolerance_keep_it() {
    let mut rng = Rng::with_seed(7);
    let mut saved = 0;
    for _ in 0..cases(400) {
        let size = [rng.u16(1..40), rng.u16(1..40)];
        let mask = mask(&mut rng, size);
        let tolerance = rng.u16(1..4);
        let boxes = mask.as_mask().boxes_within(tolerance);
        saved += mask.as_mask().boxes().len() - boxes.len();
        let mut drawn = MaskBuf::new(size);
        boxes.iter().for_each(|area| drawn.fill(area, true));
        let near = |other: &MaskBuf, i: u16, j: u16| {
            let reach = |c: u16| c.saturating_sub(tolerance)..=c + tolerance;
            reach(j).any(|j| reach(i).any(|i| other.as_mask().get(i, j)))
        };
        for j in 0..size[1] {
            for i in 0..size[0] {
                match (mask.as_mask().get(i, j), drawn.as_mask().get(i, j)) {
                    (true, false) => assert!(near(&drawn, i, j)),
                    (false, true) => assert!(near(&mask, i, j)),
                    _ => {}
                }
            }
        }
    }
    assert!(saved > 1000);
}

/// How far a point is from a closed line.
fn gap(point: Vector<f64, 2>, line: &[Vector<f64, 2>]) -> f64 {
    let edges = (0..line.len()).map(|k| Segment::new(line[k], line[(k + 1) % line.len()]));
    edges.map(|edge| bumper::distance(edge, point)).fold(f64::INFINITY, f64::min)
}

#[test]
fn outlines_lie_between_solid_pixels_and_others() {
    let mut rng = Rng::with_seed(8);
    for _ in 0..cases(300) {
        let size = [rng.u16(1..40), rng.u16(1..20)];
        let share = rng.f64();
        let mask = MaskBuf::from_fn(size, |_, _| rng.f64() < share);
        let outlines = mask.as_mask().outlines();
        // Each pixel is inside of one more line around solid pixels than around holes.
        let winds = |i: u16, j: u16| {
            let crossing = |line: &[Vector<i32, 2>]| {
                let edges = (0..line.len()).map(|k| (line[k], line[(k + 1) % line.len()]));
                let below = edges.filter(|(p, q)| p[1] == q[1] && p[1] <= i32::from(j));
                below
                    .map(|(p, q)| {
                        i32::from(p[0] <= i32::from(i) && i32::from(i) < q[0])
                            - i32::from(q[0] <= i32::from(i) && i32::from(i) < p[0])
                    })
                    .sum::<i32>()
            };
            outlines.iter().map(|outline| crossing(&outline.corners)).sum::<i32>()
        };
        for j in 0..size[1] {
            for i in 0..size[0] {
                assert_eq!(winds(i, j), i32::from(mask.as_mask().get(i, j)), "{:?}", mask.to_rows());
            }
        }
        for outline in &outlines {
            let n = outline.corners.len();
            let corner = |k: usize| outline.corners[k % n];
            let turns =
                (0..n).all(|k| (corner(k)[0] == corner(k + 1)[0]) != (corner(k + 1)[0] == corner(k + 2)[0]));
            assert!(turns, "{outline:?}");
        }
        assert_eq!(
            outlines.iter().filter(|outline| !outline.is_hole).count(),
            mask.as_mask().parts(false).len()
        );
        assert_eq!(outlines.iter().filter(|outline| outline.is_hole).count(), {
            let [w, h] = size;
            let mut around = MaskBuf::new([w + 2, h + 2]).inverted();
            around.erase(&mask.as_mask(), [1, 1]);
            around.as_mask().parts(true).len() - 1
        });
    }
}

/// Blobs, as sprites are.
fn blob(rng: &mut Rng) -> MaskBuf {
    let size = [rng.u16(8..50), rng.u16(8..50)];
    let mut mask = MaskBuf::new(size);
    for k in 0..rng.u8(1..6) {
        let place = [0, 1].map(|axis| f64::from(rng.u16(0..size[axis])));
        let ball = Ball::new(place, rng.f64() * 12.0 + 1.0);
        let shape = MaskBuf::from_shape(size, ball);
        if k % 3 == 2 { mask.erase(&shape.as_mask(), [0, 0]) } else { mask.draw(&shape.as_mask(), [0, 0]) }
    }
    mask
}

#[test]
fn polygons_keep_their_tolerance_and_cuts_leave_no_gap() {
    let mut rng = Rng::with_seed(9);
    let mut corners = [0; 2];
    for _ in 0..cases(150) {
        let mask = if rng.u8(..4) == 0 {
            MaskBuf::from_fn([12, 12], |_, _| rng.f64() < 0.6)
        } else {
            blob(&mut rng)
        };
        let mask = mask.as_mask();
        let tolerance = *rng.choice(&[0.0, 0.5, 1.0, 1.5, 3.0]).unwrap();
        let polygons = mask.polygons(tolerance);
        let mut filled = mask.to_buf();
        for (hole, at) in mask.holes() {
            let [w, h] = hole.as_mask().size().map(f64::from);
            if w.min(h) <= 2.0 * tolerance {
                filled.draw(&hole.as_mask(), at.map(i32::from));
            }
        }
        let exact = filled.as_mask().polygons(0.0);
        assert_eq!(polygons.len(), exact.len());
        for (near, line) in polygons.iter().zip(&exact) {
            assert!(Region::new(near.iter().copied()).is_ok());
            corners[0] += line.len();
            corners[1] += near.len();
            // Both ways, at corners and between them.
            for (from, to) in [(near, line), (line, near)] {
                for k in 0..from.len() {
                    for part in 0..8 {
                        let (p, q) = (from[k], from[(k + 1) % from.len()]);
                        let at = p + (q - p).scaled(f64::from(part) / 8.0);
                        assert!(gap(at, to) <= tolerance + 1e-6, "{tolerance} {at:?} {near:?} {line:?}");
                    }
                }
            }
        }
        // With no tolerance they are the mask; with one, what lies deep inside is inside.
        let regions: Vec<_> =
            polygons.iter().map(|line| Region::new(line.iter().copied()).unwrap()).collect();
        let covered = MaskBuf::from_fn(mask.size(), |i, j| {
            regions.iter().any(|region| region.contains([f64::from(i) + 0.5, f64::from(j) + 0.5]))
        });
        if tolerance == 0.0 {
            assert_eq!(covered, mask.to_buf());
        }
        let reach = tolerance.ceil() as i32;
        let mut shell = MaskBuf::new(mask.size());
        let border = mask.to_buf().inverted();
        for y in -reach..=reach {
            for x in -reach..=reach {
                shell.draw(&border.as_mask(), [x, y]);
            }
        }
        let [w, h] = mask.size();
        for j in reach as u16..h.saturating_sub(reach as u16) {
            for i in reach as u16..w.saturating_sub(reach as u16) {
                let deep = mask.get(i, j) && !shell.as_mask().get(i, j);
                assert!(
                    !deep || covered.as_mask().get(i, j),
                    "({i}, {j}) {tolerance} {:#?}",
                    mask.to_buf().to_rows()
                );
            }
        }
        for most in [3, 4, 8] {
            let parts = mask.convex_polygons(tolerance, most);
            assert!(parts.iter().all(|part| part.len() <= most && Polygon::new(part).is_ok()));
            let areas = |all: &[Vec<Vector<f64, 2>>]| {
                let area = |line: &Vec<Vector<f64, 2>>| {
                    let n = line.len();
                    (0..n)
                        .map(|k| line[k][0] * line[(k + 1) % n][1] - line[k][1] * line[(k + 1) % n][0])
                        .sum::<f64>()
                        .abs()
                };
                all.iter().map(area).sum::<f64>()
            };
            assert!((areas(&parts) - areas(&polygons)).abs() < 1e-6);
        }
    }
    assert!(corners[1] * 3 < corners[0] * 2, "{corners:?}");
}

#[test]
fn fitted_shapes_are_the_best_around() {
    let mut rng = Rng::with_seed(10);
    for _ in 0..cases(60) {
        let mask = blob(&mut rng);
        let mask = mask.as_mask();
        let Some(found) = mask.best_box() else { continue };
        let errors = |area: Aabb<i32, 2>| {
            let mut drawn = MaskBuf::new(mask.size());
            drawn.fill(&area, true);
            mask.count() + drawn.as_mask().count() - 2 * mask.overlap_area(&drawn.as_mask(), [0, 0])
        };
        let least = errors(found);
        for _ in 0..300 {
            let corner = || [rng.i32(0..50), rng.i32(0..50)];
            let mut corner = corner;
            assert!(errors(Aabb::new(corner(), corner())) >= least);
        }
        let sum = |errors: [u32; 2]| errors[0] + errors[1];
        let (circle, capsule) = (mask.best_circle().unwrap(), mask.best_capsule().unwrap());
        let (round, long) = (sum(mask.errors(circle)), sum(mask.errors(capsule)));
        assert!(long <= round + 1, "{long} {round}");
        for _ in 0..40 {
            let off = Vector([rng.f64() - 0.5, rng.f64() - 0.5]);
            let other = Ball::new(circle.center() + off, circle.radius() + rng.f64() - 0.5);
            assert!(sum(mask.errors(other)) * 12 / 10 + 3 >= round);
        }
    }
    // A wide mask, of which the grid sees squares only.
    let wide =
        MaskBuf::from_fn([700, 300], |i, j| (101..607).contains(&i) && (33..222).contains(&j) || i == j);
    assert_eq!(wide.as_mask().best_box(), Some(Aabb::new([101, 33], [607, 222])));
}
