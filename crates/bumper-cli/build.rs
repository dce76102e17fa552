//! Sets `cfg(has_handbook)` if the file with the handbook exists. `handbook/embed.sh` makes it.

use std::path::Path;

const FILE: &str = "handbook.json.gz";

fn main() {
    println!("cargo::rustc-check-cfg=cfg(has_handbook)");
    // A file that does not exist must not be named here, because cargo would then rebuild the crate each time. `handbook/embed.sh` touches
    // this file instead.
    println!("cargo::rerun-if-changed=build.rs");
    if Path::new(FILE).exists() {
        println!("cargo::rerun-if-changed={FILE}");
        println!("cargo::rustc-cfg=has_handbook");
    }
}
