//! What is done with a document, whatever kind of file it was.

use super::{Document, Family, Scope, Switches};
use crate::json::{Tape, Value};
use crate::source::{Decoded, SourceId, Span};
use std::sync::Arc;

impl Document {
    /// What the file holds, as values, for those who look at more than is
    /// read here.
    pub fn root(&self) -> Option<Value<'_>> {
        self.tape.root(&self.text)
    }

    /// An empty document, to be filled by the reader of a format.
    pub fn new(source: SourceId, scope: Scope, family: Family) -> Document {
        Document {
            source,
            scope,
            family,
            rules: Vec::new(),
            examples: Vec::new(),
            groups: Vec::new(),
            default_mode: None,
            directories: Vec::new(),
            switches: Switches::default(),
            within: None,
            may_be_of_plugin: false,
            available: None,
            degraded: false,
            lost: None,
            refused: false,
            drops_rules: false,
            drops_hooks: false,
            text: Arc::from(""),
            tape: Tape::new(),
            roots: Vec::new(),
        }
    }

    /// Notes that what stands at `span` may have been a deny or ask rule, if
    /// so.
    pub(super) fn loses(&mut self, guard: bool, span: Span) {
        if guard {
            self.degraded = true;
            self.lost.get_or_insert(span);
        }
    }

    /// The place of a field of an entry, found by the place of the entry. Of
    /// a long file that is no JSON it is not looked for.
    pub fn field(&self, entry: Span, name: &str) -> Option<Span> {
        const MAX_WALKED: usize = 64 << 10;
        if !self.family.is_foreign() {
            let text = self.raw(entry);
            let tape = Tape::of(text);
            let value = tape.root(text)?.get(name)?;
            return Some(value.span().shifted(entry.start as usize));
        }
        if self.text.len() > MAX_WALKED {
            return None;
        }
        let holds = |value: &Value<'_>| {
            let span = value.span();
            span.start <= entry.start && entry.end <= span.end
        };
        let mut at = self.root()?;
        while at.span() != entry || at.get(name).is_none() {
            let below = at.entries().map(|entry| entry.value);
            at = below.chain(at.items()).find(holds)?;
        }
        Some(at.get(name)?.span())
    }

    /// The place of a text with its quotes, where it has any.
    pub fn quoted(&self, text: &Decoded) -> Span {
        let span = text.span();
        let start = span.start.saturating_sub(1);
        let wide = Span { start, end: span.end + 1 };
        let raw = self.raw(wide);
        let has = |quote| raw.starts_with(quote) && raw.ends_with(quote);
        if has('"') || has('\'') { wide } else { span }
    }

    /// The text of a source under a span.
    pub fn raw(&self, span: Span) -> &str {
        span.of(&self.text)
    }
}
