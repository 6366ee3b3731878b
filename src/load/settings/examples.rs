//! Rules that stand beside calls they must match.

use super::Reader;
use crate::diagnostic::Code;
use crate::json::Value;
use crate::load::wrong::is_understood;
use crate::load::{Example, List, RuleEntry};
use crate::source::Span;

/// The keys of a rule that is written as an object.
const EXAMPLE_KEYS: &[&str] = &["match", "no_match", "rule"];

impl Reader {
    /// A rule of our own dialect as an object, with calls that it must match
    /// (`match`) and must not (`no_match`).
    pub(super) fn with_examples(&mut self, list: List, item: Value<'_>) {
        let rule = self.document.rules.len();
        if list == List::Allow && !is_understood(item, EXAMPLE_KEYS) {
            let message = "what may narrow this rule is not understood, so \
                           it allows nothing";
            let found = self.notes.at(Code::INVALID_VALUE, message, item);
            let help = "write `rule`, `match` and `no_match`, each once";
            self.notes.push(found.help(help));
            return;
        }
        for entry in item.entries() {
            let value = entry.value;
            let name = entry.name();
            match (name, value.decoded()) {
                ("rule", Some(text)) => {
                    let span = value.span();
                    let entry = RuleEntry { list, text, span };
                    self.document.rules.push(entry);
                }
                ("match" | "no_match", _) => {
                    let texts = self.notes.texts(value, name);
                    for call in texts.into_iter().flatten() {
                        let span = call.span();
                        let start = span.start.saturating_sub(1);
                        let span = Span { start, end: span.end + 1 };
                        let matches = name == "match";
                        let example = Example { rule, call, matches, span };
                        self.document.examples.push(example);
                    }
                }
                ("rule", None) => {
                    self.document.degraded |= list != List::Allow;
                    let help = "write the rule in quotes";
                    self.notes.wrong_type(value, name, "a text", help);
                }
                _ => self.notes.unknown_key(entry, EXAMPLE_KEYS),
            }
        }
        if self.document.rules.len() == rule {
            self.document.examples.retain(|example| example.rule < rule);
        }
    }
}
