//! A policy: documents read, lowered, and everything there is to say about
//! them.

mod build;
mod declared;
pub mod format;
mod lost;
mod off;
mod open;
mod same;
mod within;

use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::event::EventKind;
use crate::ir::{BaseId, Origin, Rules};
use crate::load::{Document, Family, Handler, HandlerRef, Inactive, Scope};
use crate::source::{Source, SourceId};
use crate::subject::Outside;

/// A text to be read as part of a policy.
#[derive(Clone, Debug)]
pub struct Input {
    /// The name a person knows it by, usually its path.
    pub name: String,
    /// The whole text.
    pub text: String,
    /// What kind of file it is.
    pub family: Family,
    /// Where it stands among the settings.
    pub scope: Scope,
    /// The directory that patterns starting with `/` are anchored at, where
    /// the scope does not say.
    pub directory: Option<String>,
}

/// Documents, lowered to rules, with all that was found wrong.
///
/// Reading never fails: every rule and hook of every document ends as
/// *active*, or *inactive* with a diagnostic that says why.
#[derive(Clone, Debug)]
#[must_use = "a policy may hold rules that are not active; look at its diagnostics"]
pub struct Policy {
    dialect: Dialect,
    sources: Vec<Source>,
    documents: Vec<Document>,
    diagnostics: Vec<Diagnostic>,
    rules: Rules,
    hooks: Vec<Hook>,
    bases: Vec<BaseId>,
    denies_asking: bool,
    outside: Outside,
}

/// A handler of some document, in configuration order.
#[derive(Clone, Debug)]
pub struct Hook {
    /// The event it waits for; `None` for an event nobody knows.
    pub event: Option<EventKind>,
    /// Which document and group it stands in.
    pub place: HandlerRef,
    /// What is to be done.
    pub handler: Handler,
    /// Where it stands.
    pub origin: Origin,
    /// The first hook that does the same on the same event; its own position
    /// where there is none before it. Of such hooks one runs.
    pub same_as: usize,
    /// Why it can never run, if so.
    pub inactive: Option<Inactive>,
}

impl Policy {
    /// Reads and lowers texts as the dialect has it. What counts is whose
    /// they are ([`Input::scope`]), not where they stand:
    ///
    /// * rules add up: a deny of any text counts, whatever others allow.
    ///   Under [`Strategy::FirstSource`] the first text that says anything
    ///   about a call decides, by [`Scope::turn`];
    /// * of values and switches, that of the strongest scope counts.
    ///
    /// The order matters only among texts of one scope: there the first one
    /// speaks first, and the last one's values count. It is also the order
    /// in which sources are numbered, and in which hooks run and are told.
    ///
    /// Never fails; what is wrong is in [`Policy::diagnostics`]. Linear in
    /// the length of the texts.
    ///
    /// [`Strategy::FirstSource`]: crate::dialect::Strategy::FirstSource
    pub fn from_sources(
        inputs: impl IntoIterator<Item = Input>,
        dialect: &Dialect,
    ) -> Policy {
        build::policy(inputs.into_iter().collect(), dialect)
    }

    /// The policy, if nothing in it is wrong.
    ///
    /// # Errors
    ///
    /// All diagnostics, when one of them is an error.
    pub fn into_strict(self) -> Result<Policy, Vec<Diagnostic>> {
        use crate::diagnostic::Severity;
        let wrong =
            self.diagnostics.iter().any(|d| d.severity == Severity::Error);
        if wrong { Err(self.diagnostics) } else { Ok(self) }
    }

    /// How the runner reads it.
    pub fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    /// The texts, in the order given.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// One of the texts.
    pub fn source(&self, id: SourceId) -> Option<&Source> {
        self.sources.get(id.0 as usize)
    }

    /// The documents, one per text, in the same order.
    pub fn documents(&self) -> &[Document] {
        &self.documents
    }

    /// What was found wrong while reading and lowering.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The hooks, in configuration order.
    pub fn hooks(&self) -> &[Hook] {
        &self.hooks
    }

    /// Whether a file says that what would ask is denied, and the runner
    /// heeds it.
    pub fn denies_asking(&self) -> bool {
        self.denies_asking
    }

    /// What files block outside of the working directories, as far as the
    /// runner heeds it.
    pub fn outside(&self) -> &Outside {
        &self.outside
    }

    /// Where patterns of a source that start with `/` are anchored.
    pub fn source_base(&self, id: SourceId) -> BaseId {
        let base = self.bases.get(id.0 as usize);
        base.cloned().unwrap_or(BaseId::Project)
    }

    /// The texts as they were given, to be read once more.
    pub fn inputs(&self) -> Vec<Input> {
        let inputs = self.documents.iter().filter_map(|document| {
            let source = self.source(document.source)?;
            let directory = match self.source_base(document.source) {
                BaseId::Fixed(directory) => Some(directory),
                _ => None,
            };
            Some(Input {
                name: source.name().to_owned(),
                text: source.text().to_owned(),
                family: document.family,
                scope: document.scope,
                directory,
            })
        });
        inputs.collect()
    }

    /// `name:line:column` of where a rule or hook stands.
    pub fn place(&self, origin: Origin) -> String {
        let source = self.source(origin.source);
        source.map_or(String::new(), |source| source.place(origin.span))
    }
}
