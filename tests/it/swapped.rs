//! Policies that change while they are in use, and policies that are refused.

use std::sync::Arc;

use hookset::hook_set::HookSet;
use hookset::policy::UnknownSource;
use hookset::{
    Context, Dialect, Engine, Event, Family, ImageError, Input, Limits, Mode,
    Policy, Scope, Scratch, State, Tape,
};

const HOOKS: &str = r#"{"hooks": {"PreToolUse": [{"matcher": "Bash",
    "hooks": [{"type": "command", "command": "a.sh"}]}]}}"#;

fn input(name: &str, text: &str, scope: Scope) -> Input {
    Input {
        name: name.to_owned(),
        text: text.to_owned(),
        family: Family::Hookset,
        scope,
        directory: None,
    }
}

fn rules(list: &str, rule: &str) -> String {
    format!(r#"{{"permissions": {{"{list}": ["{rule}"]}}}}"#)
}

fn compiled(policy: &Policy) -> Engine {
    policy.clone().compile(&Limits::default()).unwrap()
}

/// What an engine says about a command: the answer, the place it comes from,
/// and the hooks that run with their places.
fn said(engine: &Engine, command: &str, context: &Context) -> String {
    let payload = hookset::event::short::call("Bash", command).unwrap();
    let (mut tape, mut scratch) = (Tape::new(), Scratch::default());
    let event = Event::read(&payload, &mut tape);
    let state = State::default();
    let plan = engine.plan(&event, context, &state, &mut scratch);
    let steps = plan.steps.iter().flat_map(|step| &step.origins);
    let steps: Vec<_> = steps.map(String::as_str).collect();
    let rule = plan.rule.unwrap_or_default();
    format!("{} {rule} {}", plan.rules, steps.join(" "))
}

/// Texts are changed, added and taken out; the engine is that of a fresh
/// start, hooks and places included.
#[test]
fn a_changed_policy_is_that_of_a_fresh_start() {
    let dialect = Dialect::default();
    let deny = rules("deny", "Bash(echo *)");
    let old = [
        input("a.json", &rules("allow", "Bash(ls *)"), Scope::User),
        input("b.json", HOOKS, Scope::Project),
        input("c.json", &deny, Scope::Managed),
    ];
    let policy = Policy::from_sources(old.clone(), &dialect);
    let before = compiled(&policy);
    let context = Context::default();
    assert_eq!(
        said(&before, "echo x", &context),
        "deny c.json:1:27 b.json:2:15"
    );

    let [a, b, _] = old;
    let a2 = input("a.json", &rules("allow", "Bash(echo *)"), Scope::User);
    let d = input("d.json", HOOKS, Scope::User);
    let changed = [a2.clone(), d.clone()];
    let policy = policy.with(changed, &["c.json"]).unwrap();
    let after = compiled(&policy);
    let fresh = Policy::from_sources([a2, b, d], &dialect);
    let fresh = compiled(&fresh);
    assert_eq!(after.set().image(), fresh.set().image());
    assert_eq!(
        said(&after, "echo x", &context),
        "allow a.json:1:28 b.json:2:15 d.json:2:15"
    );
    // Who still has the old one gets its answers.
    assert_eq!(
        said(&before, "echo x", &context),
        "deny c.json:1:27 b.json:2:15"
    );
    let unknown = policy.with([a], &["c.json"]).unwrap_err();
    assert_eq!(unknown, UnknownSource("c.json".to_owned()));
    assert_eq!(
        unknown.to_string(),
        "no text of the policy is called `c.json`"
    );
}

/// Texts that stay are read with the directories they were given, whatever
/// became of these.
#[test]
fn a_changed_policy_keeps_the_directories_of_the_others() {
    let dialect = Dialect::default();
    let deny = rules("deny", "Read(/etc/**)");
    for directory in [Some("/"), Some("srv"), Some("C:\\w"), Some(""), None] {
        let mut stays = input("a.json", &deny, Scope::Project);
        stays.directory = directory.map(str::to_owned);
        let b = input("b.json", HOOKS, Scope::Project);
        let b2 = input("b.json", "{}", Scope::Project);
        let policy = Policy::from_sources([stays.clone(), b], &dialect);
        assert_eq!(policy.inputs()[0].directory, stays.directory);
        let policy = policy.with([b2.clone()], &[]).unwrap();
        let fresh = Policy::from_sources([stays, b2], &dialect);
        assert_eq!(policy.diagnostics(), fresh.diagnostics());
        let images = [&policy, &fresh].map(compiled);
        let [ours, fresh] = images.each_ref().map(|one| one.set().image());
        assert_eq!(ours, fresh, "{directory:?}");
    }
}

/// A set of rules alone has an image, and no engine can be made of it.
#[test]
fn an_image_of_rules_alone_is_said_to_be_one() {
    let text = rules("deny", "Bash(rm *)");
    let file = input("a.json", &text, Scope::User);
    let policy = Policy::from_sources([file], &Dialect::default());
    let set = HookSet::compile(policy.rules(), &Limits::default()).unwrap();
    let image = Arc::new(set.image().to_vec());
    let wrong = Engine::from_image(image).unwrap_err();
    assert_eq!(wrong, ImageError::NoPolicy);
    assert!(wrong.to_string().contains("holds rules alone"));
}

/// What is refused can be drawn: its texts are there, and findings stand in
/// the order of place, whichever reader found them.
#[test]
fn what_is_refused_keeps_its_texts() {
    let dialect = Dialect::default();
    let text = r#"{"permissions": {"deny": ["bash(x)", "Bash(rm *"]},
        "hooks": {"PreToolUse": [{"hooks": [{"type": "comand"}]}]}}"#;
    let file = input("a.json", text, Scope::User);
    let other = input("b.json", "{", Scope::User);
    let policy = Policy::from_sources([file, other], &dialect);
    let count = policy.diagnostics().len();
    let refused = policy.into_strict().unwrap_err();
    let found = refused.diagnostics();
    assert_eq!(found.len(), count);
    let place = |found: &hookset::Diagnostic| {
        let label = found.primary().unwrap();
        (label.source, label.span.start)
    };
    assert!(found.is_sorted_by_key(place), "{found:#?}");
    let drawn = hookset::diagnostic::render::concise(
        found,
        refused.policy().sources(),
    );
    assert!(drawn.contains("a.json:1:") && drawn.contains("b.json:1:"));
    let said = refused.to_string();
    assert!(said.starts_with("a.json:1:"), "{said}");
    assert!(said.contains("more error"), "{said}");
    // What a `main` prints that returns it.
    assert_eq!(format!("{refused:?}"), format!("Rejected({said:?})"));
    assert_eq!(refused.into_policy().sources().len(), 2);
    let fine = input("a.json", HOOKS, Scope::User);
    let fine = Policy::from_sources([fine], &dialect);
    let engine = fine.into_strict().unwrap();
    let engine = engine.compile(&Limits::default()).unwrap();
    assert_eq!(engine.rule_place(hookset::RuleId(u32::MAX)), "");
}

/// What of a context the library looks at, and what not.
#[test]
fn the_context_says_what_it_counts_for() {
    let text = rules("allow", "Bash(ls *)");
    let file = input("a.json", &text, Scope::User);
    let local = rules("deny", "Read(/x/**)");
    let local = input("b.json", &local, Scope::Local);
    let policy = Policy::from_sources([file, local], &Dialect::default());
    let engine = compiled(&policy);
    let base =
        Context { cwd: Some("/srv/shop".to_owned()), ..Context::default() };
    let usual = said(&engine, "ls -l", &base);
    assert!(usual.starts_with("allow"), "{usual}");
    for source in ["managed", "server", "bogus"] {
        let settings_source = Some(source.to_owned());
        let context = Context { settings_source, ..base.clone() };
        assert_eq!(said(&engine, "ls -l", &context), usual);
    }
    // Where `/` of local settings starts.
    let settings_dir = Some("/other".to_owned());
    let there = Context { settings_dir, ..base.clone() };
    for (context, stopped, free) in
        [(&base, "/srv/shop", "/other"), (&there, "/other", "/srv/shop")]
    {
        let reads =
            |at: &str| said(&engine, &format!("cat {at}/x/y"), context);
        assert!(reads(stopped).starts_with("deny"), "{}", reads(stopped));
        assert!(!reads(free).starts_with("deny"), "{}", reads(free));
    }
    // The mode of the event goes before the one of the context.
    let asks = rules("ask", "Bash(ls *)");
    let asks = input("a.json", &asks, Scope::User);
    let policy = Policy::from_sources([asks], &Dialect::default());
    let engine = compiled(&policy);
    let mode = Some(Mode::DontAsk);
    let never = Context { mode, ..base.clone() };
    let answer = |event: &str| {
        let (mut tape, mut scratch) = (Tape::new(), Scratch::default());
        let event = Event::read(event, &mut tape);
        let answer = engine.answer(&event, &never, &mut scratch);
        answer.permission.behavior.to_string()
    };
    let call = |mode: &str| {
        format!(
            r#"{{"hook_event_name": "PreToolUse", "tool_name": "Bash",
                {mode} "tool_input": {{"command": "ls"}}}}"#
        )
    };
    assert_eq!(answer(&call("")), "deny");
    let default = call(r#""permission_mode": "default","#);
    assert_eq!(answer(&default), "ask");
    let unknown = call(r#""permission_mode": "bogus","#);
    assert_eq!(answer(&unknown), "deny");
}
