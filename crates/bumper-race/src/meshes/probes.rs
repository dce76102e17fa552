//! The queries of the benchmarks of levels in 3D, and how bumper and parry answer them.

use super::input::{Point, Surface};
use crate::entrant::QueryEntrant;
use crate::queries::QUERIES;
use crate::unit;
use bumper::{AsShape, Ball, Capsule, Ray, Relate, Shape, ShapeBuf, Vector, cast, distance, sweep};
use bumper_bench::input::Random;
use parry3d::bounding_volume::BoundingVolume;
use parry3d::math::Pose;
use parry3d::query::{self, ShapeCastOptions};
use parry3d::shape::SharedShape;
use std::rc::Rc;

/// A kind of query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Query {
    Ray,
    BallCast,
    CapsuleCast,
    Distance,
    Overlap,
}

/// All queries, with their names in the results.
pub const QUERY_NAMES: [(Query, &str); 5] = [
    (Query::Ray, "ray"),
    (Query::BallCast, "cast of a ball"),
    (Query::CapsuleCast, "cast of a capsule"),
    (Query::Distance, "distance of a point"),
    (Query::Overlap, "overlap of a capsule"),
];

/// The input of any query. A ray and a cast go from one point to the other; the other queries use only the first point.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    pub from: Point,
    pub to: Point,
    /// The radius of the ball or capsule.
    pub radius: f32,
}

impl Probe {
    /// Half of the spine of the capsule, which is vertical.
    pub fn half_spine(&self) -> Point {
        Vector([0.0, 1.25 * self.radius, 0.0])
    }

    fn capsule(&self) -> Capsule<f32, 3> {
        Capsule::new(self.from - self.half_spine(), self.from + self.half_spine(), self.radius)
    }

    /// The probe with a path of at most the given length.
    fn shortened(self, most: f32) -> Self {
        let way = self.to - self.from;
        Self { to: self.from + way.scaled((most / way.length()).min(1.0)), ..self }
    }
}

/// The longest path of a cast, in radii.
const LONGEST_CAST: f32 = 20.0;

/// Random queries in and around the bounding box of a surface. Rays cross the whole box; casts are as short as the steps and the camera
/// of a game.
pub fn probes(query: Query, surface: &Surface) -> Rc<[Probe]> {
    let mut random = Random(19);
    let [min, max] = surface.corners();
    let margin = (max - min).scaled(0.1) + Vector::splat(3.0 * surface.radius);
    let [min, max] = [min - margin, max + margin];
    let mut point = || min.zip(max, |min, max| min + (max - min) * unit(&mut random));
    let each = |_| {
        let probe = Probe { from: point(), to: point(), radius: surface.radius };
        if query == Query::Ray { probe } else { probe.shortened(LONGEST_CAST * surface.radius) }
    };
    (0..QUERIES).map(each).collect()
}

/// Random rays at a height field. `slope` is the vertical part of their direction for a horizontal part of at most 1; `None` for
/// vertical rays. They start above or beside the surface.
pub fn rays(slope: Option<f32>, surface: &Surface) -> Rc<[Probe]> {
    let mut random = Random(23);
    let [min, max] = surface.corners();
    let middle = min.y() + (max.y() - min.y()) * 0.5;
    let each = |_| {
        let [x, z, a, b] = [(); 4].map(|()| unit(&mut random));
        let target = Vector([min.x() + (max.x() - min.x()) * x, middle, min.z() + (max.z() - min.z()) * z]);
        let back =
            slope.map_or(Vector([0.0, 1.0, 0.0]), |slope| Vector([a * 2.0 - 1.0, slope, b * 2.0 - 1.0]));
        let reach = (max.y() - middle + 1.0) / back.y();
        Probe { from: target + back.scaled(reach), to: target - back.scaled(reach), radius: 0.0 }
    };
    (0..QUERIES).map(each).collect()
}

/// The answer of a ray or a cast that hits nothing.
pub const NOTHING: f32 = -1.0;

/// The answer of bumper: the length of the path of a ray or a cast up to the hit, a distance, or 1 for an overlap and 0 for none.
fn ours(query: Query, shape: &Shape<'_, f32, 3>, probe: &Probe) -> f32 {
    let way = probe.to - probe.from;
    let travelled =
        |hit: Option<bumper::SweepHit<f32, 3>>| hit.map_or(NOTHING, |hit| hit.time * way.length());
    match query {
        Query::Ray => {
            let ray = Ray::between(probe.from, probe.to).expect("the points differ");
            cast(&ray, *shape).map_or(NOTHING, |hit| hit.distance)
        }
        Query::BallCast => travelled(sweep(Ball::new(probe.from, probe.radius), way, *shape, [0.0; 3])),
        Query::CapsuleCast => travelled(sweep(probe.capsule(), way, *shape, [0.0; 3])),
        Query::Distance => distance(probe.from, *shape),
        Query::Overlap => f32::from(u8::from(shape.intersects(&Shape::from(probe.capsule())))),
    }
}

fn vector(point: Point) -> parry3d::math::Vector {
    parry3d::math::Vector::from_array(point.0)
}

/// The shapes with which parry is asked. They have the same size in all queries of a case.
struct Asking {
    ball: parry3d::shape::Ball,
    capsule: parry3d::shape::Capsule,
}

impl Asking {
    fn new(probe: &Probe) -> Self {
        let half = vector(probe.half_spine());
        Self {
            ball: parry3d::shape::Ball::new(probe.radius),
            capsule: parry3d::shape::Capsule::new(-half, half, probe.radius),
        }
    }

    /// The answer of parry, like that of [`ours`].
    fn answer(&self, query: Query, shape: &SharedShape, probe: &Probe) -> f32 {
        let from = vector(probe.from);
        let way = vector(probe.to) - from;
        let pose = Pose::from_translation(from);
        let cast = |asked: &dyn parry3d::shape::Shape| {
            let options = ShapeCastOptions::with_max_time_of_impact(1.0);
            let still = parry3d::math::Vector::ZERO;
            let hit = query::cast_shapes(&Pose::IDENTITY, still, &**shape, &pose, way, asked, options);
            hit.expect("supported").map_or(NOTHING, |hit| hit.time_of_impact * way.length())
        };
        match query {
            Query::Ray => {
                let ray = query::Ray::new(from, way.normalize());
                let hit = shape.cast_local_ray_and_get_normal(&ray, way.length(), true);
                hit.map_or(NOTHING, |hit| hit.time_of_impact)
            }
            Query::BallCast => cast(&self.ball),
            Query::CapsuleCast => cast(&self.capsule),
            Query::Distance => (shape.project_local_point(from, false).point - from).length(),
            Query::Overlap => f32::from(u8::from(self.overlaps(shape, &pose))),
        }
    }

    /// Whether the capsule overlaps the surface. parry has no such query for height fields, so it tests the triangles near the capsule.
    fn overlaps(&self, shape: &SharedShape, pose: &Pose) -> bool {
        let touches = |part: &dyn parry3d::shape::Shape| {
            let found = query::intersection_test(&Pose::IDENTITY, part, pose, &self.capsule);
            found.expect("supported").intersecting
        };
        let Some(field) = shape.as_heightfield() else { return touches(&**shape) };
        let mut found = false;
        let bounds = self.capsule.aabb(pose);
        let is_near = |triangle: &parry3d::shape::Triangle| triangle.local_aabb().intersects(&bounds);
        field.map_elements_in_local_aabb(&bounds, &mut |_, triangle| {
            found = found || is_near(triangle) && touches(triangle);
        });
        found
    }
}

/// The two entrants of a query. They return the answers to all probes.
pub fn entrants(
    query: Query,
    probes: &Rc<[Probe]>,
    own: &Rc<ShapeBuf<f32, 3>>,
    peer: &SharedShape,
) -> Vec<QueryEntrant<Vec<f32>>> {
    let (asked, own) = (probes.clone(), own.clone());
    let bumper = move || {
        let shape = own.as_shape();
        asked.iter().map(|probe| ours(query, &shape, probe)).collect()
    };
    let (asked, peer) = (probes.clone(), peer.clone());
    let asking = Asking::new(&asked[0]);
    let parry = move || asked.iter().map(|probe| asking.answer(query, &peer, probe)).collect();
    vec![("bumper", Box::new(bumper)), ("parry", Box::new(parry))]
}
