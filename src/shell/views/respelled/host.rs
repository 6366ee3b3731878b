//! The host and the user that options of ssh name.

use crate::shell::analyze::Scene;
use crate::shell::views::options::Around;
use crate::shell::views::sorted;
use crate::shell::views::subcommands::Head;
use crate::shell::words::{Words, cooked_at};

impl Scene<'_> {
    /// `ssh -l root h` as `ssh root@h`, `ssh -o HostName=h x` as `ssh h`.
    pub(super) fn with_user(
        &mut self,
        around: Around<'_>,
        head: Head,
        words: Words,
        first: usize,
    ) {
        let line = self.line;
        let place = cooked_at(line, first);
        let (mut user, mut host) =
            place.split_once('@').unwrap_or(("", place));
        let (mut told, mut moved) = (false, false);
        for at in words.iter() {
            let text = cooked_at(line, at);
            let Some(option) = text.get(..2) else { continue };
            let value = match text.get(2..) {
                Some("") => cooked_at(line, at + 1),
                value => value.unwrap_or(""),
            };
            let (key, set) = sorted::setting(value);
            match option {
                "-l" => (user, told) = (value, true),
                "-o" if key.eq_ignore_ascii_case("user") => {
                    (user, told) = (set, true);
                }
                "-o" if key.eq_ignore_ascii_case("hostname") => {
                    (host, moved) = (set, true);
                }
                _ => {}
            }
        }
        for with in [true, false] {
            let changed = if with { told || moved } else { moved };
            if !changed || with && user.is_empty() {
                continue;
            }
            let start = self.out.text.len();
            self.head(around.name, head);
            self.out.text.push(' ');
            if with {
                self.out.text.extend([user, "@"]);
            }
            self.out.text.push_str(host);
            self.cooked_words(first + 1..words.end);
            self.push_view(start, around.guard);
        }
    }
}
