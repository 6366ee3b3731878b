//! What the path of a file says about it.

use std::fs;
use std::path::{Path, PathBuf};

use hookset::load::{Family, Scope};

use super::display;

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
    /// Somebody named the dialect, which counts more than the place.
    Told,
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
    /// The same, to be opened: names need not be text.
    pub(crate) file: PathBuf,
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

/// The scope of an agent, skill or command, by where it stands: in
/// `agents`, `skills` or `commands` of a settings directory or a plugin.
pub(super) fn definition(path: &Path) -> Option<Scope> {
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
    (is_config_directory(name) || is_plugin(owner)).then_some(scope)
}

/// Whether a directory is that of a plugin.
fn is_plugin(directory: &Path) -> bool {
    directory.join(".claude-plugin").is_dir()
}

/// Whether a file is an agent of a plugin.
pub(crate) fn is_agent_of_plugin(path: &Path) -> bool {
    let agents = path.ancestors().skip(1).find(|directory| {
        directory.file_name().is_some_and(|name| name == "agents")
    });
    agents.and_then(Path::parent).is_some_and(is_plugin)
}

/// Whether a file holds settings of an agent whose hooks have other events
/// and other shapes, so that all in it would look wrong.
pub(super) fn is_of_another(path: &Path) -> bool {
    Family::is_unread(&path.to_string_lossy())
}

/// Whether Codex or Gemini CLI finds a file by its place: what they read of a
/// project beside `hooks.json`.
pub(super) fn is_of_neighbour(path: &Path) -> bool {
    let extension = path.extension().and_then(|ext| ext.to_str());
    let directory = parent_name(path);
    let owner = path.parent().and_then(parent_name);
    matches!(
        (owner, directory, extension),
        (Some(".codex"), Some("rules"), Some("rules"))
            | (Some(".codex"), Some("agents"), Some("toml"))
            | (Some(".gemini"), Some("policies"), Some("toml"))
            | (_, Some(".codex"), Some("toml"))
    )
}

pub(super) fn is_config_directory(name: Option<&str>) -> bool {
    matches!(name, Some(".claude" | ".agent"))
}

pub(super) fn parent_name(path: &Path) -> Option<&str> {
    path.parent()?.file_name()?.to_str()
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
    let home = match Family::by_name(path) {
        _ if is_of_another(file) => Home::Another,
        Some(Family::Claude) => Home::Claude,
        Some(Family::Agent) => Home::Agent,
        Some(Family::Plugin) => Home::Plugin,
        Some(Family::Definition) => Home::Definition,
        Some(Family::Pattern) => Home::Pattern,
        Some(Family::Gemini) => Home::Gemini,
        Some(Family::Codex) => Home::Codex,
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
    let (path, file) = (path.to_owned(), file.to_owned());
    Place { path, file, is_known, scope, home }
}

/// The same of a file that was found on the way.
pub(super) fn place_of(file: &Path) -> Place {
    let file = file.strip_prefix(".").unwrap_or(file);
    let told = place(&display(file));
    Place { file: file.to_owned(), ..told }
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
    let file = PathBuf::from(name);
    Place { path, file, is_known: true, scope, home: Home::Elsewhere }
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

/// Whether a file stands below a settings directory of this name.
pub(crate) fn is_below(path: &str, directory: &str) -> bool {
    let above = Path::new(path).ancestors().skip(1);
    let mut names = above.filter_map(|part| part.file_name()?.to_str());
    // The nearest one says whose file it is.
    names.find(|name| is_config_directory(Some(name))) == Some(directory)
}

#[cfg(test)]
mod tests;
