//! Which source has its say first.

use crate::dialect::{Dialect, Strategy};
use crate::ir::Rule;
use crate::load::Document;

/// Puts rules in the order in which their sources have their say, where the
/// first one decides.
pub(super) fn in_turn(
    rules: &mut [Rule],
    documents: &[Document],
    dialect: &Dialect,
) {
    if dialect.strategy != Strategy::FirstSource {
        return;
    }
    rules.sort_by_key(|rule| {
        let source = rule.origin.source;
        let document = documents.get(source.0 as usize);
        (document.map(|document| document.scope.turn()), source)
    });
}
