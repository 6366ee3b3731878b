//! What the analysis proves, as findings. Nothing is said that the engine
//! does not confirm on an example.

use std::collections::HashMap;

use super::Context;
use crate::analyze::{
    Cover, Covered, HookClaim, Overlap, Sample, Survey, sample_context,
};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::Event;
use crate::hook_set::Limits;
use crate::ir::{Effect, Origin, RuleId};
use crate::json::Tape;
use crate::plan::{Behavior, Engine, Scratch};
use crate::policy::Policy;
use crate::source::{SourceId, Span};

/// Adds what can be proved about the rules and hooks of a policy, takes away
/// what is refuted, and adds examples to what is said already.
pub(super) fn check(
    policy: &Policy,
    cx: &Context<'_>,
    out: &mut Vec<Diagnostic>,
) {
    let rules = policy.rules();
    if rules.rules.is_empty() {
        return;
    }
    let mut analysis = Analysis {
        policy,
        survey: Survey::new(rules, policy.dialect()),
        judge: Judge::new(policy),
        places: HashMap::new(),
    };
    for (at, rule) in rules.rules.iter().enumerate() {
        if rule.effect.is_permission()
            && let Ok(at) = u32::try_from(at)
        {
            let place = (rule.origin.source, rule.origin.span);
            analysis.places.insert(place, RuleId(at));
        }
    }
    analysis.refute(out);
    analysis.covered(cx, out);
    analysis.overlaps(cx, out);
    analysis.empty(cx, out);
    analysis.hooks(cx, out);
    analysis.examples(out);
}

struct Analysis<'a> {
    policy: &'a Policy,
    survey: Survey<'a>,
    judge: Judge<'a>,
    places: HashMap<(SourceId, Span), RuleId>,
}

impl Analysis<'_> {
    fn origin(&self, id: RuleId) -> Option<Origin> {
        self.policy.rules().rule(id).map(|rule| rule.origin)
    }

    fn text(&self, id: RuleId) -> String {
        let rule = self.policy.rules().rule(id);
        rule.map_or(String::new(), |rule| rule.text.trim().to_owned())
    }

    /// Whether nothing was said about a rule while it was read, and none of
    /// these codes since.
    fn open(
        &self,
        cx: &Context<'_>,
        out: &[Diagnostic],
        at: Origin,
        codes: &[Code],
    ) -> bool {
        !cx.was_reported(at.source, at.span)
            && !out.iter().any(|found| {
                codes.contains(&found.code)
                    && found.primary().is_some_and(|label| {
                        label.source == at.source
                            && at.span.start <= label.span.start
                            && label.span.end <= at.span.end
                    })
            })
    }

    /// Takes away what was concluded from the texts and is not so.
    fn refute(&mut self, out: &mut Vec<Diagnostic>) {
        out.retain(|found| {
            let covers = [Code::SHADOWED_RULE, Code::REDUNDANT_RULE];
            if !covers.contains(&found.code) {
                return true;
            }
            let mut rules = found.labels.iter().filter_map(|label| {
                self.places.get(&(label.source, label.span)).copied()
            });
            let (Some(rule), Some(by)) = (rules.next(), rules.next()) else {
                return true;
            };
            !matches!(self.survey.covers(by, rule), Cover::Fails(_))
        });
    }

    fn covered(&mut self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        const CODES: &[Code] =
            &[Code::SHADOWED_RULE, Code::REDUNDANT_RULE, Code::DUPLICATE_RULE];
        let (shadowed, redundant) = self.survey.covered();
        for found in shadowed {
            let Some(at) = self.origin(found.rule) else { continue };
            if self.open(cx, out, at, CODES) && self.judge.shadows(&found) {
                out.extend(self.shadowed(&found));
            }
        }
        for found in redundant {
            let Some(at) = self.origin(found.rule) else { continue };
            if self.open(cx, out, at, CODES) && self.judge.both(&found) {
                out.extend(self.redundant(&found));
            }
        }
    }

    fn shadowed(&self, found: &Covered) -> Option<Diagnostic> {
        let (at, by) = (self.origin(found.rule)?, self.origin(found.by)?);
        let effect = self.policy.rules().rule(found.by)?.effect;
        let (list, does) = match effect {
            Effect::Deny => ("deny", "stopped"),
            _ => ("ask", "asked about"),
        };
        let message = format!(
            "the {list} rule `{}` covers all of this and is looked at first; \
             this rule never counts: {} is {does}",
            self.text(found.by),
            found.sample.shown()
        );
        let code = Code::SHADOWED_RULE;
        let made = Diagnostic::new(code, message, at.source, at.span);
        Some(made.also(by.source, by.span, "this one").help(
            "make the other rule narrower; being more exact does not help",
        ))
    }

    fn redundant(&self, found: &Covered) -> Option<Diagnostic> {
        let (at, by) = (self.origin(found.rule)?, self.origin(found.by)?);
        let message = format!(
            "`{}` covers this already, for example {}",
            self.text(found.by),
            found.sample.shown()
        );
        let code = Code::REDUNDANT_RULE;
        let made = Diagnostic::new(code, message, at.source, at.span);
        Some(made.also(by.source, by.span, "this one").help("remove it"))
    }

    fn overlaps(&mut self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for Overlap { allow, ask, sample } in self.survey.overlaps() {
            let (Some(at), Some(by)) = (self.origin(allow), self.origin(ask))
            else {
                continue;
            };
            let known = &[Code::SHADOWED_RULE, Code::REDUNDANT_RULE];
            let asked = self.judge.behavior(&sample) == Some(Behavior::Ask);
            if !asked || !self.open(cx, out, at, known) {
                continue;
            }
            let message = format!(
                "the ask rule `{}` holds for a part of this: {} is asked \
                 about",
                self.text(ask),
                sample.shown()
            );
            let code = Code::OVERLAPPING_ALLOW_ASK;
            let found = Diagnostic::new(code, message, at.source, at.span);
            out.push(found.also(by.source, by.span, "this one").help(
                "ask comes before allow; make one of the two narrower if \
                 this is not meant",
            ));
        }
    }

    /// Rules that match nothing at all.
    fn empty(&mut self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        let mut places: Vec<_> = self.places.values().copied().collect();
        places.sort();
        for id in places {
            let Some(at) = self.origin(id) else { continue };
            if !self.survey.is_empty(id) || !self.silent(cx, out, at) {
                continue;
            }
            let text = self.text(id);
            let message = format!("nothing matches `{text}`");
            let code = Code::NEVER_MATCHES;
            let found = Diagnostic::new(code, message, at.source, at.span);
            out.push(found.help("check the pattern, or remove the rule"));
        }
    }

    fn silent(
        &self,
        cx: &Context<'_>,
        out: &[Diagnostic],
        at: Origin,
    ) -> bool {
        !cx.was_reported(at.source, at.span)
            && !out.iter().any(|found| {
                found.primary().is_some_and(|label| {
                    label.source == at.source
                        && label.span.start < at.span.end
                        && at.span.start < label.span.end
                })
            })
    }

    fn hooks(&mut self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        let rules = &self.policy.rules().rules;
        let mut said = std::collections::HashSet::new();
        for (at, rule) in rules.iter().enumerate() {
            let (Effect::Fire(hook), Ok(at)) =
                (rule.effect, u32::try_from(at))
            else {
                continue;
            };
            let Some(claim) = self.survey.hook(RuleId(at)) else { continue };
            let found = self.hook(hook, &claim);
            let Some(found) = found else { continue };
            let Some(label) = found.primary() else { continue };
            let place = Origin { source: label.source, span: label.span };
            if self.silent(cx, out, place) && said.insert(place) {
                out.push(found);
            }
        }
    }

    fn hook(&mut self, number: u32, claim: &HookClaim) -> Option<Diagnostic> {
        let hook = self.policy.hooks().get(number as usize)?;
        let document = self.policy.documents().get(hook.place.document)?;
        let group = document.groups.get(hook.place.group)?;
        let source = document.source;
        let matcher = group.matcher.as_ref();
        let condition = hook.handler.condition.as_ref();
        Some(match claim {
            HookClaim::Unreachable(sample) => {
                let shown = match sample {
                    Some(sample) => format!(
                        ": {} fits the condition and not the matcher",
                        sample.shown()
                    ),
                    None => String::new(),
                };
                let message = format!(
                    "this condition cannot hold where the matcher does; the \
                     hook never runs{shown}"
                );
                let span = super::context::quoted(document, condition?);
                let code = Code::UNREACHABLE_IF;
                Diagnostic::new(code, message, source, span)
                    .also(source, matcher?.span(), "the matcher")
                    .help("make both name the same tool")
            }
            HookClaim::ConditionAlways(sample) => {
                let message = format!(
                    "this condition holds for all that the matcher lets \
                     through, for example {}",
                    sample.shown()
                );
                let span = super::context::quoted(document, condition?);
                let code = Code::ALWAYS_MATCHES;
                Diagnostic::new(code, message, source, span)
                    .help("remove it, or make it narrower")
            }
            HookClaim::NeverMatches => {
                let matcher = matcher?;
                let message = format!(
                    "nothing that `{}` is about matches `{}`; the hooks of \
                     this group never run",
                    group.event.value,
                    matcher.as_str()
                );
                let code = Code::NEVER_MATCHES;
                Diagnostic::new(code, message, source, matcher.span())
                    .help("check the names; letter case counts")
            }
            HookClaim::MatcherAlways => {
                let matcher = matcher?;
                let message =
                    format!("`{}` matches every name", matcher.as_str());
                let code = Code::ALWAYS_MATCHES;
                Diagnostic::new(code, message, source, matcher.span())
                    .help("write `*`, or leave the matcher out")
            }
        })
    }

    /// Adds to findings on broad allow rules what they let through.
    fn examples(&mut self, out: &mut [Diagnostic]) {
        for found in out {
            let broad = [Code::BROAD_ALLOW, Code::ALLOW_UNDOES_DENY];
            if !broad.contains(&found.code) {
                continue;
            }
            let Some(at) = found.primary().cloned() else { continue };
            let rule = self.places.iter().find(|((source, span), _)| {
                *source == at.source
                    && span.start <= at.span.start
                    && at.span.end <= span.end
            });
            let Some((_, id)) = rule else { continue };
            let text = self.text(*id);
            let Some(shown) = self.judge.let_through(&text) else { continue };
            let help = found.help.take().unwrap_or_default();
            let example = format!("as it stands, {shown} runs; {help}");
            found.help = Some(example);
        }
    }
}

/// The engine of the policy, made when it is first asked.
struct Judge<'a> {
    policy: &'a Policy,
    engine: Option<Option<Engine>>,
    scratch: Scratch,
    tape: Tape,
}

impl<'a> Judge<'a> {
    fn new(policy: &'a Policy) -> Judge<'a> {
        let scratch = Scratch::default();
        Judge { policy, engine: None, scratch, tape: Tape::new() }
    }

    /// What the policy decides about an event, and which rules match.
    fn answer(&mut self, sample: &Sample) -> Option<(Behavior, Vec<RuleId>)> {
        let policy = self.policy;
        let engine = self.engine.get_or_insert_with(|| {
            policy.clone().compile(&Limits::default()).ok()
        });
        let event = Event::read(sample.json(), &mut self.tape);
        let context = sample_context();
        let answer =
            engine.as_ref()?.answer(&event, &context, &mut self.scratch);
        let rules = answer.matches.iter().map(|found| found.rule).collect();
        Some((answer.permission.behavior, rules))
    }

    fn behavior(&mut self, sample: &Sample) -> Option<Behavior> {
        self.answer(sample).map(|answer| answer.0)
    }

    fn both(&mut self, found: &Covered) -> bool {
        let answer = self.answer(&found.sample);
        answer.is_some_and(|(_, rules)| {
            rules.contains(&found.rule) && rules.contains(&found.by)
        })
    }

    fn shadows(&mut self, found: &Covered) -> bool {
        let stopped = self.behavior(&found.sample);
        self.both(found)
            && matches!(stopped, Some(Behavior::Deny | Behavior::Ask))
    }

    /// Something an allow rule for a program lets run, in words.
    fn let_through(&mut self, rule: &str) -> Option<String> {
        let content = rule.strip_prefix("Bash(")?.strip_suffix(')')?;
        let name = super::scan::program(content);
        let samples = examples_of(name);
        samples.iter().find_map(|line| {
            let line = line.replacen("{}", name, 1);
            let sample = Sample::command(&line);
            let runs = self.behavior(&sample) == Some(Behavior::Allow);
            runs.then(|| sample.shown().to_owned())
        })
    }
}

/// What programs that run anything can be told, in order; `{}` is the name.
fn examples_of(program: &str) -> &'static [&'static str] {
    match program {
        "bash" | "sh" | "zsh" | "dash" | "ksh" | "fish" => {
            &["{} -c 'rm -rf build'", "{} x.sh"]
        }
        "python" | "python2" | "python3" => {
            &["{} -c 'import shutil; shutil.rmtree(\"build\")'", "{} x.py"]
        }
        "node" | "bun" | "deno" | "ruby" | "perl" | "lua" | "php" => {
            &["{} -e 'code'", "{} eval 'code'", "{} x"]
        }
        "git" => &["{} -c core.pager='rm -rf build' log", "{} push --force"],
        "find" => &["{} . -delete", "{} . -exec rm {} +"],
        "awk" | "gawk" => &["{} 'BEGIN { system(\"rm -rf build\") }'"],
        "make" => &["{} x"],
        "docker" | "podman" => &["{} run -v /:/host image rm -rf /host/x"],
        "ssh" => &["{} host rm -rf x"],
        _ => &["{} rm -rf build", "{} x"],
    }
}
