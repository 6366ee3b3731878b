//! Rules that no call can match, and what is said about them.

use super::agent::agent_read;
use super::meant::instead;
use super::unread::REMARKS;
use super::{Family, Lowered, Lowerer, Scene, may_name_a_tool};
use crate::diagnostic::{Code, suggest};
use crate::event::tools::{self, Governs, Tool};
use crate::shell::Effects;
use crate::source::{Span, Spanned};
use crate::syntax::ToolPattern;

/// Whether names of tools hold a character.
pub(crate) fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.')
}

impl Lowerer {
    /// Names that are not names at all.
    pub(super) fn check_name(&mut self, pattern: &ToolPattern) -> Option<()> {
        let name = &pattern.name.value;
        // What else stands in names of servers' tools is looked at there.
        let server = name.starts_with("mcp__");
        let bracket =
            |c: &char| matches!(c, '[' | ']' | '{' | '}' | '<' | '>');
        let bad = name
            .char_indices()
            .find(|(_, c)| c.is_control() || !server && bracket(c));
        if let Some((at, c)) = bad {
            let start = pattern.name.span.start as usize + at;
            let span = Span::new(start, start + c.len_utf8());
            let message = if c.is_control() {
                "a control character stands in the tool name; the rule is skipped"
            } else {
                "only round brackets hold a pattern; the rule is skipped"
            };
            self.note(
                Code::INVALID_RULE,
                message,
                span,
                instead(pattern).as_deref().unwrap_or(RULE),
            );
            return None;
        }
        Some(())
    }

    /// A name with a star that no tool can have: `Bash: rm *`, `Edit:*`.
    pub(super) fn check_glob(&mut self, pattern: &ToolPattern) -> Option<()> {
        let name = &pattern.name;
        let text = name.value.as_str();
        let odd = |&(_, c): &(usize, char)| !is_name(c) && c != '*';
        let Some((at, c)) = text.char_indices().find(odd) else {
            return Some(());
        };
        let start = name.span.start as usize + at;
        let (tool, rest) = text.split_at(at);
        let known = tools::find(tool).is_some();
        let rest = rest.trim_start_matches([c, ' ']);
        let rest = rest.trim_end_matches([')', '\u{ff09}']);
        let help = match rest {
            _ if names_several(text) => "write a rule for each tool".into(),
            "*" | "" if known => format!("write `{tool}`"),
            _ if known => format!("write `{tool}({rest})`"),
            _ => instead(pattern).unwrap_or_else(|| RULE.to_owned()),
        };
        self.note(
            Code::INVALID_RULE,
            format!("no name of a tool holds `{c}`; this rule never matches"),
            Span::new(start, start + c.len_utf8()),
            help,
        );
        None
    }

    /// A name with a star that is like that of no tool. The guard stays, for
    /// the tool that may come.
    pub(super) fn unknown_names(&mut self, name: &Spanned<String>) {
        let text = &name.value;
        self.note(
            Code::UNKNOWN_TOOL,
            format!(
                "no tool has a name like `{text}`; this rule never matches"
            ),
            name.span,
            "a pattern stands in the brackets of a tool, such as \
             `Bash(rm *)` or `Read(*.env)`",
        );
    }

    /// A name of an agent that none can have: those of several agents, or a
    /// parameter written otherwise.
    pub(super) fn check_agent(
        &mut self,
        tool: &Tool,
        content: &Spanned<String>,
    ) {
        let text = content.value.as_str();
        let (name, sign) = match text.find(['=', ' ', ',', '|', '*']) {
            Some(at) => (text.get(..at), text.get(at..at + 1)),
            None => {
                if let Some(near) = usual_agent(text) {
                    self.note(
                        Code::NEVER_MATCHES,
                        format!(
                            "letter case counts in names of agents: runners \
                             have `{near}`, and no `{text}`"
                        ),
                        content.span,
                        format!("write `{}({near})`", tool.name),
                    );
                    self.fix_last(content.span, near, false);
                }
                return;
            }
        };
        let (name, sign) = (name.unwrap_or(""), sign.unwrap_or(""));
        let mut words = text.split(' ');
        let several = words.all(|word| AGENTS.contains(&word));
        if matches!(sign, "=" | " ") && !several {
            if tool.params.contains(&name) {
                let value = text.get(name.len() + 1..).unwrap_or("");
                self.note(
                    Code::UNKNOWN_PARAMETER,
                    format!(
                        "`{text}` is read as the name of an agent and will \
                         hardly match"
                    ),
                    content.span,
                    format!("write `{}({name}:{value})`", tool.name),
                );
            }
            return;
        }
        self.note(
            Code::NEVER_MATCHES,
            format!(
                "agents are compared by their whole name; one with `{sign}` \
                 does not exist"
            ),
            content.span,
            "write a rule for each agent",
        );
    }

    pub(super) fn unknown_tool(
        &mut self,
        pattern: &ToolPattern,
        effects: Effects,
        scene: &Scene<'_>,
    ) -> Option<Lowered> {
        let name = &pattern.name.value;
        let span = pattern.name.span;
        if let Some(at) = name.trim_end().find(':') {
            let place = Span::new(at, at + 1).shifted(span.start as usize);
            self.note(
                Code::INVALID_RULE,
                "a `:` in a tool name; this rule never matches",
                place,
                instead(pattern).as_deref().unwrap_or(RULE),
            );
            return None;
        }
        if let Some(inner) = name.strip_prefix('!') {
            self.note(
                Code::INVALID_RULE,
                "no rule can be turned round with `!`; this rule never \
                 matches",
                Span::new(0, 1).shifted(span.start as usize),
                turned(inner.trim_start(), pattern, effects),
            );
            return None;
        }
        if name.ends_with([' ', '\t']) && pattern.content.is_some() {
            let end = name.trim_end().len();
            let place = Span::new(end, name.len());
            self.note(
                Code::INVALID_RULE,
                "a blank before `(`; the rule is skipped",
                place.shifted(span.start as usize),
                "write the bracket right after the tool name",
            );
            self.fix_last(place.shifted(span.start as usize), "", false);
            return None;
        }
        self.name_unknown(pattern);
        // Under another name a pattern may mean nothing.
        let content = pattern.content.as_ref().map(|c| c.value.as_str());
        let last = self.findings.last_mut().filter(|last| {
            let now = last.fix.iter().flat_map(|fix| &fix.edits).next();
            let tool = now.and_then(|edit| tools::find(&edit.text));
            content.zip(tool).is_some_and(|pair| !takes(pair.1, pair.0))
        });
        if let Some(last) = last {
            last.fix = None;
        }
        let widens = effects == Effects::ALLOW || DID_LESS.contains(&&**name);
        if widens && content.is_none_or(|c| c == "*") {
            self.no_guess(name);
        }
        // A guard on a name nobody knows yet costs nothing and keeps its
        // promise when such a tool appears; an allow rule would widen.
        // Where doubts count, an `if` on one is broken and runs the hook.
        let broken = effects == Effects::IF && scene.dialect.doubts_count;
        let speaks_of_all = content.is_none_or(|content| content == "*");
        if effects == Effects::ALLOW || broken {
            return None;
        }
        if !speaks_of_all {
            return self.param_of_unknown(pattern, effects, scene);
        }
        let predicate = self.tool_is(vec![name.clone()]);
        Some(Lowered { predicate, family: Family::Other })
    }

    /// Takes back a fix that guesses a name: in a rule for all of a tool it
    /// may let more run, or stop more, than was meant.
    fn no_guess(&mut self, name: &str) {
        let Some(last) = self.findings.last_mut() else { return };
        let mut edits = last.fix.iter().flat_map(|fix| &fix.edits);
        if !edits.all(|edit| edit.text.eq_ignore_ascii_case(name)) {
            last.fix = None;
        }
    }

    /// Says what a name that no tool has may be meant for.
    fn name_unknown(&mut self, pattern: &ToolPattern) {
        let (name, span) = (pattern.name.value.as_str(), pattern.name.span);
        if REMARKS.iter().any(|sign| name.starts_with(sign)) {
            return self.remark(span);
        }
        if let Some(rest) = name.strip_prefix("mcp_") {
            let parts = rest.split_once("__").or_else(|| rest.split_once('_'));
            let (server, tool) = parts.unwrap_or((rest, ""));
            let help = match tool {
                "" => format!("write `mcp__{server}`"),
                _ => format!("write `mcp__{server}__{tool}`"),
            };
            let at = Span { end: span.start + 4, ..span };
            let message = "MCP names have two underscores; this rule never \
                           matches";
            self.note(Code::SINGLE_UNDERSCORE_MCP, message, at, help);
            return;
        }
        if let Some((now, origin)) = tools::foreign(name) {
            let (code, whose) = match origin {
                tools::Origin::Former => {
                    (Code::REMOVED_TOOL, "does not exist any more")
                }
                tools::Origin::Elsewhere => {
                    (Code::FOREIGN_TOOL_NAME, "is a tool of another agent")
                }
            };
            let message = format!("`{name}` {whose}; this rule never matches");
            self.note(code, message, span, format!("write `{now}`"));
            if !now.contains('(') {
                self.fix_last(span, now, false);
            }
            return;
        }
        let instead = instead(pattern);
        let near = suggest::nearest(name, tools::names());
        let near = near.filter(|_| instead.is_none());
        let help = match near {
            _ if names_several(name) => "write a rule for each tool".into(),
            _ if instead.is_some() => instead.unwrap_or_default(),
            Some(near) => format!("did you mean `{near}`?"),
            None => {
                "tools have names such as `Bash`, `Edit`, `WebFetch`".into()
            }
        };
        self.note(
            Code::UNKNOWN_TOOL,
            format!("no tool is called `{name}`; this rule never matches"),
            span,
            help,
        );
        if let Some(near) = near {
            self.fix_last(span, near, false);
        }
    }
}

/// Agents that every runner has.
const AGENTS: &[&str] =
    &["Explore", "Plan", "claude-code-guide", "fork", "general-purpose"];

/// The agent that every runner has whose name is this in other letters or
/// with other signs between its words.
pub(super) fn usual_agent(name: &str) -> Option<&'static str> {
    let read = agent_read(name, "");
    let is_near = |one: &&&str| agent_read(one, "") == read;
    let near = AGENTS.iter().find(is_near).copied();
    near.filter(|one| *one != name)
}

/// Tools of former days that did less than what does their work now.
const DID_LESS: &[&str] = &["BashOutput", "MultiEdit", "NotebookRead"];

/// What to write for a rule with `!` before it.
fn turned(name: &str, pattern: &ToolPattern, effects: Effects) -> String {
    let content = pattern.content.as_ref();
    let rule = match content {
        Some(content) => format!("{name}({})", content.value),
        None => name.to_owned(),
    };
    match effects {
        Effects::IF => {
            "leave it out, and let the hook look at the call itself".to_owned()
        }
        Effects::ALLOW => format!("to stop it, write `{rule}` into `deny`"),
        _ => "write into `allow` what may run; whatever a deny or ask rule \
              covers has no exceptions"
            .to_owned(),
    }
}

/// Whether a name is a list of names of tools, as matchers have it.
fn names_several(name: &str) -> bool {
    let mut names = name.split(['|', ',']).map(str::trim);
    let is_tool = |name: &str| {
        tools::find(name).is_some()
            || name.starts_with("mcp__")
            || name.contains('*') && may_name_a_tool(name)
    };
    name.contains(['|', ',']) && names.all(is_tool)
}

/// What is said where it is not sure which rule is meant.
const RULE: &str = "write `Tool(content)`, for example `Bash(rm *)`";

/// Whether a pattern in the brackets of a tool can mean something.
pub(super) fn takes(tool: &Tool, content: &str) -> bool {
    match tool.governs {
        Governs::Host => content.starts_with("domain:"),
        Governs::Name => false,
        _ => true,
    }
}
