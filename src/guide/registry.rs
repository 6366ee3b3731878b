//! Keeping guidance: each id once, in the order it came.

use super::check::{self, Fault};
use super::{Choices, Defined, Guidance};
use crate::diagnostic::{Code, Diagnostic, Severity};
use std::collections::BTreeSet;

/// All guidance that is known, in the order it was registered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Registry {
    app: Option<String>,
    pub(super) choices: Choices,
    pub(super) all: Vec<Guidance>,
    ids: BTreeSet<String>,
}

/// Guidance that was not registered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// Which one, of those that were given.
    pub at: usize,
    /// Its id.
    pub id: String,
    /// What is wrong with it.
    pub faults: Vec<Fault>,
}

impl std::error::Error for Rejected {}

impl std::fmt::Display for Rejected {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "`{}` is not registered", self.id)?;
        let messages = self.faults.iter().map(|fault| &*fault.message);
        match messages.collect::<Vec<_>>().join("; ") {
            all if all.is_empty() => Ok(()),
            all => write!(out, ": {all}"),
        }
    }
}

impl Registry {
    /// An empty registry.
    pub fn new() -> Registry {
        Registry::default()
    }

    /// An empty registry of an application.
    ///
    /// # Errors
    ///
    /// Says why the name cannot be part of an id.
    pub fn of_app(app: impl Into<String>) -> Result<Registry, Fault> {
        let app = app.into();
        match check::app(&app) {
            Some(fault) => Err(fault),
            None => Ok(Registry { app: Some(app), ..Registry::default() }),
        }
    }

    /// With other choices than the document's.
    #[must_use]
    pub fn with(mut self, choices: Choices) -> Registry {
        self.choices = choices;
        self
    }

    /// Adds guidance, with the registry's application where it has none of
    /// its own, and gives back what was added.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it; an id that is there already, too.
    pub fn register(
        &mut self,
        mut guidance: Guidance,
    ) -> Result<&Guidance, Rejected> {
        if guidance.app.is_none() {
            guidance.app.clone_from(&self.app);
        }
        let mut faults = check::faults(&guidance);
        faults.retain(|fault| fault.refuses);
        let id = guidance.id();
        if self.has(&id) {
            faults.push(Fault::new(
                Code::DUPLICATE_KEY,
                "tag",
                format!("`{id}` is registered already; this one is refused"),
                "give it another tag",
            ));
        }
        if !faults.is_empty() {
            return Err(Rejected { at: 0, id, faults });
        }
        let at = self.all.len();
        self.all.push(guidance);
        self.ids.insert(id.clone());
        self.all.get(at).ok_or(Rejected { at: 0, id, faults })
    }

    /// Adds what was read from files; what is refused becomes a finding at
    /// its place.
    pub fn register_defined(
        &mut self,
        many: impl IntoIterator<Item = Defined>,
    ) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for Defined { guidance, source, span } in many {
            let Err(rejected) = self.register(guidance) else { continue };
            for fault in rejected.faults {
                let Fault { code, message, help, .. } = fault;
                let one = Diagnostic::new(code, message, source, span);
                let one = one.severity(Severity::Error);
                found.push(match help {
                    Some(help) => one.help(help),
                    None => one,
                });
            }
        }
        found
    }

    /// Adds many: all of them or none. (With the code's choices, those in
    /// front of one that is refused stay.) Says how many.
    ///
    /// # Errors
    ///
    /// The first that is refused, and why.
    pub fn register_all(
        &mut self,
        many: impl IntoIterator<Item = Guidance>,
    ) -> Result<usize, Rejected> {
        let before = self.all.len();
        for (at, guidance) in many.into_iter().enumerate() {
            if let Err(mut rejected) = self.register(guidance) {
                rejected.at = at;
                if !self.choices.keeps_earlier {
                    let out = self.all.drain(before..);
                    for guidance in out {
                        self.ids.remove(&guidance.id());
                    }
                }
                return Err(rejected);
            }
        }
        Ok(self.all.len() - before)
    }

    /// The guidance with this id.
    pub fn get(&self, id: &str) -> Option<&Guidance> {
        self.all.iter().find(|guidance| guidance.id() == id)
    }

    /// Whether there is guidance with this id.
    pub fn has(&self, id: &str) -> bool {
        self.ids.contains(id)
    }

    /// Takes the guidance with this id out; whether there was any.
    pub fn unregister(&mut self, id: &str) -> bool {
        let was_there = self.ids.remove(id);
        if was_there {
            self.all.retain(|guidance| guidance.id() != id);
        }
        was_there
    }

    /// All guidance, in the order it was registered.
    pub fn all(&self) -> &[Guidance] {
        &self.all
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Takes all of them out.
    pub fn clear(&mut self) {
        self.all.clear();
        self.ids.clear();
    }
}
