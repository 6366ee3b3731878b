//! Documents that count only for a time: agents, skills and commands.

use super::build::Builder;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::event::{EventSet, tools};
use crate::ir::lower::Scene;
use crate::ir::{Atom, Effect, Family, Origin, Predicate, Rule};
use crate::load::Document;
use crate::source::{Decoded, SourceId, Span};
use crate::syntax::{TextGlob, parse_rule};

/// A text without the blanks around it.
fn trimmed(text: &Decoded) -> Decoded {
    let all = text.as_str();
    let start = all.len() - all.trim_start().len();
    text.part(Span::new(start, start + all.trim().len()))
}

/// While what a document counts.
pub(super) struct While {
    /// It surely does.
    surely: Predicate,
    /// It may: an agent of a plugin may be meant.
    maybe: Predicate,
}

impl Default for While {
    fn default() -> While {
        While { surely: Predicate::Always, maybe: Predicate::Always }
    }
}

impl Builder<'_> {
    /// While what a document counts.
    pub(super) fn within(&mut self, document: &Document) -> While {
        let Some(within) = &document.within else { return While::default() };
        let (path, name) = within.field();
        let mut named = |pattern| {
            let (path, pattern) = (path.to_owned(), Some(pattern));
            self.lowerer.atoms.test(Atom::Field { path, pattern })
        };
        let surely = named(TextGlob::exact(name));
        let mut maybe = surely.clone();
        if document.may_be_of_plugin {
            // The plugin's name stands in another file.
            let parts = vec![String::new(), format!(":{name}")];
            let of_plugin = named(TextGlob { parts, boundary: false });
            maybe = Predicate::any_of([maybe, of_plugin]);
        }
        While { surely, maybe }
    }

    /// A predicate that holds only while its document counts: for what lets
    /// calls run, while it surely does.
    pub(super) fn counting(
        &self,
        source: SourceId,
        allows: bool,
        predicate: Predicate,
    ) -> Predicate {
        let within = self.within.get(source.0 as usize);
        let within = within.map(|within| match allows {
            true => &within.surely,
            false => &within.maybe,
        });
        // Most documents always count.
        match within.filter(|within| **within != Predicate::Always) {
            Some(within) => Predicate::all_of([within.clone(), predicate]),
            None => predicate,
        }
    }

    /// The tools an agent has: it can call no other.
    pub(super) fn available(
        &mut self,
        tools: &[Decoded],
        (span, effect): (Span, Effect),
        document: &Document,
        scene: &Scene<'_>,
    ) {
        if tools.iter().any(|tool| tool.as_str() == "*") {
            return;
        }
        let before = self.diagnostics.len();
        let mut named = Vec::new();
        for tool in tools {
            // What is found lies in the name alone.
            let tool = trimmed(tool);
            named.extend(self.lowerer.tool_named(tool.as_str(), scene));
            let name = tool.as_str();
            let narrows = name.starts_with("mcp__") && name.contains('(');
            if narrows || parse_rule(name).is_err() {
                self.lowerer.rule(tool.as_str(), Effect::Allow, scene);
                let instead = "only the name before it counts";
                self.lowerer.say_of_findings("the rule is skipped", instead);
            }
            self.take_findings(document.source, &tool, tool.span());
        }
        let found = self.diagnostics.iter().skip(before);
        let unknown = found.filter(|f| f.code == Code::UNKNOWN_TOOL).count();
        // One tool that there is makes it a list of ours, with slips.
        if unknown > 0 && !tools.iter().any(is_known) {
            self.diagnostics.truncate(before);
            self.foreign_tools(document.source, span);
        }
        for found in self.diagnostics.iter_mut().skip(before) {
            now_called(found, tools);
            found.severity = found.severity.min(Severity::Warning);
            let ending = "this rule never matches";
            let what = "the agent does not get it";
            found.message = found.message.replace(ending, what);
        }
        named.push(self.lowerer.answer_of_agent());
        let others = Predicate::any_of(named).negated();
        let predicate = self.counting(document.source, false, others);
        let names: Vec<_> = tools.iter().map(Decoded::as_str).collect();
        self.rules.push(Rule {
            effect,
            events: EventSet::tools(),
            matcher: Predicate::Always,
            predicate,
            family: Family::Other,
            text: format!("tools: {}", names.join(", ")),
            origin: Origin { source: document.source, span },
        });
    }

    /// A list of tools that this runner does not have. A slip must not lift
    /// what the list was to do, so the agent gets none.
    fn foreign_tools(&mut self, source: SourceId, span: Span) {
        let message = "no tool here has one of these names; the agent gets \
                       none";
        let code = Code::FOREIGN_TOOL_NAME;
        let found = Diagnostic::new(code, message, source, span);
        let help = "leave the file to that agent, or name tools such as \
                    `Read` and `Bash`";
        self.diagnostics.push(found.help(help));
    }
}

/// Says what to do about a tool that is called otherwise now, as it is in a
/// list of names: one that stands there already is not written twice, and none
/// has a pattern.
fn now_called(found: &mut Diagnostic, listed: &[Decoded]) {
    if ![Code::REMOVED_TOOL, Code::FOREIGN_TOOL_NAME].contains(&found.code) {
        return;
    }
    let help = found.help.as_deref().unwrap_or("");
    let Some(now) = help.split('`').nth(1) else { return };
    // What lists files needs no shell.
    let now = if now.contains('(') { "Glob" } else { now };
    let is_there = listed.iter().any(|tool| {
        let name = tool.as_str().split('(').next().unwrap_or("");
        tools::canonical(name.trim()) == now
    });
    let help = match is_there {
        true => format!("remove it: `{now}` stands in this list already"),
        false => format!("write `{now}`"),
    };
    if is_there {
        found.fix = None;
    }
    found.help = Some(help);
}

/// Whether a name in a list is one of a tool here.
fn is_known(name: &Decoded) -> bool {
    let name = name.as_str().split('(').next().unwrap_or("").trim();
    name.starts_with("mcp__") || tools::find(name).is_some()
}
