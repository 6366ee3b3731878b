//! Examples beside a rule: commands that it must match, and others that it
//! must not. Where one does not hold, the whole file is refused.

use super::{Arg, Field, Import};
use crate::diagnostic::{Code, Diagnostic};

/// Says which examples of an argument do not hold for a pattern; whether
/// there are any. Other arguments hold none.
pub(super) fn refute(
    import: &mut Import,
    pattern: &[Arg],
    field: &Field,
) -> bool {
    let must = match field.name.as_str() {
        "match" => true,
        "not_match" => false,
        _ => return false,
    };
    let Arg::List(examples) = &field.value else {
        let message = format!(
            "`{}` must be a list of commands; the file is refused",
            field.name
        );
        tell(import, Code::WRONG_TYPE, message, field, "write `[\"…\"]`");
        return true;
    };
    let mut refuted = false;
    for example in examples {
        let Some(words) = words(example) else {
            let message = format!(
                "an example of `{}` is no command; the file is refused",
                field.name
            );
            let help = "write the command as a text, or as a list of words";
            tell(import, Code::FAILING_EXAMPLE, message, field, help);
            refuted = true;
            continue;
        };
        let is_so = match must {
            true => starts(pattern, &words) || starts_named(pattern, &words),
            false => starts(pattern, &words),
        };
        if is_so == must {
            continue;
        }
        let shown = words.join(" ");
        let message = match must {
            true => format!(
                "the rule does not match `{shown}`, as its `match` says; the \
                 file is refused"
            ),
            false => format!(
                "the rule matches `{shown}`, but must not, as its \
                 `not_match` says; the file is refused"
            ),
        };
        let help = "change the pattern, or move the example to the other list";
        tell(import, Code::FAILING_EXAMPLE, message, field, help);
        refuted = true;
    }
    refuted
}

fn tell(
    import: &mut Import,
    code: Code,
    message: String,
    field: &Field,
    help: &str,
) {
    let source = import.notes.source;
    let found = Diagnostic::new(code, message, source, field.span);
    import.notes.push(found.help(help));
}

/// Whether a command starts with the words of a pattern.
fn starts(pattern: &[Arg], words: &[String]) -> bool {
    let fits = |arg: &Arg, word: &String| match arg {
        Arg::Text(text) => text == word,
        Arg::List(choices) => choices
            .iter()
            .any(|choice| matches!(choice, Arg::Text(text) if text == word)),
        Arg::Other => false,
    };
    pattern.len() <= words.len()
        && pattern.iter().zip(words).all(|(arg, word)| fits(arg, word))
}

/// The same of a program by its path, which `host_executable` may name.
fn starts_named(pattern: &[Arg], words: &[String]) -> bool {
    let Some((program, rest)) = words.split_first() else { return false };
    let name = program.rsplit('/').next().unwrap_or(program);
    let named: Vec<_> =
        std::iter::once(name.to_owned()).chain(rest.to_vec()).collect();
    name.len() < program.len() && starts(pattern, &named)
}

/// The words of an example; none where it is no command.
fn words(example: &Arg) -> Option<Vec<String>> {
    let words = match example {
        Arg::Text(text) => split(text)?,
        Arg::List(words) => {
            let texts = words.iter().map(|word| match word {
                Arg::Text(text) => Some(text.clone()),
                _ => None,
            });
            texts.collect::<Option<Vec<_>>>()?
        }
        Arg::Other => return None,
    };
    (!words.is_empty()).then_some(words)
}

/// The words of a command line without expansions; none where a quote is
/// never closed.
fn split(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some('\''), c) => part(&mut word).push(c),
            (open, '\\') => {
                let next = chars.next()?;
                // Within quotes it stays before what needs none.
                let needed = matches!(next, '"' | '\\' | '$' | '`' | '\n');
                if open.is_some() && !needed {
                    part(&mut word).push('\\');
                }
                part(&mut word).push(next);
            }
            (None, '"' | '\'') => {
                quote = Some(c);
                part(&mut word);
            }
            (None, ' ' | '\t' | '\n') => words.extend(word.take()),
            (_, c) => part(&mut word).push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

/// The word at hand, begun if there is none.
fn part(word: &mut Option<String>) -> &mut String {
    word.get_or_insert_with(String::new)
}
