//! The library as the commands use it.

mod convert;
mod input;
mod judge;
mod servers;
mod unreadable;

use hookset::diagnostic::{Code, Diagnostic, Severity, suggest};
use hookset::dialect::{self, Dialect};
use hookset::event::{Context, Event};
use hookset::hook_set::{CompileError, HookSet, Limits, Stats};
use hookset::json::Tape;
use hookset::lint::failing_example;
use hookset::load::Scope;
use hookset::plan;
use hookset::plan::answers::Verdict;
use hookset::plan::why::Explained;
use hookset::plan::{Plan, State};
use hookset::policy::{self, Policy};
use hookset::source::{Decoded, Source, SourceId};
use serde_json::Value;

use crate::answer::{Answer, Finding};
use crate::fault::Fault;
use crate::image;

pub(crate) use convert::{action, seconds};
pub(crate) use input::Input;
pub(crate) use judge::Judged;
pub(crate) use unreadable::{unreadable_event, unreadable_on, why_no_line};

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

/// The scope of a settings source's name, where it is one.
pub(crate) fn scope(name: &str) -> Option<Scope> {
    Scope::named(name)
}

/// Reads a file by the dialect of its place unless another is given.
pub(crate) fn read(
    input: Input,
    dialect: Option<&Dialect>,
) -> Result<Policy, Fault> {
    let input = input.told(dialect);
    if let Some(fault) = unreadable::of_another(&input) {
        return Err(fault);
    }
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
    let inputs = told(inputs, dialect);
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
    let input = input.told(dialect);
    let dialect = of_place(&input, dialect)?;
    let input = input.into_library(dialect.name);
    Ok(policy::format::format(&input, &dialect))
}

/// Files that are read in a dialect because somebody said so: then their
/// place does not say what kind they are.
pub(crate) fn told(
    inputs: Vec<Input>,
    dialect: Option<&Dialect>,
) -> Vec<Input> {
    inputs.into_iter().map(|input| input.told(dialect)).collect()
}

const TOO_LARGE: &str = "split it, or remove what is not needed";

fn too_large(error: &CompileError) -> Fault {
    let message = format!("the policy cannot be compiled: {error}");
    Fault::new(Code::POLICY_TOO_LARGE, "policy", message).help(TOO_LARGE)
}

/// Why a policy of one file is one that no answer can be had from, at the
/// rule or the matcher that is too large.
pub(crate) fn uncompiled(policy: &Policy) -> Option<Diagnostic> {
    let limits = Limits::default();
    let error = HookSet::compile(policy.rules(), &limits).err()?;
    let at = match &error {
        CompileError::Predicate { rule, .. } => {
            policy.rules().rule(*rule).map(|rule| rule.origin.span)
        }
        CompileError::Regex { pattern, .. } => {
            let groups = policy.documents().iter().flat_map(|d| &d.groups);
            let mut matchers = groups.filter_map(|g| g.matcher.as_ref());
            let is_it = |matcher: &&Decoded| matcher.as_str() == pattern;
            matchers.find(is_it).map(Decoded::span)
        }
        _ => None,
    };
    let message = format!("the policy cannot be compiled: {error}");
    let code = Code::POLICY_TOO_LARGE;
    let span = at.unwrap_or_default();
    Some(Diagnostic::new(code, message, SourceId(0), span).help(TOO_LARGE))
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
    if let Some(fault) = inputs.iter().find_map(unreadable::of_another) {
        return Err(fault);
    }
    for input in inputs.iter().filter(|input| input.place.home.is_json()) {
        if let Some(fault) = unreadable::unreadable_policy(input) {
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
        let engine = policy(inputs, dialect)?.compile(&Limits::default());
        Ok(Engine::of(Box::new(engine.map_err(|error| too_large(&error))?)))
    }

    /// The same, to be written to the file `image`; a policy that its own
    /// examples refute is none.
    pub(crate) fn to_write(
        inputs: Vec<Input>,
        dialect: &Dialect,
        image: &str,
    ) -> Result<Engine, Fault> {
        let policy = policy(inputs, dialect)?;
        let names = policy.sources().iter().map(|s| s.name().to_owned());
        let mut names = names.collect::<Vec<_>>().into_iter();
        let kept = |name: &str| image::kept(name, image);
        let engine = policy.compile_as(&Limits::default(), kept);
        let mut engine = engine.map_err(|error| too_large(&error))?;
        // Who compiles reads the names that they gave.
        engine.rename_sources(|_| names.next().unwrap_or_default());
        Engine::of(Box::new(engine)).unrefuted()
    }

    /// The same; a policy that its own examples refute is none, for what
    /// decides without a person looking.
    pub(crate) fn certain(
        inputs: Vec<Input>,
        dialect: &Dialect,
    ) -> Result<Engine, Fault> {
        Engine::new(inputs, dialect)?.unrefuted()
    }

    fn unrefuted(self) -> Result<Engine, Fault> {
        let Some(first) = self.refuted.first() else { return Ok(self) };
        let place = self.place(first).unwrap_or_default();
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

    /// Whether what the policy says is meant to hold, weak spots of runners
    /// aside.
    pub(crate) fn is_strict(&self) -> bool {
        self.engine.dialect().shell.strict
    }

    /// The names of the files that the policy was read from.
    pub(crate) fn files(&self) -> &[String] {
        self.engine.source_names()
    }

    /// Those that people are told, for a policy whose texts are not at hand.
    pub(crate) fn errors(&self) -> Vec<Fault> {
        let found = self.engine.findings().into_iter();
        let bad = found.filter(|found| match found.code {
            Code::LOSSY_CONVERSION => found.severity > Severity::Info,
            _ => found.severity == Severity::Error,
        });
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
        let answer = self.engine.told(&event, context, &mut self.scratch);
        let explained = self.engine.explain_in(&event, context, &answer);
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
        let answer = self.engine.told(&event, context, &mut self.scratch);
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
        let context = &state.context(&event, context);
        let answer = engine.told(&event, context, scratch);
        let plan = engine.plan_of(&event, context, state, &answer);
        let verdict = plan::answers::beforehand(&plan);
        (plan, verdict)
    }
}
