use super::programs::runs;
use super::scan::{plain, stem, takes_apart, words};
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};

/// A deny or ask rule that hangs on the spelling of a flag.
pub(super) struct FlagSpelling;

impl Lint for FlagSpelling {
    fn code(&self) -> Code {
        Code::FLAG_SPELLING
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        // A strict reading knows a flag in every spelling and place.
        if cx.dialect.shell.strict {
            return;
        }
        for (site, content) in cx.commands() {
            let text = content.value.as_str();
            if !site.role.guards() || !text.contains('*') || takes_apart(text)
            {
                continue;
            }
            let words = words(stem(text), content.span.start);
            let flag = words.iter().position(|word| {
                word.text.starts_with('-')
                    && word.text.len() > 1
                    && !word.text.contains('*')
            });
            let Some(at) = flag.filter(|&at| at > 0) else { continue };
            let Some(word) = words.get(at) else { continue };
            let head: Vec<_> =
                words.iter().take(at).map(|word| word.text).collect();
            // `git push * --force` misses `git push --force` alone.
            let last = at + 1 == words.len() && !text.ends_with('*');
            let starred = head.split_last().is_some_and(|(star, before)| {
                *star == "*" && !before.iter().any(|w| w.contains('*'))
            });
            if last && starred && at > 1 {
                let head = head.get(..at - 1).unwrap_or(&[]).join(" ");
                let message = format!(
                    "this {} `{}` only after some other word and at the end",
                    site.does(),
                    word.text
                );
                let found = site.found(self.code(), message, word.span);
                let wider = anywhere(&head, word.text);
                out.push(found.help(format!("write {wider}")));
                continue;
            }
            if head.iter().any(|word| word.contains('*')) {
                continue;
            }
            let span = if at == 1 { content.span } else { word.span };
            let head = head.join(" ");
            let message = format!(
                "this {} only the spelling `{}` right after `{head}`",
                site.does(),
                word.text
            );
            let found = site.found(self.code(), message, span);
            // No rule lifts a guard, so a wider one with exceptions is none.
            let rest = words.get(at + 1..).unwrap_or(&[]).iter();
            let mut rest: Vec<_> = rest.map(|word| word.text).collect();
            if !rest.is_empty() && stem(text) != text {
                rest.push("*");
            }
            out.push(found.help(elsewhere(&head, word.text, &rest)));
        }
    }
}

/// What to write for a flag in other places, where `rest` stands behind it.
fn elsewhere(head: &str, flag: &str, rest: &[&str]) -> String {
    if rest.is_empty() && !is_letter(flag) {
        return format!(
            "write a rule for each spelling, with a star before it, such as \
             `{head} *{flag}*`"
        );
    }
    // What stands behind the flag is a part of what is meant.
    let rest = match rest {
        [] => "*".to_owned(),
        rest => rest.join(" "),
    };
    format!("add one for the other places, `{head} * {flag} {rest}`")
}

/// The rules that find a flag wherever it stands.
pub(super) fn anywhere(head: &str, flag: &str) -> String {
    match is_letter(flag) {
        true => format!("`{head} {flag} *` and `{head} * {flag} *`"),
        false => format!("`{head} *{flag}*`"),
    }
}

/// Whether a flag is one letter. A star right before it would find it within
/// words: `*-f*` finds `my-feature`.
fn is_letter(flag: &str) -> bool {
    let letters = flag.trim_start_matches('-');
    flag.len() == letters.len() + 1 && letters.chars().count() == 1
}

/// Commands with the flag of a pattern written otherwise, or elsewhere.
pub(super) fn ways(text: &str) -> Vec<String> {
    let words: Vec<_> = words(stem(text), 0).iter().map(|w| w.text).collect();
    let is_flag = |word: &&str| {
        word.starts_with('-') && word.len() > 1 && !word.contains('*')
    };
    let Some(at) = words.iter().position(is_flag) else { return Vec::new() };
    let (before, behind) = words.split_at(at);
    let flag = behind.first().copied().unwrap_or("");
    let head: Vec<_> = before.iter().filter_map(|w| plain(w)).collect();
    let head = head.join(" ");
    if head.split(' ').count() < before.len() {
        return vec![format!("{head} {flag}"), format!("{head} x {flag} x")];
    }
    let any = || "x".to_owned();
    let rest = behind.iter().skip(1);
    let rest: Vec<_> = rest.map(|w| plain(w).unwrap_or_else(any)).collect();
    let rest = if rest.is_empty() { any() } else { rest.join(" ") };
    let mut ways = Vec::new();
    let letters = flag.trim_start_matches('-');
    let single = flag.len() == letters.len() + 1;
    if single
        && letters.len() > 1
        && letters.chars().all(|c| c.is_ascii_alphabetic())
    {
        let turned: String = letters.chars().rev().collect();
        let apart: Vec<_> = letters.chars().map(|c| format!("-{c}")).collect();
        ways.push(format!("{head} -{turned} {rest}"));
        ways.push(format!("{head} {} {rest}", apart.join(" ")));
    }
    // Behind an operand an option of an interpreter is none.
    if at == 1 && runs(&head).is_some() {
        let other = if head == "git" { "-P" } else { "-x" };
        ways.push(format!("{head} {other} {flag} {rest}"));
    } else {
        ways.push(format!("{head} x {flag} {rest}"));
        ways.push(format!("{head} {rest} {flag}"));
    }
    ways
}
