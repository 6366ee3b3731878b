//! Files that methods use: `[IO.File]::Delete($x)`, `(gi x).OpenText()`.

use crate::shell::Access;
use crate::shell::data::files::Role;
use crate::shell::data::powershell::{
    ACTS, FILE_TYPES, METHODS, OPENS, OTHER_TYPES,
};
use crate::shell::files::uses::{FILES, about};
use crate::shell::paths::is_directory;
use crate::shell::scene::Scene;
use crate::shell::words::{Words, cooked_at};
use crate::source::Span;

/// How many calls of one expression are looked at with their words.
const CALLS: usize = 16;

/// A longer name of a type is cut.
const LONGEST: usize = 256;

/// One call of a method.
struct Call<'t> {
    /// The type, of a method that belongs to one.
    owner: Option<&'t str>,
    name: &'t str,
    arguments: &'t str,
}

impl Scene<'_> {
    /// The files of the calls in an expression that are not known, and what
    /// lies in the directories that are.
    pub(super) fn method_calls(&mut self, words: Words) {
        let span = self.span_of(words);
        let source = self.text;
        let text = span.of(source);
        let opens = text.match_indices('(').map(|(at, _)| at);
        for (count, at) in opens.enumerate() {
            let far = count >= CALLS;
            let before = text.get(..at).unwrap_or("");
            let behind = text.get(at + 1..).filter(|_| !far);
            let Some(call) = call(before, behind.unwrap_or("")) else {
                continue;
            };
            match role_of(&call) {
                // Its words are not looked for: it may use any file.
                Some(role) if far => self.any_file(role, span),
                Some(role) => self.call(&call, role, span),
                None => {}
            }
        }
        if mentions(text, "CurrentDirectory") {
            self.any_file(Role::Edits, span);
        }
    }

    fn call(&mut self, call: &Call<'_>, role: Role, span: Span) {
        const TWO: [&str; 8] = [
            "copy", "create", "download", "extract", "link", "move",
            "replace", "upload",
        ];
        let two = TWO.iter().any(|start| starts(call.name, start));
        let count = if two { 2 } else { 1 };
        let mut given = call.arguments.split(',').take(count);
        let own = call.owner.is_none()
            && !starts(call.name, "down")
            && !starts(call.name, "up")
            && call.name.len() < 9
            || call.arguments.is_empty();
        let open = own || given.clone().any(|text| literal(text).is_none());
        if open {
            self.any_file(role, span);
        }
        while let Some(path) = given.next().and_then(literal) {
            let path = self.usual_spelling(path).into_owned();
            let path = path.trim_end_matches('/');
            if matches!(path, "." | ".." | "~" | "") || self.holds_places(path)
            {
                self.any_file(role, span);
            } else if is_directory(path) {
                for access in accesses(role) {
                    self.joined(access, path, "*", span);
                }
            }
        }
    }

    /// `gci | % Delete`: what is piped in are files.
    pub(super) fn member_of_files(&mut self, name: &str, span: Span) {
        let wide = name.contains(['*', '?', '[']);
        let is = |list: &[&str]| {
            wide || list.iter().any(|start| starts(name, start))
        };
        let reads = is(OPENS).then_some(Access::Read);
        let writes = is(ACTS).then_some(Access::Write);
        if !(self.places.guesses && self.comes_from_listing()) {
            return;
        }
        for access in reads.into_iter().chain(writes) {
            let reason = crate::shell::Reason::DynamicCommand;
            self.doubt_about(reason, span, FILES, about(access));
        }
    }

    /// `New-Object IO.StreamReader $x`.
    pub(super) fn made_of_file(&mut self, words: Words) {
        let line = self.line;
        let open = words.iter().any(|at| self.dynamic_at(at));
        let deals = |at: usize| deals_with_files(cooked_at(line, at));
        if open && words.iter().any(deals) {
            self.any_file(Role::Edits, self.span_of(words));
        }
    }
}

/// The call whose bracket stands between the two.
fn call<'t>(before: &'t str, behind: &'t str) -> Option<Call<'t>> {
    let letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let start = before.rfind(|c| !letter(c)).map_or(0, |at| at + 1);
    let name = before.get(start..).filter(|name| !name.is_empty())?;
    let object = before.get(..start)?;
    let owner = object.strip_suffix("::").map(|object| {
        let near = object.len().saturating_sub(LONGEST);
        let object = object.get(near..).unwrap_or(object);
        let open = object.rfind(['[', ';', ' ']).map_or(0, |at| at + 1);
        object.get(open..).unwrap_or("")
    });
    if owner.is_none() && !object.ends_with('.') {
        return None;
    }
    let mut depth = 1_u32;
    let end = behind.find(|c| {
        depth = match c {
            '(' => depth + 1,
            ')' => depth - 1,
            _ => depth,
        };
        depth == 0
    });
    let arguments = behind.get(..end.unwrap_or(behind.len()))?.trim();
    Some(Call { owner, name, arguments })
}

/// What a call does with files.
fn role_of(call: &Call<'_>) -> Option<Role> {
    let Some(owner) = call.owner else {
        let row = METHODS
            .iter()
            .find(|row| row.0.eq_ignore_ascii_case(call.name))?;
        return Some(if row.1 { Role::Edits } else { Role::Reads });
    };
    let is = |list: &[&str]| list.iter().any(|s| starts(call.name, s));
    if !(deals_with_files(owner) || owner.starts_with('$'))
        || is(&["exists", "enum", "get"])
        || owner.starts_with('$') && !is(ACTS) && !is(OPENS)
    {
        return None;
    }
    match is(&["read", "open"]) && !is(&["openwrite"]) {
        true => Some(Role::Reads),
        false => Some(Role::Edits),
    }
}

fn accesses(role: Role) -> impl Iterator<Item = Access> {
    let writes = (role == Role::Edits).then_some(Access::Write);
    [Access::Read].into_iter().chain(writes)
}

/// Whether the name of a type says that it deals with files.
fn deals_with_files(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let holds = |list: &[&str]| list.iter().any(|part| lower.contains(part));
    holds(FILE_TYPES) && !holds(OTHER_TYPES)
}

/// The text of an argument that stands in quotes and is known.
fn literal(text: &str) -> Option<&str> {
    let text = text.trim();
    let quote = text.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    let inside = text.get(1..)?.strip_suffix(quote)?;
    let known = !inside.contains(['$', '`', '\'', '"']);
    known.then_some(inside)
}

fn starts(name: &str, start: &str) -> bool {
    let front = name.get(..start.len());
    front.is_some_and(|front| front.eq_ignore_ascii_case(start))
}

pub(super) fn mentions(text: &str, word: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    lower.contains(&word.to_ascii_lowercase())
}
