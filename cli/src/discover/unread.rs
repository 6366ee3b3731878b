//! Files with rules or hooks of programs whose words nobody here reads.

use std::path::{Path, PathBuf};

use super::display;
use super::place::{is_of_another, parent_name};
use crate::input;
use crate::terminal::{self, Stream};
use crate::text::visible;

/// The names of such files, and the directory that they stand in where that
/// is said.
const FILES: &[(Option<&str>, &str)] = &[
    (Some(".cursor"), "cli-config.json"),
    (Some(".cursor"), "cli.json"),
    (Some(".cursor"), "hooks.json"),
    (Some(".factory"), "hooks.json"),
    (Some(".factory"), "settings.json"),
    (Some(".gemini"), "settings.json"),
    (Some(".qwen"), "settings.json"),
    (Some(".windsurf"), "hooks.json"),
    (None, ".crush.json"),
    (None, "crush.json"),
    (None, "opencode.json"),
    (None, "opencode.jsonc"),
];

/// What stands above rules and hooks there. Most such files hold nothing but
/// colours.
const KEYS: &[&str] = &[
    "allowedTools",
    "commandAllowlist",
    "commandDenylist",
    "coreTools",
    "excludeTools",
    "hooks",
    "permission",
    "permissions",
    "tools",
];

/// Whether a file is such a one; one that cannot be read may be.
pub(super) fn is_unread(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    let is_named = FILES.iter().any(|(directory, file)| {
        name == Some(file)
            && directory.is_none_or(|at| parent_name(path) == Some(at))
    });
    is_named && is_of_another(path) && holds_keys(path)
}

fn holds_keys(path: &Path) -> bool {
    let text = input::read_text(path, input::POLICY_LIMIT);
    text.map_or(true, |text| {
        KEYS.iter().any(|key| text.contains(&format!("\"{key}\"")))
    })
}

/// Says which files nobody looked at.
pub(crate) fn tell(files: &[PathBuf]) {
    let mut text = String::new();
    for file in files {
        let file = display(file);
        text.push_str(&format!(
            "note: `{}` was not looked at: rules and hooks of that program \
             are not read\n",
            visible(&file)
        ));
    }
    terminal::write(Stream::Err, &text);
}
