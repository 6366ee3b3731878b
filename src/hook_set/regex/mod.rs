//! JavaScript regular expressions, compiled.
//!
//! **Text.** JavaScript matches UTF-16 code units; we have UTF-8. The
//! automata read the text as if each code unit were written as UTF-8 by
//! itself: a character of the basic plane is its usual bytes, any other is
//! two surrogates of three bytes each. Text without such characters (nearly
//! all) is read as it stands, the others are re-written on the fly, so no
//! text is ever copied and `^.$` and `[😀]` mean what JavaScript means.
//!
//! **Three ways**, first that fits:
//! 1. no look-around and no back-reference: one dense automaton;
//! 2. look-aheads at the start behind `^`, as in `^(?!Read$)`: a boolean
//!    combination of automata, each asked about the whole text;
//! 3. anything else, or automata over their limit: a bounded machine
//!    (`machine`), which remembers where it has been and so is linear in
//!    the text; with back-references it has a budget of steps, and says
//!    "unknown" when that is used up.

mod case;
mod dense;
mod emit;
mod machine;
mod translate;

pub(crate) use translate::units;

use crate::syntax::regex::{MAX_REGEX_WEIGHT, Regex};
use dense::{Dense, Stored};
use machine::Machine;

/// What there is to say about a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict3 {
    /// It matches.
    Yes,
    /// It does not.
    No,
    /// It was not found out within the budget.
    Unknown,
}

impl From<bool> for Verdict3 {
    fn from(yes: bool) -> Verdict3 {
        if yes { Verdict3::Yes } else { Verdict3::No }
    }
}

/// Limits of compiling and running a regular expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegexLimits {
    /// Bytes of the non-deterministic automaton.
    pub nfa_bytes: usize,
    /// Bytes of each dense automaton, and of the work to build it.
    pub dfa_bytes: usize,
    /// Instructions of the bounded machine.
    pub instructions: usize,
    /// Steps of the bounded machine for one text.
    pub steps: u64,
}

impl Default for RegexLimits {
    fn default() -> RegexLimits {
        RegexLimits {
            nfa_bytes: 1 << 20,
            dfa_bytes: 1 << 16,
            // Whatever can be parsed fits.
            instructions: MAX_REGEX_WEIGHT as usize,
            steps: 250_000,
        }
    }
}

/// The repetitions of a regular expression multiply beyond the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegexTooLarge;

impl std::error::Error for RegexTooLarge {}

impl std::fmt::Display for RegexTooLarge {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("the repetitions multiply too far")
    }
}

/// A compiled regular expression.
#[derive(Clone, Debug)]
pub struct RegexProgram {
    how: How,
}

#[derive(Clone, Debug)]
enum How {
    Automata(Formula),
    /// One automaton that was compiled before.
    Stored(Box<Stored>),
    Machine(Box<Machine>),
}

/// A boolean combination of automata.
#[derive(Clone, Debug)]
enum Formula {
    Dense(Box<Dense>),
    All(Vec<Formula>),
    Any(Vec<Formula>),
    Not(Box<Formula>),
}

impl RegexProgram {
    /// Compiles `regex`.
    ///
    /// # Errors
    /// Where it is too large even for the bounded machine.
    pub fn compile(
        regex: &Regex,
        limits: &RegexLimits,
    ) -> Result<RegexProgram, RegexTooLarge> {
        if let Some(formula) = translate::formula(regex, limits) {
            return Ok(RegexProgram { how: How::Automata(formula) });
        }
        let machine = Machine::new(regex, limits)?;
        Ok(RegexProgram { how: How::Machine(Box::new(machine)) })
    }

    /// The bytes that [`RegexProgram::read`] makes the same program of;
    /// `None` where it is not a single automaton.
    pub(super) fn write(&self) -> Option<Vec<u8>> {
        match &self.how {
            How::Automata(Formula::Dense(dense)) => dense.write(),
            _ => None,
        }
    }

    /// The program in these bytes, whoever wrote them. Linear in them.
    pub(super) fn read(bytes: &[u8]) -> Option<RegexProgram> {
        let how = How::Stored(Box::new(Stored::read(bytes)?));
        Some(RegexProgram { how })
    }

    /// Whether `regex` is found anywhere in `text`.
    pub fn is_match(&self, text: &str) -> Verdict3 {
        match &self.how {
            How::Automata(formula) => formula.holds(text).into(),
            How::Stored(automaton) => automaton.is_match(text).into(),
            How::Machine(machine) => machine.run(text),
        }
    }

    /// Whether it is automata only: linear with a small constant, and never
    /// unknown.
    pub fn is_automaton(&self) -> bool {
        !matches!(self.how, How::Machine(_))
    }

    /// The bytes of its automata.
    pub fn memory(&self) -> usize {
        match &self.how {
            How::Automata(formula) => formula.memory(),
            How::Stored(automaton) => automaton.memory(),
            How::Machine(machine) => machine.memory(),
        }
    }
}

impl Formula {
    fn holds(&self, text: &str) -> bool {
        match self {
            Formula::Dense(dense) => dense.is_match(text),
            Formula::All(all) => all.iter().all(|one| one.holds(text)),
            Formula::Any(all) => all.iter().any(|one| one.holds(text)),
            Formula::Not(one) => !one.holds(text),
        }
    }

    fn memory(&self) -> usize {
        match self {
            Formula::Dense(dense) => dense.memory(),
            Formula::All(all) | Formula::Any(all) => {
                all.iter().map(Formula::memory).sum()
            }
            Formula::Not(one) => one.memory(),
        }
    }
}

#[cfg(test)]
mod tests;
