use bumper::{Ball, Region, Relate, Relation, Vector};

fn main() {
    let bay = Region::<i32, 2>::new([[0, 0], [80, 0], [40, 30], [10, 70], [0, 70]].map(Vector)).unwrap();
    assert_eq!(bay.relation(&Ball::new([70, 60], 10)), Relation::Apart);
    assert_eq!(bay.relation(&Ball::new([20, 60], 10)), Relation::Overlapping);
    // A polygon whose edges cross is refused.
    assert!(Region::<i32, 2>::new([[0, 0], [9, 9], [9, 0], [0, 9]].map(Vector)).is_err());
}
