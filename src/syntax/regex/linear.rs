//! The linear flavour: what an automaton does exactly.
//!
//! Everything of JavaScript's but back-references and look-arounds, of which
//! look-aheads stay where they are asked about the whole text: behind the
//! `^` at the start of an alternative (`^(?!Read$)`), and with no other in
//! them. In front of it all may stand `(?i)`.

use super::{IGNORE_CASE, parse_regex};
use super::{Kind, Node, Regex, RegexError, RegexErrorKind};
use crate::source::Span;

type Result<T> = std::result::Result<T, RegexError>;

/// Reads `text` in the linear flavour.
///
/// # Errors
/// The first thing that is wrong, with its place.
pub fn parse_linear(text: &str) -> Result<Regex> {
    let regex = match text.strip_prefix(IGNORE_CASE) {
        Some(rest) => ignoring_case(rest)?,
        None => parse_regex(text)?,
    };
    match fault(&regex.root, text) {
        Some(error) => Err(error),
        None => Ok(regex),
    }
}

/// Reads a text that some flavour has accepted: `(?i)` stands in front in
/// the linear one alone.
///
/// # Errors
/// As [`parse_regex`].
pub fn parse_lowered(text: &str) -> Result<Regex> {
    match text.starts_with(IGNORE_CASE) {
        true => parse_linear(text),
        false => parse_regex(text),
    }
}

/// What stands behind the flag, with its places behind it, too.
fn ignoring_case(rest: &str) -> Result<Regex> {
    let by = IGNORE_CASE.len();
    let moved = |span: Span| {
        Span::new(span.start as usize + by, span.end as usize + by)
    };
    let mut regex = parse_regex(rest)
        .map_err(|error| RegexError { span: moved(error.span), ..error })?;
    let mut open = vec![&mut regex.root];
    while let Some(node) = open.pop() {
        node.span = moved(node.span);
        match &mut node.kind {
            Kind::Look { body, .. }
            | Kind::Group { body, .. }
            | Kind::Repeat { body, .. } => open.push(body),
            Kind::Either(all) | Kind::Sequence(all) => open.extend(all),
            _ => {}
        }
    }
    regex.ignores_case = true;
    Ok(regex)
}

/// The first part that no automaton does.
fn fault(root: &Node, text: &str) -> Option<RegexError> {
    let mut found: Vec<RegexError> = Vec::new();
    // Each with whether a look-ahead may stand there, and whether it stands
    // at the top, where alternatives start anew.
    let mut open = vec![(root, Place::Top)];
    while let Some((node, place)) = open.pop() {
        match &node.kind {
            Kind::Back(_) => {
                let kind = RegexErrorKind::BackReference;
                found.push(RegexError { kind, span: node.span });
            }
            Kind::Look { behind, body, .. } => {
                if *behind || place != Place::Ahead {
                    found.push(look(node, text));
                }
                open.push((body, Place::Inside));
            }
            Kind::Either(all) => {
                let place = match place {
                    Place::Top => Place::Top,
                    _ => Place::Inside,
                };
                open.extend(all.iter().map(|one| (one, place)));
            }
            Kind::Sequence(_) | Kind::Group { .. } if place == Place::Top => {
                row(node, &mut open);
            }
            Kind::Group { body, .. } | Kind::Repeat { body, .. } => {
                open.push((body, Place::Inside));
            }
            Kind::Sequence(all) => {
                open.extend(all.iter().map(|one| (one, Place::Inside)));
            }
            _ => {}
        }
    }
    found.into_iter().min_by_key(|error| error.span.start)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// A whole alternative.
    Top,
    /// Behind a leading `^`, with nothing but look-aheads between.
    Ahead,
    /// Anywhere else.
    Inside,
}

/// The parts of one alternative, groups at any depth opened up as far as
/// they only hold one row.
fn row<'a>(node: &'a Node, open: &mut Vec<(&'a Node, Place)>) {
    let mut parts = Vec::new();
    let mut rest = vec![node];
    while let Some(node) = rest.pop() {
        match &node.kind {
            Kind::Sequence(all) => rest.extend(all.iter().rev()),
            Kind::Group { body, .. }
                if !matches!(body.kind, Kind::Either(_)) =>
            {
                rest.push(body);
            }
            _ => parts.push(node),
        }
    }
    let starts = parts.first().is_some_and(|one| one.kind == Kind::Start);
    let mut leading = starts;
    for part in parts {
        let look = matches!(part.kind, Kind::Look { .. });
        leading &= look || part.kind == Kind::Start;
        let place = if leading { Place::Ahead } else { Place::Inside };
        open.push((part, place));
    }
}

/// The sign that opens a look-around.
fn look(node: &Node, text: &str) -> RegexError {
    let own = node.span.of(text);
    let length = if own.starts_with("(?<") { 4 } else { 3 };
    let start = node.span.start as usize;
    let span = Span::new(start, start + length);
    RegexError { kind: RegexErrorKind::LookAround, span }
}
