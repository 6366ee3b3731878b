//! Where a text for a shell may name the program of a command, and where it
//! may set variables by names that it does not say: told by the signs around,
//! so that code within quotes counts, too. Linear in the text.

use crate::shell::data::shown::{KEYWORDS, LEADS};

/// How long a word is, and how many stand before a program, that are looked
/// at.
const LONG: usize = 512;
const MANY: usize = 16;

/// Whether a text names what takes a command as its words, so that any of
/// these may be a program.
pub(crate) fn leads_on(text: &str) -> bool {
    LEADS.iter().any(|lead| text.contains(lead))
}

/// Whether the word at a place of a text that does not lead on may be the
/// program of a command; sure to where too much stands before it. Looks at
/// no more than some thousand bytes.
pub(crate) fn may_be_program(text: &str, at: usize) -> bool {
    let Some(mut end) = word_start(text, at) else { return true };
    if may_assign(text.get(end..at).unwrap_or("")) {
        return false;
    }
    for _ in 0..MANY {
        let Some(front) = text.get(..end).map(without_blanks) else { break };
        let Some(last) = front.bytes().last() else { return true };
        match last {
            b';' | b'&' | b'|' | b'(' | b')' | b'\n' | b'`' => return true,
            // What is written to is no program.
            b'<' | b'>' => return false,
            _ => {}
        }
        let Some(start) = word_start(front, front.len()) else { break };
        let token = front.get(start..).unwrap_or("");
        if leads(token) {
            return true;
        }
        if let Some(inner) = opened(token) {
            // Of code in quotes it may be the first word.
            return leads(inner) || may_assign(inner);
        }
        end = match before_redirect(text, start) {
            Some(before) => before,
            None if may_assign(token) => start,
            None => match text_start(front, start) {
                Text::No => return false,
                Text::Open => return true,
                Text::From(from) => {
                    let Some(from) = word_start(front, from) else { break };
                    if !may_assign(front.get(from..).unwrap_or("")) {
                        return false;
                    }
                    from
                }
            },
        };
    }
    true
}

/// Whether a dollar of a line may stand for the name of a program or of a
/// variable that is set, so that nobody knows what the line does to its
/// shell. `lines` are programs to which words are lines.
pub(crate) fn dollars_may_act(line: &str, lines: &[&str]) -> bool {
    let part = |c: char| c.is_ascii_alphanumeric();
    let mut words = line.split(|c| !part(c));
    if words.any(|word| lines.contains(&word)) || line.contains("${!") {
        return true;
    }
    let bytes = line.as_bytes();
    let leads = leads_on(line);
    memchr::memchr_iter(b'$', bytes).any(|at| {
        let says = bytes.get(at + 1).is_some_and(|next| {
            next.is_ascii_alphanumeric() || b"_{(@*-'\"".contains(next)
        });
        says && (leads || may_be_program(line, at))
    })
}

/// The words behind a builtin among which it finds the names of variables
/// that it sets; `None` where nobody can tell them.
pub(crate) fn set_by<'t>(
    builtin: &str,
    text: &'t str,
    end: usize,
) -> Option<&'t str> {
    let rest = text.get(end..)?;
    let near = rest.as_bytes().get(..LONG).unwrap_or(rest.as_bytes());
    let stop = near.iter().position(|b| b";\n&|)`".contains(b));
    let stop = stop.or((near.len() == rest.len()).then_some(rest.len()));
    let rest = rest.get(..stop?)?;
    let first = rest.trim_start().trim_start_matches(['"', '\'']);
    let prints = matches!(builtin, "printf" | "print");
    if prints && !first.starts_with(['-', '$', '\\']) {
        return Some("");
    }
    let odd = |quote| rest.matches(quote).count() % 2 == 1;
    (!odd('"') && !odd('\'')).then_some(rest)
}

/// Whether a name that is set, among such words, is known only when the line
/// runs.
pub(crate) fn names_are_open(words: &str) -> bool {
    words.split_whitespace().any(|word| {
        let name = word.split('=').next().unwrap_or(word);
        name.contains(['$', '*', '?', '[', '{'])
    })
}

/// Whether a command starts behind a token.
fn leads(token: &str) -> bool {
    let keyword = KEYWORDS.contains(&token) && token != "in";
    keyword || matches!(token, "{" | "}" | "!")
}

/// What stands in a token behind a quote that it opens.
fn opened(token: &str) -> Option<&str> {
    let quote = token.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let inner = token.get(1..)?;
    (!inner.contains(quote)).then_some(inner)
}

/// Whether a token sets a variable: `a=1`, `a+=b`, `a[1]="x`.
fn may_assign(token: &str) -> bool {
    let Some((name, _)) = token.split_once('=') else { return false };
    let name = name.strip_suffix('+').unwrap_or(name);
    let part = |c: char| c.is_ascii_alphanumeric() || "_[]".contains(c);
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(part)
}

/// Where the word starts that holds the byte before `at`; `None` where that
/// is too far away.
fn word_start(text: &str, at: usize) -> Option<usize> {
    let before = text.as_bytes().get(..at)?;
    let near = before.len().saturating_sub(LONG);
    let ends = |b: &u8| b" \t\n;&|()<>`".contains(b);
    let found = before.get(near..)?.iter().rposition(ends);
    match found {
        Some(found) => Some(near + found + 1),
        None => (near == 0).then_some(0),
    }
}

/// Without the blanks at the end, and lines that go on.
fn without_blanks(mut text: &str) -> &str {
    loop {
        let rest = text.trim_end_matches([' ', '\t']);
        match rest.strip_suffix("\\\n") {
            Some(rest) => text = rest,
            None => return rest,
        }
    }
}

/// Where a redirection starts whose target starts here.
fn before_redirect(text: &str, start: usize) -> Option<usize> {
    let front = without_blanks(text.get(..start)?);
    let front = front.strip_suffix('&').unwrap_or(front);
    let rest = front.trim_end_matches(['<', '>']);
    let digit = |c: char| c.is_ascii_digit();
    (rest.len() < front.len()).then(|| rest.trim_end_matches(digit).len())
}

/// A text in quotes that ends with a token.
enum Text {
    No,
    /// Where it starts.
    From(usize),
    /// Nobody knows where it starts.
    Open,
}

fn text_start(front: &str, start: usize) -> Text {
    let token = front.get(start..).unwrap_or("");
    let odd = |quote: &char| token.matches(*quote).count() % 2 == 1;
    let Some(quote) = ['"', '\''].into_iter().find(odd) else {
        return Text::No;
    };
    let near = start.saturating_sub(LONG);
    let before = front.as_bytes().get(near..start).unwrap_or(&[]);
    match before.iter().rposition(|b| *b == quote as u8) {
        Some(found) => Text::From(near + found),
        None => Text::Open,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_a_program_is_known() {
        for line in [
            "@",
            "a; @",
            "a && @ b",
            "a | @",
            "(@",
            "$(@ x)",
            "if @",
            "! @",
            "X=1 @",
            "X=1 Y=\"a b\" @",
            "<x @",
            "2>&1 @",
            "> x @",
            "{ @; }",
            "case x in x) @",
            "do @",
            "\"@\" x",
            "bash -c 'x; @'",
            "command -p @",
            "a\n@",
            "a=$b \\\n @",
            "'@'",
            "bash -c 'X=1 @'",
            "bash -c \"if @\"",
        ] {
            let at = line.find('@').unwrap();
            let may = leads_on(line) || may_be_program(line, at);
            assert!(may, "{line}");
        }
        for line in [
            "cat @",
            "cat a @",
            "cat \"@\"",
            "echo \"a b\" @",
            "echo 'a @'",
            "grep -n '@' x",
            "cat > @",
            "X=1 cat @",
            "for f in @",
            "cat \\\n @",
            "cat 2>&1 @",
            "cat a=b @",
            "bash -c '@'",
            "a=@",
        ] {
            let at = line.find('@').unwrap();
            assert!(!may_be_program(line, at), "{line}");
        }
    }

    #[test]
    fn far_words_may_be_programs() {
        let long = ["cat ", &"x".repeat(LONG), "@"].concat();
        assert!(may_be_program(&long, long.len() - 1));
        let many = ["cat ", &"A=1 ".repeat(MANY), "@"].concat();
        assert!(may_be_program(&many, many.len() - 1));
    }
}
