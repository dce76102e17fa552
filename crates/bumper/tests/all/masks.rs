//! Compares masks with loops over their pixels, and sprites with compounds of a box for each pixel.

use crate::pixels::{cases, mask};
use bumper::{
    Aabb, Ball, Capsule, Mask, MaskBuf, OrientedBox, Polygon, Pose, Ray, Region, Relate, Relation, Rotation,
    Segment, Shape, Sprite, Triangle, Vector, cast, contact, contact_within, sweep,
};
use fastrand::Rng;

/// A random size, often near a multiple of the word size.
fn size(rng: &mut Rng) -> u16 {
    *rng.choice(&[1, 2, 3, 7, 31, 63, 64, 65, 66, 100, 127, 128, 129, 130]).unwrap()
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
fn small_masks_agree_with_pixels_at_every_offset() {
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
fn masks_agree_with_pixels_across_word_boundaries() {
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

/// Masks with few pixels, so that the first common pixel may be in any row, and many stripes contain a common pixel.
#[test]
fn sparse_masks_find_first_common_pixel() {
    let mut rng = Rng::with_seed(12);
    let (mut met, mut deep) = ([0; 2], 0);
    for _ in 0..cases(300) {
        // Rows are searched in bands, so some masks are high enough for several bands.
        let (high, chance) =
            if rng.u8(0..4) == 0 { (300..600, rng.u32(30..90)) } else { (1..60, rng.u32(2..20)) };
        let few = |rng: &mut Rng| {
            let size = [size(rng), rng.u16(high.clone())];
            MaskBuf::from_fn(size, |_, _| rng.u32(0..chance) == 0)
        };
        let (a, b) = (few(&mut rng), few(&mut rng));
        let offset = [rng.i32(-60..60), rng.i32(-20..20)];
        met[usize::from(compare(&a.as_mask(), &b.as_mask(), offset))] += 1;
        let first = a.as_mask().first_overlap(&b.as_mask(), offset);
        deep += usize::from(first.is_some_and(|[_, j]| j > 84));
    }
    assert!(met.iter().all(|count| *count > 60) && deep > 4, "{met:?} {deep}");
}

#[test]
fn convolution_agrees_with_overlap_at_every_offset() {
    let mut rng = Rng::with_seed(13);
    let mut met = [0; 2];
    for _ in 0..cases(40) {
        let (p, q) = ([size(&mut rng), rng.u16(1..9)], [rng.u16(1..70), rng.u16(1..9)]);
        let (a, b) = (mask(&mut rng, p), mask(&mut rng, q));
        let found = a.as_mask().convolved(&b.as_mask()).unwrap();
        let wanted = MaskBuf::from_fn([p[0] + q[0] - 1, p[1] + q[1] - 1], |i, j| {
            let offset = [i32::from(i) + 1 - i32::from(q[0]), i32::from(j) + 1 - i32::from(q[1])];
            !naive(&a.as_mask(), &b.as_mask(), offset).is_empty()
        });
        assert_eq!(found, wanted);
        met[usize::from(found.as_mask().is_empty())] += 1;
    }
    assert!(met[0] > 10, "{met:?}");
    let none = MaskBuf::new([3, 0]);
    assert_eq!(none.as_mask().convolved(&none.as_mask()), Some(MaskBuf::new([0; 2])));
    let long = MaskBuf::new([40000, 1]);
    assert_eq!(long.as_mask().convolved(&long.as_mask()), None);
}

#[test]
fn masks_do_not_overlap_at_extreme_offsets() {
    let full = MaskBuf::from_fn([70, 3], |_, _| true);
    let full = full.as_mask();
    for x in [i32::MIN, i32::MIN + 1, -70, 70, i32::MAX] {
        for y in [i32::MIN, -3, 0, 3, i32::MAX] {
            assert!(!full.overlaps(&full, [x, y]));
            assert_eq!(full.first_overlap(&full, [x, y]), None);
            assert!(full.overlap_mask(&full, [x, y]).as_mask().is_empty());
            let mut same = full.to_buf();
            same.draw(&full, [x, y]);
            same.erase(&full, [x, y]);
            assert_eq!(same.as_mask(), full);
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
fn mask_bounds_agree_with_pixels_after_changes() {
    let mut rng = Rng::with_seed(5);
    let mut inner = 0;
    for _ in 0..cases(300) {
        let [w, h] = [rng.u16(1..260), rng.u16(1..12)];
        let mut mask = MaskBuf::new([w, h]);
        for step in 0..8 {
            let corner = |rng: &mut Rng| [rng.i32(-2..i32::from(w) + 2), rng.i32(-2..i32::from(h) + 2)];
            let area = Aabb::new(corner(&mut rng), corner(&mut rng));
            match rng.u8(0..11) {
                9 => mask.set(rng.u16(0..w), rng.u16(0..h), rng.bool()),
                // The second inversion undoes the first.
                10 => (0..2).for_each(|_| mask.invert()),
                0 | 1 => mask.fill(&area, true),
                2 | 3 => mask.fill(&area, false),
                4 | 5 => mask.invert(),
                6 => {
                    let solid = rng.bool();
                    mask.fill_all(solid);
                    let wanted = if solid { u32::from(w) * u32::from(h) } else { 0 };
                    assert_eq!(mask.as_mask().count(), wanted);
                }
                _ => {
                    let other = MaskBuf::from_fn([rng.u16(1..90), rng.u16(1..6)], |_, _| rng.bool());
                    mask.erase(&other.as_mask(), corner(&mut rng));
                }
            }
            let mask = mask.as_mask();
            let pixels = (0..i32::from(h)).flat_map(|j| (0..i32::from(w)).map(move |i| [i, j]));
            let solid = pixels.filter(|&[i, j]| mask.get(i as u16, j as u16));
            let wanted = solid.map(|[i, j]| Aabb::new([i, j], [i + 1, j + 1])).reduce(|a, b| a.union(&b));
            assert_eq!(mask.bounds(), wanted, "{w} {h} {step}");
            inner +=
                usize::from(wanted.is_some_and(|found| found.min()[0] > 64 && found.max()[0] < i32::from(w)));
        }
    }
    assert!(inner > 100, "{inner}");
}

#[test]
fn mask_transforms_agree_with_pixels() {
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
            // Tests look only at the frame around the solid pixels, so check that it is correct.
            assert_eq!(found.as_mask().count(), Mask::new(size, wanted.as_mask().words()).unwrap().count());
            assert_eq!(found.as_mask().bounds(), wanted.as_mask().bounds());
            let full = MaskBuf::new(size).inverted();
            assert_eq!(found.as_mask().overlap_area(&full.as_mask(), [0, 0]), found.as_mask().count());
        };
        is(m.flipped(0), p, &|i, j| m.get(w - 1 - i, j));
        is(m.flipped(1), p, &|i, j| m.get(i, h - 1 - j));
        is(m.rotated_quarters(1), [h, w], &|i, j| m.get(j, h - 1 - i));
        is(m.rotated_quarters(-2), p, &|i, j| m.get(w - 1 - i, h - 1 - j));
        is(m.rotated_quarters(3), [h, w], &|i, j| m.get(w - 1 - j, i));
        is(m.scaled(3).unwrap(), [w * 3, h * 3], &|i, j| m.get(i / 3, j / 3));
        is(a.inverted(), p, &|i, j| !m.get(i, j));
        is(m.boundary(), p, &|i, j| {
            let beside =
                [[1, 0], [-1, 0], [0, 1], [0, -1]].map(|[x, y]| [i32::from(i) + x, i32::from(j) + y]);
            m.get(i, j)
                && beside.iter().any(|at| !matches!(at.map(u16::try_from), [Ok(i), Ok(j)] if m.get(i, j)))
        });
        for quarters in -4..4 {
            let (turned, middle) = m.rotated(f64::from(quarters) * 90.0).unwrap();
            assert_eq!(turned, m.rotated_quarters(quarters));
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
            // No two parts touch.
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
fn mask_beyond_largest_size_is_none() {
    let (bar, square) = (MaskBuf::new([65535, 9]), MaskBuf::new([60000, 60000]));
    let (bar, square) = (bar.as_mask(), square.as_mask());
    assert!(bar.scaled(1).is_some() && bar.scaled(2).is_none());
    // A small angle lengthens the bar, a large one shortens it. An angle that is not finite does not rotate.
    assert!([0.01, -0.01, 180.01].iter().all(|degrees| bar.rotated(*degrees).is_none()));
    assert!([45.0, 135.0, 1e9 + 225.0].iter().all(|degrees| square.rotated(*degrees).is_none()));
    for (degrees, size) in [(180.0, [65535, 9]), (90.0, [9, 65535]), (f64::INFINITY, [65535, 9])] {
        let (turned, middle) = bar.rotated(degrees).unwrap();
        assert_eq!(turned.as_mask().size(), size);
        assert_eq!(middle, size.map(|c| f64::from(c) / 2.0));
    }
}

#[test]
fn mask_travel_stops_before_overlap() {
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
        // Each position on the path is within a pixel of the straight line.
        let way = [0, 1].map(|k| f64::from(to[k] - from[k]));
        let off = [0, 1].map(|k| f64::from(free[k] - from[k]));
        let length = way[0].hypot(way[1]);
        assert!(length == 0.0 || (way[0] * off[1] - way[1] * off[0]).abs() / length <= 1.0);
    }
    assert!(ended.iter().all(|count| *count > 20), "{ended:?}");
}

/// The solid pixels of a sprite as boxes.
fn boxes<'a>(sprite: &Sprite<'_, f32>) -> Vec<Shape<'a, f32, 2>> {
    let [w, h] = sprite.mask().size();
    let pixels = (0..h).flat_map(|j| (0..w).map(move |i| (i, j)));
    pixels.filter(|&(i, j)| sprite.mask().get(i, j)).map(|(i, j)| sprite.pixel_box(i, j).into()).collect()
}

/// A random position with fractions of a half or a quarter, near the sprites.
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
fn sprite_relations_agree_with_pixel_boxes() {
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
fn sprite_contacts_agree_with_pixel_boxes() {
    let mut near = 0;
    shapes_against_sprites(cases(6000), |sprite, parts, other, rng| {
        let (found, wanted) = (contact(*sprite, *other), contact(*parts, *other));
        let margin = *rng.choice(&[0.0, 0.125, 0.25, 0.375, 3.0]).unwrap();
        let within = contact_within(*sprite, *other, margin).map(|found| found.separation);
        // Separations within the rounding of the margin may be reported or not.
        if (wanted.separation - margin).abs() > 1e-4 || wanted.separation <= 0.0 {
            let wanted = Some(wanted.separation).filter(|separation| *separation <= margin);
            let same = within.zip(wanted).map_or(within == wanted, |(a, b)| (a - b).abs() < 1e-4);
            assert!(same, "{within:?} {wanted:?} {margin} {sprite:?} {other:?}");
        }
        near += usize::from(within.is_some_and(|separation| separation > 0.0));
        let same =
            (found.separation - wanted.separation).abs() < 1e-4 || found.separation == wanted.separation;
        assert!(same, "{found:?} {wanted:?} {sprite:?} {other:?}");
        assert_eq!(found.points().is_empty(), wanted.points().is_empty());
    });
    assert!(near > 100, "{near}");
}

#[test]
fn sprite_contact_within_margin_finds_gap_below_quarter_pixel() {
    let mask = Mask::new([1, 1], &[1]).unwrap();
    for gap in [0.0625, 0.125, 0.1875] {
        let [a, b] = [0.0, 1.0 + gap].map(|x| Sprite::new(mask, [x, 0.0f32], 1.0));
        let found =
            [0.0, 0.03125, 0.2].map(|margin| contact_within(a, b, margin).map(|found| found.separation));
        assert_eq!(found, [None, None, Some(gap)]);
    }
}

#[test]
fn sprite_sweeps_and_rays_agree_with_pixel_boxes() {
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
fn integer_sprites_are_exact_at_range_limits() {
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
        assert_eq!(far.aabb().min(), Vector([low, low]));
        assert!(far.overlaps(&first));
    }
    let wide = MaskBuf::from_fn([65535, 1], |i, _| i % 2 == 0);
    let wide = Sprite::new(wide.as_mask(), [i16::MIN, 0], 1);
    assert_eq!(wide.aabb(), Aabb::new([i16::MIN, 0], [i16::MAX, 1]));
    let dot = MaskBuf::from_rows(["#"]).unwrap();
    let dot = Sprite::new(dot.as_mask(), [0, 0], 1);
    assert_eq!(wide.relation(&dot), Relation::Overlapping);
    assert_eq!(wide.relation(&dot.translated([1, 0])), Relation::Touching);
    assert_eq!(wide.relation(&dot.translated([1, 2])), Relation::Apart);
}

#[cfg(feature = "fixed")]
#[test]
fn sprites_at_subpixel_positions_are_exact_in_fixed_point() {
    use fixed::types::I16F16;
    let (plus, n) = (MaskBuf::from_rows([".#.", "###", ".#."]).unwrap(), I16F16::from_num::<f64>);
    let at = |x: f64, y: f64| Sprite::new(plus.as_mask(), [n(x), n(y)], n(1.0));
    let plus = at(0.0, 0.0);
    assert_eq!(plus.relation(&at(2.0, 1.0)), Relation::Touching);
    assert_eq!(plus.relation(&at(2.0 - 1.0 / 65536.0, 1.0)), Relation::Overlapping);
    assert_eq!(plus.relation(&at(3.0, 0.0)), Relation::Touching);
    assert_eq!(plus.relation(&at(3.0 + 1.0 / 65536.0, 0.0)), Relation::Apart);
}
