//! From a policy to an engine.

use super::Engine;
use crate::hook_set::{self, CompileError, HookSet, ImageError, Limits};
use crate::ir::Origin;
use crate::plan::brief::{self, Brief};
use crate::plan::fire::Matchers;
use crate::policy::Policy;

impl Policy {
    /// Makes the policy ready to answer events. Linear in its rules.
    ///
    /// # Errors
    ///
    /// Names the limit that the policy goes over.
    pub fn compile(self, limits: &Limits) -> Result<Engine, CompileError> {
        self.compile_as(limits, |name| name.to_owned())
    }

    /// The same, with its texts under other names in the image, and so in
    /// what the engine says: those by which whoever loads it finds them.
    ///
    /// # Errors
    ///
    /// Names the limit that the policy goes over.
    pub fn compile_as(
        self,
        limits: &Limits,
        name: impl Fn(&str) -> String,
    ) -> Result<Engine, CompileError> {
        let bytes = brief::write(&self, &name);
        let texts = self.sources().iter();
        let texts = texts.map(|source| source.text().as_bytes());
        let hash = hook_set::digest(texts);
        let place = |origin: Origin| {
            let source = self.source(origin.source);
            source.map_or((0, 0), |s| s.line_column(origin.span.start))
        };
        let rules = self.rules();
        let set = HookSet::compile_with(rules, limits, hash, &bytes, &place)?;
        let own = Some(self.dialect());
        let brief = Brief::read(set.brief(), own);
        let brief = brief.ok_or(CompileError::Image(ImageError::Damaged))?;
        let matchers = Matchers::new(&brief);
        Ok(Engine { set, brief, matchers, policy: Some(self) })
    }
}
