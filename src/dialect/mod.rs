//! What a runner makes of a policy: a record of choices, data not code.
//!
//! Two promises. `claude` *predicts* the documented runner, weak spots
//! included, so that `check`, `why` and `diff` tell the truth about it.
//! `hookset` is *strict*, for our own enforcement. Every difference between
//! dialects is a field here; nothing else asks which dialect it is in.

mod shipped;

pub use shipped::names;

use crate::shell::Profile;

/// A version of a runner, such as 2.1.118.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Version(pub u16, pub u16, pub u16);

impl Version {
    /// Reads `2.1.118`; missing parts are 0.
    pub fn parse(text: &str) -> Option<Version> {
        let mut parts = text.split('.').map(str::parse::<u16>);
        let mut next = || parts.next().transpose().ok();
        let version =
            Version(next()??, next()?.unwrap_or(0), next()?.unwrap_or(0));
        next()?.is_none().then_some(version)
    }
}

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}.{}", self.0, self.1, self.2)
    }
}

/// How a runner reads a policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// The name on the command line.
    pub name: &'static str,
    /// The version of the runner, where the name has versions.
    pub version: Option<Version>,
    /// The directory of a person's own settings, below the home directory.
    pub config_dir: &'static str,
    /// How far it looks into command lines.
    pub shell: Profile,
    /// Whether a path in `Write(…)`, `NotebookEdit(…)`, `Grep(…)`, `Glob(…)`
    /// governs that tool; otherwise such rules are kept but never consulted.
    pub own_path_rules: bool,
    /// Whether `|` joins whole path patterns.
    pub path_alternation: bool,
    /// Whether conditions may be joined with `&&`, `||`, `!` and test
    /// fields.
    pub boolean_conditions: bool,
    /// Whether an `if` of a bare MCP server covers its tools, as the same
    /// text does in a permission rule.
    pub if_server: bool,
    /// Whether deny and ask rules may glob tool names.
    pub guard_globs: bool,
    /// Whether `Tool(param:value)` is understood in deny and ask rules.
    pub params: bool,
    /// Whether it is also understood in allow rules and `if`.
    pub params_everywhere: bool,
    /// Whether a single-segment directory (`src/**`) in allow rules and `if`
    /// means only the one in the current directory.
    pub narrow_directories: bool,
    /// Whether a Read deny also stops the Edit tool.
    pub read_denies_edit: bool,
    /// Whether a Read deny also stops the Write tool.
    pub read_denies_write: bool,
    /// Whether an Edit allow lets the path be read as well.
    pub edit_allows_read: bool,
    /// Whether `:*` before the end is an error (otherwise literal).
    pub mid_colon_star_is_error: bool,
    /// Whether commas separate the items of a matcher list.
    pub matcher_commas: bool,
    /// Whether hyphens may stand in exact matchers.
    pub matcher_hyphens: bool,
    /// Whether legacy tool names are understood.
    pub aliases: bool,
    /// What a deny rule becomes when it cannot be decided.
    pub on_doubt: OnDoubt,
    /// Which rule wins when several match.
    pub strategy: Strategy,
    /// Whether an event that cannot be read fully, or a policy that lost a
    /// rule, puts answers in doubt.
    pub doubts_count: bool,
}

/// What a deny rule becomes when it cannot be decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnDoubt {
    /// The person is asked.
    #[default]
    Ask,
    /// The call is denied, for when nobody can be asked.
    Deny,
}

/// Which rule wins when several match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// deny over ask over allow, over all sources.
    #[default]
    DenyOverrides,
    /// The first source that says anything.
    FirstSource,
}

impl Dialect {
    /// The dialect called `name`, with an optional version: `hookset`,
    /// `claude`, `claude@2.1.118`.
    pub fn named(name: &str) -> Option<Dialect> {
        let (name, version) = match name.split_once('@') {
            Some((name, version)) => (name, Some(Version::parse(version)?)),
            None => (name, None),
        };
        shipped::named(name, version)
    }
}

impl Default for Dialect {
    /// Our own, strict one.
    fn default() -> Dialect {
        shipped::hookset()
    }
}
