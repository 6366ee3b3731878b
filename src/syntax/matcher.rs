//! Settings `matcher` text → [`Matcher`] (spec 6.3).
//!
//! Exact items are names of tools and so may be written with a legacy name
//! (`Task` for `Agent`): who compares expands them. Regular expressions see
//! the canonical name only.

mod rule;

use super::Matcher;
use super::regex::{Flavor, IGNORE_CASE, Kind, Node, Regex, RegexError};
use crate::source::{Span, Spanned};

/// Which characters keep a matcher a list of exact names, besides letters,
/// digits, `_` and `|`. Any other makes it a regular expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MatcherAlphabet {
    /// `,` as a second separator, and spaces around items.
    pub commas: bool,
    /// `-`.
    pub hyphens: bool,
}

impl MatcherAlphabet {
    /// Letters, digits, `_` and `|` only: what some events always use.
    pub const NARROW: MatcherAlphabet =
        MatcherAlphabet { commas: false, hyphens: false };
    /// With commas, spaces and hyphens: what the newest runners use.
    pub const WIDE: MatcherAlphabet =
        MatcherAlphabet { commas: true, hyphens: true };

    /// This alphabet for an event; `FileChanged` and `StopFailure` stayed
    /// with the narrow one.
    #[must_use]
    pub fn for_event(self, event: &str) -> MatcherAlphabet {
        match event {
            "FileChanged" | "StopFailure" => MatcherAlphabet::NARROW,
            _ => self,
        }
    }

    fn has(self, c: char) -> bool {
        match c {
            ',' | ' ' => self.commas,
            '-' => self.hyphens,
            '_' | '|' => true,
            _ => c.is_ascii_alphanumeric(),
        }
    }
}

/// Something about a matcher that its author should know. Spans are in the
/// text of the matcher.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatcherProblem {
    /// A regular expression that engines refuse or that is over a limit; the
    /// matcher never matches.
    Regex(RegexError),
    /// A permission rule, such as `Bash(git commit*)`: the matcher is
    /// compared with the name of the tool only.
    PermissionRule {
        /// `Bash`.
        tool: Span,
        /// `(git commit*)`.
        content: Span,
    },
    /// A bare MCP server, such as `mcp__memory`: no tool has that name.
    BareServer {
        /// The item.
        item: Span,
        /// `mcp__memory__.*`.
        suggestion: String,
    },
    /// Nothing between two separators, or before or behind one.
    EmptyItem {
        /// The separator, or where the item would stand.
        at: Span,
    },
    /// Spaces that turn the list into a regular expression in which they
    /// must match.
    Spaces {
        /// The spaces.
        at: Span,
    },
    /// An expression, such as `tool == "Bash"`.
    Expression {
        /// The operator.
        operator: Span,
    },
    /// `(?i)`, which JavaScript refuses.
    InlineFlag {
        /// Where it stands.
        at: Span,
    },
}

/// A matcher and what there is to say about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedMatcher {
    /// What it means.
    pub matcher: Matcher,
    /// The tree, where it is a regular expression that parses. Where
    /// `matcher` is [`Matcher::Regex`] and this is `None`, it matches
    /// nothing, and `problems` says why.
    pub regex: Option<Regex>,
    /// What its author should know.
    pub problems: Vec<MatcherProblem>,
}

/// Reads a matcher; `None` is an absent one.
pub fn parse_matcher(
    text: Option<&str>,
    alphabet: MatcherAlphabet,
    flavor: Flavor,
) -> ParsedMatcher {
    let text = text.unwrap_or("");
    let mut problems = Vec::new();
    let (matcher, regex) = match text {
        "" | "*" => (Matcher::All, None),
        _ if text.chars().all(|c| alphabet.has(c)) => {
            let items = list(text, alphabet, &mut problems);
            servers(&items, &mut problems);
            (Matcher::Exact(items), None)
        }
        _ => {
            let span = Span::new(0, text.len());
            suspicions(text, alphabet, &mut problems);
            let regex = match flavor.parse(text) {
                Ok(regex) => {
                    let at = Span::new(0, IGNORE_CASE.len());
                    let flag = regex.ignores_case;
                    let flag =
                        flag.then_some(MatcherProblem::InlineFlag { at });
                    problems.extend(flag);
                    Some(regex)
                }
                Err(error) => {
                    problems.push(MatcherProblem::Regex(error));
                    None
                }
            };
            let value = text.to_owned();
            (Matcher::Regex(Spanned { value, span }), regex)
        }
    };
    ParsedMatcher { matcher, regex, problems }
}

/// The items between separators, without blanks around them.
/// Whether each text that an expression matches holds a sign that no name
/// of a tool has: `Bash;Edit`, `/Bash/`.
pub fn needs_no_name(node: &Node) -> bool {
    match &node.kind {
        Kind::Unit(unit) => u8::try_from(*unit).is_ok_and(|byte| {
            byte.is_ascii()
                && !byte.is_ascii_alphanumeric()
                && !b"_-.".contains(&byte)
        }),
        Kind::Group { body, .. } => needs_no_name(body),
        Kind::Repeat { min, body, .. } => *min > 0 && needs_no_name(body),
        Kind::Either(all) => all.iter().all(needs_no_name),
        Kind::Sequence(all) => all.iter().any(needs_no_name),
        _ => false,
    }
}

fn list(
    text: &str,
    alphabet: MatcherAlphabet,
    problems: &mut Vec<MatcherProblem>,
) -> Vec<Spanned<String>> {
    let separates = |c| c == '|' || (c == ',' && alphabet.commas);
    let mut items = Vec::new();
    let mut start = 0;
    for piece in text.split(separates) {
        let blank = piece.len() - piece.trim_start().len();
        let item = piece.trim();
        let from = start + blank;
        let span = Span::new(from, from + item.len());
        if item.is_empty() {
            // The separator behind it, or the one before the end.
            let at = match start + piece.len() {
                end if end == text.len() && start > 0 => start - 1,
                end => end,
            };
            let at = Span::new(at, (at + 1).min(text.len()));
            problems.push(MatcherProblem::EmptyItem { at });
        } else {
            items.push(Spanned { value: item.to_owned(), span });
        }
        start += piece.len() + 1;
    }
    items
}

/// `mcp__x` without a tool behind it.
fn servers(items: &[Spanned<String>], problems: &mut Vec<MatcherProblem>) {
    for item in items {
        let Some(server) = item.value.strip_prefix("mcp__") else {
            continue;
        };
        let server = server.trim_end_matches('_');
        if server.is_empty() || server.contains("__") {
            continue;
        }
        problems.push(MatcherProblem::BareServer {
            item: item.span,
            suggestion: format!("mcp__{server}__.*"),
        });
    }
}

fn suspicions(
    text: &str,
    alphabet: MatcherAlphabet,
    problems: &mut Vec<MatcherProblem>,
) {
    problems.extend(rule::permission_rules(text));
    problems.extend(expression(text));
    let wide = |c| c == ' ' || MatcherAlphabet::WIDE.has(c);
    if !alphabet.commas && text.chars().all(wide) {
        let blank = |(at, _): (usize, &str)| MatcherProblem::Spaces {
            at: Span::new(at, at + 1),
        };
        problems.extend(text.match_indices(' ').next().map(blank));
    }
}

/// The operator of `tool == "Bash"` and its like.
fn expression(text: &str) -> Option<MatcherProblem> {
    let signs = ["==", "!=", "&&", "||", "=~", " matches ", " in ["];
    // Behind `?` or `<` it is a look-around: `(?!=)`.
    let look = |at: usize| {
        text.get(..at).is_some_and(|before| before.ends_with(['?', '<']))
    };
    let found = signs.iter().find_map(|sign| {
        let at = text.find(sign).filter(|at| !look(*at))?;
        Some((at, sign.len()))
    });
    found.map(|(at, length)| {
        let operator = Span::new(at, at + length);
        MatcherProblem::Expression { operator }
    })
}

/// Whether a regular expression is tied to both ends of the text in all its
/// alternatives. One that is not also matches longer names: `Edit.*` matches
/// `NotebookEdit`.
pub fn is_anchored(regex: &Regex) -> bool {
    ends_with(&regex.root, &Kind::Start, false)
        && ends_with(&regex.root, &Kind::End, true)
}

fn ends_with(node: &Node, sign: &Kind, last: bool) -> bool {
    match &node.kind {
        Kind::Either(all) => all.iter().all(|one| ends_with(one, sign, last)),
        Kind::Group { body, .. } => ends_with(body, sign, last),
        Kind::Sequence(all) => {
            let one = if last { all.last() } else { all.first() };
            one.is_some_and(|one| ends_with(one, sign, last))
        }
        kind => kind == sign,
    }
}

/// The one name that a regular expression without any sign of its own can
/// stand for: `Bash` for `^Bash$`, `(?:Bash)`; for hints such as "wrong
/// case".
pub fn literal_text(regex: &Regex) -> Option<String> {
    let mut units = Vec::new();
    if regex.ignores_case {
        return None;
    }
    gather(&regex.root, &mut units)?;
    String::from_utf16(&units).ok()
}

fn gather(node: &Node, units: &mut Vec<u16>) -> Option<()> {
    match &node.kind {
        Kind::Unit(unit) => units.push(*unit),
        Kind::Start | Kind::End => {}
        Kind::Group { body, .. } => gather(body, units)?,
        Kind::Sequence(all) => {
            for one in all {
                gather(one, units)?;
            }
        }
        _ => return None,
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(text: &str) -> Vec<MatcherProblem> {
        parse_matcher(Some(text), MatcherAlphabet::WIDE, Flavor::JavaScript)
            .problems
    }

    #[test]
    fn lists_are_split_and_trimmed() {
        let text = " Edit | Write,Bash ";
        let parsed = parse_matcher(
            Some(text),
            MatcherAlphabet::WIDE,
            Flavor::JavaScript,
        );
        let Matcher::Exact(items) = parsed.matcher else { panic!() };
        let names: Vec<_> = items
            .iter()
            .map(|i| (i.value.as_str(), i.span.of(text)))
            .collect();
        assert_eq!(
            names,
            [("Edit", "Edit"), ("Write", "Write"), ("Bash", "Bash")]
        );
        assert!(parsed.problems.is_empty());
    }

    #[test]
    fn the_alphabet_decides_what_is_a_list() {
        let of = |text, alphabet| {
            parse_matcher(Some(text), alphabet, Flavor::JavaScript)
        };
        let narrow = of("rate-limit", MatcherAlphabet::NARROW);
        assert!(matches!(narrow.matcher, Matcher::Regex(_)));
        let wide = of("rate-limit", MatcherAlphabet::WIDE);
        assert!(matches!(wide.matcher, Matcher::Exact(_)));
        let comma = of("Edit, Write", MatcherAlphabet::NARROW);
        assert!(matches!(comma.matcher, Matcher::Regex(_)));
        let at = Span::new(5, 6);
        assert_eq!(comma.problems, [MatcherProblem::Spaces { at }]);
    }

    #[test]
    fn what_is_not_a_matcher_is_told() {
        let rule = problems("Bash(git commit*)");
        assert!(
            matches!(rule[..], [MatcherProblem::PermissionRule { tool, content }]
                if tool == Span::new(0, 4) && content == Span::new(4, 17))
        );
        let server = problems("Edit|mcp__memory");
        assert!(
            matches!(&server[..], [MatcherProblem::BareServer { item, suggestion }]
            if *item == Span::new(5, 16) && suggestion == "mcp__memory__.*")
        );
        assert!(problems("mcp__memory__read").is_empty());
        let at = Span::new(4, 5);
        assert_eq!(problems("Bash|"), [MatcherProblem::EmptyItem { at }]);
        assert_eq!(problems("Bash||Edit").len(), 1);
        let expression = problems("tool == \"Bash\"");
        assert!(matches!(expression[..], [MatcherProblem::Expression { .. }]));
        assert!(matches!(problems("*.ts")[..], [MatcherProblem::Regex(_)]));
        assert!(problems("Notebook(Edit|Read)").is_empty());
        assert!(problems("^(Edit|Write)$").is_empty());
    }
}
