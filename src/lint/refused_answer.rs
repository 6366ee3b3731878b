mod written;

use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::dialect::Words;
use crate::event::EventKind;
use crate::plan::answers;
use crate::source::Span;

/// An answer that the runner refuses, so that nothing it says counts.
pub(super) struct RefusedAnswer;

const OUTPUT: &str = "hookSpecificOutput";
const DECISION: &str = "permissionDecision";

impl Lint for RefusedAnswer {
    fn code(&self) -> Code {
        Code::REFUSED_ANSWER
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        // Where what stops counts in any answer, it is no fault of it.
        if cx.dialect.answers.faulty_stops {
            return;
        }
        for (site, kind) in cx.hooks_of_events() {
            let Some(command) = site.script() else { continue };
            let text = command.as_str();
            let answers = &cx.dialect.answers;
            let words = [
                (DECISION, answers.permission_words),
                ("decision", answers.decision_words),
            ];
            let decides = answers.decides_on.has(kind);
            let mut words = words.into_iter().filter(|row| {
                // Of a no that does not count there is a lint of its own.
                decides || row.0 == DECISION || !says(text, "deny")
            });
            let fault = request(text, kind)
                .or_else(|| written::no_json(text))
                .or_else(|| written::misspelt(text))
                .or_else(|| {
                    words.find_map(|row| unknown(text, kind, row.0, row.1))
                })
                .or_else(|| misplaced(text, kind))
                .or_else(|| action(text, kind))
                .or_else(|| unexplained(text, kind))
                .or_else(|| flag_in_quotes(text))
                .or_else(|| bare_text(text))
                .or_else(|| behind_text(text));
            let Some(fault) = fault else { continue };
            let (message, span, help) = fault;
            let found = site.found(self.code(), message, command.place(span));
            out.push(found.help(help));
        }
    }
}

/// What is wrong, where, and what to do.
type Fault = (String, Span, String);

/// Whether a script writes a `decision` in this word.
fn says(text: &str, decision: &str) -> bool {
    let mut said = keys(text, "decision").filter_map(|end| word(text, end));
    said.any(|(word, _)| word == decision)
}

/// The answer to a request for permission, which has a form of its own.
fn request(text: &str, kind: EventKind) -> Option<Fault> {
    if kind != EventKind::PERMISSION_REQUEST {
        return None;
    }
    let behavior = "behavior";
    let form = |word: &str| match word {
        "allow" | "approve" => "`{\"behavior\": \"allow\"}`",
        _ => "`{\"behavior\": \"deny\"}`",
    };
    let is_text = keys(text, "decision").find_map(|end| word(text, end));
    if !text.contains(OUTPUT) {
        if let Some((yes @ ("allow" | "approve"), span)) = is_text {
            let message = "`decision` at the top of an answer does not count \
                           on a request for permission; this one is lost";
            let help = format!(
                "write `\"decision\": {{\"behavior\": \"allow\"}}` into `{OUTPUT}`, \
                 in the place of `{yes}`"
            );
            return Some((message.to_owned(), span, help));
        }
        let end = keys(text, behavior).next()?;
        let message = format!(
            "`{behavior}` counts only in a `decision` within `{OUTPUT}`; this \
             one is lost"
        );
        let help = format!(
            "write `{{\"{OUTPUT}\": {{\"hookEventName\": \"{}\", \
             \"decision\": …}}}}`",
            kind.name()
        );
        let span = Span::new(end - behavior.len(), end);
        return Some((message, span, help));
    }
    if let Some((word, span)) = is_text {
        let message = "on a request for permission `decision` is an object; \
                       nothing of this answer counts";
        let help = format!("write {}", form(word));
        return Some((message.to_owned(), span, help));
    }
    let mut said = keys(text, behavior).filter_map(|end| word(text, end));
    let (word, span) =
        said.find(|(word, _)| !matches!(*word, "allow" | "deny"))?;
    let message =
        format!("`{word}` is no `{behavior}`; nothing of this answer counts");
    Some((message, span, "write one of `allow`, `deny`".to_owned()))
}

/// A switch of the answer whose value is a text.
fn flag_in_quotes(text: &str) -> Option<Fault> {
    ["continue", "suppressOutput"].into_iter().find_map(|key| {
        let (word, span) = keys(text, key).find_map(|end| word(text, end))?;
        matches!(word, "true" | "false").then(|| {
            let message = format!(
                "`{key}` must be true or false; nothing of this answer counts"
            );
            (message, span, format!("write `{word}` without quotes"))
        })
    })
}

/// The fields of an answer that hold a text for somebody.
const TEXTS: &[&str] =
    &["additionalContext", "reason", "stopReason", "systemMessage"];

/// A text of the answer that is a number or a switch.
fn bare_text(text: &str) -> Option<Fault> {
    TEXTS.iter().find_map(|key| {
        keys(text, key).find_map(|end| {
            let behind = text.get(end..)?.split_once(':')?.1.trim_start();
            let part = |c: char| c.is_ascii_alphanumeric() || "-.".contains(c);
            let len = behind.find(|c| !part(c)).unwrap_or(behind.len());
            let (value, rest) = behind.split_at(len);
            let is_bare = value.parse::<f64>().is_ok_and(f64::is_finite)
                || matches!(value, "true" | "false");
            if !is_bare || !rest.trim_start().starts_with([',', '}']) {
                return None;
            }
            let message = format!(
                "`{key}` must be a text; nothing of this answer counts"
            );
            let start = text.len() - behind.len();
            let help = format!("write `{value}` in quotes");
            Some((message, Span::new(start, start + len), help))
        })
    })
}

/// A word that is said before the answer: then all of it is plain text.
fn behind_text(text: &str) -> Option<Fault> {
    let end = text.find([';', '\n', '&', '|', '>'])?;
    let first = text.get(..end)?;
    let rest = text.get(end..)?.trim_start();
    let goes_on = rest.starts_with([';', '\n']) || rest.starts_with("&&");
    let says = first.trim_start().starts_with("echo ") && !first.contains('{');
    let rest = rest.trim_start_matches([';', '\n', '&', ' ']);
    let said = rest.strip_prefix("echo ").unwrap_or("");
    let answers = said.starts_with("'{") || said.starts_with("\"{");
    let decides = [OUTPUT, "decision", "continue"];
    let decides = decides.iter().any(|key| keys(said, key).next().is_some());
    if !goes_on || !says || !answers || !decides {
        return None;
    }
    let message = "text stands before the JSON, so all of it is plain text; \
                   nothing of the answer counts";
    let help = "write it to standard error (`>&2`), or leave it out";
    let span = Span::new(0, first.trim_end().len());
    Some((message.to_owned(), span, help.to_owned()))
}

/// A decision in a word that is none.
fn unknown(
    text: &str,
    kind: EventKind,
    key: &str,
    words: Words,
) -> Option<Fault> {
    let own = key == DECISION;
    // Reports have such a field for readers of their own.
    let sends = ["curl", "wget", "jq -r"].iter().any(|it| text.contains(it));
    if own && !answers::takes(kind, key) || !own && sends {
        return None;
    }
    let (word, span) = keys(text, key).find_map(|end| word(text, end))?;
    if words.meaning(word).is_some() {
        return None;
    }
    let known: Vec<_> =
        words.0.iter().map(|row| format!("`{}`", row.0)).collect();
    let message =
        format!("`{word}` is no `{key}`; nothing of this answer counts");
    Some((message, span, format!("write one of {}", known.join(", "))))
}

/// An action of an answer to a server's question that is none.
fn action(text: &str, kind: EventKind) -> Option<Fault> {
    let asks = [EventKind::ELICITATION, EventKind::ELICITATION_RESULT];
    if !asks.contains(&kind) || !text.contains(OUTPUT) {
        return None;
    }
    let (word, span) = keys(text, "action").find_map(|end| word(text, end))?;
    if matches!(word, "accept" | "decline" | "cancel") {
        return None;
    }
    let message =
        format!("`{word}` is no `action`; nothing of this answer counts");
    let help = "write one of `accept`, `decline`, `cancel`";
    Some((message, span, help.to_owned()))
}

/// An answer that keeps an agent from stopping and does not say why.
fn unexplained(text: &str, kind: EventKind) -> Option<Fault> {
    let ends = [EventKind::STOP, EventKind::SUBAGENT_STOP];
    if !ends.contains(&kind) || text.contains("reason") {
        return None;
    }
    let mut said = keys(text, "decision").filter_map(|end| word(text, end));
    let (word, span) = said.find(|(word, _)| *word == "block")?;
    let message = format!(
        "on `{}` a `{word}` needs a `reason`: the agent is told nothing else",
        kind.name()
    );
    Some((message, span, "add `\"reason\": \"…\"`".to_owned()))
}

/// A decision that does not stand where it is read.
fn misplaced(text: &str, kind: EventKind) -> Option<Fault> {
    let place = |end: usize, key: &str| Span::new(end - key.len(), end);
    let name = kind.name();
    if let Some(end) = keys(text, OUTPUT).next() {
        if text.contains("hookEventName") {
            return None;
        }
        let message = format!(
            "`{OUTPUT}` has no `hookEventName`; nothing of this answer counts"
        );
        let help = format!("add `\"hookEventName\": \"{name}\"` to it");
        return Some((message, place(end, OUTPUT), help));
    }
    let end = keys(text, DECISION).next()?;
    if text.contains(OUTPUT) || !answers::takes(kind, DECISION) {
        return None;
    }
    let message = format!(
        "`{DECISION}` counts only within `{OUTPUT}`; this one is lost"
    );
    let help = format!(
        "write `{{\"{OUTPUT}\": {{\"hookEventName\": \"{name}\", \
         \"{DECISION}\": …}}}}`"
    );
    Some((message, place(end, DECISION), help))
}

/// Where a key of an object ends, each time one of this name is written.
pub(super) fn keys<'a>(
    text: &'a str,
    key: &'a str,
) -> impl Iterator<Item = usize> + 'a {
    let part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    text.match_indices(key).filter_map(move |(at, _)| {
        let end = at + key.len();
        let rest = text.get(end..)?.trim_start_matches(['"', '\'', '\\']);
        let whole = !text.get(..at)?.ends_with(part);
        (whole && rest.trim_start().starts_with(':')).then_some(end)
    })
}

/// The word in quotes that stands behind a key which ends at `end`.
pub(super) fn word(text: &str, end: usize) -> Option<(&str, Span)> {
    let behind = text.get(end..)?.split_once(':')?.1.trim_start();
    let quotes = ['"', '\'', '\\'];
    let rest = behind.trim_start_matches(quotes);
    let part = |c: char| c.is_ascii_alphabetic() || c == '_';
    let len = rest.find(|c| !part(c)).unwrap_or(rest.len());
    let (word, after) = rest.split_at(len);
    let closed = after.starts_with(['"', '\'', '\\']);
    if word.is_empty() || rest.len() == behind.len() || !closed {
        return None;
    }
    let start = text.len() - rest.len();
    Some((word, Span::new(start, start + len)))
}
