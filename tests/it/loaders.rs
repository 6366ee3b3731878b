//! Files that are no settings: what they say counts, and only when it must.

mod carriers;
mod declared;

use hookset::dialect::Dialect;
use hookset::event::{Context, Event};
use hookset::hook_set::Limits;
use hookset::json::Tape;
use hookset::load::{Family, Scope};
use hookset::plan::answers::beforehand;
use hookset::plan::{Engine, Scratch, State};
use hookset::policy::{Input, Policy};

use super::shared;

fn input(name: &str, text: &str, family: Family, scope: Scope) -> Input {
    Input {
        name: name.into(),
        text: text.into(),
        family,
        scope,
        directory: None,
    }
}

fn engine(inputs: Vec<Input>) -> Engine {
    let policy = Policy::from_sources(inputs, &Dialect::default());
    let found = policy.diagnostics();
    assert!(found.is_empty(), "{found:?}");
    policy.compile(&Limits::default()).unwrap()
}

/// The answer of the permission rules, and the hooks that fire.
fn answer(engine: &Engine, event: &str) -> (String, Vec<usize>) {
    let mut tape = Tape::new();
    let event = Event::read(event, &mut tape);
    let mut scratch = Scratch::default();
    let context = Context::default();
    let answer = engine.answer(&event, &context, &mut scratch);
    let fires = answer.hooks.iter().filter(|h| h.skipped.is_none());
    let hooks = fires.map(|hook| hook.hook).collect();
    (answer.permission.behavior.as_str().to_owned(), hooks)
}

fn bash(command: &str, extra: &str) -> String {
    format!(
        r#"{{"hook_event_name": "PreToolUse", "tool_name": "Bash",
        "tool_input": {{"command": "{command}"}}{extra}}}"#
    )
}

const DECLARED: &str = r#"{"result": {"serverInfo": {"name": "notes"},
  "capabilities": {"experimental": {"hooks": {"declarations": [
    {"event": "post_tool_use", "priority": "suggestion",
     "matcher": {"tool_name": "Bash", "input_contains": "git commit"},
     "context": "Write down what you learned in {project_name}"},
    {"event": "post_tool_use", "priority": "important",
     "matcher": {"tool_server": "github", "tool_name": "mcp__*__create_*"},
     "context_tool": "remember", "context_tool_args": {"n": [1]}},
    {"event": "session_end", "priority": "required",
     "matcher": {"tool_name": "Bash"}, "context": "bye"}]}}}}}"#;

const AGENT: &str = "---\nname: rev\ntools: Read, Bash\ndisallowedTools: \
                     Bash(rm *)\nhooks:\n  PreToolUse:\n    - matcher: Bash\n      \
                     hooks:\n        - type: command\n          command: x\n          \
                     if: Bash(git *)\n  Stop:\n    - hooks:\n        \
                     - type: prompt\n          prompt: done?\n---\n";

#[test]
fn an_agent_file_counts_while_the_agent_runs() {
    let engine =
        engine(vec![input("rev.md", AGENT, Family::Definition, Scope::Agent)]);
    let inside = r#", "agent_id": "1", "agent_type": "rev""#;
    assert_eq!(answer(&engine, &bash("rm x", inside)).0, "deny");
    assert_ne!(answer(&engine, &bash("rm x", "")).0, "deny");
    assert_eq!(answer(&engine, &bash("git push", inside)).1, [0]);
    assert!(answer(&engine, &bash("git push", "")).1.is_empty());
    assert!(answer(&engine, &bash("ls", inside)).1.is_empty());
    let write = |extra: &str| {
        format!(
            r#"{{"hook_event_name": "PreToolUse", "tool_name": "Write",
            "tool_input": {{"file_path": "/x", "content": ""}}{extra}}}"#
        )
    };
    assert_eq!(answer(&engine, &write(inside)).0, "deny");
    assert_ne!(answer(&engine, &write("")).0, "deny");
    let stop = |name: &str, agent: &str| {
        format!(r#"{{"hook_event_name": "{name}", "agent_type": "{agent}"}}"#)
    };
    assert_eq!(answer(&engine, &stop("SubagentStop", "rev")).1, [1]);
    assert!(answer(&engine, &stop("SubagentStop", "other")).1.is_empty());
    assert!(answer(&engine, &stop("Stop", "rev")).1.is_empty());
}

#[test]
fn a_skill_allows_only_while_it_is_used() {
    let text = "---\nname: release\nallowed-tools: Bash(git push *)\n\
                disallowed-tools: WebFetch\n---\n";
    let engine = engine(vec![input(
        "SKILL.md",
        text,
        Family::Definition,
        Scope::Skill,
    )]);
    let inside = r#", "active_skill": "release""#;
    assert_eq!(answer(&engine, &bash("git push origin", inside)).0, "allow");
    assert_ne!(answer(&engine, &bash("git push origin", "")).0, "allow");
    assert_ne!(answer(&engine, &bash("git push o && id", inside)).0, "allow");
}

/// The sample of the pattern catalogue, in our own words.
#[test]
fn hooks_config_in_yaml() {
    let text = "hooks_config:\n  PreToolUse:\n    - matcher: \"Write\"\n      \
                hooks:\n        - type: \"command\"\n          command: \
                \"lint $tool_input_path\"\n          if: \"Write(src/**/*.ts)\"\n          \
                timeout: 10\n  Stop:\n    - hooks:\n        - type: agent\n          \
                prompt: Look at the tests\n          timeout: 60\n---\nhooks_config:\n  \
                PostToolUse:\n    - matcher: Bash\n      hooks:\n        - type: http\n          \
                url: http://localhost:9000/audit\n";
    let inputs =
        vec![input("hooks.yaml", text, Family::Pattern, Scope::Project)];
    let dialect = Dialect::default();
    let policy = Policy::from_sources(inputs, &dialect);
    assert!(policy.diagnostics().is_empty(), "{:?}", policy.diagnostics());
    assert_eq!(policy.hooks().len(), 3);
    let engine = policy.compile(&Limits::default()).unwrap();
    let event = r#"{"hook_event_name": "PreToolUse", "tool_name": "Write",
        "tool_input": {"file_path": "src/a/b.ts", "content": ""}}"#;
    assert_eq!(answer(&engine, event).1, [0]);
    assert_eq!(engine.hook(1).unwrap().handler.timeout, Some(60_000));
}

/// Every file of the corpus of a kind that is read here: no panic, and
/// every place lies in the text.
#[allow(clippy::too_many_lines, reason = "one walk over many files")]
#[test]
fn real_files() {
    let Some(root) = shared::path("corpus") else { return };
    let manifest = std::fs::read_to_string(root.join("manifest.jsonl"));
    let manifest = manifest.unwrap();
    let mut count = std::collections::BTreeMap::new();
    let show = std::env::var_os("HOOKSET_SHOW").is_some();
    let mut number = 0;
    for line in manifest.lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let kind = row["kind"].as_str().unwrap();
        let (family, scope) = match kind {
            "md_agent" => (Family::Definition, Scope::Agent),
            "md_skill" | "md_command" | "md_other" => {
                (Family::Definition, Scope::Skill)
            }
            "gha_workflow" => (Family::Pattern, Scope::Project),
            "gemini_policy" => (Family::Gemini, Scope::Project),
            "codex_rules" | "codex_config" | "codex_hooks" => {
                (Family::Codex, Scope::Project)
            }
            _ => continue,
        };
        let file = row["file"].as_str().unwrap();
        let Ok(mut text) = std::fs::read_to_string(root.join(file)) else {
            continue;
        };
        if family == Family::Definition {
            text = format!("---\n{text}\n---\n");
        }
        number += 1;
        let policy = Policy::from_sources(
            [input(file, &text, family, scope)],
            &Dialect::named("claude").unwrap(),
        );
        for found in hookset::lint::check(&policy) {
            for label in &found.labels {
                assert!(text.get(label.span.range()).is_some(), "{file}");
            }
            if kind != "gha_workflow" {
                *count
                    .entry((kind.to_owned(), found.code.name()))
                    .or_insert(0) += 1;
                if show {
                    let span = found.primary().unwrap().span;
                    println!(
                        "{kind} {} {file}: {} [{}]",
                        found.code.name(),
                        found.message,
                        span.of(&text).lines().next().unwrap_or("")
                    );
                }
            }
        }
    }
    println!("{number} files: {count:#?}");
}

/// Texts that are nearly right: cut, doubled, with characters that mean
/// something put in. No panic, and every place lies in the text.
#[allow(clippy::too_many_lines, reason = "one walk over many files")]
#[test]
fn damaged_files() {
    const MEANING: &[&str] = &[
        "\"", "'", ":", ": ", "- ", "\n", "\r\n", "\t", "[", "]", "{", "}",
        "&a ", "*a", "|\n", ">-\n", "#", "é", "\u{feff}", "---\n", "!", "\\",
        "<<: ", "? ", "%", "  ",
    ];
    let samples = [
        (AGENT, Family::Definition, Scope::Agent),
        (AGENT, Family::Definition, Scope::Skill),
        (&AGENT[4..AGENT.len() - 4], Family::Pattern, Scope::Project),
        (DECLARED, Family::Sep2282, Scope::Project),
        (DECLARED, Family::Toolkit, Scope::Project),
        (
            "[[rule]]\ntoolName = [\"replace\", 'é']\ndecision = \"deny\"\n\
             commandPrefix = \"git\"\n",
            Family::Gemini,
            Scope::Project,
        ),
        (
            "prefix_rule(pattern=[\"git\", [\"a\", 'b']], decision=\"prompt\")\n",
            Family::Codex,
            Scope::Project,
        ),
    ];
    let mut seed = 1u64;
    let mut next = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % below.max(1)
    };
    let rounds = match std::env::var("HOOKSET_ROUNDS") {
        Ok(rounds) => rounds.parse().unwrap(),
        Err(_) => 300,
    };
    let dialect = Dialect::default();
    for (sample, family, scope) in samples {
        for _ in 0..rounds {
            let mut text = sample.to_owned();
            for _ in 0..=next(3) {
                let places: Vec<_> =
                    text.char_indices().map(|(at, _)| at).collect();
                let at = places.get(next(places.len())).copied().unwrap_or(0);
                let to = places.get(next(places.len())).copied().unwrap_or(0);
                match next(4) {
                    0 => text.truncate(at),
                    1 => text.insert_str(at, MEANING[next(MEANING.len())]),
                    2 => text.replace_range(at.min(to)..at.max(to), ""),
                    _ => {
                        let part = text[at.min(to)..at.max(to)].to_owned();
                        text.insert_str(at, &part);
                    }
                }
            }
            let inputs = [input("x/y.md", &text, family, scope)];
            let policy = Policy::from_sources(inputs, &dialect);
            for found in hookset::lint::check(&policy) {
                for label in &found.labels {
                    let span = label.span.range();
                    assert!(text.get(span).is_some(), "{found:?}\n{text}");
                }
            }
            for rule in &policy.rules().rules {
                let span = rule.origin.span.range();
                assert!(text.get(span).is_some(), "{rule:?}\n{text}");
            }
            let engine = policy.compile(&Limits::default()).unwrap();
            let _ = answer(&engine, &bash("git push", ""));
        }
    }
}

/// A guard that is lost in a skill puts nothing in doubt outside of it.
#[test]
fn what_a_skill_loses_is_lost_within_it() {
    let project = input(
        "settings.json",
        r#"{"permissions": {"allow": ["Bash(ls *)"]}}"#,
        Family::Hookset,
        Scope::Project,
    );
    for lost in [
        "---\nname: release\ndisallowed-tools: {a: 1}\n---\n",
        "---\nname: release\ndisallowed-tools: [Bash(rm\n---\n",
        "---\nname: release\ndisallowed-tools: \"Bash(rm\"\n---\n",
        "---\nname: release\ndisallowed-tools: Bash(rm *)\n\n# Release\n",
    ] {
        let skill = input("SKILL.md", lost, Family::Definition, Scope::Skill);
        let inputs = vec![project.clone(), skill];
        let policy = Policy::from_sources(inputs, &Dialect::default());
        assert!(!policy.diagnostics().is_empty(), "{lost}");
        let engine = policy.compile(&Limits::default()).unwrap();
        assert_eq!(answer(&engine, &bash("ls -a", "")).0, "allow", "{lost}");
        let inside = bash("ls -a", r#", "active_skill": "release""#);
        assert_eq!(answer(&engine, &inside).0, "ask", "{lost}");
    }
}

/// Where a key stands twice, nothing rests on one of the two readings: what
/// would allow allows nothing, what would stop is asked about.
#[test]
fn what_is_said_twice_allows_nothing_and_stops_in_doubt() {
    let decided = |settings: &str| {
        let family = Family::Hookset;
        let input = input("s.json", settings, family, Scope::Project);
        let policy = Policy::from_sources([input], &Dialect::default());
        let engine = policy.compile(&Limits::default()).unwrap();
        let payload = bash("rm x", r#", "cwd": "/p""#);
        let mut tape = Tape::new();
        let event = Event::read(&payload, &mut tape);
        let (context, state) = (Context::default(), State::default());
        let mut scratch = Scratch::default();
        let plan = engine.plan(&event, &context, &state, &mut scratch);
        beforehand(&plan).decision.as_str()
    };
    let hook = |group: &str, says: &str| {
        format!(
            r#"{{"hooks": {{"PreToolUse":
            [{{{group} "hooks": [{{"type": "decision", {says}}}]}}]}}}}"#
        )
    };
    let (allow, deny) = (
        r#""permissionDecision": "allow""#,
        r#""permissionDecision": "deny""#,
    );
    let narrow = r#""if": "Bash(ls *)", "if": "Bash(*)""#;
    let group = r#""matcher": "Read", "matcher": "Bash","#;
    assert_eq!(decided(&hook("", allow)), "allow");
    assert_eq!(decided(&hook("", &format!("{allow}, {narrow}"))), "none");
    assert_eq!(decided(&hook(group, allow)), "none");
    assert_eq!(decided(&hook("", &format!("{deny}, {allow}"))), "ask");
    assert_eq!(decided(&hook("", &format!("{allow}, {deny}"))), "deny");
    let other = r#""matcher": "Bash", "matcher": "Read","#;
    assert_eq!(decided(&hook(other, deny)), "ask");
    let rules = r#"{"permissions": {"allow":
        [{"rule": "Bash(ls *)", "rule": "Bash"}]}}"#;
    assert_eq!(decided(rules), "none");
}

#[test]
fn declarations_in_yaml_are_named() {
    let text = "declarations:\n  - event: tool_call\n    action: inject\n";
    let input = input("d.yaml", text, Family::Pattern, Scope::Project);
    let policy = Policy::from_sources([input], &Dialect::default());
    let found = policy.diagnostics();
    let shown: Vec<_> = found.iter().map(|f| f.message.as_str()).collect();
    let wanted = "declarations of servers are read from JSON alone; these \
                  are not read";
    assert_eq!(shown, [wanted]);
}
