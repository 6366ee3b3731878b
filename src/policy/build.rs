//! Inputs → documents → rules.

use std::collections::HashMap;

use super::turn::in_turn;
use super::within::While;
use super::{Hook, Input, Policy, base, off, same};
use crate::diagnostic::{Code, Diagnostic};
use crate::dialect::Dialect;
use crate::event::{EventKind, EventSet};
use crate::ir::lower::{Lowered, Lowerer, RUNS, Scene};
use crate::ir::{
    BaseId, Effect, Family, Guards, Lost, Origin, Predicate, Rule, Rules,
};
use crate::load::{
    self, Document, Effective, Group, HandlerRef, List, RuleRef, Scope,
};
use crate::source::{Decoded, Source, SourceId, Span};
use crate::subject::Outside;

pub(super) fn policy(inputs: Vec<Input>, dialect: &Dialect) -> Policy {
    let mut builder = Builder::new(dialect);
    let (mut sources, mut documents) = (Vec::new(), Vec::new());
    let mut directories = Vec::new();
    for (at, input) in inputs.into_iter().enumerate() {
        let id = SourceId(u32::try_from(at).unwrap_or(u32::MAX));
        let (mut document, found) = load::read(
            id,
            &input.name,
            &input.text,
            input.scope,
            input.family,
        );
        let refused = off::refuse(&mut document, dialect);
        builder.diagnostics.extend(found.into_iter().chain(refused));
        let found = &mut builder.diagnostics;
        let directory = input.directory.as_deref();
        builder.bases.push(base::of(&mut document, directory, found));
        directories.push(input.directory);
        sources.push(Source::new(input.name, input.text));
        documents.push(document);
    }
    let any_file = dialect.running.any_file_disables;
    let refused = documents.iter_mut().filter(|d| off::is_refused(d, dialect));
    refused.for_each(off::forget_switches);
    let effective = load::merge_with(&documents, any_file);
    builder.reserve(documents.iter().map(|d| d.rules.len()).sum());
    for (at, document) in documents.iter().enumerate() {
        builder.document(document, at, &effective);
    }
    builder.open_guards();
    builder.lost.sort_by(|a, b| a.0.cmp(&b.0));
    builder.lost.dedup_by(|a, b| a.0 == b.0);
    let Builder {
        lowerer, diagnostics, mut rules, lost, hooks, bases, ..
    } = builder;
    in_turn(&mut rules, &documents, dialect);
    let outside = outside(&documents, &effective, dialect);
    let guards = Guards::of(&rules);
    let atoms = lowerer.atoms.into_vec();
    let (lost, lost_at) = lost.into_iter().unzip();
    Policy {
        dialect: dialect.clone(),
        sources,
        hooks: off::called(hooks, &documents, dialect),
        documents,
        diagnostics,
        rules: Rules { atoms, rules, lost, lost_at, guards },
        bases,
        directories,
        denies_asking: dialect.prompts_denied
            && effective.deny_instead_of_prompting,
        outside,
    }
}

/// What the settings block outside of the working directories.
fn outside(
    documents: &[Document],
    effective: &Effective,
    dialect: &Dialect,
) -> Outside {
    let more = documents.iter().flat_map(|document| &document.directories);
    Outside {
        reads: dialect.reads_blocked && effective.block_reads_outside,
        writes: dialect.writes_blocked && effective.block_writes_outside,
        directories: more.map(|text| text.as_str().to_owned()).collect(),
    }
}

/// What a rule of a list does.
pub(super) fn effect(list: List) -> Effect {
    match list {
        List::Allow => Effect::Allow,
        List::Ask => Effect::Ask,
        List::Deny => Effect::Deny,
    }
}

pub(super) struct Builder<'a> {
    pub(super) dialect: &'a Dialect,
    pub(super) lowerer: Lowerer,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) rules: Vec<Rule>,
    pub(super) lost: Vec<(Lost, Origin)>,
    hooks: Vec<Hook>,
    /// The last event of which it was said that the dialect has none.
    pub(super) no_event: Option<(SourceId, Span)>,
    /// The first hook of each handler that several may share.
    known: HashMap<(Option<usize>, EventKind, Vec<String>), usize>,
    /// Where `/` patterns of each document start.
    bases: Vec<BaseId>,
    /// While what each document counts.
    pub(super) within: Vec<While>,
    /// What rules wait for.
    calls: EventSet,
}

impl Builder<'_> {
    fn new(dialect: &Dialect) -> Builder<'_> {
        Builder {
            dialect,
            lowerer: Lowerer::default(),
            diagnostics: Vec::new(),
            rules: Vec::new(),
            lost: Vec::new(),
            hooks: Vec::new(),
            no_event: None,
            known: HashMap::new(),
            bases: Vec::new(),
            within: Vec::new(),
            calls: EventSet::tools(),
        }
    }

    fn document(
        &mut self,
        document: &Document,
        at: usize,
        effective: &Effective,
    ) {
        let source_base = self.bases.get(at).cloned();
        let source_base = source_base.unwrap_or(BaseId::Project);
        let within = self.within(document);
        self.within.push(within);
        let scene = Scene { dialect: self.dialect, source_base };
        if document.degraded {
            let span = document.lost;
            let span = span.unwrap_or_else(|| self.worst(document));
            self.lose(Lost::any(), document, span);
        }
        // The documented runner skips a file that it cannot read as a whole.
        let skipped = !self.dialect.doubts_count
            && (document.refused || document.drops_rules);
        if skipped {
            self.skip(document);
        }
        self.rules.reserve(document.rules.len());
        for (rule, entry) in document.rules.iter().enumerate() {
            let place = RuleRef { document: at, rule };
            let counts = effective.rules.binary_search(&place).is_ok();
            // What such a file forbids while it counts asks.
            let asks = document.within.is_some() && entry.list != List::Allow;
            if counts && !skipped {
                self.rule(entry, entry.list, document, &scene);
            } else if counts && asks {
                self.rule(entry, List::Ask, document, &scene);
            } else if counts {
                self.look_at(entry, document, &scene);
            }
        }
        if let Some((tools, span)) = &document.available {
            let list = if skipped { Effect::Ask } else { Effect::Deny };
            self.available(tools, (*span, list), document, &scene);
        }
        for (number, group) in document.groups.iter().enumerate() {
            self.group(group, (at, number), document, &scene, effective);
        }
    }

    fn rule(
        &mut self,
        entry: &load::RuleEntry,
        list: List,
        document: &Document,
        scene: &Scene<'_>,
    ) {
        let effect = effect(list);
        let text = entry.text.as_str();
        let (said, lost) = (self.diagnostics.len(), self.lost.len());
        let lowered = self.lowered(entry, effect, document, scene);
        self.lose_guard(text, effect, lowered.as_ref(), document, entry.span);
        if self.lost.len() > lost {
            self.say_that_it_asks(said);
        }
        let Some(Lowered { predicate, family }) = lowered else { return };
        let origin = Origin { source: document.source, span: entry.span };
        let allows = effect == Effect::Allow;
        let predicate = self.counting(document.source, allows, predicate);
        self.rules.push(Rule {
            effect,
            events: self.calls,
            matcher: Predicate::Always,
            predicate,
            family,
            text: text.to_owned(),
            origin,
        });
    }

    /// Makes room for so many texts: a guard that is enforced has two or
    /// three atoms.
    fn reserve(&mut self, texts: usize) {
        let atoms = match self.dialect.shell.strict {
            true => texts * 5 / 2,
            false => texts,
        };
        self.lowerer.atoms.reserve(atoms);
        self.rules.reserve(texts);
    }

    fn group(
        &mut self,
        group: &Group,
        (document_at, group_at): (usize, usize),
        document: &Document,
        scene: &Scene<'_>,
        effective: &Effective,
    ) {
        let matcher = match group.kind {
            Some(kind) => self.matcher(group, kind, document),
            None => Predicate::Never,
        };
        let lost = self.lost_by_matcher(group, &matcher);
        let declared = group.declared.as_ref();
        let declared = declared.map(|declared| self.declared(declared));
        let matcher = match declared {
            Some(declared) => Predicate::all_of([matcher, declared]),
            None => matcher,
        };
        for (at, handler) in group.hooks.iter().enumerate() {
            let place = HandlerRef {
                document: document_at,
                group: group_at,
                hook: at,
            };
            let off = effective
                .inactive_handlers
                .binary_search_by_key(&place, |(other, _)| *other)
                .ok()
                .and_then(|at| effective.inactive_handlers.get(at));
            let off = off.map(|(_, why)| *why);
            let left_out = self.left_out(handler, group, document);
            // Below a name of no event it may have been meant for any.
            let meant = left_out.is_none() || group.kind.is_none();
            if off.is_none() && meant && handler.guards_on(group.kind) {
                for lost in lost.iter().cloned() {
                    self.lose(lost, document, handler.span);
                }
            }
            let origin =
                Origin { source: document.source, span: handler.span };
            let number = self.hooks.len();
            let same_as = self.same_as(handler, group, document_at, document);
            self.hooks.push(Hook {
                event: group.kind,
                place,
                handler: handler.clone(),
                origin,
                same_as,
                inactive: left_out.or(off),
            });
            let Some(kind) = group.kind else { continue };
            let predicate = self.condition(handler, kind, document, scene);
            let number = u32::try_from(number).unwrap_or(u32::MAX);
            let text = handler.condition.as_ref();
            self.rules.push(Rule {
                effect: Effect::Fire(number),
                events: EventSet::only(kind),
                matcher: self.counting(
                    document.source,
                    handler.allows(),
                    matcher.clone(),
                ),
                predicate,
                family: Family::Other,
                text: text.map_or("", Decoded::as_str).to_owned(),
                origin,
            });
        }
    }

    /// The first hook that does the same on the same event. Copies in
    /// plugins and skills count apart.
    fn same_as(
        &mut self,
        handler: &load::Handler,
        group: &Group,
        document_at: usize,
        document: &Document,
    ) -> usize {
        let number = self.hooks.len();
        let Some(kind) = group.kind else { return number };
        let running = &self.dialect.running;
        let apart = matches!(document.scope, Scope::Plugin | Scope::Skill);
        let apart = apart && running.copies_apart;
        let apart = apart.then_some(document_at);
        let text = same::key(handler, document, running.dedup);
        *self.known.entry((apart, kind, text)).or_insert(number)
    }

    fn matcher(
        &mut self,
        group: &Group,
        kind: EventKind,
        document: &Document,
    ) -> Predicate {
        let Some(text) = &group.matcher else { return Predicate::Always };
        let predicate =
            self.lowerer.matcher(text.as_str(), kind, self.dialect);
        self.take_findings(document.source, text, text.span());
        predicate
    }

    fn condition(
        &mut self,
        handler: &load::Handler,
        kind: EventKind,
        document: &Document,
        scene: &Scene<'_>,
    ) -> Predicate {
        let text = handler.condition.as_ref();
        // The reader takes no such decision that allows.
        let text = text.filter(|text| !text.as_str().trim().is_empty());
        let Some(text) = text else { return Predicate::Always };
        if !scene.dialect.reads_ifs && !handler.allows() {
            self.no_condition(text, document);
            return Predicate::Always;
        }
        let takes_if = scene.dialect.surface.conditions.has(kind);
        if !takes_if {
            let message = format!(
                "`{}` has no tool call to compare; with an `if` this hook \
                 never runs",
                kind.name()
            );
            let found = Diagnostic::new(
                Code::IF_ON_NON_TOOL_EVENT,
                message,
                document.source,
                document.quoted(text),
            );
            self.diagnostics.push(found.help("delete the `if`"));
            return Predicate::Never;
        }
        let lowered = self.lowerer.condition(text.as_str(), scene);
        // What cannot be read runs the hook, but lets nothing run.
        let otherwise = match handler.allows() {
            true => {
                self.lowerer.say_of_findings(RUNS, "it allows nothing");
                Predicate::Never
            }
            false => Predicate::Always,
        };
        self.take_findings(document.source, text, text.span());
        lowered.map_or(otherwise, |lowered| lowered.predicate)
    }
}
