//! Benchmarks of boxes in 3D: all pairs, frames of moving worlds, and queries, compared with parry's `Bvh` and rstar. Three scenes are
//! modelled on those of the benchmark Broadmark (Y. R. Serpa and M. A. F. Rodrigues, 2020). All cases run if the command line has no words.
//! Otherwise, one of the words must contain `3D` or `broadmark`. Then the cases run whose names contain all words.

use crate::bvh::space as bvh;
use crate::entrant::{PairEntrant, QueryEntrant};
use crate::growth::Measured;
use crate::moving::{self, Entrants, Flock};
use crate::pairs::{self, Spread, boxes, side, unit};
use crate::queries::{self, QUERIES};
use bumper::{Aabb, Ray, Vector};
use bumper_bench::input::Random;

type Box3 = Aabb<f32, 3>;

const COUNTS: [usize; 4] = [100, 1000, 10_000, 100_000];

fn worlds(boxes: &[Box3]) -> Entrants<3> {
    let mut all = moving::own(boxes);
    all.push(bvh::stored(boxes));
    all
}

fn finders(boxes: &[Box3]) -> Vec<PairEntrant> {
    let mut all = pairs::own(boxes);
    all.extend([bvh::pairs(boxes), pairs::rstar(boxes)]);
    all
}

fn entrants(what: &str, boxes: &[Box3]) -> Vec<QueryEntrant> {
    let mut random = Random(7);
    let mut point = || Vector([(); 3].map(|()| unit(&mut random)));
    let points: Vec<_> = (0..QUERIES).map(|_| point()).collect();
    match what {
        // Choose the size of the query boxes such that each intersects about ten boxes of a uniform distribution.
        "box" => {
            let side = (10.0 / boxes.len() as f32).cbrt().min(0.5);
            let region = |p: &Vector<f32, 3>| Aabb::new(*p, *p + Vector::splat(side));
            let asked: Vec<_> = points.iter().map(region).collect();
            let mut all = queries::own_regions(boxes, &asked);
            all.extend([bvh::regions(boxes, &asked), queries::rstar_regions(boxes, &asked)]);
            all
        }
        // Each ray starts to the left of the unit cube and passes through a random point in the cube.
        "ray" => {
            let ray = |p: &Vector<f32, 3>| {
                let from = Vector([-1.0, p[1], p[2]]);
                Ray::new(from, Vector([p[0], point()[1], point()[2]]) - from).unwrap()
            };
            let asked: Vec<_> = points.iter().map(ray).collect();
            let mut all = queries::own_rays(boxes, &asked);
            all.push(bvh::rays(boxes, &asked));
            all
        }
        _ => {
            let mut all = queries::own_nearest(boxes, &points);
            all.extend([bvh::nearest(boxes, &points), queries::rstar_nearest(boxes, &points)]);
            all
        }
    }
}

/// How the boxes of a scene move.
#[derive(Clone, Copy, Debug)]
enum Scene {
    /// Each box moves by a new random step in every frame.
    Brownian,
    /// All boxes fall, and bounce from the floor.
    Fall,
    /// All boxes are attracted to the center.
    Gravity,
}

impl Scene {
    fn step(self, boxes: &mut [Box3], velocities: &mut [Vector<f32, 3>], random: &mut Random, side: f32) {
        for (bounds, velocity) in boxes.iter_mut().zip(velocities) {
            let middle = (bounds.min() + bounds.max()).scaled(0.5);
            match self {
                Scene::Brownian => *velocity = Vector([(); 3].map(|()| (unit(random) - 0.5) * 0.4 * side)),
                Scene::Fall if bounds.min()[1] < 0.0 && velocity[1] < 0.0 => velocity[1] *= -0.7,
                Scene::Fall => velocity[1] -= 0.01 * side,
                Scene::Gravity => *velocity += (Vector::splat(0.5) - middle).scaled(0.02 * side),
            }
            *bounds = bounds.translated(*velocity);
        }
    }
}

/// Runs the benchmark cases of this module that the command-line words select.
pub fn run(words: &[String]) -> Vec<Measured> {
    let mut measured = Vec::new();
    if !words.is_empty() && !words.iter().any(|word| word.contains("3D") || word.contains("broadmark")) {
        return measured;
    }
    let wanted = |group: &str, count| {
        let name = format!("{group} {count}");
        words.iter().all(|word| name.contains(word.as_str()))
    };
    let spreads = [Spread::Uniform, Spread::Clustered, Spread::Mixed];
    let named = |what: &str| {
        spreads.map(|spread| (format!("{what} 3D {}", format!("{spread:?}").to_lowercase()), spread))
    };
    for group in named("pairs") {
        for count in COUNTS.into_iter().filter(|count| wanted(&group.0, *count)) {
            measured.push(pairs::race(group.0.clone(), count, finders(&boxes(group.1, count))));
        }
    }
    for (share, part) in [("all", 1), ("a tenth", 10)] {
        for group in named(&format!("moving {share}")) {
            for count in COUNTS.into_iter().filter(|count| wanted(&group.0, *count)) {
                let mut flock = Flock::new(group.1, count);
                let entrants = worlds(&flock.boxes);
                let frames = (1_000_000 / count).clamp(30, 300);
                measured.push(moving::race(group.0.clone(), count, frames, entrants, |frame| {
                    let moved: Vec<_> = (frame % part..count).step_by(part).collect();
                    flock.step(&moved);
                    (flock.boxes.clone(), moved)
                }));
            }
        }
    }
    for what in ["box", "ray", "nearest"] {
        let group = format!("query {what} 3D");
        for count in COUNTS.into_iter().filter(|count| wanted(&group, *count)) {
            let boxes = boxes(Spread::Uniform, count);
            measured.push(queries::race(group.clone(), count, entrants(what, &boxes)));
        }
    }
    for scene in [Scene::Brownian, Scene::Fall, Scene::Gravity] {
        let group = format!("broadmark {scene:?}").to_lowercase();
        for count in COUNTS.into_iter().filter(|count| wanted(&group, *count)) {
            let mut boxes = boxes(Spread::Uniform, count);
            let mut velocities = vec![Vector::default(); count];
            let mut random = Random(5);
            let entrants = worlds(&boxes);
            let frames = (1_000_000 / count).clamp(60, 300);
            measured.push(moving::race(group.clone(), count, frames, entrants, |_| {
                scene.step(&mut boxes, &mut velocities, &mut random, side::<3>(count));
                (boxes.clone(), (0..count).collect())
            }));
        }
    }
    measured
}
