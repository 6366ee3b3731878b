//! Texts that cannot be read as a rule, and what is said about them.

use super::Lowerer;
use crate::diagnostic::Code;
use crate::source::Span;
use crate::syntax::{SyntaxError, SyntaxErrorKind};

/// What remarks start with in files that have some.
pub(super) const REMARKS: &[&str] = &["//", "/*", "#"];

impl Lowerer {
    pub(super) fn syntax(
        &mut self,
        text: &str,
        error: SyntaxError,
        start: usize,
    ) {
        use SyntaxErrorKind as Kind;
        let span = match error.kind {
            Kind::Empty => Span::new(0, text.len()),
            _ => error.span.shifted(start),
        };
        if REMARKS.iter().any(|sign| text.trim_start().starts_with(sign)) {
            let span = Span::new(0, text.len());
            return self.remark(span);
        }
        let (code, message, help) = words(text, error.kind, span);
        self.note(code, message, span, help);
        match error.kind {
            Kind::Unclosed => self.fix_unclosed(text),
            Kind::EmptyContent => self.fix_last(span, "", false),
            Kind::TextAfter => {
                let end = span.end as usize;
                let head = text.get(..span.start as usize).unwrap_or("");
                let start = head.trim_end().len();
                match span.of(text).trim() {
                    // A star that slipped out of the brackets.
                    star @ ("*" | ":*" | " *") if head.ends_with(')') => {
                        let whole = Span::new(start.max(1) - 1, end);
                        self.fix_last(whole, &format!("{star})"), false);
                    }
                    _ => self.fix_last(Span::new(start, end), "", false),
                }
            }
            _ => {}
        }
    }

    /// A text that was put out of use as one does in code.
    pub(super) fn remark(&mut self, span: Span) {
        let message = "this is a remark and no rule; it is skipped";
        let help = "move it to a key that starts with `_`";
        self.note(Code::COMMENT_AS_RULE, message, span, help);
    }

    /// Closes the bracket: another one that stands there may be meant for
    /// it, and what would be empty is left alone.
    fn fix_unclosed(&mut self, text: &str) {
        let whole = text.trim_end();
        let inner = whole.split_once('(').map_or("", |(_, inner)| inner);
        let count = |sign| inner.matches(sign).count();
        let last = match whole.chars().next_back() {
            // Its letters are found fault with.
            Some('\u{ff09}') => return,
            Some(']') if count('[') < count(']') => 1,
            Some('}') if count('{') < count('}') => 1,
            _ => 0,
        };
        if inner.trim().len() > last {
            let end = whole.len();
            self.fix_last(Span::new(end - last, end), ")", false);
        }
    }
}

/// What is said about a text that is no rule.
fn words(
    text: &str,
    kind: SyntaxErrorKind,
    span: Span,
) -> (Code, String, &'static str) {
    use SyntaxErrorKind as Kind;
    match kind {
        Kind::Empty => (
            Code::EMPTY_RULE,
            "this rule is empty and never matches".to_owned(),
            "delete it, or write a rule such as `Bash(git status *)`",
        ),
        Kind::NoName => (
            Code::INVALID_RULE,
            "a tool name is missing before `(`".to_owned(),
            "write `Tool` or `Tool(content)`",
        ),
        Kind::Unclosed => (
            Code::UNCLOSED_PARENTHESIS,
            "this `(` is never closed; the rule is skipped".to_owned(),
            "end the rule with `)`",
        ),
        Kind::StrayClose => (
            Code::INVALID_RULE,
            "this `)` was never opened; the rule is skipped".to_owned(),
            "write `Tool` or `Tool(content)`",
        ),
        Kind::EmptyContent => (
            Code::EMPTY_PARENTHESES,
            "the brackets are empty; the rule is skipped".to_owned(),
            "name the tool alone to cover every call, or write a pattern",
        ),
        Kind::TextAfter => (
            Code::TEXT_AFTER_PARENTHESIS,
            format!(
                "`{}` stands after the closing bracket; the rule is \
                     skipped",
                span.of(text)
            ),
            "a rule ends with its `)`; move the text inside or delete it",
        ),
        Kind::Condition => (
            Code::INVALID_RULE,
            format!("`{}` is not a condition", text.trim()),
            "join rules with `&&`, `||`, `!` and brackets",
        ),
        Kind::TooLong => (
            Code::RULE_TOO_LONG,
            format!(
                "this rule has {} bytes; at most {} are read",
                text.len(),
                crate::syntax::MAX_RULE_BYTES
            ),
            "split it into several rules",
        ),
        Kind::TooDeep => (
            Code::RULE_TOO_LONG,
            "brackets are nested too deep".to_owned(),
            "split it into several rules",
        ),
    }
}
