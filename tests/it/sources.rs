//! Which source of several counts, and what becomes of one that is read as
//! what it is not.

use hookset::diagnostic::Severity;
use hookset::dialect::Dialect;
use hookset::load::{Family, Scope};
use hookset::policy::{Input, Policy};

use crate::ask;

fn input(name: &str, text: &str, family: Family, scope: Scope) -> Input {
    let (name, text) = (name.to_owned(), text.to_owned());
    Input { name, text, family, scope, directory: None }
}

fn settings(scope: Scope, list: &str) -> Input {
    let text = format!(r#"{{"permissions": {{"{list}": ["Bash(ls)"]}}}}"#);
    input(scope.as_str(), &text, Family::Hookset, scope)
}

/// What several scopes come to on `ls`, given in either order.
fn said(dialect: &str, files: [(Scope, &str); 2]) -> String {
    let dialect = Dialect::named(dialect).unwrap();
    let ask = |files: [(Scope, &str); 2]| {
        let files = files.map(|(scope, list)| settings(scope, list));
        ask::command(Policy::from_sources(files, &dialect), "ls").0
    };
    let [one, two] = files;
    let (there, back) = (ask([one, two]), ask([two, one]));
    assert_eq!(there, back, "{files:?}");
    there
}

/// The scope decides, not the order: no allow of a person lifts what the
/// organisation denies.
#[test]
fn a_guard_of_a_stronger_scope_is_lost_in_no_order() {
    let all = ["hookset", "claude", "agent", "pattern", "cascade"];
    for dialect in all {
        for weaker in [Scope::User, Scope::Project, Scope::Cli, Scope::Server]
        {
            let files = [(weaker, "allow"), (Scope::Managed, "deny")];
            assert_eq!(said(dialect, files), "deny", "{dialect} {weaker:?}");
        }
    }
}

/// Where the first source decides, scopes come in the order of the page that
/// this is from.
#[test]
fn the_first_source_is_that_of_the_first_scope() {
    let order = [
        Scope::Managed,
        Scope::Project,
        Scope::Local,
        Scope::Cli,
        Scope::Session,
        Scope::User,
        Scope::Agent,
        Scope::Skill,
        // Those of plugins hold no rules.
        Scope::Server,
    ];
    for pair in order.windows(2) {
        let first = |list| {
            let other = if list == "deny" { "allow" } else { "deny" };
            said("cascade", [(pair[0], list), (pair[1], other)])
        };
        assert_eq!(first("deny"), "deny", "{pair:?}");
        assert_eq!(first("allow"), "allow", "{pair:?}");
    }
}

#[test]
fn among_files_of_one_scope_the_first_one_speaks_first() {
    let dialect = Dialect::named("cascade").unwrap();
    for (first, then) in [("allow", "deny"), ("deny", "allow")] {
        let files = [first, then].map(|list| settings(Scope::User, list));
        let policy = Policy::from_sources(files, &dialect);
        assert_eq!(ask::command(policy, "ls").0, first);
    }
}

const FAMILIES: [Family; 10] = [
    Family::Claude,
    Family::Agent,
    Family::Plugin,
    Family::Hookset,
    Family::Sep2282,
    Family::Toolkit,
    Family::Definition,
    Family::Pattern,
    Family::Gemini,
    Family::Codex,
];

/// Whatever a file is read as, its guards count, or it is said that they do
/// not and calls are asked about.
#[test]
fn no_family_drops_guards_without_a_word() {
    let texts = [
        ("s.json", r#"{"permissions": {"deny": ["Bash(ls)"]}}"#),
        ("s", r#"{"permissions": {"deny": ["Bash(ls)"]}}"#),
        ("s", r#"{"model": "x", "permissions": {"ask": ["Bash(ls)"]}}"#),
        ("s", r#"{"deny": ["Bash(ls)"]}"#),
        ("s", r#"{"settings": {"permissions": {"deny": ["Bash(ls)"]}}}"#),
        (
            "s",
            r#"{"hooks": {"PreToolUse": [{"hooks": [{"type": "decision",
                "permissionDecision": "deny"}]}]}}"#,
        ),
        (
            "s",
            r#"{"tag": "a", "type": "session", "lifecycle": "start",
                "name": "n", "requirementLevel": "MAY",
                "permissions": {"deny": ["Bash(ls)"]}}"#,
        ),
        (
            "s",
            r#"{"declarations": [],
                "permissions": {"deny": ["Bash(ls)"]}}"#,
        ),
        ("s", "permissions:\n  deny:\n    - Bash(ls)\n"),
        ("s", "---\nname: x\nextra:\n  deny: [Bash(ls)]\n---\n"),
    ];
    for (name, text) in texts {
        for family in FAMILIES {
            let file = input(name, text, family, Scope::Project);
            let policy = Policy::from_sources([file], &Dialect::default());
            let found = policy.diagnostics().iter();
            let worst = found.map(|one| one.severity).max();
            // What front matter says counts while its skill is in use.
            let event = r#"{"hook_event_name": "PreToolUse",
                "active_skill": "x",
                "tool_name": "Bash", "tool_input": {"command": "ls"}}"#;
            let decision = decided(policy, event);
            let what = format!("{family:?} {text}");
            assert!(matches!(decision, "deny" | "ask"), "{what} {decision}");
            let counts = decision == "deny" || text.contains("\"ask\"");
            let told = worst >= Some(Severity::Warning);
            assert!(told || counts, "{what} {worst:?}");
        }
    }
}

/// What rules and decisions of a policy come to.
fn decided(policy: Policy, event: &str) -> &'static str {
    use hookset::{Context, Event, Limits, Scratch, State, Tape};
    let engine = policy.compile(&Limits::default()).unwrap();
    let (mut tape, mut scratch) = (Tape::new(), Scratch::default());
    let event = Event::read(event, &mut tape);
    let (context, state) = (Context::default(), State::default());
    let plan = engine.plan(&event, &context, &state, &mut scratch);
    hookset::plan::answers::beforehand(&plan).decision.as_str()
}

/// What is no guard is said as well, where a file has few keys.
#[test]
fn unknown_keys_are_said() {
    for (family, text, wanted) in [
        (Family::Sep2282, r#"{"declarations": [], "x": 1}"#, "x"),
        (Family::Sep2282, r#"{"hooks": {"declarations": []}, "x": 1}"#, "x"),
        (Family::Codex, r#"{"hooks": {}, "hoks": {}}"#, "hoks"),
        (Family::Gemini, "x = 1\n", "x"),
    ] {
        let file = input("f", text, family, Scope::Project);
        let policy = Policy::from_sources([file], &Dialect::default());
        let found = policy.diagnostics();
        let key = format!("`{wanted}`");
        assert!(
            found.iter().any(|one| one.message.contains(&key)),
            "{family:?} {found:#?}"
        );
        let event = r#"{"hook_event_name": "PreToolUse",
            "tool_name": "Bash", "tool_input": {"command": "ls"}}"#;
        assert_eq!(decided(policy, event), "none", "{family:?}");
    }
    // A whole message of a server says much else.
    let text = r#"{"jsonrpc": "2.0", "id": 1, "result": {
        "protocolVersion": "x", "serverInfo": {"name": "a"},
        "capabilities": {"tools": {}, "hooks": {"declarations": []}}}}"#;
    let file = input("f", text, Family::Sep2282, Scope::Project);
    let policy = Policy::from_sources([file], &Dialect::default());
    assert!(policy.diagnostics().is_empty(), "{:?}", policy.diagnostics());
}

#[test]
fn a_file_shows_what_it_is() {
    let declared = r#"{"declarations": []}"#;
    let guidance = r#"{"tag": "a", "lifecycle": "start"}"#;
    for (name, text, wanted) in [
        (".claude/settings.json", "{}", Some(Family::Claude)),
        ("managed-settings.json", "{}", Some(Family::Claude)),
        (r"C:\x\.agent\settings.json", "{}", Some(Family::Agent)),
        ("p/hooks/hooks.json", "{}", Some(Family::Plugin)),
        (".claude/hooks.json", "{}", Some(Family::Claude)),
        (".codex/hooks.json", "{}", Some(Family::Codex)),
        ("config.toml", "", Some(Family::Codex)),
        ("default.rules", "", Some(Family::Codex)),
        (".codex/agents/a.toml", "", Some(Family::Codex)),
        ("x/.codex/work.config.toml", "", Some(Family::Codex)),
        ("/etc/codex/requirements.toml", "", Some(Family::Codex)),
        (".gemini/commands/a.toml", "", None),
        ("pyproject.toml", "", None),
        ("policies/a.toml", "", Some(Family::Gemini)),
        ("agents/a.md", "", Some(Family::Definition)),
        ("hooks.yaml", "", Some(Family::Pattern)),
        ("hooks.yml", "tag: a\nlifecycle: b\n", Some(Family::Toolkit)),
        ("server.json", declared, Some(Family::Sep2282)),
        ("p/hooks.json", declared, Some(Family::Sep2282)),
        ("a.json", guidance, Some(Family::Toolkit)),
        (".claude/settings.json", guidance, Some(Family::Claude)),
        ("policy.json", "{}", None),
        ("-", "{}", None),
        ("", "", None),
        (".cursor/hooks.json", "{}", None),
        (".cursor/a.json", guidance, None),
    ] {
        let found = Family::of(name, text);
        assert_eq!(found, wanted, "{name} {text}");
    }
}
