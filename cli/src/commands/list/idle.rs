//! What is read and never counts all the same: files where the runner reads
//! none, matchers with names that nothing has.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use hookset::analyze::Language;
use hookset::diagnostic::{Code, Diagnostic, Severity};
use hookset::event::table::MatcherField;
use hookset::event::{EventKind, tools};
use hookset::ir::NameTest;
use hookset::lint::{Context, LINTS};
use hookset::load::{Document, Group, Scope};
use hookset::policy::{Hook, Policy};
use hookset::source::{Decoded, Span};
use hookset::syntax::Matcher;

use crate::discover;

/// The findings on matchers of which nothing may be left.
const OF_MATCHERS: &[Code] = &[
    Code::MATCHER_EXPRESSION,
    Code::PERMISSION_RULE_AS_MATCHER,
    Code::UNKNOWN_MATCHER_TOOL,
    Code::UNKNOWN_MATCHER_VALUE,
];

pub(super) struct Idle {
    /// The documents that are not read.
    files: HashSet<usize>,
    /// What is wrong with groups that never fire, by document and group.
    groups: HashMap<(usize, usize), Code>,
}

impl Idle {
    pub(super) fn of(policy: &Policy) -> Idle {
        let found = found(policy);
        let files = found.iter().filter(|f| f.code == Code::MISPLACED_FILE);
        let files = files.filter_map(|found| found.primary());
        let files = files.map(|label| label.source.0 as usize).collect();
        let mut groups = HashMap::new();
        for (at, document) in policy.documents().iter().enumerate() {
            let of_plugin = is_agent_of_plugin(policy, at, document);
            for (number, group) in document.groups.iter().enumerate() {
                let code = match of_plugin {
                    true => Some(Code::MISPLACED_FIELD),
                    false => never_meets(policy, document, group, &found),
                };
                groups.extend(code.map(|code| ((at, number), code)));
            }
        }
        Idle { files, groups }
    }

    /// Whether the runner reads nothing of a document.
    pub(super) fn has_file(&self, document: usize) -> bool {
        self.files.contains(&document)
    }

    /// Why a hook is not in force, if it is one of these.
    pub(super) fn code(&self, hook: &Hook) -> Option<Code> {
        let (document, group) = (hook.place.document, hook.place.group);
        match self.has_file(document) {
            true => Some(Code::MISPLACED_FILE),
            false => self.groups.get(&(document, group)).copied(),
        }
    }
}

/// What `check` says about files that are not read and about matchers.
fn found(policy: &Policy) -> Vec<Diagnostic> {
    let known = policy.diagnostics().iter();
    let is_told = |code: Code| OF_MATCHERS.contains(&code);
    let mut out: Vec<_> =
        known.filter(|found| is_told(found.code)).cloned().collect();
    let cx = Context::new(policy, policy.diagnostics());
    for lint in LINTS {
        let code = lint.code();
        if is_told(code) || code == Code::MISPLACED_FILE {
            lint.check(&cx, &mut out);
        }
    }
    out
}

/// Whether a document is an agent of a plugin, whose hooks never run.
fn is_agent_of_plugin(
    policy: &Policy,
    at: usize,
    document: &Document,
) -> bool {
    let source = policy.sources().get(at);
    document.scope == Scope::Agent
        && source.is_some_and(|source| {
            discover::is_agent_of_plugin(Path::new(source.name()))
        })
}

/// What is wrong with the matcher of a group where that leaves no name that
/// it meets.
fn never_meets(
    policy: &Policy,
    document: &Document,
    group: &Group,
    found: &[Diagnostic],
) -> Option<Code> {
    let (matcher, kind) = (group.matcher.as_ref()?, group.kind?);
    let place = document.quoted(matcher);
    let here = found.iter().filter_map(|found| {
        let label = found.primary()?;
        let is_here = label.source == document.source
            && place.start <= label.span.start
            && label.span.end <= place.end;
        let counts = found.severity > Severity::Info && is_here;
        counts.then_some((found.code, label.span))
    });
    let here: Vec<_> = here.collect();
    let (code, _) = here.first()?;
    // Servers call their tools as they like.
    let is_served = matcher.as_str().contains("mcp__");
    let text = policy.source(document.source)?.text();
    let is_told = |name: &str| {
        here.iter().any(|(_, span): &(_, Span)| span.of(text) == name)
    };
    let names: Vec<_> = names(kind).filter(|name| !is_told(name)).collect();
    let is_idle = !is_served && !meets_any(policy, matcher, kind, &names);
    is_idle.then_some(*code)
}

/// What the matchers of an event are compared with.
fn names(kind: EventKind) -> Box<dyn Iterator<Item = &'static str>> {
    let row = kind.row();
    match row.matcher {
        MatcherField::Field("tool_name") => Box::new(tools::names()),
        _ => Box::new(row.values.iter().copied()),
    }
}

/// Whether a matcher meets one of some names, or that is not known.
fn meets_any(
    policy: &Policy,
    matcher: &Decoded,
    kind: EventKind,
    names: &[&str],
) -> bool {
    let parsed = policy.dialect().read_matcher(matcher.as_str(), kind);
    match parsed.matcher {
        Matcher::All => true,
        Matcher::Exact(items) => {
            let mut items = items.iter().map(|i| tools::canonical(&i.value));
            items.any(|item| names.contains(&item))
        }
        Matcher::Regex(regex) => {
            let language = Language::name(&NameTest::Regex(regex.value));
            language.is_none_or(|all| names.iter().any(|name| all.has(name)))
        }
    }
}
