//! Exit codes, bodies and answers → outcomes (spec 6.7, 6.8).

use super::super::steps::{Bearing, Body, Cost, Step, Work};
use super::{Class, Decision, Ended, Outcome, faulty, fields, json, model};
use crate::dialect::{Dialect, JsonOn, OnDoubt};
use crate::event::EventKind;
use crate::event::table::{Exit, Facets};
use crate::json::quote;
use crate::load::HandlerKind;

/// What a step led to: `ended` read by the dialect of the engine that made
/// the plan. [`Ended`] says what belongs to which [`Work`]. A step that costs
/// nothing is an answer already; what it gives counts, whatever it is said to
/// have ended with. An answer that cannot be read is a failure, in the
/// outcome's `error`. Linear in what was printed.
pub fn outcome(
    step: &Step,
    kind: EventKind,
    ended: &Ended<'_>,
    dialect: &Dialect,
) -> Outcome {
    let reader = Reader { step, kind, dialect };
    let mut out = reader.read(ended);
    reader.finish(&mut out);
    out
}

pub(super) struct Reader<'a> {
    pub(super) step: &'a Step,
    pub(super) kind: EventKind,
    pub(super) dialect: &'a Dialect,
}

impl Reader<'_> {
    fn read(&self, ended: &Ended<'_>) -> Outcome {
        if self.step.cost == Cost::Nothing {
            return self.given();
        }
        match *ended {
            Ended::Exit { code, stdout, stderr } => {
                self.exit(code, stdout, stderr)
            }
            Ended::Http { status, body } => self.http(status, body),
            Ended::Tool { is_error, texts } => self.tool(is_error, texts),
            Ended::Model { text } => {
                let goes_on = self.goes_on();
                match model::read(text, self.kind, self.dialect, goes_on) {
                    Ok(out) => self.heeded(text, out),
                    Err(fault) => self.faulty(text, &fault),
                }
            }
            Ended::Nothing => self.failure("nothing was run"),
            Ended::Failed { message } => self.failure(message),
            Ended::TimedOut => self.timed_out(),
            Ended::Aborted => cancelled("it was stopped from outside"),
            // It says nothing to anybody, but is no secret.
            Ended::OutOfTurns => Outcome {
                class: Class::Cancelled,
                notices: vec!["it took more turns than it may".to_owned()],
                ..Outcome::default()
            },
        }
    }

    fn exit(&self, code: Option<i32>, stdout: &str, stderr: &str) -> Outcome {
        if code == Some(0) {
            let mut out = self.printed(stdout, false);
            if self.kind == EventKind::WORKTREE_CREATE {
                out.extra.extend(worktree(stdout));
            }
            return out;
        }
        let reads_json = self.dialect.answers.json_on == JsonOn::Always;
        let fails = self.dialect.exit(self.kind) == Exit::AnyFails;
        let answer = (reads_json && json::is_meant(stdout))
            .then(|| json::read(stdout, self.kind, self.dialect));
        if code == Some(2) || fails {
            let out = self.blocked(answer.and_then(Result::ok), stderr);
            return self.heeded(stdout, out);
        }
        let fault = || ended_with(code, stderr);
        match answer {
            // That the answer can be read makes it no less a failure.
            Some(Ok(out)) if self.step.failure_blocks => {
                self.heeded(stdout, self.blocked(Some(out), &fault()))
            }
            Some(Ok(out)) => self.heeded(stdout, out),
            _ => self.faulty(stdout, &fault()),
        }
    }

    /// The block of exit code 2: its reason may stand in JSON, which
    /// decides nothing else.
    fn blocked(&self, answer: Option<Outcome>, stderr: &str) -> Outcome {
        let answer = answer.unwrap_or_default();
        let said = stderr.trim();
        let reason = answer.reason.clone();
        let reason = reason.or((!said.is_empty()).then(|| said.to_owned()));
        if self.dialect.exit(self.kind) == Exit::Shown {
            return self.shown(answer, reason);
        }
        let decision = match self.kind.is_decided() {
            true => Decision::Deny,
            false => Decision::None,
        };
        Outcome {
            class: Class::Blocking,
            veto: true,
            halt: answer.halt,
            decision,
            reason,
            stop_reason: answer.stop_reason,
            message: answer.message,
            context: answer.context,
            notices: answer.notices,
            ..Outcome::default()
        }
    }

    /// Exit code 2 where it stops nothing: what the answer says besides
    /// counts, but nothing runs because of one that ended so.
    fn shown(&self, mut out: Outcome, reason: Option<String>) -> Outcome {
        if out.decision == Decision::Allow {
            out.decision = Decision::None;
            out.input = None;
        }
        out.extra.retain(|(key, value)| !fields::grants(key, value));
        let facets = self.dialect.facets(self.kind);
        let reason = reason.unwrap_or_else(|| "exit code 2".to_owned());
        if facets.has(Facets::FEEDBACK) && self.tells_the_model() {
            out.class = Class::Blocking;
            out.feedback = Some(reason);
        } else {
            out.class = Class::NonBlockingError;
            out.error = Some(reason);
        }
        out
    }

    /// Whether what a program complains about reaches the model on this
    /// event, though nothing can be stopped.
    fn tells_the_model(&self) -> bool {
        let after =
            [EventKind::POST_TOOL_USE, EventKind::POST_TOOL_USE_FAILURE];
        after.contains(&self.kind)
    }

    /// What a tool says. Each of its blocks may be an answer; of a server
    /// that tells the model something none is, whatever it looks like.
    fn tool(&self, is_error: bool, texts: &[&str]) -> Outcome {
        let text = texts.join("\n");
        let told = self.step.kind == HandlerKind::Inject;
        let fault = || format!("the tool failed: {text}");
        match (told, is_error) {
            (true, true) => return failed(&fault()),
            (true, false) => return injected(&text),
            (false, true) => return self.faulty(&text, &fault()),
            (false, false) => {}
        }
        let everywhere = self.dialect.answers.tool_text_is_context;
        let mut out = self.printed(&text, everywhere);
        if !json::is_meant(&text) {
            for block in texts.iter().filter(|block| json::is_meant(block)) {
                out = self.heeded(block, out);
            }
        }
        out
    }

    /// What was printed behind exit code 0, or by a tool.
    fn printed(&self, text: &str, context_everywhere: bool) -> Outcome {
        if json::is_meant(text) {
            return self.object(text);
        }
        let text = text.trim_end_matches(['\n', '\r']);
        let feedback = self.dialect.facets(self.kind).has(Facets::FEEDBACK);
        let counts = self.dialect.answers.plain_context.has(self.kind)
            || context_everywhere && feedback;
        let context =
            (counts && !text.trim().is_empty()).then(|| text.to_owned());
        let mut out = Outcome { context, ..Outcome::default() };
        let is_lost = !counts && !self.dialect.answers.faulty_stops;
        if is_lost && text.lines().any(json::is_meant) {
            let notice = "text stands before the JSON: it is no answer";
            out.notices.push(notice.to_owned());
        }
        if counts { out } else { self.heeded(text, out) }
    }

    /// An answer that is meant as JSON.
    fn object(&self, text: &str) -> Outcome {
        match json::read(text, self.kind, self.dialect) {
            Ok(out) => self.heeded(text, out),
            Err(fault) => self.faulty(text, &fault),
        }
    }

    /// What an answer came to, and what else it says against going on.
    fn heeded(&self, text: &str, mut out: Outcome) -> Outcome {
        let Some(no) = self.objection(text) else { return out };
        let is_stricter = no.decision > out.decision
            || no.veto && !out.veto
            || no.halt && !out.halt
            || no.feedback.is_some() && out.feedback.is_none();
        let detaches = &self.dialect.surface.async_handlers;
        let is_lost = out.detached.is_some() && detaches.has(self.step.kind);
        if is_stricter && !is_lost {
            out.decision = out.decision.max(no.decision);
            out.veto |= no.veto;
            out.halt |= no.halt;
            out.reason = out.reason.or(no.reason);
            out.feedback = out.feedback.or(no.feedback);
            out.input = None;
            out.extra.retain(|(key, value)| !fields::grants(key, value));
            out.notices.push("the strictest it says counts".to_owned());
        }
        out
    }

    /// An answer that cannot be used: what it says against going on counts.
    fn faulty(&self, text: &str, fault: &str) -> Outcome {
        if self.step.failure_blocks {
            // Where that stops nothing, what it says may.
            return self.heeded(text, self.failure(fault));
        }
        let Some(mut out) = self.objection(text) else {
            return self.failure(fault);
        };
        out.notices.push(format!("{fault}; that it stops counts"));
        out
    }

    fn objection(&self, text: &str) -> Option<Outcome> {
        if !self.dialect.answers.faulty_stops {
            return None;
        }
        let (kind, dialect) = (self.kind, self.dialect);
        let found = faulty::objection(text, dialect);
        let asked = [HandlerKind::Prompt, HandlerKind::Agent];
        if !found.not_ok || !asked.contains(&self.step.kind) {
            return found.outcome(kind, dialect);
        }
        let reason = found.reason.as_deref();
        let no = model::answer(false, reason, kind, dialect, self.goes_on());
        faulty::is_heard(&no).then_some(no)
    }

    /// Whether the turn goes on behind a model's no.
    fn goes_on(&self) -> bool {
        matches!(self.step.work, Work::Prompt { continue_on_block: true, .. })
    }

    fn http(&self, status: u16, body: &str) -> Outcome {
        if !(200..300).contains(&status) {
            return self.faulty(body, &format!("status {status}"));
        }
        if body.trim().is_empty() {
            return Outcome::default();
        }
        if !json::is_meant(body) {
            let fault = "the body is not a JSON object";
            return self.faulty(body, fault);
        }
        self.object(body)
    }

    /// An answer that stands in the plan.
    fn given(&self) -> Outcome {
        match &self.step.work {
            Work::Decision { decision, reason, context } => {
                let decision = decision.map_or(Decision::None, Decision::from);
                let (decision, reason) = self.weighed(decision, reason);
                // It comes to what the same answer of a program does.
                let mut reader = json::Reader::new(self.kind, self.dialect);
                reader.out.reason = reason;
                reader.out.context.clone_from(context);
                reader.meant(decision);
                reader.settle();
                reader.out
            }
            Work::Inject { body: Body::Text(text), .. } => injected(text),
            Work::Refused { reason, .. } => {
                self.failure(&format!("it cannot run: {}", reason.words()))
            }
            _ => self.failure("nothing was run"),
        }
    }

    /// A decision of the policy, as far as it bears on the call.
    fn weighed(
        &self,
        decision: Decision,
        reason: &Option<String>,
    ) -> (Decision, Option<String>) {
        // Behind a call nobody is asked.
        let stays =
            self.dialect.on_doubt == OnDoubt::Deny || !self.kind.is_decided();
        match (self.step.bearing, decision) {
            (Bearing::Part | Bearing::Doubtful, Decision::Allow) => {
                (Decision::None, None)
            }
            (Bearing::Doubtful, Decision::Ask | Decision::Deny) => {
                let said = reason.as_deref().unwrap_or("it decides");
                let said =
                    format!("whether this holds cannot be decided: {said}");
                let decision = if stays { decision } else { Decision::Ask };
                (decision, Some(said))
            }
            _ => (decision, reason.clone()),
        }
    }

    fn timed_out(&self) -> Outcome {
        // A change of the model waits for an answer it never gets.
        let refuses = self.kind == EventKind::PRE_MODEL_SWITCH;
        if self.step.failure_blocks || refuses {
            return self.blocked(None, "it took longer than it may");
        }
        cancelled("it took longer than it may")
    }

    /// A failure: nothing stops, unless the handler says so.
    fn failure(&self, message: &str) -> Outcome {
        if self.step.failure_blocks {
            return self.blocked(None, message);
        }
        failed(message)
    }
}

fn failed(message: &str) -> Outcome {
    Outcome {
        class: Class::NonBlockingError,
        error: Some(message.to_owned()),
        ..Outcome::default()
    }
}

/// What a server tells the model.
fn injected(text: &str) -> Outcome {
    let text = text.trim_end_matches(['\n', '\r']);
    let context = (!text.trim().is_empty()).then(|| text.to_owned());
    Outcome { context, ..Outcome::default() }
}

/// The directory that is printed where a worktree is made: the last line
/// that is not empty.
fn worktree(stdout: &str) -> Option<(String, String)> {
    let mut lines = stdout.lines().rev().map(str::trim);
    let path = lines.find(|line| !line.is_empty())?;
    if json::is_meant(stdout) {
        return None;
    }
    let mut quoted = String::new();
    quote(path, &mut quoted);
    Some(("worktreePath".to_owned(), quoted))
}

/// How a program ended, and what it complained about.
fn ended_with(code: Option<i32>, stderr: &str) -> String {
    let code = match code {
        Some(code) => format!("exit code {code}"),
        None => "ended by a signal".to_owned(),
    };
    let said = stderr.trim();
    let colon = if said.is_empty() { "" } else { ": " };
    format!("{code}{colon}{said}")
}

fn cancelled(why: &str) -> Outcome {
    Outcome {
        class: Class::Cancelled,
        error: Some(why.to_owned()),
        ..Outcome::default()
    }
}
