use bumper::Mask;

// A mask that the compiler makes: each row is a number, which has a 1 for each solid pixel.
const ARROW: Mask = Mask::new([5, 3], &[0b01000, 0b11111, 0b01000]).unwrap();

fn main() {
    assert!(ARROW.overlaps(&ARROW, [4, 0]));
    assert!(!ARROW.overlaps(&ARROW, [4, 1]));
    assert_eq!(ARROW.overlap_area(&ARROW, [1, 0]), 4);
}
