//! Paths that code puts together from texts: `join(home, ".aws", "x")`.

use super::guarded::{Guarded, Needed};
use crate::shell::Access;

/// What stands in the strings of some code.
pub(crate) struct Texts<'t> {
    /// Each of them.
    pub(crate) all: &'t [&'t str],
    /// Whether the code speaks of the home or the root.
    pub(crate) places: bool,
}

impl Texts<'_> {
    /// Whether some text has a segment which may be this one.
    fn say(&self, name: &Needed) -> bool {
        self.all.iter().any(|text| name.meets_any(text.split('/')))
    }

    /// Whether a path below a place is put together: a text ends what the
    /// guard writes out, and texts say all that stands before it there.
    fn may_make(&self, needed: &Needed) -> bool {
        self.all.iter().any(|text| {
            // `open F, ">$d/x"`
            let text = text.trim_start_matches(['<', '>', '+']);
            let text = text.trim_start_matches("./").trim_start_matches('/');
            let segments: Vec<&str> = text.split('/').collect();
            segments.iter().enumerate().any(|(at, segment)| {
                let front = segments.get(..at).unwrap_or(&[]);
                needed.meets_any(std::iter::once(*segment))
                    && self.say_above(needed, front)
            })
        })
    }

    /// Whether the directories above a guarded name are those in front of it,
    /// as far as these go, and other texts say the rest.
    fn say_above(&self, needed: &Needed, front: &[&str]) -> bool {
        let is_open = |segment: &&str| segment.contains(['$', '{', '%']);
        let known = front.rsplit(is_open).next().unwrap_or(&[]);
        let Some(rest) = needed.above.len().checked_sub(known.len()) else {
            return false;
        };
        let (others, own) = needed.above.split_at(rest);
        let meets = own.iter().zip(known).all(|(name, segment)| {
            name.is_any() || name.meets_any(std::iter::once(*segment))
        });
        let mut others = others.iter().filter(|name| !name.is_any());
        // What is all there is looked at as it stands, from here.
        let placed = self.places && !needed.under.is_empty();
        let whole = rest == 0 && known.len() == front.len() && !placed;
        meets && !whole && others.all(|name| self.say(name))
    }
}

impl Guarded {
    /// Whether code that has these texts may put the path of a guarded file
    /// together. The texts times the guards.
    pub(crate) fn may_be_made(
        &self,
        access: Access,
        texts: &Texts<'_>,
    ) -> bool {
        match self.list(access) {
            None => texts.places,
            Some(list) => list.iter().any(|needed| texts.may_make(needed)),
        }
    }
}

impl Needed {
    /// Whether nothing is known of the name.
    fn is_any(&self) -> bool {
        self.start.is_empty() && self.end.is_empty() && !self.whole
    }
}
