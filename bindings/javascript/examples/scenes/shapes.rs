//! Random numbers and shapes.

use bumper_javascript::kind;
use engine::{Aabb, Ball, Capsule, OrientedBox, Rotation, ShapeBuf};

/// A random number generator (splitmix64).
pub struct Random(pub u64);

impl Random {
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.bits() % limit as u64) as usize
    }

    pub fn number(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// A shape and its words.
#[derive(Clone)]
pub struct Made {
    pub words: Vec<f64>,
    pub shape: ShapeBuf<f64, 2>,
}

/// A shape with the words of its kind.
pub fn made<const N: usize>(kind: u32, numbers: [f64; N], shape: impl Into<ShapeBuf<f64, 2>>) -> Made {
    Made { words: std::iter::once(f64::from(kind)).chain(numbers).collect(), shape: shape.into() }
}

/// A box.
pub fn boxed(x: f64, y: f64, width: f64, height: f64) -> Made {
    made(kind::BOX, [x, y, width, height], Aabb::new([x, y], [x + width, y + height]))
}

/// A small shape of any kind near a point.
pub fn any(random: &mut Random, x: f64, y: f64) -> Made {
    let [width, height] = [random.number(4.0, 24.0), random.number(4.0, 24.0)];
    match random.below(4) {
        0 => boxed(x.round(), y.round(), width.round(), height.round()),
        1 => made(kind::CIRCLE, [x, y, width], Ball::new([x, y], width)),
        2 => {
            let capsule = Capsule::new([x, y], [x + width, y + height], 5.0);
            made(kind::CAPSULE, [x, y, x + width, y + height, 5.0], capsule)
        }
        _ => {
            let angle = random.number(0.1, 6.0);
            let half = [width / 2.0, height / 2.0];
            let oriented = OrientedBox::new([x + half[0], y + half[1]], half, Rotation::from_radians(angle));
            made(kind::ORIENTED_BOX, [x, y, width, height, angle], oriented)
        }
    }
}
