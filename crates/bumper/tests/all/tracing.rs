//! Compares conversions of masks to boxes, outlines, polygons and single shapes with the pixels.

use crate::pixels::{cases, mask};
use crate::tutorials::eleven_rectangles;
use bumper::{Aabb, Ball, Mask, MaskBuf, Polygon, Region, Segment, Vector};
use fastrand::Rng;

/// The smallest number of boxes that cover a mask exactly, found by trying all sets of its maximal boxes.
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
        // Some box must cover the first pixel that is not yet covered.
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
fn boxes_cover_mask_exactly_and_are_nearly_minimal() {
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

/// The tutorial builds its dot, a disc with a diameter of 20 pixels, from 11 rectangles by hand.
#[test]
fn tutorial_dot_is_covered_by_six_boxes() {
    let mut dot = MaskBuf::new([20, 20]);
    for part in eleven_rectangles() {
        dot.fill(&Aabb::new(part.min().map(i32::from), part.max().map(i32::from)), true);
    }
    assert_eq!(dot.as_mask().count(), 316);
    assert_eq!(dot.as_mask().strips().len(), 11);
    assert_eq!(dot.as_mask().boxes().len(), 6);
}

#[test]
fn approximate_boxes_stay_within_tolerance() {
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

#[test]
fn boxes_of_mask_agree_with_boxes_of_its_parts() {
    let mut rng = Rng::with_seed(9);
    let (mut several, mut cut) = (0, 0);
    for _ in 0..cases(300) {
        let size = [rng.u16(1..200), rng.u16(1..80)];
        let tolerance = rng.u16(0..4);
        // A few blobs, some of them near each other.
        let mut mask = MaskBuf::new(size);
        for _ in 0..rng.u16(1..9) {
            let center = [f64::from(rng.u16(0..size[0])), f64::from(rng.u16(0..size[1]))];
            mask.draw_shape(Ball::new(center, rng.f64() * 12.0));
        }
        let parts = mask.as_mask().box_parts(tolerance);
        let solid: u32 = parts.iter().map(|(part, _)| part.as_mask().count()).sum();
        assert_eq!(solid, mask.as_mask().count());
        let mut boxes = Vec::new();
        for (part, at) in &parts {
            let at = Vector(at.map(i32::from));
            let found = part.as_mask().boxes_within(tolerance);
            // A part, taken on its own, consists of a single part.
            assert_eq!(part.as_mask().box_parts(tolerance).len(), 1);
            boxes.extend(found.iter().map(|area| Aabb::new(area.min() + at, area.max() + at)));
        }
        boxes.sort_by_key(|area| [area.min().y(), area.min().x(), area.max().y(), area.max().x()]);
        let mut whole = mask.as_mask().boxes_within(tolerance);
        whole.sort_by_key(|area| [area.min().y(), area.min().x(), area.max().y(), area.max().x()]);
        assert_eq!(boxes, whole);
        several += usize::from(parts.len() > 1);
        cut += usize::from(mask.as_mask().parts(false).len() > parts.len());
    }
    assert!(several > 50 && cut > 20, "{several} {cut}");
}

/// The distance of a point from a closed polyline.
fn gap(point: Vector<f64, 2>, line: &[Vector<f64, 2>]) -> f64 {
    let edges = (0..line.len()).map(|k| Segment::new(line[k], line[(k + 1) % line.len()]));
    edges.map(|edge| bumper::distance(edge, point)).fold(f64::INFINITY, f64::min)
}

#[test]
fn outlines_separate_solid_from_empty_pixels() {
    let mut rng = Rng::with_seed(8);
    for _ in 0..cases(300) {
        let size = [rng.u16(1..40), rng.u16(1..20)];
        let share = rng.f64();
        let mask = MaskBuf::from_fn(size, |_, _| rng.f64() < share);
        let outlines = mask.as_mask().outlines();
        // The winding number is 1 for solid pixels and 0 for empty pixels, because outlines of holes run the other way.
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

/// A random mask that resembles a sprite: a union of discs, with some discs removed.
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
fn polygons_stay_within_tolerance_and_parts_cover_them() {
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
            // Measure the distances in both directions, at corners and between them.
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
        // Without a tolerance, the polygons cover exactly the mask. With a tolerance, pixels deep inside are still covered.
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
fn fitted_shapes_beat_random_alternatives() {
    let mut rng = Rng::with_seed(10);
    let mut seen = 0;
    for _ in 0..cases(60) {
        let mask = blob(&mut rng);
        let mask = mask.as_mask();
        let Some(found) = mask.best_box() else { continue };
        seen += 1;
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
    assert!(seen > cases(60) / 2, "{seen}");
    // A wide mask, for which the search uses a grid of square cells.
    let wide =
        MaskBuf::from_fn([700, 300], |i, j| (101..607).contains(&i) && (33..222).contains(&j) || i == j);
    assert_eq!(wide.as_mask().best_box(), Some(Aabb::new([101, 33], [607, 222])));
}
