use std::collections::BTreeMap;

use super::places::Places;
use super::write::Json;
use super::{one_line, primary_source};
use crate::diagnostic::{Code, Diagnostic, Fix, Severity};
use crate::source::{Source, SourceId, Span};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";
const HOME: &str = "https://github.com/hookset/hookset";

/// SARIF 2.1.0: one run, one object on one line.
pub fn sarif(diagnostics: &[Diagnostic], sources: &[Source]) -> String {
    let places = Places::new(sources);
    let mut rules = BTreeMap::new();
    for found in diagnostics {
        rules.insert(found.code.name(), found.code);
    }
    let mut out = Json::new();
    out.object(|out| {
        out.key("$schema").string(SCHEMA);
        out.key("version").string("2.1.0");
        out.key("runs").array(|out| {
            out.object(|out| {
                out.key("tool").object(|out| {
                    out.key("driver").object(|out| driver(out, &rules));
                });
                out.key("columnKind").string("unicodeCodePoints");
                out.key("results").array(|out| {
                    for found in diagnostics {
                        result(out, found, &rules, &places, sources);
                    }
                });
            });
        });
    });
    let mut text = out.finish();
    text.push('\n');
    text
}

fn driver(out: &mut Json, rules: &BTreeMap<&str, Code>) {
    out.key("name").string("hookset");
    out.key("version").string(env!("CARGO_PKG_VERSION"));
    out.key("informationUri").string(HOME);
    out.key("rules").array(|out| {
        for code in rules.values() {
            out.object(|out| {
                let name = code.name();
                out.key("id").string(name);
                out.key("shortDescription").object(|out| {
                    out.key("text").string(code.summary());
                });
                let page = format!("{HOME}/blob/main/src/lint/{name}.md");
                out.key("helpUri").string(&page);
                out.key("defaultConfiguration").object(|out| {
                    out.key("level").string(level(code.severity()));
                });
            });
        }
    });
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

fn result(
    out: &mut Json,
    found: &Diagnostic,
    rules: &BTreeMap<&str, Code>,
    places: &Places,
    sources: &[Source],
) {
    let name = found.code.name();
    out.object(|out| {
        out.key("ruleId").string(name);
        if let Some(at) = rules.keys().position(|each| *each == name) {
            out.key("ruleIndex").number(u32::try_from(at).unwrap_or(0));
        }
        out.key("level").string(level(found.severity));
        out.key("message").object(|out| {
            let mut text = one_line(&found.message);
            if let Some(help) = &found.help {
                text.push_str("\nhelp: ");
                text.push_str(&one_line(help));
            }
            out.key("text").string(&text);
        });
        locations(out, found, places);
        out.key("partialFingerprints").object(|out| {
            let print = fingerprint(found, sources);
            out.key("hooksetFinding/v1").string(&print);
        });
        if let Some(each) = &found.fix {
            out.key("fixes").array(|out| fix(out, each, places));
        }
    });
}

fn locations(out: &mut Json, found: &Diagnostic, places: &Places) {
    let mut labels = found.labels.iter();
    out.key("locations").array(|out| {
        if let Some(label) = labels.next() {
            let text = &label.text;
            location(out, label.source, label.span, text, places);
        }
    });
    if labels.len() > 0 {
        out.key("relatedLocations").array(|out| {
            for label in labels {
                let text = &label.text;
                location(out, label.source, label.span, text, places);
            }
        });
    }
}

fn location(
    out: &mut Json,
    id: SourceId,
    span: Span,
    text: &str,
    places: &Places,
) {
    out.object(|out| {
        out.key("physicalLocation").object(|out| {
            artifact(out, id, places);
            out.key("region").object(|out| region(out, id, span, places));
        });
        if !text.is_empty() {
            let text = one_line(text);
            out.key("message").object(|out| out.key("text").string(&text));
        }
    });
}

fn artifact(out: &mut Json, id: SourceId, places: &Places) {
    let name = places.source(id).map_or("", Source::name);
    out.key("artifactLocation").object(|out| {
        out.key("uri").string(&uri(name));
    });
}

fn region(out: &mut Json, id: SourceId, span: Span, places: &Places) {
    let (start, end) = places.ends(id, span);
    out.key("startLine").number(start.line);
    out.key("startColumn").number(start.column);
    out.key("endLine").number(end.line);
    out.key("endColumn").number(end.column);
}

fn fix(out: &mut Json, fix: &Fix, places: &Places) {
    let mut by_file: BTreeMap<u32, Vec<_>> = BTreeMap::new();
    for edit in &fix.edits {
        by_file.entry(edit.source.0).or_default().push(edit);
    }
    out.object(|out| {
        out.key("description").object(|out| {
            out.key("text").string(&one_line(&fix.title));
        });
        out.key("artifactChanges").array(|out| {
            for (id, edits) in &by_file {
                out.object(|out| {
                    artifact(out, SourceId(*id), places);
                    out.key("replacements").array(|out| {
                        for edit in edits {
                            replacement(out, edit, places);
                        }
                    });
                });
            }
        });
    });
}

fn replacement(
    out: &mut Json,
    edit: &crate::diagnostic::Edit,
    places: &Places,
) {
    out.object(|out| {
        out.key("deletedRegion").object(|out| {
            region(out, edit.source, edit.span, places);
        });
        out.key("insertedContent").object(|out| {
            out.key("text").string(&edit.text);
        });
    });
}

/// A path as a relative reference, or a `file:` URI where it is absolute.
fn uri(path: &str) -> String {
    let path = path.replace('\\', "/");
    let path = path.strip_prefix("./").unwrap_or(&path);
    let mut out = String::new();
    if path.starts_with('/') {
        out.push_str("file://");
    }
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => {
                out.push(char::from(byte));
            }
            b'-' | b'.' | b'_' | b'~' | b'/' => out.push(char::from(byte)),
            other => out.push_str(&format!("%{other:02X}")),
        }
    }
    out
}

/// Stays the same while lines move: code, file and labelled text (FNV-1a).
fn fingerprint(found: &Diagnostic, sources: &[Source]) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut add = |text: &str| {
        for byte in text.bytes().chain([0]) {
            hash ^= u64::from(byte);
            hash = hash.wrapping_mul(0x0000_0100_0000_01b3);
        }
    };
    add(found.code.name());
    if let Some((source, label)) = primary_source(found, sources) {
        add(source.name());
        add(label.span.of(source.text()));
    }
    format!("{hash:016x}")
}
