//! What is read and never counts all the same: files where the runner reads
//! none, matchers with names that nothing has.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use hookset::analyze::Language;
use hookset::diagnostic::{Code, Diagnostic, Severity};
use hookset::event::table::MatcherField;
use hookset::event::{EventKind, tools};
use hookset::ir::NameTest;
use hookset::lint::{Context, LINTS};
use hookset::load::{Document, Group, Scope};
use hookset::policy::{Hook, Policy};
use hookset::source::{Decoded, SourceId, Span};
use hookset::syntax::{Condition, Matcher, parse_condition};

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
    /// What `check` says of texts that never match, by where it points.
    never: BTreeMap<(SourceId, u32), (u32, Code)>,
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
        let never = found.iter().filter(|found| found.says_never());
        let never = never.filter_map(|found| {
            let label = found.primary()?;
            let Span { start, end } = label.span;
            Some(((label.source, start), (end, found.code)))
        });
        Idle { files, groups, never: never.collect() }
    }

    /// Whether the runner reads nothing of a document.
    pub(super) fn has_file(&self, document: usize) -> bool {
        self.files.contains(&document)
    }

    /// What `check` finds in a text because of which it never matches.
    pub(super) fn never(&self, source: SourceId, text: Span) -> Option<Code> {
        let range = (source, text.start)..=(source, text.end);
        let mut inside = self.never.range(range).map(|(_, found)| found);
        inside.find(|(end, _)| *end <= text.end).map(|(_, code)| *code)
    }

    /// The same of the `if` of a hook. One of several parts may hold by
    /// another of them.
    pub(super) fn condition(
        &self,
        policy: &Policy,
        hook: &Hook,
    ) -> Option<Code> {
        let condition = hook.handler.condition.as_ref()?;
        let document = policy.documents().get(hook.place.document)?;
        let is_one = matches!(
            parse_condition(condition.as_str()),
            Ok(Condition::Tool(_))
        );
        let place = document.quoted(condition);
        self.never(document.source, place).filter(|_| is_one)
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

/// What `check` says about files that are not read, about matchers, and about
/// what never matches.
fn found(policy: &Policy) -> Vec<Diagnostic> {
    let mut out = policy.diagnostics().to_vec();
    let cx = Context::new(policy, policy.diagnostics());
    for lint in LINTS {
        lint.check(&cx, &mut out);
    }
    out.retain(|found| {
        OF_MATCHERS.contains(&found.code)
            || found.code == Code::MISPLACED_FILE
            || found.says_never()
    });
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
    let of_matchers =
        found.iter().filter(|found| OF_MATCHERS.contains(&found.code));
    let here = of_matchers.filter_map(|found| {
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
