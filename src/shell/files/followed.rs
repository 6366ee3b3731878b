//! Links in directories of which a program takes all, and which it goes
//! through: `ln -s ~/.ssh src/l; cp -rL src x`.

use crate::shell::Access;
use crate::shell::data::files::Role;
use crate::shell::paths::is_within;
use crate::shell::scene::Scene;
use crate::shell::words::{Words, cooked_at};

/// How many operands are compared with the links.
const OPERANDS: usize = 16;

/// How many links of a line are followed: each is a file with all the names
/// that the others give it. What there is more of may be any file.
const LINKS: usize = 32;

/// Programs that go through the links in a directory, each with the letters
/// and the long options with which it does; with neither it always does.
const FOLLOWS: &[(&str, &str, &[&str])] = &[
    ("7z", "", &[]),
    ("ag", "f", &["--follow"]),
    ("bsdtar", "hL", &["--dereference"]),
    ("cp", "L", &["--dereference"]),
    ("diff", "", &[]),
    ("egrep", "R", &["--dereference-recursive"]),
    ("fgrep", "R", &["--dereference-recursive"]),
    ("grep", "R", &["--dereference-recursive"]),
    ("rg", "L", &["--follow"]),
    (
        "rsync",
        "Lk",
        &["--copy-dirlinks", "--copy-links", "--copy-unsafe-links"],
    ),
    ("scp", "", &[]),
    ("tar", "h", &["--dereference"]),
    ("zip", "", &[]),
];

impl Scene<'_> {
    /// What the links that are known, or that the line makes, lead to in the
    /// directories among the words.
    pub(super) fn followed(&mut self, name: &str, rest: Words) {
        if self.all_links().next().is_none() {
            return;
        }
        let Some(row) = FOLLOWS.iter().find(|row| row.0 == name) else {
            return;
        };
        let &(_, letters, long) = row;
        let follows = |at: usize| {
            let text = self.text_at(at);
            match text.strip_prefix("--") {
                Some(_) => long.contains(&text),
                // `tar chf x src`
                None => {
                    let bare = at == rest.start && name.ends_with("tar");
                    (text.starts_with('-') || bare)
                        && text.contains(|c| letters.contains(c))
                }
            }
        };
        let always = letters.is_empty() && long.is_empty();
        if !always && !rest.iter().any(follows) {
            return;
        }
        let mut operands =
            rest.iter().filter(|&at| self.first_byte(at) != b'-');
        if operands.nth(OPERANDS).is_some() {
            return self.any_file(Role::Reads, self.span_of(rest));
        }
        for at in rest.iter() {
            if self.first_byte(at) != b'-' {
                self.followed_in(at);
            }
        }
    }

    /// The same of one directory.
    fn followed_in(&mut self, at: usize) {
        let text = cooked_at(self.line, at).trim_end_matches('/').to_owned();
        self.absolute(at);
        let path = self.path.clone();
        let cwd = self.places.cwd.unwrap_or("");
        // Those that the line makes are written from where it stands.
        let near = path.strip_prefix(cwd).map(|p| p.trim_matches('/'));
        let near = near.filter(|near| !near.starts_with(".."));
        let leads = |link: &str| {
            let own = link.strip_prefix("./").unwrap_or(link);
            is_within(link, &path)
                || !link.starts_with(['/', '~'])
                    && (text == "."
                        || is_within(own, &text)
                        || near.is_some_and(|n| {
                            n.is_empty() || is_within(own, n)
                        }))
        };
        let found = self.all_links().filter(|(link, _)| leads(link));
        let found: Vec<String> =
            found.map(|(link, _)| link.to_owned()).collect();
        let span = self.span_of(Words { start: at, end: at + 1 });
        let count = self.whole.followed.get() + found.len();
        if count > LINKS {
            return self.any_file(Role::Reads, span);
        }
        self.whole.followed.set(count);
        for link in found {
            self.known_file(Access::Read, &link, span, false);
            self.all_below(Role::Reads, &link, span);
            self.joined(Access::Read, &link, "*", span);
        }
    }
}
