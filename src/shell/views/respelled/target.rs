//! `cp -t /etc x` as `cp x /etc/`: the directory that files are put into,
//! where it is said by an option, and `cp x /etc`, where it may be one.

use crate::shell::scene::Scene;
use crate::shell::views::options::Around;
use crate::shell::views::subcommands::Head;
use crate::shell::words::{Words, cooked_at};

const PROGRAMS: [&str; 4] = ["cp", "install", "ln", "mv"];

/// Those that put files into what their last word names, if that is a
/// directory, besides.
const COPIES: [&str; 2] = ["rsync", "scp"];

impl Scene<'_> {
    /// Views with the directory behind the other words, with options and
    /// without.
    pub(super) fn targeted(
        &mut self,
        around: Around<'_>,
        head: Head,
        words: Words,
    ) {
        if COPIES.contains(&around.name) {
            return self.last_holds(around, head, words);
        }
        if !PROGRAMS.contains(&around.name) {
            return;
        }
        let line = self.line;
        let told = |at: &usize| target_of(cooked_at(line, *at));
        let Some(at) = words.iter().find(|at| told(at).is_some()) else {
            return self.last_holds(around, head, words);
        };
        let glued = told(&at).unwrap_or("");
        let (into, behind) = match glued {
            "" => (cooked_at(line, at + 1), at + 2),
            glued => (glued, at + 1),
        };
        let into = into.trim_end_matches('/');
        if behind > words.end || into.len() > super::LONG {
            return;
        }
        for options in [true, false] {
            for end in ["", "/"] {
                let start = self.out.text.len();
                self.head(around.name, head);
                for other in (words.start..at).chain(behind..words.end) {
                    if options || !self.is_option(other) {
                        self.cooked_words(other..other + 1);
                    }
                }
                self.out.text.extend([" ", into, end]);
                self.push_view(start, around.guard);
            }
        }
    }
}

impl Scene<'_> {
    /// Views in which the last word is a directory, with options and
    /// without.
    fn last_holds(&mut self, around: Around<'_>, head: Head, words: Words) {
        let Some(last) = words.iter().next_back() else { return };
        let files = words.iter().filter(|&at| !self.is_option(at)).count();
        let into = self.text_at(last);
        if files < 2 || self.is_option(last) || into.ends_with('/') {
            return;
        }
        for options in [true, false] {
            let start = self.out.text.len();
            self.head(around.name, head);
            for at in words.iter() {
                if options || !self.is_option(at) {
                    self.cooked_words(at..at + 1);
                }
            }
            self.out.text.push('/');
            self.push_view(start, around.guard);
            if files == words.len() {
                break;
            }
        }
    }
}

/// What stands in a word that says where files go; nothing, where the next
/// word does.
fn target_of(text: &str) -> Option<&str> {
    const LONG: &str = "--target-directory";
    if text.starts_with("--") {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        // Any beginning of it will do.
        return (name.len() > "--".len() && LONG.starts_with(name))
            .then_some(value);
    }
    let letters = text.strip_prefix('-')?;
    let at = letters.find('t')?;
    // Options that take a word may stand before it.
    let plain = |text: &str| !text.contains(['S', 'm', 'o', 'g']);
    letters.get(..at).filter(|before| plain(before))?;
    letters.get(at + 1..)
}
