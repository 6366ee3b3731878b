//! Which files to check: those that are named, and rule files by their
//! place under a directory.

use std::fs;
use std::path::{Path, PathBuf};

use hookset::diagnostic::Code;
use hookset::load::Scope;

use crate::fault::Fault;
use crate::input;

/// Directories that hold no rules of this project.
const SKIPPED: &[&str] =
    &[".git", ".hg", ".svn", ".venv", "node_modules", "target", "worktrees"];

/// Whose directory it stands in, which decides how it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Home {
    /// `.claude`
    Claude,
    /// `.agent`
    Agent,
    /// A plugin.
    Plugin,
    /// An agent, skill or command: Markdown with front matter.
    Definition,
    /// Hooks in YAML.
    Pattern,
    /// Policies of Gemini CLI.
    Gemini,
    /// Rules and hooks of Codex.
    Codex,
    /// Settings of an agent whose files are not read, unless somebody says
    /// how.
    Another,
    /// None that says anything.
    Elsewhere,
}

impl Home {
    /// Whether such files are JSON.
    pub(crate) fn is_json(self) -> bool {
        !matches!(
            self,
            Home::Definition | Home::Pattern | Home::Gemini | Home::Codex
        )
    }
}

/// A file to read, and what its place says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The path, as a person would write it from where they stand.
    pub(crate) path: String,
    /// Whether files of this kind are read at all.
    pub(crate) is_known: bool,
    pub(crate) scope: Scope,
    pub(crate) home: Home,
}

impl Place {
    /// Whether the file holds JSON, which can be written by the byte.
    pub(crate) fn is_json(&self) -> bool {
        let extension = Path::new(&self.path).extension();
        let extension = extension.and_then(|ext| ext.to_str());
        let named =
            matches!(extension, Some("json" | "jsonc" | "json5") | None);
        self.home.is_json() && (self.path == "-" || named)
    }
}

/// The paths given, or the project that the command stands in.
pub(crate) fn paths_or_project(paths: &[String]) -> Vec<String> {
    if !paths.is_empty() {
        return paths.to_vec();
    }
    let here = std::env::current_dir().unwrap_or_default();
    vec![project(&here)]
}

/// The files under `paths`, in order, each once; faults for paths that
/// cannot be searched.
pub(crate) fn files(paths: &[String]) -> (Vec<Place>, Vec<Fault>) {
    let mut places: Vec<Place> = Vec::new();
    let mut faults = Vec::new();
    for path in paths {
        if input::is_directory(Path::new(path)) {
            walk(Path::new(path), &mut places, &mut faults);
        } else {
            places.push(place(path));
        }
    }
    let mut seen = std::collections::HashSet::new();
    places.retain(|place| seen.insert(place.path.clone()));
    (places, faults)
}

/// The files of cases under `paths`, and policies that are named
/// themselves.
pub(crate) fn cases(paths: &[String]) -> (Vec<String>, Vec<String>) {
    let (mut files, mut policies) = (Vec::new(), Vec::new());
    for path in paths {
        let at = Path::new(path);
        if input::is_directory(at) {
            let is_cases = |name: &str| name == "cases.toml";
            for found in below(at, is_cases) {
                files.push(display(&found));
            }
        } else if at.extension().is_some_and(|ext| ext == "toml") {
            files.push(path.clone());
        } else {
            policies.push(path.clone());
        }
    }
    (files, policies)
}

/// Files below a directory by name, sorted; links to directories are not
/// followed.
fn below(root: &Path, wanted: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![root.to_owned()];
    while let Some(directory) = open.pop() {
        let Ok(entries) = fs::read_dir(&directory) else { continue };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let is_directory = entry.file_type().is_ok_and(|t| t.is_dir());
            if is_directory && !SKIPPED.contains(&name.as_ref()) {
                open.push(entry.path());
            } else if !is_directory && wanted(&name) {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    found
}

/// The root of the project that `from` stands in: the nearest directory
/// upwards that has settings or is a repository.
pub(crate) fn root(from: &Path) -> Option<&Path> {
    let names = [".claude", ".agent", ".git"];
    let is_root = |at: &&Path| names.iter().any(|name| at.join(name).exists());
    from.ancestors().find(is_root)
}

/// The same as a relative path; where `from` stands, if there is none.
pub(crate) fn project(from: &Path) -> String {
    let root = root(from).unwrap_or(from);
    let up = from.ancestors().take_while(|at| *at != root).count();
    match up {
        0 => ".".to_owned(),
        up => vec![".."; up].join("/"),
    }
}

fn walk(root: &Path, places: &mut Vec<Place>, faults: &mut Vec<Fault>) {
    let mut stack = vec![root.to_owned()];
    while let Some(directory) = stack.pop() {
        let entries = match fs::read_dir(&directory) {
            Ok(entries) => entries,
            Err(error) => {
                let name = display(&directory);
                faults.push(input::unreadable(&name, &error));
                continue;
            }
        };
        let mut entries: Vec<_> = entries.flatten().collect();
        entries.sort_by_key(fs::DirEntry::file_name);
        let mut below = Vec::new();
        for entry in entries {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            // Links to directories are not followed: they may lead in a
            // circle, and what they lead to is found at its own place.
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                if !SKIPPED.contains(&name.as_ref()) {
                    below.push(entry.path());
                }
            } else if is_rule_file(&entry.path(), &name) {
                places.push(place(&display(&entry.path())));
            }
        }
        stack.extend(below.into_iter().rev());
    }
}

/// Whether a file found on the way holds rules: by name and directory
/// where these say it, by a look inside where only the name does.
fn is_rule_file(path: &Path, name: &str) -> bool {
    if is_of_another(path) {
        return false;
    }
    match name {
        "managed-settings.json" => true,
        "settings.json" | "settings.local.json" => {
            is_config_directory(parent_name(path)) || mentions_rules(path)
        }
        "hooks.json" => mentions_rules(path),
        _ => {
            let is_json = path.extension().is_some_and(|ext| ext == "json");
            (parent_name(path) == Some("managed-settings.d") && is_json)
                || definition(path).is_some()
        }
    }
}

/// The scope of an agent, skill or command, by where it stands: in
/// `agents`, `skills` or `commands` of a settings directory or a plugin.
fn definition(path: &Path) -> Option<Scope> {
    if path.extension().is_none_or(|ext| ext != "md") {
        return None;
    }
    let is_skill = path.file_name().is_some_and(|name| name == "SKILL.md");
    let mut names = path.ancestors().skip(1);
    let (at, scope) = names.by_ref().find_map(|directory| {
        let name = directory.file_name()?.to_str()?;
        let scope = match name {
            "agents" => Scope::Agent,
            "commands" => Scope::Skill,
            "skills" if is_skill => Scope::Skill,
            _ => return None,
        };
        Some((directory, scope))
    })?;
    let owner = at.parent()?;
    let name = owner.file_name().and_then(|name| name.to_str());
    let is_plugin = owner.join(".claude-plugin").is_dir();
    (is_config_directory(name) || is_plugin).then_some(scope)
}

/// Whether a file holds settings of an agent whose hooks have other events
/// and other shapes, so that all in it would look wrong.
fn is_of_another(path: &Path) -> bool {
    let json = path.extension().is_some_and(|ext| ext == "json");
    let mut names = path.ancestors().filter_map(|part| part.file_name());
    json && names.any(|name| OTHERS.iter().any(|other| name == *other))
}

/// The settings directories of such agents.
const OTHERS: &[&str] = &[
    ".amazonq",
    ".copilot",
    ".cursor",
    ".gemini",
    ".kiro",
    ".qwen",
    ".windsurf",
];

fn is_config_directory(name: Option<&str>) -> bool {
    matches!(name, Some(".claude" | ".agent"))
}

fn parent_name(path: &Path) -> Option<&str> {
    path.parent()?.file_name()?.to_str()
}

fn mentions_rules(path: &Path) -> bool {
    let Ok(text) = input::read_text(&display(path), input::POLICY_LIMIT)
    else {
        return false;
    };
    ["\"permissions\"", "\"hooks\""].iter().any(|key| text.contains(key))
}

/// What the path of a file says about it.
pub(crate) fn place(path: &str) -> Place {
    let file = Path::new(path);
    let name = file.file_name().and_then(|name| name.to_str()).unwrap_or("");
    let parent = parent_name(file);
    let extension = file.extension().and_then(|ext| ext.to_str());
    let extensions =
        ["json", "jsonc", "json5", "rules", "toml", "yaml", "yml"];
    let readable = extension.is_none_or(|ext| extensions.contains(&ext))
        || stands_among_definitions(file);
    let is_known = path == "-" || (readable && !is_of_another(file));
    let home = match (name, parent) {
        _ if is_of_another(file) => Home::Another,
        _ if extension == Some("md") => Home::Definition,
        _ if matches!(extension, Some("yaml" | "yml")) => Home::Pattern,
        ("config.toml", _) | ("hooks.json", Some(".codex")) => Home::Codex,
        _ if extension == Some("toml") => Home::Gemini,
        _ if extension == Some("rules") => Home::Codex,
        ("hooks.json" | "plugin.json", _) => Home::Plugin,
        ("managed-settings.json", _)
        | (_, Some(".claude" | "managed-settings.d")) => Home::Claude,
        (_, Some(".agent")) => Home::Agent,
        _ => Home::Elsewhere,
    };
    let scope = match name {
        "managed-settings.json" => Scope::Managed,
        _ if parent == Some("managed-settings.d") => Scope::Managed,
        "settings.local.json" => Scope::Local,
        _ if home == Home::Definition => {
            definition(file).unwrap_or_else(|| by_name(file))
        }
        _ if home == Home::Plugin => Scope::Plugin,
        _ if is_config_directory(parent) && is_home(file) => Scope::User,
        _ => Scope::Project,
    };
    Place { path: path.to_owned(), is_known, scope, home }
}

/// Whether a file stands below a settings directory of this name.
pub(crate) fn is_below(path: &str, directory: &str) -> bool {
    let above = Path::new(path).ancestors().skip(1);
    let mut names = above.filter_map(|part| part.file_name()?.to_str());
    // The nearest one says whose file it is.
    names.find(|name| is_config_directory(Some(name))) == Some(directory)
}

/// Whether a file tells what a forge runs on events of a repository, in YAML
/// or in front matter. Its permissions and tools are none of an agent.
pub(crate) fn is_workflow(place: &Place, text: &str) -> bool {
    if !matches!(place.home, Home::Pattern | Home::Definition) {
        return false;
    }
    let fenced = place.home == Home::Definition;
    let lines = text.lines().skip(usize::from(fenced));
    let lines = lines.take_while(|line| !fenced || *line != "---");
    let keys = lines.filter_map(|line| Some(line.split_once(':')?.0));
    let has =
        |name: &str| keys.clone().any(|key| key.trim_matches('"') == name);
    let jobs = ["jobs", "engine", "safe-outputs", "permissions"];
    has("on") && jobs.into_iter().any(has)
}

/// Whether a Markdown file is called, or stands, as an agent, skill or
/// command.
fn stands_among_definitions(path: &Path) -> bool {
    let names = path.ancestors().filter_map(|part| part.file_name()?.to_str());
    path.extension().is_some_and(|ext| ext == "md")
        && names.into_iter().any(|name| {
            matches!(name, "agents" | "commands" | "skills" | "SKILL.md")
        })
}

/// What a Markdown file is that stands in no settings directory.
fn by_name(path: &Path) -> Scope {
    let mut above = path.ancestors().skip(1);
    let is_agent = above.any(|directory| {
        directory.file_name().is_some_and(|name| name == "agents")
    });
    if is_agent { Scope::Agent } else { Scope::Skill }
}

/// A policy that stands in no file, with the settings source it is said to
/// come from.
pub(crate) fn inline(name: &str, source: &str) -> Place {
    let scope = crate::engine::scope(source).unwrap_or(Scope::Project);
    let path = name.to_owned();
    Place { path, is_known: true, scope, home: Home::Elsewhere }
}

/// Whether the settings directory of this file stands in the home directory.
fn is_home(file: &Path) -> bool {
    let owner = file.parent().and_then(Path::parent).map(PathBuf::from);
    let home = std::env::home_dir();
    match (owner.and_then(|path| fs::canonicalize(path).ok()), home) {
        (Some(owner), Some(home)) => {
            fs::canonicalize(home).is_ok_and(|home| home == owner)
        }
        _ => false,
    }
}

pub(crate) fn display(path: &Path) -> String {
    let text = path.to_string_lossy();
    text.strip_prefix("./").unwrap_or(&text).to_owned()
}

/// Nothing to check is not the same as nothing wrong.
pub(crate) fn nothing(paths: &[String]) -> Fault {
    let under = paths.join("`, `");
    let message = format!("no rule files found under `{under}`");
    Fault::new(Code::NO_RULE_FILES, under, message).help(
        "looked for `.claude/settings.json`, `.claude/settings.local.json`, \
         `managed-settings.json`, `hooks/hooks.json`, and agents, skills and \
         commands below `.claude`; name a file to check it wherever it is",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_tells_kind_and_scope() {
        let local = place("a/.claude/settings.local.json");
        assert_eq!((local.home, local.scope), (Home::Claude, Scope::Local));
        let plugin = place("p/hooks/hooks.json");
        assert_eq!((plugin.home, plugin.scope), (Home::Plugin, Scope::Plugin));
        assert_eq!(place("x/.agent/settings.json").home, Home::Agent);
        assert!(!place("notes.md").is_known);
        assert!(!place("a/.gemini/settings.json").is_known);
        assert!(place("a/.gemini/policies/team.toml").is_known);
        let skill = place("x/.claude/skills/pdf/SKILL.md");
        assert_eq!(
            (skill.home, skill.scope),
            (Home::Definition, Scope::Skill)
        );
        let agent = place(".agent/agents/rev.md");
        assert_eq!(
            (agent.home, agent.scope),
            (Home::Definition, Scope::Agent)
        );
        assert!(place("rules").is_known);
    }
}
