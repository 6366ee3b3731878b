//! The reference evaluator: slow, obvious, written from the specification.
//!
//! It goes through the rules one by one and shares no matching code with the
//! compiled set; tests and fuzzing demand that both agree on everything.

pub mod host;
pub mod path;
pub mod regex;
pub(crate) mod text;

use super::regex::Verdict3;
use super::{Match, Place};
use crate::event::EventKind;
use crate::ir::{
    Atom, BaseId, CommandShell, Effect, NameTest, Predicate, Rule, RuleId,
    Rules,
};
use crate::shell::Effects;
use crate::source::Span;
use crate::subject::{PathUse, Subjects};
use crate::syntax::regex::parse_lowered;
use crate::syntax::{PathGlob, TextGlob, fold};

/// The steps that a regular expression may take on one text.
const REGEX_STEPS: u64 = 1_000_000;

/// Every rule that matches the event, with its places: all of them for allow
/// rules, the first for the others.
pub fn matches(
    rules: &Rules,
    subjects: &Subjects,
    kind: EventKind,
) -> Vec<Match> {
    let mut out = Vec::new();
    for (at, rule) in rules.rules.iter().enumerate() {
        let id = RuleId(u32::try_from(at).unwrap_or(u32::MAX));
        let mut places = rule_places(rules, rule, subjects, kind);
        places.sort();
        places.dedup();
        if rule.effect != Effect::Allow {
            places.truncate(1);
        }
        out.extend(places.into_iter().map(|place| Match { rule: id, place }));
    }
    out
}

/// Whether a predicate over the atoms of `rules` holds.
pub fn predicate_holds(
    rules: &Rules,
    predicate: &Predicate,
    subjects: &Subjects,
) -> bool {
    holds(rules, predicate, subjects).is_some()
}

fn rule_places(
    rules: &Rules,
    rule: &Rule,
    subjects: &Subjects,
    kind: EventKind,
) -> Vec<Place> {
    if !rule.events.has(kind)
        || !predicate_holds(rules, &rule.matcher, subjects)
    {
        return Vec::new();
    }
    holds(rules, &rule.predicate, subjects).unwrap_or_default()
}

/// Where the predicate holds; `None` where it does not.
pub(crate) fn holds(
    rules: &Rules,
    predicate: &Predicate,
    subjects: &Subjects,
) -> Option<Vec<Place>> {
    match predicate {
        Predicate::Always => Some(vec![Place::Call]),
        Predicate::Never => None,
        Predicate::Atom(id) => {
            let places = atom(rules.atom(*id)?, subjects);
            (!places.is_empty()).then_some(places)
        }
        Predicate::Not(inner) => match surely(rules, inner, subjects) {
            true => None,
            false => Some(vec![Place::Call]),
        },
        Predicate::Or(members) => {
            let all: Vec<_> = members
                .iter()
                .filter_map(|member| holds(rules, member, subjects))
                .flatten()
                .collect();
            (!all.is_empty()).then_some(all)
        }
        Predicate::And(members) => {
            let mut all = Vec::new();
            for member in members {
                all.extend(holds(rules, member, subjects)?);
            }
            // What a member says about a part of the call is more exact
            // than what another says about the call as a whole.
            if all.iter().any(|place| *place != Place::Call) {
                all.retain(|place| *place != Place::Call);
            }
            Some(if all.is_empty() { vec![Place::Call] } else { all })
        }
    }
}

/// Whether the predicate holds whatever of that which may be run is not.
fn surely(rules: &Rules, predicate: &Predicate, subjects: &Subjects) -> bool {
    let member = |member: &Predicate| surely(rules, member, subjects);
    match predicate {
        Predicate::Always => true,
        Predicate::Never => false,
        Predicate::Atom(id) => {
            let places = rules.atom(*id).map(|found| atom(found, subjects));
            places.unwrap_or_default().into_iter().any(|place| match place {
                Place::Unit(at) => {
                    let unit = subjects.commands.units.get(at as usize);
                    unit.is_none_or(|unit| unit.maybe.is_none())
                }
                Place::Call | Place::Path(_) => true,
            })
        }
        Predicate::Not(inner) => holds(rules, inner, subjects).is_none(),
        Predicate::Or(members) => members.iter().any(member),
        Predicate::And(members) => members.iter().all(member),
    }
}

/// The places where an atom holds.
pub(crate) fn atom(atom: &Atom, subjects: &Subjects) -> Vec<Place> {
    let whole = |yes: bool| if yes { vec![Place::Call] } else { vec![] };
    match atom {
        Atom::Tool(test) => {
            let tool = subjects.str(subjects.tool);
            whole(subjects.is_tool && name(test, tool))
        }
        Atom::MatcherField(test) => whole(
            subjects
                .matcher_field
                .is_some_and(|span| name(test, subjects.str(span))),
        ),
        Atom::Command { shell, effects, pattern } => {
            commands(subjects, *shell, *effects, pattern)
        }
        Atom::Path { uses, effects, anchor, pattern } => {
            let places = subjects.paths.iter().enumerate();
            places
                .filter(|(_, used)| {
                    used.kind.meets(*uses)
                        && used.effects.meets(*effects)
                        && path(subjects, used, *effects, anchor, pattern)
                })
                .map(|(at, _)| Place::Path(index(at)))
                .collect()
        }
        Atom::Host(glob) => whole(
            subjects
                .host
                .is_some_and(|host| host::matches(glob, subjects.str(host))),
        ),
        Atom::Mcp { server, tool, effects } => {
            whole(mcp(subjects, server, tool.as_ref(), *effects))
        }
        Atom::Field { path, pattern } => {
            whole(field(subjects, path, pattern.as_ref()))
        }
        Atom::InputContains(bytes) => {
            whole(subjects.input_json.is_some_and(|json| {
                let json = subjects.str(json).as_bytes();
                bytes.is_empty()
                    || json.windows(bytes.len()).any(|part| part == bytes)
            }))
        }
        Atom::Doubt { reasons, effects } => {
            whole(subjects.doubts().any(|doubt| {
                doubt.effects.meets(*effects)
                    && reasons & (1 << doubt.reason as u8) != 0
            }))
        }
    }
}

fn name(test: &NameTest, text: &str) -> bool {
    match test {
        NameTest::OneOf(names) => names.iter().any(|name| name == text),
        NameTest::Glob(glob) => text::matches(glob, text),
        NameTest::Regex(source) => {
            let parsed = parse_lowered(source);
            parsed.is_ok_and(|regex| {
                // What is not found out in time counts as a match: a hook
                // then runs.
                regex::regex_matches(&regex, text, REGEX_STEPS) != Verdict3::No
            })
        }
    }
}

fn commands(
    subjects: &Subjects,
    shell: CommandShell,
    effects: Effects,
    pattern: &TextGlob,
) -> Vec<Place> {
    let powershell = shell == CommandShell::PowerShell;
    if powershell != subjects.powershell {
        return Vec::new();
    }
    let commands = &subjects.commands;
    let mut places: Vec<_> = commands
        .views
        .iter()
        .enumerate()
        .filter(|(number, view)| {
            let text = view.text.of(&commands.text);
            view.effects.meets(effects)
                && match effects == Effects::ALLOW && !pattern.is_exact() {
                    true if view.exact_only => false,
                    true => match commands.held_in(*number) {
                        Some(held) => {
                            text::covers(pattern, text, held, powershell)
                        }
                        None => text::matches(pattern, text),
                    },
                    false => text::matches(pattern, text),
                }
        })
        .map(|(_, view)| Place::Unit(view.unit))
        .collect();
    places.dedup();
    places
}

/// Whether a used file matches: all spellings for an allow rule, any for
/// the others.
fn path(
    subjects: &Subjects,
    used: &PathUse,
    effects: Effects,
    anchor: &BaseId,
    pattern: &PathGlob,
) -> bool {
    let (from, to) = used.spellings;
    let spellings: Vec<Span> = subjects
        .spellings
        .get(from as usize..to as usize)
        .unwrap_or_default()
        .to_vec();
    let matches = |spelling: &Span| {
        let full = subjects.str(*spelling);
        // The bases of the event are folded like its paths; one that stands
        // in the pattern is not.
        let bases = subjects.directories(anchor).map(|base| {
            if subjects.fold_case { fold(base) } else { base.to_owned() }
        });
        let mut relatives = bases.filter_map(|base| below(&base, full));
        relatives.next().is_some_and(|relative| {
            let inside = full.ends_with('/');
            path::matches(pattern, relative, inside, subjects.fold_case)
        })
    };
    if effects == Effects::ALLOW {
        !spellings.is_empty() && spellings.iter().all(matches)
    } else {
        spellings.iter().any(matches)
    }
}

/// The part of an absolute path below a directory.
fn below<'a>(base: &str, full: &'a str) -> Option<&'a str> {
    let rest = full.strip_prefix(base)?;
    match rest.strip_prefix('/') {
        Some(relative) => Some(relative),
        None => rest.is_empty().then_some(""),
    }
}

fn mcp(
    subjects: &Subjects,
    server: &str,
    tool: Option<&TextGlob>,
    effects: Effects,
) -> bool {
    subjects.mcp.iter().any(|name| {
        // An allow rule must not rest on one of several readings.
        (name.sure || effects != Effects::ALLOW)
            && subjects.str(name.server) == server
            && tool.is_none_or(|t| text::matches(t, subjects.str(name.tool)))
    })
}

fn field(subjects: &Subjects, path: &str, pattern: Option<&TextGlob>) -> bool {
    subjects.fields.iter().any(|(name, value)| {
        subjects.str(*name) == path
            && pattern.is_none_or(|pattern| {
                value.is_some_and(|v| text::matches(pattern, subjects.str(v)))
            })
    })
}

fn index(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
