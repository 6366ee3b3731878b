//! What a program hands on that runs a line elsewhere, of what it is given
//! itself: `ssh h psql db <<E`. Guards look at the line with that input.

use smallvec::SmallVec;

use crate::shell::Shell;
use crate::shell::data::programs::Known;
use crate::shell::data::respell::{self, Spelling};
use crate::shell::scene::Scene;
use crate::shell::words::{Words, base_name};
use crate::source::{Span, Spare};

/// How many texts of one command are looked at.
const MOST: usize = 4;

impl Scene<'_> {
    /// A line that a client of a database stands in, with the texts that the
    /// command around it is given.
    pub(crate) fn code_with_input<'t>(
        &mut self,
        pieces: impl Iterator<Item = &'t str> + Clone,
        span: Span,
    ) {
        let clients = pieces.clone().any(names_client);
        let power = self.shell == Shell::PowerShell;
        if !clients || !self.profile.strict || power || !self.fed() {
            return;
        }
        let line = self.line;
        let given = line.redirects_of(self.own).iter();
        let given = given.filter(|redirect| redirect.kind.is_text());
        let before = self.feeder();
        let piped = before.into_iter().flat_map(|s| line.redirects_of(s));
        let piped = piped.filter(|redirect| redirect.kind.is_text());
        let given = given.chain(piped);
        let given = given.map(|redirect| line.cooked(&redirect.target));
        let printer = before.and_then(|simple| self.printer(simple));
        let known = |words: &Words| words.iter().all(|at| self.literal_at(at));
        let printed = printer.filter(known);
        let printed = printed.and_then(|words| self.printed_text(words));
        let texts: SmallVec<[&str; MOST]> = given
            .chain(printed.as_ref().map(|text| text.as_str()))
            .take(MOST)
            .collect();
        let mut inner = Spare::default();
        for piece in pieces {
            inner.extend([piece, " "]);
        }
        for text in texts {
            let quoted = text.replace('\'', "'\\''");
            let input = ["<<< '", &quoted, "'"].concat();
            self.code([inner.as_str().trim_end(), &input], span, true);
        }
    }
}

/// Whether a text holds the name of a client of a database.
fn names_client(text: &str) -> bool {
    let ends = |c: char| c.is_whitespace() || matches!(c, '\'' | '"' | ';');
    text.split(ends).any(|word| {
        let name = base_name(word);
        let spelling = respell::of(name, Known::of(name));
        matches!(spelling, Some(Spelling::Redis | Spelling::Sql))
    })
}
