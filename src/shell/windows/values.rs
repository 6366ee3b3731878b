//! Expressions of PowerShell that run nothing: values, members of things, and
//! methods that only compute. What stands in brackets is looked at elsewhere,
//! each command in it as one of the line.

use super::calls::mentions;
use crate::shell::data::power_types::{
    is_plain_method, is_plain_type, is_text, only_computes,
};
use crate::shell::scene::Scene;
use crate::shell::split;
use crate::shell::words::{Words, cooked_at};
use crate::shell::{About, Effects, Reason};
use crate::source::Span;

/// How deep quotes may stand in brackets, and these in quotes.
const DEEPEST: u8 = 16;

impl Scene<'_> {
    /// Whether an expression runs nothing but the commands in its brackets,
    /// which are looked at as such.
    pub(super) fn runs_nothing(&self, words: Words, first: Span) -> bool {
        let text = self.span_of(words).of(self.text);
        let name = text.get(.."param".len());
        let text = match split::is_parameters(text) {
            true => text.get(name.map_or(0, str::len)..).unwrap_or(""),
            false => text,
        };
        let quoted = text.starts_with(['"', '\'']);
        self.profile.strict
            && !self.is_called(first)
            // `cmd` runs what stands in quotes.
            && !(quoted && self.job.guard_only)
            && is_calm(text)
    }

    /// An expression that no rule knows. It uses the files that its methods
    /// do, any where it runs code.
    pub(super) fn unknown_expression(&mut self, words: Words, span: Span) {
        let text = self.span_of(words).of(self.text);
        let runs = ["invoke", "powershell", "script"];
        let runs = runs.iter().any(|word| mentions(text, word))
            || self.job.guard_only
            || self.is_called(span);
        let reason = Reason::DynamicCommand;
        match runs {
            true => self.doubt(reason, span, Effects::ALL),
            false => {
                let about = About::Commands;
                self.doubt_about(reason, span, Effects::ALL, about);
            }
        }
    }

    /// The files of an expression.
    pub(super) fn power_expression(&mut self, words: Words) {
        if !self.profile.strict || !self.places.guesses {
            return;
        }
        let line = self.line;
        self.method_calls(words);
        for at in words.iter() {
            if let Some(&word) = line.words.get(at) {
                self.guess(word, cooked_at(line, at), false);
            }
        }
    }
}

/// Whether an expression only names a value: `$x`, `$_.Name`, `$env:X`.
pub(super) fn is_value(text: &str) -> bool {
    let name = text.strip_prefix('$').unwrap_or("");
    !name.is_empty()
        && name.chars().all(|c| {
            c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | ':' | '?')
        })
}

/// Whether an expression runs nothing but what stands in its brackets.
fn is_calm(text: &str) -> bool {
    let mut reader = Reader { text, at: 0, last: Last::Nothing };
    split::plain_marks(text).is_none() && reader.all()
}

/// What was read last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Last<'t> {
    /// Nothing that has members.
    Nothing,
    Value,
    Text,
    Type(&'t str),
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    last: Last<'t>,
}

impl<'t> Reader<'t> {
    fn byte(&self, ahead: usize) -> u8 {
        let byte = self.text.as_bytes().get(self.at + ahead);
        byte.copied().unwrap_or(0)
    }

    /// The letters, digits and `_` that stand here.
    fn name(&mut self) -> &'t str {
        let rest = self.text.get(self.at..).unwrap_or("");
        let odd = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
        let len = rest.find(odd).unwrap_or(rest.len());
        self.at += len;
        rest.get(..len).unwrap_or("")
    }

    fn becomes(&mut self, last: Last<'t>) -> bool {
        self.last = last;
        true
    }

    /// The whole expression.
    fn all(&mut self) -> bool {
        let mut indexes = 0_u32;
        while self.at < self.text.len() {
            let value = matches!(self.last, Last::Value | Last::Text);
            let fine = match self.byte(0) {
                b'[' if value => {
                    indexes += 1;
                    self.sign()
                }
                b']' if indexes > 0 => {
                    self.at += 1;
                    indexes -= 1;
                    self.becomes(Last::Value)
                }
                _ => self.part(),
            };
            if !fine {
                return false;
            }
        }
        indexes == 0
    }

    /// What has no members.
    fn sign(&mut self) -> bool {
        self.at += 1;
        self.becomes(Last::Nothing)
    }

    fn part(&mut self) -> bool {
        let after = self.last;
        match self.byte(0) {
            b' ' | b'\t' | b'\r' | b'\n' | b',' | b'+' | b'*' | b'/'
            | b'%' | b'!' => self.sign(),
            b'-' => {
                self.sign();
                self.name();
                true
            }
            b'0'..=b'9' => {
                self.name();
                self.becomes(Last::Value)
            }
            b'\'' => self.single() && self.becomes(Last::Text),
            b'"' => self.double(0) && self.becomes(Last::Text),
            b'$' => self.variable(),
            b'@' if matches!(self.byte(1), b'\'' | b'"') => self.document(),
            b'@' if matches!(self.byte(1), b'(' | b'{') => {
                self.at += 1;
                self.brackets(0) && self.becomes(Last::Value)
            }
            b'(' | b'{' => self.brackets(0) && self.becomes(Last::Value),
            b'[' => self.type_name(),
            b'.' if self.byte(1) == b'.' => {
                self.at += 1;
                self.sign()
            }
            b'.' if after != Last::Nothing => self.member(),
            b':' if self.byte(1) == b':' => self.member_of_type(),
            _ => false,
        }
    }

    fn single(&mut self) -> bool {
        let rest = self.text.get(self.at + 1..).unwrap_or("");
        let end = rest.find('\'');
        self.at += end.unwrap_or(0) + 2;
        end.is_some()
    }

    /// A text of several lines.
    fn document(&mut self) -> bool {
        let rest = self.text.get(self.at..).unwrap_or("");
        let close = ['\n', char::from(self.byte(1)), '@'];
        let close = String::from_iter(close);
        let end = rest.find(&close);
        self.at += end.unwrap_or(0) + close.len();
        end.is_some() && self.becomes(Last::Text)
    }

    fn double(&mut self, depth: u8) -> bool {
        self.at += 1;
        while self.at < self.text.len() {
            match (self.byte(0), self.byte(1)) {
                (b'"', _) => {
                    self.at += 1;
                    return true;
                }
                (b'`', _) => self.at += 2,
                // Also a file, by its name.
                (b'$', b'{') => return false,
                (b'$', b'(') => {
                    self.at += 1;
                    if !self.brackets(depth + 1) {
                        return false;
                    }
                }
                _ => self.at += 1,
            }
        }
        false
    }

    /// Goes behind what stands in brackets. What may hide one of them is not
    /// looked through.
    fn brackets(&mut self, depth: u8) -> bool {
        let mut open = 0_u32;
        while self.at < self.text.len() && depth < DEEPEST {
            let fine = match (self.byte(0), self.byte(1)) {
                (b'#' | b'`', _) | (b'@', b'\'' | b'"') => false,
                (b'$', b'{') => false,
                (b'\'', _) => self.single(),
                (b'"', _) => self.double(depth + 1),
                (b'(' | b'{', _) => {
                    open += 1;
                    self.sign()
                }
                (b')' | b'}', _) => {
                    open -= 1;
                    self.sign()
                }
                _ => self.sign(),
            };
            if !fine || open == 0 {
                return fine;
            }
        }
        false
    }

    /// `$x`, `$env:X`, `$_`, `$(…)`.
    fn variable(&mut self) -> bool {
        self.at += 1;
        match self.byte(0) {
            b'(' => return self.brackets(0) && self.becomes(Last::Value),
            b'?' | b'$' | b'^' => self.at += 1,
            _ => {
                let drive = self.name();
                if drive.is_empty() {
                    return false;
                }
                if self.byte(0) == b':' && self.byte(1) != b':' {
                    self.at += 1;
                    self.name();
                }
            }
        }
        self.becomes(Last::Value)
    }

    /// `[int]` before what is turned into it, or before its own members.
    fn type_name(&mut self) -> bool {
        let rest = self.text.get(self.at + 1..).unwrap_or("");
        let mut open = 1_u32;
        let end = rest.find(|c| {
            open = match c {
                '[' => open + 1,
                ']' => open - 1,
                _ => open,
            };
            open == 0
        });
        let Some(name) = end.and_then(|end| rest.get(..end)) else {
            return false;
        };
        self.at += name.len() + 2;
        if self.byte(0) == b':' {
            return self.becomes(Last::Type(name));
        }
        is_plain_type(name) && self.becomes(Last::Nothing)
    }

    /// `::Now`, `::Round(…)`.
    fn member_of_type(&mut self) -> bool {
        let Last::Type(owner) = self.last else { return false };
        self.at += 2;
        let name = self.name();
        let calls = matches!(self.byte(0), b'(' | b'{');
        !name.is_empty()
            && (!calls || only_computes(owner, name) && self.brackets(0))
            && self.becomes(Last::Value)
    }

    /// `.Name`, `.Split(…)`.
    fn member(&mut self) -> bool {
        let text = self.last == Last::Text;
        self.at += 1;
        let name = self.name();
        if name.is_empty() {
            return false;
        }
        if !matches!(self.byte(0), b'(' | b'{') {
            let text = is_text(name);
            return self.becomes(if text { Last::Text } else { Last::Value });
        }
        let block = self.byte(0) == b'{'
            || self.byte(0) == b'(' && self.byte(1) == b'{';
        let each = ["foreach", "where"];
        let each = each.iter().any(|each| each.eq_ignore_ascii_case(name));
        let fine = match block {
            // The block is looked at; the name of a method would be called.
            true => each,
            false => is_plain_method(name, text),
        };
        fine && self.brackets(0)
            && self.becomes(if text { Last::Text } else { Last::Value })
    }
}

#[cfg(test)]
mod tests {
    use super::is_calm;

    #[test]
    fn values_run_nothing() {
        for text in [
            "(gci src).Count",
            "$a[0].Name",
            "@(gci).Count -gt 1",
            "[math]::Round($_.Length/1KB,1)",
            "[System.Collections.Generic.List[string]]::new()",
            "\"v: $((gc \"a.txt\").Length)\"",
            "@{a=1; b = $x; c=@{d='e'}}",
            "$_.FullName.Replace('a','b')",
            "(1,2).ForEach({ $_ })",
            "$i++",
            "1..5",
        ] {
            assert!(is_calm(text), "{text}");
        }
    }

    #[test]
    fn what_may_run_something_is_none() {
        for text in [
            "(gi x).Delete()",
            "(gi x).Replace('a','b')",
            "$x.$m()",
            "$x.'Delete'()",
            "(gi x).ForEach('Delete')",
            "{ri x}.Invoke()",
            "[scriptblock]'x'",
            "[IO.File]::Delete('x')",
            "(1 <# ( #>).Invoke()<# ) #>",
            "(1 # )\n).Invoke()",
            "$x y",
            "${.env}",
            "(gi x).IsReadOnly = $true",
            "$x\\y.exe",
            "('x'",
        ] {
            assert!(!is_calm(text), "{text}");
        }
    }
}
