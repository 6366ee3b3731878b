//! What is not known of a policy: what its errors cost, and rules that count
//! here otherwise than they are written. No event shows what these change.

use hookset::diagnostic::{Code, Diagnostic, Severity};
use hookset::ir::Origin;
use hookset::json::Value;
use hookset::policy::Policy;
use hookset::source::{Source, Span};

use super::report::Unexplored;
use crate::answer::Finding;
use crate::report;
use crate::terminal::{self, Look, Stream};

/// What is not known of one of the policies.
pub(super) struct Unknown {
    errors: Vec<Diagnostic>,
    sources: Vec<Source>,
    spots: Vec<Spot>,
}

/// A place that is not read as it is written.
struct Spot {
    /// Where it is the same in both policies, it is no difference.
    key: (Code, String, String),
    line: String,
    place: String,
    /// Whether nothing of it is in force: an error that is no guard.
    is_lost: bool,
}

impl Unknown {
    pub(super) fn of(policy: &Policy) -> Unknown {
        let is_error = |found: &&Diagnostic| found.severity == Severity::Error;
        let all = policy.diagnostics().iter();
        let counts = all.clone().filter(|found| {
            is_error(found) || found.code == Code::LOSSY_CONVERSION
        });
        Unknown {
            errors: all.filter(is_error).cloned().collect(),
            sources: policy.sources().to_vec(),
            spots: counts.filter_map(|found| spot(policy, found)).collect(),
        }
    }

    /// Draws the errors: a policy that is not what it was meant to be is not
    /// compared in silence.
    pub(super) fn print_errors(&self) {
        let look = Look::of(Stream::Err);
        let text = report::draw(&self.errors, &self.sources, look);
        terminal::write(Stream::Err, &text);
    }

    /// The same for programs.
    pub(super) fn findings(&self) -> Vec<Finding> {
        let all = self.errors.iter().map(|found| Finding {
            code: found.code.name(),
            severity: found.severity.as_str(),
            message: found.message.clone(),
            source: found.primary().and_then(|label| {
                let source = self.sources.get(label.source.0 as usize)?;
                Some(source.place(label.span))
            }),
        });
        all.collect()
    }

    /// The places that the other policy does not have. An allow rule may be
    /// among them as well as a guard, so each may let more happen.
    fn beyond(
        &self,
        other: &Unknown,
        policy: &'static str,
    ) -> Vec<Unexplored> {
        let mut known: Vec<_> = other.spots.iter().map(|s| &s.key).collect();
        let own = self.spots.iter().filter(|spot| {
            let same = known.iter().position(|key| **key == spot.key);
            same.map(|at| known.swap_remove(at)).is_none()
        });
        let told = own.map(|spot| Unexplored {
            rule: spot.line.clone(),
            source: spot.place.clone(),
            policy,
            // What only the old one lost was not in force; but a guard that
            // cannot be read asks.
            widens: policy == "new" || !spot.is_lost,
        });
        told.collect()
    }
}

/// Adds the places that only one of two policies has. False where no proof
/// about what is read of the policies is one about what they say.
pub(super) fn add(
    [old, new]: &[Unknown; 2],
    all: &mut Vec<Unexplored>,
) -> bool {
    let found = old.beyond(new, "old").into_iter();
    let found: Vec<_> = found.chain(new.beyond(old, "new")).collect();
    let is_known = [old, new].iter().all(|one| one.errors.is_empty());
    let is_known = is_known && found.is_empty();
    for each in found {
        // A hunt may have met the same rule.
        if !all.iter().any(|known| known.source == each.source) {
            all.push(each);
        }
    }
    is_known
}

fn spot(policy: &Policy, found: &Diagnostic) -> Option<Spot> {
    let label = found.primary()?;
    let source = policy.source(label.source)?;
    let documents = policy.documents().iter();
    let root = documents
        .filter(|document| document.source == label.source)
        .find_map(|document| document.root());
    let key = root.map(|root| around(root, label.span));
    let key = key.unwrap_or_else(|| label.span.of(source.text()).to_owned());
    let line = source.line(label.span.start).of(source.text()).trim();
    let meets = |at: &Origin| {
        at.source == label.source
            && at.span.start <= label.span.end
            && label.span.start <= at.span.end
    };
    let guards = policy.rules().lost_at.iter().any(meets);
    Some(Spot {
        key: (found.code, found.message.clone(), key),
        line: line.to_owned(),
        place: source.place(label.span),
        is_lost: found.severity == Severity::Error && !guards,
    })
}

/// What stands around a place, as far as it says what is meant there: the
/// entry of a list that holds it, else the key with its value, behind the
/// keys that lead there. Where the order of the entries counts, all of these.
fn around(root: Value<'_>, span: Span) -> String {
    let holds = |value: &Value<'_>| {
        let own = value.span();
        own.start <= span.start && span.end <= own.end
    };
    let (mut at, mut entry, mut list) = (root, None, None);
    let mut out = String::new();
    loop {
        let key = at.entries().find(|entry| holds(&entry.value));
        let item = at.items().find(|item| holds(item));
        if let Some(item) = item {
            (entry, list) = (Some(item), Some(at));
        }
        let ordered = |key: &str| matches!(key, "priority" | "decision");
        if key.is_some_and(|key| ordered(key.name())) {
            entry = list;
        }
        if let Some(key) = key.filter(|_| entry.is_none()) {
            out.extend([key.name(), "."]);
        }
        match key.map(|key| key.value).or(item) {
            Some(below) => at = below,
            None => break,
        }
    }
    let named = at.entries().find(|entry| holds(&entry.key));
    match (entry, named) {
        (None, Some(named)) => {
            out.push_str(named.name());
            written(named.value, &mut out);
        }
        _ => written(entry.unwrap_or(at), &mut out),
    }
    out
}

/// A value without what stands between its parts. How deep it is, its reader
/// bounds.
fn written(value: Value<'_>, out: &mut String) {
    if value.is_object() {
        let mut entries: Vec<_> = value.entries().collect();
        entries.sort_by_key(|entry| entry.name().to_owned());
        out.push('{');
        for entry in entries {
            out.push_str(entry.name());
            out.push('=');
            written(entry.value, out);
            out.push(',');
        }
        out.push('}');
    } else if value.is_array() {
        out.push('[');
        for item in value.items() {
            written(item, out);
            out.push(',');
        }
        out.push(']');
    } else {
        out.push_str(value.raw());
    }
}
