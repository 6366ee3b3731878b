//! The files that the pattern of a search tool names: `Grep` in `*.ts` says
//! nothing new, `Grep` in `.env` does.

use super::path::{self, Directories};
use super::{Needs, PathUse, Subjects};
use crate::event::tools::Tool;
use crate::event::{Context, Event, Platform};
use crate::ir::Uses;
use crate::json::{Kind, Value};
use crate::shell::{Access, Effects, Guarded, Reason, braces};
use crate::source::{Span, Spare};

impl Subjects {
    /// What the pattern of a search names, for guards: the directory before
    /// its first wildcard, and a last part without one. Where another part
    /// may be what a guard names, guards are in doubt. A pattern of `Glob`
    /// that leads elsewhere needs cover there.
    pub(super) fn searched(
        &mut self,
        tool: &Tool,
        event: &Event<'_>,
        context: &Context,
        needs: Option<Needs<'_>>,
    ) {
        let (field, leads) = match tool.name {
            "Grep" => ("glob", false),
            "Glob" => ("pattern", true),
            _ => return,
        };
        let text = |name: &str| event.input(name).and_then(Value::str);
        if needs.is_some() {
            self.pattern_is_text(event.input(field));
        }
        let Some(glob) = text(field).filter(|glob| !glob.is_empty()) else {
            return;
        };
        let base = tool.primary.and_then(text).unwrap_or(".");
        let mut directories = Directories::of(event, context, self.moved);
        directories.tree = true;
        let windows = directories.platform == Platform::Windows;
        let mut look = |name: &str, effects: Effects, needs_cover: bool| {
            let mut at = |path: &str| {
                self.looked_at(path, &directories, effects, needs_cover);
            };
            // No glob of `Grep` knows a home: `~x` is a name in it.
            let plain = !leads && name.starts_with(['~', '$']);
            let other = plain && !is_home(name);
            if is_absolute(name) && !other {
                at(name);
            }
            if plain || !is_absolute(name) {
                at(&format!("{base}/{name}"));
            }
        };
        let taken_apart = braces(glob);
        if leads && taken_apart.is_none() {
            look("/", Effects::ALLOW, true);
        }
        let odd = taken_apart.is_none() || is_odd(glob);
        let mut doubtful = needs.is_some() && odd;
        let whole = || [Spare::of(&[glob])].into_iter().collect();
        let ways = taken_apart.unwrap_or_else(whole);
        if leads {
            for start in ways.iter().filter_map(|way| elsewhere(way)) {
                look(start, Effects::ALLOW, true);
            }
        }
        let Some(needs) = needs else { return };
        for way in ways.iter().flat_map(|way| readings(way, leads, windows)) {
            let surely = named(&way).into_iter().flatten();
            for name in surely.chain(shortest(&way).as_deref()) {
                look(name, Effects::GUARD, false);
            }
            let hints = |guarded| hints(&way, guarded, Access::Read);
            doubtful |= needs.guarded.is_some_and(hints);
        }
        if doubtful {
            // One of those that are not looked at may name any file.
            let (kind, span) = (Uses::READ_TOOL, Span::default());
            self.path_doubt(Reason::Glob, kind, span, Effects::GUARD);
        }
    }

    /// A pattern that is no text may name any file.
    fn pattern_is_text(&mut self, pattern: Option<Value<'_>>) {
        let kind = pattern.map_or(Kind::Null, Value::kind);
        if !matches!(kind, Kind::Null | Kind::String) {
            let (reason, kind) = (Reason::MalformedEvent, Uses::READ_TOOL);
            self.path_doubt(reason, kind, Span::default(), Effects::GUARD);
        }
    }

    fn looked_at(
        &mut self,
        path: &str,
        directories: &Directories<'_>,
        effects: Effects,
        needs_cover: bool,
    ) {
        let start = self.spellings.len();
        let fault = path::spell(
            path,
            directories,
            self.fold_case,
            &mut self.text,
            &mut self.spellings,
        );
        let (kind, span) = (Uses::READ_TOOL, Span::default());
        if let Some(reason) = fault {
            // A glob may be of a form that no path has.
            let odd = reason == Reason::MalformedEvent && !needs_cover;
            let reason = if odd { Reason::Glob } else { reason };
            self.path_doubt(reason, kind, span, effects);
        }
        self.paths.push(PathUse {
            kind,
            effects,
            unit: None,
            spellings: (start as u32, self.spellings.len() as u32),
            needs_cover,
            span,
        });
    }
}

/// How a pattern may be read: as it stands; without signs that only say that
/// the next is no wildcard (`[.]env`); of `Grep` also as a list, and from the
/// directory on that is looked in, where it starts with a slash; of Windows
/// with backslashes between its names.
fn readings(glob: &str, is_path: bool, windows: bool) -> Vec<String> {
    let mut all = vec![glob.to_owned()];
    if !is_path {
        let parts = glob.split([',', ' ', '\t']);
        let parts = parts.map(|part| part.trim_start_matches('/'));
        all.extend(parts.filter(|part| !part.is_empty()).map(str::to_owned));
    }
    let plain: Vec<_> = all.iter().map(|glob| unquoted(glob)).collect();
    let divided = all.iter().map(|glob| glob.replace('\\', "/"));
    let divided: Vec<_> = divided.filter(|_| windows).collect();
    all.extend(plain);
    all.extend(divided);
    all.dedup();
    all
}

/// A glob without backslashes, and without brackets around one sign.
fn unquoted(glob: &str) -> String {
    let mut out = String::new();
    let mut chars = glob.chars();
    while let Some(c) = chars.next() {
        let mut rest = chars.clone();
        let next = (rest.next(), rest.next());
        match (c, next) {
            ('\\', (Some(_), _)) => {}
            ('[', (Some(one), Some(']'))) => {
                out.push(one);
                chars = rest;
            }
            _ => out.push(c),
        }
    }
    out
}

/// Whether a part of a pattern may be what a guard names: one with a wildcard
/// that says how the name starts (`.e*`, not `*.ts`), or any behind such.
pub(super) fn hints(glob: &str, guarded: &Guarded, access: Access) -> bool {
    let mut parts = glob.split('/').filter(|part| !part.is_empty());
    let wild = parts.by_ref().find(|part| is_wild(part));
    wild.into_iter().chain(parts).any(|part| match is_wild(part) {
        true => !part.starts_with('*') && guarded.is_named_by(access, part),
        false => guarded.may_be(access, std::iter::once(part)),
    })
}

fn is_absolute(name: &str) -> bool {
    name.starts_with(['/', '~', '\\'])
        || is_home(name)
        || name.get(1..2) == Some(":")
}

/// Whether a name starts with the home directory: `~/x`, not `~u/x`.
fn is_home(name: &str) -> bool {
    name.strip_prefix('~')
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '\\']))
        || ["$HOME", "${HOME}"].iter().any(|home| name.starts_with(home))
}

/// Whether a glob may mean more than is read in it: a group of names with a
/// sign before it (`@(a|b)`), or a control character.
fn is_odd(glob: &str) -> bool {
    let signs =
        |pair: &[u8]| matches!(pair, [b'@' | b'!' | b'+' | b'?' | b'*', b'(']);
    glob.as_bytes().windows(2).any(signs)
        || glob.trim().contains(char::is_control)
}

/// Where a pattern starts to look, if that is not below the directory that it
/// is looked for in.
fn elsewhere(glob: &str) -> Option<&str> {
    let up = |part: &str| part == "..";
    let mut parts = glob.split(['/', '\\']);
    let wild = parts.by_ref().skip_while(|part| !is_wild(part)).any(up);
    if wild {
        return Some("/");
    }
    let leads = is_absolute(glob) || glob.split(['/', '\\']).any(up);
    let [directory, _] = named(glob);
    leads.then(|| directory.unwrap_or("/"))
}

/// A name that the last part of a glob surely matches: with nothing in the
/// place of a star.
fn shortest(glob: &str) -> Option<String> {
    let start = glob.rfind('/').map_or(0, |at| at + 1);
    let last = glob.get(start..).unwrap_or("");
    // A name that is not sure.
    if !last.contains('*') || last.contains(['?', '[', '!', '\\', '{', '}']) {
        return None;
    }
    let name: String = last.chars().filter(|&c| c != '*').collect();
    (!name.is_empty()).then_some(name)
}

fn is_wild(part: &str) -> bool {
    part.contains(['*', '?', '[', '{', '!'])
}

/// The paths that a glob names without a wildcard.
fn named(glob: &str) -> [Option<&str>; 2] {
    let wild = |part: &&str| is_wild(part);
    let mut end = 0;
    for part in glob.split('/').take_while(|part| !wild(part)) {
        end += part.len() + 1;
    }
    let directory = match end.saturating_sub(1) {
        0 if end > 0 => "/",
        end => glob.get(..end).unwrap_or(""),
    };
    let last = glob.rsplit('/').next().filter(|part| !wild(part));
    let last = last.filter(|_| end <= glob.len());
    let some = |text: &str| !text.is_empty();
    [Some(directory).filter(|t| some(t)), last.filter(|t| some(t))]
}

/// Whether a word cannot be meant as a file: an address, or nothing but
/// blanks (`cut -d $'\t'`).
pub(super) fn is_no_file(text: &str) -> bool {
    let blank = !text.is_empty() && text.trim_matches(['\t', '\n']).is_empty();
    let scheme = text.split_once("://").map_or("", |(scheme, _)| scheme);
    let address = scheme.len() > 1
        && !["file", "fileb"].iter().any(|s| scheme.eq_ignore_ascii_case(s))
        && scheme.chars().all(|c| c.is_ascii_alphanumeric());
    blank || address
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn names_without_wildcards_are_found() {
        for (glob, directory, last) in [
            (".env", Some(".env"), None),
            ("*.ts", None, None),
            ("**/.env", None, Some(".env")),
            ("src/**/*.ts", Some("src"), None),
            ("/etc/*", Some("/etc"), None),
            ("/*", Some("/"), None),
            ("a/*/b", Some("a"), Some("b")),
            ("a/", Some("a/"), None),
        ] {
            assert_eq!(named(glob), [directory, last], "{glob}");
        }
    }
}
