//! What happened, as the runner reports it.

pub mod tools;

/// One of the events of the table; an index into its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EventKind(pub(crate) u8);

/// A set of events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EventSet(pub u64);

impl EventSet {
    /// The set that holds just `kind`.
    pub fn only(kind: EventKind) -> EventSet {
        EventSet(1 << (kind.0 & 63))
    }

    /// Whether it holds `kind`.
    pub fn has(self, kind: EventKind) -> bool {
        self.0 & EventSet::only(kind).0 != 0
    }
}

/// What the library may not look up and so is told: places, links, the
/// platform. Every field may be left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Context {
    /// The directory the event happens in.
    pub cwd: Option<String>,
    /// The home directory.
    pub home: Option<String>,
    /// The root of the project.
    pub project_root: Option<String>,
    /// Which kind of settings the policy comes from, where the policy itself
    /// does not say.
    pub settings_source: Option<String>,
    /// The directory `/` patterns start at, where the policy itself does not
    /// say.
    pub settings_dir: Option<String>,
    /// Symbolic links: path to target.
    pub links: Vec<(String, String)>,
    /// The operating system.
    pub platform: Platform,
    /// The shell that runs command lines.
    pub shell: Option<Shell>,
    /// Whether file names that differ only in case are different; by
    /// default they are, except on Windows and macOS.
    pub case_sensitive: Option<bool>,
    /// The names of the MCP servers that are known.
    pub mcp_servers: Vec<String>,
    /// The permission mode.
    pub mode: Option<String>,
}

/// The operating system an event happens on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Platform {
    /// Linux and other Unix systems.
    #[default]
    Linux,
    /// macOS.
    MacOs,
    /// Windows.
    Windows,
}

/// Which shell reads the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Shell {
    /// bash and POSIX sh.
    #[default]
    Bash,
    /// zsh, where it differs from bash.
    Zsh,
    /// PowerShell 7.
    PowerShell,
}
