//! What is said to get past guards on commands, tried on the engine: other
//! rules of the same file may hold it.

use std::collections::{HashMap, HashSet};

use crate::analyze::{Judge, Sample};
use crate::diagnostic::{Code, Diagnostic};
use crate::lint::scan::program;
use crate::lint::{Context, Role, Site};
use crate::lint::{exact_guard, flag_spelling, options_before_subcommand};
use crate::plan::Behavior;
use crate::source::{SourceId, Span};

/// The findings that say what gets past a guard.
const CODES: &[Code] =
    &[Code::EXACT_GUARD, Code::FLAG_SPELLING, Code::OPTIONS_BEFORE_SUBCOMMAND];

/// The most findings that are tried; of others only what is so whatever
/// other rules say is told.
const MAX_TRIED: usize = 2_000;

/// What becomes of a command that a guard does not match.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Past {
    /// No guard is as strict about it.
    Free(String),
    /// Another guard asks about it where this one denies.
    Asked(String),
    /// Others hold all of it.
    Held,
    /// Nothing was tried.
    Unknown,
}

/// Takes back what other rules hold, and says of the rest what is so.
pub(super) fn confirm(
    cx: &Context<'_>,
    judge: &mut Judge<'_>,
    out: &mut Vec<Diagnostic>,
) {
    if !out.iter().any(|found| CODES.contains(&found.code)) {
        return;
    }
    let mut sites: Vec<_> =
        cx.sites.iter().filter(|site| site.role.guards()).collect();
    sites.sort_by_key(|site| (site.document.source, site.whole.start));
    let unreachable = unreachable(out);
    let mut left = MAX_TRIED;
    let tried: Vec<_> = out
        .iter()
        .map(|found| {
            let site = site_of(&sites, found)?;
            let past = match left.checked_sub(1) {
                Some(less) => {
                    left = less;
                    tried(judge, site, found.code)
                }
                None => Past::Unknown,
            };
            Some((site, past))
        })
        .collect();
    let mut kinds = Kinds::of(out, &tried);
    let mut tried = tried.into_iter();
    out.retain_mut(|found| {
        let Some((site, past)) = tried.next().flatten() else {
            return !is_idle(found, &unreachable);
        };
        tell(found, site, &past) && kinds.is_first(found, site, &past)
    });
}

/// Where conditions stand that never hold, in order.
fn unreachable(out: &[Diagnostic]) -> Vec<(SourceId, Span)> {
    let all = out.iter().filter(|found| found.code == Code::UNREACHABLE_IF);
    let labels = all.filter_map(Diagnostic::primary);
    let mut places: Vec<_> = labels.map(|at| (at.source, at.span)).collect();
    places.sort();
    places
}

/// Whether a finding is about another spelling of what never holds.
fn is_idle(found: &Diagnostic, unreachable: &[(SourceId, Span)]) -> bool {
    let at = found.primary();
    let at = at.filter(|_| found.code == Code::OPTIONS_BEFORE_SUBCOMMAND);
    let Some(at) = at else { return false };
    let behind = unreachable.partition_point(|(source, span)| {
        (*source, span.start) <= (at.source, at.span.start)
    });
    let last = behind.checked_sub(1).and_then(|at| unreachable.get(at));
    last.is_some_and(|(source, span)| {
        *source == at.source && at.span.end <= span.end
    })
}

/// The guard that one of these findings is about.
fn site_of<'s, 'a>(
    sites: &[&'s Site<'a>],
    found: &Diagnostic,
) -> Option<&'s Site<'a>> {
    let at = found.primary().filter(|_| CODES.contains(&found.code))?;
    let behind = sites.partition_point(|site| {
        (site.document.source, site.whole.start) <= (at.source, at.span.start)
    });
    let site = sites.get(behind.checked_sub(1)?)?;
    let inside =
        site.document.source == at.source && at.span.end <= site.whole.end;
    inside.then_some(*site)
}

/// What becomes of the commands that a finding is about, the first that gets
/// furthest.
fn tried(judge: &mut Judge<'_>, site: &Site<'_>, code: Code) -> Past {
    let Some(content) = site.content() else { return Past::Unknown };
    let text = content.value.as_str();
    let ways = match code {
        Code::EXACT_GUARD => exact_guard::ways(text),
        Code::FLAG_SPELLING => flag_spelling::ways(text),
        _ => options_before_subcommand::ways(text),
    };
    let tool = site.tool.map_or("Bash", |tool| tool.name);
    let within = site.document.within.as_ref();
    let mut asked = None;
    if ways.is_empty() {
        return Past::Unknown;
    }
    for line in ways {
        let sample = Sample::line_within(tool, &line, within);
        match (judge.behavior(&sample), site.role) {
            (None, _) => return Past::Unknown,
            (Some(Behavior::Deny), _) => {}
            (Some(Behavior::Ask), Role::Ask) => {}
            (Some(Behavior::Ask), _) => {
                asked.get_or_insert(line);
            }
            (Some(Behavior::Allow | Behavior::None), _) => {
                return Past::Free(line);
            }
        }
    }
    asked.map_or(Past::Held, Past::Asked)
}

/// Says what becomes of a command; false where others hold it.
fn tell(found: &mut Diagnostic, site: &Site<'_>, past: &Past) -> bool {
    let (line, what) = match (past, site.role) {
        (Past::Held, _) => return false,
        (Past::Unknown, _) => return true,
        (Past::Asked(line), _) => (line, "is only asked about"),
        (Past::Free(line), Role::Ask) => (line, "is not asked about"),
        (Past::Free(line), _) => (line, "is not stopped"),
    };
    let message = &found.message;
    found.message = match found.code {
        Code::OPTIONS_BEFORE_SUBCOMMAND => {
            let why = message.rsplit_once(": ").map_or("", |parts| parts.1);
            format!("`{line}` {what}: {why}")
        }
        _ => format!("{message}; `{line}` {what}"),
    };
    true
}

/// Options stand before the subcommands of one program: that is said once
/// for each file, with how many rules it is so for.
struct Kinds {
    rules: HashMap<Kind, usize>,
    seen: HashSet<Kind>,
}

/// A file, a program, and whether something asks.
type Kind = (SourceId, String, bool);

impl Kinds {
    fn of(out: &[Diagnostic], tried: &[Option<(&Site<'_>, Past)>]) -> Kinds {
        let mut rules = HashMap::new();
        for (found, tried) in out.iter().zip(tried) {
            let Some((site, past)) = tried else { continue };
            if let Some(kind) = kind(found, site, past) {
                *rules.entry(kind).or_insert(0) += 1;
            }
        }
        Kinds { rules, seen: HashSet::new() }
    }

    fn is_first(
        &mut self,
        found: &mut Diagnostic,
        site: &Site<'_>,
        past: &Past,
    ) -> bool {
        let Some(kind) = kind(found, site, past) else { return true };
        let all = self.rules.get(&kind).copied().unwrap_or(1);
        let first = self.seen.insert(kind);
        if first && all > 1 {
            let more = all - 1;
            let rules = if more == 1 { "rule" } else { "rules" };
            found.message += &format!(", here and in {more} more {rules}");
        }
        first
    }
}

fn kind(found: &Diagnostic, site: &Site<'_>, past: &Past) -> Option<Kind> {
    let content = site.content()?;
    let told =
        found.code == Code::OPTIONS_BEFORE_SUBCOMMAND && *past != Past::Held;
    let asked = matches!(past, Past::Asked(_));
    let name = program(&content.value).to_owned();
    told.then_some((site.document.source, name, asked))
}
