//! Tree → instructions of the bounded machine.

use super::translate::{Ranges, units};
use super::{RegexLimits, RegexTooLarge};
use crate::syntax::regex::{Kind, Node, Regex};

/// An instruction. Where nothing else is said, the next one follows.
#[derive(Clone, Debug)]
pub(super) enum Op {
    /// One unit of these, to the right or to the left.
    Units { ranges: Ranges, behind: bool },
    /// `^`.
    Start,
    /// `$`.
    End,
    /// `\b`, `\B`.
    Boundary { negated: bool },
    /// Goes on at both, the first before the second.
    Split(usize, usize),
    /// Goes on there.
    Jump(usize),
    /// A look-around: its instructions follow, up to `after`.
    Look { negated: bool, after: usize },
    /// Notes the position as an end of a capture.
    Save(usize),
    /// Forgets these captures.
    Clear(usize, usize),
    /// The text of whichever of these captures is set.
    Back { groups: Vec<u32>, behind: bool },
    /// Notes the position where an iteration starts.
    Mark(usize),
    /// Fails if the iteration took nothing.
    Progress(usize),
    /// The (sub-)program has matched.
    Done,
}

/// Instructions, and what they need to run.
#[derive(Clone, Debug, Default)]
pub(super) struct Code {
    pub(super) ops: Vec<Op>,
    /// Whether there are back-references, so that captures matter.
    pub(super) back: bool,
    /// Whether letter case does not count.
    fold: bool,
    /// How many ends of captures.
    pub(super) saves: usize,
    /// How many marks.
    pub(super) marks: usize,
    work: usize,
    limit: usize,
}

type Result<T> = std::result::Result<T, RegexTooLarge>;

pub(super) fn emit(regex: &Regex, limits: &RegexLimits) -> Result<Code> {
    let mut code = Code {
        back: regex.root.refers_back(),
        fold: regex.ignores_case,
        saves: (regex.captures as usize + 1) * 2,
        limit: limits.instructions,
        ..Code::default()
    };
    code.node(&regex.root, false)?;
    code.push(Op::Done)?;
    Ok(code)
}

impl Code {
    fn push(&mut self, op: Op) -> Result<usize> {
        if self.ops.len() >= self.limit {
            return Err(RegexTooLarge);
        }
        self.ops.push(op);
        Ok(self.ops.len() - 1)
    }

    /// Puts `op` where a place was kept for it.
    fn put(&mut self, at: usize, op: Op) {
        if let Some(place) = self.ops.get_mut(at) {
            *place = op;
        }
    }

    /// `behind`: read from right to left.
    fn node(&mut self, node: &Node, behind: bool) -> Result<()> {
        // Repetitions of nothing emit nothing but must end, too.
        self.work += 1;
        if self.work > self.limit.saturating_mul(4) {
            return Err(RegexTooLarge);
        }
        match &node.kind {
            Kind::Start => self.push(Op::Start).map(drop),
            Kind::End => self.push(Op::End).map(drop),
            Kind::Boundary { negated } => {
                self.push(Op::Boundary { negated: *negated }).map(drop)
            }
            Kind::Look { behind, negated, body } => {
                self.look(*behind, *negated, body)
            }
            Kind::Group { capture, body } => {
                self.group(*capture, body, behind)
            }
            Kind::Back(groups) => {
                let groups = groups.clone();
                self.push(Op::Back { groups, behind }).map(drop)
            }
            Kind::Repeat { .. } => self.repeat(node, behind),
            Kind::Either(all) => self.either(all, behind),
            Kind::Sequence(all) if behind => {
                all.iter().rev().try_for_each(|one| self.node(one, true))
            }
            Kind::Sequence(all) => {
                all.iter().try_for_each(|one| self.node(one, false))
            }
            kind => {
                let ranges = units(kind, self.fold).unwrap_or_default();
                self.push(Op::Units { ranges, behind }).map(drop)
            }
        }
    }

    fn look(
        &mut self,
        behind: bool,
        negated: bool,
        body: &Node,
    ) -> Result<()> {
        let at = self.push(Op::Done)?;
        self.node(body, behind)?;
        let after = self.push(Op::Done)? + 1;
        self.put(at, Op::Look { negated, after });
        Ok(())
    }

    fn group(
        &mut self,
        capture: Option<u32>,
        body: &Node,
        behind: bool,
    ) -> Result<()> {
        let number = capture.filter(|_| self.back).map(|n| n as usize * 2);
        let Some(slot) = number else {
            return self.node(body, behind);
        };
        self.push(Op::Save(slot + usize::from(behind)))?;
        self.node(body, behind)?;
        self.push(Op::Save(slot + usize::from(!behind)))?;
        Ok(())
    }

    fn either(&mut self, all: &[Node], behind: bool) -> Result<()> {
        let mut jumps = Vec::new();
        for (i, one) in all.iter().enumerate() {
            if i + 1 == all.len() {
                self.node(one, behind)?;
                break;
            }
            let split = self.push(Op::Done)?;
            self.node(one, behind)?;
            jumps.push(self.push(Op::Done)?);
            self.put(split, Op::Split(split + 1, self.ops.len()));
        }
        for jump in jumps {
            self.put(jump, Op::Jump(self.ops.len()));
        }
        Ok(())
    }

    fn repeat(&mut self, node: &Node, behind: bool) -> Result<()> {
        let Kind::Repeat { min, max, greedy, inside, body } = &node.kind
        else {
            return Ok(());
        };
        for _ in 0..*min {
            self.clear(*inside)?;
            self.node(body, behind)?;
        }
        let mut splits = Vec::new();
        let again = self.ops.len();
        for _ in *min..max.unwrap_or(min + 1) {
            splits.push(self.push(Op::Done)?);
            self.clear(*inside)?;
            let mark = self.marks;
            if self.back {
                self.marks += 1;
                self.push(Op::Mark(mark))?;
            }
            self.node(body, behind)?;
            if self.back {
                self.push(Op::Progress(mark))?;
            }
        }
        if max.is_none() {
            self.push(Op::Jump(again))?;
        }
        let out = self.ops.len();
        for split in splits {
            let (first, second) = match greedy {
                true => (split + 1, out),
                false => (out, split + 1),
            };
            self.put(split, Op::Split(first, second));
        }
        Ok(())
    }

    fn clear(&mut self, (first, end): (u32, u32)) -> Result<()> {
        if self.back && first < end {
            let (from, to) = (first as usize * 2, end as usize * 2);
            self.push(Op::Clear(from, to))?;
        }
        Ok(())
    }
}
