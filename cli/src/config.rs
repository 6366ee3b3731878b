//! `hookset.toml`: how a project wants its files checked.

mod wishes;

pub(crate) use wishes::{read_in, said, spelled, wish};

use std::fs;
use std::path::{Path, PathBuf};

use hookset::diagnostic::{Code, Diagnostic, Severity, suggest};
use hookset::dialect::Dialect;
use hookset::event::Context;
use hookset::load::Document;
use hookset::policy::Policy;
use hookset::source::{Source, SourceId, Span};
use serde_json::{Value, json};

use crate::discover;
use crate::engine::{self, Engine, Input};
use crate::fault::Fault;
use crate::input::{self, POLICY_LIMIT};
use crate::tables::{Field, Reader};

/// The name of the file.
const NAME: &str = "hookset.toml";
const TOP: &[&str] = &["baseline", "dialect", "exclude", "path", "severity"];
const PER_PATH: &[&str] = &["dialect", "severity"];
const LEVELS: &[(&str, Option<Severity>)] = &[
    ("error", Some(Severity::Error)),
    ("info", Some(Severity::Info)),
    ("off", None),
    ("warning", Some(Severity::Warning)),
];

/// Findings that say that a file could not be read as a whole: nobody turns
/// them off.
const UNREAD: &[Code] = &[
    Code::EMPTY_FILE,
    Code::INVALID_JSON,
    Code::INVALID_TOML,
    Code::INVALID_YAML,
    Code::NESTED_TOO_DEEP,
    Code::UNCLOSED_FRONT_MATTER,
];

/// What is wanted of a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wanted {
    pub(crate) dialect: Option<Dialect>,
    /// By code; none turns the finding off. Of two, the last counts.
    severity: Vec<(Code, Option<Severity>)>,
}

/// The configuration of a project.
#[derive(Debug, Default)]
pub(crate) struct Config {
    /// The file, as a person would write it from where they stand.
    pub(crate) path: String,
    directory: PathBuf,
    all: Wanted,
    excluded: Vec<Pattern>,
    paths: Vec<(Pattern, Wanted)>,
    pub(crate) baseline: Option<String>,
}

impl Wanted {
    /// The findings on a policy as they are to be told.
    pub(crate) fn apply(
        &self,
        found: Vec<Diagnostic>,
        policy: &Policy,
    ) -> Vec<Diagnostic> {
        let documents = policy.documents().iter();
        let roots = documents.filter_map(Document::root);
        let odd = roots.filter(|root| !root.is_object());
        let odd: Vec<Span> = odd.map(|root| root.span()).collect();
        self.applied(found, &odd)
    }

    /// The findings on several files together as they are to be told.
    pub(crate) fn beside(&self, found: Diagnostic) -> Option<Diagnostic> {
        self.applied(vec![found], &[]).pop()
    }

    /// The same, where all of a file is in vain that stands in one of these
    /// places.
    fn applied(
        &self,
        found: Vec<Diagnostic>,
        odd: &[Span],
    ) -> Vec<Diagnostic> {
        let told = found.into_iter().filter_map(|mut found| {
            let at = found.primary().map(|label| label.span);
            let in_vain = found.code == Code::WRONG_TYPE
                && at.is_some_and(|at| odd.contains(&at));
            if in_vain || UNREAD.contains(&found.code) {
                return Some(found);
            }
            let rows = self.severity.iter().rev();
            let mut rows = rows.filter(|(code, _)| *code == found.code);
            match rows.next() {
                None => {}
                Some((_, None)) => return None,
                Some((_, Some(severity))) => found.severity = *severity,
            }
            Some(found)
        });
        told.collect()
    }
}

impl Config {
    /// The configuration named, or the one found upwards from the first of
    /// the paths; an empty one where there is none.
    pub(crate) fn find(
        named: Option<&str>,
        paths: &[String],
    ) -> Result<Config, Vec<Fault>> {
        let path = match named {
            Some(path) => Some(path.to_owned()),
            None => upwards(paths.first().map_or(".", String::as_str)),
        };
        match path {
            None => Ok(Config::default()),
            Some(path) => read(&path),
        }
    }

    /// What is wanted of a file; none where it is excluded.
    pub(crate) fn of(&mut self, path: impl AsRef<Path>) -> Option<Wanted> {
        let path = path.as_ref();
        let mut wanted = self.all.clone();
        if self.excluded.is_empty() && self.paths.is_empty() {
            return Some(wanted);
        }
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.into());
        let path = path.to_string_lossy().into_owned();
        let directory = self.directory.to_string_lossy().into_owned();
        if self.excluded.iter_mut().any(|p| p.matches(&path, &directory)) {
            return None;
        }
        for (pattern, more) in &mut self.paths {
            if pattern.matches(&path, &directory) {
                wanted.severity.extend(more.severity.iter().copied());
                wanted.dialect = more.dialect.clone().or(wanted.dialect);
            }
        }
        Some(wanted)
    }
}

/// A path pattern, matched as rules match paths.
#[derive(Debug)]
struct Pattern(Engine);

impl Pattern {
    fn new(text: &str) -> Option<Pattern> {
        let rule = format!("Read({text})");
        let policy = json!({"permissions": {"deny": [rule]}}).to_string();
        let place = discover::inline("pattern", "project");
        let dialect = engine::dialect("hookset").ok()?;
        let input = Input { place, text: policy };
        let engine = Engine::new(vec![input], &dialect).ok()?;
        engine.findings().is_empty().then_some(Pattern(engine))
    }

    fn matches(&mut self, path: &str, directory: &str) -> bool {
        let event = json!({
            "hook_event_name": "PreToolUse",
            "tool_name": "Read",
            "tool_input": { "file_path": path },
        });
        let context = Context {
            cwd: Some(directory.to_owned()),
            project_root: Some(directory.to_owned()),
            ..Context::default()
        };
        let answer = self.0.answer(Value::Null, &event.to_string(), &context);
        !answer.matched.is_empty()
    }
}

/// The nearest file in the directory of a path or above it.
fn upwards(from: &str) -> Option<String> {
    let start = fs::canonicalize(from).ok()?;
    let mut directory = Some(start.as_path());
    while let Some(here) = directory {
        let path = here.join(NAME);
        if input::may_be(&path) {
            return Some(path.to_string_lossy().into_owned());
        }
        directory = here.parent();
    }
    None
}

/// A path without the directory that the command stands in.
fn shown(path: &str) -> String {
    let here = std::env::current_dir().and_then(fs::canonicalize);
    let below = here.ok().and_then(|here| {
        Some(Path::new(path).strip_prefix(here).ok()?.to_path_buf())
    });
    match below {
        Some(below) => below.to_string_lossy().into_owned(),
        None => path.to_owned(),
    }
}

/// Whether a file is a configuration, by its name.
pub(crate) fn is_config(path: &str) -> bool {
    Path::new(path).file_name().is_some_and(|name| name == NAME)
}

/// What there is to say about a text that is a configuration.
pub(crate) fn findings(path: &str, text: &str) -> (Source, Vec<Diagnostic>) {
    let faults = of_text(path, text).err().unwrap_or_default();
    let found = faults.into_iter();
    let found = found.map(|fault| fault.into_finding(SourceId(0)).1);
    (Source::new(path, text), found.collect())
}

fn read(path: &str) -> Result<Config, Vec<Fault>> {
    let text = match input::read_text(path, POLICY_LIMIT) {
        // Nothing wanted is a configuration, too.
        Err(fault) if fault.code == Code::EMPTY_FILE => String::new(),
        read => read.map_err(|fault| vec![fault])?,
    };
    of_text(path, &text)
}

fn of_text(path: &str, text: &str) -> Result<Config, Vec<Fault>> {
    let (mut reader, root) = Reader::open(path, text);
    let Some(root) = root else { return Err(reader.faults) };
    let full = fs::canonicalize(path).unwrap_or_else(|_| path.into());
    let directory = full.parent().unwrap_or(Path::new("/")).to_owned();
    let path = shown(path);
    let mut config = Config { path, directory, ..Config::default() };
    for field in root.table() {
        match field.key.as_str() {
            "dialect" => config.all.dialect = named(&mut reader, field),
            "severity" => config.all.severity = levels(&mut reader, field),
            "baseline" => {
                let file = reader.text(field);
                config.baseline = file.map(|file| {
                    let path = config.directory.join(file);
                    path.to_string_lossy().into_owned()
                });
            }
            "exclude" => {
                for text in reader.texts(field) {
                    let pattern = pattern(&mut reader, field, &text);
                    config.excluded.extend(pattern);
                }
            }
            "path" => {
                for each in reader.fields(field) {
                    let found = one_path(&mut reader, each);
                    config.paths.extend(found);
                }
            }
            _ => reader.unknown(field, TOP),
        }
    }
    match reader.faults.is_empty() {
        true => Ok(config),
        false => Err(reader.faults),
    }
}

fn one_path(reader: &mut Reader, table: &Field) -> Option<(Pattern, Wanted)> {
    let mut wanted = Wanted::default();
    for field in reader.fields(table) {
        match field.key.as_str() {
            "dialect" => wanted.dialect = named(reader, field),
            "severity" => wanted.severity = levels(reader, field),
            _ => reader.unknown(field, PER_PATH),
        }
    }
    Some((pattern(reader, table, &table.key)?, wanted))
}

fn pattern(reader: &mut Reader, at: &Field, text: &str) -> Option<Pattern> {
    let pattern = Pattern::new(text);
    if pattern.is_none() {
        let message = format!("`{text}` is no path pattern");
        let help = "write it as in a rule: `vendor/**`, `/old.json`";
        reader.found(Code::INVALID_PATH_PATTERN, message, at.at, help);
    }
    pattern
}

fn named(reader: &mut Reader, field: &Field) -> Option<Dialect> {
    let name = reader.text(field)?;
    match engine::dialect(&name) {
        Ok(dialect) => Some(dialect),
        Err(fault) => {
            let help = fault.help.unwrap_or_default();
            let span = field.value.span;
            reader.found(Code::UNKNOWN_DIALECT, fault.message, span, &help);
            None
        }
    }
}

fn levels(
    reader: &mut Reader,
    table: &Field,
) -> Vec<(Code, Option<Severity>)> {
    let mut out = Vec::new();
    for field in reader.fields(table) {
        let code = Code::named(&field.key);
        if code.is_none() {
            let message = format!("there is no finding `{}`", field.key);
            let names = Code::all().map(Code::name);
            let help = match suggest::nearest(&field.key, names) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "`hookset explain` lists all of them".to_owned(),
            };
            reader.found(Code::UNKNOWN_KEY, message, field.at, &help);
        }
        let word = field.value.text();
        let level = LEVELS.iter().find(|row| Some(row.0) == word.as_deref());
        if level.is_none() {
            let must = "`error`, `warning`, `info` or `off`";
            reader.wrong(field, must);
        }
        if let (Some(code), Some((_, level))) = (code, level) {
            out.push((code, *level));
        }
    }
    out
}
