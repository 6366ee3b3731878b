use super::*;

#[test]
fn the_path_tells_kind_and_scope() {
    let local = place("a/.claude/settings.local.json");
    assert_eq!((local.home, local.scope), (Home::Claude, Scope::Local));
    let plugin = place("p/hooks/hooks.json");
    assert_eq!((plugin.home, plugin.scope), (Home::Plugin, Scope::Plugin));
    assert_eq!(place("x/.agent/settings.json").home, Home::Agent);
    assert!(!place("notes.md").is_known);
    assert!(!place("a/.gemini/settings.json").is_known);
    assert!(place("a/.gemini/policies/team.toml").is_known);
    let skill = place("x/.claude/skills/pdf/SKILL.md");
    assert_eq!((skill.home, skill.scope), (Home::Definition, Scope::Skill));
    let agent = place(".agent/agents/rev.md");
    assert_eq!((agent.home, agent.scope), (Home::Definition, Scope::Agent));
    assert!(place("rules").is_known);
}

#[test]
fn files_of_neighbours_are_known_by_their_place() {
    for path in [
        ".codex/rules/default.rules",
        "a/.codex/config.toml",
        ".codex/work.config.toml",
        ".codex/requirements.toml",
        ".codex/agents/reviewer.toml",
        ".gemini/policies/p.toml",
    ] {
        assert!(is_of_neighbour(Path::new(path)), "{path}");
    }
    for path in [
        "rules/default.rules",
        ".codex/default.rules",
        "policies/p.toml",
        ".gemini/commands/p.toml",
        ".gemini/policies/p.json",
        "config.toml",
    ] {
        assert!(!is_of_neighbour(Path::new(path)), "{path}");
    }
}
