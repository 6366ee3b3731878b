//! The calls of a file of rules, each with what it takes. One that Codex
//! refuses costs it every rule there is: those of this file, and those of all
//! others.

use super::examples::{self, Programs};
use super::starlark::{Arg, Call, Field, Reader};
use crate::diagnostic::Code;
use crate::diagnostic::suggest::nearest;
use crate::load::List;
use crate::load::foreign::{Import, command_rule};
use crate::source::Span;
use std::collections::HashSet;

/// Commands that one pattern may stand for.
const MAX_PATTERNS: usize = 256;

/// What is called, what it may be given in which order, and how much of that
/// it must be given.
const FUNCTIONS: &[(&str, &[&str], usize)] = &[
    ("host_executable", &["name", "paths"], 2),
    ("network_rule", &["host", "protocol", "decision", "justification"], 3),
    (
        "prefix_rule",
        &[
            "pattern",
            "decision",
            "match",
            "not_match",
            "justification",
            "reviewer",
        ],
        1,
    ),
];

/// The protocols of a `network_rule`, under all their names.
const PROTOCOLS: &[&str] = &[
    "http",
    "http-connect",
    "https",
    "https_connect",
    "socks5_tcp",
    "socks5_udp",
];

/// What is said of each file that is refused.
pub(super) const REFUSED: &str =
    "Codex refuses the file, and with it every rule of every file";

/// Reads the calls of a file.
pub(super) fn read(import: &mut Import, text: &str) {
    let mut reader = Reader::new(text);
    let mut calls = Vec::new();
    let mut fault = None;
    while let Some(call) = reader.call() {
        match call {
            Ok(call) => calls.push(call),
            Err(at) => {
                fault = Some(at);
                break;
            }
        }
    }
    // Examples are looked at behind all else.
    let mut programs = Programs::default();
    for call in calls.iter().filter(|c| c.name == "host_executable") {
        programs.add(call.field("name"), call.field("paths"));
    }
    for call in &calls {
        statement(import, call, &programs);
    }
    if let Some(at) = fault {
        let next = text.get(at..).and_then(|rest| rest.chars().next());
        let end = at + next.map_or(0, char::len_utf8);
        let span = Span::new(at, end.min(text.len()));
        let message =
            format!("the file cannot be read from here on; {REFUSED}");
        import.broken(Code::INVALID_RULE, &message, span);
    }
}

impl Call {
    /// What may be given to it, in order.
    fn known(&self) -> &'static [&'static str] {
        let row = FUNCTIONS.iter().find(|row| row.0 == self.name);
        row.map_or(&[], |row| row.1)
    }

    /// The name of an argument, by itself or by its position.
    fn name_of<'f>(&self, number: usize, field: &'f Field) -> &'f str {
        let known = self.known().get(number).copied();
        field.name.as_deref().or(known).unwrap_or("")
    }

    pub(super) fn named_fields(&self) -> impl Iterator<Item = (&str, &Field)> {
        let all = self.fields.iter().enumerate();
        all.map(|(number, field)| (self.name_of(number, field), field))
    }

    fn field(&self, name: &str) -> Option<&Arg> {
        let found = self.named_fields().find(|field| field.0 == name);
        found.map(|(_, field)| &field.value)
    }

    /// An argument that there is not, or that stands there twice.
    fn odd(&self) -> Option<(&str, &Field)> {
        let mut seen = HashSet::new();
        self.named_fields().find(|(name, _)| {
            !self.known().contains(name) || !seen.insert(*name)
        })
    }
}

/// Says that a call is refused; whether it may have been a guard that cannot
/// be kept.
fn refuse(
    import: &mut Import,
    is_lost: bool,
    what: &str,
    span: Span,
    help: &str,
) {
    import.document.loses(is_lost, span);
    let message = format!("{what}; {REFUSED}");
    import.refuse(Code::INVALID_RULE, message, span, help);
}

fn statement(import: &mut Import, call: &Call, programs: &Programs) {
    let Some(row) = FUNCTIONS.iter().find(|row| row.0 == call.name) else {
        let what = format!("nothing is called `{}`", call.name);
        let names = FUNCTIONS.iter().map(|row| row.0);
        let help = match nearest(&call.name, names) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "write rules for what it must stop".to_owned(),
        };
        return refuse(import, true, &what, call.span, &help);
    };
    let is_executable = call.name == "host_executable";
    if let Some((name, odd)) = call.odd() {
        // Without it, what was to be forbidden would be allowed.
        return misnamed(import, call, (name, odd), !is_executable);
    }
    let must = row.1.iter().take(row.2);
    for name in must.filter(|name| call.field(name).is_none()) {
        let what = format!("this `{}` has no `{name}`", call.name);
        let help = format!("add `{name}=…`");
        refuse(import, !is_executable, &what, call.span, &help);
    }
    reason(import, call);
    match row.0 {
        "host_executable" => programs.check(import, call),
        "network_rule" => network(import, call),
        _ => prefix(import, call, programs),
    }
}

/// An argument that there is not.
fn misnamed(
    import: &mut Import,
    call: &Call,
    (name, odd): (&str, &Field),
    is_lost: bool,
) {
    let known = call.known();
    let (what, help) = match known.contains(&name) {
        true => (
            format!("`{name}` stands twice here"),
            "remove one of them".to_owned(),
        ),
        false => (
            match name {
                "" => format!("`{}` takes no more", call.name),
                _ => format!("`{}` has no argument `{name}`", call.name),
            },
            match nearest(name, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("it has {}", known.join(", ")),
            },
        ),
    };
    refuse(import, is_lost, &what, odd.span, &help);
}

/// Words for people, which may be missing and not be empty.
fn reason(import: &mut Import, call: &Call) {
    for (name, field) in call.named_fields() {
        let what = match (name, &field.value) {
            ("justification", Arg::Text(text)) if text.trim().is_empty() => {
                "`justification` is empty"
            }
            ("justification" | "reviewer", Arg::Text(_) | Arg::None) => {
                continue;
            }
            ("justification" | "reviewer", _) => "this must be a text",
            _ => continue,
        };
        refuse(import, false, what, field.span, "write why, or remove it");
    }
}

fn network(import: &mut Import, call: &Call) {
    let word = match call.field("decision") {
        Some(Arg::Text(word)) => word.as_str(),
        None => return,
        _ => "",
    };
    let guards = word != "allow";
    if !matches!(word, "allow" | "deny" | "forbidden" | "prompt") {
        let help = "write `allow`, `prompt` or `deny`";
        let what = "this decides nothing that is known";
        refuse(import, true, what, call.span, help);
    }
    for (name, field) in call.named_fields() {
        let Arg::Text(text) = &field.value else { continue };
        let (what, help) = match name {
            "host" if !is_host(text) => (
                "this is no host",
                "write the name of one host, without `*`, scheme and path",
            ),
            "protocol" if !PROTOCOLS.contains(&text.as_str()) => (
                "this is no protocol",
                "write `http`, `https`, `socks5_tcp` or `socks5_udp`",
            ),
            _ => continue,
        };
        refuse(import, guards, what, field.span, help);
    }
    let message = "`network_rule` has no counterpart; it is left out";
    let help = match guards {
        true => "write rules for what it must stop",
        false => "write rules for what it must allow",
    };
    import.lost(guards, message, call.span, help);
}

/// Whether a text names one host, with a port at most.
fn is_host(text: &str) -> bool {
    let text = text.trim();
    let odd = |c: char| c.is_whitespace() || "/?#*".contains(c);
    !text.is_empty() && !text.contains(odd)
}

fn prefix(import: &mut Import, call: &Call, programs: &Programs) {
    let list = match call.field("decision") {
        None | Some(Arg::None) => List::Allow,
        Some(Arg::Text(word)) => match word.as_str() {
            "allow" => List::Allow,
            "prompt" => List::Ask,
            "forbidden" => List::Deny,
            _ => return undecided(import, call),
        },
        Some(_) => return undecided(import, call),
    };
    let guards = list != List::Allow;
    let words = match call.field("pattern") {
        Some(Arg::List(words) | Arg::Tuple(words)) => Some(words.as_slice()),
        _ => None,
    };
    let Some(words) = words.filter(|words| well_formed(words)) else {
        if call.field("pattern").is_some() {
            let what = "this pattern is no list of words, and of lists of \
                        words";
            let help = "write `pattern=[\"git\", [\"push\", \"commit\"]]`";
            refuse(import, guards, what, call.span, help);
        }
        return;
    };
    let has_tuple = |arg: &Arg| matches!(arg, Arg::Tuple(_));
    if call.field("pattern").is_some_and(has_tuple)
        || words.iter().any(has_tuple)
    {
        let what = "a pattern takes lists, and nothing in `( )`";
        refuse(import, false, what, call.span, "write `[ ]`");
    }
    let mut refuted = 0;
    for (name, field) in call.named_fields() {
        refuted += examples::refute(import, words, (name, field), programs);
    }
    // What its own examples refute lets nothing run, and still guards.
    if refuted > 0 && !guards {
        return;
    }
    let Some(texts) = command_rules(words) else {
        let message = "this pattern cannot be written as a rule; it is left \
                       out";
        let help = "write a rule for the program alone";
        import.lost(guards, message, call.span, help);
        return;
    };
    for text in texts {
        import.rule(list, text, call.span);
    }
}

fn undecided(import: &mut Import, call: &Call) {
    let what = "this rule decides nothing that is known, and is left out";
    let help = "write `allow`, `prompt` or `forbidden`";
    refuse(import, true, what, call.span, help);
}

/// Whether each word of a pattern is one, or a choice of some.
fn well_formed(words: &[Arg]) -> bool {
    let is_text = |arg: &Arg| matches!(arg, Arg::Text(_));
    let fits = |arg: &Arg| match arg {
        Arg::Text(_) => true,
        Arg::List(choices) | Arg::Tuple(choices) => {
            !choices.is_empty() && choices.iter().all(is_text)
        }
        Arg::None | Arg::Other => false,
    };
    !words.is_empty() && words.iter().all(fits)
}

/// The rules for a pattern; none where some cannot be written.
pub(super) fn command_rules(words: &[Arg]) -> Option<Vec<String>> {
    let patterns = prefixes(words)?;
    patterns.iter().map(|words| command_rule(words)).collect()
}

/// Every command that a pattern with alternatives stands for.
fn prefixes(words: &[Arg]) -> Option<Vec<String>> {
    let mut all = vec![String::new()];
    for word in words {
        let one = std::slice::from_ref(word);
        let choices = match word {
            Arg::List(choices) | Arg::Tuple(choices) => choices.as_slice(),
            _ => one,
        };
        let mut longer = Vec::new();
        for before in &all {
            for choice in choices {
                let Arg::Text(text) = choice else { return None };
                // A word with a blank in it is one word there.
                if text.is_empty() || text.contains(char::is_whitespace) {
                    return None;
                }
                let blank = if before.is_empty() { "" } else { " " };
                longer.push(format!("{before}{blank}{text}"));
            }
            if longer.len() > MAX_PATTERNS {
                return None;
            }
        }
        all = longer;
    }
    Some(all)
}
