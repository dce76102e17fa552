use bumper::{Relate, Relation, SquaredBall};

fn main() {
    let a = SquaredBall::new([0i16, 0], 200);
    let b = SquaredBall::new([28, 0], 200);
    assert_eq!(a.relation(&b), Relation::Overlapping); // 28² = 784 < (2 √200)² = 800
    let b = SquaredBall::new([29, 0], 200);
    assert_eq!(a.relation(&b), Relation::Apart); // 29² = 841
}
