use super::permission_rule_as_matcher::parsed;
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::diagnostic::{Severity, suggest};
use crate::event::EventKind;
use crate::event::table::MatcherField;
use crate::event::tools;
use crate::load::{Document, Family, Group};
use crate::source::{Decoded, Span};

/// The tool of which some events do not happen.
const UNSEEN: &str = "EndConversation";

/// Whether its event does not happen for that tool (spec 1.2).
fn is_unseen_on(group: &Group) -> bool {
    let unseen = [
        EventKind::PRE_TOOL_USE,
        EventKind::POST_TOOL_USE,
        EventKind::PERMISSION_REQUEST,
    ];
    group.kind.is_some_and(|kind| unseen.contains(&kind))
}

/// A matcher with a name that no tool has.
pub(super) struct UnknownMatcherTool;

impl Lint for UnknownMatcherTool {
    fn code(&self) -> Code {
        Code::UNKNOWN_MATCHER_TOOL
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (document, group, matcher) in cx.matchers() {
            let text = matcher.as_str();
            let field = group.kind.map(|kind| kind.row().matcher);
            let about = field == Some(MatcherField::Field("tool_name"));
            let parsed = parsed(cx, group, text);
            if about && parsed.problems.is_empty() && parsed.regex.is_some() {
                out.extend(no_name(document, matcher));
            }
            if !about {
                continue;
            }
            let exact = items(text);
            let is_exact = !exact.is_empty();
            // A person changes the directory; no tool of that name is called.
            let known = |name: &str| match is_exact {
                true => name != "Cd" && tools::find(name).is_some(),
                false => tools::find_canonical(name).is_some(),
            };
            let items = if is_exact { exact } else { alternatives(text) };
            let any = items.iter().any(|(_, name)| known(name));
            // What matches nothing at all is told as such.
            let items = if is_exact || any { items } else { Vec::new() };
            let listed: Vec<&str> = match is_exact {
                true => items.iter().map(|i| tools::canonical(i.1)).collect(),
                false => items.iter().map(|i| i.1).collect(),
            };
            let list = List { document, matcher, any, listed };
            for (span, name) in items {
                if name == UNSEEN && is_unseen_on(group) {
                    out.push(list.unseen(span, name));
                } else if !known(name) && !name.starts_with("mcp__") {
                    out.push(list.unknown(span, name));
                }
            }
        }
    }
}

/// The names of a matcher.
struct List<'a> {
    document: &'a Document,
    matcher: &'a Decoded,
    /// Whether some are those of tools.
    any: bool,
    /// What tools they mean.
    listed: Vec<&'a str>,
}

impl List<'_> {
    fn found(&self, code: Code, span: Span, message: String) -> Diagnostic {
        let place = self.matcher.place(span);
        Diagnostic::new(code, message, self.document.source, place)
    }

    fn unseen(&self, span: Span, name: &str) -> Diagnostic {
        let message = format!(
            "no hook of this event is told of `{name}`; it never matches"
        );
        let code = Code::UNKNOWN_MATCHER_VALUE;
        self.found(code, span, message).help("remove it")
    }

    fn unknown(&self, span: Span, name: &str) -> Diagnostic {
        let former = Some(tools::canonical(name)).filter(|now| *now != name);
        let elsewhere = tools::foreign(name).map(|(now, _)| now).or(former);
        let near = suggest::nearest(name, tools::names());
        let near = near.filter(|near| elsewhere.is_none() && *near != name);
        // Codex has tools that are none here.
        let is_codex = self.document.family == Family::Codex;
        let code = Code::UNKNOWN_MATCHER_TOOL;
        let is_lost = former.is_some_and(|now| !self.listed.contains(&now));
        let severity = match near {
            None if !is_lost && (self.any || is_codex) => Severity::Info,
            _ => code.severity(),
        };
        let help = match elsewhere.or(near) {
            Some(now) if self.listed.contains(&now) => {
                format!("remove it: `{now}` stands here already")
            }
            Some(now) if elsewhere.is_some() => {
                format!("the tool here is `{now}`")
            }
            Some(near) => format!("did you mean `{near}`?"),
            None => "remove it, or check the name".to_owned(),
        };
        let message = unknown(name, is_codex);
        self.found(code, span, message).severity(severity).help(help)
    }
}

fn unknown(name: &str, is_codex: bool) -> String {
    match is_codex {
        true => {
            format!("no tool here is called `{name}`; here it never matches")
        }
        false => format!("no tool is called `{name}`; it never matches"),
    }
}

/// A regular expression for texts that hold what no name does: `Edit:*.ts`.
fn no_name(document: &Document, matcher: &Decoded) -> Option<Diagnostic> {
    let text = matcher.as_str();
    let at = text.char_indices().find(|&(at, c)| {
        let before = text.get(..at).unwrap_or("");
        c == ':' && !before.ends_with("(?")
    });
    let span = Span::new(at?.0, at?.0 + 1);
    let message = format!(
        "no tool's name holds `{}`; this matcher compares names, not what a \
         tool is called with",
        span.of(text)
    );
    let place = matcher.place(span);
    let code = Code::UNKNOWN_MATCHER_TOOL;
    let found = Diagnostic::new(code, message, document.source, place);
    Some(found.help(
        "write the name of the tool here, and the rest in the `if` of a hook",
    ))
}

/// The names of a matcher that is a list of exact names.
pub(super) fn items(text: &str) -> Vec<(Span, &str)> {
    let exact = |c: char| {
        c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ',' | ' ' | '|')
    };
    let mut items = Vec::new();
    if !text.chars().all(exact) {
        return items;
    }
    let mut start = 0;
    for piece in text.split(['|', ',']) {
        let item = piece.trim();
        let from = start + piece.len() - piece.trim_start().len();
        start += piece.len() + 1;
        if !item.is_empty() {
            items.push((Span::new(from, from + item.len()), item));
        }
    }
    items
}

/// The names of a regular expression that stands for some names and no
/// others: `^(Edit|Write)$`, `^Edit$|^Write$`.
pub(super) fn alternatives(text: &str) -> Vec<(Span, &str)> {
    let whole = |t: &'_ str| -> Option<(usize, usize)> {
        let inner = t.strip_prefix('^')?.strip_suffix('$')?;
        Some((1, 1 + inner.len()))
    };
    let group = |t: &str| -> Option<(usize, usize)> {
        let (from, to) = whole(t)?;
        let inner = t.get(from..to)?.strip_suffix(')')?;
        let rest = inner.strip_prefix("(?:").or(inner.strip_prefix('('))?;
        Some((to - 1 - rest.len(), to - 1))
    };
    let in_group = group(text);
    let (from, to) = in_group.unwrap_or((0, text.len()));
    let mut start = from;
    let pieces = text.get(from..to).unwrap_or("").split('|').map(|piece| {
        let at = start;
        start += piece.len() + 1;
        let own = if in_group.is_some() { None } else { Some(whole(piece)?) };
        let (from, to) = own.unwrap_or((0, piece.len()));
        let name = piece.get(from..to)?;
        let is_part =
            |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        let is_name = !name.is_empty() && name.chars().all(is_part);
        is_name.then_some((Span::new(at + from, at + to), name))
    });
    let names: Option<Vec<_>> = pieces.collect();
    names.filter(|names| names.len() > 1).unwrap_or_default()
}
