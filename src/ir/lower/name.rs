//! Bare tool names, tool-name globs, agents, skills.

use super::{Lowered, Lowerer, Scene};
use crate::diagnostic::Code;
use crate::event::tools::{self, Governs, Tool};
use crate::ir::{Atom, Effect, Family, NameTest, Predicate};
use crate::shell::Effects;
use crate::source::{Span, Spanned};
use crate::syntax::{TextGlob, ToolPattern, stars_match};

/// The tool that no guard rule may take from a session.
const ALWAYS_LEFT: &str = "EndConversation";

/// The field under which a skill call is matched: its name, and its
/// arguments behind a blank.
pub(crate) const SKILL_CALL: &str = "tool_input.skill+args";

impl Lowerer {
    pub(super) fn tool_is(&mut self, mut names: Vec<String>) -> Predicate {
        names.sort();
        names.dedup();
        self.atoms.test(Atom::Tool(NameTest::OneOf(names)))
    }

    /// Every call of the tool that an agent's list names; what stands in
    /// brackets behind the name does not count there.
    pub(crate) fn tool_named(
        &mut self,
        text: &str,
        scene: &Scene<'_>,
    ) -> Option<Predicate> {
        let name = text.split('(').next().unwrap_or("").trim();
        if name.contains('*') && !name.starts_with("mcp__") {
            return Some(self.any_name(name, scene).predicate);
        }
        let effect = Effect::Ask;
        self.rule(name, effect, scene).map(|lowered| lowered.predicate)
    }

    /// The call by which an agent gives its answer.
    pub(crate) fn answer_of_agent(&mut self) -> Predicate {
        let names = ["StructuredOutput", "SubagentHandback", ALWAYS_LEFT];
        self.tool_is(names.map(str::to_owned).to_vec())
    }

    /// Every call of a tool.
    pub(super) fn whole_tool(
        &mut self,
        tool: &Tool,
        effects: Effects,
    ) -> Lowered {
        if tool.name == ALWAYS_LEFT && effects != Effects::ALLOW {
            return Lowered::NEVER;
        }
        let names = match tool.governs {
            Governs::Bash if tool.name == "Bash" => {
                tools::governed_by(Governs::Bash).map(str::to_owned).collect()
            }
            _ => vec![tool.name.to_owned()],
        };
        let predicate = self.tool_is(names);
        // No command is a call of another tool, whatever it turns out to be.
        let guards = effects == Effects::DENY || effects == Effects::ASK;
        let family = match tool.name {
            "Bash" | "PowerShell" => family(tool),
            _ if guards => Family::Other,
            _ => family(tool),
        };
        Lowered { predicate, family }
    }

    /// A name with a star in it, other than an MCP name.
    pub(super) fn glob_name(
        &mut self,
        pattern: &ToolPattern,
        effects: Effects,
        scene: &Scene<'_>,
    ) -> Option<Lowered> {
        let name = &pattern.name;
        if effects == Effects::ALLOW || !scene.dialect.guard_globs {
            self.allow_glob(name);
            return None;
        }
        self.check_glob(pattern)?;
        if !may_name_a_tool(&name.value) {
            self.unknown_names(name);
            if effects == Effects::IF && scene.dialect.doubts_count {
                return None;
            }
        }
        if pattern.content.is_some() {
            self.note(
                Code::INVALID_RULE,
                format!(
                    "`{}` names several tools, which read a pattern \
                     differently; the rule is skipped",
                    name.value
                ),
                name.span,
                "write one rule for each tool",
            );
            return None;
        }
        if effects == Effects::IF && !scene.dialect.if_server {
            self.glob_in_if(name);
        }
        Some(self.any_name(&name.value, scene))
    }

    /// A star that a runner documents for rules, and not for conditions.
    fn glob_in_if(&mut self, name: &Spanned<String>) {
        let help = match name.value.chars().all(|c| c == '*') {
            true => {
                "leave `if` out: without one the hook runs for all that \
                     the matcher lets through"
            }
            false => "name the tools in the matcher, and one of them in `if`",
        };
        let message = format!(
            "an `if` is documented for the name of one tool; whether `{}` \
             holds for any is not known",
            name.value
        );
        self.note(Code::GLOB_IN_IF, message, name.span, help);
    }

    /// Every tool whose name matches a glob, or one that it used to have.
    pub(super) fn any_name(
        &mut self,
        name: &str,
        scene: &Scene<'_>,
    ) -> Lowered {
        let glob = TextGlob::stars(name);
        let named = self.atoms.test(Atom::Tool(NameTest::Glob(glob)));
        let former = tools::ALIASES.iter().filter(|(old, _)| {
            scene.dialect.aliases && stars_match(name, old)
        });
        let former = former.map(|(_, new)| (*new).to_owned()).collect();
        let named = match former {
            names if Vec::is_empty(&names) => named,
            names => Predicate::any_of([named, self.tool_is(names)]),
        };
        let left = self.tool_is(vec![ALWAYS_LEFT.to_owned()]).negated();
        let predicate = Predicate::all_of([named, left]);
        Lowered { predicate, family: Family::Other }
    }

    pub(super) fn allow_glob(&mut self, name: &Spanned<String>) {
        self.note(
            Code::ALLOW_GLOB,
            format!(
                "`{}` in an allow rule covers nothing: a star may stand \
                 only behind `mcp__<server>__`",
                name.value
            ),
            name.span,
            match name.value.split_once(':') {
                // `Bash:*`
                Some((tool, "*")) if tools::find(tool).is_some() => {
                    format!("write `{tool}`")
                }
                _ => "name each tool, or write `mcp__<server>__*`".to_owned(),
            },
        );
    }

    pub(super) fn with_content(
        &mut self,
        tool: &Tool,
        pattern: &ToolPattern,
        effects: Effects,
        scene: &Scene<'_>,
    ) -> Option<Lowered> {
        let content = pattern.content.as_ref()?;
        let inner = match tool.governs {
            Governs::Bash
            | Governs::PowerShell
            | Governs::Agent
            | Governs::Skill
                if scene.dialect.doubts_count && effects != Effects::ALLOW =>
            {
                Some(self.without_edges(tool, content)?)
            }
            _ => None,
        };
        let content = inner.as_ref().unwrap_or(content);
        match tool.governs {
            Governs::Bash if tool.name == "Bash" => {
                self.bash(content, effects, scene)
            }
            Governs::PowerShell => self.powershell(content, effects, scene),
            Governs::Read | Governs::Edit | Governs::Cd => {
                self.path_rule(tool, pattern, effects, scene)
            }
            Governs::Host => self.host(tool, content, effects, scene),
            Governs::Agent => self.agent(tool, content, effects, scene),
            Governs::Skill => Some(self.skill(tool, content, effects, scene)),
            Governs::Bash | Governs::Name => {
                self.bare_only(tool, content, effects, scene)
            }
        }
    }

    /// A pattern without the blanks at its edges: whether runners compare
    /// them is not known, and no command or name starts or ends so.
    fn without_edges(
        &mut self,
        tool: &Tool,
        content: &Spanned<String>,
    ) -> Option<Spanned<String>> {
        let text = content.value.as_str();
        let inner = text.trim();
        if inner.is_empty() {
            self.note(
                Code::EMPTY_PARENTHESES,
                "nothing but blanks stands in the brackets; the rule is \
                 skipped",
                content.span,
                format!("write `{}` alone", tool.name),
            );
            return None;
        }
        let lead = text.len() - text.trim_start().len();
        let span = Span::new(lead, lead + inner.len());
        let span = span.shifted(content.span.start as usize);
        Some(Spanned { value: inner.to_owned(), span })
    }

    fn skill(
        &mut self,
        tool: &Tool,
        content: &Spanned<String>,
        effects: Effects,
        scene: &Scene<'_>,
    ) -> Lowered {
        if content.value == "*" {
            return self.whole_tool(tool, effects);
        }
        let guards = effects != Effects::ALLOW;
        let widens = guards && scene.dialect.doubts_count;
        let name = content.value.as_str();
        // As people type it; calls name the skill alone.
        let typed = name.strip_prefix('/').filter(|_| widens);
        let name = typed.unwrap_or(name);
        let called = match widens && !name.contains('*') {
            // Whether a name alone means the skill with arguments, too, is
            // not documented.
            true => TextGlob::command(&format!("{name} *")),
            false if scene.dialect.skill_prefixes => TextGlob::command(name),
            false => TextGlob::exact(name),
        };
        // `plug:*`: the skill `plug`, or all skills of that plugin.
        let of_plugin =
            Some(name).filter(|name| widens && name.ends_with(":*"));
        let calls = [Some(called), of_plugin.map(TextGlob::stars)];
        let mut fields: Vec<_> = (calls.into_iter().flatten())
            .map(|glob| (SKILL_CALL.to_owned(), glob))
            .collect();
        if guards && scene.dialect.params {
            fields.extend(skill_param(tool, name));
        }
        let fields = fields.into_iter().map(|(path, pattern)| {
            self.atoms.test(Atom::Field { path, pattern: Some(pattern) })
        });
        let field = Predicate::any_of(fields.collect::<Vec<_>>());
        let tool = self.tool_is(vec![tool.name.to_owned()]);
        let predicate = Predicate::all_of([tool, field]);
        Lowered { predicate, family: Family::Other }
    }

    /// A content on a tool that takes none: a parameter rule, or nothing.
    fn bare_only(
        &mut self,
        tool: &Tool,
        content: &Spanned<String>,
        effects: Effects,
        scene: &Scene<'_>,
    ) -> Option<Lowered> {
        // As on `WebFetch`; no search names one host.
        let host = tool.name == "WebSearch"
            && content.value.trim_start().starts_with("domain:");
        let param = || self.param(tool, content, effects, scene);
        if let Some(lowered) = (!host).then(param).flatten() {
            return lowered;
        }
        let strict = scene.dialect.own_path_rules;
        if content.value == "*" && strict && effects != Effects::ALLOW {
            return Some(self.whole_tool(tool, effects));
        }
        let open = content.span.start.saturating_sub(1) as usize;
        let span = Span::new(open, content.span.end as usize + 1);
        self.note(
            Code::IGNORED_SPECIFIER,
            format!(
                "`{}` takes no pattern; this rule never matches",
                tool.name
            ),
            span,
            format!("write `{}` alone", tool.name),
        );
        self.fix_last(span, "", false);
        None
    }
}

/// What `args:x` says of a skill's call, as a parameter: a skill `x` of a
/// plugin `args` is meant as well, for which of both is not documented.
fn skill_param(tool: &Tool, text: &str) -> Option<(String, TextGlob)> {
    let (name, value) = text.split_once(':')?;
    let (name, value) = (name.trim(), value.trim());
    let is_known = tool.primary == Some(name) || tool.params.contains(&name);
    (is_known && !value.is_empty())
        .then(|| (format!("tool_input.{name}"), TextGlob::stars(value)))
}

/// Whether a name with a star can be that of some tool: of one there is, or
/// of one that a server may have, whose name holds no other signs.
pub(crate) fn may_name_a_tool(glob: &str) -> bool {
    // `custom_*`: tools that no table knows are written so, programs not.
    let part = |c: char| c.is_ascii_alphanumeric() || "_-*".contains(c);
    if glob.contains('_') && glob.chars().all(part) {
        return true;
    }
    let start = glob.split('*').next().unwrap_or("");
    let of_server = start.starts_with("mcp__") || "mcp__".starts_with(start);
    let former = tools::ALIASES.iter().map(|(old, _)| *old);
    let mut known = tools::names().chain(former);
    of_server && glob.chars().all(part) || known.any(|n| stars_match(glob, n))
}

/// What calls of a tool are looked at by.
pub(super) fn family(tool: &Tool) -> Family {
    match tool.governs {
        Governs::Bash => Family::Commands,
        Governs::PowerShell => Family::PowerShell,
        Governs::Read | Governs::Cd => Family::Reads,
        Governs::Edit => Family::Writes,
        Governs::Host => Family::Hosts,
        Governs::Agent | Governs::Skill | Governs::Name => Family::Other,
    }
}
