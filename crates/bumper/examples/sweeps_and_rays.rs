//! A bullet that moves farther in a time step than the wall is thick, and a line of sight. `cargo run -p bumper --example sweeps_and_rays`
use bumper::world::{Collider, World};
use bumper::{Aabb, Ball, PolygonBuf, Ray, sweep};

fn main() {
    // Two shapes: after which fraction of the time step does the bullet touch the wall?
    let (bullet, wall) = (Ball::new([0.0, 0.0], 2.0), Aabb::new([300.0, -50.0], [304.0, 50.0]));
    let hit = sweep(bullet, [1000.0, 0.0], wall, [0.0, 0.0]).expect("it does not tunnel");
    println!("after {} of the frame, at {:?}", hit.time, hit.point);

    // Many shapes: which shape does the bullet hit first, and which shape does the ray hit first?
    let mut world = World::new();
    let hill = PolygonBuf::<f64, 4>::new([[100.0, 0.0], [180.0, 0.0], [140.0, -60.0]]).expect("it is convex");
    let hill = world.insert(Collider::new(hill)).expect("a polygon is taken");
    let wall = world.insert(Collider::new(wall)).expect("so is a box");
    let name = |id| if id == hill { "the hill" } else { "the wall" };
    let found = world.sweep(bullet, [1000.0, 0.0], |_, _| true).expect("something is in the way");
    println!("{} is hit after {}", name(found.collider), found.hit.time);
    for degrees in [0, 5, 10, 30] {
        let way = bumper::Rotation::from_degrees(f64::from(-degrees)).axes()[0];
        let ray = Ray::new([0.0, -20.0], way).expect("a ray has a direction");
        let seen = world.cast(&ray, |_, _| true);
        let seen = seen.map(|found| (name(found.collider), found.hit.distance.round()));
        println!("at {degrees:2} degrees: {seen:?}");
    }
    let (enter, leave) =
        Ray::new([0.0, -20.0], [1.0, 0.0]).expect("a ray").through(&world.get(wall).unwrap().shape).unwrap();
    println!("the wall is {} thick", leave.expect("it ends").distance - enter.distance);
}
