//! Several rules in one text, where one belongs.

use super::{Lowered, Lowerer, RUNS, Scene};
use crate::diagnostic::Code;
use crate::event::tools;
use crate::ir::{Family, Predicate};
use crate::source::{Span, Spanned};
use crate::syntax::ToolPattern;

/// Where two rules are joined in one text: the byte behind the bracket that
/// closes the first, if an operator follows there.
pub(crate) fn joined(text: &str) -> Option<usize> {
    let mut level = 0usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => level += 1,
            b')' => {
                level = level.saturating_sub(1);
                let rest = text.get(at + 1..).unwrap_or("");
                let next = rest.trim_start().as_bytes().first();
                if level == 0 && matches!(next, Some(b'|' | b'&' | b',')) {
                    return Some(at + 1);
                }
            }
            b'|' | b'&' if level == 0 => return Some(at),
            _ => {}
        }
    }
    None
}

/// The operator between `)` and the name of another tool with a bracket.
pub(crate) fn joint(text: &str) -> Option<Span> {
    for (at, _) in text.match_indices(')') {
        let rest = text.get(at + 1..)?;
        let blank = rest.len() - rest.trim_start().len();
        let after = rest.trim_start();
        let signs: &[_] = &['|', '&', ',', ';'];
        let next = after.trim_start_matches(signs);
        let words = ["or ", "and ", "OR ", "AND "];
        let word = words.iter().find_map(|word| next.strip_prefix(word));
        let next = word.unwrap_or(next);
        let length = after.len() - next.len();
        let known = starts_rule(next.trim_start());
        if length > 0 && known {
            let start = at + 1 + blank;
            let length = after.get(..length)?.trim_end().len();
            return Some(Span::new(start, start + length));
        }
        if blank > 0 && known {
            return Some(Span::new(at + 1, at + 1 + blank));
        }
        if known && length == 0 {
            return Some(Span::new(at, at + 1));
        }
    }
    None
}

/// Whether a text starts with the name of a tool and a bracket.
fn starts_rule(text: &str) -> bool {
    /// No name is longer.
    const LONG: usize = 256;
    let end = text.bytes().take(LONG).position(|byte| byte == b'(');
    let name = end.and_then(|end| text.get(..end));
    name.is_some_and(|name| {
        tools::find(name).is_some() || name.starts_with("mcp__")
    })
}

/// The operator between two rules that are read as one pattern.
pub(super) fn operator_within(
    pattern: &ToolPattern,
) -> Option<Spanned<String>> {
    let content = pattern.content.as_ref()?;
    let span = joint(&content.value)?;
    let value = span.of(&content.value).trim().to_owned();
    let span = span.shifted(content.span.start as usize);
    Some(Spanned { value, span })
}

/// Whether both rules are to hold.
fn is_and(operator: &str) -> bool {
    operator.starts_with('&') || operator.eq_ignore_ascii_case("and")
}

/// What to do where an `if` takes one rule: an entry for each rule runs where
/// any of them holds.
fn apart(operator: &str) -> &'static str {
    match is_and(operator) {
        true => "keep one rule, and let the hook look at the rest itself",
        false => "write one hook entry for each rule",
    }
}

impl Lowerer {
    pub(super) fn joined_condition(&mut self, text: &str, at: usize) {
        let rest = text.get(at..).unwrap_or("");
        let operator: String = rest
            .chars()
            .take_while(|c| matches!(c, '|' | '&' | ',' | ' '))
            .collect();
        let trimmed = operator.trim();
        let from = at + operator.find(trimmed).unwrap_or(0);
        let span = Span::new(from, from + trimmed.len());
        self.note(
            Code::IF_ALTERNATION,
            format!(
                "`if` holds one rule; with `{trimmed}` the hook never runs"
            ),
            span,
            apart(trimmed),
        );
    }

    /// Several rules where an `if` holds one: runners compare all of it with
    /// one tool, and the hook never runs. Where a broken `if` runs the hook,
    /// so does this.
    pub(super) fn joined_tools(
        &mut self,
        operator: &Spanned<String>,
        scene: &Scene<'_>,
    ) -> Option<Lowered> {
        let strict = scene.dialect.doubts_count;
        let with = match operator.value.as_str() {
            "" | ")" => "with two".to_owned(),
            operator => format!("with `{operator}`"),
        };
        let becomes = if strict { RUNS } else { "the hook never runs" };
        let both = is_and(&operator.value);
        let help = match (scene.dialect.boolean_conditions, both) {
            (true, true) => "write `&&` between them",
            (true, false) => "write `||` between them",
            (false, _) => apart(&operator.value),
        };
        self.note(
            Code::IF_ALTERNATION,
            format!("`if` holds one rule; {with} {becomes}"),
            operator.span,
            help,
        );
        (!strict).then_some(Lowered {
            predicate: Predicate::Never,
            family: Family::Other,
        })
    }
}
