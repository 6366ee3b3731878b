//! A policy: documents read, lowered, and everything there is to say about
//! them.

mod base;
mod build;
mod declared;
mod findings;
pub mod format;
mod lost;
mod off;
mod open;
mod rejected;
mod same;
mod turn;
mod urls;
mod within;

use std::fmt;

pub use rejected::Rejected;
pub(crate) use urls::covers_url;

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
    /// The directory that patterns starting with `/` are anchored at;
    /// without one the scope says. It must be absolute: one that is not is a
    /// diagnostic, the scope says, and what the file says is in doubt.
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
    /// The directories of the texts as they were given.
    directories: Vec<Option<String>>,
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

/// A policy has no text that is called so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSource(pub String);

impl std::error::Error for UnknownSource {}

impl fmt::Display for UnknownSource {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "no text of the policy is called `{}`", self.0)
    }
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

    /// The policy, if nothing that was found while it was read is an error.
    /// What reads well and still does not do what it seems to, such as a
    /// matcher that never matches, is found by [`lint::check`](crate::lint::check).
    ///
    /// # Errors
    ///
    /// The policy with all that was found, in the order of place, when one
    /// of the findings is an error. Its texts are there to draw them on
    /// ([`Policy::sources`]).
    pub fn into_strict(self) -> Result<Policy, Rejected> {
        Rejected::of(self)
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

    /// The directory that a source was given.
    pub(crate) fn directory(&self, id: SourceId) -> Option<&str> {
        self.directories.get(id.0 as usize)?.as_deref()
    }

    /// The texts as they were given, to be read once more.
    pub fn inputs(&self) -> Vec<Input> {
        let inputs = self.documents.iter().filter_map(|document| {
            let source = self.source(document.source)?;
            let directory = self.directories.get(document.source.0 as usize);
            Some(Input {
                name: source.name().to_owned(),
                text: source.text().to_owned(),
                family: document.family,
                scope: document.scope,
                directory: directory.cloned().flatten(),
            })
        });
        inputs.collect()
    }

    /// The policy after some of its texts have changed: a text called as one
    /// that is there takes its place, any other comes behind; those called
    /// as `removed` says are gone. Of texts that are called alike it is the
    /// first. The result is that of [`Policy::from_sources`] with these
    /// texts, in the same dialect.
    ///
    /// This is the way to a new engine while the old one answers:
    ///
    /// ```
    /// # use std::sync::{Arc, RwLock};
    /// # use hookset::*;
    /// # let text = |text: &str| Input {
    /// #     name: "a.json".to_owned(), text: text.to_owned(),
    /// #     family: Family::Hookset, scope: Scope::Project, directory: None,
    /// # };
    /// # let (old, new) = (text("{}"), text("{ }"));
    /// let policy = Policy::from_sources([old], &Dialect::default());
    /// let engine = policy.clone().compile(&Limits::default())?;
    /// let shared = RwLock::new(Arc::new(engine));
    ///
    /// // A file has changed. Threads that answer keep the engine they have.
    /// let policy = policy.with([new], &[])?;
    /// let engine = Arc::new(policy.clone().compile(&Limits::default())?);
    /// *shared.write().expect("no thread panics") = engine;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// All texts are read again, which takes less time than compiling does
    /// (`benches/baseline.md`): linear in their length.
    ///
    /// # Errors
    ///
    /// Where no text is called as `removed` says.
    pub fn with(
        &self,
        changed: impl IntoIterator<Item = Input>,
        removed: &[&str],
    ) -> Result<Policy, UnknownSource> {
        let mut inputs = self.inputs();
        for name in removed {
            let at = inputs.iter().position(|input| input.name == *name);
            let unknown = || UnknownSource((*name).to_owned());
            inputs.remove(at.ok_or_else(unknown)?);
        }
        for new in changed {
            match inputs.iter_mut().find(|input| input.name == new.name) {
                Some(place) => *place = new,
                None => inputs.push(new),
            }
        }
        Ok(Policy::from_sources(inputs, &self.dialect))
    }

    /// `name:line:column` of where a rule or hook stands.
    pub fn place(&self, origin: Origin) -> String {
        let source = self.source(origin.source);
        source.map_or(String::new(), |source| source.place(origin.span))
    }
}
