//! What an input says of one thing in several fields and lists: each of them
//! is a payload of its own, for whoever makes the call may mean any.

use hookset::event::tools;
use hookset::json::{Kind, Value};

use super::{Call, Change, Host, changed, lists, quoted, replace};

/// The most that are looked at of one call; behind them stands one of which
/// nothing is known.
const MAX_READINGS: usize = 200;

/// Where a tool that reads or writes one file says which.
pub(super) const ONE: &[&str] =
    &["absolute_path", "file_path", "filePath", "path", "target_file"];

/// Where a search says at which place it starts.
const STARTS: &[&str] = &["dir_path", "path", "target_directory"];

/// A file or an address that nobody can tell: as it is no text, guards ask.
const UNKNOWN: &str = "0";

/// Something that an input says, by the name of its field in policies.
struct Thing<'a> {
    key: &'static str,
    readings: Vec<Reading<'a>>,
}

/// What it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading<'a> {
    /// What a field of this name holds.
    Field(&'a str),
    /// An item of a list.
    Item(&'a str),
    /// What cannot be told.
    Unknown,
}

/// The payloads of a call of a tool that is called `ours` in policies.
pub(super) fn each(call: Call<'_>, ours: &str, host: &Host) -> Vec<String> {
    let things = things(call.input, ours, host);
    let of = |picked: &[(&str, Reading<'_>)]| {
        let mut changes = Vec::new();
        if call.tool.str().is_some_and(|name| name != ours) {
            changes.push(replace(call.tool, quoted(ours)));
        }
        for (key, reading) in picked {
            changes.extend(said(call.input, key, *reading));
        }
        changed(call.text, changes)
    };
    picks(&things).iter().map(|picked| of(picked)).collect()
}

fn things<'a>(input: Value<'a>, ours: &str, host: &Host) -> Vec<Thing<'a>> {
    let mut keys: Vec<&'static str> = Vec::new();
    let own = tools::find_canonical(ours).and_then(|tool| tool.primary);
    let rows = host.fields.iter().filter(|row| row.0 == ours);
    for key in own.into_iter().chain(rows.map(|row| row.2)) {
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    let thing =
        |key| Thing { key, readings: readings(input, ours, key, host) };
    let things = keys.into_iter().map(thing);
    things.filter(|thing| !thing.readings.is_empty()).collect()
}

/// All that an input may say of one thing.
fn readings<'a>(
    input: Value<'a>,
    ours: &str,
    key: &str,
    host: &Host,
) -> Vec<Reading<'a>> {
    let others = match key {
        _ if host.tools.is_empty() => &[],
        "file_path" => ONE,
        "path" => STARTS,
        _ => &[],
    };
    let is_of = |name: &str| {
        let row = (ours, name, key);
        name == key || others.contains(&name) || host.fields.contains(&row)
    };
    let fields = input.entries().filter(|entry| is_of(entry.name()));
    let (empty, full): (Vec<_>, Vec<_>) =
        fields.partition(|entry| entry.value.kind() == Kind::Null);
    let items = lists::items(input, (ours, key), !full.is_empty(), host);
    // What is left out some hosts write as nothing.
    let left_out = full.is_empty() && items.is_empty();
    let fields = if left_out { empty } else { full };
    let fields = fields.iter().map(|entry| Reading::Field(entry.name()));
    let items = items.into_iter().map(|item| match item {
        Some(text) => Reading::Item(text),
        None => Reading::Unknown,
    });
    let mut all = Vec::new();
    for reading in fields.chain(items) {
        if all.len() == MAX_READINGS {
            all.push(Reading::Unknown);
            break;
        }
        if !all.contains(&reading) {
            all.push(reading);
        }
    }
    all
}

/// Every thing in each of its readings, beside each of the others'; where
/// these are too many, beside the first of the others', and nothing known.
fn picks<'a>(things: &[Thing<'a>]) -> Vec<Vec<(&'static str, Reading<'a>)>> {
    let first =
        |thing: &Thing<'a>| Some((thing.key, *thing.readings.first()?));
    let counts = things.iter().map(|thing| thing.readings.len());
    let total = counts.fold(1_usize, usize::saturating_mul);
    if total <= MAX_READINGS {
        return things.iter().fold(vec![Vec::new()], |all, thing| {
            let with = |picked: &Vec<_>| {
                let picked = picked.clone();
                let each = thing.readings.iter();
                each.map(move |reading| {
                    let one = [(thing.key, *reading)];
                    picked.iter().copied().chain(one).collect()
                })
            };
            all.iter().flat_map(with).collect()
        });
    }
    let mut all = Vec::new();
    for (at, thing) in things.iter().enumerate() {
        for reading in &thing.readings {
            let mut picked: Vec<_> = things.iter().filter_map(first).collect();
            if let Some(one) = picked.get_mut(at) {
                one.1 = *reading;
            }
            all.push(picked);
        }
    }
    let unknown = |thing: &Thing<'a>| (thing.key, Reading::Unknown);
    all.push(things.iter().map(unknown).collect());
    all
}

/// The changes that make an input say this and nothing else.
fn said(input: Value<'_>, key: &str, reading: Reading<'_>) -> Vec<Change> {
    let of = |name: &str| {
        let name = name.to_owned();
        input.entries().filter(move |entry| entry.name() == name)
    };
    let is_there = of(key).next().is_some();
    let value = match reading {
        Reading::Field(name) if name == key => return Vec::new(),
        // What stands there twice stays so, to be seen.
        Reading::Field(name) if !is_there => {
            return of(name)
                .map(|entry| replace(entry.key, quoted(key)))
                .collect();
        }
        Reading::Field(name) => {
            let value = input.get(name);
            value.map_or(UNKNOWN, Value::raw).to_owned()
        }
        Reading::Item(text) => quoted(text),
        Reading::Unknown => UNKNOWN.to_owned(),
    };
    if is_there {
        return of(key)
            .map(|entry| replace(entry.value, value.clone()))
            .collect();
    }
    let at = input.span().start as usize + 1;
    vec![(at, at, format!("{}:{value},", quoted(key)))]
}
