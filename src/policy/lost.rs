//! Deny and ask rules that could not be read: which calls they may have been
//! about, and what becomes of those.

mod named;

use super::build::Builder;
use crate::event::EventSet;
use crate::event::tools::{self, Governs, Tool};
use crate::ir::lower::{self, Lowered};
use crate::ir::{
    Atom, BaseId, Effect, Family, Lost, NameTest, Origin, Predicate, Rule,
};
use crate::load::{Document, Group};
use crate::source::Span;
use crate::syntax::matcher::{self, MatcherProblem};
use crate::syntax::{Matcher, TextGlob, parse_path, stars_match};
use named::{is_of_a_tool, lists_files, meant_by_list, named, tool};

impl Builder<'_> {
    /// Notes a guard that does not do what it was written for: one that
    /// could not be read, one on a name that no tool has and that is almost
    /// the name of one, or several in one text, which are read as one.
    pub(super) fn lose_guard(
        &mut self,
        text: &str,
        effect: Effect,
        lowered: Option<&Lowered>,
        document: &Document,
        span: Span,
    ) {
        if effect == Effect::Allow {
            return;
        }
        let mut rest = text;
        while let Some(operator) = lower::joint(rest) {
            for lost in self.meant(rest, effect) {
                self.lose(lost, document, span);
            }
            let behind = rest.get(operator.end as usize..).unwrap_or("");
            rest = without_operator(behind);
        }
        let is_one = rest.len() == text.len();
        if is_one && lowered.is_some() && is_of_a_tool(text) {
            let several = meant_by_list(text).into_iter();
            for lost in several.chain(self.meant_by_stars(text, effect)) {
                self.lose(lost, document, span);
            }
            return;
        }
        if let Some(several) = lower::several(rest) {
            for name in several.names {
                for lost in self.meant(&name, effect) {
                    self.lose(lost, document, span);
                }
            }
            return;
        }
        for lost in self.meant(rest, effect) {
            self.lose(lost, document, span);
        }
    }

    /// What the guards below a matcher may have been about, beyond what it
    /// matches: everything where it cannot be read; where it names tools that
    /// are none, what these stand for.
    pub(super) fn lost_by_matcher(
        &self,
        group: &Group,
        matcher: &Predicate,
    ) -> Vec<Lost> {
        if *matcher == Predicate::Never {
            return vec![Lost::any()];
        }
        let kind = group.kind.filter(|kind| kind.is_tool());
        let (Some(kind), Some(text)) = (kind, &group.matcher) else {
            return Vec::new();
        };
        let text = text.as_str();
        let parsed = self.dialect.read_matcher(text, kind);
        let is_rule = |problem: &MatcherProblem| {
            matches!(problem, MatcherProblem::PermissionRule { .. })
        };
        if parsed.problems.iter().any(is_rule) {
            let rules = text.split('|').filter(|piece| piece.contains('('));
            return rules
                .flat_map(|rule| self.meant(rule, Effect::Deny))
                .collect();
        }
        let names: Vec<&str> = match (&parsed.matcher, &parsed.regex) {
            (Matcher::Exact(names), _) => {
                names.iter().map(|name| name.value.as_str()).collect()
            }
            (_, Some(regex)) => match between_anchors(text) {
                Some(names) => names.split('|').collect(),
                None if matcher::needs_no_name(&regex.root) => {
                    return self.named_in(text);
                }
                None => {
                    let names = meant_by_start(text).into_iter();
                    let lost = names.flat_map(|x| self.meant(x, Effect::Deny));
                    return lost.collect();
                }
            },
            _ => return Vec::new(),
        };
        if names.is_empty() && parsed.matcher != Matcher::All {
            return vec![Lost::any()];
        }
        // `mcp__x__` is as much the name of a server alone as `mcp__x`.
        let whole = names.into_iter().map(|name| match name {
            _ if name.starts_with("mcp__") => name.trim_end_matches('_'),
            _ => name,
        });
        let dead = whole.filter(|name| match name.strip_prefix("mcp__") {
            Some(rest) => !rest.contains("__"),
            None => tools::find(name).is_none(),
        });
        dead.flat_map(|name| self.meant(name, Effect::Deny)).collect()
    }

    /// What a matcher that matches no name may have been about: the tools
    /// that it names; everything where it names none, or leaves some out.
    fn named_in(&self, text: &str) -> Vec<Lost> {
        let words = text.split(|c| !lower::is_name(c));
        let tools = words.filter_map(tools::find);
        let named: Vec<Lost> =
            tools.flat_map(|tool| self.as_on(tool, Effect::Deny)).collect();
        match named.is_empty() || text.contains('!') {
            true => vec![Lost::any()],
            false => named,
        }
    }

    /// Notes a guard that could not be read. One of a document that counts
    /// only for a time puts nothing else in doubt: while it counts, a person
    /// is asked.
    pub(super) fn lose(
        &mut self,
        lost: Lost,
        document: &Document,
        span: Span,
    ) {
        if !self.dialect.doubts_count {
            return;
        }
        let origin = Origin { source: document.source, span };
        if document.within.is_none() {
            self.lost.push((lost, origin));
            return;
        }
        self.ask_while(lost, document, span);
    }

    /// Asks about calls while a document counts.
    pub(super) fn ask_while(
        &mut self,
        lost: Lost,
        document: &Document,
        span: Span,
    ) {
        let origin = Origin { source: document.source, span };
        let about = self.calls(lost);
        let predicate = self.counting(document.source, false, about);
        self.rules.push(Rule {
            effect: Effect::Ask,
            events: EventSet::tools(),
            matcher: Predicate::Always,
            predicate,
            family: Family::Other,
            text: "a rule that could not be read".to_owned(),
            origin,
        });
    }

    /// The calls that a lost guard may have been about.
    fn calls(&mut self, lost: Lost) -> Predicate {
        let atoms = &mut self.lowerer.atoms;
        match lost {
            Lost::Tools(start) if start.is_empty() => Predicate::Always,
            Lost::Tools(start) => {
                let parts = vec![start, String::new()];
                let glob = TextGlob { parts, boundary: false };
                atoms.test(Atom::Tool(NameTest::Glob(glob)))
            }
            Lost::Tool(name) => {
                atoms.test(Atom::Tool(NameTest::OneOf(vec![name])))
            }
            Lost::Files(uses) => atoms.test(Atom::Path {
                uses,
                effects: Effect::Ask.bit(),
                anchor: BaseId::Root,
                pattern: parse_path("**", false).glob_for(true),
            }),
        }
    }

    /// What a guard was about, as far as its text tells. Nothing for a text
    /// that is empty or a remark.
    fn meant(&self, text: &str, effect: Effect) -> Vec<Lost> {
        let opening = |c: char| c.is_whitespace() || "\"'`!(".contains(c);
        let text = text.trim_start_matches(opening);
        if text.is_empty() || text.starts_with("//") || text.starts_with('#') {
            return Vec::new();
        }
        let end = text.find(|c| !lower::is_name(c)).unwrap_or(text.len());
        let (name, rest) = text.split_at_checked(end).unwrap_or((text, ""));
        if rest.starts_with('*') {
            return named(name, rest);
        }
        let prefix = name.get(..3).unwrap_or("");
        match name.get(3..) {
            Some("") if prefix.eq_ignore_ascii_case("mcp") => {
                return vec![Lost::Tools("mcp__".to_owned())];
            }
            Some(server)
                if prefix.eq_ignore_ascii_case("mcp")
                    && server.starts_with('_') =>
            {
                return named(&format!("mcp{server}"), rest);
            }
            _ => {}
        }
        // Behind a name that is none of a tool, a blank parts a program from
        // its arguments.
        let is_whole = rest.is_empty() || rest.starts_with('(');
        match tool(name, is_whole) {
            Some(tool) => {
                let mut lost = self.as_on(tool, effect);
                if lists_files(name) {
                    lost.push(Lost::Tool("Glob".to_owned()));
                }
                lost
            }
            None if is_whole && !name.is_empty() => {
                vec![Lost::Tool(name.to_owned())]
            }
            None => vec![Lost::any()],
        }
    }

    /// What a guard on a name with stars may be about that no tool there is
    /// has: `*_file` of another agent.
    fn meant_by_stars(&self, text: &str, effect: Effect) -> Vec<Lost> {
        let name = text.split('(').next().unwrap_or("").trim();
        let fits = |known: &&str| stars_match(name, known);
        if !name.contains('*') || tools::names().any(|known| fits(&known)) {
            return Vec::new();
        }
        let meant = tools::foreign_names().filter(fits);
        meant.flat_map(|name| self.meant(name, effect)).collect()
    }

    /// What a guard on a tool looks at.
    fn as_on(&self, tool: &'static Tool, effect: Effect) -> Vec<Lost> {
        let own = Lost::Tool(tool.name.to_owned());
        match tool.governs {
            // Guards on `Bash` are about `Monitor`, too; not the other way.
            Governs::Bash if tool.name == "Bash" => {
                tools::governed_by(Governs::Bash)
                    .map(|name| Lost::Tool(name.to_owned()))
                    .collect()
            }
            Governs::Read | Governs::Edit => {
                let uses = lower::uses(tool, effect.bit(), self.dialect);
                vec![own, Lost::Files(uses)]
            }
            _ => vec![own],
        }
    }
}

/// The names in a regular expression that is nothing else: `^bash$`.
fn between_anchors(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('^')?.strip_suffix('$')?;
    let bare = inner.strip_prefix('(').and_then(|x| x.strip_suffix(')'));
    let inner = bare.unwrap_or(inner);
    let plain = |c: char| lower::is_name(c) && c != '.' || c == '|';
    inner.chars().all(plain).then_some(inner)
}

/// The names that a name must start with, as a regular expression of nothing
/// else says, that stand for tools without being part of the name of one:
/// `^bash`, `^(bash|shell).*`. Others may be part of the name of a tool of a
/// server.
fn meant_by_start(text: &str) -> Vec<&str> {
    let before = text.rsplit_once('|').map_or("", |(before, _)| before);
    let is_group = text.starts_with("^(") && !before.contains(')');
    let sign = |c: char| "^$(.*+)".contains(c);
    let names =
        text.split('|').filter(|name| is_group || name.starts_with('^'));
    let names = names.map(|name| name.trim_matches(sign));
    let stands = |name: &&str| {
        let is_one = |tool: &str| tool.eq_ignore_ascii_case(name);
        !tools::names().any(|tool| tool.contains(*name))
            && (tools::names().any(is_one) || tools::foreign(name).is_some())
    };
    names.filter(stands).collect()
}

/// A text without the blanks and signs in front of a rule.
fn without_operator(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_whitespace() || "|&,;".contains(c))
}
