//! The mode that `chmod` sets, in other spellings: `u=rwx,go=u` is `777`.

use crate::shell::Effects;
use crate::shell::scene::{Level, Scene};

/// Modes that are the same for whoever has no umask, by the bits that they
/// set.
const SAME: &[(u16, &[&str])] = &[
    (0o777, &["777", "0777", "a+rwx", "a=rwx", "ugo+rwx", "ugo=rwx"]),
    (0o111, &["+x", "a+x", "ugo+x"]),
    (0o666, &["666", "0666", "a=rw", "ugo=rw"]),
];

impl Scene<'_> {
    /// The other spellings of the mode that `chmod` sets.
    pub(crate) fn modes(&mut self, name: &str, level: Level) {
        let rest = level.words.from(level.words.start + 1);
        let Some(at) = rest.iter().find(|&at| !self.is_option(at)) else {
            return;
        };
        let bits = bits(self.text_at(at)).filter(|_| level.guards());
        let Some((_, same)) = SAME.iter().find(|row| Some(row.0) == bits)
        else {
            return;
        };
        let mut files = rest.from(at + 1).iter();
        let found = files.any(|at| self.may_find(name, at));
        for mode in *same {
            if found {
                let start = self.out.text.len();
                self.out.text.push_str(name);
                self.part(mode);
                self.push_view(start, Effects::FOUND);
            }
            for options in [true, false] {
                let start = self.out.text.len();
                self.out.text.push_str(name);
                if options {
                    self.cooked_words(rest.start..at);
                }
                self.part(mode);
                self.cooked_words(at + 1..rest.end);
                self.push_view(start, level.guard);
            }
        }
    }
}

/// The bits that a mode surely sets, of the last nine; `None` of what is no
/// mode.
fn bits(mode: &str) -> Option<u16> {
    if mode.is_empty() {
        return None;
    }
    let digits = mode.trim_start_matches(['=', '+', '0']);
    if digits.bytes().all(|b| b.is_ascii_digit()) && digits.len() > 2 {
        // Four digits: the first one is no permission of anybody.
        let bits = u16::from_str_radix(digits, 8).ok();
        return bits.filter(|bits| *bits <= 0o7777).map(|bits| bits & 0o777);
    }
    mode.split(',').try_fold(0, clause)
}

/// What one clause makes of the bits: `go+rx`, `a=rw`, `g=u`, `u+r-w`.
fn clause(before: u16, text: &str) -> Option<u16> {
    let start = text.find(['+', '-', '=']).unwrap_or(text.len());
    let (who, mut actions) = text.split_at(start);
    let who = match who {
        "" => 0o777,
        who => who.chars().try_fold(0, |all, c| Some(all | of_whom(c)?))?,
    };
    let mut bits = before;
    while let Some(sign) = actions.chars().next() {
        let rest = actions.get(1..).unwrap_or("");
        let end = rest.find(['+', '-', '=']).unwrap_or(rest.len());
        let (letters, behind) = rest.split_at(end);
        let set = letters
            .chars()
            .try_fold(0, |all, c| Some(all | permission(c, bits)?))?;
        bits = match sign {
            '-' => bits & !(who & set),
            '=' => bits & !who | who & set,
            _ => bits | who & set,
        };
        actions = behind;
    }
    (start < text.len()).then_some(bits)
}

fn of_whom(letter: char) -> Option<u16> {
    match letter {
        'u' => Some(0o700),
        'g' => Some(0o070),
        'o' => Some(0o007),
        'a' => Some(0o777),
        _ => None,
    }
}

/// What a letter gives to everybody; `u`, `g` and `o` what they have.
fn permission(letter: char, bits: u16) -> Option<u16> {
    let own = |shift: u16| (bits >> shift & 7) * 0o111;
    match letter {
        'r' => Some(0o444),
        'w' => Some(0o222),
        'x' => Some(0o111),
        // Of a directory, or of what has it already: nothing that is sure.
        'X' | 's' | 't' => Some(0),
        'u' => Some(own(6)),
        'g' => Some(own(3)),
        'o' => Some(own(0)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::bits;

    #[test]
    fn modes_are_read_as_bits() {
        for (mode, wanted) in [
            ("777", Some(0o777)),
            ("00777", Some(0o777)),
            ("=777", Some(0o777)),
            ("755", Some(0o755)),
            ("1777", Some(0o777)),
            ("=6755", Some(0o755)),
            ("17777", None),
            ("778", None),
            ("a+xrw", Some(0o777)),
            ("u=rwx,g=rwx,o=rwx", Some(0o777)),
            ("u=rwx,go=u", Some(0o777)),
            ("a+r,a+w,a+x", Some(0o777)),
            ("u=rwx,go=rx", Some(0o755)),
            ("a=rwx,o-w", Some(0o775)),
            ("+x", Some(0o111)),
            ("u+x", Some(0o100)),
            ("u+r-w", Some(0o400)),
            ("x", None),
            ("file", None),
            ("", None),
        ] {
            assert_eq!(bits(mode), wanted, "{mode}");
        }
    }
}
