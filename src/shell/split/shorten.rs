//! Words of a line that is nested too deeply.

use super::{Line, Redirect, Simple, Word, WordBytes, WordFlags};
use crate::shell::Reason;

/// A longer word is cut.
pub(super) const LONG: usize = 1024;

/// How much of it is kept.
const KEPT: usize = 64;

/// Cuts the long words of a line that is nested too deeply, which is in
/// doubt as a whole: such words hold each other, and who reads each reads
/// the line thousands of times. What is left counts as known in part.
pub(super) fn shorten(line: &mut Line) {
    if !line.marks.iter().any(|mark| mark.reason == Reason::Depth) {
        return;
    }
    let Line { text, simples, words, heads, redirects, .. } = line;
    let cut = |word: &mut Word| cut(word, text);
    for Simple { words: (from, to), even, longest, flags, bytes, .. } in
        simples
    {
        let words = words.get_mut(*from as usize..*to as usize);
        let mut any = false;
        for word in words.unwrap_or_default() {
            any |= cut(word);
        }
        if any {
            *even = false;
            *longest = LONG as u32;
            flags.0 |= WordFlags::PARAMETER;
            bytes.0 |= WordBytes::CHANGED;
        }
    }
    heads.iter_mut().for_each(|word| _ = cut(word));
    for Redirect { target, .. } in redirects {
        cut(target);
    }
}

/// Whether the word was too long.
fn cut(word: &mut Word, text: &str) -> bool {
    if word.cooked.len() <= LONG {
        return false;
    }
    let mut end = word.cooked.start as usize + KEPT;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    word.cooked.end = end as u32;
    word.flags.0 |= WordFlags::PARAMETER;
    word.bytes.0 |= WordBytes::CHANGED;
    true
}
