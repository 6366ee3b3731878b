//! Command lines, taken apart.
//!
//! [`Commands`] lists the simple commands of one command line, every *view*
//! under which rules look at each, the files they name, and every *doubt*:
//! text whose meaning cannot be known before it runs. The promise: a command
//! is never under-reported; what is not understood is marked as doubt.
//!
//! A line is cut into simple commands with words ([`split`]). [`analyze()`]
//! goes through them, and through the texts in them that are lines again
//! (`texts`), and fills [`Commands`]: `views` writes what rules look at,
//! `files` lists the files, `runs` finds commands within commands, `doubts`
//! what cannot be known, `windows` does all of it for PowerShell. What
//! programs do stands in tables only (`data`).

mod analyze;
mod asked;
mod braces;
mod cd;
mod climbs;
mod data;
mod detours;
mod doubts;
mod files;
mod guards;
mod led_away;
mod noted;
mod older;
mod parameters;
mod paths;
mod reason;
mod roots;
mod runs;
mod scene;
mod settled;
pub mod split;
mod texts;
mod values;
mod views;
mod windows;
mod words;

pub use analyze::analyze;
pub use climbs::Climbs;
pub(crate) use climbs::{climbs_out, last_up};
pub(crate) use files::protected::is_protected;
pub use guards::anchored::Starts;
pub use guards::guarded::Guarded;
pub use guards::named::NamedOptions;
pub use guards::names::{NamePart, Names};
pub use guards::needed::Needed;
pub(crate) use paths::{is_directory, word_by_word};
pub use reason::Reason;
pub use scene::{KnownLink, Places};
pub(crate) use views::sorted::sorted_patterns;
pub(crate) use windows::by_usual_words;

pub use crate::event::{Among, Shell};
use crate::source::Span;
pub(crate) use braces::ways as braces;
pub use data::cmdlets::cmdlet;
pub(crate) use data::families::is_family;
pub(crate) use data::handed::FRONTS;
pub(crate) use data::interpreters::runs_scripts;
pub(crate) use data::programs::{has_commands, is_program};

/// The kinds of rule, as a set: a view or a file may be meant for some of
/// them only (an allow rule must not look through `sudo`, a deny rule must).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Effects(pub u8);

impl Effects {
    /// Allow rules.
    pub const ALLOW: Effects = Effects(1);
    /// Deny rules.
    pub const DENY: Effects = Effects(2);
    /// Ask rules.
    pub const ASK: Effects = Effects(4);
    /// A hook's `if`.
    pub const IF: Effects = Effects(8);
    /// Guards that could match if only what cannot be known were known: they
    /// look at what stands before the first such word.
    pub const OPEN: Effects = Effects(16);
    /// The same where only the name of a file may follow: no option.
    pub const FOUND: Effects = Effects(32);
    /// Guards and conditions that name an option right behind a program:
    /// they look at commands in which it was put there.
    pub const TURNED: Effects = Effects(64);
    /// The same of any options, wherever guards and conditions name them:
    /// they look at commands whose options stand in one order, under their
    /// usual names.
    pub const SORTED: Effects = Effects(128);
    /// Everything that may widen: deny, ask and `if`.
    pub const GUARD: Effects = Effects(2 | 4 | 8);
    /// All four.
    pub const ALL: Effects = Effects(15);

    /// Whether the two sets share a kind.
    pub fn meets(self, other: Effects) -> bool {
        self.0 & other.0 != 0
    }

    /// Both sets together.
    #[must_use]
    pub const fn and(self, other: Effects) -> Effects {
        Effects(self.0 | other.0)
    }
}

/// One simple command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Its bytes in the command line (of the outermost text for commands
    /// found inside `bash -c '…'`).
    pub span: Span,
    /// Whether the runner runs it without a rule (read-only commands, `cd`
    /// inside the tree): an allow rule need not cover it.
    pub covered: bool,
    /// Whether anything about it is in doubt; such a unit is never covered
    /// by an allow rule.
    pub doubt: bool,
    /// Why it may be run, where it is no command of the line, but words that
    /// a program nobody knows may run, or one read otherwise. A guard that
    /// matches them asks.
    pub maybe: Option<Reason>,
}

/// One text under which rules look at a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// Index of the unit.
    pub unit: u32,
    /// The rules that look at this view.
    pub effects: Effects,
    /// Its bytes in [`Commands::text`]: words joined by one blank.
    pub text: Span,
    /// Whether an allow rule matches it only when its pattern has no star:
    /// an allow rule of the full text may let `watch ls` run, `watch *` not.
    /// Says nothing about the other kinds of rule.
    pub exact_only: bool,
}

/// What the stars of allow rules do not stand for in a view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// The number of the view.
    pub view: usize,
    /// How many bytes may not stand in front of the first star: from those
    /// that name an option to read with (`sed -n`) to those that name one to
    /// write with. Empty where nothing is written.
    pub closed: Span,
    /// Whether a word of it may go up again, out of the directory that the
    /// pattern names in front of a star.
    pub climbs: Climbs,
}

/// What a command does with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// Reads it.
    Read,
    /// Creates or changes it.
    Write,
    /// Reads it, changes it, or takes the word for something else: the
    /// program is not known.
    Maybe,
    /// Reads it, or takes the word for something else: what lies in a
    /// directory that a word names.
    Looks,
    /// Changes it, or takes the word for something else: no rule looks at
    /// it, but it may be a protected path.
    MayWrite,
    /// Reads what lies below it, however deep.
    ReadBelow,
    /// Creates or changes what lies below it.
    WriteBelow,
}

/// A file that a simple command names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileUse {
    /// Index of the unit.
    pub unit: u32,
    /// What is done with it.
    pub access: Access,
    /// The rules that look at it.
    pub effects: Effects,
    /// The path as written, quotes removed, in [`Commands::text`].
    pub path: Span,
    /// Its bytes in the command line.
    pub span: Span,
    /// Whether an allow decision needs an Edit or Read rule that covers it.
    pub needs_cover: bool,
}

/// A symbolic link that a line makes; both in [`Commands::text`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// Where it is put, a path as the line writes paths.
    pub name: Span,
    /// What it says.
    pub to: Span,
}

/// Text that cannot be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// Why.
    pub reason: Reason,
    /// Its bytes in the command line.
    pub span: Span,
    /// The unit it belongs to; `None` for the line as a whole.
    pub unit: Option<u32>,
    /// The rules for which it counts: a deny rule of effect in this set
    /// becomes *ask*, an `if` of this set fires, an allow rule of this set
    /// does not cover.
    pub effects: Effects,
    /// What the guard rules that it bears on are about; allow rules ignore
    /// this.
    pub about: About,
}

impl Doubt {
    /// The text it is about, of a command line; empty where it is about
    /// something else. The span of a doubt about the event as a whole lies
    /// in the payload.
    pub fn text<'a>(&self, command: &'a str) -> &'a str {
        match self.about {
            About::Event => "",
            _ => self.span.of(command),
        }
    }
}

/// What rules are about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum About {
    /// Commands: the rules of the shell's tool.
    #[default]
    Commands,
    /// Files that are read: Read rules (`cat *.key` bears on those, not on
    /// `Bash(rm *)`).
    Reads,
    /// Files that are written: Edit rules.
    Writes,
    /// Hosts: WebFetch rules.
    Hosts,
    /// The event as a whole, which cannot be read reliably: every rule.
    Event,
}

/// A search of all that lies below a directory, by a program or for one that
/// is handed what is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// The directory, in [`Commands::text`].
    pub below: Span,
    /// What there would have the program open files that guards are about.
    pub sought: Sought,
}

/// What has a program that goes through directories, or is handed what is
/// found there, open files that guards are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sought {
    /// Links whose names a glob finds, in [`Commands::text`].
    Links(Span),
    /// Names that hold what `xargs` cuts at or leaves out: blanks, quotes,
    /// backslashes.
    Blanks,
    /// Files that guards are about.
    Guarded {
        /// A glob for their names, in [`Commands::text`].
        name: Span,
        /// Whether it is about guards on files that are written.
        writes: bool,
        /// Which files the program goes through.
        among: Among,
        /// Whether the line is asked about only if there are some.
        deep: bool,
    },
}

/// A command line, taken apart. It keeps its memory from event to event.
#[derive(Clone, Debug, Default)]
pub struct Commands {
    /// Memory for the texts of views and paths.
    pub text: String,
    /// The simple commands, in the order they stand.
    pub units: Vec<Unit>,
    /// The views, grouped by unit.
    pub views: Vec<View>,
    /// What stars do not stand for in some of the views, in their order.
    pub held: Vec<Held>,
    /// The files the line names.
    pub uses: Vec<FileUse>,
    /// The symbolic links the line makes.
    pub links: Vec<Link>,
    /// Paths that only matter where a link stands on the way, some of them
    /// globs, in `text`; for who looks for links.
    pub names: Vec<Span>,
    /// Where programs look for files, for who looks there, too.
    pub searches: Vec<Search>,
    /// Whether there are more names or searches than are listed.
    pub unlisted: bool,
    /// What cannot be decided.
    pub doubts: Vec<Doubt>,
    /// Memory of [`analyze`].
    work: Option<Box<scene::Work>>,
}

impl Commands {
    /// What the stars of allow rules do not stand for in the view of this
    /// number; `None` where they stand for anything. Logarithmic in the
    /// number of such views.
    pub fn held_in(&self, view: usize) -> Option<&Held> {
        let at = self.held.binary_search_by_key(&view, |held| held.view);
        at.ok().and_then(|at| self.held.get(at))
    }

    /// Forgets the last line and keeps the memory.
    pub fn clear(&mut self) {
        self.text.clear();
        self.units.clear();
        self.views.clear();
        self.held.clear();
        self.uses.clear();
        self.links.clear();
        self.names.clear();
        self.searches.clear();
        self.unlisted = false;
        self.doubts.clear();
    }
}

/// How far a dialect looks into a command line. Data, not code: a field per
/// choice, filled by `dialect::shipped`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Whether guard rules look through program paths, option-taking
    /// wrappers, `bash -c`, `eval`, here-documents, `find -exec` and the
    /// like, and anything not understood is doubt (the strict promise).
    pub strict: bool,
    /// Whether guard rules see through `env`, `sudo`, `setsid` and friends.
    pub exec_wrappers: bool,
    /// Whether commands that only read are covered without a rule.
    pub read_only_covered: bool,
    /// Whether no allow rule approves writing to protected paths (`.git`,
    /// `.claude`, shell profiles), be it by a command or by another tool.
    pub protected_paths: bool,
    /// Lines of more characters than this are in doubt as a whole.
    pub max_chars: u32,
    /// Whether several blanks between words are one.
    pub joins_blanks: bool,
    /// Whether patterns are also compared with a line as a whole, so that a
    /// star stands for what comes behind `&&`.
    pub whole_lines: bool,
    /// How much of a line a hook's `if` looks at.
    pub conditions: Conditions,
    /// Whether `$HOME` in the path of a file is the home directory.
    pub home_variable: bool,
    /// Whether `cp x dir` and `mv x dir` write `dir/x`.
    pub names_below: bool,
}

/// How much of a line a hook's `if` looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conditions {
    /// The line as it stands.
    Line,
    /// Its commands, without those in substitutions.
    Outer,
    /// All commands.
    All,
}

impl Profile {
    /// What the documented runner does, weak spots included.
    pub const DOCUMENTED: Profile = Profile {
        strict: false,
        exec_wrappers: true,
        read_only_covered: true,
        protected_paths: true,
        max_chars: 10_000,
        joins_blanks: true,
        whole_lines: false,
        conditions: Conditions::All,
        home_variable: true,
        names_below: true,
    };

    /// No known way around a rule gets past it.
    pub const STRICT: Profile = Profile {
        strict: true,
        exec_wrappers: true,
        read_only_covered: false,
        protected_paths: true,
        max_chars: 1 << 20,
        ..Profile::DOCUMENTED
    };
}
