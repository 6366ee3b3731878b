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
            let items = items(text);
            // A person changes the directory; no tool of that name is called.
            let known =
                |name: &str| name != "Cd" && tools::find(name).is_some();
            let any = items.iter().any(|(_, name)| known(name));
            let listed: Vec<&str> =
                items.iter().map(|(_, name)| tools::canonical(name)).collect();
            for (span, name) in items.into_iter().filter(|_| about) {
                if name == UNSEEN && is_unseen_on(group) {
                    let code = Code::UNKNOWN_MATCHER_VALUE;
                    let message = format!(
                        "no hook of this event is told of `{name}`; it never \
                         matches"
                    );
                    let place = matcher.place(span);
                    let source = document.source;
                    let found = Diagnostic::new(code, message, source, place);
                    out.push(found.help("remove it"));
                    continue;
                }
                if known(name) || name.starts_with("mcp__") {
                    continue;
                }
                let elsewhere = tools::foreign(name).map(|(now, _)| now);
                let near = suggest::nearest(name, tools::names());
                let near =
                    near.filter(|near| elsewhere.is_none() && *near != name);
                // Codex has tools that are none here.
                let is_codex = document.family == Family::Codex;
                let severity = match near {
                    None if any || is_codex => Severity::Info,
                    _ => self.code().severity(),
                };
                let message = unknown(name, is_codex);
                let place = matcher.place(span);
                let source = document.source;
                let found =
                    Diagnostic::new(self.code(), message, source, place);
                let help = match elsewhere.or(near) {
                    Some(now) if listed.contains(&now) => {
                        format!("remove it: `{now}` stands here already")
                    }
                    Some(now) if elsewhere.is_some() => {
                        format!("the tool here is `{now}`")
                    }
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "remove it, or check the name".to_owned(),
                };
                out.push(found.severity(severity).help(help));
            }
        }
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
