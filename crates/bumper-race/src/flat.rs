//! Benchmark cases for intersection tests, distances and contacts of shapes in 2D. The binding of cute_c2 cannot find contacts, so cute_c2
//! is measured only in intersection tests.

use crate::{CaseBuilder, NEIGHBOURS, SHAPES, box2d, unit};
use bumper::{OrientedBox, PolygonBuf, Relate, Rotation, contact_within};
use bumper_bench::{Case, input::Random};
use c2::prelude::BasicShape;
use parry2d::math::{Pose, Vector};
use parry2d::query;
use parry2d::shape::{ConvexPolygon, Cuboid};

#[derive(Clone, Copy)]
struct Placement {
    center: [f32; 2],
    half: [f32; 2],
    degrees: f32,
}

fn poses(extent: f32) -> Vec<Placement> {
    let mut random = Random(7);
    let mut number = move |least: f32, most: f32| least + (most - least) * unit(&mut random);
    (0..2 * SHAPES + NEIGHBOURS)
        .map(|_| Placement {
            center: [number(0.0, extent), number(0.0, extent)],
            half: [number(0.5, 2.5), number(0.5, 2.5)],
            degrees: number(0.0, 360.0),
        })
        .collect()
}

impl Placement {
    fn at(&self, x: f32, y: f32) -> [f32; 2] {
        let (sine, cosine) = self.degrees.to_radians().sin_cos();
        [self.center[0] + x * cosine - y * sine, self.center[1] + x * sine + y * cosine]
    }

    fn corners_of_box(&self) -> [[f32; 2]; 4] {
        let [w, h] = self.half;
        [self.at(-w, -h), self.at(w, -h), self.at(w, h), self.at(-w, h)]
    }

    /// Eight corners of a polygon, on an ellipse, in world coordinates.
    fn corners(&self) -> [[f32; 2]; 8] {
        core::array::from_fn(|k| {
            let (sine, cosine) = (k as f32 * std::f32::consts::FRAC_PI_4).sin_cos();
            self.at(self.half[0] * cosine, self.half[1] * sine)
        })
    }

    fn oriented(&self) -> OrientedBox<f32, 2> {
        OrientedBox::new(self.center, self.half, Rotation::from_degrees(self.degrees))
    }

    fn pose(&self) -> Pose {
        Pose::new(Vector::new(self.center[0], self.center[1]), self.degrees.to_radians())
    }
}

fn c2_poly(corners: &[[f32; 2]]) -> c2::Poly {
    let corners: Vec<_> = corners.iter().map(|&[x, y]| c2::Vec2::new(x, y)).collect();
    c2::Poly::from_slice(&corners)
}

pub fn cases() -> Vec<Case> {
    let places = poses(9.0);
    let all = || places.iter();
    let polygon = |p: &Placement| PolygonBuf::<f32, 8>::new(p.corners()).expect("an ellipse is convex");
    let parry_polygon = |p: &Placement| {
        ConvexPolygon::from_convex_polyline_unmodified(p.corners().map(|[x, y]| Vector::new(x, y)).into())
            .expect("an ellipse is convex")
    };
    let cuboid = |p: &Placement| (p.pose(), Cuboid::new(Vector::new(p.half[0], p.half[1])));
    let stay = Pose::new(Vector::new(0.0, 0.0), 0.0);
    let boxes_meet = CaseBuilder::new("turned boxes, 2D: do they touch")
        .entrant("bumper", all().map(Placement::oriented), |a, b| a.intersects(b))
        .entrant("parry", all().map(cuboid), |a, b| {
            query::intersection_test(&a.0, &a.1, &b.0, &b.1).expect("supported").intersecting
        })
        .entrant("Box2D", all().map(|p| box2d::polygon(&p.corners_of_box())), box2d::touch)
        .entrant("cute_c2", all().map(|p| c2_poly(&p.corners_of_box())), |a, b| a.collides_with(b));
    let polygons_meet = CaseBuilder::new("8 corners, 2D: do they touch")
        .entrant("bumper", all().map(polygon), |a, b| a.intersects(b))
        .entrant("parry", all().map(parry_polygon), move |a, b| {
            query::intersection_test(&stay, a, &stay, b).expect("supported").intersecting
        })
        .entrant("Box2D", all().map(|p| box2d::polygon(&p.corners())), box2d::touch)
        .entrant("cute_c2", all().map(|p| c2_poly(&p.corners())), |a, b| a.collides_with(b));
    let boxes_contact = CaseBuilder::new("turned boxes, 2D: contact")
        .entrant("bumper", all().map(Placement::oriented), |a, b| {
            contact_within(*a, *b, 0.0).is_some_and(|found| found.depth() > 0.0)
        })
        .entrant("parry", all().map(cuboid), |a, b| {
            let found = query::contact(&a.0, &a.1, &b.0, &b.1, 0.0).expect("supported");
            found.is_some_and(|contact| contact.dist < 0.0)
        })
        .entrant("Box2D", all().map(|p| box2d::polygon(&p.corners_of_box())), |a, b| {
            box2d::depth(a, b) > 0.0
        });
    let polygons_contact = CaseBuilder::new("8 corners, 2D: contact")
        .entrant("bumper", all().map(polygon), |a, b| {
            contact_within(a, b, 0.0).is_some_and(|found| found.depth() > 0.0)
        })
        .entrant("parry", all().map(parry_polygon), move |a, b| {
            let found = query::contact(&stay, a, &stay, b, 0.0).expect("supported");
            found.is_some_and(|contact| contact.dist < 0.0)
        })
        .entrant("Box2D", all().map(|p| box2d::polygon(&p.corners())), |a, b| box2d::depth(a, b) > 0.0);
    [boxes_meet, polygons_meet, boxes_contact, polygons_contact].map(|builder| builder.case).into()
}
