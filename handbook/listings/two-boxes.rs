use bumper::{Aabb, Relate, Relation};

/// Whether two boxes have a point in common.
fn boxes_meet(a: &Aabb<i32, 2>, b: &Aabb<i32, 2>) -> bool {
    let gap_on_x = a.max().x() < b.min().x() || b.max().x() < a.min().x();
    let gap_on_y = a.max().y() < b.min().y() || b.max().y() < a.min().y();
    !gap_on_x && !gap_on_y
}

fn main() {
    let wall = Aabb::new([60, 40], [100, 140]); // two opposite corners
    let dot = Aabb::new([160, 80], [190, 110]);
    assert!(!boxes_meet(&wall, &dot));
    assert_eq!(wall.relation(&dot), Relation::Apart);
    let dot = dot.translated([-70, 0]);
    assert!(boxes_meet(&wall, &dot));
    assert_eq!(wall.relation(&dot), Relation::Overlapping);
}
