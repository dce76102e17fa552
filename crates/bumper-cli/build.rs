//! Sets `cfg(has_handbook)` if the file `handbook.json.gz` exists. `handbook/embed.sh` creates this file.

use std::path::Path;

const FILE: &str = "handbook.json.gz";

fn main() {
    println!("cargo::rustc-check-cfg=cfg(has_handbook)");
    // Tell cargo to watch the file only if it exists: cargo would rebuild the crate each time while a watched file is missing. If the file
    // does not exist yet, cargo does not notice when it is created. Therefore `handbook/embed.sh` touches `build.rs`.
    println!("cargo::rerun-if-changed=build.rs");
    if Path::new(FILE).exists() {
        println!("cargo::rerun-if-changed={FILE}");
        println!("cargo::rustc-cfg=has_handbook");
    }
}
