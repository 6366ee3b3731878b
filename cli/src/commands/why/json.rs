//! What is said about an event, as one line of JSON.

use hookset::plan::why::{Explained, Part, Spot, Verdict};
use hookset::source::Source;
use serde_json::{Value, json};

use super::Told;

pub(super) fn line(told: &Told<'_>) -> String {
    let explained = told.explained.iter();
    let explained: Vec<_> = explained.map(|each| one(each, told)).collect();
    let answer = told.answer;
    let value = json!({
        "schema": "hookset.why/1",
        "id": answer.id,
        "permission": answer.permission,
        "explained": explained,
        "left_out": told.more,
        "doubt": answer.doubt,
        "diagnostics": answer.diagnostics,
    });
    format!("{value}\n")
}

fn one(each: &Explained, told: &Told<'_>) -> Value {
    let source = told.sources.get(each.origin.source.0 as usize);
    let place = source.map(|source| source.place(each.origin.span));
    let mut value = json!({
        "rule": each.text,
        "effect": each.effect,
        "source": place,
        "in_force": each.rule.is_some(),
        "near": each.near,
    });
    let Some(map) = value.as_object_mut() else { return value };
    let mut put = |key: &str, value: Value| {
        map.insert(key.to_owned(), value);
    };
    match &each.verdict {
        Verdict::Matched(found) => {
            put("matches", true.into());
            put("at", part(found.rule.as_ref(), told.sources));
            put("places", found.places.iter().map(spot).collect());
            put("uncovered", found.uncovered.iter().map(spot).collect());
            put("skipped", found.skipped.map(|s| s.as_str()).into());
            put("doubt", found.doubt.map(|d| d.reason.as_str()).into());
            put("note", found.note.as_deref().into());
        }
        Verdict::Missed(miss) => {
            put("matches", false.into());
            put("cause", miss.cause.as_str().into());
            put("message", miss.message.as_str().into());
            put("help", miss.help.as_deref().into());
            put("at", part(miss.rule.as_ref(), told.sources));
            put("event", miss.event.as_ref().map_or(Value::Null, spot));
            put("doubt", miss.doubt.map(|d| d.reason.as_str()).into());
        }
    }
    value
}

fn part(part: Option<&Part>, sources: &[Source]) -> Value {
    let Some(part) = part else { return Value::Null };
    let source = sources.get(part.source.0 as usize);
    let Some(source) = source else { return Value::Null };
    let (line, column) = source.line_column(part.span.start);
    json!({
        "file": source.name(),
        "span": {
            "start": part.span.start,
            "end": part.span.end,
            "line": line,
            "column": column,
        },
        "text": part.text,
    })
}

fn spot(spot: &Spot) -> Value {
    // The bytes of a text that stands nowhere are of no field.
    let field = (!spot.is_made).then_some(&spot.field);
    json!({
        "field": field,
        "span": {"start": spot.span.start, "end": spot.span.end},
        "text": spot.as_str(),
    })
}
