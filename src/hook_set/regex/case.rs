//! Units that differ in case alone, as JavaScript's flag `i` has it: those
//! with the same upper case, as long as that is one unit and does not lead
//! from beyond ASCII into it.

use std::sync::OnceLock;

use super::translate::Ranges;

/// The units from `low` to `high`, and those that differ from one of them
/// in case alone.
pub(super) fn both(low: u16, high: u16) -> Ranges {
    let mut all = vec![(low, high)];
    for unit in low..=high.min(0x7F) {
        let letter = u8::try_from(unit).is_ok_and(|b| b.is_ascii_alphabetic());
        all.extend(letter.then_some((unit ^ 0x20, unit ^ 0x20)));
    }
    if high > 0x7F {
        let pairs = pairs();
        let from = pairs.partition_point(|pair| pair.0 < low);
        let rest = pairs.get(from..).unwrap_or_default().iter();
        let inside = rest.take_while(|pair| pair.0 <= high);
        all.extend(inside.map(|pair| (pair.1, pair.1)));
    }
    all
}

/// Every two units beyond ASCII that differ in case alone, in both orders.
fn pairs() -> &'static [(u16, u16)] {
    static PAIRS: OnceLock<Vec<(u16, u16)>> = OnceLock::new();
    PAIRS.get_or_init(|| {
        let mut by_upper: Vec<(u16, u16)> =
            (0x80..=u16::MAX).map(|unit| (upper(unit), unit)).collect();
        by_upper.sort_unstable();
        let mut pairs = Vec::new();
        for group in by_upper.chunk_by(|one, other| one.0 == other.0) {
            for (_, one) in group {
                let others = group.iter().filter(|other| other.1 != *one);
                pairs.extend(others.map(|other| (*one, other.1)));
            }
        }
        pairs.sort_unstable();
        pairs
    })
}

fn upper(unit: u16) -> u16 {
    let Some(c) = char::from_u32(u32::from(unit)) else { return unit };
    let mut all = c.to_uppercase();
    match (all.next(), all.next()) {
        (Some(one), None) => u16::try_from(u32::from(one))
            .ok()
            .filter(|one| *one > 0x7F)
            .unwrap_or(unit),
        _ => unit,
    }
}
