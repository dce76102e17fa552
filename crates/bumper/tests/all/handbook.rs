//! The programs in Rust of the handbook, `handbook/listings/*.rs`. Each is a complete program, whose `main` must not panic.

use std::path::Path;

macro_rules! listings {
    ($($name:ident = $file:literal;)*) => {
        $(mod $name {
            include!(concat!("../../../../handbook/listings/", $file, ".rs"));

            #[test]
            fn runs() {
                main();
            }
        })*

        /// The names of the files, without their extension.
        const FILES: &[&str] = &[$($file),*];
    };
}

listings! {
    bounce = "bounce";
    broad_phase = "broad-phase";
    circle_and_box = "circle-and-box";
    circles = "circles";
    closest_points = "closest-points";
    coins = "coins";
    concave = "concave";
    contacts = "contacts";
    impulse = "impulse";
    joints = "joints";
    jump_steps = "jump-steps";
    jumping = "jumping";
    lever = "lever";
    lift = "lift";
    masks = "masks";
    parts = "parts";
    pile = "pile";
    plank = "plank";
    points = "points";
    rays = "rays";
    rod = "rod";
    seams = "seams";
    separating_axes = "separating-axes";
    shortest_push = "shortest-push";
    sixteen_bits = "sixteen-bits";
    slide = "slide";
    slopes = "slopes";
    space = "space";
    squared_circles = "squared-circles";
    stack = "stack";
    stop = "stop";
    sweeps = "sweeps";
    touching = "touching";
    two_boxes = "two-boxes";
    undo = "undo";
    wrong_lines = "wrong-lines";
}

#[test]
fn all_listings_are_run() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../handbook/listings");
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_string())
        .collect();
    found.sort();
    assert_eq!(found, FILES, "the list in crates/bumper/tests/all/handbook.rs");
}
