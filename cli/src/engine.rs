//! The library as the commands use it.

mod convert;
mod judge;
mod servers;
mod unreadable;

use hookset::diagnostic::{Code, Diagnostic, Severity, suggest};
use hookset::dialect::{self, Dialect};
use hookset::event::{Context, Event};
use hookset::hook_set::{Limits, Stats};
use hookset::json::Tape;
use hookset::lint::failing_example;
use hookset::load::{self, Family, Scope};
use hookset::plan;
use hookset::plan::answers::Verdict;
use hookset::plan::why::Explained;
use hookset::plan::{Plan, State};
use hookset::policy::{self, Policy};
use hookset::source::Source;
use serde_json::Value;

use crate::answer::{Answer, Finding};
use crate::discover::{self, Home, Place};
use crate::fault::Fault;

pub(crate) use convert::{action, seconds};
pub(crate) use judge::Judged;
pub(crate) use unreadable::{unreadable_event, unreadable_on, why_no_line};

/// The reference of the rule language.
pub(crate) const SYNTAX: &str = hookset::syntax::REFERENCE;

/// The dialect of a name such as `claude@2.1.118`.
pub(crate) fn dialect(name: &str) -> Result<Dialect, Fault> {
    if let Some(dialect) = Dialect::named(name) {
        return Ok(dialect);
    }
    let (family, version) = match name.split_once('@') {
        Some((family, version)) => (family, Some(version)),
        None => (name, None),
    };
    let names = dialect::names();
    let message = match version {
        Some(version) if names.contains(&family) => {
            format!("`{version}` is not a version of the dialect `{family}`")
        }
        _ => format!("there is no dialect `{family}`"),
    };
    let known = format!("dialects are `{}`", names.join("`, `"));
    let near = suggest::nearest(family, names.iter().copied());
    let help = match near.filter(|near| *near != family) {
        Some(near) => format!("did you mean `{near}`? {known}"),
        None => format!("{known}; versions look like `claude@2.1.118`"),
    };
    Err(Fault::new(Code::UNKNOWN_DIALECT, "--dialect", message).help(help))
}

/// One policy text.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    pub(crate) place: Place,
    pub(crate) text: String,
}

impl Input {
    /// Whether it holds definitions of guidance.
    fn is_guidance(&self) -> bool {
        let may = matches!(self.place.home, Home::Elsewhere | Home::Pattern);
        may && load::is_guidance(&self.text)
    }

    /// The kind of file. What its place and its text do not say, the
    /// dialect does.
    fn family(&self, dialect: Option<&str>) -> Family {
        let elsewhere =
            matches!(self.place.home, Home::Elsewhere | Home::Plugin);
        let declared = elsewhere && load::is_declaration(&self.text);
        match (self.place.home, dialect) {
            _ if declared => Family::Sep2282,
            _ if self.is_guidance() => Family::Toolkit,
            (Home::Plugin, _) => Family::Plugin,
            (Home::Definition, _) => Family::Definition,
            (Home::Pattern, _) => Family::Pattern,
            (Home::Gemini, _) => Family::Gemini,
            (Home::Codex, _) => Family::Codex,
            (Home::Agent, _) | (Home::Elsewhere, Some("agent")) => {
                Family::Agent
            }
            (Home::Elsewhere, Some("hookset")) => Family::Hookset,
            (Home::Claude | Home::Elsewhere, _) => Family::Claude,
        }
    }

    /// The dialect it is read in where nobody says another: that of its
    /// kind, and of the brand whose directory it stands in.
    fn dialect(&self) -> &'static str {
        let family = self.family(None);
        match family {
            Family::Definition
                if discover::is_below(&self.place.path, ".agent") =>
            {
                Family::Agent.dialect()
            }
            family => family.dialect(),
        }
    }

    /// For the library.
    fn into_library(self, dialect: &str) -> policy::Input {
        let family = self.family(Some(dialect));
        // An agent that stands among no agents shows by its keys.
        let open = family == Family::Definition && !self.place.is_known;
        let scope = match open && names_tools(&self.text) {
            true => Scope::Agent,
            false => self.place.scope,
        };
        policy::Input {
            name: self.place.path,
            text: self.text,
            family,
            scope,
            directory: None,
        }
    }
}

/// Whether the front matter names tools as agents do.
fn names_tools(text: &str) -> bool {
    let front = text.lines().skip(1).take_while(|line| *line != "---");
    let keys = front.filter_map(|line| Some(line.split_once(':')?.0));
    let has = |name: &str| keys.clone().any(|key| key == name);
    has("tools") && has("name")
}

/// The scope of a settings source's name, where it is one.
pub(crate) fn scope(name: &str) -> Option<Scope> {
    Scope::named(name)
}

/// Reads a file by the dialect of its place unless another is given.
pub(crate) fn read(
    input: Input,
    dialect: Option<&Dialect>,
) -> Result<Policy, Fault> {
    let dialect = of_place(&input, dialect)?;
    let input = input.into_library(dialect.name);
    Ok(Policy::from_sources([input], &dialect))
}

/// Reads files together, by the dialect of the first one's place unless
/// another is given.
pub(crate) fn read_together(
    inputs: Vec<Input>,
    dialect: Option<&Dialect>,
) -> Result<Policy, Fault> {
    let dialect = match (inputs.first(), dialect) {
        (Some(first), None) => of_place(first, None)?,
        (_, dialect) => dialect.cloned().unwrap_or_default(),
    };
    let inputs = inputs.into_iter();
    let inputs = inputs.map(|input| input.into_library(dialect.name));
    Ok(Policy::from_sources(inputs, &dialect))
}

/// The text with its rules in one order and spelling; none for a text that
/// is not read as a whole.
pub(crate) fn formatted(
    input: Input,
    dialect: Option<&Dialect>,
) -> Result<Option<String>, Fault> {
    let dialect = of_place(&input, dialect)?;
    let input = input.into_library(dialect.name);
    Ok(policy::format::format(&input, &dialect))
}

fn of_place(
    input: &Input,
    dialect: Option<&Dialect>,
) -> Result<Dialect, Fault> {
    match dialect {
        Some(dialect) => Ok(dialect.clone()),
        None => self::dialect(input.dialect()),
    }
}

/// Files read together as one policy; a fault where one cannot be read at
/// all.
pub(crate) fn policy(
    inputs: Vec<Input>,
    dialect: &Dialect,
) -> Result<Policy, Fault> {
    for input in inputs.iter().filter(|input| input.place.home.is_json()) {
        let name = &input.place.path;
        let fault = unreadable::unreadable_policy(name, &input.text);
        if let Some(fault) = fault {
            return Err(fault);
        }
    }
    let inputs =
        inputs.into_iter().map(|each| each.into_library(dialect.name));
    Ok(Policy::from_sources(inputs, dialect))
}

/// A permission rule as it stands in its file.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    pub(crate) text: String,
    pub(crate) effect: &'static str,
    pub(crate) place: String,
}

/// A policy ready to answer, and what it takes to.
#[derive(Debug)]
pub(crate) struct Engine {
    // Large, and handed on several times before they are used: on the stack
    // every copy would take pages that a process has to ask for.
    engine: Box<plan::Engine>,
    scratch: Box<plan::Scratch>,
    tape: Tape,
    findings: Vec<Finding>,
    /// Examples beside rules that do not hold.
    refuted: Vec<Diagnostic>,
}

impl Engine {
    /// Compiles the files of one policy.
    pub(crate) fn new(
        inputs: Vec<Input>,
        dialect: &Dialect,
    ) -> Result<Engine, Fault> {
        let policy = policy(inputs, dialect)?;
        let engine = policy.compile(&Limits::default()).map_err(|error| {
            let message = format!("the policy cannot be compiled: {error}");
            Fault::new(Code::POLICY_TOO_LARGE, "policy", message)
                .help("split it, or remove what is not needed")
        })?;
        Ok(Engine::of(Box::new(engine)))
    }

    /// The same; a policy that its own examples refute is none, for what
    /// decides without a person looking.
    pub(crate) fn certain(
        inputs: Vec<Input>,
        dialect: &Dialect,
    ) -> Result<Engine, Fault> {
        let engine = Engine::new(inputs, dialect)?;
        let Some(first) = engine.refuted.first() else { return Ok(engine) };
        let place = engine.place(first).unwrap_or_default();
        let message = format!("{} ({place})", first.message);
        Err(Fault::new(Code::FAILING_EXAMPLE, place, message)
            .help("`hookset test` shows every example that does not hold"))
    }

    /// One that is compiled already.
    pub(crate) fn of(engine: Box<plan::Engine>) -> Engine {
        let findings = engine.findings().into_iter();
        let findings = findings.map(convert::finding).collect();
        let (scratch, tape) = (Box::default(), Tape::new());
        let refuted = engine.policy().map_or(Vec::new(), |policy| {
            let dialect = policy.dialect();
            failing_example::refuted(policy.documents(), dialect)
        });
        let mut engine = Engine { engine, scratch, tape, findings, refuted };
        let refuted = engine.refuted.iter().map(|found| Finding {
            code: found.code.name(),
            severity: found.severity.as_str(),
            message: found.message.clone(),
            source: engine.place(found),
        });
        let refuted: Vec<_> = refuted.collect();
        engine.findings.extend(refuted);
        engine
    }

    /// `name:line:column` of a finding.
    fn place(&self, found: &Diagnostic) -> Option<String> {
        let label = found.primary()?;
        let source = self.engine.policy()?.source(label.source)?;
        Some(source.place(label.span))
    }

    /// The image of the compiled policy.
    pub(crate) fn image(&self) -> &[u8] {
        self.engine.set().image()
    }

    /// How its rules are found.
    pub(crate) fn stats(&self) -> Stats {
        self.engine.set().stats()
    }

    /// What was found while reading the policy and trying its examples.
    pub(crate) fn found(&self) -> (Vec<Diagnostic>, &[Source]) {
        match self.engine.policy() {
            Some(policy) => {
                let all = policy.diagnostics().iter().chain(&self.refuted);
                (all.cloned().collect(), policy.sources())
            }
            None => (Vec::new(), &[]),
        }
    }

    /// The texts of the policy.
    pub(crate) fn sources(&self) -> &[Source] {
        self.engine.policy().map_or(&[], Policy::sources)
    }

    /// The names of the files that the policy was read from.
    pub(crate) fn files(&self) -> &[String] {
        self.engine.sources()
    }

    /// The errors among them, for a policy whose texts are not at hand.
    pub(crate) fn errors(&self) -> Vec<Fault> {
        let found = self.engine.findings().into_iter();
        let bad = found.filter(|found| found.severity == Severity::Error);
        bad.map(|found| {
            let place = found.place.unwrap_or_default();
            let message = format!("{} ({place})", found.message);
            Fault::new(found.code, place, message)
        })
        .collect()
    }

    /// The policy; none for an engine that was loaded from an image.
    pub(crate) fn policy(&self) -> Option<&Policy> {
        self.engine.policy()
    }

    /// Every permission rule in force, in order.
    pub(crate) fn rules_written(&self) -> Vec<Written> {
        let Some(policy) = self.engine.policy() else { return Vec::new() };
        let rules = policy.rules().rules.iter();
        let written = rules.filter_map(|rule| {
            Some(Written {
                text: rule.text.clone(),
                effect: convert::written(rule.effect)?,
                place: policy.place(rule.origin),
            })
        });
        written.collect()
    }

    /// Every hook in force: what it runs, and its place.
    pub(crate) fn hooks_written(&self) -> Vec<(String, String)> {
        let Some(policy) = self.engine.policy() else { return Vec::new() };
        let hooks = policy.hooks().iter();
        let hooks = hooks.filter(|hook| hook.inactive.is_none());
        let named = hooks.map(|hook| {
            let action = action(&hook.handler.action);
            let first = action.values().next().and_then(Value::as_str);
            let name = first.unwrap_or(hook.handler.kind().as_str());
            (name.to_owned(), policy.place(hook.origin))
        });
        named.collect()
    }

    /// The same, for programs.
    pub(crate) fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// What the policy says about an event, and why each rule matches or
    /// does not.
    pub(crate) fn explain(
        &mut self,
        id: Value,
        text: &str,
        context: &Context,
    ) -> (Answer, Vec<Explained>) {
        let event = Event::read(text, &mut self.tape);
        let answer = self.engine.answer(&event, context, &mut self.scratch);
        let explained = self.engine.explain(&event, &answer);
        (convert::answer(&self.engine, &event, &answer, id), explained)
    }

    /// What the policy says about an event. Of findings, only those on the
    /// event are in it.
    pub(crate) fn answer(
        &mut self,
        id: Value,
        text: &str,
        context: &Context,
    ) -> Answer {
        let event = Event::read(text, &mut self.tape);
        let answer = self.engine.answer(&event, context, &mut self.scratch);
        convert::answer(&self.engine, &event, &answer, id)
    }

    /// What is to be done about an event, and what is decided before
    /// anything is run.
    pub(crate) fn plan(
        &mut self,
        text: &str,
        context: &Context,
        state: &State,
    ) -> (Plan, Verdict) {
        let event = Event::read(text, &mut self.tape);
        let Engine { engine, scratch, .. } = self;
        let plan = engine.plan(&event, context, state, scratch);
        let known = plan.foregone(engine.dialect());
        let verdict = plan::answers::fold(&plan, &known);
        (plan, verdict)
    }
}
