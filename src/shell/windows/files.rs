//! The files that commands of PowerShell use.

use super::spelled::behind_home;
use crate::shell::data::cmdlets::cmdlet;
use crate::shell::data::files::{self, Role};
use crate::shell::data::powershell::{self, NO_FILES, Use};
use crate::shell::files::uses::{FILES, about};
use crate::shell::paths::is_directory;
use crate::shell::scene::{Level, Scene};
use crate::shell::split::{Word, WordFlags};
use crate::shell::words::{Program, Words, cooked_at};
use crate::shell::{Access, Effects, Reason, Shell};
use crate::source::Span;

impl Scene<'_> {
    /// The files that a command of PowerShell names.
    pub(super) fn power_files(
        &mut self,
        level: Level,
        base: &str,
        full: &str,
    ) {
        let rest = level.words.from(level.words.start + 1);
        // Where `diff` is no alias it looks into files.
        let diff = base.eq_ignore_ascii_case("diff").then_some(Use::Reads);
        let Some(used) = diff.or_else(|| powershell::uses(full)) else {
            return self.other_files(level, base, full);
        };
        self.piped_files(used, full, rest);
        if self.power_moves(full, rest) {
            return;
        }
        let mut option = "";
        for at in rest.iter() {
            let text = cooked_at(self.line, at);
            if let Some(name) = text.strip_prefix('-') {
                let (name, value) = name.split_once(':').unwrap_or((name, ""));
                option = name;
                if value.is_empty() {
                    continue;
                }
            }
            let named = |whole: &str| {
                !option.is_empty()
                    && whole
                        .get(..option.len())
                        .is_some_and(|w| w.eq_ignore_ascii_case(option))
            };
            let (reads, writes) = match used {
                Use::Reads => (true, false),
                Use::Writes => (false, true),
                Use::Both => (true, true),
                Use::Options => (named("infile"), named("outfile")),
                Use::None => (false, false),
            };
            // `-Form @{x=Get-Item .env}` sends the file.
            let guessed = used == Use::Options
                && (text.contains("file:") || named("form"))
                || full.eq_ignore_ascii_case("new-item")
                    && (named("target") || named("value"));
            if let Some(word) = self.word(at).filter(|_| guessed) {
                self.guess(word, text, true);
            }
            // `Start-Transcript -OutputDirectory src`
            if named("outputdirectory") && self.literal_at(at) {
                let span = self.span_of(Words { start: at, end: at + 1 });
                self.joined(Access::Write, text, "*", span);
            }
            if reads {
                self.power_file(Access::Read, at);
            }
            if writes {
                self.power_file(Access::Write, at);
                self.power_table(at);
            }
        }
    }

    /// The files of what no table of cmdlets knows.
    fn other_files(&mut self, level: Level, base: &str, full: &str) {
        let rest = level.words.from(level.words.start + 1);
        let is = |name: &str| full.eq_ignore_ascii_case(name);
        let lists = |at: usize| !cooked_at(self.line, at).contains("-r");
        let lists = rest.len() < 3 && rest.iter().all(lists);
        let net = is("net") && rest.len() > 2;
        let net = net && self.is_at(rest.start, "use");
        if is("new-psdrive") && !lists || net || is("subst") && rest.len() > 1
        {
            // another name for every file
            self.any_file(Role::Edits, self.span_of(level.words));
        }
        if self.power_moves(full, rest) {
            return;
        }
        if matches!(base, "find" | "findstr") {
            // those of Windows, which look into files
            self.handled(&files::FINDSTR, rest, level.more, false);
            self.told_in_options(rest);
            return self.stars_in_quotes(rest);
        }
        self.open_paths(rest);
        if full.contains('-') {
            // A cmdlet that no table knows: its words may be files.
            self.named_paths(rest);
            let program = Program::of(full, Span::default());
            self.guesses(level, program, false);
        } else {
            self.files(level, Program::of(base, Span::default()));
        }
    }

    /// `Save-Module x -Path src`: what such options name, however short.
    fn named_paths(&mut self, rest: Words) {
        const NAMES: [&str; 4] = ["path", "file", "dest", "out"];
        for at in rest.iter() {
            let option = self.text_at(at).to_ascii_lowercase();
            let file = option.starts_with('-')
                && NAMES.iter().any(|name| option.contains(name));
            let value = rest.from(at + 1).iter().next();
            if let Some(at) = value.filter(|_| file)
                && let Some(word) = self.word(at)
                && self.first_byte(at) != b'-'
            {
                self.guess(word, cooked_at(self.line, at), true);
            }
        }
    }

    /// `Test-Json -Path $x`: any file.
    fn open_paths(&mut self, rest: Words) {
        for at in rest.iter() {
            let option = self.text_at(at).to_ascii_lowercase();
            let names = ["path", "file", "attach"];
            let file = option.starts_with('-')
                && names.iter().any(|name| option.contains(name));
            let value = rest.from(at + 1).iter().next();
            let open = self.dynamic_at(at)
                || value.is_some_and(|at| self.dynamic_at(at));
            if file && open {
                self.any_file(Role::Edits, self.span_of(rest));
            }
        }
    }

    /// `Set-Content function:x`: what later words mean.
    pub(super) fn power_table(&mut self, at: usize) {
        let text = cooked_at(self.line, at);
        let value = text.strip_prefix('-').and_then(|o| o.split_once(':'));
        let text = value.map_or(text, |value| value.1);
        let is = |drive: &str| {
            text.get(..drive.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(drive))
        };
        if is("function:") || is("alias:") {
            let span = self.span_of(Words { start: at, end: at + 1 });
            self.doubt(Reason::StateChange, span, Effects::ALL);
        }
    }

    /// Files that come through the pipe, those in directories, and those of
    /// an archive.
    fn piped_files(&mut self, used: Use, full: &str, rest: Words) {
        let is = |name: &str| full.eq_ignore_ascii_case(name);
        let span = self.span_of(rest.from(rest.start.saturating_sub(1)));
        let roles: &[Role] = match used {
            Use::Reads => &[Role::Reads],
            Use::Writes => &[Role::Writes],
            Use::Both => &[Role::Reads, Role::Writes],
            Use::Options | Use::None => return,
        };
        if self.is_given_files(full, rest) {
            for &role in roles {
                if !self.are_listed(role, span) {
                    self.any_file(role, span);
                }
            }
        }
        let recurses = rest.iter().any(|at| {
            let text = self.text_at(at);
            text.len() > 1
                && "-recurse"
                    .get(..text.len())
                    .is_some_and(|start| start.eq_ignore_ascii_case(text))
        });
        let packs = is("compress-archive");
        let unpacks = is("expand-archive");
        if !(packs || unpacks || recurses) {
            return;
        }
        let mut operands = 0;
        for at in rest.iter() {
            let text = self.usual_spelling(self.text_at(at)).into_owned();
            let option = self.first_byte(at) == b'-';
            let known = behind_home(self.text_at(at)).is_some();
            if option || text.contains('$') || !self.literal_at(at) && !known {
                continue;
            }
            operands += 1;
            let into = text.trim_end_matches('/').to_owned();
            let around = self.holds_places(&text);
            match (around, unpacks) {
                (true, true) => self.any_file(Role::Writes, span),
                (true, false) => self.any_file(Role::Reads, span),
                (false, true) => {
                    self.all_below(Role::Writes, &into, span);
                    self.joined(Access::Write, &into, "*", span);
                }
                (false, false) => {
                    self.all_below(Role::Reads, &into, span);
                    self.joined(Access::Read, &into, "*", span);
                }
            }
        }
        if unpacks && operands < 2 {
            self.any_file(Role::Writes, span);
        }
    }

    /// Whether the files that a cmdlet uses come through the pipe.
    fn is_given_files(&self, full: &str, rest: Words) -> bool {
        let is = |list: &[&str]| {
            list.iter().any(|name| name.eq_ignore_ascii_case(full))
        };
        let piped =
            self.line.simples.get(self.simple).is_some_and(|s| s.piped);
        if is(powershell::PIPED) {
            return piped;
        }
        if is(powershell::TAKES_THINGS) {
            let before = self.piped_from(self.simple);
            let before = before.and_then(|at| self.line.simples.get(at));
            let head = before.map(|simple| simple.words.0);
            let open = head.is_some_and(|head| self.dynamic_at(head as usize));
            return piped && (open || self.comes_from_listing());
        }
        let mut before = "";
        let named = rest.iter().any(|at| {
            let text = self.text_at(at);
            let option = std::mem::replace(&mut before, text);
            let path = [option, text].into_iter().any(|option| {
                let option = option.to_ascii_lowercase();
                ["-f", "-l", "-p"].iter().any(|o| option.starts_with(o))
            });
            path || !text.starts_with('-') && !option.starts_with('-')
        });
        let sink = is(powershell::SINKS) && named;
        piped && !sink && self.comes_from_listing()
    }

    /// The command before the pipe of another one: not those in its brackets.
    pub(crate) fn piped_from(&self, at: usize) -> Option<usize> {
        const WITHIN: usize = 16;
        let simples = &self.line.simples;
        let own = simples.get(at).filter(|simple| simple.piped)?;
        let near = at.saturating_sub(WITHIN)..at;
        let mut near = near.rev();
        let outer = near.find(|&at| {
            simples.get(at).is_some_and(|simple| simple.depth <= own.depth)
        });
        outer.or(at.checked_sub(1))
    }

    /// Whether what is piped in are files: `gci | gc`.
    pub(super) fn comes_from_listing(&self) -> bool {
        const NEAR: usize = 4;
        let mut at = self.simple;
        for _ in 0..NEAR {
            let Some(before) = self.piped_from(at) else { return false };
            at = before;
            let words = self.line.simples.get(at).map(|simple| simple.words);
            let first = words.map_or(0, |words| words.0 as usize);
            let name = cmdlet(self.text_at(first));
            let lists = powershell::LISTS
                .iter()
                .any(|listed| listed.eq_ignore_ascii_case(name));
            let text = self.text.as_bytes();
            let span = self.word(first).map(|word| word.span);
            let quoted = span.and_then(|span| text.get(span.start as usize));
            if lists || matches!(quoted, Some(b'"' | b'\'' | b'@')) {
                return true;
            }
        }
        // Nobody looks further: they may be.
        true
    }

    /// Where a path of PowerShell starts that is written once more, with the
    /// separator that stands for `\` in every system.
    pub(crate) fn with_slashes(&mut self, path: Span) -> Option<usize> {
        let text = path.of(&self.out.text);
        let other = self.shell == Shell::PowerShell && text.contains('\\');
        let slashes = other.then(|| text.replace('\\', "/"))?;
        let start = self.out.text.len();
        self.out.text.push_str(&slashes);
        Some(start)
    }

    /// A word, or the words of a list in it, as files.
    pub(super) fn power_file(&mut self, access: Access, at: usize) {
        let Some(word) = self.word(at) else { return };
        let line = self.line;
        let text = word.cooked.of(&line.text);
        let text = match text.strip_prefix('-') {
            Some(option) => option.split_once(':').map_or("", |o| o.1),
            None => text,
        };
        for part in text.split(',').map(|part| part.trim_matches(['"', '\'']))
        {
            if is_no_file(part) {
                continue;
            }
            let written = part;
            let below = behind_home(part).filter(|rest| !rest.contains('$'));
            let below =
                below.map(|rest| format!("~{}", rest.replace('\\', "/")));
            // A cmdlet reads these signs in quotes, too.
            let stars = self.expands_itself(at)
                && (below.is_some() || word.flags.literal())
                && part.contains(['*', '?', '[']);
            if stars {
                let flags = WordFlags(WordFlags::GLOB);
                let word = Word { flags, ..word };
                let path = below.as_deref().unwrap_or(part);
                self.power_open_file(access, word, path);
            } else if let Some(path) = below {
                self.known_file(access, &path, word.span, false);
            } else if word.flags.literal() {
                let part = part.rsplit_once("FileSystem::");
                let part = part.map_or(written, |part| part.1);
                self.known_file(access, part, word.span, false);
            } else {
                self.power_open_file(access, word, part);
            }
        }
    }

    /// A file whose name is known only when the line runs.
    pub(super) fn power_open_file(
        &mut self,
        access: Access,
        word: Word,
        part: &str,
    ) {
        let glob = word.flags.any(WordFlags::GLOB);
        let part = part.rsplit_once("FileSystem::").map_or(part, |p| p.1);
        let path = part.replace('\\', "/");
        // A directory may hold a guarded file, whatever its own name is.
        let file = glob && !is_directory(&path);
        if file && !self.may_be_guarded(access, word, "", &path) {
            return;
        }
        let reason = if glob { Reason::Glob } else { Reason::DynamicArgument };
        self.doubt_about(reason, word.span, FILES, about(access));
    }
}

/// Whether a path is of a drive that holds no files: `Env:X`, `HKCU:\X`.
pub(super) fn is_no_file(path: &str) -> bool {
    path.split_once(':').is_some_and(|(drive, _)| {
        NO_FILES.iter().any(|own| own.eq_ignore_ascii_case(drive))
    })
}
