//! The fuzz targets' bodies. They live with the tests, which replay what
//! fuzzing has found.

#[path = "../../tests/it/generate/mod.rs"]
mod generate;
#[path = "../../tests/it/laws.rs"]
mod laws;
#[path = "../../tests/it/targets.rs"]
mod targets;

/// Runs the target of this name.
pub fn run(name: &str, data: &[u8]) {
    targets::run(name, data);
}
