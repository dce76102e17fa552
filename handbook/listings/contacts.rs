use bumper::{Aabb, Relate, Relation, contact};

fn main() {
    let floor = Aabb::new([0.0, 60.0], [120.0, 80.0]);
    let sunk = Aabb::new([40.0, 35.0], [70.0, 65.0]);
    let found = contact(floor, sunk);
    assert_eq!((found.depth(), found.normal.0), (5.0, [0.0, -1.0]));
    let raised = sunk.translated(found.normal * found.depth());
    assert_eq!(raised.relation(&floor), Relation::Touching);
}
