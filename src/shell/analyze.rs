//! From a command line to what rules look at.

use super::cd::Cd;
use super::roots::Root;
use super::texts::Job;
use super::words::Words;
use super::{
    About, Commands, Doubt, Effects, Guarded, NamedOptions, Names, Profile,
    Reason, Shell, Unit,
};
use crate::shell::asked::{Asked, Whole};
use crate::shell::runs::own_scripts::Sought;
use crate::shell::runs::tails::{self, Tail};
use crate::shell::split::{self, Limits, Line, Simple};
use crate::source::{Span, Spare};

/// What the line's meaning depends on and the library may not look up.
#[derive(Clone, Copy, Debug, Default)]
pub struct Places<'a> {
    /// The current directory, absolute.
    pub cwd: Option<&'a str>,
    /// The home directory, absolute.
    pub home: Option<&'a str>,
    /// Where the git repository around the current directory starts.
    pub repository: Option<&'a str>,
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

/// How many commands within commands one simple command may hold.
const LEVELS: u32 = 24;

/// Memory reused from line to line.
#[derive(Clone, Debug, Default)]
pub(super) struct Work {
    line: Line,
    text: String,
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
    /// Whether that was another directory before the program's own options.
    pub(super) moved: bool,
    /// The root that the command runs in.
    pub(super) root: Root,
    /// The programs that were copied, and the words that name the copies.
    pub(super) copies: Vec<(&'a str, usize)>,
    /// The scripts that the line may write.
    pub(super) sought: Sought<'a>,
    pub(super) simple: usize,
    pub(super) unit: u32,
    /// The simple command.
    pub(super) own: &'a Simple,
    /// The line is nested too deeply, and in doubt for that.
    pub(super) deep: bool,
    /// The words of the line that were last written as a view just as they
    /// stand, and where that view is.
    pub(super) even: (Span, usize),
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

/// Takes `command` apart for the rules of `profile`; `out` is cleared first
/// and keeps its memory. Linear in the length of the command.
pub fn analyze(
    command: &str,
    shell: Shell,
    profile: &Profile,
    places: &Places<'_>,
    out: &mut Commands,
) {
    out.clear();
    let mut work = out.work.take().unwrap_or_default();
    let most = profile.max_chars as usize;
    if command.len() > most && command.chars().nth(most).is_some() {
        out.doubts.push(Doubt {
            reason: Reason::Size,
            span: Span::new(0, command.len()),
            unit: None,
            effects: if profile.strict {
                Effects::ALL
            } else {
                Effects::ALLOW.and(Effects::IF)
            },
            about: About::Commands,
        });
    }
    run(command, shell, profile, places, &mut work, out);
    out.work = Some(work);
}

/// Takes the line apart, then the texts found in it, one after the other.
fn run(
    command: &str,
    shell: Shell,
    profile: &Profile,
    places: &Places<'_>,
    work: &mut Work,
    out: &mut Commands,
) {
    let Work { line, text, arena, jobs, levels, tails, path } = work;
    arena.clear();
    jobs.clear();
    tails.clear();
    jobs.push(Job::outermost(shell));
    let whole = Whole::default();
    let mut next = 0;
    while let Some(&job) = jobs.get(next) {
        next += 1;
        let source = if job.at.is_none() {
            command
        } else {
            text.clear();
            text.push_str(job.text.of(arena));
            text.as_str()
        };
        split::split(source, job.shell, &Limits::default(), line);
        levels.clear();
        let mut scene = Scene {
            profile,
            places,
            shell: job.shell,
            text: source,
            outermost: command,
            whole: &whole,
            line,
            job,
            out,
            arena,
            jobs,
            levels,
            tails,
            path,
            cd: job.cd,
            moved: false,
            root: job.root,
            copies: Vec::new(),
            sought: Sought::default(),
            simple: 0,
            unit: 0,
            own: &Simple::EMPTY,
            deep: line.marks.iter().any(|mark| mark.reason == Reason::Depth),
            even: Default::default(),
            asked: Asked::default(),
            looped: 0,
            quiet: Words::default(),
            loud: Vec::new(),
        };
        scene.all();
    }
    tails::units(tails, out);
}

impl<'a> Scene<'a> {
    /// Looks at every simple command, and at the splitter's marks.
    fn all(&mut self) {
        let first = self.out.units.len() as u32;
        for index in 0..self.line.simples.len() {
            self.simple = index;
            self.unit = first + index as u32;
            self.simple();
        }
        self.simple = 0;
        self.unit = first;
        self.plain_marks();
        if !self.line.simples.is_empty() {
            self.hidden_subscripts();
            self.guess_heads();
        }
        self.marks(first);
        self.mapped_files();
        self.in_lower_case();
    }

    /// What PowerShell reads where quotes and dashes are typographic ones.
    fn plain_marks(&mut self) {
        if self.shell == Shell::PowerShell
            && self.profile.strict
            && let Some(plain) = split::plain_marks(self.text)
        {
            let span = Span::new(0, self.text.len());
            self.code([plain.as_str()], span, true);
        }
    }

    /// One simple command.
    fn simple(&mut self) {
        let Some(simple) = self.line.simples.get(self.simple) else {
            return;
        };
        self.own = simple;
        let span = self.place(simple.span);
        let covered = self.job.guard_only;
        self.out.units.push(Unit { span, covered, doubt: false, maybe: None });
        let all = Words {
            start: simple.words.0 as usize,
            end: simple.words.1 as usize,
        };
        let command = all.from(all.start + simple.assignments as usize);
        self.redirects(simple.redirects);
        self.expansions(all, simple.compound);
        let timed = self.timed(command);
        if timed.is_some() {
            // What rules on `time` itself look at.
            self.plain_view(all, Effects::ALL, true);
        }
        let (all, command) = timed.unwrap_or((all, command));
        let assigned = self.assignments(all, command);
        if command.is_empty() {
            self.read_by_group(simple.redirects);
            if all.is_empty() && !self.reads_alone(simple.redirects) {
                self.cover();
            }
            return;
        }
        self.filled(command);
        if !self.copies.is_empty() {
            self.by_true_name(command);
        }
        self.levels.push(Level {
            words: command,
            allow: assigned,
            guard: Effects::GUARD,
            more: More::Nothing,
        });
        let here = self.cd;
        self.descend();
        self.cd = here;
        self.root = self.job.root;
        self.change_directory(command);
    }

    /// Looks at the command and at every command within it.
    fn descend(&mut self) {
        let mut count = 0;
        while let Some(level) = self.levels.pop() {
            count += 1;
            if count > LEVELS {
                let span = self.span_of(level.words);
                self.doubt(Reason::Depth, span, Effects::ALL);
                self.levels.clear();
                return;
            }
            self.level(level);
        }
    }

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

    /// A place of this text, as it is reported.
    pub(super) fn place(&self, span: Span) -> Span {
        self.job.at.unwrap_or(span)
    }
}
