//! What the keys of a handler hold besides its action.

use super::Reader;
use crate::diagnostic::{Code, Severity};
use crate::json::{Kind, Value};
use crate::load::{Family, HandlerKind};
use crate::source::Decoded;

impl Reader<'_, '_> {
    pub(super) fn condition(&mut self) -> Option<Decoded> {
        let value = self.value.get("if")?;
        let word = self.value.get("permissionDecision");
        let becomes = match word.and_then(Value::str) {
            Some("allow") => "nothing is allowed",
            _ => "the handler runs every time",
        };
        if let Some(text) = value.decoded() {
            if text.as_str().trim().is_empty() {
                let message = format!("this condition is empty; {becomes}");
                let found = self.notes.at(Code::EMPTY_RULE, message, value);
                self.notes.push(found.help("write one rule, or remove it"));
            }
            return Some(text);
        }
        if value.kind() == Kind::Broken {
            return None;
        }
        let message = format!(
            "`if` holds one rule as a text, this is {}; {becomes}",
            value.kind().words()
        );
        let found = self.notes.at(Code::WRONG_TYPE, message, value);
        self.notes.push(found.help(
            "write one rule, such as `\"Bash(rm *)\"`, and one handler per \
             rule",
        ));
        None
    }

    pub(super) fn timeout(&mut self) -> Option<u64> {
        if self.place.family == Family::Codex {
            return self.whole_timeout();
        }
        let value = self.value.get("timeout")?;
        if value.kind() == Kind::Number && value.is_doubtful() {
            return None;
        }
        let Some(seconds) = value.float() else {
            let quoted = value.str().filter(|s| s.parse::<f64>().is_ok());
            let help = match quoted {
                Some(number) => format!("write `{number}`, without quotes"),
                None => "write a number of seconds".to_owned(),
            };
            let message = "`timeout` must be a number of seconds; the \
                           default is used";
            let found = self.notes.at(Code::INVALID_TIMEOUT, message, value);
            self.notes.push(found.help(help));
            return None;
        };
        if seconds <= 0.0 {
            let message = format!(
                "a timeout of `{}` makes no sense; the default is used",
                value.raw()
            );
            let found = self.notes.at(Code::INVALID_TIMEOUT, message, value);
            self.notes.push(found.help("write 1 or more seconds"));
            return None;
        }
        // No hook takes eleven days.
        let is_long = seconds >= 1_000_000.0;
        if is_long || seconds >= 5_000.0 && seconds % 1_000.0 == 0.0 {
            let message = format!(
                "`{}` looks like milliseconds, but the unit is seconds",
                value.raw()
            );
            let code = Code::TIMEOUT_IN_MILLISECONDS;
            let found = self.notes.at(code, message, value);
            let help = format!("write `{}`", seconds / 1_000.0);
            self.notes.push(found.help(help));
        }
        // Floats beyond the range of u64 are cut to its largest number.
        Some((seconds * 1_000.0).ceil() as u64)
    }

    /// A timeout of Codex: whole seconds, or nothing, and of none it makes
    /// one.
    fn whole_timeout(&mut self) -> Option<u64> {
        let mut names = ["timeout", "timeoutSec"].into_iter();
        let value = names.find_map(|name| self.value.get(name))?;
        if matches!(value.kind(), Kind::Null | Kind::Broken) {
            return None;
        }
        let number = value.float().filter(|_| value.kind() == Kind::Number);
        let whole = number.filter(|n| n.fract() == 0.0 && *n >= 0.0);
        let is_whole = value.raw().bytes().all(|b| b.is_ascii_digit());
        if let Some(seconds) = whole.filter(|_| is_whole) {
            return Some((seconds.max(1.0) * 1_000.0) as u64);
        }
        let what = self.notes.refused().unwrap_or("the default is used");
        let message = format!(
            "`timeout` must be a whole number of seconds, 0 or more; {what}"
        );
        let found = self.notes.at(Code::INVALID_TIMEOUT, message, value);
        self.notes.push(found.help("write such a number, without quotes"));
        None
    }

    pub(super) fn once(&mut self) -> bool {
        self.flag("once")
    }

    pub(super) fn failure_blocks(&mut self) -> bool {
        let Some(value) = self.value.get("onFailure") else { return false };
        let words = ["block", "continue"];
        let Some(text) = self.notes.word(value, "onFailure", words) else {
            return false;
        };
        match text.as_str() {
            "block" => {
                self.useless_block(value);
                true
            }
            "continue" => false,
            other => {
                let message = format!("`{other}` is nothing a failure can do");
                let found = self.notes.at(Code::INVALID_VALUE, message, value);
                self.notes.push(found.help("write `block` or `continue`"));
                false
            }
        }
    }

    /// Where a failure blocks nothing, whatever the handler says.
    fn useless_block(&mut self, value: Value<'_>) {
        let set = |key| self.value.get(key).and_then(Value::bool);
        let waits =
            set("async") != Some(true) && set("asyncRewake") != Some(true);
        let event =
            self.place.kind.filter(|kind| !HandlerKind::fails_shut_on(*kind));
        let message = match event {
            Some(event) => format!(
                "a failure blocks nothing on `{}`; it goes on",
                event.name()
            ),
            None if waits => return,
            None => "nobody waits for this handler; its failure blocks \
                     nothing"
                .to_owned(),
        };
        let found = self.notes.at(Code::MISPLACED_FIELD, message, value);
        let found = found.severity(Severity::Warning);
        self.notes.push(found.help("remove `onFailure`"));
    }
}
