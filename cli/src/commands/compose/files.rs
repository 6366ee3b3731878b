//! Definitions and texts below a directory that is never left.

use std::fs;
use std::path::{Path, PathBuf};

use hookset::diagnostic::{Code, Diagnostic, Severity};
use hookset::guide::{Choices, Content, Defined, Guidance};
use hookset::json::Value;
use hookset::load::{self, Document, Family, Scope};
use hookset::source::{Source, SourceId, Span};

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
        let Found { paths, links } =
            self.found().map_err(|fault| vec![fault])?;
        for (path, place) in links {
            read.link(self, &path, place);
        }
        let links = read.sources.len();
        for path in paths {
            match input::read_text(self.shown(&path), POLICY_LIMIT) {
                Ok(text) => read.file(self, &path, text, choices),
                Err(fault) => faults.push(fault),
            }
        }
        if read.sources.len() == links && faults.is_empty() {
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

    /// The JSON and YAML files below the directory. Links to directories are
    /// not followed, nor those that lead out of it.
    fn found(&self) -> Result<Found, Fault> {
        let mut found = Found::default();
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
                let kind = entry.file_type().ok();
                let is_hidden = name.starts_with('.');
                let link = kind.filter(fs::FileType::is_symlink);
                let link = link.and_then(|_| self.link(&entry.path()));
                if kind.is_some_and(|kind| kind.is_dir()) {
                    open.extend((!is_hidden).then_some(path));
                } else if link == Some(Link::Directory) {
                    let link = Link::Directory;
                    found.links.extend((!is_hidden).then_some((path, link)));
                } else if is_data(&name) {
                    match link {
                        Some(link) => found.links.push((path, link)),
                        None => found.paths.push(path),
                    }
                }
            }
            let seen = found.paths.len() + found.links.len();
            if seen > MAX_FILES || open.len() > MAX_FILES {
                let name = self.name.display().to_string();
                let message =
                    format!("`{name}` holds more than {MAX_FILES} files");
                let fault = Fault::new(Code::FILE_TOO_LARGE, name, message);
                return Err(fault.help("name the directory of the hooks"));
            }
        }
        found.paths.sort();
        found.links.sort();
        Ok(found)
    }

    /// Why a link is not followed; none where it leads to a file below the
    /// directory, or to nothing.
    fn link(&self, path: &Path) -> Option<Link> {
        let real = path.canonicalize().ok()?;
        if real.is_dir() {
            return Some(Link::Directory);
        }
        (!real.starts_with(&self.base)).then_some(Link::Outside)
    }
}

/// The files below a directory, seen from it, sorted.
#[derive(Debug, Default)]
struct Found {
    paths: Vec<String>,
    /// The links that are not followed.
    links: Vec<(String, Link)>,
}

/// Why a link is not followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Link {
    /// It leads to a directory, which may hold itself.
    Directory,
    /// It leads to a file outside of the base directory.
    Outside,
}

impl Definitions {
    /// The number of the next file.
    fn next(&self) -> SourceId {
        SourceId(u32::try_from(self.sources.len()).unwrap_or(u32::MAX))
    }

    /// Says that a link is not followed.
    fn link(&mut self, files: &Files, path: &str, link: Link) {
        let shown = files.shown(path);
        let (message, help, severity) = match link {
            Link::Directory => (
                format!(
                    "`{shown}` is a link to a directory; no definition \
                     below it is read"
                ),
                "name that directory instead, or move the files here",
                Severity::Warning,
            ),
            Link::Outside => (
                format!(
                    "`{shown}` is a link out of the base directory; it is \
                     left out"
                ),
                "put the file itself there",
                Severity::Error,
            ),
        };
        let (code, id) = (Code::UNREADABLE_FILE, self.next());
        let found = Diagnostic::new(code, message, id, Span::default());
        self.found.push(found.severity(severity).help(help));
        self.sources.push(Source::new(shown, ""));
    }

    fn file(
        &mut self,
        files: &Files,
        path: &str,
        text: String,
        choices: &Choices,
    ) {
        let (id, scope) = (self.next(), Scope::Project);
        let (document, found) =
            load::read(id, path, &text, scope, Family::Toolkit);
        if !document.refused && !document.definitions().any(is_definition) {
            if let Some(found) = wrapped(&document) {
                self.found.push(found);
                self.sources.push(Source::new(files.shown(path), text));
            }
            return;
        }
        let refused = refused(&document, &found);
        self.found.extend(found);
        self.found.extend(refused);
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

/// Keys that hardly anything else has.
const TELLING: &[&str] = &["tag", "lifecycle", "requirementLevel"];

/// Whether a file is meant to hold definitions: other files, such as that
/// of a package, may lie beside them.
fn is_definition(value: Value<'_>) -> bool {
    TELLING.iter().any(|key| value.get(key).is_some())
}

/// Says that definitions stand below a key, where none is read. There they
/// have several of the keys: one alone has other meanings elsewhere.
fn wrapped(document: &Document) -> Option<Diagnostic> {
    let is_one = |value: Value<'_>| {
        TELLING.iter().filter(|key| value.get(key).is_some()).count() > 1
    };
    let mut entries = document.definitions().flat_map(Value::entries);
    let entry = entries.find(|entry| {
        is_one(entry.value) || entry.value.items().any(is_one)
    })?;
    let message = format!(
        "definitions stand at the top of a file, alone or in a list; those \
         in `{}` are not read",
        entry.name()
    );
    let (code, span) = (Code::MISPLACED_FIELD, entry.key.span());
    let found = Diagnostic::new(code, message, document.source, span);
    Some(found.help("write the definition or the list alone"))
}

/// Which definitions a file had that is not read as a whole.
fn refused(document: &Document, found: &[Diagnostic]) -> Option<Diagnostic> {
    let mut errors = found.iter();
    let why = errors.find(|one| one.severity == Severity::Error);
    let why = why.filter(|_| document.refused)?;
    let tags = document.definitions().filter_map(|one| one.get("tag")?.str());
    let tags: Vec<_> = tags.map(|tag| format!("`{tag}`")).collect();
    let message = match tags.as_slice() {
        [] => "no definition of this file is used".to_owned(),
        [tag] => format!("no definition of this file is used, so not {tag}"),
        tags => format!(
            "no definition of this file is used, so none of {}",
            tags.join(", ")
        ),
    };
    let span = why.primary().map(|label| label.span).unwrap_or_default();
    let found = Diagnostic::new(why.code, message, document.source, span);
    let help = "mend the error above: a condition may have been lost by it";
    Some(found.severity(Severity::Error).help(help))
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
