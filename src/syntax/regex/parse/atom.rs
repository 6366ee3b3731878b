//! Atoms: characters, escapes, groups, assertions.

use super::super::{ClassEscape, Kind, Node, RegexErrorKind, Shorthand};
use super::{Parser, Result};

impl Parser {
    pub(super) fn atom(&mut self) -> Result<Node> {
        let from = self.at;
        let kind = match self.peek() {
            Some(b'^') => self.step(Kind::Start),
            Some(b'$') => self.step(Kind::End),
            Some(b'.') => self.step(Kind::Dot),
            Some(b'(') => return self.group(),
            Some(b'[') => return self.class(),
            Some(b'\\') => self.escape()?,
            Some(b'*' | b'+' | b'?') => {
                let kind = RegexErrorKind::NothingToRepeat;
                return Err(self.fault(kind, from, from + 1));
            }
            Some(b'{') if self.peek_braces(from).is_some() => {
                let to = self.peek_braces(from).map_or(from + 1, |b| b.2);
                let kind = RegexErrorKind::NothingToRepeat;
                return Err(self.fault(kind, from, to));
            }
            _ => {
                let unit = self.units.get(from).map_or(0, |u| u.unit);
                self.step(Kind::Unit(unit))
            }
        };
        Ok(self.node(kind, from))
    }

    fn step(&mut self, kind: Kind) -> Kind {
        self.at += 1;
        kind
    }

    fn group(&mut self) -> Result<Node> {
        let from = self.at;
        self.enter(from)?;
        self.at += 1;
        let look = |behind, negated| Some((behind, negated));
        let look = match () {
            () if self.eat("?=") => look(false, false),
            () if self.eat("?!") => look(false, true),
            () if self.eat("?<=") => look(true, false),
            () if self.eat("?<!") => look(true, true),
            () => None,
        };
        let mut capture = None;
        if look.is_none() && !self.eat("?:") {
            capture = Some(self.captures + 1);
            if self.is(self.at, "?") {
                self.name(from)?;
            }
            self.captures += 1;
        }
        let body = Box::new(self.either()?);
        if !self.eat(")") {
            let kind = RegexErrorKind::UnclosedGroup;
            return Err(self.fault(kind, from, from + 1));
        }
        self.depth -= 1;
        let kind = match look {
            Some((behind, negated)) => Kind::Look { behind, negated, body },
            None => Kind::Group { capture, body },
        };
        Ok(self.node(kind, from))
    }

    /// `?<name>` of the group that starts at `from`, or an error.
    fn name(&mut self, from: usize) -> Result<()> {
        if !self.eat("?<") {
            let (kind, to) = self.bad_group();
            return Err(self.fault(kind, from, to));
        }
        let name_at = self.at;
        let name = self.group_name(RegexErrorKind::InvalidName)?;
        let clash =
            self.names.iter().zip(&self.paths).any(|((other, _), path)| {
                *other == name && !apart(path, &self.path)
            });
        if clash {
            let (kind, to) = (RegexErrorKind::DuplicateName, self.at - 1);
            return Err(self.fault(kind, name_at, to));
        }
        self.names.push((name, self.captures + 1));
        self.paths.push(self.path.clone());
        Ok(())
    }

    /// Which mistake a `(?` is that starts no known group, and where what
    /// is to be shown of it ends.
    fn bad_group(&self) -> (RegexErrorKind, usize) {
        let mut at = self.at + 1;
        if self.unit(at) == Some(b'P') {
            return (RegexErrorKind::PythonGroup, at + 1);
        }
        while matches!(self.unit(at), Some(b'i' | b'm' | b's' | b'-')) {
            at += 1;
        }
        let modified =
            at > self.at + 1 && matches!(self.unit(at), Some(b':' | b')'));
        let end = (at + 1).min(self.units.len());
        match modified {
            true => (RegexErrorKind::Modifiers, end),
            false => {
                let end = (self.at + 2).min(self.units.len());
                (RegexErrorKind::InvalidGroup, end)
            }
        }
    }

    /// `name>`; the `<` was read. Escapes like `\u0061` count as what they
    /// stand for.
    fn group_name(&mut self, fault: RegexErrorKind) -> Result<String> {
        let from = self.at;
        let mut name = String::new();
        loop {
            let mut unit = self.units.get(self.at).map_or(0, |u| u.unit);
            let at = self.at;
            self.at += 1;
            if unit == u16::from(b'>') && !name.is_empty() {
                return Ok(name);
            }
            if unit == u16::from(b'\\') {
                unit = match self.peek() {
                    Some(b'u') => self.name_escape(),
                    _ => 0,
                };
            }
            let c = char::from_u32(u32::from(unit)).unwrap_or('\u{80}');
            let fits = c.is_ascii_alphabetic()
                || matches!(c, '_' | '$')
                || (c.is_ascii_digit() && !name.is_empty());
            if !c.is_ascii() {
                let kind = RegexErrorKind::NameNotAscii;
                return Err(self.fault(kind, at, self.at));
            }
            if !fits {
                let to = self.at.min(self.units.len()).max(from);
                return Err(self.fault(fault, from, to));
            }
            name.push(c);
        }
    }

    /// `uHHHH` or `u{H…}` in a name, behind the backslash; 0 if malformed.
    fn name_escape(&mut self) -> u16 {
        if let Some(unit) = self.hex(self.at + 1, 4) {
            self.at += 5;
            return unit;
        }
        let (mut at, mut value) = (self.at + 2, 0u32);
        if !self.is(self.at + 1, "{") || self.is(at, "}") {
            return 0;
        }
        while let Some(digit) = self.hex(at, 1) {
            value = value.saturating_mul(16).saturating_add(digit.into());
            at += 1;
        }
        if !self.is(at, "}") {
            return 0;
        }
        self.at = at + 1;
        // Beyond the units: not ASCII is all that matters.
        u16::try_from(value).unwrap_or(u16::MAX)
    }

    fn escape(&mut self) -> Result<Kind> {
        let from = self.at;
        self.at += 1;
        match self.peek() {
            None => {
                let kind = RegexErrorKind::TrailingBackslash;
                Err(self.fault(kind, from, from + 1))
            }
            Some(b'b') => Ok(self.step(Kind::Boundary { negated: false })),
            Some(b'B') => Ok(self.step(Kind::Boundary { negated: true })),
            Some(b'k') if self.named => self.reference(from),
            Some(b'1'..=b'9') => Ok(self.numbered()),
            Some(byte) => {
                if let Some(escape) = shorthand(byte) {
                    return Ok(self.step(Kind::Escape(escape)));
                }
                Ok(Kind::Unit(self.character()))
            }
        }
    }

    /// `\k<name>`, from before the `k`.
    fn reference(&mut self, from: usize) -> Result<Kind> {
        self.at += 1;
        if !self.eat("<") {
            let kind = RegexErrorKind::InvalidReference;
            return Err(self.fault(kind, from, self.at));
        }
        let name = self.group_name(RegexErrorKind::InvalidReference)?;
        let span = self.span(from, self.at);
        self.references.push((name, span));
        Ok(Kind::Back(Vec::new()))
    }

    /// `\12`: a reference if there are that many groups, else legacy octal.
    fn numbered(&mut self) -> Kind {
        if let Some((number, end)) = self.number(self.at)
            && number <= u64::from(self.total)
        {
            self.at = end;
            return Kind::Back(vec![number as u32]);
        }
        Kind::Unit(self.character())
    }

    /// The unit an escape stands for, in brackets or outside, from behind
    /// the backslash. There is at least one unit left.
    pub(super) fn character(&mut self) -> u16 {
        let at = self.at;
        let (unit, length) = match self.unit(at) {
            Some(b'f') => (0x0C, 1),
            Some(b'n') => (0x0A, 1),
            Some(b'r') => (0x0D, 1),
            Some(b't') => (0x09, 1),
            Some(b'v') => (0x0B, 1),
            Some(b'c') => match self.unit(at + 1) {
                Some(letter) if letter.is_ascii_alphabetic() => {
                    (u16::from(letter % 32), 2)
                }
                // `\` stands for itself, `c` is read again.
                _ => (u16::from(b'\\'), 0),
            },
            Some(b'x') => match self.hex(at + 1, 2) {
                Some(unit) => (unit, 3),
                None => (u16::from(b'x'), 1),
            },
            Some(b'u') => match self.hex(at + 1, 4) {
                Some(unit) => (unit, 5),
                None => (u16::from(b'u'), 1),
            },
            Some(b'0'..=b'7') => self.octal(at),
            _ => (self.units.get(at).map_or(0, |u| u.unit), 1),
        };
        self.at += length;
        unit
    }

    /// Up to three octal digits, not above `\377`.
    fn octal(&self, at: usize) -> (u16, usize) {
        let (mut value, mut length) = (0, 0);
        while let Some(digit @ b'0'..=b'7') = self.unit(at + length) {
            let next = value * 8 + u16::from(digit - b'0');
            if next > 0o377 || length == 3 {
                break;
            }
            (value, length) = (next, length + 1);
        }
        (value, length)
    }

    /// Exactly `length` hexadecimal digits at `at`.
    fn hex(&self, at: usize, length: usize) -> Option<u16> {
        let mut value = 0;
        for at in at..at + length {
            let digit = char::from(self.unit(at)?).to_digit(16)?;
            value = value * 16 + digit;
        }
        u16::try_from(value).ok()
    }
}

/// The set that `\d` and its like stand for.
pub(super) fn shorthand(byte: u8) -> Option<ClassEscape> {
    let shorthand = match byte.to_ascii_lowercase() {
        b'd' => Shorthand::Digit,
        b's' => Shorthand::Space,
        b'w' => Shorthand::Word,
        _ => return None,
    };
    Some(ClassEscape { shorthand, negated: byte.is_ascii_uppercase() })
}

/// Whether two places lie in different alternatives of one disjunction, so
/// that no match goes through both.
fn apart(one: &[(u32, u32)], other: &[(u32, u32)]) -> bool {
    one.iter().any(|(number, alternative)| {
        other.iter().any(|(n, a)| n == number && a != alternative)
    })
}
