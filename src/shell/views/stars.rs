//! What the stars of allow rules do not stand for: options to write with,
//! behind one to read with, and the way out of a directory.

use super::writing::Style;
use crate::shell::climbs::Climbs;
use crate::shell::data::modes::Row;
use crate::shell::scene::Scene;
use crate::shell::split::{WordBytes, WordFlags};
use crate::shell::words::Words;
use crate::shell::{Effects, Held, Shell};
use crate::source::Span;

/// What takes a value from elsewhere, or spells it otherwise.
const TAKING: &[&str] = &["$(", "`", "$'", ". "];

/// Commands that do.
const READERS: &[&str] =
    &["eval", "getopts", "mapfile", "printf", "read", "readarray", "source"];

impl Scene<'_> {
    /// Notes in the last view, which is that of the words of `all`, what no
    /// star of an allow rule stands for; the program is the first of
    /// `command`.
    pub(crate) fn hold_stars(&mut self, all: Words, command: Words) {
        if self.profile.strict && self.is_last_allowed() {
            let first = self.written_len(all.start);
            self.hold_last(all, command, first);
        }
    }

    /// The same, where the first word takes so many bytes.
    pub(crate) fn hold_last(
        &mut self,
        all: Words,
        command: Words,
        first: usize,
    ) {
        let Some(view) = self.out.views.len().checked_sub(1) else { return };
        let climbs = self.climbs();
        let closed = self.closed_lengths(all, command, first);
        if climbs != Climbs::Not || !closed.is_empty() {
            self.out.held.push(Held { view, closed, climbs });
        }
    }

    /// Whether allow rules look at the last view, which is of this command.
    fn is_last_allowed(&self) -> bool {
        self.out.views.last().is_some_and(|view| {
            view.unit == self.unit && view.effects.meets(Effects::ALLOW)
        })
    }

    /// Whether a word of the command at hand may go up again.
    fn climbs(&self) -> Climbs {
        const GIVEN: u16 = WordFlags::PARAMETER | WordFlags::SUBSTITUTION;
        let given = self.own.flags.any(GIVEN) && self.gives_two_dots();
        match given {
            _ if !self.profile.strict => Climbs::Not,
            true => Climbs::Given,
            false if self.own.bytes.any(WordBytes::DOT) => Climbs::Written,
            false if self.own.flags.any(GIVEN) => Climbs::Written,
            false => Climbs::Not,
        }
    }

    /// Whether the line may give a variable two dots: whether any two stand
    /// in it with nothing that is sure to be between them, or it takes values
    /// from elsewhere.
    fn gives_two_dots(&self) -> bool {
        *self.whole.gives_two_dots.get_or_init(|| {
            let all = self.outermost;
            let takes = |sign: &&str| all.contains(*sign);
            let word = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
            if TAKING.iter().any(takes)
                || all.split(word).any(|name| READERS.contains(&name))
            {
                return true;
            }
            let mut dot = false;
            all.chars().any(|c| {
                let pair = c == '.' && dot;
                dot = c == '.' || dot && !c.is_alphanumeric();
                pair
            })
        })
    }

    /// How many bytes in front of a star end behind an option that reads
    /// and before one that writes, where the first word takes so many.
    fn closed_lengths(
        &self,
        all: Words,
        command: Words,
        first: usize,
    ) -> Span {
        let none = Span::default();
        // One of the two is an option, or may become one.
        let option =
            |at: usize| self.first_byte(at) == b'-' || !self.literal_at(at);
        if !command.from(command.start + 1).iter().any(option) {
            return none;
        }
        let mut program = self.program(command, false);
        let mut start = command.start;
        // Most programs are neither wrappers nor have such options.
        if program.known.wrappers().next().is_some() {
            start = self.behind_wrappers(command);
            program = self.program(command.from(start), false);
        }
        // `yarn prettier --check x`
        if let Some(tool) = self.tool_at(program, command.from(start)) {
            start = tool;
            program = self.program(command.from(start), false);
        }
        let mut closed = none;
        for row in program.known.modes(program.name) {
            let rest = command.from(start + 1);
            let sub = row.sub;
            if !sub.is_empty() && !rest.iter().any(|at| self.is_at(at, sub)) {
                continue;
            }
            let own =
                self.closed_by(row, all.from(all.start + 1), rest, first);
            closed = match (closed.is_empty(), own.is_empty()) {
                (true, _) => own,
                (false, true) => closed,
                (false, false) => closed.to(own),
            };
        }
        closed
    }

    /// The same for one row of the table, of the words behind the first.
    fn closed_by(
        &self,
        row: &Row,
        all: Words,
        rest: Words,
        first: usize,
    ) -> Span {
        let mut length = first + 1;
        let mut reads = None;
        let mut options = true;
        for at in all.iter() {
            let written = self.written_len(at);
            let text = self.text_at(at);
            if at >= rest.start {
                options &= text != "--";
                let own = options || !text.starts_with('-');
                let (read, write) = self.modes_of(row, at, own);
                // Of a word that is not written as it is the first byte
                // counts.
                let even = written == text.len();
                let read = read.map(|cut| if even { cut } else { 1 });
                reads = reads.or(read.map(|cut| length + cut));
                let end = write.map(|cut| match even {
                    true => length + cut,
                    false => length + written,
                });
                if let (Some(from), Some(end)) = (reads, end)
                    && from < end
                {
                    return Span::new(from, end);
                }
            }
            length += written + 1;
        }
        Span::default()
    }

    /// Where in a word an option ends with which the program reads, and one
    /// with which it writes.
    fn modes_of(
        &self,
        row: &Row,
        at: usize,
        own: bool,
    ) -> (Option<usize>, Option<usize>) {
        let text = self.text_at(at);
        if self.may_be_option(at) {
            return (None, Some(text.len()));
        }
        if !own {
            return (None, None);
        }
        let name = text.split('=').next().unwrap_or(text);
        let is_read = row.reads.contains(&text);
        // `--dry-run false`
        let off = text == "false"
            && row.reads.contains(&self.text_at(at.saturating_sub(1)));
        let is_write = |word: &&&str| {
            let long = word.starts_with("--") && name.len() > 2;
            **word == text
                || **word == name
                || **word == "+" && text.starts_with('+')
                || long && !text.contains("=f") && word.starts_with(name)
        };
        let all = text.len();
        let read = match is_read {
            true => Some(all),
            // What stands behind the sign may take it back.
            false => row.reads.contains(&name).then_some(name.len()),
        };
        let write = match is_read {
            true => None,
            false => row.writes.iter().find(is_write).map(|_| all),
        };
        let write = write.or(off.then_some(all));
        (
            read.or_else(|| letter(text, row.read)),
            write.or_else(|| letter(text, row.write)),
        )
    }

    /// Whether a word may become an option: `{-i,x}`, or what a loop goes
    /// through where options are among that.
    fn may_be_option(&self, at: usize) -> bool {
        let option = |text: &str| text.starts_with(['-', '{', '$', '`']);
        let given = || {
            let mut heads = self.line.heads.iter();
            heads.any(|head| option(self.cooked(*head)))
        };
        let cell = &self.asked.gives_options;
        self.may_become_flag(at)
            || self.dynamic_at(at) && *cell.get_or_init(given)
    }

    /// How many bytes a word takes in a view.
    fn written_len(&self, at: usize) -> usize {
        let Some(word) = self.word(at) else { return 0 };
        let text = self.cooked(word);
        if self.shell == Shell::PowerShell {
            let blank = text.is_empty() || text.contains([' ', '\n', '\t']);
            return if blank { word.span.len() } else { text.len() };
        }
        let changed = word.bytes.any(WordBytes::CHANGED);
        match changed && !self.is_plain_in(word, Style::Canonical) {
            true => word.span.len(),
            false => text.len(),
        }
    }
}

/// Where the first of some letters ends, in a cluster of them.
fn letter(text: &str, letters: &str) -> Option<usize> {
    let cluster = text.strip_prefix('-').filter(|c| !c.starts_with('-'))?;
    let alphabetic = |c: &char| c.is_ascii_alphabetic();
    let mut own = cluster.chars().take_while(alphabetic);
    own.position(|c| letters.contains(c)).map(|at| at + 2)
}
