//! Globs over the names of tools, as servers declare them: `*`, `?`, `[…]`
//! and `{a,b}`. What cannot be a part of one stands for itself.

use crate::source::Span;

/// A part of a glob.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GlobPart<'g> {
    /// `*`
    Any,
    /// `?`
    One,
    /// `[…]`, or `[!…]` where negated: what stands in it.
    Class(bool, &'g str),
    /// `{`, whose `}` follows.
    Open,
    /// A comma between braces.
    Or,
    /// `}`
    Close,
    /// A character that stands for itself.
    Plain(char),
}

/// A glob, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameGlob<'g> {
    parts: Vec<(Span, GlobPart<'g>)>,
    /// For each part, where it goes on behind the braces around it.
    behind: Vec<usize>,
}

/// The parts of a glob, each with its place. Linear in the glob.
fn parts(glob: &str) -> Vec<(Span, GlobPart<'_>)> {
    let mut out = Vec::new();
    let mut chars = glob.char_indices();
    let mut is_open = false;
    while let Some((at, c)) = chars.next() {
        let mut end = at + c.len_utf8();
        let rest = glob.get(end..).unwrap_or("");
        let part = match c {
            '*' => GlobPart::Any,
            '?' => GlobPart::One,
            '[' if class(rest).is_some() => {
                let inner = class(rest).unwrap_or("");
                end += inner.len() + 1;
                while chars.next().is_some_and(|(_, c)| c != ']') {}
                match inner.strip_prefix(['!', '^']) {
                    Some(inner) => GlobPart::Class(true, inner),
                    None => GlobPart::Class(false, inner),
                }
            }
            '{' if closes(rest) => {
                is_open = true;
                GlobPart::Open
            }
            '}' if is_open => {
                is_open = false;
                GlobPart::Close
            }
            ',' if is_open => GlobPart::Or,
            c => GlobPart::Plain(c),
        };
        out.push((Span::new(at, end), part));
    }
    out
}

/// A glob as a regular expression for whole names. Linear in the glob.
pub fn glob_regex(glob: &str) -> String {
    let mut out = String::from("^");
    for (_, part) in parts(glob) {
        match part {
            GlobPart::Any => out.push_str(".*"),
            GlobPart::One => out.push('.'),
            GlobPart::Class(negated, inner) => {
                out.push_str(if negated { "[^" } else { "[" });
                inner.chars().for_each(|c| {
                    if matches!(c, '\\' | '^' | '[') {
                        out.push('\\');
                    }
                    out.push(c);
                });
                out.push(']');
            }
            GlobPart::Open => out.push_str("(?:"),
            GlobPart::Or => out.push('|'),
            GlobPart::Close => out.push(')'),
            GlobPart::Plain(c) => {
                if !c.is_alphanumeric() && c.is_ascii() && c != '_' {
                    out.push('\\');
                }
                out.push(c);
            }
        }
    }
    out.push('$');
    out
}

/// How much of a name a glob matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GlobMatch {
    /// It matches the whole name.
    pub whole: bool,
    /// It matches this name with something behind it, or may.
    pub longer: bool,
}

impl<'g> NameGlob<'g> {
    /// Reads a glob. Linear in it.
    pub fn of(glob: &'g str) -> NameGlob<'g> {
        let parts = parts(glob);
        let mut behind = vec![parts.len(); parts.len()];
        let mut end = parts.len();
        for (at, (part, behind)) in
            parts.iter().zip(&mut behind).enumerate().rev()
        {
            if part.1 == GlobPart::Close {
                end = at + 1;
            }
            *behind = end;
        }
        NameGlob { parts, behind }
    }

    /// Its parts, each with its place.
    pub fn parts(&self) -> &[(Span, GlobPart<'g>)] {
        &self.parts
    }

    /// Matches a name; as many steps as both are long, multiplied.
    pub fn matches(&self, name: &str) -> GlobMatch {
        let mut at = vec![false; self.parts.len() + 1];
        self.reach(&mut at, 0);
        for c in name.chars() {
            let mut next = vec![false; self.parts.len() + 1];
            let steps = self.parts.iter().zip(&at).enumerate();
            for (here, ((_, part), _)) in steps.filter(|(_, (_, at))| **at) {
                match part {
                    GlobPart::Any => self.reach(&mut next, here),
                    GlobPart::One => self.reach(&mut next, here + 1),
                    GlobPart::Class(negated, inner)
                        if has(inner, c) != *negated =>
                    {
                        self.reach(&mut next, here + 1);
                    }
                    GlobPart::Plain(own) if *own == c => {
                        self.reach(&mut next, here + 1);
                    }
                    _ => {}
                }
            }
            at = next;
        }
        let whole = at.pop().unwrap_or(false);
        // Braces take no character.
        let takes = |part: &GlobPart<'_>| {
            !matches!(part, GlobPart::Open | GlobPart::Or | GlobPart::Close)
        };
        let mut rest = self.parts.iter().zip(&at);
        let longer = rest.any(|((_, part), at)| *at && takes(part));
        GlobMatch { whole, longer }
    }

    /// Marks a position, and those that are reached from it by no character.
    fn reach(&self, at: &mut [bool], start: usize) {
        let mut open = vec![start];
        while let Some(here) = open.pop() {
            let Some(mark) = at.get_mut(here) else { continue };
            if std::mem::replace(mark, true) {
                continue;
            }
            let behind = self.behind.get(here).copied().unwrap_or(here + 1);
            match self.parts.get(here).map(|part| part.1) {
                Some(GlobPart::Any | GlobPart::Close) => open.push(here + 1),
                Some(GlobPart::Or) => open.push(behind),
                Some(GlobPart::Open) => {
                    let inner = self.parts.iter().enumerate().take(behind);
                    let inner = inner.skip(here);
                    let ors = inner.filter(|(_, p)| p.1 == GlobPart::Or);
                    open.push(here + 1);
                    open.extend(ors.map(|(at, _)| at + 1));
                }
                _ => {}
            }
        }
    }
}

/// Whether a class lists a character.
fn has(inner: &str, c: char) -> bool {
    let mut rest = inner.chars().peekable();
    while let Some(from) = rest.next() {
        let to = match rest.peek() {
            Some('-') => {
                rest.next();
                rest.next().unwrap_or(from)
            }
            _ => from,
        };
        if (from..=to).contains(&c) {
            return true;
        }
    }
    false
}

/// What stands in a class up to its `]`: names only, so that it means the
/// same in both languages.
fn class(rest: &str) -> Option<&str> {
    let (inner, _) = rest.split_once(']')?;
    let names = inner.trim_start_matches(['!', '^']);
    let fine = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let ends = names.starts_with('-') || names.ends_with('-');
    let ranges = names.as_bytes().windows(3).all(|three| match three {
        [from, b'-', to] => from <= to,
        _ => true,
    });
    (!names.is_empty() && names.chars().all(fine) && !ends && ranges)
        .then_some(inner)
}

/// Whether a brace closes before another one opens.
fn closes(rest: &str) -> bool {
    rest.chars().find(|c| matches!(c, '{' | '}')) == Some('}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_beyond_stars() {
        assert_eq!(glob_regex("mcp__{a,b}__x?"), "^mcp__(?:a|b)__x.$");
        assert_eq!(glob_regex("[!A-Z]x["), "^[^A-Z]x\\[$");
        assert_eq!(glob_regex("a.b?"), "^a\\.b.$");
    }

    #[test]
    fn names_that_globs_match() {
        let matches = |glob: &str, name: &str| {
            let GlobMatch { whole, longer } = NameGlob::of(glob).matches(name);
            (whole, longer)
        };
        for (glob, name, whole) in [
            ("Bash", "Bash", true),
            ("Bash", "BashOutput", false),
            ("*", "", true),
            ("{Bash,Ed?t}", "Edit", true),
            ("{Bash,Ed?t}", "Bash", true),
            ("{Bash,Edit}", "BashEdit", false),
            ("x{,y}z", "xz", true),
            ("{*a*,b}c", "zazc", true),
            ("[A-Ce]x", "ex", true),
            ("[!A-C]x", "Bx", false),
            ("{Bash,Edit", "Bash", false),
            ("{Bash,Edit", "{Bash,Edit", true),
            ("{a{b,c}", "{ac", true),
        ] {
            assert_eq!(matches(glob, name).0, whole, "{glob} {name}");
        }
        assert_eq!(matches("mcp__a", "mcp__"), (false, true));
        assert_eq!(matches("mcp__", "mcp__"), (true, false));
        assert_eq!(matches("{mcp__,x}", "mcp__"), (true, false));
        assert!(!matches("x*", "mcp__").1);
    }
}
