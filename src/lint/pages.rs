use crate::diagnostic::Code;

/// What `hookset explain` prints: what is found, why it matters, an example
/// that is bad and one that is good, how to fix it.
pub fn page(code: Code) -> Option<&'static str> {
    let name = code.name();
    let found = PAGES.iter().find(|(page, _)| *page == name);
    found.map(|(_, text)| *text)
}

/// Turns names into pairs of the name and the page of that name.
macro_rules! pages {
    ($($name:literal)*) => {
        const PAGES: &[(&str, &str)] =
            &[$(($name, include_str!(concat!($name, ".md")))),*];
    };
}

// Sorted; one per row of the table of codes.
pages! {
    "allow-every-command"
    "allow-every-edit"
    "allow-glob"
    "allow-undoes-deny"
    "always-matches"
    "ambiguous-mcp-name"
    "any-host"
    "assignment-in-rule"
    "async-gate"
    "awaited-audit"
    "backslash-in-path"
    "blank-before-colon-star"
    "blank-in-matcher"
    "brace-in-path"
    "broad-allow"
    "byte-order-mark"
    "catch-all-regex"
    "colon-star-in-path"
    "colon-star-not-last"
    "command-with-args"
    "comment-as-rule"
    "comment-in-json"
    "competing-rewrites"
    "deep-in-name"
    "deny-stepped-over"
    "dependent-hooks"
    "dot-segment"
    "duplicate-handler"
    "duplicate-key"
    "duplicate-rule"
    "early-wildcard"
    "empty-file"
    "empty-hooks"
    "empty-matcher-item"
    "empty-parameter"
    "empty-parentheses"
    "empty-prefix"
    "empty-rule"
    "empty-segment"
    "escaped-needle"
    "exact-guard"
    "exit-code-one"
    "failing-example"
    "file-too-large"
    "flag-spelling"
    "flat-hook"
    "foreign-hooks"
    "foreign-tool-name"
    "glob-in-server-name"
    "grep-glob-path-rule"
    "guard-at-any-depth"
    "idle-matcher-tool"
    "idn-domain"
    "if-alternation"
    "if-on-non-tool-event"
    "ignored-once"
    "ignored-specifier"
    "invalid-context"
    "invalid-domain"
    "invalid-event"
    "invalid-header"
    "invalid-json"
    "invalid-line"
    "invalid-path-pattern"
    "invalid-regex"
    "invalid-rule"
    "invalid-timeout"
    "invalid-toml"
    "invalid-utf8"
    "invalid-value"
    "invalid-yaml"
    "invisible-character"
    "joined-rules"
    "leading-wildcard"
    "literal-mcp-prefix"
    "literal-wildcard"
    "lone-surrogate"
    "lookalike-character"
    "lossy-conversion"
    "managed-only"
    "many-stars"
    "matcher-expression"
    "matcher-on-event-without-matcher"
    "mcp-arguments"
    "mcp-server-case"
    "mcp-server-characters"
    "misplaced-field"
    "misplaced-file"
    "missing-field"
    "missing-hook-script"
    "missing-powershell-twin"
    "negated-path"
    "nested-too-deep"
    "never-matches"
    "no-rule-files"
    "no-word-boundary"
    "not-decided"
    "number-out-of-range"
    "open-ended-agent"
    "operator-in-rule"
    "options-before-subcommand"
    "other-home"
    "overlapping-allow-ask"
    "padded-rule"
    "parameter-on-content"
    "parent-in-path"
    "path-alternation"
    "permission-rule-as-matcher"
    "pinned-file"
    "pinned-url"
    "plugin-server"
    "policy-too-large"
    "private-address"
    "program-path-in-guard"
    "proxy-before-hooks"
    "public-suffix"
    "read-deny-stepped-over"
    "redirection-in-rule"
    "redundant-rule"
    "regex-look-around"
    "relative-hook-script"
    "removed-tool"
    "renamed-tool"
    "rule-too-long"
    "saved-script"
    "script-family"
    "server-at-start"
    "shadowed-rule"
    "shell-fragment"
    "single-slash-absolute"
    "single-underscore-mcp"
    "skill-guard"
    "stale-image"
    "text-after-parenthesis"
    "timeout-in-milliseconds"
    "timeout-over-budget"
    "too-many-findings"
    "tracked-local-settings"
    "trailing-comma"
    "trailing-slash"
    "unanchored-matcher"
    "unchecked-if"
    "unclosed-front-matter"
    "unclosed-parenthesis"
    "unfiltered-model-hook"
    "unfinished-word"
    "unguarded-stop-hook"
    "unheard-context"
    "unheard-field"
    "unknown-context-key"
    "unknown-dialect"
    "unknown-event"
    "unknown-file-kind"
    "unknown-handler-type"
    "unknown-hook-variable"
    "unknown-key"
    "unknown-matcher-tool"
    "unknown-matcher-value"
    "unknown-mode"
    "unknown-parameter"
    "unknown-placeholder"
    "unknown-server"
    "unknown-tool"
    "unlisted-variable"
    "unquoted-project-dir"
    "unreachable-if"
    "unreadable-file"
    "unsupported-handler"
    "unusable-image"
    "uppercase-domain"
    "user-config-in-shell"
    "variable-in-path"
    "wrapper-in-rule"
    "write-path-rule"
    "wrong-event-name"
    "wrong-type"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_has_a_code_and_all_its_parts() {
        for (name, text) in PAGES {
            assert!(Code::named(name).is_some(), "{name}");
            assert!(text.starts_with(&format!("# {name}\n")), "{name}");
            for part in [
                "## What it finds",
                "## Why it matters",
                "## Bad",
                "## Good",
                "## How to fix",
            ] {
                assert!(text.contains(part), "{name}: {part}");
            }
        }
    }
}
