//! Contacts with regions, which are polygons that may be concave.

use super::*;
use bumper::{Ball, Capsule, Ellipse, OrientedBox, Region, Relate, Segment, Triangle};

#[test]
fn ellipse_in_an_l_shaped_region_has_the_minimum_depth() {
    let region =
        Region::new([[0.0, 0.0], [4.0, 0.0], [4.0, 1.0], [1.0, 1.0], [1.0, 4.0], [0.0, 4.0]]).unwrap();
    let ellipse = Ellipse::new([0.5f64, 0.5], [0.4, 0.3], Rotation::identity());
    let found: Contact<f64, 2> = contact(&region, ellipse);
    assert!((found.separation + 0.8).abs() < 1e-12, "{found:?}");
    assert!((found.normal.0[1] + 1.0).abs() < 1e-12, "{found:?}");
}

/// A star-shaped polygon around the origin.
fn star(rng: &mut Rng) -> Region<f64, 2> {
    loop {
        let count = rng.usize(4..12);
        let corner = |k: usize, rng: &mut Rng| {
            let angle = (k as f64 + 0.8 * rng.f64()) / count as f64 * std::f64::consts::TAU;
            let (sine, cosine) = angle.sin_cos();
            let reach = 1.0 + 4.0 * rng.f64();
            [reach * cosine, reach * sine]
        };
        let corners: Vec<_> = (0..count).map(|k| corner(k, rng)).collect();
        if let Ok(region) = Region::new(corners) {
            return region;
        }
    }
}

/// After the shape is moved along the contact normal by the depth, it touches the region. After shorter translations in many directions, it
/// still overlaps.
#[test]
fn contact_with_a_region_gives_the_minimum_translation() {
    let mut rng = reference::random(1);
    let (mut seen, mut deep) = ([0; 6], 0);
    for case in 0..reference::cases(CASES / 4) {
        let region = star(&mut rng);
        let [a, b, c] = [(); 3].map(|()| Vector(numbers::<2>(&mut rng, 4.0)));
        let half = Vector([0.05 + 1.5 * rng.f64(), 0.05 + 1.5 * rng.f64()]);
        let (radius, turned) = (rng.f64(), Rotation::from_degrees(360.0 * rng.f64()));
        let kind = case % seen.len();
        let at = |by: Vector<f64, 2>| -> Shape<'_, f64, 2> {
            let [a, b, c] = [a, b, c].map(|point| point + by);
            match kind {
                0 => Ellipse::new(a, half, turned).into(),
                1 => Ball::new(a, radius).into(),
                2 => Capsule::new(a, b, radius).into(),
                3 => OrientedBox::new(a, half, turned).into(),
                4 => Triangle::new(a, b, c).into(),
                _ => Segment::new(a, b).into(),
            }
        };
        let (shape, whole) = (at(Vector::default()), Shape::from(&region));
        if whole.relation(&shape) != Relation::Overlapping {
            continue;
        }
        let swapped = rng.bool();
        let found = if swapped { contact(shape, whole) } else { contact(whole, shape) };
        let normal = if swapped { -found.normal } else { found.normal };
        let after = contact(whole, at(normal.scaled(found.depth()))).separation;
        assert!(after.abs() < 1e-9, "{after:e} {region:?}\n{shape:?}\n{found:?}");
        seen[kind] += 1;
        deep += usize::from(found.depth() > 0.5);
        for k in 0..90 {
            let (sine, cosine) = (f64::from(k) / 90.0 * std::f64::consts::TAU).sin_cos();
            for part in [0.25, 0.5, 0.75, 0.99] {
                let by = Vector([cosine, sine]).scaled(found.depth() * part);
                let is_out = whole.relation(&at(by)) != Relation::Overlapping;
                assert!(!is_out, "{by:?} is shorter: {region:?}\n{shape:?}\n{found:?}");
            }
        }
    }
    assert!(seen.iter().all(|&seen| seen > 0) && deep > 0, "{seen:?} {deep}");
}
