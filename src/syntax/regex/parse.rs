//! Text → tree. Recursive over groups only, bounded by [`MAX_REGEX_DEPTH`].

mod atom;
mod class;

use super::{
    Kind, MAX_REGEX_BYTES, MAX_REGEX_DEPTH, MAX_REPEAT, Node, Regex,
    RegexError, RegexErrorKind,
};
use crate::source::Span;

type Result<T> = std::result::Result<T, RegexError>;

/// Reads `text` as `new RegExp(text)` does.
///
/// # Errors
/// The first thing that is wrong, with its place.
pub fn parse_regex(text: &str) -> Result<Regex> {
    if text.len() > MAX_REGEX_BYTES {
        let span = Span::new(0, text.len());
        return Err(RegexError { kind: RegexErrorKind::TooLong, span });
    }
    let mut parser = Parser::new(text);
    parser.count_groups();
    let mut root = parser.either()?;
    if parser.peek().is_some() {
        // Only `)` ends the top level before the end.
        let at = parser.at;
        return Err(parser.fault(RegexErrorKind::StrayClose, at, at + 1));
    }
    parser.resolve(&mut root)?;
    if root.is_too_large() {
        let span = Span::new(0, text.len());
        return Err(RegexError { kind: RegexErrorKind::TooLarge, span });
    }
    let Parser { captures, names, .. } = parser;
    Ok(Regex { root, captures, names, ignores_case: false })
}

/// One code unit of the pattern and the bytes it comes from. Both halves of
/// a surrogate pair have the bytes of the whole character.
#[derive(Clone, Copy)]
struct Unit {
    unit: u16,
    start: usize,
    end: usize,
}

struct Parser {
    units: Vec<Unit>,
    at: usize,
    /// The length in bytes.
    end: usize,
    depth: u32,
    /// How many groups capture in the whole pattern, and whether one has a
    /// name: both decide how escapes read.
    total: u32,
    named: bool,
    /// How many capturing groups were opened so far.
    captures: u32,
    names: Vec<(String, u32)>,
    /// For each name the alternatives it stands in.
    paths: Vec<Vec<(u32, u32)>>,
    /// The alternatives that are being read: a number for the disjunction,
    /// a number for the alternative.
    path: Vec<(u32, u32)>,
    disjunctions: u32,
    /// Named references, in order; resolved when all names are known.
    references: Vec<(String, Span)>,
}

impl Parser {
    fn new(text: &str) -> Parser {
        let mut units = Vec::with_capacity(text.len());
        for (start, c) in text.char_indices() {
            let end = start + c.len_utf8();
            let mut pair = [0; 2];
            for &mut unit in c.encode_utf16(&mut pair) {
                units.push(Unit { unit, start, end });
            }
        }
        Parser {
            units,
            at: 0,
            end: text.len(),
            depth: 0,
            total: 0,
            named: false,
            captures: 0,
            names: Vec::new(),
            paths: Vec::new(),
            path: Vec::new(),
            disjunctions: 0,
            references: Vec::new(),
        }
    }

    /// Counts the groups without reading the rest: `\2` is a reference where
    /// there are two groups, wherever they stand.
    fn count_groups(&mut self) {
        let (mut at, mut class) = (0, false);
        while let Some(unit) = self.unit(at) {
            match (unit, class) {
                (b'\\', _) => at += 1,
                (b'[', false) => class = true,
                (b']', true) => class = false,
                (b'(', false) => {
                    let name = self.is(at + 1, "?<")
                        && !self.is(at + 3, "=")
                        && !self.is(at + 3, "!");
                    self.named |= name;
                    if name || !self.is(at + 1, "?") {
                        self.total += 1;
                    }
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// The unit at `at` if it is ASCII, 0xFF for any other.
    fn unit(&self, at: usize) -> Option<u8> {
        let unit = self.units.get(at)?.unit;
        Some(u8::try_from(unit).ok().filter(u8::is_ascii).unwrap_or(0xFF))
    }

    fn peek(&self) -> Option<u8> {
        self.unit(self.at)
    }

    fn is(&self, at: usize, text: &str) -> bool {
        text.bytes().enumerate().all(|(i, b)| self.unit(at + i) == Some(b))
    }

    /// Steps over `text` if it stands here.
    fn eat(&mut self, text: &str) -> bool {
        let found = self.is(self.at, text);
        if found {
            self.at += text.len();
        }
        found
    }

    /// The bytes of the units from `from` to before `to`.
    fn span(&self, from: usize, to: usize) -> Span {
        let start = self.units.get(from).map_or(self.end, |u| u.start);
        let end = match to.checked_sub(1) {
            Some(last) if last >= from => {
                self.units.get(last).map_or(self.end, |u| u.end)
            }
            _ => start,
        };
        Span::new(start, end)
    }

    fn fault(
        &self,
        kind: RegexErrorKind,
        from: usize,
        to: usize,
    ) -> RegexError {
        RegexError { kind, span: self.span(from, to) }
    }

    fn node(&self, kind: Kind, from: usize) -> Node {
        Node { kind, span: self.span(from, self.at) }
    }

    /// Alternatives, up to a `)` or the end.
    fn either(&mut self) -> Result<Node> {
        let from = self.at;
        let number = self.disjunctions;
        self.disjunctions += 1;
        let mut all = Vec::new();
        loop {
            self.path.push((number, all.len() as u32));
            let one = self.sequence();
            self.path.pop();
            all.push(one?);
            if !self.eat("|") {
                break;
            }
        }
        if all.len() == 1
            && let Some(only) = all.pop()
        {
            return Ok(only);
        }
        Ok(self.node(Kind::Either(all), from))
    }

    fn sequence(&mut self) -> Result<Node> {
        let from = self.at;
        let mut all = Vec::new();
        while !matches!(self.peek(), None | Some(b'|' | b')')) {
            all.push(self.term()?);
        }
        Ok(self.node(Kind::Sequence(all), from))
    }

    /// An atom or assertion with its quantifier.
    fn term(&mut self) -> Result<Node> {
        let (from, first) = (self.at, self.captures + 1);
        let body = self.atom()?;
        let sign = self.at;
        let Some((min, max)) = self.quantifier()? else {
            return Ok(body);
        };
        let bad = match body.kind {
            Kind::Start | Kind::End | Kind::Boundary { .. } => {
                Some(RegexErrorKind::NothingToRepeat)
            }
            Kind::Look { behind: true, .. } => {
                Some(RegexErrorKind::LookBehindRepeated)
            }
            _ => None,
        };
        if let Some(kind) = bad {
            return Err(self.fault(kind, sign, self.at));
        }
        let greedy = !self.eat("?");
        let inside = (first, self.captures + 1);
        let body = Box::new(body);
        let kind = Kind::Repeat { min, max, greedy, inside, body };
        Ok(self.node(kind, from))
    }

    /// `*`, `+`, `?`, `{n}`, `{n,}`, `{n,m}` if one stands here. A `{` that
    /// starts no quantifier is left alone: it stands for itself.
    fn quantifier(&mut self) -> Result<Option<(u32, Option<u32>)>> {
        let from = self.at;
        let simple = match self.peek() {
            Some(b'*') => Some((0, None)),
            Some(b'+') => Some((1, None)),
            Some(b'?') => Some((0, Some(1))),
            Some(b'{') => return self.braces(from),
            _ => None,
        };
        self.at += usize::from(simple.is_some());
        Ok(simple)
    }

    fn braces(&mut self, from: usize) -> Result<Option<(u32, Option<u32>)>> {
        let Some((min, max, end)) = self.peek_braces(from) else {
            return Ok(None);
        };
        self.at = end;
        if max.is_some_and(|max| max < min) {
            return Err(self.fault(RegexErrorKind::RepeatOrder, from, end));
        }
        let large = |n| n > u64::from(MAX_REPEAT);
        if large(min) || max.is_some_and(large) {
            let kind = RegexErrorKind::TooManyRepeats;
            return Err(self.fault(kind, from, end));
        }
        Ok(Some((min as u32, max.map(|max| max as u32))))
    }

    /// The numbers of a `{…}` at `at` and where it ends.
    fn peek_braces(&self, at: usize) -> Option<(u64, Option<u64>, usize)> {
        let (min, mut at) = self.number(at + 1)?;
        let mut max = Some(min);
        if self.is(at, ",") {
            at += 1;
            max = None;
            if let Some((number, next)) = self.number(at) {
                (max, at) = (Some(number), next);
            }
        }
        self.is(at, "}").then_some((min, max, at + 1))
    }

    /// Decimal digits at `at`: their value, capped, and where they end.
    fn number(&self, mut at: usize) -> Option<(u64, usize)> {
        let from = at;
        let mut value = 0u64;
        while let Some(digit @ b'0'..=b'9') = self.unit(at) {
            let digit = u64::from(digit - b'0');
            value = value.saturating_mul(10).saturating_add(digit);
            at += 1;
        }
        (at > from).then_some((value, at))
    }

    /// Puts group numbers into the named references, which were read before
    /// all names were known.
    fn resolve(&mut self, root: &mut Node) -> Result<()> {
        let mut found = Vec::new();
        for (name, span) in &self.references {
            let groups: Vec<u32> = (self.names.iter())
                .filter(|(other, _)| other == name)
                .map(|&(_, number)| number)
                .collect();
            if groups.is_empty() {
                let kind = RegexErrorKind::InvalidReference;
                return Err(RegexError { kind, span: *span });
            }
            found.push((*span, groups));
        }
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            let span = node.span;
            match &mut node.kind {
                Kind::Back(groups) if groups.is_empty() => {
                    if let Some((_, all)) =
                        found.iter().find(|(at, _)| *at == span)
                    {
                        groups.clone_from(all);
                    }
                }
                Kind::Look { body, .. }
                | Kind::Group { body, .. }
                | Kind::Repeat { body, .. } => open.push(body),
                Kind::Either(all) | Kind::Sequence(all) => {
                    open.extend(all);
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn enter(&mut self, from: usize) -> Result<()> {
        self.depth += 1;
        if self.depth > MAX_REGEX_DEPTH {
            let kind = RegexErrorKind::TooDeep;
            return Err(self.fault(kind, from, from + 1));
        }
        Ok(())
    }
}
