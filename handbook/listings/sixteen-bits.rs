use bumper::{Ball, Relate};

fn main() {
    // What a console computes: products of 16-bit numbers wrap around.
    assert_eq!(256i16.wrapping_mul(256), 0);
    // The library computes in as many bits as the product needs.
    assert!(!Ball::new([0i16, 0], 1).intersects(&Ball::new([256, 0], 1)));
    assert!(!Ball::new([-32768i16, 0], 32767).intersects(&Ball::new([32767, 32767], 32767)));
}
