use super::refused_answer::{keys, word};
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::dialect::{Dialect, JsonOn, Word, Words};
use crate::event::EventKind;
use crate::event::table::Exit;
use crate::plan::answers;
use crate::source::Span;

/// A command line that ends with `exit 1` where 2 stops.
pub(super) struct ExitCodeOne;

impl Lint for ExitCodeOne {
    fn code(&self) -> Code {
        Code::EXIT_CODE_ONE
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, kind) in cx.hooks_of_events() {
            let Some(command) = site.script() else { continue };
            let text = command.as_str();
            let stops = cx.dialect.exit(kind) == Exit::Blocks;
            if !stops
                || ends_with(text, '2').is_some()
                || cx.dialect.failure_blocks(site.hook, kind)
                || answers_no(text, kind, cx.dialect)
            {
                continue;
            }
            let Some(span) = ends_with(text, '1') else { continue };
            let gate = kind == EventKind::PRE_TOOL_USE && says_no(text, span);
            if !means_to_stop(text) && !gate {
                continue;
            }
            let message = "exit code 1 stops nothing: it is shown as a \
                           failed hook and the operation goes on";
            let found = site.found(self.code(), message, command.place(span));
            let instead = span.of(text).replace('1', "2");
            out.push(found.help(format!(
                "write `{instead}` to stop it, with the reason on standard \
                 error"
            )));
        }
    }
}

/// Whether a script says no in an answer that counts whatever its code is.
fn answers_no(text: &str, kind: EventKind, dialect: &Dialect) -> bool {
    let read = &dialect.answers;
    let own = "permissionDecision";
    let no = |key: &str, words: Words| {
        keys(text, key)
            .filter_map(|end| word(text, end))
            .any(|(word, _)| words.meaning(word) == Some(Word::Deny))
    };
    read.json_on == JsonOn::Always
        && (answers::takes(kind, own) && no(own, read.permission_words)
            || read.decides_on.has(kind)
                && no("decision", read.decision_words))
}

/// Where a script ends with a code, in the shell or in a language.
pub(super) fn ends_with(text: &str, code: char) -> Option<Span> {
    let ends = ["exit ", "exit("].iter().flat_map(|word| {
        text.match_indices(word).map(|(at, word)| (at, at + word.len()))
    });
    let mut ends = ends.filter_map(|(start, digit)| {
        let mut rest = text.get(digit..)?.chars();
        let is = rest.next() == Some(code);
        let whole = !rest.next().is_some_and(|c| c.is_ascii_digit());
        let closed = usize::from(text.get(..digit)?.ends_with('('));
        let end = (digit + 1 + closed).min(text.len());
        let named = text.get(..start)?.chars().next_back();
        let word = !named.is_some_and(|c| c.is_ascii_alphanumeric());
        (is && whole && word).then(|| Span::new(start, end))
    });
    ends.next()
}

/// Whether a script says that it stops something; others use the code for
/// failures of their own.
fn means_to_stop(text: &str) -> bool {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_ascii_alphanumeric());
    let mut words = words.filter(|word| !word.is_empty());
    PHRASES.iter().any(|phrase| lower.contains(phrase))
        || words.any(|word| STOPS.iter().any(|stop| word.starts_with(stop)))
}

/// Whether a script ends at `span` because of what it found in the call, or
/// says something before it does: then it is no failure of its own.
fn says_no(text: &str, span: Span) -> bool {
    let head = text.get(..span.start as usize).unwrap_or("");
    let last = |word: &str| head.rfind(word).map_or(0, |at| at + 1);
    let on_sight = last("&&").max(last("then"));
    let otherwise = last("||").max(last("else"));
    if otherwise > on_sight || FAILURES.iter().any(|it| text.contains(it)) {
        return false;
    }
    let tail = head.trim_end_matches([' ', ';', '&', '\n']);
    let looks = LOOKS.iter().any(|sign| text.contains(sign));
    looks && on_sight > 0 || tail.ends_with(">&2")
}

/// What stands in scripts that look for something in what they are given.
const LOOKS: &[&str] = &["grep", "=~", "rg -q"];

/// What stands in scripts that look whether they can do their work.
const FAILURES: &[&str] =
    &["command -v", "install", "missing", "not found", "required", "which "];

/// How words begin that say so.
const STOPS: &[&str] = &[
    "abort", "block", "denied", "denies", "deny", "disallow", "forbid",
    "invalid", "prevent", "prohibit", "protect", "refus", "reject",
    "restrict", "stopped",
];

/// Words that say so together.
const PHRASES: &[&str] = &["not allowed", "not permitted", "must not", "❌"];
