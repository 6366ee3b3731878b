//! Files of which the names are known in part, because the line says which
//! are looked for: `find . -name '*.go' -exec cat {} +`,
//! `grep -r --include=*.go x .`, `rg -t go x`. A guard that such names rule
//! out is not asked about; nor is one on other directories, where these
//! programs stay in their own.

mod around;
mod find;
mod likely;
mod lists;
mod looks;
mod printed;
mod unmet;

use smallvec::SmallVec;

use crate::shell::braces::Ways;
use crate::shell::data::files::{Handler, Role};
use crate::shell::data::sifted::{ENVIRONMENT, KINDS};
use crate::shell::data::sifters::Sifter;
use crate::shell::files::operands::accesses;
use crate::shell::scene::{Level, More, Scene};
use crate::shell::split::WordFlags;
use crate::shell::words::{Program, Words, cooked_at};
use crate::shell::{Access, Among, Shell, braces};
use crate::source::Spare;

/// How many names, and how many directories, are looked at.
const MOST: usize = 8;

/// Globs one of which every file that is found matches by its name, and the
/// words that say where they are looked for.
#[derive(Default)]
struct Sieve<'a> {
    names: List<&'a str>,
    /// Names that braces stood for.
    more: Ways,
    starts: List<usize>,
    /// Whether it may be done in another directory than the line is in.
    elsewhere: bool,
    /// Whether links that are found are followed.
    follows: bool,
    /// Which files are gone through.
    among: Among,
}

impl Sieve<'_> {
    fn names_any(&self) -> bool {
        self.names.len > 0 || !self.more.is_empty()
    }

    /// Where no names are said, all go through.
    fn of_any_name(mut self) -> Option<Self> {
        if !self.names_any() {
            self.names.push("*")?;
        }
        Some(self)
    }
}

/// A few things.
#[derive(Default)]
struct List<T> {
    all: [T; MOST],
    len: usize,
}

impl<T> List<T> {
    fn push(&mut self, one: T) -> Option<()> {
        *self.all.get_mut(self.len)? = one;
        self.len += 1;
        Some(())
    }

    fn all(&self) -> &[T] {
        self.all.get(..self.len).unwrap_or(&[])
    }
}

/// Whether a directory may have another name than this one, or is not written
/// as paths of this kind are.
pub(super) fn is_odd(directory: &str) -> bool {
    const ALIASED: &[&str] = &["/private", "/System", "/tmp", "/var"];
    directory.contains(['\\', ':'])
        || !directory.is_ascii()
        || directory.contains("//")
        || directory.split('/').any(|part| matches!(part, "." | ".."))
        || ALIASED.iter().any(|start| directory.starts_with(start))
}

/// Whether a path is the current directory, or leads to what lies below it.
pub(super) fn is_below(cwd: &str, path: &str) -> bool {
    let rest = path.strip_prefix(cwd);
    let absolute = path.starts_with(['/', '~']);
    let inside = rest.is_some_and(|r| r.is_empty() || r.starts_with('/'));
    // `.*` finds `..`, too.
    let up = |part: &str| {
        part == ".." || part.starts_with('.') && part.contains(['*', '?', '['])
    };
    // `C:/x` is no name here.
    let drive = path.contains([':', '\\']);
    (!absolute || inside) && !drive && !path.split('/').any(up)
}

impl<'a> Scene<'a> {
    /// Whether the files that a program of the table finds or is handed have
    /// names of which no guard is about one.
    pub(crate) fn is_sifted(
        &mut self,
        level: Level,
        program: Program<'_>,
        row: &Handler,
        words: Words,
    ) -> bool {
        self.asks_of_met(level, program, row, words);
        if !self.may_sift() {
            return false;
        }
        let all: &[Access] = match row.role {
            Role::Reads if self.in_place(program.name, words) => {
                &[Access::Read, Access::Write]
            }
            Role::Reads => &[Access::Read],
            Role::Writes => &[Access::Write],
            Role::Edits => &[Access::Read, Access::Write],
            _ => return false,
        };
        let first = match level.more {
            More::Files(find) => find.start,
            // What a pipe hands on comes from the command before.
            More::Words => 0,
            More::Nothing => level.words.start,
        };
        let sieve = match level.more {
            More::Words => self.given_by_list(level, program, row),
            More::Files(find) => self.given_by_find(level, program, row, find),
            More::Nothing => self.chosen_by(program, words),
        };
        let Some(mut sieve) = sieve else { return false };
        let spelt = |&at: &usize| self.text_at(at).contains([':', '\\']);
        if sieve.starts.all().iter().any(spelt) && self.is_windows() {
            return false;
        }
        sieve.elsewhere |= !self.runs_here(first);
        let role = match all.len() {
            1 => row.role,
            _ => Role::Edits,
        };
        let mut passes = true;
        for &access in all {
            // Each is listed for who looks next.
            passes &= self.lets_through(access, &sieve);
        }
        passes || level.open() && self.starts_elsewhere(role, &sieve)
    }

    /// Whether all that `find` hands on lies below directories that the
    /// current one does not lie in; they are gone through, then, and a guard
    /// that may start anywhere is met there.
    fn starts_elsewhere(&mut self, role: Role, sieve: &Sieve<'_>) -> bool {
        const WILD: u16 = WordFlags::GLOB | WordFlags::BRACE;
        let is_glob = |scene: &Self, at| {
            scene.word(at).is_none_or(|word| word.flags.any(WILD))
        };
        let starts = sieve.starts.all();
        if starts.is_empty()
            || sieve.elsewhere
            || self.out.text.len() > self.room(64)
            || self.goes_round()
            || self.sources_files()
            || !self.no_links_are_made()
            || self.all_links().next().is_some()
            || !self.places.ways.is_empty()
            || starts.iter().any(|&at| self.is_around(at) || is_glob(self, at))
        {
            return false;
        }
        let more = sieve.more.iter().map(|name| name.as_str());
        let names = sieve.names.all().iter().copied().chain(more);
        let names: SmallVec<[&str; 16]> = names.collect();
        let (reads, writes) = accesses(role);
        let Some(guarded) = self.places.guarded else { return false };
        let mut likely = Vec::new();
        for access in reads.into_iter().chain(writes) {
            let Some(found) = guarded.likely(access, &names) else {
                return false;
            };
            likely.extend(found);
        }
        for &at in starts {
            let start = cooked_at(self.line, at).trim_end_matches('/');
            let span = self.span_of(Words { start: at, end: at + 1 });
            self.all_below(role, start, span);
            let likely = likely.iter().map(String::as_str);
            for path in likely.chain(["x"]) {
                self.may_be(&Spare::of(&[start, "/", path]), span);
            }
        }
        true
    }

    /// Whether all that a line looks for is said by its words.
    fn may_sift(&self) -> bool {
        let says = |name: &&str| self.text.contains(*name);
        let told = || ENVIRONMENT.iter().any(says);
        !self.root.other
            && self.shell != Shell::PowerShell
            && self.job.at.is_none()
            && !*self.asked.told.get_or_init(told)
    }

    /// Whether no guard is about what goes through a sieve.
    fn lets_through(&mut self, access: Access, sieve: &Sieve<'a>) -> bool {
        let line = self.line;
        if sieve.starts.len == 0 {
            self.may_link(".");
        }
        for &at in sieve.starts.all() {
            self.may_link(cooked_at(line, at));
        }
        (!sieve.follows || self.searches_for(sieve))
            && (!self.may_be_among(access, sieve)
                || self.meets_none(access, sieve))
    }

    /// Lists where the files are looked for that a program is handed, links
    /// among them. Whether they fit.
    fn searches_for(&mut self, sieve: &Sieve<'_>) -> bool {
        let line = self.line;
        let here = if sieve.starts.len == 0 { "." } else { "" };
        let starts = sieve.starts.all().iter().map(|&at| cooked_at(line, at));
        let starts = starts.chain(Some(here).filter(|here| !here.is_empty()));
        let more = sieve.more.iter().map(|name| name.as_str());
        let names = sieve.names.all().iter().copied().chain(more);
        let mut starts = starts;
        starts.all(|start| {
            names.clone().all(|name| self.searches(start, Some(name)))
        })
    }

    /// Whether a guard may be about a file that goes through a sieve.
    fn may_be_among(&self, access: Access, sieve: &Sieve<'_>) -> bool {
        let starts = sieve.starts.all().iter();
        let starts = starts.map(|&at| cooked_at(self.line, at));
        let more = sieve.more.iter().map(|name| name.as_str());
        let more: SmallVec<[&str; 16]> = more.collect();
        [sieve.names.all(), &more].into_iter().any(|names| {
            let starts = starts.clone();
            self.may_be_below(access, (names, ""), starts, sieve.elsewhere)
        })
    }

    /// The names that a program is told to look at, by its options.
    fn chosen(&self, sifter: &Sifter, words: Words) -> Option<Sieve<'a>> {
        let line = self.line;
        let mut sieve = Sieve::default();
        let (mut pattern, mut ended) = (false, false);
        let mut at = words.start;
        while at < words.end {
            let text = cooked_at(line, at);
            if self.dynamic_at(at) {
                return None;
            }
            if ended || text == "-" || !text.starts_with('-') {
                // The first may be what is looked for.
                if std::mem::replace(&mut pattern, true) {
                    sieve.starts.push(at)?;
                }
                at += 1;
                continue;
            }
            if text == "--" {
                ended = true;
                at += 1;
                continue;
            }
            let (option, cut) = option_of(sifter, text)?;
            if sifter.patterns.contains(&option) {
                // What was taken for it is a directory.
                if std::mem::replace(&mut pattern, true) {
                    return None;
                }
            }
            let takes = cut == Some(text.len());
            let value = match takes {
                true => at + 1,
                false => at,
            };
            if value >= words.end || self.dynamic_at(value) {
                return None;
            }
            let before = text.get(..cut.unwrap_or(0)).filter(|_| !takes);
            if sifter.globs.contains(&option) {
                let before = before.unwrap_or("");
                self.sifts_by(&mut sieve, value, before, sifter.paths)?;
            } else if sifter.kinds.contains(&option) {
                let before = before.unwrap_or("").len();
                let kind = cooked_at(line, value).get(before..)?;
                let (_, names) = KINDS.iter().find(|(k, _)| *k == kind)?;
                for name in *names {
                    sieve.names.push(name)?;
                }
            } else if sifter.leave_out.contains(&option) && !sieve.names_any()
            {
                sieve.names.push("*")?;
            }
            at = value + 1;
        }
        // By a name that it is told, it finds what is hidden, too.
        if !sieve.names_any() && self.passes_over(sifter, words) {
            sieve.among = Among::Shown;
        }
        sieve.of_any_name()
    }

    /// Adds the glob in the word at `at`, behind the text `before`.
    fn sifts_by(
        &self,
        sieve: &mut Sieve<'a>,
        at: usize,
        before: &str,
        paths: bool,
    ) -> Option<()> {
        let word = self.word(at)?;
        let glob = cooked_at(self.line, at).get(before.len()..)?;
        let spread = word.flags.any(WordFlags::BRACE);
        // The shell may make several words of it.
        let several = WordFlags::BRACE | WordFlags::GLOB;
        let alone = before.is_empty() && paths;
        // No word of the program looks like one with a dot in it.
        let dotted = glob.rsplit(['*', '?', ']']).next().unwrap_or("");
        if self.dynamic_at(at)
            || alone && word.flags.any(several)
            || word.flags.any(WordFlags::GLOB) && !dotted.contains('.')
            || spread && before.is_empty()
        {
            return None;
        }
        if paths && glob.starts_with('!') {
            return Some(());
        }
        let name = match paths {
            true => glob.rsplit('/').next().unwrap_or(glob),
            false => glob,
        };
        if glob.contains('{') && (paths || spread) {
            let ways = braces(name)?;
            let plain = ways.iter().all(|way| is_plain(way));
            sieve.more.extend(ways);
            return (plain && sieve.more.len() <= MOST).then_some(());
        }
        is_plain(name).then_some(())?;
        sieve.names.push(name)
    }
}

/// An option of a program by its name, and where in the word its value
/// starts: at the end where that is the next word. `None` where nobody knows
/// what the option does.
fn option_of<'t>(
    sifter: &Sifter,
    text: &'t str,
) -> Option<(&'t str, Option<usize>)> {
    if text.starts_with("--") {
        let (name, value) = match text.split_once('=') {
            Some((name, _)) => (name, Some(name.len() + 1)),
            None => (text, None),
        };
        let lists =
            [sifter.valued_long, sifter.globs, sifter.kinds, sifter.leave_out];
        if lists.iter().any(|list| list.contains(&name)) {
            return Some((name, value.or(Some(text.len()))));
        }
        return sifter.plain_long.contains(&name).then_some((name, None));
    }
    for (at, letter) in text.char_indices().skip(1) {
        if sifter.plain.contains(letter) {
            continue;
        }
        if !sifter.valued.contains(letter) || !letter.is_ascii() {
            return None;
        }
        // `-nt go` is `-t go`: what it is called stands in the tables.
        let all = [sifter.globs, sifter.kinds, sifter.patterns];
        let mut names = all.iter().flat_map(|list| list.iter());
        let is_it = |name: &&&str| {
            name.len() == 2 && name.as_bytes().get(1) == Some(&(letter as u8))
        };
        let name = names.find(is_it).copied().unwrap_or("-");
        return Some((name, Some(at + 1)));
    }
    Some(("-", None))
}

/// Whether a glob is read by all who read globs in the same way, as one for
/// names in some directory.
fn is_plain(glob: &str) -> bool {
    let odd = |c: char| !c.is_ascii() || "()|^#{}<>\\/!".contains(c);
    !glob.is_empty() && !glob.contains(odd) && !glob.contains("**")
}
