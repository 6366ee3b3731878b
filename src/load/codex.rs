//! Rules of Codex: calls such as
//! `prefix_rule(pattern=["git", "log"], decision="allow")`; and its hooks.

mod examples;
mod hooks;
mod matcher;

use super::foreign::{Import, command_rule};
use super::{Document, Family, List, Scope};
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Span};
use std::collections::HashSet;

/// Commands that one pattern may stand for.
const MAX_PATTERNS: usize = 256;
/// Lists within each other.
const MAX_DEPTH: usize = 8;

/// What a rule may be given, each once; with anything else the file is
/// refused there.
const ARGUMENTS: &[&str] =
    &["decision", "justification", "match", "not_match", "pattern"];

/// Reads a file called `name`: rules, `hooks.json` or `config.toml`.
pub(super) fn read(
    source: SourceId,
    name: &str,
    text: &str,
    scope: Scope,
) -> (Document, Vec<Diagnostic>) {
    let end = name.rsplit('.').next().unwrap_or("");
    if end == "toml" {
        return config(source, text, scope);
    }
    let start = text.trim_start_matches('\u{feff}').trim_start();
    // No rule begins so.
    if end != "rules" && start.starts_with(['{', '"']) {
        return hooks::read(source, text, scope, hooks::Form::Json);
    }
    if end != "rules" && start.starts_with('[') {
        return config(source, text, scope);
    }
    let mut import = Import::new(source, scope, Family::Codex);
    let mut reader = Reader { text, at: 0 };
    while let Some(call) = reader.call() {
        match call {
            Ok(call) => rule(&mut import, &call),
            Err(at) => {
                let end = text.len();
                let next = text.get(at..).and_then(|r| r.chars().next());
                let len = next.map_or(0, char::len_utf8);
                let span = Span::new(at, (at + len).min(end));
                let message = "the file cannot be read from here on";
                import.broken(Code::INVALID_RULE, message, span);
                break;
            }
        }
    }
    import.done(text)
}

/// Reads `config.toml`.
fn config(
    source: SourceId,
    text: &str,
    scope: Scope,
) -> (Document, Vec<Diagnostic>) {
    #[cfg(feature = "toml")]
    return hooks::read(source, text, scope, hooks::Form::Toml);
    #[cfg(not(feature = "toml"))]
    super::foreign::no_toml(source, text, scope, Family::Codex)
}

fn rule(import: &mut Import, call: &Call) {
    // It says which paths go by a name. An allow rule is for no path here,
    // and a guard for each, so nothing gets lost.
    if call.name == "host_executable" {
        return;
    }
    if call.name != "prefix_rule" {
        let message =
            format!("`{}` has no counterpart; it is left out", call.name);
        let help = match nearest(&call.name, ["prefix_rule"]) {
            Some(_) => "did you mean `prefix_rule`?",
            None => "write rules for what it must stop",
        };
        import.lost(true, message, call.span, help);
        return;
    }
    if let Some(odd) = call.odd() {
        return misnamed(import, odd);
    }
    let field = |name: &str| {
        let found = call.fields.iter().find(|field| field.name == name);
        found.map(|field| &field.value)
    };
    let list = match field("decision") {
        None => List::Allow,
        Some(Arg::Text(word)) => match word.as_str() {
            "allow" => List::Allow,
            "prompt" => List::Ask,
            "forbidden" => List::Deny,
            _ => return undecided(import, call),
        },
        Some(_) => return undecided(import, call),
    };
    let words = match field("pattern") {
        Some(Arg::List(words)) => Some(words.as_slice()),
        _ => None,
    };
    let refuted = words.is_some_and(|words| {
        // All of them are told.
        let all = call.fields.iter();
        all.filter(|field| examples::refute(import, words, field)).count() > 0
    });
    // What its own examples refute lets nothing run, and still guards.
    if refuted && list == List::Allow {
        return;
    }
    let patterns = words.and_then(prefixes);
    let texts: Option<Vec<String>> = patterns.and_then(|patterns| {
        patterns.iter().map(|words| command_rule(words)).collect()
    });
    let Some(texts) = texts else {
        let message = "this pattern cannot be written as a rule; it is left \
                       out";
        let help = "write a rule for the program alone";
        import.lost(list != List::Allow, message, call.span, help);
        return;
    };
    for text in texts {
        import.rule(list, text, call.span);
    }
}

/// A rule with an argument that none has: without it, what was to be
/// forbidden would be allowed.
fn misnamed(import: &mut Import, odd: &Field) {
    let name = odd.name.as_str();
    let (message, help) = match ARGUMENTS.contains(&name) {
        true => (
            format!("`{name}` stands twice in this rule; it is left out"),
            "remove one of them".to_owned(),
        ),
        false => (
            format!("no rule has an argument `{name}`; the rule is left out"),
            match nearest(name, ARGUMENTS.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("rules have {}", ARGUMENTS.join(", ")),
            },
        ),
    };
    import.lost(true, message, odd.span, &help);
}

fn undecided(import: &mut Import, call: &Call) {
    let message = "this rule decides nothing that is known; it is left out";
    let help = "write `allow`, `prompt` or `forbidden`";
    import.lost(true, message, call.span, help);
}

/// Every command that a pattern with alternatives stands for.
fn prefixes(words: &[Arg]) -> Option<Vec<String>> {
    let mut all = vec![String::new()];
    for word in words {
        let one = std::slice::from_ref(word);
        let choices = match word {
            Arg::List(choices) => choices.as_slice(),
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
        // One of none of these words is none.
        if longer.is_empty() {
            return None;
        }
        all = longer;
    }
    Some(all)
}

struct Call {
    name: String,
    fields: Vec<Field>,
    span: Span,
}

impl Call {
    /// An argument that no rule has, or that stands there twice.
    fn odd(&self) -> Option<&Field> {
        let mut seen = HashSet::new();
        self.fields.iter().find(|field| {
            let name = field.name.as_str();
            !ARGUMENTS.contains(&name) || !seen.insert(name)
        })
    }
}

struct Field {
    name: String,
    value: Arg,
    /// The place of its name.
    span: Span,
}

enum Arg {
    Text(String),
    List(Vec<Arg>),
    Other,
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn blanks(&mut self) {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start();
            let mut by = rest.len() - trimmed.len();
            if trimmed.starts_with('#') {
                by += trimmed.find('\n').unwrap_or(trimmed.len());
            }
            if by == 0 {
                return;
            }
            self.at += by;
        }
    }

    fn take(&mut self, c: char) -> bool {
        self.blanks();
        let found = self.rest().starts_with(c);
        self.at += if found { c.len_utf8() } else { 0 };
        found
    }

    /// A comma, which may be missing before the end.
    fn comma(&mut self, end: char) -> Option<()> {
        (self.take(',') || self.rest().starts_with(end)).then_some(())
    }

    fn word(&mut self) -> Option<String> {
        self.blanks();
        let rest = self.rest();
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let len = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let word = rest.get(..len).filter(|word| !word.is_empty())?.to_owned();
        self.at += len;
        Some(word)
    }

    /// The next call; the place where it cannot be read.
    fn call(&mut self) -> Option<Result<Call, usize>> {
        self.blanks();
        if self.rest().is_empty() {
            return None;
        }
        let start = self.at;
        Some(self.fields(start).ok_or(self.at))
    }

    fn fields(&mut self, start: usize) -> Option<Call> {
        let name = self.word()?;
        self.take('(').then_some(())?;
        let mut fields = Vec::new();
        while !self.take(')') {
            let name = self.word()?;
            let span = Span::new(self.at - name.len(), self.at);
            self.take('=').then_some(())?;
            fields.push(Field { name, value: self.arg(0)?, span });
            self.comma(')')?;
        }
        Some(Call { name, fields, span: Span::new(start, self.at) })
    }

    fn arg(&mut self, depth: usize) -> Option<Arg> {
        self.blanks();
        let quote = self.rest().chars().next()?;
        if matches!(quote, '"' | '\'') {
            return self.quoted(quote).map(Arg::Text);
        }
        if self.take('[') {
            (depth < MAX_DEPTH).then_some(())?;
            let mut items = Vec::new();
            while !self.take(']') {
                items.push(self.arg(depth + 1)?);
                self.comma(']')?;
            }
            return Some(Arg::List(items));
        }
        self.word().map(|_| Arg::Other)
    }

    fn quoted(&mut self, quote: char) -> Option<String> {
        let mut out = String::new();
        let rest = self.rest();
        let mut chars = rest.char_indices().skip(1);
        while let Some((at, c)) = chars.next() {
            match c {
                '\\' => match chars.next()?.1 {
                    'n' => out.push('\n'),
                    't' => out.push('\t'),
                    c @ ('\\' | '\'' | '"') => out.push(c),
                    // A character by its number, or a fault there.
                    _ => return None,
                },
                '\n' => return None,
                c if c == quote => {
                    self.at += at + 1;
                    return Some(out);
                }
                c => out.push(c),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests;
