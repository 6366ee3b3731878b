//! Where a path below a pattern's start parts from the pattern.

use super::path::Missed;
use super::segments::{self, Stop};
use super::{Cause, Gap, Spot, quoted};
use crate::source::Span;
use crate::subject::PathUse;

impl Missed<'_> {
    /// The path lies below the pattern's start and does not fit.
    pub(super) fn inside(
        &self,
        used: &PathUse,
        base: &str,
        relative: &str,
    ) -> Gap {
        let fold = self.case.subjects.fold_case;
        let names: Vec<&str> = match relative {
            "" => Vec::new(),
            _ => relative.split('/').collect(),
        };
        let stop = segments::stop(self.glob, &names, fold);
        let start = self.text().len() - self.rest().len();
        let spans = segments::written(self.text(), start, self.glob);
        let part = stop.segment.and_then(|at| spans.get(at)).copied();
        let part = part.unwrap_or(Span::new(0, self.text().len()));
        let name = stop.name.and_then(|at| names.get(at)).copied();
        let (cause, message) =
            self.words(&stop, part.of(self.text()), name, base);
        let event = self.spot(used).map(|spot| {
            let from_end = names.len() - stop.name.unwrap_or(names.len());
            last_names(&spot, from_end, name, stop.deep)
        });
        // What is found under the project root with one slash was often
        // meant from the root of the file system.
        let full = format!("{base}/{relative}");
        let help = match cause {
            Cause::Case => Some("letter case counts".to_owned()),
            _ => self.rooted(&full),
        };
        let whole = self.glob.segments.len() + 1;
        let found = stop.segment.unwrap_or(self.glob.segments.len());
        let found = if stop.deep { found.saturating_sub(1) } else { found };
        let place = part.shifted(self.span.start as usize);
        Gap::new(cause, message, place)
            .at(event)
            .help(help)
            .reached(whole + found, whole * 2)
    }

    fn words(
        &self,
        stop: &Stop,
        part: &str,
        name: Option<&str>,
        base: &str,
    ) -> (Cause, String) {
        let rule = quoted(part);
        let base = quoted(if base.is_empty() { "/" } else { base });
        match (stop.segment, name) {
            (Some(_), None) if part == "**" => (
                Cause::Ends,
                format!(
                    "{} is what lies inside the directory, not the \
                     directory itself",
                    quoted(self.text())
                ),
            ),
            (Some(_), None) => {
                (Cause::Ends, format!("the path ends before {rule}"))
            }
            (Some(_), Some(_)) if stop.deep => (
                Cause::NotFound,
                format!(
                    "nothing called {rule} stands in the path below \
                         {base}"
                ),
            ),
            (Some(_), Some(name)) => {
                let same = !self.case.subjects.fold_case
                    && name.eq_ignore_ascii_case(part);
                let cause = if same { Cause::Case } else { Cause::Word };
                let message = format!(
                    "{} stands where the rule has {rule}, below {base}",
                    quoted(name)
                );
                (cause, message)
            }
            (None, Some(name)) => (
                Cause::GoesOn,
                format!(
                    "the rule names a whole path, and {} follows",
                    quoted(name)
                ),
            ),
            (None, None) => (
                Cause::Ends,
                format!(
                    "{} covers only what lies below it",
                    quoted(self.text())
                ),
            ),
        }
    }
}

/// The last `count` names of the path in a field, or just the first of them;
/// all of it where they cannot be told.
fn last_names(
    spot: &Spot,
    count: usize,
    name: Option<&str>,
    all: bool,
) -> Spot {
    let (Some(name), Some(skip)) = (name, count.checked_sub(1)) else {
        let end = spot.span.end as usize;
        return spot.narrowed(match count {
            0 => spot.span,
            _ => Span::new(end, end),
        });
    };
    let text = spot.as_str();
    let body = text.trim_end_matches('/');
    let mut end = body.len();
    for _ in 0..skip {
        let before = body.get(..end).unwrap_or("");
        let Some(slash) = before.rfind(['/', '\\']) else {
            return spot.clone();
        };
        end = slash;
    }
    let before = body.get(..end).unwrap_or("");
    let start = before.rfind(['/', '\\']).map_or(0, |slash| slash + 1);
    let found = before.get(start..).unwrap_or("");
    if !found.eq_ignore_ascii_case(name) {
        return spot.clone();
    }
    let end = if all { body.len() } else { end };
    let offset = spot.span.start as usize;
    spot.narrowed(Span::new(start, end).shifted(offset))
}
