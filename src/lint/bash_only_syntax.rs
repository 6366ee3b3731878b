use super::scan::bare;
use super::{Context, HookSite, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::load::{Action, Family};
use crate::source::Span;

/// A command line of a hook with what only bash understands.
pub(super) struct BashOnlySyntax;

impl Lint for BashOnlySyntax {
    fn code(&self) -> Code {
        Code::BASH_ONLY_SYNTAX
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for site in cx.hooks() {
            let Some(command) = site.script().filter(|_| is_sh(&site)) else {
                continue;
            };
            let text = command.as_str();
            let Some((span, happens)) = place(text) else { continue };
            let sign = span.of(text).trim();
            let message = format!(
                "`{sign}` is known to bash, and hooks are run by `sh`: where \
                 that is another shell, as on Debian and Ubuntu, {happens}"
            );
            let help = match sign {
                "source" => "write `.`, and the path of the file with a `/`",
                "&>" => "write `> file 2>&1`",
                _ => {
                    "put it into a script that starts with `#!/bin/bash`, or \
                     write `bash -c '…'`"
                }
            };
            let found = site.found(self.code(), message, command.place(span));
            out.push(found.help(help));
        }
    }
}

/// Whether the runner is left to choose the shell, and is one that takes `sh`.
fn is_sh(site: &HookSite<'_>) -> bool {
    let action = &site.hook.action;
    let family = site.document.family;
    matches!(family, Family::Claude | Family::Plugin | Family::Definition)
        && matches!(action, Action::Command { shell: None, .. })
}

const BREAKS: &str = "the script breaks off there with code 2";

/// The first sign that other shells do not know, and what becomes of it.
fn place(text: &str) -> Option<(Span, &'static str)> {
    // What stands below `<<` is a text for another program.
    if text.replace("<<<", "").contains("<<") {
        return None;
    }
    bare(text).find_map(|(at, c)| {
        let rest = text.get(at..)?;
        let before = text.get(..at)?;
        let sign = |length| Span::new(at, at + length);
        match c {
            '[' if word(rest, "[[") && starts_command(before) => {
                Some((sign(2), "this test fails whatever it tests"))
            }
            's' if word(rest, "source") && starts_command(before) => {
                Some((sign(6), "no such command is found"))
            }
            'f' if word(rest, "function") && starts_command(before) => {
                Some((sign(8), BREAKS))
            }
            '<' if rest.starts_with("<<<") => Some((sign(3), BREAKS)),
            '&' if rest.starts_with("&>") && !before.ends_with('&') => {
                Some((sign(2), "the command goes on in the background"))
            }
            '(' if before.ends_with(['<', '>']) => {
                Some((Span::new(at - 1, at + 1), BREAKS))
            }
            '(' if is_list(before) => {
                Some((Span::new(at - 1, at + 1), BREAKS))
            }
            _ => None,
        }
    })
}

/// Whether a text starts with a word.
fn word(text: &str, word: &str) -> bool {
    let rest = text.strip_prefix(word);
    rest.is_some_and(|rest| rest.starts_with([' ', '\t', '\n']))
}

/// Words of the shell behind which a command starts.
const OPENERS: &[&str] =
    &["!", "do", "elif", "else", "if", "then", "time", "until", "while", "{"];

/// Whether a command starts behind this text.
fn starts_command(before: &str) -> bool {
    let ends_word = before.ends_with([' ', '\t', '\n']);
    let trimmed = before.trim_end_matches([' ', '\t']);
    let last = trimmed.rsplit([' ', '\t', '\n', ';']).next().unwrap_or("");
    trimmed.is_empty()
        || trimmed.ends_with([';', '&', '|', '(', '\n'])
        || ends_word && OPENERS.contains(&last)
}

/// Whether `NAME=` ends this text, so that a list is given to a variable.
fn is_list(before: &str) -> bool {
    let Some(rest) = before.strip_suffix('=') else { return false };
    let rest = rest.strip_suffix('+').unwrap_or(rest);
    let letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let name = rest.len() - rest.trim_end_matches(letter).len();
    name > 0 && starts_command(rest.get(..rest.len() - name).unwrap_or(""))
}
