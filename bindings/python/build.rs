//! Tells `guarded.rs` whether the Python that this is built for has a lock.

fn main() {
    pyo3_build_config::use_pyo3_cfgs();
}
