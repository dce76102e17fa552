//! The 2D libraries other than parry: Box2D and cute_c2. Their shapes are created in world coordinates.

use super::figure::{Figure, Kind};
use super::{Entrant, Query, QueryCase, parry};
use crate::box2d::{self, Body};
use c2::prelude::BasicShape;

/// The error that Box2D permits itself in a shape cast: the gap that may remain between the shapes, plus the overlap that it permits.
/// Together they are 1.25 times Box2D's linear slop.
const SLOP: f64 = 0.00625;

pub fn peers<'f>(case: &QueryCase<'f, 2>) -> Vec<Entrant<'f>> {
    let mut entrants = parry::plane::entrants(case);
    entrants.extend(of_box2d(case));
    entrants.extend(of_c2(case));
    entrants
}

fn body(figure: &Figure<2>) -> Body {
    let corners: Vec<_> = figure.corners.iter().map(|p| p.0).collect();
    match figure.kind {
        Kind::Ball | Kind::Ray => Body::circle(corners[0], figure.radius),
        Kind::Capsule => Body::capsule([corners[0], corners[1]], figure.radius),
        Kind::Segment => Body::segment([corners[0], corners[1]]),
        Kind::Box => Body::polygon(&[0, 1, 3, 2].map(|k| corners[k])),
        _ => Body::polygon(&corners),
    }
}

fn of_box2d<'f>(case: &QueryCase<'f, 2>) -> Option<Entrant<'f>> {
    let name = "Box2D";
    let side = |figures: &[Figure<2>]| figures.iter().map(body).collect::<Vec<_>>();
    let moving = |figures: &[Figure<2>]| figures.iter().map(|f| (body(f), f.step.0)).collect::<Vec<_>>();
    let sides = || (side(case.a), side(case.b));
    Some(match case.query {
        Query::Touch => Entrant::new(name, sides(), |a, b| a.distance(b) <= 0.0, |yes| yes.then_some(0.0)),
        Query::Distance => Entrant::new(name, sides(), Body::distance, Some),
        // Box2D has no contact manifold for two segments.
        Query::Contact if case.a[0].kind == Kind::Segment && case.b[0].kind == Kind::Segment => return None,
        Query::Contact => {
            let deepest = |found: box2d::Manifold| {
                let points = &found.points[..found.pointCount as usize];
                points.iter().map(|point| point.separation).filter(|s| *s <= 0.0).reduce(f32::min)
            };
            Entrant::new("Box2D manifolds", sides(), Body::manifold, deepest)
        }
        Query::Sweep => {
            let ask = |a: &(Body, [f32; 2]), b: &(Body, [f32; 2])| {
                a.0.cast(&b.0, [b.1[0] - a.1[0], b.1[1] - a.1[1]])
            };
            let read = |found: box2d::Cast| found.hit.then_some(found.fraction);
            Entrant::new(name, (moving(case.a), moving(case.b)), ask, read).within(SLOP)
        }
        Query::Ray => {
            let ray = |f: &Figure<2>| box2d::ray(f.center.0, f.step.0);
            let sides = (case.a.iter().map(ray).collect(), side(case.b));
            let read = |found: box2d::Cast| found.hit.then_some(found.fraction);
            Entrant::new(name, sides, |ray, b: &Body| b.ray(ray), read)
        }
    })
}

/// A shape of cute_c2. cute_c2 has no segments.
enum Form {
    Circle(c2::Circle),
    Capsule(c2::Capsule),
    Poly(c2::Poly),
}

fn form(figure: &Figure<2>) -> Option<Form> {
    let corners: Vec<_> = figure.corners.iter().map(|p| c2::Vec2::from(p.0)).collect();
    Some(match figure.kind {
        Kind::Ball => Form::Circle(c2::Circle::new(corners[0], figure.radius)),
        Kind::Capsule => Form::Capsule(c2::Capsule::new(corners[0], corners[1], figure.radius)),
        Kind::Segment | Kind::Ray => return None,
        _ => Form::Poly(c2::Poly::from_slice(&corners)),
    })
}

fn collide(a: &Form, b: &Form) -> bool {
    fn with<T: BasicShape>(a: &T, b: &Form) -> bool {
        match b {
            Form::Circle(b) => a.collides_with(b),
            Form::Capsule(b) => a.collides_with(b),
            Form::Poly(b) => a.collides_with(b),
        }
    }
    match a {
        Form::Circle(a) => with(a, b),
        Form::Capsule(a) => with(a, b),
        Form::Poly(a) => with(a, b),
    }
}

/// Creates the implementation of a query in cute_c2; `None` for all queries except touch tests. Its ray casts report hits with polygons
/// that the rays miss, and its Rust binding cannot find contacts.
fn of_c2<'f>(case: &QueryCase<'f, 2>) -> Option<Entrant<'f>> {
    let side = |figures: &[Figure<2>]| figures.iter().map(form).collect::<Option<Vec<_>>>();
    let sides = (side(case.a)?, side(case.b)?);
    let touch = case.query == Query::Touch;
    touch.then(|| Entrant::new("cute_c2", sides, collide, |yes| yes.then_some(0.0)))
}
