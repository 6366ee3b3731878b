//! The slow, obvious evaluator, written from the specification alone.

pub mod host;
pub mod path;
pub mod regex;
