//! The bounded machine: for look-around and back-references.
//!
//! A backtracking machine over instructions with its own stack. Without
//! back-references the future of a search depends on the instruction and the
//! position only, so a pair that failed once is never tried again. With them
//! it depends on the captures as well, and only the budget bounds it.

use std::collections::{HashMap, HashSet};

use super::emit::{Code, Op, emit};
use super::{RegexLimits, RegexTooLarge, Verdict3};
use crate::syntax::regex::Regex;

/// The largest table of (instruction, position) pairs, in bits.
const MAX_TABLE: usize = 1 << 23;

#[derive(Clone, Debug)]
pub(super) struct Machine {
    code: Code,
    steps: u64,
}

/// The budget is used up.
struct Spent;

type Result<T> = std::result::Result<T, Spent>;

impl Machine {
    pub(super) fn new(
        regex: &Regex,
        limits: &RegexLimits,
    ) -> std::result::Result<Machine, RegexTooLarge> {
        Ok(Machine { code: emit(regex, limits)?, steps: limits.steps })
    }

    pub(super) fn memory(&self) -> usize {
        self.code.ops.len() * size_of::<Op>()
    }

    pub(super) fn run(&self, text: &str) -> Verdict3 {
        let text: Vec<u16> = text.encode_utf16().collect();
        let mut run = Run {
            code: &self.code,
            looks: HashMap::new(),
            saves: vec![None; self.code.saves],
            marks: vec![0; self.code.marks],
            steps: self.steps,
            text: &text,
        };
        let Ok(mut seen) = run.table() else {
            return Verdict3::Unknown;
        };
        for from in 0..=text.len() {
            match run.from(0, from, &mut seen) {
                Ok(true) => return Verdict3::Yes,
                Ok(false) => {}
                Err(Spent) => return Verdict3::Unknown,
            }
        }
        Verdict3::No
    }
}

/// A search in one text.
struct Run<'a> {
    code: &'a Code,
    text: &'a [u16],
    /// Look-arounds that were decided, by instruction and position.
    looks: HashMap<(usize, usize), bool>,
    saves: Vec<Option<usize>>,
    marks: Vec<usize>,
    steps: u64,
}

/// What to do when the search gets stuck.
enum Undo {
    Try(usize, usize),
    Save(usize, Option<usize>),
    Saves(Vec<Option<usize>>),
    Mark(usize, usize),
}

/// Pairs of instruction and position that were tried.
enum Seen {
    /// Captures matter, so nothing is known from them.
    Nothing,
    /// For the whole program: one bit each.
    Table { positions: usize, bits: Vec<u64> },
    /// For a look-around, which usually tries few.
    Few(HashSet<(usize, usize)>),
}

impl Seen {
    /// Notes the pair; whether it is new.
    fn add(&mut self, at: usize, position: usize) -> bool {
        match self {
            Seen::Nothing => true,
            Seen::Few(pairs) => pairs.insert((at, position)),
            Seen::Table { positions, bits } => {
                let bit = at * *positions + position;
                let Some(word) = bits.get_mut(bit / 64) else {
                    return true;
                };
                let new = *word & (1 << (bit % 64)) == 0;
                *word |= 1 << (bit % 64);
                new
            }
        }
    }
}

impl Run<'_> {
    /// An empty table for the whole program.
    fn table(&self) -> Result<Seen> {
        if self.code.back {
            return Ok(Seen::Nothing);
        }
        let positions = self.text.len() + 1;
        let size = self.code.ops.len().saturating_mul(positions);
        if size > MAX_TABLE {
            return Err(Spent);
        }
        Ok(Seen::Table { positions, bits: vec![0; size / 64 + 1] })
    }

    fn spend(&mut self, steps: u64) -> Result<()> {
        self.steps = self.steps.checked_sub(steps).ok_or(Spent)?;
        Ok(())
    }

    /// Whether the program at `at` matches from `position`. Afterwards the
    /// captures are those of the match, or as before if there is none.
    fn from(
        &mut self,
        at: usize,
        position: usize,
        seen: &mut Seen,
    ) -> Result<bool> {
        let mut stack = vec![Undo::Try(at, position)];
        while let Some(undo) = stack.pop() {
            match undo {
                Undo::Try(at, position) => {
                    if self.thread(at, position, seen, &mut stack)? {
                        return Ok(true);
                    }
                }
                Undo::Save(slot, old) => {
                    if let Some(save) = self.saves.get_mut(slot) {
                        *save = old;
                    }
                }
                Undo::Saves(old) => self.saves = old,
                Undo::Mark(mark, old) => {
                    if let Some(mark) = self.marks.get_mut(mark) {
                        *mark = old;
                    }
                }
            }
        }
        Ok(false)
    }

    /// Follows one path until it ends.
    fn thread(
        &mut self,
        mut at: usize,
        mut position: usize,
        seen: &mut Seen,
        stack: &mut Vec<Undo>,
    ) -> Result<bool> {
        let code = self.code;
        loop {
            self.spend(1)?;
            if !seen.add(at, position) {
                return Ok(false);
            }
            let Some(op) = code.ops.get(at) else {
                return Ok(false);
            };
            at += 1;
            let goes_on = match op {
                Op::Done => return Ok(true),
                Op::Units { ranges, behind } => {
                    match self.take(ranges, position, *behind) {
                        Some(next) => {
                            position = next;
                            true
                        }
                        None => false,
                    }
                }
                Op::Start => position == 0,
                Op::End => position == self.text.len(),
                Op::Boundary { negated } => {
                    self.boundary(position) != *negated
                }
                Op::Split(first, second) => {
                    stack.push(Undo::Try(*second, position));
                    at = *first;
                    true
                }
                Op::Jump(to) => {
                    at = *to;
                    true
                }
                Op::Look { negated, after } => {
                    let from = at;
                    at = *after;
                    self.look(from, position, *negated, stack)?
                }
                Op::Back { groups, behind } => {
                    match self.back(groups, position, *behind)? {
                        Some(next) => {
                            position = next;
                            true
                        }
                        None => false,
                    }
                }
                other => self.note(other, position, stack),
            };
            if !goes_on {
                return Ok(false);
            }
        }
    }

    fn unit(&self, position: usize, behind: bool) -> Option<(u16, usize)> {
        let at = if behind { position.checked_sub(1)? } else { position };
        let unit = self.text.get(at).copied()?;
        Some((unit, if behind { at } else { at + 1 }))
    }

    fn take(
        &self,
        ranges: &[(u16, u16)],
        position: usize,
        behind: bool,
    ) -> Option<usize> {
        let (unit, next) = self.unit(position, behind)?;
        let listed = |&(low, high): &(u16, u16)| low <= unit && unit <= high;
        ranges.iter().any(listed).then_some(next)
    }

    fn boundary(&self, position: usize) -> bool {
        let word = |behind| {
            self.unit(position, behind).is_some_and(|(unit, _)| {
                u8::try_from(unit).is_ok_and(|byte| {
                    byte.is_ascii_alphanumeric() || byte == b'_'
                })
            })
        };
        word(true) != word(false)
    }

    fn look(
        &mut self,
        from: usize,
        position: usize,
        negated: bool,
        stack: &mut Vec<Undo>,
    ) -> Result<bool> {
        if self.code.back {
            let before = self.saves.clone();
            self.spend(before.len() as u64)?;
            let mut seen = Seen::Nothing;
            let found = self.from(from, position, &mut seen)?;
            if negated {
                self.saves = before;
            } else if found {
                stack.push(Undo::Saves(before));
            }
            return Ok(found != negated);
        }
        let known = self.looks.get(&(from, position)).copied();
        let found = match known {
            Some(found) => found,
            None => {
                let mut seen = Seen::Few(HashSet::new());
                let found = self.from(from, position, &mut seen)?;
                self.looks.insert((from, position), found);
                found
            }
        };
        Ok(found != negated)
    }

    /// Matches the text of the capture that is set; one that is not set
    /// matches the empty text.
    fn back(
        &mut self,
        groups: &[u32],
        position: usize,
        behind: bool,
    ) -> Result<Option<usize>> {
        let set = groups.iter().find_map(|&group| {
            let slot = group as usize * 2;
            let start = self.saves.get(slot).copied().flatten()?;
            let end = self.saves.get(slot + 1).copied().flatten()?;
            Some((start, end))
        });
        let Some((start, end)) = set else {
            return Ok(Some(position));
        };
        let length = end.saturating_sub(start);
        self.spend(length as u64)?;
        let from = match behind {
            true => position.checked_sub(length),
            false => Some(position),
        };
        let same = from.filter(|&from| {
            let here = self.text.get(from..from + length);
            here.is_some() && here == self.text.get(start..end)
        });
        Ok(same.map(|from| if behind { from } else { from + length }))
    }

    /// Captures and marks; whether the path goes on.
    fn note(
        &mut self,
        op: &Op,
        position: usize,
        stack: &mut Vec<Undo>,
    ) -> bool {
        match *op {
            Op::Save(slot) => self.save(slot, Some(position), stack),
            Op::Clear(from, to) => {
                (from..to).for_each(|slot| self.save(slot, None, stack));
            }
            Op::Mark(mark) => {
                if let Some(place) = self.marks.get_mut(mark) {
                    stack.push(Undo::Mark(mark, *place));
                    *place = position;
                }
            }
            Op::Progress(mark) => {
                return self.marks.get(mark) != Some(&position);
            }
            _ => {}
        }
        true
    }

    fn save(
        &mut self,
        slot: usize,
        value: Option<usize>,
        stack: &mut Vec<Undo>,
    ) {
        if let Some(place) = self.saves.get_mut(slot)
            && *place != value
        {
            stack.push(Undo::Save(slot, *place));
            *place = value;
        }
    }
}
