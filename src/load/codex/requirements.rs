//! Rules of `requirements.toml`, which an organisation puts above all others.

use super::rules::command_rules;
use super::starlark::Arg;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::json::Value;
use crate::load::wrong::Notes;
use crate::load::{Document, List, RuleEntry};
use crate::source::Decoded;

/// Reads `[rules]`.
pub(super) fn read(
    notes: &mut Notes,
    document: &mut Document,
    rules: Value<'_>,
) {
    let all = rules.get("prefix_rules");
    for rule in all.into_iter().flat_map(Value::items) {
        let word = rule.get("decision").and_then(Value::str);
        let list = match word {
            Some("prompt") => Some(List::Ask),
            Some("forbidden") => Some(List::Deny),
            _ => None,
        };
        let pattern = rule.get("pattern");
        let words: Vec<_> =
            pattern.into_iter().flat_map(Value::items).map(token).collect();
        let words: Option<Vec<Arg>> = words.into_iter().collect();
        let words = words.filter(|words| !words.is_empty());
        let (Some(list), Some(words)) = (list, words) else {
            let message = "this rule has no pattern of `token` or `any_of`, \
                           or decides nothing that it may; Codex refuses the \
                           file, and nothing in it is in force";
            let found = notes.at(Code::INVALID_RULE, message, rule);
            let help = "write `{ pattern = [{ token = \"rm\" }], decision = \
                        \"forbidden\" }`, or `prompt`; nothing is allowed \
                        here";
            notes.push(found.help(help));
            document.loses(word != Some("allow"), rule.span());
            continue;
        };
        let Some(texts) = command_rules(&words) else {
            document.loses(true, rule.span());
            let message = "this pattern cannot be written as a rule; it is \
                           left out";
            let code = Code::LOSSY_CONVERSION;
            let (source, span) = (notes.source, rule.span());
            let found = Diagnostic::new(code, message, source, span);
            let help = "write a rule for the program alone";
            notes.push(found.severity(Severity::Error).help(help));
            continue;
        };
        for text in texts {
            let span = rule.span();
            let text = Decoded::made(text, span);
            document.rules.push(RuleEntry { list, text, span });
        }
    }
}

/// `{ token = "a" }` or `{ any_of = ["a", "b"] }`.
fn token(value: Value<'_>) -> Option<Arg> {
    let text = |value: Value<'_>| Some(Arg::Text(value.str()?.to_owned()));
    if let Some(one) = value.get("token") {
        return text(one);
    }
    let choices: Option<Vec<_>> =
        value.get("any_of")?.items().map(text).collect();
    choices.filter(|all| !all.is_empty()).map(Arg::List)
}
