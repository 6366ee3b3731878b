//! Text → tree. Only this file and `template.rs` know the parser
//! generator.

use pest::Parser;
use pest::iterators::Pair;

use super::{
    Comparison, Condition, FieldTest, SyntaxError, SyntaxErrorKind, TextGlob,
    ToolPattern,
};
use crate::source::{Span, Spanned};

#[allow(
    missing_docs,
    reason = "the rules are documented in the grammar file itself"
)]
mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/condition.pest"]
    pub(super) struct Grammar;
}

use grammar::{Grammar, Rule};

/// The longest rule or condition, in bytes.
pub const MAX_RULE_BYTES: usize = 4096;

/// How deep brackets may nest in a condition: less than what a set of rules
/// takes, for each pattern adds some levels.
pub const MAX_CONDITION_DEPTH: usize = 48;

/// Reads a permission rule: `Tool` or `Tool(content)`.
///
/// Linear in the text.
///
/// # Errors
///
/// The first thing that is wrong, with its place.
pub fn parse_rule(text: &str) -> Result<ToolPattern, SyntaxError> {
    check_size(text)?;
    if text.trim().is_empty() {
        return Err(error(SyntaxErrorKind::Empty, 0, text.len()));
    }
    let pattern = plain_rule(text).or_else(|| grammar_rule(text));
    let pattern = pattern.ok_or_else(|| explain(text))?;
    match &pattern.content {
        Some(content) if content.value.is_empty() => {
            let open = (content.span.start as usize).saturating_sub(1);
            Err(error(SyntaxErrorKind::EmptyContent, open, open + 2))
        }
        _ => Ok(pattern),
    }
}

/// What the grammar's `rule` makes of a text.
fn grammar_rule(text: &str) -> Option<ToolPattern> {
    let mut pairs = Grammar::parse(Rule::rule, text).ok()?;
    Some(tool_pattern(pairs.next()?, Span::new(0, text.len())))
}

/// The same without the grammar, which takes ten times as long: a policy is
/// mostly such texts. A test holds that the two agree.
fn plain_rule(text: &str) -> Option<ToolPattern> {
    let part = |start: usize, end: usize| {
        let span = Span::new(start, end);
        Spanned { value: span.of(text).to_owned(), span }
    };
    let open = memchr::memchr2(b'(', b')', text.as_bytes());
    let end = open.unwrap_or(text.len());
    if end == 0 {
        return None;
    }
    let content = match open {
        None => None,
        Some(open) => {
            let inner = text.get(open..)?.strip_prefix('(')?;
            let inner = inner.strip_suffix(')')?;
            Some(part(open + 1, open + 1 + inner.len()))
        }
    };
    let (name, span) = (part(0, end), Span::new(0, text.len()));
    Some(ToolPattern { name, content, span })
}

/// Reads a condition of our own dialect: rules and field tests joined by
/// `&&`, `||`, `!` and brackets. A text without such operators is a plain
/// permission rule and read as one.
///
/// Linear in the text.
///
/// # Errors
///
/// The first thing that is wrong, with its place.
pub fn parse_condition(text: &str) -> Result<Condition, SyntaxError> {
    check_size(text)?;
    let shape = Shape::of(text);
    if shape.depth > MAX_CONDITION_DEPTH {
        return Err(error(SyntaxErrorKind::TooDeep, 0, text.len()));
    }
    if !shape.combined {
        return parse_rule(text).map(Condition::Tool);
    }
    match Grammar::parse(Rule::condition, text) {
        Ok(mut pairs) => {
            let pair = pairs.next().and_then(|pair| pair.into_inner().next());
            let found = pair.and_then(condition);
            let found = found.ok_or_else(|| explain(text))?;
            match empty_content(&found) {
                Some(at) => {
                    let open = (at.start as usize).saturating_sub(1);
                    Err(error(SyntaxErrorKind::EmptyContent, open, open + 2))
                }
                None => Ok(found),
            }
        }
        Err(fault) => {
            let at = match fault.location {
                pest::error::InputLocation::Pos(at) => at,
                pest::error::InputLocation::Span((at, _)) => at,
            };
            let end = next_boundary(text, at);
            Err(error(SyntaxErrorKind::Condition, at, end))
        }
    }
}

/// The place of the first `Tool()`: the same fault as in a rule.
fn empty_content(condition: &Condition) -> Option<Span> {
    match condition {
        Condition::Tool(pattern) => {
            let content = pattern.content.as_ref()?;
            content.value.is_empty().then_some(content.span)
        }
        Condition::Field(_) => None,
        Condition::And(members) | Condition::Or(members) => {
            members.iter().find_map(empty_content)
        }
        Condition::Not(inner) => empty_content(inner),
    }
}

fn condition(pair: Pair<'_, Rule>) -> Option<Condition> {
    let span = span_of(&pair);
    let joined = |pair: Pair<'_, Rule>| -> Vec<Condition> {
        pair.into_inner().filter_map(condition).collect()
    };
    Some(match pair.as_rule() {
        Rule::any => one_or(joined(pair), Condition::Or)?,
        Rule::all => one_or(joined(pair), Condition::And)?,
        Rule::unary | Rule::group => joined(pair).pop()?,
        Rule::not => Condition::Not(Box::new(joined(pair).pop()?)),
        Rule::tool => Condition::Tool(tool_pattern(pair, span)),
        Rule::field => field(pair, span)?,
        _ => return None,
    })
}

fn one_or(
    mut members: Vec<Condition>,
    join: fn(Vec<Condition>) -> Condition,
) -> Option<Condition> {
    if members.len() > 1 { Some(join(members)) } else { members.pop() }
}

fn tool_pattern(pair: Pair<'_, Rule>, span: Span) -> ToolPattern {
    let mut name = Spanned { value: String::new(), span };
    let mut content = None;
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::name | Rule::word => name = spanned(&part),
            Rule::verbatim | Rule::content => content = Some(spanned(&part)),
            _ => {}
        }
    }
    ToolPattern { name, content, span }
}

fn field(pair: Pair<'_, Rule>, span: Span) -> Option<Condition> {
    let mut parts = pair.into_inner();
    let path = spanned(&parts.next()?);
    let Some(test) = parts.next().and_then(|test| test.into_inner().next())
    else {
        let test = Comparison::Exists;
        return Some(Condition::Field(FieldTest { path, test, span }));
    };
    let operator = test.as_rule();
    let text = test.into_inner().next()?.into_inner().next()?;
    let value =
        Spanned { value: unescape(text.as_str()), span: span_of(&text) };
    let test = match operator {
        Rule::like => Comparison::Like(TextGlob::stars(text.as_str())),
        _ => Comparison::Equals(value),
    };
    let test = Condition::Field(FieldTest { path, test, span });
    Some(match operator {
        Rule::unequal => Condition::Not(Box::new(test)),
        _ => test,
    })
}

fn unescape(text: &str) -> String {
    let mut escaped = false;
    text.chars()
        .filter(|&c| {
            escaped = c == '\\' && !escaped;
            !escaped
        })
        .collect()
}

fn spanned(pair: &Pair<'_, Rule>) -> Spanned<String> {
    Spanned { value: pair.as_str().to_owned(), span: span_of(pair) }
}

fn span_of(pair: &Pair<'_, Rule>) -> Span {
    Span::new(pair.as_span().start(), pair.as_span().end())
}

fn check_size(text: &str) -> Result<(), SyntaxError> {
    if text.len() > MAX_RULE_BYTES {
        return Err(error(SyntaxErrorKind::TooLong, 0, text.len()));
    }
    Ok(())
}

/// What a text looks like before it is read.
struct Shape {
    /// Whether operators stand outside of all brackets.
    combined: bool,
    /// How deep brackets nest, where all count; in what is combined also
    /// where those behind a backslash do not, as in a content, and with the
    /// signs `!` that stand in a row.
    depth: usize,
}

impl Shape {
    fn of(text: &str) -> Shape {
        let (mut level, mut depth, mut combined) = (0usize, 0, false);
        let (mut bare, mut bare_depth, mut escaped) = (0usize, 0, false);
        let mut signs = 0;
        let mut before = b' ';
        let starts = text.trim_start();
        if starts.starts_with('(') || starts.starts_with('!') {
            combined = true;
        }
        let is_field = |text: &str| {
            let head = text.split(['=', '~', '!', ' ']).next().unwrap_or("");
            let key = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
            let rest = text.trim_start_matches(key).trim_start();
            let mut tests = ["==", "!=", "~"].iter();
            head.contains('.') && !head.contains(['(', '*'])
                || tests.any(|test| rest.starts_with(test))
        };
        combined |= is_field(starts);
        for byte in text.bytes() {
            match byte {
                b'(' => {
                    level += 1;
                    bare += usize::from(!escaped);
                }
                b')' => {
                    level = level.saturating_sub(1);
                    bare = bare.saturating_sub(usize::from(!escaped));
                }
                b'!' => signs += 1,
                b'&' | b'|' if level == 0 && before == byte => {
                    combined = true;
                }
                _ => {}
            }
            depth = depth.max(level);
            if !matches!(byte, b'!' | b' ' | b'\t' | b'\n' | b'\r') {
                signs = 0;
            }
            bare_depth = bare_depth.max(bare + signs);
            escaped = byte == b'\\' && !escaped;
            before = byte;
        }
        let bare_depth = if combined { bare_depth } else { 0 };
        Shape { combined, depth: depth.max(bare_depth) }
    }
}

/// Names the fault of a text that is not a rule.
fn explain(text: &str) -> SyntaxError {
    let open = text.find('(');
    let close = text.rfind(')');
    match (open, close) {
        (Some(0), _) => error(SyntaxErrorKind::NoName, 0, 1),
        (Some(open), None) => error(SyntaxErrorKind::Unclosed, open, open + 1),
        (Some(open), Some(close)) if close < open => {
            error(SyntaxErrorKind::StrayClose, close, close + 1)
        }
        (Some(_), Some(close)) => {
            let after = text.get(close + 1..).unwrap_or("");
            let blank = after.len() - after.trim_start().len();
            let blank = if blank == after.len() { 0 } else { blank };
            let start = close + 1 + blank;
            error(SyntaxErrorKind::TextAfter, start, text.len())
        }
        (None, Some(close)) => {
            error(SyntaxErrorKind::StrayClose, close, close + 1)
        }
        (None, None) => error(SyntaxErrorKind::Condition, 0, text.len()),
    }
}

fn next_boundary(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or("");
    at + rest.chars().next().map_or(0, char::len_utf8)
}

fn error(kind: SyntaxErrorKind, start: usize, end: usize) -> SyntaxError {
    SyntaxError { kind, span: Span::new(start, end) }
}

#[cfg(test)]
mod tests;
