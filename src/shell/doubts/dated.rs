//! Names that hold the day: `logs/$(date +%F)`. What `date` prints in a form
//! that is written out is digits, and guards hardly name any.

use crate::shell::Access;
use crate::shell::scene::Scene;
use crate::shell::split::{Word, WordFlags};
use crate::source::Spare;

/// What may give `date` another meaning.
const RENAMES: &[&str] =
    &["PATH", "alias", "autoload", "enable", "eval", "hash", "source"];

impl Scene<'_> {
    /// Whether all that is not known of a word is a day, and no guard is
    /// about such a file.
    pub(crate) fn is_dated(
        &self,
        access: Access,
        word: Word,
        cooked: &str,
    ) -> bool {
        const ALL: u16 = WordFlags::SUBSTITUTION
            | WordFlags::QUOTED
            | WordFlags::UNQUOTED_EXPANSION;
        let fits = word.flags.any(WordFlags::SUBSTITUTION)
            && !word.flags.any(!ALL)
            && self.job.at.is_none();
        let path = fits.then(|| with_digits(cooked)).flatten();
        path.is_some_and(|path| {
            let flags = WordFlags(word.flags.0 & WordFlags::QUOTED);
            let word = Word { flags, ..word };
            let guarded = self.places.guarded;
            let digits = guarded.is_none_or(|g| g.says_digits(access));
            !digits
                && self.knows_date()
                && !self.may_be_guarded(access, word, "", &path)
        })
    }

    /// Whether nothing in the line gives `date` another meaning.
    fn knows_date(&self) -> bool {
        let knows = || {
            self.line.marks.is_empty()
                && !RENAMES.iter().any(|name| self.text.contains(name))
                && !self.sources_files()
        };
        *self.asked.dates.get_or_init(knows)
    }
}

/// A path with digits in the place of days; `None` where more of it is open.
fn with_digits(cooked: &str) -> Option<Spare> {
    let mut path = Spare::default();
    let mut rest = cooked;
    while let Some((before, inner)) = rest.split_once("$(date ") {
        path.push_str(before);
        let (format, behind) = inner.split_once(')')?;
        let format = format.trim();
        let format = format.strip_prefix("-u ").unwrap_or(format);
        let format = format.strip_prefix('+')?;
        let within = |quote| format.strip_prefix(quote)?.strip_suffix(quote);
        let format = within('"').or(within('\'')).unwrap_or(format);
        printed(format, &mut path)?;
        rest = behind;
    }
    path.push_str(rest);
    let open = ['$', '`', '(', '~', '"', '\'', '\\'];
    (!path.contains(open)).then_some(path)
}

/// What `date` prints, each digit as 0.
fn printed(format: &str, path: &mut Spare) -> Option<()> {
    let mut signs = format.chars();
    while let Some(sign) = signs.next() {
        match sign {
            '%' => path.push_str(match signs.next()? {
                'F' => "0000-00-00",
                'T' => "00:00:00",
                'R' => "00:00",
                'Y' | 'G' => "0000",
                'C' | 'H' | 'I' | 'M' | 'S' | 'V' | 'd' | 'm' | 'y' => "00",
                'N' | 'j' | 's' => "000",
                'u' | 'w' => "0",
                _ => return None,
            }),
            '_' | '-' | '.' | ':' => path.push(sign),
            sign if sign.is_ascii_alphanumeric() => path.push(sign),
            _ => return None,
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::with_digits;

    #[test]
    fn what_date_prints_is_known() {
        for (word, path) in [
            ("logs/$(date +%F)", Some("logs/0000-00-00")),
            ("a-$(date -u +\"%Y%m%dT%H\").log", Some("a-00000000T00.log")),
            ("$(date +'%s')/$(date +%y)", Some("000/00")),
            ("$(date)", None),
            ("x$(date +%B)", None),
            ("x$(date +%-d)", None),
            ("x$(date -r .env +%F)", None),
            ("x$(date +%F; pwd)", None),
            ("x$(date +%F)$y", None),
            ("x$(date +/.env)", None),
        ] {
            let found = with_digits(word);
            let found = found.as_ref().map(|found| found.as_str());
            assert_eq!(found, path, "{word}");
        }
    }
}
