//! A rule engine for coding-agent hooks and permissions: policy as data.

pub mod analyze;
pub mod diagnostic;
pub mod dialect;
pub mod event;
pub mod guide;
pub mod hook_set;
pub mod ir;
pub mod json;
pub mod lint;
pub mod load;
pub mod plan;
pub mod policy;
pub mod shell;
pub mod source;
pub mod subject;
pub mod syntax;
