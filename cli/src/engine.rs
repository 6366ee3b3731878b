//! The library as the commands use it.

use hookset::diagnostic::{Code, Diagnostic, suggest};
use hookset::dialect::{self, Dialect};
use hookset::event::Context;
use hookset::json::{self, Host, Tape};
use hookset::source::{Source, SourceId};
use serde_json::Value;

use crate::answer::Answer;
use crate::discover::Place;
use crate::fault::Fault;

/// The reference of the rule language.
pub(crate) const SYNTAX: &str = "";

/// The page of a finding.
pub(crate) fn page(_code: Code) -> Option<&'static str> {
    None
}

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

/// What is wrong with one file, by the dialect of its place unless another
/// is given.
pub(crate) fn check(
    input: Input,
    _dialect: Option<&Dialect>,
) -> (Source, Vec<Diagnostic>) {
    let source = Source::new(input.place.path, input.text);
    let tape = Tape::of(source.text());
    let found =
        json::diagnose(&tape, source.text(), SourceId(0), Host::Strict);
    (source, found)
}

/// A compiled policy.
pub(crate) struct Engine {}

impl Engine {
    /// Compiles the files of one policy.
    pub(crate) fn new(
        _inputs: Vec<Input>,
        _dialect: &Dialect,
    ) -> Result<Engine, Fault> {
        Ok(Engine {})
    }

    /// What was found while reading the policy.
    pub(crate) fn findings(&self) -> (&[Diagnostic], &[Source]) {
        (&[], &[])
    }

    /// What the policy says about an event.
    pub(crate) fn answer(
        &mut self,
        id: Value,
        _event: &str,
        _context: &Context,
    ) -> Answer {
        let message = "nothing is evaluated yet".to_owned();
        let code = Code::INVALID_EVENT.name();
        let error = crate::answer::Error { code, message, help: None };
        Answer::unreadable(id, error)
    }
}
