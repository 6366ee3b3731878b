//! What hosts send as a list: several files or addresses, and a line as its
//! words.

use hookset::json::{Kind, Value};

use super::Host;
use super::fields::ONE;

/// What lists of an input say of the same thing as its field `key`; none of
/// what they hold besides, which nobody can tell. `is_said` tells that a
/// field says it, too.
pub(super) fn items<'a>(
    input: Value<'a>,
    (ours, key): (&str, &str),
    is_said: bool,
    host: &Host,
) -> Vec<Option<&'a str>> {
    match (ours, key) {
        ("Read", "file_path") => {
            let all = texts(input, &["paths", "include", "file_paths"]);
            all.into_iter().map(|file| file.filter(is_plain)).collect()
        }
        ("Edit" | "Write", "file_path") => {
            let mut all = texts(input, &["paths", "file_paths", "files"]);
            all.extend(changes(input, is_said));
            all
        }
        ("Grep" | "Glob", "path") => texts(input, &["paths"]),
        ("WebFetch", "url") => {
            let mut all = texts(input, &["urls"]);
            if host.reads_prompts {
                all.extend(addresses(input));
            }
            all
        }
        _ => Vec::new(),
    }
}

/// The texts in these fields, which are lists or one text.
fn texts<'a>(input: Value<'a>, names: &[&str]) -> Vec<Option<&'a str>> {
    let lists = names.iter().filter_map(|name| input.get(name));
    let each = lists.flat_map(|list| match list.kind() {
        Kind::Null => Vec::new(),
        Kind::Array => list.items().map(whole).collect(),
        _ => vec![whole(list)],
    });
    each.collect()
}

/// A text; none with half of a character in it, which would be a whole one
/// where it is written anew.
pub(super) fn whole(value: Value<'_>) -> Option<&str> {
    value.str().filter(|_| !value.has_lone_surrogate())
}

/// Whether the name of a file is one, and no pattern.
fn is_plain(file: &&str) -> bool {
    let groups = ["@(", "+("];
    !file.contains(['*', '?', '[', '{', '!'])
        && !groups.iter().any(|group| file.contains(group))
}

/// The files of several changes.
fn changes(input: Value<'_>, is_said: bool) -> Vec<Option<&str>> {
    let lists = ["replacements", "edits"].into_iter();
    let lists = lists.filter_map(|name| input.get(name));
    let changes = lists.flat_map(|list| match list.kind() {
        Kind::Array => list.items().collect(),
        Kind::Object => vec![list],
        _ => Vec::new(),
    });
    let files = changes.flat_map(|change| {
        let fields = change.entries().filter(|entry| {
            ONE.contains(&entry.name()) && entry.value.kind() != Kind::Null
        });
        let files: Vec<_> = fields.map(|entry| whole(entry.value)).collect();
        match files.is_empty() && !is_said {
            true => vec![None],
            false => files,
        }
    });
    files.collect()
}

/// What looks like an address in a text that says what to do.
fn addresses(input: Value<'_>) -> Vec<Option<&str>> {
    let prompt = input.get("prompt").and_then(Value::str).unwrap_or("");
    let words = prompt.split_whitespace();
    words.filter(|word| word.contains("://")).map(Some).collect()
}

/// The line that a list of words is; of a shell that is given one, that line
/// itself.
pub(super) fn line(words: Value<'_>) -> Option<String> {
    let all: Option<Vec<&str>> = words.items().map(whole).collect();
    let all = all.filter(|all| !all.is_empty())?;
    if let [shell, "-c" | "-lc", line] = *all
        && let Some("bash" | "sh" | "zsh") = shell.rsplit('/').next()
    {
        return Some(line.to_owned());
    }
    let words: Vec<String> = all.iter().map(|text| word(text)).collect();
    Some(words.join(" "))
}

/// A text as one word of a line.
pub(super) fn word(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
    match !text.is_empty() && text.chars().all(plain) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}
