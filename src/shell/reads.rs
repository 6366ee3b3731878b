//! Commands that only read, and removals that nothing approves.

use super::analyze::{Program, Scene, Words};
use super::data::read_only::{EXCEPTIONS, GIT, GIT_LISTING, NO_GLOB};
use super::files::Cd;
use super::split::WordFlags;
use super::{Effects, Reason};

impl Scene<'_> {
    /// Whether the documented runner runs the command without a rule.
    pub(super) fn only_reads(
        &mut self,
        words: Words,
        program: Program<'_>,
    ) -> bool {
        let name = program.name;
        let rest = words.from(words.start + 1);
        let has = |flags: u16| {
            rest.iter()
                .any(|at| self.word(at).is_some_and(|w| w.flags.any(flags)))
        };
        if has(WordFlags::SUBSTITUTION) {
            return false;
        }
        if NO_GLOB.contains(&name) && has(WordFlags::GLOB) {
            return false;
        }
        let excepted = EXCEPTIONS.iter().any(|(program, flags)| {
            *program == name
                && rest.iter().any(|at| {
                    let text = self.text_at(at);
                    let long = text.split('=').next().unwrap_or("");
                    flags.contains(&long)
                })
        });
        if excepted {
            return false;
        }
        match name {
            "cd" => self.stays_inside(rest),
            "git" => self.cd == Cd::Here && self.git_reads(rest),
            _ => program.known.only_reads(),
        }
    }

    /// Whether a git command only reads.
    fn git_reads(&self, words: Words) -> bool {
        let first = words.iter().find(|&at| {
            !matches!(self.text_at(at), "--no-pager" | "-P" | "-p")
        });
        let Some(at) = first else { return false };
        let sub = self.text_at(at);
        if GIT.contains(&sub) {
            return true;
        }
        let rest = words.from(at + 1);
        GIT_LISTING.iter().any(|(name, words)| {
            *name == sub
                && match rest.iter().next() {
                    None => !matches!(sub, "stash" | "config" | "worktree"),
                    Some(at) => words.contains(&self.text_at(at)),
                }
        })
    }

    /// Whether `cd` stays inside the current directory.
    fn stays_inside(&mut self, words: Words) -> bool {
        let Some(at) = words.iter().next() else { return false };
        if words.iter().len() > 1 || !self.literal_at(at) {
            return false;
        }
        if self.text_at(at) == "-" {
            return false;
        }
        self.absolute(at);
        let (Some(cwd), path) = (self.places.cwd, self.path.as_str()) else {
            return !self.text_at(at).starts_with(['/', '~'])
                && !self.text_at(at).contains("..");
        };
        let cwd = cwd.trim_end_matches('/');
        path.strip_prefix(cwd)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// The word as an absolute path without `.` and `..`, in the scratch.
    fn absolute(&mut self, at: usize) {
        self.path.clear();
        let line = self.line;
        let text = super::analyze::cooked_at(line, at);
        let tilde =
            self.word(at).is_some_and(|w| w.flags.any(WordFlags::TILDE));
        let home = self.places.home.unwrap_or("~");
        let cwd = self.places.cwd.unwrap_or("");
        let (base, rest) = if let Some(rest) = text.strip_prefix("$HOME") {
            (home, rest)
        } else if let (true, Some(rest)) = (tilde, text.strip_prefix('~')) {
            (home, rest)
        } else if text.starts_with('/') {
            ("", text)
        } else {
            (cwd, text)
        };
        for part in base.split('/').chain(rest.split('/')) {
            match part {
                "" | "." => {}
                ".." => {
                    let end = self.path.rfind('/').unwrap_or(0);
                    self.path.truncate(end);
                }
                _ => {
                    self.path.push('/');
                    self.path.push_str(part);
                }
            }
        }
    }

    /// A removal of a path that nothing approves: the root, a directory in
    /// it, the home, the current directory or one above.
    pub(super) fn critical(&mut self, words: Words, name: &str) {
        if !matches!(name, "rm" | "rmdir") {
            return;
        }
        for at in words.from(words.start + 1).iter() {
            let Some(word) = self.word(at) else { return };
            if !self.text_at(at).starts_with('-') && self.is_critical(at) {
                let reason = Reason::CriticalPath;
                self.doubt(reason, word.span, Effects::ALLOW);
            }
        }
    }

    /// Whether a word names the current directory or one above it.
    pub(super) fn holds_current(&mut self, at: usize) -> bool {
        let text = self.text_at(at);
        if matches!(text, "." | "./" | ".." | "../" | "/" | "~" | "~/") {
            return true;
        }
        self.absolute(at);
        let path = self.path.as_str();
        self.places.cwd.is_some_and(|cwd| {
            cwd.strip_prefix(path)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    }

    fn is_critical(&mut self, at: usize) -> bool {
        let line = self.line;
        let text = super::analyze::cooked_at(line, at);
        let home = matches!(text, "~" | "~/" | "~/*" | "$HOME" | "$HOME/*");
        if home || matches!(text, "/*" | "." | "./" | "..") {
            return true;
        }
        if self.dynamic_at(at) {
            let end = text.trim_end_matches('*');
            return text.starts_with('$')
                && end.ends_with('/')
                && end.matches('/').count() == 1;
        }
        self.absolute(at);
        let path = self.path.as_str();
        let within = |inner: Option<&str>| {
            inner.is_some_and(|inner| {
                inner
                    .strip_prefix(path)
                    .is_some_and(|r| r.is_empty() || r.starts_with('/'))
            })
        };
        let known = self.places.cwd.is_some() || text.starts_with('/');
        let top = path.matches('/').count() <= 1;
        (known && top) || within(self.places.cwd) || within(self.places.home)
    }
}
