//! The shells of Windows: code of `pwsh -c` and `cmd /c`, which guards look
//! at as at a line of PowerShell.

use crate::shell::data::windows::{is_shell, runs_line};
use crate::shell::noted::Read;
use crate::shell::scene::Scene;
use crate::shell::words::{Words, cooked_at};
use crate::shell::{Effects, Reason, Shell};
use crate::source::Span;

/// How many times as long a line of `cmd` may become as one of PowerShell.
const LONGER: usize = 5;

/// Its options behind which a line stands.
pub(super) const CODE: [&str; 3] = ["command", "commandwithargs", "cwa"];

/// Its options that take no word.
const SWITCHES: [&str; 8] = [
    "login",
    "mta",
    "noexit",
    "nologo",
    "noninteractive",
    "noprofile",
    "noprofileloadtime",
    "sta",
];

impl Scene<'_> {
    /// The words of `cmd` or of PowerShell as a line of PowerShell.
    pub(crate) fn windows_shell(&mut self, name: &str, words: Words) {
        if !self.profile.strict || !is_shell(name) {
            return;
        }
        let line = self.line;
        let code = |at: usize| {
            let text = cooked_at(line, at);
            match name {
                "cmd" => runs_line(text),
                _ => CODE.iter().any(|whole| is_option(text, whole)),
            }
        };
        // A script, or what stands in place of one.
        let plain = |at: usize| {
            let before = cooked_at(line, at.saturating_sub(1));
            let takes = before.starts_with('-')
                && !SWITCHES.iter().any(|switch| is_option(before, switch));
            !takes && !cooked_at(line, at).starts_with(['-', '/'])
        };
        let start = words.iter().find(|&at| code(at)).map(|at| at + 1);
        if name == "cmd" && start.is_none() {
            // Without `/c` it runs none of its words.
            return;
        }
        let start = start.or_else(|| words.iter().find(|&at| plain(at)));
        let rest = words.from(start.unwrap_or(words.end));
        let span = self.span_of(words);
        if rest.iter().any(|at| self.dynamic_at(at)) {
            self.any_code(Reason::ForeignCode, span);
        }
        let bytes = rest.iter().map(|at| cooked_at(line, at).len() + 3);
        // Written for the other shell it is longer.
        if !self.takes(LONGER * bytes.sum::<usize>()) {
            return self.doubt(Reason::Depth, span, Effects::ALL);
        }
        let mut text = String::new();
        for at in rest.iter() {
            let word = cooked_at(line, at);
            let open = name == "cmd"
                && rest.end > rest.start + 1
                && word.contains([' ', ';', '&']);
            let quote = if open { "\"" } else { "" };
            for piece in [" ", quote, word, quote] {
                text.push_str(piece);
            }
        }
        let text = match name {
            "cmd" => super::cmd_line::as_powershell(&text),
            _ => text,
        };
        self.code_of(Shell::PowerShell, &text, span);
        self.encoded(words);
    }

    /// `-EncodedCommand`: the text that it holds.
    fn encoded(&mut self, words: Words) {
        let line = self.line;
        for at in words.iter() {
            let text = cooked_at(line, at);
            let named = |name: &str| is_option(text, name);
            if !(named("encodedcommand") || named("ec")) {
                continue;
            }
            let value = text.split_once(':').map(|value| value.1);
            let value = value.unwrap_or_else(|| cooked_at(line, at + 1));
            if let Some(code) = decode(value) {
                let span = self.span_of(words);
                self.code_of(Shell::PowerShell, &code, span);
            }
        }
    }

    /// A line of `cmd`.
    pub(super) fn line_of_cmd(&mut self, text: &str, span: Span) {
        if !self.takes(LONGER * text.len()) {
            return self.doubt(Reason::Depth, span, Effects::ALL);
        }
        let code = super::cmd_line::as_powershell(text);
        self.code_of(Shell::PowerShell, &code, span);
    }

    /// The lines in the words of a program of Windows that starts others.
    pub(super) fn windows_lines(&mut self, words: Words) {
        for at in words.iter() {
            let text = cooked_at(self.line, at);
            if text.contains(' ') {
                self.line_of_cmd(text, self.span_of(words));
            }
        }
    }

    /// `bash -c x` and `wsl x` in a line of PowerShell.
    pub(super) fn unix_shell(&mut self, name: &str, words: Words) {
        if !matches!(name, "bash" | "sh" | "wsl") {
            return;
        }
        let line = self.line;
        let plain = |at: &usize| !cooked_at(line, *at).starts_with('-');
        let start = words.iter().find(plain).unwrap_or(words.end);
        let rest = words.from(start).iter();
        let rest: Vec<_> = rest.map(|at| cooked_at(line, at)).collect();
        let span = self.span_of(words);
        self.code_of(Shell::Bash, &rest.join(" "), span);
    }

    /// What is fed to a program, to a shell of Windows as PowerShell.
    pub(crate) fn fed_program(
        &mut self,
        words: Words,
        read: Read,
        shell: bool,
    ) -> bool {
        if shell {
            let own = std::mem::replace(&mut self.shell, Shell::PowerShell);
            self.stdin_program(words, Read::Lines);
            self.shell = own;
        }
        self.stdin_program(words, read)
    }
}

/// Whether a word is an option of PowerShell, which may be cut short and may
/// start with a slash.
pub(super) fn is_option(text: &str, whole: &str) -> bool {
    let name = text.strip_prefix("--").or(text.strip_prefix(['-', '/']));
    let name = name.and_then(|name| name.split(':').next()).unwrap_or("");
    let start = whole.get(..name.len());
    !name.is_empty() && start.is_some_and(|s| s.eq_ignore_ascii_case(name))
}

/// A text of two bytes a letter, in base 64.
fn decode(text: &str) -> Option<String> {
    let text = text.trim_end_matches('=');
    if text.is_empty() {
        return None;
    }
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0_u32, 0_u32);
    for byte in text.bytes() {
        let six = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = bits << 6 & 0xff_ffff | u32::from(six);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count & 0xff) as u8);
        }
    }
    let (pairs, _) = bytes.as_chunks::<2>();
    let units = pairs.iter().map(|pair| u16::from_le_bytes(*pair));
    let text: Result<String, _> = char::decode_utf16(units).collect();
    text.ok()
}
