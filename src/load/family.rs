//! Which kind of file it is, by its name and by what is in it.

mod others;

use super::{Family, is_declaration, is_guidance};

/// What people call settings, and no runner does.
const BESIDE: &[&str] = &[
    "local.settings",
    "permission",
    "permissions",
    "setting",
    "setting.local",
    "settings-local",
    "settings_local",
];

/// What such files are written in.
const WRITTEN_IN: &[&str] = &["json", "json5", "jsonc", "toml", "yaml", "yml"];

impl Family {
    /// The kind of a file called `name`, usually its path, that holds
    /// `text`. It is the one that the command takes where nobody says
    /// another:
    ///
    /// * what servers declare and definitions of guidance show by their
    ///   keys, where the name says nothing against it;
    /// * else the extension and the directory say it: `.md`, `.yaml`,
    ///   `.rules` and `.toml` (Codex below `.codex` and under its names, else
    ///   Gemini CLI), `hooks.json` of a plugin, settings below `.claude` and
    ///   `.agent`.
    ///
    /// None where neither says anything: such a file holds settings, and
    /// whoever reads it knows whose; [`Family::Hookset`] is the strict
    /// reading. None also for settings of agents that are not read, see
    /// [`Family::is_unread`].
    ///
    /// A file that is read as another kind than it is loses no guard without
    /// a diagnostic, but its rules do not count. Linear in the text.
    pub fn of(name: &str, text: &str) -> Option<Family> {
        let named = Family::by_name(name);
        if Family::is_unread(name) {
            return None;
        }
        match named {
            None | Some(Family::Plugin) if is_declaration(text) => {
                Some(Family::Sep2282)
            }
            None | Some(Family::Pattern) if is_guidance(text) => {
                Some(Family::Toolkit)
            }
            named => named,
        }
    }

    /// The kind that the path of a file alone says; none where it says
    /// nothing.
    pub fn by_name(path: &str) -> Option<Family> {
        let mut parts = path.rsplit(['/', '\\']);
        let (name, parent) = (parts.next().unwrap_or(""), parts.next());
        if Family::is_unread(path) {
            return None;
        }
        let extension = name.rsplit_once('.').filter(|(stem, _)| {
            // A name that only begins with a dot has no extension.
            !stem.is_empty()
        });
        match (name, parent, extension.map(|(_, extension)| extension)) {
            (_, _, Some("md")) => Some(Family::Definition),
            (_, _, Some("yaml" | "yml")) => Some(Family::Pattern),
            ("hooks.json", Some(".codex"), _) => Some(Family::Codex),
            (_, _, Some("toml")) if others::is_codex(path) => {
                Some(Family::Codex)
            }
            (_, _, Some("toml")) => Some(Family::Gemini),
            (_, _, Some("rules")) => Some(Family::Codex),
            ("hooks.json" | "plugin.json", parent, _)
                if parent != Some(".claude") =>
            {
                Some(Family::Plugin)
            }
            ("managed-settings.json", ..)
            | (_, Some(".claude" | "managed-settings.d"), _) => {
                Some(Family::Claude)
            }
            (_, Some(".agent"), _) => Some(Family::Agent),
            _ => None,
        }
    }

    /// Whether a path is that of a file beside the settings that looks like
    /// them, and that no runner reads: `.claude/settings.jsonc`,
    /// `.claude/permissions.json`.
    pub fn is_beside_settings(path: &str) -> bool {
        let mut parts = path.rsplit(['/', '\\']);
        let (name, parent) = (parts.next().unwrap_or(""), parts.next());
        let Some((stem, extension)) = name.rsplit_once('.') else {
            return false;
        };
        let is_other = match stem {
            "settings" | "settings.local" => extension != "json",
            _ => BESIDE.contains(&stem),
        };
        matches!(parent, Some(".claude" | ".agent"))
            && is_other
            && WRITTEN_IN.contains(&extension)
    }
}
