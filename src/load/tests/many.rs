//! Files of every kind, and what becomes of damaged ones.

use super::*;

fn shared() -> Option<std::path::PathBuf> {
    let path = std::env::var("HOOKSET_SHARED");
    let path = path.unwrap_or_else(|_| "../shared".to_owned());
    let path = std::path::PathBuf::from(path);
    if path.is_dir() {
        return Some(path);
    }
    println!("skipped: the shared cases do not lie beside the repository");
    None
}

/// Malformed files: a finding must lie on the text a person should see.
#[test]
fn malformed_files_are_pointed_at() {
    let Some(shared) = shared() else { return };
    let path = shared.join("cases/bad_rules.jsonl");
    let rows = std::fs::read_to_string(path).unwrap();
    let mut missed = Vec::new();
    for line in rows.lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let is_file = ["hooks", "settings"].iter().any(|k| row["kind"] == *k);
        if !is_file || row["is_path"] == true {
            continue;
        }
        let text = row["input"].as_str().unwrap();
        let (_, found) = load(text);
        let expected = &row["diagnostic"];
        let span = expected["span"].as_array().map(|span| {
            let at = |i: usize| span[i].as_u64().unwrap() as usize;
            Span::new(at(0), at(1))
        });
        let hit = found.iter().any(|d| {
            let label = d.primary().unwrap().span;
            span.is_none_or(|span| {
                let apart = label.end < span.start || span.end < label.start;
                !apart && d.severity.as_str() == expected["severity"]
            })
        });
        if !hit {
            let names: Vec<_> = found.iter().map(|d| d.code.name()).collect();
            missed.push(format!("{}: {names:?}", row["id"]));
        }
    }
    // What a dialect or a rule says is found where these are known.
    let elsewhere = [r#""bad-hooks-010": []"#, r#""bad-hooks-021": []"#];
    assert_eq!(missed, elsewhere, "{missed:#?}");
}

/// A file that is cut or mangled anywhere is still loaded, and every finding
/// lies in it.
#[test]
fn mangled_files_are_loaded() {
    let text = r#"{"permissions":{"deny":["Bash(rm *)","é"],"allow":7},
        "hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"http",
        "url":"https://h/","headers":{"A":"$B ü"}},{"type":"mcp_tool",
        "server":"s","tool":"t","input":{"p":"\u0041${x.y}"}}]}]}}"#;
    for (at, _) in text.char_indices().step_by(5) {
        let (before, after) = text.split_at(at);
        let rest = after.chars().next().map_or(0, char::len_utf8);
        let dropped = after.split_at(rest).1;
        for middle in ["", "\"", "{", "]", ",", "\\", "null", "\n", "// "] {
            for end in [after, dropped, ""] {
                let text = format!("{before}{middle}{end}");
                let (document, found) = load(&text);
                let labels = found.iter().flat_map(|d| &d.labels);
                for label in labels {
                    assert!(text.get(label.span.range()).is_some());
                }
                for rule in &document.rules {
                    assert!(text.get(rule.span.range()).is_some());
                }
            }
        }
    }
}

#[test]
fn real_files_are_loaded() {
    let Some(shared) = shared() else { return };
    let mut folders = vec![shared.join("corpus/files")];
    let mut counts = std::collections::BTreeMap::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if path.extension().is_none_or(|e| e != "json") {
                continue;
            }
            let text = std::fs::read(&path).unwrap();
            let text = String::from_utf8_lossy(&text);
            let (_, found) = load(&text);
            for diagnostic in found {
                *counts.entry(diagnostic.code.name()).or_insert(0) += 1;
                for label in &diagnostic.labels {
                    assert!(text.get(label.span.range()).is_some());
                }
            }
        }
    }
    println!("{counts:#?}");
}
