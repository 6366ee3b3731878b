//! Files that are put into a directory which the line names, from elsewhere
//! or out of an archive: `docker cp c:/x src`, `git clone u src`.

use crate::shell::data::fetches::{self, Fetch};
use crate::shell::data::files::{COPY, Handler, Role, leaves_out};
use crate::shell::scene::Scene;
use crate::shell::words::{Program, Words, cooked_at, short_takes};
use crate::shell::{Access, braces};

/// Into how many directories each source is put by its name; into others
/// anything may be.
const TARGETS: usize = 4;

/// The name by which every machine calls itself.
const OWN: &str = "localhost";

impl Scene<'_> {
    /// The directories that a program fetches files into, and those that it
    /// takes them away from.
    pub(super) fn fetched(&mut self, program: Program<'_>, words: Words) {
        let rest = words.from(words.start + 1);
        // `git commit -m init x`
        let globals = program.known.globals();
        let first = globals.filter(|_| program.name == "git");
        let first = first.map(|row| self.behind_globals(row, words).0);
        let rows = fetches::rows_of(program.name).filter_map(|row| {
            if row.subcommand.is_empty() {
                return Some((row, rest));
            }
            let is = |at: usize| self.is_at(at, row.subcommand);
            let at = match first {
                Some(first) => Some(first).filter(|&at| is(at)),
                None => rest.iter().find(|&at| is(at)),
            }?;
            Some((row, rest.from(at + 1)))
        });
        // `cargo new vendor`
        if let Some((row, words)) = rows.min_by_key(|(_, w)| w.start) {
            self.fetched_by(row, words);
        }
    }

    fn fetched_by(&mut self, row: &Fetch, words: Words) {
        let operands = |scene: &Self, at: &usize| {
            let text = scene.text_at(*at);
            let left = *at > words.start && {
                let before = scene.text_at(*at - 1);
                leaves_out(before) && !before.contains('=')
                    || short_takes(before, row.valued)
            };
            !text.is_empty() && !text.starts_with('-') && !left
        };
        let remote = words.iter().find(|&at| is_remote(self.text_at(at)));
        let last = words.iter().rfind(|at| operands(self, at));
        let count = words.iter().filter(|at| operands(self, at)).count();
        let all = row.all
            || words.iter().any(|at| {
                let text = self.text_at(at);
                matches!(text, "-r" | "-R" | "--recursive")
                    || text.ends_with("/.")
                    || text.ends_with('/') && Some(at) != last
            });
        if row.here && count == 1 {
            self.any_file(Role::Writes, self.span_of(words));
        }
        let mut targets = 0;
        for at in words.iter() {
            // `git init .` makes one directory there.
            let text = self.text_at(at);
            let here = row.makes && matches!(text, "." | "./");
            if !operands(self, &at) || here || is_remote(text) {
                continue;
            }
            let target = match remote {
                _ if row.each => true,
                Some(remote) => at > remote,
                None => Some(at) == last && count > 1,
            };
            targets += usize::from(target);
            if target && (all || targets > TARGETS) {
                self.file_at(Access::Write, at);
                self.tree(Role::Writes, at);
            } else if target {
                self.file_at(Access::Write, at);
                self.directory(at, 0, words, &COPY);
            } else if row.moves {
                self.file_at(Access::Write, at);
                self.tree(Role::Moves, at);
            }
        }
    }

    /// `scp localhost:.ssh/x y`: a file of this machine after all.
    pub(super) fn own_machine(&mut self, access: Access, at: usize) {
        let text = cooked_at(self.line, at);
        let Some((host, path)) = text.split_once(':') else { return };
        let (path, host) = match host {
            // `[::1]:x`
            _ if text.contains("[::1]:") => {
                (text.rsplit("]:").next().unwrap_or(""), OWN)
            }
            _ => (path, host.rsplit('@').next().unwrap_or("")),
        };
        let own = OWN.eq_ignore_ascii_case(host) || host.starts_with("127.");
        if !own || path.starts_with(':') || self.dynamic_at(at) {
            return;
        }
        let span = self.span_of(Words { start: at, end: at + 1 });
        match path.starts_with(['/', '~']) {
            true => self.known_file(access, path, span, false),
            // It is looked for at home.
            false => self.joined(access, "~", path, span),
        }
    }

    /// What programs unpack whose operands are not looked at otherwise.
    pub(super) fn unpacked(&mut self, name: &str, rest: Words) {
        let first = self.text_at(rest.start);
        let letter = |letter: char| {
            rest.iter().any(|at| {
                let text = self.text_at(at);
                text.starts_with('-')
                    && !text.starts_with("--")
                    && text.contains(letter)
            })
        };
        let long = |long: &str| rest.iter().any(|at| self.is_at(at, long));
        let into = match name {
            "dpkg" | "dpkg-deb" => {
                letter('x') || letter('X') || letter('R') || long("--extract")
            }
            "cpio" => letter('p') || long("--pass-through"),
            _ => false,
        };
        let here = match name {
            "cpio" => letter('i') || long("--extract"),
            "ar" => first.contains('x'),
            "jar" => first.contains('x') || long("--extract"),
            "pax" => letter('r'),
            _ => false,
        };
        if here {
            self.any_file(Role::Writes, self.span_of(rest));
        } else if into && let Some(last) = rest.iter().next_back() {
            self.tree(Role::Writes, last);
        }
    }

    /// The names in an archive are not known.
    pub(super) fn unpacked_here(&mut self, row: &Handler, words: Words) {
        if self.profile.strict && self.extracts(row.name, words) {
            self.any_file(Role::Writes, self.span_of(words));
        }
    }

    /// Whether an archive is unpacked rather than made or listed.
    pub(crate) fn extracts(&self, name: &str, words: Words) -> bool {
        let first = self.text_at(words.start);
        match name {
            "unzip" => !words
                .iter()
                .any(|at| matches!(self.text_at(at), "-l" | "-p" | "-t")),
            "7z" | "7za" | "7zr" | "7zz" => matches!(first, "x" | "e"),
            _ => {
                let option = |at: usize| {
                    let text = self.text_at(at);
                    let long = text.len() > 4 && "--extract".starts_with(text);
                    long || text == "--get"
                        || (text.starts_with('-')
                            && !text.starts_with("--")
                            && text.contains('x'))
                };
                (!first.starts_with('-') && first.contains('x'))
                    || words.iter().any(option)
            }
        }
    }

    /// `curl 'file:///x/{a,b}'`, `curl -T '{a,b}' u`: names that curl itself
    /// makes of a word.
    pub(crate) fn globbed_by_curl(&mut self, at: usize) {
        let (text, before) = (self.text_at(at), self.text_at(at - 1));
        let glued = text.strip_prefix("--upload-file=");
        let glued = glued.or_else(|| text.strip_prefix("-T"));
        let sent = before == "--upload-file"
            || before.starts_with('-') && before.ends_with('T');
        let file = text
            .get(.."file:".len())
            .is_some_and(|scheme| scheme.eq_ignore_ascii_case("file:"));
        let path = glued.or(Some(text).filter(|_| sent || file));
        let Some(path) = path.filter(|path| path.contains(['{', '['])) else {
            return;
        };
        let may = match braces::ways(path) {
            Some(ways) => ways.iter().any(|way| self.may_match(way)),
            None => self.may_match(&braces::starred(path)),
        };
        if may {
            let span = self.span_of(Words { start: at, end: at + 1 });
            self.any_file(Role::Reads, span);
        }
    }
}

/// Whether an operand names something on another machine: `c:/x`,
/// `s3://b`, `git@h:x`.
fn is_remote(text: &str) -> bool {
    let start = text.split('/').next().unwrap_or("");
    start.contains(':')
}
