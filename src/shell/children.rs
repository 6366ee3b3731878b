//! Commands within commands: `xargs`, `find -exec`, and those that an
//! option names.

use super::analyze::{Allow, Level, Scene};
use super::data::files::Role;
use super::data::programs::Known;
use super::data::wrappers::{Kind, Wrapper};
use super::strip::short_takes;
use super::words::{Program, Words, base_name, cooked_at};
use super::{Effects, Reason};

impl Scene<'_> {
    /// `xargs`: the command that its words name, with more words to come.
    pub(super) fn xargs(&mut self, level: Level, program: Program<'_>) {
        const LONG: &[&str] = &[
            "max-args",
            "max-procs",
            "max-chars",
            "delimiter",
            "arg-file",
            "process-slot-var",
        ];
        self.views(level, true, program);
        let words = level.words;
        let mut at = words.start + 1;
        let line = self.line;
        let mut replace = "{}";
        while at < words.end {
            let text = cooked_at(line, at);
            if text == "--" {
                at += 1;
                break;
            }
            if !text.starts_with('-') {
                break;
            }
            if let Some(written) = text.strip_prefix("--replace=") {
                replace = written;
            }
            match text.strip_prefix("-I") {
                Some("") => replace = cooked_at(line, at + 1),
                Some(written) => replace = written,
                None => {}
            }
            let takes = match text.strip_prefix("--") {
                Some(long) => LONG.contains(&long),
                None => short_takes(text, "InPLsdEaJRS"),
            };
            at += if takes { 2 } else { 1 };
        }
        let command = words.from(at);
        let options = Words { start: words.start + 1, end: at.min(words.end) };
        self.read_options(program, options);
        if command.is_empty() {
            return;
        }
        let dynamic = self.comes(command, replace);
        if dynamic {
            let span = self.span_of(command);
            self.doubt(Reason::DynamicCommand, span, Effects::ALL);
        }
        self.replaced(command, replace);
        self.levels.push(Level {
            words: command,
            allow: Allow::No,
            guard: level.guard,
            open: true,
        });
    }

    /// Whether what comes from elsewhere is the program, or code of a shell.
    fn comes(&self, command: Words, replace: &str) -> bool {
        let is_shell =
            |&at: &usize| Known::of(base_name(self.text_at(at))).is_shell();
        let shell = command.iter().find(is_shell).unwrap_or(command.end);
        command.iter().any(|at| {
            let text = self.text_at(at);
            // `xargs -I% sh -c %`
            let option = self.text_at(at.saturating_sub(1));
            let code = option.starts_with('-') && option.ends_with(['c', 'e']);
            let first = at == command.start;
            let near = at < command.start + 4;
            text.contains(replace)
                && (first
                    || code
                    || text.contains(' ') && (near || shell < at))
        })
    }

    /// `xargs -I{} git {}`: the words before one that comes from elsewhere.
    fn replaced(&mut self, command: Words, replace: &str) {
        let open = |&at: &usize| {
            at > command.start
                && self.literal_at(at)
                && self.text_at(at).contains(replace)
        };
        let first = command.iter().find(open).filter(|_| !replace.is_empty());
        if let Some(end) = first {
            let words = Words { end, ..command };
            self.plain_view(words, Effects::OPEN, false);
        }
    }

    /// `xargs sudo`: the command comes from elsewhere when it runs.
    pub(super) fn wraps_what_comes(
        &mut self,
        level: Level,
        program: Program<'_>,
    ) {
        let rest = level.words.from(level.words.start + 1);
        let wraps = |row: &Wrapper| {
            let asks = rest.iter().any(|at| {
                let text = self.text_at(at);
                text.starts_with('-')
                    && text.contains(|c| row.query.contains(c))
            });
            row.subs.is_empty() && row.kind != Kind::Runner && !asks
        };
        if level.open && program.known.wrappers().any(wraps) {
            let span = self.span_of(level.words);
            self.doubt(Reason::DynamicCommand, span, Effects::ALL);
        }
    }

    /// `find` and its like: whether it does more than look.
    pub(super) fn finds(&mut self, name: &str, words: Words) -> bool {
        match name {
            "find" | "bfs" => return self.find_acts(words),
            "fd" | "fdfind" => {}
            _ => return false,
        }
        let runs = |&at: &usize| {
            matches!(self.text_at(at), "-x" | "-X" | "--exec" | "--exec-batch")
        };
        if let Some(at) = words.iter().find(runs) {
            let words = words.from(at + 1);
            let (allow, guard) = (Allow::No, Effects::GUARD);
            self.levels.push(Level { words, allow, guard, open: true });
        }
        false
    }

    /// `find`: the commands it runs, and whether it does more than look.
    pub(super) fn find_acts(&mut self, words: Words) -> bool {
        let mut acts = false;
        let mut at = words.start + 1;
        while at < words.end {
            match self.text_at(at) {
                "-exec" | "-execdir" | "-ok" | "-okdir" => {
                    acts = true;
                    let ends = |&a: &usize| {
                        let text = self.text_at(a);
                        text == ";"
                            || (text == "+" && self.text_at(a - 1) == "{}")
                    };
                    let range = words.from(at + 1);
                    let end = range.iter().find(ends).unwrap_or(words.end);
                    if self.profile.strict && end > at + 1 {
                        self.levels.push(Level {
                            words: Words { start: at + 1, end },
                            allow: Allow::No,
                            guard: Effects::GUARD,
                            open: true,
                        });
                    }
                    at = end;
                }
                "-delete" | "-fprintf" | "-fprint" | "-fprint0" | "-fls" => {
                    acts = true;
                    if self.profile.strict
                        && let Some(word) = self.word(at)
                    {
                        let effects = Effects::GUARD;
                        self.doubt(Reason::ExecFlag, word.span, effects);
                        self.any_file(Role::Writes, word.span);
                    }
                }
                _ => {}
            }
            at += 1;
        }
        acts
    }

    /// The command lines that options name, wherever these stand.
    pub(super) fn far_lines(&mut self, known: Known, words: Words) {
        for row in known.wrappers().filter(|row| !row.far.is_empty()) {
            let Some(start) = self.behind_subcommand(row, words) else {
                continue;
            };
            for at in words.from(start).iter() {
                let text = self.text_at(at);
                let (option, cut) = match text.split_once('=') {
                    Some((option, _)) => (option, option.len() + 1),
                    None => (text, 0),
                };
                if text == "--" {
                    break;
                }
                if row.far.contains(&option) {
                    let at = if cut == 0 { at + 1 } else { at };
                    let end =
                        if row.name == "nix" { words.end } else { at + 1 };
                    let end = end.min(words.end);
                    self.inner_line(Words { start: at, end }, cut);
                }
            }
        }
    }

    /// `docker run --entrypoint rm image x`: the program stands before the
    /// image, its words behind it.
    pub(super) fn entry_point(
        &mut self,
        row: &Wrapper,
        words: Words,
        at: usize,
    ) {
        if !row.long.contains(&"entrypoint") {
            return;
        }
        let line = self.line;
        for index in words.iter().take_while(|&index| index < at) {
            let text = cooked_at(line, index);
            let named = match text.strip_prefix("--entrypoint") {
                Some("") => cooked_at(line, index + 1),
                Some(rest) => rest.strip_prefix('=').unwrap_or(""),
                None => continue,
            };
            let rest = words.from(at).iter();
            let rest = rest.map(|next| cooked_at(line, next));
            let pieces = std::iter::once(named).chain(rest);
            self.code(pieces, self.span_of(words), true);
        }
    }
}
