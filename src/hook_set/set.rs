//! The compiled set: an image with an owner.

use std::borrow::Cow;
use std::sync::Arc;

use super::compile::{self, Bank};
use super::few::FEW;
use super::image::{self, ImageError, Layout, Reader, Table};
use super::keys::KeyKind;
use super::limits::{CompileError, Limits};
use super::name_regex::Regexes;
use super::origins::{self, Written};
use super::records::{self, Roots, RuleRecord, Tables};
use super::run::Run;
use super::{Match, Scratch};
use crate::event::{EventKind, EventSet};
use crate::ir::{Anchors, AtomId, Effect, Origin, RuleId, Rules};
use crate::shell::Effects;
use crate::subject::{Needs, Subjects};

/// The bytes of an image, whoever owns them: a vector, a static, a mapped
/// file.
pub type Bytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// Compiled rules: immutable, shared by cloning, usable from any thread.
#[derive(Clone)]
pub struct HookSet {
    inner: Arc<Inner>,
}

struct Inner {
    image: Bytes,
    layout: Layout,
    roots: Roots,
    /// The regular expressions, compiled when first needed.
    regexes: Regexes,
}

impl std::fmt::Debug for HookSet {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("HookSet")
            .field("rules", &self.len())
            .field("bytes", &self.image().len())
            .finish()
    }
}

/// A rule as an image keeps it, for reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed<'a> {
    /// What it does when it matches.
    pub effect: Effect,
    /// The events it looks at.
    pub events: EventSet,
    /// The text a person wrote.
    pub text: Cow<'a, str>,
    /// Where it stands.
    pub origin: Origin,
    /// Its line and column, both from 1; zero where nobody knew them.
    pub place: (u32, u32),
}

/// Where a rule stands, and nothing else of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    /// What it does when it matches.
    pub(crate) effect: Effect,
    /// As in [`Listed`].
    pub(crate) origin: Origin,
    /// As in [`Listed`].
    pub(crate) place: (u32, u32),
}

impl HookSet {
    /// Compiles rules; linear in their bytes.
    ///
    /// # Errors
    ///
    /// Names the limit that the rules are beyond.
    pub fn compile(
        rules: &Rules,
        limits: &Limits,
    ) -> Result<HookSet, CompileError> {
        HookSet::compile_with(rules, limits, [0; 16], &[], &|_| (0, 0))
    }

    /// Compiles rules into a set that remembers a hash of its sources and
    /// the line and column of every rule, and carries bytes for whoever
    /// loads it.
    ///
    /// # Errors
    ///
    /// As [`HookSet::compile`].
    pub fn compile_with(
        rules: &Rules,
        limits: &Limits,
        sources: [u8; 16],
        policy: &[u8],
        place: &dyn Fn(Origin) -> (u32, u32),
    ) -> Result<HookSet, CompileError> {
        let image =
            compile::compile(rules, limits, sources, policy, place, FEW)?;
        HookSet::from_image(Arc::new(image)).map_err(CompileError::Image)
    }

    /// A set in which even a partition of one atom has keys.
    #[cfg(test)]
    pub(super) fn compile_keyed(rules: &Rules) -> HookSet {
        let limits = Limits::default();
        let place = |_: Origin| (0, 0);
        let image = compile::compile(rules, &limits, [0; 16], &[], &place, 0);
        HookSet::from_image(Arc::new(image.unwrap())).unwrap()
    }

    /// The set of an image. Checks the header and the table of sections; an
    /// image that is damaged behind them gives wrong answers or none, but
    /// nothing worse; [`HookSet::verify`] finds that.
    ///
    /// # Errors
    ///
    /// Says what is wrong: no image, one of another version or byte order, one
    /// that is cut off.
    pub fn from_image(image: Bytes) -> Result<HookSet, ImageError> {
        let layout = image::layout((*image).as_ref())?;
        let tables = Tables::new((*image).as_ref(), &layout);
        let roots = Roots::new(tables);
        let regexes = Regexes::new(tables);
        let inner = Inner { image, layout, roots, regexes };
        Ok(HookSet { inner: Arc::new(inner) })
    }

    /// The image: the same set when loaded again.
    pub fn image(&self) -> &[u8] {
        (*self.inner.image).as_ref()
    }

    /// Checks the checksum over the whole image; linear in its size. It
    /// finds what was damaged on the way, and nothing that somebody changed
    /// who can compute a checksum.
    ///
    /// # Errors
    ///
    /// Says that the bytes are not those that were written.
    pub fn verify(&self) -> Result<(), ImageError> {
        image::verify(self.image())
    }

    /// The hash of the sources that was given when the set was compiled, as
    /// [`digest`](super::digest) makes it. A policy's is that of its texts
    /// alone: in what dialect, scope, family and directory they were read is
    /// for whoever keeps the image to know.
    pub fn source_digest(&self) -> [u8; 16] {
        image::source_digest(self.image())
    }

    /// The bytes that were given along with the rules: of an engine's set,
    /// what an answer needs besides the matches.
    pub fn brief(&self) -> &[u8] {
        self.table(Table::Policy).0
    }

    /// The number of rules.
    pub fn len(&self) -> usize {
        self.tables().rules()
    }

    /// Whether there is no rule.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What a rule does when it matches.
    pub fn effect(&self, id: RuleId) -> Option<Effect> {
        let known = (id.0 as usize) < self.len();
        known.then(|| self.tables().effect(id.0))
    }

    /// What rules do, to be asked about many: [`HookSet::effect`], but for
    /// the number of a hook, which would have to be read.
    pub(crate) fn effects(&self) -> impl Fn(RuleId) -> Option<Effect> + '_ {
        let rules = records::effects(self.table(Table::Rules));
        move |id| rules(id.0)
    }

    /// A rule, as written.
    pub fn rule(&self, id: RuleId) -> Option<Listed<'_>> {
        let (record, written) = self.written(id)?;
        let tables = self.tables();
        let texts = tables.get(Table::Texts);
        Some(Listed {
            effect: record.effect_with(written.handler),
            events: tables.event_set(record.events()),
            text: written.text(texts, tables.blobs),
            origin: written.origin,
            place: written.place,
        })
    }

    /// Where a rule stands, which takes less than all of it.
    pub(crate) fn standing(&self, id: RuleId) -> Option<Standing> {
        let (record, written) = self.written(id)?;
        let effect = record.effect_with(written.handler);
        let (origin, place) = (written.origin, written.place);
        Some(Standing { effect, origin, place })
    }

    fn written(&self, id: RuleId) -> Option<(RuleRecord<'_>, Written)> {
        if id.0 as usize >= self.len() {
            return None;
        }
        let tables = self.tables();
        let record = tables.rule(id.0);
        let texts = tables.get(Table::Texts);
        Some((record, origins::decode(texts, record.written())))
    }

    /// Memory for evaluations; one for every thread.
    pub fn scratch(&self) -> Scratch {
        Scratch::default()
    }

    /// Every rule that matches, sorted by rule and place. Allow rules report
    /// every place, the others their first. `subjects` must have been read
    /// ([`Subjects::read`]) with what [`HookSet::needs`] of this set says, or
    /// with [`Needs::ALL`]: what was left out then matches nothing, guards
    /// included. Matches are no decision: doubts, what settings block and what
    /// allow rules cover are weighed by
    /// [`Engine::answer`](crate::plan::Engine::answer). Allocates nothing once
    /// the scratch has grown to the size of the events.
    pub fn matches<'a>(
        &'a self,
        subjects: &'a Subjects,
        kind: EventKind,
        scratch: &'a mut Scratch,
    ) -> &'a [Match] {
        self.run(subjects, kind, scratch, Effects::default()).matches()
    }

    /// Every rule that matches, as [`HookSet::matches`] has it, unless some
    /// rule with one of these effects is come upon first; then just that
    /// one. Which of several it is, is not said; the same event gives the
    /// same.
    ///
    /// # Errors
    ///
    /// The match that ends it. Rules with these effects may be among all
    /// matches, too: those that more than one test decides end nothing.
    pub fn matches_until<'a>(
        &'a self,
        subjects: &'a Subjects,
        kind: EventKind,
        effects: Effects,
        scratch: &'a mut Scratch,
    ) -> Result<&'a [Match], Match> {
        self.run(subjects, kind, scratch, effects).matches_or_enough()
    }

    /// Some rule with one of these effects that matches; cheaper than
    /// [`HookSet::matches`] where only the decision counts, because it stops
    /// at the first that is found. The same event gives the same rule.
    pub fn first(
        &self,
        subjects: &Subjects,
        kind: EventKind,
        effects: Effects,
        scratch: &mut Scratch,
    ) -> Option<Match> {
        self.run(subjects, kind, scratch, effects).first()
    }

    fn run<'a>(
        &'a self,
        subjects: &'a Subjects,
        kind: EventKind,
        scratch: &'a mut Scratch,
        until: Effects,
    ) -> Run<'a> {
        Run {
            tables: self.tables(),
            roots: &self.inner.roots,
            regexes: &self.inner.regexes,
            subjects,
            kind,
            scratch,
            until,
            enough: None,
        }
    }

    /// The regular expression of a matcher, to be asked with
    /// [`HookSet::is_matcher`].
    pub(crate) fn matcher_regex(&self, source: &str) -> Option<u32> {
        self.inner.regexes.of_matcher(self.tables(), source)
    }

    /// Whether such a regular expression matches a name, as rules have it.
    pub(crate) fn is_matcher(&self, atom: u32, name: &str) -> bool {
        self.inner.regexes.is_match(self.tables(), atom, name)
    }

    /// What of an event the rules look at; the rest need not be read. Enough
    /// for [`HookSet::matches`]; a decision takes what
    /// [`Engine::needs`](crate::plan::Engine::needs) says.
    pub fn needs(&self) -> Needs<'static> {
        let has = |bank: Bank| self.inner.roots.has(bank);
        Needs {
            fields: has(Bank::AnyField),
            input_json: has(Bank::Input),
            guesses: has(Bank::Guesses),
            guarded: None,
            places: &[],
            names: None,
            options: None,
            anchors: Anchors::default(),
            outside: None,
        }
    }

    /// How an atom is found: what it costs events that it does not match.
    pub fn key_kind(&self, atom: AtomId) -> Option<KeyKind> {
        let tables = self.tables();
        let known = (atom.0 as usize) < tables.atoms();
        let number = usize::from(tables.atom(atom.0).key_kind());
        KeyKind::ALL.get(number).copied().filter(|_| known)
    }

    /// One table, without the way to the others.
    fn table(&self, table: Table) -> Reader<'_> {
        records::of(self.image(), &self.inner.layout, table)
    }

    pub(super) fn tables(&self) -> Tables<'_> {
        Tables::new(self.image(), &self.inner.layout)
    }
}
