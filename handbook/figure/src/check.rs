//! Computes the relations of all pairs of shapes of a scene, the times of impact and the ray hits, in the JSON format of the commands
//! `bumper check --all`, `bumper sweep` and `bumper cast`.
//!
//! Relations are computed in the scalar of the scene, so they are exact if that is exact. Everything else is computed in `f32`, so that the
//! WebAssembly module contains this code only once. For integers and fixed point, the results are less accurate than those of the command,
//! which computes them in `f64`. The difference is not visible, because the pages of the handbook show rounded values.

use crate::json::{Json, rows};
use crate::{Answer, wrong};
use bumper::{Aabb, Contact, Relate, Relation, Vector, cast, contact, sweep};
use bumper_scene::{Number, Part, Scene, kind_of, read_as};
use fixed::types::I16F16;

/// The largest number of shapes in a scene up to which pairs that are apart are reported.
const MAX_SHAPES_WITH_GAPS: usize = 12;

pub fn check(text: &str) -> Answer {
    let bytes = text.as_bytes();
    let (scalar, dimensions) = kind_of(bytes)?;
    match (scalar.as_str(), dimensions) {
        ("f32", 2) => flat(&read_as(bytes)?, &|scene, p, q| related(scene, p, q)),
        // Read a scene of `i16` as fixed point, so that the module needs no code for `i16`. Fixed point can represent all 16-bit integers,
        // and relations are exact in both types. The page has checked that the numbers in a scene of `i16` are integers.
        ("fixed" | "i16", 2) => {
            let exact = read_as::<I16F16, 2>(bytes)?;
            flat(&read_as(bytes)?, &|_, p, q| related(&exact, p, q))
        }
        ("fixed" | "i16", 3) => crate::space::pairs(&read_as::<I16F16, 3>(bytes)?),
        (_, 3) => wrong("in space this page judges i16 and fixed; the command judges all"),
        _ => wrong("this page judges i16, fixed and f32; the command judges all"),
    }
}

/// A function that returns the relation of two parts of a scene: apart, touching or overlapping. The parts are given by their indices.
type Related<'a> = &'a dyn Fn(&Scene<f32, 2>, usize, usize) -> Relation;

fn related<S: Number>(scene: &Scene<S, 2>, p: usize, q: usize) -> Relation {
    scene.parts[p].shape().relation(&scene.parts[q].shape())
}

/// All answers for a 2D scene: the pairs, the times of impact and the ray hits.
fn flat(scene: &Scene<f32, 2>, relation: Related) -> Answer {
    Ok(pairs(scene, relation).json("touches", touches(scene)).json("hits", hits(scene)))
}

/// Computes the pairs as `bumper check --all --json` prints them. Also computes the separation and the normal of each pair that is apart.
fn pairs(scene: &Scene<f32, 2>, relation: Related) -> Json {
    let mut pairs = Json::list();
    let mut gaps = Json::list();
    let bounds: Vec<_> = (0..scene.objects.len()).map(|object| bounds_of(scene, object)).collect();
    let many = scene.objects.len() > MAX_SHAPES_WITH_GAPS;
    for a in 0..scene.objects.len() {
        for b in a + 1..scene.objects.len() {
            if many && !bounds[a].intersects(&bounds[b]) {
                continue;
            }
            let (relation, contact) = meeting(scene, [a, b], relation);
            if relation == Relation::Apart {
                if many {
                    continue;
                }
                gaps.push(gap([a, b], &contact));
            }
            pairs.push(line([a, b].map(|object| scene.objects[object].id.as_str()), relation, &contact));
        }
    }
    Json::object().json("pairs", pairs).json("gaps", gaps)
}

/// Returns the AABB of an object, enlarged by a margin. Floats count as touching if they are apart by a small tolerance, which the margin
/// covers.
fn bounds_of(scene: &Scene<f32, 2>, object: usize) -> Aabb<f32, 2> {
    let boxes = scene.parts_of(&scene.objects[object]).iter().filter_map(|part| part.shape().bounds());
    let area = boxes.reduce(|a, b| a.union(&b)).unwrap_or(Aabb::point(Vector::ZERO));
    // The margin, as a fraction of the largest coordinate of the object.
    const ROUNDINGS: f32 = 64.0 * f32::EPSILON;
    let size = area.min().0.into_iter().chain(area.max().0).fold(0.0, |most: f32, c| most.max(c.abs()));
    let margin = Vector::splat(size * ROUNDINGS);
    Aabb::new(area.min() - margin, area.max() + margin)
}

/// Returns the relation of two objects: overlapping if any two of their parts overlap, otherwise touching if any two parts touch, otherwise
/// apart. Also returns a contact: among the pairs of parts with this relation, that of the pair with the least separation.
fn meeting(scene: &Scene<f32, 2>, objects: [usize; 2], relation: Related) -> (Relation, Contact<f32, 2>) {
    let [first, second] = objects.map(|object| scene.objects[object].parts.clone());
    let mut best: Option<(Relation, Contact<f32, 2>)> = None;
    for p in first {
        for q in second.clone() {
            let relation = relation(scene, p, q);
            if best.as_ref().is_some_and(|(strongest, _)| *strongest > relation) {
                continue;
            }
            let shape = |part: usize| Part::shape(&scene.parts[part]);
            let contact = contact(shape(p), shape(q));
            let better = |(strongest, other): &(Relation, Contact<f32, 2>)| {
                relation > *strongest || contact.separation < other.separation
            };
            if best.as_ref().is_none_or(better) {
                best = Some((relation, contact));
            }
        }
    }
    // Every object has a part: the scene reader checks that.
    let nothing: Aabb<f32, 2> = Aabb::point(Vector::ZERO);
    best.unwrap_or_else(|| (Relation::Apart, contact(nothing, nothing)))
}

fn wide(v: Vector<f32, 2>) -> [f64; 2] {
    v.0.map(f64::from)
}

fn points(contact: &Contact<f32, 2>) -> Json {
    let points: Vec<[f64; 2]> = contact.points().iter().map(|at| wide(at.point)).collect();
    rows(points.iter().map(<[f64; 2]>::as_slice))
}

fn line([a, b]: [&str; 2], relation: Relation, contact: &Contact<f32, 2>) -> Json {
    let pair = |relation| Json::object().text("a", a).text("b", b).text("relation", relation);
    let (pair, depth) = match relation {
        Relation::Apart => return pair("apart").number("distance", contact.separation.max(0.0).into()),
        Relation::Touching => (pair("touching"), 0.0),
        Relation::Overlapping => (pair("overlapping"), (-contact.separation).max(0.0)),
    };
    let pair = pair.number("depth", depth.into()).numbers("normal", &wide(contact.normal));
    pair.json("points", points(contact))
}

fn gap([a, b]: [usize; 2], contact: &Contact<f32, 2>) -> Json {
    let line = Json::object().number("a", a as f64).number("b", b as f64);
    let line = line.number("separation", contact.separation.into()).numbers("normal", &wide(contact.normal));
    line.json("points", points(contact))
}

/// Computes the times of impact of all pairs of moving shapes, as `bumper sweep --json` prints them.
fn touches(scene: &Scene<f32, 2>) -> Json {
    let mut list = Json::list();
    for a in 0..scene.objects.len() {
        for b in a + 1..scene.objects.len() {
            let [u, v] = [a, b].map(|object| &scene.objects[object]);
            if u.velocity == Vector::ZERO && v.velocity == Vector::ZERO {
                continue;
            }
            let mut best = None::<bumper::SweepHit<f32, 2>>;
            for p in scene.parts_of(u) {
                for q in scene.parts_of(v) {
                    let hit = sweep(p.shape(), u.velocity, q.shape(), v.velocity);
                    if let Some(hit) = hit.filter(|hit| best.is_none_or(|best| hit.time < best.time)) {
                        best = Some(hit);
                    }
                }
            }
            let Some(hit) = best else { continue };
            let line = Json::object().text("a", &u.id).text("b", &v.id).number("time", hit.time.into());
            let line = line.numbers("normal", &wide(hit.normal)).numbers("point", &wide(hit.point));
            list.push(if hit.starts_overlapping { line.flag("starts_overlapping", true) } else { line });
        }
    }
    list
}

/// Computes the hits of the rays of a scene, as `bumper cast --json` prints them.
fn hits(scene: &Scene<f32, 2>) -> Json {
    let mut hits = Vec::new();
    for (n, scene_ray) in scene.rays.iter().enumerate() {
        let Some(ray) = bumper::Ray::new(scene_ray.from, scene_ray.direction.map(|c| c as f32)) else {
            continue;
        };
        let ray = ray.with_max_distance(scene_ray.max.map_or(f32::INFINITY, |max| max as f32));
        for (object, shape) in scene.objects.iter().enumerate() {
            let nearer = |best: bumper::RayHit<f32, 2>, next: bumper::RayHit<f32, 2>| {
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
        let line = line.number("distance", hit.distance.into()).numbers("point", &wide(hit.point));
        list.push(line.numbers("normal", &wide(hit.normal)));
    }
    list
}
