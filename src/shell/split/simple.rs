//! From an open simple command to a finished one.

use super::Simple;
use super::lexer::Lexer;
use super::state::{Kind, Role};
use crate::shell::Reason;
use crate::source::Span;

impl Lexer<'_, '_> {
    /// The index of the simple command that is being read.
    pub(super) fn owner(&mut self) -> Option<u32> {
        if self.discards() {
            return None;
        }
        self.owner_of(self.c.pen.start)
    }

    /// The same, where a word of it starts at `start`.
    pub(super) fn owner_of(&mut self, start: usize) -> Option<u32> {
        if self.c.open.slot.is_none() {
            let slot = u32::try_from(self.out.simples.len()).ok()?;
            if !self.c.open.started {
                self.c.open.start = start;
            }
            self.out.simples.push(Simple::EMPTY);
            self.c.open.slot = Some(slot);
            self.c.open.started = true;
        }
        self.c.open.slot
    }

    /// Whether words belong to the head of a compound command here.
    pub(super) fn discards(&self) -> bool {
        matches!(
            self.kind_of_list(),
            Kind::ForHead | Kind::CaseHead | Kind::CasePattern
        )
    }

    /// The innermost place that holds commands.
    fn kind_of_list(&self) -> Kind {
        if !self.kind.in_word() {
            return self.kind;
        }
        // Behind more of them the line is in doubt as a whole.
        let frames = self.s.frames.iter().rev();
        let mut frames = frames.take(self.limits.nesting + 2);
        let place = frames.find(|frame| !frame.kind.in_word());
        place.map_or(Kind::Top, |frame| frame.kind)
    }

    /// Ends the simple command that is being read, if there is one.
    pub(super) fn end_simple(&mut self) {
        let open = self.c.open;
        if let Role::Target { at, .. } = open.role {
            self.refuse(at, self.at);
        }
        if open.test {
            self.lost(open.start, self.at);
        }
        let Some(slot) = open.slot else {
            // What `|` and `&&` said holds over newlines.
            self.c.open.after = false;
            self.c.open.role = Role::Argument;
            self.c.open.test = false;
            return;
        };
        let words = self.out.words.len();
        let redirects = self.out.redirects.len();
        let own = self.s.words.get(open.words..).unwrap_or(&[]);
        self.out.words.extend_from_slice(own);
        self.s.words.truncate(open.words);
        let own = self.s.redirects.get(open.redirects..).unwrap_or(&[]);
        self.out.redirects.extend_from_slice(own);
        self.s.redirects.truncate(open.redirects);
        // Of a command without a word nothing says where it ends.
        let end = open.end.max(open.start);
        let simple = Simple {
            span: self.span(open.start, end),
            words: range(words, self.out.words.len()),
            assignments: open.assignments,
            redirects: range(redirects, self.out.redirects.len()),
            piped: open.piped,
            depth: self.c.substitutions.saturating_add(self.c.compounds),
            substitutions: self.c.substitutions,
            compound: self.c.compounds > 0 || open.after,
            ..Simple::EMPTY
        };
        let simple = simple.with(self.out.words_of(&simple), &self.out.text);
        if let Some(place) = self.out.simples.get_mut(slot as usize) {
            *place = simple;
        }
        if open.hidden {
            self.hidden(&simple, slot);
        }
        self.c.open = self.fresh();
    }

    /// Marks a quoted substitution in a subscript, where the program is one
    /// that evaluates subscripts.
    fn hidden(&mut self, simple: &Simple, slot: u32) {
        let words = self.out.words_of(simple);
        let program = words.get(simple.assignments as usize);
        let name = program.map_or("", |word| self.out.cooked(word));
        let assigned = words.iter().take(simple.assignments as usize);
        let mut assigned = assigned.map(|word| self.out.cooked(word));
        let subscript = assigned
            .any(|text| text.contains('[') && text.contains(['$', '`']));
        if subscript || EVALUATORS.contains(&name) {
            self.out.mark(Reason::Substitution, simple.span, Some(slot));
        }
    }
}

/// Programs of the shell that evaluate a subscript in an argument.
const EVALUATORS: [&str; 18] = [
    "[",
    "[[",
    "((",
    "declare",
    "export",
    "getopts",
    "let",
    "local",
    "mapfile",
    "printf",
    "read",
    "readarray",
    "readonly",
    "test",
    "typeset",
    "unset",
    "wait",
    "builtin",
];

fn range(start: usize, end: usize) -> (u32, u32) {
    let span = Span::new(start, end);
    (span.start, span.end)
}
