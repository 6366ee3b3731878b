//! A patch of many files, as a payload for each of them.

use std::collections::HashSet;

use hookset::json::{Kind, Value};

use super::lists::whole;
use super::places::{directories, nowhere};
use super::{Call, changed, quoted, replace};

/// The most files of one patch that are looked at; behind them stands one of
/// which nothing is known.
const MAX_FILES: usize = 200;

/// The marks in front of the files of a patch.
const MARKS: &[&str] =
    &[MAKES, "*** Update File:", "*** Delete File:", "*** Move to:"];

/// The mark in front of a file that is new.
const MAKES: &str = "*** Add File:";

/// The fields that a patch stands in.
const BODIES: &[&str] = &["command", "cmd", "input", "patch"];

/// A file behind its mark.
type Marked<'a> = (&'static str, &'a str);

/// One payload for each file of a patch, two for one that it makes, which is
/// written and edited; where none is found, or more than are looked at, one
/// that says nothing of its file, which no rule may allow. `line` is the line
/// it stands in, where it stands in one.
pub(super) fn patch(call: Call<'_>, line: Option<&str>) -> Vec<String> {
    let mut bodies = Vec::new();
    let is_whole = match line {
        Some(_) => true,
        None => collect(call.input, &mut bodies),
    };
    let bodies: Vec<&str> =
        line.into_iter().chain(bodies.iter().map(String::as_str)).collect();
    let said = directories(call.input);
    let mut payloads = Payloads { call, all: Vec::new() };
    let mut seen = HashSet::new();
    for body in &bodies {
        let places = said.iter().copied().flatten().chain(stepped(body));
        let places: Vec<_> = places.filter(|p| !p.is_empty()).collect();
        let step = stepped(body);
        for file in patched(body) {
            if seen.insert((file, step)) && seen.len() <= MAX_FILES {
                payloads.of_file(file, &places, said.contains(&None));
            }
        }
    }
    if !is_whole || seen.is_empty() || seen.len() > MAX_FILES {
        payloads.add("Edit", "{}".to_owned(), false);
    }
    payloads.all
}

/// What is written out of a call.
struct Payloads<'a> {
    call: Call<'a>,
    all: Vec<String>,
}

impl Payloads<'_> {
    fn of_file(
        &mut self,
        (mark, file): Marked<'_>,
        places: &[&str],
        somewhere: bool,
    ) {
        let somewhere = somewhere && !is_absolute(file);
        let places = match is_absolute(file) {
            true => &[],
            false => places,
        };
        for file in readings(file, places) {
            let input = format!("{{\"file_path\":{}}}", quoted(&file));
            for nowhere in [Some(false), somewhere.then_some(true)] {
                let Some(nowhere) = nowhere else { continue };
                if mark == MAKES {
                    self.add("Write", input.clone(), nowhere);
                }
                self.add("Edit", input.clone(), nowhere);
            }
        }
    }

    fn add(&mut self, tool: &str, input: String, is_nowhere: bool) {
        let Call { text, root, tool: name, input: old } = self.call;
        let mut changes =
            vec![replace(name, quoted(tool)), replace(old, input)];
        if is_nowhere {
            changes.push(nowhere(root));
        }
        self.all.push(changed(text, changes));
    }
}

/// The texts of an input that are patches, wherever they stand; whether
/// each field that a patch stands in holds one.
fn collect(input: Value<'_>, bodies: &mut Vec<String>) -> bool {
    let mut is_whole = true;
    if let Some(text) = input.str() {
        if has_files(text) {
            bodies.push(text.to_owned());
        }
        return whole(input).is_some();
    }
    for item in input.items() {
        is_whole &= collect(item, bodies);
    }
    for entry in input.entries() {
        let before = bodies.len();
        is_whole &= collect(entry.value, bodies);
        let is_left_out =
            entry.value.kind() == Kind::Null || entry.value.str() == Some("");
        is_whole &= bodies.len() > before
            || is_left_out
            || !BODIES.contains(&entry.name());
    }
    is_whole
}

/// The directory that a line steps into before its patch: `cd x &&
/// apply_patch`.
fn stepped(body: &str) -> Option<&str> {
    let rest = body.trim_start().strip_prefix("cd ")?;
    let end = rest.find(['&', ';', '\n'])?;
    let word = rest.get(..end)?.trim();
    Some(word.trim_matches(['\'', '"']))
}

fn is_absolute(file: &str) -> bool {
    file.starts_with(['/', '~'])
}

/// What a file of a patch may be, which is one below where it is made.
fn readings(file: &str, places: &[&str]) -> Vec<String> {
    let mut all = vec![file.to_owned()];
    for (at, place) in places.iter().enumerate() {
        let place = place.trim_end_matches('/');
        all.push(format!("{place}/{file}"));
        // One of them may start at another.
        for other in places.get(at + 1..).unwrap_or_default() {
            all.push(format!("{place}/{other}/{file}"));
        }
    }
    all
}

/// Whether a text is a patch, or holds one.
pub(super) fn has_files(body: &str) -> bool {
    patched(body).next().is_some()
}

/// The files of a patch, each behind its mark.
fn patched(body: &str) -> impl Iterator<Item = Marked<'_>> {
    body.split(['\n', '\r']).filter_map(|line| {
        let line = line.trim();
        let behind = |mark: &&'static str| {
            Some((*mark, line.strip_prefix(*mark)?.trim()))
        };
        MARKS.iter().find_map(behind)
    })
}
