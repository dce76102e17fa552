//! Sets PyO3's conditions for `#[cfg]`. `guarded.rs` uses them to find out whether the Python for which the package is built has the global
//! interpreter lock (GIL).

fn main() {
    pyo3_build_config::use_pyo3_cfgs();
}
