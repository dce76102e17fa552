use bumper::world::{Change, Collider, World};
use bumper::{Aabb, Ball};

fn main() {
    let mut world = World::<i32, 2>::new();
    let hero = world.insert(Collider::new(Aabb::new([0, 0], [14, 24]))).unwrap();
    let coin = world.insert(Collider { sensor: true, ..Collider::new(Ball::new([60, 12], 5)) }).unwrap();
    for (step, expected) in [(0, None), (50, Some(Change::Enter)), (1, Some(Change::Stay)), (50, Some(Change::Leave))] {
        world.move_by(hero, [step, 0]).unwrap();
        // Once a frame: the pairs that begin, go on or end.
        let events: Vec<_> = world.update().iter().map(|event| (event.a, event.b, event.intersection())).collect();
        let pair: Vec<_> = expected.map(|change| (hero, coin, change)).into_iter().collect();
        assert_eq!(events, pair);
    }
}
