//! Pairs, sweeps and rays of a scene, as the command prints them.
//!
//! Relations are in the scene's scalar; all else is measured in `f64`, which is what the command does for whole numbers and fixed
//! point. So that the module stays small, that is compiled once for each dimension.

use crate::json::{Json, rows};
use crate::{Answer, wrong};
use bumper::{Aabb, Contact, Relate, Relation, Vector, cast, contact, sweep};
use bumper_scene::{Number, Part, Scene, kind_of, read_as};
use fixed::types::I16F16;

/// Of more shapes than this, pairs that are apart are not told.
const MOST_PAIRS: usize = 12;

pub fn check(text: &str) -> Answer {
    let bytes = text.as_bytes();
    let (scalar, dimensions) = kind_of(bytes)?;
    match (scalar.as_str(), dimensions) {
        ("f32", 2) => flat(&read_as::<f32, 2>(bytes)?, bytes),
        // All numbers of 16 bits are fixed-point numbers, and both are exact: the page looks whether they are whole.
        ("fixed" | "i16", 2) => flat(&read_as::<I16F16, 2>(bytes)?, bytes),
        ("f64", 2) => flat(&read_as::<f64, 2>(bytes)?, bytes),
        ("fixed" | "i16", 3) => crate::space::pairs(&read_as::<I16F16, 3>(bytes)?),
        (_, 3) => wrong("in space this page judges i16 and fixed; the command judges all"),
        _ => wrong("this page judges i16, fixed, f32 and f64; the command judges all"),
    }
}

/// All of a scene on a plane.
fn flat<S: Number>(scene: &Scene<S, 2>, text: &[u8]) -> Answer {
    let wide = read_as::<f64, 2>(text)?;
    Ok(pairs(scene, &wide).json("touches", touches(&wide)).json("hits", hits(&wide)))
}

/// The pairs as `bumper check --all --json` has them, and across which way those that are apart have their gap.
fn pairs<S: Number, const N: usize>(scene: &Scene<S, N>, wide: &Scene<f64, N>) -> Json {
    let (mut pairs, mut gaps) = (Json::list(), Json::list());
    let bounds: Vec<_> = (0..wide.objects.len()).map(|object| around(wide, object)).collect();
    let many = wide.objects.len() > MOST_PAIRS;
    for a in 0..wide.objects.len() {
        for b in a + 1..wide.objects.len() {
            if many && !bounds[a].intersects(&bounds[b]) {
                continue;
            }
            let relation = |p: usize, q: usize| scene.parts[p].shape().relation(&scene.parts[q].shape());
            let (relation, contact) = meeting(wide, [a, b], &relation);
            if relation == Relation::Apart {
                if many {
                    continue;
                }
                gaps.push(gap([a, b], &contact));
            }
            pairs.push(line([a, b].map(|object| wide.objects[object].id.as_str()), relation, &contact));
        }
    }
    Json::object().json("pairs", pairs).json("gaps", gaps)
}

/// The box around an object, and some more than what is touched in floats.
fn around<const N: usize>(scene: &Scene<f64, N>, object: usize) -> Aabb<f64, N> {
    let boxes = scene.parts_of(&scene.objects[object]).iter().filter_map(|part| part.shape().bounds());
    let area = boxes.reduce(|a, b| a.union(&b)).unwrap_or(Aabb::point(Vector::default()));
    // A relation in `f32` is within some roundings of this one.
    const ROUNDINGS: f64 = 64.0 * f32::EPSILON as f64;
    let size = area.min().0.into_iter().chain(area.max().0).fold(0.0, |most: f64, c| most.max(c.abs()));
    let room = Vector::splat(size * ROUNDINGS);
    Aabb::new(area.min() - room, area.max() + room)
}

/// The strongest relation of any two parts, and of those that have it the contact of the deepest, or of the nearest.
fn meeting<const N: usize>(
    scene: &Scene<f64, N>,
    objects: [usize; 2],
    relation: &dyn Fn(usize, usize) -> Relation,
) -> (Relation, Contact<f64, N>) {
    let [first, second] = objects.map(|object| scene.objects[object].parts.clone());
    let mut best: Option<(Relation, Contact<f64, N>)> = None;
    for p in first {
        for q in second.clone() {
            let relation = relation(p, q);
            if best.as_ref().is_some_and(|(strongest, _)| *strongest > relation) {
                continue;
            }
            let shape = |part: usize| Part::shape(&scene.parts[part]);
            let contact = contact(shape(p), shape(q));
            let better = |(strongest, other): &(Relation, Contact<f64, N>)| {
                relation > *strongest || contact.separation < other.separation
            };
            if best.as_ref().is_none_or(better) {
                best = Some((relation, contact));
            }
        }
    }
    // Every object has a part: the reader sees to it.
    let nothing: Aabb<f64, N> = Aabb::point(Vector::default());
    best.unwrap_or_else(|| (Relation::Apart, contact(nothing, nothing)))
}

fn points<const N: usize>(contact: &Contact<f64, N>) -> Json {
    let points: Vec<[f64; N]> = contact.points().iter().map(|at| at.point.0).collect();
    rows(points.iter().map(<[f64; N]>::as_slice))
}

fn line<const N: usize>([a, b]: [&str; 2], relation: Relation, contact: &Contact<f64, N>) -> Json {
    let named = |relation| Json::object().text("a", a).text("b", b).text("relation", relation);
    let (named, depth) = match relation {
        Relation::Apart => return named("apart").number("distance", contact.separation.max(0.0)),
        Relation::Touching => (named("touching"), 0.0),
        Relation::Overlapping => (named("overlapping"), (-contact.separation).max(0.0)),
    };
    named.number("depth", depth).numbers("normal", &contact.normal.0).json("points", points(contact))
}

fn gap<const N: usize>([a, b]: [usize; 2], contact: &Contact<f64, N>) -> Json {
    let line = Json::object().number("a", a as f64).number("b", b as f64);
    let line = line.number("separation", contact.separation).numbers("normal", &contact.normal.0);
    line.json("points", points(contact))
}

/// What comes to touch while each shape moves by its velocity, as `bumper sweep --json` has it.
fn touches(scene: &Scene<f64, 2>) -> Json {
    let mut list = Json::list();
    let still = Vector::default();
    for a in 0..scene.objects.len() {
        for b in a + 1..scene.objects.len() {
            let [u, v] = [a, b].map(|object| &scene.objects[object]);
            if u.velocity == still && v.velocity == still {
                continue;
            }
            let mut best = None::<bumper::SweepHit<f64, 2>>;
            for p in scene.parts_of(u) {
                for q in scene.parts_of(v) {
                    let hit = sweep(p.shape(), u.velocity, q.shape(), v.velocity);
                    if let Some(hit) = hit.filter(|hit| best.is_none_or(|best| hit.time < best.time)) {
                        best = Some(hit);
                    }
                }
            }
            let Some(hit) = best else { continue };
            let line = Json::object().text("a", &u.id).text("b", &v.id).number("time", hit.time);
            let line = line.numbers("normal", &hit.normal.0).numbers("point", &hit.point.0);
            list.push(if hit.starts_overlapping { line.flag("starts_overlapping", true) } else { line });
        }
    }
    list
}

/// What the rays hit, as `bumper cast --json` has it.
fn hits(scene: &Scene<f64, 2>) -> Json {
    let mut hits = Vec::new();
    for (n, given) in scene.rays.iter().enumerate() {
        let Some(ray) = bumper::Ray::new(given.from, given.direction) else { continue };
        let ray = ray.with_reach(given.max.unwrap_or(f64::INFINITY));
        for (object, shape) in scene.objects.iter().enumerate() {
            let nearer = |best: bumper::RayHit<f64, 2>, next: bumper::RayHit<f64, 2>| {
                if next.distance < best.distance { next } else { best }
            };
            let parts = scene.parts_of(shape).iter().filter_map(|part| cast(&ray, part.shape()));
            hits.extend(parts.reduce(nearer).map(|hit| (hit, n, object)));
        }
    }
    hits.sort_by(|(a, n, i), (b, m, j)| a.distance.total_cmp(&b.distance).then((n, i).cmp(&(m, j))));
    let mut list = Json::list();
    for (hit, ray, object) in hits {
        let line = Json::object().text("ray", &scene.rays[ray].id).text("shape", &scene.objects[object].id);
        let line = line.number("distance", hit.distance).numbers("point", &hit.point.0);
        list.push(line.numbers("normal", &hit.normal.0));
    }
    list
}
