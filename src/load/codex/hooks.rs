//! Hooks of Codex, in `hooks.json` or `config.toml`. They look like ours;
//! where they mean something else, that is said.

mod servers;

use super::matcher::as_here;
#[cfg(feature = "toml")]
use super::requirements;
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::event::table::MatcherField;
use crate::json::{Entry, Host, Kind, Limits, Tape, Value, diagnose};
use crate::load::hooks;
#[cfg(feature = "toml")]
use crate::load::toml;
use crate::load::wrong::{Notes, may_guard};
use crate::load::{Action, Document, Family, Group, Handler, Scope};
use crate::source::{Decoded, SourceId, Span};
use crate::syntax::regex::Flavor;

const LIMITS: Limits = Limits { size: 8 << 20, depth: 128, problems: 200 };

/// Keys of `config.toml` that decide what may run, in another way than
/// rules do.
const DECIDING: &[&str] = &[
    "approval_policy",
    "default_permissions",
    "permissions",
    "sandbox_mode",
    "sandbox_workspace_write",
];

/// Keys that say nothing of what may run, whatever stands in them.
const NO_GUARDS: &[&str] = &["shell_environment_policy"];

/// All that may stand in `hooks.json`.
const OF_FILE: &[&str] = &["description", "hooks"];

/// What Codex does where one value is not as it must be.
const REFUSAL: &str = "Codex refuses the file, and none of its hooks runs";

/// How the file is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// `hooks.json`
    Json,
    /// `config.toml`
    #[cfg(feature = "toml")]
    Toml,
}

pub(super) fn read(
    source: SourceId,
    text: &str,
    scope: Scope,
    form: Form,
) -> (Document, Vec<Diagnostic>) {
    let mut tape = Tape::new();
    let mut document = Document::new(source, scope, Family::Codex);
    let mut notes = Notes::new(source, Vec::new());
    match form {
        Form::Json => {
            tape.read(text, &LIMITS);
            notes.found = diagnose(&tape, text, source, Host::Strict);
            document.refused = !notes.found.is_empty();
        }
        #[cfg(feature = "toml")]
        Form::Toml => {
            if let Err(toml::Broken(span)) = toml::read(text, &mut tape) {
                let message = "the file is not TOML from here on";
                let code = Code::INVALID_TOML;
                let found = Diagnostic::new(code, message, source, span);
                notes.push(found.help("mend the file first"));
                document.refused = true;
            }
        }
    }
    notes.refusal = Some(REFUSAL);
    if let Some(root) = tape.root(text) {
        let (notes, document) = (&mut notes, &mut document);
        Import { notes, document, form }.file(root);
    }
    document.drops_hooks |= notes.refuses;
    document.text = text.into();
    document.tape = tape;
    (document, notes.found)
}

struct Import<'n> {
    notes: &'n mut Notes,
    document: &'n mut Document,
    form: Form,
}

impl Import<'_> {
    fn file(&mut self, root: Value<'_>) {
        if !root.is_object() {
            if root.kind() != Kind::Broken {
                let help = "write `{\"hooks\": {…}}`";
                self.notes.wrong_type(root, "the file", "an object", help);
            }
            self.document.degraded = true;
            return;
        }
        for entry in root.entries() {
            self.key(entry);
        }
        if self.form != Form::Json {
            self.config(root);
        }
        for mut group in std::mem::take(&mut self.document.groups) {
            self.group(&mut group);
            self.document.groups.push(group);
        }
    }

    fn key(&mut self, entry: Entry<'_>) {
        let key = entry.name();
        let place = entry.key.span();
        if key == "hooks" {
            hooks::read(self.notes, self.document, entry.value, false);
            self.trust(place);
            self.switched_off(entry.value);
        } else if key == "notify" {
            let message = "a program that is told of the end of a turn has \
                           no counterpart; it is left out";
            let help = "write a hook on `Stop`";
            self.lost(Severity::Warning, message, place, help);
        } else if self.is_stray(entry) {
            self.notes.stray(self.document, entry);
        } else if DECIDING.contains(&key) {
            self.decides(entry);
        } else if self.form == Form::Json {
            self.no_key(entry);
        }
    }

    /// Whether an entry may hold guards that are not read; the rules of an
    /// organisation are.
    fn is_stray(&self, entry: Entry<'_>) -> bool {
        let key = entry.name();
        let is_rules = self.form != Form::Json
            && key == "rules"
            && entry.value.get("prefix_rules").is_some();
        may_guard(entry) && !is_rules && !NO_GUARDS.contains(&key)
    }

    /// Something that decides what may run, in another way than rules.
    fn decides(&mut self, entry: Entry<'_>) {
        let message = format!(
            "`{}` decides there what may run and has no counterpart; it is \
             left out",
            entry.name()
        );
        let help = "write rules for what it must stop";
        self.lost(Severity::Warning, message, entry.key.span(), help);
    }

    /// A key that `hooks.json` may not have; `config.toml` holds all kinds of
    /// settings.
    fn no_key(&mut self, entry: Entry<'_>) {
        let key = entry.name();
        if key == "description" {
            self.notes.text(entry.value, key);
            return;
        }
        let what = self.notes.refused().unwrap_or_default();
        let message = format!("`{key}` may not stand here; {what}");
        let found = self.notes.at(Code::UNKNOWN_KEY, message, entry.key);
        let help = match nearest(key, OF_FILE.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "write `{\"hooks\": {…}}`, with a `description` beside \
                     it at most"
                .to_owned(),
        };
        self.notes.push(found.severity(Severity::Error).help(help));
    }

    /// Hooks that a person has switched off; of trusted ones nothing is said.
    fn switched_off(&mut self, hooks: Value<'_>) {
        let state = hooks.get("state").filter(|state| state.is_object());
        for entry in state.into_iter().flat_map(Value::entries) {
            let off = entry.value.get("enabled");
            if let Some(off) = off.filter(|off| off.kind() == Kind::False) {
                let message = format!(
                    "there the hook `{}` is switched off; here it runs",
                    entry.name()
                );
                let help = "remove the hook, or the switch";
                self.lost(Severity::Info, message, off.span(), help);
            }
        }
    }

    /// What else `config.toml` and its like say.
    fn config(&mut self, root: Value<'_>) {
        #[cfg(feature = "toml")]
        if let Some(rules) = root.get("rules") {
            requirements::read(self.notes, self.document, rules);
        }
        self.taken_away(root);
        for key in ["plugins", "profiles"] {
            let parts = root.get(key).into_iter().flat_map(Value::entries);
            for part in parts {
                self.taken_away(part.value);
                let all = part.value.entries();
                for entry in all.filter(|e| DECIDING.contains(&e.name())) {
                    self.decides(entry);
                }
            }
        }
    }

    fn lost(
        &mut self,
        severity: Severity,
        message: impl Into<String>,
        span: Span,
        help: &str,
    ) {
        let code = Code::LOSSY_CONVERSION;
        let source = self.notes.source;
        let found = Diagnostic::new(code, message, source, span);
        self.notes.push(found.severity(severity).help(help));
    }

    /// Hooks run there after a person has seen them.
    fn trust(&mut self, place: Span) {
        if self.document.groups.is_empty() {
            return;
        }
        let message = "there, a hook runs once a person has approved it; \
                       here it runs at once";
        let help = "look at the hooks before you take them over";
        self.lost(Severity::Info, message, place, help);
    }

    fn group(&mut self, group: &mut Group) {
        for handler in &group.hooks {
            self.handler(handler);
        }
        let Some(matcher) = group.matcher.take() else { return };
        let field = group.kind.map(|kind| kind.row().matcher);
        let is_of_tools = field == Some(MatcherField::Field("tool_name"));
        self.blanks(&matcher);
        let (here, fault) = as_here(matcher, is_of_tools);
        let is_read = Flavor::JavaScript.parse(here.as_str()).is_ok();
        // What cannot be read here either is told where it is compiled.
        if let Some(fault) = fault.filter(|_| is_read) {
            let message = format!(
                "Codex cannot read this matcher ({fault}) and leaves the \
                 group out; here its hooks run"
            );
            let code = Code::INVALID_REGEX;
            let source = self.notes.source;
            let found = Diagnostic::new(code, message, source, here.span());
            let help = "write it without `(?=`, `(?!`, `\\1` and `\\k`";
            self.notes.push(found.help(help));
        }
        group.matcher = Some(here);
    }

    /// A list of here is one expression there, and no name holds its blanks
    /// and commas.
    fn blanks(&mut self, matcher: &Decoded) {
        let text = matcher.as_str();
        let is_list = |c: char| {
            c.is_ascii_alphanumeric()
                || matches!(c, '_' | '|' | '-' | ',' | ' ')
        };
        let (message, help) = if text.is_empty() || !text.contains([',', ' '])
        {
            return;
        } else if text.trim().is_empty() {
            (
                "no name holds a blank: neither there nor here the hook ever \
                 runs"
                    .to_owned(),
                "remove the matcher to run it on every call",
            )
        } else if text.chars().all(is_list) {
            (
                format!(
                    "`{text}` is one expression there, and no name holds a \
                     blank or a comma; here it is a list of names"
                ),
                "write `|` between the names",
            )
        } else {
            return;
        };
        self.lost(Severity::Warning, message, matcher.span(), help);
    }

    fn handler(&mut self, handler: &Handler) {
        let kind = handler.kind().as_str();
        if matches!(
            handler.action,
            Action::Prompt { .. } | Action::Agent { .. }
        ) {
            let message =
                format!("no `{kind}` handler runs there; here this one does");
            let help = "remove it, or keep it as something new";
            self.lost(Severity::Warning, message, handler.span, help);
        }
        if let Some(condition) = &handler.condition {
            let message = "there, nothing looks at an `if` and the hook \
                           always runs; here it runs only where it holds";
            let help = "remove the `if` to keep what it does there";
            self.lost(Severity::Warning, message, condition.span(), help);
        }
    }
}

#[cfg(test)]
mod tests;
