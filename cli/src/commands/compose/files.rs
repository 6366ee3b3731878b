//! Definitions and texts below a directory that is never left.

use std::fs;
use std::path::{Path, PathBuf};

use hookset::diagnostic::{Code, Diagnostic};
use hookset::guide::{Choices, Content, Defined, Guidance};
use hookset::json::Value;
use hookset::load::{self, Family, Scope};
use hookset::source::{Source, SourceId};

use crate::fault::Fault;
use crate::input::{self, POLICY_LIMIT};

/// The longest text of guidance; a model could not read more of it.
const TEXT_LIMIT: u64 = 1 << 20;
/// The files that are looked at below a directory.
const MAX_FILES: usize = 10_000;

/// The base directory.
#[derive(Debug)]
pub(super) struct Files {
    /// As the person wrote it.
    name: PathBuf,
    /// As it is, links resolved.
    base: PathBuf,
}

/// What stands in the files.
#[derive(Debug, Default)]
pub(super) struct Definitions {
    /// The definitions, each with its place.
    pub(super) all: Vec<Defined>,
    /// What is wrong with them.
    pub(super) found: Vec<Diagnostic>,
    /// The files.
    pub(super) sources: Vec<Source>,
}

impl Files {
    pub(super) fn of(directory: &Path) -> Result<Files, Fault> {
        let name = directory.display().to_string();
        let base = directory
            .canonicalize()
            .map_err(|error| input::unreadable(&name, &error))?;
        if !base.is_dir() {
            let message = format!("`{name}` is no directory");
            let fault = Fault::new(Code::UNREADABLE_FILE, name, message);
            return Err(fault.help("name the directory of the definitions"));
        }
        Ok(Files { name: directory.to_owned(), base })
    }

    /// The definitions in the JSON and YAML files below the directory, file by
    /// file in the order of their names.
    pub(super) fn definitions(
        &self,
        choices: &Choices,
    ) -> Result<Definitions, Vec<Fault>> {
        let mut read = Definitions::default();
        let mut faults = Vec::new();
        for path in self.paths().map_err(|fault| vec![fault])? {
            match input::read_text(self.shown(&path), POLICY_LIMIT) {
                Ok(text) => read.file(self, &path, text, choices),
                Err(fault) => faults.push(fault),
            }
        }
        if read.sources.is_empty() && faults.is_empty() {
            let name = self.name.display().to_string();
            let message = format!("`{name}` holds no definitions");
            let help = "write one as `welcome.json` with its text beside \
                        it in `welcome.md`; `hookset compose --help` shows \
                        one";
            let fault = Fault::new(Code::NO_RULE_FILES, name, message);
            faults.push(fault.help(help));
        }
        if faults.is_empty() { Ok(read) } else { Err(faults) }
    }

    fn shown(&self, path: &str) -> String {
        self.name.join(path).display().to_string()
    }

    /// The JSON and YAML files below the directory, seen from it, sorted. Links
    /// to directories are not followed.
    fn paths(&self) -> Result<Vec<String>, Fault> {
        let mut found = Vec::new();
        let mut open = vec![String::new()];
        while let Some(below) = open.pop() {
            let at = self.base.join(&below);
            let entries = fs::read_dir(&at).map_err(|error| {
                input::unreadable(&self.shown(&below), &error)
            })?;
            for entry in entries.flatten() {
                let name = entry.file_name().to_string_lossy().into_owned();
                let path = match below.as_str() {
                    "" => name.clone(),
                    below => format!("{below}/{name}"),
                };
                let is_directory =
                    entry.file_type().is_ok_and(|kind| kind.is_dir());
                if is_directory && !name.starts_with('.') {
                    open.push(path);
                } else if !is_directory && is_data(&name) {
                    found.push(path);
                }
            }
            if found.len() > MAX_FILES || open.len() > MAX_FILES {
                let name = self.name.display().to_string();
                let message =
                    format!("`{name}` holds more than {MAX_FILES} files");
                let fault = Fault::new(Code::FILE_TOO_LARGE, name, message);
                return Err(fault.help("name the directory of the hooks"));
            }
        }
        found.sort();
        Ok(found)
    }
}

impl Definitions {
    fn file(
        &mut self,
        files: &Files,
        path: &str,
        text: String,
        choices: &Choices,
    ) {
        let id = u32::try_from(self.sources.len()).unwrap_or(u32::MAX);
        let (id, scope) = (SourceId(id), Scope::Project);
        let (document, found) =
            load::read(id, path, &text, scope, Family::Toolkit);
        if !document.refused && !document.definitions().any(is_definition) {
            return;
        }
        self.found.extend(found);
        let directory = path.rsplit_once('/').map_or("", |parts| parts.0);
        let (defined, found) = Guidance::read_document(&document, choices);
        self.found.extend(found);
        for mut one in defined {
            one.guidance.directory = directory.to_owned();
            self.all.push(one);
        }
        self.sources.push(Source::new(files.shown(path), text));
    }
}

/// Whether a file of this name can hold definitions.
fn is_data(name: &str) -> bool {
    [".json", ".yaml", ".yml"].iter().any(|end| name.ends_with(end))
}

/// Whether a file is meant to hold definitions: other files, such as that
/// of a package, may lie beside them.
fn is_definition(value: Value<'_>) -> bool {
    ["tag", "lifecycle", "requirementLevel"]
        .iter()
        .any(|key| value.get(key).is_some())
}

impl Content for &Files {
    fn read(&self, path: &str) -> Result<String, String> {
        let why = |error: std::io::Error| {
            let shown = self.shown(path);
            match error.kind() {
                std::io::ErrorKind::NotFound => {
                    format!("there is no file `{shown}`")
                }
                _ => format!(
                    "`{shown}` cannot be read: {}",
                    error.to_string().to_lowercase()
                ),
            }
        };
        // A link may lead anywhere, so that the place itself is looked at.
        let real = self.base.join(path).canonicalize().map_err(why)?;
        if !real.starts_with(&self.base) {
            let shown = self.shown(path);
            return Err(format!(
                "`{shown}` is a link out of the base directory; not read"
            ));
        }
        let Some(real) = real.to_str() else {
            return Err("its path is no text".to_owned());
        };
        input::read_text(real, TEXT_LIMIT).map_err(|fault| {
            let (real, shown) = (format!("`{real}`"), self.shown(path));
            fault.message.replace(&real, &format!("`{shown}`"))
        })
    }
}
