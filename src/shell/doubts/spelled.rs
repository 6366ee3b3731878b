//! Whether a glob, or a text that is no plain name, may name a file that a
//! guard is about.

use std::borrow::Cow;

use super::sifted::{is_below, is_odd};
use crate::shell::cd::Cd;
use crate::shell::data::cmdlets::cmdlet;
use crate::shell::data::powershell::LOOKS;
use crate::shell::data::prints::prints_place;
use crate::shell::data::sifted::MAKE_NO_LINKS;
use crate::shell::files::protected::is_protected;
use crate::shell::files::reads::append;
use crate::shell::guards::anchored::holds;
use crate::shell::guards::guarded::Guarded;
use crate::shell::guards::needed::Needed;
use crate::shell::paths::{found_by, names_path};
use crate::shell::scene::Scene;
use crate::shell::split::{Simple, Word, WordFlags};
use crate::shell::words::Words;
use crate::shell::{Access, Shell, braces};
use crate::source::Spare;

impl Scene<'_> {
    /// Whether a word that is no plain text may name a file that a guard is
    /// about, in the directory `into`. Sure to say so where it may, not to
    /// deny it where it cannot.
    pub(crate) fn may_be_guarded(
        &self,
        access: Access,
        word: Word,
        into: &str,
        text: &str,
    ) -> bool {
        let shown = self.stars_show_no_dots();
        self.may_be_found_by(access, word, (into, text), shown)
    }

    /// The same, where it is known whether stars stand for no name with a
    /// dot.
    pub(crate) fn may_be_found_by(
        &self,
        access: Access,
        word: Word,
        (into, text): (&str, &str),
        shown: bool,
    ) -> bool {
        const GLOBS: u16 =
            WordFlags::GLOB | WordFlags::QUOTED | WordFlags::TILDE;
        let Some(guarded) = self.places.guarded else { return true };
        let Some(cwd) = self.places.cwd else { return true };
        let usual: Cow<'_, str> = match self.shell {
            Shell::PowerShell => {
                self.usual_spelling(&found_by(text)).into_owned().into()
            }
            _ => text.into(),
        };
        let text = &*usual;
        if word.flags.any(WordFlags::BRACE) {
            let flags = WordFlags(word.flags.0 & !WordFlags::BRACE);
            let word = Word { flags, ..word };
            let may = |way: &Spare| {
                self.may_be_found_by(access, word, (into, way), shown)
            };
            return braces(text).is_none_or(|ways| ways.iter().any(may));
        }
        let odd = |c: char| {
            !c.is_ascii()
                || matches!(
                    c,
                    '(' | ')' | '|' | '^' | '#' | '{' | '}' | '<' | '>' | '\\'
                )
        };
        let tilde = text.starts_with('~') && !text.starts_with("~/");
        if word.flags.any(!GLOBS) && self.is_other_file(access, word, text) {
            return false;
        }
        if word.flags.any(!GLOBS) || tilde || text.contains(odd) {
            return true;
        }
        let paths = (into, text);
        self.may_be_spelled(guarded, cwd, access, paths, shown)
    }

    /// Whether a text of several lines, which a program may take for a file,
    /// is the name of none that a guard is about: `sed -i '' '…' x`.
    pub(crate) fn is_code(&self, access: Access, text: &str) -> bool {
        let (guarded, cwd) = (self.places.guarded, self.places.cwd);
        let (Some(guarded), Some(cwd)) = (guarded, cwd) else { return false };
        let control = |c: char| c.is_ascii_control();
        if !text.contains(control) || !self.profile.strict {
            return false;
        }
        let plain = text.replace(control, "");
        let mut both = [text, &plain].into_iter();
        text.is_ascii()
            && !is_protected(text)
            && both.all(|text| {
                let shown = self.stars_show_no_dots();
                !self.may_be_spelled(guarded, cwd, access, ("", text), shown)
            })
    }

    /// Whether some name in a path, or on the way to it, is one that a guard
    /// looks for.
    fn may_be_spelled(
        &self,
        guarded: &Guarded,
        cwd: &str,
        access: Access,
        (into, text): (&str, &str),
        shown: bool,
    ) -> bool {
        let moved = match self.cd {
            Cd::Here => "",
            // The root is kept without its slash.
            Cd::To(directory) if directory.is_empty() => "/",
            Cd::To(directory) => directory.of(&self.out.text),
            // What guards are about may lie there, but for its name.
            Cd::Unknown if guarded.are_of_files(access) => "",
            Cd::Unknown => return true,
        };
        let guarded = match self.cd {
            Cd::Unknown => guarded,
            _ => self.guarded_there(access, guarded),
        };
        let home = self.places.home.unwrap_or("");
        let ways = self.places.ways.iter();
        let ways = ways.flat_map(|(link, place)| [&**link, place]);
        let parts = [cwd, moved].into_iter().chain(ways);
        let parts = parts.chain(self.led(into, text));
        let into_it = [into].into_iter().filter(|_| !shown);
        let own = parts.clone().chain([home]).chain(into_it);
        if guarded.may_be(access, own.flat_map(|part| part.split('/'))) {
            return true;
        }
        let all = [into, text];
        let far = self.cd == Cd::Unknown
            || !self.takes_found(all)
            || self.goes_round()
            || self.may_leave(cwd, moved, all)
            || self.led(into, text).next().is_some()
            || !shown && self.may_show_dots()
            || !self.no_links_are_made();
        let parts = parts.chain(all).flat_map(|part| part.split('/'));
        // One of the words that braces stand for is a file, as it stands.
        let name = text.rfind('/').map_or(0, |at| at + 1);
        let place = match text.contains(['*', '?', '[']) {
            true => self.place_of(into, text),
            false if text.ends_with("..") => None,
            false => self.place_of(into, text.get(..name).unwrap_or("")),
        };
        let project = match guarded.start_in_project(access) {
            true => place.as_ref(),
            false => None,
        };
        let apart = |one: &Needed| self.is_elsewhere(one, project);
        // What is found lies right there, and nothing below it is used.
        let right_there =
            place.as_ref().filter(|_| !far && !self.looks_below());
        let deeper = |one: &Needed| {
            right_there.is_some_and(|place| one.lies_in_another(place))
        };
        let there = |one: &Needed| {
            (far || one.may_lie_in(parts.clone()))
                && !apart(one)
                && !deeper(one)
        };
        match shown {
            true => {
                let mut all = all.into_iter();
                all.any(|glob| guarded.may_be_shown(access, glob, there))
            }
            false => guarded.may_be_globbed(access, text, there),
        }
    }

    /// Whether a guard that starts in the project is about none of the files
    /// below a directory.
    pub(super) fn is_elsewhere(
        &self,
        needed: &Needed,
        directory: Option<&Spare>,
    ) -> bool {
        let starts = self.places.starts.as_ref().zip(directory);
        starts.is_some_and(|(starts, directory)| {
            starts.are_apart(needed, directory)
        })
    }

    /// The directory, as far as it is written out, below which a path or a
    /// glob finds files, where no link is known to lead out of it.
    pub(super) fn place_of(&self, into: &str, text: &str) -> Option<Spare> {
        let wild = |part: &&str| part.contains(['*', '?', '[', '{']);
        let parts =
            || text.split('/').filter(|part| !matches!(*part, "" | "."));
        // Windows has other names for directories: `SECRET~1`, `secrets.`
        let renamed = |part: &str| {
            self.places.fold
                && part != "."
                && (part.contains(['~', ':']) || part.ends_with(['.', ' ']))
        };
        let odd = |part: &str| {
            part.contains("..")
                || wild(&part)
                    && (part.starts_with('.') || part.contains("**"))
        };
        let moved = match self.cd {
            Cd::Here => "",
            // The root is kept without its slash.
            Cd::To(directory) if directory.is_empty() => "/",
            Cd::To(directory) => directory.of(&self.out.text),
            Cd::Unknown => return None,
        };
        if [into, text].iter().any(|part| part.starts_with('~'))
            || into.contains(['*', '?', '[', '{'])
            || parts().any(odd)
            || parts().chain(into.split('/')).any(renamed)
            || moved.split('/').any(renamed)
            || self.places.starts.is_none()
            || !self.places.ways.is_empty()
            || self.led(into, text).next().is_some()
            || self.goes_round()
            || !self.no_links_are_made()
        {
            return None;
        }
        let mut place = Spare::default();
        for path in [self.places.cwd?, moved, into] {
            if path.starts_with('/') {
                place.clear();
            }
            append(&mut place, path.split('/'));
        }
        if text.starts_with('/') {
            place.clear();
        }
        append(&mut place, parts().take_while(|part| !wild(part)));
        Some(place)
    }

    /// Whether paths may lead out of the current directory, or out of one
    /// that holds the home.
    fn may_leave(&self, cwd: &str, moved: &str, paths: [&str; 2]) -> bool {
        let around =
            |home: &str| is_odd(cwd) || is_odd(home) || holds(cwd, home);
        self.places.home.is_none_or(around)
            || !is_below(cwd, moved)
            || paths.into_iter().any(|path| !is_below(cwd, path))
    }

    /// Whether nothing that runs before this command makes links that nobody
    /// sees, as what unpacks, mounts or runs code may.
    pub(super) fn no_links_are_made(&self) -> bool {
        let first = || {
            let path = names_path(self.outermost);
            let mut all = self.line.simples.iter();
            let first = all.position(|simple| {
                let words = Words::of(simple);
                let program = self.program(words, false);
                // One that lies somewhere may be any.
                let finds = program.name == "find" && self.only_finds(words);
                let sub = self.text_at(words.start + 1);
                let asks = program.name == "git"
                    && matches!(sub, "ls-files" | "rev-parse")
                    || prints_place(simple.span.of(self.text));
                let sets = words.is_empty() && !path;
                program.renamed
                    || !finds
                        && !asks
                        && !sets
                        && !self.power_only_looks(simple)
                        && !MAKE_NO_LINKS.contains(&program.name)
            });
            first.unwrap_or(usize::MAX)
        };
        let first = *self.asked.links.get_or_init(first);
        // What runs within its words runs before it.
        match self.own.flags.any(WordFlags::SUBSTITUTION) {
            true => first == usize::MAX,
            false => first >= self.simple,
        }
    }

    /// Whether a command of PowerShell makes nothing and runs nothing.
    fn power_only_looks(&self, simple: &Simple) -> bool {
        let name = cmdlet(self.text_at(Words::of(simple).start));
        let looks = LOOKS.iter().any(|own| own.eq_ignore_ascii_case(name));
        self.shell == Shell::PowerShell
            && looks
            && !simple.span.of(self.text).contains(['(', '{'])
    }

    /// Whether `find` runs nothing.
    fn only_finds(&self, words: Words) -> bool {
        words.iter().all(|at| {
            let text = self.text_at(at);
            !self.dynamic_at(at)
                && (self.literal_at(at)
                    || !text.starts_with(['{', '*', '?', '[']))
                && !["-exec", "-ok"].iter().any(|run| text.starts_with(run))
        })
    }

    /// Whether a part of the line may run again in another directory, `cd`
    /// may go elsewhere than it says, or the line stands in another text.
    pub(crate) fn goes_round(&self) -> bool {
        let again = || match self.shell {
            Shell::PowerShell => self.power_goes(),
            _ => self.runs_any(MOVES) && says_again(self.text),
        };
        self.job.at.is_some() || *self.whole.goes_round.get_or_init(again)
    }

    /// Whether the line may read on in a file, which may go elsewhere.
    pub(super) fn sources_files(&self) -> bool {
        let whole = &self.whole.sources_files;
        *whole.get_or_init(|| self.runs_any(&[".", "source"]))
    }

    /// Whether some command of the line goes elsewhere, or may do so.
    pub(super) fn goes_anywhere(&self) -> bool {
        *self.asked.goes.get_or_init(|| self.runs_any(MOVES))
    }

    /// Whether some command of the line is one of these, or may be any;
    /// `time` and its like may stand before it.
    fn runs_any(&self, names: &[&str]) -> bool {
        self.line.simples.iter().any(|simple| {
            let words = Words::of(simple);
            let before = |at: &usize| BEFORE.contains(&self.text_at(*at));
            let first = words.iter().find(|at| !before(at));
            first.is_some_and(|first| {
                let name = self.program(words.from(first), false).name;
                !self.literal_at(first) || names.contains(&name)
            })
        })
    }
}

/// What a shell takes for no command of its own.
const BEFORE: &[&str] = &[
    "!",
    "-",
    "--",
    "-p",
    "builtin",
    "command",
    "coproc",
    "nocorrect",
    "noglob",
    "time",
];

/// What goes to another directory, or may run what does.
const MOVES: &[&str] = &[
    ".", "cd", "chdir", "eval", "popd", "pushd", "setopt", "shopt", "source",
];

/// Whether a line may run a part of it again, or say that `cd` goes elsewhere
/// than it says. Linear in it.
fn says_again(line: &str) -> bool {
    const AGAIN: &[&str] = &[
        "CDPATH", "HOME", "OLDPWD", "PWD", "alias", "emulate", "eval", "for",
        "foreach", "function", "repeat", "select", "set", "setopt", "shopt",
        "source", "trap", "until", "while",
    ];
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut words = line.split(|c| !in_word(c));
    let mut signs = line.bytes().filter(|b| !matches!(b, b' ' | b'\t'));
    let mut last = 0;
    words.any(|word| AGAIN.contains(&word))
        || signs.any(|sign| {
            std::mem::replace(&mut last, sign) == b'(' && sign == b')'
        })
}
