//! Engines that look for one literal of each rule, then try the rule.

use aho_corasick::{AhoCorasick, MatchKind};
use daachorse::DoubleArrayAhoCorasick;
use regex::Regex;

use crate::corpora::{BenchRule, Tool};
use crate::engines::{
    Engine, Prepared, absolute, by_tool, engine, is_file, regex,
};

/// The rules of one tool behind a search for one literal of each.
struct Literals<S> {
    tool: Tool,
    search: S,
    /// The rule of each literal.
    of: Vec<u32>,
    verify: Vec<(u32, Regex)>,
    always: Vec<u32>,
    seen: Vec<u32>,
    round: u32,
}

impl<S> Literals<S> {
    fn all(rules: &[BenchRule], make: fn(&[String]) -> S) -> Vec<Literals<S>> {
        by_tool(rules)
            .into_iter()
            .map(|(tool, rules)| Literals::of_tool(tool, rules, make))
            .collect()
    }

    fn of_tool(
        tool: Tool,
        rules: Vec<(u32, &BenchRule)>,
        make: fn(&[String]) -> S,
    ) -> Literals<S> {
        // Each literal once, with all of its rules.
        let mut literals = std::collections::BTreeMap::new();
        let mut always = Vec::new();
        let mut verify = Vec::new();
        for (number, rule) in rules {
            let pattern = match is_file(tool) {
                true => absolute(&rule.pattern),
                false => rule.pattern.trim_end_matches(" *").to_owned(),
            };
            let longest = pattern.split('*').max_by_key(|part| part.len());
            let longest = longest.unwrap_or("").trim_matches('/');
            let at = verify.len() as u32;
            verify.push((number, Regex::new(&regex(rule)).unwrap()));
            if longest.is_empty() {
                always.push(at);
            } else {
                let list: &mut Vec<u32> =
                    literals.entry(longest.to_owned()).or_default();
                list.push(at);
            }
        }
        let texts: Vec<String> = literals.keys().cloned().collect();
        let mut of = Vec::new();
        // A count, then the rules of that literal.
        let mut starts = Vec::new();
        for list in literals.values() {
            starts.push(of.len() as u32);
            of.push(list.len() as u32);
            of.extend(list);
        }
        of.splice(0..0, starts.iter().map(|at| at + starts.len() as u32));
        let search = make(&texts);
        let seen = vec![0; verify.len()];
        Literals { tool, search, of, verify, always, seen, round: 0 }
    }

    /// Tests the rules whose literals are found, and those without.
    fn matches(
        &mut self,
        text: &str,
        found: impl Fn(&S, &mut dyn FnMut(usize)),
        out: &mut Vec<u32>,
    ) {
        let Literals { search, of, verify, always, seen, round, .. } = self;
        *round += 1;
        let mut test = |at: u32| {
            let at = at as usize;
            if seen[at] != *round {
                seen[at] = *round;
                let (number, regex) = &verify[at];
                if regex.is_match(text) {
                    out.push(*number);
                }
            }
        };
        found(search, &mut |literal| {
            let at = of[literal] as usize;
            let count = of[at] as usize;
            of[at + 1..=at + count].iter().for_each(|at| test(*at));
        });
        always.iter().for_each(|at| test(*at));
    }
}

pub fn aho(rules: &[BenchRule]) -> Engine {
    let mut parts = Literals::all(rules, |texts| {
        let mut builder = AhoCorasick::builder();
        builder.match_kind(MatchKind::Standard).build(texts).unwrap()
    });
    let run = Box::new(move |event: &Prepared, out: &mut Vec<u32>| {
        out.clear();
        let tool = event.event.tool;
        for part in parts.iter_mut().filter(|part| part.tool == tool) {
            let found = |search: &AhoCorasick, one: &mut dyn FnMut(usize)| {
                for found in search.find_overlapping_iter(&event.text) {
                    one(found.pattern().as_usize());
                }
            };
            part.matches(&event.text, found, out);
        }
    });
    engine("Aho-Corasick + verify", 15, run)
}

pub fn daac(rules: &[BenchRule]) -> Engine {
    type Search = Option<DoubleArrayAhoCorasick<u32>>;
    let mut parts = Literals::all(rules, |texts| -> Search {
        // It refuses to be made of nothing.
        (!texts.is_empty())
            .then(|| DoubleArrayAhoCorasick::<u32>::new(texts).unwrap())
    });
    let run = Box::new(move |event: &Prepared, out: &mut Vec<u32>| {
        out.clear();
        let tool = event.event.tool;
        for part in parts.iter_mut().filter(|part| part.tool == tool) {
            let found = |search: &Search, one: &mut dyn FnMut(usize)| {
                let Some(search) = search else { return };
                for found in search.find_overlapping_iter(&event.text) {
                    one(found.value() as usize);
                }
            };
            part.matches(&event.text, found, out);
        }
    });
    engine("daachorse + verify", 15, run)
}
