//! How names are compared where the file system ignores case.
//!
//! Every character is taken to upper and back to lower case, so that the
//! characters that a case-ignoring file system takes for one become one
//! (`ﬁ` and `fi`, `ß` and `ss`), and the result is composed (NFC), because
//! such file systems take both forms of `é` for one name.

use icu_normalizer::ComposingNormalizerBorrowed;

/// The text in the form in which case and composition no longer count.
/// Folding twice changes nothing.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let nfc = ComposingNormalizerBorrowed::new_nfc();
    let composed = nfc.normalize(text);
    let folded: String = composed.chars().flat_map(fold_char).collect();
    nfc.normalize(&folded).into_owned()
}

/// One character, folded; the dotless `ı` stays apart from `i`.
pub(crate) fn fold_char(c: char) -> impl Iterator<Item = char> {
    let upper = (c != 'ı').then(|| c.to_uppercase()).into_iter().flatten();
    let kept = (c == 'ı').then_some(c);
    upper.flat_map(char::to_lowercase).chain(kept)
}
