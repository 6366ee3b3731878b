//! Whether a line may set a variable that one of its loops sets.

use std::cell::OnceCell;

use crate::shell::data::looped::{ACT, SET_NAMED};
use crate::shell::files::programs::{
    leads_on, may_be_program, names_are_open, set_by,
};
use crate::shell::files::shown::may_be_spelled_otherwise;
use crate::shell::scene::Scene;
use crate::shell::split::WordFlags;
use crate::shell::words::Words;

impl Scene<'_> {
    /// Whether the line, of which this is the `text` that counts, may set a
    /// variable by more than one loop, or cut what stands without quotes
    /// (`open`) elsewhere than at blanks.
    pub(in crate::shell::doubts) fn may_be_set(
        &self,
        text: &str,
        name: &str,
        open: bool,
    ) -> bool {
        let line = self.line;
        let opens = WordFlags::PARAMETER | WordFlags::SUBSTITUTION;
        let unknown = line.simples.iter().any(|simple| {
            let set = simple.assignments as usize;
            let words = Words::of(simple);
            let program = words.from(words.start + set).iter().next();
            let program = program.and_then(|at| line.words.get(at));
            program.is_some_and(|word| word.flags.any(opens))
        });
        unknown
            || self.may_source()
            || open && text.contains("IFS")
            || text.contains("glob")
            || defines(text)
            || acts_otherwise(text, name)
            || is_assigned(text, name)
            || may_be_spelled_otherwise(text)
    }

    /// Whether a command reads others from a file: `. x`, `command . x`.
    fn may_source(&self) -> bool {
        self.line.simples.iter().any(|simple| {
            let words = Words::of(simple);
            let first = self.text_at(words.start);
            let behind = matches!(first, "builtin" | "command");
            first == "."
                || behind && words.iter().any(|at| self.is_at(at, "."))
        })
    }
}

/// Whether a text may define a function.
fn defines(text: &str) -> bool {
    text.match_indices("()").any(|(at, _)| {
        let rest = text.get(at + 2..).unwrap_or("");
        !rest.starts_with(['"', '\''])
    })
}

/// Whether a builtin of a text may set a variable, or another loop does.
fn acts_otherwise(text: &str, name: &str) -> bool {
    let ends = |c: char| !c.is_alphanumeric() && !matches!(c, '_' | '.' | '/');
    let (mut loops, mut at) = (0, 0);
    let leads = leads_on(text);
    let is_program = |at: usize| leads || may_be_program(text, at);
    let named = OnceCell::new();
    let named = || *named.get_or_init(|| is_named(text, name));
    text.split(ends).any(|word| {
        let start = at;
        let end = start + word.len();
        // What ends a word is one sign.
        let rest = text.get(end..).unwrap_or("");
        at = end + rest.chars().next().map_or(0, char::len_utf8);
        match word {
            "for" => {
                let rest = rest.trim_start_matches([' ', '\t']);
                let named = rest.strip_prefix(name);
                let it = named.is_some_and(|rest| !rest.starts_with(is_part));
                loops += usize::from(it || rest.starts_with(['\\', '$']));
                loops > 1
            }
            _ if ACT.contains(&word) => is_program(start),
            _ if SET_NAMED.contains(&word) => {
                is_program(start) && sets(word, text, end, named)
            }
            _ => false,
        }
    })
}

/// Whether a builtin that sets variables by their names may set one that is
/// `named` somewhere.
fn sets(
    builtin: &str,
    text: &str,
    end: usize,
    named: impl Fn() -> bool,
) -> bool {
    let Some(words) = set_by(builtin, text, end) else { return true };
    let open = match builtin {
        // Names stand behind `-A` alone.
        "set" => words.contains('$'),
        _ => names_are_open(words),
    };
    open || !words.trim().is_empty() && named()
}

/// Whether a name stands somewhere as a word of its own, but as the one of a
/// loop.
fn is_named(text: &str, name: &str) -> bool {
    places_of(text, name).any(|(before, _)| {
        let front = before.trim_end_matches([' ', '\t']);
        let of_loop = front.len() < before.len() && front.ends_with("for");
        !of_loop && !before.ends_with(['$', '{', '-'])
    })
}

/// Whether a text sets a variable: `f=`, `f+=`, `f[0]=`, `${f:=x}`.
fn is_assigned(text: &str, name: &str) -> bool {
    places_of(text, name).any(|(before, behind)| {
        if before.ends_with("${") {
            return behind.starts_with([':', '=']);
        }
        !before.ends_with('$') && behind.starts_with(['=', '[', '+'])
    })
}

/// What stands before a name and behind it, wherever it is one.
fn places_of<'t>(
    text: &'t str,
    name: &'t str,
) -> impl Iterator<Item = (&'t str, &'t str)> {
    text.match_indices(name).filter_map(|(at, _)| {
        let (before, rest) = text.split_at_checked(at)?;
        let behind = rest.get(name.len()..)?;
        let part = before.ends_with(is_part) || behind.starts_with(is_part);
        (!part).then_some((before, behind))
    })
}

fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}
