//! Tree → text that reads back as an equal tree, but for spans.

use std::fmt::{Display, Formatter, Result, Write};

use super::{
    ClassEscape, ClassItem, IGNORE_CASE, Kind, Node, Regex, Shorthand,
};

impl Display for Regex {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        if self.ignores_case {
            f.write_str(IGNORE_CASE)?;
        }
        self.node(&self.root, f)
    }
}

impl Regex {
    fn node(&self, node: &Node, f: &mut Formatter<'_>) -> Result {
        match &node.kind {
            Kind::Unit(unit) => write_unit(*unit, f),
            Kind::Dot => f.write_char('.'),
            Kind::Escape(escape) => write_escape(*escape, f),
            Kind::Class { negated, items } => write_class(*negated, items, f),
            Kind::Start => f.write_char('^'),
            Kind::End => f.write_char('$'),
            Kind::Boundary { negated: false } => f.write_str("\\b"),
            Kind::Boundary { negated: true } => f.write_str("\\B"),
            Kind::Look { behind, negated, body } => {
                f.write_str(if *behind { "(?<" } else { "(?" })?;
                f.write_char(if *negated { '!' } else { '=' })?;
                self.node(body, f)?;
                f.write_char(')')
            }
            Kind::Group { capture, body } => {
                f.write_char('(')?;
                let name = |&&(_, n): &&(String, u32)| Some(n) == *capture;
                match self.names.iter().find(name) {
                    Some((name, _)) => write!(f, "?<{name}>")?,
                    None if capture.is_none() => f.write_str("?:")?,
                    None => {}
                }
                self.node(body, f)?;
                f.write_char(')')
            }
            Kind::Back(groups) => self.reference(groups, f),
            Kind::Repeat { min, max, greedy, body, .. } => {
                self.node(body, f)?;
                match (min, max) {
                    (0, None) => f.write_char('*')?,
                    (1, None) => f.write_char('+')?,
                    (0, Some(1)) => f.write_char('?')?,
                    (min, None) => write!(f, "{{{min},}}")?,
                    (min, Some(max)) => write!(f, "{{{min},{max}}}")?,
                }
                f.write_str(if *greedy { "" } else { "?" })
            }
            Kind::Either(all) => {
                for (i, one) in all.iter().enumerate() {
                    f.write_str(if i == 0 { "" } else { "|" })?;
                    self.node(one, f)?;
                }
                Ok(())
            }
            Kind::Sequence(all) => {
                all.iter().try_for_each(|one| self.node(one, f))
            }
        }
    }

    fn reference(&self, groups: &[u32], f: &mut Formatter<'_>) -> Result {
        let first = groups.first().copied().unwrap_or(0);
        let name = self.names.iter().find(|(_, number)| *number == first);
        match name {
            // Only a name can stand for several groups.
            Some((name, _)) if groups.len() > 1 => {
                write!(f, "\\k<{name}>")
            }
            // What follows cannot be read as part of the number: digits
            // print as `\xHH`.
            _ => write!(f, "\\{first}"),
        }
    }
}

fn write_class(
    negated: bool,
    items: &[ClassItem],
    f: &mut Formatter<'_>,
) -> Result {
    f.write_str(if negated { "[^" } else { "[" })?;
    for item in items {
        match *item {
            ClassItem::Escape(escape) => write_escape(escape, f)?,
            ClassItem::Range(low, high) => {
                write_unit(low, f)?;
                if low != high {
                    f.write_char('-')?;
                    write_unit(high, f)?;
                }
            }
        }
    }
    f.write_char(']')
}

fn write_escape(escape: ClassEscape, f: &mut Formatter<'_>) -> Result {
    f.write_str(match (escape.shorthand, escape.negated) {
        (Shorthand::Digit, false) => "\\d",
        (Shorthand::Digit, true) => "\\D",
        (Shorthand::Space, false) => "\\s",
        (Shorthand::Space, true) => "\\S",
        (Shorthand::Word, false) => "\\w",
        (Shorthand::Word, true) => "\\W",
    })
}

/// Letters stand for themselves, everything else as a number, which means
/// the same in brackets and outside.
fn write_unit(unit: u16, f: &mut Formatter<'_>) -> Result {
    match u8::try_from(unit) {
        Ok(byte) if byte.is_ascii_alphabetic() || byte == b'_' => {
            f.write_char(char::from(byte))
        }
        Ok(byte) => write!(f, "\\x{byte:02X}"),
        Err(_) => write!(f, "\\u{unit:04X}"),
    }
}
