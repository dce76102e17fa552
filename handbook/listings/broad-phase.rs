use bumper::broad_phase::AllPairs;
use bumper::world::{Collider, World};
use bumper::{Aabb, Ball, Relate};

fn main() {
    // A thousand balls in a square, at places that are the same in every run.
    let balls: Vec<Ball<i32, 2>> = (0..1000).map(|k| Ball::new([k * k % 1009, k * 503 % 1013], 8)).collect();

    // By hand: each ball with each later one.
    let (mut tests, mut found) = (0, 0);
    for (k, a) in balls.iter().enumerate() {
        for b in &balls[k + 1..] {
            tests += 1;
            found += i32::from(a.intersects(b));
        }
    }
    assert_eq!(tests, 499_500);

    // With a broad phase, which finds the pairs of boxes; then the balls are compared.
    let boxes: Vec<Aabb<i32, 2>> = balls.iter().map(Ball::aabb).collect();
    let mut pairs = 0;
    AllPairs::new().find(&boxes, |a, b| pairs += i32::from(balls[a].intersects(&balls[b])));
    assert_eq!(pairs, found);

    // A world keeps its tree from frame to frame, and answers what is near a place.
    let mut world = World::<i32, 2>::new();
    for ball in balls {
        world.insert(Collider::new(ball)).unwrap();
    }
    assert_eq!(world.intersecting(Aabb::new([500, 500], [550, 550]), |_, _| true).len(), 8);
}
