//! What stands beside rules and hooks and has no place in what is written.

use hookset::diagnostic::{Code, Diagnostic};
use hookset::json::Value as Node;
use hookset::load::Family;
use hookset::source::Span;
use serde_json::{Map, Value, json};

use super::Writer;
use super::comments::{Style, comments};
use crate::text::count;

/// The keys that groups stand below, by their events.
const HOOKS: &[&str] = &["hooks", "hooks_config"];

/// What a group holds that is written.
const OF_GROUP: &[&str] = &["hooks", "matcher"];

/// What policies of other agents say beside a rule, by their kind of file.
const REASONS: &[(Family, &str)] = &[
    (Family::Gemini, "denyMessage"),
    (Family::Gemini, "deny_message"),
    (Family::Codex, "justification"),
];

impl Writer<'_> {
    /// Something that decides nothing and gets lost.
    fn left(&mut self, message: String, span: Span) {
        let source = self.document.source;
        let code = Code::LOSSY_CONVERSION;
        let found = Diagnostic::new(code, message, source, span);
        self.found.push(found.help("copy it by hand where it is needed"));
    }

    /// A rule with its examples, where these can stand beside it.
    pub(super) fn with_examples(
        &mut self,
        number: usize,
        text: &str,
    ) -> Value {
        let all = self.document.examples.iter();
        let all: Vec<_> = all.filter(|one| one.rule == number).collect();
        let Some(first) = all.first() else { return text.into() };
        if self.target != "hookset" {
            let examples = count(all.len(), "example");
            let message = format!("{examples} of `{text}` cannot be written");
            self.left(message, first.span);
            return text.into();
        }
        let mut rule = Map::new();
        rule.insert("rule".to_owned(), text.into());
        for one in all {
            let key = if one.matches { "match" } else { "no_match" };
            let list = rule.entry(key).or_insert_with(|| json!([]));
            if let Some(list) = list.as_array_mut() {
                list.push(one.call.as_str().into());
            }
        }
        Value::Object(rule)
    }

    /// What groups say of themselves.
    pub(super) fn of_groups(&mut self) {
        let root = self.document.root();
        let hooks = root.into_iter().flat_map(Node::entries);
        let hooks = hooks.filter(|entry| HOOKS.contains(&entry.name()));
        let events = hooks.flat_map(|entry| entry.value.entries());
        let groups = events.flat_map(|event| event.value.items());
        let groups = groups
            .filter(|group| group.get("hooks").is_some_and(Node::is_array));
        let lost = groups
            .flat_map(Node::entries)
            .filter(|entry| !OF_GROUP.contains(&entry.name()));
        let lost: Vec<_> = lost
            .map(|entry| (entry.name().to_owned(), entry.key.span()))
            .collect();
        for (name, span) in lost {
            self.left(format!("`{name}` of a group is left out"), span);
        }
    }

    /// What is said to people: comments, and why rules of other agents are
    /// there.
    pub(super) fn besides(&mut self, text: &str) {
        let family = self.document.family;
        let style = match family {
            Family::Definition | Family::Pattern => Style::Yaml,
            Family::Gemini | Family::Codex => Style::Script,
            _ => Style::Json,
        };
        // Behind the front matter stands prose.
        let end = match family {
            Family::Definition => text.get(3..).and_then(|t| t.find("\n---")),
            _ => None,
        };
        let text = end.map_or(text, |end| text.get(..end + 3).unwrap_or(text));
        let told = comments(text, style);
        let known = REASONS.iter().filter(|row| row.0 == family);
        for (_, key) in known {
            for span in assigned(text, &told.code, key) {
                let message = format!("`{key}` has no counterpart");
                self.left(message, span);
            }
        }
        if let Some(first) = told.comments.first() {
            let comments = match told.comments.len() {
                1 => "the comment is".to_owned(),
                many => format!("{many} comments are"),
            };
            let message = format!("{comments} left out");
            self.left(message, *first);
        }
    }
}

/// Where a value is given to `key` outside of quotes.
fn assigned(text: &str, code: &[Span], key: &str) -> Vec<Span> {
    let mut found = Vec::new();
    for run in code {
        let part = run.of(text);
        for (at, _) in part.match_indices(key) {
            let before = part.get(..at).and_then(|t| t.chars().next_back());
            let behind = part.get(at + key.len()..).unwrap_or("");
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            if !before.is_some_and(is_word)
                && behind.trim_start().starts_with('=')
            {
                let start = run.start as usize + at;
                found.push(Span::new(start, start + key.len()));
            }
        }
    }
    found
}
