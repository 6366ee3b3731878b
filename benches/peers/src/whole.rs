//! What our whole answer takes from the bytes of an event on: reading it,
//! splitting its command, matching, the verdict.

use hookset::event::{Context, Event};
use hookset::json::Tape;
use hookset::plan::{Engine, Scratch};
use hookset::subject::Subjects;

use crate::corpora::timing::{Times, median, warm};
use crate::corpora::{BenchEvent, BenchRule, set};
use crate::engines::{Prepared, prepare};

/// All rules allow, so that every match counts and nothing ends early.
fn engine(rules: &[BenchRule]) -> Engine {
    let allow = rules.iter().map(set::text).collect();
    set::engine([allow, Vec::new(), Vec::new()])
}

/// Prints each part and the whole, the median of three rounds.
pub fn print(rules: &[BenchRule], events: &[BenchEvent]) {
    let engine = engine(rules);
    let prepared: Vec<Prepared> = events.iter().map(prepare).collect();
    let context = Context::default();
    let needs = engine.needs();
    let (mut tape, mut scratch) = (Tape::new(), Scratch::default());
    let mut set = engine.set().scratch();
    let mut round = || {
        let read = warm(&prepared, 15, |p| {
            usize::from(Event::read(&p.json, &mut tape).is_doubtful())
        });
        let mut tapes = vec![Tape::new(); prepared.len()];
        let events = prepared.iter().zip(&mut tapes);
        let events: Vec<_> =
            events.map(|(p, tape)| Event::read(&p.json, tape)).collect();
        let mut subjects = Subjects::default();
        let split = warm(&events, 15, |event| {
            subjects.read(event, &context, engine.dialect(), needs);
            subjects.commands.views.len()
        });
        let split_up: Vec<_> = events
            .iter()
            .map(|event| {
                subjects.read(event, &context, engine.dialect(), needs);
                (event.kind.unwrap(), subjects.clone())
            })
            .collect();
        let matched = warm(&split_up, 15, |(kind, subjects)| {
            engine.set().matches(subjects, *kind, &mut set).len()
        });
        let whole = warm(&prepared, 15, |p| {
            let event = Event::read(&p.json, &mut tape);
            engine.answer(&event, &context, &mut scratch).matches.len()
        });
        [read, split, matched, whole]
    };
    let rounds: Vec<[Times; 4]> = (0..3).map(|_| round()).collect();
    let of = |part: usize| {
        median(rounds.iter().map(|round| round[part].p50).collect()).0
    };
    let names = ["reading the JSON", "splitting", "matching"];
    for (part, name) in names.iter().enumerate() {
        println!("{name:<22}{:>7.0} ns p50", of(part));
    }
    let rest = of(3) - of(0) - of(1) - of(2);
    println!("{:<22}{rest:>7.0}", "the verdict, the rest");
    println!("{:<22}{:>7.0}", "the whole", of(3));
}
