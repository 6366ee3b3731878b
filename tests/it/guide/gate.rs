use super::start;
use hookset::guide::{
    Choices, Gate, Guidance, Kind, Level, Phase, Registry, RequiresInit,
    Session, State,
};

fn set_up() -> (Gate, Session) {
    let gate = Gate::document();
    let mut session = Session::default();
    gate.record(&mut session, "session_init", None);
    (gate, session)
}

#[test]
fn s1_45_states() {
    let mut gate = Gate::document();
    gate.init.push("report".to_owned());
    gate.moves.push(("report".to_owned(), State::Ready));
    let rows = [
        (State::Uninitialized, "session_init", State::Initialized),
        (State::Uninitialized, "report", State::Ready),
        (State::Uninitialized, "my_tool", State::Uninitialized),
        (State::Initialized, "session_init", State::Initialized),
        (State::Initialized, "report", State::Ready),
        (State::Initialized, "my_tool", State::Working),
        (State::Ready, "session_init", State::Ready),
        (State::Ready, "my_tool", State::Working),
        (State::Working, "my_tool", State::Working),
        (State::Working, "session_init", State::Working),
        (State::Working, "report", State::Working),
    ];
    for (before, tool, after) in rows {
        let mut session = Session { state: before, ..Session::default() };
        let recorded = gate.record(&mut session, tool, None);
        assert_eq!(session.state, after, "{before:?} {tool}");
        assert_eq!((recorded.before, recorded.after), (before, after));
        assert_eq!(recorded.moved(), before != after);
    }
    let words: Vec<_> = State::ALL.iter().map(|s| s.as_str()).collect();
    assert_eq!(words, ["uninitialized", "initialized", "ready", "working"]);
    // The code lets a session go back.
    let code = Gate::code([]);
    let mut session = Session { state: State::Working, ..Session::default() };
    code.record(&mut session, "session_init", None);
    assert_eq!(session.state, State::Initialized);
}

#[test]
fn s1_46_a_tool_waits_for_the_session() {
    let gate = Gate::document();
    let session = Session::default();
    let blocked = gate.check(&session, "my_tool").unwrap();
    assert!(blocked.message.contains("session_init"));
    assert!(blocked.message.contains("my_tool"));
    assert!(gate.check(&session, "session_init").is_none());
    let (gate, session) = set_up();
    assert!(gate.check(&session, "my_tool").is_none());
}

#[test]
fn s1_47_the_answer_to_a_blocked_call() {
    let gate = Gate::document();
    let blocked = gate.check(&Session::default(), "my \"tool\"\n").unwrap();
    let json: serde_json::Value =
        serde_json::from_str(&blocked.answer()).unwrap();
    assert_eq!(
        json,
        serde_json::json!({
            "isError": true,
            "content": [{"type": "text", "text": blocked.message}]
        })
    );
}

#[test]
fn s1_48_recorded_calls_give_guidance_and_c_35() {
    // The document hands the input over, the code does not: the state never
    // depends on it, so that there is one form only.
    let gate = Gate::document();
    let mut session = Session::default();
    let recorded = gate.record(&mut session, "session_init", Some("r1"));
    assert_eq!(recorded.after, State::Initialized);
    assert!(recorded.guidance.is_some());
    assert_eq!(session.request.as_deref(), Some("r1"));
    let again = gate.record(&mut session, "session_init", None);
    assert_eq!(again.guidance, None);
}

#[test]
fn s1_49_init_tools_and_c_34_messages() {
    let code = Gate::code(["my_tool".to_owned()]);
    let session = Session::default();
    for tool in ["session_init", "server_info"] {
        assert!(code.check(&session, tool).is_none());
    }
    let short = code.check(&session, "my_tool").unwrap().message;
    assert!(short.contains("session_init or server_info"), "{short}");
    let mut long = Gate::document();
    long.init = code.init.clone();
    let long = long.check(&session, "my_tool").unwrap().message;
    assert!(long.contains("session_init or server_info"), "{long}");
    assert!(long.len() > short.len());
}

#[test]
fn s1_50_work_begins_once() {
    let (gate, mut session) = set_up();
    let first = gate.record(&mut session, "my_tool", None);
    assert!(first.moved());
    assert_eq!(first.after, State::Working);
    let next = gate.record(&mut session, "other_tool", None);
    assert!(!next.moved());
}

#[test]
fn s1_51_c_33_tools_in_no_list() {
    let session = Session::default();
    let code = Gate::code(["my_tool".to_owned()]);
    assert!(code.check(&session, "foo").is_none());
    assert!(code.check(&session, "my_tool").is_some());
    let document = Gate::document();
    assert_eq!(document.requires, RequiresInit::All);
    assert!(document.check(&session, "foo").is_some());
}

/// `config` blocks; `review` waits for `plan`.
fn workflow(choices: Choices) -> (Gate, Session) {
    let mut registry = Registry::of_app("toolkit").unwrap();
    let one = |tag: &str| {
        Guidance::new(tag, Kind::Action, Phase::Start, tag, Level::Must)
    };
    let mut config = one("config");
    config.blocking = true;
    config.name = "Configuration".to_owned();
    let mut review = one("review");
    review.dependencies = vec!["plan".to_owned()];
    let all = [config, one("plan"), review, start("x", Level::May, 1)];
    registry.register_all(all).unwrap();
    let (mut gate, session) = set_up();
    gate.choices = choices;
    (gate.with(&registry), session)
}

#[test]
fn s1_52_tools_wait_for_blocking_guidance() {
    let (gate, mut session) = workflow(Choices::DOCUMENT);
    let blocked = gate.check(&session, "toolkit:plan").unwrap();
    let by = "toolkit:action:start:config";
    assert_eq!(blocked.by.as_deref(), Some(by));
    assert!(blocked.hint.as_deref().unwrap().contains("Configuration"));
    let answer: serde_json::Value =
        serde_json::from_str(&blocked.answer()).unwrap();
    assert_eq!(answer["isError"], true);
    let text = answer["content"][0]["text"].as_str().unwrap();
    let inner: serde_json::Value = serde_json::from_str(text).unwrap();
    assert_eq!(
        inner,
        serde_json::json!({
            "success": false,
            "error": blocked.message,
            "workflowViolation": true,
            "blockedBy": by,
            "hint": blocked.hint,
        })
    );
    assert_eq!(text, serde_json::to_string_pretty(&inner).unwrap());
    // Tools of others do not wait, nor does the one that gets it done.
    assert!(gate.check(&session, "other").is_none());
    assert!(gate.check(&session, "toolkit:config").is_none());
    session.complete(by);
    assert!(gate.check(&session, "toolkit:plan").is_none());
    let review = gate.check(&session, "toolkit:review").unwrap();
    assert_eq!(review.by.as_deref(), Some("toolkit:action:start:plan"));
    session.complete("toolkit:action:start:plan");
    assert!(gate.check(&session, "toolkit:review").is_none());
}

/// A name that nothing has holds the tool back, too: a slip must not let it
/// through.
#[test]
fn a_dependency_that_is_not_there_is_waited_for() {
    let mut registry = Registry::of_app("toolkit").unwrap();
    let (kind, phase) = (Kind::Action, Phase::Start);
    let mut one = Guidance::new("review", kind, phase, "Review", Level::Must);
    one.dependencies = vec!["paln".to_owned()];
    registry.register(one).unwrap();
    let (gate, mut session) = set_up();
    let gate = gate.with(&registry);
    let blocked = gate.check(&session, "toolkit:review").unwrap();
    assert_eq!(blocked.by.as_deref(), Some("paln"));
    session.complete("paln");
    assert!(gate.check(&session, "toolkit:review").is_none());
}

#[test]
fn the_code_blocks_the_tool_that_would_help() {
    let (gate, session) = workflow(Choices::CODE);
    assert!(gate.check(&session, "toolkit:config").is_some());
}
