use bumper::{Aabb, Axis, Cylinder, Relate, Relation, Vector};

fn main() {
    let shelf = Aabb::new([5i16, 5, 11], [20, 8, 30]);
    assert_eq!(Aabb::new([0i16, 0, 0], [10, 10, 10]).relation(&shelf), Relation::Apart);
    assert_eq!(Aabb::new([0i16, 0, 0], [10, 10, 11]).relation(&shelf), Relation::Touching);

    let pillar = Cylinder::new(Axis::Y, [0i16, -30, 0], 30, 10);
    assert!(pillar.intersects(&Vector([6, 15, 8])));
    assert!(!pillar.intersects(&Vector([6, 31, 8])));

    // A beam along x: on the third axis, z, the two are 18 apart, and their radii add up to 18.
    let beam = Cylinder::new(Axis::X, [-30i16, 0, 18], 30, 8);
    assert_eq!(pillar.relation(&beam), Relation::Touching);
}
