//! A patch of many files, as a payload for each of them.

use hookset::json::Value;

use super::{DIRECTORIES, changed, field, quoted, replace};

/// The most files of one patch that are looked at; of more, none is known.
const MAX_FILES: usize = 200;

/// The marks in front of the files of a patch.
const MARKS: &[&str] =
    &[MAKES, "*** Update File: ", "*** Delete File: ", "*** Move to: "];

/// The mark in front of a file that is new.
const MAKES: &str = "*** Add File: ";

/// One payload for each file of a patch, two for one that it makes, which is
/// written and edited; where none is found, one that says nothing of its
/// file, which no rule may allow. `line` is the line it stands in, where it
/// stands in one.
pub(super) fn patch(
    text: &str,
    tool: Value<'_>,
    input: Value<'_>,
    line: Option<&str>,
) -> Vec<String> {
    let body = field(input, &["command", "cmd", "input", "patch"]);
    let body = body.or(Some(input)).and_then(|body| body.decoded());
    let body = body.as_ref().map_or("", |body| body.as_str());
    let body = line.unwrap_or(body);
    let mut files = patched(body);
    files.dedup();
    let one = |as_tool: &str, input_text: String| {
        let tool = replace(tool, quoted(as_tool));
        changed(text, vec![tool, replace(input, input_text)])
    };
    if files.is_empty() || files.len() > MAX_FILES {
        return vec![one("Edit", "{}".to_owned())];
    }
    let said = field(input, DIRECTORIES).and_then(Value::str);
    let places = [said, stepped(body)].into_iter().flatten();
    let places: Vec<_> = places.filter(|place| !place.is_empty()).collect();
    let mut all = Vec::new();
    for (mark, file) in files {
        for file in readings(file, &places) {
            let input = format!("{{\"file_path\":{}}}", quoted(&file));
            if mark == MAKES {
                all.push(one("Write", input.clone()));
            }
            all.push(one("Edit", input));
        }
    }
    all
}

/// The directory that a line steps into before its patch: `cd x &&
/// apply_patch`.
fn stepped(body: &str) -> Option<&str> {
    let rest = body.trim_start().strip_prefix("cd ")?;
    let end = rest.find(['&', ';', '\n'])?;
    let word = rest.get(..end)?.trim();
    Some(word.trim_matches(['\'', '"']))
}

/// What a file of a patch may be, which is one below where it is made.
fn readings(file: &str, places: &[&str]) -> Vec<String> {
    let mut all = vec![file.to_owned()];
    let absolute = file.starts_with(['/', '~']);
    for place in places.iter().filter(|_| !absolute) {
        all.push(format!("{}/{file}", place.trim_end_matches('/')));
    }
    if let ([one, two], false) = (places, absolute) {
        all.push(format!("{one}/{two}/{file}"));
    }
    all
}

/// The files of a patch, each behind its mark.
pub(super) fn patched(body: &str) -> Vec<(&'static str, &str)> {
    let files = body.lines().filter_map(|line| {
        let line = line.trim();
        let behind = |mark: &&'static str| {
            Some((*mark, line.strip_prefix(*mark)?.trim()))
        };
        MARKS.iter().find_map(behind)
    });
    files.collect()
}
