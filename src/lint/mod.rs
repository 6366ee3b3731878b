//! Checks on policies, and a page for every finding.

mod pages;

pub use pages::page;
