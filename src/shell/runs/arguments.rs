//! Code that a shell is given with words for it: `sh -c '"$@"' _ rm x`.
//! Guards look at it with these words in their places.

use crate::shell::scene::Scene;
use crate::shell::words::raw;
use crate::shell::words::{Words, cooked_at};
use crate::source::Spare;

/// Longer code, or code with more words, is looked at as it stands; so is
/// what becomes longer than four times that.
const LONG: usize = 1024;
const MOST: usize = 32;

impl Scene<'_> {
    /// The code at `at`, with the words behind it: the first is its `$0`.
    pub(super) fn with_arguments(&mut self, at: usize, given: Words) {
        let (line, text) = (self.line, self.text);
        let code = cooked_at(line, at);
        let small = code.len() <= LONG && given.len() <= MOST;
        if !self.profile.strict || given.is_empty() || !small {
            return;
        }
        let Some(filled) = filled(code, |nth| {
            let all = match nth {
                Some(nth) => {
                    let start = given.start + nth;
                    Words { start, end: given.end.min(start + 1) }
                }
                None => given.from(given.start + 1),
            };
            let mut words = Spare::default();
            for (count, at) in all.iter().enumerate() {
                words.extend([if count > 0 { " " } else { "" }]);
                words.push_str(raw(line, text, at));
            }
            words
        }) else {
            return;
        };
        let span = self.span_of(given);
        self.code([filled], span, true);
    }
}

/// Code with words in the place of `$1`, `"$2"` and, by `None`, of `"$@"`;
/// nothing where it has no such place.
fn filled(
    code: &str,
    given: impl Fn(Option<usize>) -> Spare,
) -> Option<Spare> {
    let (mut out, mut left, mut any) = (Spare::default(), code, false);
    while let Some(at) = left.find('$') {
        let (before, rest) = left.split_at_checked(at)?;
        out.push_str(before);
        let sign = rest.as_bytes().get(1).copied().unwrap_or(0);
        let nth = match sign {
            b'@' | b'*' => None,
            b'0'..=b'9' => Some(usize::from(sign - b'0')),
            _ => {
                out.push('$');
                left = rest.get(1..)?;
                continue;
            }
        };
        left = rest.get(2..)?;
        any = true;
        // What is put there has its own quotes.
        if let (Some(_), Some(behind)) =
            (out.strip_suffix('"'), left.strip_prefix('"'))
        {
            out.pop();
            left = behind;
        }
        let text = given(nth);
        if out.len() + text.len() > 4 * LONG {
            return None;
        }
        out.push_str(&text);
    }
    out.push_str(left);
    any.then_some(out)
}
