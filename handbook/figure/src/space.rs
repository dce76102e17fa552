//! Exact relations of pairs of shapes in 3D: points, boxes, balls and axis-aligned cylinders.
//!
//! Only shapes are supported whose relations have exact formulas in integers. The code for the other shapes in 3D is larger than all other
//! code of the figures, and the page would have to load it.

use crate::json::Json;
use crate::{Answer, wrong};
use bumper::{Relate, Relation, Shape};
use bumper_scene::{Fault, Scene};
use fixed::types::I16F16;

/// Computes the relations of all pairs of objects. Depths and distances are left out, because they need more code; the command computes
/// them.
pub fn pairs(scene: &Scene<I16F16, 3>) -> Answer {
    let mut pairs = Json::list();
    for (n, first) in scene.objects.iter().enumerate() {
        for second in &scene.objects[n + 1..] {
            let mut strongest = Relation::Apart;
            for p in scene.parts_of(first) {
                for q in scene.parts_of(second) {
                    strongest = strongest.max(related(&p.shape(), &q.shape())?);
                }
            }
            let relation = match strongest {
                Relation::Apart => "apart",
                Relation::Touching => "touching",
                Relation::Overlapping => "overlapping",
            };
            pairs.push(Json::object().text("a", &first.id).text("b", &second.id).text("relation", relation));
        }
    }
    let answer = Json::object().json("pairs", pairs).json("gaps", Json::list());
    Ok(answer.json("touches", Json::list()).json("hits", Json::list()))
}

/// Computes the relation of two shapes, dispatching on their types.
fn related(a: &Shape<'_, I16F16, 3>, b: &Shape<'_, I16F16, 3>) -> Result<Relation, Fault> {
    macro_rules! second {
        ($a:expr) => {
            match b {
                Shape::Point(b) => Ok($a.relation(b)),
                Shape::Aabb(b) => Ok($a.relation(b)),
                Shape::Ball(b) => Ok($a.relation(b)),
                Shape::SquaredBall(b) => Ok($a.relation(b)),
                Shape::Cylinder(b) => Ok($a.relation(b)),
                _ => wrong("in space this page judges points, boxes, balls and cylinders"),
            }
        };
    }
    match a {
        Shape::Point(a) => second!(a),
        Shape::Aabb(a) => second!(a),
        Shape::Ball(a) => second!(a),
        Shape::SquaredBall(a) => second!(a),
        Shape::Cylinder(a) => second!(a),
        _ => wrong("in space this page judges points, boxes, balls and cylinders"),
    }
}
