//! What is read of Starlark: calls with literals in them, names for such
//! literals, `+`. All else ends the reading.

use std::collections::HashMap;

use crate::source::Span;

/// Lists within each other.
const MAX_DEPTH: usize = 8;
/// What names may stand for in all, in bytes and items: a name may stand for
/// twice the one before.
const MAX_COPIED: usize = 1 << 20;

pub(super) struct Call {
    pub(super) name: String,
    pub(super) fields: Vec<Field>,
    pub(super) span: Span,
}

pub(super) struct Field {
    /// None for an argument that is known by its position.
    pub(super) name: Option<String>,
    pub(super) value: Arg,
    /// The place of its name, or of the value.
    pub(super) span: Span,
}

#[derive(Clone)]
pub(super) enum Arg {
    Text(String),
    List(Vec<Arg>),
    /// In round brackets: no list there.
    Tuple(Vec<Arg>),
    None,
    Other,
}

impl Arg {
    fn size(&self) -> usize {
        match self {
            Arg::Text(text) => text.len() + 1,
            Arg::List(items) | Arg::Tuple(items) => {
                items.iter().map(Arg::size).sum::<usize>() + 1
            }
            Arg::None | Arg::Other => 1,
        }
    }

    /// `a + b`.
    fn plus(self, other: Arg) -> Arg {
        match (self, other) {
            (Arg::Text(a), Arg::Text(b)) => Arg::Text(a + &b),
            (Arg::List(mut a), Arg::List(b)) => {
                a.extend(b);
                Arg::List(a)
            }
            (Arg::Tuple(mut a), Arg::Tuple(b)) => {
                a.extend(b);
                Arg::Tuple(a)
            }
            _ => Arg::Other,
        }
    }
}

pub(super) struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// Brackets that are open: within them, lines go on.
    open: usize,
    names: HashMap<String, Arg>,
    copied: usize,
}

enum Statement {
    Call(Call),
    /// What says nothing here: a name that was given, a text alone.
    Nothing,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Reader<'a> {
        let names = HashMap::new();
        Reader { text, at: 0, open: 0, names, copied: 0 }
    }

    /// The next call; the place where it cannot be read.
    pub(super) fn call(&mut self) -> Option<Result<Call, usize>> {
        loop {
            // A line that is set in belongs to something above.
            if !self.empty_lines() {
                return Some(Err(self.at));
            }
            if self.rest().is_empty() {
                return None;
            }
            let Some(statement) = self.statement() else {
                return Some(Err(self.at));
            };
            match statement {
                Statement::Call(call) => return Some(Ok(call)),
                Statement::Nothing => {}
            }
        }
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// Goes to the first statement of a line, or behind a `;`; false where
    /// that line is set in.
    fn empty_lines(&mut self) -> bool {
        loop {
            let starts_line = self.at == 0
                || self.text.get(..self.at).is_some_and(|t| t.ends_with('\n'));
            let before = self.at;
            self.blanks();
            let c = self.rest().chars().next();
            match c {
                Some('\n' | '\r') => self.at += 1,
                None => return true,
                _ => return !starts_line || self.at == before,
            }
        }
    }

    /// Skips blanks and remarks; the ends of lines only within brackets.
    fn blanks(&mut self) {
        loop {
            let rest = self.rest();
            let within = self.open > 0;
            let is_blank = |c: char| match c {
                '\n' | '\r' => within,
                c => c.is_whitespace(),
            };
            let mut by = rest.find(|c| !is_blank(c)).unwrap_or(rest.len());
            let behind = rest.get(by..).unwrap_or("");
            if behind.starts_with('#') {
                by += behind.find('\n').unwrap_or(behind.len());
            } else if behind.starts_with("\\\n") {
                by += 2;
            }
            if by == 0 {
                return;
            }
            self.at += by;
        }
    }

    fn take(&mut self, c: char) -> bool {
        self.blanks();
        let found = self.rest().starts_with(c);
        self.at += if found { c.len_utf8() } else { 0 };
        found
    }

    /// An opening bracket, from which on lines go on.
    fn enter(&mut self, c: char) -> bool {
        let found = self.take(c);
        self.open += usize::from(found);
        found
    }

    /// A closing bracket.
    fn leave(&mut self, c: char) -> bool {
        let found = self.take(c);
        self.open -= usize::from(found);
        found
    }

    /// A comma, which may be missing before the end.
    fn comma(&mut self, end: char) -> Option<()> {
        (self.take(',') || self.rest().starts_with(end)).then_some(())
    }

    fn word(&mut self) -> Option<&'a str> {
        self.blanks();
        let rest = self.rest();
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let len = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let word = rest.get(..len).filter(|word| !word.is_empty())?;
        self.at += len;
        Some(word)
    }

    fn statement(&mut self) -> Option<Statement> {
        let start = self.at;
        if self.rest().starts_with(['"', '\'']) {
            self.expression(0)?;
            return self.end().map(|()| Statement::Nothing);
        }
        let name = self.word()?;
        if self.enter('(') {
            let call = self.fields(name, start)?;
            return self.end().map(|()| Statement::Call(call));
        }
        let is_set = self.take('=') && !self.rest().starts_with('=');
        is_set.then_some(())?;
        let value = self.expression(0)?;
        self.names.insert(name.to_owned(), value);
        self.end().map(|()| Statement::Nothing)
    }

    /// The end of a statement.
    fn end(&mut self) -> Option<()> {
        self.blanks();
        let rest = self.rest();
        let ends = rest.is_empty() || rest.starts_with(['\n', '\r']);
        (ends || self.take(';')).then_some(())
    }

    fn fields(&mut self, name: &str, start: usize) -> Option<Call> {
        let mut fields = Vec::new();
        while !self.leave(')') {
            self.blanks();
            let from = self.at;
            let name = self.word().filter(|_| self.is_named());
            let (name, span) = match name {
                Some(name) => {
                    self.take('=').then_some(())?;
                    let span = Span::new(from, from + name.len());
                    (Some(name.to_owned()), Some(span))
                }
                None => {
                    self.at = from;
                    (None, None)
                }
            };
            let value = self.expression(0)?;
            let span = span.unwrap_or(Span::new(from, self.at));
            fields.push(Field { name, value, span });
            self.comma(')')?;
        }
        let (name, span) = (name.to_owned(), Span::new(start, self.at));
        Some(Call { name, fields, span })
    }

    /// Whether `=` stands behind a word, and no `==`.
    fn is_named(&mut self) -> bool {
        self.blanks();
        self.rest().starts_with('=') && !self.rest().starts_with("==")
    }

    fn expression(&mut self, depth: usize) -> Option<Arg> {
        let mut value = self.term(depth)?;
        while self.take('+') {
            value = value.plus(self.term(depth)?);
        }
        Some(value)
    }

    fn term(&mut self, depth: usize) -> Option<Arg> {
        (depth < MAX_DEPTH).then_some(())?;
        self.blanks();
        let rest = self.rest();
        if let Some(raw) = rest.strip_prefix('r')
            && raw.starts_with(['"', '\''])
        {
            self.at += 1;
            return self.quoted(true).map(Arg::Text);
        }
        if rest.starts_with(['"', '\'']) {
            return self.quoted(false).map(Arg::Text);
        }
        if self.enter('[') {
            return self.items(']', depth).map(|(items, _)| Arg::List(items));
        }
        if self.enter('(') {
            let (mut items, is_tuple) = self.items(')', depth)?;
            return match items.pop() {
                // Brackets around one value.
                Some(one) if !is_tuple && items.is_empty() => Some(one),
                last => {
                    items.extend(last);
                    Some(Arg::Tuple(items))
                }
            };
        }
        self.take('-');
        let word = self.word()?;
        // Something is called, or looked at, that is not known.
        let is_more = self.rest().starts_with(['.', '(', '[', '"', '\'']);
        (!is_more).then_some(())?;
        self.named(word)
    }

    /// What a word stands for.
    fn named(&mut self, word: &str) -> Option<Arg> {
        if word == "None" {
            return Some(Arg::None);
        }
        let Some(value) = self.names.get(word) else {
            return Some(Arg::Other);
        };
        self.copied += value.size();
        (self.copied <= MAX_COPIED).then(|| value.clone())
    }

    /// The values up to a bracket, and whether a comma stands among them.
    fn items(&mut self, end: char, depth: usize) -> Option<(Vec<Arg>, bool)> {
        let (mut items, mut has_comma) = (Vec::new(), false);
        while !self.leave(end) {
            items.push(self.expression(depth + 1)?);
            let before = self.at;
            self.comma(end)?;
            has_comma |= self
                .text
                .get(before..self.at)
                .is_some_and(|between| between.ends_with(','));
        }
        Some((items, has_comma))
    }

    /// A text, in one quote or in three.
    fn quoted(&mut self, is_raw: bool) -> Option<String> {
        let rest = self.rest();
        let quote = rest.get(..1)?;
        let three = quote.repeat(3);
        let end = if rest.starts_with(&three) { &three } else { quote };
        let mut out = String::new();
        let body = rest.get(end.len()..)?;
        let mut chars = body.char_indices();
        while let Some((at, c)) = chars.next() {
            if body.get(at..).is_some_and(|rest| rest.starts_with(end)) {
                self.at += end.len() + at + end.len();
                return Some(out);
            }
            match c {
                '\\' if is_raw => {
                    out.push(c);
                    out.push(chars.next()?.1);
                }
                '\\' => match chars.next()?.1 {
                    'n' => out.push('\n'),
                    't' => out.push('\t'),
                    '\n' => {}
                    c @ ('\\' | '\'' | '"') => out.push(c),
                    // A character by its number, or a fault there.
                    _ => return None,
                },
                '\n' if end.len() == 1 => return None,
                c => out.push(c),
            }
        }
        None
    }
}
