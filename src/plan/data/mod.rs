//! Tables.

pub(super) mod broad;
