//! What a rule, condition or matcher under the pointer means.

use hookset::analyze::Survey;
use hookset::diagnostic::{Diagnostic, Severity};
use hookset::event::tools::{self, Governs};
use hookset::ir::{BaseId, Effect, Family, Origin, Predicate, RuleId};
use hookset::load::{Document, Group, List, RuleEntry, Scope};
use hookset::policy::Policy;
use hookset::source::{SourceId, Span};
use hookset::syntax::parse_rule;
use serde_json::{Value, json};

use super::places::Places;
use crate::commands::list::NO_TOOL;

/// How many examples are shown.
const SHOWN: usize = 3;
/// Where examples happen, in the words of the analysis.
const SAMPLE_ROOT: &str = "/home/user/project";

/// The policy of one file, and the root of the project it stands in.
pub(super) struct Here<'a> {
    pub(super) policy: &'a Policy,
    pub(super) root: Option<String>,
}

pub(super) fn at(here: &Here<'_>, places: &Places<'_>, at: u32) -> Value {
    let inside = |span: Span| span.start <= at && at <= span.end;
    for document in here.policy.documents() {
        let mut rules = document.rules.iter();
        if let Some(rule) = rules.find(|rule| inside(rule.span)) {
            return shown(here.rule(document.source, rule), places, rule.span);
        }
        for group in &document.groups {
            let hooks = group.hooks.iter();
            let mut conditions = hooks.filter_map(|h| h.condition.as_ref());
            if let Some(text) = conditions.find(|text| inside(text.span())) {
                let span = text.span();
                let told =
                    here.condition(document.source, text.as_str(), span);
                return shown(told, places, span);
            }
            if let Some(matcher) = &group.matcher
                && inside(matcher.span())
            {
                let told = here.matcher(group, matcher.as_str());
                return shown(told, places, matcher.span());
            }
            if let Some(kind) = group.kind.filter(|_| inside(group.event.span))
            {
                let row = kind.row();
                let matcher = match row.conditions {
                    true => "hooks on it may have an `if`",
                    false => "it is no call of a tool: no `if`",
                };
                let text = format!("**{}**: {matcher}", kind.name());
                return shown(text, places, group.event.span);
            }
        }
    }
    Value::Null
}

fn shown(text: String, places: &Places<'_>, span: Span) -> Value {
    json!({
        "contents": { "kind": "markdown", "value": text },
        "range": places.range(span),
    })
}

/// What is said of a rule or an `if` that does nothing.
fn idle(what: &str, text: &str, why: &str) -> String {
    format!("**{what}**: `{text}` does not count as it is written\n\n{why}")
}

fn covers(outer: Span, inner: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

impl Here<'_> {
    fn rule(&self, source: SourceId, rule: &RuleEntry) -> String {
        let list = rule.list.as_str();
        if let Some(why) = self.idle(source, rule.span, true) {
            return idle(list, rule.text.as_str(), &why);
        }
        let what = match rule.list {
            List::Allow => "runs without asking what is covered by",
            List::Ask => "asks before",
            List::Deny => "stops",
        };
        let text = rule.text.as_str();
        let head = format!("**{list}**: {what} `{text}`");
        let refused = self.refused(source, |at| at.drops_rules);
        self.pattern(head, source, text, rule.span) + refused
    }

    fn condition(&self, source: SourceId, text: &str, span: Span) -> String {
        if let Some(why) = self.idle(source, span, false) {
            return idle("if", text, &why);
        }
        let head = format!("**if**: the hook runs for `{text}`");
        let refused = self.refused(source, |at| at.drops_hooks);
        self.pattern(head, source, text, span) + refused
    }

    /// Said of what would count if the file did.
    fn refused(
        &self,
        source: SourceId,
        drops: fn(&Document) -> bool,
    ) -> &'static str {
        let document = self.policy.documents().get(source.0 as usize);
        let is_refused = document.is_some_and(|at| at.refused || drops(at));
        match is_refused && !self.policy.dialect().doubts_count {
            true => "\n\nbut the runner refuses the file as it is now",
            false => "",
        }
    }

    /// Why a rule or an `if` matches nothing, or not what is written, if so.
    fn idle(
        &self,
        source: SourceId,
        span: Span,
        is_rule: bool,
    ) -> Option<String> {
        let policy = self.policy;
        // The place of a rule has its quotes, that of an `if` has not.
        let beside = u32::from(!is_rule);
        let quoted = Span {
            start: span.start.saturating_sub(beside),
            end: span.end.saturating_add(beside),
        };
        let found = policy.diagnostics().iter().find(|found| {
            let at = found.primary().filter(|at| at.source == source);
            let is_here = at.is_some_and(|at| covers(quoted, at.span));
            is_here && found.severity > Severity::Info
        });
        // One on the name alone would hold for a tool that came to be called
        // so; now there is none.
        let no_tool = |found: &&Diagnostic| NO_TOOL.contains(&found.code);
        if self.lives(source, span) {
            return found.filter(no_tool).map(|found| found.message.clone());
        }
        let drops: fn(&Document) -> bool = match is_rule {
            true => |at| at.drops_rules,
            false => |at| at.drops_hooks,
        };
        match found {
            Some(found) => Some(found.message.clone()),
            // It is the file that counts for nothing.
            None if !self.refused(source, drops).is_empty() => None,
            None if is_rule => Some("nothing matches it".to_owned()),
            None => Some("its hook never runs".to_owned()),
        }
    }

    /// Whether what stands there is compiled to something that can match.
    fn lives(&self, source: SourceId, span: Span) -> bool {
        let never = |predicate: &Predicate| *predicate == Predicate::Never;
        self.policy.rules().rules.iter().any(|rule| {
            let can = match rule.effect {
                Effect::Fire(_) => {
                    !never(&rule.matcher) && !never(&rule.predicate)
                }
                _ => rule.family != Family::Never,
            };
            let Origin { source: of, span: place } = rule.origin;
            can && of == source && covers(place, span)
        })
    }

    /// What a pattern is compared with, where it starts, and calls that it
    /// matches.
    fn pattern(
        &self,
        mut out: String,
        source: SourceId,
        text: &str,
        span: Span,
    ) -> String {
        let Ok(pattern) = parse_rule(text.trim()) else {
            out.push_str("\n\nit cannot be read and does nothing");
            return out;
        };
        let content = pattern.content.as_ref().map(|c| c.value.as_str());
        let tool = tools::find(&pattern.name.value);
        let line = match (tool.map(|tool| tool.governs), content) {
            (Some(_), None) => {
                let name = tool.map_or("", |tool| tool.name);
                Some(format!("every call of `{name}`"))
            }
            (Some(Governs::Bash | Governs::PowerShell), Some(_)) => Some(
                "compared with each command of a line by itself; ` *` at the \
                 end also matches nothing"
                    .to_owned(),
            ),
            (
                Some(Governs::Read | Governs::Edit | Governs::Cd),
                Some(path),
            ) => Some(self.anchored(path, source)),
            (Some(Governs::Host), Some(_)) => {
                Some("compared with the host of the address".to_owned())
            }
            _ => None,
        };
        for part in line.into_iter().chain(self.examples(source, span)) {
            out.push_str("\n\n");
            out.push_str(&part);
        }
        out
    }

    /// Where a path pattern starts, in this file and in others.
    fn anchored(&self, path: &str, source: SourceId) -> String {
        let path = path.strip_prefix('!').unwrap_or(path);
        if let Some(rest) = path.strip_prefix("//") {
            return format!("from the root of the file system: `/{rest}`");
        }
        if path.starts_with("~/") {
            return format!("from the home directory: `{path}`");
        }
        let Some(rest) = path.strip_prefix('/') else {
            return "from the directory the agent works in; without a `/` at \
                    any depth below it"
                .to_owned();
        };
        let project = match &self.root {
            Some(root) => format!("{root}/{rest}"),
            None => format!("<project>/{rest}"),
        };
        let scopes = [
            (Scope::Project, project.as_str(), "the settings of a project"),
            (Scope::User, "~/.claude", "a person's own settings"),
        ];
        let own = match self.policy.source_base(source) {
            BaseId::Project => format!("here: `{project}`"),
            BaseId::UserConfig => format!("here: `~/.claude/{rest}`"),
            BaseId::Fixed(directory) => format!("here: `{directory}/{rest}`"),
            _ => {
                format!("from the directory the session started in: `{rest}`")
            }
        };
        let scope = self.policy.documents().get(source.0 as usize);
        let scope = scope.map(|document| document.scope);
        let others = scopes.iter().filter(|row| Some(row.0) != scope);
        let others = others.map(|(of, path, whose)| match of {
            Scope::User => format!("in {whose} `{path}/{rest}`"),
            _ => format!("in {whose} `{path}`"),
        });
        format!("{own}; {}", others.collect::<Vec<_>>().join(", "))
    }

    /// Calls that a rule matches, each tried.
    fn examples(&self, source: SourceId, span: Span) -> Option<String> {
        let rules = self.policy.rules();
        let at = rules.rules.iter().position(|rule| {
            let place = rule.origin.span;
            let meets = covers(place, span);
            let sure =
                !matches!(rule.effect, Effect::MayDeny | Effect::MayAsk);
            let written = sure && !rule.text.is_empty();
            rule.origin.source == source && meets && written
        })?;
        let id = RuleId(u32::try_from(at).ok()?);
        let mut survey = Survey::new(rules, self.policy.dialect());
        let samples = survey.samples(id);
        let root = self.root.as_deref().unwrap_or("/project");
        let mut texts: Vec<String> = Vec::new();
        for sample in &samples {
            let text = sample.shown().replace(SAMPLE_ROOT, root);
            if texts.len() < SHOWN && !texts.contains(&text) {
                texts.push(text);
            }
        }
        match texts.is_empty() {
            true => None,
            false => Some(format!("matches {}", texts.join(", "))),
        }
    }

    /// The tools that a matcher is for.
    fn matcher(&self, group: &Group, text: &str) -> String {
        let event = &group.event.value;
        let head = format!("**matcher** of `{event}`: `{text}`");
        let Some(names) = super::matched(self.policy.dialect(), event, text)
        else {
            return head;
        };
        match names.as_slice() {
            [] => format!("{head}\n\nno tool that is known has such a name"),
            names => format!("{head}\n\nmatches `{}`", names.join("`, `")),
        }
    }
}
