//! Definitions as they stand in files.

use super::serve::{features, texts, word};
use super::{
    Choices, Conditions, Guidance, Kind, Level, Phase, canonical, check, query,
};
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::json::{Entry, Value};
use crate::load::{DEFINITION_KEYS as KEYS, Document};
use crate::source::{SourceId, Span};

/// Those that must be there.
const REQUIRED: &[&str] =
    &["tag", "type", "lifecycle", "name", "requirementLevel"];

const CONDITIONS: &[&str] =
    &["requiresStorage", "requiresFeatures", "requiresConfig"];

/// A larger or smaller priority cannot be told from its neighbours by every
/// reader.
const MAX_PRIORITY: f64 = 9_007_199_254_740_991.0;

/// A definition that was read, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defined {
    /// The definition.
    pub guidance: Guidance,
    /// The file it stands in.
    pub source: SourceId,
    /// The place of all of it.
    pub span: Span,
}

impl Guidance {
    /// Reads the definitions of a file. Those with errors are left out, each
    /// with findings that say why, and all of a file that is not read as a
    /// whole.
    pub fn read_document(
        document: &Document,
        choices: &Choices,
    ) -> (Vec<Defined>, Vec<Diagnostic>) {
        let (mut all, mut found) = (Vec::new(), Vec::new());
        if document.refused {
            return (all, found);
        }
        let source = document.source;
        for value in document.definitions() {
            let (guidance, more) = Guidance::read(value, source, choices);
            found.extend(more);
            let span = value.span();
            let defined = |guidance| Defined { guidance, source, span };
            all.extend(guidance.map(defined));
        }
        (all, found)
    }

    /// Reads one definition, or the list of several. Those with errors are
    /// left out, each with findings that say why.
    pub fn read_all(
        value: Value<'_>,
        source: SourceId,
        choices: &Choices,
    ) -> (Vec<Guidance>, Vec<Diagnostic>) {
        let mut all = Vec::new();
        let mut found = Vec::new();
        let items: Vec<Value<'_>> = match value.is_array() {
            true => value.items().collect(),
            false => vec![value],
        };
        for item in items {
            let (guidance, more) = Guidance::read(item, source, choices);
            all.extend(guidance);
            found.extend(more);
        }
        (all, found)
    }

    /// Reads one definition; none where it has an error.
    pub fn read(
        value: Value<'_>,
        source: SourceId,
        choices: &Choices,
    ) -> (Option<Guidance>, Vec<Diagnostic>) {
        let mut reader = Reader {
            source,
            is_strict: !choices.unknown_keys_pass,
            found: Vec::new(),
        };
        let guidance = reader.definition(value);
        let failed =
            reader.found.iter().any(|one| one.severity == Severity::Error);
        (guidance.filter(|_| !failed), reader.found)
    }
}

struct Reader {
    source: SourceId,
    is_strict: bool,
    found: Vec<Diagnostic>,
}

impl Reader {
    fn push(&mut self, code: Code, message: String, at: Value<'_>) {
        let found = Diagnostic::new(code, message, self.source, at.span());
        self.found.push(found.severity(Severity::Error));
    }

    fn wrong(&mut self, name: &str, why: &str, at: Value<'_>) {
        let message = format!("`{name}` cannot be used: {why}");
        self.push(Code::INVALID_VALUE, message, at);
    }

    fn definition(&mut self, value: Value<'_>) -> Option<Guidance> {
        if !value.is_object() {
            let what = value.kind().words();
            let message =
                format!("a definition must be an object, not {what}");
            self.push(Code::WRONG_TYPE, message, value);
            return None;
        }
        for key in REQUIRED {
            if value.get(key).is_none() {
                let message =
                    format!("`{key}` is missing; this text is left out");
                self.push(Code::MISSING_FIELD, message, value);
            }
        }
        let (kind, phase, level) = self.words(value);
        let tag = self.text(value, "tag");
        let name = self.text(value, "name");
        // With an error the definition is left out; what stands in for the
        // word only lets the rest be looked at.
        let mut guidance = Guidance::new(
            tag.unwrap_or_default(),
            kind.unwrap_or(Kind::Session),
            phase.unwrap_or(Phase::Running),
            name.unwrap_or_default(),
            level.unwrap_or(Level::May),
        );
        for entry in value.entries() {
            self.field(&entry, &mut guidance);
        }
        self.faults(value, &guidance);
        Some(guidance)
    }

    fn words(
        &mut self,
        value: Value<'_>,
    ) -> (Option<Kind>, Option<Phase>, Option<Level>) {
        (
            self.word(value, "type", Kind::named, Kind::ALL, Kind::as_str),
            self.word(
                value,
                "lifecycle",
                Phase::named,
                Phase::ALL,
                Phase::as_str,
            ),
            self.word(
                value,
                "requirementLevel",
                Level::named,
                Level::ALL,
                Level::as_str,
            ),
        )
    }

    fn word<T: Copy>(
        &mut self,
        value: Value<'_>,
        key: &str,
        named: impl Fn(&str) -> Option<T>,
        all: &[T],
        name: impl Fn(T) -> &'static str,
    ) -> Option<T> {
        let value = value.get(key)?;
        match word(value, named, all, name) {
            Ok(found) => Some(found),
            Err(why) => {
                let text = value.str().unwrap_or(value.kind().words());
                let message = format!("`{text}` is no {key}; {why}");
                self.push(Code::INVALID_VALUE, message, value);
                None
            }
        }
    }

    fn text(&mut self, value: Value<'_>, key: &str) -> Option<String> {
        let value = value.get(key)?;
        let text = value.str().filter(|_| !value.is_doubtful());
        if text.is_none() {
            self.wrong(key, "it must be a text", value);
        }
        text.map(str::to_owned)
    }

    fn field(&mut self, entry: &Entry<'_>, guidance: &mut Guidance) {
        let value = entry.value;
        let text = |value: Value<'_>| {
            let text = value.str().filter(|_| !value.is_doubtful());
            let text = text.map(|text| Some(text.to_owned()));
            text.ok_or_else(|| "it must be a text".to_owned())
        };
        let read = match entry.name() {
            "app" => text(value).map(|it| guidance.app = it),
            "description" => text(value).map(|it| guidance.description = it),
            "contentFile" => text(value).map(|it| guidance.content_file = it),
            "requestId" => text(value).map(|it| guidance.request = it),
            "sessionId" => text(value).map(|it| guidance.session = it),
            "tags" => texts(value).map(|it| guidance.tags = it),
            "dependencies" => {
                texts(value).map(|it| guidance.dependencies = it)
            }
            "priority" => priority(value).map(|it| guidance.priority = it),
            "blocking" => match value.bool() {
                Some(it) => {
                    guidance.blocking = it;
                    Ok(())
                }
                None => Err("it must be `true` or `false`".to_owned()),
            },
            "conditions" => {
                self.conditions(value, &mut guidance.conditions);
                Ok(())
            }
            key => {
                self.unknown(entry, key, KEYS);
                Ok(())
            }
        };
        if let Err(why) = read {
            self.wrong(entry.name(), &why, value);
        }
    }

    fn conditions(&mut self, value: Value<'_>, out: &mut Conditions) {
        if !value.is_object() {
            self.wrong("conditions", "it must be an object", value);
        }
        for entry in value.entries() {
            let value = entry.value;
            let read = match entry.name() {
                "requiresStorage" => texts(value).map(|it| out.storage = it),
                "requiresFeatures" => {
                    features(value).map(|it| out.features = it)
                }
                "requiresConfig" => query::config(value)
                    .map(|it| out.config = it)
                    .ok_or_else(|| {
                        "it must be an object with each key once".to_owned()
                    }),
                key => {
                    self.unknown(&entry, key, CONDITIONS);
                    Ok(())
                }
            };
            if let Err(why) = read {
                self.wrong(entry.name(), &why, value);
            }
        }
    }

    /// A key that means nothing; a condition that is not looked at would
    /// show a text that should be hidden, so that is an error.
    fn unknown(&mut self, entry: &Entry<'_>, key: &str, known: &[&str]) {
        if known.contains(&key) || !self.is_strict {
            return;
        }
        let message = format!("there is no `{key}` here; it means nothing");
        let span = entry.key.span();
        let mut found =
            Diagnostic::new(Code::UNKNOWN_KEY, message, self.source, span);
        if known == CONDITIONS {
            found = found.severity(Severity::Error);
        }
        let near = nearest(key, known.iter().copied());
        self.found.push(match near {
            Some(near) => found.help(format!("did you mean `{near}`?")),
            None => found.help(format!("there are: {}", known.join(", "))),
        });
    }

    fn faults(&mut self, value: Value<'_>, guidance: &Guidance) {
        for fault in check::faults(guidance) {
            let Some(at) = value.get(fault.field) else { continue };
            let severity = match fault.refuses {
                true => Severity::Error,
                false => Severity::Warning,
            };
            // A value of the wrong type was reported already.
            if at.str().is_none() {
                continue;
            }
            let span = at.span();
            let found =
                Diagnostic::new(fault.code, fault.message, self.source, span)
                    .severity(severity);
            self.found.push(match fault.help {
                Some(help) => found.help(help),
                None => found,
            });
        }
    }
}

fn priority(value: Value<'_>) -> Result<i64, String> {
    let number = value.float().filter(|_| canonical(value).is_some());
    match number {
        Some(number)
            if number.fract() == 0.0 && number.abs() <= MAX_PRIORITY =>
        {
            #[allow(
                clippy::cast_possible_truncation,
                reason = "whole and within range, as was just seen"
            )]
            let number = number as i64;
            Ok(number)
        }
        Some(_) => Err("it must be a whole number".to_owned()),
        None => Err("it must be a number".to_owned()),
    }
}
