//! Names that `find` hands on: `find /etc -name x -exec rm {} \;`. Each
//! starts as the directory does and ends as the name that is looked for.

use crate::shell::data::files::Role;
use crate::shell::scene::{Level, Scene};
use crate::shell::words::{Program, Words, cooked_at, is_plain, raw};
use crate::shell::{Effects, Reason};
use crate::source::Spare;

/// How many directories, and how many names, are looked at one by one.
const MOST: usize = 8;

/// Tests that say how a name ends, and those that say all of it.
pub(crate) const NAMES: &[&str] = &["-name", "-iname", "-lname", "-ilname"];
const PATHS: &[&str] = &["-path", "-ipath", "-wholename", "-iwholename"];

impl Scene<'_> {
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
            let place = |&at: &usize| self.text_at(at).contains("{}");
            let words = level.words;
            let end = words.iter().find(place).unwrap_or(words.end);
            self.plain_view(Words { end, ..words }, Effects::FOUND, false);
            return;
        }
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

    /// A command that runs with what `find` finds in the place of a word, or
    /// behind all: `find src -name a -exec git restore {} +`. Guards ask
    /// about it with these words.
    pub(crate) fn handed_what_is_found(
        &mut self,
        found: Option<&Spare>,
        run: Words,
        place: &str,
    ) {
        let (line, written) = (self.line, self.text);
        let Some(found) = found else { return };
        let (mut text, mut placed) = (Spare::default(), false);
        for at in run.iter() {
            let word = raw(line, written, at);
            placed |= word.contains(place);
            match word.split_once(place) {
                Some(_) if cooked_at(line, at) == place => {
                    text.push_str(found);
                }
                Some((before, behind)) => {
                    let all = [before, found, behind];
                    all.iter().for_each(|piece| text.push_str(piece));
                }
                None => text.push_str(word),
            }
            text.push(' ');
        }
        if !placed {
            text.push_str(found);
        }
        self.maybe(Reason::Glob, |scene| {
            scene.code([text.as_str()], scene.span_of(run), true);
        });
    }

    /// Where `fd` starts: behind its first word, a pattern.
    pub(crate) fn fd_words(&self, fd: Words) -> Option<Spare> {
        let line = self.line;
        let rest = fd.from(fd.start + 1).iter();
        let mut starts =
            rest.filter(|&at| self.first_byte(at) != b'-').skip(1);
        let mut found = Spare::default();
        for at in starts.by_ref().take(MOST) {
            let pieces = [" ", cooked_at(line, at)];
            pieces.iter().for_each(|piece| found.push_str(piece));
        }
        let here = if found.is_empty() { "." } else { found.trim_start() };
        let known = self.profile.strict && starts.next().is_none();
        (known && is_plain(here)).then(|| Spare::of(&[here]))
    }

    /// Where `find` starts, and the whole names that it looks for there.
    pub(crate) fn found_words(&self, find: Words) -> Option<Spare> {
        let line = self.line;
        let glob = |c| matches!(c, '*' | '?' | '[' | ' ' | '$');
        let names = || {
            let is_test = |at: &usize| NAMES.contains(&cooked_at(line, *at));
            let valued = find.iter().filter(is_test);
            let names = valued.map(|at| cooked_at(line, at + 1));
            names.filter(|name| !name.contains(glob)).take(MOST)
        };
        let starts = self.starts(find);
        let open = starts.iter().any(|at| self.dynamic_at(at));
        let none = find.is_empty() || !self.profile.strict;
        if none || starts.len() > MOST || open {
            return None;
        }
        let here = starts.is_empty().then_some(".");
        let starts = starts.iter().map(|at| cooked_at(line, at)).chain(here);
        let mut found = Spare::default();
        for start in starts {
            let (near, slash) = match start.trim_end_matches('/') {
                "." => ("", ""),
                near => (near, "/"),
            };
            if names().next().is_none() {
                let pieces = [" ", start];
                pieces.iter().for_each(|piece| found.push_str(piece));
            }
            for name in names() {
                let pieces = [" ", near, slash, name];
                pieces.iter().for_each(|piece| found.push_str(piece));
            }
        }
        let found = Spare::of(&[found.trim_start()]);
        is_plain(&found).then_some(found)
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
