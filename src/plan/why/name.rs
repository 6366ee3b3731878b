//! Tool-name globs, parameters, agents, skills, field tests.

use super::ask::{Case, loose};
use super::condition::Leaf;
use super::text::{Written, stop};
use super::{Cause, Gap, Spot, command, quoted, spot};
use crate::ir::lower::SKILL_CALL;
use crate::source::Span;
use crate::syntax::{Comparison, FieldTest, TextGlob};

/// Why a tool's name does not match a glob.
pub(super) fn glob_gap(case: &Case<'_>, leaf: &Leaf<'_>) -> Gap {
    let name = &leaf.pattern.name;
    let glob = TextGlob::stars(&name.value);
    let own = case.tool();
    let stop = stop(&glob, &name.value, Written::Value, own);
    // An event may give a former name, which has other letters.
    let event = case.tool_spot().map(|spot| match &*spot.text == own {
        true => spot.narrowed(stop.text),
        false => spot,
    });
    let rule = stop.pattern.shifted(name.span.start as usize);
    let (cause, message) = command::words(&stop, &name.value, own);
    Gap::new(cause, message, rule).at(event)
}

/// Why a parameter, an agent or a skill does not match.
pub(super) fn field_gap(
    case: &Case<'_>,
    leaf: &Leaf<'_>,
    path: &str,
    pattern: Option<&TextGlob>,
) -> Gap {
    let content = leaf.content();
    let written = content.of(leaf.text);
    let (start, kind) = value_start(leaf, written, path);
    let value = written.get(start..).unwrap_or("");
    let rule = content.start as usize + start;
    let Some(found) = value_of(case, path) else {
        let shown = if path == SKILL_CALL { "tool_input.skill" } else { path };
        let message = format!("the event has no {}", quoted(shown));
        let end = content.start as usize + start.max(1) - 1;
        let name = Span::new(content.start as usize, end);
        let span = if name.is_empty() { content } else { name };
        return Gap::new(Cause::Missing, message, span)
            .at(case.tool_spot())
            .reached(0, 1);
    };
    let Some(pattern) = pattern else {
        let message = "the rule does not match this call";
        return Gap::new(Cause::Value, message, content);
    };
    let text = found.text.to_string();
    let stop = stop(pattern, value, kind, &text);
    let (_, message) = command::words(&stop, value, &text);
    let cased = text.eq_ignore_ascii_case(value);
    let (cause, help) = match cased {
        true => (Cause::Case, Some("letter case counts".to_owned())),
        false => (Cause::Value, None),
    };
    Gap::new(cause, message, stop.pattern.shifted(rule))
        .at(Some(narrowed(case, found, stop.text)))
        .help(help)
        .reached(stop.found, stop.whole)
}

/// A part of what was compared, where it stands in the event: a skill is
/// compared together with its arguments, which are a field of their own.
fn narrowed(case: &Case<'_>, found: Spot, part: Span) -> Spot {
    let skill = spot::input(case.event, "skill").filter(|_| found.is_made);
    let args = spot::input(case.event, "args");
    let Some((skill, args)) = skill.zip(args) else {
        return found.narrowed(part);
    };
    let whole = format!("{} {}", skill.text, args.text);
    let behind = u32::try_from(skill.text.len()).unwrap_or(u32::MAX);
    if *found.text != *whole {
        found.narrowed(part)
    } else if part.end <= behind {
        skill.narrowed(part)
    } else if part.start >= behind {
        let at = |end: u32| end.saturating_sub(behind + 1) as usize;
        args.narrowed(Span::new(at(part.start), at(part.end)))
    } else {
        found.narrowed(part)
    }
}

/// Where the value starts in the content, and how it is written.
fn value_start(
    leaf: &Leaf<'_>,
    written: &str,
    path: &str,
) -> (usize, Written) {
    if path == SKILL_CALL {
        return (0, Written::Command);
    }
    let name = path.strip_prefix("tool_input.").unwrap_or(path);
    let param =
        written.split_once(':').filter(|(left, _)| left.trim() == name);
    match param {
        Some((left, right)) => {
            let blanks = right.len() - right.trim_start().len();
            (left.len() + 1 + blanks, Written::Value)
        }
        None if leaf.pattern.content.is_some() => (0, Written::Exact),
        None => (written.len(), Written::Exact),
    }
}

/// The value that an evaluator compares, with its place.
fn value_of(case: &Case<'_>, path: &str) -> Option<Spot> {
    let subjects = case.subjects;
    let mut all = subjects.fields.iter();
    let found = all.find(|(name, _)| subjects.str(*name) == path)?;
    let text = subjects.str(found.1?);
    if path == SKILL_CALL {
        let field = spot::input(case.event, "skill")?;
        let same = *field.text == *text;
        return Some(if same { field } else { loose(&field.field, text) });
    }
    let field = spot::field(case.event, path);
    field
        .filter(|field| *field.text == *text)
        .or_else(|| Some(loose(path, text)))
}

/// Why a field test does not hold.
pub(super) fn field_test(case: &Case<'_>, test: &FieldTest) -> Gap {
    let path = test.path.value.as_str();
    let Some(found) = value_of(case, path) else {
        let subjects = case.subjects;
        let mut names = subjects.fields.iter().map(|(name, _)| name);
        let message = match names.any(|name| subjects.str(*name) == path) {
            true => format!("{} is no text and no number", quoted(path)),
            false => format!("the event has no {}", quoted(path)),
        };
        return Gap::new(Cause::Missing, message, test.path.span)
            .reached(0, 1);
    };
    let end = test.span.end as usize;
    let value = Span::new(test.path.span.end as usize, end);
    let (message, span) = match &test.test {
        Comparison::Exists => {
            (format!("{} is there", quoted(path)), test.span)
        }
        Comparison::Equals(wanted) => {
            let message = format!(
                "{} is {}, not {}",
                quoted(path),
                quoted(&found.text),
                quoted(&wanted.value)
            );
            (message, wanted.span)
        }
        Comparison::Like(glob) => {
            let message = format!(
                "{} is {}, which is not like {}",
                quoted(path),
                quoted(&found.text),
                quoted(&glob.print())
            );
            (message, value)
        }
    };
    Gap::new(Cause::Value, message, span).at(Some(found)).reached(1, 2)
}
