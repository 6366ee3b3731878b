//! Examples beside a rule: commands that it must match, and others that it
//! must not. Where one does not hold, the whole file is refused.

use super::rules::REFUSED;
use super::starlark::{Arg, Call, Field};
use crate::diagnostic::Code;
use crate::load::foreign::Import;
use std::collections::HashMap;

/// The paths that programs go by, by their names, as `host_executable` says.
#[derive(Default)]
pub(super) struct Programs(HashMap<String, Vec<String>>);

impl Programs {
    pub(super) fn add(&mut self, name: Option<&Arg>, paths: Option<&Arg>) {
        if let (Some(Arg::Text(name)), Some(Arg::List(paths))) = (name, paths)
        {
            let paths = paths.iter().filter_map(|path| match path {
                Arg::Text(path) => Some(path.clone()),
                _ => None,
            });
            self.0.insert(name.clone(), paths.collect());
        }
    }

    /// Says what is wrong with such a call. It says which paths go by a
    /// name: an allow rule is for no path here, and a guard for each, so
    /// nothing gets lost.
    pub(super) fn check(&self, import: &mut Import, call: &Call) {
        let mut name = None;
        for (key, field) in call.named_fields() {
            let help = match (key, &field.value) {
                ("name", Arg::Text(text)) => {
                    name = Some(text.as_str());
                    let bare = !text.is_empty()
                        && !matches!(text.as_str(), "." | "..")
                        && !text.contains('/');
                    if bare {
                        continue;
                    }
                    "write the name of the program alone"
                }
                ("paths", Arg::List(paths)) => {
                    let fits = |path: &Arg| {
                        matches!(path, Arg::Text(path)
                        if leads_to(path, name))
                    };
                    if paths.iter().all(fits) {
                        continue;
                    }
                    "write whole paths, whose last part is the name"
                }
                _ => "write `name=\"…\", paths=[\"…\"]`",
            };
            let message = format!("this names no program; {REFUSED}");
            import.refuse(Code::INVALID_RULE, message, field.span, help);
        }
    }

    /// Whether a program may be called by this path.
    fn has(&self, name: &str, path: &str) -> bool {
        let paths = self.0.get(name);
        paths.is_none_or(|paths| paths.iter().any(|one| one == path))
    }
}

/// Whether a path is whole and ends in a name.
fn leads_to(path: &str, name: Option<&str>) -> bool {
    let last = path.rsplit('/').next();
    let is_whole = path.starts_with(['/', '~']);
    is_whole && (name.is_none() || last == name)
}

/// Says which examples of an argument do not hold for a pattern, and how many
/// there are. Other arguments hold none.
pub(super) fn refute(
    import: &mut Import,
    pattern: &[Arg],
    (name, field): (&str, &Field),
    programs: &Programs,
) -> usize {
    let must = match name {
        "match" => true,
        "not_match" => false,
        _ => return 0,
    };
    let examples = match &field.value {
        Arg::List(examples) => examples,
        Arg::None => return 0,
        _ => {
            let message =
                format!("`{name}` must be a list of commands; {REFUSED}");
            let help = "write `[\"…\"]`";
            tell(import, Code::WRONG_TYPE, message, field, help);
            return 1;
        }
    };
    let mut refuted = 0;
    for example in examples {
        let Some(words) = words(example) else {
            let message =
                format!("an example of `{name}` is no command; {REFUSED}");
            let help = "write the command as a text, or as a list of words";
            tell(import, Code::FAILING_EXAMPLE, message, field, help);
            refuted += 1;
            continue;
        };
        let is_so =
            starts(pattern, &words) || starts_named(pattern, &words, programs);
        if is_so == must {
            continue;
        }
        let shown = words.join(" ");
        let message = match must {
            true => format!(
                "the rule does not match `{shown}`, as its `match` says; \
                 {REFUSED}"
            ),
            false => format!(
                "the rule matches `{shown}`, but must not, as its \
                 `not_match` says; {REFUSED}"
            ),
        };
        let help = "change the pattern, or move the example to the other list";
        tell(import, Code::FAILING_EXAMPLE, message, field, help);
        refuted += 1;
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
    import.refuse(code, message, field.span, help);
}

/// Whether a command starts with the words of a pattern.
fn starts(pattern: &[Arg], words: &[String]) -> bool {
    let fits = |arg: &Arg, word: &String| match arg {
        Arg::Text(text) => text == word,
        Arg::List(choices) | Arg::Tuple(choices) => choices
            .iter()
            .any(|choice| matches!(choice, Arg::Text(text) if text == word)),
        Arg::None | Arg::Other => false,
    };
    pattern.len() <= words.len()
        && pattern.iter().zip(words).all(|(arg, word)| fits(arg, word))
}

/// The same of a program by its whole path, one of those that
/// `host_executable` names where it names any.
fn starts_named(
    pattern: &[Arg],
    words: &[String],
    programs: &Programs,
) -> bool {
    let Some((program, rest)) = words.split_first() else { return false };
    let name = program.rsplit('/').next().unwrap_or(program);
    let named: Vec<_> =
        std::iter::once(name.to_owned()).chain(rest.to_vec()).collect();
    program.starts_with('/')
        && programs.has(name, program)
        && starts(pattern, &named)
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
        _ => return None,
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
            // A remark, up to the end of the line.
            (None, '#') if word.is_none() => {
                chars.by_ref().find(|c| *c == '\n');
            }
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
