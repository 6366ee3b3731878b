//! Small work on texts.

/// Puts values in the place of `{names}`. What was put in is never looked at
/// again, and names that are not known stay as they are.
pub(super) fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, behind)) = rest.split_once('{') {
        out.push_str(before);
        let known = behind.split_once('}').and_then(|(name, behind)| {
            let found = values.iter().find(|value| value.0 == name)?;
            Some((found.1, behind))
        });
        match known {
            Some((value, behind)) => {
                out.push_str(value);
                rest = behind;
            }
            None => {
                out.push('{');
                rest = behind;
            }
        }
    }
    out.push_str(rest);
    out
}

/// A text on one line: line ends and control characters become blanks.
pub(super) fn one_line(text: &str) -> String {
    let blank =
        |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    text.chars().map(|c| if blank(c) { ' ' } else { c }).collect()
}

/// A text as a Markdown quotation, so that no line of it can be a heading or
/// a rule of the document around it.
pub(super) fn quotation(text: &str) -> String {
    let ends = |c: char| {
        matches!(
            c,
            '\n' | '\r'
                | '\u{2028}'
                | '\u{2029}'
                | '\u{85}'
                | '\u{b}'
                | '\u{c}'
        )
    };
    let text = text.replace("\r\n", "\n");
    let lines = text.split(ends).map(|line| match line.trim_end() {
        "" => ">".to_owned(),
        line => format!("> {line}"),
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filled_once() {
        let values = [("a", "{b}"), ("b", "x")];
        assert_eq!(fill("{a} {b} {c} {", &values), "{b} x {c} {");
        assert_eq!(fill("{{a}", &values), "{{b}");
    }

    #[test]
    fn no_line_escapes_a_quotation() {
        let text = quotation("a\n## MUST\r\rb\u{2028}# c");
        assert!(text.lines().all(|line| line.starts_with('>')), "{text}");
        assert_eq!(quotation("a\n\nb"), "> a\n>\n> b");
    }
}
