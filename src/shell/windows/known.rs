//! Lines for other shells, and blocks, that stand in a command as they are
//! and are taken apart: what is known of them is all there is.

use super::shells::{CODE, is_option};
use crate::shell::data::cmdlets::cmdlet;
use crate::shell::data::power_types::is_plain_type;
use crate::shell::data::windows::{is_shell, power_base, runs_line};
use crate::shell::scene::Scene;
use crate::shell::words::{Words, cooked_at};

/// Options of PowerShell that take no word, and leave it with its line.
const SWITCHES: [&str; 5] =
    ["mta", "nologo", "noninteractive", "noprofile", "sta"];

/// Options of it that take one which changes nothing of what runs.
const VALUED: [&str; 5] =
    ["ep", "ex", "executionpolicy", "outputformat", "windowstyle"];

/// Cmdlets that run a block.
const OF_BLOCKS: [&str; 3] =
    ["invoke-command", "start-job", "start-threadjob"];

/// What `cmd` reads otherwise than PowerShell does.
const OF_CMD: [&str; 12] = [
    "assoc", "call", "doskey", "for", "ftype", "goto", "if", "path", "prompt",
    "set", "setlocal", "start",
];

impl Scene<'_> {
    /// Whether a command runs no more than the line, the block or the type
    /// that it names.
    pub(crate) fn runs_known(&self, words: Words) -> bool {
        if !self.profile.strict || self.own.piped {
            return false;
        }
        let base = power_base(self.text_at(words.start));
        let name = cmdlet(base).to_ascii_lowercase();
        let rest = words.from(words.start + 1);
        match name.as_str() {
            "cmd" => self.known_of_cmd(rest),
            name if is_shell(name) => self.known_of_power(rest),
            "bash" | "sh" => self.known_of_unix(rest),
            "wsl" => {
                self.first_byte(rest.start) != b'-' && self.all_known(rest)
            }
            "new-object" => {
                let named = is_option(self.text_at(rest.start), "typename");
                let at = rest.start + usize::from(named);
                self.literal_at(at) && is_plain_type(self.text_at(at))
            }
            "add-type" => {
                is_option(self.text_at(rest.start), "assemblyname")
                    && self.all_known(rest)
            }
            name if OF_BLOCKS.contains(&name) => self.known_block(rest),
            _ => false,
        }
    }

    /// Whether there are words, and all of them are known.
    fn all_known(&self, words: Words) -> bool {
        !words.is_empty() && words.iter().all(|at| self.literal_at(at))
    }

    /// `{ … }`, `-ScriptBlock { … }`
    fn known_block(&self, rest: Words) -> bool {
        let named = is_option(self.text_at(rest.start), "scriptblock");
        let block = rest.from(rest.start + usize::from(named));
        let text = self.span_of(block).of(self.text);
        block.len() == 1 && text.starts_with('{') && text.ends_with('}')
    }

    /// `-NoProfile -Command line`
    fn known_of_power(&self, rest: Words) -> bool {
        let mut at = rest.start;
        while at < rest.end {
            let text = self.text_at(at);
            if !self.literal_at(at) {
                return false;
            }
            let is = |list: &[&str]| list.iter().any(|o| is_option(text, o));
            at += 1;
            if is(&CODE) {
                break;
            }
            match (is(&SWITCHES), is(&VALUED)) {
                (true, false) => {}
                (false, true) => at += 1,
                _ => return false,
            }
        }
        let line = rest.from(at);
        self.all_known(line) && !self.is_at(at, "-")
    }

    /// `/d /c npm test`
    fn known_of_cmd(&self, rest: Words) -> bool {
        let line = self.line;
        let text = |at: usize| cooked_at(line, at);
        let option = |at: usize| text(at).starts_with('/');
        let Some(code) = rest.iter().find(|&at| !option(at)) else {
            return false;
        };
        let plain = |c: char| {
            c.is_alphanumeric()
                || matches!(
                    c,
                    ' ' | '-' | '_' | '.' | '/' | '\\' | ':' | '&' | '|'
                )
        };
        let of_cmd = |word: &str| {
            OF_CMD.iter().any(|own| own.eq_ignore_ascii_case(word))
        };
        let lines = rest.from(code);
        let runs = code > rest.start && runs_line(text(code - 1));
        // `/k` goes on with what it is given.
        let ends = rest.iter().take_while(|&at| at < code);
        let mut ends = ends.map(text);
        runs && !ends.any(|o| o.contains(['k', 'K', 'v', 'V']))
            && self.all_known(lines)
            && lines.iter().map(text).all(|words| {
                words.chars().all(plain) && !words.split(' ').any(of_cmd)
            })
    }

    /// `-c line`, `-lc line`
    fn known_of_unix(&self, rest: Words) -> bool {
        let option = matches!(self.text_at(rest.start), "-c" | "-lc");
        option && rest.len() == 2 && self.all_known(rest)
    }
}
