//! A policy that its own examples refute, wherever it is read.

use std::fs;
use std::path::{Path, PathBuf};

use crate::run::{Ran, Scratch, hookset};

const POLICY: &str = r#"{"permissions": {"deny": [
    {"rule": "Bash(rm -rf *)", "match": ["rm -rf x", "unlink x"]}]}}"#;
const EVENT: &str = r#"{"hook_event_name": "PreToolUse", "tool_name":
    "Bash", "tool_input": {"command": "unlink x"}}"#;

fn directory(policy: &str) -> PathBuf {
    let name = format!("hookset-examples-{}", std::process::id());
    let at = std::env::temp_dir().join(name);
    let _ = fs::remove_dir_all(&at);
    fs::create_dir_all(&at).unwrap();
    fs::write(at.join("policy.json"), policy).unwrap();
    at
}

fn ask(at: &Path, args: &[&str]) -> Ran {
    let event = EVENT.replace('\n', " ");
    hookset(at, args, Some(event.as_bytes()))
}

#[test]
fn a_policy_that_its_examples_refute_decides_nothing_unseen() {
    let at = directory(POLICY);
    let shown = ask(&at, &["eval", "-p", "policy.json"]);
    assert!(shown.stderr.contains("failing-example"), "{}", shown.stderr);
    assert!(shown.stderr.contains("unlink x"), "{}", shown.stderr);
    for command in ["eval", "plan"] {
        let args = [command, "-p", "policy.json", "--format", "json"];
        let told = ask(&at, &args).stdout;
        assert!(told.contains("failing-example"), "{command}: {told}");
    }
    let line = format!("{{\"policy\": {POLICY}, \"event\": {EVENT}}}");
    let line = line.replace('\n', " ");
    let args = ["eval", "--batch", "-"];
    let told = hookset(&at, &args, Some(line.as_bytes())).stdout;
    assert!(told.contains("failing-example"), "{told}");
    let args = ["compile", "-p", "policy.json", "-o", "policy.hsi"];
    let refused = ask(&at, &args);
    assert_eq!(refused.code, 3, "{}", refused.stderr);
    assert!(!at.join("policy.hsi").exists());
    let args = ["hook", "-p", "policy.json", "--on-error", "deny"];
    let said = ask(&at, &args).stdout;
    assert!(said.contains("\"deny\"") && said.contains("unlink x"), "{said}");
    // The same with examples that hold.
    let good = POLICY.replace(", \"unlink x\"", "");
    fs::write(at.join("policy.json"), good).unwrap();
    assert_eq!(ask(&at, &["eval", "-p", "policy.json"]).stderr, "");
    let args = ["compile", "-p", "policy.json", "-o", "policy.hsi"];
    assert_eq!(ask(&at, &args).code, 0);
    fs::remove_dir_all(at).unwrap();
}

#[test]
fn what_hooks_decide_is_what_a_case_wants() {
    let policy = r#"{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [
        {"type": "decision", "permissionDecision": "allow", "if": "Bash(ls *)"},
        {"type": "decision", "permissionDecision": "deny",
         "if": "Bash(rm *)"}]}]}}"#;
    let cases = |rm: &str| {
        format!(
            "policy = \"p.json\"\n\
             [[case]]\ncall = \"Bash(ls x)\"\nexpect = \"allow\"\n\
             [[case]]\ncall = \"Bash(rm x)\"\nexpect = \"{rm}\"\n\
             [[case]]\ncall = \"Bash(mv x)\"\nexpect = \"none\"\n"
        )
    };
    let at = Scratch::new("examples-hooks").with("p.json", policy);
    for (rm, code) in [("deny", 0), ("none", 1)] {
        let at = at.0.join("cases.toml");
        std::fs::write(&at, cases(rm)).unwrap();
        let ran = hookset(at.parent().unwrap(), &["test", "cases.toml"], None);
        assert_eq!(ran.code, code, "{rm}: {}", ran.stdout);
    }
}
