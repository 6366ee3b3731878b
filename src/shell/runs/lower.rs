//! Programs in other letter case, where names of files that differ in nothing
//! else are one: `GIT push` runs `git`.

use crate::shell::Shell;
use crate::shell::data::programs::Known;
use crate::shell::scene::Scene;
use crate::shell::words::base_name;
use crate::source::Span;

impl Scene<'_> {
    /// Notes a word that names a program in letters of which no table has the
    /// upper-case ones.
    pub(super) fn note_case(&mut self, at: usize) {
        if !self.places.fold || self.shell == Shell::PowerShell {
            return;
        }
        let name = base_name(self.text_at(at));
        let upper = name.bytes().any(|b| b.is_ascii_uppercase());
        if upper && !Known::of(name).is_known() {
            self.loud.push(at);
        }
    }

    /// The line with the names noted in lower case, for guards: every table
    /// is about programs under those.
    pub(crate) fn in_lower_case(&mut self) {
        if self.loud.is_empty() {
            return;
        }
        let mut text = self.text.to_owned();
        for at in std::mem::take(&mut self.loud) {
            let Some(word) = self.word(at) else { continue };
            let written = word.span.of(self.text);
            // Names of variables are others in lower case.
            let from = match written.contains(['$', '`']) {
                true => written.rfind('/').unwrap_or(written.len()),
                false => 0,
            };
            let range =
                word.span.start as usize + from..word.span.end as usize;
            if let Some(name) = text.get_mut(range) {
                name.make_ascii_lowercase();
            }
        }
        if text != self.text {
            (self.cd, self.root) = (self.job.cd, self.job.root);
            self.code([text], Span::new(0, self.text.len()), true);
        }
    }
}
