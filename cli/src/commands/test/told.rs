//! The results for people.

use std::fmt::Write as _;

use hookset::plan::why::{Explained, MATCHES};

use super::Results;
use super::judge::{Engines, Ran};
use crate::commands::why::draw;
use crate::terminal::{Look, Paint};
use crate::text::{count, visible};

/// How many rules are explained where a case fails, those that match aside.
const NEAR: usize = 2;
/// Nobody reads more failures at once.
const MAX_SHOWN: usize = 50;

pub(super) fn text(
    results: &Results,
    engines: &Engines,
    look: Look,
) -> String {
    let mut out = String::new();
    let failed = results.ran.iter().filter(|r| !r.differences.is_empty());
    for ran in failed.take(MAX_SHOWN) {
        one(&mut out, ran, engines, look);
    }
    for each in &results.examples {
        if let Some(why) = &each.why {
            let word = look.paint(Paint::Red, "failed");
            let (place, why) = (visible(&each.place), visible(why));
            let _ = writeln!(out, "{word}  {place}  {why}\n");
        }
    }
    for file in results.files() {
        let passed = results.ran.iter();
        let passed = passed.filter(|ran| ran.case.file == file);
        let bad = passed.clone().filter(|r| !r.differences.is_empty());
        let examples = results.examples.iter().filter(|e| e.file == file);
        let wrong = examples.clone().filter(|e| e.why.is_some()).count();
        let failed = bad.count() + wrong;
        let all = passed.count() + examples.count();
        let failed = match failed {
            0 => look.paint(Paint::Green, "passed"),
            n => look.paint(Paint::Red, &format!("{n} failed")),
        };
        let _ = writeln!(out, "{}: {all} tried, {failed}", visible(file));
    }
    for coverage in results.coverage.iter().flatten() {
        out.push_str(&visible_lines(&coverage.text()));
    }
    if results.tests() > 0 {
        let tests = count(results.tests(), "test");
        let failures = results.failures();
        let _ = writeln!(out, "{tests}, {failures} failed");
    }
    out
}

fn one(out: &mut String, ran: &Ran, engines: &Engines, look: Look) {
    let word = look.paint(Paint::Red, "failed");
    let (place, name) = (visible(&ran.case.place), visible(&ran.case.name));
    let _ = writeln!(out, "{word}  {place}  {name}");
    for difference in &ran.differences {
        let (want, got) = (&difference.want, &difference.got);
        let what = look.paint(Paint::Dim, &format!("{:>9}", difference.what));
        let (want, got) = (visible(want), visible(got));
        let _ = writeln!(out, "{what}  want {want}, got {got}");
    }
    let reason = visible(&ran.answer.permission.reason);
    let why = look.paint(Paint::Dim, "      why");
    let _ = writeln!(out, "{why}  {reason}");
    let shown = |each: &&Explained| each.near > 0;
    let matching = |each: &&Explained| each.near == MATCHES;
    let limit = ran.explained.iter().filter(matching).count() + NEAR;
    let engine = engines.all.get(ran.engine);
    let sources = engine.map_or(&[][..], |tried| tried.engine.sources());
    for each in ran.explained.iter().filter(shown).take(limit) {
        out.push('\n');
        draw::rule(out, each, sources, look);
    }
    out.push('\n');
}

fn visible_lines(text: &str) -> String {
    let lines = text.lines().map(|line| format!("{}\n", visible(line)));
    lines.collect()
}
