//! A line while it is looked at: what is known of the world around it, how
//! far that has come, and what was noted on the way.

use smallvec::SmallVec;

use super::cd::Cd;
use super::detours::CameFrom;
use super::noted::{Sought, Tail};
use super::roots::Root;
use super::texts::Job;
use super::words::Words;
use super::{
    Commands, Effects, Guarded, NamedOptions, Names, Profile, Reason, Shell,
    Starts,
};
use crate::event::Searched;
use crate::shell::asked::{Asked, Whole};
use crate::shell::split::{Line, Simple};
use crate::source::{Span, Spare};

/// What the line's meaning depends on and the library may not look up.
#[derive(Clone, Copy, Debug, Default)]
pub struct Places<'a> {
    /// The current directory, absolute.
    pub cwd: Option<&'a str>,
    /// The home directory, absolute.
    pub home: Option<&'a str>,
    /// Where guards of a project start, if that is known.
    pub starts: Option<Starts<'a>>,
    /// Where the git repository around the current directory starts.
    pub repository: Option<&'a str>,
    /// The branch that is checked out there.
    pub branch: Option<&'a str>,
    /// Whether names that differ in letter case only are one file.
    pub fold: bool,
    /// Whether some rule asks for words that may be files (`Access::Maybe`).
    pub guesses: bool,
    /// What the guards on files look for, where that is known.
    pub guarded: Option<&'a Guarded>,
    /// The same without what nothing is there of, if anybody looked.
    pub there: Option<&'a Guarded>,
    /// The names without one of which no guard is about a file that some
    /// word may be, where that is known and no path has another name.
    pub names: Option<Names<'a>>,
    /// The options that guards name right behind a program, if known.
    pub options: Option<NamedOptions<'a>>,
    /// Directories that are links in systems like this one, each with what
    /// it leads to.
    pub moved: &'a [(&'a str, &'a str)],
    /// Directories that are links on the way to these, each with what it
    /// leads to.
    pub ways: &'a [(String, String)],
    /// The links that are known.
    pub links: &'a [KnownLink],
    /// Whether somebody looks for links next, and where they may stand is to
    /// be listed ([`Commands::names`]).
    pub seeks: bool,
    /// Whether the same is to be done with where a line searches
    /// ([`Commands::searches`]).
    pub searches: bool,
    /// Whether searches may find links that are not among these, or names
    /// with blanks.
    pub unseen: bool,
    /// Searches that meet nothing which guards are about.
    pub unmet: &'a [Searched],
    /// Searches that meet something.
    pub met: &'a [Searched],
}

/// A symbolic link that stands somewhere.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct KnownLink {
    at: Spare,
    to: Spare,
}

impl KnownLink {
    /// The link at this path, in the form of a spelling, which says this.
    pub fn new(at: &str, to: &str) -> KnownLink {
        KnownLink { at: Spare::of(&[at]), to: Spare::of(&[to]) }
    }

    /// Its path.
    pub fn at(&self) -> &str {
        &self.at
    }

    /// What it says.
    pub fn to(&self) -> &str {
        &self.to
    }
}

/// Memory reused from line to line.
#[derive(Clone, Debug, Default)]
pub(super) struct Work {
    pub(super) line: Line,
    pub(super) text: String,
    pub(super) arena: String,
    pub(super) jobs: Vec<Job>,
    pub(super) levels: Vec<Level>,
    pub(super) tails: Vec<Tail>,
    pub(super) path: String,
}

/// How far an allow rule may look at a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Allow {
    /// Not at all.
    No,
    /// A rule of the full text only.
    Exact,
    /// Any rule.
    Full,
}

/// A command within a simple command, still to be looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    pub(super) words: Words,
    pub(super) allow: Allow,
    /// The guard rules that look at it.
    pub(super) guard: Effects,
    /// What comes behind its words when it runs.
    pub(super) more: More,
}

impl Level {
    /// Whether more words come.
    pub(super) fn open(&self) -> bool {
        self.more != More::Nothing
    }

    /// Whether words come of which nothing is known here: `xargs -I{}`.
    pub(super) fn unseen(&self) -> bool {
        match self.more {
            More::Nothing => false,
            More::Words => true,
            More::Files(find) => find.is_empty(),
        }
    }

    /// Whether any words may follow.
    pub(super) fn any_words(&self) -> bool {
        self.more == More::Words
    }

    /// Whether guards look at it.
    pub(super) fn guards(&self) -> bool {
        self.guard != Effects::default()
    }
}

/// Words that come from elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum More {
    Nothing,
    /// Names of files that were found (`find -exec`), by these words where
    /// they are known.
    Files(Words),
    /// Any words (`xargs`).
    Words,
}

/// One line while it is looked at.
pub(super) struct Scene<'a> {
    pub(super) profile: &'a Profile,
    pub(super) places: &'a Places<'a>,
    pub(super) shell: Shell,
    pub(super) text: &'a str,
    /// The outermost text.
    pub(super) outermost: &'a str,
    /// What was asked of that.
    pub(super) whole: &'a Whole,
    pub(super) line: &'a Line,
    pub(super) job: Job,
    pub(super) out: &'a mut Commands,
    pub(super) arena: &'a mut String,
    pub(super) jobs: &'a mut Vec<Job>,
    pub(super) levels: &'a mut Vec<Level>,
    /// What may be run, for all that is known.
    pub(super) tails: &'a mut Vec<Tail>,
    pub(super) path: &'a mut String,
    pub(super) cd: Cd,
    /// The last command that went elsewhere.
    pub(super) went: Option<usize>,
    /// The `pushd` of the line that are still to be taken back, and where
    /// they came from.
    pub(super) pushed: SmallVec<[(usize, Cd); 2]>,
    /// Whether that was another directory before the program's own options.
    pub(super) moved: bool,
    /// Where subshells were come from.
    pub(super) from: CameFrom,
    /// The root that the command runs in.
    pub(super) root: Root,
    /// The programs that were copied, and the words that name the copies.
    pub(super) copies: Vec<(&'a str, usize)>,
    /// The rows of files that programs find which were gone through, and
    /// where.
    pub(super) found: SmallVec<[(usize, Cd, Root); 8]>,
    /// The scripts that the line may write.
    pub(super) sought: Sought<'a>,
    pub(super) simple: usize,
    pub(super) unit: u32,
    /// The simple command.
    pub(super) own: &'a Simple,
    /// The line is nested too deeply, and in doubt for that.
    pub(super) deep: bool,
    /// The command runs code of another language that changes no file.
    pub(super) plain_code: bool,
    /// The words of the line that were last written as a view just as they
    /// stand, and where that view is.
    pub(super) even: (Span, usize),
    /// Why what is found next may be run, where that is not sure.
    pub(super) maybe: Option<Reason>,
    /// What was asked of the line.
    pub(super) asked: Asked,
    /// How many words with the variable of a loop were looked at.
    pub(super) looped: u8,
    /// The words among which no option was found last that says it runs
    /// something: each wrapper asks that of all behind it.
    pub(super) quiet: Words,
    /// Words that name programs in upper-case letters.
    pub(super) loud: Vec<usize>,
}

impl Scene<'_> {
    /// Marks the unit as needing no allow rule.
    pub(super) fn cover(&mut self) {
        if let Some(unit) = self.out.units.get_mut(self.unit as usize) {
            unit.covered = true;
        }
    }

    /// Of these rules those that look at this text.
    pub(super) fn looked(&self, effects: Effects) -> Effects {
        match self.job.guard_only {
            true => Effects(effects.0 & !Effects::ALLOW.0),
            false => effects,
        }
    }

    /// How many bytes may be written about this text: a multiple of it.
    pub(super) fn room(&self, factor: usize) -> usize {
        const LEAST: usize = 1 << 16;
        LEAST + factor * self.outermost.len()
    }

    /// Whether there is room for another path below a directory: what is
    /// written stays in proportion to the line.
    pub(crate) fn roomy(&self, directory: Span) -> bool {
        directory.len() <= 4096 && self.out.text.len() < self.room(64)
    }

    /// A place of this text, as it is reported.
    pub(super) fn place(&self, span: Span) -> Span {
        self.job.at.unwrap_or(span)
    }
}
