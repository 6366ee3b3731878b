//! What guards name behind programs: options, and words. A filter of their
//! hashes, made once for a policy, so that no look at a command is spent on
//! what none of its guards is about.

mod found;
mod globs;
mod hashes;
mod letters;
mod patterns;
mod placed;

pub(crate) use letters::{Letters, Which, letters};
pub(crate) use patterns::{assigned, behind_lead};
pub(crate) use placed::SCRIPT;

use std::borrow::Cow;

use crate::shell::Effects;
use crate::syntax::TextGlob;
use hashes::Hashes;

/// How many bits there are for each name, of which it sets a few. A name
/// that is taken for another may ask in vain, so there are many; and more
/// where the filter is small all the same.
const BITS: usize = 26;
const BITS_OF_FEW: usize = 64;
const SMALL: usize = 1 << 15;
const SET: u32 = 8;
/// How many bits it has at least and at most.
const LEAST: usize = 64;
const MOST: usize = 1 << 22;

/// The hash of nothing.
pub(crate) const SEED: u64 = 0xCBF2_9CE4_8422_2325;

/// What stands before an option in views that have them in one order.
pub(crate) const MARK: char = '\u{1}';

/// How many letters of the options in a pattern are looked for, and how many
/// of a command are.
pub(crate) const NAMED: usize = 3;
const WRITTEN: u32 = 8;

/// How many letters a pattern's word has at most that is no one option:
/// `-maxdepth`.
const LETTERS: u32 = 5;

/// Options and words, each behind a program, as a small filter. Says of few
/// others that they are among them, and of none of them that it is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedOptions<'a> {
    bits: &'a [u8],
}

impl<'a> NamedOptions<'a> {
    /// What [`NamedOptions::write`] wrote; `None` for bytes of another form.
    pub fn read(bits: &'a [u8]) -> Option<NamedOptions<'a>> {
        let size = LEAST / 8..=MOST / 8;
        size.contains(&bits.len()).then_some(NamedOptions { bits })
    }

    /// The filter of what patterns name: those that look at options right
    /// behind a program, at sorted ones, and guards. Linear in them, but for
    /// long options of git.
    pub fn write<'p>(
        patterns: impl Iterator<Item = (Effects, &'p TextGlob)>,
    ) -> Vec<u8> {
        let found = NamedOptions::hashes(patterns);
        let few = (found.len() * BITS_OF_FEW).min(SMALL);
        let bits = (found.len() * BITS).max(few).clamp(LEAST, MOST);
        let mut out = vec![0; bits / 8];
        for hash in found {
            for (at, bit) in places(hash, out.len()) {
                if let Some(byte) = out.get_mut(at) {
                    *byte |= bit;
                }
            }
        }
        out
    }

    /// The hashes in that filter, in order. No view of a command is made for
    /// a guard that is not made for others with the same ones.
    pub fn hashes<'p>(
        patterns: impl Iterator<Item = (Effects, &'p TextGlob)>,
    ) -> Vec<u64> {
        const TURNED: Effects = Effects::OPEN.and(Effects::TURNED);
        let mut found = Hashes::default();
        for (effects, TextGlob { parts, boundary }) in patterns {
            let guard = effects.meets(Effects::GUARD);
            let mut parts = Cow::Borrowed(parts.as_slice());
            loop {
                let leads = patterns::may_lead(&parts);
                if effects.meets(TURNED) {
                    patterns::option_of(&parts, &mut found);
                }
                if effects.meets(Effects::SORTED) {
                    patterns::sorted_of(&parts, &mut found);
                }
                if guard {
                    if leads {
                        patterns::variable_of(&parts, &mut found);
                    }
                    patterns::words_of(&parts, *boundary, &mut found);
                    patterns::pushes_of(&parts, &mut found);
                    patterns::options_of(&parts, &mut found);
                    patterns::operands_of(&parts, &mut found);
                    patterns::homes_of(&parts, &mut found);
                    globs::words_of(&parts, *boundary, &mut found);
                    placed::paths_of(&parts, *boundary, &mut found);
                    found::found_of(&parts, *boundary, &mut found);
                }
                let own = leads.then(|| patterns::behind_lead(&parts));
                let Some((lead, own)) = own.flatten() else { break };
                if guard && lead == "sudo" {
                    found.push(Behind::new("sudo", SUDO).0);
                }
                parts = Cow::Owned(own);
            }
        }
        found.each_once()
    }

    /// Whether a guard may name an option, here without its first dash, of
    /// the program with a hash; without a name, any.
    pub(crate) fn has(&self, program: u64, option: &str) -> bool {
        self.has_hash(named(program, option))
    }

    /// Whether a guard may name words, and no option, behind a program and
    /// a subcommand.
    pub(crate) fn has_words(&self, behind: Behind) -> bool {
        self.has_hash(behind.0)
    }

    /// Whether a guard may name where `git push` pushes to.
    pub(crate) fn has_pushes(&self) -> bool {
        self.has_hash(Behind::new(patterns::PUSH, "").0)
    }

    /// Whether a guard may be about the end of a command, or words behind a
    /// star, of this or of any program.
    pub(crate) fn has_ends(&self, program: &str) -> bool {
        let any = [Behind::new(program, ANY), Behind::new(ANY, "")];
        any.into_iter().any(|behind| self.has_hash(behind.0))
    }

    /// Whether a guard may name an option of which this long one is a start.
    pub(crate) fn has_long(&self, behind: Behind, option: &str) -> bool {
        self.has_hash(named(behind.0, option))
    }

    /// Whether a guard may name operands that are alike.
    pub(crate) fn has_operands(&self, behind: Behind) -> bool {
        self.has_hash(behind.operand(EACH))
    }

    /// Whether a guard may name an operand that starts like this one.
    pub(crate) fn has_operand(&self, behind: Behind, text: &str) -> bool {
        let starts = (0..=START).map(|length| start_of(text, length));
        starts.into_iter().any(|start| self.has_hash(behind.operand(start)))
    }

    /// Whether a guard may name options of a program, wherever they stand.
    pub(crate) fn has_sorted(&self, program: &str) -> bool {
        self.has_sorted_of(program) || self.has_hash(ANY_SORTED.0)
    }

    /// The same of guards that say which program.
    pub(crate) fn has_sorted_of(&self, program: &str) -> bool {
        self.has_hash(Behind::new(program, SORTED).0)
    }

    /// Whether a guard may name this option among others.
    pub(crate) fn has_sorted_name(&self, program: &str, name: &str) -> bool {
        let mut any = self.sorted(program);
        any.any(|behind| self.has_hash(named(behind.0, name)))
    }

    /// Whether a guard may name these options, and no others.
    pub(crate) fn has_sorted_set<'n>(
        &self,
        program: &str,
        names: impl Iterator<Item = &'n str> + Clone,
    ) -> bool {
        let mut any = self.sorted(program);
        any.any(|behind| self.has_hash(sorted_set(behind, names.clone())))
    }

    /// Those of the program, and of any, about which some guard may be.
    fn sorted(&self, program: &str) -> impl Iterator<Item = Behind> {
        let any = [Behind::new(program, SORTED), ANY_SORTED];
        any.into_iter().filter(|behind| self.has_hash(behind.0))
    }

    /// Whether a guard on a program may name the home directory.
    pub(crate) fn has_home(&self, program: &str) -> bool {
        let any = [Behind::new(program, HOME), Behind::new(ANY, HOME)];
        any.into_iter().any(|behind| self.has_hash(behind.0))
    }

    /// Whether a guard on a program may name the current directory.
    pub(crate) fn has_here(&self, program: &str) -> bool {
        let any = [Behind::new(program, HERE), Behind::new(ANY, HERE)];
        any.into_iter().any(|behind| self.has_hash(behind.0))
    }

    /// Whether a guard may name what `sudo` runs.
    pub(crate) fn has_sudo(&self) -> bool {
        self.has_hash(Behind::new("sudo", SUDO).0)
    }

    /// Whether a guard may set a variable of this name before a command;
    /// without a name, any.
    pub(crate) fn has_variable(&self, name: &str) -> bool {
        self.has_hash(Behind::new(patterns::SET_BEFORE, name).0)
    }

    /// Whether a guard may name short options.
    pub(crate) fn has_letters(&self, behind: Behind) -> bool {
        self.has_hash(named(behind.0, "-"))
    }

    /// Gives those of the letters that are all the letters of options of
    /// which some guard may be; of one that names more than a few, the
    /// least.
    pub(crate) fn letters(
        &self,
        behind: Behind,
        all: Letters,
        mut found: impl FnMut(Letters, Which),
    ) {
        if !all.any() || !self.has_letters(behind) {
            return;
        }
        if all.0.count_ones() > WRITTEN {
            return found(all, Which::Others);
        }
        let mut look = |some: Letters| {
            for which in [Which::All, Which::Others] {
                if self.has_hash(some.behind(behind, which)) {
                    found(some, which);
                }
            }
        };
        for one in all.each() {
            look(one);
            for two in one.above(all).each() {
                let pair = Letters(one.0 | two.0);
                look(pair);
                for three in two.above(all).each() {
                    look(Letters(pair.0 | three.0));
                }
            }
        }
    }

    #[inline]
    fn has_hash(&self, hash: u64) -> bool {
        let mut places = places(hash, self.bits.len());
        let has = |(at, bit): (usize, u8)| {
            self.bits.get(at).is_some_and(|byte| byte & bit != 0)
        };
        // Most end here.
        places.next().is_some_and(has) && places.all(has)
    }
}

/// A program and the first word of a subcommand, where it has some.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Behind(u64);

impl Behind {
    pub(crate) const fn new(program: &str, sub: &str) -> Behind {
        Behind(named(hash(SEED ^ 1, program), sub))
    }

    /// The hash of the start of an operand.
    fn operand(self, start: &str) -> u64 {
        named(add(self.0, 0xFE), start)
    }
}

/// Any operand.
const EACH: &str = "*";

/// How many characters of an operand are looked for.
const START: usize = 2;

/// The first characters of a text, at most so many.
fn start_of(text: &str, length: usize) -> &str {
    let end = text.char_indices().nth(length);
    end.map_or(text, |(end, _)| text.get(..end).unwrap_or(text))
}

/// A home directory, the current one, and a program behind `sudo`.
const HOME: &str = "\u{2}";
const HERE: &str = "\u{8}";
const SUDO: &str = "\u{3}";

/// Options that a guard names, wherever they stand.
const SORTED: &str = "\u{1}";
/// The same of guards that say no program.
const ANY_SORTED: Behind = Behind::new(ANY, SORTED);

/// The hash of some of them, in the order of their names.
fn sorted_set<'n>(
    behind: Behind,
    names: impl Iterator<Item = &'n str>,
) -> u64 {
    names.fold(behind.0 ^ 1, named)
}

/// Any program, any subcommand.
const ANY: &str = "*";

/// The bytes and bits of a hash among so many bytes.
fn places(hash: u64, bytes: usize) -> impl Iterator<Item = (usize, u8)> {
    // Names that are alike but for the last letter have hashes that are.
    let mixed = hash.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let (mut next, step) = (mixed >> 32, mixed | 1);
    (0..SET).map(move |_| {
        // As far into the bytes as the number is into all.
        let place = u64::from(next as u32) * bytes as u64;
        next = next.wrapping_add(step);
        ((place >> 32) as usize, 1 << (place >> 29 & 7))
    })
}

/// The hash of an option of the program with a hash, which is looked at once
/// for all its words. What stands behind an `=` does not count.
const fn named(program: u64, option: &str) -> u64 {
    let hash = hash(add(program, 0xFF), option);
    hash ^ hash >> 32
}

const PRIME: u64 = 0x0100_0000_01B3;

/// What a text up to an `=` makes of the hash before it. Letter case does
/// not count.
pub(crate) const fn hash(before: u64, text: &str) -> u64 {
    let (mut hash, mut rest) = (before, text.as_bytes());
    while let [byte, behind @ ..] = rest {
        if *byte == b'=' {
            break;
        }
        hash = add(hash, *byte);
        rest = behind;
    }
    hash
}

const fn add(hash: u64, byte: u8) -> u64 {
    (hash ^ byte.to_ascii_lowercase() as u64).wrapping_mul(PRIME)
}

#[cfg(test)]
mod tests;
