//! What lints look at.

use crate::diagnostic::{Code, Diagnostic, Edit, Fix};
use crate::dialect::Dialect;
use crate::event::tools::{self, Governs, Tool};
use crate::ir::{Effect, Predicate};
use crate::json::escaped;
use crate::load::{Document, Group, List};
use crate::policy::Policy;
use crate::source::{Decoded, Source, SourceId, Span, Spanned};
use crate::syntax::{Condition, ToolPattern, parse_condition, parse_rule};

/// The documents of a policy, with every rule and condition read.
#[derive(Debug)]
pub struct Context<'a> {
    /// The documents.
    pub documents: &'a [Document],
    /// Their sources, in the same order.
    pub sources: &'a [Source],
    /// How the runner reads them.
    pub dialect: &'a Dialect,
    /// Every rule and every `if`, in order.
    pub sites: Vec<Site<'a>>,
    /// The MCP servers that are known to be configured.
    pub servers: &'a [String],
    reported: Vec<(SourceId, Span)>,
    /// Conditions that hold for every call, for they cannot be read.
    unread: Vec<(SourceId, Span)>,
}

/// What a text is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A rule that lets calls run.
    Allow,
    /// A rule that asks.
    Ask,
    /// A rule that stops calls.
    Deny,
    /// The `if` of a handler.
    If,
}

impl Role {
    /// Whether it is a deny or ask rule.
    pub fn guards(self) -> bool {
        matches!(self, Role::Deny | Role::Ask)
    }
}

/// A tool pattern: a permission rule, an `if`, or a part of one.
#[derive(Debug)]
pub struct Site<'a> {
    /// The document it stands in.
    pub document: &'a Document,
    /// The whole text of the rule or `if`.
    pub text: &'a Decoded,
    /// The place of the text, with quotes.
    pub whole: Span,
    /// What it is for.
    pub role: Role,
    /// The pattern, with spans in `text`; none where it cannot be read.
    pub pattern: Option<ToolPattern>,
    /// The tool, where its name is known.
    pub tool: Option<&'static Tool>,
    /// Whether something was said about it already.
    pub reported: bool,
}

impl<'a> Context<'a> {
    /// Reads the rules and conditions of a policy; `found` is what was said
    /// about it already.
    pub fn new(policy: &'a Policy, found: &[Diagnostic]) -> Context<'a> {
        let (documents, dialect) = (policy.documents(), policy.dialect());
        let mut reported: Vec<_> = found
            .iter()
            .filter_map(|found| found.primary())
            .map(|label| (label.source, label.span))
            .collect();
        reported.sort();
        let sources = policy.sources();
        let mut cx = Context {
            documents,
            sources,
            dialect,
            sites: Vec::new(),
            servers: &[],
            reported,
            unread: unread(policy),
        };
        for document in documents {
            for rule in &document.rules {
                let role = match rule.list {
                    List::Allow => Role::Allow,
                    List::Ask => Role::Ask,
                    List::Deny => Role::Deny,
                };
                cx.add(document, &rule.text, rule.span, role);
            }
            for handler in document.groups.iter().flat_map(|g| &g.hooks) {
                let Some(text) = &handler.condition else { continue };
                cx.add(document, text, document.quoted(text), Role::If);
            }
        }
        cx
    }

    /// Whether a site is a condition that runs its hook for every call, for
    /// it cannot be read.
    pub fn is_unread(&self, site: &Site<'_>) -> bool {
        let at = (site.document.source, site.text.span());
        site.role == Role::If && self.unread.contains(&at)
    }

    fn add(
        &mut self,
        document: &'a Document,
        text: &'a Decoded,
        whole: Span,
        role: Role,
    ) {
        let blanks = [' ', '\t'];
        let all = text.as_str();
        let start = all.len() - all.trim_start_matches(blanks).len();
        let trimmed = all.trim_matches(blanks);
        let mut patterns = Vec::new();
        if role == Role::If && self.dialect.boolean_conditions {
            match parse_condition(trimmed) {
                Ok(condition) => collect(condition, &mut patterns),
                Err(_) => patterns.clear(),
            }
        } else {
            patterns.extend(parse_rule(trimmed).ok());
        }
        let reported = self.was_reported(document.source, whole);
        let mut site = |pattern: Option<ToolPattern>| {
            let name = pattern.as_ref().map(|p| p.name.value.as_str());
            let tool = name.and_then(tools::find);
            self.sites.push(Site {
                document,
                text,
                whole,
                role,
                pattern,
                tool,
                reported,
            });
        };
        if patterns.is_empty() {
            site(None);
        }
        for mut pattern in patterns {
            pattern.span = pattern.span.shifted(start);
            pattern.name.span = pattern.name.span.shifted(start);
            if let Some(content) = &mut pattern.content {
                content.span = content.span.shifted(start);
            }
            site(Some(pattern));
        }
    }

    /// Whether something was said about a place or a part of it.
    pub fn was_reported(&self, source: SourceId, whole: Span) -> bool {
        let from = self.reported.partition_point(|(id, span)| {
            (*id, span.start) < (source, whole.start)
        });
        let inside = self.reported.get(from..).unwrap_or(&[]);
        inside
            .iter()
            .take_while(|(id, at)| *id == source && at.start < whole.end)
            .any(|(_, at)| at.end <= whole.end)
    }

    /// The sites that nothing was said about.
    pub fn open(&self) -> impl Iterator<Item = &Site<'a>> {
        self.sites.iter().filter(|site| !site.reported)
    }

    /// Those with a command pattern, and the pattern.
    pub fn commands(
        &self,
    ) -> impl Iterator<Item = (&Site<'a>, &Spanned<String>)> {
        self.open().filter_map(|site| {
            let tool = site.tool?;
            let content = site.content()?;
            let shell = tool.name == "Bash"
                || matches!(tool.governs, Governs::PowerShell);
            let plain = !is_parameter(tool, &content.value);
            (shell && plain).then_some((site, content))
        })
    }

    /// Those with a path pattern that is consulted, and the pattern.
    pub fn paths(
        &self,
    ) -> impl Iterator<Item = (&Site<'a>, &Spanned<String>)> {
        self.open().filter_map(|site| {
            let tool = site.tool?;
            let content = site.content()?;
            let path = matches!(
                tool.governs,
                Governs::Read | Governs::Edit | Governs::Cd
            );
            let plain = !is_parameter(tool, &content.value);
            (path && plain).then_some((site, content))
        })
    }

    /// Those with a host pattern, and what stands behind `domain:`.
    pub fn hosts(&self) -> impl Iterator<Item = (&Site<'a>, Spanned<&str>)> {
        self.open().filter_map(|site| {
            let is_host = site.tool?.governs == Governs::Host;
            let content = site.content().filter(|_| is_host)?;
            let value = content.value.strip_prefix("domain:")?;
            let start = content.span.end as usize - value.len();
            let span = Span::new(start, content.span.end as usize);
            Some((site, Spanned { value, span }))
        })
    }

    /// The same, each with the first label of the host that is so.
    pub fn hosts_with_label(
        &self,
        is_so: impl Fn(&str) -> bool,
    ) -> impl Iterator<Item = (&Site<'a>, Spanned<&str>, Spanned<&str>)> {
        self.hosts().filter_map(move |(site, host)| {
            let mut start = host.span.start as usize;
            let label = host.value.split('.').find_map(|value| {
                let span = Span::new(start, start + value.len());
                start += value.len() + 1;
                is_so(value).then_some(Spanned { value, span })
            });
            Some((site, host, label?))
        })
    }

    /// Those that name an MCP tool or server, and the name.
    pub fn mcp_names(
        &self,
    ) -> impl Iterator<Item = (&Site<'a>, &Spanned<String>)> {
        self.open().filter_map(|site| {
            let name = &site.pattern.as_ref()?.name;
            name.value.starts_with("mcp__").then_some((site, name))
        })
    }

    /// Every group with a matcher, except those it was spoken about.
    pub fn matchers(
        &self,
    ) -> impl Iterator<Item = (&'a Document, &'a Group, &'a Decoded)> {
        self.documents.iter().flat_map(move |document| {
            document.groups.iter().filter_map(move |group| {
                let matcher = group.matcher.as_ref()?;
                let place = document.quoted(matcher);
                let known = self.was_reported(document.source, place);
                (!known).then_some((document, group, matcher))
            })
        })
    }
}

impl<'a> Site<'a> {
    /// What a guard does with what it matches, as a word.
    pub fn does(&self) -> &'static str {
        match self.role {
            Role::Ask => "asks about",
            _ => "stops",
        }
    }

    /// What stands in the brackets.
    pub fn content(&self) -> Option<&Spanned<String>> {
        self.pattern.as_ref()?.content.as_ref()
    }

    /// A finding at a part of the text.
    pub fn found(
        &self,
        code: Code,
        message: impl Into<String>,
        span: Span,
    ) -> Diagnostic {
        let place = self.text.place(span);
        Diagnostic::new(code, message, self.document.source, place)
    }

    /// A finding at the whole text, with its quotes.
    pub fn found_whole(
        &self,
        code: Code,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::new(code, message, self.document.source, self.whole)
    }

    /// A fix that puts `with` in the place of a part of the text.
    pub fn replace(&self, span: Span, with: &str, safe: bool) -> Fix {
        let title = match with {
            "" => "remove it".to_owned(),
            _ => format!("write `{with}`"),
        };
        let span = self.text.place(span);
        let text = escaped(with);
        let edit = Edit { source: self.document.source, span, text };
        Fix { title, edits: vec![edit], safe }
    }

    /// A fix that puts `with` in the place of the whole rule.
    pub fn rewrite(&self, with: &str, safe: bool) -> Fix {
        let whole = Span::new(0, self.text.as_str().len());
        self.replace(whole, with, safe)
    }
}

/// Whether a content is a parameter rule and not the tool's own pattern:
/// `timeout:*` is the program of that name.
fn is_parameter(tool: &Tool, content: &str) -> bool {
    let Some((name, _)) = content.split_once(':') else { return false };
    let runs = matches!(tool.governs, Governs::Bash | Governs::PowerShell);
    let is_prefix = runs && content.ends_with(":*");
    !is_prefix && tool.params.contains(&name.trim())
}

/// The conditions of hooks that hold for every call, though they say
/// something.
fn unread(policy: &Policy) -> Vec<(SourceId, Span)> {
    let rules = policy.rules().rules.iter();
    let always = rules.filter(|rule| rule.predicate == Predicate::Always);
    let conditions = always.filter_map(|rule| {
        let Effect::Fire(number) = rule.effect else { return None };
        let hook = policy.hooks().get(number as usize)?;
        let document = policy.documents().get(hook.place.document)?;
        let text = hook.handler.condition.as_ref()?;
        Some((document.source, text.span()))
    });
    conditions.collect()
}

fn collect(condition: Condition, out: &mut Vec<ToolPattern>) {
    let mut open = vec![condition];
    while let Some(next) = open.pop() {
        match next {
            Condition::Tool(pattern) => out.push(pattern),
            Condition::Field(_) => {}
            Condition::Not(inner) => open.push(*inner),
            Condition::And(all) | Condition::Or(all) => {
                open.extend(all.into_iter().rev());
            }
        }
    }
}
