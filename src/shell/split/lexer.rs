//! The walk over the text: one pass, a stack of open places, no recursion.

use super::plain::Run;
use super::state::{Context, Frame, Job, Kind, Open, Pen, Scratch};
use super::{Limits, Line, scan};
use crate::shell::{Reason, Shell};
use crate::source::Span;

/// The lexer at a place of a text.
pub(super) struct Lexer<'t, 'o> {
    pub text: &'t str,
    pub bytes: &'t [u8],
    pub zsh: bool,
    pub power: bool,
    pub limits: Limits,
    pub out: &'o mut Line,
    pub s: &'o mut Scratch,
    /// Where `text` starts in `out.text`.
    pub base: usize,
    /// The place of a text that does not stand in the line as it is.
    pub place: Option<Span>,
    pub level: usize,
    pub at: usize,
    pub kind: Kind,
    pub c: Context,
    /// Bytes that may still be looked at ahead.
    pub budget: usize,
    /// The structure was not understood: the bare tokens are scanned too.
    pub broken: bool,
    pub(super) deep: bool,
}

/// Splits `text` into `out`, which is empty but for marks; behind the words
/// that were read of it at once, if any were.
pub(super) fn lex(
    text: &str,
    shell: Shell,
    limits: &Limits,
    run: Option<Run>,
    out: &mut Line,
) {
    let mut scratch = std::mem::take(&mut out.scratch);
    let s = &mut scratch;
    s.steps = 0;
    s.jobs.clear();
    s.texts.clear();
    if run.is_none() {
        s.words.clear();
    }
    let mut lexer = Lexer::new(text, shell, *limits, out, s);
    lexer.run(run);
    let mut broken = lexer.broken;
    let known = out.simples.len();
    while let Some(job) = s.jobs.pop() {
        // Taken out while it is read, so that it can be added to.
        let texts = std::mem::take(&mut s.texts);
        let (start, end) = job.text;
        let text = texts.get(start..end).unwrap_or("");
        let mut inner = Lexer::new(text, shell, *limits, out, s);
        inner.enter(&job);
        inner.s.words.clear();
        inner.run(None);
        broken |= inner.broken;
        keep(s, texts, start);
    }
    out.scratch = scratch;
    if broken {
        scan::tokens(text, known, out);
    }
}

/// Puts the texts of jobs back; those of a job just read are gone, its own
/// jobs follow.
fn keep(scratch: &mut Scratch, mut texts: String, start: usize) {
    texts.truncate(start);
    let jobs = scratch.jobs.iter_mut().rev();
    for job in jobs.take_while(|job| job.fresh) {
        job.fresh = false;
        job.text = (job.text.0 + start, job.text.1 + start);
    }
    texts.push_str(&scratch.texts);
    scratch.texts = texts;
}

impl<'t, 'o> Lexer<'t, 'o> {
    fn new(
        text: &'t str,
        shell: Shell,
        limits: Limits,
        out: &'o mut Line,
        s: &'o mut Scratch,
    ) -> Self {
        s.frames.clear();
        s.redirects.clear();
        s.cook.clear();
        s.awaited.clear();
        let base = out.text.len();
        out.text.push_str(text);
        let c = Context { end: text.len(), ..Context::default() };
        let budget = text.len().saturating_mul(8);
        Lexer {
            text,
            bytes: text.as_bytes(),
            zsh: shell == Shell::Zsh,
            power: shell == Shell::PowerShell,
            limits,
            out,
            s,
            base,
            place: None,
            level: 0,
            at: 0,
            kind: Kind::Top,
            c,
            budget,
            broken: false,
            deep: false,
        }
    }

    fn enter(&mut self, job: &Job) {
        self.place = Some(job.span);
        self.level = job.level;
        self.c.substitutions = job.substitutions;
        self.c.compounds = job.compounds;
        self.c.piped = job.piped;
        self.c.open.piped = job.piped;
    }

    fn run(&mut self, start: Option<Run>) {
        let top = Frame { kind: Kind::Top, outer: self.c, ..Frame::default() };
        self.s.frames.push(top);
        if let Some(run) = start {
            self.go_on(run);
        }
        while !self.s.frames.is_empty() {
            self.s.steps += 1;
            if self.at >= self.c.end {
                self.end_of_bounds();
                continue;
            }
            if self.power {
                self.power();
                continue;
            }
            match self.kind {
                Kind::Double | Kind::Body => self.quoted(),
                Kind::Parameter => self.parameter(),
                Kind::Arithmetic
                | Kind::ArithmeticCommand
                | Kind::OldArithmetic => self.arithmetic(),
                Kind::Paren | Kind::Array => self.brackets(),
                _ if self.c.pen.active => self.bare(),
                _ => self.command(),
            }
        }
    }

    /// The byte at `at`; 0 out of bounds.
    pub(super) fn byte(&self, at: usize) -> u8 {
        if at >= self.c.end {
            return 0;
        }
        self.bytes.get(at).copied().unwrap_or(0)
    }

    /// Whether `what` stands at `at`.
    pub(super) fn is(&self, at: usize, what: &str) -> bool {
        let rest = self.bytes.get(at..self.c.end).unwrap_or(b"");
        rest.starts_with(what.as_bytes())
    }

    pub(super) fn str(&self, start: usize, end: usize) -> &'t str {
        self.text.get(start..end).unwrap_or("")
    }

    /// The first place from `at` on whose byte does not fit.
    pub(super) fn skip(&self, at: usize, fits: impl Fn(u8) -> bool) -> usize {
        let rest = self.bytes.get(at..self.c.end).unwrap_or(b"");
        let len = rest.iter().position(|&b| !fits(b));
        at + len.unwrap_or(rest.len())
    }

    /// The place in the line of a range of the text.
    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        self.place.unwrap_or_else(|| Span::new(start, end))
    }

    /// Marks a range.
    pub(super) fn mark(&mut self, reason: Reason, start: usize, end: usize) {
        let span = self.span(start, end);
        let simple = self.owner();
        self.out.mark(reason, span, simple);
    }

    /// Marks what a shell would refuse, or what is not understood.
    pub(super) fn refuse(&mut self, start: usize, end: usize) {
        let span = self.span(start, end.min(self.text.len()));
        self.out.mark(Reason::Unparsed, span, None);
    }

    /// The same, where the structure itself is lost.
    pub(super) fn lost(&mut self, start: usize, end: usize) {
        self.refuse(start, end);
        self.broken = true;
    }

    /// Opens a place inside the word.
    pub(super) fn push_part(&mut self, kind: Kind, start: usize) {
        self.push_frame(kind, start, 0);
        match kind {
            Kind::Double | Kind::Body => self.c.pen.double += 1,
            Kind::Paren | Kind::Array => {}
            _ => self.c.pen.raw += 1,
        }
        if kind.limited() {
            self.c.round = 0;
        }
    }

    /// Closes it; the word goes on.
    pub(super) fn pop_part(&mut self) -> usize {
        let Some(frame) = self.s.frames.pop() else { return self.at };
        match frame.kind {
            Kind::Double | Kind::Body => {
                self.c.pen.double = self.c.pen.double.saturating_sub(1);
            }
            Kind::Paren | Kind::Array => {}
            _ => self.c.pen.raw = self.c.pen.raw.saturating_sub(1),
        }
        self.c.end = frame.outer.end;
        self.c.round = frame.outer.round;
        self.settle();
        frame.start
    }

    /// Opens a place for commands.
    pub(super) fn push_place(&mut self, kind: Kind, start: usize) {
        let first = self.out.simples.len();
        self.push_frame(kind, start, first);
        let piped = self.c.piped || self.c.open.piped;
        let open = Open {
            words: self.s.words.len(),
            redirects: self.s.redirects.len(),
            piped,
            ..Open::default()
        };
        self.c.open = open;
        self.c.pen = Pen::default();
        self.c.piped = piped;
        if kind.substitution() {
            self.c.substitutions = self.c.substitutions.saturating_add(1);
            self.c.bodies = self.s.awaited.len();
            self.c.read = 0;
        } else {
            self.c.compounds = self.c.compounds.saturating_add(1);
        }
        if kind.round() {
            self.c.round += 1;
        } else if kind == Kind::Backtick || kind == Kind::Function {
            self.c.round = 0;
        }
    }

    fn push_frame(&mut self, kind: Kind, start: usize, aux: usize) {
        self.s.frames.push(Frame { kind, start, aux, outer: self.c });
        self.kind = kind;
        if self.too_deep() && !self.deep {
            self.deep = true;
            let span = self.span(start, self.text.len());
            self.out.mark(Reason::Depth, span, None);
        }
    }

    /// Whether the limit of nesting is passed here.
    pub(super) fn too_deep(&self) -> bool {
        self.s.frames.len() > self.limits.nesting + 1
    }

    /// Closes a place for commands and goes back to what is around it.
    pub(super) fn pop_place(&mut self) -> Frame {
        self.end_simple();
        let frame = self.s.frames.pop().unwrap_or_default();
        if frame.kind.substitution() && self.s.awaited.len() > self.c.bodies {
            // A here-document without a line to start on.
            self.refuse(frame.start, self.at);
            self.s.awaited.truncate(self.c.bodies);
        }
        self.c = frame.outer;
        self.settle();
        frame
    }

    /// Takes over the kind of the innermost place.
    fn settle(&mut self) {
        let top = self.s.frames.last();
        self.kind = top.map_or(Kind::Top, |frame| frame.kind);
    }

    /// Changes the kind of the innermost place.
    pub(super) fn become_kind(&mut self, kind: Kind) {
        self.kind = kind;
        if let Some(frame) = self.s.frames.last_mut() {
            frame.kind = kind;
        }
    }

    /// The innermost place starts here.
    pub(super) fn frame_start(&self) -> usize {
        self.s.frames.last().map_or(0, |frame| frame.start)
    }

    /// The limit is reached: closes the innermost place, as it should be or
    /// because nothing more can come.
    fn end_of_bounds(&mut self) {
        let kind = self.kind;
        let start = self.frame_start();
        if !kind.in_word() && self.c.pen.active {
            // The last word may close something: `done`, `}`.
            if self.power {
                return self.finish_power_word();
            }
            return self.finish_word();
        }
        if !kind.limited() {
            self.lost(start, self.at);
        }
        match kind {
            Kind::Arithmetic => {
                self.pop_part();
                self.at += 2;
                self.append(start, self.at);
            }
            Kind::ArithmeticCommand => self.end_arithmetic_command(),
            Kind::Body => self.end_body(),
            kind if kind.in_word() => {
                self.pop_part();
                if matches!(kind, Kind::Parameter | Kind::OldArithmetic) {
                    self.append(start, self.at);
                }
            }
            // The closing backtick stands at the limit.
            Kind::Backtick => self.close_substitution(1),
            kind if kind.substitution() => self.close_substitution(0),
            _ => self.end_list(kind),
        }
    }

    /// Closes a list of commands at the end of the text.
    fn end_list(&mut self, kind: Kind) {
        if kind == Kind::Top && self.s.awaited.len() > self.c.bodies {
            self.refuse(self.at, self.at);
            self.s.awaited.clear();
        }
        if self.c.open.needed {
            self.refuse(self.at, self.at);
        }
        self.pop_place();
        self.c.open.after = true;
    }
}
