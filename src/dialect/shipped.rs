//! The dialects that come with hookset, as records.

use super::{Dialect, OnDoubt, Strategy, Version};
use crate::shell::Profile;

/// The newest runner version whose behaviour is described.
const CLAUDE_LATEST: Version = Version(2, 1, 329);

/// The names that [`Dialect::named`] knows.
pub fn names() -> &'static [&'static str] {
    &["hookset", "claude", "agent", "pattern"]
}

pub(super) fn named(name: &str, version: Option<Version>) -> Option<Dialect> {
    match (name, version) {
        ("claude", version) => Some(claude(version.unwrap_or(CLAUDE_LATEST))),
        ("hookset", None) => Some(hookset()),
        ("agent", None) => Some(agent()),
        ("pattern", None) => Some(pattern()),
        _ => None,
    }
}

/// Our own: strict, with every extension.
pub(super) fn hookset() -> Dialect {
    Dialect {
        name: "hookset",
        version: None,
        config_dir: ".claude",
        shell: Profile::STRICT,
        own_path_rules: true,
        path_alternation: true,
        boolean_conditions: true,
        if_server: true,
        guard_globs: true,
        params: true,
        params_everywhere: true,
        narrow_directories: true,
        read_denies_edit: true,
        read_denies_write: true,
        edit_allows_read: true,
        mid_colon_star_is_error: true,
        matcher_commas: true,
        matcher_hyphens: true,
        aliases: true,
        on_doubt: OnDoubt::Ask,
        strategy: Strategy::DenyOverrides,
        doubts_count: true,
    }
}

/// The documented runner, by version (spec 0.3).
fn claude(version: Version) -> Dialect {
    let since = |patch: u16| version >= Version(2, 1, patch);
    Dialect {
        name: "claude",
        version: Some(version),
        config_dir: ".claude",
        shell: Profile { exec_wrappers: since(113), ..Profile::DOCUMENTED },
        own_path_rules: false,
        path_alternation: false,
        boolean_conditions: false,
        if_server: false,
        guard_globs: since(166),
        params: since(178),
        params_everywhere: false,
        narrow_directories: since(214),
        read_denies_edit: since(208),
        read_denies_write: since(228),
        edit_allows_read: true,
        mid_colon_star_is_error: true,
        matcher_commas: since(191),
        matcher_hyphens: since(195),
        aliases: true,
        on_doubt: OnDoubt::Ask,
        strategy: Strategy::DenyOverrides,
        doubts_count: false,
    }
}

/// The agent of source document 004: the documented runner's settings under
/// another brand, with `|` between path patterns.
fn agent() -> Dialect {
    Dialect {
        name: "agent",
        version: None,
        config_dir: ".agent",
        path_alternation: true,
        ..claude(CLAUDE_LATEST)
    }
}

/// The hooks of source document 003, written in YAML.
fn pattern() -> Dialect {
    Dialect { name: "pattern", ..agent() }
}
