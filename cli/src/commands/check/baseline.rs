//! The baseline: findings that were there when somebody began to check.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use hookset::diagnostic::{Code, Diagnostic};
use hookset::json::{Tape, Value as Node};
use hookset::source::{Source, Span};
use serde::{Deserialize, Serialize};

use super::findings::UNUSABLE;
use crate::fault::Fault;
use crate::input::{self, POLICY_LIMIT};
use crate::save;

const SCHEMA: &str = "hookset.baseline/1";

/// What the schemas of all versions start with.
const FAMILY: &str = "hookset.baseline/";

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct File {
    schema: String,
    findings: Vec<Known>,
}

/// A finding by what stays when lines move: its file, code and text, and the
/// keys that lead there.
#[derive(
    Clone, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize,
)]
#[serde(deny_unknown_fields)]
struct Known {
    file: String,
    code: String,
    text: String,
    /// None in a baseline of before there were any: it is one of all lists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    list: Option<String>,
    count: usize,
}

/// What a finding is known by.
type Key = (String, String, String, Option<String>);

/// Findings that are not told again, each as often as it was known.
#[derive(Clone, Debug, Default)]
pub(super) struct Baseline {
    left: BTreeMap<Key, usize>,
}

impl Baseline {
    pub(super) fn read(path: &str) -> Result<Baseline, Fault> {
        let text = input::read_text(path, POLICY_LIMIT)?;
        let file: File = serde_json::from_str(&text).map_err(|error| {
            let message = format!("`{path}` is no baseline: {error}");
            Fault::new(Code::UNREADABLE_FILE, path, message)
                .help("write it anew with `hookset check --write-baseline`")
        })?;
        if file.schema != SCHEMA {
            let message = format!("`{path}` is no baseline of this version");
            return Err(Fault::new(Code::UNREADABLE_FILE, path, message));
        }
        let mut left = BTreeMap::new();
        for known in file.findings {
            let key = (known.file, known.code, known.text, known.list);
            *left.entry(key).or_insert(0) += known.count;
        }
        Ok(Baseline { left })
    }

    /// Whether the finding was known; each known one counts once.
    pub(super) fn takes(
        &mut self,
        beside: &str,
        found: &Diagnostic,
        source: &Source,
    ) -> bool {
        if UNUSABLE.contains(&found.code) {
            return false;
        }
        let own = key(beside, found, source);
        let of_all = (own.0.clone(), own.1.clone(), own.2.clone(), None);
        [own, of_all].iter().any(|key| match self.left.get_mut(key) {
            Some(left) if *left > 0 => {
                *left -= 1;
                true
            }
            _ => false,
        })
    }

    /// How many known findings are gone.
    pub(super) fn gone(&self) -> usize {
        self.left.values().sum()
    }
}

/// Writes all findings to the file.
pub(super) fn write<'a>(
    path: &str,
    found: impl Iterator<Item = (&'a Diagnostic, &'a Source)>,
) -> Result<usize, Fault> {
    let mut counts = BTreeMap::new();
    for (found, source) in found {
        if !UNUSABLE.contains(&found.code) {
            *counts.entry(key(path, found, source)).or_insert(0) += 1;
        }
    }
    let number = counts.values().sum();
    let findings =
        counts.into_iter().map(|((file, code, text, list), count)| Known {
            file,
            code,
            text,
            list,
            count,
        });
    let findings = findings.collect();
    let file = File { schema: SCHEMA.to_owned(), findings };
    let text = serde_json::to_string_pretty(&file).unwrap_or_default() + "\n";
    // What is no file may never end, or wait for ever to be opened.
    match fs::metadata(path) {
        Ok(found) if found.is_file() => {
            let old = old(path)?;
            save::replace(path, &old, &text)?;
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            save::fresh(path, &text)?;
        }
        found => {
            let no_file = || io::Error::other("it is not a regular file");
            let error = found.err().unwrap_or_else(no_file);
            return Err(save::cannot_write(path, &error, NAME));
        }
    }
    Ok(number)
}

/// What to do about a place where no baseline can be.
const NAME: &str = "name a file of its own, such as `hookset-baseline.json`";

/// The baseline that is replaced: nothing else is.
fn old(path: &str) -> Result<String, Fault> {
    let bytes =
        fs::read(path).map_err(|error| input::unreadable(path, &error))?;
    let is_empty = bytes.is_empty();
    let text = String::from_utf8(bytes).unwrap_or_default();
    let is_ours =
        serde_json::from_str::<serde_json::Value>(&text).is_ok_and(|old| {
            let schema = old.get("schema").and_then(|schema| schema.as_str());
            schema.is_some_and(|name| name.starts_with(FAMILY))
        });
    match is_ours || is_empty {
        true => Ok(text),
        false => {
            let error = "there is something else than a baseline";
            let error = io::Error::other(error);
            Err(save::cannot_write(path, &error, NAME))
        }
    }
}

/// What stands at a place and may be part of an entry: the whole text in
/// quotes it lies in, else its line. A tool's name alone would make all its
/// rules one.
fn entry(text: &str, span: Span) -> &str {
    let own = span.of(text);
    let (start, end) = (span.start as usize, span.end as usize);
    let (Some(before), Some(behind)) = (text.get(..start), text.get(end..))
    else {
        return own;
    };
    let first = before.rfind('\n').map_or(0, |at| at + 1);
    let last = end + behind.find('\n').unwrap_or(behind.len());
    if own.contains('\n') || own.starts_with(['"', '{', '[']) {
        return own;
    }
    let is_quote = |text: &str, at: usize| {
        let slashes = text.get(..at).unwrap_or("").bytes().rev();
        slashes.take_while(|byte| *byte == b'\\').count() % 2 == 0
    };
    let line = before.get(first..).unwrap_or("");
    let mut quotes = line.rmatch_indices('"');
    let quotes = quotes.by_ref().filter(|(at, _)| is_quote(line, *at));
    let quotes: Vec<usize> = quotes.map(|(at, _)| first + at).collect();
    if let (Some(open), 1) = (quotes.first(), quotes.len() % 2) {
        let rest = text.get(end..last).unwrap_or("");
        let close = rest.match_indices('"').find(|(at, _)| {
            // Backslashes may stand before the end of the place.
            is_quote(text, end + at)
        });
        let close = close.map_or(last, |(at, _)| end + at);
        return text.get(open + 1..close).unwrap_or(own);
    }
    let whole = text.get(first..last).unwrap_or(own).trim();
    let whole = whole.strip_suffix(',').unwrap_or(whole);
    if whole.len() > LINE { own } else { whole }
}

/// A longer line holds more than one entry.
const LINE: usize = 200;

/// Files are named from where the baseline stands.
fn key(beside: &str, found: &Diagnostic, source: &Source) -> Key {
    let directory = match Path::new(beside).parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let full = fs::canonicalize(source.name());
    let base = fs::canonicalize(directory);
    let file = match (&full, &base) {
        (Ok(full), Ok(base)) => full.strip_prefix(base).unwrap_or(full),
        _ => Path::new(source.name()),
    };
    let file = file.to_string_lossy().replace('\\', "/");
    let label = found.primary();
    let text = label.map_or("", |label| entry(source.text(), label.span));
    let text = text.chars().take(200).collect();
    let list = label.and_then(|label| list(source.text(), label.span));
    (file, found.code.name().to_owned(), text, list)
}

/// The keys that lead to a place, with dots between them. Where the text is
/// no JSON, the nearest key that stands alone on its line.
fn list(text: &str, span: Span) -> Option<String> {
    if text.trim_start().starts_with('{') {
        let tape = Tape::of(text);
        let holds = |value: &Node<'_>| {
            let own = value.span();
            own.start <= span.start && span.end <= own.end
        };
        let (mut at, mut keys) = (tape.root(text)?, Vec::new());
        loop {
            let entry = at.entries().find(|entry| holds(&entry.value));
            let below = match entry {
                Some(entry) => {
                    keys.push(entry.name().to_owned());
                    Some(entry.value)
                }
                None => at.items().find(|item| holds(item)),
            };
            match below {
                Some(below) => at = below,
                None => break,
            }
        }
        return (!keys.is_empty()).then(|| keys.join("."));
    }
    let line = text.get(span.start as usize..)?.split('\n').next()?;
    let end = text.len().min(span.start as usize + line.len());
    let mut lines = text.get(..end)?.lines().rev();
    let key = lines.find_map(|line| {
        let (key, _) = line.split_once([':', '='])?;
        let key = key.trim();
        let is_word = |c: char| c.is_alphanumeric() || "_-".contains(c);
        (!key.is_empty() && key.chars().all(is_word)).then_some(key)
    })?;
    Some(key.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_known_by_its_keys() {
        let json =
            "{\"permissions\": {\"allow\": [1], \"deny\": [{\"a\": 2}]}}";
        let yaml = "---\nallowed-tools:\n  - \"Write(a)\"\nb: 2\n";
        for (text, part, expected) in [
            (json, "1", "permissions.allow"),
            (json, "2", "permissions.deny.a"),
            (yaml, "Write", "allowed-tools"),
            (yaml, "2", "b"),
        ] {
            let start = text.find(part).unwrap();
            let span = Span::new(start, start + part.len());
            assert_eq!(list(text, span).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn a_part_stands_for_its_entry() {
        for (text, part, expected) in [
            (r#"{"deny": ["Write(a)", "Read"]}"#, "Write", "Write(a)"),
            (r#"["Write(a)", "Edit(b)"]"#, "b", "Edit(b)"),
            (r#"["Bash(\"x\" y)"]"#, "y", r#"Bash(\"x\" y)"#),
            (r#"["Write(a)"]"#, r#""Write(a)""#, r#""Write(a)""#),
            ("deny:\n  - Write(a)\n", "Write", "- Write(a)"),
            ("{\n  \"timeout\": 5,\n}", "5", "\"timeout\": 5"),
        ] {
            let start = text.find(part).unwrap();
            let span = Span::new(start, start + part.len());
            assert_eq!(entry(text, span), expected, "{text}");
        }
    }
}
