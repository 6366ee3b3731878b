//! The slow, obvious evaluator.

pub mod regex;
