//! The example of a physics toy does what it says.

#[path = "../../examples/toy.rs"]
#[allow(dead_code, reason = "the program of the example is not called")]
mod toy;

use bumper::{Ball, Vector};
use toy::Toy;

#[test]
fn toy_example_picks_throws_sounds_explodes_and_removes() {
    let mut toy = Toy::new();
    let top = Vector([0.0, 5.5]);
    let picked = toy.under(top).unwrap();
    let count = toy.simulation.len();
    toy.press(top);
    for step in 0..60 {
        toy.drag(Vector([step as f32 * 0.1, 7.0]));
        toy.step();
    }
    let held = toy.simulation.get(picked).unwrap();
    assert!(held.center.y() > 6.0 && held.velocity.x() > 4.0, "{held:?}");
    toy.release();
    let sounds: Vec<_> = (0..120).flat_map(|_| toy.step()).collect();
    assert!(sounds.iter().any(|sound| sound.0 > 0.5 && sound.1.x() > 6.0));
    assert_eq!(sounds.iter().filter(|sound| sound.0 > 0.05 && sound.1.x() < 2.0).count(), 0);

    let ball = toy.add(Ball::new([-6.0, 0.5], 0.5));
    (0..60).for_each(|_| _ = toy.step());
    toy.explode(Vector([-5.0, 0.2]), 3.0, 10.0);
    toy.step();
    assert!(toy.simulation.get(ball).unwrap().velocity.x() < -3.0);
    // A wall shields what is behind it.
    let outside = toy.add(Ball::new([-11.6, 3.0], 0.3));
    toy.explode(Vector([-9.5, 3.0]), 3.0, 10.0);
    assert!(toy.simulation.get(outside).unwrap().velocity.x() > -0.1);

    toy.erase(Vector([-2.5, 0.5]));
    assert_eq!(toy.simulation.len(), count + 1);
}
