//! Commands within commands: `xargs`, `find -exec`, and those that an
//! option names.

use smallvec::SmallVec;

use crate::shell::data::changers::REMOVERS;
use crate::shell::data::files::Role;
use crate::shell::data::programs::Known;
use crate::shell::data::wrappers::{Kind, Wrapper};
use crate::shell::files::critical::found::Tests;
use crate::shell::files::protected::Found;
use crate::shell::scene::{Allow, Level, More, Scene};
use crate::shell::words::{Program, Words, base_name, cooked_at, short_takes};
use crate::shell::{Access, Effects, Reason};

/// The letters of the options of `xargs` that take the next word.
pub(crate) const VALUED: &str = "InPLsdEaJRS";

/// Those of options that take none.
const PLAIN: [char; 6] = ['0', 'o', 'p', 'r', 't', 'x'];

/// A cluster of options of `xargs` up to one whose value can only stand in
/// the same word: `-eE`.
fn unvalued(text: &str) -> &str {
    text.find(['e', 'i', 'l']).map_or(text, |at| {
        let valued = text.find(|c| VALUED.contains(c));
        match valued.is_some_and(|first| first < at) {
            true => text,
            false => text.get(..at).unwrap_or(text),
        }
    })
}

impl<'a> Scene<'a> {
    /// `xargs`: the command that its words name, with more words to come.
    pub(crate) fn xargs(&mut self, level: Level, program: Program<'_>) {
        self.views(level, true, program);
        let words = level.words;
        let (at, place) = self.command_of_xargs(words);
        let replace = place.unwrap_or("{}");
        let command = words.from(at);
        let options = Words { start: words.start + 1, end: at.min(words.end) };
        self.read_options(program, options);
        if command.is_empty() {
            return;
        }
        self.handed(command, place, options);
        if self.comes(command, replace) {
            let span = self.span_of(command);
            self.doubt(Reason::DynamicCommand, span, Effects::ALL);
        }
        self.replaced(command, replace);
        // With a place for them, nothing comes behind.
        let found = self.found(options);
        if let Some(find) = found {
            let given = self.found_words(find);
            self.handed_what_is_found(&given, command, replace);
        }
        let found = match place {
            Some(_) => Some(Words::default()),
            None => found,
        };
        let more = found.map_or(More::Words, More::Files);
        let (allow, guard) = (Allow::No, level.guard);
        self.levels.push(Level { words: command, allow, guard, more });
    }

    /// Where the command of `xargs` starts, and what stands in it for the
    /// words that come, where they do not come last.
    fn command_of_xargs(&self, words: Words) -> (usize, Option<&'a str>) {
        const LONG: &[&str] = &[
            "max-args",
            "max-procs",
            "max-chars",
            "delimiter",
            "arg-file",
            "process-slot-var",
        ];
        let line = self.line;
        let (mut at, mut place) = (words.start + 1, None);
        while at < words.end {
            let text = cooked_at(line, at);
            if text == "--" {
                at += 1;
                break;
            }
            let Some(option) = text.strip_prefix('-') else { break };
            // `-0rI%`
            let own = option.trim_start_matches(PLAIN);
            match (own.strip_prefix(['I', 'J']), own.strip_prefix('i')) {
                (Some(""), _) => place = Some(cooked_at(line, at + 1)),
                (_, Some("")) => place = Some("{}"),
                (Some(written), _) | (_, Some(written)) => {
                    place = Some(written);
                }
                (None, None) => {}
            }
            if let Some(written) = option.strip_prefix("-replace") {
                place = written.strip_prefix('=').or(Some("{}"));
            }
            let takes = match option.strip_prefix('-') {
                Some(long) => LONG.iter().any(|l| l.starts_with(long)),
                None => short_takes(unvalued(text), VALUED),
            };
            at += if takes { 2 } else { 1 };
        }
        (at, place)
    }

    /// `find a -print0 | xargs -0`, or where nothing is cut: names that start
    /// as `a` does, each a word. The words of `find`.
    fn found(&mut self, options: Words) -> Option<Words> {
        let null = self.cuts_at_null(options);
        let (start, end) = self.lister()?.words;
        let words = Words { start: start as usize, end: end as usize };
        // `time find a -print0`
        let words = words.from(self.behind_wrappers(words));
        let odd = ["--", "-files0-from", "-printf", "-fprintf"];
        let finds = base_name(self.text_at(words.start)) == "find"
            && words.iter().all(|at| !odd.contains(&self.text_at(at)));
        let starts: SmallVec<[usize; 8]> = self.starts(words).iter().collect();
        (finds && (null || self.has_no_blanks(&starts))).then_some(words)
    }

    /// Whether `xargs` cuts what it reads where no name goes on: `-0`.
    pub(crate) fn cuts_at_null(&self, options: Words) -> bool {
        let valued = |c| c == '=' || VALUED.contains(c);
        options.iter().any(|at| {
            let text = self.text_at(at);
            let letters = text.split_once('0').map_or("", |parts| parts.0);
            text == "--null"
                || letters.starts_with('-') && !letters.contains(valued)
        })
    }

    /// `parallel`: its words, joined, for a shell, with more words to come.
    pub(crate) fn parallel(&mut self, level: Level, command: Words) {
        let replace = "{}";
        let list = |&at: &usize| self.text_at(at).starts_with(":::");
        let cut = command.iter().find(list).unwrap_or(command.end);
        self.listed_files(command.from(cut));
        if cut == command.start && !self.is_at(cut, ":::") {
            return self.read_commands(command);
        }
        if cut == command.start {
            // Each of them is a command.
            for at in command.from(cut + 1).iter() {
                self.inner(Words { start: at, end: at + 1 }, true);
            }
        }
        let listed = self.is_at(cut, ":::") && cut < command.end;
        if listed && self.each_of_list(level, command, cut) {
            return;
        }
        // `::: a b`: the words are here; `:::: f` reads them.
        let more = match listed {
            true => level.more,
            false => More::Words,
        };
        if more == More::Words {
            self.given_words();
            self.handed_to_each(Words { end: cut, ..command }, replace);
        } else {
            let before = Words { end: cut, ..command };
            self.plain_view(before, Effects::OPEN, false);
        }
        self.replaced(command, replace);
        let lines =
            |&at: &usize| self.text_at(at).contains([' ', '\t', ';', '$']);
        if command.iter().any(|at| lines(&at)) {
            self.inner(command, true);
        }
        let filled = |at| {
            let text = self.text_at(at);
            text.contains(' ') && text.contains(replace)
        };
        if command.iter().any(filled) {
            let span = self.span_of(command);
            self.doubt(Reason::DynamicArgument, span, Effects::ALL);
        }
        let (allow, guard) = (Allow::No, level.guard);
        let words = match more {
            More::Words => Words { end: cut, ..command },
            _ => command,
        };
        self.levels.push(Level { words, allow, guard, more });
    }

    /// `parallel echo :::: f`: the files that words are read from.
    fn listed_files(&mut self, lists: Words) {
        if !self.profile.strict {
            return;
        }
        let mut files = false;
        for at in lists.iter() {
            let text = self.text_at(at);
            if text.starts_with(":::") {
                files = text.starts_with("::::");
            } else if files {
                self.file_at(Access::Read, at);
            }
        }
    }

    /// `parallel -a f`, `parallel :::: f`: each line of a file is a command.
    pub(super) fn read_commands(&mut self, words: Words) {
        let span = self.span_of(words);
        self.doubt(Reason::DynamicCommand, span, Effects::ALL);
    }

    /// `xargs -I{} git {}`: the words before one that comes from elsewhere.
    fn replaced(&mut self, command: Words, replace: &str) {
        let open = |&at: &usize| {
            at > command.start
                && self.literal_at(at)
                && self.text_at(at).contains(replace)
        };
        let first = command.iter().find(open).filter(|_| !replace.is_empty());
        if let Some(end) = first {
            let words = Words { end, ..command };
            self.plain_view(words, Effects::OPEN, false);
            // `xargs -I{} mv -f {} x`, which guards may write without options
            if words.iter().any(|at| self.is_option(at)) {
                let start = self.out.text.len();
                let program = self.program(words, false);
                self.out.text.push_str(program.base.of(&self.line.text));
                let rest = words.from(words.start + 1);
                self.cooked_operands(rest, usize::MAX);
                self.push_view(start, Effects::FOUND);
            }
        }
    }

    /// `xargs sudo`: the command comes from elsewhere when it runs.
    pub(super) fn wraps_what_comes(
        &mut self,
        level: Level,
        program: Program<'_>,
    ) {
        let rest = level.words.from(level.words.start + 1);
        let wraps = |row: &Wrapper| {
            let asks = rest.iter().any(|at| {
                let text = self.text_at(at);
                text.starts_with('-')
                    && text.contains(|c| row.query.contains(c))
            });
            row.subs.is_empty() && row.kind != Kind::Runner && !asks
        };
        if level.open() && program.known.wrappers().any(wraps) {
            let span = self.span_of(level.words);
            self.doubt(Reason::DynamicCommand, span, Effects::ALL);
        }
    }

    /// `find` and its like: whether it does more than look.
    pub(crate) fn finds(&mut self, name: &str, words: Words) -> bool {
        match name {
            "find" | "bfs" => return self.find_acts(words),
            "fd" | "fdfind" => {}
            _ => return false,
        }
        let runs = |&at: &usize| {
            matches!(self.text_at(at), "-x" | "-X" | "--exec" | "--exec-batch")
        };
        if let Some(at) = words.iter().find(runs) {
            if self.profile.strict {
                self.critical_fd(words, at);
            }
            let found = self.fd_words(Words { end: at, ..words });
            let words = words.from(at + 1);
            self.handed_what_is_found(&found, words, "{}");
            let (allow, guard) = (Allow::No, Effects::GUARD);
            let more = More::Files(Words::default());
            self.levels.push(Level { words, allow, guard, more });
        }
        false
    }

    /// `find`: the commands it runs, and whether it does more than look.
    pub(super) fn find_acts(&mut self, words: Words) -> bool {
        let (mut acts, mut deletes) = (false, false);
        let mut found = Found::of(words);
        let mut tests = Tests::of(words);
        let mut given = None;
        let mut at = words.start + 1;
        while at < words.end {
            match self.text_at(at) {
                "-exec" | "-execdir" | "-ok" | "-okdir" => {
                    acts = true;
                    let ends = |&a: &usize| {
                        let text = self.text_at(a);
                        text == ";"
                            || (text == "+" && self.text_at(a - 1) == "{}")
                    };
                    let range = words.from(at + 1);
                    let end = range.iter().find(ends).unwrap_or(words.end);
                    if self.profile.strict && end > at + 1 {
                        self.protected_finds(&mut found, at, end);
                        self.critical_finds(words, &mut tests, at, end);
                        let run = Words { start: at + 1, end };
                        self.run_by_find(words, run, &mut given);
                    }
                    at = end;
                }
                "-delete" => {
                    acts = true;
                    if self.profile.strict {
                        self.deletes(&mut found, words, at, !deletes);
                        self.critical_finds(words, &mut tests, at, at);
                    }
                    deletes = true;
                }
                "-fprintf" | "-fprint" | "-fprint0" | "-fls" => {
                    acts = true;
                    if self.profile.strict
                        && let Some(word) = self.word(at)
                    {
                        let effects = Effects::GUARD;
                        self.doubt(Reason::ExecFlag, word.span, effects);
                        self.any_file(Role::Writes, word.span);
                        self.protected_finds(&mut found, at, at);
                    }
                }
                // `$X rm y \;` where it turns out to be `-exec`
                _ if self.dynamic_at(at) && self.profile.strict => {
                    self.tail_behind(words.from(at + 1));
                    // No directory, and no value of a test.
                    acts |= at > words.start + 1
                        && self.first_byte(at - 1) != b'-'
                        && !self.dynamic_at(at - 1);
                }
                _ => {}
            }
            at += 1;
        }
        acts
    }

    /// `find x -delete` does what `rm` and its like do, and runs nothing.
    fn deletes(
        &mut self,
        found: &mut Found,
        words: Words,
        at: usize,
        first: bool,
    ) {
        let span = self.span_of(Words { start: at, end: at + 1 });
        if first {
            let sudo = self.is_behind_sudo(words.start);
            let by_root = sudo.then_some("sudo rm");
            let may = self.may_find_for(REMOVERS, words, true);
            for name in REMOVERS.iter().copied().chain(by_root) {
                // With words behind it, and without.
                if may {
                    let start = self.out.text.len();
                    self.out.text.push_str(name);
                    self.push_view(start, Effects::OPEN);
                }
                self.maybe_text(name, span);
            }
        }
        if !self.is_sifted_out(words, at) {
            self.any_file(Role::Writes, span);
        }
        self.protected_finds(found, at, at);
    }

    /// The command lines that options name, wherever these stand.
    pub(super) fn far_lines(&mut self, known: Known, words: Words) {
        for row in known.wrappers().filter(|row| !row.far.is_empty()) {
            let Some(start) = self.behind_subcommand(row, words) else {
                continue;
            };
            for at in words.from(start).iter() {
                let text = self.text_at(at);
                let (option, cut) = match text.split_once('=') {
                    Some((option, _)) => (option, option.len() + 1),
                    None => (text, 0),
                };
                if text == "--" {
                    break;
                }
                // The start of a long one will do.
                let least = if option.starts_with("--") { 5 } else { 2 };
                let is_it = |far: &&str| {
                    *far == option
                        || option.len() >= least && far.starts_with(option)
                };
                if row.far.iter().any(is_it) {
                    let at = if cut == 0 { at + 1 } else { at };
                    let end =
                        if row.name == "nix" { words.end } else { at + 1 };
                    let end = end.min(words.end);
                    self.line_before_words(Words { start: at, end }, cut);
                }
            }
        }
    }
}
