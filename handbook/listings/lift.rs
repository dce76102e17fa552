use bumper::motion::Mover;
use bumper::world::{Collider, World};
use bumper::{Aabb, Vector};

fn main() {
    let mut world = World::<f64, 2>::new();
    let lift = world.insert(Collider::new(Aabb::new([100.0, 160.0], [160.0, 170.0]))).unwrap();
    let mut hero = Mover::new(Aabb::new([120.0, 136.0], [134.0, 160.0]));
    hero.gravity = Vector([0.0, 900.0]);
    let item = world.insert(Collider::new(*hero.shape())).unwrap();

    // In each frame the lifts move first, and then the movers.
    for _ in 0..60 {
        world.carry(lift, [1.0, -2.0], [(&mut hero, item)]).unwrap();
        hero.slide(1.0 / 60.0, &mut world, item).unwrap();
    }
    assert_eq!(hero.position().x(), 60.0);
    assert_eq!(hero.position().y().round(), -120.0);

    // A ceiling above the hero: the lift would crush it, and stays. The result is the collider without room.
    world.insert(Collider::new(Aabb::new([0.0, 0.0], [300.0, 15.0]))).unwrap();
    assert_eq!(world.carry(lift, [0.0, -2.0], [(&mut hero, item)]).unwrap(), Some(item));
}
