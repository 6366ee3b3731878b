//! Programs that get another name: `cp /bin/rm z`, `ln -s "$(which rm)" z`.
//! What `z` is called with comes later, maybe in another call.

use crate::shell::braces;
use crate::shell::data::files::Role;
use crate::shell::data::programs::Known;
use crate::shell::scene::Scene;
use crate::shell::split::{Redirect, RedirectKind, Word, WordFlags};
use crate::shell::words::{Words, base_name, cooked_at};
use crate::shell::{Effects, Reason};

/// The directories that programs stand in.
const HOMES: &[&str] = &["bin", "sbin", "libexec"];

/// How many copies of a line are followed; of those behind them any word may
/// be anything.
const MOST: usize = 8;

/// What says where a program stands.
const FINDERS: &[&str] = &["which", "command -v", "type -p", "type -P"];

impl Scene<'_> {
    /// Whether what the command prints goes to a file.
    pub(crate) fn writes(&self) -> bool {
        let (from, to) = self.own.redirects;
        let redirects = self.line.redirects.get(from as usize..to as usize);
        let redirects = redirects.unwrap_or(&[]);
        let moved = redirects.iter().any(|r| {
            r.kind == RedirectKind::Duplicate && r.descriptor == Some(1)
        });
        // What goes to `2>/dev/null` are complaints.
        let writes = |r: &Redirect| {
            r.kind == RedirectKind::Write && (moved || r.descriptor != Some(2))
        };
        redirects.iter().any(writes)
    }

    /// The programs among the words of `cp` and its like, as commands whose
    /// words come later.
    pub(crate) fn copied(&mut self, name: &str, words: Words) {
        let line = self.line;
        let operands = words.from(words.start + 1);
        let into = |at: usize| {
            let text = self.text_at(at);
            text.starts_with("-t") || text.starts_with("--target")
        };
        // What it is called from now on stands last.
        let named =
            !matches!(name, "cat" | "dd") && !operands.iter().any(into);
        let end = words.end.saturating_sub(usize::from(named));
        for at in operands.iter() {
            self.copied_ways(at);
        }
        for at in operands.iter().take_while(|&at| at < end) {
            let text = cooked_at(line, at);
            if name == "dd" && !text.starts_with("if=") {
                continue;
            }
            let program = match self.dynamic_at(at) {
                true => found(text).or_else(|| standing(text)),
                false => standing(text),
            };
            if let Some(program) = program {
                if named && self.copies.len() < MOST {
                    self.copies.push((program, words.end - 1));
                }
                let none = Words { start: at, end: at };
                self.text_view(program, none, Effects::OPEN);
                let word = Words { start: at, end: at + 1 };
                let span = self.span_of(word);
                self.maybe_text(program, span);
                if Known::of(program).is_known() {
                    // What it does with files is not known by that name.
                    self.any_file(Role::Edits, span);
                }
            }
        }
    }

    /// `cp /bin/rm{,2}`: the programs that braces name.
    fn copied_ways(&mut self, at: usize) {
        let line = self.line;
        let braces = |word: Word| word.flags.any(WordFlags::BRACE);
        if !self.word(at).is_some_and(braces) {
            return;
        }
        let word = Words { start: at, end: at + 1 };
        let span = self.span_of(word);
        let text = cooked_at(line, at);
        if !HOMES.iter().any(|home| text.contains(home)) {
            return;
        }
        let Some(ways) = braces::ways(text) else {
            return self.doubt(Reason::DynamicCommand, span, Effects::GUARD);
        };
        for program in ways.iter().filter_map(|way| standing(way)) {
            let none = Words { start: at, end: at };
            self.text_view(program, none, Effects::OPEN);
            self.maybe_text(program, span);
        }
    }

    /// A command whose program the line has copied: `ln -s /bin/rm z; ./z x`
    /// is `rm x`, too.
    pub(crate) fn by_true_name(&mut self, command: Words) {
        let (line, text) = (self.line, self.text);
        let own = base_name(cooked_at(line, command.start));
        let rest = command.from(command.start + 1).iter();
        let rest = rest.filter_map(|at| line.words.get(at));
        let rest = rest.map(|word| word.span.of(text));
        let span = self.span_of(command);
        for at in 0..self.copies.len() {
            let Some(&(program, name)) = self.copies.get(at) else { return };
            if base_name(cooked_at(line, name)) == own {
                let words = std::iter::once(program).chain(rest.clone());
                self.code(words, span, true);
            }
        }
    }
}

/// The program of a path: `/bin/rm`.
fn standing(path: &str) -> Option<&str> {
    let (home, name) = path.rsplit_once('/')?;
    let home = home.rsplit(['/', '=']).next().unwrap_or(home);
    (HOMES.contains(&home) && !name.is_empty()).then_some(name)
}

/// The program that a substitution looks for: `$(which rm)`.
fn found(word: &str) -> Option<&str> {
    FINDERS.iter().find_map(|finder| {
        let (_, rest) = word.split_once(finder)?;
        let rest = rest.strip_prefix(' ')?.trim_start();
        let end = rest.find([' ', ')', '`', '"', ';', '|', '&', '\n']);
        Some(end.map_or(rest, |end| rest.get(..end).unwrap_or("")))
            .filter(|name| !name.is_empty())
    })
}
