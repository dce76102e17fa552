use bumper::motion::{Mover, Response};
use bumper::world::{Collider, World};
use bumper::{Aabb, Axis, Side, Vector};

fn main() {
    let mut world = World::<f64, 2>::new();
    world.insert(Collider::new(Aabb::new([0.0, 200.0], [300.0, 220.0]))).unwrap();
    let up = Side { axis: Axis::Y, negative: true }; // y points down
    let plank = Collider::new(Aabb::new([100.0, 150.0], [200.0, 158.0]));
    world.insert(Collider { one_way: Some(up), ..plank }).unwrap();
    let mut hero = Mover::new(Aabb::new([140.0, 176.0], [154.0, 200.0]));
    hero.gravity = Vector([0.0, 900.0]);
    let feet_after = |hero: &mut Mover<f64, 2, Aabb<f64, 2>>, frames| {
        for _ in 0..frames {
            hero.step(1.0 / 60.0, &world, |_| Some(Response::Slide), |_| ());
        }
        hero.shape().max().y()
    };

    assert_eq!(feet_after(&mut hero, 1), 200.0);
    hero.jump(70.0); // from below, through the plank
    assert_eq!(feet_after(&mut hero, 60), 150.0);
    hero.drop_through = true; // while the key "down" is held
    assert_eq!(feet_after(&mut hero, 60), 200.0);
}
