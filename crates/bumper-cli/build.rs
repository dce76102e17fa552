//! Sets `cfg(has_handbook)` if the file `handbook.json.gz` exists. `handbook/embed.sh` creates this file.

use std::path::Path;

const FILE: &str = "handbook.json.gz";

fn main() {
    println!("cargo::rustc-check-cfg=cfg(has_handbook)");
    // Name the file only if it exists: while a named file is missing, cargo rebuilds the crate each time. To make cargo notice a new
    // handbook, `handbook/embed.sh` touches `build.rs`.
    println!("cargo::rerun-if-changed=build.rs");
    if Path::new(FILE).exists() {
        println!("cargo::rerun-if-changed={FILE}");
        println!("cargo::rustc-cfg=has_handbook");
    }
}
