//! SARIF of every page's bad example against the schema of the standard.
//!
//! The schema is 112 KB under terms of its own, so it is no part of this
//! repository. It is read from the file that `HOOKSET_SARIF_SCHEMA` names,
//! or from the sources of `serde-sarif`, where cargo has them.

use std::path::{Path, PathBuf};

use boon::{Compiler, Schemas};
use hookset::diagnostic::render;
use hookset::lint;
use hookset::policy::Policy;
use hookset::source::SourceId;
use serde_json::Value;

const NAMED: &str = "HOOKSET_SARIF_SCHEMA";

fn official() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os(NAMED) {
        return Some(PathBuf::from(path));
    }
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let below = |path: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(path).into_iter().flatten();
        entries.flatten().map(|entry| entry.path()).collect()
    };
    let registries = below(&home?.join("registry/src"));
    let packages = registries.iter().flat_map(|path| below(path));
    packages
        .filter(|path| {
            let name = path.file_name().map(|name| name.to_string_lossy());
            name.is_some_and(|name| name.starts_with("serde-sarif-"))
        })
        .map(|path| path.join("src/schema.json"))
        .find(|path| path.is_file())
}

/// Every bad example as one run of one check.
fn everything() -> Value {
    let (mut found, mut sources) = (Vec::new(), Vec::new());
    for (_, input, dialect) in super::lints::bad_examples() {
        let policy = Policy::from_sources([input], &dialect);
        let id = SourceId(u32::try_from(sources.len()).unwrap());
        for mut each in lint::check(&policy) {
            for label in &mut each.labels {
                label.source = id;
            }
            let edits = each.fix.iter_mut().flat_map(|fix| &mut fix.edits);
            edits.for_each(|edit| edit.source = id);
            found.push(each);
        }
        sources.extend(policy.sources().to_vec());
    }
    assert!(found.len() > 100);
    serde_json::from_str(&render::sarif(&found, &sources)).unwrap()
}

#[test]
fn sarif_fits_the_schema_of_the_standard() {
    let sarif = everything();
    let Some(path) = official() else {
        println!("skipped: the schema is not at hand; name it in {NAMED}");
        return;
    };
    let text = std::fs::read_to_string(&path).unwrap();
    let schema: Value = serde_json::from_str(&text).unwrap();
    let mut compiler = Compiler::new();
    compiler.enable_format_assertions();
    compiler.add_resource("sarif.json", schema).unwrap();
    let mut schemas = Schemas::new();
    let at = compiler.compile("sarif.json", &mut schemas).unwrap();
    if let Err(wrong) = schemas.validate(&sarif, at) {
        panic!("{wrong:#}");
    }
    let results = sarif.pointer("/runs/0/results").unwrap();
    let number = results.as_array().unwrap().len();
    println!("{number} results fit {}", path.display());
    // A schema that takes anything would prove nothing.
    let mut broken = sarif.clone();
    broken["runs"][0]["results"][0]["lvl"] = Value::from("error");
    assert!(schemas.validate(&broken, at).is_err());
}
