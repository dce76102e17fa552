use bumper::{Aabb, Ball, Relate, Relation, Shape};

fn main() {
    let parts: [Shape<i16, 2>; 2] = [Aabb::new([0, 0], [10, 40]).into(), Aabb::new([0, 30], [40, 40]).into()];
    let l = Shape::Compound(&parts);
    assert_eq!(l.relation(&Ball::new([22, 18], 10)), Relation::Apart);
    assert_eq!(l.relation(&Ball::new([22, 20], 10)), Relation::Touching);
    assert_eq!(l.relation(&Ball::new([18, 18], 10)), Relation::Overlapping);
}
