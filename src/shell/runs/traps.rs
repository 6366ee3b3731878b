//! What `trap` keeps for later: it runs where the line is by then.

use crate::shell::cd::Cd;
use crate::shell::led_away::GOES;
use crate::shell::scene::Scene;
use crate::shell::split::Simple;
use crate::shell::words::{Words, cooked_at};

/// Behind how many commands a `cd` is looked for.
const FOLLOWED: usize = 64;

impl Scene<'_> {
    /// The code that `trap` keeps for later.
    pub(super) fn trapped(&mut self, words: Words) {
        let dashes = self.is_at(words.start, "--");
        let rest = words.from(words.start + usize::from(dashes));
        if rest.len() > 1 {
            let code = Words { end: rest.start + 1, ..rest };
            self.open_code(code);
            let here = self.cd;
            if self.profile.strict && self.goes_on_elsewhere() {
                self.cd = Cd::Unknown;
            }
            self.inner(code, false);
            self.cd = here;
        }
    }

    /// Whether the line may go into a directory behind the command at hand:
    /// what a trap names by a relative path lies where the line is by then.
    fn goes_on_elsewhere(&self) -> bool {
        let behind = self.line.simples.iter().skip(self.simple + 1);
        let goes = |simple: &Simple| {
            // `builtin cd x`
            let mut words = Words::of(simple).iter().take(3);
            words.any(|at| GOES.contains(&cooked_at(self.line, at)))
        };
        behind.zip(0..).any(|(one, at)| at == FOLLOWED || goes(one))
    }
}
