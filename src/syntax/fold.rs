//! How names are compared where the file system ignores case.
//!
//! Every character is taken to upper and back to lower case, so that the
//! characters that a case-ignoring file system takes for one become one
//! (`ﬁ` and `fi`, `ß` and `ss`), and the result is composed (NFC), because
//! such file systems take both forms of `é` for one name. Composing takes
//! the tables of feature `unicode`; without it, a name whose other forms are
//! not known says so ([`has_other_forms`]).

use std::borrow::Cow;

/// The text in the form in which case and composition no longer count.
/// Folding twice changes nothing.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let composed = compose(text);
    let folded: String = composed.chars().flat_map(fold_char).collect();
    compose(&folded).into_owned()
}

/// Whether a name may be the same as others that [`fold`] makes something
/// else of. With feature `unicode` none is; without it, each that is not
/// ASCII.
pub(crate) fn has_other_forms(text: &str) -> bool {
    cfg!(not(feature = "unicode")) && !text.is_ascii()
}

#[cfg(feature = "unicode")]
fn compose(text: &str) -> Cow<'_, str> {
    icu_normalizer::ComposingNormalizerBorrowed::new_nfc().normalize(text)
}

/// Only what becomes ASCII: names in ASCII are then the same as no other.
#[cfg(not(feature = "unicode"))]
fn compose(text: &str) -> Cow<'_, str> {
    let ascii = |c| match c {
        '\u{37e}' => ';',
        '\u{1fef}' => '`',
        '\u{212a}' => 'K',
        c => c,
    };
    Cow::Owned(text.chars().map(ascii).collect())
}

/// One character, folded; the dotless `ı` stays apart from `i`.
pub(crate) fn fold_char(c: char) -> impl Iterator<Item = char> {
    // It is a capital already, and its small letter has another, `SS`.
    let c = if c == 'ẞ' { 'ß' } else { c };
    let upper = (c != 'ı').then(|| c.to_uppercase()).into_iter().flatten();
    let kept = (c == 'ı').then_some(c);
    upper.flat_map(char::to_lowercase).chain(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_letters_that_are_also_written_in_ascii() {
        assert_eq!(fold("a\u{37e}\u{1fef}\u{212a}.é"), "a;`k.é");
    }

    #[test]
    fn folding_twice_changes_nothing() {
        for c in '\0'..=char::MAX {
            let once = fold(&c.to_string());
            assert_eq!(fold(&once), once, "{c:?}");
            let folded: String = fold_char(c).collect();
            let again: String = folded.chars().flat_map(fold_char).collect();
            assert_eq!(again, folded, "{c:?}");
        }
        assert_eq!(fold("STRA\u{1e9e}E"), fold("straße"));
    }

    #[cfg(not(feature = "unicode"))]
    #[test]
    fn what_is_not_composed_says_so() {
        assert!(has_other_forms("Jose\u{301}"));
        assert!(has_other_forms("Jos\u{e9}"));
        assert!(!has_other_forms("Jose"));
    }

    #[cfg(feature = "unicode")]
    #[test]
    fn both_forms_are_one() {
        assert_eq!(fold("JOSE\u{301}"), fold("jos\u{e9}"));
        assert!(!has_other_forms("Jose\u{301}"));
    }
}
