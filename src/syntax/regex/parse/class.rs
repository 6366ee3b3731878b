//! Classes: what stands in `[…]`.

use super::super::{ClassItem, Kind, Node, RegexErrorKind};
use super::atom::shorthand;
use super::{Parser, Result};

impl Parser {
    pub(super) fn class(&mut self) -> Result<Node> {
        let from = self.at;
        self.at += 1;
        let negated = self.eat("^");
        let mut items = Vec::new();
        while !self.eat("]") {
            let first_at = self.at;
            let first = self.class_atom(from)?;
            let dash = self.is(self.at, "-") && !self.is(self.at, "-]");
            if !dash {
                items.push(first);
                continue;
            }
            self.at += 1;
            let last = self.class_atom(from)?;
            let hyphen = u16::from(b'-');
            match (first, last) {
                (ClassItem::Range(low, _), ClassItem::Range(high, _)) => {
                    if low > high {
                        let kind = RegexErrorKind::RangeOrder;
                        return Err(self.fault(kind, first_at, self.at));
                    }
                    items.push(ClassItem::Range(low, high));
                }
                // `[\d-z]`: no range, all three are listed.
                _ => items.extend([
                    first,
                    ClassItem::Range(hyphen, hyphen),
                    last,
                ]),
            }
        }
        Ok(self.node(Kind::Class { negated, items }, from))
    }

    /// One unit or one `\d` of the class that starts at `from`.
    fn class_atom(&mut self, from: usize) -> Result<ClassItem> {
        let at = self.at;
        let Some(unit) = self.units.get(at).map(|u| u.unit) else {
            let kind = RegexErrorKind::UnclosedClass;
            return Err(self.fault(kind, from, from + 1));
        };
        self.at += 1;
        if unit != u16::from(b'\\') {
            return Ok(ClassItem::Range(unit, unit));
        }
        let unit = match self.peek() {
            None => {
                let kind = RegexErrorKind::TrailingBackslash;
                return Err(self.fault(kind, at, at + 1));
            }
            Some(b'k') if self.named => {
                let kind = RegexErrorKind::InvalidEscape;
                return Err(self.fault(kind, at, at + 2));
            }
            Some(b'b') => {
                self.at += 1;
                0x08
            }
            Some(b'c') => self.class_control(),
            Some(byte) => {
                if let Some(escape) = shorthand(byte) {
                    self.at += 1;
                    return Ok(ClassItem::Escape(escape));
                }
                self.character()
            }
        };
        Ok(ClassItem::Range(unit, unit))
    }

    /// `\cX`; in a class X may also be a digit or `_`.
    fn class_control(&mut self) -> u16 {
        match self.unit(self.at + 1) {
            Some(byte @ (b'0'..=b'9' | b'_')) => {
                self.at += 2;
                u16::from(byte % 32)
            }
            _ => self.character(),
        }
    }
}
