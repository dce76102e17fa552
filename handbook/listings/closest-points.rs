use bumper::{Ball, Capsule, Vector, distance};

fn main() {
    let pill = Capsule::new([0.0, 0.0], [40.0, 30.0], 10.0);
    assert_eq!(distance(Vector([5.0, 35.0]), pill), 15.0); // the closest point of the segment is (20, 15)
    assert_eq!(distance(Vector([52.0, 46.0]), pill), 10.0); // beyond the end: the closest point is the end (40, 30)
    // Of two circles, it is the distance of the centers minus both radii.
    assert_eq!(distance(Ball::new([0.0, 0.0], 2.0), Ball::new([30.0, 40.0], 3.0)), 45.0);
}
