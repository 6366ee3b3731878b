//! Text globs: `*` is any run of characters, blanks and slashes included.

use std::borrow::Cow;

use super::TextGlob;

impl TextGlob {
    /// A pattern in which each `*` stands for any run of characters and a
    /// backslash takes the next character as it is. Used for values, names
    /// and fields, where no word boundary exists.
    pub fn stars(text: &str) -> TextGlob {
        let mut parts = vec![String::new()];
        let mut chars = text.chars();
        while let Some(c) = chars.next() {
            let literal = match c {
                '*' => None,
                '\\' => Some(chars.next().unwrap_or('\\')),
                c => Some(c),
            };
            match (literal, parts.last_mut()) {
                (Some(c), Some(last)) => last.push(c),
                _ => parts.push(String::new()),
            }
        }
        TextGlob { parts, boundary: false }
    }

    /// A name without any special character.
    pub fn exact(text: impl Into<String>) -> TextGlob {
        TextGlob { parts: vec![text.into()], boundary: false }
    }

    /// A command pattern (spec 2.1): every `*` is any run of characters, a
    /// trailing ` *` or `:*` is a word boundary, a backslash is literal.
    /// Runs of blanks count as one, as they do in commands.
    ///
    /// The boundary reading is kept only where the last star is the one of
    /// the suffix: `Bash(git * main *)` has two stars, and its last one is a
    /// boundary all the same.
    pub fn command(text: &str) -> TextGlob {
        let text = collapse_blanks(text);
        // Blanks before the boundary are the boundary's own: `head :*` is
        // `head *`, which a guard must not miss.
        let body = text.strip_suffix(":*").or(text.strip_suffix(" *"));
        let boundary = body.is_some();
        let body = match body {
            Some(body) => body.trim_end_matches(' '),
            None => &text,
        };
        let stars = body.bytes().filter(|&b| b == b'*').count();
        let mut parts = Vec::with_capacity(stars + 1 + usize::from(boundary));
        parts.extend(body.split('*').map(str::to_owned));
        if boundary {
            parts.push(String::new());
        }
        TextGlob { parts, boundary }
    }

    /// Whether there is no star: the text must equal the pattern.
    pub fn is_exact(&self) -> bool {
        self.parts.len() <= 1
    }

    /// Whether every text matches.
    pub fn is_any(&self) -> bool {
        self.parts.len() > 1
            && !self.boundary
            && self.parts.iter().all(String::is_empty)
    }

    /// The pattern as text; [`TextGlob::command`] of a command pattern's
    /// text, or [`TextGlob::stars`] of another's, gives the pattern again.
    pub fn print(&self) -> String {
        let mut text = self.parts.join("*");
        if self.boundary {
            text.pop();
            text.push_str(" *");
        }
        text
    }

    /// The same pattern in lower case.
    #[must_use]
    pub fn lowered(&self) -> TextGlob {
        let parts = self.parts.iter().map(|p| p.to_lowercase()).collect();
        TextGlob { parts, boundary: self.boundary }
    }
}

/// One blank for every run of blanks and tabs outside of quotes.
fn collapse_blanks(text: &str) -> Cow<'_, str> {
    if is_evenly_spaced(text) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut quote = None;
    for c in text.chars() {
        match c {
            '\'' | '"' if quote == Some(c) => quote = None,
            '\'' | '"' if quote.is_none() => quote = Some(c),
            _ => {}
        }
        let blank = matches!(c, ' ' | '\t');
        if blank && quote.is_none() {
            if !out.ends_with(' ') {
                out.push(' ');
            }
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// Whether each blank stands alone in a text, and there are no other signs
/// that are not seen, as in most patterns.
pub(crate) fn is_evenly_spaced(text: &str) -> bool {
    let mut last = 0;
    !text.bytes().any(|byte| {
        let before = std::mem::replace(&mut last, byte);
        byte < b' ' || byte == b' ' && before == b' '
    })
}

/// Whether a name matches a glob whose only signs are stars.
pub(crate) fn stars_match(glob: &str, name: &str) -> bool {
    // Most names differ in their first byte.
    let first = glob.bytes().next();
    if first != Some(b'*') && first != name.bytes().next() {
        return false;
    }
    let Some((start, rest)) = glob.split_once('*') else {
        return glob == name;
    };
    let (middle, end) = rest.rsplit_once('*').unwrap_or(("", rest));
    let inner = name.strip_prefix(start).and_then(|n| n.strip_suffix(end));
    let mut parts = middle.split('*').filter(|part| !part.is_empty());
    let left = inner.and_then(|inner| {
        parts.try_fold(inner, |rest, part| Some(rest.split_once(part)?.1))
    });
    left.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_boundary_is_kept_apart() {
        let glob = TextGlob::command("git push *");
        assert_eq!(glob.parts, ["git push", ""]);
        assert!(glob.boundary);
        assert_eq!(glob, TextGlob::command("git push:*"));
        assert_eq!(glob, TextGlob::command("git push :*"));
        assert_ne!(glob, TextGlob::command("git push*"));
        assert_eq!(glob.print(), "git push *");
    }

    #[test]
    fn stars_stand_anywhere() {
        let glob = TextGlob::command("git * main");
        assert_eq!(glob.parts, ["git ", " main"]);
        assert!(TextGlob::command("*").is_any());
        assert!(!TextGlob::command("* *").is_any());
        assert_eq!(TextGlob::stars("a\\*b*").parts, ["a*b", ""]);
    }
}
