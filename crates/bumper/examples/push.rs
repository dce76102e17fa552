//! Pushes two rotated boxes apart by hand: each moves by half of the penetration depth. `cargo run -p bumper --example push`
use bumper::{OrientedBox, Relate, Rotation, contact};

fn main() {
    let mut a = OrientedBox::new([0.0, 0.0], [30.0, 10.0], Rotation::from_degrees(20.0));
    let mut b = OrientedBox::new([25.0, 12.0], [20.0, 15.0], Rotation::from_degrees(-35.0));
    let found = contact(a, b);
    println!("{:?}, {} deep along {:?}", a.relation(&b), found.depth(), found.normal);
    for point in found.points() {
        println!("  they meet at {:?}", point.point);
    }
    // The contact normal points from the first box to the second.
    let half = found.normal * (found.depth() / 2.0);
    a = a.translated(half * -1.0);
    b = b.translated(half);
    println!("now {:?}, {:e} apart", a.relation(&b), contact(a, b).separation);
}
