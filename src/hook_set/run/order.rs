//! Putting matches in order.
//!
//! While they are found, matches are numbers: the rule above the place, so
//! that the smaller number comes first. Of most rules the places are found in
//! their order, so many matches are put in order by the rule alone, in two
//! steps of half the bits of its number each: linear, and the places of a
//! rule stay as they lie.

use super::super::{Match, Place};
use crate::ir::RuleId;

/// Up to so many are sorted by comparing them.
const COMPARED: usize = 64;

/// The bits of a place that say of which kind it is.
const UNIT: u32 = 1 << 30;
const PATH: u32 = 2 << 30;
const NUMBER: u32 = UNIT - 1;

/// A match as a number.
#[inline]
pub(super) fn pack(rule: u32, place: Place) -> u64 {
    // No event has so many parts that a number would not fit.
    let place = match place {
        Place::Call => 0,
        Place::Unit(at) => UNIT | at & NUMBER,
        Place::Path(at) => PATH | at & NUMBER,
    };
    u64::from(rule) << 32 | u64::from(place)
}

/// The rule of a packed match.
#[inline]
pub(super) fn rule(packed: u64) -> u32 {
    (packed >> 32) as u32
}

#[inline]
pub(super) fn unpack(packed: u64) -> Match {
    let (rule, place) = (RuleId(rule(packed)), packed as u32);
    let place = match place & !NUMBER {
        0 => Place::Call,
        UNIT => Place::Unit(place & NUMBER),
        _ => Place::Path(place & NUMBER),
    };
    Match { rule, place }
}

/// Sorts matches of so many rules; `spare` is memory for it.
pub(super) fn sort(all: &mut [u64], spare: &mut Vec<u64>, rules: usize) {
    if all.len() > COMPARED {
        let bits = rules.max(2).ilog2() + 1;
        let low = bits.div_ceil(2);
        spare.clear();
        spare.resize(all.len(), 0);
        deal(all, spare, 32, low);
        deal(spare, all, 32 + low, low);
        if all.is_sorted() {
            return;
        }
    }
    all.sort_unstable();
}

/// The most bits that one step looks at, which is enough for 260,000 rules;
/// of more, matches are sorted by comparing them.
const BITS: u32 = 9;

/// Puts the numbers in the order of `bits` bits from `shift` on; those with
/// the same bits stay in the order they had.
fn deal(from: &[u64], to: &mut [u64], shift: u32, bits: u32) {
    let mut ends = [0u32; 1 << BITS];
    let mask = (1 << bits.min(BITS)) - 1;
    let digit = |n: u64| (n >> shift) as usize & mask;
    for &n in from {
        if let Some(count) = ends.get_mut(digit(n)) {
            *count += 1;
        }
    }
    let mut sum = 0;
    for end in ends.iter_mut().take(mask + 1) {
        sum += *end;
        *end = sum;
    }
    for &n in from.iter().rev() {
        if let Some(end) = ends.get_mut(digit(n)) {
            *end = end.wrapping_sub(1);
            if let Some(place) = to.get_mut(*end as usize) {
                *place = n;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_are_in_the_order_of_rules_then_places() {
        let mut seed = 1u64;
        let mut next = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005) + 1;
            (seed >> 33) % below
        };
        for rules in [1, 2, 3, 100, 5000, 100_000, 1_000_000, 5_000_000] {
            for count in [0, 1, 5, 65, 1000] {
                let mut all = Vec::new();
                for _ in 0..count {
                    let at = next(20) as u32;
                    let place =
                        [Place::Call, Place::Unit(at), Place::Path(at)]
                            [next(3) as usize];
                    all.push(Match {
                        rule: RuleId(next(rules) as u32),
                        place,
                    });
                }
                let packed = |m: &Match| pack(m.rule.0, m.place);
                let mut numbers: Vec<_> = all.iter().map(packed).collect();
                sort(&mut numbers, &mut Vec::new(), rules as usize);
                all.sort_unstable();
                let found: Vec<_> = numbers.into_iter().map(unpack).collect();
                assert_eq!(found, all, "{count} of {rules}");
            }
        }
    }
}
