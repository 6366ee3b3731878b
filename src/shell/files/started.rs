//! The directories that `find` starts in, in all the ways that guards may
//! name them, and what is found there.

use smallvec::SmallVec;

use crate::shell::cd::Cd;
use crate::shell::data::changers::changer;
use crate::shell::files::found::Handed;
use crate::shell::scene::{Level, Scene};
use crate::shell::words::{Program, Words, cooked_at};
use crate::source::Spare;

/// The names of one directory, each without a slash at the end.
type Forms = SmallVec<[Spare; 4]>;

/// How files are called.
type Names<'l> = SmallVec<[&'l str; 4]>;

impl Scene<'_> {
    /// How guards may name the directory that a search starts in; `None`
    /// where that is not known, or where it holds the home or the current
    /// directory, and with it all that guards name from there.
    fn named_starts(&mut self, start: &str) -> Option<Forms> {
        let (cwd, home) = (self.places.cwd?, self.places.home?);
        let written = start.strip_prefix("./").unwrap_or(start);
        let absolute = match written.strip_prefix('~') {
            Some(rest) => Spare::of(&[home, rest]),
            None if matches!(written, "" | ".") => Spare::of(&[cwd]),
            None if written.starts_with('/') => Spare::of(&[written]),
            None => Spare::of(&[cwd, "/", written]),
        };
        let absolute = absolute.trim_end_matches('/');
        let odd = |part| matches!(part, "" | "." | "..");
        let mut parts = absolute.strip_prefix('/')?.split('/');
        let other =
            written.starts_with('~') && below(absolute, home).is_none();
        let holds = |place: &str| {
            below(place, absolute).is_some_and(|rest| !rest.is_empty())
        };
        if self.cd != Cd::Here
            || written.contains(['*', '?', '[', '{'])
            || parts.any(odd)
            || other
            || holds(cwd)
            || holds(home)
        {
            return None;
        }
        let mut forms = Forms::new();
        if let Some(rest) = below(absolute, cwd) {
            let rest = if rest.is_empty() { "." } else { rest };
            forms.push(Spare::of(&[rest]));
        }
        if written.starts_with(['/', '~']) || self.is_outer() {
            if let Some(rest) = below(absolute, home) {
                let slash = if rest.is_empty() { "" } else { "/" };
                forms.push(Spare::of(&["~", slash, rest]));
            }
            forms.push(Spare::of(&[absolute]));
        }
        Some(forms)
    }

    /// What `find` hands to a program that changes it, where guards on that may
    /// be about it.
    pub(super) fn handed_to_change(
        &mut self,
        level: Level,
        find: Words,
        program: Program<'_>,
    ) {
        let (line, words) = (self.line, level.words);
        let name = match program.name {
            "sudo" => cooked_at(line, words.start + 1),
            name => name,
        };
        let place = |&at: &usize| self.text_at(at).contains("{}");
        // `rm {} x` ends otherwise.
        let ends = words.iter().find(place);
        let ends = ends.is_none_or(|at| at + 1 == words.end);
        if changer(name).is_none() || !self.may_find_for(&[name], find, ends) {
            return;
        }
        self.before_found(level);
        // With its options in other ways.
        if let Handed::Known(near, deep) = self.found_words(find) {
            let mut all = Spare::of(&[&near]);
            for glob in deep.split(' ') {
                // What is found below `.` is no option.
                let here = if glob.starts_with('*') { " ./" } else { " " };
                all.push_str(here);
                all.push_str(glob);
            }
            let all = Handed::Known(all, Spare::default());
            self.handed_what_is_found(&all, words, "{}");
        }
    }

    /// Whether guards on one of these programs may be about what `find` finds,
    /// by where it starts and, with `named`, by how that is called.
    pub(crate) fn may_find_for(
        &mut self,
        programs: &[&str],
        find: Words,
        named: bool,
    ) -> bool {
        let line = self.line;
        let starts = self.starts(find);
        let follows = |at| matches!(self.text_at(at), "-H" | "-L" | "-follow");
        if starts.iter().any(|at| self.dynamic_at(at))
            || find.iter().any(follows)
        {
            return true;
        }
        let Some(guards) = self.places.options else { return true };
        let programs: SmallVec<[&str; 4]> = {
            let names = self.names_only(find).filter(|_| named);
            let called = |program: &&str| match &names {
                Some(all) => all.iter().any(|n| guards.has_called(program, n)),
                None => true,
            };
            programs.iter().copied().filter(called).collect()
        };
        let here = starts.is_empty().then_some(".");
        let starts = starts.iter().map(|at| cooked_at(line, at));
        !programs.is_empty()
            && starts.chain(here).any(|start| {
                let Some(forms) = self.named_starts(start) else {
                    return true;
                };
                forms.iter().any(|form| {
                    programs.iter().any(|name| guards.has_found(name, form))
                })
            })
    }

    /// How files are called that `find` looks for; `None` where its words do
    /// not say.
    fn names_only(&self, find: Words) -> Option<Names<'_>> {
        /// Tests that turn round others, or of which one is enough.
        const OTHERWISE: &[&str] = &["!", "-not", "-o", "-or", ","];
        let mut names = Names::new();
        for at in find.from(find.start + 1).iter() {
            match self.text_at(at) {
                "-name" => names.push(self.text_at(at + 1)),
                // Of other letters nobody says which are the same.
                "-iname" if !self.text_at(at + 1).is_ascii() => return None,
                "-iname" => names.push(self.text_at(at + 1)),
                test if OTHERWISE.contains(&test) => return None,
                _ => {}
            }
        }
        (!names.is_empty()).then_some(names)
    }
}

/// What of a path lies below a directory; empty for the directory itself.
fn below<'p>(path: &'p str, directory: &str) -> Option<&'p str> {
    let rest = path.strip_prefix(directory)?;
    match rest.strip_prefix('/') {
        Some(rest) => Some(rest),
        None => rest.is_empty().then_some(""),
    }
}
