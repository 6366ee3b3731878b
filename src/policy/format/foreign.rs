//! Files that are not JSON: front matter and other YAML, TOML.
//!
//! The same edits on the places of rules, which are moved as they are
//! written. A text that stands well in one place may not in another (`*` at
//! the start of a text without quotes), so every list is put in order for
//! itself, and only where the file then says what it said.

use std::collections::BTreeSet;

use super::{Input, Item, Same, rewrite};
use crate::diagnostic::Edit;
use crate::diagnostic::fix::apply;
use crate::dialect::Dialect;
use crate::json::Value;
use crate::load::{self, Document, Family, List, RuleEntry};
use crate::source::{SourceId, Span};

/// Of more lists the rest is left as it is: for each, the file is read again.
const MAX_LISTS: usize = 64;

/// The keys of a rule of Gemini CLI whose lists have no order.
const GEMINI: &[&str] = &["commandPrefix", "mcpName", "toolName"];

/// The text in its one form; `None` for a text that is not read as a whole.
pub(super) fn format(input: &Input, dialect: &Dialect) -> Option<String> {
    let text = input.text.as_str();
    let (document, findings) = read(input, text);
    if document.refused {
        return None;
    }
    let before = Said::of(&document, findings);
    let mut edits: Vec<Edit> = Vec::new();
    for (list, items) in lists(&document, text).into_iter().take(MAX_LISTS) {
        let first = items.first().map_or(0, |item| item.span.start);
        let end = items.last().map_or(0, |item| item.span.end);
        let whole = Span { start: above(text, first), end };
        // Where nothing is spelt in two ways, there is nothing to compare.
        let family = Family::Claude;
        let same = list.map(|list| Same { list, family, dialect });
        let mut own = Vec::new();
        rewrite(items, (text, whole), &["#"], same.as_ref(), &mut own);
        let tried = apply(text, own.iter().cloned());
        let (document, findings) = read(input, &tried);
        let holds = !document.refused && {
            let after = Said::of(&document, findings);
            before.holds(&after, same.as_ref())
        };
        if holds {
            edits.extend(own);
        }
    }
    Some(apply(text, edits))
}

/// Where the line above the one of a place starts, with the end of the line
/// before it, if it is a comment: that is about what stands at the place. What
/// stands beside a rule of another list is not.
fn above(text: &str, at: u32) -> u32 {
    let before = text.get(..at as usize).unwrap_or("");
    let mut ends = before.rmatch_indices('\n').map(|(at, _)| at);
    let own = ends.next().unwrap_or(0);
    let start = ends.next().unwrap_or(own);
    let line = before.get(start..own).unwrap_or("");
    let is_comment = line.trim_start().starts_with('#');
    (if is_comment { start } else { own }) as u32
}

fn read(input: &Input, text: &str) -> (Document, usize) {
    let id = SourceId(0);
    let (document, found) =
        load::read(id, &input.name, text, input.scope, input.family);
    (document, found.len())
}

/// What a file says, without its order.
struct Said {
    rules: BTreeSet<(&'static str, String)>,
    groups: usize,
    available: Option<BTreeSet<String>>,
    findings: usize,
    degraded: bool,
}

impl Said {
    fn of(document: &Document, findings: usize) -> Said {
        let rule = |rule: &RuleEntry| {
            (rule.list.as_str(), rule.text.as_str().to_owned())
        };
        let available = document.available.as_ref().map(|(tools, _)| {
            tools.iter().map(|tool| tool.as_str().to_owned()).collect()
        });
        Said {
            rules: document.rules.iter().map(rule).collect(),
            groups: document.groups.len(),
            available,
            findings,
            degraded: document.degraded,
        }
    }

    /// Whether the other says the same, in whichever spelling.
    fn holds(&self, after: &Said, same: Option<&Same<'_>>) -> bool {
        let spelt = |rule: &(&'static str, String)| match same {
            Some(same) if same.list.as_str() == rule.0 => {
                (rule.0, same.spelling(&rule.1))
            }
            _ => rule.clone(),
        };
        let all = |said: &Said| -> BTreeSet<_> {
            said.rules.iter().map(spelt).collect()
        };
        all(self) == all(after)
            && self.groups == after.groups
            && self.available == after.available
            && after.findings <= self.findings
            && self.degraded == after.degraded
    }
}

/// The lists of a file whose order says nothing.
fn lists(document: &Document, text: &str) -> Vec<(Option<List>, Vec<Item>)> {
    if document.family == Family::Gemini {
        return gemini(document, text);
    }
    let mut all: Vec<(Option<List>, Vec<Item>)> = Vec::new();
    for rule in &document.rules {
        let span = with_quotes(rule.span, text);
        let raw = span.of(text);
        let list = Some(rule.list);
        let item = Item {
            span,
            rule: rule.text.as_str().to_owned(),
            raw: raw.to_owned(),
            is_object: raw.starts_with('{'),
        };
        let moves = !raw.contains('\n') && !raw.starts_with(['*', '&', '!']);
        match all.last_mut() {
            Some((own, items)) if *own == list && moves => {
                let from = items.last().map_or(0, |last| last.span.end);
                let gap = Span { start: from, end: span.start };
                match from <= gap.end && is_gap(gap.of(text)) {
                    true => items.push(item),
                    false => all.push((list, vec![item])),
                }
            }
            _ if moves => all.push((list, vec![item])),
            // It stays, and so does what stands before and behind it.
            _ => all.push((None, Vec::new())),
        }
    }
    all
}

/// A place, with the quotes around it.
fn with_quotes(span: Span, text: &str) -> Span {
    let before = text.get(..span.start as usize).unwrap_or("");
    let behind = text.get(span.end as usize..).unwrap_or("");
    let quote = before.chars().next_back();
    let quoted = quote.is_some_and(|q| matches!(q, '"' | '\''))
        && quote == behind.chars().next();
    let by = u32::from(quoted);
    Span { start: span.start - by, end: span.end + by }
}

/// Whether nothing but what parts the items of a list stands there.
fn is_gap(gap: &str) -> bool {
    gap.split_inclusive('\n').all(|line| {
        let code = line.split('#').next().unwrap_or("");
        code.chars().all(|c| c.is_whitespace() || matches!(c, ',' | '-'))
    })
}

/// The lists of texts in rules.
fn gemini(document: &Document, text: &str) -> Vec<(Option<List>, Vec<Item>)> {
    let Some(root) = document.root() else { return Vec::new() };
    let rules = root.entries().filter(|entry| {
        matches!(entry.name(), "rule" | "rules") && entry.value.is_array()
    });
    let tables = rules.flat_map(|entry| entry.value.items());
    let keys = tables
        .flat_map(|table| GEMINI.iter().filter_map(move |key| table.get(key)));
    let one = |item: Value<'_>| {
        let raw = item.span().of(text);
        let own = item.str()?;
        (!raw.contains('\n')).then(|| Item {
            span: item.span(),
            rule: own.to_owned(),
            raw: raw.to_owned(),
            is_object: false,
        })
    };
    let lists = keys.filter(|list| list.is_array());
    lists
        .filter_map(|list| list.items().map(one).collect::<Option<Vec<_>>>())
        .map(|items| (None, items))
        .collect()
}
