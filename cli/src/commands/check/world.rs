//! What a file cannot say by itself: the servers of its project, the scripts
//! that are there, whether git tracks it.

use std::fs;
use std::path::{Path, PathBuf};

use hookset::diagnostic::{Code, Diagnostic, Severity};
use hookset::event::EventKind;
use hookset::event::table::Facets;
use hookset::lint;
use hookset::load::{Action, Scope};
use hookset::policy::Policy;
use hookset::source::{SourceId, Span};

use crate::discover::{Home, Place, is_agent_of_plugin};
use crate::input;

/// The largest file besides policies that is looked at.
const LIMIT: u64 = 16 << 20;

/// The project that the settings at a place are for.
pub(super) struct Project {
    root: PathBuf,
    settings: PathBuf,
}

impl Project {
    /// Settings stand in a directory of their own at the root; others have
    /// no project.
    pub(super) fn of(place: &Place) -> Option<Project> {
        if !matches!(place.home, Home::Claude | Home::Agent) {
            return None;
        }
        let settings = fs::canonicalize(&place.file).ok()?;
        let name = settings.file_name()?.to_str()?;
        let directory = settings.parent()?;
        let own = directory.file_name()?.to_str()?;
        let fits = matches!(name, "settings.json" | "settings.local.json")
            && matches!(own, ".claude" | ".agent");
        let root = directory.parent()?.to_owned();
        fits.then_some(Project { root, settings })
    }

    /// The MCP servers that the project configures.
    pub(super) fn servers(&self) -> Vec<String> {
        let path = self.root.join(".mcp.json");
        let text = input::read_text(&path, LIMIT);
        let json = text.ok().and_then(|text| {
            serde_json::from_str::<serde_json::Value>(&text).ok()
        });
        let servers = json.as_ref().and_then(|json| {
            json.get("mcpServers").and_then(serde_json::Value::as_object)
        });
        servers.into_iter().flat_map(|all| all.keys().cloned()).collect()
    }

    /// What there is to say that needs a look at other files.
    pub(super) fn check(&self, policy: &Policy) -> Vec<Diagnostic> {
        let mut out = self.scripts(policy);
        out.extend(self.tracked());
        out
    }

    /// Hooks whose scripts are not there.
    fn scripts(&self, policy: &Policy) -> Vec<Diagnostic> {
        let prefix = policy.dialect().env_prefix;
        let mut out = Vec::new();
        for document in policy.documents() {
            for group in &document.groups {
                for hook in &group.hooks {
                    let Action::Command { command, .. } = &hook.action else {
                        continue;
                    };
                    let found = script(command.as_str(), prefix);
                    let Some((path, span)) = found else { continue };
                    let there = self.root.join(&path);
                    if there.exists() {
                        let place = command.place(span);
                        let stop = group.kind.filter(|_| !hook.is_async());
                        out
                            .extend(loops(&there, &path, stop).map(|message| {
                            let code = Code::UNGUARDED_STOP_HOOK;
                            let source = document.source;
                            Diagnostic::new(code, message, source, place).help(
                                "let the agent stop where `stop_hook_active` \
                                 is true",
                            )
                        }));
                        continue;
                    }
                    let stops = group.kind.is_some_and(|kind| {
                        policy.dialect().facets(kind).has(Facets::VETO)
                    });
                    let then = match stops && !hook.failure_blocks {
                        true => "fails each time, which stops nothing",
                        false => "fails each time",
                    };
                    let message = format!(
                        "there is no `{path}` in this project: the hook {then}"
                    );
                    let found = Diagnostic::new(
                        Code::MISSING_HOOK_SCRIPT,
                        message,
                        document.source,
                        command.place(span),
                    );
                    out.push(
                        found.help("add the script, or correct its path"),
                    );
                }
            }
        }
        out
    }

    /// Personal settings that git tracks.
    fn tracked(&self) -> Option<Diagnostic> {
        if self.settings.file_name()?.to_str()? != "settings.local.json" {
            return None;
        }
        let top = self.root.ancestors().find(|at| at.join(".git").exists())?;
        let path = self.settings.strip_prefix(top).ok()?.to_str()?;
        let path = path.replace('\\', "/");
        if !in_index(&index(top)?, &path) {
            return None;
        }
        let message = "git tracks these settings, which are one person's: \
                       what they allow is allowed for all who have the \
                       repository";
        let at = Span::new(0, 0);
        let code = Code::TRACKED_LOCAL_SETTINGS;
        let found = Diagnostic::new(code, message, SourceId(0), at);
        Some(found.help(format!(
            "run `git rm --cached {path}` and add it to `.gitignore`"
        )))
    }
}

/// Hooks in the front matter of a plugin's agents, which never run: whoever
/// installs a plugin has looked at its `hooks.json` at most.
pub(super) fn of_plugin(place: &Place, policy: &Policy) -> Vec<Diagnostic> {
    let is_of_plugin =
        place.home == Home::Definition && is_agent_of_plugin(&place.file);
    let documents = policy.documents().iter().filter(|_| is_of_plugin);
    let of_agents = documents.filter(|one| one.scope == Scope::Agent);
    let found = of_agents.flat_map(|document| {
        document.groups.iter().map(|group| {
            let message = "hooks of a plugin's agents never run";
            let code = Code::MISPLACED_FIELD;
            let (source, span) = (document.source, group.event.span);
            let found = Diagnostic::new(code, message, source, span);
            let found = found.severity(Severity::Warning);
            found.help("move them to `hooks/hooks.json` of the plugin")
        })
    });
    found.collect()
}

/// What to say about a script that may keep the agent from ever stopping.
fn loops(file: &Path, path: &str, kind: Option<EventKind>) -> Option<String> {
    let stops = [EventKind::STOP, EventKind::SUBAGENT_STOP];
    kind.filter(|kind| stops.contains(kind))?;
    let text = input::read_text(file, LIMIT).ok()?;
    lint::keeps_going(&text)?;
    Some(format!(
        "`{path}` keeps the agent going without a look at `stop_hook_active`: \
         it may do so each time the agent wants to stop"
    ))
}

/// The index of the repository at `top`, whose `.git` may be a file that
/// says where it is.
fn index(top: &Path) -> Option<Vec<u8>> {
    let mut git = top.join(".git");
    if git.is_file() {
        let text = fs::read_to_string(&git).ok()?;
        let other = text.trim().strip_prefix("gitdir:")?.trim().to_owned();
        git = top.join(other);
    }
    let path = git.join("index");
    let small = fs::metadata(&path).is_ok_and(|found| found.len() <= LIMIT);
    small.then(|| fs::read(&path).ok()).flatten()
}

/// Whether an index names a path: its entries hold whole paths, each behind
/// its flags and in front of a zero byte. Indexes of version 4 shorten paths
/// and are not read.
fn in_index(index: &[u8], path: &str) -> bool {
    let version = index.get(4..8);
    let plain = index.starts_with(b"DIRC")
        && matches!(version, Some([0, 0, 0, 2 | 3]));
    let entry = [path.as_bytes(), b"\0"].concat();
    let len = u16::try_from(path.len()).unwrap_or(u16::MAX).min(0xfff);
    plain
        && index.windows(entry.len() + 2).any(|window| {
            // The low bits of the flags are the length of the path.
            let [high, low, rest @ ..] = window else { return false };
            let flags = u16::from_be_bytes([*high, *low]);
            rest == entry && flags & 0xfff == len
        })
}

/// The script of the project that a command line starts with, below the
/// project's root, and its place in the line. A path that only a shell could
/// complete is none.
fn script(command: &str, prefix: &str) -> Option<(String, Span)> {
    let mut start = 0;
    loop {
        let rest = command.get(start..)?;
        start += rest.len() - rest.trim_start().len();
        let word = word(command.get(start..)?);
        let text: String =
            word.chars().filter(|c| !matches!(c, '"' | '\'')).collect();
        if INTERPRETERS.contains(&text.as_str()) {
            start += word.len();
            continue;
        }
        let names = [
            format!("${{{prefix}_PROJECT_DIR}}/"),
            format!("${prefix}_PROJECT_DIR/"),
        ];
        let below = names.iter().find_map(|name| text.strip_prefix(name));
        let path = match below {
            Some(path) => path,
            None if text.starts_with("./") || text.starts_with('.') => &text,
            None => return None,
        };
        let path = path.trim_start_matches("./");
        let odd =
            |c: char| c.is_whitespace() || "$`*?[]{}~;|&<>()\\".contains(c);
        let plain = path.contains('/')
            && !path.contains(odd)
            && !path.split('/').any(|part| matches!(part, "" | ".."));
        let span = Span::new(start, start + word.len());
        return plain.then(|| (path.to_owned(), span));
    }
}

/// The first word of a command line, with its quotes.
fn word(text: &str) -> &str {
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            (None, ' ' | '\t' | '\n' | ';' | '|' | '&') => {
                return text.get(..at).unwrap_or(text);
            }
            _ => {}
        }
    }
    text
}

/// Programs whose first argument is a script.
const INTERPRETERS: &[&str] =
    &["bash", "bun", "node", "perl", "python", "python3", "ruby", "sh", "zsh"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_of_a_command_line() {
        let of = |line: &str| script(line, "CLAUDE").map(|found| found.0);
        for (line, path) in [
            ("\"$CLAUDE_PROJECT_DIR\"/.claude/hooks/a.sh", "a.sh"),
            ("\"$CLAUDE_PROJECT_DIR/.claude/hooks/a.sh\" x", "a.sh"),
            ("bash ${CLAUDE_PROJECT_DIR}/.claude/hooks/a.sh || true", "a.sh"),
            ("python3 .claude/hooks/a.py;true", "a.py"),
            ("./.claude/hooks/a.sh", "a.sh"),
        ] {
            let wanted = format!(".claude/hooks/{path}");
            assert_eq!(of(line), Some(wanted), "{line}");
        }
        for line in [
            "npm test",
            "~/.claude/hooks/a.sh",
            "$CLAUDE_PROJECT_DIR/$X/a.sh",
            "$CLAUDE_PLUGIN_ROOT/a.sh",
            "bash -c 'true'",
            "[ -f .claude/x ] && .claude/x",
            ". ~/.profile",
            "../a/b.sh",
            "",
        ] {
            assert_eq!(of(line), None, "{line}");
        }
    }

    #[test]
    fn an_index_names_whole_paths() {
        let path = b".claude/settings.local.json";
        let mut index = b"DIRC\0\0\0\x02\0\0\0\x01".to_vec();
        index.extend([0; 60]);
        index.extend([0, path.len() as u8]);
        index.extend(path);
        index.push(0);
        let path = std::str::from_utf8(path).unwrap();
        assert!(in_index(&index, path));
        assert!(!in_index(&index, "settings.local.json"));
        index[7] = 4;
        assert!(!in_index(&index, path));
        assert!(!in_index(b"", path));
    }
}
