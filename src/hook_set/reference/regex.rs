//! JavaScript regular expressions, read off the standard.
//!
//! Without back-references a pattern maps a set of positions to the set of
//! positions where a match from one of them can end; that is computed
//! directly. With them the matcher of the standard is followed, with its
//! continuations, up to a number of steps.

mod backtrack;

use std::collections::BTreeSet;

use crate::hook_set::regex::Verdict3;
use crate::syntax::regex::{ClassEscape, ClassItem, Kind};
use crate::syntax::regex::{Node, Regex, Shorthand};

/// The budget is used up.
pub(super) struct Spent;

type Positions = BTreeSet<usize>;
type Ends = Result<Positions, Spent>;

/// Whether `regex` is found in `text`, within so many steps.
pub fn regex_matches(regex: &Regex, text: &str, steps: u64) -> Verdict3 {
    let text: Vec<u16> = text.encode_utf16().collect();
    if has_back(&regex.root) {
        return backtrack::search(regex, &text, steps);
    }
    let fold = regex.ignores_case;
    let mut search = Search { text: &text, steps, fold };
    let everywhere = (0..=text.len()).collect();
    match search.ends(&regex.root, &everywhere) {
        Ok(ends) => (!ends.is_empty()).into(),
        Err(Spent) => Verdict3::Unknown,
    }
}

fn has_back(node: &Node) -> bool {
    match &node.kind {
        Kind::Back(_) => true,
        Kind::Look { body, .. }
        | Kind::Group { body, .. }
        | Kind::Repeat { body, .. } => has_back(body),
        Kind::Either(all) | Kind::Sequence(all) => all.iter().any(has_back),
        _ => false,
    }
}

struct Search<'a> {
    text: &'a [u16],
    steps: u64,
    /// Whether letter case does not count.
    fold: bool,
}

impl Search<'_> {
    /// Where a match of `node` from one of `starts` can end.
    fn ends(&mut self, node: &Node, starts: &Positions) -> Ends {
        let cost = starts.len() as u64 + 1;
        self.steps = self.steps.checked_sub(cost).ok_or(Spent)?;
        match &node.kind {
            Kind::Group { body, .. } => self.ends(body, starts),
            Kind::Sequence(all) => {
                let mut at = starts.clone();
                for one in all {
                    at = self.ends(one, &at)?;
                }
                Ok(at)
            }
            Kind::Either(all) => {
                let mut ends = Positions::new();
                for one in all {
                    ends.extend(self.ends(one, starts)?);
                }
                Ok(ends)
            }
            Kind::Repeat { min, max, body, .. } => {
                self.repeat(*min, *max, body, starts)
            }
            Kind::Look { behind, negated, body } => {
                let mut held = Positions::new();
                for &at in starts {
                    if self.look(*behind, body, at)? != *negated {
                        held.insert(at);
                    }
                }
                Ok(held)
            }
            kind => {
                let (text, fold) = (self.text, self.fold);
                let step = |&at: &usize| match asserts(kind, text, at) {
                    Some(held) => held.then_some(at),
                    None => {
                        let unit = text.get(at)?;
                        accepts(kind, *unit, fold).then_some(at + 1)
                    }
                };
                Ok(starts.iter().filter_map(step).collect())
            }
        }
    }

    fn look(
        &mut self,
        behind: bool,
        body: &Node,
        at: usize,
    ) -> Result<bool, Spent> {
        if !behind {
            let ends = self.ends(body, &Positions::from([at]))?;
            return Ok(!ends.is_empty());
        }
        let before = (0..=at).collect();
        Ok(self.ends(body, &before)?.contains(&at))
    }

    fn repeat(
        &mut self,
        min: u32,
        max: Option<u32>,
        body: &Node,
        starts: &Positions,
    ) -> Ends {
        let mut at = starts.clone();
        for _ in 0..min {
            let next = self.ends(body, &at)?;
            if next == at {
                break;
            }
            at = next;
        }
        let mut all = at.clone();
        let mut done = min;
        while max.is_none_or(|max| done < max) {
            at = self.ends(body, &at)?;
            let before = all.len();
            all.extend(&at);
            if all.len() == before {
                break;
            }
            done += 1;
        }
        Ok(all)
    }
}

/// Whether an assertion holds at a position; `None` if it is none.
fn asserts(kind: &Kind, text: &[u16], at: usize) -> Option<bool> {
    let word = |at: Option<usize>| {
        at.and_then(|at| text.get(at)).is_some_and(|&unit| is_word(unit))
    };
    match kind {
        Kind::Start => Some(at == 0),
        Kind::End => Some(at == text.len()),
        Kind::Boundary { negated } => {
            let boundary = word(at.checked_sub(1)) != word(Some(at));
            Some(boundary != *negated)
        }
        _ => None,
    }
}

/// Whether a node of one unit takes `unit`; with `fold`, as good as any that
/// has the same canonical form.
fn accepts(kind: &Kind, unit: u16, fold: bool) -> bool {
    let same = |own: u16| match fold {
        true => canonical(own) == canonical(unit),
        false => own == unit,
    };
    match kind {
        Kind::Unit(own) => same(*own),
        Kind::Dot => !is_line_end(unit),
        Kind::Escape(escape) => escapes(*escape, unit),
        Kind::Class { negated, items } => {
            let listed = items.iter().any(|item| match *item {
                ClassItem::Range(low, high) if !fold => {
                    (low..=high).contains(&unit)
                }
                ClassItem::Range(low, high) => (low..=high).any(same),
                ClassItem::Escape(escape) => escapes(escape, unit),
            });
            listed != *negated
        }
        _ => false,
    }
}

/// The standard's Canonicalize for the flag `i` without `u`.
fn canonical(unit: u16) -> u16 {
    let text = String::from_utf16_lossy(&[unit]).to_uppercase();
    let mut units = text.encode_utf16();
    let (first, second) = (units.next().unwrap_or(unit), units.next());
    let lone = (0xD800..0xE000).contains(&unit);
    if lone || second.is_some() || unit >= 128 && first < 128 {
        return unit;
    }
    first
}

fn escapes(escape: ClassEscape, unit: u16) -> bool {
    let c = char::from_u32(u32::from(unit));
    let held = match escape.shorthand {
        Shorthand::Digit => c.is_some_and(|c| c.is_ascii_digit()),
        Shorthand::Word => is_word(unit),
        // Unicode's White_Space has U+0085, JavaScript's has not; for
        // U+FEFF it is the other way round.
        Shorthand::Space => {
            unit == 0xFEFF
                || (unit != 0x85 && c.is_some_and(char::is_whitespace))
        }
    };
    held != escape.negated
}

fn is_word(unit: u16) -> bool {
    char::from_u32(u32::from(unit))
        .is_some_and(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn is_line_end(unit: u16) -> bool {
    [0x0A, 0x0D, 0x2028, 0x2029].contains(&unit)
}
