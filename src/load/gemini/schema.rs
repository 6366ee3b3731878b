//! What makes Gemini CLI refuse a whole file: one value that its schema does
//! not take, and no rule of the file is in force.

use super::{Import, Rule};
use crate::diagnostic::Code;
use crate::diagnostic::suggest::nearest;
use crate::json::{Kind, Value};

/// What a key of a rule must hold.
#[derive(Clone, Copy)]
enum Shape {
    Text,
    Texts,
    Flag,
    Table,
    Modes,
}

impl Shape {
    fn words(self) -> &'static str {
        match self {
            Shape::Text => "one text",
            Shape::Texts => "a text or a list of texts",
            Shape::Flag => "true or false",
            Shape::Table => "a table",
            Shape::Modes => "a list of modes",
        }
    }

    fn holds(self, value: Value<'_>) -> bool {
        let is_text = |value: Value<'_>| value.str().is_some();
        match self {
            Shape::Text => is_text(value),
            Shape::Texts => {
                is_text(value)
                    || value.is_array() && value.items().all(is_text)
            }
            Shape::Flag => value.bool().is_some(),
            Shape::Table => value.is_object(),
            Shape::Modes => {
                let is_mode = |value: Value<'_>| {
                    value.str().is_some_and(|mode| MODES.contains(&mode))
                };
                value.is_array() && value.items().all(is_mode)
            }
        }
    }
}

const SHAPES: &[(&str, Shape)] = &[
    ("allow_redirection", Shape::Flag),
    ("argsPattern", Shape::Text),
    ("commandPrefix", Shape::Texts),
    ("commandRegex", Shape::Text),
    ("deny_message", Shape::Text),
    ("interactive", Shape::Flag),
    ("mcpName", Shape::Text),
    ("modes", Shape::Modes),
    ("subagent", Shape::Text),
    ("toolAnnotations", Shape::Table),
    ("toolName", Shape::Texts),
];

const MODES: &[&str] = &["autoEdit", "default", "plan", "yolo"];

/// The words that decide, and what people write for them.
const DECISIONS: &[&str] = &["allow", "ask_user", "deny"];

/// The highest priority: one more would be that of the next tier.
const HIGHEST: f64 = 999.0;

impl Rule<'_, '_> {
    /// Says of each value of a rule for which the file is refused; whether
    /// there is one.
    pub(super) fn is_refused(&mut self) -> bool {
        let before = self.import.refusals;
        for &(key, shape) in SHAPES {
            let value = self.table.get(key);
            if let Some(value) = value.filter(|value| !shape.holds(*value)) {
                let help = match shape {
                    Shape::Modes => format!("modes are {}", MODES.join(", ")),
                    _ => format!("write {}", shape.words()),
                };
                let what = format!("`{key}` must be {}", shape.words());
                refuse(self.import, Code::WRONG_TYPE, &what, value, &help);
            }
        }
        self.priority();
        self.decision();
        if self.import.refusals == before {
            self.nameless();
        }
        self.expression();
        self.import.refusals > before
    }

    /// An expression that Gemini CLI leaves out with its rule, or that never
    /// finds anything there.
    fn expression(&mut self) {
        let keys = ["argsPattern", "commandRegex"];
        for key in keys {
            let Some(value) = self.table.get(key) else { continue };
            let text = value.str().unwrap_or("");
            let message = if is_unsafe(text) {
                format!(
                    "Gemini CLI takes this `{key}` for one that may take too \
                     long, and leaves the rule out"
                )
            } else if key == "commandRegex" && text.starts_with('^') {
                // `"command":"` stands in front of it.
                "behind `^` nothing is ever found there; the start of the \
                 command is where it looks anyway"
                    .to_owned()
            } else {
                continue;
            };
            let help = "write `commandPrefix`, or a plainer expression";
            self.import.lost(false, message, value.span(), help);
        }
    }

    fn priority(&mut self) {
        const HELP: &str = "write a whole number from 0 to 999, such as \
                            `priority = 100`";
        let Some(value) = self.table.get("priority") else {
            let what = "this rule has no `priority`";
            let (code, place) = (Code::MISSING_FIELD, self.table);
            return refuse(self.import, code, what, place, HELP);
        };
        let number = value.float().filter(|_| value.kind() == Kind::Number);
        let Some(number) = number else {
            let what = "`priority` must be a number";
            return refuse(self.import, Code::WRONG_TYPE, what, value, HELP);
        };
        if number.fract() != 0.0 || !(0.0..=HIGHEST).contains(&number) {
            let what = format!("`{}` is no priority", value.raw());
            refuse(self.import, Code::INVALID_VALUE, &what, value, HELP);
        }
    }

    fn decision(&mut self) {
        let value = self.table.get("decision");
        let word = value.and_then(Value::str);
        if word.is_some_and(|word| DECISIONS.contains(&word)) {
            return;
        }
        let slip = self.table.entries().find(|entry| {
            let key = entry.name();
            !super::KNOWN.contains(&key)
                && nearest(key, ["decision"]).is_some()
        });
        let slip = slip.filter(|_| value.is_none());
        let place = value.unwrap_or(self.table);
        let place = slip.map_or(place, |entry| entry.key);
        let what = match word {
            Some(word) => format!("`{word}` is no decision"),
            None => "this rule decides nothing".to_owned(),
        };
        let help = match (slip, word) {
            (Some(_), _) => "did you mean `decision`?",
            (_, Some("ask" | "prompt")) => "did you mean `ask_user`?",
            _ => "write `allow`, `ask_user` or `deny`",
        };
        refuse(self.import, Code::INVALID_VALUE, &what, place, help);
    }

    /// A rule that names no tool, with which Gemini CLI does not start.
    fn nameless(&mut self) {
        let named = |key: &str| {
            let value = self.table.get(key);
            value.filter(|value| value.str() != Some(""))
        };
        let empty = self.table.get("toolName");
        if named("toolName").is_some() {
            return;
        }
        let place = empty.unwrap_or(self.table);
        if let Some(server) = named("mcpName") {
            let message = "without a `toolName` current versions of Gemini \
                           CLI do not start";
            let place = empty.unwrap_or(server).span();
            let help = "write `toolName = \"*\"` for all tools of the server";
            return self.import.lost(false, message, place, help);
        }
        let message = "this rule names no tool; current versions of Gemini \
                       CLI do not start with it";
        let help = "write `toolName`, for all of them `\"*\"`";
        self.import.refuse(Code::MISSING_FIELD, message, place.span(), help);
    }
}

/// Whether something is repeated that itself repeats something, as its
/// `isSafeRegExp` sees it, or the text is very long.
fn is_unsafe(text: &str) -> bool {
    const MAX_LENGTH: usize = 2048;
    let repeats = |c: char| matches!(c, '*' | '+' | '?' | '{');
    // The first group that holds such a sign before it is closed.
    let inner = text.match_indices('(').find_map(|(at, _)| {
        let body = text.get(at + 1..)?;
        let end = body.find(')').unwrap_or(body.len());
        let sign = body.get(..end)?.find(repeats)?;
        body.get(sign + 1..)
    });
    let ends = inner.is_some_and(|rest| {
        let mut all = rest.match_indices(')');
        all.any(|(at, _)| {
            rest.get(at + 1..).is_some_and(|rest| rest.starts_with(repeats))
        })
    });
    ends || text.len() > MAX_LENGTH
}

/// Says that the whole file is refused.
pub(super) fn refuse(
    import: &mut Import,
    code: Code,
    what: &str,
    value: Value<'_>,
    help: &str,
) {
    let message = format!(
        "{what}; Gemini CLI refuses the whole file, and no rule in it is in \
         force"
    );
    import.refuse(code, message, value.span(), help);
}
