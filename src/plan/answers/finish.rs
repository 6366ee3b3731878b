//! What holds for every answer, whatever it was read from.

use super::json::told;
use super::read::Reader;
use super::{Class, Decision, Outcome};
use crate::event::EventKind;
use crate::event::table::Facets;
use crate::load::HandlerKind;
use crate::plan::steps::Work;

impl Reader<'_> {
    /// What holds for every answer.
    pub(super) fn finish(&self, out: &mut Outcome) {
        if out.detached.is_some() || self.step.is_async {
            self.detach(out);
        }
        if self.step.kind == HandlerKind::Inject {
            // A server's tool gives text, never a decision.
            let context = out.context.take();
            let (class, error) = (out.class, out.error.take());
            *out = Outcome { class, error, context, ..Outcome::default() };
        }
        if self.dialect.answers.unheard.has(self.kind) {
            self.unheard(out);
        }
        if !self.kind.is_decided() && out.decision != Decision::None {
            out.decision = Decision::None;
        }
        let facets = self.dialect.facets(self.kind);
        if !facets.has(Facets::REWRITE) {
            out.input = None;
            out.output = None;
        }
        if out.veto || out.halt {
            out.class = Class::Blocking;
        }
        let cap = self.dialect.answers.text_cap as usize;
        for text in [&mut out.context, &mut out.feedback, &mut out.reason] {
            if let Some(text) = text.as_mut().filter(|_| cap > 0)
                && let Some((at, _)) = text.char_indices().nth(cap)
            {
                text.truncate(at);
                let cut = "only the start of a text reaches the model";
                out.notices.push(cut.to_owned());
            }
        }
    }

    /// An answer that is discarded; behind a failure the terminal still gets
    /// what is for it alone.
    fn unheard(&self, out: &mut Outcome) {
        let mut kept = Outcome {
            error: out.error.take(),
            detached: out.detached.take(),
            notices: std::mem::take(&mut out.notices),
            ..Outcome::default()
        };
        if self.kind == EventKind::STOP_FAILURE {
            kept.extra = std::mem::take(&mut out.extra);
            kept.extra.retain(|(key, _)| key == "terminalSequence");
        }
        let class = std::mem::take(&mut out.class);
        if class != Class::Blocking {
            kept.class = class;
        }
        if *out != Outcome::default() {
            let lost = format!("no answer to `{}` counts", self.kind.name());
            kept.notices.push(lost);
        }
        *out = kept;
    }

    /// An answer nobody waits for only tells something.
    fn detach(&self, out: &mut Outcome) {
        let set = &self.dialect.surface.async_handlers;
        if !set.has(self.step.kind) {
            out.detached = None;
            out.notices.push("`async` does not count here".to_owned());
            return;
        }
        let decides = out.veto || out.halt || out.decision != Decision::None;
        let changes = out.input.is_some() || out.output.is_some();
        // Exit code 2 wakes the agent, which is told why (spec 6.5).
        let rewakes =
            matches!(self.step.work, Work::Command { rewake: true, .. });
        let wakes = rewakes && out.class == Class::Blocking;
        let why = out.feedback.clone().or(out.reason.clone());
        let feedback = wakes.then(|| told(why.as_deref()));
        if !wakes && (decides || changes || out.feedback.is_some()) {
            let lost = "nobody waits for it: what it decides does not count";
            out.notices.push(lost.to_owned());
        }
        *out = Outcome {
            class: match out.class {
                Class::Blocking => Class::Success,
                class => class,
            },
            context: out.context.take(),
            feedback,
            message: out.message.take(),
            error: out.error.take(),
            detached: out.detached,
            notices: std::mem::take(&mut out.notices),
            ..Outcome::default()
        };
    }
}
