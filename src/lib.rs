//! A rule engine for coding-agent hooks and permissions: policy as data.
//!
//! Coding agents let people say when something must happen: permission rules
//! such as `Bash(git push *)` or `Read(//etc/**)`, hooks with a matcher and an
//! `if`. This library reads such policies with the place of every byte, says
//! what is wrong with them, compiles them into one set and answers each event
//! in a single pass. It does no I/O: texts, events and what is known of the
//! world come in as values, answers come out as values.
//!
//! # What a runner does
//!
//! Read the policy, look at what is wrong with it, compile it once; then read
//! each event and ask.
//!
//! ```
//! use hookset::{
//!     Behavior, Context, Dialect, Event, Family, Input, Limits, Policy,
//!     Scope, Scratch, Tape,
//! };
//!
//! let settings = Input {
//!     name: ".claude/settings.json".to_owned(),
//!     text: r#"{"permissions": {
//!         "allow": ["Bash(git *)"],
//!         "deny": ["Bash(git push *)"]
//!     }}"#
//!     .to_owned(),
//!     family: Family::Claude,
//!     scope: Scope::Project,
//!     directory: None,
//! };
//! // `Dialect::default()` is strict; `Dialect::named("claude")` predicts
//! // that runner, weak spots included.
//! let policy = Policy::from_sources([settings], &Dialect::default());
//! for found in policy.diagnostics() {
//!     eprintln!("{}: {}", found.code.name(), found.message);
//! }
//! let engine = policy.compile(&Limits::default())?;
//!
//! // One of each per thread, used again for every event.
//! let (mut tape, mut scratch) = (Tape::new(), Scratch::default());
//! let payload = r#"{
//!     "hook_event_name": "PreToolUse",
//!     "cwd": "/srv/shop",
//!     "tool_name": "Bash",
//!     "tool_input": {"command": "git fetch && sudo git push --force"}
//! }"#;
//! let event = Event::read(payload, &mut tape);
//! let answer = engine.answer(&event, &Context::default(), &mut scratch);
//!
//! assert_eq!(answer.permission.behavior, Behavior::Deny);
//! let rule = answer.permission.rule.expect("a rule decided");
//! assert_eq!(engine.rule(rule).expect("it is there").text, "Bash(git push *)");
//! assert_eq!(engine.rule_place(rule), ".claude/settings.json:3:18");
//! # Ok::<(), hookset::CompileError>(())
//! ```
//!
//! `Behavior::None` means that no rule speaks: what happens then is the
//! runner's to say, by its mode. In a strict dialect an event that cannot be
//! read is never allowed, and an answer names what is in doubt
//! ([`Subjects::doubts`](subject::Subjects::doubts)); one that predicts a
//! runner allows what that runner would.
//!
//! # Hooks
//!
//! [`Engine::plan`] says which hooks are to be run, in order, with everything
//! filled in, and why the others are not. The runner runs them, reads each
//! end with [`plan::answers::outcome`], and [`plan::answers::fold`] puts
//! outcomes and rules together; which [`Ended`](plan::answers::Ended) belongs
//! to which work stands there. A hook that is waited for and has no outcome
//! is asked about: leave out what cannot be run. Where hooks changed the
//! input, [`plan::answers::settle`] asks the rules about the new one. What is
//! remembered between events is a [`State`], passed in and given back; behind
//! `Stop`, [`State::after_stop`] counts how often the agent was kept going.
//! Whoever posts to an address asks [`plan::address::judge`] about what its
//! name led to.
//!
//! ```
//! use hookset::plan::answers::{Decision, Ended, fold, outcome};
//! use hookset::plan::steps::{Cost, Work};
//! use hookset::{
//!     Context, Dialect, Event, Family, Input, Limits, Policy, Scope,
//!     Scratch, State, Tape,
//! };
//!
//! let hooks = Input {
//!     name: "hooks.json".to_owned(),
//!     text: r#"{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [
//!         {"type": "command", "if": "Bash(rm *)", "command": "ask-me.sh"}
//!     ]}]}}"#
//!     .to_owned(),
//!     family: Family::Hookset,
//!     scope: Scope::Project,
//!     directory: None,
//! };
//! let dialect = Dialect::default();
//! let policy = Policy::from_sources([hooks], &dialect);
//! let engine = policy.compile(&Limits::default())?;
//!
//! let payload = r#"{"hook_event_name": "PreToolUse", "cwd": "/srv/shop",
//!     "tool_name": "Bash", "tool_input": {"command": "rm -r build"}}"#;
//! let (mut tape, mut scratch) = (Tape::new(), Scratch::default());
//! let event = Event::read(payload, &mut tape);
//! let (context, state) = (Context::default(), State::default());
//! let plan = engine.plan(&event, &context, &state, &mut scratch);
//!
//! let kind = plan.event.expect("an event with steps is known");
//! let mut outcomes = Vec::new();
//! for (at, step) in plan.steps.iter().enumerate() {
//!     let ended = match &step.work {
//!         // Here the runner runs it within `step.timeout`.
//!         Work::Command { command, .. } => {
//!             assert_eq!(command, "ask-me.sh");
//!             let (stdout, stderr) = ("", "builds are kept");
//!             Ended::Exit { code: Some(2), stdout, stderr }
//!         }
//!         // Nothing is run: the plan itself gives the answer.
//!         _ if step.cost == Cost::Nothing => Ended::Nothing,
//!         // A hook that this runner cannot run is asked about.
//!         _ => continue,
//!     };
//!     outcomes.push((at, outcome(step, kind, &ended, &dialect)));
//! }
//! let verdict = fold(&plan, &outcomes);
//!
//! assert_eq!(verdict.decision, Decision::Deny);
//! assert_eq!(verdict.reasons, ["builds are kept"]);
//! let state = state.after(&plan);
//! # let _ = state;
//! # Ok::<(), hookset::CompileError>(())
//! ```
//!
//! # The rest
//!
//! | | |
//! |---|---|
//! | which kind of file a text is | [`Family::of`] |
//! | everything there is to say about a policy | [`lint::check`] |
//! | an image that starts without compiling | [`HookSet::image`](hook_set::HookSet::image), [`Engine::from_image`]; [`HookSet::verify`](hook_set::HookSet::verify) checks every byte of it |
//! | a policy that changes while threads answer | [`Policy::with`] |
//! | why a rule matches, or where it parts from an event | [`Engine::explain`], [`Engine::reason`] |
//! | what a change of a policy lets through | [`analyze`] |
//! | the language of rules | [`syntax::REFERENCE`] |
//! | guidance by level, hooks that servers declare | [`guide`] |
//!
//! Features, all on: `yaml` and `toml` read policies in those formats,
//! `unicode` knows the normal forms of file names.

pub mod analyze;
pub mod diagnostic;
pub mod dialect;
pub mod event;
pub mod guide;
pub mod hook_set;
pub mod ir;
pub mod json;
pub mod lint;
pub mod load;
pub mod plan;
pub mod policy;
pub mod shell;
pub mod source;
pub mod subject;
pub mod syntax;

pub use diagnostic::{Diagnostic, Severity};
pub use dialect::Dialect;
pub use event::{Context, Event, Mode};
pub use hook_set::{Bytes, CompileError, HookSet, ImageError, Limits};
pub use ir::RuleId;
pub use json::Tape;
pub use load::{Family, Scope};
pub use plan::{
    Answer, Behavior, Engine, Permission, Plan, Scratch, State, Why,
};
pub use policy::{Input, Policy, Rejected};
pub use shell::{Doubt, Reason};
