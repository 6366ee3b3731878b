//! Patterns of commands without the quotes that say nothing.

use crate::shell::split::WordBytes;

/// A pattern without the quotes of words that are the same without (`git push
/// "origin"`), as commands are seen, and without backslashes where these
/// quote, too; `None` where there are none, or a quote is not closed. Linear.
pub(super) fn without_quotes(text: &str, escapes: bool) -> Option<String> {
    let odd = |c: char| c.is_whitespace() || c.is_control();
    bare_by(text, escapes, |quoted| {
        !WordBytes::of(quoted).any(WordBytes::SPECIAL) && !quoted.contains(odd)
    })
}

/// The same without the quotes of words with blanks or stars, for guards:
/// commands are also seen without any quotes, and it is one whether `"a b"` or
/// `'a b'` stands there. That a star stands for more without takes nothing
/// away, but it must not stand for all there is.
pub(super) fn without_any_quotes(text: &str, escapes: bool) -> Option<String> {
    const MEANT: [char; 5] = ['$', '`', '"', '\'', '\\'];
    let bare = bare_by(text, escapes, |quoted| !quoted.contains(MEANT));
    bare.filter(|bare| !bare.trim_matches(['*', ' ', ':']).is_empty())
}

fn bare_by(
    text: &str,
    escapes: bool,
    fits: impl Fn(&str) -> bool,
) -> Option<String> {
    if !text.contains(['"', '\'', '\\']) {
        return None;
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        out.push_str(rest.get(..blanks)?);
        rest = rest.get(blanks..)?;
        let (end, bare) = word(rest, escapes, &fits)?;
        let written = rest.get(..end)?;
        out.push_str(bare.as_deref().unwrap_or(written));
        rest = rest.get(end..)?;
    }
    (out != text).then_some(out)
}

/// Where a word ends, and the word without its quotes if it can do without.
fn word(
    text: &str,
    escapes: bool,
    fits: impl Fn(&str) -> bool,
) -> Option<(usize, Option<String>)> {
    let (mut bare, mut quoted) = (String::new(), String::new());
    let (mut open, mut ends) = (false, text.len());
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            ' ' | '\t' => {
                ends = at;
                break;
            }
            '\'' | '"' => {
                let inside = text.get(at + 1..)?;
                let len = inside.find(c)?;
                let inside = inside.get(..len)?;
                quoted.push_str(inside);
                bare.push_str(inside);
                chars.by_ref().take(inside.chars().count() + 1).for_each(drop);
            }
            '\\' if escapes => {
                let (_, next) = chars.next()?;
                quoted.push(next);
                bare.push(next);
            }
            _ => {
                open |= matches!(c, '$' | '`');
                bare.push(c);
            }
        }
    }
    let does = !open && !bare.is_empty() && fits(&quoted);
    Some((ends, does.then_some(bare)))
}

#[cfg(test)]
mod tests {
    use super::without_quotes;

    #[test]
    fn quotes_that_say_nothing_are_left_out() {
        for (text, bare) in [
            ("git push \"origin\" *", Some("git push origin *")),
            ("\\rm *", Some("rm *")),
            ("rm \\-rf *", Some("rm -rf *")),
            ("foo a\"b\"'c'", Some("foo abc")),
            ("* \"x\"", Some("* x")),
            ("chmod '777'  *", Some("chmod 777  *")),
            ("git commit -m \"a b\"", None),
            ("ls \"*.ts\"", None),
            ("echo \"$X\"", None),
            ("echo $X\"a\"", None),
            ("find . -exec x \\;", None),
            ("echo \"", None),
            ("echo \\", None),
            ("echo ''", None),
            ("git push", None),
        ] {
            let found = without_quotes(text, true);
            assert_eq!(found.as_deref(), bare, "{text}");
        }
        let found = without_quotes("del \"C:\\x\"", false);
        assert_eq!(found, None);
        let found = without_quotes("ri C:\\x \"y\"", false);
        assert_eq!(found.as_deref(), Some("ri C:\\x y"));
    }
}
