use bumper::{Aabb, Ball, Ray, cast};

fn main() {
    let moon = Ball::new([240.0, 30.0], 25.0);
    let right = Ray::new([0.0, 10.0], [1.0, 0.0]).unwrap();
    let hit = cast(&right, moon).unwrap();
    assert_eq!((hit.distance, hit.point.0), (225.0, [225.0, 10.0]));

    // Can the guard see the player? Only if the ray to the player hits no wall on its way of 200.
    let wall = Aabb::new([100.0, 0.0], [110.0, 50.0]);
    assert!(cast(&right, wall).is_some_and(|hit| hit.distance < 200.0));
}
