//! Tracing of masks with unusual arguments, and the errors of shapes that approximate masks, compared with tests of single pixels.

use crate::pixels::{cases, in_time, mask};
use bumper::{
    Aabb, Ball, Capsule, Mask, MaskBuf, OrientedBox, Pose, Region, Rotation, Shape, Sprite, Triangle,
};
use fastrand::Rng;

#[test]
fn polygon_tracing_terminates_with_any_tolerance() {
    in_time(60, polygons_of_any_tolerance);
}

fn polygons_of_any_tolerance() {
    let pixel = MaskBuf::from_rows(["#"]).unwrap();
    let disc = MaskBuf::from_shape([90, 70], Ball::new([40.0, 35.0], 33.0));
    let ring = MaskBuf::from_rows(["#####", "#...#", "#####"]).unwrap();
    let mut rng = Rng::with_seed(51);
    let noise = MaskBuf::from_fn([90, 90], |_, _| rng.f64() < 0.7);
    for mask in [&pixel, &disc, &ring, &noise] {
        let mask = mask.as_mask();
        for huge in [f64::INFINITY, f64::MAX, 1e300, 1e9, 70.0] {
            let polygons = mask.polygons(huge);
            assert_eq!(polygons, mask.polygons(f64::INFINITY));
            assert!(polygons.iter().all(|corners| Region::new(corners.iter().copied()).is_ok()));
            assert_eq!(polygons.len(), mask.filled(f64::INFINITY).as_mask().polygons(0.0).len());
            assert!(mask.convex_polygons(huge, 8).len() >= polygons.len());
        }
        for none in [f64::NAN, -0.0, -1.0, f64::NEG_INFINITY, f64::MIN_POSITIVE] {
            assert_eq!(mask.polygons(none), mask.polygons(0.0));
            assert_eq!(mask.convex_polygons(none, 0), mask.convex_polygons(0.0, 3));
        }
    }
    assert_eq!(ring.as_mask().polygons(f64::INFINITY).len(), 1);
}

/// Counts the errors with a test of each pixel, up to 130 pixels outside of the mask.
fn each_pixel(mask: &Mask, shape: &Shape<f64, 2>) -> [u32; 2] {
    let mut errors = [0, 0];
    let [width, height] = mask.size().map(i32::from);
    for (x, y) in (-130..height + 130).flat_map(|y| (-130..width + 130).map(move |x| (x, y))) {
        let at = u16::try_from(x).ok().zip(u16::try_from(y).ok());
        match (
            at.is_some_and(|(i, j)| mask.get(i, j)),
            shape.contains([f64::from(x) + 0.5, f64::from(y) + 0.5]),
        ) {
            (true, false) => errors[0] += 1,
            (false, true) => errors[1] += 1,
            _ => {}
        }
    }
    errors
}

#[test]
fn mask_errors_and_drawn_shapes_agree_with_pixels() {
    let mut rng = Rng::with_seed(52);
    let mut seen = [0u64; 2];
    for case in 0..cases(180) {
        let size = [rng.u16(1..70), rng.u16(1..40)];
        let mask = mask(&mut rng, size);
        // Coordinates at pixel centers, at pixel edges, or anywhere.
        let place = |rng: &mut Rng, least: f64| {
            let c = least + rng.f64() * 60.0;
            if rng.bool() { (c * 2.0).round() / 2.0 } else { c }
        };
        let mut point = || [place(&mut rng, -10.0), place(&mut rng, -10.0)];
        let [a, b, c] = [point(), point(), point()];
        let round = place(&mut rng, 0.0) / 3.0;
        let concave = Region::new([a, b, c, [(a[0] + b[0] + c[0]) / 3.0, (a[1] + b[1] + c[1]) / 3.0]]);
        let inner = MaskBuf::from_fn([9, 5], |i, j| (i + 2 * j) % 5 != 0);
        let sprite = Sprite::new(inner.as_mask(), a, round / 4.0).flipped(case % 2);
        let boxes = [Shape::from(Aabb::new(a, b)), Ball::new(c, round).into()];
        let turn = Rotation::from_degrees(f64::from(rng.u16(..360)));
        let pose = Pose::new(turn, [b[0] / 2.0, b[1] / 2.0]);
        let compound = Shape::Compound(&boxes);
        let placed = compound.placed(&pose);
        let shape: Shape<f64, 2> = match case % 9 {
            0 => Ball::new(a, round).into(),
            1 => boxes[0],
            2 => Capsule::new(a, b, round).into(),
            3 => Triangle::new(a, b, c).into(),
            4 => OrientedBox::new(a, [round, round / 3.0], turn).into(),
            5 if concave.is_ok() => concave.as_ref().unwrap().into(),
            6 => sprite.into(),
            7 => compound,
            _ => placed,
        };
        let found = mask.as_mask().errors(shape);
        assert_eq!(found, each_pixel(&mask.as_mask(), &shape), "{shape:?} {:?}", mask.to_rows());
        let mut drawn =
            MaskBuf::from_fn(size, |i, j| shape.contains([f64::from(i) + 0.5, f64::from(j) + 0.5]));
        assert_eq!(MaskBuf::from_shape(size, shape), drawn);
        drawn.draw(&mask.as_mask(), [0, 0]);
        let mut both = mask.clone();
        both.draw_shape(shape);
        assert_eq!(both, drawn);
        seen = [seen[0] + u64::from(found[0]), seen[1] + u64::from(found[1])];
    }
    assert!(seen.iter().all(|count| *count > 5_000), "{seen:?}");
}

#[test]
fn mask_errors_of_huge_shapes_are_counted_quickly() {
    in_time(10, errors_of_huge_shapes);
}

fn errors_of_huge_shapes() {
    let mask = MaskBuf::from_rows(["########"]).unwrap();
    let mask = mask.as_mask();
    assert_eq!(mask.errors(Aabb::new([0.0, -5000.0], [10_000.0, 5000.0])), [0, 100_000_000 - 8]);
    assert_eq!(mask.errors(Aabb::new([f64::NEG_INFINITY; 2], [f64::INFINITY; 2])), [0, u32::MAX]);
    // Count the pixel centers in a circle around a corner of pixels, row by row and in integers.
    let radius = 5000i64;
    let chord = |j: i64| {
        (0..radius).take_while(|i| (2 * i + 1).pow(2) + (2 * j + 1).pow(2) <= 4 * radius * radius).count()
    };
    let inside = 4 * (0..radius).map(chord).sum::<usize>() as u32;
    assert_eq!(mask.errors(Ball::new([4.0, 0.0], 5000.0)), [0, inside - 8]);
    let boxes =
        [Shape::from(Aabb::new([0.0; 2], [9000.0, 5000.0])), Aabb::new([4000.0; 2], [10_000.0; 2]).into()];
    let both = 9000 * 5000 + 6000 * 6000 - 5000 * 1000;
    assert_eq!(mask.errors(Shape::Compound(&boxes)), [0, both - 8]);
}

/// The fewest errors of a circle whose center is a multiple of half a pixel. All radii are tried, by sorting the pixels by their distance.
fn fewest_errors_of_circle(mask: &Mask) -> u32 {
    let [w, h] = mask.size().map(i64::from);
    let mut fewest = mask.count();
    for (x, y) in (0..=2 * w).flat_map(|x| (0..=2 * h).map(move |y| (x, y))) {
        let pixels = (-h..2 * h).flat_map(|j| (-w..2 * w).map(move |i| (i, j)));
        let distance = |i: i64, j: i64| (2 * i + 1 - x).pow(2) + (2 * j + 1 - y).pow(2);
        let is_solid =
            |i: i64, j: i64| (0..w).contains(&i) && (0..h).contains(&j) && mask.get(i as u16, j as u16);
        let mut sorted: Vec<_> = pixels.map(|(i, j)| (distance(i, j), is_solid(i, j))).collect();
        sorted.sort();
        let mut errors = mask.count();
        for ring in sorted.chunk_by(|a, b| a.0 == b.0) {
            let solid = ring.iter().filter(|pixel| pixel.1).count() as u32;
            errors = errors - solid + (ring.len() as u32 - solid);
            fewest = fewest.min(errors);
        }
    }
    fewest
}

#[test]
fn best_circle_of_small_mask_is_mostly_optimal() {
    let errors = |mask: &Mask| mask.errors(mask.best_circle().unwrap()).iter().sum::<u32>();
    let square = MaskBuf::from_fn([32, 32], |_, _| true);
    assert!(errors(&square.as_mask()) <= 160);
    let mut rng = Rng::with_seed(59);
    let (mut optimal, count) = (0, 40);
    for _ in 0..count {
        // The union of a disc and two boxes.
        let mut mask = MaskBuf::new([14, 14]);
        let mut within = |from: i32, to: i32| rng.i32(from..to);
        mask.draw_shape(Ball::new([within(3, 12), within(3, 12)].map(f64::from), f64::from(within(2, 6))));
        for _ in 0..2 {
            let corner = [within(0, 11), within(0, 11)];
            mask.fill(&Aabb::new(corner, corner.map(|c| c + within(2, 7))), true);
        }
        let mask = mask.as_mask();
        optimal += u32::from(errors(&mask) <= fewest_errors_of_circle(&mask));
    }
    assert!(optimal >= count - 2, "{optimal} of {count}");
}

#[test]
fn best_circle_has_fewer_errors_than_empty_shape() {
    let mut rng = Rng::with_seed(53);
    let holds = |mask: &MaskBuf| {
        let mask = mask.as_mask();
        let Some(circle) = mask.best_circle() else { return assert!(mask.is_empty()) };
        let sum = |errors: [u32; 2]| errors[0] + errors[1];
        let round = sum(mask.errors(circle));
        assert!(round < mask.count(), "{circle:?} {:?} {:?}", mask.errors(circle), mask.size());
        let capsule = mask.best_capsule().unwrap();
        assert!(sum(mask.errors(capsule)) <= round, "{capsule:?} {:?}", mask.size());
    };
    for thick in 1..5 {
        for long in (1..40).chain([63, 64, 65, 100, 200, 333]) {
            let bar = MaskBuf::from_fn([long, thick], |_, _| true);
            holds(&bar);
            holds(&bar.as_mask().rotated_quarters(1));
            // A slanted bar, and a bar with a gap in its middle.
            holds(&MaskBuf::from_fn([long, long], |i, j| j.abs_diff(i) < thick));
            holds(&MaskBuf::from_fn([long, thick], |i, _| i.abs_diff(long / 2) > thick));
        }
    }
    for _ in 0..cases(200) {
        let size = [rng.u16(1..40), rng.u16(1..40)];
        holds(&mask(&mut rng, size));
    }
}
