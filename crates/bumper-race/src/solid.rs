//! Benchmark cases for intersection tests, distances and contacts of shapes in 3D.

use crate::{CaseBuilder, NEIGHBOURS, SHAPES, unit};
use bumper::{Axis, Cylinder, OrientedBox, OrientedCylinder, Relate, Rotation};
use bumper_bench::{Case, input::Random};
use parry3d::math::{Pose, Rotation as Turn, Vector};
use parry3d::query;
use parry3d::shape::{Cuboid, Cylinder as ParryCylinder};

#[derive(Clone, Copy)]
struct Placement {
    center: [f32; 3],
    half: [f32; 3],
    quaternion: [f32; 4],
}

fn poses(reach: f32) -> Vec<Placement> {
    let mut random = Random(9);
    let mut number = move |least: f32, most: f32| least + (most - least) * unit(&mut random);
    (0..2 * SHAPES + NEIGHBOURS)
        .map(|_| {
            let center = core::array::from_fn(|_| number(0.0, reach));
            let half = core::array::from_fn(|_| number(0.5, 2.5));
            let q: [f32; 4] = core::array::from_fn(|_| number(-1.0, 1.0));
            let length = q.iter().map(|c| c * c).sum::<f32>().sqrt();
            Placement { center, half, quaternion: q.map(|c| c / length) }
        })
        .collect()
}

impl Placement {
    fn rotation(&self) -> Rotation<f32, 3> {
        Rotation::from_quaternion(self.quaternion).expect("it has a length")
    }

    fn pose(&self, turned: bool) -> Pose {
        let [x, y, z, w] = if turned { self.quaternion } else { [0.0, 0.0, 0.0, 1.0] };
        Pose::from_parts(Vector::from_array(self.center), Turn::from_xyzw(x, y, z, w))
    }
}

pub fn cases() -> Vec<Case> {
    let places = poses(6.5);
    let all = || places.iter();
    let parry_cylinder =
        |turned: bool| move |p: &Placement| (p.pose(turned), ParryCylinder::new(p.half[1], p.half[0]));
    fn collide(a: &(Pose, ParryCylinder), b: &(Pose, ParryCylinder)) -> bool {
        query::intersection_test(&a.0, &a.1, &b.0, &b.1).expect("supported").intersecting
    }
    let boxes = CaseBuilder::new("turned boxes, 3D: do they touch")
        .entrant("bumper", all().map(|p| OrientedBox::new(p.center, p.half, p.rotation())), |a, b| {
            a.intersects(b)
        })
        .entrant("parry", all().map(|p| (p.pose(true), Cuboid::new(Vector::from_array(p.half)))), |a, b| {
            query::intersection_test(&a.0, &a.1, &b.0, &b.1).expect("supported").intersecting
        });
    let upright = |p: &Placement| {
        let [x, y, z] = p.center;
        Cylinder::new(Axis::Y, [x, y - p.half[1], z], y + p.half[1], p.half[0])
    };
    let parallel = CaseBuilder::new("cylinders on parallel axes, 3D: do they touch")
        .entrant("bumper", all().map(upright), |a, b| a.intersects(b))
        .entrant("parry", all().map(parry_cylinder(false)), collide);
    let turned = |p: &Placement| {
        let axis = p.rotation().axes()[1];
        OrientedCylinder::new(p.center, axis, p.half[1], p.half[0]).expect("it has a direction")
    };
    let general = CaseBuilder::new("cylinders on any axes, 3D: do they touch")
        .entrant("bumper", all().map(turned), |a, b| a.intersects(b))
        .entrant("parry", all().map(parry_cylinder(true)), collide);
    [boxes, parallel, general].map(|builder| builder.case).into()
}
