//! Atoms as records: what is tested, and in which partition it is.

use super::super::build::Filed;
use super::super::hash::hash;
use super::super::limits::CompileError;
use super::super::{bases, hosts, name_regex, path_blob, text_blob};
use super::ways::{sketched, with_value};
use super::{ANY_VALUE, BOUNDARY, Bank, Compiler, EXACT, Record, kind};
use crate::ir::{Atom, CommandShell, NameTest, Uses};
use crate::shell::Effects;
use crate::syntax::TextGlob;

/// The bytes of the longest text of an atom that has to fit 16 bits.
pub(super) fn pattern_bytes(atom: &Atom) -> usize {
    let glob = |glob: &TextGlob| {
        glob.parts.iter().map(|part| part.len() + 1).sum::<usize>()
    };
    let name = |test: &NameTest| match test {
        NameTest::OneOf(names) => {
            names.iter().map(String::len).max().unwrap_or(0)
        }
        NameTest::Glob(pattern) => glob(pattern),
        NameTest::Regex(text) => text.len(),
    };
    match atom {
        Atom::Tool(test) | Atom::MatcherField(test) => name(test),
        Atom::Command { pattern, .. } => glob(pattern),
        Atom::Path { anchor, pattern, .. } => {
            bases::size(anchor).max(path_blob::size(pattern))
        }
        Atom::Host(host) => {
            host.labels.iter().map(|label| glob(label) + 1).sum()
        }
        Atom::Mcp { server, tool, .. } => {
            server.len() + tool.as_ref().map_or(0, glob)
        }
        Atom::Field { path, pattern } => {
            path.len() + pattern.as_ref().map_or(0, glob)
        }
        Atom::InputContains(bytes) => bytes.len(),
        Atom::Doubt { .. } => 0,
    }
}

/// The names of the longest list of an atom.
pub(super) fn names(atom: &Atom) -> usize {
    match atom {
        Atom::Tool(NameTest::OneOf(names))
        | Atom::MatcherField(NameTest::OneOf(names)) => names.len(),
        _ => 0,
    }
}

impl Compiler {
    /// The record of an atom, and where it is filed.
    pub(super) fn atom(
        &mut self,
        number: u32,
        atom: &Atom,
    ) -> Result<(Record, Option<Filed>), CompileError> {
        let mut record = Record::default();
        let seed = match atom {
            Atom::Tool(test) => {
                self.name(number, test, Bank::Tool, &mut record)?
            }
            Atom::MatcherField(test) => {
                self.name(number, test, Bank::Matcher, &mut record)?
            }
            other => self.plain(other, &mut record),
        };
        let filed = Filed { atom: number, seed, sketched: sketched(atom) };
        let filed = (record.kind != kind::REGEX).then_some(filed);
        Ok((record, filed))
    }

    /// An atom that no reading of a regular expression can refuse; gives the
    /// root of its partition.
    fn plain(&mut self, atom: &Atom, record: &mut Record) -> u64 {
        match atom {
            Atom::Path { uses, effects, anchor, pattern } => {
                record.kind = kind::PATH;
                record.effects = effects.0;
                record.uses = uses.0;
                if uses.meets(Uses::SHELL_MAYBE) {
                    self.builder.root(Bank::Guesses.seed(0));
                }
                record.base = self.bases.get(anchor).copied().unwrap_or(0);
                record.blob =
                    self.grown.blobs.put(|b| path_blob::encode(pattern, b));
                Bank::Path.seed(u64::from(record.base))
            }
            Atom::Command { shell, effects, pattern } => {
                record.kind = kind::COMMAND;
                record.effects = effects.0;
                self.text(pattern, record);
                let sorted = *effects == Effects::SORTED;
                let bank = match shell {
                    CommandShell::Posix if sorted => Bank::Sorted,
                    CommandShell::Posix => Bank::Posix,
                    CommandShell::PowerShell if sorted => Bank::SortedPower,
                    CommandShell::PowerShell => Bank::PowerShell,
                };
                bank.seed(0)
            }
            Atom::Host(host) => {
                record.kind = kind::HOST;
                record.blob = self.grown.blobs.put(|b| hosts::encode(host, b));
                Bank::Host.seed(0)
            }
            Atom::Mcp { server, tool, effects } => {
                record.kind = kind::MCP;
                record.effects = effects.0;
                self.builder.root(Bank::AnyMcp.seed(0));
                self.value(server, tool.as_ref(), Bank::Mcp, record)
            }
            Atom::Field { path, pattern } => {
                record.kind = kind::FIELD;
                self.builder.root(Bank::AnyField.seed(0));
                self.value(path, pattern.as_ref(), Bank::Field, record)
            }
            Atom::InputContains(bytes) => {
                record.kind = kind::INPUT;
                record.blob = self
                    .grown
                    .blobs
                    .put(|b| text_blob::encode_contains(bytes, b));
                Bank::Input.seed(0)
            }
            Atom::Doubt { reasons, effects } => {
                record.kind = kind::DOUBT;
                record.effects = effects.0;
                record.blob = *reasons;
                Bank::Doubt.seed(0)
            }
            // What `name` writes.
            Atom::Tool(_) | Atom::MatcherField(_) => Bank::Doubt.seed(0),
        }
    }

    /// A value that is looked at only below a name: a tool of a server, a
    /// field of a path.
    fn value(
        &mut self,
        name: &str,
        pattern: Option<&TextGlob>,
        bank: Bank,
        record: &mut Record,
    ) -> u64 {
        if pattern.is_none() {
            record.flags |= ANY_VALUE;
        }
        with_value(pattern, |glob| {
            self.glob_flags(glob, record);
            record.blob = self.grown.blobs.put(|blob| {
                text_blob::push_u16(blob, name.len());
                blob.extend_from_slice(name.as_bytes());
                text_blob::encode(glob, blob);
            });
        });
        bank.seed(hash(name.as_bytes()))
    }

    fn text(&mut self, glob: &TextGlob, record: &mut Record) {
        self.glob_flags(glob, record);
        record.blob =
            self.grown.blobs.put(|blob| text_blob::encode(glob, blob));
    }

    fn glob_flags(&self, glob: &TextGlob, record: &mut Record) {
        if glob.boundary {
            record.flags |= BOUNDARY;
        } else if glob.parts.len() == 1 {
            record.flags |= EXACT;
        }
    }

    fn name(
        &mut self,
        number: u32,
        test: &NameTest,
        bank: Bank,
        record: &mut Record,
    ) -> Result<u64, CompileError> {
        match test {
            NameTest::OneOf(names) => {
                record.kind = kind::NAMES;
                record.blob = self.grown.blobs.put(|blob| {
                    super::super::names::encode(names, blob);
                });
            }
            NameTest::Glob(glob) => {
                record.kind = kind::GLOB;
                self.text(glob, record);
            }
            NameTest::Regex(source) => {
                record.kind = kind::REGEX;
                let room = &mut self.built;
                let regex = name_regex::NameRegex::within(source, room);
                let regex = regex.map_err(|reason| {
                    let pattern = source.clone();
                    CompileError::Regex { pattern, reason }
                })?;
                let room = &mut self.automata;
                record.blob = self.grown.blobs.put(|blob| {
                    name_regex::encode(source, &regex, room, blob);
                });
                let list = match bank {
                    Bank::Tool => Bank::ToolRegex,
                    _ => Bank::MatcherRegex,
                };
                self.builder.always(list.seed(0), number);
            }
        }
        Ok(bank.seed(0))
    }
}
