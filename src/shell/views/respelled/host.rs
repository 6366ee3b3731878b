//! The host and the user that options of ssh name.

use super::address;
use crate::shell::scene::Scene;
use crate::shell::views::options::Around;
use crate::shell::views::sorted::{self, Table, read};
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
        let (scheme, rest) = address::split(place).unwrap_or(("", place));
        let place = match scheme {
            "" => place,
            _ => address::cut(rest).0,
        };
        let (mut user, mut host) =
            place.rsplit_once('@').unwrap_or(("", place));
        // What stands before a name in other letters is looked at, too.
        let odd = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit();
        let plain = host.is_ascii() && !host.bytes().any(odd);
        let mut told = !scheme.is_empty() || !plain || host.ends_with('.');
        let mut moved = false;
        let table = Table::new("ssh");
        for at in words.iter().filter(|&at| self.is_option(at)) {
            read(table, 1, cooked_at(line, at), |part| {
                let value = part.value.unwrap_or(cooked_at(line, at + 1));
                let (key, set) = sorted::setting(value);
                match part.name {
                    "l" => (user, told) = (value, true),
                    "o" if key.eq_ignore_ascii_case("user") => {
                        (user, told) = (set, true);
                    }
                    "o" if key.eq_ignore_ascii_case("hostname") => {
                        (host, moved) = (set, true);
                    }
                    _ => {}
                }
            });
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
            let start_of_host = self.out.text.len();
            if !address::write(host, true, &mut self.out.text) {
                self.out.text.truncate(start_of_host);
                self.out.text.push_str(host);
            }
            self.cooked_words(first + 1..words.end);
            self.push_view(start, around.guard);
        }
    }
}
