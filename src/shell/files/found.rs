//! Names that `find` hands on: `find /etc -name x -exec rm {} \;`. Each
//! starts as the directory does and ends as the name that is looked for.

use super::critical::takes_value;
use crate::shell::data::files::Role;
use crate::shell::data::written::is_output;
use crate::shell::guards::needed::Needed;
use crate::shell::scene::{Allow, Level, More, Scene};
use crate::shell::words::{LONG, Program, Words, cooked_at, is_plain, raw};
use crate::shell::{Access, Effects, Reason};
use crate::source::Spare;
use smallvec::SmallVec;

/// How many directories, and how many names, are looked at one by one.
const MOST: usize = 8;

/// Tests that say how a name ends, and those that say all of it.
pub(crate) const NAMES: &[&str] = &["-name", "-iname", "-lname", "-ilname"];
const PATHS: &[&str] = &["-path", "-ipath", "-wholename", "-iwholename"];

/// What `find` and its like hand to a command.
pub(crate) enum Handed {
    /// These files, or what lies in these directories: as they are written,
    /// and with globs for those that lie deeper.
    Known(Spare, Spare),
    /// What nobody knows.
    Open,
    /// More than is looked at.
    Many,
}

/// What is found, with blanks between the words.
#[derive(Default)]
struct List {
    near: Spare,
    /// What lies deeper.
    deep: Spare,
    /// Whether there are more than fit.
    full: bool,
}

impl List {
    /// Adds a word, made of these parts.
    fn near(&mut self, word: &[&str]) {
        self.full |= !add(&mut self.near, word);
    }

    /// Adds one for what lies deeper.
    fn deep(&mut self, word: &[&str]) {
        self.full |= !add(&mut self.deep, word);
    }

    /// Adds a directory, and all that lies below it.
    fn below(&mut self, start: &str) {
        let start = start.trim_end_matches('/');
        self.near(&[start]);
        match start {
            "." => self.deep(&["**/*"]),
            _ => self.deep(&[start, "/**/*"]),
        }
    }

    fn handed(self) -> Handed {
        let List { near, deep, full } = self;
        match full || near.len().max(deep.len()) > LONG {
            true => Handed::Many,
            false if is_plain(&near) => Handed::Known(near, deep),
            false => Handed::Open,
        }
    }
}

/// Adds a word, made of these parts, if the text is not too long.
fn add(text: &mut Spare, word: &[&str]) -> bool {
    let fits = text.len() <= LONG;
    if fits {
        let blank = if text.is_empty() { "" } else { " " };
        text.push_str(blank);
        word.iter().for_each(|part| text.push_str(part));
    }
    fits
}

/// The directory that one word of `fd` says: `--search-path=src`, `-Csrc`.
fn base_of_fd(word: &str) -> Option<&str> {
    let long = ["--base-directory=", "--search-path="];
    let mut named = long.iter().filter_map(|name| word.strip_prefix(name));
    let short = word.strip_prefix("-C").filter(|place| !place.is_empty());
    named.next().or(short)
}

impl Scene<'_> {
    /// Whether words come behind a command that may be files which guards are
    /// about.
    pub(crate) fn hands_files(&self, level: Level) -> bool {
        let find = match level.more {
            More::Nothing => return false,
            More::Words => return true,
            More::Files(find) => find,
        };
        let line = self.line;
        let tests = find.iter().filter(|&at| {
            at > find.start && NAMES.contains(&cooked_at(line, at - 1))
        });
        let names: SmallVec<[&str; 4]> =
            tests.map(|at| cooked_at(line, at)).collect();
        let Some(guarded) = self.places.guarded else { return true };
        names.is_empty()
            || [Access::Read, Access::Write].into_iter().any(|access| {
                let nowhere = std::iter::empty();
                let all = (false, |_: &Needed| true);
                guarded.may_be_found(access, nowhere, (&names, ""), all)
            })
    }

    /// The command with the names that `find`, whose words these are, may
    /// hand to it: what guards match there may be run.
    pub(crate) fn found_views(
        &mut self,
        level: Level,
        find: Words,
        program: Program<'_>,
    ) {
        let line = self.line;
        let valued = |tests: &'static [&str]| {
            let is_test = |at: &usize| tests.contains(&cooked_at(line, *at));
            find.iter().filter(is_test).map(|at| at + 1)
        };
        let (names, paths) = (|| valued(NAMES), || valued(PATHS));
        let starts = self.starts(find);
        let counts = [starts.len(), names().count(), paths().count()];
        if counts.iter().any(|&count| count > MOST)
            || starts.iter().any(|at| self.dynamic_at(at))
        {
            return self.before_found(level);
        }
        self.handed_to_change(level, find, program);
        let first = self.out.views.len();
        for at in paths() {
            self.found_view(level, program, &[cooked_at(line, at)]);
        }
        let all = names().chain(paths()).next().is_none();
        let here = starts.is_empty().then_some(".");
        let starts = starts.iter().map(|at| cooked_at(line, at)).chain(here);
        let starts = starts.map(|start| start.trim_end_matches('/'));
        for start in starts.clone() {
            for at in names() {
                let name = cooked_at(line, at);
                self.found_view(level, program, &[start, "/", name]);
                if start == "." {
                    // `./x` is what a guard calls `x`.
                    self.found_view(level, program, &[name]);
                }
            }
            if all {
                self.found_view(level, program, &[start]);
                self.found_view(level, program, &[start, "/"]);
            }
        }
        let span = self.span_of(level.words);
        self.unsure(first, span, Reason::DynamicArgument);
        // How the names end is not known; to read a file is no harm that
        // a guard on its name in a command is there for.
        let open = |at: usize| {
            let name = cooked_at(line, at);
            name.ends_with(['*', '?', ']']) || name.contains(['$', '`'])
        };
        let role = program.known.handler().map(|handler| handler.role);
        let harms = role.is_some_and(|role| role != Role::Reads);
        if harms && (all || names().chain(paths()).any(open)) {
            let first = self.out.views.len();
            for start in starts {
                self.found_view(level, program, &[start, "/"]);
            }
            for view in self.out.views.iter_mut().skip(first) {
                view.effects = Effects::FOUND;
            }
        }
    }

    /// The words in front of what is found.
    pub(super) fn before_found(&mut self, level: Level) {
        let place = |&at: &usize| self.text_at(at).contains("{}");
        let words = level.words;
        let end = words.iter().find(place).unwrap_or(words.end);
        self.plain_view(Words { end, ..words }, Effects::FOUND, false);
    }

    /// A command that `find` runs, with what it finds.
    pub(crate) fn run_by_find(
        &mut self,
        find: Words,
        run: Words,
        given: &mut Option<Handed>,
    ) {
        let given = given.get_or_insert_with(|| self.found_words(find));
        self.handed_what_is_found(given, run, "{}");
        self.levels.push(Level {
            words: run,
            allow: Allow::No,
            guard: Effects::GUARD,
            more: More::Files(find),
        });
    }

    /// A command that runs with what `find` finds in the place of a word, or
    /// behind all: `find src -name a -exec git restore {} +`. Guards ask
    /// about it with these words.
    pub(crate) fn handed_what_is_found(
        &mut self,
        found: &Handed,
        run: Words,
        place: &str,
    ) {
        let (line, written, span) = (self.line, self.text, self.span_of(run));
        let (near, deep) = match found {
            Handed::Known(near, deep) => (near, deep),
            Handed::Open => return,
            Handed::Many => {
                self.doubt(Reason::Glob, span, Effects::GUARD);
                return self.any_code(Reason::Glob, span);
            }
        };
        // The others look at what lies in a directory, or change nothing.
        let Program { name, known, .. } = self.program(run, false);
        // git takes all that lies in a directory, and no file for one.
        let is_name =
            |path: &str| !path.rsplit('/').next().unwrap_or("").contains('*');
        let named = name == "git" && deep.split(' ').all(is_name);
        let goes = !named && (known.handler().is_some() || !known.changes());
        let all = Spare::of(&[deep, " ", near]);
        let valued = |at: usize| {
            let before = self.text_at(at - 1);
            // `wc -w x`
            at > run.start && before != "-w" && is_output(before)
        };
        let (mut text, mut placed) = (Spare::default(), false);
        for at in run.iter() {
            let word = raw(line, written, at);
            let Some((before, behind)) = word.split_once(place) else {
                text.push_str(word);
                text.push(' ');
                continue;
            };
            placed = true;
            let option = is_output(before.trim_end_matches('='));
            let option = option || valued(at);
            let found = if goes && !option { near } else { &all };
            let pieces = match cooked_at(line, at) == place {
                true => ["", found, ""],
                // No shell looks for files behind `--output=`.
                false if option && before.ends_with('=') => {
                    text.push_str(before.trim_end_matches('='));
                    [" ", found, behind]
                }
                false => [before, found, behind],
            };
            pieces.iter().for_each(|piece| text.push_str(piece));
            text.push(' ');
        }
        if !placed {
            text.push_str(if goes && !valued(run.end) { near } else { &all });
        }
        self.maybe(Reason::Glob, |scene| {
            scene.code([text.as_str()], span, true);
        });
    }

    /// Where `fd` starts: behind its first operand, a pattern.
    pub(crate) fn fd_words(&self, fd: Words) -> Handed {
        if !self.profile.strict {
            return Handed::Open;
        }
        let (mut list, mut pattern, mut none) = (List::default(), true, true);
        let mut words = fd.from(fd.start + 1).iter();
        while let Some(at) = words.next() {
            let text = cooked_at(self.line, at);
            let place = base_of_fd(text);
            match text {
                "-C" | "--base-directory" | "--search-path" => pattern = false,
                _ if takes_value(text) => drop(words.next()),
                _ if place.is_none() && text.starts_with('-') => {}
                _ if place.is_none() && pattern => pattern = false,
                _ => {
                    list.below(place.unwrap_or(text));
                    none = false;
                }
            }
        }
        if none {
            list.below(".");
        }
        list.handed()
    }

    /// Where `find` starts, and how the files are called that it looks for
    /// there, however deep they lie.
    pub(crate) fn found_words(&self, find: Words) -> Handed {
        let line = self.line;
        let starts = self.starts(find);
        let open = starts.iter().any(|at| self.dynamic_at(at));
        if find.is_empty() || !self.profile.strict || open {
            return Handed::Open;
        }
        let is_test = |at: &usize| NAMES.contains(&cooked_at(line, *at));
        let named = || {
            let tests = find.iter().filter(is_test);
            tests.map(|at| cooked_at(line, at + 1))
        };
        let glob = |c| matches!(c, '*' | '?' | '[' | ' ' | '$');
        let here = starts.is_empty().then_some(".");
        let starts = starts.iter().map(|at| cooked_at(line, at)).chain(here);
        let mut list = List::default();
        for start in starts {
            let (near, slash) = match start.trim_end_matches('/') {
                "." => ("", ""),
                near => (near, "/"),
            };
            if list.full {
                break;
            }
            if named().all(|name| name.contains(glob)) {
                list.near(&[start]);
            }
            if named().next().is_none() || self.leaves_out(find) {
                list.deep(&[near, slash, "**/*"]);
            }
            for name in named() {
                let plain = |c: char| c.is_alphanumeric() || "._-".contains(c);
                let name = match name.trim_matches(|c| "*?".contains(c)) {
                    inner if inner.chars().all(plain) => name,
                    _ => "*",
                };
                if !name.contains(['*', '?']) {
                    list.near(&[near, slash, name]);
                }
                list.deep(&[near, slash, "**/", name]);
            }
        }
        list.handed()
    }

    /// Whether a search may find files that have none of its names.
    fn leaves_out(&self, find: Words) -> bool {
        let others = ["!", "-not", "-o", "-or", ","];
        find.iter().any(|at| others.contains(&self.text_at(at)))
    }

    /// The directories that `find` starts in.
    pub(crate) fn starts(&self, find: Words) -> Words {
        let mut start = find.start + 1;
        loop {
            start += match self.text_at(start) {
                "-D" => 2,
                "-H" | "-L" | "-P" => 1,
                text if text.starts_with("-O") => 1,
                _ => break,
            };
        }
        let rest = find.from(start);
        let is_test = |&at: &usize| {
            let text = self.text_at(at);
            text.starts_with('-') || matches!(text, "(" | ")" | "!" | ",")
        };
        let end = rest.iter().find(is_test).unwrap_or(rest.end);
        Words { end, ..rest }
    }

    /// One such name, made of these parts, in the command.
    fn found_view(
        &mut self,
        level: Level,
        program: Program<'_>,
        name: &[&str],
    ) {
        let line = self.line;
        let start = self.out.text.len();
        self.out.text.push_str(program.base.of(&line.text));
        let mut placed = false;
        for at in level.words.from(level.words.start + 1).iter() {
            self.out.text.push(' ');
            let text = cooked_at(line, at);
            let Some((before, after)) = text.split_once("{}") else {
                self.out.text.push_str(text);
                continue;
            };
            placed = true;
            self.out.text.push_str(before);
            name.iter().for_each(|part| self.out.text.push_str(part));
            self.out.text.push_str(after);
        }
        if !placed {
            self.out.text.push(' ');
            name.iter().for_each(|part| self.out.text.push_str(part));
        }
        self.push_view(start, Effects::GUARD);
    }
}
