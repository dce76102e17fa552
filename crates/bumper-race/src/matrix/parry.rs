//! The implementation with parry's dynamic shapes. It is defined by a macro, because parry2d and parry3d are separate crates with the same
//! names.

macro_rules! parry {
    ($name:ident, $parry:ident, $n:literal, $rotation:expr, $special:expr) => {
        pub mod $name {
            use super::super::figure::{Figure, Kind, RANGE};
            use super::super::{Entrant, Query, QueryCase};
            use std::cell::RefCell;
            use $parry::math::{Pose, Rotation, Vector};
            use $parry::query::{self, ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher};
            use $parry::query::{Ray, RayIntersection, ShapeCastOptions};
            use $parry::shape::*;

            /// A shape of parry with its pose and its displacement.
            pub struct Placed {
                pub shape: SharedShape,
                pub pose: Pose,
                pub step: Vector,
            }

            fn vector(v: bumper::Vector<f32, $n>) -> Vector {
                Vector::from_array(v.0)
            }

            pub fn placed(figure: &Figure<$n>) -> Placed {
                let at = |k: usize| vector(figure.local[k]);
                let special: fn(&Figure<$n>) -> SharedShape = $special;
                let rotation: fn([f32; 4]) -> Rotation = $rotation;
                let shape = match figure.kind {
                    Kind::Ball | Kind::Ray => SharedShape::new(Ball::new(figure.radius)),
                    Kind::Box => SharedShape::new(Cuboid::new(vector(figure.half))),
                    Kind::Capsule => SharedShape::new(Capsule::new(at(0), at(1), figure.radius)),
                    Kind::Segment => SharedShape::new(Segment::new(at(0), at(1))),
                    Kind::Triangle => SharedShape::new(Triangle::new(at(0), at(1), at(2))),
                    _ => special(figure),
                };
                let pose = Pose::from_parts(vector(figure.center), rotation(figure.turn));
                Placed { shape, pose, step: vector(figure.step) }
            }

            pub fn intersects(a: &Placed, b: &Placed) -> bool {
                let found = query::intersection_test(&a.pose, &*a.shape, &b.pose, &*b.shape);
                found.expect("supported").intersecting
            }

            pub fn distance(a: &Placed, b: &Placed) -> f32 {
                query::distance(&a.pose, &*a.shape, &b.pose, &*b.shape).expect("supported").distance
            }

            pub fn contact(a: &Placed, b: &Placed) -> Option<query::Contact> {
                query::contact(&a.pose, &*a.shape, &b.pose, &*b.shape, 0.0).expect("supported")
            }

            pub fn sweep(a: &Placed, b: &Placed) -> Option<query::ShapeCastHit> {
                let options = ShapeCastOptions::with_max_time_of_impact(1.0);
                query::cast_shapes(&a.pose, a.step, &*a.shape, &b.pose, b.step, &*b.shape, options)
                    .expect("supported")
            }

            /// Creates a function that returns the depth of two shapes at their deepest contact point. It reuses the memory of the
            /// manifolds from call to call, but clears their contents, so that each call computes them anew.
            fn deepest() -> impl Fn(&Placed, &Placed) -> Option<f32> {
                let kept = RefCell::new((Vec::<ContactManifold<(), ()>>::new(), None));
                move |a, b| {
                    let (manifolds, workspace) = &mut *kept.borrow_mut();
                    manifolds.iter_mut().for_each(ContactManifold::clear);
                    let place = a.pose.inv_mul(&b.pose);
                    DefaultQueryDispatcher
                        .contact_manifolds(&place, &*a.shape, &*b.shape, 0.0, manifolds, workspace)
                        .expect("supported");
                    let points = manifolds.iter().flat_map(|manifold| &manifold.points);
                    points.map(|point| point.dist).filter(|dist| *dist <= 0.0).reduce(f32::min)
                }
            }

            pub fn entrants<'f>(case: &QueryCase<'f, $n>) -> Vec<Entrant<'f>> {
                let name = "parry";
                let side = |figures: &[Figure<$n>]| figures.iter().map(placed).collect::<Vec<_>>();
                let sides = || (side(case.a), side(case.b));
                match case.query {
                    Query::Touch => {
                        vec![Entrant::new(name, sides(), intersects, |yes| yes.then_some(0.0))]
                    }
                    Query::Distance => vec![Entrant::new(name, sides(), distance, Some)],
                    Query::Contact => vec![
                        Entrant::new(name, sides(), contact, |found| found.map(|found| found.dist)),
                        Entrant::new("parry manifolds", sides(), deepest(), |found| found),
                    ],
                    Query::Sweep => {
                        vec![Entrant::new(name, sides(), sweep, |hit| hit.map(|hit| hit.time_of_impact))]
                    }
                    Query::Ray => {
                        let ray = |f: &Figure<$n>| Ray::new(vector(f.center), vector(f.step) / RANGE);
                        // A ray cast of bumper also computes the normal. So use the function of parry that does so, too.
                        let cast = |ray: &Ray, b: &Placed| {
                            b.shape.cast_ray_and_get_normal(&b.pose, ray, RANGE, true)
                        };
                        let read = |hit: Option<RayIntersection>| hit.map(|hit| hit.time_of_impact / RANGE);
                        let sides = (case.a.iter().map(ray).collect(), side(case.b));
                        vec![Entrant::new(name, sides, cast, read)]
                    }
                }
            }
        }
    };
}

parry!(
    plane,
    parry2d,
    2,
    |[_, _, z, w]| Rotation::from_cos_sin_unchecked(w * w - z * z, 2.0 * z * w),
    |figure| {
        let corners = figure.local.iter().map(|p| vector(*p)).collect();
        SharedShape::new(
            ConvexPolygon::from_convex_polyline_unmodified(corners).expect("a hexagon is convex"),
        )
    }
);
parry!(space, parry3d, 3, |[x, y, z, w]| Rotation::from_xyzw(x, y, z, w), |figure| {
    if figure.kind == Kind::Cylinder {
        return SharedShape::new(Cylinder::new(figure.half[1], figure.half[0]));
    }
    let points: Vec<_> = figure.local.iter().map(|p| vector(*p)).collect();
    SharedShape::new(ConvexPolyhedron::from_convex_hull(&points).expect("it has a volume"))
});
