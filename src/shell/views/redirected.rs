//! `cat < .env`: what a program reads from its input is a file like one that
//! it is told.

use super::options::Around;
use super::subcommands::Head;
use crate::shell::data::files::Role;
use crate::shell::scene::Scene;
use crate::shell::split::{Redirect, RedirectKind, Word};
use crate::shell::words::Words;
use crate::shell::{Effects, Reason, Shell};

/// How many redirections are looked at, the last ones.
const MOST: usize = 16;

impl<'a> Scene<'a> {
    /// `$(< file)`: a command without words that reads a file prints it,
    /// as `cat` would. Whether this is one.
    pub(crate) fn reads_alone(&mut self, range: (u32, u32)) -> bool {
        let line = self.line;
        let own = line.redirects.get(range.0 as usize..range.1 as usize);
        let reads = |r: &&Redirect| {
            r.kind == RedirectKind::Read && r.descriptor == Some(0)
        };
        let reads = own.unwrap_or(&[]).iter().rev().filter(reads);
        let mut effects = Effects::ALL;
        for redirect in reads.take(MOST).filter(|_| self.profile.strict) {
            let start = self.out.text.len();
            self.out.text.push_str("cat ");
            let Word { cooked, span, .. } = redirect.target;
            let target = self.bounded(cooked.of(&line.text), span);
            self.out.text.push_str(target);
            self.push_view(start, effects);
            // zsh prints the others as well.
            effects = Effects::GUARD;
        }
        effects != Effects::ALL
    }

    /// Views of a program that reads files with the one that it gets as its
    /// input behind its other words, or behind its name.
    pub(super) fn redirected(
        &mut self,
        around: Around<'_>,
        head: Head,
        words: Words,
    ) {
        let (from, to) = self.own.redirects;
        let reads = || {
            let handler = around.known.handler();
            handler.is_some_and(|row| row.role == Role::Reads)
        };
        if from == to || !reads() {
            return;
        }
        let line = self.line;
        let all = line.redirects.get(from as usize..to as usize);
        let last = all.unwrap_or(&[]).iter().rev().take(MOST);
        let mut inputs = last.filter(|r| r.descriptor == Some(0)).peekable();
        if inputs.peek().is_none() && (to - from) as usize > MOST {
            return self.read_with(around, head, words, None);
        }
        // zsh reads one after the other.
        let count = if self.job.shell == Shell::Zsh { MOST } else { 1 };
        for redirect in inputs.take(count) {
            if let Some(input) = self.input(redirect) {
                self.read_with(around, head, words, input);
            }
        }
    }

    /// The views with a file that is read, if it is known.
    fn read_with(
        &mut self,
        around: Around<'_>,
        head: Head,
        words: Words,
        input: Option<&str>,
    ) {
        self.with_input(around, head, words, input);
        // A word behind an option may be its value, or a file.
        let value = |at: usize| at > words.start && self.is_option(at - 1);
        let bare = |at: usize| self.is_option(at) || value(at);
        if words.is_empty() || !words.iter().all(bare) {
            return;
        }
        let first = self.out.views.len();
        self.with_input(around, head, Words::default(), input);
        if input.is_some() && words.iter().any(|at| !self.is_option(at)) {
            let span = self.span_of(words);
            self.unsure(first, span, Reason::OptionValue);
        }
    }

    /// Whether a redirection of the input gives a file, and which, if that is
    /// known.
    fn input(&self, read: &Redirect) -> Option<Option<&'a str>> {
        let path = self.line.cooked(&read.target);
        let files = [RedirectKind::Read, RedirectKind::ReadWrite];
        if !files.contains(&read.kind) {
            // `<&3` may be a file that was opened before.
            let other = read.kind == RedirectKind::Duplicate;
            let same = path.starts_with(['-', '0']);
            return (other && !same).then_some(None);
        }
        let path = path.trim_start_matches("./");
        let room = self.room(64).saturating_sub(self.out.text.len());
        let known = read.target.flags.literal() && path.len() < room;
        Some(known.then_some(path))
    }

    /// A view with a file behind the words; one that is not known is a file,
    /// and no option, whatever it turns out to be.
    fn with_input(
        &mut self,
        around: Around<'_>,
        head: Head,
        words: Words,
        input: Option<&str>,
    ) {
        let Some(path) = input else {
            return self.headed(around.name, head, words, Effects::FOUND);
        };
        let start = self.out.text.len();
        self.head(around.name, head);
        self.cooked_words(words.iter());
        self.out.text.extend([" ", path]);
        self.push_view(start, around.guard);
    }
}
