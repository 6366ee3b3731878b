//! Memory for texts of a moment.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt;
use std::ops::{Deref, DerefMut};

/// How many texts' memory a thread keeps, and how much of each.
const MOST: usize = 32;
const LONGEST: usize = 1 << 14;
/// How much memory the first ones of a thread have, which most texts fit
/// into: they take turns in it. Where there are more at a time, as where
/// braces stand for thousands of words, each has what it needs.
const USUAL: usize = 512;

/// Memory that is not in use.
struct Pool {
    kept: Vec<String>,
    /// How many were made with room.
    made: usize,
}

thread_local! {
    static SPARE: RefCell<Pool> =
        const { RefCell::new(Pool { kept: Vec::new(), made: 0 }) };
}

impl Pool {
    fn take(&mut self) -> String {
        if let Some(text) = self.kept.pop() {
            return text;
        }
        let room = if self.made < MOST { USUAL } else { 0 };
        self.made = self.made.saturating_add(1);
        String::with_capacity(room)
    }
}

/// A text whose memory stays with the thread for the next one, so that what
/// is put together while an event is looked at takes none. Like a `String` in
/// all else; making one and dropping it are O(1).
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Spare(String);

impl Spare {
    /// These pieces, one behind the other.
    pub(crate) fn of(pieces: &[&str]) -> Spare {
        let mut text = Spare::default();
        pieces.iter().for_each(|piece| text.push_str(piece));
        text
    }

    /// Its memory, for what may not be a text yet.
    pub(crate) fn into_bytes(mut self) -> Vec<u8> {
        std::mem::take(&mut self.0).into_bytes()
    }
}

impl Default for Spare {
    /// An empty text.
    fn default() -> Spare {
        let text = SPARE.try_with(|pool| pool.borrow_mut().take());
        Spare(text.unwrap_or_default())
    }
}

impl Drop for Spare {
    fn drop(&mut self) {
        let size = self.0.capacity();
        if size == 0 || size > LONGEST {
            return;
        }
        let mut text = std::mem::take(&mut self.0);
        text.clear();
        // A thread that ends keeps nothing.
        let _ = SPARE.try_with(|pool| {
            let kept = &mut pool.borrow_mut().kept;
            if kept.len() < MOST {
                kept.push(text);
            }
        });
    }
}

impl Clone for Spare {
    fn clone(&self) -> Spare {
        Spare::of(&[self])
    }
}

impl From<String> for Spare {
    fn from(text: String) -> Spare {
        Spare(text)
    }
}

impl Deref for Spare {
    type Target = String;

    fn deref(&self) -> &String {
        &self.0
    }
}

impl DerefMut for Spare {
    fn deref_mut(&mut self) -> &mut String {
        &mut self.0
    }
}

impl AsRef<str> for Spare {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

/// A text that stands somewhere, or one of a moment.
pub(crate) enum Text<'a> {
    Of(&'a str),
    Made(Spare),
}

impl<'a> Text<'a> {
    /// Both, one behind the other.
    pub(crate) fn before(self, other: Text<'a>) -> Text<'a> {
        match self {
            _ if other.is_empty() => self,
            Text::Made(mut text) if !text.is_empty() => {
                text.push_str(&other);
                Text::Made(text)
            }
            _ if self.is_empty() => other,
            _ => Text::Made(Spare::of(&[&self, &other])),
        }
    }
}

impl<'a> From<Cow<'a, str>> for Text<'a> {
    fn from(text: Cow<'a, str>) -> Text<'a> {
        match text {
            Cow::Borrowed(text) => Text::Of(text),
            Cow::Owned(text) => Text::Made(text.into()),
        }
    }
}

impl Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Text::Of(text) => text,
            Text::Made(text) => text,
        }
    }
}

impl AsRef<str> for Text<'_> {
    fn as_ref(&self) -> &str {
        self
    }
}

impl fmt::Debug for Spare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, MOST, Spare, USUAL};

    #[test]
    fn memory_stays_but_no_text_does() {
        let first = Spare::of(&["a", "b"]);
        assert_eq!(*first, "ab");
        let place = first.as_ptr();
        drop(first);
        let second = Spare::default();
        assert_eq!((&**second, second.as_ptr()), ("", place));
        let third = Spare::of(&["c"]);
        assert_ne!(third.as_ptr(), second.as_ptr());
    }

    #[test]
    fn many_at_a_time_take_what_they_need() {
        let many: Vec<_> = (0..2 * MOST).map(|_| Spare::of(&["a"])).collect();
        let with_room = many.iter().filter(|one| one.capacity() >= USUAL);
        assert_eq!(with_room.count(), MOST);
    }

    #[test]
    fn much_memory_is_given_back() {
        let mut long = Spare::default();
        long.push_str(&"x".repeat(LONGEST + 1));
        drop(long);
        assert!(Spare::default().capacity() <= LONGEST);
    }
}
