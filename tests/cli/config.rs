//! `hookset.toml` and baselines.

use std::fs;
use std::path::{Path, PathBuf};

use crate::run::{Ran, Scratch, hookset};
use crate::schemas::{json, wrong};

const RULES: &str = r#"{"permissions": {"deny": ["Bash(rm *)",
    "WebFetch(domain:*)", "Bsh(x)", " Read(.env)"]}}"#;

fn project(name: &str, config: &str) -> PathBuf {
    let name = format!("hookset-config-{name}-{}", std::process::id());
    let at = std::env::temp_dir().join(name);
    let _ = fs::remove_dir_all(&at);
    for directory in [".claude", "vendor/.claude"] {
        let directory = at.join(directory);
        fs::create_dir_all(&directory).unwrap();
        fs::write(directory.join("settings.json"), RULES).unwrap();
    }
    fs::write(at.join("hookset.toml"), config).unwrap();
    at
}

fn check(at: &Path, more: &[&str]) -> Ran {
    let mut args = vec!["check", ".", "--format", "concise"];
    args.extend(more);
    hookset(at, &args, None)
}

#[test]
fn severity_excludes_and_tables_per_path_count() {
    let at = project("all", "");
    let plain = check(&at, &[]);
    assert_eq!((plain.code, plain.stdout.lines().count()), (1, 6));
    let config = "exclude = [\"vendor/**\"]\n[severity]\nany-host = \"off\"\n\
                  [path.\"/.claude/**\".severity]\nunknown-tool = \"info\"\n";
    fs::write(at.join("hookset.toml"), config).unwrap();
    let told = check(&at, &[]);
    assert_eq!(told.code, 0, "{}", told.stdout);
    assert_eq!(told.stdout.lines().count(), 2, "{}", told.stdout);
    assert!(told.stdout.contains("info[unknown-tool]"), "{}", told.stdout);
    fs::remove_dir_all(at).unwrap();
}

#[test]
fn slips_in_the_configuration_stop_the_check() {
    let slips = [
        ("dialct = \"claude\"", "did you mean `dialect`?"),
        ("[severity]\nany-hots = \"off\"", "did you mean `any-host`?"),
        ("[severity]\nany-host = \"of\"", "`off`"),
        ("dialect = \"cluade\"", "did you mean `claude`?"),
        ("exclude = 3", "a list of texts"),
        ("dialect = ", "invalid-toml"),
        ("[path.\"x/**\"]\nbaseline = \"a\"", "unknown-key"),
    ];
    for (config, told) in slips {
        let at = project("slips", config);
        let ran = hookset(&at, &["check"], None);
        assert_eq!(ran.code, 3, "{config}: {}", ran.stderr);
        let flat = ran.stderr.split_whitespace().collect::<Vec<_>>();
        assert!(flat.join(" ").contains(told), "{config}: {}", ran.stderr);
        fs::remove_dir_all(at).unwrap();
    }
}

/// Nothing to check is not the same as nothing wrong.
#[test]
fn what_is_excluded_as_a_whole_is_not_clean() {
    let at = project("excluded", "exclude = [\"**/settings.json\"]");
    for (args, say) in [
        (&["check"][..], "`hookset.toml` excludes all 2 rule files under `.`"),
        (
            &["check", "vendor"],
            "`hookset.toml` excludes the only rule file under `vendor`",
        ),
    ] {
        let ran = hookset(&at, args, None);
        assert_eq!((ran.code, &*ran.stdout), (3, ""), "{args:?}");
        assert!(ran.stderr.contains("error[no-rule-files]"), "{ran:?}");
        assert!(ran.stderr.contains(say), "{}", ran.stderr);
        let json = [args, &["--format", "json"]].concat();
        let ran = hookset(&at, &json, None);
        assert_eq!((ran.code, &*ran.stderr), (3, ""), "{args:?}");
        assert!(ran.stdout.contains("no-rule-files"), "{}", ran.stdout);
    }
    fs::remove_dir_all(at).unwrap();
}

#[test]
fn a_baseline_hides_what_is_known_and_nothing_else() {
    let at = project("baseline", "exclude = \"vendor/**\"");
    let wrote = check(&at, &["--write-baseline"]);
    assert_eq!((wrote.code, wrote.stdout.as_str()), (0, ""));
    let known = ["--baseline", "hookset-baseline.json"];
    assert_eq!(check(&at, &known).stdout, "");
    // Lines may move; a finding more is told.
    let settings = at.join(".claude/settings.json");
    let more = RULES.replace("\"Bsh(x)\"", "\n\n\"Bsh(x)\", \"Raed(y)\"");
    fs::write(&settings, more).unwrap();
    let told = check(&at, &known);
    assert_eq!(told.code, 1);
    assert_eq!(told.stdout.lines().count(), 1, "{}", told.stdout);
    assert!(told.stdout.contains("Raed"), "{}", told.stdout);
    // What keeps the file from being read is never hidden.
    fs::write(&settings, "").unwrap();
    assert_eq!(check(&at, &known).code, 3);
    let none = check(&at, &["--baseline", "none.json"]);
    assert_eq!(none.code, 3);
    fs::remove_dir_all(at).unwrap();
}

/// Nobody has to guess how what was written comes to count.
#[test]
fn how_a_baseline_is_used_is_said_where_it_is_written() {
    let at = project("baseline-said", "");
    let ran = hookset(&at, &["check", ".", "--write-baseline"], None);
    let said = "`--baseline hookset-baseline.json`, or `baseline` in \
                `hookset.toml`";
    assert!(ran.stdout.contains(said), "{}", ran.stdout);
    // The configuration names it already.
    fs::write(at.join("hookset.toml"), "baseline = \"known.json\"\n").unwrap();
    let ran = hookset(&at, &["check", ".", "--write-baseline"], None);
    assert!(!ran.stdout.contains("--baseline"), "{}", ran.stdout);
    assert!(at.join("known.json").exists());
    let args = ["check", ".", "--write-baseline", "--baseline", "-"];
    let ran = hookset(&at, &args, None);
    assert_eq!(ran.code, 3, "{}", ran.stdout);
    assert!(!at.join("-").exists());
    fs::remove_dir_all(at).unwrap();
}

#[test]
fn the_schema_of_the_configuration_holds() {
    let schema = json(&["schema"]).remove(0);
    let good = serde_json::json!({
        "dialect": "claude",
        "exclude": ["a"],
        "severity": {"any-host": "off"},
        "path": {"x/**": {"severity": {"any-host": "error"}}},
    });
    assert_eq!(wrong(&schema, &schema, &good, ""), Vec::<String>::new());
    let bad = serde_json::json!({"dialct": 1, "severity": {"a": "of"}});
    assert_eq!(wrong(&schema, &schema, &bad, "").len(), 2);
}

/// The fields that SARIF 2.1.0 requires, and those that code scanning needs.
#[test]
fn sarif_has_what_it_must() {
    let schema = serde_json::json!({
        "type": "object",
        "required": ["version", "runs"],
        "properties": {
            "version": {"const": "2.1.0"},
            "runs": {"type": "array", "items": {
                "type": "object",
                "required": ["tool", "results"],
                "properties": {
                    "tool": {
                        "required": ["driver"],
                        "properties": {"driver": {
                            "required": ["name", "rules"],
                            "properties": {"rules": {
                                "type": "array",
                                "items": {"required": ["id"]},
                            }},
                        }},
                    },
                    "results": {"type": "array", "items": {
                        "required": ["message", "ruleId", "locations"],
                        "properties": {
                            "message": {"required": ["text"]},
                            "level": {
                                "enum": ["none", "note", "warning", "error"],
                            },
                            "locations": {"type": "array", "items": {
                                "required": ["physicalLocation"],
                                "properties": {"physicalLocation": {
                                    "required": ["artifactLocation"],
                                    "properties": {
                                        "artifactLocation": {
                                            "required": ["uri"],
                                        },
                                        "region": {
                                            "required": ["startLine"],
                                        },
                                    },
                                }},
                            }},
                        },
                    }},
                },
            }},
        },
    });
    let broken = "rules/example-broken/settings.json";
    let sarif = json(&["check", broken, "--format", "sarif"]).remove(0);
    let results = sarif.pointer("/runs/0/results").unwrap();
    assert!(!results.as_array().unwrap().is_empty());
    let wrong = wrong(&schema, &schema, &sarif, "");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

const EVENT: &str = r#"{"hook_event_name": "PreToolUse",
    "tool_name": "Bash", "tool_input": {"command": "/bin/rm x"}}"#;

/// What a command prints about a program that only our own dialect looks
/// through.
fn about(at: &Path, args: &[&str]) -> Ran {
    let event = EVENT.replace('\n', " ");
    hookset(at, args, Some(event.as_bytes()))
}

#[test]
fn the_dialect_of_the_project_is_that_of_all_who_answer() {
    let at = project("dialect", "");
    let policy = ".claude/settings.json";
    fs::write(at.join(policy), r#"{"permissions": {"deny": ["Bash(rm *)"]}}"#)
        .unwrap();
    fs::write(at.join("old.json"), "{}").unwrap();
    let cases = "policy = \".claude/settings.json\"\n[[case]]\n\
                 call = \"Bash(/bin/rm x)\"\nexpect = \"none\"\n";
    fs::write(at.join("cases.toml"), cases).unwrap();
    let log = EVENT.replace('\n', " ") + "\n";
    fs::write(at.join("log.jsonl"), log).unwrap();
    let eval = ["eval", "--policy", policy, "--format", "json"];
    let why = ["why", "--policy", policy, "--format", "json"];
    let plan = ["plan", "--policy", policy, "--format", "json"];
    let diff =
        ["diff", "old.json", policy, "-e", "log.jsonl", "--format", "json"];
    let denies = |args: &[&str]| about(&at, args).stdout.contains("deny");
    assert!(denies(&eval) && denies(&why) && denies(&plan));
    assert!(about(&at, &diff).stdout.contains(r#""changed":1"#));
    assert_eq!(about(&at, &["test", "."]).code, 1);
    let config = "[path.\".claude/**\"]\ndialect = \"claude\"\n\
                  [path.\"cases.toml\"]\ndialect = \"claude\"\n";
    fs::write(at.join("hookset.toml"), config).unwrap();
    let none = r#""behavior":"none""#;
    assert!(about(&at, &eval).stdout.contains(none));
    assert!(about(&at, &why).stdout.contains(none));
    assert!(about(&at, &diff).stdout.contains(r#""changed":0"#));
    assert_eq!(about(&at, &["test", "."]).code, 0);
    // What is said on the command line is stronger.
    let own = [&eval[..], &["--dialect", "hookset"]].concat();
    assert!(denies(&own));
    fs::remove_dir_all(at).unwrap();
}

/// A configuration is none of the settings of a runner.
#[test]
fn a_configuration_is_checked_as_one() {
    let fine = "dialect = \"claude\"\n[severity]\nany-host = \"off\"\n";
    let at = project("itself", fine);
    for args in [&["check", "hookset.toml"][..], &["check", "--fix", "."]] {
        let ran = hookset(&at, args, None);
        assert!(!ran.stdout.contains("hookset.toml"), "{}", ran.stdout);
    }
    let ran = hookset(&at, &["check", "hookset.toml"], None);
    assert_eq!(ran.code, 0, "{}", ran.stdout);
    assert!(ran.stdout.contains("nothing found"), "{}", ran.stdout);
    // Of another project, too, which says nothing about this one.
    let slip = "[severity]\nany-host = \"of\"\n";
    let other = Scratch::holding("config-other", &[("hookset.toml", slip)]);
    let path = other.0.join("hookset.toml");
    let args = ["check", ".claude", path.to_str().unwrap()];
    let ran = hookset(&at, &args, None);
    assert_eq!(ran.code, 1, "{}", ran.stdout);
    assert!(ran.stdout.contains("must be `error`"), "{}", ran.stdout);
    fs::remove_dir_all(at).unwrap();
}

/// A wish for one file says nothing about the one beside it.
#[test]
fn a_wish_for_one_file_is_not_one_for_another() {
    let config =
        "[path.\".claude/settings.local.json\"]\ndialect = \"claude\"\n";
    let at = project("alone", config);
    let (own, local) =
        (".claude/settings.json", ".claude/settings.local.json");
    let deny = r#"{"permissions": {"deny": ["Bash(rm *)"]}}"#;
    fs::write(at.join(own), deny).unwrap();
    fs::write(at.join(local), "{}").unwrap();
    for command in ["eval", "why", "plan"] {
        let args = [command, "-p", own, local];
        let ran = about(&at, &args);
        assert_eq!(ran.code, 3, "{command}: {}", ran.stdout);
        assert!(ran.stderr.contains("unknown-dialect"), "{}", ran.stderr);
        // Alone, or in one that is named, it is clear what is meant.
        assert_eq!(about(&at, &[command, "-p", local]).code, 0);
        let named = [&args[..], &["--dialect", "claude"]].concat();
        assert_eq!(about(&at, &named).code, 0, "{command}");
    }
    // The usual one is what both are read in.
    let usual = config.replace("\"claude\"", "\"hookset\"");
    fs::write(at.join("hookset.toml"), usual).unwrap();
    let ran = about(&at, &["eval", "-p", own, local]);
    assert!(ran.stdout.contains("deny"), "{}", ran.stdout);
    // Settings of no project are read as those of the project.
    let other = Scratch::holding("alone-user", &[("p.json", "{}")]);
    let outside = other.0.join("p.json");
    fs::write(at.join("hookset.toml"), config).unwrap();
    let ran = about(&at, &["eval", "-p", local, outside.to_str().unwrap()]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    fs::remove_dir_all(at).unwrap();
}

#[test]
fn files_that_want_two_dialects_are_not_read_together() {
    let config = "[path.\"vendor/**\"]\ndialect = \"agent\"\n\
                  [path.\"/.claude/**\"]\ndialect = \"claude@2.1.90\"\n";
    let at = project("odds", config);
    let both = [
        "eval",
        "--policy",
        ".claude/settings.json",
        "vendor/.claude/settings.json",
    ];
    let ran = about(&at, &both);
    assert_eq!(ran.code, 3, "{}", ran.stdout);
    let flat = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("`claude@2.1.90`"), "{flat}");
    let named = [&both[..], &["--dialect", "claude"]].concat();
    assert_eq!(about(&at, &named).code, 0);
    let list = hookset(&at, &["list", ".claude"], None);
    assert_eq!(list.code, 0, "{}", list.stderr);
    fs::remove_dir_all(at).unwrap();
}

#[test]
fn the_example_in_the_help_is_read() {
    let help = hookset(Path::new("."), &["help", "config"], None).stdout;
    let example = help.split("```toml\n").nth(1).unwrap();
    let at = project("help", example.split("```").next().unwrap());
    fs::write(
        at.join("hookset-baseline.json"),
        r#"{"schema": "hookset.baseline/1", "findings": []}"#,
    )
    .unwrap();
    let told = check(&at, &[]);
    assert_eq!(told.code, 1, "{}", told.stderr);
    assert_eq!(told.stderr, "");
    fs::remove_dir_all(at).unwrap();
}
