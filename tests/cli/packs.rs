//! The packs under `rules` hold what their cases say.

use std::path::Path;

use crate::run::hookset;

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[test]
fn packs_hold_their_cases() {
    let ran = hookset(&root(), &["test", "rules"], None);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.ends_with("tests, 0 failed\n"), "{}", ran.stdout);
}

#[test]
fn packs_have_no_errors() {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(root().join("rules")).unwrap() {
        let path = entry.unwrap().path();
        let file = path.join("rules.json");
        if !file.exists() {
            continue;
        }
        for name in ["cases.toml", "README.md"] {
            assert!(path.join(name).exists(), "{}", path.display());
        }
        let file = format!("rules/{}", path.file_name().unwrap().display());
        files.push(file + "/rules.json");
    }
    // `rules/hookset.toml` says what they are written for.
    let files = files.iter().map(String::as_str);
    let args: Vec<&str> = ["check"].into_iter().chain(files).collect();
    assert!(args.len() > 4);
    let ran = hookset(&root(), &args, None);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
}

#[test]
fn a_rule_that_is_taken_away_is_missed() {
    let name = format!("hookset-packs-{}", std::process::id());
    let at = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&at).unwrap();
    let pack = root().join("rules/destructive-git");
    let rules = std::fs::read_to_string(pack.join("rules.json")).unwrap();
    let fewer = rules.replace("git filter-branch", "git filter-branches");
    std::fs::write(at.join("rules.json"), fewer).unwrap();
    std::fs::copy(pack.join("cases.toml"), at.join("cases.toml")).unwrap();
    let ran = hookset(&at, &["test"], None);
    assert_eq!(ran.code, 1, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("filter-branch --all"), "{}", ran.stdout);
    std::fs::remove_dir_all(at).unwrap();
}
