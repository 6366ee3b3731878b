//! `git config`: the file that it writes, and keys that bring in hooks.

use crate::shell::Access;
use crate::shell::data::git_keys::{CONFIG_READS, CONFIG_WRITES, HOOK_KEYS};
use crate::shell::scene::Scene;
use crate::shell::words::{Words, cooked_at};

/// Options with which it is about the settings of a person or a machine, and
/// where these lie.
const ELSEWHERE: &[(&str, &str)] =
    &[("--global", "~/.gitconfig"), ("--system", "/etc/gitconfig")];

/// What the words behind `git config` say.
#[derive(Default)]
struct Said {
    /// The word with the file, and where that starts in it.
    file: Option<(usize, usize)>,
    /// The word with the key.
    key: Option<usize>,
    operands: usize,
    reads: bool,
    writes: bool,
}

impl Scene<'_> {
    /// What `git config` writes: the file that it is told. Without one, a key
    /// that brings in hooks is as good as writing these.
    pub(crate) fn configures(&mut self, words: Words) {
        let Said { file, key, operands, reads, writes } = self.said(words);
        if reads || !writes && operands < 2 {
            return;
        }
        let line = self.line;
        // Behind the last word stands another command.
        let value = |at: usize| match at < words.end {
            true => cooked_at(line, at),
            false => "",
        };
        if let Some((at, cut)) = file.filter(|file| file.0 < words.end) {
            let path = cooked_at(line, at).get(cut..).unwrap_or("");
            let span = self.span_of(Words { start: at, end: at + 1 });
            match self.literal_at(at) {
                true => self.known_file(Access::Write, path, span, false),
                false => self.file_at(Access::Write, at),
            }
            return;
        }
        let elsewhere = |at| {
            let option = self.text_at(at);
            ELSEWHERE.iter().find(|row| row.0 == option).map(|row| row.1)
        };
        let path = words.iter().find_map(elsewhere).unwrap_or(".git/config");
        self.may_use(Access::Maybe, path, self.span_of(words));
        if let Some(at) = key
            && self.profile.protected_paths
            && brings_hooks(self.text_at(at), value(at + 1))
        {
            self.protect(self.span_of(Words { start: at, end: at + 1 }));
        }
    }

    fn said(&self, words: Words) -> Said {
        const VALUED: &[&str] =
            &["--blob", "--comment", "--default", "--type"];
        let mut said = Said::default();
        let mut at = words.start;
        while at < words.end {
            let text = self.text_at(at);
            let option = text.split('=').next().unwrap_or("");
            let whole = option.len() == text.len();
            if matches!(text, "-f" | "--file") {
                at += 1;
                said.file = Some((at, 0));
            } else if option == "--file" {
                said.file = Some((at, "--file=".len()));
            } else if VALUED.contains(&option) {
                at += usize::from(whole);
            } else if text.starts_with("-f") {
                said.file = Some((at, "-f".len()));
            } else if text.starts_with('-') {
                said.reads |= CONFIG_READS.contains(&option);
                said.writes |= CONFIG_WRITES.contains(&option);
            } else if said.operands == 0 && CONFIG_READS.contains(&text) {
                said.reads = true;
            } else if said.operands == 0 && CONFIG_WRITES.contains(&text) {
                said.writes = true;
            } else {
                said.operands += 1;
                said.key = said.key.or(Some(at));
            }
            at += 1;
        }
        said
    }
}

/// Whether a setting of git, with this value, names hooks that it runs from
/// now on, or a file with more settings.
fn brings_hooks(key: &str, value: &str) -> bool {
    /// Other keys with such a value name a file that is called so.
    const SWITCHED: &str = "core.fsmonitor";
    const SWITCHES: &[&str] = &["0", "1", "false", "no", "true", "yes"];
    let starts = |start: &&str| {
        let own = key.get(..start.len());
        own.is_some_and(|own| own.eq_ignore_ascii_case(start))
    };
    let switches = starts(&SWITCHED) && SWITCHES.contains(&value);
    HOOK_KEYS.iter().any(starts) && !switches
}
