//! sed scripts, command by command.

/// What a command of a script does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act<'a> {
    /// The script is over.
    End,
    /// Only changes text.
    Plain,
    /// Runs a command line.
    Runs(&'a str),
    /// Puts this into what was read, and runs all of it.
    RunsWithin(&'a str),
    /// Writes a file.
    Writes(&'a str),
    /// Reads a file.
    Reads(&'a str),
}

/// The first command of a script, and what follows it.
pub(super) fn next(script: &str) -> (Act<'_>, &str) {
    let blank = |c: char| c.is_whitespace() || matches!(c, ';' | '{' | '}');
    let rest = address(script.trim_start_matches(blank));
    let mut chars = rest.chars();
    let Some(command) = chars.next() else { return (Act::End, "") };
    let rest = chars.as_str();
    match command {
        's' => substitute(rest),
        'y' => {
            let (_, _, rest) = sections(rest);
            (Act::Plain, rest)
        }
        'w' | 'W' => {
            let (path, rest) = line(rest);
            (Act::Writes(path), rest)
        }
        'r' | 'R' => {
            let (path, rest) = line(rest);
            (Act::Reads(path), rest)
        }
        'e' => {
            let (code, rest) = line(rest);
            (Act::Runs(if code.is_empty() { "$PATTERN" } else { code }), rest)
        }
        'a' | 'i' | 'c' | '#' => (Act::Plain, line(rest).1),
        'b' | 't' | 'T' | ':' => {
            let end = rest.find([';', '\n', '}']).unwrap_or(rest.len());
            (Act::Plain, rest.get(end..).unwrap_or(""))
        }
        _ => (Act::Plain, rest),
    }
}

/// Skips an address: numbers, `$`, `/regex/`, `\cregexc`, `first~step`,
/// a second one behind a comma, `!`.
fn address(mut text: &str) -> &str {
    loop {
        let mut chars = text.chars();
        match chars.next() {
            Some('0'..='9' | '$' | ',' | '+' | '~' | '!' | ' ' | '\t') => {
                text = chars.as_str();
            }
            Some('/') => text = flags(expression(chars.as_str(), '/').1),
            Some('\\') => {
                let Some(ends) = chars.next() else { return "" };
                text = flags(expression(chars.as_str(), ends).1);
            }
            _ => return text,
        }
    }
}

/// Skips `I` and `M` behind a regex.
fn flags(text: &str) -> &str {
    text.trim_start_matches(['I', 'M'])
}

/// `s/…/…/flags`.
fn substitute(text: &str) -> (Act<'_>, &str) {
    let (_, replacement, rest) = sections(text);
    let flags = |c: char| c.is_ascii_digit() || "gpiImM".contains(c);
    let rest = rest.trim_start_matches(flags);
    if let Some(rest) = rest.strip_prefix('e') {
        return (Act::RunsWithin(replacement), rest);
    }
    if let Some(rest) = rest.strip_prefix('w') {
        let (path, rest) = line(rest);
        return (Act::Writes(path), rest);
    }
    (Act::Plain, rest)
}

/// The two texts between three equal delimiters, and what follows.
fn sections(text: &str) -> (&str, &str, &str) {
    let mut chars = text.chars();
    let Some(ends) = chars.next() else { return ("", "", "") };
    let (first, rest) = expression(chars.as_str(), ends);
    let (second, rest) = section(rest, ends);
    (first, second, rest)
}

/// A regular expression up to a delimiter, which ends nothing in brackets,
/// and what follows.
fn expression(text: &str, ends: char) -> (&str, &str) {
    cut(text, ends, true)
}

/// The text up to a delimiter that is not escaped, and what follows.
fn section(text: &str, ends: char) -> (&str, &str) {
    cut(text, ends, false)
}

fn cut(text: &str, ends: char, brackets: bool) -> (&str, &str) {
    let (mut escaped, mut skip) = (false, 0);
    for (at, c) in text.char_indices() {
        if at < skip {
            continue;
        }
        if escaped {
            escaped = false;
        } else if c == '\\' {
            escaped = true;
        } else if c == '[' && brackets && c != ends {
            skip = behind_bracket(text, at);
        } else if c == ends {
            let behind = at + c.len_utf8();
            return (
                text.get(..at).unwrap_or(""),
                text.get(behind..).unwrap_or(""),
            );
        }
    }
    (text, "")
}

/// Where the list of characters ends that starts at a bracket; right behind
/// the bracket where it ends nowhere. The first `]` may be one of them.
fn behind_bracket(text: &str, at: usize) -> usize {
    let list = text.get(at + 1..).unwrap_or("");
    let skipped = list.strip_prefix('^').unwrap_or(list);
    let inner = skipped.strip_prefix(']').unwrap_or(skipped);
    let start = text.len() - inner.len();
    inner.find(']').map_or(at + 1, |end| start + end + 1)
}

/// The rest of the line, and what follows.
fn line(text: &str) -> (&str, &str) {
    let (line, rest) = text.split_once('\n').unwrap_or((text, ""));
    (line.trim(), rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_that_act_are_found() {
        assert_eq!(next("s/a/b/"), (Act::Plain, ""));
        assert_eq!(next("1e rm x").0, Act::Runs("rm x"));
        assert_eq!(next("s/x/rm .\\/y/ge").0, Act::RunsWithin("rm .\\/y"));
        assert_eq!(next("/a/,$w out").0, Act::Writes("out"));
        assert_eq!(next("s|a|b|w out").0, Act::Writes("out"));
        assert_eq!(next("s,[^,],rm x,e").0, Act::RunsWithin("rm x"));
        assert_eq!(next("s/[]/]/rm x/e").0, Act::RunsWithin("rm x"));
        assert_eq!(next("/[/]/e rm x").0, Act::Runs("rm x"));
        assert_eq!(next("s/[/x/w y").0, Act::Writes("y"));
        assert_eq!(next("1,5p"), (Act::Plain, ""));
        assert_eq!(next("$!{p;r x").0, Act::Plain);
        assert_eq!(next(" ;r x").0, Act::Reads("x"));
        assert_eq!(next("").0, Act::End);
    }
}
