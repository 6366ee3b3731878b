//! `cat < .env`: what a program reads from its input is a file like one that
//! it is told.

use super::options::Around;
use super::subcommands::Head;
use crate::shell::analyze::Scene;
use crate::shell::data::files::Role;
use crate::shell::data::programs::Known;
use crate::shell::split::RedirectKind;
use crate::shell::words::Words;
use crate::shell::{Effects, Reason};

/// How many redirections are looked at, the last ones.
const MOST: usize = 16;

impl<'a> Scene<'a> {
    /// Views of a program that reads files with the one that it gets as its
    /// input behind its other words, or behind its name.
    pub(super) fn redirected(
        &mut self,
        around: Around<'_>,
        head: Head,
        words: Words,
    ) {
        let (from, to) = self.own.redirects;
        let handler = Known::of(around.name).handler();
        let reads = handler.is_some_and(|row| row.role == Role::Reads);
        if from == to || !reads {
            return;
        }
        let Some(input) = self.input() else { return };
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

    /// Whether the command gets a file as its input, and within which, if
    /// that is known.
    fn input(&self) -> Option<Option<&'a str>> {
        let line = self.line;
        let (from, to) = self.own.redirects;
        let all = line.redirects.get(from as usize..to as usize)?;
        let reads = [RedirectKind::Read, RedirectKind::ReadWrite];
        let mut last = all.iter().rev().take(MOST);
        let Some(read) = last.find(|r| reads.contains(&r.kind)) else {
            return (all.len() > MOST).then_some(None);
        };
        let path = read.target.cooked.of(&line.text);
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
