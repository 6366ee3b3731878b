//! Paths that code puts together from texts: `join(home, ".aws", "x")`.

use super::guarded::Guarded;
use super::needed::Needed;
use crate::shell::Access;

/// What stands in the strings of some code; a star is what is not known.
pub(crate) struct Texts<'t> {
    /// Each of them.
    pub(crate) all: &'t [&'t str],
    /// Whether the code speaks of the home or the root.
    pub(crate) places: bool,
    /// Whether it goes to another directory.
    pub(crate) moves: bool,
}

impl Texts<'_> {
    /// Whether some text has a segment which may be this one.
    fn say(&self, name: &Needed) -> bool {
        self.all.iter().any(|text| {
            let mut segments = text.split('/').filter(|part| !is_open(part));
            segments.any(|part| name.is(part))
        })
    }

    /// Whether a path below a place is put together: a text ends what the
    /// guard writes out, and texts say all that stands before it there.
    fn may_make(&self, needed: &Needed) -> bool {
        self.all.iter().any(|text| {
            // `open F, ">$d/x"`
            let text = text.trim_start_matches(['<', '>', '+']);
            let named = |part: &&str| !matches!(*part, "" | ".");
            let all: Vec<&str> = text.split('/').filter(named).collect();
            let below = all.rsplit(|part| *part == "..").next();
            let below = below.unwrap_or(&[]);
            let away = below.len() < all.len();
            below.iter().enumerate().any(|(at, segment)| {
                let front = below.get(..at).unwrap_or(&[]);
                let says = !is_open(segment) || !needed.above.is_empty();
                says && needed.is(segment)
                    && self.say_above(needed, segment, front, away)
            })
        })
    }

    /// Whether the directories above a guarded name are those in front of it,
    /// as far as these go, and other texts say the rest.
    fn say_above(
        &self,
        needed: &Needed,
        name: &str,
        front: &[&str],
        away: bool,
    ) -> bool {
        let moves = self.moves || away;
        let known = front.rsplit(|part| part.contains('*')).next();
        let mut known = known.unwrap_or(&[]);
        let open = known.len() < front.len() || name.contains('*');
        if moves
            && let Some(more) = known.len().checked_sub(needed.above.len())
        {
            known = known.get(more..).unwrap_or(&[]);
        }
        let Some(rest) = needed.above.len().checked_sub(known.len()) else {
            return false;
        };
        let (others, own) = needed.above.split_at(rest);
        let is =
            |(name, part): (&Needed, &&str)| name.is_any() || name.is(part);
        let mut others = others.iter().filter(|name| !name.is_any());
        // What is all there is looked at as it stands, from here.
        let placed = self.places && !needed.under.is_empty();
        let whole = rest == 0 && !open && !placed && !moves;
        !whole
            && own.iter().zip(known).all(is)
            && others.all(|name| self.say(name))
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
        let known = [&self.start, &self.end, &self.inner];
        known.iter().all(|part| part.is_empty()) && !self.whole
    }

    fn is(&self, segment: &str) -> bool {
        self.meets_any(std::iter::once(segment))
    }
}

/// Whether nothing is known of a segment.
fn is_open(segment: &str) -> bool {
    !segment.is_empty() && segment.chars().all(|c| c == '*')
}
