//! Where comments stand in a file.

use hookset::source::Span;

/// How comments are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// `//` and `/* */`.
    Json,
    /// `#` behind a blank.
    Yaml,
    /// `#` anywhere, and texts of several lines in three quotes.
    Script,
}

/// What of a text is comment, and what is neither that nor quoted.
#[derive(Debug, Default)]
pub(super) struct Told {
    pub(super) comments: Vec<Span>,
    pub(super) code: Vec<Span>,
}

pub(super) fn comments(text: &str, style: Style) -> Told {
    let mut told = Told::default();
    let mut at = 0;
    // Within a text of several lines: how far its first line is indented.
    let mut block = None;
    while at < text.len() {
        let rest = text.get(at..).unwrap_or("");
        let line = rest.split_inclusive('\n').next().unwrap_or(rest);
        let indent = line.len() - line.trim_start().len();
        let is_within = block
            .is_some_and(|first| indent > first || line.trim().is_empty());
        if is_within {
            at += line.len();
            continue;
        }
        let seen = told.code.len();
        at = row(text, at, style, &mut told);
        let code = told.code.get(seen..).and_then(<[Span]>::last);
        let code = code.map_or("", |span| span.of(text));
        let opens = style == Style::Yaml && opens_block(code);
        block = opens.then_some(indent);
    }
    told
}

/// Whether a line of YAML ends with the sign that a text of several lines
/// follows.
fn opens_block(code: &str) -> bool {
    let code = code.trim_end();
    let code = code.trim_end_matches(['+', '-', '1', '2', '4']);
    let before = code.strip_suffix(['|', '>']);
    before.is_some_and(|before| before.ends_with([' ', ':']))
}

/// Goes on to the end of the line, or of what is open there.
fn row(text: &str, from: usize, style: Style, told: &mut Told) -> usize {
    let mut at = from;
    let mut start = from;
    let mut before = '\n';
    while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = text.get(at..).unwrap_or("");
        if c == '\n' {
            told.code.push(Span::new(start, at));
            return at + 1;
        }
        let length = comment(rest, before, style);
        if length > 0 {
            told.code.push(Span::new(start, at));
            let shown = rest.get(..length).unwrap_or("").trim_end().len();
            told.comments.push(Span::new(at, at + shown));
            at += length;
            start = at;
            before = ' ';
            continue;
        }
        // Within a word a quote is one of its letters.
        let opens = matches!(c, '"' | '\'') && !before.is_alphanumeric();
        let length = if opens { quoted(rest, c, style) } else { 0 };
        if length > 0 {
            told.code.push(Span::new(start, at));
            at += length;
            start = at;
        } else {
            at += c.len_utf8();
        }
        before = c;
    }
    told.code.push(Span::new(start, at));
    at
}

/// The length of the comment that `rest` starts with.
fn comment(rest: &str, before: char, style: Style) -> usize {
    let line = || rest.find('\n').unwrap_or(rest.len());
    match style {
        Style::Json if rest.starts_with("//") => line(),
        Style::Json if rest.starts_with("/*") => {
            rest.find("*/").map_or(rest.len(), |at| at + 2)
        }
        Style::Yaml if before.is_whitespace() && rest.starts_with('#') => {
            line()
        }
        Style::Script if rest.starts_with('#') => line(),
        _ => 0,
    }
}

/// The length of the text in quotes that `rest` starts with.
fn quoted(rest: &str, quote: char, style: Style) -> usize {
    let three = [quote; 3].iter().collect::<String>();
    if style == Style::Script && rest.starts_with(&three) {
        let inner = rest.get(3..).unwrap_or("");
        return inner.find(&three).map_or(rest.len(), |at| at + 6);
    }
    let mut signs = rest.char_indices().skip(1);
    while let Some((at, c)) = signs.next() {
        match c {
            '\\' if quote == '"' => drop(signs.next()),
            c if c == quote => return at + 1,
            '\n' if style != Style::Yaml => return at,
            _ => {}
        }
    }
    // What is never closed is no quote.
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, style: Style) -> Vec<&str> {
        let told = comments(text, style);
        told.comments.iter().map(|span| span.of(text)).collect()
    }

    #[test]
    fn comments_are_what_is_not_quoted() {
        let json = "{ // a\n\"x\": \"//b\", /* c\nd */ \"y\": 1}";
        assert_eq!(found(json, Style::Json), ["// a", "/* c\nd */"]);
        let yaml = "# a\nx: 'b # c' # d\ny: e#f it's # g\nz: |\n  # h\n\n  \
                    # i\nw: 1 # j\n";
        assert_eq!(found(yaml, Style::Yaml), ["# a", "# d", "# g", "# j"]);
        let toml = "x = \"\"\"\n# a\n\"\"\" # b\ny = '#c'#d\n";
        assert_eq!(found(toml, Style::Script), ["# b", "#d"]);
    }

    #[test]
    fn every_text_has_an_end() {
        for text in ["", "\"", "'", "/*", "\"\"\"", "x: |", "#", "é'ü"] {
            for style in [Style::Json, Style::Yaml, Style::Script] {
                comments(text, style);
            }
        }
    }
}
