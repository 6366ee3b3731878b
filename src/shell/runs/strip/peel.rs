//! Where the command of a wrapper starts.

use crate::shell::data::programs::Known;
use crate::shell::data::wrappers::{Kind, Wrapper};
use crate::shell::scene::Scene;
use crate::shell::words::Words;
use crate::shell::words::is_assignment;

/// Terminals that run a single word as a line.
const TERMINALS: &[&str] = &["gnome-terminal", "konsole", "urxvt", "xterm"];

/// What a wrapper runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Peel {
    /// Nothing that rules could see.
    Nothing,
    /// The words from here on.
    Words(usize),
    /// The same, and where exactly the command starts is not sure.
    Unsure(usize),
    /// The command line in this word, without its first bytes.
    Line(usize, usize),
}

impl Scene<'_> {
    /// `time -o x make`: whether a wrapper writes a file that the line names,
    /// so that no rule for what it runs is about all of it.
    pub(super) fn writes_beside(
        &self,
        known: Known,
        words: Words,
        peel: Peel,
    ) -> bool {
        let (Peel::Words(end) | Peel::Unsure(end)) = peel else {
            return false;
        };
        known.outputs().is_some_and(|row| {
            let mut options = words.start + 1..end;
            options.any(|at| row.value(self.text_at(at)).is_some())
        })
    }

    /// Finds the command a wrapper runs.
    pub(super) fn peel(&self, row: &Wrapper, words: Words) -> Peel {
        let Some(start) = self.behind_subcommand(row, words) else {
            return Peel::Nothing;
        };
        if row.dashes {
            let dashes =
                words.from(start).iter().find(|&a| self.text_at(a) == "--");
            if let Some(at) = dashes {
                return self.ends(row, words, at + 1, false);
            }
        }
        if !row.far.is_empty()
            && row.line.is_empty()
            && row.kind == Kind::Runner
        {
            return Peel::Nothing;
        }
        let mut at = start;
        let mut options = 0;
        while at < words.end {
            let text = self.text_at(at);
            if text == "--" {
                at += 1;
                break;
            }
            let assigned = row.assigns
                && (is_assignment(text) || is_odd(row.name, text))
                || row.name == "hatch" && text.starts_with('+');
            if assigned || (text == "-" && row.name != "-") {
                at += 1;
                continue;
            }
            if !text.starts_with('-') {
                break;
            }
            options += 1;
            match self.option(row, text, at) {
                Ok(next) => at = next,
                Err(peel) => return peel,
            }
        }
        // `busybox`, `bwrap` and their like: the table does not know which
        // options take a word.
        let loose = row.kind == Kind::Strict
            && row.valued.is_empty()
            && row.long.is_empty()
            && options > 0;
        at += row.skip as usize;
        if row.skip > 0 && self.text_at(at) == "--" {
            at += 1;
        }
        if row.assigns {
            while at < words.end && is_assignment(self.text_at(at)) {
                at += 1;
            }
        }
        self.ends(row, words, at, loose)
    }

    /// Settles on the command that starts at `at`.
    fn ends(
        &self,
        row: &Wrapper,
        words: Words,
        at: usize,
        loose: bool,
    ) -> Peel {
        let text = self.text_at(at);
        let lined = !row.line.is_empty()
            && text.starts_with('-')
            && text.contains(|c| row.line.contains(c));
        if at >= words.end {
            return Peel::Nothing;
        }
        if lined {
            return if at + 1 < words.end {
                Peel::Line(at + 1, 0)
            } else {
                Peel::Nothing
            };
        }
        if let Some(cut) = self.behind_environment(row, at) {
            return Peel::Line(at, cut);
        }
        if at + 1 == words.end
            && TERMINALS.contains(&row.name)
            && text.contains([' ', '\t'])
        {
            return Peel::Line(at, 0);
        }
        if loose { Peel::Unsure(at) } else { Peel::Words(at) }
    }

    /// One option of a wrapper: where the next word stands, or what it
    /// decides.
    fn option(
        &self,
        row: &Wrapper,
        text: &str,
        at: usize,
    ) -> Result<usize, Peel> {
        if let Some(long) = text.strip_prefix("--") {
            let (name, value) = match long.split_once('=') {
                Some((name, _)) => (name, Some(name.len() + 3)),
                None => (long, None),
            };
            let lined = !row.line.is_empty()
                && (is_line(name)
                    || row.name == "env" && "split-string".starts_with(name));
            return match value {
                Some(cut) if lined => Err(Peel::Line(at, cut)),
                None if lined => Err(Peel::Line(at + 1, 0)),
                Some(_) => Ok(at + 1),
                None if row.long.contains(&name) => Ok(at + 2),
                None if row.two.contains(&text) => Ok(at + 3),
                None => Ok(at + 1),
            };
        }
        for (offset, letter) in text.char_indices().skip(1) {
            let behind = offset + letter.len_utf8();
            let last = behind == text.len();
            if !letter.is_ascii_alphanumeric() {
                // `-n/proc/1/ns/net`: a value
                return Ok(at + 1);
            }
            if row.query.contains(letter) {
                return Err(Peel::Nothing);
            }
            if row.line.contains(letter) {
                return Err(if last {
                    Peel::Line(at + 1, 0)
                } else {
                    Peel::Line(at, behind)
                });
            }
            if row.valued.contains(letter) {
                return Ok(if last { at + 2 } else { at + 1 });
            }
        }
        Ok(at + 1)
    }
}

/// Whether the value of a long option is a command line; any beginning of its
/// name will do for GNU.
fn is_line(name: &str) -> bool {
    const LINES: &[&str] =
        &["call", "command", "session-command", "split-string"];
    const LEAST: usize = 3;
    let starts = |long: &&str| long.starts_with(name);
    name.len() >= LEAST && LINES.iter().any(starts)
}

/// Whether `env` takes a word for a variable whose name no shell would take:
/// the function in `BASH_FUNC_ls%%=() { …; }`.
fn is_odd(wrapper: &str, text: &str) -> bool {
    let name = text.split_once('=').map_or("", |(name, _)| name);
    // What is known only when it runs may be a program.
    let known = !name.contains(['$', '`', '{']);
    wrapper == "env" && !name.is_empty() && !name.starts_with('-') && known
}
