use bumper::world::{Change, Collider, World};
use bumper::{Aabb, Ball};

fn main() {
    let mut world = World::<i32, 2>::new();
    let hero = world.insert(Collider::new(Aabb::new([0, 0], [14, 24]))).unwrap();
    world.insert(Collider { sensor: true, ..Collider::new(Ball::new([60, 12], 5)) }).unwrap();
    let (enter, stay, leave) = (Some(Change::Enter), Some(Change::Stay), Some(Change::Leave));
    for (step, expected) in [(0, None), (50, enter), (1, stay), (50, leave)] {
        world.move_by(hero, [step, 0]).unwrap();
        // Once a frame: the pairs that begin, go on or end. Here there is at most one.
        let change = world.update().first().map(|event| event.intersection());
        assert_eq!(change, expected);
    }
}
