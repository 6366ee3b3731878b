//! What `find` hands to a program, by the names that it looks for.

use super::Sieve;
use crate::shell::Access;
use crate::shell::braces::Ways;
use crate::shell::data::files::{Handler, Role};
use crate::shell::data::sifted::{TESTS, USE_GIVEN, VALUED_TESTS};
use crate::shell::scene::{Level, Scene};
use crate::shell::split::{Redirect, RedirectKind};
use crate::shell::words::{Program, Words, base_name, cooked_at};
use crate::source::Spare;

/// Whether links are among what `find` hands on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Links {
    None,
    /// Those that have such a name.
    Some,
    /// They are what it looks for.
    All,
}

impl Links {
    /// Where either is.
    fn or(self, other: Links) -> Links {
        match (self, other) {
            (Links::All, _) | (_, Links::All) => Links::All,
            (Links::None, Links::None) => Links::None,
            _ => Links::Some,
        }
    }

    /// Where both are asked for.
    fn and(self, other: Links) -> Links {
        match (self, other) {
            (Links::None, _) | (_, Links::None) => Links::None,
            (Links::Some, other) | (other, Links::Some) => other,
            (Links::All, Links::All) => Links::All,
        }
    }
}

impl<'a> Scene<'a> {
    /// What `find` hands to a program: by `-exec`, or through a pipe to
    /// `xargs -0`.
    pub(super) fn given_by_find(
        &self,
        level: Level,
        program: Program<'_>,
        row: &Handler,
        find: Words,
    ) -> Option<Sieve<'a>> {
        let suffix = self.takes_given(level, program, row)?;
        if find.is_empty() {
            return None;
        }
        let piped = !find.iter().contains(&level.words.start);
        if piped && !self.comes_from(find, level.words.start) {
            return None;
        }
        let (mut sieve, links) =
            self.looked_for(find, level.words.start, piped)?;
        self.with_copies(&mut sieve, suffix);
        self.follows_known(sieve, links, program)
    }

    /// What copies are called that a program makes of the files that it is
    /// given, if it uses no others.
    pub(super) fn takes_given(
        &self,
        level: Level,
        program: Program<'_>,
        row: &Handler,
    ) -> Option<&'a str> {
        let words = level.words.from(level.words.start + 1);
        let suffix = match program.name {
            "sed" => self.only_edits(words)?,
            name => USE_GIVEN.contains(&name).then_some("")?,
        };
        let odd = words.iter().any(|at| {
            let text = self.text_at(at);
            self.dynamic_at(at)
                || text.contains("{}") && text != "{}"
                || text.starts_with("--")
                    && text != "--"
                    && !text.starts_with("--color")
        });
        (!odd && !self.goes_through(row, words)).then_some(suffix)
    }

    /// Adds the names of the copies.
    pub(super) fn with_copies(&self, sieve: &mut Sieve<'a>, suffix: &str) {
        if suffix.is_empty() {
            return;
        }
        let more = sieve.more.iter().map(|name| name.as_str());
        let copies = sieve.names.all().iter().copied().chain(more);
        let copies = copies.map(|name| Spare::of(&[name, suffix]));
        sieve.more.extend(copies.collect::<Ways>());
    }

    /// What goes through a sieve, where the links among it are known. `rm`
    /// alone does not follow them.
    pub(super) fn follows_known(
        &self,
        mut sieve: Sieve<'a>,
        links: Links,
        program: Program<'_>,
    ) -> Option<Sieve<'a>> {
        let followed = program.name != "rm";
        sieve.follows = links == Links::Some && followed;
        let known = match links {
            Links::None => true,
            Links::Some => !self.places.unseen,
            Links::All => false,
        };
        (known || !followed).then_some(sieve)
    }

    /// What `sed -i` calls the copies of the files that it changes, where
    /// its options say no more than that; what its script opens is looked at
    /// as such.
    fn only_edits(&self, words: Words) -> Option<&'a str> {
        let mut suffix = "";
        for at in words.iter() {
            let text = cooked_at(self.line, at);
            let Some(letters) = text.strip_prefix('-') else { continue };
            let letters = letters.trim_start_matches(['E', 'r', 'n', 's']);
            match letters.strip_prefix('i') {
                Some(rest) => suffix = rest,
                None => matches!(letters, "" | "e").then_some(())?,
            }
        }
        let plain = |c: char| c.is_ascii_alphanumeric() || "._~".contains(c);
        suffix.chars().all(plain).then_some(suffix)
    }

    /// Whether no guard is about what `find … -delete` removes. It removes a
    /// link, not what that leads to.
    pub(crate) fn is_sifted_out(&mut self, find: Words, at: usize) -> bool {
        // Behind `xargs` other words may come.
        let whole = self.own.words.0 as usize == find.start;
        let found = match whole && self.may_sift() {
            true => self.looked_for(find, at, false),
            false => None,
        };
        found.is_some_and(|(sieve, _)| {
            self.lets_through(Access::Write, &sieve)
                || self.starts_elsewhere(Role::Writes, &sieve)
        })
    }

    /// Whether `xargs`, up to the command that it runs, reads what a command
    /// of these words prints, as it is or a part of it, and nothing else.
    pub(super) fn comes_from(&self, find: Words, command: usize) -> bool {
        let near = self
            .lister()
            .is_some_and(|simple| simple.words.0 as usize == find.start);
        let (from, to) = self.own.redirects;
        let all = self.line.redirects.get(from as usize..to as usize);
        let output = |redirect: &Redirect| {
            let (write, copy) = (RedirectKind::Write, RedirectKind::Duplicate);
            [write, copy].contains(&redirect.kind)
                && redirect.descriptor != Some(0)
        };
        let mut before = "";
        let known = |text: &'a str| {
            let number = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
            let counts =
                |rest: &str| rest.strip_prefix(['n', 'P']).is_some_and(number);
            let lines = std::mem::replace(&mut before, text) == "-d";
            match text.strip_prefix('-') {
                None => {
                    number(text)
                        || base_name(text) == "xargs"
                        || lines && text == "\\n"
                }
                Some("0" | "d" | "r" | "0r" | "r0" | "-null") => true,
                Some("-no-run-if-empty") => true,
                Some(rest) => counts(rest),
            }
        };
        near && all.is_some_and(|all| all.iter().all(output))
            && self.own_options(command).all(known)
            && before != "-d"
    }

    /// The words of this command before another that it runs.
    pub(super) fn own_options(
        &self,
        command: usize,
    ) -> impl Iterator<Item = &'a str> {
        let line = self.line;
        let start = self.own.words.0 as usize;
        (start..command).map(move |at| cooked_at(line, at))
    }

    /// The names that `find` looks for before the command at `command`, or
    /// before it prints them all, if it does no more than that; and whether
    /// links are among what it finds.
    pub(super) fn looked_for(
        &self,
        find: Words,
        command: usize,
        prints: bool,
    ) -> Option<(Sieve<'a>, Links)> {
        let line = self.line;
        let (mut sieve, begun) = self.begun(find)?;
        let mut at = self.behind_all_pruned(find, begun);
        let pruned = at > begun;
        let (mut negated, mut links, mut printed) = (false, Links::Some, None);
        // Names that one of the tests joined by *or* has, and its links.
        let mut before = (sieve.names.len, Links::None);
        while at < find.end {
            let text = cooked_at(line, at);
            let named = sieve.names.len > before.0;
            let mut next = at + 1;
            match text {
                "-delete" if at == command => {
                    return Some((sieve.of_any_name()?, links));
                }
                "!" | "-not" if negated => return None,
                "!" | "-not" => {
                    (negated, at) = (true, next);
                    continue;
                }
                "(" | "-name" | "-iname" => {
                    let skips = negated || named;
                    next = self.by_names(&mut sieve, find, at, skips)?;
                }
                "-ilname" | "-lname" | "-type" | "-xtype" => {
                    links = links.and(self.links_by_test(at, negated));
                    next += 1;
                }
                "-o" | "-or" if prints && named && printed.is_none() => {
                    before = (sieve.names.len, before.1.or(links));
                    links = Links::Some;
                }
                "-exec" | "-ok" if !prints => {
                    let end = self.end_of_exec(find, at + 1);
                    if command < end {
                        return Some((sieve.of_any_name()?, links));
                    }
                    next = end + 1;
                }
                "-print" | "-print0" => {
                    if prints && !named {
                        sieve.names.push("*")?;
                    }
                    // What is tested behind it was printed before.
                    printed.get_or_insert(links);
                }
                _ if TESTS.contains(&text) => {}
                _ if VALUED_TESTS.contains(&text) => next += 1,
                _ => return None,
            }
            negated = false;
            at = next;
        }
        // What is left out is printed, too; what has no name may be any.
        let left_out = pruned && printed.is_none();
        let any = before.0 > 0 && sieve.names.len == before.0;
        (prints && !left_out && !any).then_some(())?;
        let links = before.1.or(printed.unwrap_or(links));
        Some((sieve.of_any_name()?, links))
    }

    /// Takes the names of a test, or of several in brackets, unless it
    /// `skips` them; says what stands behind.
    fn by_names(
        &self,
        sieve: &mut Sieve<'a>,
        find: Words,
        at: usize,
        skips: bool,
    ) -> Option<usize> {
        if self.is_at(at, "(") {
            let end = self.closed(find, at)?;
            if !skips {
                self.any_of_names(sieve, at + 1, end)?;
            }
            return Some(end + 1);
        }
        if !skips {
            self.sifts_by(sieve, at + 1, "", false)?;
        }
        Some(at + 2)
    }

    /// What stands behind all that is left out first.
    fn behind_all_pruned(&self, find: Words, start: usize) -> usize {
        let next = |at: &usize| self.behind_pruned(find, *at);
        let all = std::iter::successors(Some(start), next);
        all.last().unwrap_or(start)
    }

    /// What stands behind `-path x -prune -o`: of what is left out nothing
    /// is done.
    fn behind_pruned(&self, find: Words, start: usize) -> Option<usize> {
        let mut at = start;
        let mut prunes = false;
        while at < find.end {
            let text = self.text_at(at);
            let next = match text {
                "-o" | "-or" if prunes => return Some(at + 1),
                "!" | "-not" => at + 1,
                "(" => self.closed(find, at)? + 1,
                _ if TESTS.contains(&text) => at + 1,
                _ if VALUED_TESTS.contains(&text) => at + 2,
                _ => return None,
            };
            prunes = text == "-prune";
            at = next;
        }
        None
    }

    /// Where `find` starts, if it follows no links, and where its tests
    /// begin.
    fn begun(&self, find: Words) -> Option<(Sieve<'a>, usize)> {
        let mut sieve = Sieve::default();
        let starts = self.starts(find);
        for at in starts.iter() {
            if self.dynamic_at(at) || self.is_at(at, "{}") {
                return None;
            }
            sieve.starts.push(at)?;
        }
        let follows =
            (find.start..starts.start).any(|at| self.is_at(at, "-L"));
        (!follows).then_some((sieve, starts.end))
    }

    /// Whether links are of the kind that a test says, or leaves out.
    fn links_by_test(&self, at: usize, negated: bool) -> Links {
        if !self.is_at(at, "-type") {
            return Links::All;
        }
        match (self.text_at(at + 1), negated) {
            ("f" | "d" | "f,d" | "d,f", false) | ("l", true) => Links::None,
            ("d", true) => Links::Some,
            _ => Links::All,
        }
    }

    /// Where the words of `-exec` end.
    fn end_of_exec(&self, find: Words, start: usize) -> usize {
        let ends = |&at: &usize| {
            self.is_at(at, ";")
                || self.is_at(at, "+") && self.is_at(at - 1, "{}")
        };
        find.from(start).iter().find(ends).unwrap_or(find.end)
    }

    /// Where a bracket ends in which nothing is done.
    fn closed(&self, find: Words, start: usize) -> Option<usize> {
        let mut at = start + 1;
        while at < find.end {
            let text = self.text_at(at);
            match text {
                ")" => return Some(at),
                "!" | "-not" | "-o" | "-or" => {}
                _ if TESTS.contains(&text) => {}
                _ if VALUED_TESTS.contains(&text) => at += 1,
                _ => return None,
            }
            at += 1;
        }
        None
    }

    /// `( -name x -o -name y )`: the names; none where there is more.
    fn any_of_names(
        &self,
        sieve: &mut Sieve<'a>,
        start: usize,
        end: usize,
    ) -> Option<()> {
        let mut at = start;
        let is_name = |at| self.is_at(at, "-name") || self.is_at(at, "-iname");
        let is_or = |at| self.is_at(at, "-o") || self.is_at(at, "-or");
        let plain = |at: usize| match (at - start) % 3 {
            0 => is_name(at),
            2 => is_or(at),
            _ => true,
        };
        if (end - start) % 3 != 2 || !(start..end).all(plain) {
            return Some(());
        }
        while at < end {
            self.sifts_by(sieve, at + 1, "", false)?;
            at += 3;
        }
        Some(())
    }
}
