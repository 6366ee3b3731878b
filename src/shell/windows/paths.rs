//! Cmdlets that take a file or directory somewhere else, or away: which of
//! their words is which, and what lies in the directories.

use super::files::is_no_file;
use super::spelled::behind_home;
use crate::shell::data::files::Role;
use crate::shell::scene::{Level, Scene};
use crate::shell::words::{Words, cooked_at};
use crate::shell::{Access, Effects, Reason};
use crate::source::Span;

/// How many of the words are looked at.
const MOST: usize = 16;

/// What a word of such a cmdlet is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Source,
    Into,
    Name,
    Other,
}

/// The parameters with a value that are files, or their names.
const PARTS: [(&str, Part); 9] = [
    ("path", Part::Source),
    ("literalpath", Part::Source),
    ("pspath", Part::Source),
    ("lp", Part::Source),
    ("source", Part::Source),
    ("destination", Part::Into),
    ("name", Part::Name),
    ("newname", Part::Name),
    ("target", Part::Other),
];

/// The parameters without one.
pub(super) const SWITCHES: [&str; 9] = [
    "confirm",
    "container",
    "debug",
    "force",
    "passthru",
    "recurse",
    "usetransaction",
    "verbose",
    "whatif",
];

impl Scene<'_> {
    /// `Copy-Item x src`, `Remove-Item src`, `New-Item src -Name x`: files
    /// that the words name together. Whether the words were all that it
    /// uses.
    pub(super) fn power_moves(&mut self, full: &str, words: Words) -> bool {
        let is = |name: &str| full.eq_ignore_ascii_case(name);
        let tools = is("xcopy") || is("robocopy");
        let takes_away = |at: usize| {
            let text = self.text_at(at);
            ["/mov", "/move", "//mov", "//move"]
                .iter()
                .any(|option| option.eq_ignore_ascii_case(text))
        };
        let moves = tools && words.iter().any(takes_away);
        let copies =
            tools && !moves || is("copy-item") || is("start-bitstransfer");
        let removes = is("remove-item");
        let (renames, makes) = (is("rename-item"), is("new-item"));
        let takes = copies || moves || renames || makes || removes;
        if !takes && !is("move-item") {
            return false;
        }
        let mut parts = self.parts(words, makes || removes);
        for part in parts.iter_mut().filter(|_| renames) {
            if part.0 == Part::Name {
                part.0 = Part::Into;
            }
        }
        // What stands behind those that are looked at may be any file.
        if parts.len() > MOST {
            self.any_file(Role::Edits, self.span_of(words));
        }
        let path = [Part::Source, Part::Into];
        let named = parts.iter().any(|part| path.contains(&part.0));
        if !(removes || makes || renames) {
            self.put_here(&parts, words, tools);
        }
        for &(part, at, cut) in parts.iter().take(MOST) {
            self.power_table(at);
            match part {
                Part::Source if copies => {
                    self.power_file(Access::Read, at);
                    self.below(&[Access::Read], at, cut);
                }
                Part::Source if makes => self.power_file(Access::Write, at),
                Part::Source | Part::Other if removes => {
                    self.power_file(Access::Write, at);
                    self.below(&[Access::Write], at, cut);
                }
                Part::Source | Part::Other => {
                    self.power_file(Access::Read, at);
                    self.power_file(Access::Write, at);
                    self.below(&[Access::Read, Access::Write], at, cut);
                }
                Part::Into => {
                    self.power_file(Access::Write, at);
                    if renames || tools {
                        self.below(&[Access::Write], at, cut);
                    }
                }
                Part::Name if named => {}
                Part::Name => self.power_file(Access::Write, at),
            }
            self.together(&parts, (part, at, cut), renames);
        }
        true
    }

    /// What is copied or moved without a word of where to: `xcopy ..\x /s`.
    /// Of an array nobody knows what its words are.
    fn put_here(
        &mut self,
        parts: &[(Part, usize, usize)],
        words: Words,
        tools: bool,
    ) {
        let span = self.span_of(words);
        let array = |&(_, at, _): &(Part, usize, usize)| {
            let text = self.text_at(at);
            self.dynamic_at(at) && !text.contains(['\\', '/'])
                || text.starts_with('@')
        };
        if tools && parts.iter().any(array) {
            return self.any_file(Role::Edits, span);
        }
        if parts.iter().any(|part| part.0 == Part::Into) {
            return;
        }
        let mut sources = parts.iter().filter(|part| part.0 == Part::Source);
        let Some(&(_, at, cut)) = sources.next() else { return };
        if tools {
            // What lies in the source, not the directory.
            return self.any_file(Role::Writes, span);
        }
        for source in self.paths_in(at, cut) {
            let name = source.rsplit('/').next().unwrap_or("").to_owned();
            self.joined(Access::Write, ".", &name, span);
            self.copied_below(".", &name, span);
        }
    }

    /// Tools of Windows in a line of any shell: those that copy directories,
    /// and one that runs a line of `cmd` for each file.
    pub(crate) fn windows_tools(&mut self, name: &str, words: Words) {
        match name {
            "robocopy" | "xcopy" => {
                self.power_moves(name, words);
            }
            "forfiles" => self.windows_lines(words),
            _ => {}
        }
    }

    /// The words with what they are, and where in them the value starts.
    fn parts(&self, words: Words, all: bool) -> Vec<(Part, usize, usize)> {
        let line = self.line;
        let mut parts = Vec::new();
        let (mut next, mut count) = (None, 0);
        // `a, b` is one list.
        let mut listed = None;
        for at in words.iter() {
            let text = cooked_at(line, at);
            if text.starts_with('/') && text.len() < 7 {
                // `/s` of the tools of Windows
                continue;
            }
            let Some(option) = text.strip_prefix('-') else {
                let part = listed.or(next.take()).unwrap_or_else(|| {
                    count += 1;
                    match count {
                        1 => Part::Source,
                        2 if !all => Part::Into,
                        _ => Part::Other,
                    }
                });
                listed = text.ends_with(',').then_some(part);
                parts.push((part, at, 0));
                continue;
            };
            let name = option.split(':').next().unwrap_or("");
            let is = |whole: &str| {
                whole.get(..name.len()).is_some_and(|start| {
                    !name.is_empty() && start.eq_ignore_ascii_case(name)
                })
            };
            let row = PARTS.iter().find(|row| is(row.0));
            let part = row.map_or(Part::Other, |row| row.1);
            count += u32::from(part == Part::Source);
            if name.len() + 1 < option.len() {
                parts.push((part, at, name.len() + 2));
            } else if row.is_some() || !SWITCHES.iter().any(|s| is(s)) {
                next = Some(part);
            }
        }
        parts
    }

    /// What lies in a directory that is taken as a whole.
    fn below(&mut self, accesses: &[Access], at: usize, cut: usize) {
        let role = match accesses {
            [Access::Read] => Role::Reads,
            [Access::Write] => Role::Writes,
            _ => Role::Edits,
        };
        for path in self.paths_in(at, cut) {
            let span = self.span_of(Words { start: at, end: at + 1 });
            let usual = self.usual_spelling(&path).into_owned();
            if path.is_empty() || self.holds_places(&usual) {
                self.any_file(role, span);
                continue;
            }
            for &access in accesses {
                self.joined(access, &path, "*", span);
            }
            self.all_below(role, &path, span);
        }
    }

    /// A file that goes into a directory under its own name, beside itself
    /// under a new one, or is made in a directory.
    fn together(
        &mut self,
        parts: &[(Part, usize, usize)],
        (part, at, cut): (Part, usize, usize),
        renames: bool,
    ) {
        if !matches!(part, Part::Into | Part::Name) {
            return;
        }
        let span = self.span_of(Words { start: at, end: at + 1 });
        let sources: Vec<_> = parts
            .iter()
            .filter(|other| other.0 == Part::Source)
            .flat_map(|other| self.paths_in(other.1, other.2))
            .take(MOST + 1)
            .collect();
        if sources.len() > MOST {
            self.any_file(Role::Writes, span);
        }
        for own in self.paths_in(at, cut) {
            if part == Part::Into && !renames && sources.is_empty() {
                self.joined(Access::Write, &own, "*", span);
            }
            for source in sources.iter().take(MOST) {
                let (up, name) = match source.rsplit_once('/') {
                    Some((up, name)) => (up, name),
                    None => (".", source.as_str()),
                };
                match (part, renames) {
                    (Part::Name, _) => {
                        self.joined(Access::Write, source, &own, span);
                    }
                    (_, true) => self.joined(Access::Write, up, &own, span),
                    _ => {
                        self.joined(Access::Write, &own, name, span);
                        self.copied_below(&own, name, span);
                    }
                }
            }
        }
    }

    /// What lies in a directory that a copy is put into, as far as the copy
    /// may be a directory or several files.
    fn copied_below(&mut self, into: &str, name: &str, span: Span) {
        let here = matches!(into, "." | "");
        if name.contains(['*', '?', '[']) {
            match here {
                true if name.contains('.') => {}
                true => self.any_file(Role::Writes, span),
                false => self.all_below(Role::Writes, into, span),
            }
        } else if !name.contains('.') && here {
            self.all_below(Role::Writes, name, span);
        } else if !name.contains('.') {
            let path = format!("{into}/{name}");
            self.all_below(Role::Writes, &path, span);
        }
    }

    /// What a cmdlet is about one by one: `ri a,b`, and `x` for `.\x` and
    /// for its whole path.
    pub(super) fn power_each(&mut self, level: Level, full: &str) {
        let rest = level.words.from(level.words.start + 1);
        let cwd = self.places.cwd.unwrap_or("/");
        let mut left = MOST;
        // `a, b`
        let ends = |at: usize| cooked_at(self.line, at).ends_with(',');
        let listed = rest.iter().any(ends);
        for at in rest.iter() {
            let text = cooked_at(self.line, at);
            let named = text.contains([',', '\\', '/']);
            if text.starts_with('-') || !(listed || named) {
                continue;
            }
            for path in self.paths_in(at, 0) {
                let near = path.trim_start_matches("./");
                let own = within(near, cwd).unwrap_or(near);
                if left == 0 {
                    let span = self.span_of(level.words);
                    return self.doubt(Reason::Depth, span, Effects::GUARD);
                }
                if own.is_empty() || own == text && !listed {
                    continue;
                }
                left -= 1;
                let start = self.out.text.len();
                for piece in [full, " ", own] {
                    self.out.text.push_str(piece);
                }
                self.push_view(start, level.guard);
            }
        }
    }

    /// The paths that a word names, with the slashes of every system.
    fn paths_in(&self, at: usize, cut: usize) -> Vec<String> {
        let text = cooked_at(self.line, at).get(cut..).unwrap_or("");
        if self.dynamic_at(at) {
            return below_home(text).into_iter().collect();
        }
        let listed = text.contains(',');
        let paths = text.split(',').filter(|path| !listed || !path.is_empty());
        let paths = paths.map(|path| {
            let path = path.trim_matches(['"', '\'']);
            let path = path.rsplit("FileSystem::").next().unwrap_or(path);
            let path = path.replace('\\', "/");
            let path = path.trim_end_matches('/');
            let home = self
                .places
                .home
                .is_some_and(|home| path.contains('/') && holds(path, home));
            if home { "~".to_owned() } else { path.to_owned() }
        });
        let paths = paths.filter(|path| !is_no_file(path));
        paths.filter(|path| path.len() <= 4096).collect()
    }
}

/// `$HOME\.ssh` as `~/.ssh`, where nothing else is open.
fn below_home(text: &str) -> Option<String> {
    let rest = behind_home(text)?.replace('\\', "/");
    let rest = rest.trim_end_matches('/');
    let open = rest.contains(['$', '(', '`', ',']) || rest.len() > 4096;
    (!open && (rest.is_empty() || rest.starts_with('/')))
        .then(|| format!("~{rest}"))
}

/// What of a path lies below the current directory.
fn within<'p>(path: &'p str, cwd: &str) -> Option<&'p str> {
    let ends = path.match_indices('/').map(|(at, _)| at);
    let end = ends.take(MOST * MOST).find(|&at| {
        let above = path.get(..at).unwrap_or("");
        above.len() + 1 >= cwd.len()
            && above.contains(':')
            && holds(above, cwd)
    })?;
    path.get(end + 1..)
}

/// Whether a path is the current directory or one above it.
pub(crate) fn holds(path: &str, cwd: &str) -> bool {
    let cwd = cwd.replace('\\', "/");
    let path = match path.as_bytes() {
        [drive, b':', ..] if drive.is_ascii_alphabetic() => {
            format!("/{}{}", char::from(*drive), path.get(2..).unwrap_or(""))
        }
        _ => path.to_owned(),
    };
    let rest = cwd.get(path.len()..).filter(|_| path.contains('/'));
    let start = cwd.get(..path.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(&path))
        && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
