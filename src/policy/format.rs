//! One order and one spelling for the rules of a file.
//!
//! Rules are sorted within their lists, exact duplicates removed, `:*` at an
//! end becomes ` *`. No verdict changes: neither order nor number of equal
//! rules counts, and a spelling is changed only where both lower to the same.
//! Everything else of the file stays as it is; comments and empty lines
//! separate groups, and rules never leave their group.

mod foreign;

use super::{Input, Policy};
use crate::diagnostic::Edit;
use crate::diagnostic::fix::apply;
use crate::dialect::{Dialect, Version};
use crate::json::{Limits, Tape, Value};
use crate::load::{self, Family, List, Scope, settings};
use crate::source::{SourceId, Span};
use std::collections::HashSet;

/// Spellings must mean the same in these, too, whatever dialect is asked
/// for: files are shared.
const ALSO: &[&str] = &["claude", "hookset"];

/// What ends a word that goes on.
const HALVES: &[char] = &[' ', '-', '/', '.', '_', '=', '@', ':'];

/// What starts a comment in JSON.
const JSON_NOTES: &[&str] = &["//", "/*"];

/// The text of a file in its one form; `None` for one that is not read as a
/// whole.
pub fn format(input: &Input, dialect: &Dialect) -> Option<String> {
    match input.family {
        // Guidance has no rules.
        Family::Toolkit => guidance(input),
        family if family.is_foreign() => foreign::format(input, dialect),
        family => json(&input.text, family, dialect),
    }
}

fn guidance(input: &Input) -> Option<String> {
    let Input { name, text, family, scope, .. } = input;
    let (document, _) = load::read(SourceId(0), name, text, *scope, *family);
    (!document.refused).then(|| text.clone())
}

/// The same for JSON.
fn json(text: &str, family: Family, dialect: &Dialect) -> Option<String> {
    let (document, _) = settings(SourceId(0), text, Scope::Project, family);
    if document.refused {
        return None;
    }
    let tape = read(text);
    let root = tape.root(text)?;
    let mut edits = Vec::new();
    for part in root.entries().filter(|e| e.name() == "permissions") {
        for entry in part.value.entries() {
            let list = match entry.name() {
                "allow" => List::Allow,
                "ask" => List::Ask,
                "deny" => List::Deny,
                _ => continue,
            };
            if let Some(items) = items(entry.value, text) {
                let same = Same { list, family, dialect };
                let (span, same) = (entry.value.span(), Some(&same));
                rewrite(items, (text, span), JSON_NOTES, same, &mut edits);
            }
        }
    }
    Some(apply(text, edits))
}

fn read(text: &str) -> Tape {
    let mut tape = Tape::new();
    let size = 8 << 20;
    tape.read(text, &Limits { size, depth: 128, problems: 200 });
    tape
}

/// A rule of a list: a text, or an object with examples.
struct Item {
    span: Span,
    /// The rule's own text.
    rule: String,
    /// What is written, in its one spelling.
    raw: String,
    is_object: bool,
}

/// The rules of a list; `None` where there is anything else in it.
fn items(list: Value<'_>, text: &str) -> Option<Vec<Item>> {
    let one = |item: Value<'_>| {
        let value = match item.is_object() {
            true => item.get("rule")?,
            false => item,
        };
        if value.is_doubtful() {
            return None;
        }
        Some(Item {
            span: item.span(),
            rule: value.str()?.to_owned(),
            raw: item.span().of(text).to_owned(),
            is_object: item.is_object(),
        })
    };
    list.is_array().then(|| list.items().map(one).collect()).flatten()
}

fn rewrite(
    mut items: Vec<Item>,
    (text, list): (&str, Span),
    notes: &[&str],
    same: Option<&Same<'_>>,
    edits: &mut Vec<Edit>,
) {
    for item in &mut items {
        if let Some(same) = same {
            same.normalise(item, notes);
        }
    }
    let mut seen = HashSet::new();
    let mut group: Vec<Item> = Vec::new();
    let mut before = list.start;
    let mut items = items.into_iter().peekable();
    while let Some(item) = items.next() {
        let next = items.peek().map_or(list.end, |next| next.span.start);
        let gap = |start: u32, end: u32| Span { start, end: end.max(start) };
        let above = gap(before, item.span.start).of(text);
        before = item.span.end;
        let behind = gap(item.span.end, next).of(text);
        let ends = items.peek().is_none() || separates(behind, notes);
        // What is said beside a rule, or right above it, is about that rule.
        let line = behind.split('\n').next().unwrap_or("");
        let alone = has_comment(above, notes) && is_above(above, notes)
            || has_comment(line, notes);
        if alone {
            place(std::mem::take(&mut group), &mut seen, text, edits);
        }
        group.push(item);
        if ends || alone {
            place(std::mem::take(&mut group), &mut seen, text, edits);
        }
    }
}

fn has_comment(gap: &str, notes: &[&str]) -> bool {
    notes.iter().any(|note| gap.contains(note))
}

/// Whether the last comment of a gap stands right above what follows it, or
/// in front of it, and not beside what stands before the gap.
fn is_above(gap: &str, notes: &[&str]) -> bool {
    let last = notes.iter().filter_map(|note| gap.rfind(note)).max();
    let (before, rest) =
        gap.split_at_checked(last.unwrap_or(0)).unwrap_or_default();
    let own = rest.contains('\n');
    rest.matches('\n').count() < 2 && (before.contains('\n') || !own)
}

fn separates(gap: &str, notes: &[&str]) -> bool {
    has_comment(gap, notes) || gap.matches('\n').count() > 1
}

/// Puts the rules of a group in their places, in order.
fn place(
    group: Vec<Item>,
    seen: &mut HashSet<String>,
    text: &str,
    edits: &mut Vec<Edit>,
) {
    let spans: Vec<Span> = group.iter().map(|item| item.span).collect();
    let count = group.len();
    let mut kept: Vec<Item> = Vec::new();
    for (at, item) in group.into_iter().enumerate() {
        // Examples are never lost, no group is left empty, and where a
        // rule as an object does not count, its text beside it does.
        let key = match item.is_object {
            true => format!("{}\n{}", item.rule, item.raw),
            false => item.rule.clone(),
        };
        let is_new = seen.insert(key);
        let last = at + 1 == count && kept.is_empty();
        if is_new || last {
            kept.push(item);
        }
    }
    kept.sort_by(|a, b| key(&a.rule).cmp(&key(&b.rule)));
    let source = SourceId(0);
    for (item, &span) in kept.iter().zip(&spans) {
        if span.of(text) != item.raw {
            edits.push(Edit { source, span, text: item.raw.clone() });
        }
    }
    let last = kept.len().checked_sub(1).and_then(|at| spans.get(at));
    if let (Some(last), Some(end)) = (last, spans.last())
        && last != end
    {
        let span = Span { start: last.end, end: end.end };
        edits.push(Edit { source, span, text: String::new() });
    }
}

/// Rules of a tool stand together.
fn key(rule: &str) -> (&str, &str) {
    rule.split_once('(').unwrap_or((rule, ""))
}

/// What two spellings of a rule are compared in.
struct Same<'a> {
    list: List,
    family: Family,
    dialect: &'a Dialect,
}

impl Same<'_> {
    /// Gives the rule its one spelling.
    fn normalise(&self, item: &mut Item, notes: &[&str]) {
        let rule = self.spelling(&item.rule);
        let Some(stem) = item.rule.strip_suffix(":*)") else { return };
        let quote = if notes == JSON_NOTES { "\"" } else { "" };
        let old = format!("{stem}:*){quote}");
        let new = format!("{stem} *){quote}");
        // A text with escapes is left alone.
        let once = item.raw.matches(&old).count() == 1;
        if once && rule != item.rule {
            item.raw = item.raw.replace(&old, &new);
            item.rule = rule;
        }
    }

    /// The one spelling of a rule. One behind half a word is not meant as it
    /// is written, which is said of the old spelling only.
    fn spelling(&self, rule: &str) -> String {
        // Of the new spelling, runners of old know nothing.
        let is_known = !self.dialect.is_before(Version::STARS);
        let stem = rule.strip_suffix(":*)").filter(|_| is_known);
        let whole = |stem: &&str| !stem.ends_with(HALVES);
        let Some(stem) = stem.filter(whole) else { return rule.to_owned() };
        let new = format!("{stem} *)");
        if self.are(rule, &new) { new } else { rule.to_owned() }
    }

    fn are(&self, a: &str, b: &str) -> bool {
        let others = ALSO.iter().filter_map(|name| Dialect::named(name));
        others.chain([self.dialect.clone()]).all(|dialect| {
            let (a, b) =
                (self.lowered(a, &dialect), self.lowered(b, &dialect));
            let active = !a.rules().rules.is_empty();
            let rules = a.rules().rules.iter().zip(&b.rules().rules);
            let number = a.rules().rules.len() == b.rules().rules.len();
            let alike = rules.fold(true, |alike, (a, b)| {
                alike
                    && a.effect == b.effect
                    && a.events == b.events
                    && a.matcher == b.matcher
                    && a.predicate == b.predicate
                    && a.family == b.family
            });
            let quiet = b.diagnostics().len() <= a.diagnostics().len();
            let atoms = a.rules().atoms == b.rules().atoms;
            active && number && alike && quiet && atoms
        })
    }

    fn lowered(&self, rule: &str, dialect: &Dialect) -> Policy {
        let mut text = String::from("{\"permissions\":{\"");
        text.push_str(self.list.as_str());
        text.push_str("\":[\"");
        for c in rule.chars() {
            if matches!(c, '"' | '\\') {
                text.push('\\');
            }
            text.push(c);
        }
        text.push_str("\"]}}");
        let input = Input {
            name: String::new(),
            text,
            family: self.family,
            scope: Scope::Project,
            directory: None,
        };
        Policy::from_sources([input], dialect)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formatted(text: &str) -> String {
        let dialect = Dialect::default();
        json(text, Family::Hookset, &dialect).unwrap()
    }

    #[cfg(any(feature = "toml", feature = "yaml"))]
    fn foreign(text: &str, family: Family) -> String {
        let input = Input {
            name: "x".to_owned(),
            text: text.to_owned(),
            family,
            scope: Scope::Skill,
            directory: None,
        };
        format(&input, &Dialect::named("claude").unwrap()).unwrap()
    }

    #[test]
    fn rules_are_sorted_and_said_once() {
        let text = r#"{"permissions": {"deny": ["Read(.env)", "Bash(rm *)",
            "Bash(dd *)" , "Bash(rm *)"], "x": 1}}"#;
        let wanted = r#"{"permissions": {"deny": ["Bash(dd *)", "Bash(rm *)",
            "Read(.env)"], "x": 1}}"#;
        assert_eq!(formatted(text), wanted);
        assert_eq!(formatted(wanted), wanted);
    }

    #[test]
    fn a_rule_as_an_object_is_no_other_text() {
        // A runner that takes texts only is left with the second one.
        let text = r#"{"permissions": {"deny": [{"rule": "Bash(rm *)"},
            "Bash(rm *)"]}}"#;
        assert_eq!(formatted(text), text);
        let dialect = Dialect::named("claude").unwrap();
        assert_eq!(json(text, Family::Claude, &dialect).unwrap(), text);
    }

    #[test]
    fn the_old_spelling_becomes_the_new_one() {
        let text = r#"{"permissions": {"allow": ["Bash(npm test:*)"]}}"#;
        assert!(formatted(text).contains("\"Bash(npm test *)\""));
        // Nothing to do for what means something else.
        let text = r#"{"permissions": {"deny": ["Read(src:*)", "X(a:*)"]}}"#;
        assert_eq!(formatted(text), text);
    }

    #[test]
    fn runners_of_old_keep_the_spelling_that_they_read() {
        let text = r#"{"permissions": {"allow": ["Bash(npm test:*)"]}}"#;
        for (name, is_kept) in
            [("claude@2.0.70", true), ("claude@2.1.0", false)]
        {
            let dialect = Dialect::named(name).unwrap();
            let new = json(text, Family::Claude, &dialect).unwrap();
            assert_eq!(new == text, is_kept, "{name}");
        }
    }

    #[test]
    fn half_a_word_keeps_the_spelling_that_is_warned_of() {
        let text =
            r#"{"permissions": {"deny": ["Bash(./x-:*)", "Bash(b :*)"]}}"#;
        assert_eq!(formatted(text), text);
    }

    #[test]
    fn a_comment_above_a_rule_keeps_it() {
        for text in [
            "{\"permissions\": {\"deny\": [\n  // keys\n  \"Read(.env)\",\n  \
             \"Bash(rm *)\"\n]}}",
            "{\"permissions\": {\"deny\": [/* q */ \"Bash(q)\", \"Bash(p)\"]}}",
            "{\"permissions\": {\"deny\": [\"Bash(c)\", // c\n  // z\n  \
             \"Bash(z)\",\n  \"Bash(a)\"]}}",
        ] {
            assert_eq!(formatted(text), text);
        }
    }

    #[test]
    fn comments_keep_their_rules() {
        let text = "{\"permissions\": {\"deny\": [\n  \"Bash(z *)\", // last\n  \
                    \"Bash(y *)\",\n  \"Bash(x *)\",\n\n  \"Bash(b *)\",\n  \
                    \"Bash(a *)\" // first\n]}}";
        let wanted = "{\"permissions\": {\"deny\": [\n  \"Bash(z *)\", // last\
                      \n  \"Bash(x *)\",\n  \"Bash(y *)\",\n\n  \"Bash(b *)\"\
                      ,\n  \"Bash(a *)\" // first\n]}}";
        assert_eq!(formatted(text), wanted);
    }

    #[cfg(feature = "yaml")]
    #[test]
    fn front_matter_keeps_its_layout() {
        let of = |text: &str| {
            let new = foreign(text, Family::Definition);
            assert_eq!(foreign(&new, Family::Definition), new);
            new
        };
        // As one text, and what would not stand well in front stays.
        assert_eq!(
            of(
                "---\nallowed-tools: Read,  Bash(b:*), Read, Bash(a:*)\n---\nx\n"
            ),
            "---\nallowed-tools: Bash(a *),  Bash(b *), Read\n---\nx\n"
        );
        let stays = "---\ndisallowed-tools: Read, *\n---\n";
        assert_eq!(of(stays), stays);
        let text = "---\ndisallowed-tools:\n  - Read(.env) # secrets\n  # shells\n  \
                    - \"Bash(rm:*)\"\n  - 'Bash(dd *)'\n  - Bash(dd *)\n\n  - &a Edit\n  \
                    - Bash(x)\nallowed-tools: [Grep, Glob]\n---\n";
        let wanted = "---\ndisallowed-tools:\n  - Read(.env) # secrets\n  # shells\n  \
                    - \"Bash(rm *)\"\n  - 'Bash(dd *)'\n\n  - &a Edit\n  \
                    - Bash(x)\nallowed-tools: [Glob, Grep]\n---\n";
        assert_eq!(of(text), wanted);
    }

    /// What looks like a comment in another list's rule is none.
    #[test]
    #[cfg(feature = "yaml")]
    fn a_rule_above_a_list_is_no_comment() {
        let text = "permissions:\n  allow:\n    - \"Bash(a #b)\"\n  \
                    ask: [\"mcp__*\", \"mcp__*\", 'mcp__*']\n";
        let wanted = "permissions:\n  allow:\n    - \"Bash(a #b)\"\n  \
                      ask: [\"mcp__*\"]\n";
        assert_eq!(foreign(text, Family::Pattern), wanted);
    }

    #[test]
    #[cfg(feature = "toml")]
    fn lists_in_toml_keep_their_layout() {
        let text = "# top\n[[rule]]\ntoolName = \"run_shell_command\"\n\
                    commandPrefix = [\n  \"git push\", # far\n  'npm i',\n  \
                    \"git log\",\n  \"npm i\",\n]\ndecision = \"deny\"\npriority = 1\n";
        let wanted = "# top\n[[rule]]\ntoolName = \"run_shell_command\"\n\
                    commandPrefix = [\n  \"git push\", # far\n  \"git log\",\n  \
                    'npm i',\n]\ndecision = \"deny\"\npriority = 1\n";
        assert_eq!(foreign(text, Family::Gemini), wanted);
        assert_eq!(foreign(wanted, Family::Gemini), wanted);
    }
}
