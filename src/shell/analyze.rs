//! From a command line to what rules look at.

use super::asked::{Asked, Whole};
use super::detours::CameFrom;
use super::noted::Sought;
use super::older;
use super::runs::at_home::names_here;
use super::runs::tails;
use super::scene::{Level, More, Places, Scene, Work};
use super::settled::settled;
use super::split::{self, Limits, Simple};
use super::texts::Job;
use super::words::Words;
use super::{About, Commands, Doubt, Effects, Profile, Reason, Shell, Unit};
use crate::source::Span;

/// How many commands within commands one simple command may hold.
const LEVELS: u32 = 24;

/// How many words such commands may have together where there are more than
/// a few of them.
const WORDS: usize = 1024;
const FEW: u32 = 4;

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
    let long = command.len() > most && command.chars().nth(most).is_some();
    if long {
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
    let known = (profile.strict && !long)
        .then(|| settled(command, shell, places, &mut work.line))
        .flatten();
    let job = Job::outermost(shell);
    run(command, job, profile, places, &mut work, out);
    if let Some(known) = known {
        known.only_written(out);
        let from = (out.units.len(), out.uses.len(), out.doubts.len());
        let job = Job { guard_only: true, ..job };
        run(&known.text, job, profile, places, &mut work, out);
        known.in_place(out, from);
    }
    older::look(command, profile, out);
    out.work = Some(work);
}

/// Takes the line apart, then the texts found in it, one after the other.
fn run(
    command: &str,
    outermost: Job,
    profile: &Profile,
    places: &Places<'_>,
    work: &mut Work,
    out: &mut Commands,
) {
    let Work { line, text, arena, jobs, levels, tails, path } = work;
    arena.clear();
    jobs.clear();
    tails.clear();
    jobs.push(outermost);
    let whole = Whole::default();
    let mut turn = Turn { next: 0, sure: true };
    while let Some(job) = turn.next(jobs) {
        let source = if job.at.is_none() {
            command
        } else {
            text.clear();
            text.push_str(job.text.of(arena));
            text.as_str()
        };
        split::split(source, job.shell, &Limits::default(), line);
        if profile.strict {
            names_here(line, job.shell, command, &whole);
        }
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
            went: None,
            pushed: Default::default(),
            from: CameFrom::start(job.cd, job.far),
            moved: false,
            root: job.root,
            copies: Vec::new(),
            found: Default::default(),
            sought: Sought::default(),
            simple: 0,
            unit: 0,
            own: &Simple::EMPTY,
            deep: line.marks.iter().any(|mark| mark.reason == Reason::Depth),
            plain_code: false,
            maybe: job.maybe,
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

/// Which of the texts is looked at next. Of a rule the first place counts, so
/// those that are sure to be run come first.
struct Turn {
    next: usize,
    sure: bool,
}

impl Turn {
    fn next(&mut self, jobs: &[Job]) -> Option<Job> {
        loop {
            match jobs.get(self.next) {
                Some(&job) => {
                    self.next += 1;
                    if job.maybe.is_none() == self.sure {
                        return Some(job);
                    }
                }
                None if self.sure => *self = Turn { next: 0, sure: false },
                None => return None,
            }
        }
    }
}

impl<'a> Scene<'a> {
    /// Looks at every simple command, and at the splitter's marks.
    fn all(&mut self) {
        self.carried();
        self.also_posix();
        let first = self.out.units.len() as u32;
        let from = self.job.first;
        for index in from..self.line.simples.len() {
            self.simple = index;
            self.unit = first + (index - from) as u32;
            self.follow_subshells();
            self.from.last = self.here();
            let came = self.cd;
            self.simple();
            self.may_be_far(came);
        }
        if from > 0 {
            // The rest does not depend on where it runs.
            return;
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

    /// Code of PowerShell or `cmd` in a line of another shell, as that shell
    /// would read it: guards name programs as they do there.
    fn also_posix(&mut self) {
        let outer = self.jobs.first().map_or(self.shell, |job| job.shell);
        let within = self.job.at.is_some() && self.job.guard_only;
        if self.shell == Shell::PowerShell
            && outer != Shell::PowerShell
            && within
            && self.profile.strict
        {
            let span = Span::new(0, self.text.len());
            let text = self.text;
            self.maybe(Reason::ProgramWord, |scene| {
                scene.code_of(outer, text, span);
            });
        }
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
        let maybe = self.job.maybe;
        self.out.units.push(Unit { span, covered, doubt: false, maybe });
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
        if self.cd != here && !self.is_taken_back(here) {
            self.may_be_elsewhere(here);
        }
    }

    /// Looks at the command and at every command within it.
    fn descend(&mut self) {
        let (mut count, mut words) = (0, 0);
        while let Some(level) = self.levels.pop() {
            count += 1;
            words += level.words.len();
            // Each level looks at all words behind it once more.
            let long = count > FEW && words > WORDS && self.profile.strict;
            if count > LEVELS || long {
                let span = self.span_of(level.words);
                self.doubt(Reason::Depth, span, Effects::ALL);
                self.levels.clear();
                return;
            }
            self.level(level);
        }
    }
}
