//! Commands that run in another root, in which files of this one stand
//! elsewhere: `docker run -v ~:/x y cat /x/z`, `chroot x cat /y`.

use super::cd::Cd;
use super::data::files::Role;
use super::detours::FOLLOWED;
use super::scene::Scene;
use super::{Access, FileUse};
use crate::shell::data::sources::{self, OTHER_ROOT, Row};
use crate::shell::paths::is_within;
use crate::shell::paths::known_start;
use crate::shell::words::{Program, Words, cooked_at};
use crate::source::Span;

/// How many mounts of one command are followed.
const MOUNTS: usize = 4;

/// How many parts of a path in another root may be where it stands there.
const PARTS: usize = 4;

/// The root that a command runs in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Root {
    /// Whether it is another one.
    pub(super) other: bool,
    /// The places of this root that stand in it, and where; in
    /// [`super::Commands::text`].
    mounts: [(Span, Span); MOUNTS],
    count: usize,
    /// Whether there are more.
    more: bool,
    /// Whether a guard may be about one of those by its own name.
    hides: bool,
}

impl Scene<'_> {
    /// Follows a program that runs a command in another root, and that itself
    /// was started in the directory `from`.
    pub(super) fn enter_root(
        &mut self,
        program: Program<'_>,
        words: Words,
        from: Cd,
    ) {
        let Some(row) = sources::row_of(OTHER_ROOT, program.name) else {
            return;
        };
        let line = self.line;
        let inner = std::mem::replace(&mut self.cd, from);
        for at in words.from(words.start + 1).iter() {
            let text = cooked_at(line, at);
            if text.starts_with("--bind")
                || text.starts_with("--ro-bind")
                || text.starts_with("--dev-bind")
            {
                let into = cooked_at(line, at + 2);
                self.mount(at + 1, cooked_at(line, at + 1), into);
            }
            let (place, cut) = match row.value(text) {
                Some(Some(cut)) => (at, cut),
                Some(None) => (at + 1, 0),
                None => continue,
            };
            let value = cooked_at(line, place).get(cut..).unwrap_or("");
            self.mounted(row, place, value);
        }
        if program.name == "chroot" {
            let rest = words.from(words.start + 1);
            let root = rest.iter().find(|&at| !self.is_option(at));
            let at = root.unwrap_or(rest.end);
            self.mount(at, cooked_at(line, at), "");
        }
        self.cd = inner;
        if program.name == "chroot" {
            self.enter("/");
        }
        self.root.other |= row.long.is_empty() || self.root.count > 0;
    }

    /// The value of an option that names a mount, or a root.
    fn mounted(&mut self, row: &Row, at: usize, value: &str) {
        let part = |names: [&str; 3]| {
            value.split(',').find_map(|part| {
                let (name, value) = part.split_once('=')?;
                names.contains(&name).then_some(value)
            })
        };
        let into = part(["dst", "target", "destination"]);
        if let Some((from, into)) = part(["src", "source", "from"]).zip(into) {
            self.mount(at, from, into);
        } else if let Some((from, rest)) = halves(value) {
            let into = rest.split(':').next().unwrap_or("");
            self.mount(at, from, into);
        } else if row.long.is_empty() {
            self.mount(at, value, "");
        }
    }

    fn mount(&mut self, at: usize, from: &str, into: &str) {
        let Some(word) = self.word(at) else { return };
        let literal = word.flags.literal();
        let place = known_start(word, from).filter(|_| !literal);
        let (start, rest) = match (literal, place) {
            (true, _) => ("", from),
            (false, Some(place)) => place,
            (false, None) => {
                self.root.other = true;
                return;
            }
        };
        if from.is_empty() {
            return;
        }
        let relative =
            start == "." || !from.starts_with(['/', '~']) && !has_drive(from);
        let below = match self.cd {
            Cd::To(directory) if relative => Some(directory),
            _ => None,
        };
        let lost = relative && self.cd == Cd::Unknown
            || below.is_some_and(|directory| !self.roomy(directory));
        let long = from.len() + into.len() > 4096;
        if lost || long || self.root.count >= MOUNTS {
            // What lies there may be any file of that name.
            self.root.other = true;
            self.root.hides |= lost || self.may_name(from);
            self.root.more = true;
            return;
        }
        // The `cd` may have failed, or be over with a subshell.
        let unsure = below.is_some()
            && self.went.is_none_or(|went| {
                self.simple - went > FOLLOWED || !self.is_sure(went)
            });
        let rest = rest.trim_end_matches('/');
        self.mount_from(below, [start, rest], into);
        if unsure {
            self.mount_from(None, [start, rest], into);
        }
    }

    /// Notes what lies in a directory at one of another root.
    fn mount_from(
        &mut self,
        below: Option<Span>,
        from: [&str; 2],
        into: &str,
    ) {
        let text = &mut self.out.text;
        let first = text.len();
        if let Some(directory) = below {
            text.extend_from_within(directory.range());
            text.push('/');
        }
        text.extend(from);
        let from = Span::new(first, text.len());
        text.push_str(into.trim_end_matches('/'));
        let into = Span::new(from.end as usize, text.len());
        match self.root.mounts.get_mut(self.root.count) {
            Some(mount) => {
                *mount = (from, into);
                self.root.count += 1;
            }
            None => self.root.more = true,
        }
    }

    /// Where a file of another root may stand in this one.
    pub(super) fn other_root(&mut self, file: FileUse) {
        let root = std::mem::take(&mut self.root);
        let mut known = false;
        for &(from, into) in root.mounts.iter().take(root.count) {
            let text = &self.out.text;
            let rest = file.path.of(text).strip_prefix(into.of(text));
            let whole = rest
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
            if !whole {
                continue;
            }
            known = true;
            if self.out.text.len() >= self.room(64) {
                self.any_file(Role::Edits, file.span);
                continue;
            }
            let start = self.out.text.len();
            let text = &mut self.out.text;
            text.extend_from_within(from.range());
            let rest = file.path.range().start + into.len();
            text.extend_from_within(rest..file.path.end as usize);
            let path = Span::new(start, self.out.text.len());
            let span = file.span;
            self.file(file.access, start, span, file.effects, false);
            self.whole_place(file.access, path, span);
        }
        if !known && file.access != Access::Looks {
            self.below_any(file, &root);
        }
        self.root = root;
    }

    /// `docker run -v .:/x y tar c /x`: all that lies in the current
    /// directory, or around it, is used.
    fn whole_place(&mut self, access: Access, path: Span, span: Span) {
        let role = match access {
            Access::ReadBelow => Role::Reads,
            Access::WriteBelow => Role::Writes,
            _ => return,
        };
        let path = path.of(&self.out.text).trim_end_matches(['/', '.']);
        let mut places = [self.places.cwd, self.places.home].into_iter();
        let around = path.is_empty()
            || path == "~"
            || places.any(|place| place.is_some_and(|p| is_within(p, path)));
        if around {
            self.any_file(role, span);
        }
    }

    /// `/x/.env` may be `.env`.
    fn below_any(&mut self, file: FileUse, root: &Root) {
        let path = file.path.of(&self.out.text).to_owned();
        if root.more && (root.hides || self.may_name(&path)) {
            self.any_file(Role::Edits, file.span);
        }
        let mut rest = path.as_str();
        for _ in 0..PARTS {
            let cut = rest.trim_start_matches('/').split_once('/');
            let Some((_, below)) = cut else { return };
            self.below_places(below, file.span);
            self.may_be(&format!("/{below}"), file.span);
            rest = below;
        }
        if rest.contains('/') {
            self.unseen_names(rest, file.span);
        }
    }
}

/// Whether a path starts with a drive: `C:\x`.
fn has_drive(path: &str) -> bool {
    let letter = path.starts_with(|c: char| c.is_ascii_alphabetic());
    let rest = path.get(1..).and_then(|rest| rest.strip_prefix(':'));
    letter && rest.is_some_and(|rest| rest.starts_with(['/', '\\']))
}

/// What is mounted, and what stands behind the colon.
fn halves(value: &str) -> Option<(&str, &str)> {
    let drive = if has_drive(value) { 2 } else { 0 };
    let at = drive + value.get(drive..)?.find(':')?;
    Some((value.get(..at)?, value.get(at + 1..)?))
}
