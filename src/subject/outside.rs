//! Files outside of the working directories, where settings block these.

use super::Subjects;
use super::path::{self, Directories};
use crate::event::{Context, Event};
use crate::ir::Uses;
use crate::shell::{About, Doubt, Effects, Reason};
use crate::source::Span;

/// What settings block outside of the working directories.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outside {
    /// Whether files are not to be read there.
    pub reads: bool,
    /// Whether files are not to be written there.
    pub writes: bool,
    /// The working directories besides the current one and the project, as
    /// they are written.
    pub directories: Vec<String>,
}

impl Outside {
    /// The uses of files that are blocked.
    fn uses(&self) -> Uses {
        let of = |is_on, uses| if is_on { uses } else { Uses::default() };
        of(self.reads, Uses::SURE_READ).and(of(self.writes, Uses::SURE_WRITE))
    }
}

/// Files that are none.
const STREAMS: &[&str] =
    &["/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty"];

impl Subjects {
    /// Puts in doubt what is used outside of the working directories: the
    /// current one, the project, the one the session started in, and those
    /// that settings add. A file lies within them by all of its spellings.
    pub(super) fn outside(
        &mut self,
        event: &Event<'_>,
        context: &Context,
        outside: &Outside,
    ) {
        let uses = outside.uses();
        if !self.paths.iter().any(|used| used.kind.meets(uses)) {
            return;
        }
        let mut places = Directories::of(event, context, self.moved);
        let session = context.settings_dir.as_deref();
        let project = context.project_root.as_deref();
        let own = [places.cwd, session, project];
        places.cwd = session.or(places.cwd);
        let more = outside.directories.iter().map(String::as_str);
        let mut within: Vec<Span> = Vec::new();
        for directory in own.into_iter().flatten().chain(more) {
            // One that cannot be told has nothing in it.
            path::spell(
                directory,
                &places,
                self.fold_case,
                &mut self.text,
                &mut within,
            );
        }
        let reason = Reason::OutsideDirectory;
        for used in &self.paths {
            let (from, to) = used.spellings;
            let own = self.spellings.get(from as usize..to as usize);
            let mut own = own.unwrap_or_default().iter();
            let is_within = |path: &Span| {
                let path = path.of(&self.text);
                let mut all = within.iter().map(|at| at.of(&self.text));
                STREAMS.contains(&path) || all.any(|at| lies_in(path, at))
            };
            if !used.kind.meets(uses) || own.all(is_within) {
                continue;
            }
            let about = match used.kind.meets(Uses::SURE_WRITE) {
                true => About::Writes,
                false => About::Reads,
            };
            let effects = Effects::ALLOW;
            let (span, unit) = (used.span, used.unit);
            let doubt = Doubt { reason, span, unit, effects, about };
            if self.doubts.last() != Some(&doubt) {
                self.doubts.push(doubt);
            }
        }
    }
}

fn lies_in(path: &str, directory: &str) -> bool {
    let directory = directory.trim_end_matches('/');
    path.strip_prefix(directory)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
