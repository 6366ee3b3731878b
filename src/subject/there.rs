//! What guards on files name, and whether something is there by that name.

use super::{Needs, Subjects};
use crate::dialect::Dialect;
use crate::event::{Context, Event};
use crate::ir::Place;
use crate::shell::Guarded;

impl Subjects {
    /// The paths of places in the event, as far as the directories are known
    /// that they start at.
    pub(crate) fn paths_of<'p>(
        event: &Event<'_>,
        context: &Context,
        dialect: &Dialect,
        places: impl Iterator<Item = &'p Place>,
    ) -> Vec<String> {
        let mut subjects = Subjects::default();
        subjects.take_directories(event, context, dialect);
        places.filter_map(|place| subjects.path_of(place)).collect()
    }

    /// The guards on files without those on what is absent.
    pub(super) fn there(
        &self,
        context: &Context,
        needs: Needs<'_>,
    ) -> Option<Guarded> {
        let guarded = needs.guarded.filter(|_| !context.absent.is_empty())?;
        let is_absent = |place: &Place| {
            let path = self.path_of(place);
            path.is_some_and(|path| context.absent.contains(&path))
        };
        let reads = guarded.reads.as_ref()?;
        // One that may stand anywhere has no place.
        let there = reads.iter().zip(needs.places).filter(|(_, places)| {
            places.is_empty() || !places.iter().all(is_absent)
        });
        let there = there.map(|(needed, _)| needed.clone()).collect();
        let whole = reads.len() == needs.places.len();
        whole.then(|| Guarded { reads: Some(there), ..guarded.clone() })
    }

    fn path_of(&self, (base, path): &Place) -> Option<String> {
        let directory = self.base(base)?;
        Some([directory, path].concat())
    }
}
