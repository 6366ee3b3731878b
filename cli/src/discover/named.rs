//! Files of hooks that the manifest of a plugin names.

use std::path::{Path, PathBuf};

use hookset::json::Tape;
use hookset::load::Scope;

use super::display;
use super::place::{Home, Place, parent_name};
use crate::input;

/// A place, and behind a manifest the files of hooks that it names.
pub(crate) fn with_named(place: Place) -> impl Iterator<Item = Place> {
    let named = named(&place.file);
    std::iter::once(place).chain(named.into_iter().map(|file| Place {
        path: display(&file),
        file,
        is_known: true,
        scope: Scope::Plugin,
        home: Home::Plugin,
    }))
}

fn named(manifest: &Path) -> Vec<PathBuf> {
    let is_manifest = manifest.file_name().is_some_and(|n| n == "plugin.json")
        && parent_name(manifest) == Some(".claude-plugin");
    let plugin = manifest.parent().and_then(Path::parent);
    let Some(plugin) = plugin.filter(|_| is_manifest) else {
        return Vec::new();
    };
    // Why it cannot be read is said where it is read.
    let text = input::read_text(manifest, input::POLICY_LIMIT);
    let text = text.unwrap_or_default();
    let tape = Tape::of(&text);
    let hooks = tape.root(&text).and_then(|root| root.get("hooks"));
    let Some(hooks) = hooks else { return Vec::new() };
    let all = hooks.items().chain([hooks]);
    let within = all.filter_map(|item| within(item.str()?));
    within.map(|path| plugin.join(path)).collect()
}

/// A path within the plugin; of what lies elsewhere the runner reads nothing.
fn within(path: &str) -> Option<&str> {
    let path = path.strip_prefix("${CLAUDE_PLUGIN_ROOT}/").unwrap_or(path);
    let path = path.trim_start_matches("./");
    let mut parts = path.split('/');
    let is_plain = parts.all(|part| !matches!(part, "" | "." | ".."));
    (is_plain && !path.contains(['\\', ':', '$'])).then_some(path)
}
