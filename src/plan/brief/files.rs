//! What guards on files look for, where that stands, and where they start.

use std::ops::Range;

use super::bytes::Fields;
use super::{range, write};
use crate::ir::{Anchors, Place};
use crate::shell::{Guarded, Needed};

/// What the guards on files look for.
#[derive(Clone, Debug)]
pub(in crate::plan) struct Files {
    pub(in crate::plan) guarded: Guarded,
    /// Where each name stands that guards on what is read look for.
    pub(in crate::plan) places: Vec<Vec<Place>>,
    /// The bytes that say where guards start: who looks for links asks.
    starts: Range<usize>,
}

impl Files {
    /// Where guards start, as far as that is written out.
    pub(in crate::plan) fn starts(&self, brief: &[u8]) -> Vec<Place> {
        let bytes = brief.get(self.starts.clone()).unwrap_or_default();
        let (mut fields, mut path) = (Fields::new(bytes), Vec::new());
        let mut next = || {
            let base = write::base(fields.u8()?)?;
            let (shared, len) = (fields.u8()?, fields.u8()?);
            path.truncate(usize::from(shared));
            path.extend(fields.take(usize::from(len))?);
            Some((base, String::from_utf8(path.clone()).ok()?))
        };
        std::iter::from_fn(&mut next).collect()
    }
}

pub(super) fn read(fields: &mut Fields<'_>) -> Option<Files> {
    let (reads, writes) = (guarded_if_any(fields)?, guarded_if_any(fields)?);
    let places = 0..fields.count(4)?;
    let places = places.map(|_| places_of(fields));
    let places = places.collect::<Option<_>>()?;
    let starts = range(fields)?;
    Some(Files { guarded: Guarded { reads, writes }, places, starts })
}

/// The directories that guards and conditions start at.
pub(super) fn anchors(fields: &mut Fields<'_>) -> Option<Anchors> {
    let mut packed = [0; Anchors::COUNT];
    for uses in &mut packed {
        *uses = fields.u32()?;
    }
    Some(Anchors::unpacked(packed))
}

/// What guards look for: a start, an end, and whether that is all.
fn guarded_if_any(fields: &mut Fields<'_>) -> Option<Option<Vec<Needed>>> {
    let is_there = fields.u8()? == 1;
    let mut found = Vec::new();
    for _ in 0..fields.count(1)? {
        let name = name_of(fields)?;
        let last = fields.u8()? == 1;
        let under = fields.text()?.to_owned();
        let first = fields.text()?.to_owned();
        let above = 0..fields.count(1)?;
        let above = above.map(|_| name_of(fields)).collect::<Option<_>>()?;
        found.push(Needed { last, under, first, above, ..name });
    }
    Some(is_there.then_some(found))
}

/// Where a name stands.
fn places_of(fields: &mut Fields<'_>) -> Option<Vec<Place>> {
    let places = 0..fields.count(5)?;
    let places = places.map(|_| {
        Some((write::base(fields.u8()?)?, fields.text()?.to_owned()))
    });
    places.collect()
}

/// What is known of a name.
fn name_of(fields: &mut Fields<'_>) -> Option<Needed> {
    let whole = fields.u8()? == 1;
    let start = fields.text()?.to_owned();
    let end = fields.text()?.to_owned();
    let inner = fields.text()?.to_owned();
    Some(Needed { start, end, inner, whole, ..Needed::default() })
}
