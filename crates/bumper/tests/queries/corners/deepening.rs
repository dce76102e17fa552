//! Sweeps that ignore contacts which do not become deeper.

use super::*;
use crate::reference::draw;
use crate::reference::kinds::size;
use bumper::{Aabb, Capsule, Pose, Relate, sweep_deeper};

/// The number of random cases of each pair of kinds.
const PAIRS: usize = 6;

/// The number of times at which the separation is compared with the separation at the start.
const SAMPLES: usize = 12;

fn check<R: Real, const N: usize>() {
    let mut rng = reference::random(51);
    let kinds: Vec<_> = Kind::all_in(N).into_iter().filter(|kind| !kind.has_rim()).collect();
    let mut seen = [0; 4];
    for &first in &kinds {
        for &second in &kinds {
            for _ in 0..reference::cases(PAIRS) {
                let [a, b] = draw::pair::<R, N>(&mut rng, [first, second]);
                let (Some(p), Some(q)) = (a.base(), b.base()) else { continue };
                let (p, q) = (a.placed(&p), b.placed(&q));
                let reach = size(&a.body()).max(size(&b.body())) * 2.0;
                let [u, v] = [(); 2].map(|()| Vector(numbers::<N>(&mut rng, reach)));
                let (step, other) = (u.map(R::from_f64), v.map(R::from_f64));
                let hit = sweep_deeper(p, step, q, other);
                let context = || format!("{p:?}\n{q:?}\n{step:?} {other:?}\n{hit:?}");
                let is_at_start = hit.is_some_and(|hit| hit.time <= R::default());
                let overlaps = p.relation(&q) == Relation::Overlapping;
                let starts = hit.is_some_and(|hit| hit.starts_overlapping);
                assert_eq!(starts, is_at_start && overlaps, "{}", context());
                seen[usize::from(hit.is_some()) + 2 * usize::from(starts)] += 1;

                let gap = |time: f64| {
                    let moved = [step, other]
                        .map(|step| Pose::new(Rotation::identity(), step.map(|c| c * R::from_f64(time))));
                    Scalar::to_f64(contact(p.placed(&moved[0]), q.placed(&moved[1])).separation)
                };
                let largest = a.body().largest.max(b.body().largest) + reach;
                // The search for the time ends within 1e-12 of the size in 2D and 1e-10 in 3D; flat shapes stop at twice that distance.
                let near = largest * (256.0 * epsilon::<R>()).max(if N == 2 { 1e-11 } else { 1e-9 });
                let start = gap(0.0).min(0.0);
                let end = hit.map_or(1.0, |hit| Scalar::to_f64(hit.time));
                for k in 0..=SAMPLES {
                    let time = end * k as f64 / SAMPLES as f64;
                    assert!(gap(time) >= start - near, "{time}: {:e} {start:e}\n{}", gap(time), context());
                }
                if let Some(hit) = hit {
                    // At the hit, the shapes touch, or are as deep as at the start.
                    let found = gap(Scalar::to_f64(hit.time));
                    assert!(found <= start + near, "{found:e} {start:e}\n{}", context());
                }
            }
        }
    }
    assert!(seen[0] > 20 && seen[1] > 20 && seen[3] > 20, "{seen:?}");
}

#[test]
fn sweep_stops_where_shapes_become_deeper_in_2d() {
    check::<f64, 2>();
    check::<f32, 2>();
}

#[test]
fn sweep_stops_where_shapes_become_deeper_in_3d() {
    check::<f64, 3>();
    check::<f32, 3>();
}

/// The spines have a common end, and rounding puts the end of one of them on either side of the other one.
#[test]
fn capsules_whose_spines_touch_at_their_ends_become_deeper() {
    let radius = 379.4247964897509;
    let a = Capsule::new(
        [1327.9867877141282, -569.1371947346262],
        [569.1371947346264, -189.71239824487543],
        radius,
    );
    let ends = [[-2086.83638069363, -1138.2743894692528], [-1138.2743894692526, -758.8495929795018]];
    let translation = Vector([1707.411584203879, 569.1371947346264]);
    let pose = Pose::new(Rotation::identity(), translation);
    let b = Shape::from(Capsule::new(ends[0], ends[1], radius));
    let steps = [[-1127.4311753896102, -211.57420141065455], [2661.268562363316, 372.88334419245007]];
    for b in [
        b.placed(&pose),
        Capsule::new(Vector(ends[0]) + translation, Vector(ends[1]) + translation, radius).into(),
    ] {
        let deeper = [sweep_deeper(a, steps[0], b, steps[1]), sweep_deeper(b, steps[1], a, steps[0])];
        for hit in deeper {
            assert!(hit.is_some_and(|hit| hit.time < 1e-9 && hit.starts_overlapping), "{hit:?}");
        }
        // The opposite motion separates the shapes.
        let back = steps.map(|step| -Vector(step));
        assert_eq!(sweep_deeper(a, back[0], b, back[1]), None);
    }
}

#[test]
fn boxes_of_integers_start_overlapping_only_if_they_do() {
    let mut rng = reference::random(52);
    let mut seen = [0; 2];
    for _ in 0..reference::cases(CASES) {
        let mut one = || {
            let [x, y, w, h] = [(); 4].map(|()| rng.i16(0..6));
            Aabb::new([x, y], [x + w, y + h])
        };
        let (a, b) = (one(), one());
        let step = Vector([(); 2].map(|()| f64::from(rng.i8(-6..=6))));
        let hit = sweep_deeper(a, step, b, [0.0, 0.0]);
        let starts = hit.is_some_and(|hit| hit.starts_overlapping);
        assert_eq!(
            starts,
            a.overlaps(&b) && hit.is_some_and(|hit| hit.time <= 0.0),
            "{a:?} {b:?} {step:?} {hit:?}"
        );
        seen[usize::from(starts)] += 1;
    }
    assert!(seen.iter().all(|&seen| seen > 50), "{seen:?}");
}
