//! The files that the pattern of a search tool names: `Grep` in `*.ts` says
//! nothing new, `Grep` in `.env` does.

use super::path::{self, Directories};
use super::{PathUse, Subjects};
use crate::event::tools::Tool;
use crate::event::{Context, Event};
use crate::ir::Uses;
use crate::json::Value;
use crate::shell::Effects;
use crate::source::Span;

impl Subjects {
    /// The files that the pattern of a search surely looks at, for guards:
    /// the directory before its first wildcard, and a last part without one.
    pub(super) fn searched(
        &mut self,
        tool: &Tool,
        event: &Event<'_>,
        context: &Context,
    ) {
        let field = match tool.name {
            "Grep" => "glob",
            "Glob" => "pattern",
            _ => return,
        };
        let text = |name: &str| event.input(name).and_then(Value::str);
        let Some(glob) = text(field).filter(|glob| !glob.is_empty()) else {
            return;
        };
        let base = tool.primary.and_then(text).unwrap_or(".");
        let mut shortest = Vec::new();
        shorten(glob, &mut shortest);
        let surely = named(glob).into_iter().flatten();
        for name in surely.chain(shortest.iter().map(String::as_str)) {
            let absolute = name.starts_with(['/', '~', '\\'])
                || name.get(1..2) == Some(":");
            let path = match absolute {
                true => name.to_owned(),
                false => format!("{base}/{name}"),
            };
            let mut directories = Directories::of(event, context, self.moved);
            directories.tree = true;
            let start = self.spellings.len();
            let fault = path::spell(
                &path,
                &directories,
                self.fold_case,
                &mut self.text,
                &mut self.spellings,
            );
            if fault.is_some() {
                // The whole pattern is no more in doubt than the path.
                self.spellings.truncate(start);
                continue;
            }
            self.paths.push(PathUse {
                kind: Uses::READ_TOOL,
                effects: Effects::GUARD,
                unit: None,
                spellings: (start as u32, self.spellings.len() as u32),
                needs_cover: false,
                span: Span::default(),
            });
        }
    }
}

/// How many names are taken from one glob with wildcards.
const SHORTEST: usize = 8;

/// Names that the last part of a glob surely matches: with nothing in the
/// place of a star, and each way through braces.
fn shorten(glob: &str, names: &mut Vec<String>) {
    let start = glob.rfind('/').map_or(0, |at| at + 1);
    let last = glob.get(start..).unwrap_or("");
    // A slash within braces, or a name that is not sure.
    if !last.contains(['*', '{']) || last.contains(['?', '[', '!', '\\']) {
        return;
    }
    let braced = last.split_once('{').and_then(|(before, rest)| {
        let (inner, after) = rest.split_once('}')?;
        Some((before, inner, after))
    });
    let whole = [("", last, "")];
    let (before, inner, after) = match &braced {
        Some(found) => *found,
        None => whole.first().copied().unwrap_or_default(),
    };
    let ways = match braced {
        Some(_) => inner.split(','),
        None => inner.split('\0'),
    };
    for way in ways.take(SHORTEST) {
        let mut name = String::new();
        for part in [before, way, after] {
            name.extend(part.chars().filter(|&c| c != '*'));
        }
        if !name.is_empty() && !name.contains(['{', '}']) {
            names.push(name);
        }
    }
}

/// The paths that a glob names without a wildcard.
fn named(glob: &str) -> [Option<&str>; 2] {
    let wild = |part: &&str| part.contains(['*', '?', '[', '{', '!']);
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
        && !scheme.eq_ignore_ascii_case("file")
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
