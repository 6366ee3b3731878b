//! What hosts send as a list: several files or addresses, each of which is a
//! payload of its own, and a line as its words.

use hookset::json::Value;

use super::{changed, field, quoted, replace};

/// The most of one call that are looked at; of more, none is known.
const MAX_ITEMS: usize = 200;

/// One payload for each file or address of a call of a tool that is called
/// `ours` in policies; `None` where it names one as policies do, or may name
/// others than are written out.
pub(super) fn each(
    text: &str,
    (tool, ours): (Value<'_>, &str),
    input: Value<'_>,
) -> Option<Vec<String>> {
    let (name, items) = match ours {
        "Read" => ("file_path", files(input)?),
        "Edit" => ("file_path", changes(input)?),
        "Grep" => ("path", searched(input)?),
        "WebFetch" => ("url", addresses(input)?),
        _ => return None,
    };
    if items.is_empty() || items.len() > MAX_ITEMS {
        return None;
    }
    let at = input.span().start as usize + 1;
    let one = |item: &&str| {
        let item = format!("\"{name}\":{},", quoted(item));
        changed(text, vec![replace(tool, quoted(ours)), (at, at, item)])
    };
    Some(items.iter().map(one).collect())
}

/// Where a tool that reads one file says which.
const ONE: &[&str] =
    &["absolute_path", "file_path", "filePath", "path", "target_file"];

fn files(input: Value<'_>) -> Option<Vec<&str>> {
    if field(input, ONE).is_some() {
        return None;
    }
    let lists = ["paths", "include", "file_paths"];
    let lists = lists.iter().filter_map(|name| input.get(name));
    let items = lists.flat_map(|list| list.items().map(Value::str));
    let groups = ["@(", "+("];
    let plain = |file: &&str| {
        !file.contains(['*', '?', '[', '{', '!'])
            && !groups.iter().any(|group| file.contains(group))
    };
    items.map(|item| item.filter(plain)).collect()
}

/// Where a search starts, where that is several places or called so.
fn searched(input: Value<'_>) -> Option<Vec<&str>> {
    if input.get("path").is_some() {
        return None;
    }
    let places = input.get("paths")?;
    match places.str() {
        Some(place) => Some(vec![place]),
        None => places.items().map(Value::str).collect(),
    }
}

/// The files of several changes, each once.
fn changes(input: Value<'_>) -> Option<Vec<&str>> {
    if field(input, ONE).is_some() {
        return None;
    }
    let all = input.get("replacements")?.items();
    let files = all.map(|one| field(one, ONE)?.str());
    let mut files: Vec<&str> = files.collect::<Option<_>>()?;
    files.sort_unstable();
    files.dedup();
    Some(files)
}

/// What a tool fetches: a list, or what looks like an address in a text that
/// says what to do.
fn addresses(input: Value<'_>) -> Option<Vec<&str>> {
    if input.get("url").is_some() {
        return None;
    }
    if let Some(list) = input.get("urls") {
        return list.items().map(Value::str).collect();
    }
    let words = input.get("prompt")?.str()?.split_whitespace();
    Some(words.filter(|word| word.contains("://")).collect())
}

/// The line that a list of words is; of a shell that is given one, that line
/// itself.
pub(super) fn line(words: Value<'_>) -> Option<String> {
    let all: Option<Vec<&str>> = words.items().map(Value::str).collect();
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
