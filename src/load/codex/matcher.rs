//! Matchers of Codex in the words of here: its expressions are those of
//! another language, and some tools go by several names there.

use super::flavor;
use crate::source::Decoded;
use crate::syntax::regex::{
    ClassEscape, ClassItem, Flavor, Kind, Node, Regex, Shorthand,
};

/// The names of a tool there that is none here, and the others that it goes
/// by, which are those of here.
const NAMES: &[(&str, &[&str])] =
    &[("apply_patch", &["Edit", "Write"]), ("spawn_agent", &["Agent"])];

/// A matcher in the words of here, with the names of tools where it is about
/// these, and why Codex cannot read it, if so.
pub(super) fn as_here(
    matcher: Decoded,
    is_of_tools: bool,
) -> (Decoded, Option<String>) {
    let text = matcher.as_str();
    let (here, fault) = match text {
        "" | "*" => (text.to_owned(), None),
        _ if text.chars().all(is_listed) => {
            (if is_of_tools { listed(text) } else { text.to_owned() }, None)
        }
        _ => match flavor::translated(text) {
            Err(fault) => (text.to_owned(), Some(fault)),
            Ok(there) => (expression(&there, is_of_tools), None),
        },
    };
    let matcher = match here == text {
        true => matcher,
        false => Decoded::made(here, matcher.span()),
    };
    (matcher, fault)
}

/// What a list of whole names consists of.
fn is_listed(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '|')
}

fn listed(text: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    for name in text.split('|') {
        let one = [name];
        let row = NAMES.iter().find(|(there, here)| {
            *there == name || here.len() > 1 && here.contains(&name)
        });
        for name in row.map_or(&one[..], |row| row.1) {
            if row.is_none() || !names.contains(name) {
                names.push(name);
            }
        }
    }
    names.join("|")
}

/// An expression that finds a tool by one of its names finds it by those of
/// here.
fn expression(text: &str, is_of_tools: bool) -> String {
    // What is a name here is an expression there.
    let is_name = text.chars().all(|c| is_listed(c) || c == '-');
    let mut out = match is_name {
        true => format!("(?:{text})"),
        false => text.to_owned(),
    };
    let Some(original) = parsed(text).filter(|_| is_of_tools) else {
        return out;
    };
    for (there, here) in NAMES {
        let is_found = |name: &&str| may_find(&original, name);
        if !is_found(there) && !here.iter().any(is_found) {
            continue;
        }
        let all = match here {
            [one] => (*one).to_owned(),
            _ => format!("(?:{})", here.join("|")),
        };
        let next = out.replace(there, &all);
        let is_sure = parsed(&next).is_some_and(|regex| {
            is_exact(&regex.root)
                && here.iter().all(|name| may_find(&regex, name))
        });
        out = match is_sure {
            true => next,
            false => format!("{next}|^(?:{})$", here.join("|")),
        };
    }
    out
}

fn parsed(text: &str) -> Option<Regex> {
    let flavors = [Flavor::Linear, Flavor::JavaScript];
    flavors.iter().find_map(|flavor| flavor.parse(text).ok())
}

/// Whether an expression may find a name; what looks around or back counts
/// as found.
fn may_find(regex: &Regex, name: &str) -> bool {
    let low = |name: &str| name.to_ascii_lowercase();
    let name = match regex.ignores_case {
        true => low(name),
        false => name.to_owned(),
    };
    let name: Vec<u16> = name.encode_utf16().collect();
    let all = (1 << (name.len() + 1)) - 1;
    let finder = Finder { name: &name, all, folds: regex.ignores_case };
    finder.ends(&regex.root, all) != 0
}

/// Whether what [`may_find`] says of it is so.
fn is_exact(node: &Node) -> bool {
    match &node.kind {
        Kind::Boundary { .. } | Kind::Look { .. } | Kind::Back(_) => false,
        Kind::Group { body, .. } | Kind::Repeat { body, .. } => is_exact(body),
        Kind::Either(all) | Kind::Sequence(all) => all.iter().all(is_exact),
        _ => true,
    }
}

struct Finder<'a> {
    name: &'a [u16],
    /// A bit for each place between its units.
    all: u32,
    folds: bool,
}

impl Finder<'_> {
    /// The places where what starts at one of `from` may end.
    fn ends(&self, node: &Node, from: u32) -> u32 {
        match &node.kind {
            Kind::Unit(unit) => self.step(from, |one| one == *unit),
            Kind::Dot => self.step(from, |_| true),
            Kind::Escape(escape) => self.step(from, |one| is_in(*escape, one)),
            Kind::Class { negated, items } => self.step(from, |one| {
                items.iter().any(|item| match item {
                    ClassItem::Range(low, high) => {
                        (*low..=*high).contains(&one)
                    }
                    ClassItem::Escape(escape) => is_in(*escape, one),
                }) != *negated
            }),
            Kind::Start => from & 1,
            Kind::End => from & (1 << self.name.len()),
            Kind::Boundary { .. } | Kind::Look { .. } => from,
            Kind::Back(_) => match from {
                0 => 0,
                _ => self.all & !((1 << from.trailing_zeros()) - 1),
            },
            Kind::Group { body, .. } => self.ends(body, from),
            Kind::Repeat { min, max, body, .. } => {
                self.repeated(body, from, (*min, *max))
            }
            Kind::Either(all) => {
                all.iter().fold(0, |ends, one| ends | self.ends(one, from))
            }
            Kind::Sequence(all) => {
                all.iter().fold(from, |from, one| self.ends(one, from))
            }
        }
    }

    /// No part of a name is longer than it: more rounds find nothing new.
    fn repeated(
        &self,
        body: &Node,
        from: u32,
        (min, max): (u32, Option<u32>),
    ) -> u32 {
        let most = self.name.len() as u32 + 1;
        let mut at = from;
        for _ in 0..min.min(most) {
            at = self.ends(body, at);
        }
        let mut ends = at;
        let more = max.map_or(most, |max| max.saturating_sub(min));
        for _ in 0..more.min(most) {
            at = self.ends(body, at);
            ends |= at;
        }
        ends
    }

    fn step(&self, from: u32, is_it: impl Fn(u16) -> bool) -> u32 {
        let fits = |one: u16| {
            let upper = u8::try_from(one).map(|b| b.to_ascii_uppercase());
            let upper = upper.map_or(one, u16::from);
            is_it(one) || self.folds && is_it(upper)
        };
        let units = self.name.iter().enumerate();
        let met = units.filter(|(at, one)| from >> at & 1 == 1 && fits(**one));
        met.fold(0, |ends, (at, _)| ends | 1 << (at + 1))
    }
}

fn is_in(escape: ClassEscape, unit: u16) -> bool {
    let c = char::from_u32(unit.into()).unwrap_or(' ');
    let is_in = match escape.shorthand {
        Shorthand::Digit => c.is_ascii_digit(),
        Shorthand::Space => c.is_whitespace(),
        Shorthand::Word => c.is_ascii_alphanumeric() || c == '_',
    };
    is_in != escape.negated
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Span;

    fn made(text: &str) -> Decoded {
        Decoded::made(text.to_owned(), Span::default())
    }

    #[test]
    fn the_tool_that_writes_files_has_the_names_of_here() {
        let joined = |text: &str| format!("{text}|^(?:Edit|Write)$");
        for (written, wanted) in [
            ("apply_patch", "Edit|Write".to_owned()),
            ("Bash|apply_patch", "Bash|Edit|Write".to_owned()),
            ("Write", "Edit|Write".to_owned()),
            ("Edit|Bash|Write", "Edit|Write|Bash".to_owned()),
            ("spawn_agent|Bash", "Agent|Bash".to_owned()),
            ("Agent", "Agent".to_owned()),
            ("", String::new()),
            ("*", "*".to_owned()),
            ("^apply_patch$", "^(?:Edit|Write)$".to_owned()),
            ("^spawn_agent$", "^Agent$".to_owned()),
            ("^spawn_", "^spawn_|^(?:Agent)$".to_owned()),
            ("my_apply_patch", "my_apply_patch".to_owned()),
            ("apply_.*", joined("apply_.*")),
            ("^(Bash|apply_\\w+)$", joined("^(Bash|apply_\\w+)$")),
            ("^Edit$", joined("^Edit$")),
            ("(?i)^WRITE$", joined("^[wW][rR][iI][tT][eE]$")),
            (".*", ".*".to_owned()),
            ("^Bash.*", "^Bash.*".to_owned()),
            ("^mcp__.*$", "^mcp__.*$".to_owned()),
            ("[A-D].{3}", "[A-D].{3}".to_owned()),
            ("^a{2,}", "^a{2,}".to_owned()),
            // There these are expressions.
            ("mcp__a-b", "(?:mcp__a-b)".to_owned()),
            // Whoever wrote it meant a list.
            ("Bash, Edit", "Bash, Edit".to_owned()),
            (" ", " ".to_owned()),
            (r"\ABash\z", "^Bash$".to_owned()),
        ] {
            let (here, fault) = as_here(made(written), true);
            assert_eq!((here.as_str(), fault), (&*wanted, None), "{written}");
        }
        // Names of other things are nobody's.
        let (here, _) = as_here(made("Write|apply_patch"), false);
        assert_eq!(here.as_str(), "Write|apply_patch");
    }

    #[test]
    fn what_codex_cannot_read_stays() {
        for text in ["^(?!Bash).*$", "(", r"Bash|\k<x>"] {
            let (here, fault) = as_here(made(text), true);
            assert_eq!((here.as_str(), fault.is_some()), (text, true));
        }
    }
}
