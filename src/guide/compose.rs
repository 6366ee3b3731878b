//! One document of many texts, by the strength of their claims.

use super::choices::{Layout, Ranks};
use super::content::Resolved;
use super::text::{fill, one_line, quotation};
use super::write::{Object, list, strings};
use super::{
    Choices, Composed, DEFAULT_PRIORITY, Level, Selected, Summary, Words,
};
use crate::load::Level as Weight;
use crate::plan::Step;
use crate::plan::steps::{Body, Work};
use std::cmp::Reverse;

/// A text and what is to be known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it is known by.
    pub id: String,
    /// Its heading.
    pub name: String,
    /// How strong its claim is.
    pub level: Level,
    /// Its place in its level; larger comes first.
    pub priority: i64,
    /// The text.
    pub text: String,
    /// The server it comes from; such a text is quoted line by line.
    pub server: Option<String>,
}

impl From<Resolved> for Entry {
    fn from(resolved: Resolved) -> Entry {
        Entry {
            id: resolved.guidance.id(),
            name: resolved.guidance.name,
            level: resolved.guidance.level,
            priority: resolved.guidance.priority,
            text: resolved.text,
            server: None,
        }
    }
}

impl Entry {
    /// A text that a server gives, with as much weight as it was granted.
    pub fn of_server(
        server: &str,
        id: impl Into<String>,
        weight: Weight,
        text: impl Into<String>,
    ) -> Entry {
        let level = match weight {
            Weight::Suggestion => Level::May,
            Weight::Important => Level::Should,
            Weight::Required => Level::Must,
        };
        Entry {
            id: id.into(),
            name: server.to_owned(),
            level,
            priority: DEFAULT_PRIORITY,
            text: text.into(),
            server: Some(server.to_owned()),
        }
    }

    /// What a step of a plan tells the model: its own text, else what was
    /// `said` when it ran. None where it says nothing.
    pub fn of_step(step: &Step, said: Option<&str>) -> Option<Entry> {
        let id = step.id.as_str();
        match &step.work {
            Work::Inject { server, level, body, .. } => {
                let own = match body {
                    Body::Text(text) => Some(text.as_str()),
                    Body::Tool { .. } => None,
                };
                let text = own.or(said)?;
                Some(Entry::of_server(server, id, *level, text))
            }
            Work::McpTool { server, .. } => {
                let weight = Weight::Important;
                Some(Entry::of_server(server, id, weight, said?))
            }
            _ => {
                let name = format!("{} hook", step.kind.as_str());
                Some(Entry::of_hook(id, name, said?))
            }
        }
    }

    /// Context that a hook of the person's own gives.
    pub fn of_hook(
        id: impl Into<String>,
        name: impl Into<String>,
        text: impl Into<String>,
    ) -> Entry {
        Entry {
            id: id.into(),
            name: name.into(),
            level: Level::Should,
            priority: DEFAULT_PRIORITY,
            text: text.into(),
            server: None,
        }
    }
}

impl Entry {
    /// The text as it stands beside others without a section of its own:
    /// that of a server in a quotation, behind whose it is, how strong its
    /// claim is and what it is known by. Linear in the text.
    pub fn quoted(&self, words: &Words) -> String {
        let Some(server) = &self.server else { return self.text.clone() };
        let server = one_line(server);
        let from = fill(words.get("server"), &[("server", &server)]);
        let (level, id) = (self.level.as_str(), one_line(&self.id));
        format!("{from} ({level}, `{id}`)\n\n{}", quotation(&self.text))
    }
}

/// Limits on one document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Caps {
    /// How many texts.
    pub entries: Option<usize>,
    /// How many characters all texts have together.
    pub characters: Option<usize>,
}

/// How a document is to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether each section says what its level means.
    pub preambles: bool,
    /// Whether the document begins with what its levels are.
    pub reference: bool,
    /// What stands between the texts of a section.
    pub separator: String,
    /// Limits.
    pub caps: Caps,
    /// The sentences.
    pub words: Words,
    /// Document or code.
    pub choices: Choices,
    /// The time, to be put in the result.
    pub at: Option<String>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            preambles: true,
            reference: true,
            separator: RULE.to_owned(),
            caps: Caps::default(),
            words: Words::default(),
            choices: Choices::default(),
            at: None,
        }
    }
}

/// A rule across the page, with its blank lines.
const RULE: &str = "\n\n---\n\n";

/// One document of `entries`, with notices of what is missing: `skipped`
/// and `failed`, which have their reasons.
pub fn compose(
    entries: Vec<Entry>,
    mut skipped: Vec<Summary>,
    failed: Vec<Summary>,
    options: &Options,
) -> Composed {
    let (entries, dropped) = within(entries, options);
    skipped.extend(dropped);
    let mut included = Vec::new();
    let mut sections = Vec::new();
    for &level in Level::ALL {
        let mut own: Vec<&Entry> =
            entries.iter().filter(|entry| entry.level == level).collect();
        if own.is_empty() {
            continue;
        }
        own.sort_by_key(|entry| Reverse(entry.priority));
        sections.push(section(level, &own, options));
        included.extend(own.into_iter().map(|entry| summary(entry, None)));
    }
    Composed {
        content: join(&sections, options),
        included,
        notices: notices(&skipped, &failed, options),
        skipped,
        failed,
        at: options.at.clone(),
    }
}

impl Selected<'_> {
    /// What is not due, as it stands in a result.
    pub fn left_out(&self) -> Vec<Summary> {
        let summary = |one: &super::Skipped<'_>| {
            Summary::of(one.guidance, Some(one.reason.clone()))
        };
        self.skipped.iter().map(summary).collect()
    }
}

fn summary(entry: &Entry, reason: Option<&str>) -> Summary {
    Summary {
        id: entry.id.clone(),
        name: entry.name.clone(),
        level: entry.level,
        priority: entry.priority,
        reason: reason.map(str::to_owned),
    }
}

/// What the limits leave, as it came, and what they drop: the weakest claim
/// first, in it the smallest priority, in that what came last.
fn within(
    entries: Vec<Entry>,
    options: &Options,
) -> (Vec<Entry>, Vec<Summary>) {
    let ranks = options.choices.ranks;
    let mut order: Vec<(usize, &Entry)> = entries.iter().enumerate().collect();
    order.sort_by_key(|(_, one)| {
        (rank(one.level, ranks), Reverse(one.priority))
    });
    let caps = options.caps;
    let mut room = caps.characters.unwrap_or(usize::MAX);
    let mut kept = vec![false; entries.len()];
    let mut dropped = Vec::new();
    let mut is_full = false;
    for (count, (at, entry)) in order.into_iter().enumerate() {
        let length = entry.text.chars().count();
        if caps.entries.is_some_and(|most| count >= most) {
            dropped.push(summary(entry, Some("cap:per-event")));
        } else if is_full || length > room {
            is_full = true;
            dropped.push(summary(entry, Some("cap:context")));
        } else {
            room -= length;
            if let Some(kept) = kept.get_mut(at) {
                *kept = true;
            }
        }
    }
    let mut kept = kept.into_iter();
    let mut entries = entries;
    entries.retain(|_| kept.next().unwrap_or(false));
    (entries, dropped)
}

fn rank(level: Level, ranks: Ranks) -> u8 {
    match (ranks, level) {
        (Ranks::Own, level) => level as u8,
        (Ranks::Shared, Level::Must | Level::MustNot) => 0,
        (Ranks::Shared, Level::Should | Level::ShouldNot) => 1,
        (Ranks::Shared, Level::May) => 2,
    }
}

fn section(level: Level, entries: &[&Entry], options: &Options) -> String {
    let mut out = format!("## {}", level.as_str());
    if options.preambles {
        out.push_str("\n\n");
        out.push_str(options.words.get(level.as_str()));
    }
    out.push_str("\n\n");
    let between = match options.choices.layout {
        Layout::Document => options.separator.as_str(),
        Layout::Code => "\n\n",
    };
    let bodies: Vec<String> =
        entries.iter().map(|entry| body(entry, options)).collect();
    out.push_str(&bodies.join(between));
    out
}

fn body(entry: &Entry, options: &Options) -> String {
    let name = one_line(&entry.name);
    let text = match options.choices.layout {
        Layout::Document => entry.text.trim_end_matches(['\n', '\r']),
        Layout::Code => &entry.text,
    };
    match &entry.server {
        None => format!("### {name}\n\n{text}"),
        Some(server) => {
            let server = one_line(server);
            let values = [("server", server.as_str())];
            let from = fill(options.words.get("server"), &values);
            format!("### {name}\n\n{from}\n\n{}", quotation(text))
        }
    }
}

fn join(sections: &[String], options: &Options) -> String {
    let body = sections.join(RULE);
    if body.is_empty() || !options.reference {
        return body;
    }
    let behind = match options.choices.layout {
        Layout::Document => "\n\n",
        Layout::Code => RULE,
    };
    format!("{}{behind}{body}", options.words.get("reference"))
}

fn notices(
    skipped: &[Summary],
    failed: &[Summary],
    options: &Options,
) -> Vec<String> {
    let notice = |which: &str, of: &[&Summary]| {
        let one = |one: &&Summary| {
            let reason = one.reason.as_deref().unwrap_or("");
            format!("{} ({reason})", one_line(&one.name))
        };
        let list: Vec<String> = of.iter().map(one).collect();
        let (count, list) = (of.len().to_string(), list.join(", "));
        let values = [("count", count.as_str()), ("list", list.as_str())];
        fill(options.words.get(which), &values)
    };
    let mut notices = Vec::new();
    let is_capped = |one: &&Summary| {
        one.reason.as_deref().is_some_and(|why| why.starts_with("cap:"))
    };
    let (capped, skipped): (Vec<_>, Vec<_>) =
        skipped.iter().partition(is_capped);
    if !skipped.is_empty() {
        let mut text = notice("skipped", &skipped);
        if options.choices.notice_tail {
            text.push_str(options.words.get("tail"));
        }
        notices.push(text);
    }
    if !capped.is_empty() {
        notices.push(notice("capped", &capped));
    }
    if !failed.is_empty() {
        notices.push(notice("failed", &failed.iter().collect::<Vec<_>>()));
    }
    notices
}

impl Composed {
    /// The result as a JSON object.
    pub fn json(&self) -> String {
        let summaries = |of: &[Summary], reason: &str| {
            list(of.iter().map(|one| {
                Object::default()
                    .text("id", &one.id)
                    .text("name", &one.name)
                    .text("requirementLevel", one.level.as_str())
                    .raw("priority", &one.priority.to_string())
                    .maybe(reason, one.reason.as_deref())
                    .end()
            }))
        };
        let notices = self.notices.iter().map(String::as_str);
        Object::default()
            .text("content", &self.content)
            .raw("includedHooks", &summaries(&self.included, "reason"))
            .raw("skippedHooks", &summaries(&self.skipped, "skipReason"))
            .raw("failedHooks", &summaries(&self.failed, "error"))
            .raw("notices", &strings(notices))
            .maybe("composedAt", self.at.as_deref())
            .end()
    }
}
