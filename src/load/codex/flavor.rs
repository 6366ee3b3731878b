//! Regular expressions as Codex reads them (those of the crate `regex`, with
//! Unicode on), said in those of here.
//!
//! What is compared are names, in ASCII. Of letters beyond that, some that
//! are not found there are found here.

mod class;

use regex_syntax::ast::parse::ParserBuilder;
use regex_syntax::ast::{
    AssertionKind, Ast, Flag, Flags, Group, GroupKind, Literal, LiteralKind,
    Repetition, RepetitionKind, RepetitionRange,
};

use class::Set;

/// Groups within each other that Codex reads.
const MAX_DEPTH: u32 = 250;

/// Reads an expression.
///
/// # Errors
/// Why Codex cannot read it.
pub(super) fn translated(text: &str) -> Result<String, String> {
    let parser =
        ParserBuilder::new().nest_limit(MAX_DEPTH).build().parse(text);
    let ast = parser.map_err(|error| error.kind().to_string())?;
    if is_alike(&ast) {
        return Ok(text.to_owned());
    }
    let mut out = String::new();
    Writer { out: &mut out }.write(&ast, &mut Mode::default());
    Ok(out)
}

/// Whether an expression means the same here, as it is written.
fn is_alike(ast: &Ast) -> bool {
    match ast {
        Ast::Empty(_) | Ast::Dot(_) | Ast::ClassPerl(_) => true,
        Ast::Flags(_) | Ast::ClassUnicode(_) => false,
        Ast::Literal(literal) => is_alike_literal(literal),
        Ast::Assertion(at) => matches!(
            at.kind,
            AssertionKind::StartLine
                | AssertionKind::EndLine
                | AssertionKind::WordBoundary
                | AssertionKind::NotWordBoundary
        ),
        Ast::ClassBracketed(class) => class::is_alike(class),
        Ast::Repetition(times) => {
            !matches!(*times.ast, Ast::Repetition(_)) && is_alike(&times.ast)
        }
        Ast::Group(group) => {
            let is_plain = match &group.kind {
                GroupKind::CaptureIndex(_) => true,
                GroupKind::CaptureName { .. } => false,
                GroupKind::NonCapturing(flags) => flags.items.is_empty(),
            };
            is_plain && is_alike(&group.ast)
        }
        Ast::Alternation(all) => all.asts.iter().all(is_alike),
        Ast::Concat(all) => all.asts.iter().all(is_alike),
    }
}

fn is_alike_literal(literal: &Literal) -> bool {
    let is_ascii = literal.c.is_ascii();
    is_ascii
        && matches!(literal.kind, LiteralKind::Verbatim | LiteralKind::Meta)
}

/// What flags have switched on.
#[derive(Clone, Copy, Default)]
struct Mode {
    ignores_case: bool,
    dot_is_all: bool,
}

impl Mode {
    fn set(&mut self, flags: &Flags) {
        let state = |flag| flags.flag_state(flag);
        let case = state(Flag::CaseInsensitive);
        self.ignores_case = case.unwrap_or(self.ignores_case);
        let dot = state(Flag::DotMatchesNewLine);
        self.dot_is_all = dot.unwrap_or(self.dot_is_all);
    }
}

struct Writer<'o> {
    out: &'o mut String,
}

impl Writer<'_> {
    /// Writes a part; flags that it sets are on for what follows it.
    fn write(&mut self, ast: &Ast, mode: &mut Mode) {
        match ast {
            Ast::Empty(_) => {}
            Ast::Flags(set) => mode.set(&set.flags),
            Ast::Literal(literal) => self.literal(literal.c, *mode),
            Ast::Dot(_) => self.out.push_str(match mode.dot_is_all {
                true => "[\\u0000-\\uffff]",
                false => "[^\\n]",
            }),
            Ast::Assertion(at) => self.out.push_str(match at.kind {
                AssertionKind::StartLine | AssertionKind::StartText => "^",
                AssertionKind::EndLine | AssertionKind::EndText => "$",
                AssertionKind::NotWordBoundary => "\\B",
                // Where a word starts or ends, nearly.
                AssertionKind::WordBoundaryStartHalf
                | AssertionKind::WordBoundaryEndHalf => "(?:)",
                _ => "\\b",
            }),
            Ast::ClassUnicode(class) => {
                self.class(Set::of_unicode(class), *mode);
            }
            Ast::ClassPerl(class) => self.class(Set::of_perl(class), *mode),
            Ast::ClassBracketed(class) => {
                let set = Set::of_brackets(class, mode.ignores_case);
                self.class(set, *mode);
            }
            Ast::Repetition(times) => self.times(times, *mode),
            Ast::Group(group) => self.group(group, *mode),
            Ast::Alternation(all) => {
                for (number, ast) in all.asts.iter().enumerate() {
                    if number > 0 {
                        self.out.push('|');
                    }
                    self.write(ast, mode);
                }
            }
            Ast::Concat(all) => {
                for ast in &all.asts {
                    self.write(ast, mode);
                }
            }
        }
    }

    fn literal(&mut self, c: char, mode: Mode) {
        if mode.ignores_case && c.is_ascii_alphabetic() {
            let (low, up) = (c.to_ascii_lowercase(), c.to_ascii_uppercase());
            self.out.extend(['[', low, up, ']']);
        } else if c.is_ascii_alphanumeric() || "_-".contains(c) {
            self.out.push(c);
        } else if c.is_ascii_graphic() || c == ' ' {
            let is_plain = c == ' ';
            self.out.push_str(if is_plain { "" } else { "\\" });
            self.out.push(c);
        } else {
            let mut units = [0; 2];
            self.out.push_str("(?:");
            for unit in c.encode_utf16(&mut units) {
                self.out.push_str(&format!("\\u{unit:04x}"));
            }
            self.out.push(')');
        }
    }

    fn class(&mut self, set: Set, mode: Mode) {
        let set = if mode.ignores_case { set.folded() } else { set };
        set.write(self.out);
    }

    fn group(&mut self, group: &Group, mut mode: Mode) {
        if let GroupKind::NonCapturing(flags) = &group.kind {
            mode.set(flags);
        }
        self.out.push_str("(?:");
        self.write(&group.ast, &mut mode);
        self.out.push(')');
    }

    fn times(&mut self, times: &Repetition, mut mode: Mode) {
        // Greed changes what is found, not whether.
        let is_one = matches!(
            *times.ast,
            Ast::Dot(_)
                | Ast::Literal(_)
                | Ast::ClassPerl(_)
                | Ast::ClassUnicode(_)
                | Ast::ClassBracketed(_)
                | Ast::Group(_)
        );
        self.out.push_str(if is_one { "" } else { "(?:" });
        self.write(&times.ast, &mut mode);
        self.out.push_str(if is_one { "" } else { ")" });
        let how_often = match &times.op.kind {
            RepetitionKind::ZeroOrOne => "?".to_owned(),
            RepetitionKind::ZeroOrMore => "*".to_owned(),
            RepetitionKind::OneOrMore => "+".to_owned(),
            RepetitionKind::Range(range) => match range {
                RepetitionRange::Exactly(n) => format!("{{{n}}}"),
                RepetitionRange::AtLeast(n) => format!("{{{n},}}"),
                RepetitionRange::Bounded(n, m) => format!("{{{n},{m}}}"),
            },
        };
        self.out.push_str(&how_often);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::regex::Flavor;

    #[test]
    fn what_means_the_same_stays_as_it_is() {
        for text in [
            "^Bash$",
            "Bash|Edit.*",
            "mcp__[a-z]+__\\w{2,3}?",
            "(a|b)\\.c",
            "(?:a)[^b_-]",
        ] {
            assert_eq!(translated(text).as_deref(), Ok(text));
        }
    }

    #[test]
    fn the_rest_is_written_in_words_of_here() {
        for (text, wanted) in [
            (r"\ABash\z", "^Bash$"),
            (r"\x{42}ash", "Bash"),
            (r"\x42ash", "Bash"),
            (r"(?i)^bash$", "^[bB][aA][sS][hH]$"),
            (r"(?i:b)ash", "(?:[bB])ash"),
            (r"(?x) B a # c", "Ba"),
            (r"(?P<n>Bash)", "(?:Bash)"),
            (r"(?<n>Bash)", "(?:Bash)"),
            (r"[\w&&[^a-z]]ash", r"[0-9A-Z_\u0080-\uffff]ash"),
            (r"[[:upper:]]ash", "[A-Z]ash"),
            (r"[[:^upper:]]", r"[\x00-@\[-\x7f\u0080-\uffff]"),
            (r"[a-z--c-z]", "[ab]"),
            (r"[a-c~~b-d]", "[ad]"),
            (r"\pL", r"[A-Za-z\u0080-\uffff]"),
            (r"\p{Lu}ash", r"[A-Z\u0080-\uffff]ash"),
            ("[]B]ash", r"[B\]]ash"),
            ("[a&&b]", r"[^\u0000-\uffff]"),
            ("(?s).", r"[\u0000-\uffff]"),
            (r"a**", "(?:a*)*"),
            (r"(?i)a(?-i)b", "[aA]b"),
            (r"é+", r"(?:\u00e9)+"),
            (r"\<Bash\>", r"\bBash\b"),
        ] {
            let found = translated(text);
            assert_eq!(found.as_deref(), Ok(wanted), "{text}");
            for flavor in [Flavor::JavaScript, Flavor::Linear] {
                assert!(flavor.parse(wanted).is_ok(), "{wanted}");
            }
        }
    }

    #[test]
    fn what_cannot_be_read_there_is_told() {
        for text in [r"Bash|\k<x>", "^(?!Bash)", "(", r"(a)\1", "*a", "[b-a]"]
        {
            assert!(translated(text).is_err(), "{text}");
        }
    }
}
