//! Settings of other programs, by where they stand and by what is in them.

use super::Family;
use crate::json::{Tape, Value};
use crate::load::wrong::is_remark;
use crate::load::{Document, Scope, frontmatter, settings};
use crate::source::SourceId;

/// The settings directories of programs whose rules and hooks have other
/// names and other shapes, so that all in their files would look wrong.
const DIRECTORIES: &[&str] = &[
    ".amazonq",
    ".codeium",
    ".continue",
    ".copilot",
    ".crush",
    ".cursor",
    ".factory",
    ".gemini",
    ".kiro",
    ".opencode",
    ".qwen",
    ".roo",
    ".vscode",
    ".windsurf",
    ".zed",
];

/// Their files that stand in no such directory.
const NAMES: &[&str] = &[
    ".crush.json",
    ".mcp.json",
    "Cargo.toml",
    "claude_desktop_config.json",
    "crush.json",
    "mcp.json",
    "mcp_config.json",
    "opencode.json",
    "opencode.jsonc",
    "pyproject.toml",
];

/// What the settings of Codex are called wherever they stand.
const OF_CODEX: &[&str] =
    &["config.toml", "managed_config.toml", "requirements.toml"];

/// Whether a file in TOML is one of Codex, and no policy of Gemini CLI.
pub(super) fn is_codex(path: &str) -> bool {
    let mut parts = path.rsplit(['/', '\\']);
    let name = parts.next().unwrap_or("");
    OF_CODEX.contains(&name)
        || name.ends_with(".config.toml")
        || parts.any(|part| part == ".codex")
}

/// Keys that settings have, of which nothing is read here. Whoever has one of
/// these wrote settings.
const KEYS: &[&str] = &[
    "agent",
    "allowManagedMcpServersOnly",
    "allowedMcpServers",
    "alwaysThinkingEnabled",
    "apiKeyHelper",
    "attribution",
    "autoMemoryDirectory",
    "autoMemoryEnabled",
    "autoMode",
    "autoUpdatesChannel",
    "availableModels",
    "awsAuthRefresh",
    "awsCredentialExport",
    "blockedMarketplaces",
    "channelsEnabled",
    "claudeMd",
    "claudeMdExcludes",
    "cleanupPeriodDays",
    "companyAnnouncements",
    "defaultShell",
    "deniedMcpServers",
    "disableAgentView",
    "disableArtifact",
    "disableClaudeAiConnectors",
    "disableCommandPluginSources",
    "disableDeepLinkRegistration",
    "disableRemoteControl",
    "disableSideloadFlags",
    "disableSkillShellExecution",
    "disabledMcpjsonServers",
    "editorMode",
    "effortLevel",
    "enableAllProjectMcpServers",
    "enabledMcpjsonServers",
    "enabledPlugins",
    "env",
    "extraKnownMarketplaces",
    "fastModePerSessionOptIn",
    "feedbackSurveyRate",
    "fileSuggestion",
    "forceLoginMethod",
    "forceLoginOrgUUID",
    "forceRemoteSettingsRefresh",
    "includeCoAuthoredBy",
    "includeGitInstructions",
    "language",
    "minimumVersion",
    "model",
    "modelOverrides",
    "otelHeadersHelper",
    "outputStyle",
    "plansDirectory",
    "pluginConfigs",
    "pluginTrustMessage",
    "prefersReducedMotion",
    "requiredMaximumVersion",
    "requiredMinimumVersion",
    "respectGitignore",
    "sandbox",
    "showClearContextOnPlanAccept",
    "showThinkingSummaries",
    "showTurnDuration",
    "skipDangerousModePermissionPrompt",
    "skipWebFetchPreflight",
    "skippedMarketplaces",
    "skippedPlugins",
    "spinnerTipsEnabled",
    "spinnerTipsOverride",
    "spinnerVerbs",
    "sshConfigs",
    "statusLine",
    "strictKnownMarketplaces",
    "strictPluginOnlyCustomization",
    "teammateMode",
    "terminalProgressBarEnabled",
    "tui",
    "useAutoModeDuringPlan",
    "viewMode",
    "voiceEnabled",
    "worktree",
];

impl Family {
    /// Whether a path leads to settings of a program whose rules and hooks
    /// have other names and other shapes: JSON below `.cursor`, `.gemini` and
    /// their like, TOML below `.gemini` that is no policy, `opencode.json`,
    /// lists of servers.
    pub fn is_unread(path: &str) -> bool {
        let parts = path.split(['/', '\\']);
        let name = parts.clone().next_back().unwrap_or("");
        let is_json = [".json", ".jsonc"].iter().any(|e| name.ends_with(e));
        let mut above = parts.clone();
        // Commands of Gemini CLI, say.
        let mut below = parts.skip_while(|part| *part != ".gemini").skip(1);
        let is_gemini = name.ends_with(".toml")
            && below.next().is_some_and(|part| part != "policies");
        NAMES.contains(&name)
            || is_gemini
            || is_json && above.any(|part| DIRECTORIES.contains(&part))
    }

    /// Whether a JSON text holds something, and nothing that settings have:
    /// no key of theirs, and none that looks like one. Linear in the text.
    pub fn is_no_policy(text: &str) -> bool {
        let tape = Tape::of(text);
        let Some(root) = tape.root(text) else { return false };
        if !has_other_keys(root) {
            return false;
        }
        let (source, scope) = (SourceId(0), Scope::Project);
        let read = settings::settings(source, text, scope, Family::Claude);
        let (document, found) = read;
        found.is_empty() && !document.degraded
    }
}

impl Document {
    /// Whether something stands in it and nothing that a policy has: no key
    /// of settings, nor one of an agent, skill or command.
    pub fn is_no_policy(&self) -> bool {
        let is_empty = self.rules.is_empty() && self.groups.is_empty();
        let mut keys = self.root().into_iter().flat_map(Value::entries);
        is_empty
            && !self.degraded
            && self.root().is_some_and(has_other_keys)
            && !keys.any(|entry| frontmatter::is_key(entry.name()))
    }
}

/// Whether there are keys beside remarks, and none is one of settings.
fn has_other_keys(root: Value<'_>) -> bool {
    let mut keys = root.entries().map(|entry| entry.name());
    let mut said = keys.clone().filter(|key| !is_remark(key));
    let is_of_settings =
        |key| KEYS.contains(&key) || settings::KEYS.contains(&key);
    said.next().is_some() && !keys.any(is_of_settings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "yaml")]
    #[test]
    fn what_has_no_key_of_a_policy_is_none() {
        let is_none = |family, text: &str| {
            let (source, scope) = (SourceId(0), Scope::Project);
            let read = crate::load::read(source, "x", text, scope, family);
            read.0.is_no_policy()
        };
        for (text, is) in [
            ("a: 1\n", true),
            ("name: x\n", false),
            ("model: x\n", false),
            ("a: 1\nhooks: {}\n", false),
        ] {
            assert_eq!(is_none(Family::Pattern, text), is, "{text}");
        }
        for (text, is) in [
            ("---\na: 1\n---\n", true),
            ("---\na: 1\nallowed-tools: Read\n---\n", false),
            ("---\nname: x\ndescription: y\n---\n", false),
        ] {
            assert_eq!(is_none(Family::Definition, text), is, "{text}");
        }
        // What other programs have in JSON is theirs as before.
        assert!(Family::is_no_policy("{\"tools\": [1]}"));
    }

    #[test]
    fn settings_of_others_are_known_by_their_place() {
        for path in [
            "a/.vscode/settings.json",
            ".cursor/hooks.json",
            "opencode.jsonc",
            "a\\.mcp.json",
            ".factory/hooks.json",
            ".codeium/windsurf/hooks.json",
            "a/.gemini/commands/test.toml",
            "pyproject.toml",
        ] {
            assert!(Family::is_unread(path), "{path}");
        }
        for path in [
            ".claude/settings.json",
            "a.json",
            ".cursor/a.md",
            ".gemini/policies/a.toml",
        ] {
            assert!(!Family::is_unread(path), "{path}");
        }
    }

    #[test]
    fn what_has_nothing_of_settings_is_no_policy() {
        for text in [r#"{"scripts": {"a": "b"}}"#, r#"{"a": 1, "$b": 2}"#] {
            assert!(Family::is_no_policy(text), "{text}");
        }
        for text in [
            "{}",
            "[1]",
            "{",
            r#"{"$schema": "x", "comment": "y"}"#,
            r#"{"model": "x", "a": 1}"#,
            r#"{"hooks": {}}"#,
            r#"{"disableAllHooks": true}"#,
            // What looks like a key of theirs is told on its own.
            r#"{"permision": {}}"#,
            r#"{"a": {"deny": ["Bash"]}}"#,
        ] {
            assert!(!Family::is_no_policy(text), "{text}");
        }
    }
}
