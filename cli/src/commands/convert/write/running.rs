//! How often a handler runs, and what it is given, where it was and where it
//! is written for.

use hookset::diagnostic::Severity;
use hookset::dialect::{Dialect, Once};
use hookset::load::{Action, Handler, Scope};
use hookset::source::Span;
use serde_json::Value;

use super::Writer;
use crate::commands::hook::PROJECT_VARIABLES;

/// How often a handler with `once` runs, the seldomest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Often {
    Ever,
    Session,
    Always,
}

impl Often {
    fn of(dialect: &Dialect, scope: Scope) -> Often {
        match dialect.running.once {
            Once::Skills if scope != Scope::Skill => Often::Always,
            Once::Skills | Once::Session => Often::Session,
            Once::Store => Often::Ever,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Often::Ever => "once ever",
            Often::Session => "once in a session",
            Often::Always => "every time",
        }
    }
}

impl Writer<'_> {
    /// Keeps a handler that runs every time from running once, and says where
    /// one runs more or less often than it did.
    pub(super) fn often(&mut self, handler: &Handler, json: &mut Value) {
        if !handler.once {
            return;
        }
        let before = Often::of(self.before, self.document.scope);
        let after = match self.target {
            "sep2282" => Often::Always,
            _ => Often::of(&self.after, Scope::Project),
        };
        if before == after {
            return;
        }
        if before == Often::Always {
            if let Some(map) = json.as_object_mut() {
                map.remove("once");
            }
            let message = "`once` says nothing there; it is left out, for \
                           the hook runs every time";
            self.lost(Severity::Info, message.to_owned(), handler.span);
            return;
        }
        let severity = match after < before {
            true => Severity::Error,
            false => Severity::Warning,
        };
        let message = format!(
            "with `once` this hook ran {}; after, it runs {}",
            before.words(),
            after.words()
        );
        self.lost(severity, message, handler.span);
    }

    /// Says which variable a command looks for that its hooks were given and
    /// are given no more.
    pub(super) fn given(&mut self, handler: &Handler) {
        if !matches!(handler.action, Action::Command { .. }) {
            return;
        }
        let gives = |dialect: &Dialect, name: &str| {
            let rest = name.strip_prefix(dialect.env_prefix);
            rest.is_some_and(|rest| rest.starts_with('_'))
        };
        let of_another = self.document.family.is_of_another();
        let text = self.document.raw(handler.span);
        let text = handler.text.as_deref().unwrap_or(text);
        let missing = PROJECT_VARIABLES.iter().filter(|name| {
            // Of this one the lints of that form speak.
            let is_told = self.target == "agent" && name.starts_with("CLAUDE");
            let was_given = of_another || gives(self.before, name);
            was_given && !is_told && !gives(&self.after, name)
        });
        let found =
            missing.filter_map(|name| Some((*name, used(text, name)?)));
        let found: Vec<_> = found.collect();
        for (name, at) in found {
            let span = match handler.text {
                None => {
                    let start = handler.span.start as usize + at;
                    Span::new(start, start + name.len())
                }
                Some(_) => handler.span,
            };
            let message = format!(
                "hooks are given `{}_PROJECT_DIR` there and no `{name}`; \
                 what that leads to is not found",
                self.after.env_prefix
            );
            self.lost(Severity::Error, message, span);
        }
    }
}

/// Where a text uses a variable that it neither sets nor has something else
/// for.
fn used(text: &str, name: &str) -> Option<usize> {
    let mut places = text.match_indices(name).filter(|(at, _)| {
        let before = text.get(..*at).unwrap_or("");
        let behind = text.get(at + name.len()..).unwrap_or("");
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        !before.ends_with(is_word) && !behind.starts_with(is_word)
    });
    let (first, _) = places.next()?;
    let is_set =
        [format!("{name}="), format!("{name}:-"), format!("{name}:=")];
    (!is_set.iter().any(|set| text.contains(set))).then_some(first)
}
