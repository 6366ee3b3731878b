//! `hookset why`: where rules match an event, or part from it.

pub(super) mod draw;
mod json;

use hookset::diagnostic::suggest;
use hookset::plan::why::{Explained, MATCHES};
use hookset::source::Source;
use serde_json::Value;

use crate::Exit;
use crate::answer::Answer;
use crate::args::{Format, WhyArgs};
use crate::terminal::{self, Look, Stream};
use crate::text::shortened;

use crate::ready::{self, Given, Ready};

/// How many rules are shown, those that match not counted, unless all are
/// asked for.
const SHOWN: usize = 10;

pub(crate) fn run(args: &WhyArgs) -> Exit {
    match ready::prepare(&Given::from(&args.asked)) {
        Ok(ready) => explain(args, ready),
        Err(faults) => ready::cannot(args.format == Format::Json, faults),
    }
}

/// Everything that is said about one event.
struct Told<'a> {
    number: usize,
    event: &'a str,
    answer: &'a Answer,
    explained: &'a [Explained],
    /// How many rules are not shown.
    more: usize,
    sources: &'a [Source],
}

fn explain(args: &WhyArgs, mut ready: Ready) -> Exit {
    let look = Look::of(Stream::Out);
    let mut exit = Exit::Clean;
    let json = args.format == Format::Json;
    if !json {
        ready.print_settings();
        ready::print_lossy(&ready.engine);
    }
    while let Some((number, event)) = ready.readable(json, &mut exit) {
        let id = Value::from(number.to_string());
        let told = ready.engine.explain(id, &event, &ready.context);
        let (mut answer, explained) = told;
        answer.diagnostics.extend(ready.findings.iter().cloned());
        let (explained, more) = match chosen(args, explained) {
            Ok(chosen) => chosen,
            Err(message) => {
                terminal::write(Stream::Err, &message);
                return Exit::Unusable;
            }
        };
        let told = Told {
            number,
            event: &event,
            answer: &answer,
            explained: &explained,
            more,
            sources: ready.engine.sources(),
        };
        let text = match args.format {
            Format::Json => json::line(&told),
            Format::Text => draw::text(&told, look),
        };
        if !terminal::write_line(&text) {
            break;
        }
    }
    exit
}

/// The rules to show, and how many are left out.
fn chosen(
    args: &WhyArgs,
    mut all: Vec<Explained>,
) -> Result<(Vec<Explained>, usize), String> {
    if let Some(wanted) = args.rule.as_deref() {
        let wanted = wanted.trim();
        let is = |each: &Explained| each.text.trim() == wanted;
        if !all.iter().any(is) {
            let known = all.iter().map(|each| each.text.as_str());
            return Err(no_rule(wanted, suggest::nearest(wanted, known)));
        }
        all.retain(is);
        return Ok((all, 0));
    }
    if args.all {
        return Ok((all, 0));
    }
    let matching = all.iter().filter(|each| each.near == MATCHES).count();
    let near = all.iter().filter(|each| each.near > 0).count();
    let kept = near.min(matching + SHOWN);
    let more = all.len() - kept;
    all.truncate(kept);
    Ok((all, more))
}

fn no_rule(wanted: &str, near: Option<&str>) -> String {
    let wanted = shortened(wanted, 60);
    match near {
        Some(near) => format!(
            "no rule, `if` or matcher reads `{wanted}`; did you mean \
             `{}`?\n",
            shortened(near, 60)
        ),
        None => format!(
            "no rule, `if` or matcher reads `{wanted}`; `hookset list` \
             shows those in force\n"
        ),
    }
}
