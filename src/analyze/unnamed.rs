//! Events that come without the field that matchers of their kind look at.

use crate::event::EventKind;
use crate::event::table::MatcherField;
use crate::ir::{Atom, Predicate, Rule, Rules};

/// Whether a rule matches all that another one does of events without the
/// field.
pub(super) fn reaches_unnamed(rules: &Rules, own: &Rule, by: &Rule) -> bool {
    looks(rules, &own.matcher)
        || !looks(rules, &by.matcher)
        || is_always_named(own)
}

/// Whether the events of a rule all say what matchers look at. A call names
/// its tool; others may come without the field.
fn is_always_named(rule: &Rule) -> bool {
    let mut kinds = EventKind::all().filter(|kind| rule.events.has(*kind));
    kinds
        .all(|kind| kind.is_tool() || kind.row().matcher == MatcherField::None)
}

/// Whether a matcher looks at the field of its event: `.*` does, and fires
/// for none that comes without it.
fn looks(rules: &Rules, matcher: &Predicate) -> bool {
    match matcher {
        Predicate::Always | Predicate::Never => false,
        Predicate::Not(inner) => looks(rules, inner),
        Predicate::And(members) | Predicate::Or(members) => {
            members.iter().any(|member| looks(rules, member))
        }
        Predicate::Atom(id) => {
            matches!(rules.atom(*id), Some(Atom::MatcherField(_)))
        }
    }
}
