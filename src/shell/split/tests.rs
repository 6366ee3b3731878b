//! Cases as text: the commands a line is split into, then its marks.

use super::{Limits, Line, RedirectKind, Word, WordFlags, split};
use crate::shell::Shell;

/// The split as text: words in brackets, redirections behind them, `|` for a
/// piped, `$` for a substituted, `{` for a compound command.
pub(crate) fn show(text: &str, shell: Shell) -> String {
    let mut line = Line::default();
    split(text, shell, &Limits::default(), &mut line);
    let mut shown = Vec::new();
    for simple in &line.simples {
        let mut one = String::new();
        for (set, sign) in [
            (simple.piped, '|'),
            (simple.substituted, '$'),
            (simple.compound, '{'),
        ] {
            one.extend(set.then_some(sign));
        }
        for (index, word) in line.words_of(simple).iter().enumerate() {
            one += if index < simple.assignments as usize { "=" } else { "" };
            one += &shown_word(&line, word);
        }
        for redirect in line.redirects_of(simple) {
            one += match redirect.kind {
                RedirectKind::Read => "<",
                RedirectKind::Write => ">",
                RedirectKind::ReadWrite => "<>",
                RedirectKind::Duplicate => ">&",
                RedirectKind::HereDocument => "<<",
                RedirectKind::HereString => "<<<",
            };
            one += &shown_word(&line, &redirect.target);
        }
        shown.push(one);
    }
    for mark in &line.marks {
        shown.push(format!("!{}", mark.reason.as_str()));
    }
    shown.join(" ")
}

fn shown_word(line: &Line, word: &Word) -> String {
    let mut flags = String::new();
    for (bit, sign) in [
        (WordFlags::PARAMETER, 'p'),
        (WordFlags::SUBSTITUTION, 's'),
        (WordFlags::ARITHMETIC, 'a'),
        (WordFlags::GLOB, 'g'),
        (WordFlags::BRACE, 'b'),
        (WordFlags::TILDE, 't'),
        (WordFlags::UNQUOTED_EXPANSION, 'u'),
    ] {
        flags.extend(word.flags.any(bit).then_some(sign));
    }
    format!("[{}]{flags}", line.cooked(word))
}

#[test]
#[ignore = "for looking at one line"]
fn look() {
    let text = std::env::var("LINE").unwrap_or_default();
    let zsh = std::env::var("ZSH").is_ok();
    let shell = if zsh { Shell::Zsh } else { Shell::Bash };
    println!("{}", show(&text, shell));
}
