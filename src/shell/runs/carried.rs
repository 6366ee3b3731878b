//! Values that a line carries to its words, however they get there:
//! `set -- --fix; eslint "$1" .`, `printf -v d %s src; rm "$d"/x`,
//! `f() { rm "$1"; }; f src`, `export X=--fix; sh -c 'eslint $X .'`. Which of
//! them a word gets is not followed: guards ask about what it may be.

mod expand;
mod values;

use crate::shell::noted::Value;
use crate::shell::scene::Scene;
use crate::shell::{Effects, Reason, Shell};
use crate::source::Span;
use expand::filled;
use values::MOST;

/// A longer text is looked at as it stands.
const LONGEST: usize = 1 << 16;

/// In how many ways a text is filled in: with all the values of a variable,
/// and with the first ones each.
const WAYS: usize = 4;

impl Scene<'_> {
    /// Looks at the text once more with the values that it may give its
    /// variables in their places. Linear in the text.
    pub(crate) fn carried(&mut self) {
        let filled_in = self.job.maybe == Some(Reason::DynamicArgument);
        let fits = self.text.len() <= LONGEST && !filled_in;
        if !self.profile.strict
            || self.shell == Shell::PowerShell
            || !fits
            || !self.text.contains('$')
        {
            return;
        }
        let (mut values, more) = self.values_given();
        let own = values.len();
        if more {
            let span = Span::new(0, self.text.len());
            self.doubt(Reason::DynamicArgument, span, Effects::GUARD);
            self.any_code(Reason::DynamicArgument, span);
        }
        // Those of the lines around it, which a program passes on.
        let outer = self.whole.carried.borrow();
        let named = outer.iter().filter(|value| !value.is_argument());
        values.extend(named.map(Value::again));
        drop(outer);
        if values.is_empty() {
            return;
        }
        for way in 0..WAYS {
            let (line, text) = (self.line, self.text);
            let Some((text, more)) = filled(text, line, &values, way) else {
                break;
            };
            self.maybe(Reason::DynamicArgument, |scene| {
                scene.in_other_words(&text);
            });
            if !more {
                break;
            }
        }
        values.truncate(own);
        let mut carried = self.whole.carried.borrow_mut();
        if carried.len() < MOST {
            carried.append(&mut values);
        }
    }
}
